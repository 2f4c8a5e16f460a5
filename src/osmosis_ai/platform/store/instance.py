"""Queries on what is kept by name, of the platform as a whole."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from osmosis_ai.platform.store.tables import InstanceValue
from osmosis_ai.platform.store.unit import Unit

__all__ = ["add_value", "value"]


async def value(unit: Unit, name: str) -> dict[str, Any] | None:
    """What is kept by that name."""
    found = await unit.first(select(InstanceValue).where(InstanceValue.name == name))
    return None if found is None else found.value


async def add_value(unit: Unit, name: str, kept: dict[str, Any]) -> bool:
    """Keeps something by a name; False where something is kept by it already, which then stays."""
    return await unit.insert(InstanceValue, {"name": name, "value": kept}, ignore_existing=True)
