"""A config file as text and as values, and the lines its keys stand on."""

import re
import stat
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from osmosis_ai.base.errors import OsmosisError

if TYPE_CHECKING:
    from tomlkit.container import Container
    from tomlkit.items import Item

MAX_CONFIG_BYTES = 1024 * 1024

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
            values = tomllib.loads(text)
        except RecursionError:
            raise OsmosisError(f"{shown}: tables or arrays are nested too deeply.") from None
        except ValueError as error:
            said, place = str(error), shown
            if match := _POSITION.search(said):
                said, place = said[: match.start()], f"{shown}, line {match[1]}, column {match[2]}"
            raise OsmosisError(
                f"{place}: not valid TOML: {said.rstrip('.')}.",
                hint="Strings need quotes, and every key stands in its table once.",
            ) from None
        return cls(shown, text, values)

    def line(self, *keys: str) -> int | None:
        """The 1-based line on which this key (by its tables, outermost first) or table stands, if it can be
        told.
        """
        offset = _offset(self.text, keys)
        return None if offset is None else self.text.count("\n", 0, offset) + 1

    def fault(self, message: str, *keys: str, hint: str | None = None) -> OsmosisError:
        """An error about one place of the file: the line of the innermost of `keys` that is there."""
        line = next((found for end in range(len(keys), 0, -1) if (found := self.line(*keys[:end]))), None)
        place = self.shown if line is None else f"{self.shown}, line {line}"
        return OsmosisError(f"{place}: {message}", hint=hint)


def _read_text(path: Path, shown: str) -> str:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            kind = "a directory" if stat.S_ISDIR(status.st_mode) else "a pipe, a socket or a device"
            raise OsmosisError(f"{shown}: is {kind}, not a config file.")
        if status.st_size > MAX_CONFIG_BYTES:
            raise OsmosisError(f"{shown}: is larger than {MAX_CONFIG_BYTES // 1024**2} MiB, too large for a config.")
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise OsmosisError(f"{shown}: there is no such file.") from None
    except OSError as error:
        raise OsmosisError(f"{shown}: cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise OsmosisError(
            f"{shown}: byte 0x{byte:02x} at offset {error.start} is not UTF-8.",
            hint="Save the file as UTF-8.",
        ) from None


def _offset(text: str, keys: tuple[str, ...]) -> int | None:
    """Where the key stands in the text.

    tomlkit writes a document back exactly as it was, so a mark put before the key shows its place. It is
    imported late: only a config at fault needs it.
    """
    import tomlkit

    try:
        document = tomlkit.parse(text)
        for item in _items(document, keys):
            indent = item.trivia.indent
            item.trivia.indent = f"\0{indent}"
            offset = tomlkit.dumps(document).find("\0")
            if offset >= 0:
                return offset
            item.trivia.indent = indent  # a table that only its subtables mention: try what it holds
    except Exception:  # whatever tomlkit stumbles over, the fault itself is told, without a line
        return None
    return None


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
