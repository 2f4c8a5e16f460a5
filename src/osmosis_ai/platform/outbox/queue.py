"""Adding to the outbox, in the transaction that decides that something must happen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from osmosis_ai.platform.ids import new_id
from osmosis_ai.platform.store import outbox as rows
from osmosis_ai.platform.store.unit import Unit

__all__ = ["enqueue"]


async def enqueue(unit: Unit, kind: str, payload: Mapping[str, Any], *, delay: timedelta = timedelta()) -> str:
    """Has the handler of `kind` called with `payload` after the commit, at least once, and again until it succeeds.

    `payload` holds ids, never secret values. The entry's id.
    """
    entry_id = new_id("out")
    await rows.add(unit, entry_id, kind, dict(payload), unit.now + delay)
    return entry_id
