"""Signing in: passwords, one-time links, sessions, tokens and device codes."""

from __future__ import annotations

import pytest

from osmosis_ai.platform.access import tokens as token_form
from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.access.passwords import hash_password
from osmosis_ai.platform.errors import (
    InvalidRequestError,
    RateLimitedError,
    ResourceNotFoundError,
    UnauthenticatedError,
)
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import accounts, credentials, devices, sign_in, tokens
from tests.platform.conftest import HOME, ManualClock

PASSWORD = "correct horse battery"


async def _set_password(platform: Platform) -> sign_in.SignedIn:
    first = platform.started.first_owner
    assert first is not None
    return await sign_in.by_link(platform.database, first.token, PASSWORD, HOME)


async def test_first_start_makes_an_owner_whose_link_sets_a_password_once(platform: Platform):
    """The first start's link signs its owner in and sets the password; used again, it answers as one that never was."""
    first = platform.started.first_owner
    assert first is not None
    async with platform.read() as unit:
        assert await sign_in.check_link(unit, first.token) == first.email
    signed_in = await _set_password(platform)
    async with platform.read() as unit:
        assert await credentials.by_session(unit, signed_in.token, HOME) is not None
        with pytest.raises(ResourceNotFoundError):
            await sign_in.check_link(unit, first.token)
    with pytest.raises(ResourceNotFoundError):
        await sign_in.by_link(platform.database, first.token, "another long password", HOME)
    again = await sign_in.by_password(platform.database, first.email.upper(), PASSWORD, HOME, platform.settings.limits)
    assert again.actor.email == first.email


async def test_link_expires(platform: Platform, clock: ManualClock):
    """A one-time link is good for three days."""
    first = platform.started.first_owner
    assert first is not None
    clock.advance(days=3, seconds=1)
    async with platform.read() as unit:
        with pytest.raises(ResourceNotFoundError):
            await sign_in.check_link(unit, first.token)


async def test_wrong_password_and_unknown_address_are_told_apart_by_nothing(platform: Platform):
    """Whether an address has an account cannot be learnt from a refused sign-in."""
    await _set_password(platform)
    messages = set()
    for email in ("owner@localhost", "nobody@localhost"):
        with pytest.raises(UnauthenticatedError) as refused:
            await sign_in.by_password(platform.database, email, "not the password", HOME, platform.settings.limits)
        messages.add((refused.value.message, refused.value.code))
    assert len(messages) == 1


async def test_session_ends_with_sign_out_with_its_time_and_with_the_account(platform: Platform, clock: ManualClock):
    """A session is accepted until it is ended, has expired, or its person is disabled."""
    first, second = await _set_password(platform), None
    second = await sign_in.by_password(platform.database, first.actor.email, PASSWORD, HOME, platform.settings.limits)
    async with platform.write() as unit:
        await sign_in.sign_out(unit, first.actor)
    async with platform.read() as unit:
        assert await credentials.by_session(unit, first.token, HOME) is None
        assert await credentials.by_session(unit, second.token, HOME) is not None
        assert await credentials.by_session(unit, "osm_ses_nonsense", HOME) is None
        assert await credentials.by_session(unit, None, HOME) is None
    clock.advance(days=14)
    async with platform.read() as unit:
        assert await credentials.by_session(unit, second.token, HOME) is None


async def test_changing_a_password_ends_other_sessions_and_keeps_this_one(platform: Platform):
    """After a change of password only the session that changed it goes on."""
    this = await _set_password(platform)
    limits = platform.settings.limits
    elsewhere = await sign_in.by_password(platform.database, this.actor.email, PASSWORD, HOME, limits)
    await accounts.change_password(
        platform.database, this.actor, present=PASSWORD, new="a different password", limits=limits
    )
    async with platform.read() as unit:
        assert await credentials.by_session(unit, this.token, HOME) is not None
        assert await credentials.by_session(unit, elsewhere.token, HOME) is None
    with pytest.raises(UnauthenticatedError):
        await sign_in.by_password(platform.database, this.actor.email, PASSWORD, HOME, limits)


async def test_short_password_is_refused():
    """A password has at least 12 characters."""
    with pytest.raises(InvalidRequestError):
        await hash_password("short")


async def test_token_is_accepted_until_revoked_or_expired(platform: Platform, owner: Member, clock: ManualClock):
    """A token's state decides the code of a refusal; one that never existed is TOKEN_INVALID."""
    async with platform.write() as unit:
        one = await tokens.create(unit, owner.actor, name="laptop", days=7)
        two = await tokens.create(unit, owner.actor, name="ci", days=7)
        assert (await tokens.listing(unit, owner.actor, limit=50, offset=0)).total_count == 2
    async with platform.write() as unit:
        actor = await credentials.by_bearer(unit, one.text, HOME)
        assert (actor.user_id, actor.credential_id) == (owner.actor.user_id, one.token.id)
        assert credentials.wants_note(actor, unit.now)
        await credentials.note_use(unit, actor)
    async with platform.write() as unit:
        assert not credentials.wants_note(await credentials.by_bearer(unit, one.text, HOME), unit.now)
        assert await tokens.revoke(unit, owner.actor, one.token.id)
        assert not await tokens.revoke(unit, owner.actor, one.token.id)
    clock.advance(days=7)
    async with platform.read() as unit:
        for text, code in (
            (one.text, "TOKEN_REVOKED"),
            (two.text, "TOKEN_EXPIRED"),
            (token_form.new_token("pat"), "TOKEN_INVALID"),
            ("anything", "TOKEN_INVALID"),
            (None, "TOKEN_MISSING"),
        ):
            with pytest.raises(UnauthenticatedError) as refused:
                await credentials.by_bearer(unit, text, HOME)
            assert refused.value.code == code


async def test_token_of_someone_else_is_not_revoked(platform: Platform, owner: Member, other: Member):
    """Revoking by the id of another person's token changes nothing."""
    async with platform.write() as unit:
        made = await tokens.create(unit, owner.actor, name="laptop", days=7)
        assert not await tokens.revoke(unit, other.actor, made.token.id)
    async with platform.read() as unit:
        await credentials.by_bearer(unit, made.text, HOME)


def test_token_has_a_checksum_that_scanners_can_verify():
    """A token fits the published pattern, and one changed character breaks its checksum."""
    token = token_form.new_token("pat")
    assert token_form.has_token_form(token, "pat")
    assert not token_form.has_token_form(token, "ses")
    swapped = token[:12] + ("a" if token[12] != "a" else "b") + token[13:]
    assert not token_form.has_token_form(swapped, "pat")


async def test_device_login_is_granted_once_after_approval(platform: Platform, owner: Member, clock: ManualClock):
    """Pending, slow_down when polled early, granted after approval, and never again."""
    days = platform.settings.token_days
    async with platform.write() as unit:
        started = await devices.authorize(unit, "build host", HOME)
        first = await devices.poll(unit, started.device_code, HOME, token_days=days)
    assert first == devices.NotGranted("authorization_pending", 5)
    clock.advance(seconds=1)
    async with platform.write() as unit:
        assert await devices.poll(unit, started.device_code, HOME, token_days=days) == devices.NotGranted(
            "slow_down", 10
        )
    clock.advance(seconds=10)
    shown = await devices.find(
        platform.database, started.user_code.lower().replace("-", " "), HOME, platform.settings.limits
    )
    assert (shown.device_name, shown.address) == ("build host", HOME.address)
    async with platform.write() as unit:
        await devices.decide(unit, owner.actor, started.user_code, approve=True)
    async with platform.write() as unit:
        granted = await devices.poll(unit, started.device_code, HOME, token_days=days)
        assert isinstance(granted, devices.Granted)
        assert granted.email == owner.actor.email
    async with platform.write() as unit:
        assert await devices.poll(unit, started.device_code, HOME, token_days=days) == devices.NotGranted(
            "expired_token"
        )
        await credentials.by_bearer(unit, granted.token.text, HOME)


async def test_device_login_can_be_denied_and_expires(platform: Platform, owner: Member, clock: ManualClock):
    """A denied login answers access_denied, an old one expired_token, and neither can be decided any more."""
    async with platform.write() as unit:
        denied = await devices.authorize(unit, "one", HOME)
        late = await devices.authorize(unit, "two", HOME)
        await devices.decide(unit, owner.actor, denied.user_code, approve=False)
        assert await devices.poll(unit, denied.device_code, HOME, token_days=1) == devices.NotGranted("access_denied")
        with pytest.raises(ResourceNotFoundError):
            await devices.decide(unit, owner.actor, denied.user_code, approve=True)
    clock.advance(seconds=devices.LIFETIME_SEC)
    async with platform.write() as unit:
        assert await devices.poll(unit, late.device_code, HOME, token_days=1) == devices.NotGranted("expired_token")
        with pytest.raises(ResourceNotFoundError):
            await devices.decide(unit, owner.actor, late.user_code, approve=True)


async def test_guessing_user_codes_is_held_up(platform: Platform):
    """A client that names codes which do not exist is refused after ten, before the code is looked up."""
    limits = platform.settings.limits
    for _ in range(limits.sign_in_failures):
        with pytest.raises(ResourceNotFoundError):
            await devices.find(platform.database, "BBBB-BBBB", HOME, limits)
    with pytest.raises(RateLimitedError):
        await devices.find(platform.database, "BBBB-BBBB", HOME, limits)


async def test_one_client_starts_a_bounded_number_of_device_logins(platform: Platform):
    """Device logins that nobody decides about cannot fill the database."""
    async with platform.write() as unit:
        for _ in range(20):
            await devices.authorize(unit, "a", HOME)
        with pytest.raises(RateLimitedError):
            await devices.authorize(unit, "a", HOME)
