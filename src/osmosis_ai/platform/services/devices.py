"""Signing a device in: it shows a code, and a person approves that code in a browser (RFC 8628)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from osmosis_ai.platform.access.actors import Actor, Origin
from osmosis_ai.platform.access.tokens import has_token_form, hash_token, new_token, new_user_code, normal_user_code
from osmosis_ai.platform.errors import RateLimitedError, ResourceNotFoundError, StateConflictError
from osmosis_ai.platform.ids import new_id
from osmosis_ai.platform.services import audit, rate_limits, tokens
from osmosis_ai.platform.settings import Limits
from osmosis_ai.platform.store import accounts as rows
from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.tables import DeviceCode, User
from osmosis_ai.platform.store.unit import Unit

__all__ = [
    "INTERVAL_SEC",
    "LIFETIME_SEC",
    "Granted",
    "NotGranted",
    "PendingDevice",
    "Started",
    "authorize",
    "decide",
    "find",
    "poll",
]

LIFETIME_SEC = 900
INTERVAL_SEC = 5
_SLOWER_BY = 5
_LONGEST_INTERVAL = 60
_PENDING_PER_CLIENT = 20
_LONGEST_TEXT = 200
_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Started:
    """A device login that has begun."""

    device_code: str
    user_code: str
    expires_in: int
    interval: int


@dataclass(frozen=True, slots=True)
class PendingDevice:
    """What a person is shown before they decide."""

    user_code: str
    device_name: str
    address: str
    user_agent: str
    started_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Granted:
    """The device is signed in. The token's text is given once."""

    token: tokens.NewToken
    user_id: str
    email: str
    name: str


@dataclass(frozen=True, slots=True)
class NotGranted:
    """The device is not signed in, or not yet; the code is one of RFC 8628."""

    error: Literal["authorization_pending", "slow_down", "access_denied", "expired_token"]
    interval: int = INTERVAL_SEC


async def authorize(unit: Unit, device_name: str, origin: Origin) -> Started:
    """Starts a device login. Raises RateLimitedError where too many from this client wait for a decision."""
    address = origin.address or ""
    if await rows.pending_devices(unit, address) >= _PENDING_PER_CLIENT:
        raise RateLimitedError(
            "Too many device logins of this client wait for a decision.", retry_after=LIFETIME_SEC, code="RATE_LIMITED"
        )
    device_code = new_token("dev")
    for _ in range(_ATTEMPTS):
        user_code = new_user_code()
        added = await unit.insert(
            DeviceCode,
            {
                "id": new_id("dev"),
                "device_hash": hash_token(device_code),
                "user_code": user_code,
                "device_name": device_name[:_LONGEST_TEXT],
                "address": address,
                "user_agent": origin.user_agent[:_LONGEST_TEXT],
                "state": "pending",
                "interval": INTERVAL_SEC,
                "user_id": None,
                "created_at": unit.now,
                "expires_at": unit.now + timedelta(seconds=LIFETIME_SEC),
                "polled_at": None,
            },
            ignore_existing=True,
        )
        if added:
            return Started(device_code, user_code, LIFETIME_SEC, INTERVAL_SEC)
    raise StateConflictError("No free device code was found. Try again.")


async def find(database: Database, user_code: str, origin: Origin, limits: Limits) -> PendingDevice:
    """The device login that waits with that code.

    Codes are short, so a client that names wrong ones is held up as one that fails to sign in is. Raises
    ResourceNotFoundError, RateLimitedError.
    """
    async with database.read() as unit:
        await rate_limits.check_client(unit, origin, limits)
        device = await _pending(unit, user_code)
    if device is not None:
        return PendingDevice(
            device.user_code,
            device.device_name,
            device.address,
            device.user_agent,
            device.created_at,
            device.expires_at,
        )
    async with database.write() as unit:
        await rate_limits.count_failed(unit, origin, limits)
    raise _unknown()


async def decide(unit: Unit, actor: Actor, user_code: str, *, approve: bool) -> None:
    """Approves or denies the device login with that code. Raises ResourceNotFoundError where none waits."""
    device = await _pending(unit, user_code)
    if device is None:
        raise _unknown()
    state = "approved" if approve else "denied"
    if not await rows.change_device(unit, device.id, from_state="pending", state=state, user_id=actor.user_id):
        raise _unknown()
    details = {"device": device.device_name, "device_address": device.address}
    await audit.record(unit, actor, f"device.{'approve' if approve else 'deny'}", target=device.id, details=details)


async def poll(unit: Unit, device_code: str, origin: Origin, *, token_days: int) -> Granted | NotGranted:
    """What has become of a device login. A token is granted to the first poll after the approval, and to no other.

    A poll before its time answers `slow_down`, and the interval grows by 5 s. A code that never existed, was used or is
    too old answers `expired_token`.
    """
    device = await rows.device_by_code(unit, hash_token(device_code)) if has_token_form(device_code, "dev") else None
    if device is None or device.state == "used" or device.expires_at <= unit.now:
        return NotGranted("expired_token")
    if device.state == "denied":
        return NotGranted("access_denied")
    if device.state == "approved":
        return await _grant(unit, device, origin, token_days)
    early = device.polled_at is not None and unit.now - device.polled_at < timedelta(seconds=device.interval - 1)
    interval = min(device.interval + _SLOWER_BY, _LONGEST_INTERVAL) if early else device.interval
    await rows.change_device(unit, device.id, from_state="pending", polled_at=unit.now, interval=interval)
    return NotGranted("slow_down" if early else "authorization_pending", interval)


async def _grant(unit: Unit, device: DeviceCode, origin: Origin, token_days: int) -> Granted | NotGranted:
    user = await rows.user_by_id(unit, device.user_id or "")
    if user is None or user.disabled_at is not None:
        return NotGranted("access_denied")
    if not await rows.change_device(unit, device.id, from_state="approved", state="used"):
        return NotGranted("expired_token")
    made = await tokens.issue(unit, user.id, name=device.device_name or "device", origin="device", days=token_days)
    await _record_grant(unit, user, made, origin)
    return Granted(made, user.id, user.email, user.name)


async def _record_grant(unit: Unit, user: User, made: tokens.NewToken, origin: Origin) -> None:
    actor = Actor(
        user.id, user.email, user.name, user.is_operator, "token", made.token.id, made.token.expires_at, origin
    )
    await audit.record(unit, actor, "token.create", target=made.token.id, details={"name": made.token.name})


async def _pending(unit: Unit, user_code: str) -> DeviceCode | None:
    device = await rows.device_by_user_code(unit, normal_user_code(user_code))
    return device if device is not None and device.state == "pending" and device.expires_at > unit.now else None


def _unknown() -> ResourceNotFoundError:
    return ResourceNotFoundError("No device waits with this code. It may have expired.", code="DEVICE_CODE_UNKNOWN")
