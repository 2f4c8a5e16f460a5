"""A LoRA adapter of peft as a GGUF file that llama.cpp loads.

Tensors are named `blk.<layer>.<kind>.weight.lora_a` (rank, in) and `.lora_b` (out, rank), float32. Models of the
architecture llama have the rows of the query and key projections in another order in GGUF than in transformers: each
head as (half, 2) instead of (2, half), so the rows of B follow. Forgotten, the file loads and answers are wrong.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

KINDS = {
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
"""Projections of transformers, and what they are called in GGUF."""

_NAME = re.compile(r"(?:^|\.)layers\.(\d+)\.(\w+\.\w+)\.lora_([AB])(?:\.default)?\.weight$")
_PERMUTED = {"attn_q", "attn_k"}


@dataclass(frozen=True)
class Heads:
    """How many attention heads a model has, for queries and for keys."""

    queries: int
    keys: int


def gguf_name(name: str) -> str:
    """The tensor's name in GGUF of one of peft's. Raises ValueError for a weight that has no place there."""
    found = _NAME.search(name)
    if found is None or found[2] not in KINDS:
        raise ValueError(f"the adapter has {name}, which llama.cpp has no place for")
    return f"blk.{found[1]}.{KINDS[found[2]]}.weight.lora_{found[3].lower()}"


def permuted_rows(b: np.ndarray, heads: int) -> np.ndarray:
    """B with the rows of each head taken from (2, half) to (half, 2). Raises ValueError where that cannot be."""
    rows, rank = b.shape
    if rows % (2 * heads):
        raise ValueError(f"{rows} rows are not {heads} heads of an even size")
    return b.reshape(heads, 2, rows // heads // 2, rank).swapaxes(1, 2).reshape(rows, rank)


def gguf_tensors(weights: Mapping[str, np.ndarray], heads: Heads) -> dict[str, np.ndarray]:
    """The tensors of the GGUF file, from peft's weights by name. Raises ValueError for an A without its B."""
    tensors: dict[str, np.ndarray] = {}
    for name, value in weights.items():
        place = gguf_name(name)
        kind = place.split(".")[2]
        if place.endswith("lora_b") and kind in _PERMUTED:
            value = permuted_rows(value, heads.queries if kind == "attn_q" else heads.keys)  # noqa: PLW2901
        tensors[place] = np.ascontiguousarray(value, dtype=np.float32)
    single = [n for n in tensors if f"{n[:-1]}{'b' if n.endswith('a') else 'a'}" not in tensors]
    if single:
        raise ValueError(f"{single[0]} has no counterpart")
    return tensors


def write_adapter(path: Path, weights: Mapping[str, np.ndarray], *, heads: Heads, alpha: float) -> None:
    """Writes the adapter as a whole: the name is there once the content is on the disk."""
    from gguf import GGUFWriter

    part = path.with_name(f".{path.name}.part")
    writer: Any = GGUFWriter(str(part), "llama")
    writer.add_string("general.type", "adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", float(alpha))
    for name, value in gguf_tensors(weights, heads).items():
        writer.add_tensor(name, value)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    with part.open("rb") as file:
        os.fsync(file.fileno())
    part.replace(path)
