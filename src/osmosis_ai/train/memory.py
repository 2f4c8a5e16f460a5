"""What a training needs of the machine's memory, before it starts: an estimate from above, from the model's file."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.models.embedded.weights import EMBEDDED
from osmosis_ai.models.model_path import LOCAL_PREFIX

__all__ = ["available_bytes", "check_memory", "model_size", "needed_bytes"]

_LIBRARIES = 1_000_000_000
_BYTES_A_PARAMETER = 4 + 2
"""32-bit weights to train on, 16-bit ones to serve."""
_BYTES_A_TOKEN = 1_300_000
"""Of activations and logits a token of a micro-batch, from the peak of a run with 135 M parameters and 49 k words."""
_ROWS_AT_A_TIME = 8
_FEWEST_BITS = 4.5
"""A parameter of a quantised file; so the file's size says how many there are at most."""
_MEASURED_PARAMETERS = 175e6


def needed_bytes(size: int, tokens: int) -> int:
    """What trainer and server take together for a model file of so many bytes and rows of so many tokens at most."""
    parameters = size * 8 / _FEWEST_BITS
    scale = max(1.0, math.sqrt(parameters / _MEASURED_PARAMETERS))
    activations = _ROWS_AT_A_TIME * tokens * _BYTES_A_TOKEN * scale
    return round(_LIBRARIES + parameters * _BYTES_A_PARAMETER + activations)


def check_memory(needed: int | None, available: int | None) -> None:
    """Raises OsmosisError for what would not fit; returns where one of the two is not known."""
    if needed is None or available is None or needed <= available:
        return
    raise OsmosisError(
        f"this training needs about {needed / 1e9:.1f} GB of memory and {available / 1e9:.1f} GB are free",
        hint="Take a smaller model, or lower training.max_prompt_length and training.max_response_length.",
    )


def available_bytes() -> int | None:
    """Memory that can be had now; None where the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        kilobytes = [int(line.split()[1]) for line in lines if line.startswith("MemAvailable:")]
    except (OSError, ValueError, IndexError):
        return None
    return kilobytes[0] * 1024 if kilobytes else None


def model_size(model_path: str, folders: Iterable[Path]) -> int | None:
    """Bytes of the model's file, looked up below these folders; None where it is not there."""
    name = model_path.removeprefix(LOCAL_PREFIX)
    if name in EMBEDDED:
        return EMBEDDED[name].size
    for folder in folders:
        try:
            return (folder / name).stat().st_size
        except OSError:
            continue
    return None
