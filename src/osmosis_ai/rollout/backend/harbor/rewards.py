"""The reward that a verifier wrote: which forms count, and the code of each that does not.

`reward.json` holds an object with the member `reward`, a finite number; `reward.txt` holds one decimal number. What
could be taken for a reward and is none is refused: a missing or null reward is never zero.
"""

from __future__ import annotations

import math
import re
from pathlib import Path

from osmosis_ai.base.files.json_document import parse_document
from osmosis_ai.base.files.no_follow import FileFaultError, read_bounded
from osmosis_ai.base.text import truncate
from osmosis_ai.rollout.backend.harbor.failures import RewardRefusedError
from osmosis_ai.rollout.exchange import MOST_REWARD_BYTES, REWARD_NAME
from osmosis_contract.models.harbor import HarborFailureCode

__all__ = ["TEXT_NAME", "read_verified_reward"]

TEXT_NAME = "reward.txt"
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,4})?")
_NOT_FINITE = re.compile(r"[+-]?(nan|inf|infinity)", re.IGNORECASE)
_CODE = HarborFailureCode


def read_verified_reward(directory: Path) -> float:
    """The reward in a verifier's directory. No link is followed, and nothing but a regular file is read.

    Raises RewardRefusedError with the code that says why there is none.
    """
    found = {name: directory / name for name in (REWARD_NAME, TEXT_NAME) if _is_there(directory / name)}
    if not found:
        raise RewardRefusedError(
            _CODE.REWARD_MISSING, f"the verifier wrote neither {REWARD_NAME} nor {TEXT_NAME} into /logs/verifier"
        )
    rewards = {name: (_of_json if name == REWARD_NAME else _of_text)(path) for name, path in found.items()}
    first, *others = rewards.values()
    if any(other != first for other in others):
        raise RewardRefusedError(
            _CODE.REWARD_CONFLICT,
            f"{REWARD_NAME} says {rewards[REWARD_NAME]} and {TEXT_NAME} says {rewards[TEXT_NAME]}; write one of them",
        )
    return first


def _is_there(path: Path) -> bool:
    return path.is_symlink() or path.exists()


def _content(path: Path) -> bytes:
    try:
        content = read_bounded(path, at_most=MOST_REWARD_BYTES, follow_links=False)
    except FileFaultError as fault:
        code = _CODE.REWARD_TOO_LARGE if "larger than" in fault.problem else _CODE.REWARD_NOT_A_FILE
        raise RewardRefusedError(code, f"{path.name}: {fault.problem}") from None
    if not content.strip():
        raise RewardRefusedError(_CODE.REWARD_EMPTY, f"{path.name} is empty")
    return content


def _of_text(path: Path) -> float:
    try:
        text = _content(path).decode("ascii").strip()
    except UnicodeDecodeError:
        raise RewardRefusedError(_CODE.REWARD_NOT_TEXT, f"{path.name} is not ASCII text") from None
    if _NOT_FINITE.fullmatch(text):
        raise RewardRefusedError(_CODE.REWARD_NOT_FINITE, f"{path.name} says {text}; a reward is finite")
    if not _NUMBER.fullmatch(text):
        raise RewardRefusedError(
            _CODE.REWARD_NOT_A_NUMBER, f"{path.name} says {truncate(text, 80)!r}; write one decimal number"
        )
    return _finite(path, float(text))


def _of_json(path: Path) -> float:
    document = parse_document(_content(path))
    faults = [fault for fault in document.faults if not fault.harmless]
    if not document.parsed or faults:
        fault = faults[0] if faults else document.faults[0]
        problem = fault.problem
        code = _CODE.REWARD_NOT_JSON
        if document.parsed and "more than once" in problem:
            code = _CODE.REWARD_DUPLICATE_KEY
        elif document.parsed and "not a number that JSON has" in problem:
            code = _CODE.REWARD_NOT_FINITE
        raise RewardRefusedError(code, f"{path.name}: {fault.pointer or 'the document'}: {problem}")
    value = document.value
    if not isinstance(value, dict) or "reward" not in value:
        raise RewardRefusedError(
            _CODE.REWARD_NO_MEMBER, f'{path.name} has no member "reward"; write {{"reward": <number>}}'
        )
    reward = value["reward"]
    if reward is None:
        raise RewardRefusedError(
            _CODE.REWARD_NULL, f"{path.name} says null; a verifier without a verdict writes no file"
        )
    if isinstance(reward, bool) or not isinstance(reward, (int, float)):
        raise RewardRefusedError(
            _CODE.REWARD_NOT_A_NUMBER, f"{path.name} has a reward that is {type(reward).__name__}, not a number"
        )
    return _finite(path, reward)


def _finite(path: Path, reward: float) -> float:
    try:
        number = float(reward)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise RewardRefusedError(_CODE.REWARD_NOT_FINITE, f"{path.name} has a reward that no float holds")
    return number
