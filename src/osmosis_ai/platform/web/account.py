"""A person's own pages: their workspaces, and their access tokens."""

from __future__ import annotations

from starlette.responses import Response

from osmosis_ai.base.numbers import short_number
from osmosis_ai.platform.access.actors import Actor
from osmosis_ai.platform.errors import InvalidRequestError
from osmosis_ai.platform.services import tokens, workspaces
from osmosis_ai.platform.web.pages import Page, explained

__all__ = ["create_token", "first", "list_tokens", "revoke_token"]

_SHOWN = 50
_DAYS = 90


def _actor(page: Page) -> Actor:
    assert page.actor is not None  # noqa: S101 - these pages are only for people who are signed in
    return page.actor


async def first(page: Page) -> Response:
    """The person's workspaces."""
    async with page.platform.read() as unit:
        joined = await workspaces.joined(unit, _actor(page))
    return page.show("first.html", workspaces=joined)


async def list_tokens(page: Page) -> Response:
    """The person's tokens, and a form for another."""
    return await _tokens(page)


async def create_token(page: Page) -> Response:
    """Makes a token and shows its text, this once."""
    form = await page.form()
    try:
        async with page.platform.write() as unit:
            made = await tokens.create(
                unit,
                _actor(page),
                name=form.get("name", ""),
                days=short_number(form.get("days", ""), digits=5) or 0,
            )
    except InvalidRequestError as error:
        return await _tokens(page, status=400, problem=explained(error))
    return await _tokens(page, made=made)


async def revoke_token(page: Page) -> Response:
    """Revokes a token."""
    form = await page.form()
    async with page.platform.write() as unit:
        await tokens.revoke(unit, _actor(page), form.get("token_id", ""))
    return page.go("/tokens")


async def _tokens(
    page: Page, *, status: int = 200, problem: str | None = None, made: tokens.NewToken | None = None
) -> Response:
    async with page.platform.read() as unit:
        listed = await tokens.listing(unit, _actor(page), limit=_SHOWN, offset=0)
    return page.show(
        "tokens.html", status=status, tokens=listed, made=made, problem=problem, days=_DAYS, most=tokens.MAXIMUM_DAYS
    )
