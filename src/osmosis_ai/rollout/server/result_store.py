"""Rollouts whose result has been delivered, kept on disk until their retention is over.

A retained result is read again only after a lost answer, and there may be a hundred thousand of them: memory keeps
nothing of them but a bounded cache. The database is a temporary file without a name; it goes with the process, however
that ends.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

__all__ = ["ResultStore", "Retained"]

_SCHEMA = """
CREATE TABLE retained (
    id TEXT PRIMARY KEY, idempotency_key TEXT UNIQUE, token_hash BLOB, body_digest BLOB, over_at REAL, result BLOB
);
CREATE INDEX by_end ON retained (over_at);
PRAGMA journal_mode = MEMORY;
PRAGMA synchronous = OFF;
"""
_SELECT = "SELECT id, idempotency_key, token_hash, body_digest, over_at, result FROM retained WHERE "


@dataclass(frozen=True, slots=True)
class Retained:
    """What is kept of a rollout: who may ask for it, what a repeat of its admission must match, until when, the answer.

    `over_at` is the loop's time.
    """

    id: str
    idempotency_key: str | None
    token_hash: bytes | None
    body_digest: bytes
    over_at: float
    result: bytes


class ResultStore:
    """Stores rollouts and finds them again. Not for several threads at a time."""

    def __init__(self) -> None:
        self._open: sqlite3.Connection | None = None

    @property
    def _database(self) -> sqlite3.Connection:
        if self._open is None:
            self._open = sqlite3.connect("", isolation_level=None, check_same_thread=False)
            self._open.executescript(_SCHEMA)
        return self._open

    def put(self, retained: Retained) -> None:
        """From now on the disk keeps it, in the place of one of the same id. Raises OSError when it does not."""
        row = (
            *(retained.id, retained.idempotency_key, retained.token_hash, retained.body_digest),
            *(retained.over_at, retained.result),
        )
        try:
            self._database.execute("REPLACE INTO retained VALUES (?, ?, ?, ?, ?, ?)", row)
        except (sqlite3.Error, UnicodeEncodeError) as error:
            raise OSError(str(error)) from error

    def get(self, rollout_id: str, now: float) -> Retained | None:
        """The rollout of an id, unless its retention is over."""
        return self._one("id = ? AND over_at > ?", rollout_id, now)

    def admitted_with(self, idempotency_key: str, now: float) -> Retained | None:
        """The rollout whose admission carried an Idempotency-Key, unless its retention is over."""
        return self._one("idempotency_key = ? AND over_at > ?", idempotency_key, now)

    def _one(self, condition: str, *values: object) -> Retained | None:
        if self._open is None:
            return None
        try:
            row = self._open.execute(_SELECT + condition, values).fetchone()
        except UnicodeEncodeError:  # what SQLite has no text for was never put here
            return None
        except sqlite3.Error as error:
            raise OSError(f"a retained result cannot be read: {error}") from error
        return None if row is None else Retained(*row)

    def ids(self, now: float) -> list[str]:
        """Of everything whose retention is not over."""
        if self._open is None:
            return []
        return [found for (found,) in self._open.execute("SELECT id FROM retained WHERE over_at > ?", (now,))]

    def forget(self, now: float) -> float | None:
        """Drops what is over; when the next one is, None where there is none."""
        self._database.execute("DELETE FROM retained WHERE over_at <= ?", (now,))
        (next_end,) = self._database.execute("SELECT min(over_at) FROM retained").fetchone()
        return None if next_end is None else float(next_end)

    def close(self) -> None:
        """Gives the file back."""
        if self._open is not None:
            self._open.close()
            self._open = None
