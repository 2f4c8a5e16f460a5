"""Errors carry their data, and say the same thing the same way wherever they are raised."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from osmosis_ai.base import errors
from osmosis_ai.base.errors import (
    FileUnreadableError,
    InvalidFileError,
    InvalidOptionError,
    MissingDirectoryError,
    MissingExtraError,
    MissingFileError,
    OsmosisError,
    UnknownNameError,
)


def test_module_begins_with_the_tree_that_the_classes_form():
    """The drawing names every class at its depth, and ``__all__`` every one of them."""
    drawn = {
        name: len(indent) // 4
        for indent, name in re.findall(r"^    ([│├└─ ]*)(\w+Error)\b", errors.__doc__ or "", re.M)
    }
    classes = {
        name: kind for name, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, OsmosisError)
    }
    assert drawn == {name: kind.__mro__.index(OsmosisError) for name, kind in classes.items()}
    assert set(errors.__all__) == set(classes)


@pytest.mark.parametrize(
    ("error", "message", "details"),
    [
        (MissingFileError("a.toml", what="the config"), "the config a.toml does not exist.", {"path": "a.toml"}),
        (MissingDirectoryError("/dev/null"), "/dev/null is not a directory.", {"path": "/dev/null"}),
        (
            FileUnreadableError(Path("f"), PermissionError(13, "Permission denied")),
            "f cannot be read: Permission denied.",
            {"path": "f"},
        ),
        (InvalidFileError("f", "not a row.", line=3), "f, line 3: not a row.", {"path": "f", "line": 3}),
        (InvalidOptionError("--n", "0", "1 or more"), "--n: 0 is not allowed; it takes 1 or more.", {}),
        (
            MissingExtraError("pyarrow", "parquet", purpose="Reading Parquet"),
            "Reading Parquet needs the package pyarrow, which is not installed.",
            {"missing_module": "pyarrow", "extra": "parquet"},
        ),
        (UnknownNameError("run", "a", ["b"]), "There is no run 'a'.", {"name": "a", "runs": ["b"]}),
    ],
)
def test_error_writes_its_own_sentence_and_keeps_its_data(
    error: OsmosisError, message: str, details: dict[str, object]
):
    """What happened and where, with the data in ``details`` for programs."""
    assert str(error) == error.message == message
    assert error.details == details


def test_transformed_error_has_no_text_of_the_original():
    """``with_text`` reaches message, hint, details and what ``str`` gives."""
    error = OsmosisError("a secret", hint="no secret", details={"said": "secret", "n": 1})
    changed = error.with_text(lambda text: text.replace("secret", "X"))
    assert changed is error
    assert (str(error), error.message, error.hint, error.details) == ("a X", "a X", "no X", {"said": "X", "n": 1})


def test_path_with_a_line_break_stays_on_its_line():
    """A name may hold a line feed: in a sentence it is written out, in ``details`` it is as it is."""
    error = MissingFileError("data/a\nError: all is well")
    assert error.message == "data/a\\nError: all is well does not exist."
    assert error.details == {"path": "data/a\nError: all is well"}
