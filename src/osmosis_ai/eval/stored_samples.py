"""The samples that a run has kept, for grading them again. Only reads the run."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any, override

from pydantic_core import from_json, to_json

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.files.atomic import PRIVATE, write_atomic
from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.engine.ports import Artifacts, CollectedTrajectory
from osmosis_ai.engine.work import Attempt, AttemptResult, WorkKey
from osmosis_ai.rollout.trajectory.stored_messages import messages_of_document
from osmosis_ai.runs.folder import RunFolder
from osmosis_ai.runs.reading.exported import ExportedRun
from osmosis_ai.semantics.members import omit_none
from osmosis_ai.semantics.outcomes import AgentFailed, Cancelled, GraderFailed, Outcome, TimedOut, Ungraded
from osmosis_contract.models.grading import GradingTask
from osmosis_contract.models.rollout import RolloutErrorCategory, RolloutResultResponse
from osmosis_contract.models.run_events import RolloutOutcome, RunEvent
from osmosis_contract.models.run_export import ExportedRow
from osmosis_contract.models.sample import RolloutSample

__all__ = ["GradedArtifacts", "StoredSamples"]

_HAVE_NO_SAMPLE = frozenset({RolloutOutcome.AGENT_FAILED})
_FAILURE_CATEGORIES = {str(category): category for category in RolloutErrorCategory}

JsonObject = dict[str, Any]


class StoredSamples:
    """The samples of the source run; what is graded goes to the folder of the new one.

    An item without a sample keeps its outcome: a failure of the workflow is one under any grader, and an item without a
    result stays without one.
    """

    def __init__(
        self, source: ExportedRun, folder: RunFolder, grader_timeout_sec: float | None, redact: Redactor
    ) -> None:
        self._source = source
        self._folder = folder
        self._trials = os.fspath(folder.trials)
        self._timeout = grader_timeout_sec
        self._redact = redact
        self._documents: dict[str, JsonObject] = {}
        self.collected: dict[str, CollectedTrajectory] = {}
        """What was written in its place already, by rollout."""

    def task(self, attempt: Attempt) -> GradingTask | AttemptResult:
        """See `SampleStore`. Raises OsmosisError for a sample that was not kept in full."""
        item = attempt.item
        row = self._source.row(item.source_row_index, item.run_index, texts=False)
        kept = _outcome_kept(row)
        if kept is not None:
            return AttemptResult(kept, 0.0, err_traceback=row.traceback)
        document = self._document(row)
        messages = messages_of_document(document)
        if messages is None:
            without = _outcome_without_sample(row) if not document or _is_cut_off(document) else None
            if without is not None:
                return AttemptResult(without, 0.0, err_traceback=row.traceback)
            raise OsmosisError(
                f"the run {self._source.manifest.run_name} did not keep the sample of row {row.row} in full: "
                "another version or another program made it",
                hint="Run its rows again with `osmosis eval run CONFIG --rows-from RUN`.",
            )
        osmosis = document["extra"]["osmosis"]
        self._documents[attempt.rollout_id] = document
        return GradingTask(
            rollout_id=attempt.rollout_id,
            sample=RolloutSample(
                messages=messages,
                label=item.row.label,
                metrics=osmosis.get("sample_metrics") or {},
                extra_fields=osmosis.get("sample_extra_fields") or {},
            ),
            **omit_none(
                label=item.row.label,
                metadata=item.row.metadata,
                grader_timeout_sec=self._timeout,
                artifacts=self._copied_files(row, attempt.rollout_id),
            ),
        )

    def keep(self, attempt: Attempt, result: RolloutResultResponse) -> None:
        """See `SampleStore`: the trajectory under the new rollout's identity, with the new reward and metrics."""
        document = self._documents.pop(attempt.rollout_id)
        osmosis = document["extra"]["osmosis"]
        for member in ("session_id", "trajectory_id"):
            document[member] = attempt.rollout_id
        osmosis["rollout_id"] = attempt.rollout_id
        osmosis.pop("reward", None)
        if result.sample is not None:
            if result.sample.reward is not None:
                osmosis["reward"] = result.sample.reward
            if result.sample.metrics:
                osmosis["sample_metrics"] = result.sample.metrics
        text = self._redact(to_json(document, indent=2, inf_nan_mode="null").decode())
        data = text.encode("utf-8", "replace")
        if os.path.isdir(f"{self._trials}/{attempt.rollout_id}"):  # noqa: PTH112 - once for each row
            write_atomic(self._folder.trajectory_of(attempt.rollout_id), data, mode=PRIVATE)
            return
        row_index, run_index = attempt.item.key
        kept = self._folder.trajectories / f"row_{row_index}_run_{run_index}.json"
        write_atomic(kept, data, mode=PRIVATE)
        self.collected[attempt.rollout_id] = CollectedTrajectory(
            f"{kept.parent.name}/{kept.name}", hashlib.sha256(data).hexdigest()
        )

    def _document(self, row: ExportedRow) -> JsonObject:
        file = self._source.open_trajectory(row)
        if file is None:
            return {}
        with file:
            found = from_json(file.read())
        return found if isinstance(found, dict) else {}

    def _copied_files(self, row: ExportedRow, rollout_id: str) -> str | None:
        """A copy of what the workflow wrote, for the new attempt; None where it was not kept."""
        source = self._source.artifacts(row)
        if source is None:
            return None
        target = f"{self._trials}/{rollout_id}/artifacts"
        for folder, _, names in os.walk(source):
            for name in names:
                file = Path(folder, name)
                if not file.is_symlink() and file.is_file():
                    copy = Path(target, file.relative_to(source))
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(file, copy)
        return target


class GradedArtifacts(Artifacts):
    """The files of graded attempts: what the store wrote in its place, else what the attempt left, collected."""

    def __init__(self, store: StoredSamples, collecting: Artifacts) -> None:
        self._store = store
        self._collecting = collecting

    @override
    async def collect(self, rollout_id: str, key: WorkKey) -> CollectedTrajectory | None:
        written = self._store.collected.pop(rollout_id, None)
        return written or await self._collecting.collect(rollout_id, key)

    @override
    async def restore(self, results: Iterable[RunEvent]) -> None:
        await self._collecting.restore(results)

    @override
    async def have_trajectory(self, results: Iterable[RunEvent]) -> list[bool]:
        return await self._collecting.have_trajectory(results)

    @override
    async def redact_leftovers(self) -> list[str]:
        return await self._collecting.redact_leftovers()


def _is_cut_off(document: JsonObject) -> bool:
    osmosis = (document.get("extra") or {}).get("osmosis") or {}
    return bool(osmosis.get("sample_cut_off"))


def _outcome_without_sample(row: ExportedRow) -> Outcome | None:
    """The outcome of an item whose workflow left nothing that a grader could look at; None where it must have."""
    match row.outcome:
        case RolloutOutcome.TIMED_OUT:
            return TimedOut(row.error or "timed out")
        case RolloutOutcome.GRADER_FAILED:
            return GraderFailed(row.error or "the grader failed")
        case RolloutOutcome.UNGRADED:
            return Ungraded()
        case _:
            return None


def _outcome_kept(row: ExportedRow) -> Outcome | None:
    """The outcome of an item that has no sample; None for one that is to be graded."""
    if row.outcome in _HAVE_NO_SAMPLE:
        category = _FAILURE_CATEGORIES.get(row.error_type or "", RolloutErrorCategory.AGENT_ERROR)
        return AgentFailed(row.error or "the workflow failed", category)
    if row.state == "pending" or row.rollout_id is None:
        return Cancelled("the run that is graded has no result here")
    return None
