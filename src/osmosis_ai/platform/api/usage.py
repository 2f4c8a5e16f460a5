"""Usage of a workspace, and its budget."""

from __future__ import annotations

from osmosis_ai.platform.api.base import ApiPart, paging
from osmosis_ai.platform.services import usage
from osmosis_ai.platform.store.usage import UsageRow
from osmosis_contract import models
from osmosis_contract.servers import platform as stub

__all__ = ["UsageApi"]


class UsageApi(ApiPart):
    """Handlers of usage and budgets."""

    async def list_usage(self, request: stub.ListUsageRequest) -> stub.ListUsageResponse:
        async with self.platform.read() as unit:
            page = await usage.listing(
                unit,
                self.member,
                since=request.since,
                until=request.until,
                limit=request.limit,
                offset=request.offset,
            )
        items, counts = paging(page, _entry)
        return stub.ListUsage200(body=models.UsageList(usage=items, **counts))

    async def get_budget(self, request: stub.GetBudgetRequest) -> stub.GetBudgetResponse:
        async with self.platform.read() as unit:
            found = await usage.budget(unit, self.member, self.platform.settings.limits)
        return stub.GetBudget200(body=_budget(found))

    async def put_budget(self, request: stub.PutBudgetRequest) -> stub.PutBudgetResponse:
        async with self.platform.write() as unit:
            limits, wanted = self.platform.settings.limits, request.body.usd_per_month
            found = await usage.set_budget(unit, self.member, limits, wanted)
        return stub.PutBudget200(body=_budget(found))


def _entry(row: UsageRow) -> models.UsageEntry:
    entry = row.entry
    return models.UsageEntry(
        day=entry.day,
        kind=entry.kind,
        run_id=entry.run_id or None,
        run_name=row.run_name,
        quantity=entry.quantity,
        unit=models.UsageUnit(entry.unit),
    )


def _budget(found: usage.Budget) -> models.Budget:
    return models.Budget(
        usd_per_month=found.usd_per_month,
        is_default=found.is_default,
        month=found.month,
        spent_usd=found.spent_usd,
    )
