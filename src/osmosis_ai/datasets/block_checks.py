"""Rows checked by the block: what a compiled decoder accepts keeps every rule, and everything else is looked at singly.

A block is accepted or not; why not, and which row, is found by the checks of single rows. Those are the rule, and this
is only faster: it never accepts what they would report.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from osmosis_ai.datasets.metadata_decoder import BlockDecoder, object_type, union
from osmosis_ai.datasets.row import COLUMNS

if TYPE_CHECKING:
    from osmosis_ai.datasets.checks import RowChecker

__all__ = ["BlockChecks"]

_MIN_REFUSED = 20
_SCALAR = str | int | float | bool | None
_FILLED = Annotated[str, Meta(min_length=1)]


class BlockChecks:
    """Checks blocks for a `RowChecker`, from which it learns what rows look like."""

    def __init__(self, checker: RowChecker) -> None:
        self._checker = checker
        self._known: tuple[int, frozenset[str] | None] | None = None
        self._strings_only = True
        self._rows: BlockDecoder | None = None
        self._metadata: BlockDecoder | None = None
        self._accepted = 0
        self._refused = 0

    @property
    def worth_trying(self) -> bool:
        """False where most blocks were refused, so that trying costs more than it gains."""
        return self._refused < _MIN_REFUSED or self._refused < self._accepted

    def json_lines(self, block: bytes, start: int) -> int | None:
        """How many rows the block has, the first of them `start`, or None where it is to be looked at row by row."""
        if not self.worth_trying:
            return None
        self._learn()
        if not block.endswith(b"\n"):
            block += b"\n"
        lines = BytesIO(block).readlines()
        rows = None if self._rows is None else self._rows.rows(lines, block)
        if rows is None and self._strings_only and self._rows is not None:
            self._strings_only, self._known = False, None
            self._learn()
            rows = None if self._rows is None else self._rows.rows(lines, block)
        if rows is None or not self._json_rows(rows, start):
            self._refused += 1
            return None
        self._accept(start, [hash(line) for line in lines])
        return len(rows)

    def texts(self, cells: Mapping[str, Sequence[str | None]], start: int, hashes: Sequence[int]) -> bool:
        """Whether the rows of text columns, by the names they are read by, are accepted; there is at least one row."""
        if not self.worth_trying:
            return False
        self._learn()
        if self._text_rows(cells, start, len(hashes)):
            self._accept(start, hashes)
            return True
        self._refused += 1
        return False

    def _accept(self, start: int, hashes: Sequence[int]) -> None:
        self._accepted += 1
        self._checker.place_many(start, len(hashes))
        self._checker.compare_many(start, hashes)

    def _json_rows(self, rows: Sequence[Any], start: int) -> bool:
        """Whether each of the decoded rows has what a row needs; counts metadata and labels if so."""
        checker = self._checker
        names = checker.read_names
        if "metadata" not in names:
            if not {"ground_truth", "label"} & names:
                for at in range(start, start + len(rows)):
                    checker.without_reference(at)
            return True
        texts = [row.metadata for row in rows if type(row.metadata) is str]
        if texts and not self._are_objects([text for text in texts if text]):
            return False
        bare = [at for at, row in enumerate(rows) if not row.metadata]
        for at in bare:
            row = rows[at]
            if not _has_text(row.user_prompt) or not (_has_text(row.ground_truth) or _has_text(row.label)):
                return False
        checker.with_metadata += len(rows) - len(bare)
        return True

    def _text_rows(self, cells: Mapping[str, Sequence[str | None]], start: int, count: int) -> bool:
        users = cells.get("user_prompt")
        labels = _labels(cells)
        metadata = cells.get("metadata")
        unlabelled: Sequence[int] = ()
        if metadata is None:
            if users is None or not all(users):
                return False
            if labels is None:
                unlabelled = range(start, start + count)
            elif not all(labels):
                unlabelled = [start + at for at, label in enumerate(labels) if not label]
        else:
            bare = [] if all(metadata) else [at for at, text in enumerate(metadata) if not text]
            if any(users is None or not users[at] for at in bare):
                return False
            unlabelled = [start + at for at in bare if labels is None or not labels[at]]
            if len(bare) < count and not self._are_objects([text for text in metadata if text]):
                return False
            self._checker.with_metadata += count - len(bare)
        for row in unlabelled:
            self._checker.without_reference(row)
        return True

    def _are_objects(self, texts: Sequence[str]) -> bool:
        if not texts:
            return True
        if self._metadata is None:
            return False
        lines = [text.encode() for text in texts]
        return self._metadata.rows(lines, b"".join(lines)) is not None

    def _learn(self) -> None:
        """Makes the decoders anew where more has become known since they were made."""
        checker = self._checker
        known = (checker.types.version, checker.key_set)
        if self._known == known:
            return
        self._known = known
        metadata = object_type(checker.types.root) if checker.types.root.below else None
        self._metadata = None if metadata is None else BlockDecoder(metadata)
        self._rows = self._row_decoder(metadata)

    def _row_decoder(self, metadata: Any) -> BlockDecoder | None:
        checker = self._checker
        if checker.key_set is None:
            return None
        names = {name: checker.renames.get(name, name) for name in checker.key_set}
        read = set(names.values())
        if len(read) < len(names) or not read & {"user_prompt", "metadata"} or {"ground_truth", "label"} <= read:
            return None
        if "metadata" in read and metadata is None:
            return None
        others: Any = str if self._strings_only else _SCALAR
        fields: list[Any] = []
        renamed: dict[str, str] = {}
        for at, (name, meaning) in enumerate(names.items()):
            kind: Any = others
            if meaning == "metadata":
                kind = union(metadata, str, None)
            elif "metadata" not in read and meaning != "system_prompt" and meaning in COLUMNS:
                kind = _FILLED if self._strings_only or meaning == "user_prompt" else _FILLED | int | float | bool
            field = meaning if meaning in COLUMNS else f"other{at}"
            fields.append((field, kind))
            renamed[field] = name
        for absent in set(COLUMNS) - read:
            fields.append((absent, msgspec.UnsetType, msgspec.UNSET))
            renamed[absent] = f"\x7f{absent}"
        try:
            row = msgspec.defstruct("Row", fields, rename=renamed, forbid_unknown_fields=True, gc=False)
        except (ValueError, TypeError):
            return None
        return BlockDecoder(
            row, strings_a_row=2 * len(names) if self._strings_only and "metadata" not in read else None
        )


def _labels(cells: Mapping[str, Sequence[str | None]]) -> Sequence[str | None] | None:
    """The label of each row, where there are any; in a file that has both columns, which is an error, of either."""
    truths, labels = cells.get("ground_truth"), cells.get("label")
    if truths is None or labels is None:
        return labels if truths is None else truths
    return [truth or label for truth, label in zip(truths, labels, strict=True)]


def _has_text(value: object) -> bool:
    return value is not None and value is not msgspec.UNSET and value != ""
