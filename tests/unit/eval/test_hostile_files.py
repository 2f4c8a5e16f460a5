"""What attempts leave is hostile: any depth, names, links, pipes and holes cost neither the run nor its secrets."""

import json
import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.files.tree import OpenFolder, walk_tree
from osmosis_ai.base.redaction.redactor import REDACTED, Redactor
from osmosis_ai.engine.records import read_event
from osmosis_ai.runs import copies
from osmosis_ai.runs.documents import read_document
from osmosis_ai.runs.folder import RunFolder
from osmosis_ai.runs.journal import AppendLog, read_lines
from osmosis_ai.runs.leftovers import redact_file, redact_leftovers, redact_tree
from osmosis_ai.runs.log import RunLog
from osmosis_ai.runs.reading.growing_file import GrowingFile, line_at
from osmosis_ai.runs.reading.row_texts import RowTexts
from osmosis_ai.runs.reading.safe_files import files_below
from osmosis_contract.models.run_manifest import RunManifest
from osmosis_contract.models.run_metrics import RunMetrics

ID = "0123456789abcdef" * 2
SECRET = "the-secret-of-the-run"
LEVELS = 1_700


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[RunFolder]:
    folder = RunFolder(tmp_path / "run", Redactor([SECRET]))
    for path in (folder.trajectories, folder.artifacts, folder.trials / ID / "artifacts"):
        path.mkdir(parents=True)
    yield folder
    for path in (tmp_path / "run").iterdir():
        if path.is_dir():
            copies.remove_tree(os.fspath(path))  # what is left to pytest may not be so deep


def dig(root: Path, levels: int) -> None:
    """Folders in folders, deeper than any path may be long, with a secret in a file and in a name at the bottom."""
    folder = os.open(root, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir("deep", dir_fd=folder)
        inner = os.open("deep", os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = inner
    for name in ("file", f"named-{SECRET}"):
        descriptor = os.open(name, os.O_WRONLY | os.O_CREAT, dir_fd=folder)
        os.write(descriptor, SECRET.encode())
        os.close(descriptor)
    os.close(folder)


def found_below(root: Path) -> dict[str, bytes]:
    """Every regular file below a folder at any depth, by its name alone."""
    found = {}
    with OpenFolder(root) as opened:
        for entry in walk_tree(opened.descriptor, pytest.fail):
            if entry.kind == stat.S_IFREG:
                descriptor = os.open(entry.name, os.O_RDONLY, dir_fd=entry.directory)
                found[entry.name] = os.read(descriptor, 1 << 20)
                os.close(descriptor)
    return found


def test_tree_of_any_depth_is_redacted_and_ends_no_collection(folder: RunFolder):
    """1,700 levels: the secrets at the bottom go, what is near is collected, and a warning says what is not."""
    artifacts = folder.trials / ID / "artifacts"
    (artifacts / "near.txt").write_text("near")
    dig(artifacts, LEVELS)
    warnings: list[str] = []
    assert folder.collect(ID, 0, 0, warnings.append) is None
    assert (folder.artifacts / "row_0_run_0" / "near.txt").read_text() == "near"
    assert ["nested deeper than 64 levels" in warning for warning in warnings] == [True]
    assert found_below(folder.trials) == {
        "near.txt": b"near",
        "file": REDACTED.encode(),
        f"named-{REDACTED}": REDACTED.encode(),
    }


@pytest.mark.parametrize("replaced", ["trial", "artifacts", "trajectory.json"])
def test_link_in_place_of_what_is_collected_is_not_followed(folder: RunFolder, tmp_path: Path, replaced: str):
    """What it leads to is neither read nor copied nor changed; the attempt goes without, and a warning says so."""
    outside = tmp_path / "outside"
    (outside / "artifacts").mkdir(parents=True)
    (outside / "artifacts" / "note.txt").write_text(SECRET)
    (outside / "trajectory.json").write_text(json.dumps({"session_id": ID, "key": SECRET}))
    trial = folder.trials / ID
    (trial / "artifacts").rmdir()
    if replaced == "trial":
        trial.rmdir()
        trial.symlink_to(outside)
    else:
        (trial / replaced).symlink_to(outside / replaced)
    warnings: list[str] = []
    assert folder.collect(ID, 0, 0, warnings.append) is None
    assert warnings
    assert list(folder.artifacts.iterdir()) == list(folder.trajectories.iterdir()) == []
    assert (outside / "artifacts" / "note.txt").read_text() == SECRET


def test_folder_that_no_attempt_has_is_redacted_too(folder: RunFolder):
    """Whatever its name looks like."""
    (folder.trials / ID / "note.txt").write_text(SECRET)
    assert redact_leftovers(folder.trials, folder.attempts, folder.redact) == []
    assert (folder.trials / ID / "note.txt").read_text() == REDACTED


def test_secret_in_the_target_of_a_link_goes_with_the_link(tmp_path: Path):
    """Where a link leads is text as well; links without a secret stay."""
    (tmp_path / "telling").symlink_to(f"/nowhere/{SECRET}")
    (tmp_path / "innocent").symlink_to("/nowhere")
    redact_tree(tmp_path, Redactor([SECRET]))
    assert [path.name for path in tmp_path.iterdir()] == ["innocent"]


def test_name_that_is_not_utf8_is_shown(folder: RunFolder):
    """It is collected under a name that UTF-8 can hold, and listed as such wherever it is."""
    for name in (b"odd-\xff", b"odd-\xfe"):
        (folder.trials / ID / "artifacts" / os.fsdecode(name)).write_text("kept")
    folder.collect(ID, 0, 0)
    collected = [path for path, _ in files_below(folder.artifacts / "row_0_run_0", at_most=9)]
    assert sorted(collected) == ["odd-\ufffd", "odd-\ufffd-2"]
    assert [path for path, _ in files_below(folder.trials / ID, at_most=9)] == ["artifacts/odd-\ufffd"] * 2


def test_holes_stay_holes(folder: RunFolder):
    """A file of 3 GB with a few bytes of data takes a few blocks, as a copy and after a secret was taken out of it."""
    artifacts = folder.trials / ID / "artifacts"
    for name, text in (("plain.bin", "innocent"), ("secret.bin", SECRET)):
        with (artifacts / name).open("wb") as file:
            file.truncate(1 << 26 if name == "secret.bin" else 3 << 30)
            file.seek(1 << 20)
            file.write(text.encode())
    folder.collect(ID, 0, 0)
    copied = folder.artifacts / "row_0_run_0"
    assert (copied / "plain.bin").stat().st_size == 3 << 30
    for path in (*copied.iterdir(), *artifacts.iterdir()):
        assert path.stat().st_blocks * 512 < 4 << 20
    assert not redact_file(copied / "secret.bin", Redactor([SECRET]))


def test_copies_are_bounded(folder: RunFolder, monkeypatch: pytest.MonkeyPatch):
    """What is beyond the bound of data is left out with a warning, and what fits is collected."""
    monkeypatch.setattr(copies, "_MOST_BYTES", 100)
    artifacts = folder.trials / ID / "artifacts"
    (artifacts / "a").write_bytes(b"x" * 60)
    (artifacts / "b").write_bytes(b"x" * 60)
    (artifacts / "c").write_bytes(b"x" * 30)
    warnings: list[str] = []
    folder.collect(ID, 0, 0, warnings.append)
    assert sorted(path.name for path in (folder.artifacts / "row_0_run_0").iterdir()) == ["a", "c"]
    assert len(warnings) == 1


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o777])
def test_folders_and_files_of_a_run_are_private(tmp_path: Path, umask: int):
    """Folders have mode 0700 and files 0600, whatever the umask."""
    folder = RunFolder(tmp_path / "evals" / "run")
    before = os.umask(umask)
    try:
        folder.create(RunManifest.model_construct())
        RunLog(folder.logs, Redactor([])).close()
        AppendLog([folder.attempts, folder.events]).close()
        (folder.trials / ID).mkdir()
        (folder.trials / ID).chmod(0o700)
        (folder.trials / ID / "artifacts").mkdir()
        (folder.trials / ID / "artifacts").chmod(0o777)
        (folder.trials / ID / "artifacts" / "a").touch()
        (folder.trials / ID / "artifacts" / "a").chmod(0o777)
        folder.collect(ID, 0, 0)
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.root.stat().st_mode) == 0o700
    for path in (path for path in folder.root.rglob("*") if ID not in path.parts):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


@pytest.mark.timeout(20)
@pytest.mark.parametrize("kind", ["link", "pipe", "socket", "folder"])
def test_what_is_no_file_of_a_run_is_an_error_in_words(tmp_path: Path, kind: str):
    """Whatever is in the place of a journal or a document is neither followed nor waited for."""
    path = tmp_path / "rows.jsonl"
    (tmp_path / "other").write_text("{}\n")
    listener = socket.socket(socket.AF_UNIX)
    {
        "link": lambda: path.symlink_to(tmp_path / "other"),
        "pipe": lambda: os.mkfifo(path),
        "socket": lambda: listener.bind(os.fspath(path)),
        "folder": path.mkdir,
    }[kind]()
    with listener:
        for attempt in (
            lambda: list(GrowingFile(path).read_new(bytes)),
            lambda: line_at(path, 0),
            lambda: list(read_lines(path, read_event)),
            lambda: read_document(path, RunMetrics),
            lambda: RowTexts(tmp_path).of([0]),
            lambda: AppendLog([path]),
            lambda: RunLog(path, Redactor([])),
        ):
            with pytest.raises(OsmosisError, match=r"rows\.jsonl"):
                attempt()
    assert (tmp_path / "other").read_text() == "{}\n"


def test_log_line_controls_no_terminal(tmp_path: Path):
    """Escapes, titles, bells and bidirectional marks of user code are written as text, in the file and the echo."""
    echoed: list[str] = []
    log = RunLog(tmp_path / "logs.txt", Redactor([]), echoed.append)
    log.line("INFO", "server", "\x1b[2J\x1b]0;title\x07 \u202eevil\u202c \x9b31m \u2028", error="\x1b[31m\u2066x")
    log.close()
    text = (tmp_path / "logs.txt").read_text()
    assert text.count("\n") == 1
    assert not set("\x1b\x07\x9b\u202e\u202c\u2066\u2028") & set(text + "".join(echoed))
    assert r"\x1b[2J\x1b]0;title\x07 \u202eevil" in text
