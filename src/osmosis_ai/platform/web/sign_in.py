"""Signing in and out with a browser: by password, by a one-time link, by an invitation."""

from __future__ import annotations

from starlette.responses import Response

from osmosis_ai.platform.access.passwords import MINIMUM_LENGTH
from osmosis_ai.platform.errors import ServiceError
from osmosis_ai.platform.services import members, sign_in
from osmosis_ai.platform.web.pages import Page, refusal, safe_next, status_of

__all__ = ["join", "link", "login", "logout", "use_invitation", "use_link", "use_password"]


async def login(page: Page) -> Response:
    """The form for address and password."""
    target = safe_next(page.request.query_params.get("next"))
    if page.actor is not None:
        return page.go(target)
    return page.show("login.html", next=target, email="", problem=None)


async def use_password(page: Page) -> Response:
    """Signs a person in."""
    form = await page.form()
    target, email = safe_next(form.get("next")), form.get("email", "")
    try:
        signed_in = await sign_in.by_password(
            page.platform.database, email, form.get("password", ""), page.origin, page.platform.settings.limits
        )
    except ServiceError as error:
        return page.show("login.html", status=status_of(error), next=target, email=email, problem=error.message)
    return page.sign_in(signed_in, target)


async def logout(page: Page) -> Response:
    """Ends the session."""
    await page.form()
    if page.actor is not None:
        async with page.platform.write() as unit:
            await sign_in.sign_out(unit, page.actor)
    response = page.go("/login")
    page.forget_session(response)
    return response


async def link(page: Page) -> Response:
    """The form for a password, which a one-time link opens. Opening it uses nothing up."""
    async with page.platform.read() as unit:
        email = await sign_in.check_link(unit, page.request.path_params["token"])
    return page.show("link.html", email=email, problem=None, least=MINIMUM_LENGTH)


async def use_link(page: Page) -> Response:
    """Sets the password and signs the person in."""
    token = page.request.path_params["token"]
    async with page.platform.read() as unit:
        email = await sign_in.check_link(unit, token)
    form = await page.form()
    password = form.get("password", "")
    problem = None
    if password != form.get("again", ""):
        problem = "The two passwords differ."
    else:
        try:
            return page.sign_in(await sign_in.by_link(page.platform.database, token, password, page.origin), "/")
        except ServiceError as error:
            problem = error.message
    return page.show("link.html", status=400, email=email, problem=problem, least=MINIMUM_LENGTH)


async def join(page: Page) -> Response:
    """What an invitation is for, and a button to accept it. Opening it uses nothing up."""
    token = page.request.path_params["token"]
    async with page.platform.read() as unit:
        invited = await members.find_invitation(unit, token)
    if page.actor is None and invited.has_account:
        return page.to_sign_in()
    return page.show("join.html", invited=invited, here=page.request.url.path)


async def use_invitation(page: Page) -> Response:
    """Makes the person a member; someone without an account is led to set a password first."""
    await page.form()
    token = page.request.path_params["token"]
    try:
        async with page.platform.write() as unit:
            invited = await members.find_invitation(unit, token)
            next_link = await members.accept(unit, token, page.actor, page.origin)
    except ServiceError as error:
        return refusal(page, error)
    return page.go(f"/{invited.workspace_name}" if next_link is None else f"/link/{next_link}")
