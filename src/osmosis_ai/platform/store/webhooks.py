"""Queries on webhooks and their deliveries."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, select, update

from osmosis_ai.platform.store.pages import Page, page_of
from osmosis_ai.platform.store.prepared import Prepared
from osmosis_ai.platform.store.scope import WorkspaceScope, across_workspaces
from osmosis_ai.platform.store.tables import EnvironmentSecret, Webhook, WebhookDelivery
from osmosis_ai.platform.store.unit import Unit

__all__ = [
    "Due",
    "change_delivery",
    "change_webhook",
    "claim",
    "deliveries",
    "delivery",
    "due_exists",
    "fail_waiting",
    "remove_old",
    "remove_webhook",
    "secrets_of_webhook",
    "webhook",
]

SIGNING_SCOPE = "webhook"
"""The scope of the secrets that a webhook signs with; its id is their owner."""
_WINDOW = 64
_DUE = Prepared(
    across_workspaces(
        select(WebhookDelivery.id)
        .where(WebhookDelivery.status == "pending", WebhookDelivery.available_at <= bindparam("due_at"))
        .limit(1),
        reason="one worker delivers for all",
    )
)


@dataclass(frozen=True, slots=True)
class Due:
    """A delivery that may be tried now, with its webhook."""

    delivery: WebhookDelivery
    webhook: Webhook


async def webhook(unit: Unit, scope: WorkspaceScope, *, lock: bool = False) -> Webhook | None:
    """The workspace's webhook."""
    statement = scope.select(Webhook)
    return await unit.first(statement.with_for_update() if lock else statement)


async def change_webhook(unit: Unit, scope: WorkspaceScope, webhook_id: str, **values: Any) -> int:
    """Sets columns of a webhook; 0 where it is gone."""
    return await unit.change(scope.update(Webhook).where(Webhook.id == webhook_id).values(**values))


async def remove_webhook(unit: Unit, scope: WorkspaceScope, webhook_id: str) -> None:
    """Removes a webhook, its secrets and its deliveries."""
    owned = EnvironmentSecret.scope == SIGNING_SCOPE, EnvironmentSecret.owner_id == webhook_id
    await unit.change(scope.delete(EnvironmentSecret).where(*owned))
    await unit.change(scope.delete(WebhookDelivery).where(WebhookDelivery.webhook_id == webhook_id))
    await unit.change(scope.delete(Webhook).where(Webhook.id == webhook_id))


async def secrets_of_webhook(unit: Unit, scope: WorkspaceScope, webhook_id: str) -> dict[str, EnvironmentSecret]:
    """What it signs with, by name."""
    statement = scope.select(EnvironmentSecret).where(
        EnvironmentSecret.scope == SIGNING_SCOPE, EnvironmentSecret.owner_id == webhook_id
    )
    return {row.name: row for row in await unit.all(statement)}


async def delivery(unit: Unit, scope: WorkspaceScope, delivery_id: str) -> WebhookDelivery | None:
    """A delivery of the workspace."""
    return await unit.first(scope.select(WebhookDelivery).where(WebhookDelivery.id == delivery_id))


async def deliveries(unit: Unit, scope: WorkspaceScope, *, limit: int, offset: int) -> Page[WebhookDelivery]:
    """The workspace's deliveries, the newest first."""
    newest_first = scope.select(WebhookDelivery).order_by(WebhookDelivery.created_at.desc(), WebhookDelivery.id.desc())
    return await page_of(unit, newest_first, limit, offset)


async def change_delivery(unit: Unit, scope: WorkspaceScope, delivery_id: str, **values: Any) -> int:
    """Sets columns of a delivery that waits; 0 where it does not, or is gone."""
    waiting = WebhookDelivery.id == delivery_id, WebhookDelivery.status == "pending"
    return await unit.change(scope.update(WebhookDelivery).where(*waiting).values(**values))


async def fail_waiting(unit: Unit, scope: WorkspaceScope, webhook_id: str, error: str) -> int:
    """Gives up what waits for a webhook; how many deliveries."""
    waiting = WebhookDelivery.webhook_id == webhook_id, WebhookDelivery.status == "pending"
    return await unit.change(scope.update(WebhookDelivery).where(*waiting).values(status="failed", error=error))


async def due_exists(unit: Unit) -> bool:
    """Whether a delivery may be tried now."""
    return bool(await unit.fetch(_DUE, due_at=unit.now))


async def claim(unit: Unit, until: datetime, busy: Collection[str], limit: int) -> Sequence[Due]:
    """Deliveries that may be tried now, the oldest first, one a webhook and none of a `busy` one.

    No other worker gets them before `until`.
    """
    statement = (
        select(WebhookDelivery, Webhook)
        .join(Webhook, Webhook.id == WebhookDelivery.webhook_id)
        .where(WebhookDelivery.status == "pending", WebhookDelivery.available_at <= unit.now)
        .where(WebhookDelivery.webhook_id.not_in(sorted(busy)))
        .order_by(WebhookDelivery.available_at, WebhookDelivery.id)
        .limit(_WINDOW)
        .with_for_update(skip_locked=True, of=WebhookDelivery)
    )
    found = await unit.rows(across_workspaces(statement, reason="one worker delivers for all"))
    first: dict[str, Due] = {}
    for row in found:
        due = Due(*row)
        first.setdefault(due.webhook.id, due)
    taken = list(first.values())[:limit]
    claimed = update(WebhookDelivery).where(WebhookDelivery.id.in_([due.delivery.id for due in taken]))
    moved = claimed.values(available_at=until)
    await unit.change(across_workspaces(moved, reason="one worker delivers for all"))
    return taken


async def remove_old(unit: Unit, before: datetime) -> int:
    """Removes deliveries of events from before that time; how many."""
    statement = delete(WebhookDelivery).where(WebhookDelivery.created_at < before)
    return await unit.change(across_workspaces(statement, reason="retention holds for all workspaces"))
