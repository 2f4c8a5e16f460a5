"""Secrets taken out of what a rollout wrote: in place, nothing else touched, never through a link."""

import json
import os
import socket
import stat
import tracemalloc
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from osmosis_ai.base.redaction.redactor import REDACTED, Redactor
from osmosis_ai.runs.folder import RunFolder
from osmosis_ai.runs.leftovers import redact_file, redact_leftovers, redact_tree

SECRET = 'ca"na\\ry/é-1'
DIGITS = "31415926535"
REDACT = Redactor([SECRET, DIGITS])
FIRST, SECOND = "1" * 32, "2" * 32

documents = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from([SECRET, DIGITS, int(DIGITS), f"a {SECRET} b"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


def scrubbed(path: Path, data: bytes) -> bytes:
    path.write_bytes(data)
    redact_file(path, REDACT)
    return path.read_bytes()


def expected(value: object) -> object:
    """The document with the secrets of its strings replaced, and nothing else."""
    match value:
        case str():
            return value.replace(SECRET, REDACTED).replace(DIGITS, REDACTED)
        case list():
            return [expected(entry) for entry in value]
        case dict():
            return {expected(key): expected(entry) for key, entry in value.items()}
    return value


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(documents, st.booleans(), st.sampled_from([None, 1]))
def test_only_strings_of_a_document_are_touched(tmp_path: Path, document: object, ascii_only: bool, indent: int | None):
    """What is no string stays as it is, so do strings without a secret, and the document is JSON as before."""
    data = json.dumps(document, ensure_ascii=ascii_only, indent=indent).encode("utf-8", "surrogatepass")
    after = scrubbed(tmp_path / "document.json", data)
    assert json.loads(after) == expected(document)
    assert after == json.dumps(expected(document), ensure_ascii=ascii_only, indent=indent).encode()


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("a.json", '[31415926535, -31415926535.5, "31415926535"]', '[31415926535, -31415926535.5, "[REDACTED]"]'),
        ("a.jsonl", '{"i":[31415926535]}\n{"a":"x 31415926535"}\n', '{"i":[31415926535]}\n{"a":"x [REDACTED]"}\n'),
        ("b.json", '{"a\\/b":"\\u0041 31415926535","c":"\\/"}', '{"a\\/b":"A [REDACTED]","c":"\\/"}'),
        ("b.txt", "31415926535 [31415926535]", "[REDACTED] [[REDACTED]]"),
        ("no.json", "key=31415926535x and 'ca\"na\\ry/é-1'", "key=[REDACTED]x and '[REDACTED]'"),
        ("half.json", '{"a": "31415926535", "b": "31415926535', '{"a": "[REDACTED]", "b": "[REDACTED]'),
    ],
)
def test_digits_stay_numbers_in_json_alone(tmp_path: Path, name: str, before: str, after: str):
    """A number that happens to be a secret stays one; in strings, and in what is no JSON, it goes."""
    assert scrubbed(tmp_path / name, before.encode()).decode() == after


def test_a_string_is_written_as_it_was_written_before(tmp_path: Path):
    """Escapes in strings that hold a secret mean what they meant, lone surrogates included."""
    before = '["\\ud800 31415926535 \\n", "é \\ud800 31415926535", "\\/ 31415926535"]'
    after = scrubbed(tmp_path / "a.json", before.encode())
    assert json.loads(after) == [f"\ud800 {REDACTED} \n", f"é \ud800 {REDACTED}", f"/ {REDACTED}"]


def test_a_file_without_a_secret_is_not_written(tmp_path: Path):
    """The same file, not a copy; also where the only match is a number."""
    for name, text in (("a.txt", "innocent"), ("b.json", f'{{"ids": [{DIGITS}]}}'), ("empty", "")):
        path = tmp_path / name
        path.write_text(text)
        before = path.stat()
        assert not redact_file(path, REDACT)
        assert path.stat() == before
    assert len(list(tmp_path.iterdir())) == 3


def test_a_file_is_replaced_as_a_whole_and_keeps_its_mode(tmp_path: Path):
    """Whoever has the file open sees its old bytes, and nothing else is left in the folder."""
    path = tmp_path / "script.sh"
    path.write_text(f"echo '{SECRET}'")
    path.chmod(0o751)
    with path.open() as reader:
        assert redact_file(path, REDACT)
        assert SECRET in reader.read()
    assert path.read_text() == f"echo '{REDACTED}'"
    assert stat.S_IMODE(path.stat().st_mode) == 0o751
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["large.bin", "large.json"])
@pytest.mark.parametrize("at", [0, (1 << 20) - 5, (3 << 20) + 1])
def test_large_files_are_read_in_pieces(tmp_path: Path, name: str, at: int):
    """A secret is found across the pieces, in memory that does not grow with the file."""
    head, tail = b"0, " * ((at + 2) // 3), b", 0" * (4 << 20)
    secret = json.dumps(SECRET).encode()
    path = tmp_path / name
    path.write_bytes(b"[" + head + secret + tail + b"]")
    tracemalloc.start()
    try:
        assert redact_file(path, REDACT)
        assert tracemalloc.get_traced_memory()[1] < 9 << 20
    finally:
        tracemalloc.stop()
    assert path.read_bytes() == b"[" + head + f'"{REDACTED}"'.encode() + tail + b"]"


def test_links_and_special_files_are_left_alone(tmp_path: Path):
    """Nothing outside the folder is read or written, pipes and sockets are not waited for."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").write_text(SECRET)
    root = tmp_path / "root"
    root.mkdir()
    (root / "link").symlink_to(outside / "file")
    (root / "folder").symlink_to(outside)
    os.link(outside / "file", root / "hard")
    os.mkfifo(root / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.fspath(root / "socket"))
        redact_tree(root, REDACT)
    redact_tree(root / "folder", REDACT)
    redact_tree(root / "missing", REDACT)
    assert (outside / "file").read_text() == SECRET
    assert (root / "hard").read_text() == REDACTED
    with pytest.raises(OSError, match="symbolic link"):
        redact_file(root / "link", REDACT)


def test_names_are_scrubbed_too(tmp_path: Path):
    """Files and folders named by a secret get another name, each one of its own."""
    deep = tmp_path / f"a {DIGITS}" / f"b {DIGITS}"
    deep.mkdir(parents=True)
    (deep / f"{DIGITS}.txt").write_text("1")
    (deep / f"{REDACTED}.txt").write_text("2")
    redact_tree(tmp_path, REDACT)
    found = {path.relative_to(tmp_path).as_posix(): path.read_text() for path in tmp_path.rglob("*.txt*")}
    assert found == {
        f"a {REDACTED}/b {REDACTED}/{REDACTED}.txt": "2",
        f"a {REDACTED}/b {REDACTED}/{REDACTED}.txt-2": "1",
    }


def test_what_cannot_be_done_is_said_after_all_else_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """One file that fails does not keep the others from being scrubbed."""
    for name in ("a", "b", "c"):
        (tmp_path / name).write_text(SECRET)
    rename = os.rename

    def full(part: Path, target: Path, **folders: int) -> None:
        if target.name == "b":
            raise OSError(28, "No space left on device", str(target))
        rename(part, target, **folders)

    monkeypatch.setattr(os, "rename", full)
    with pytest.raises(OSError, match="No space left"):
        redact_tree(tmp_path, REDACT)
    assert [(tmp_path / name).read_text() for name in ("a", "b", "c")] == [REDACTED, SECRET, REDACTED]
    assert len(list(tmp_path.iterdir())) == 3


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    folder = RunFolder(tmp_path / "run", REDACT)
    for path in (folder.trajectories, folder.artifacts, folder.trials / FIRST / "artifacts", folder.trials / SECOND):
        path.mkdir(parents=True)
    return folder


def test_what_is_collected_is_clean_on_both_sides(run: RunFolder):
    """The files of the attempt and the copies of them: trajectory, artifacts, and what is not copied."""
    trial = run.trials / FIRST
    (trial / "trajectory.json").write_text(json.dumps({"session_id": FIRST, "ids": [int(DIGITS)], "say": SECRET}))
    (trial / "diagnostics.json").write_text(json.dumps({"said": SECRET}))
    (trial / "artifacts" / f"{DIGITS}.bin").write_bytes(b"\0" + SECRET.encode())
    found = run.collect(FIRST, 0, 0)
    assert found is not None
    clean = {"session_id": FIRST, "ids": [int(DIGITS)], "say": REDACTED}
    assert json.loads((run.trajectories / "row_0_run_0.json").read_text()) == clean
    assert json.loads((trial / "trajectory.json").read_text()) == clean
    assert (run.artifacts / "row_0_run_0" / f"{REDACTED}.bin").read_bytes() == b"\0" + REDACTED.encode()
    assert json.loads((trial / "diagnostics.json").read_text()) == {"said": REDACTED}


ATTEMPT = {"row_index": 0, "run_index": 0, "source_row_index": 0, "attempt": 0, "at": "2001-01-01T00:00:00.000Z"}
ENDED = ATTEMPT | {"duration_ms": 1.0}


def journal(run: RunFolder, *records: dict[str, object]) -> None:
    records = tuple((ATTEMPT if record["event"] == "started" else ENDED) | record for record in records)
    run.attempts.write_text("".join(json.dumps(record) + "\n" for record in records) + '{"torn')


@pytest.mark.parametrize(
    ("records", "read"),
    [
        ([], True),
        ([{"event": "started", "rollout_id": FIRST}], True),
        (
            [
                {"event": "started", "rollout_id": FIRST},
                {"event": "ended", "rollout_id": FIRST, "outcome": "cancelled", "at": "2999-01-01T00:00:00.000Z"},
            ],
            True,
        ),
        (
            [
                {"event": "started", "rollout_id": FIRST},
                {
                    "event": "ended",
                    "rollout_id": FIRST,
                    "outcome": "scored",
                    "reward": 1.0,
                    "at": "2999-01-01T00:00:00.000Z",
                },
            ],
            False,
        ),
        (
            [
                {"event": "started", "rollout_id": FIRST},
                {"event": "ended", "rollout_id": FIRST, "outcome": "timed_out", "at": "2001-01-01T00:00:00.000Z"},
            ],
            True,
        ),
    ],
    ids=["of no attempt", "never ended", "ended without a result", "unchanged since it was collected", "written later"],
)
def test_the_journal_says_what_is_still_to_be_read(run: RunFolder, records: list[dict[str, object]], read: bool):
    """Once the server has ended: attempts that were not collected, and what changed after the others had been."""
    (run.trials / FIRST / "late.txt").write_text(SECRET)
    (run.trials / "core.1").write_text(SECRET)
    (run.trials / "other").mkdir()
    (run.trials / "other" / "dump").write_text(SECRET)
    journal(run, *records)
    assert run.redact_leftovers() == []
    assert (run.trials / FIRST / "late.txt").read_text() == (REDACTED if read else SECRET)
    assert (run.trials / "core.1").read_text() == REDACTED
    assert (run.trials / "other" / "dump").read_text() == REDACTED


def test_a_file_written_just_after_its_attempt_was_collected_is_read(run: RunFolder):
    """The journal's time is to the millisecond and before the collection; what is written from then on counts."""
    at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    (run.trials / FIRST / "late.txt").write_text(SECRET)
    records = [
        {"event": "started", "rollout_id": FIRST},
        {"event": "ended", "rollout_id": FIRST, "outcome": "scored", "reward": 1.0, "at": at},
    ]
    journal(run, *records)
    assert redact_leftovers(run.trials, run.attempts, REDACT) == []
    assert (run.trials / FIRST / "late.txt").read_text() == REDACTED


def test_without_secrets_nothing_is_opened(run: RunFolder, monkeypatch: pytest.MonkeyPatch):
    """Files are not even listed."""

    def refused(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(os, "scandir", refused)
    monkeypatch.setattr(os, "open", refused)
    redact_tree(run.trials, Redactor([]))
    assert redact_leftovers(run.trials, run.attempts, Redactor(["short"])) == []
