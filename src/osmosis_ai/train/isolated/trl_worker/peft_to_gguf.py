"""peft's adapter of a base model in GGUF, as llama.cpp loads it. Without torch.

python -m trl_worker.peft_to_gguf ADAPTER-FOLDER BASE.gguf OUT.gguf
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from .answers import answer
from .errors import WorkerError

_NEEDED = ("gguf", "numpy", "safetensors")


def convert(adapter: Path, base: Path, into: Path) -> None:
    """Writes the adapter as a whole. Raises WorkerError for a base model that it cannot be of."""
    from gguf import GGUFReader
    from safetensors.numpy import load_file

    from .adapter_gguf import Heads, write_adapter
    from .base_model import check_architecture

    check_architecture(base)
    reader: Any = GGUFReader(str(base))
    heads, keys = (
        int(reader.get_field(f"llama.attention.{name}").contents()) for name in ("head_count", "head_count_kv")
    )
    config = json.loads((adapter / "adapter_config.json").read_text())
    try:
        write_adapter(
            into, load_file(adapter / "adapter_model.safetensors"), heads=Heads(heads, keys), alpha=config["lora_alpha"]
        )
    except ValueError as error:
        raise WorkerError(f"the adapter cannot be written for {base.name}: {error}") from None


def main() -> int:
    """Does it and says so."""
    adapter, base, into = (Path(each) for each in sys.argv[1:4])

    def work() -> dict[str, object]:
        convert(adapter, base, into)
        return {}

    return answer(_NEEDED, work)


if __name__ == "__main__":
    sys.exit(main())
