"""`sample.json` and `reward.json`: how an agent and a grader in processes of their own hand over what they made.

Files are written whole or not at all, and never through a symbolic link; nor is one followed in reading, since
whoever runs in the container could point it anywhere. A reader takes members of later versions, and refuses what
could be taken for a reward and is none.
"""

from __future__ import annotations

import math
from os import PathLike
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import to_json

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.files.atomic import write_atomic
from osmosis_ai.base.files.json_document import JsonDocument, parse_document
from osmosis_ai.base.files.no_follow import FileFaultError, read_bounded
from osmosis_ai.rollout.trajectory.convert import flattened
from osmosis_ai.rollout.trajectory.schema_faults import schema_faults
from osmosis_ai.rollout.types import RolloutSample, as_reward
from osmosis_ai.rollout.wire import carried_fields, json_safe, utf8_text
from osmosis_contract.models.sample import RewardFile
from osmosis_contract.models.sample import RolloutSample as SampleModel

__all__ = [
    "MOST_REWARD_BYTES",
    "MOST_SAMPLE_BYTES",
    "REWARD_NAME",
    "SAMPLE_NAME",
    "ExchangeFileError",
    "read_reward",
    "read_sample",
    "sample_members",
    "write_reward",
    "write_sample",
]

SAMPLE_NAME = "sample.json"
REWARD_NAME = "reward.json"
MOST_SAMPLE_BYTES = 128 * 1024**2
MOST_REWARD_BYTES = 64 * 1024

type Pathname = str | PathLike[str]


class ExchangeFileError(OsmosisError, ValueError):
    """An exchange file that cannot be written or taken: which (`path`), and where in it (`pointer`, a JSON pointer)."""

    def __init__(self, path: Path, pointer: str, problem: str, remedy: str) -> None:
        place = f"{path}: {pointer}" if pointer else str(path)
        super().__init__(
            f"{place}: {problem}.",
            hint=f"{remedy[:1].upper()}{remedy[1:]}.",
            details={"path": str(path), "pointer": pointer},
        )
        self.path = path
        self.pointer = pointer


def write_sample(path: Pathname, sample: RolloutSample) -> None:
    """Writes the sample in place of any file there, in an existing directory.

    What JSON cannot carry is replaced as on the wire: in messages NaN becomes null, a lone surrogate U+FFFD, an object
    its text; such a metric or extra field is left out with a warning. What is nested deeper than 150 levels becomes
    JSON text. `trajectory_messages` is written only where it says something other than `messages`. Raises
    ExchangeFileError above `MOST_SAMPLE_BYTES`, for a reward that is not finite, and where the file cannot be written;
    the file there before is then untouched.
    """
    target = Path(path)
    content = to_json(flattened(sample_members(target, sample)))
    if len(content) > MOST_SAMPLE_BYTES:
        raise ExchangeFileError(
            target, "", f"the sample takes {len(content)} bytes, more than {MOST_SAMPLE_BYTES}", "shorten its messages"
        )
    _write(target, content)


def read_sample(path: Pathname) -> RolloutSample:
    """The sample a file holds. Members it does not know are kept in `model_extra`; a missing member has its default.

    Without `trajectory_messages` the messages serve for the trajectory too; where that is null, none is to be saved.
    Raises ExchangeFileError for a file that is missing, a symbolic link, no regular file, above `MOST_SAMPLE_BYTES`,
    no UTF-8 JSON object, with keys that repeat, with NaN, or with a member of the wrong kind; also for a reward that
    is true or false.
    """
    source = Path(path)
    value = _read_object(source, MOST_SAMPLE_BYTES)
    try:
        SampleModel.read(value)  # as strict as the contract is: the SDK's own class takes true for a reward
        return RolloutSample.read(value)
    except ValidationError as error:
        raise _of_model(source, value, error) from None


def write_reward(path: Pathname, reward: float) -> None:
    """Writes a finite number, NumPy's among them, as the reward, in place of any file there.

    Raises TypeError for what is no number (True and False are none here), ValueError for NaN and the infinities, and
    ExchangeFileError where the file cannot be written. Nothing is written then.
    """
    scalar = reward.item() if hasattr(reward, "item") and getattr(reward, "ndim", 0) == 0 else reward
    if isinstance(scalar, bool):
        raise TypeError(f"a reward is a finite number, not {scalar}; write 1.0 or 0.0")
    _write(Path(path), RewardFile(reward=as_reward(scalar)).to_json())


def read_reward(path: Pathname) -> float:
    """The reward a file holds: a finite number.

    Raises ExchangeFileError for a file that is missing, a symbolic link, no regular file, above `MOST_REWARD_BYTES`,
    or no UTF-8 JSON object, and for a reward that is missing, null, text, true or false, NaN, infinite, or there twice.
    """
    source = Path(path)
    value = _read_object(source, MOST_REWARD_BYTES)
    if "reward" not in value:
        raise ExchangeFileError(
            source, "", "it has no member 'reward'", 'write {"reward": <number>}; an ungraded rollout has no such file'
        )
    try:
        return float(RewardFile.read(value).reward)
    except ValidationError as error:
        raise _of_model(source, value, error) from None


def sample_members(path: Path, sample: RolloutSample) -> dict[str, Any]:
    """The sample as `write_sample` writes it. Raises ExchangeFileError, which names `path`, for a reward not finite."""
    reward = sample.reward
    if reward is not None and not math.isfinite(reward):
        raise ExchangeFileError(path, "/reward", f"the reward is {reward}", "give the sample a finite reward, or None")
    members: dict[str, Any] = {
        "messages": json_safe(sample.messages),
        "label": None if sample.label is None else utf8_text(sample.label),
        "reward": reward,
        "remove_sample": sample.remove_sample,
        "metrics": carried_fields(sample.metrics, "metrics of the sample"),
        "extra_fields": carried_fields(sample.extra_fields, "extra fields of the sample"),
    }
    kept = sample.trajectory_messages
    trajectory_messages = None if kept is None else json_safe(kept)
    if trajectory_messages != members["messages"]:
        members["trajectory_messages"] = trajectory_messages
    return members


def _write(path: Path, content: bytes) -> None:
    try:
        write_atomic(path, content)
    except FileFaultError as fault:
        raise ExchangeFileError(path, "", fault.problem, fault.remedy) from None
    except OSError as error:
        said = f"it cannot be written: {error.strerror or error}"
        raise ExchangeFileError(path, "", said, "check the directory, its permissions and the free space") from error


def _read_object(path: Path, at_most: int) -> dict[str, Any]:
    try:
        data = read_bounded(path, at_most=at_most, follow_links=False)
    except FileFaultError as fault:
        raise ExchangeFileError(path, "", fault.problem, fault.remedy) from None
    document = parse_document(data)
    _check_text(path, document)
    if not isinstance(document.value, dict):
        raise ExchangeFileError(path, "", "it holds no JSON object", "write an object")
    return document.value


def _check_text(path: Path, document: JsonDocument) -> None:
    """Raises at the first fault of the text; one that no reader can misunderstand passes."""
    faults = [fault for fault in document.faults if not fault.harmless]
    if faults:
        raise ExchangeFileError(path, faults[0].pointer, faults[0].problem, faults[0].remedy)


def _of_model(path: Path, value: dict[str, Any], error: ValidationError) -> ExchangeFileError:
    fault = schema_faults(value, error)[0].reported
    return ExchangeFileError(path, fault.pointer, fault.problem, fault.remedy)
