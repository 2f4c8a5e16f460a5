"""Our rollouts for any trainer: one row at a time, against whatever endpoint serves the policy.

    async with open_rollouts("rollouts/multiply") as rollouts:
        trajectory = await rollouts.run(TrainingPrompt(prompt=[...], label="42"), Endpoint(base_url=..., model=...))

The rollout's code runs in its own environment, behind the rollout protocol; its model calls go through the bridge to
the endpoint, and what comes back is token ids, log-probabilities and masks, or the reason why there is nothing to train
on.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from osmosis_ai.base.cache import cache_root
from osmosis_ai.base.redaction.redactor import Redactor, ambient_secrets
from osmosis_ai.engine.ports import Observer, RunProgressUpdate
from osmosis_ai.engine.run import new_rollout_id
from osmosis_ai.engine.work import Attempt, AttemptResult, Runner, RunnerLostError, WorkItem
from osmosis_ai.hosting.services import hosted
from osmosis_ai.hosting.spec import HostedProcess, HostSpec, LocalEnvironments
from osmosis_ai.models.bridge.token_capture import CapturedCall
from osmosis_ai.runs.copies import remove_tree
from osmosis_ai.semantics.outcomes import Scored
from osmosis_ai.train.endpoints import Endpoint, EndpointCapture, EndpointModel, TokenSource
from osmosis_ai.train.trajectories import Limits, Trajectory, segments_of, trajectory_of, unscorable
from osmosis_contract.models.run_events import RolloutOutcome
from osmosis_contract.models.server_record import ServerRecord
from osmosis_contract.models.token_trajectory import (
    ScoredTokenTrajectory,
    UnscorableReason,
    UnscorableTokenTrajectory,
)

__all__ = [
    "Endpoint",
    "GradedRollout",
    "HostedRollouts",
    "ScoredTokenTrajectory",
    "TokenSource",
    "TrainingPrompt",
    "UnscorableTokenTrajectory",
    "open_rollouts",
]

_log = logging.getLogger(__name__)
_NO_LIMIT = 1 << 31
_LEVELS = {"warning": logging.WARNING, "error": logging.ERROR}


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingPrompt:
    """A row as a rollout gets it: chat messages, what a grader compares with, and anything else."""

    prompt: list[dict[str, Any]]
    label: str | None = None
    metadata: dict[str, Any] | None = None
    source_row_index: int = 0


@dataclass(frozen=True, slots=True)
class GradedRollout:
    """A rollout whose tokens somebody else has: its identity, its reward, the numbers of its sample."""

    rollout_id: str
    reward: float
    metrics: Mapping[str, float]


class HostedRollouts:
    """A rollout server that is up. Make one with `open_rollouts`; its methods may be called side by side."""

    def __init__(self, runner: Runner, capture: EndpointCapture, width: int, trials: Path, attempts: int) -> None:
        self._runner = runner
        self._capture = capture
        self._slots = asyncio.Semaphore(width)
        self._restarting = asyncio.Lock()
        self._restarts = 0
        self._trials = trials
        self._attempts = attempts
        self.width = width

    async def run(
        self,
        row: TrainingPrompt,
        endpoint: Endpoint,
        *,
        max_prompt_length: int = _NO_LIMIT,
        max_response_length: int = _NO_LIMIT,
        one_sequence: bool = True,
    ) -> ScoredTokenTrajectory | UnscorableTokenTrajectory:
        """One rollout of a row: its tokens and its reward, or why there is none. What fails is tried again.

        Lengths are in tokens of a sequence; longer is unscorable. With `one_sequence`, so is a rollout whose calls are
        several sequences; without it, each is a segment. Raises ValueError for an endpoint without a token source,
        OsmosisError where the rollout server cannot be had any more.
        """
        if endpoint.tokens is TokenSource.NONE:
            raise ValueError("an endpoint without a token source gives no trajectory: use `grade`")
        limits = Limits(endpoint.policy_version, max_prompt_length, max_response_length)
        found: Trajectory = unscorable(UnscorableReason.INFRASTRUCTURE_FAILED, "it was not tried")
        for number in range(self._attempts):
            attempt, result, calls = await self._tried(row, replace(endpoint, seed=endpoint.seed + number), number)
            found = _trajectory(attempt.rollout_id, result, calls, limits, one_sequence=one_sequence)
            if result.outcome.kind is RolloutOutcome.SCORED or not _worth_another(result):
                break
        return found

    async def grade(self, row: TrainingPrompt, endpoint: Endpoint) -> GradedRollout | UnscorableTokenTrajectory:
        """One rollout of a row, once, for a trainer whose endpoint captures tokens itself. Raises OsmosisError."""
        attempt, result, _ = await self._tried(row, replace(endpoint, tokens=TokenSource.NONE), 0)
        outcome = result.outcome
        if isinstance(outcome, Scored):
            return GradedRollout(attempt.rollout_id, outcome.reward, dict(result.metrics))
        return _lost(attempt.rollout_id, result)

    async def _tried(
        self, row: TrainingPrompt, endpoint: Endpoint, number: int
    ) -> tuple[Attempt, AttemptResult, list[CapturedCall]]:
        attempt = Attempt(WorkItem(0, 0, row), number, new_rollout_id())
        async with self._slots:
            restarts = self._restarts
            self._capture.expect(attempt.rollout_id, endpoint)
            try:
                result = await self._runner.run(attempt)
            except RunnerLostError as error:
                result = error.result
                await self._restart(restarts)
            finally:
                calls = self._capture.take(attempt.rollout_id)
                await asyncio.to_thread(self._forget, attempt.rollout_id)
        return attempt, result, calls

    async def _restart(self, restarts: int) -> None:
        """A new server in place of the lost one, once for all that it took along."""
        async with self._restarting:
            if self._restarts == restarts:
                await self._runner.restart()
                self._restarts += 1

    def _forget(self, rollout_id: str) -> None:
        path = self._trials / rollout_id
        if path.is_dir():
            remove_tree(str(path))


def _worth_another(result: AttemptResult) -> bool:
    """Whether another try can end otherwise."""
    kind = result.outcome.kind
    if kind in {RolloutOutcome.REMOVED, RolloutOutcome.UNGRADED, RolloutOutcome.CANCELLED}:
        return False
    return not getattr(result.outcome, "permanent", False)


def _trajectory(
    rollout_id: str, result: AttemptResult, calls: list[CapturedCall], limits: Limits, *, one_sequence: bool
) -> Trajectory:
    outcome = result.outcome
    reward = outcome.reward if isinstance(outcome, Scored) else None
    message = getattr(outcome, "message", None)
    found = trajectory_of(rollout_id, outcome.kind, reward, message, calls=calls, limits=limits)
    several = isinstance(found, UnscorableTokenTrajectory) and found.reason is UnscorableReason.NOT_ONE_SEQUENCE
    if one_sequence or not several or reward is None:
        return found
    return ScoredTokenTrajectory(kind="scored", rollout_id=rollout_id, reward=reward, segments=segments_of(calls))


def _lost(rollout_id: str, result: AttemptResult) -> UnscorableTokenTrajectory:
    message = getattr(result.outcome, "message", "")
    return unscorable(UnscorableReason(result.outcome.kind.value), message, rollout_id)


@asynccontextmanager
async def open_rollouts(
    rollout_dir: str | Path,
    entrypoint: str = "main.py",
    *,
    width: int = 8,
    attempts: int = 2,
    agent_timeout_sec: float | None = None,
    grader_timeout_sec: float | None = None,
    env: Mapping[str, str] | None = None,
    secret_env: Mapping[str, str] | None = None,
) -> AsyncIterator[HostedRollouts]:
    """Serves the rollout in `rollout_dir`, in its own environment, until the context closes.

    `width` rollouts run side by side at most, and what fails is tried `attempts` times. `env` and `secret_env` are
    variables of user code; the values of the second are taken out of every message. Raises OsmosisError.
    """
    folder = Path(rollout_dir).resolve()  # noqa: ASYNC240 - once, before anything runs
    environ, hidden = dict(os.environ), dict(secret_env or {})
    token = secrets.token_hex(32)
    redact = Redactor([*hidden.values(), *ambient_secrets(environ), token])
    inherited = LocalEnvironments.of(environ, dict(env or {}), hidden)
    with tempfile.TemporaryDirectory(prefix="osmosis-rollouts-") as scratch:
        trials = Path(scratch, "trials")
        trials.mkdir()  # noqa: ASYNC240
        spec = HostSpec(
            rollout_dir=folder,
            entrypoint=entrypoint,
            model_path="endpoint",
            model_root=folder,
            rollout_environment=inherited.rollout,
            model_environment=inherited.model,
            tool_environment=inherited.tools,
            token=token,
            trials=trials,
            environments=cache_root(environ) / "rollout-envs",
            sdk_cache=cache_root(environ) / "sdk",
            width=width,
            agent_timeout_sec=agent_timeout_sec,
            grader_timeout_sec=grader_timeout_sec,
        )
        observer = _LogObserver(redact)
        async with (
            EndpointModel() as model,
            hosted(spec, observer, records=_NoRecords(), redact=redact, model=model, capture=model.capture) as up,
        ):
            yield HostedRollouts(up.runner, model.capture, up.width, trials, attempts)


class _LogObserver(Observer):
    """What hosting says goes to this module's logger."""

    def __init__(self, redact: Redactor) -> None:
        self._redact = redact

    def status(self, text: str) -> None:
        _log.debug("%s", self._redact(text))

    def progress(self, update: RunProgressUpdate) -> None:
        return None

    def log(self, level: str, source: str, message: str, **fields: object) -> None:
        _log.log(_LEVELS.get(level, logging.INFO), "%s: %s", source, self._redact(message))

    def warning(self, code: str | None, message: str) -> None:
        _log.warning("%s", self._redact(message))


class _NoRecords:
    """The processes end with this one: no later run looks for them."""

    def add(self, kind: HostedProcess, record: ServerRecord) -> None:
        return None

    def remove(self, kind: HostedProcess, record: ServerRecord) -> None:
        return None
