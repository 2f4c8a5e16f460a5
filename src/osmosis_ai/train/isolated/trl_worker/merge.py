"""A base model and an adapter as one model in GGUF, with 16-bit weights.

    python -m trl_worker.merge BASE.gguf ADAPTER.gguf OUT.gguf

Both are in the order of rows that llama.cpp wants, so a weight is W + alpha / rank * B A, and nothing is permuted here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .answers import answer
from .base_model import write_f16
from .errors import WorkerError

_NEEDED = ("gguf",)


@dataclass(frozen=True)
class Adapter:
    """The pairs of matrices of an adapter, by the name of the weight that each changes."""

    alpha: float
    pairs: Mapping[str, tuple[np.ndarray, np.ndarray]]


def merged(values: np.ndarray, a: np.ndarray, b: np.ndarray, alpha: float) -> np.ndarray:
    """A weight (out, in) with A (rank, in) and B (out, rank) added. Raises ValueError where they do not fit."""
    if a.shape[0] != b.shape[1] or values.shape != (b.shape[0], a.shape[1]):
        raise ValueError(f"A {a.shape} and B {b.shape} do not fit a weight {values.shape}")
    changed: np.ndarray = values + np.float32(alpha / a.shape[0]) * (b.astype(np.float32) @ a.astype(np.float32))
    return changed


def read_adapter(path: Path) -> Adapter:
    """An adapter in GGUF. Raises WorkerError for a file that is something else."""
    from gguf import GGUFReader

    reader: Any = GGUFReader(str(path))
    alpha = reader.get_field("adapter.lora.alpha")
    found: dict[str, dict[str, np.ndarray]] = {}
    for tensor in reader.tensors:
        name, _, side = tensor.name.rpartition(".lora_")
        found.setdefault(name, {})[side] = np.array(tensor.data, dtype=np.float32)
    if alpha is None or not found or any(set(pair) != {"a", "b"} for pair in found.values()):
        raise WorkerError(f"{path} is not a LoRA adapter in GGUF")
    return Adapter(float(alpha.contents()), {name: (pair["a"], pair["b"]) for name, pair in found.items()})


def merge(base: Path, adapter: Path, to: Path) -> int:
    """Writes the merged model as a whole; how many weights the adapter changed. Raises WorkerError."""
    read = read_adapter(adapter)
    left = dict(read.pairs)

    def change(name: str, values: np.ndarray) -> np.ndarray:
        pair = left.pop(name, None)
        return values if pair is None else merged(values, *pair, read.alpha)

    part = to.with_name(f".{to.name}.part")
    try:
        write_f16(base, part, change)
        if left:
            raise WorkerError(f"the adapter changes {min(left)}, which {base.name} does not have")
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(to)
    finally:
        part.unlink(missing_ok=True)
    return len(read.pairs)


def main() -> int:
    """Merges."""
    base, adapter, to = map(Path, sys.argv[1:])
    return answer(_NEEDED, lambda: {"changed": merge(base, adapter, to)})


if __name__ == "__main__":
    sys.exit(main())
