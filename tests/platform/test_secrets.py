"""Environment secrets: two scopes, written and never shown, in no answer, log, error or audit entry."""

from __future__ import annotations

import io

import pytest
import structlog

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.access.tokens import new_token
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.errors import AccessDeniedError, InvalidRequestError, ResourceNotFoundError
from osmosis_ai.platform.operations.logs import configure_logs
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import audit, secrets
from osmosis_ai.platform.store import secrets as rows
from tests.platform.conftest import ManualClock, add_member

CANARY = "canary-9d8e7f6a5b"


async def _put(platform: Platform, member: Member, **values: str) -> secrets.Secret:
    full = {"name": "API_KEY", "value": CANARY, "scope": "workspace", **values}
    async with platform.write() as unit:
        return await secrets.put(unit, member, platform.keyring, **full)


async def test_secret_is_written_replaced_listed_and_deleted(platform: Platform, owner: Member, clock: ManualClock):
    """Written again it keeps its id and gets a new version; the list names who wrote it, never the value."""
    first = await _put(platform, owner)
    clock.advance(seconds=5)
    second = await _put(platform, owner, value="another")
    assert (second.id, second.created_at, second.updated_at) == (first.id, first.created_at, wire_time(clock.now))
    async with platform.read() as unit:
        page = await secrets.listing(unit, owner, scope="all", limit=50, offset=0)
        (named,) = await rows.every_secret(unit, 10)
    assert [(item.name, item.scope, item.creator_name) for item in page.items] == [("API_KEY", "workspace", "owner")]
    assert named.row.version == 2
    assert platform.keyring.open(secrets.place_of(named.row), secrets.sealed_of(named.row)) == "another"
    async with platform.write() as unit:
        await secrets.delete(unit, owner, name="API_KEY", scope="workspace")
        with pytest.raises(ResourceNotFoundError):
            await secrets.delete(unit, owner, name="API_KEY", scope="workspace")


async def test_one_name_in_both_scopes_is_two_secrets(platform: Platform, owner: Member):
    """A personal secret exists beside the workspace's of the same name, and each scope lists its own."""
    await _put(platform, owner)
    await _put(platform, owner, scope="user", value="mine")
    async with platform.read() as unit:
        for scope, count in (("all", 2), ("workspace", 1), ("user", 1)):
            assert (await secrets.listing(unit, owner, scope=scope, limit=50, offset=0)).total_count == count


async def test_members_write_their_own_secrets_only(platform: Platform, owner: Member):
    """The workspace's are for owners and admins."""
    async with platform.write() as unit:
        member = await add_member(unit, owner, "member@example.org", "member")
    await _put(platform, member, scope="user")
    with pytest.raises(AccessDeniedError):
        await _put(platform, member)
    async with platform.write() as unit:
        with pytest.raises(AccessDeniedError):
            await secrets.delete(unit, member, name="API_KEY", scope="workspace")


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({"name": "lower"}, "name"),
        ({"name": "1ST"}, "name"),
        ({"name": "A" * 256}, "name"),
        ({"name": "DAYTONA_API_KEY"}, "name"),
        ({"value": ""}, "value"),
        ({"value": "a\0b"}, "value"),
        ({"value": "\ud800"}, "value"),
        ({"value": "x" * (64 * 1024 + 1)}, "value"),
        ({"scope": "personal"}, "scope"),
    ],
)
async def test_what_cannot_be_a_secret_is_refused_by_member(platform: Platform, owner: Member, values, key):
    """The issue names the member at fault, and no part of the value."""
    with pytest.raises(InvalidRequestError) as refused:
        await _put(platform, owner, **values)
    assert [issue.key for issue in refused.value.issues] == [key]
    if values.get("value"):
        assert values["value"] not in str(vars(refused.value))


async def test_value_is_in_no_answer_log_error_or_audit_entry(platform: Platform, owner: Member):
    """The canary is in nothing that leaves the service, and a token's text is in no line of the log."""
    log = io.StringIO()
    configure_logs("json", log)
    token = new_token("pat")
    structlog.get_logger("test").warning("said", text=f"Bearer {token}", nested={"list": [token]})
    try:
        raise ValueError(f"with {token}")
    except ValueError:
        structlog.get_logger("test").exception("failed")
    secret = await _put(platform, owner)
    async with platform.read() as unit:
        shown = [secret, await secrets.listing(unit, owner, scope="all", limit=9, offset=0)]
        entries = await audit.newest(unit, owner, limit=50)
        raw = [vars(each.row) for each in await rows.every_secret(unit, 10)]
    assert any(entry.action == "secret.set" for entry in entries.entries)
    for text in (repr(shown), repr(entries), repr(raw), repr(vars(platform.keyring)), log.getvalue()):
        assert CANARY not in text
    assert token not in log.getvalue()
    assert "[REDACTED]" in log.getvalue()
    structlog.reset_defaults()
