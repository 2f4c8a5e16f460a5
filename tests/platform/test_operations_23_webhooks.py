"""23: webhooks reach who they are meant for, signed, a known number of times, and nobody inside the network."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from standardwebhooks import Webhook as Verifier

from osmosis_ai.base.http.origins import parse_origin
from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.access.hook_addresses import AddressRefusedError, parse_hook_url
from osmosis_ai.platform.errors import AccessDeniedError, ResourceNotFoundError, StateConflictError
from osmosis_ai.platform.operations import webhook_worker
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.operations.webhook_worker import WebhookWorker
from osmosis_ai.platform.services import audit, keys, retention, webhooks
from osmosis_ai.platform.settings import Retention, Settings
from osmosis_ai.platform.store import secrets as secret_rows
from tests.platform.conftest import ManualClock, add_member, owner_of
from tests.support.hook_receiver import HookReceiver

PUBLIC = "https://hooks.example.org/osmosis"


@pytest.fixture
async def receiver() -> AsyncIterator[HookReceiver]:
    async with HookReceiver.open() as receiver:
        yield receiver


@contextlib.asynccontextmanager
async def delivering(platform: Platform, *receivers: HookReceiver) -> AsyncIterator[None]:
    """Within: a worker that may send to those receivers."""
    origins = tuple(parse_origin(each.url) for each in receivers)
    platform.settings = replace(platform.settings, webhook_origins=origins)
    worker = asyncio.create_task(WebhookWorker(platform).run())
    try:
        yield
    finally:
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)


async def save(platform: Platform, member: Member, url: str, *, enabled: bool = True) -> webhooks.Saved:
    async with platform.write() as unit:
        return await webhooks.save(unit, member, platform.keyring, url=url, enabled=enabled)


async def send_test(platform: Platform, member: Member) -> webhooks.Delivery:
    async with platform.write() as unit:
        return await webhooks.test(unit, member)


async def log(platform: Platform, member: Member) -> Sequence[webhooks.Delivery]:
    async with platform.read() as unit:
        return (await webhooks.deliveries(unit, member, limit=50, offset=0)).items


async def settled(platform: Platform, member: Member, *, attempts: int = 1) -> webhooks.Delivery:
    """The newest delivery, once it was tried so often."""
    async with asyncio.timeout(60):
        while True:
            newest = (await log(platform, member))[0]
            if newest.attempts >= attempts:
                return newest
            await asyncio.sleep(0.02)


async def all_delivered(platform: Platform, member: Member, count: int) -> None:
    """Until each of the member's deliveries is recorded as delivered. Those of one moment have no order in the log."""
    async with asyncio.timeout(60):
        while True:
            if [each.status for each in await log(platform, member)] == ["delivered"] * count:
                return
            await asyncio.sleep(0.02)


async def fail(platform: Platform, outcome: webhooks.Outcome, clock: ManualClock) -> None:
    """Records the same outcome for everything that waits, until nothing does."""
    while True:
        async with platform.write() as unit:
            attempts = await webhooks.claim(unit, platform.keyring, busy=(), limit=9)
        for attempt in attempts:
            async with platform.write() as unit:
                await webhooks.record(unit, attempt, outcome)
        if not attempts:
            return
        clock.advance(seconds=61)


async def test_a_test_is_delivered_signed_and_in_the_form_of_the_specification(
    platform: Platform, owner: Member, receiver: HookReceiver
):
    """Its body is a WebhookTestEvent, its headers those of Standard Webhooks, signed by the secret that was shown."""
    saved = await save(platform, owner, f"{receiver.url}/hook")
    async with delivering(platform, receiver):
        queued = await send_test(platform, owner)
        done = await settled(platform, owner)
    assert (done.id, done.status, done.response_status, done.error) == (queued.id, "delivered", 200, None)
    (got,) = receiver.received
    assert got.headers["webhook-id"] == queued.id
    assert Verifier(saved.secret or "").verify(got.body, got.headers) == json.loads(got.body)
    assert json.loads(got.body)["data"]["workspace"] == "main"
    assert (await save(platform, owner, f"{receiver.url}/hook")).secret is None


async def test_an_event_is_told_only_if_its_transaction_commits(platform: Platform, owner: Member, clock: ManualClock):
    """What is rolled back is never told; without a webhook, or with one that is off, nobody is."""
    data: dict[str, Any] = {"id": "run_1"}
    async with platform.write() as unit:
        assert await webhooks.announce(unit, owner.workspace_id, "eval_run.completed", data) is None
    await save(platform, owner, PUBLIC)
    with contextlib.suppress(RuntimeError):
        async with platform.write() as unit:
            assert await webhooks.announce(unit, owner.workspace_id, "eval_run.completed", data) is not None
            raise RuntimeError
    assert await log(platform, owner) == []
    async with platform.write() as unit:
        await webhooks.announce(unit, owner.workspace_id, "eval_run.completed", data)
    assert [each.event for each in await log(platform, owner)] == ["eval_run.completed"]


async def test_a_delivery_is_tried_three_times_with_one_id_and_the_same_bytes(
    platform: Platform, owner: Member, receiver: HookReceiver, clock: ManualClock
):
    """After 5 and 30 seconds; then it has failed, and the log has the last answer's status and nothing of its body."""
    receiver.status = 500
    await save(platform, owner, receiver.url)
    async with delivering(platform, receiver):
        await send_test(platform, owner)
        for attempts, delay in ((1, 5), (2, 30), (3, 0)):
            done = await settled(platform, owner, attempts=attempts)
            assert done.status == ("failed" if attempts == 3 else "pending")
            clock.advance(seconds=delay)
    assert len(set(receiver.ids)) == 1
    assert len(receiver.received) == 3
    assert len({each.body for each in receiver.received}) == 1
    assert (done.response_status, done.error) == (500, "the receiver answered 500")


async def test_a_restart_while_a_delivery_waits_loses_none(
    settings: Settings, clock: ManualClock, receiver: HookReceiver
):
    """Claimed by a process that died, or waiting for its next attempt, it is delivered by the next process."""
    async with Platform.open(settings, clock=clock) as platform:
        owner = await owner_of(platform)
        await save(platform, owner, receiver.url)
        await send_test(platform, owner)
        async with platform.write() as unit:
            assert len(await webhooks.claim(unit, platform.keyring, busy=(), limit=9)) == 1
    async with Platform.open(settings, clock=clock) as platform, delivering(platform, receiver):
        clock.advance(seconds=61)
        assert (await settled(platform, owner)).status == "delivered"


async def test_an_endpoint_that_does_not_answer_holds_up_no_other(
    platform: Platform, owner: Member, other: Member, receiver: HookReceiver
):
    """With one dead endpoint and many events for it, the other's are delivered while the first is still waited for."""
    async with HookReceiver.open(None) as dead:
        await save(platform, owner, dead.url)
        await save(platform, other, receiver.url)
        for _ in range(100):
            await send_test(platform, owner)
        async with delivering(platform, dead, receiver):
            for _ in range(5):
                await send_test(platform, other)
            await receiver.wait_for(5)
            assert len(dead.received) <= 1 + 60 / webhook_worker.ATTEMPT_SEC
            await all_delivered(platform, other, 5)


async def test_an_endpoint_that_does_not_answer_is_left_after_its_time(
    platform: Platform, owner: Member, monkeypatch: pytest.MonkeyPatch
):
    """The log says so, without a status."""
    monkeypatch.setattr(webhook_worker, "ATTEMPT_SEC", 0.2)
    async with HookReceiver.open(None) as dead:
        await save(platform, owner, dead.url)
        async with delivering(platform, dead):
            await send_test(platform, owner)
            done = await settled(platform, owner)
    assert (done.response_status, done.error) == (None, "no answer within 0.2 seconds")


@pytest.mark.parametrize("status", [301, 307, 404, 410, 503])
async def test_a_redirect_is_not_followed_and_only_2xx_is_success(
    platform: Platform, owner: Member, receiver: HookReceiver, status: int
):
    """One request arrives, and the attempt has failed."""
    receiver.status = status
    await save(platform, owner, receiver.url)
    async with delivering(platform, receiver):
        await send_test(platform, owner)
        done = await settled(platform, owner)
    assert (done.status, done.response_status, len(receiver.received)) == ("pending", status, 1)


async def test_both_secrets_sign_for_a_day_after_a_renewal(
    platform: Platform, owner: Member, receiver: HookReceiver, clock: ManualClock
):
    """Then the new one alone; a key rotation in between changes neither."""
    first = (await save(platform, owner, receiver.url)).secret or ""
    async with platform.write() as unit:
        second = (await webhooks.renew_secret(unit, owner, platform.keyring)).secret or ""
    assert first != second
    await keys.rotate(platform.database, platform.keyring)
    async with delivering(platform, receiver):
        for number, signed_by in enumerate(([first, second], [second]), start=1):
            await send_test(platform, owner)
            await receiver.wait_for(number)
            got = receiver.received[-1]
            assert len(got.headers["webhook-signature"].split()) == len(signed_by)
            for secret in signed_by:
                Verifier(secret).verify(got.body, got.headers)
            clock.advance(hours=24, seconds=1)


async def test_twenty_failed_deliveries_in_a_row_turn_it_off(platform: Platform, owner: Member, clock: ManualClock):
    """With an entry of the audit trail. A success starts the count again; saving the webhook ends the pause."""
    await save(platform, owner, PUBLIC)
    for number in range(webhooks.MOST_FAILURES * 2 - 2):
        await send_test(platform, owner)
        succeeds = number == webhooks.MOST_FAILURES - 2
        await fail(platform, webhooks.Outcome(204 if succeeds else 503), clock)
    async with platform.read() as unit:
        assert (await webhooks.get(unit, owner)).enabled
    await send_test(platform, owner)
    await fail(platform, webhooks.Outcome(None, "ConnectError"), clock)
    async with platform.read() as unit:
        found = await webhooks.get(unit, owner)
        entries = (await audit.newest(unit, owner, limit=1)).entries
    assert (found.enabled, found.paused_reason) == (False, "20 deliveries in a row failed")
    assert [(each.actor, each.action) for each in entries] == [("system", "webhook.pause")]
    with pytest.raises(StateConflictError):
        await send_test(platform, owner)
    assert (await save(platform, owner, PUBLIC)).webhook.paused_reason is None
    await send_test(platform, owner)


async def test_turning_deliveries_off_keeps_the_address_and_removal_does_not(
    platform: Platform, owner: Member, clock: ManualClock
):
    """Off: what waits has failed, the address and the log stay. Removed: nothing stays, its secrets neither."""
    await save(platform, owner, PUBLIC)
    await send_test(platform, owner)
    await save(platform, owner, PUBLIC, enabled=False)
    assert [(each.status, each.error) for each in await log(platform, owner)] == [
        ("failed", "deliveries were turned off")
    ]
    for _ in range(2):
        async with platform.write() as unit:
            await webhooks.remove(unit, owner)
    async with platform.read() as unit:
        assert await secret_rows.every_secret(unit, 9) == []
        with pytest.raises(ResourceNotFoundError):
            await webhooks.get(unit, owner)
    assert await log(platform, owner) == []


async def test_only_owners_and_admins_see_it_and_another_workspace_never_does(
    platform: Platform, owner: Member, other: Member
):
    """A member is refused; the other workspace has none."""
    await save(platform, owner, PUBLIC)
    async with platform.write() as unit:
        member = await add_member(unit, owner, "member@example.org", "member")
    async with platform.read() as unit:
        for refused in (webhooks.get(unit, member), webhooks.deliveries(unit, member, limit=1, offset=0)):
            with pytest.raises(AccessDeniedError):
                await refused
        with pytest.raises(ResourceNotFoundError):
            await webhooks.get(unit, other)


async def test_deliveries_go_with_their_retention(platform: Platform, owner: Member, clock: ManualClock):
    """After `webhook_days` the log forgets them."""
    await save(platform, owner, PUBLIC)
    await send_test(platform, owner)
    clock.advance(days=31)
    removed = await retention.run(platform.database, Retention(audit_days=0))
    assert removed.webhook == 1
    assert await log(platform, owner) == []


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.org/",
        "https://hooks.example.org:8443/",
        "https://ada:secret@hooks.example.org/",
        "https://hooks.example.org/#part",
        "https://metadata.google.internal/",
        "https://hooks.exämple.org/",
        "https://",
        "ftp://hooks.example.org/",
        "hooks.example.org",
        "https://hooks.example.org:port/",
        "https://hooks .example.org/",
    ],
)
def test_a_url_that_is_no_public_https_address_by_its_text_is_refused(url: str):
    """Before any name is looked up."""
    with pytest.raises(AddressRefusedError):
        parse_hook_url(url, ())


FORBIDDEN = [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.100.100.200", "0.0.0.0",
    "224.0.0.1", "::1", "fe80::1%eth0", "fd00:ec2::254", "fc00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::",
]  # fmt: skip


@pytest.mark.parametrize("ip", FORBIDDEN)
async def test_a_name_that_stands_for_an_address_inside_the_network_is_refused(ip: str):
    """Also beside a public one, as a name that changes hands gives; no socket is opened for any of this."""

    async def resolve(host: str, port: int) -> Sequence[str]:
        return ["93.184.215.14", ip]

    with pytest.raises(AddressRefusedError):
        await parse_hook_url(PUBLIC, ()).target(resolve)


@pytest.mark.parametrize("ip", ["169.254.169.254", "fd00:ec2::254", "100.100.100.200", "::ffff:169.254.169.254"])
async def test_a_metadata_address_is_refused_even_where_the_origin_is_allowed(ip: str):
    """The operator's list does not open it."""

    async def resolve(host: str, port: int) -> Sequence[str]:
        return [ip]

    with pytest.raises(AddressRefusedError, match="metadata"):
        await parse_hook_url(PUBLIC, [parse_origin("https://hooks.example.org")]).target(resolve)


async def test_a_name_that_has_another_address_when_something_is_sent_is_refused_then(
    platform: Platform, owner: Member, receiver: HookReceiver
):
    """What was public when it was saved, and is this machine now, gets nothing; the log says why."""

    async def resolve(host: str, port: int) -> Sequence[str]:
        return ["127.0.0.1"]

    platform.resolve_host = resolve
    await save(platform, owner, PUBLIC)
    async with delivering(platform, receiver):
        await send_test(platform, owner)
        done = await settled(platform, owner)
    assert done.error is not None
    assert done.error.startswith("nothing was sent: the host hooks.example.org is not a public address")
    assert receiver.received == []


async def test_the_connection_goes_to_the_address_that_was_checked(
    platform: Platform, owner: Member, receiver: HookReceiver
):
    """The name is looked up once an attempt, and the request still names the host."""
    asked: list[str] = []
    port = receiver.url.rpartition(":")[2]
    named = HookReceiver(f"http://hooks.internal:{port}")

    async def resolve(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.1"]

    platform.resolve_host = resolve
    await save(platform, owner, f"{named.url}/hook")
    async with delivering(platform, named):
        await send_test(platform, owner)
        assert (await settled(platform, owner)).status == "delivered"
    assert asked == ["hooks.internal"]
    assert receiver.received[0].headers["host"] == f"hooks.internal:{port}"
