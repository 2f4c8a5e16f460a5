"""What a training needs of the machine's memory, before it starts: an estimate from above, from the model's file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.models.embedded.weights import EMBEDDED
from osmosis_ai.models.model_path import LOCAL_PREFIX

if TYPE_CHECKING:
    from osmosis_ai.train.plan import TrainPlan

__all__ = ["available_bytes", "check_memory", "needed_bytes"]

_LIBRARIES = 1_000_000_000
_BYTES_A_PARAMETER = 4 + 2
"""32-bit weights to train on, 16-bit ones to serve."""
_BYTES_A_TOKEN = 1_300_000
"""Of activations and logits a token of a micro-batch, measured with 135 M parameters and 49 k words."""
_ROWS_AT_A_TIME = 8
_FEWEST_BITS = 4.5
"""A parameter of a quantised file; so the file's size says how many there are at most."""


def needed_bytes(plan: TrainPlan) -> int | None:
    """What trainer and server take together; None where the model's file is not there yet."""
    size = _file_size(plan)
    if size is None:
        return None
    parameters = size * 8 / _FEWEST_BITS
    settings = plan.settings
    tokens = _ROWS_AT_A_TIME * (settings.max_prompt_length + settings.max_response_length)
    scale = max(1.0, (parameters / 175e6) ** 0.5)
    return round(_LIBRARIES + parameters * _BYTES_A_PARAMETER + min(tokens, 2048) * _BYTES_A_TOKEN * scale)


def check_memory(plan: TrainPlan, available: int | None) -> None:
    """Raises OsmosisError for what would not fit."""
    needed = needed_bytes(plan)
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


def _file_size(plan: TrainPlan) -> int | None:
    name: str = plan.inputs.model_path.removeprefix(LOCAL_PREFIX)
    if name in EMBEDDED:
        return EMBEDDED[name].size
    for folder in (Path.cwd(), plan.workspace.root):
        try:
            return (folder / name).stat().st_size
        except OSError:
            continue
    return None
