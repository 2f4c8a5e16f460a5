"""What a workspace used, by day, kind and run; and the budget that it has for a month.

Quantities are added up: tokens, cost and the bytes of files as runs are counted, seconds when a job ends. So the sum
over the days of a run is what it used. `storage`, of no run, is what all files of the workspace had on a day, and not
added up. A budget is for what model calls cost in a calendar month (UTC),
by the prices that the jobs know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.errors import AccessDeniedError, InvalidRequestError
from osmosis_ai.platform.services import audit
from osmosis_ai.platform.settings import Limits
from osmosis_ai.platform.store import usage as rows
from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.pages import Page
from osmosis_ai.platform.store.scope import WorkspaceScope
from osmosis_ai.platform.store.unit import Unit

__all__ = [
    "Budget",
    "add",
    "add_seconds",
    "budget",
    "listing",
    "measure_storage",
    "require_budget",
    "set_budget",
]

_RUN = "eval_run"
_STORAGE = "storage"
_DAY = timedelta(days=1)
_MONTH_LENGTH = len("YYYY-MM")


@dataclass(frozen=True, slots=True)
class Budget:
    """What a workspace may cost this month, and has cost."""

    usd_per_month: float | None
    """None where there is no bound."""
    is_default: bool
    """Whether it is the operator's, because nobody set one for the workspace."""
    month: str
    """`YYYY-MM`, in UTC."""
    spent_usd: float

    @property
    def is_spent(self) -> bool:
        """Whether nothing more may be submitted."""
        return self.usd_per_month is not None and self.spent_usd >= self.usd_per_month


async def add(unit: Unit, scope: WorkspaceScope, run_id: str, quantities: Mapping[str, float]) -> None:
    """Adds to what a run used today, by unit; zero adds nothing."""
    for what, quantity in quantities.items():
        if quantity:
            await rows.add(unit, scope, rows.Item(_day(unit.now), _RUN, run_id, what), quantity)


async def add_seconds(unit: Unit, scope: WorkspaceScope, run_id: str, since: datetime) -> None:
    """Adds the time from `since` to now, each day's part to that day."""
    for day, seconds in _by_day(since, unit.now):
        await rows.add(unit, scope, rows.Item(day, _RUN, run_id, "seconds"), seconds)


async def measure_storage(database: Database) -> None:
    """Notes for each workspace how many bytes its files have today."""
    async with database.write() as unit:
        for workspace_id, size in (await rows.bytes_by_workspace(unit)).items():
            await rows.put(unit, WorkspaceScope(workspace_id), rows.Item(_day(unit.now), _STORAGE, "", "bytes"), size)


async def listing(
    unit: Unit, member: Member, *, since: str | None, until: str | None, limit: int, offset: int
) -> Page[rows.UsageRow]:
    """What the workspace used, new days first. Raises InvalidRequestError for a day that no calendar has."""
    member.require("usage.read")
    for name, day in (("since", since), ("until", until)):
        _check_day(name, day)
    scope = unit.in_workspace(member.workspace_id)
    return await rows.page(unit, scope, since=since, until=until, limit=limit, offset=offset)


async def budget(unit: Unit, member: Member, limits: Limits) -> Budget:
    """The budget of the workspace, and what of it is spent."""
    member.require("usage.read")
    return await _budget(unit, unit.in_workspace(member.workspace_id), limits)


async def set_budget(unit: Unit, member: Member, limits: Limits, usd_per_month: float | None) -> Budget:
    """Sets the budget of the workspace; None has the operator's apply again."""
    member.require("usage.manage")
    scope = unit.in_workspace(member.workspace_id)
    await rows.set_budget(unit, scope, usd_per_month)
    await audit.record(
        unit,
        member.actor,
        "budget.update",
        workspace_id=member.workspace_id,
        target=member.workspace_id,
        details={"usd_per_month": usd_per_month},
    )
    return await _budget(unit, scope, limits)


async def require_budget(unit: Unit, scope: WorkspaceScope, limits: Limits) -> None:
    """Raises AccessDeniedError (`BILLING_REQUIRED`) where the budget of this month is spent."""
    found = await _budget(unit, scope, limits)
    if found.is_spent:
        raise AccessDeniedError(
            f"The workspace's budget for {found.month} is spent: its runs cost {found.spent_usd:.2f} of "
            f"{found.usd_per_month:.2f} US dollars. An owner or admin can raise it, or wait for the next month.",
            code="BILLING_REQUIRED",
        )


async def _budget(unit: Unit, scope: WorkspaceScope, limits: Limits) -> Budget:
    own = await rows.budget(unit, scope)
    common = float(limits.budget_usd_per_month) if limits.budget_usd_per_month else None
    month = _day(unit.now)[:_MONTH_LENGTH]
    return Budget(common if own is None else own, own is None, month, await rows.cost_of_month(unit, scope, month))


def _day(moment: datetime) -> str:
    return moment.astimezone(UTC).date().isoformat()


def _by_day(since: datetime, until: datetime) -> Iterator[tuple[str, float]]:
    """The days that a span of time touches, in UTC, with its seconds on each."""
    while since < until:
        midnight = since.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + _DAY
        end = min(midnight, until)
        yield _day(since), (end - since).total_seconds()
        since = end


def _check_day(name: str, day: str | None) -> None:
    if day is None:
        return
    try:
        datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise InvalidRequestError(f"{name}: there is no day {day}.", field=name) from None
