"""Named values that are kept once for the whole platform."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from osmosis_ai.platform.store.tables import InstanceValue
from osmosis_ai.platform.store.unit import Unit

__all__ = ["keep_once", "value"]


async def value(unit: Unit, name: str) -> Mapping[str, Any] | None:
    """The value of that name."""
    found = await unit.first(select(InstanceValue).where(InstanceValue.name == name))
    return None if found is None else found.value


async def keep_once(unit: Unit, name: str, given: Mapping[str, Any]) -> bool:
    """Keeps a value; False, and nothing changes, where the name has one."""
    return await unit.insert(InstanceValue, {"name": name, "value": dict(given)}, ignore_existing=True)
