"""Writing a rollout's trajectory and diagnostics beside its artifacts."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osmosis_ai.base.files.atomic import PRIVATE, write_atomic_in
from osmosis_ai.base.files.private import make_private_directory
from osmosis_ai.rollout.artifacts import default_artifact_root
from osmosis_ai.rollout.ids import ensure_single_path_segment
from osmosis_ai.rollout.trajectory.convert import DEEPEST, flattened, trajectory_document
from osmosis_ai.rollout.trajectory.format import indented
from osmosis_ai.rollout.trajectory.stored_messages import messages_to_store
from osmosis_ai.rollout.types import ExecutionResult, RolloutSample
from osmosis_ai.rollout.wire import json_safe
from osmosis_contract.models.trajectory_report import TrajectoryReport

__all__ = ["DIAGNOSTICS_NAME", "TRAJECTORY_NAME", "save_trajectory"]

logger = logging.getLogger(__name__)

TRAJECTORY_NAME = "trajectory.json"
DIAGNOSTICS_NAME = "diagnostics.json"
_TOO_DEEP = "\n" + "  " * (DEEPEST + 1)


@dataclass(frozen=True, slots=True)
class _Record:
    """What there is to save about one rollout."""

    rollout_id: str
    sample: RolloutSample | None
    request: Mapping[str, Any]
    report: TrajectoryReport | None
    diagnostics: Mapping[str, Any] | None
    sample_cut_off: bool


async def save_trajectory(
    *,
    rollout_id: str,
    result: ExecutionResult,
    request_label: str | None = None,
    request_metadata: Mapping[str, Any] | None = None,
    request_extra_fields: Mapping[str, Any] | None = None,
    report: TrajectoryReport | None = None,
    artifact_root: Path | None = None,
    diagnostics: Mapping[str, Any] | None = None,
) -> None:
    """Writes `trajectory.json` and any `diagnostics.json` into `<artifact_root>/<rollout_id>`. Never raises.

    No trajectory is written when the result has no sample, the sample's `trajectory_messages` is null, or it
    has no messages (with a warning). A file appears whole or not at all; one that is there is replaced. A
    destination that is a symbolic link, or lies in a rollout's directory that is one, is refused with a
    warning. The root is `default_artifact_root()` unless given. The work is done in a thread, so the sample
    must not change meanwhile.
    """
    try:
        sample = _sample_to_save(rollout_id, result)
        if sample is None and not diagnostics:
            return
        ensure_single_path_segment(rollout_id)
        request = {
            "request_label": request_label,
            "request_metadata": request_metadata,
            "request_extra_fields": request_extra_fields,
        }
        root = default_artifact_root() if artifact_root is None else artifact_root
        record = _Record(rollout_id, sample, request, report, diagnostics, result.sample_cut_off)
        await asyncio.to_thread(_save, record, os.path.join(root, rollout_id))
    except Exception as error:
        logger.warning("the trajectory of rollout %r is not saved: %s", rollout_id, error)


def _sample_to_save(rollout_id: str, result: ExecutionResult) -> RolloutSample | None:
    sample = result.sample
    if sample is None:
        return None
    if sample.trajectory_messages is None:
        logger.info("rollout %r has no trajectory: its sample's trajectory_messages is null", rollout_id)
        return None
    if not sample.trajectory_messages:
        logger.warning("rollout %r has no trajectory: its sample has no messages", rollout_id)
        return None
    return sample


def _save(record: _Record, home: str) -> None:
    files: dict[str, str] = {}
    if record.sample is not None:
        try:
            files[TRAJECTORY_NAME] = _trajectory_text(record, record.sample)
        except Exception as error:
            logger.warning("rollout %r has no trajectory: %s", record.rollout_id, error, exc_info=error)
    if record.diagnostics:
        try:
            plain = json_safe(record.diagnostics)
            files[DIAGNOSTICS_NAME] = json.dumps(plain, indent=2, sort_keys=True, ensure_ascii=False)
        except Exception as error:
            logger.warning("rollout %r has no diagnostics: %s", record.rollout_id, error, exc_info=error)
    if files:
        _write(home, files)


def _trajectory_text(record: _Record, sample: RolloutSample) -> str:
    report = record.report
    samples = {} if report is None else report.samples
    document = trajectory_document(
        sample,
        rollout_id=record.rollout_id,
        report=next(iter(samples.values())) if len(samples) == 1 else None,
        default_model_name=None if report is None else report.model_name,
        unmatched_sample_reports=samples if len(samples) > 1 else None,
        sample_cut_off=record.sample_cut_off,
        **record.request,
    )
    document["extra"]["osmosis"] |= messages_to_store(sample.messages, document["steps"])
    try:
        text = indented(document)
    except ValueError:  # nested too deeply to be written at all
        return indented(flattened(document))
    return indented(flattened(document)) if _TOO_DEEP in text else text


def _write(home: str, files: Mapping[str, str]) -> None:
    """Writes the files into the directory, which is made if it is missing and used only if it is no link."""
    if not os.path.lexists(home):
        make_private_directory(home)
    try:
        directory = os.open(home, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        if os.path.islink(home):
            raise OSError(f"{home} is a symbolic link, and files are written into real directories only") from None
        raise
    try:
        for name, text in files.items():
            try:
                write_atomic_in(directory, name, text.encode(), mode=PRIVATE)
            except OSError as error:
                logger.warning("%s is not written: %s", os.path.join(home, name), error)
    finally:
        os.close(directory)
