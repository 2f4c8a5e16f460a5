"""What ended a trial, as one code, and the category that the wire has for it.

The first failure wins: what the teardown adds is attached to it. None of them is a reward.
"""

from __future__ import annotations

from osmosis_ai.rollout.types import RolloutErrorCategory
from osmosis_contract.models.harbor import HarborFailureCode, HarborPhase

__all__ = [
    "AgentLostError",
    "RewardRefusedError",
    "SandboxDiedError",
    "TaskError",
    "VerifierCrashedError",
    "VerifierFailedError",
    "WorkflowFailedError",
    "category_of",
    "code_of_exception",
]

_CODE = HarborFailureCode
_SANDBOX = frozenset(
    {
        _CODE.SANDBOX_UNAVAILABLE,
        _CODE.IMAGE_BUILD_FAILED,
        _CODE.ENVIRONMENT_START_TIMEOUT,
        _CODE.SANDBOX_DIED,
        _CODE.TEARDOWN_FAILED,
        _CODE.TEARDOWN_TIMEOUT,
        _CODE.AGENT_SETUP_FAILED,
        _CODE.AGENT_SETUP_TIMEOUT,
    }
)
_BY_NAME = {
    "EnvironmentStartTimeoutError": _CODE.ENVIRONMENT_START_TIMEOUT,
    "SandboxBuildFailedError": _CODE.IMAGE_BUILD_FAILED,
    "ImageBuildError": _CODE.IMAGE_BUILD_FAILED,
    "AgentSetupTimeoutError": _CODE.AGENT_SETUP_TIMEOUT,
    "AgentTimeoutError": _CODE.AGENT_TIMEOUT,
    "VerifierTimeoutError": _CODE.VERIFIER_TIMEOUT,
    "HealthcheckError": _CODE.SANDBOX_UNAVAILABLE,
    "SandboxLikelyOutOfMemoryError": _CODE.OUT_OF_MEMORY,
    "MemoryLimitExceededError": _CODE.OUT_OF_MEMORY,
    "OutOfMemoryError": _CODE.OUT_OF_MEMORY,
    "SandboxOutOfMemoryError": _CODE.OUT_OF_MEMORY,
    "DiskFullError": _CODE.DISK_FULL,
    "SandboxDiskFullError": _CODE.DISK_FULL,
    "SandboxDiedError": _CODE.SANDBOX_DIED,
    "AddTestsDirError": _CODE.SANDBOX_DIED,
    "DownloadVerifierDirError": _CODE.SANDBOX_DIED,
    "RewardFileNotFoundError": _CODE.REWARD_MISSING,
    "RewardFileEmptyError": _CODE.REWARD_EMPTY,
    "VerifierCrashedError": _CODE.VERIFIER_CRASHED,
    "VerifierFailedError": _CODE.VERIFIER_FAILED,
    "CancelledError": _CODE.CANCELLED,
    "TaskError": _CODE.TASK_INVALID,
}
_SANDBOX_SERVICE = frozenset(
    {
        "SandboxConnectionException",
        "SandboxRateLimitException",
        "PoolStateStoreUnavailableException",
        "SandboxApiException",
        "SandboxAPIError",
    }
)
_BY_PHASE = {
    HarborPhase.SETUP: _CODE.TASK_INVALID,
    HarborPhase.ENVIRONMENT_SETUP: _CODE.SANDBOX_UNAVAILABLE,
    HarborPhase.AGENT_SETUP: _CODE.AGENT_SETUP_FAILED,
    HarborPhase.AGENT: _CODE.AGENT_FAILED,
    HarborPhase.VERIFIER: _CODE.VERIFIER_FAILED,
    HarborPhase.GRADING: _CODE.VERIFIER_FAILED,
    HarborPhase.TEARDOWN: _CODE.TEARDOWN_FAILED,
}
_NO_SPACE = "No space left on device"


class TaskError(ValueError):
    """A task that cannot be had or used: which, and why."""


class SandboxDiedError(RuntimeError):
    """The sandbox was there and answers no more."""


class AgentLostError(RuntimeError):
    """The agent's process ended without saying how the workflow ended."""


class WorkflowFailedError(RuntimeError):
    """The workflow said itself how it failed."""


class VerifierFailedError(RuntimeError):
    """The verifier could not be run as it has to be."""


class VerifierCrashedError(RuntimeError):
    """A signal ended the verifier."""


class RewardRefusedError(ValueError):
    """A reward file that gives no reward. `code` says why."""

    def __init__(self, code: HarborFailureCode, message: str) -> None:
        super().__init__(message)
        self.code = code


def code_of_exception(kind: str, message: str, phase: HarborPhase) -> HarborFailureCode:
    """The code for an exception of that class name, raised in that phase."""
    if kind in _SANDBOX_SERVICE:
        return _CODE.SANDBOX_UNAVAILABLE
    if _NO_SPACE in message and phase is not HarborPhase.SETUP:
        return _CODE.DISK_FULL
    if kind in _BY_NAME:
        return _BY_NAME[kind]
    if phase is HarborPhase.ENVIRONMENT_SETUP and " build" in message:
        return _CODE.IMAGE_BUILD_FAILED
    return _BY_PHASE[phase]


def category_of(code: HarborFailureCode) -> RolloutErrorCategory | None:
    """The wire's category: the sandbox's failures say nothing of the agent; None for a cancellation."""
    if code in _SANDBOX:
        return RolloutErrorCategory.HTTP_ERROR
    match code:
        case _CODE.AGENT_TIMEOUT | _CODE.VERIFIER_TIMEOUT:
            return RolloutErrorCategory.TIMEOUT
        case _CODE.AGENT_FAILED | _CODE.OUT_OF_MEMORY | _CODE.DISK_FULL:
            return RolloutErrorCategory.AGENT_ERROR
        case _CODE.VERIFIER_FAILED | _CODE.VERIFIER_CRASHED:
            return RolloutErrorCategory.AGENT_ERROR
        case _CODE.INTERNAL:
            return RolloutErrorCategory.INTERNAL_ERROR
        case _CODE.CANCELLED:
            return None
    return RolloutErrorCategory.VALIDATION_ERROR
