"""Peers that share an HTTP client: each has its address, its key and its time limits, and none changes the client."""

import httpx
import pytest

from osmosis_ai.rollout.control.api import ANSWER_ERRORS, peer_api, with_timeout
from osmosis_contract.clients.rollout.api.health import get_health


def _client(asked: list[httpx.Request], status: int = 401) -> httpx.AsyncClient:
    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(status, content=b"<html>")

    return httpx.AsyncClient(transport=httpx.MockTransport(answer), timeout=7)


async def test_each_peer_has_its_own_address_and_headers():
    """Two peers on one client: the requests go where each says, with its key; the client itself stays as it was."""
    asked: list[httpx.Request] = []
    async with _client(asked) as http:
        for url, key in (("http://one/base/", "1"), ("http://two", "2")):
            await get_health.asyncio_detailed(client=peer_api(http, url, headers={"Authorization": key}))
        assert "authorization" not in http.headers
        assert str(http.base_url) == ""
    assert [(str(request.url), request.headers["authorization"]) for request in asked] == [
        ("http://one/base/health", "1"),
        ("http://two/health", "2"),
    ]


async def test_a_time_limit_is_of_the_calls_it_was_asked_for():
    """`with_timeout` gives another client; calls through the first one keep the limit of the HTTP client."""
    asked: list[httpx.Request] = []
    async with _client(asked) as http:
        api = peer_api(http, "http://one", headers={})
        for client in (with_timeout(api, 2.5), api):
            await get_health.asyncio_detailed(client=client)
    assert [request.extensions["timeout"]["read"] for request in asked] == [2.5, 7]


@pytest.mark.parametrize("status", [200, 503, 599])
async def test_an_answer_outside_the_contract_is_an_error_that_carries_it(status: int):
    """A success that cannot be read, an undocumented status, and one that HTTP does not register."""
    async with _client([], status) as http:
        with pytest.raises(ANSWER_ERRORS) as refused:
            await get_health.asyncio_detailed(client=peer_api(http, "http://one", headers={}))
    assert (refused.value.status_code, refused.value.content) == (status, b"<html>")


async def test_a_documented_error_with_another_body_is_its_status():
    async with _client([], 401) as http:
        answer = await get_health.asyncio_detailed(client=peer_api(http, "http://one", headers={}))
    assert (answer.status_code, answer.parsed) == (401, None)
