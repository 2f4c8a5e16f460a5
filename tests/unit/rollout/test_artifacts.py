"""The directory a rollout's code writes its files to."""

import errno
import os

import pytest

from osmosis_ai.rollout import artifacts
from osmosis_ai.rollout.artifacts import create_rollout_artifacts_dir


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that would have been made."""
    made: list[float] = []
    monkeypatch.setattr(artifacts.time, "sleep", made.append)
    return made


def failing(monkeypatch: pytest.MonkeyPatch, times: int, number: int) -> None:
    """The disk refuses so many times."""
    made, left = os.makedirs, [times]

    def makedirs(path: str, **options: bool) -> None:
        if left[0]:
            left[0] -= 1
            raise OSError(number, "refused")
        made(path, **options)

    monkeypatch.setattr(os, "makedirs", makedirs)


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
