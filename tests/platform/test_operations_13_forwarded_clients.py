"""Complaint 13: limits are by client, also behind a proxy, and no forged header evades or misdirects them."""

from __future__ import annotations

import ipaddress

import pytest

from osmosis_ai.platform.access.actors import Origin
from osmosis_ai.platform.access.client_address import client_address, rate_limit_key
from osmosis_ai.platform.errors import RateLimitedError, UnauthenticatedError
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import sign_in
from tests.platform.conftest import HOME, ManualClock

PROXY = [ipaddress.ip_network("10.0.0.0/24")]
PASSWORD = "correct horse battery"


@pytest.mark.parametrize(
    ("peer", "header", "trusted", "client"),
    [
        ("203.0.113.9", ["198.51.100.1"], [], "203.0.113.9"),
        ("203.0.113.9", ["198.51.100.1"], PROXY, "203.0.113.9"),
        ("10.0.0.1", ["198.51.100.1"], PROXY, "198.51.100.1"),
        ("10.0.0.1", ["192.0.2.66, 198.51.100.1"], PROXY, "198.51.100.1"),
        ("10.0.0.1", ["192.0.2.66", "198.51.100.1, 10.0.0.2"], PROXY, "198.51.100.1"),
        ("10.0.0.1", ["192.0.2.66, nonsense"], PROXY, "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1:4711"], PROXY, "198.51.100.1"),
        ("10.0.0.1", ["[2001:db8::1]:4711"], PROXY, "2001:db8::1"),
        ("::ffff:10.0.0.1", ["198.51.100.1"], PROXY, "198.51.100.1"),
        ("10.0.0.1", [], PROXY, "10.0.0.1"),
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], PROXY, "10.0.0.3"),
    ],
)
def test_forwarded_addresses_count_from_right_to_left_as_far_as_proxies_are_trusted(peer, header, trusted, client):
    """The first address that no trusted proxy has is the client; what it wrote itself does not count."""
    assert client_address(peer, header, trusted) == client


def test_one_subscriber_of_ipv6_is_one_client():
    """Addresses of one /64 share a limit; others do not."""
    assert rate_limit_key("2001:db8::1") == rate_limit_key("2001:db8::ffff:1")
    assert rate_limit_key("2001:db8::1") != rate_limit_key("2001:db8:0:1::1")


async def _fail(platform: Platform, origin: Origin) -> type[Exception]:
    try:
        await sign_in.by_password(
            platform.database, "owner@localhost", "not the password", origin, platform.settings.limits
        )
    except (UnauthenticatedError, RateLimitedError) as error:
        return type(error)
    raise AssertionError("it was accepted")


async def test_100_failures_of_one_client_lock_out_no_other(platform: Platform, clock: ManualClock):
    """The client that failed waits, also with the right password; another one signs in to the same account."""
    first = platform.started.first_owner
    assert first is not None
    await sign_in.by_link(platform.database, first.token, PASSWORD, HOME)
    attacker, limits = Origin("192.0.2.66"), platform.settings.limits
    kinds = [await _fail(platform, attacker) for _ in range(100)]
    assert kinds[: limits.sign_in_failures] == [UnauthenticatedError] * limits.sign_in_failures
    assert set(kinds[limits.sign_in_failures :]) == {RateLimitedError}
    with pytest.raises(RateLimitedError) as refused:
        await sign_in.by_password(platform.database, first.email, PASSWORD, attacker, limits)
    assert 1 <= refused.value.retry_after <= limits.sign_in_window_seconds + 1
    await sign_in.by_password(platform.database, first.email, PASSWORD, HOME, limits)
    clock.advance(seconds=limits.sign_in_window_seconds + 1)
    await sign_in.by_password(platform.database, first.email, PASSWORD, attacker, limits)


async def test_counts_are_shared_by_all_servers_of_a_database(platform: Platform):
    """They are in the database, not in the process, and hold no address in clear."""
    from sqlalchemy import select

    from osmosis_ai.platform.store.tables import SignInFailure

    await _fail(platform, Origin("192.0.2.66"))
    async with platform.read() as unit:
        (row,) = await unit.all(select(SignInFailure))
    assert row.failures == 1
    assert "192.0.2.66" not in row.bucket
