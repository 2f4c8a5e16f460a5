"""Where the values of a run's secrets come from, and what is said of them."""

import io
import sys
from pathlib import Path

import pytest

from osmosis_ai.base.errors import InteractiveRequiredError, OsmosisError
from osmosis_ai.eval.secret_values import read_secrets_file, read_secrets_input, secret_values

FILE = """\
# keys of the demo

FIRST=one
export SECOND="two words"
THIRD='$literal # kept'
EMPTY=
"""
VALUES = {"FIRST": "one", "SECOND": "two words", "THIRD": "$literal # kept", "EMPTY": ""}


def written(folder: Path, content: bytes) -> Path:
    path = folder / "secrets.env"
    path.write_bytes(content)
    return path


def test_file_of_names_and_values(tmp_path: Path):
    """NAME=value lines, comments, an optional export and a pair of quotes; with a byte order mark or without."""
    assert read_secrets_file(written(tmp_path, FILE.encode())) == VALUES
    assert read_secrets_file(written(tmp_path, b"\xef\xbb\xbf" + FILE.encode())) == VALUES


def test_standard_input_has_the_same_form(monkeypatch: pytest.MonkeyPatch):
    """What is piped in is read like a file."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FILE.encode())))
    assert read_secrets_input() == VALUES
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"hunter2\n")))
    with pytest.raises(OsmosisError, match=r"^the secrets on standard input, line 1: not of the form NAME=value$"):
        read_secrets_input()


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"A=1\n\n# c\nhunter2\n", 4),
        (b"A=1\nhunter2\n", 2),
        (b'\nA="hunter2\n', 2),
        (b"1A=hunter2\n", 1),
        (b"A-B=hunter2\n", 1),
        (b"=hunter2\n", 1),
        (b"A=1\nB=hunter2\0\n", 2),
        (b"A=1\nB=\xffhunter2\n", 2),
    ],
)
def test_bad_line_is_told_by_its_number_alone(tmp_path: Path, content: bytes, line: int):
    """The error names file and line and quotes nothing."""
    with pytest.raises(OsmosisError, match=rf"secrets\.env, line {line}: ") as raised:
        read_secrets_file(written(tmp_path, content))
    assert "hunter2" not in f"{raised.value.message}{raised.value.hint}{raised.value.details}"
    assert raised.value.code == "VALIDATION"


def test_file_that_cannot_be_read(tmp_path: Path):
    """A missing file and a folder are errors that name it."""
    with pytest.raises(OsmosisError, match=r"the secrets file .*missing\.env does not exist"):
        read_secrets_file(tmp_path / "missing.env")
    with pytest.raises(OsmosisError, match="cannot be read: Is a directory"):
        read_secrets_file(tmp_path)


def test_file_comes_before_environment_before_person():
    """Each name gets the first value that is not empty; a person is asked for the rest, in order."""
    asked: list[str] = []

    def ask(name: str) -> str:
        asked.append(name)
        return f"typed {name}"

    values = secret_values(
        ["IN_BOTH", "IN_ENV", "EMPTY_IN_FILE", "NOWHERE", "EMPTY"],
        given={"IN_BOTH": "file", "EMPTY_IN_FILE": ""},
        environment={"IN_BOTH": "env", "IN_ENV": "env", "EMPTY_IN_FILE": "env", "EMPTY": ""},
        ask=ask,
    )
    assert values == {
        "IN_BOTH": "file",
        "IN_ENV": "env",
        "EMPTY_IN_FILE": "env",
        "NOWHERE": "typed NOWHERE",
        "EMPTY": "typed EMPTY",
    }
    assert asked == ["NOWHERE", "EMPTY"]


def test_all_that_is_missing_is_named_at_once():
    """Where nobody answers, every missing name is in the error, with the option that would give them."""
    with pytest.raises(InteractiveRequiredError) as raised:
        secret_values(["A", "B", "C"], given={"B": "b"}, environment={}, ask=lambda _: None)
    assert raised.value.details == {"missing": ["A", "C"], "flags": ["--secrets-file"]}
