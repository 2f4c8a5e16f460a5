"""Approving a device that wants to sign in. It always asks, also when the link already holds the code."""

from __future__ import annotations

from starlette.responses import Response

from osmosis_ai.platform.errors import ResourceNotFoundError
from osmosis_ai.platform.services import devices
from osmosis_ai.platform.web.pages import Page

__all__ = ["ask", "decide"]


async def ask(page: Page) -> Response:
    """The form for a code; with one, what waits with it and two buttons."""
    code = page.request.query_params.get("user_code", "").strip()
    if not code:
        return page.show("device_code.html", code="", problem=None)
    try:
        device = await devices.find(page.platform.database, code, page.origin, page.platform.settings.limits)
    except ResourceNotFoundError as error:
        return page.show("device_code.html", status=404, code=code[:32], problem=error.message)
    return page.show("device.html", device=device)


async def decide(page: Page) -> Response:
    """Approves or refuses the device."""
    form = await page.form()
    approve = form.get("decision") == "approve"
    assert page.actor is not None  # noqa: S101 - the page is only for people who are signed in
    async with page.platform.write() as unit:
        await devices.decide(unit, page.actor, form.get("user_code", ""), approve=approve)
    return page.show("device_done.html", approved=approve)
