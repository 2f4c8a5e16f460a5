"""Saving a rollout's trajectory and diagnostics: what is written, when, and that nothing goes wrong
with it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from osmosis_ai.base.variables import ROLLOUT_ARTIFACT_ROOT
from osmosis_ai.rollout.trajectory import (
    TrajectoryReport,
    convert_sample_to_trajectory,
    format_trajectory_json,
    save_trajectory,
)
from osmosis_ai.rollout.trajectory import save as save_module
from osmosis_ai.rollout.types import ExecutionResult, RolloutSample, RolloutStatus

MESSAGES = [{"role": "user", "content": "7*8?"}, {"role": "assistant", "content": "56"}]


def result(status: str = "success", **members: Any) -> ExecutionResult:
    """A result with a sample of two messages."""
    sample = RolloutSample(**{"messages": MESSAGES, "reward": 1.0, **members})
    return ExecutionResult(status=RolloutStatus(status), sample=sample)


def files(root: Path) -> list[str]:
    """The files below a directory."""
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if not path.is_dir())


def everything(root: Path) -> list[Path]:
    """Files and directories below a directory."""
    return sorted(root.rglob("*"))


def saved(root: Path, rollout_id: str = "r") -> dict[str, Any]:
    """The trajectory that was saved."""
    document: dict[str, Any] = json.loads((root / rollout_id / "trajectory.json").read_bytes())
    return document


async def test_trajectory_is_saved_in_the_rollouts_directory(tmp_path: Path):
    """The file is the conversion of the sample with its messages told apart, and nothing else is in the directory."""
    given = result()
    await save_trajectory(rollout_id="a::b é", result=given, request_label="56", artifact_root=tmp_path)
    assert given.sample is not None
    expected = convert_sample_to_trajectory(given.sample, rollout_id="a::b é", request_label="56")
    document = json.loads(format_trajectory_json(expected))
    document["extra"]["osmosis"]["messages_in_steps"] = True
    assert saved(tmp_path, "a::b é") == document
    assert files(tmp_path) == ["a::b é/trajectory.json"]


async def test_root_is_the_artifact_root_unless_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Without a root the one of the environment is used."""
    monkeypatch.setenv(ROLLOUT_ARTIFACT_ROOT, str(tmp_path / "new"))
    await save_trajectory(rollout_id="r", result=result())
    assert files(tmp_path) == ["new/r/trajectory.json"]


@pytest.mark.parametrize(
    "given",
    [
        result("failure"),
        result(reward=None),
        result(remove_sample=True),
        result(metrics={"n": float("nan"), "o": object()}, extra_fields={"\ud800": 1}),
    ],
    ids=["grading failed", "not graded", "removed", "unsafe fields"],
)
async def test_trajectory_is_saved_whatever_became_of_the_grade(given: ExecutionResult, tmp_path: Path):
    """A failed, missing or withheld grade, or fields that JSON cannot carry, do not cost the trajectory."""
    await save_trajectory(rollout_id="r", result=given, artifact_root=tmp_path)
    assert given.sample is not None
    assert saved(tmp_path)["extra"]["osmosis"].get("reward") == given.sample.reward


@pytest.mark.parametrize(
    ("given", "level"),
    [
        (ExecutionResult(status=RolloutStatus("failure")), None),
        (result(trajectory_messages=None), logging.INFO),
        (result(messages=[]), logging.WARNING),
    ],
    ids=["no sample", "not wanted", "no messages"],
)
async def test_no_trajectory_and_no_thread_without_messages(
    given: ExecutionResult,
    level: int | None,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
):
    """Without a sample, with null trajectory messages or none at all nothing is written, and no thread
    is asked.
    """

    async def no_thread(*_: object) -> None:
        raise AssertionError("a thread was asked")

    monkeypatch.setattr(asyncio, "to_thread", no_thread)
    with caplog.at_level(logging.INFO):
        await save_trajectory(rollout_id="r", result=given, artifact_root=tmp_path, diagnostics={})
    assert everything(tmp_path) == []
    assert [record.levelno for record in caplog.records] == ([] if level is None else [level])


async def test_diagnostics_are_saved_without_a_sample(tmp_path: Path):
    """Diagnostics have sorted keys, two spaces of indentation, and text for what JSON cannot carry."""
    diagnostics = {"b": 1, 3: {"z": 1, "y": Path("/p")}, "a": [float("nan"), "é"]}
    failed = ExecutionResult(status=RolloutStatus("failure"))
    await save_trajectory(rollout_id="r", result=failed, artifact_root=tmp_path, diagnostics=diagnostics)
    assert files(tmp_path) == ["r/diagnostics.json"]
    assert (tmp_path / "r" / "diagnostics.json").read_text("utf-8") == (
        '{\n  "3": {\n    "y": "/p",\n    "z": 1\n  },\n  "a": [\n    null,\n    "é"\n  ],\n  "b": 1\n}'
    )


@pytest.mark.parametrize("count", [1, 2])
async def test_one_sample_report_is_applied_and_several_are_kept(count: int, tmp_path: Path):
    """A report on one sample is laid over the steps whatever its key; reports on several are kept apart."""
    samples = {f"s{i}": {"llm_call_metrics": [{"prompt_tokens": 5}]} for i in range(count)}
    report = TrajectoryReport.read({"model_name": "m", "samples": samples})
    await save_trajectory(rollout_id="r", result=result(), report=report, artifact_root=tmp_path)
    document = saved(tmp_path)
    assert document["agent"]["model_name"] == "m"
    if count == 1:
        assert document["steps"][1]["metrics"] == {"prompt_tokens": 5}
        assert document["final_metrics"]["total_prompt_tokens"] == 5
    else:
        assert "metrics" not in document["steps"][1]
        assert document["extra"]["osmosis"]["unmatched_sample_reports"] == samples


async def test_file_that_is_there_is_replaced_whole(tmp_path: Path):
    """A second save replaces the file by a new one; a reader of the old one keeps it."""
    await save_trajectory(rollout_id="r", result=result(), artifact_root=tmp_path)
    with (tmp_path / "r" / "trajectory.json").open() as old:
        await save_trajectory(rollout_id="r", result=result(reward=0.0), artifact_root=tmp_path)
        assert json.load(old)["extra"]["osmosis"]["reward"] == 1.0
    assert saved(tmp_path)["extra"]["osmosis"]["reward"] == 0.0
    assert files(tmp_path) == ["r/trajectory.json"]


async def test_links_are_refused(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    """Neither a linked file nor a linked directory is written through or replaced; the other file is
    written.
    """
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "target").write_text("kept")
    root = tmp_path / "root"
    (root / "file").mkdir(parents=True)
    (root / "file" / "trajectory.json").symlink_to(outside / "target")
    (root / "directory").symlink_to(outside)
    for rollout_id in ("file", "directory"):
        await save_trajectory(
            rollout_id=rollout_id, result=result(), artifact_root=root, diagnostics={"phase": "agent"}
        )
    assert files(outside) == ["target"]
    assert (outside / "target").read_text() == "kept"
    assert (root / "file" / "trajectory.json").is_symlink()
    assert files(root / "file") == ["diagnostics.json", "trajectory.json"]
    assert caplog.text.count("symbolic link") == 2


@pytest.mark.parametrize("rollout_id", ["", ".", "..", "a/b", "a\0", "\ud800", "x" * 300])
async def test_ids_that_name_no_directory_are_refused(
    rollout_id: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    """An id that is no path segment, or that the file system refuses, is a warning and nothing else."""
    await save_trajectory(rollout_id=rollout_id, result=result(), artifact_root=tmp_path)
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert everything(tmp_path) == []


async def test_root_that_cannot_be_made_is_a_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    """A root below a file is a warning; the result is untouched."""
    (tmp_path / "file").write_text("")
    await save_trajectory(rollout_id="r", result=result(), artifact_root=tmp_path / "file")
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


async def test_write_that_fails_leaves_nothing_behind(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    """When the disk refuses, no part of a file is left and the old one stays."""
    await save_trajectory(rollout_id="r", result=result(), artifact_root=tmp_path)
    before = saved(tmp_path)

    def full_disk(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(save_module.os, "fdopen", full_disk)
        await save_trajectory(rollout_id="r", result=result(reward=0.5), artifact_root=tmp_path)
    assert "No space left" in caplog.text
    assert saved(tmp_path) == before
    assert files(tmp_path) == ["r/trajectory.json"]


async def test_what_is_saved_is_its_owners_alone(tmp_path: Path):
    """The folder 0700 and the files 0600, under any umask."""
    for umask in (0o000, 0o777):
        before = os.umask(umask)
        try:
            await save_trajectory(rollout_id=f"r{umask}", result=result(), artifact_root=tmp_path, diagnostics={"a": 1})
        finally:
            os.umask(before)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / f"r{umask}").iterdir()}
        assert modes == {"trajectory.json": 0o600, "diagnostics.json": 0o600}
        assert stat.S_IMODE((tmp_path / f"r{umask}").stat().st_mode) == 0o700
