"""Contract models in files: the forms in which they are written, and reading a document of a run back."""

from __future__ import annotations

import json
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.files.no_follow import open_regular, read_at_most
from osmosis_ai.semantics.faults import first_fault
from osmosis_contract.base import ContractModel

__all__ = ["compact_line", "pretty_document", "read_document", "spaced_line"]

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


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "replace") + b"\n"
