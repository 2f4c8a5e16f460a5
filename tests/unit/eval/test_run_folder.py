"""The folder of a run: snapshots are whole, copies are private, links are never followed."""

import hashlib
import json
import os
import stat
from pathlib import Path

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.runs.folder import RunFolder

ID = "0123456789abcdef" * 2


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    folder = RunFolder(tmp_path / "run")
    for path in (folder.trajectories, folder.artifacts, folder.trials / ID / "artifacts"):
        path.mkdir(parents=True)
    return folder


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def trajectory(folder: RunFolder, **document: object) -> Path:
    path = folder.trials / ID / "trajectory.json"
    path.write_text(json.dumps(document))
    return path


def test_snapshot_replaces_the_file_as_a_whole(folder: RunFolder):
    """The new bytes are there, with mode 0600, and no temporary file stays."""
    folder.write(folder.index, [b"old\n"])
    folder.write(folder.index, [b"new", b"\n"])
    assert folder.index.read_bytes() == b"new\n"
    assert mode(folder.index) == 0o600
    assert [path.name for path in folder.root.iterdir() if path.name.endswith(".part")] == []


def test_partial_files_are_removed_what_a_crash_left_half_written(folder: RunFolder):
    """Temporary files of snapshots and of copies go; everything else stays."""
    kept = [folder.index, folder.trajectories / "row_0_run_0.json", folder.trials / ID / ".mine.part"]
    left = [folder.root / ".index.jsonl.0123.part", folder.trajectories / ".row_0_run_0.part"]
    for path in (*kept, *left):
        path.touch()
    folder.remove_partial_files()
    assert all(path.exists() for path in kept)
    assert not any(path.exists() for path in left)


def test_snapshot_that_cannot_be_written_says_which(tmp_path: Path):
    """The error names the file and says that the journal is safe."""
    with pytest.raises(OsmosisError, match=r"index\.jsonl cannot be written: No such file") as raised:
        RunFolder(tmp_path / "missing").write(tmp_path / "missing" / "index.jsonl", [])
    assert raised.value.hint


@pytest.mark.parametrize(
    ("document", "named"),
    [
        ({"extra": {"osmosis": {"rollout_id": ID}}}, True),
        ({"session_id": ID}, True),
        ({"trajectory_id": f"{ID}/0"}, True),
        ({"extra": {"osmosis": {"rollout_id": "another"}}, "session_id": ID}, False),
        ({"session_id": "another"}, False),
        ({}, False),
    ],
)
def test_trajectory_counts_when_it_names_the_rollout(folder: RunFolder, document: dict[str, object], named: bool):
    """By `extra.osmosis.rollout_id`, else by `session_id`, else by `trajectory_id` up to its slash."""
    trajectory(folder, **document)
    found = folder.collect(ID, 2, 1)
    copy = folder.trajectories / "row_2_run_1.json"
    assert (found is not None) is named
    assert copy.exists() is named
    if found is not None:
        assert found.path == f"rollout_trials/{ID}/trajectory.json"
        assert found.sha256 == hashlib.sha256(copy.read_bytes()).hexdigest()
        assert json.loads(copy.read_text()) == document
        assert mode(copy) == 0o600


def test_collecting_again_replaces_the_copies(folder: RunFolder):
    """Of a row's attempts only the last one's files are beside the results."""
    trajectory(folder, session_id=ID)
    (folder.trials / ID / "artifacts" / "first.txt").write_text("1")
    folder.collect(ID, 0, 0)
    (folder.trials / ID / "artifacts" / "first.txt").rename(folder.trials / ID / "artifacts" / "second.txt")
    (folder.trials / ID / "trajectory.json").unlink()
    assert folder.collect(ID, 0, 0) is None
    assert [path.name for path in (folder.artifacts / "row_0_run_0").iterdir()] == ["second.txt"]
    assert list(folder.trajectories.iterdir()) == []


def test_only_regular_files_are_collected(folder: RunFolder, tmp_path: Path):
    """Links, pipes, folders without files and the producer's own manifest stay behind; nested files come along."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text("secret")
    source = folder.trials / ID / "artifacts"
    (source / "link").symlink_to(outside / "secret.txt")
    (source / "folder-link").symlink_to(outside)
    os.mkfifo(source / "pipe")
    (source / "empty").mkdir()
    (source / "manifest.json").write_text("{}")
    (source / "a" / "b").mkdir(parents=True)
    (source / "a" / "b" / "manifest.json").write_text("kept")
    folder.collect(ID, 0, 0)
    copies = folder.artifacts / "row_0_run_0"
    assert [path.relative_to(copies).as_posix() for path in copies.rglob("*") if path.is_file()] == [
        "a/b/manifest.json"
    ]
    assert mode(copies / "a" / "b" / "manifest.json") == 0o600


def test_linked_trajectory_is_not_read(folder: RunFolder, tmp_path: Path):
    """A rollout cannot make its controller copy a file of the machine."""
    (tmp_path / "other.json").write_text(json.dumps({"session_id": ID}))
    (folder.trials / ID / "trajectory.json").symlink_to(tmp_path / "other.json")
    assert folder.collect(ID, 0, 0) is None
    assert list(folder.trajectories.iterdir()) == []


def test_nothing_to_collect_makes_nothing(folder: RunFolder):
    """A rollout without artifacts has no folder for them."""
    assert folder.collect(ID, 0, 0) is None
    assert list(folder.artifacts.iterdir()) == []


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (json.dumps({"extra": {"osmosis": {"rollout_id": ID}}}), "trajectories/row_2_run_1.json"),
        (json.dumps({"session_id": "another"}), None),
        ("not JSON", None),
        (None, None),
    ],
)
def test_copy_in_place_counts_when_it_names_the_rollout(folder: RunFolder, data: str | None, found: str | None):
    """A run that another program wrote is believed about a trajectory when its file is there and is of the rollout."""
    if data is not None:
        (folder.trajectories / "row_2_run_1.json").write_text(data)
    assert folder.collected(ID, 2, 1) == found


def test_linked_copy_does_not_count(folder: RunFolder, tmp_path: Path):
    """A link in the place of a trajectory is not read."""
    (tmp_path / "elsewhere.json").write_text(json.dumps({"session_id": ID}))
    (folder.trajectories / "row_0_run_0.json").symlink_to(tmp_path / "elsewhere.json")
    assert folder.collected(ID, 0, 0) is None
