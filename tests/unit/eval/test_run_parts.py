"""Smaller parts of a run: its log, its name, its lock, its archive."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from osmosis_ai.base.errors import ConflictError, OsmosisError
from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.runs.folder import RunFolder
from osmosis_ai.runs.lock import RunLock
from osmosis_ai.runs.log import RunLog
from osmosis_ai.runs.names import check_run_name, new_run_name


@pytest.mark.parametrize("name", ["a", "A1._-", "0", "x" * 96])
def test_names_a_run_may_have(name: str):
    """Up to 96 letters, digits, dots, underscores and hyphens, beginning with a letter or a digit."""
    assert check_run_name(name) == name


@pytest.mark.parametrize("name", ["", ".locks", "-a", "_a", "x" * 97, "a/b", "a\n", "ä", "..", "a b"])
def test_names_a_run_may_not_have(name: str):
    """Everything else is refused with what would do."""
    with pytest.raises(OsmosisError, match="cannot be the name of a run") as raised:
        check_run_name(name)
    assert "1 to 96" in (raised.value.hint or "")


def test_made_up_names_are_free(tmp_path: Path):
    """A new name is one that may be given, and no folder has it."""
    for _ in range(50):
        name = new_run_name(tmp_path)
        assert check_run_name(name) == name
        (tmp_path / name).mkdir()


def test_log_lines_are_redacted_and_one_line_each(tmp_path: Path):
    """Whatever is logged is one line without secrets, lone surrogates and line breaks included."""
    echoed: list[str] = []
    run_log = RunLog(tmp_path / "logs.txt", Redactor(["the secret"]), echoed.append)
    run_log.line("INFO", "run", "first\nsecond \ud800", value="the secret", key={"a": 1})
    run_log.line("WARNING", "dispatch", "row 3: the secret")
    run_log.close()
    run_log.line("ERROR", "run", "too late")
    lines = (tmp_path / "logs.txt").read_text().splitlines()
    assert [line.split(" ", 1)[1] for line in lines] == [
        r'INFO [run] first second \ud800 {"key": {"a": 1}, "value": "[REDACTED]"}',
        "WARNING [dispatch] row 3: [REDACTED]",
    ]
    assert (tmp_path / "logs.txt").stat().st_mode & 0o777 == 0o600
    assert not any("the secret" in line for line in echoed)


def test_log_has_no_secret_that_line_breaks_or_escapes_would_hide(tmp_path: Path):
    """A secret of several lines, one in the JSON of details, and one too short for other files."""
    run_log = RunLog(tmp_path / "logs.txt", Redactor(["first\nsecond", 'quo"ted é/', "abc"]))
    run_log.line("INFO", "run", "<first\nsecond> <abc>", value='quo"ted é/', many=["first\nsecond"])
    run_log.close()
    assert (
        (tmp_path / "logs.txt")
        .read_text()
        .endswith('INFO [run] <[REDACTED]> <[REDACTED]> {"many": ["[REDACTED]"], "value": "[REDACTED]"}\n')
    )


def test_lock_is_refused_to_another_process_and_ends_with_its_holder(tmp_path: Path):
    """Only one process has the lock of a run; when it ends, however, the next one may have it."""
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, time; from pathlib import Path; from osmosis_ai.runs.lock import RunLock;"
            "lock = RunLock(Path(sys.argv[1]), 'run'); lock.acquire(); print('held', flush=True); time.sleep(60)",
            str(tmp_path),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    lock = RunLock(tmp_path, "run")
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(ConflictError, match="being worked on by another process"):
            lock.acquire()
        RunLock(tmp_path, "other").acquire()
    finally:
        holder.kill()
        holder.communicate()
    lock.acquire()
    lock.acquire()
    assert lock.held
    assert (tmp_path / ".locks" / "run.lock").stat().st_mode & 0o777 == 0o600
    lock.release()
    assert not lock.held


def test_archive_takes_a_name_that_is_free(tmp_path: Path):
    """Runs that are put away within one second all keep their files, each under a name of its own."""
    names = set()
    for number in range(3):
        run = tmp_path / "run"
        run.mkdir()
        (run / "number").write_text(str(number))
        archived = RunFolder(run).archive()
        assert (archived / "number").read_text() == str(number)
        assert re.fullmatch(r"run\.archive-\d{8}T\d{6}Z(-[23])?", archived.name)
        names.add(archived)
    assert set(tmp_path.iterdir()) == names
