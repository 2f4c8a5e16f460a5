"""The steps of a training: rollouts, update, the new adapter served, the record; and checkpoints and evaluations."""

from __future__ import annotations

import asyncio
import shutil
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.engine.ports import Observer
from osmosis_ai.models.bridge.token_capture import Sampling, TokenCapture
from osmosis_ai.runs.training.folder import TrainingFolder
from osmosis_ai.runs.training.journal import TrainingJournal, now
from osmosis_ai.runs.training.metrics import metrics_of
from osmosis_ai.semantics.members import omit_none
from osmosis_ai.train.checkpoints import save_checkpoint, to_prune
from osmosis_ai.train.display import TrainDisplay
from osmosis_ai.train.figures import reasons_of, scored_of, step_figures
from osmosis_ai.train.plan import TrainPlan
from osmosis_ai.train.rollouts import Rollout, Rollouts, StepStoppedError
from osmosis_ai.train.sampler import rows_of_step, seed_of
from osmosis_ai.train.trainer import TrainedPolicy, Trainer, TrainingRow, Update
from osmosis_ai.train.trajectories import Limits
from osmosis_contract.models.local_training import (
    TrainingCheckpointPruned,
    TrainingCheckpointSaved,
    TrainingEvaluation,
    TrainingRollout,
    TrainingStep,
)
from osmosis_contract.models.token_trajectory import UnscorableTokenTrajectory

__all__ = ["MOST_LOGP_DIFFERENCE", "TrainingLoop"]

MOST_LOGP_DIFFERENCE = 0.5
"""Mean difference of log-probabilities from which on the server and the trainer do not have the same model."""
_RECENT = 3


@dataclass(slots=True, kw_only=True)
class TrainingLoop:
    """One invocation of a training; everything that it needs is up."""

    plan: TrainPlan
    folder: TrainingFolder
    journal: TrainingJournal
    trainer: Trainer
    policy: TrainedPolicy
    capture: TokenCapture
    first_adapter: Path | None
    rollouts: Rollouts
    observer: Observer
    display: TrainDisplay
    deadline: float | None = None
    """By the monotonic clock."""
    _stop_reason: str | None = None
    _durations: list[float] = field(default_factory=list)
    _saved: int = 0

    async def run(self) -> str | None:
        """Does the steps that are left; why it stopped before the last, None if it did not. Raises OsmosisError."""
        state = self.journal.state
        first = self._saved = state.last_step
        evaluates = bool(self.plan.split.held_out)
        await self._serve(self.first_adapter, first)
        if evaluates and first == 0 and self.plan.settings.eval_interval is not None:
            await self._evaluate(0)
        for step in range(first + 1, self.plan.steps + 1):
            if self._has_to_stop():
                break
            began = time.monotonic()
            try:
                await self._step(step)
            except StepStoppedError:
                break
            self._durations.append(time.monotonic() - began)
            last = step == self.plan.steps
            if last or step % self.plan.settings.save_every == 0:
                await self._save(step)
            interval = self.plan.settings.eval_interval
            if evaluates and (last or (interval is not None and step % interval == 0)):
                await self._evaluate(step)
            self.folder.write_json(self.folder.metrics, metrics_of(state, alive=True))
        if state.last_step > self._saved:
            await self._save(state.last_step)
        self.folder.adapter_of(state.last_step).unlink(missing_ok=True)  # the checkpoint has it
        return None if state.last_step >= self.plan.steps else self._stop_reason or "stopped"

    async def stop(self, reason: str) -> None:
        """See Stoppable."""
        if self._stop_reason is None:
            self._stop_reason = reason
            self.observer.status(f"{reason[:1].upper()}{reason[1:]}: saving the last complete step")
            await self.rollouts.stop()

    def _has_to_stop(self) -> bool:
        if self._stop_reason is None and self.deadline is not None and time.monotonic() >= self.deadline:
            self._stop_reason = "--max-time is reached"
        return self._stop_reason is not None

    async def _step(self, step: int) -> None:
        settings = self.plan.settings
        began = time.monotonic()
        rows = self.plan.rows(rows_of_step(self.plan.split.train, step, settings.prompts, settings.local.seed))
        limits = Limits(self.policy.version, settings.max_prompt_length, settings.max_response_length)
        self.observer.status(f"Step {step} of {self.plan.steps}: {self.plan.rollouts_a_step} rollouts")
        found = await self.rollouts.run(
            rows,
            settings.samples,
            sampling=Sampling(settings.temperature, settings.max_response_length),
            limits=limits,
            seed=seed_of(settings.local.seed, "step", step),
        )
        self.folder.write_rollouts(step, (self._record_of(step, each) for each in found))
        scored = scored_of(found)
        if not scored:
            raise OsmosisError(
                f"step {step}: none of {len(found)} rollouts could be scored: {_first_reason(found)}",
                hint=f"See {self.folder.rollouts_of(step)} and the run's log. Resume with the same --name.",
            )
        sampled = time.monotonic()
        self.observer.status(f"Step {step} of {self.plan.steps}: updating the model")
        adapter = self.folder.adapter_of(step)
        update = await self.trainer.step(step, _training_rows(found), adapter)
        _check_difference(step, update)
        updated = time.monotonic()
        version = self.policy.version
        await self._serve(adapter, step)
        self.folder.adapter_of(step - 1).unlink(missing_ok=True)
        record = TrainingStep(
            event="step",
            at=now(),
            step=step,
            policy_version=version,
            prompts=len(rows),
            rollouts=len(found),
            scored=len(scored),
            unscorable=reasons_of(found),
            metrics=step_figures(scored, update),
            seconds={
                "rollouts": round(sampled - began, 3),
                "update": round(updated - sampled, 3),
                "swap": round(time.monotonic() - updated, 3),
            },
        )
        await self.journal.append(record)
        self.observer.log("info", "step", f"{step} of {self.plan.steps}", **record.metrics, **record.unscorable)
        self.display.step_done(record, self.plan.steps, self._seconds_left(step, time.monotonic() - began))

    def _record_of(self, step: int, rollout: Rollout) -> TrainingRollout:
        redact = self.rollouts.redact
        return TrainingRollout(
            step=step,
            source_row_index=rollout.source_row_index,
            sample_index=rollout.sample_index,
            policy_version=self.policy.version,
            trajectory=rollout.trajectory,
            messages=[_redacted(each, redact) for each in rollout.messages if isinstance(each, dict)],
            **omit_none(token_texts=[redact(text) for text in rollout.texts] or None),
        )

    async def _evaluate(self, step: int) -> None:
        settings = self.plan.settings
        began = time.monotonic()
        rows = self.plan.rows(list(self.plan.split.held_out))
        self.observer.status(f"Evaluating {len(rows)} held-out rows")
        try:
            found = await self.rollouts.run(
                rows,
                1,
                sampling=Sampling(0.0, settings.max_response_length),
                limits=Limits(0, settings.max_prompt_length, settings.max_response_length),
                seed=seed_of(settings.local.seed, "evaluation"),
            )
        except StepStoppedError:
            return
        rewards = [each.reward for each in found if each.reward is not None]
        record = TrainingEvaluation(
            event="evaluation",
            at=now(),
            step=step,
            rows=len(rows),
            scored=len(rewards),
            seconds=round(time.monotonic() - began, 3),
            **omit_none(reward=statistics.fmean(rewards) if rewards else None),
        )
        await self.journal.append(record)
        self.observer.log("info", "evaluation", f"after step {step}", reward=record.reward, scored=record.scored)
        self.display.evaluated(record)

    async def _serve(self, adapter: Path | None, version: int) -> None:
        await self.policy.serve(adapter, version)
        self.capture.policy_version = version

    async def _save(self, step: int) -> None:
        self.observer.status(f"Saving the checkpoint of step {step}")
        digest = await save_checkpoint(self.folder, self.trainer, step, self.folder.adapter_of(step))
        path = self.folder.checkpoint_of(step)
        reward = self.journal.state.steps[step].metrics.get("rollout/raw_reward")
        await self.journal.append(
            TrainingCheckpointSaved(
                event="checkpoint",
                at=now(),
                step=step,
                path=path.relative_to(self.folder.root).as_posix(),
                adapter_sha256=digest,
                **omit_none(reward=reward),
            )
        )
        self._saved = step
        for old in to_prune(self.journal.state, self.plan.settings.local.keep_checkpoints):
            await self.journal.append(TrainingCheckpointPruned(event="pruned", at=now(), step=old))
            await asyncio.to_thread(shutil.rmtree, self.folder.checkpoint_of(old), ignore_errors=True)

    def _seconds_left(self, step: int, last: float) -> float:
        recent = [*self._durations[-_RECENT:], last]
        return (self.plan.steps - step) * statistics.fmean(recent)


def _redacted(message: dict[str, Any], redact: Redactor) -> dict[str, Any]:
    """A chat message without secrets in its text."""
    content = message.get("content")
    return {**message, "content": redact(content)} if isinstance(content, str) else message


def _training_rows(found: Sequence[Rollout]) -> list[TrainingRow]:
    """The rows as the trainer takes them; one that failed borrows the prompt of a sibling, for it is masked anyway."""
    prompts = {each.source_row_index: each.prompt_ids for each in found if each.prompt_ids}
    return [TrainingRow(each.trajectory, prompts.get(each.source_row_index, ())) for each in found]


def _first_reason(found: Sequence[Rollout]) -> str:
    for each in found:
        if isinstance(each.trajectory, UnscorableTokenTrajectory):
            return f"{each.trajectory.reason.value}: {each.trajectory.message}"
    return "for no reason that is known"


def _check_difference(step: int, update: Update) -> None:
    difference = update.figures.get("serving_logp_difference")
    if difference is not None and difference > MOST_LOGP_DIFFERENCE:
        raise OsmosisError(
            f"step {step}: the server's log-probabilities differ from the trainer's by {difference:.2f} a token on "
            "average, so they do not have the same model",
            hint='Report it with the run\'s log. Set serve = "f16" in [advanced.local] if it is "as_shipped".',
        )
