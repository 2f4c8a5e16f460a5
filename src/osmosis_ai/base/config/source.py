"""A config file as text and as values, and the lines of its keys."""

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from osmosis_ai.base.config.toml_text import parse_toml
from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.files.no_follow import FileFaultError, read_bounded
from osmosis_ai.base.numbers import INT64

if TYPE_CHECKING:
    from tomlkit import TOMLDocument
    from tomlkit.container import Container
    from tomlkit.items import Item

MAX_CONFIG_BYTES = 1024 * 1024
_MOST_LOCATED_BYTES = 64 * 1024  # tomlkit takes seconds for a hundred thousand brackets

_POSITION = re.compile(r"\s*\(at line (\d+), column (\d+)\)$")


@dataclass(frozen=True)
class ConfigSource:
    """A TOML file that parsed. `shown` is its path as people see it, `values` what it holds."""

    shown: str
    text: str
    values: Mapping[str, Any]

    @classmethod
    def read(cls, path: Path, shown: str) -> "ConfigSource":
        """Read and parse. Raises OsmosisError for a file that is missing, unreadable, absurdly large, not
        UTF-8 or not TOML, with line and column where the parser gives them.
        """
        text = _read_text(path, shown)
        try:
            values = parse_toml(text)
        except ValueError as error:
            said, place = str(error), shown
            if match := _POSITION.search(said):
                said, place = said[: match.start()], f"{shown}, line {match[1]}, column {match[2]}"
            raise OsmosisError(
                f"{place}: not valid TOML: {said.rstrip('.')}.",
                hint="Strings need quotes, and a key is in its table once.",
            ) from None
        source = cls(shown, text, values)
        if (keys := _large_integer(values)) is not None:
            raise source.error(
                f"{'.'.join(keys)} is an integer of more than 64 bits, which TOML does not have.",
                *keys,
                hint="Write a smaller number, or a text in quotes.",
            )
        return source

    def line(self, *keys: str) -> int | None:
        """The 1-based line of this key (by its tables, outermost first) or table, where it can be found.

        tomlkit writes a document back exactly as it was, so a mark put before the key shows its place.
        """
        import tomlkit

        try:
            for item in _items(self._document, keys):
                indent = item.trivia.indent
                item.trivia.indent = f"\0{indent}"
                offset = tomlkit.dumps(self._document).find("\0")
                item.trivia.indent = indent
                if offset >= 0:  # else a table that only its subtables mention: try what it holds
                    return self.text.count("\n", 0, offset) + 1
        except Exception:  # whatever tomlkit stumbles over, the problem itself is reported, without a line
            return None
        return None

    @functools.cached_property
    def _document(self) -> "TOMLDocument":
        """The text as tomlkit has it, imported late: only a config with a problem needs it. Empty for a large one."""
        import tomlkit

        return tomlkit.parse(self.text if len(self.text) <= _MOST_LOCATED_BYTES else "")

    def error(self, message: str, *keys: str, hint: str | None = None) -> OsmosisError:
        """An error about one place of the file: the line of the innermost of `keys` that is there."""
        line = next((found for end in range(len(keys), 0, -1) if (found := self.line(*keys[:end]))), None)
        place = self.shown if line is None else f"{self.shown}, line {line}"
        return OsmosisError(f"{place}: {message}", hint=hint)


def _large_integer(values: object) -> tuple[str, ...] | None:
    """The keys that lead to the first integer that 64 bits cannot hold, or None. Items of arrays have no key."""
    waiting: list[tuple[tuple[str, ...], object]] = [((), values)]
    while waiting:
        keys, value = waiting.pop()
        if isinstance(value, int) and value not in INT64:
            return keys
        if isinstance(value, dict):
            waiting += [((*keys, name), item) for name, item in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [(keys, item) for item in reversed(value)]
    return None


def _read_text(path: Path, shown: str) -> str:
    try:
        return read_bounded(path, at_most=MAX_CONFIG_BYTES).decode("utf-8-sig")
    except FileFaultError as error:
        raise OsmosisError(
            f"{shown}: {error.problem}.", hint=f"{error.remedy[:1].upper()}{error.remedy[1:]}."
        ) from None
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise OsmosisError(
            f"{shown}: byte 0x{byte:02x} at offset {error.start} is not UTF-8.",
            hint="Save the file as UTF-8.",
        ) from None


def _items(container: "Container", keys: tuple[str, ...]) -> "Iterator[Item]":
    """The items that a path of keys names, then what they hold; a table in pieces is several items."""
    from tomlkit.items import AbstractTable, AoT

    for key, item in container.body:
        if key is None or (keys and key.key != keys[0]):
            continue
        tables = item.body if isinstance(item, AoT) else [item]
        if len(keys) <= 1:
            yield from tables
        for table in tables:
            if isinstance(table, AbstractTable):
                yield from _items(table.value, keys[1:])
