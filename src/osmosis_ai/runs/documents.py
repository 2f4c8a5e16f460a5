"""Contract models in files: the forms in which they are written, and reading a document of a run back."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path

from osmosis_ai.base.errors import FileUnwritableError, OsmosisError
from osmosis_ai.base.files.atomic import PRIVATE, write_atomic
from osmosis_ai.base.files.no_follow import open_regular, read_at_most
from osmosis_ai.base.files.private import make_private_directory
from osmosis_ai.semantics.faults import first_fault
from osmosis_contract.base import ContractModel

__all__ = ["compact_line", "make_folders", "pretty_document", "read_document", "replace_file", "spaced_line"]

_LARGEST = 64 << 20
# Made once: json.dumps makes an encoder a call, which takes longer than encoding a line does.
_compact = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode
_spaced = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
_pretty = json.JSONEncoder(indent=2, ensure_ascii=False, allow_nan=False).encode


def compact_line(model: ContractModel) -> bytes:
    """One line with sorted keys and no spaces, as journals have it."""
    return _encode(_compact(model.to_wire()))


def spaced_line(model: ContractModel) -> bytes:
    """One line with a space after colons and commas, as indexes have it."""
    return _encode(_spaced(model.to_wire()))


def pretty_document(model: ContractModel) -> bytes:
    """A whole document, indented by two spaces."""
    return _encode(_pretty(model.to_wire()))


def read_document[T: ContractModel](path: Path, model: type[T]) -> T | None:
    """A JSON document of a run; None where there is no such file. Raises OsmosisError for one that cannot be read.

    Links are not followed, special files not waited for, and no more than 64 MiB read.
    """
    try:
        with open_regular(path) as file:
            return model.read(read_at_most(file, _LARGEST))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OsmosisError(f"{path} cannot be read: {error.strerror or error}", details={"path": str(path)}) from None
    except ValueError as error:
        raise OsmosisError(
            f"{path} is not what a run has under that name: {first_fault(error)}",
            hint="Something other than an evaluation changed the file. Restore it, or move the folder away.",
            details={"path": str(path)},
        ) from None


def make_folders(root: Path, *below: Path) -> None:
    """Makes the folder of a run and those in it, which only its owner may enter. Raises OsmosisError."""
    try:
        for folder in (root, *below):
            make_private_directory(os.fspath(folder))
    except OSError as error:
        raise OsmosisError(
            f"the run folder {root} cannot be made: {error.strerror}", hint="Choose another root with --output."
        ) from None


def replace_file(path: Path, parts: Iterable[bytes], *, safe: str = "") -> None:
    """Replaces a file of a run as a whole, with mode 0600: a reader sees the old bytes or the new ones.

    `safe` says in an error what is not lost. Raises OsmosisError.
    """
    try:
        write_atomic(path, parts, mode=PRIVATE, durable=True, follow_directory=True)
    except OSError as error:
        hint = f"Make room or repair the disk, then resume with the same --name{safe}."
        raise FileUnwritableError(path, error, hint=hint) from None


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "replace") + b"\n"
