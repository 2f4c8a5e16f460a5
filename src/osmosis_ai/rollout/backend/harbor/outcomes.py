"""What a trial comes to: the workflow's result, the grader's, and the diagnostics that are kept."""

from __future__ import annotations

import json
import logging
import math
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harbor.models.trial.result import TrialResult

from osmosis_ai.base.files.no_follow import FileFaultError, read_bounded
from osmosis_ai.rollout.backend.harbor.failures import category_of, code_of_exception
from osmosis_ai.rollout.backend.harbor.notes import TrialNotes
from osmosis_ai.rollout.backend.harbor.processes import signal_of
from osmosis_ai.rollout.errors import describe_exception
from osmosis_ai.rollout.trajectory.messages import messages_from_trajectory
from osmosis_ai.rollout.trajectory.read import InvalidTrajectoryError, read_trajectory
from osmosis_ai.rollout.types import (
    ExecutionOutcome,
    ExecutionRequest,
    ExecutionResult,
    RolloutErrorCategory,
    RolloutSample,
    RolloutStatus,
)
from osmosis_contract.models.harbor import HarborDiagnostics, HarborFailureCode, HarborPhase, HarborTimings

__all__ = ["TrialFailure", "TrialOutcome", "failed_before_trial", "outcome_of_trial", "phase_of"]

logger = logging.getLogger(__name__)

_CODE = HarborFailureCode
_SANDBOX_EVIDENCE = "sandbox.json"
_BY_USE = frozenset(
    {_CODE.AGENT_FAILED, _CODE.SANDBOX_DIED, _CODE.VERIFIER_FAILED, _CODE.VERIFIER_CRASHED, _CODE.REWARD_MISSING}
)
_ORACLE = "oracle"
_EXIT_CODES = ("agent/exit-code.txt", "steps/*/agent/exit-code.txt")
_AGENTS_OWN = frozenset({"AgentTimeoutError", "NonZeroAgentExitCodeError"})
_TRAJECTORIES = "*trajectory*.json"


@dataclass(slots=True)
class TrialOutcome:
    """The outcome, and whether the trial's files are worth keeping for somebody to look at."""

    outcome: ExecutionOutcome
    code: HarborFailureCode | None

    @property
    def succeeded(self) -> bool:
        """Whether the rollout succeeded."""
        return self.outcome.result.status is RolloutStatus.SUCCESS


@dataclass(frozen=True, slots=True)
class TrialFailure:
    """What ended a trial, in which phase; `kind` is the class of the exception, where there was one."""

    code: HarborFailureCode
    phase: HarborPhase
    message: str
    kind: str | None = None


def failed_before_trial(error: Exception, code: HarborFailureCode, category: RolloutErrorCategory) -> TrialOutcome:
    """The outcome of a rollout for which there was no trial."""
    message = str(error) if code is _CODE.TASK_INVALID and str(error) else describe_exception(error)
    diagnostics = _diagnostics(
        HarborPhase.SETUP, HarborTimings(), code=code, category=category, kind=type(error).__name__
    )
    result = ExecutionResult(
        status=RolloutStatus.FAILURE, err_message=message, err_category=category, extra_fields=diagnostics
    )
    return TrialOutcome(ExecutionOutcome(workflow=result), code)


def outcome_of_trial(
    request: ExecutionRequest,
    notes: TrialNotes,
    result: TrialResult | None,
    *,
    queued_sec: float,
    ended_by: TrialFailure | None = None,
    native: str | None = None,
    trainable: bool = True,
    grades: bool = True,
    count_reward_after_timeout: bool = False,
) -> TrialOutcome:
    """The outcome of a trial that Harbor ran to its end, or that was ended (`ended_by`) before it.

    `native` names the Harbor agent that ran instead of a workflow. `grades`: the trial had a verifier.
    """
    timings = _timings(result, queued_sec)
    recorded = _recorded(notes, result, grades=grades) or (_killed_solution(notes) if native == _ORACLE else None)
    failure = recorded or ended_by
    attached = [] if ended_by is None or recorded is None else [f"{ended_by.code.value}: {ended_by.message}"]
    sample, no_sample = _sample(request, notes, native, trainable=trainable)
    sample = _with_usage(sample, result)
    reward = _reward(result)
    phase = phase_of(result) if failure is None else failure.phase

    if failure is not None and failure.code is _CODE.REWARD_MISSING and sample is not None and _grader_set_none(notes):
        return TrialOutcome(_scored(sample, None, notes, _diagnostics(phase, timings, notes)), None)
    if failure is not None and not _is_teardown(failure, reward, grades=grades):
        code, verified = failure.code, reward if failure.code is _CODE.AGENT_TIMEOUT else None
        if verified is not None and count_reward_after_timeout and sample is not None:
            attached = [f"{code.value}: {failure.message}", *attached]
            diagnostics = _diagnostics(
                phase, timings, notes, verified_reward=verified, attached=attached, kind=failure.kind
            )
            return TrialOutcome(_scored(sample, verified, notes, diagnostics), None)
        diagnostics = _diagnostics(
            phase,
            timings,
            notes,
            code=code,
            category=category_of(code),
            kind=failure.kind,
            verified_reward=verified,
            attached=attached,
        )
        return TrialOutcome(_failed(failure, sample, notes, diagnostics), code)
    if failure is not None:  # a teardown that failed after everything had been decided
        attached = [f"{failure.code.value}: {failure.message}", *attached]
    if no_sample is not None:
        missing = TrialFailure(_CODE.NO_SAMPLE, HarborPhase.AGENT, no_sample)
        return TrialOutcome(
            _failed(missing, None, notes, _diagnostics(phase, timings, notes, missing.code, attached=attached)),
            missing.code,
        )
    if not request.grade:
        diagnostics = _diagnostics(phase, timings, notes, attached=attached)
        success = ExecutionResult(status=RolloutStatus.SUCCESS, sample=sample, extra_fields=diagnostics)
        return TrialOutcome(ExecutionOutcome(workflow=success), None)
    if reward is None or sample is None:
        why = (
            "the task has no tests/test.sh, and the backend has no grader" if not grades else "the trial gave no reward"
        )
        nothing = TrialFailure(_CODE.NO_REWARD_SOURCE, HarborPhase.GRADING, f"there is no reward: {why}")
        return TrialOutcome(
            _failed(nothing, sample, notes, _diagnostics(phase, timings, notes, nothing.code, attached=attached)),
            nothing.code,
        )
    return TrialOutcome(_scored(sample, reward, notes, _diagnostics(phase, timings, notes, attached=attached)), None)


def phase_of(result: TrialResult | None) -> HarborPhase:
    """The last phase that a trial reached."""
    if result is None:
        return HarborPhase.SETUP
    reached = [
        (result.verifier, HarborPhase.VERIFIER),
        (result.agent_execution, HarborPhase.AGENT),
        (result.agent_setup, HarborPhase.AGENT_SETUP),
        (result.environment_setup, HarborPhase.ENVIRONMENT_SETUP),
    ]
    return next((phase for timing, phase in reached if timing is not None), HarborPhase.SETUP)


def _recorded(notes: TrialNotes, result: TrialResult | None, *, grades: bool) -> TrialFailure | None:
    """The failure that Harbor recorded first, on the trial or on one of its steps."""
    if result is None:
        return None
    steps = [step.exception_info for step in result.step_results or () if step.exception_info is not None]
    exception = min(
        [each for each in (result.exception_info, *steps) if each], key=lambda each: each.occurred_at, default=None
    )
    if exception is None:
        return None
    phase = phase_of(result)
    if exception.exception_type in _AGENTS_OWN:
        phase = HarborPhase.AGENT  # Harbor verifies after these
    elif phase is HarborPhase.VERIFIER:
        phase = HarborPhase.TEARDOWN if _reward(result) is not None else phase
    elif phase is HarborPhase.AGENT and not grades and notes.code is None:
        ended = notes.workflow is not None and notes.workflow.status is RolloutStatus.SUCCESS
        phase = HarborPhase.TEARDOWN if ended else phase
    code = code_of_exception(exception.exception_type, exception.exception_message, phase)
    if notes.code is not None and exception.exception_type in {"RewardRefusedError", "WorkflowFailedError"}:
        code = notes.code
    if exception.exception_type == "RewardRefusedError":
        phase = HarborPhase.GRADING
    message = exception.exception_message or exception.exception_type
    return _with_evidence(notes, code, phase, message, exception.exception_type)


def _killed_solution(notes: TrialNotes) -> TrialFailure | None:
    """A signal ended the task's solution: Harbor notes its exit status and verifies what was not finished."""
    for path in sorted(path for pattern in _EXIT_CODES for path in notes.directory.glob(pattern)):
        try:
            number = signal_of(int(read_bounded(path, at_most=16, follow_links=False)))
        except (FileFaultError, ValueError):
            continue
        if number is not None:
            code = _CODE.SANDBOX_DIED if number == signal.SIGKILL else _CODE.AGENT_FAILED  # it comes from outside
            message = f"the task's solution was ended by signal {number}"
            return _with_evidence(notes, code, HarborPhase.AGENT, message)
    return None


def _with_evidence(
    notes: TrialNotes, code: HarborFailureCode, phase: HarborPhase, message: str, kind: str | None = None
) -> TrialFailure:
    used_up = _used_up(notes.directory) if code in _BY_USE else None
    if used_up is not None:
        code, reason = used_up
        message = f"{reason}: {message}"
    return TrialFailure(code, phase, message, kind)


def _used_up(trial: Path) -> tuple[HarborFailureCode, str] | None:
    """What the sandbox had used up, by its own evidence: what the kernel killed, the room of its file system."""
    try:
        evidence = json.loads(read_bounded(trial / _SANDBOX_EVIDENCE, at_most=1 << 16, follow_links=False))
    except (FileFaultError, ValueError, RecursionError):
        return None
    if not isinstance(evidence, dict):
        return None
    if evidence.get("out_of_memory"):
        return _CODE.OUT_OF_MEMORY, "the memory of the sandbox was used up"
    if evidence.get("disk_full"):
        return _CODE.DISK_FULL, "the disk of the sandbox was full"
    return None


def _is_teardown(failure: TrialFailure, reward: float | None, *, grades: bool) -> bool:
    """A failure of the teardown, after the reward was there (or none was wanted): it takes nothing away."""
    torn = failure.code in {_CODE.TEARDOWN_FAILED, _CODE.TEARDOWN_TIMEOUT} or failure.phase is HarborPhase.TEARDOWN
    return torn and (reward is not None or not grades)


def _grader_set_none(notes: TrialNotes) -> bool:
    """A grader of ours ended well and set no reward: the rollout is ungraded, and has not failed."""
    said = notes.grader
    return (
        said is not None
        and said.status is RolloutStatus.SUCCESS
        and (said.sample is None or said.sample.reward is None)
    )


def _scored(
    sample: RolloutSample, reward: float | None, notes: TrialNotes, diagnostics: Mapping[str, Any]
) -> ExecutionOutcome:
    graded = sample.model_copy()
    grader = notes.grader.sample if notes.grader is not None else None
    if grader is not None:  # what a bundled grader said of the sample beside its reward
        graded = graded.model_copy(
            update={
                "remove_sample": grader.remove_sample,
                "metrics": {**graded.metrics, **grader.metrics},
                "extra_fields": {**graded.extra_fields, **grader.extra_fields},
            }
        )
    graded.reward = reward
    extra = dict(diagnostics)
    return ExecutionOutcome(
        workflow=ExecutionResult(status=RolloutStatus.SUCCESS, sample=sample, extra_fields=extra),
        grader=ExecutionResult(status=RolloutStatus.SUCCESS, sample=graded, extra_fields=extra),
    )


def _failed(
    failure: TrialFailure, sample: RolloutSample | None, notes: TrialNotes, diagnostics: Mapping[str, Any]
) -> ExecutionOutcome:
    extra = dict(diagnostics)
    verifying = failure.phase in {HarborPhase.VERIFIER, HarborPhase.GRADING}
    said = notes.grader if verifying else notes.workflow
    own = said is not None and said.status is RolloutStatus.FAILURE and said.err_message is not None
    category = category_of(failure.code)
    if own and said is not None and category is not RolloutErrorCategory.HTTP_ERROR:
        category = said.err_category or category
    cancelled = failure.code is _CODE.CANCELLED
    message = failure.message
    if own and said is not None and said.err_message is not None and category is not RolloutErrorCategory.HTTP_ERROR:
        message = said.err_message
    result = ExecutionResult(
        status=RolloutStatus.CANCELLED if cancelled else RolloutStatus.FAILURE,
        sample=sample,
        err_message="cancelled" if cancelled else message,
        err_category=category,
        err_location=said.err_location if own and said is not None else None,
        err_traceback=said.err_traceback if own and said is not None else None,
        extra_fields=extra,
    )
    whole = sample is not None and (notes.workflow is None or notes.workflow.status is RolloutStatus.SUCCESS)
    if verifying and whole:
        success = ExecutionResult(status=RolloutStatus.SUCCESS, sample=sample, extra_fields=extra)
        return ExecutionOutcome(workflow=success, grader=result)
    return ExecutionOutcome(workflow=result.model_copy(update={"sample_cut_off": sample is not None}))


def _sample(
    request: ExecutionRequest, notes: TrialNotes, native: str | None, *, trainable: bool
) -> tuple[RolloutSample | None, str | None]:
    """The agent's sample; or why an agent that should have left one left none."""
    if native is None:
        return (None if notes.workflow is None else notes.workflow.sample), None
    if not trainable:
        return RolloutSample(messages=[], trajectory_messages=None, label=request.label), None
    valid = []
    for path in sorted((notes.directory / "agent").glob(_TRAJECTORIES)):
        try:
            valid.append(read_trajectory(path))
        except InvalidTrajectoryError as error:
            logger.info("not a trajectory: %s", error)
    if len(valid) != 1:
        found = "no valid trajectory" if not valid else f"{len(valid)} trajectories"
        return None, f"the agent {native!r} left {found}, and its conversation is read from exactly one"
    return RolloutSample(messages=messages_from_trajectory(valid[0]), label=request.label), None


def _with_usage(sample: RolloutSample | None, result: TrialResult | None) -> RolloutSample | None:
    """The sample with the tokens and the cost that Harbor counted; what the workflow measured itself is kept."""
    if sample is None or result is None:
        return sample
    names = ("input_tokens", "cached_tokens", "output_tokens", "cost_usd")
    counted = zip(names, result.compute_token_cost_totals(), strict=True)
    known = {name: value for name, value in counted if value is not None and math.isfinite(value)}
    return sample.model_copy(update={"metrics": {**known, **sample.metrics}}) if known else sample


def _reward(result: TrialResult | None) -> float | None:
    rewards = None if result is None or result.verifier_result is None else result.verifier_result.rewards
    reward = None if rewards is None else rewards.get("reward")
    return None if reward is None or isinstance(reward, bool) or not math.isfinite(reward) else float(reward)


def _timings(result: TrialResult | None, queued_sec: float) -> HarborTimings:
    found: dict[str, float] = {"queued": round(queued_sec, 2)}
    if result is not None:
        phases = {
            "environment_setup": result.environment_setup,
            "agent_setup": result.agent_setup,
            "agent": result.agent_execution,
            "verifier": result.verifier,
            "total": result,
        }
        for name, timing in phases.items():
            if timing is not None and timing.started_at is not None and timing.finished_at is not None:
                found[name] = round((timing.finished_at - timing.started_at).total_seconds(), 2)
    return HarborTimings(**found)


def _diagnostics(
    phase: HarborPhase,
    timings: HarborTimings,
    notes: TrialNotes | None = None,
    code: HarborFailureCode | None = None,
    *,
    category: RolloutErrorCategory | None = None,
    kind: str | None = None,
    verified_reward: float | None = None,
    attached: list[str] | None = None,
) -> dict[str, Any]:
    return HarborDiagnostics(
        backend="harbor",
        phase=phase,
        code=code,
        harbor_exception_type=kind,
        category=category if category is not None or code is None else category_of(code),
        verified_reward=verified_reward,
        processes_ended=None if notes is None else notes.processes_ended,
        attached=attached or [],
        timings_sec=timings,
    ).to_wire()
