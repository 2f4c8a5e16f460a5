"""``osmosis platform usage`` and ``budget``: what a workspace used, and what it may cost in a month."""

import math
from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.base.text import one_line
from osmosis_ai.cli.commands.named_workspace import workspace_name
from osmosis_ai.cli.commands.session import AllOption, LimitOption, Session, check_paging, page_of
from osmosis_ai.cli.framework.params import InjectedConsole
from osmosis_ai.cli.framework.results import Column, DetailResult, ListResult, OperationResult
from osmosis_ai.cli.framework.usage import Mode, UsageError
from osmosis_ai.platform_client.connection import PAGE_LIMIT
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.clients.platform.api.operations import get_budget, list_usage, put_budget
from osmosis_contract.models import Budget, BudgetRequest, UsageEntry, UsageList, UsageUnit

_COLUMNS = [
    Column("day", "Day"),
    Column("kind", "What"),
    Column("run_name", "Run"),
    Column("quantity", "Used", numeric=True),
    Column("unit", "Unit"),
]
_NONE = "none"


def platform_usage(
    *,
    since: Annotated[str | None, Parameter(metavar="DAY", help="Only days from this one on, as YYYY-MM-DD.")] = None,
    until: Annotated[str | None, Parameter(metavar="DAY", help="Only days before this one, as YYYY-MM-DD.")] = None,
    limit: LimitOption = PAGE_LIMIT,
    everything: AllOption = False,
    console: InjectedConsole,
) -> ListResult:
    """List what the workspace used.

    Time of jobs, tokens, cost and bytes of files, new days first. Days are in UTC. Cost is what model calls cost, as
    far as their prices are known. The bytes of `storage` are what all files of the workspace had on that day;
    everything else adds up over the days.

        osmosis platform usage
        osmosis platform usage --since 2026-07-01 --until 2026-08-01 --all
    """
    check_paging(limit, everything=everything)
    with Session(console).log_in() as connection:
        pages = connection.listing(
            list_usage.sync_detailed,
            UsageList,
            limit=None if everything else limit,
            workspace=workspace_name(connection, console),
            **omit_none(since=since, until=until),
        )
    found = [entry for page in pages for entry in page.usage]
    items = [entry.to_wire() if console.mode is Mode.JSON else _cells(entry) for entry in found]
    return ListResult(page=page_of(pages, items, _COLUMNS))


def platform_budget(
    usd: Annotated[
        str | None,
        Parameter(metavar="USD", help="US dollars a month; none removes the workspace's own budget."),
    ] = None,
    /,
    *,
    console: InjectedConsole,
) -> DetailResult | OperationResult:
    """Show or set what the workspace's runs may cost in a month.

    What counts is the cost of model calls, as far as their prices are known. Once a budget is spent, nothing can be
    submitted until the next month (UTC) or until it is raised; runs that are under way go on. Owners and admins set it.

        osmosis platform budget
        osmosis platform budget 50
        osmosis platform budget none
    """
    wanted = None if usd is None or usd == _NONE else _amount(usd)
    with Session(console).log_in() as connection:
        workspace = workspace_name(connection, console)
        if usd is None:
            found = connection.call(get_budget.sync_detailed, Budget, workspace=workspace)
            return DetailResult(title="Budget", data=found.to_wire(), fields=_fields(found))
        found = connection.call(
            put_budget.sync_detailed, Budget, workspace=workspace, body=BudgetRequest(usd_per_month=wanted)
        )
    return OperationResult(
        operation="platform.budget",
        resource=found.to_wire(),
        message=f"The budget of {workspace} is set: {_bound(found)}.",
        facts=_fields(found),
    )


def _amount(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < math.inf:
        raise UsageError(f"{text!r} is not an amount.", hint="Give US dollars a month, such as 50, or none.")
    return value


def _fields(found: Budget) -> list[tuple[str, str]]:
    return [("Budget", _bound(found)), (f"Spent in {found.month}", f"{found.spent_usd:.2f} USD")]


def _bound(found: Budget) -> str:
    if found.usd_per_month is None:
        return "no bound"
    return f"{found.usd_per_month:.2f} USD a month{', for every workspace' if found.is_default else ''}"


def _cells(entry: UsageEntry) -> dict[str, object]:
    digits = 4 if entry.unit is UsageUnit.USD else 0
    return {
        "day": entry.day,
        "kind": entry.kind,
        "run_name": one_line(entry.run_name or entry.run_id or ""),
        "quantity": f"{entry.quantity:,.{digits}f}",
        "unit": entry.unit.value,
    }
