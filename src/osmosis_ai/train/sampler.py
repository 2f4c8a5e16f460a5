"""Which rows are held out, and which a step tries: decided by the seed alone, so a resumed run goes on the same."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Split", "rows_of_step", "seed_of", "split_rows"]


@dataclass(frozen=True, slots=True)
class Split:
    """Rows of a dataset by their position in the file, each part in the order of the file."""

    train: tuple[int, ...]
    held_out: tuple[int, ...]


def split_rows(count: int, share: float, seed: int) -> Split:
    """Holds out this share of so many rows, rounded, and at least one of more than one unless the share is 0."""
    held = round(count * share)
    if share > 0 and count > 1:
        held = min(max(held, 1), count - 1)
    chosen = set(_shuffled(range(count), seed, "held out")[:held])
    train = tuple(row for row in range(count) if row not in chosen)
    return Split(train, tuple(sorted(chosen)))


def rows_of_step(rows: Sequence[int], step: int, size: int, seed: int) -> list[int]:
    """The rows of a step, the first of which is 1: every epoch in an order of its own, steps follow one another.

    A step that ends an epoch goes on with the next, and has no row twice unless there are fewer rows than it takes.
    """
    found: list[int] = []
    position = (step - 1) * size
    while len(found) < size:
        epoch, offset = divmod(position, len(rows))
        order = _shuffled(rows, seed, f"epoch {epoch}")
        taken = [row for row in order[offset:] if row not in found or len(rows) < size][: size - len(found)]
        found += taken
        position = (epoch + 1) * len(rows)
    return found


def seed_of(seed: int, *parts: object) -> int:
    """A number below 2^31 that is the same for the same seed and parts, and no other's by more than chance."""
    text = "/".join(map(str, (seed, *parts)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4]) >> 1


def _shuffled(rows: Sequence[int], seed: int, what: str) -> list[int]:
    order = list(rows)
    random.Random(seed_of(seed, what)).shuffle(order)  # noqa: S311 - repeatable, not secret
    return order
