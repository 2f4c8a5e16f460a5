"""A base model in GGUF as torch reads it fast, and as llama.cpp serves it with 16-bit weights. Made once, kept."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .errors import WorkerError

ARCHITECTURES = {"llama"}
"""Those whose adapters are known to be written rightly."""

_DONE = "done.json"


def prepared_base(gguf: Path, folder: Path) -> Path:
    """The folder with `torch/` and `f16.gguf`, made unless it is there. Raises WorkerError for another architecture."""
    if (folder / _DONE).is_file():
        return folder
    check_architecture(gguf)
    part = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    write_f16(gguf, part / "f16.gguf")
    _write_torch(gguf, part / "torch")
    (part / _DONE).write_text(json.dumps({"gguf": gguf.name}))
    shutil.rmtree(folder, ignore_errors=True)
    part.rename(folder)
    return folder


def check_architecture(gguf: Path) -> None:
    """Raises WorkerError for a model whose adapters cannot be written."""
    from gguf import GGUFReader

    field = GGUFReader(str(gguf)).get_field("general.architecture")
    name = field.contents() if field is not None else "unknown"
    if name not in ARCHITECTURES:
        raise WorkerError(
            f"{gguf.name} is of the architecture {name}, whose adapters cannot be written for llama.cpp yet",
            f"Train a model of the architecture {', '.join(sorted(ARCHITECTURES))}.",
        )


def write_f16(gguf: Path, to: Path, change: Callable[[str, Any], Any] = lambda _name, values: values) -> None:
    """The same model with its quantised weights as 16-bit floats; keys and the other tensors as they are.

    `change` gets each tensor's name and float32 values, and returns the values to write.
    """
    import numpy as np
    from gguf import GGUFReader, GGUFValueType, GGUFWriter
    from gguf.quants import dequantize

    reader: Any = GGUFReader(str(gguf))
    writer: Any = GGUFWriter(str(to), str(reader.get_field("general.architecture").contents()))
    for field in reader.fields.values():
        if field.name.startswith("GGUF.") or field.name in {"general.architecture", "general.file_type"}:
            continue
        kind = field.types[0]
        inner = field.types[-1] if kind == GGUFValueType.ARRAY else None
        writer.add_key_value(field.name, field.contents(), kind, sub_type=inner)
    writer.add_file_type(1)
    for tensor in reader.tensors:
        values = change(tensor.name, dequantize(tensor.data, tensor.tensor_type))
        one_dimension = len(tensor.shape) == 1
        writer.add_tensor(tensor.name, values.astype(np.float32 if one_dimension else np.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _write_torch(gguf: Path, folder: Path) -> None:
    """`save_pretrained` refuses a model that was read from GGUF, so its weights go into a plain one."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    read: Any = AutoModelForCausalLM.from_pretrained(str(gguf.parent), gguf_file=gguf.name, dtype=torch.float32)
    config = read.config
    if hasattr(config, "quantization_config"):
        del config.quantization_config
    plain: Any = type(read)(config)
    plain.load_state_dict(read.state_dict())
    plain.save_pretrained(str(folder))
    tokenizer: Any = AutoTokenizer.from_pretrained(str(gguf.parent), gguf_file=gguf.name)
    tokenizer.save_pretrained(str(folder))
