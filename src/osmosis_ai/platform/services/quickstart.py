"""Whether the first steps with a workspace were finished."""

from __future__ import annotations

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.services import audit
from osmosis_ai.platform.store import instance as rows
from osmosis_ai.platform.store.unit import Unit

__all__ = ["complete", "is_completed"]


async def is_completed(unit: Unit, member: Member) -> bool:
    """Whether a member of the workspace finished the steps before."""
    return await rows.value(unit, _name(member)) is not None


async def complete(unit: Unit, member: Member, intent: str) -> None:
    """Records that the steps are finished. Doing it again changes nothing."""
    if await rows.keep_once(unit, _name(member), {"intent": intent}):
        await audit.record(
            unit,
            member.actor,
            "quickstart.complete",
            workspace_id=member.workspace_id,
            target=member.workspace_id,
            details={"intent": intent},
        )


def _name(member: Member) -> str:
    return f"quickstart/{member.workspace_id}"
