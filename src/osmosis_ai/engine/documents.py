"""The forms in which a contract model stands in a file."""

from __future__ import annotations

import json

from osmosis_contract.base import ContractModel

__all__ = ["compact_line", "pretty_document", "spaced_line"]

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


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "replace") + b"\n"
