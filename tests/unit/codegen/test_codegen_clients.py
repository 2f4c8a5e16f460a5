"""The clients: they write models, read answers tolerantly by status, and say clearly what they do not know."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

RECEIPT = {"id": "1", "status": "accepted", "total": 2, "label": None}
PROBLEM = {"type": "about:blank", "title": "Full", "status": 429}


class Peer:
    """A scripted server: gives one answer, keeps the request."""

    def __init__(self, status: int, body: object = None, headers: dict[str, str] | None = None) -> None:
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        self.answer = (status, content, headers or {})
        self.request: httpx.Request | None = None

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.request = request
        status, content, headers = self.answer
        return httpx.Response(status, content=content, headers=headers)


@pytest.fixture(params=["sync", "async"])
def call(request: pytest.FixtureRequest, toy: Callable[[str], ModuleType]) -> Any:
    """Calls an operation of the toy at a peer, blocking or not: `await call(peer, "create_order", ...)`."""
    http = toy("clients.http")

    async def run(
        peer: Peer, operation: str, *arguments: Any, base: str = "http://127.0.0.1/api/", **options: Any
    ) -> Any:
        module = toy(f"clients.shop.{operation}")
        headers = {"Authorization": "Bearer k"}
        if request.param == "sync":
            with httpx.Client(transport=httpx.MockTransport(peer)) as client:
                where = http.Client(base_url=base, http=client, headers=headers)
                return module.sync_detailed(*arguments, client=where, **options)
        async with httpx.AsyncClient(transport=httpx.MockTransport(peer)) as client:
            where = http.Client(base_url=base, async_http=client, headers=headers)
            return await module.asyncio_detailed(*arguments, client=where, **options)

    return run


async def test_a_call_sends_what_the_document_says(call: Any, models: Any) -> None:
    """Method, path below the base URL, query, headers and the model's JSON; nothing that was not given."""
    peer = Peer(202, RECEIPT, {"Location": "/orders/1", "X-Queue": "3"})
    answer = await call(
        peer, "create_order", body=models.Order(name="car", price=2, note="x"), dry=True, tag=["a", "b"],
        idempotency_key="k",
    )  # fmt: skip
    assert peer.request is not None
    assert (peer.request.method, str(peer.request.url)) == (
        "POST",
        "http://127.0.0.1/api/orders?dry=true&tag=a&tag=b",
    )
    assert peer.request.headers["idempotency-key"] == "k"
    assert peer.request.headers["authorization"] == "Bearer k"
    assert peer.request.headers["content-type"] == "application/json"
    assert json.loads(peer.request.content)["note"] == "x"
    assert "colour" not in json.loads(peer.request.content)
    assert (answer.status_code, answer.headers["location"], answer.headers["x-queue"]) == (
        202,
        "/orders/1",
        "3",
    )
    assert answer.parsed == models.Receipt(**RECEIPT)


async def test_a_path_parameter_is_percent_encoded(call: Any) -> None:
    peer = Peer(204)
    assert (await call(peer, "cancel_order", "a::b/c %é")).parsed is None
    assert peer.request is not None
    assert peer.request.url.raw_path == b"/api/orders/a%3A%3Ab%2Fc%20%25%C3%A9"


async def test_an_answer_is_read_tolerantly(call: Any, models: Any) -> None:
    """A member of a later version is kept, even in a closed object."""
    answer = await call(Peer(202, {**RECEIPT, "later": [1]}), "create_order", body=models.Order(name="car", price=2))
    assert answer.parsed.model_extra == {"later": [1]}


async def test_each_status_has_its_model(call: Any, models: Any) -> None:
    answer = await call(
        Peer(429, PROBLEM, {"Retry-After": "5"}), "create_order", body=models.Order(name="car", price=2)
    )
    assert isinstance(answer.parsed, models.Problem)
    assert answer.headers["retry-after"] == "5"


async def test_an_undocumented_status_is_an_error_that_carries_it(
    call: Any, models: Any, toy: Callable[[str], ModuleType]
) -> None:
    with pytest.raises(
        toy("clients.http").UnexpectedStatusError, match="create_order: status 503, which is none of 202"
    ) as e:
        await call(Peer(503, b"down"), "create_order", body=models.Order(name="car", price=2))
    assert (e.value.status_code, e.value.content) == (503, b"down")
    assert "down" in str(e.value)


@pytest.mark.parametrize("body", [b"<html>", b"", {"id": "1"}, [], b'{"id": NaN}', b"\xff"])
async def test_a_success_that_cannot_be_read_is_an_error_that_carries_it(
    call: Any, models: Any, toy: Callable[[str], ModuleType], body: Any
) -> None:
    with pytest.raises(
        toy("clients.http").UnreadableAnswerError, match="status 202 with a body that cannot be read"
    ) as e:
        await call(Peer(202, body), "create_order", body=models.Order(name="car", price=2))
    assert e.value.status_code == 202


async def test_an_error_with_a_strange_body_is_still_its_status(call: Any, models: Any) -> None:
    """A proxy's page, or the shorter errors of other implementations: the status counts, the bytes are kept."""
    answer = await call(Peer(422, {"detail": "no"}), "create_order", body=models.Order(name="car", price=2))
    assert (answer.status_code, answer.parsed, answer.content) == (422, None, b'{"detail": "no"}')


async def test_redirects_are_not_followed(call: Any, models: Any, toy: Callable[[str], ModuleType]) -> None:
    peer = Peer(307, None, {"Location": "http://127.0.0.1/elsewhere"})
    with pytest.raises(toy("clients.http").UnexpectedStatusError):
        await call(peer, "create_order", body=models.Order(name="car", price=2))
    assert str(peer.request.url).endswith("/orders")  # type: ignore[union-attr]


async def test_a_time_limit_can_be_set_for_one_call(call: Any) -> None:
    peer = Peer(204)
    await call(peer, "cancel_order", "a", timeout=1.5)
    assert peer.request is not None
    assert peer.request.extensions["timeout"]["read"] == 1.5


async def test_a_client_without_an_http_client_says_so(toy: Callable[[str], ModuleType]) -> None:
    client = toy("clients.http").Client(base_url="http://127.0.0.1")
    with pytest.raises(ValueError, match="async_http="):
        await toy("clients.shop.cancel_order").asyncio("a", client=client)
    with pytest.raises(ValueError, match="http="):
        toy("clients.shop.cancel_order").sync("a", client=client)


def test_operations_that_opt_out_have_no_client(toy_package: Path) -> None:
    """`x-osmosis-client: false` leaves an operation to hand-written code; no attrs model is generated."""
    folder = toy_package / "toy_contract" / "clients" / "shop"
    assert sorted(path.stem for path in folder.glob("*.py")) == [
        "__init__",
        "cancel_order",
        "create_order",
        "get_order",
    ]
    assert not any("attrs" in path.read_text() for path in folder.parent.rglob("*.py"))


async def test_client_and_stub_understand_each_other(toy: Callable[[str], ModuleType], shop: Any, models: Any) -> None:
    """A call of the generated client to the generated stub, in one process."""
    from starlette.applications import Starlette

    class Server(shop.ShopServer):  # type: ignore[misc,name-defined]
        async def create_order(self, request: Any) -> Any:
            total = request.body.price * request.body.count
            receipt = models.Receipt(id=request.body.name, status="accepted", total=total, label=request.body.label)
            return shop.CreateOrder202(body=receipt, location="/orders/1")

        async def get_order(self, request: Any) -> Any: ...

        async def cancel_order(self, request: Any) -> Any: ...

        async def weather(self, request: Any) -> Any: ...

    transport = httpx.ASGITransport(Starlette(routes=shop.routes(Server())))
    async with httpx.AsyncClient(transport=transport) as http:
        client = toy("clients.http").Client(base_url="http://127.0.0.1", async_http=http)
        order = models.Order(name="car", price=2.5, count=2, label="l")
        parsed = await toy("clients.shop.create_order").asyncio(client=client, body=order)
    assert parsed == models.Receipt(id="car", status="accepted", total=5, label="l")
