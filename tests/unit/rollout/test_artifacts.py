"""The directory a rollout's code writes its files to."""

import errno
import os
import stat

import pytest

from osmosis_ai.rollout import artifacts
from osmosis_ai.rollout.artifacts import create_rollout_artifacts_dir


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that would have been made."""
    made: list[float] = []
    monkeypatch.setattr(artifacts, "sleep", made.append)
    return made


def failing(monkeypatch: pytest.MonkeyPatch, times: int, number: int) -> None:
    """The disk refuses so many times."""
    made, left = os.mkdir, [times]

    def mkdir(path: str, mode: int = 0o777) -> None:
        if left[0]:
            left[0] -= 1
            raise OSError(number, "refused")
        made(path, mode)

    monkeypatch.setattr(os, "mkdir", mkdir)


def test_the_directory_is_made_and_shown_to_be_writable(tmp_path, pauses):
    """`<root>/<id>/artifacts`, with the 20-byte marker beside it; a second call finds it."""
    made = create_rollout_artifacts_dir(tmp_path, "a::b ü")
    assert made == tmp_path / "a::b ü" / "artifacts"
    assert made.is_dir()
    assert (made.parent / ".osmosis-health-check").read_bytes() == b"osmosis-health-check"
    assert len(b"osmosis-health-check") == 20
    assert create_rollout_artifacts_dir(tmp_path, "a::b ü") == made
    assert pauses == []


@pytest.mark.parametrize(("refusals", "expected"), [(1, [0.5]), (2, [0.5, 1.0])])
def test_a_disk_with_a_bad_moment_is_asked_again(tmp_path, monkeypatch, pauses, refusals, expected):
    """Three tries, with pauses of half a second and a second."""
    failing(monkeypatch, refusals, errno.EIO)
    assert create_rollout_artifacts_dir(tmp_path, "a1") is not None
    assert pauses == expected


def test_without_a_directory_the_rollout_goes_on_and_one_warning_says_why(tmp_path, monkeypatch, pauses, caplog):
    """After the third refusal there is none."""
    failing(monkeypatch, 3, errno.EIO)
    assert create_rollout_artifacts_dir(tmp_path, "a1") is None
    assert pauses == [0.5, 1.0]
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "'a1' has no artifacts directory" in caplog.text


@pytest.mark.parametrize("name", ["x" * 300, "a\0b"])
def test_a_name_that_no_disk_can_carry_is_not_asked_for_again(tmp_path, pauses, name):
    """What cannot come right is refused at once."""
    assert create_rollout_artifacts_dir(tmp_path, name) is None
    assert pauses == []


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o777])
def test_a_rollouts_files_are_its_owners_alone(tmp_path, umask):
    """Folders 0700 and files 0600, whatever the umask; a root that exists keeps its mode."""
    tmp_path.chmod(0o755)
    before = os.umask(umask)
    try:
        made = create_rollout_artifacts_dir(tmp_path / "new" / "root", "a1")
    finally:
        os.umask(before)
    assert made is not None
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path, *tmp_path.rglob("*"))}
    assert modes.pop(tmp_path.name) == 0o755
    assert modes == {"new": 0o700, "root": 0o700, "a1": 0o700, "artifacts": 0o700, ".osmosis-health-check": 0o600}


@pytest.mark.parametrize("place", ["a1", "a1/artifacts", "a1/.osmosis-health-check"])
def test_what_is_a_link_is_not_written_through(tmp_path, pauses, place, caplog):
    """Nothing outside of the rollout's folder is made or changed; the rollout goes on without a directory."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").write_text("kept")
    root = tmp_path / "root"
    (root / place).parent.mkdir(parents=True)
    (root / place).symlink_to(outside / "file" if place.endswith("check") else outside)
    assert create_rollout_artifacts_dir(root, "a1") is None
    assert [path.name for path in outside.iterdir()] == ["file"]
    assert (outside / "file").read_text() == "kept"
    assert "has no artifacts directory" in caplog.text


def test_a_pipe_in_the_place_of_the_marker_is_replaced_and_not_waited_for(tmp_path):
    """The marker is written under another name first."""
    (tmp_path / "a1").mkdir()
    os.mkfifo(tmp_path / "a1" / ".osmosis-health-check")
    assert create_rollout_artifacts_dir(tmp_path, "a1") is not None
    assert (tmp_path / "a1" / ".osmosis-health-check").read_bytes() == b"osmosis-health-check"
