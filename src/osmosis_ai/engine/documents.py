"""The forms in which a contract model stands in a file."""

from __future__ import annotations

import json

from osmosis_contract.base import ContractModel

__all__ = ["compact_line", "pretty_document", "spaced_line"]


def compact_line(model: ContractModel) -> bytes:
    """One line with sorted keys and no spaces, as journals have it."""
    return _encode(
        json.dumps(model.to_wire(), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    )


def spaced_line(model: ContractModel) -> bytes:
    """One line with a space after colons and commas, as indexes have it."""
    return _encode(json.dumps(model.to_wire(), ensure_ascii=False, allow_nan=False))


def pretty_document(model: ContractModel) -> bytes:
    """A whole document, indented by two spaces."""
    return _encode(json.dumps(model.to_wire(), indent=2, ensure_ascii=False, allow_nan=False))


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "replace") + b"\n"
