"""The webhook of a workspace: where finished runs are told, what signs that, and what became of each delivery.

A delivery is written in the transaction of what it reports, and tried at most three times with the same id and the same
bytes. An attempt counts when its outcome is recorded: a process that dies in one loses nothing, and the receiver may
see that id twice.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets as random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, cast

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.errors import (
    InvalidRequestError,
    Issue,
    ResourceNotFoundError,
    StateConflictError,
)
from osmosis_ai.platform.ids import new_id
from osmosis_ai.platform.secrets.keyring import Keyring, Place, SecretUnreadableError
from osmosis_ai.platform.services import audit
from osmosis_ai.platform.services.secrets import keep, next_version, place_of, sealed_of
from osmosis_ai.platform.store import webhooks as rows
from osmosis_ai.platform.store.pages import Page
from osmosis_ai.platform.store.scope import WorkspaceScope
from osmosis_ai.platform.store.tables import EnvironmentSecret, WebhookDelivery
from osmosis_ai.platform.store.tables import Webhook as WebhookRow
from osmosis_ai.platform.store.unit import Unit

__all__ = [
    "MOST_ATTEMPTS",
    "MOST_FAILURES",
    "Attempt",
    "Delivery",
    "Event",
    "Outcome",
    "Saved",
    "Webhook",
    "announce",
    "claim",
    "deliveries",
    "get",
    "is_told",
    "record",
    "refuse_address",
    "remove",
    "renew_secret",
    "save",
    "test",
]

Event = Literal["training_run.completed", "eval_run.completed", "webhook.test"]
DeliveryStatus = Literal["pending", "delivered", "failed"]

MOST_ATTEMPTS = 3
MOST_FAILURES = 20
"""After so many failed deliveries in a row the platform turns deliveries off."""
LEASE = timedelta(seconds=60)
ROTATION = timedelta(hours=24)
"""For how long the secret before signs beside the new one."""
_DELAYS = (timedelta(seconds=5), timedelta(seconds=30))
_SECRET_BYTES = 32
_PRESENT, _PREVIOUS = "SIGNING_SECRET", "PREVIOUS_SIGNING_SECRET"
_LONGEST_ERROR = 300
_OFF = "deliveries were turned off"


@dataclass(frozen=True, slots=True)
class Webhook:
    """A webhook, without what it signs with."""

    url: str
    enabled: bool
    paused_reason: str | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Saved:
    """A webhook that was saved, and its secret where that is new: it cannot be shown again."""

    webhook: Webhook
    secret: str | None


@dataclass(frozen=True, slots=True)
class Delivery:
    """A delivery and what became of it. Of an answer, only its status is kept."""

    id: str
    event: Event
    status: DeliveryStatus
    attempts: int
    created_at: datetime
    last_attempt_at: datetime | None
    response_status: int | None
    error: str | None


@dataclass(frozen=True, slots=True)
class Attempt:
    """A delivery to try now: this body to that address, signed with each of the secrets."""

    delivery_id: str
    webhook_id: str
    workspace_id: str
    url: str
    body: str
    secrets: Sequence[str]
    """The present one first. Empty where none can be read."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an attempt: the status of the answer, or why there was none."""

    status: int | None
    error: str | None = None

    @property
    def is_delivered(self) -> bool:
        """Whether the receiver took it: any 2xx."""
        return self.status is not None and 200 <= self.status < 300  # noqa: PLR2004 - a success


def refuse_address(reason: str) -> InvalidRequestError:
    """The refusal of an address."""
    return InvalidRequestError(
        f"Nothing can be sent to this URL: {reason}.", field="url", issues=[Issue("url", f"cannot be used: {reason}")]
    )


async def get(unit: Unit, member: Member) -> Webhook:
    """The workspace's webhook. Raises ResourceNotFoundError, AccessDeniedError."""
    member.require("webhook.read")
    return _webhook(await _existing(unit, unit.in_workspace(member.workspace_id)))


async def save(unit: Unit, member: Member, keyring: Keyring, *, url: str, enabled: bool) -> Saved:
    """Makes the webhook or changes it; the address was checked. Turning it off gives up what waits.

    Raises AccessDeniedError, and UnavailableError where the platform has no key.
    """
    member.require("webhook.manage")
    scope = unit.in_workspace(member.workspace_id)
    present = await rows.webhook(unit, scope, lock=True)
    secret = None
    written: dict[str, Any] = {"url": url, "enabled": enabled, "failures": 0, "paused_reason": None}
    if present is None:
        webhook_id, secret = new_id("whk"), _new_secret()
        made = {"id": webhook_id, "previous_until": None, "created_at": unit.now, "updated_at": unit.now}
        await unit.insert(WebhookRow, {**made, **written}, scope=scope)
        await keep(unit, keyring, _place(scope, webhook_id, _PRESENT), secret, by=None)
    else:
        webhook_id = present.id
        await rows.change_webhook(unit, scope, webhook_id, **written, updated_at=unit.now)
        if not enabled:
            await rows.fail_waiting(unit, scope, webhook_id, _OFF)
    await audit.record(
        unit,
        member.actor,
        "webhook.save",
        workspace_id=member.workspace_id,
        target=webhook_id,
        details={"url": url, "enabled": enabled},
    )
    created_at = unit.now if present is None else present.created_at
    return Saved(Webhook(url, enabled, None, created_at, unit.now), secret)


async def remove(unit: Unit, member: Member) -> None:
    """Removes the webhook with its log, where there is one. Raises AccessDeniedError."""
    member.require("webhook.manage")
    scope = unit.in_workspace(member.workspace_id)
    found = await rows.webhook(unit, scope, lock=True)
    if found is None:
        return
    await rows.remove_webhook(unit, scope, found.id)
    details = {"url": found.url}
    await audit.record(
        unit, member.actor, "webhook.remove", workspace_id=member.workspace_id, target=found.id, details=details
    )


async def renew_secret(unit: Unit, member: Member, keyring: Keyring) -> Saved:
    """Gives the webhook another secret; the one before signs beside it for a day.

    Raises ResourceNotFoundError, AccessDeniedError, UnavailableError.
    """
    member.require("webhook.manage")
    scope = unit.in_workspace(member.workspace_id)
    found = await _existing(unit, scope, lock=True)
    held = await rows.secrets_of_webhook(unit, scope, found.id)
    present = held.get(_PRESENT)
    if (previous := _opened(keyring, present)) is not None:
        before = held.get(_PREVIOUS)
        await keep(unit, keyring, _place(scope, found.id, _PREVIOUS, before), previous, by=None, present=before)
    secret = _new_secret()
    await keep(unit, keyring, _place(scope, found.id, _PRESENT, present), secret, by=None, present=present)
    until = unit.now + ROTATION
    await rows.change_webhook(unit, scope, found.id, previous_until=until, updated_at=unit.now)
    await audit.record(unit, member.actor, "webhook.renew_secret", workspace_id=member.workspace_id, target=found.id)
    return Saved(Webhook(found.url, found.enabled, found.paused_reason, found.created_at, unit.now), secret)


async def test(unit: Unit, member: Member) -> Delivery:
    """Queues a test. Raises ResourceNotFoundError, AccessDeniedError, StateConflictError where deliveries are off."""
    member.require("webhook.manage")
    scope = unit.in_workspace(member.workspace_id)
    found = await _existing(unit, scope)
    if not found.enabled:
        raise StateConflictError("Deliveries are off. Turn them on, then send a test.", code="WEBHOOK_OFF")
    message = "The platform reaches this address."
    data = {"workspace": member.workspace_name, "message": message}
    made = await _add(unit, scope, found.id, "webhook.test", data)
    await audit.record(unit, member.actor, "webhook.test", workspace_id=member.workspace_id, target=made)
    return _delivery(cast("WebhookDelivery", await rows.delivery(unit, scope, made)))


async def deliveries(unit: Unit, member: Member, *, limit: int, offset: int) -> Page[Delivery]:
    """The log of deliveries, the newest first. Raises AccessDeniedError."""
    member.require("webhook.read")
    found = await rows.deliveries(unit, unit.in_workspace(member.workspace_id), limit=limit, offset=offset)
    return found.map(_delivery)


async def is_told(unit: Unit, workspace_id: str) -> bool:
    """Whether the workspace has a webhook that is told anything."""
    found = await rows.webhook(unit, unit.in_workspace(workspace_id))
    return found is not None and found.enabled


async def announce(
    unit: Unit, workspace_id: str, event: Event, data: Mapping[str, Any], *, once: str | None = None
) -> str | None:
    """Has the workspace's webhook told, in the transaction of what it is told; None where nobody is to be.

    What has the same text `once` is told one time, however often it is announced.
    """
    scope = unit.in_workspace(workspace_id)
    found = await rows.webhook(unit, scope)
    if found is None or not found.enabled:
        return None
    return await _add(unit, scope, found.id, event, data, once=once)


async def claim(unit: Unit, keyring: Keyring, *, busy: Collection[str], limit: int) -> Sequence[Attempt]:
    """What to try now, at most one delivery a webhook and none of a `busy` one; nobody else gets it for a minute."""
    attempts = []
    for due in await rows.claim(unit, unit.now + LEASE, busy, limit):
        hook, delivery = due.webhook, due.delivery
        held = await rows.secrets_of_webhook(unit, unit.in_workspace(hook.workspace_id), hook.id)
        is_rotating = hook.previous_until is not None and unit.now < hook.previous_until
        names = [_PRESENT, _PREVIOUS] if is_rotating else [_PRESENT]
        opened = [value for name in names if (value := _opened(keyring, held.get(name))) is not None]
        attempts.append(Attempt(delivery.id, hook.id, hook.workspace_id, hook.url, delivery.body, opened))
    return attempts


async def record(unit: Unit, attempt: Attempt, outcome: Outcome) -> None:
    """Counts an attempt, and has the delivery tried again, ended, or the webhook turned off."""
    scope = unit.in_workspace(attempt.workspace_id)
    found = await rows.delivery(unit, scope, attempt.delivery_id)
    hook = await rows.webhook(unit, scope, lock=True)
    if found is None or found.status != "pending" or hook is None:
        return  # it was removed, or turned off, meanwhile
    attempts = found.attempts + 1
    error = None if outcome.is_delivered else (outcome.error or f"the receiver answered {outcome.status}")
    is_last = attempts >= MOST_ATTEMPTS
    seen: dict[str, Any] = {
        "attempts": attempts,
        "last_attempt_at": unit.now,
        "response_status": outcome.status,
        "error": None if error is None else error[:_LONGEST_ERROR],
    }
    if outcome.is_delivered:
        await rows.change_delivery(unit, scope, found.id, status="delivered", **seen)
        await rows.change_webhook(unit, scope, hook.id, failures=0)
    elif not is_last:
        await rows.change_delivery(unit, scope, found.id, available_at=unit.now + _DELAYS[attempts - 1], **seen)
    else:
        await rows.change_delivery(unit, scope, found.id, status="failed", **seen)
        await _count_failure(unit, scope, hook)


async def _count_failure(unit: Unit, scope: WorkspaceScope, hook: WebhookRow) -> None:
    failures = hook.failures + 1
    if failures < MOST_FAILURES:
        await rows.change_webhook(unit, scope, hook.id, failures=failures)
        return
    reason = f"{failures} deliveries in a row failed"
    await rows.change_webhook(unit, scope, hook.id, failures=failures, enabled=False, paused_reason=reason)
    await rows.fail_waiting(unit, scope, hook.id, _OFF)
    details = {"url": hook.url, "reason": reason}
    await audit.record_system(unit, "webhook.pause", workspace_id=scope.workspace_id, target=hook.id, details=details)


async def _existing(unit: Unit, scope: WorkspaceScope, *, lock: bool = False) -> WebhookRow:
    found = await rows.webhook(unit, scope, lock=lock)
    if found is None:
        raise ResourceNotFoundError("The workspace has no webhook.")
    return found


async def _add(
    unit: Unit,
    scope: WorkspaceScope,
    webhook_id: str,
    event: Event,
    data: Mapping[str, Any],
    *,
    once: str | None = None,
) -> str:
    body = json.dumps({"event": event, "timestamp": wire_time(unit.now), "data": data}, ensure_ascii=False)
    delivery_id = new_id("msg") if once is None else f"msg_{_digest(f'{webhook_id} {once}')}"
    values = {
        "id": delivery_id,
        "webhook_id": webhook_id,
        "event": event,
        "body": body,
        "status": "pending",
        "attempts": 0,
        "created_at": unit.now,
        "available_at": unit.now,
        "last_attempt_at": None,
        "response_status": None,
        "error": None,
    }
    await unit.insert(WebhookDelivery, values, scope=scope, ignore_existing=once is not None)
    return delivery_id


def _digest(text: str) -> str:
    """24 characters that are the text's alone."""
    return base64.b32encode(hashlib.sha256(text.encode()).digest()).decode().lower()[:24]


def _place(scope: WorkspaceScope, webhook_id: str, name: str, present: EnvironmentSecret | None = None) -> Place:
    return Place(scope.workspace_id, rows.SIGNING_SCOPE, webhook_id, name, next_version(present))


def _opened(keyring: Keyring, row: EnvironmentSecret | None) -> str | None:
    if row is None:
        return None
    try:
        return keyring.open(place_of(row), sealed_of(row))
    except (SecretUnreadableError, OsmosisError, OSError):
        return None


def _new_secret() -> str:
    """In the form of Standard Webhooks."""
    return "whsec_" + base64.b64encode(random.token_bytes(_SECRET_BYTES)).decode()


def _webhook(row: WebhookRow) -> Webhook:
    return Webhook(row.url, row.enabled, row.paused_reason, row.created_at, row.updated_at)


def _delivery(row: WebhookDelivery) -> Delivery:
    return Delivery(
        row.id,
        cast("Event", row.event),
        cast("DeliveryStatus", row.status),
        row.attempts,
        row.created_at,
        row.last_attempt_at,
        row.response_status,
        row.error,
    )
