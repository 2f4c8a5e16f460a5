"""The application on a platform, and people who call it: every role of the workspace `main`, a stranger, nobody."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.app import create_platform_app
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import tokens
from tests.platform.api.browsing import PASSWORD, PUBLIC, Browser
from tests.platform.conftest import add_member

CALLERS = ("owner", "admin", "member", "stranger", "nobody")


@dataclass
class Api:
    """A client of the application. A caller is named by role; `nobody` sends no credential."""

    http: httpx.AsyncClient
    tokens: Mapping[str, str]
    people: Mapping[str, Member]

    async def call(self, caller: str, method: str, path: str, **request: Any) -> httpx.Response:
        """One call. `workspace` names the workspace in its header."""
        headers = dict(request.pop("headers", {}))
        workspace = request.pop("workspace", None)
        if caller in self.tokens:
            headers["Authorization"] = f"Bearer {self.tokens[caller]}"
        if workspace is not None:
            headers["X-Osmosis-Workspace"] = workspace
        return await self.http.request(method, path, headers=headers, **request)


@pytest.fixture
def app(platform: Platform) -> Any:
    """The application."""
    return create_platform_app(platform)


@pytest.fixture
async def http(app: Any) -> AsyncIterator[httpx.AsyncClient]:
    """A client without a credential, at the public URL."""
    transport = httpx.ASGITransport(app=app, client=("198.51.100.7", 4711))
    async with httpx.AsyncClient(transport=transport, base_url=PUBLIC) as client:
        yield client


async def everyone(platform: Platform, http: httpx.AsyncClient, owner: Member, other: Member) -> Api:
    """Everyone, each with a token."""
    texts = {}
    async with platform.write() as unit:
        people = {
            "owner": owner,
            "admin": await add_member(unit, owner, "admin@example.org", "admin"),
            "member": await add_member(unit, owner, "member@example.org", "member"),
            "stranger": other,
        }
        for name, person in people.items():
            made = await tokens.issue(unit, person.actor.user_id, name=name, origin="personal", days=365)
            texts[name] = made.text
    return Api(http, texts, people)


@pytest.fixture
async def api(platform: Platform, http: httpx.AsyncClient, owner: Member, other: Member) -> Api:
    """Everyone, each with a token."""
    return await everyone(platform, http, owner, other)


@pytest.fixture
async def browser(platform: Platform) -> AsyncIterator[Browser]:
    transport = httpx.ASGITransport(app=create_platform_app(platform), client=("198.51.100.7", 4711))
    async with httpx.AsyncClient(transport=transport, base_url=PUBLIC) as http:
        yield Browser(http)


@pytest.fixture
async def signed_in(platform: Platform, browser: Browser) -> Browser:
    """A browser in which the first owner set their password."""
    assert platform.started.first_owner is not None
    await browser.open(f"/link/{platform.started.first_owner.token}")
    await browser.send(password=PASSWORD, again=PASSWORD)
    return browser
