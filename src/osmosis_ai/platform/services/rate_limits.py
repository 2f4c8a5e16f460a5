"""How often a client may fail to sign in. Counted in the database, so that every server process counts the same."""

from __future__ import annotations

import hashlib
from datetime import timedelta

from osmosis_ai.platform.access.actors import Origin
from osmosis_ai.platform.access.client_address import rate_limit_key
from osmosis_ai.platform.errors import RateLimitedError
from osmosis_ai.platform.settings import Limits
from osmosis_ai.platform.store import accounts as rows
from osmosis_ai.platform.store.unit import Unit

__all__ = ["check_client", "count_failed"]


async def check_client(unit: Unit, origin: Origin, limits: Limits) -> None:
    """Raises RateLimitedError where the client has failed too often in the present window.

    Only clients are counted, never accounts: whoever fails on purpose locks out themselves and no one else.
    """
    found = await rows.failures(unit, _bucket(origin))
    if found is not None and found[0] >= limits.sign_in_failures:
        seconds = max(1, int((found[1] - unit.now).total_seconds()) + 1)
        raise RateLimitedError(
            f"Too many failed attempts. Try again in {seconds} seconds.", retry_after=seconds, code="RATE_LIMITED"
        )


async def count_failed(unit: Unit, origin: Origin, limits: Limits) -> None:
    """Counts a failed attempt of the client."""
    await rows.count_failure(unit, _bucket(origin), unit.now + timedelta(seconds=limits.sign_in_window_seconds))


def _bucket(origin: Origin) -> str:
    return hashlib.sha256(f"client {rate_limit_key(origin.address)}".encode()).hexdigest()
