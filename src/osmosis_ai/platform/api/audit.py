"""The audit trail of a workspace."""

from __future__ import annotations

from osmosis_ai.base.numbers import short_number
from osmosis_ai.platform.api.base import ApiPart
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.errors import InvalidRequestError, Issue
from osmosis_ai.platform.services import audit
from osmosis_contract import models
from osmosis_contract.servers import platform as stub

__all__ = ["AuditApi"]


class AuditApi(ApiPart):
    """Handlers of the audit trail."""

    async def list_audit(self, request: stub.ListAuditRequest) -> stub.ListAuditResponse:
        before = None
        if request.cursor is not None:
            before = short_number(request.cursor)
            if before is None:
                issue = Issue("query.cursor", "is not a cursor of this list")
                raise InvalidRequestError("The cursor is not one of this list.", issues=[issue])
        async with self.platform.read() as unit:
            page = await audit.newest(unit, self.member, limit=request.limit, before=before)
        return stub.ListAudit200(
            body=models.AuditPage(
                entries=[_entry(each) for each in page.entries],
                next_cursor=None if page.next_before is None else str(page.next_before),
            )
        )


def _entry(entry: audit.Entry) -> models.AuditRecord:
    return models.AuditRecord(
        id=str(entry.id),
        at=wire_time(entry.at),
        actor_id=entry.actor_id,
        actor=entry.actor,
        action=entry.action,
        target=entry.target,
        address=entry.address,
        request_id=entry.request_id,
        details=dict(entry.details),
    )
