"""The clients: openapi-python-client's own, which write our models, read answers tolerantly and by status."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

from osmosis_contract_runtime.clients import UnreadableAnswerError

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


@pytest.fixture
def client_package(toy: Callable[[str], ModuleType]) -> ModuleType:
    return toy("clients.shop")


@pytest.fixture(params=["sync", "async"])
def call(request: pytest.FixtureRequest, toy: Callable[[str], ModuleType], client_package: Any) -> Any:
    """Calls an operation of the toy at a peer, blocking or not: `await call(peer, "create_order", ...)`."""

    async def run(peer: Peer, operation: str, *arguments: Any, **options: Any) -> Any:
        module = toy(f"clients.shop.api.default.{operation}")
        client = client_package.AuthenticatedClient(
            base_url="http://127.0.0.1/api", token="k", raise_on_unexpected_status=True,
            httpx_args={"transport": httpx.MockTransport(peer)},
        )  # fmt: skip
        if request.param == "sync":
            with client:
                return module.sync_detailed(*arguments, client=client, **options)
        async with client:
            return await module.asyncio_detailed(*arguments, client=client, **options)

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


async def test_a_cookie_parameter_is_sent_and_left_out_when_not_given(call: Any) -> None:
    for given, sent in (({"basket": "7"}, "basket=7"), ({}, None)):
        peer = Peer(404, PROBLEM)
        await call(peer, "get_order", "a", x_lease="l", **given)
        assert peer.request is not None
        assert peer.request.headers.get("cookie") == sent


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
    with pytest.raises(toy("clients.shop.errors").UnexpectedStatus, match="503") as e:
        await call(Peer(503, b"down"), "create_order", body=models.Order(name="car", price=2))
    assert (e.value.status_code, e.value.content) == (503, b"down")


@pytest.mark.parametrize("body", [b"<html>", b"", {"id": "1"}, [], b'{"id": NaN}', b"\xff"])
async def test_a_success_that_cannot_be_read_is_an_error_that_carries_it(call: Any, models: Any, body: Any) -> None:
    with pytest.raises(UnreadableAnswerError, match="status 202 with a body that cannot be read") as e:
        await call(Peer(202, body), "create_order", body=models.Order(name="car", price=2))
    assert e.value.status_code == 202


async def test_an_answer_of_several_shapes_is_read_as_the_one_it_is(call: Any, models: Any) -> None:
    answer = await call(Peer(200, {"kind": "wheel", "radius": 8}), "cancel_order", "a")
    assert isinstance(answer.parsed, models.Wheel)


async def test_an_error_with_a_strange_body_is_still_its_status(call: Any, models: Any) -> None:
    """A proxy's page, or the shorter errors of other implementations: the status counts, the bytes are kept."""
    answer = await call(Peer(422, {"detail": "no"}), "create_order", body=models.Order(name="car", price=2))
    assert (answer.status_code, answer.parsed, answer.content) == (422, None, b'{"detail": "no"}')


async def test_redirects_are_not_followed(call: Any, models: Any, toy: Callable[[str], ModuleType]) -> None:
    peer = Peer(307, None, {"Location": "http://127.0.0.1/elsewhere"})
    with pytest.raises(toy("clients.shop.errors").UnexpectedStatus):
        await call(peer, "create_order", body=models.Order(name="car", price=2))
    assert str(peer.request.url).endswith("/orders")  # type: ignore[union-attr]


def test_the_package_is_the_generators_own(toy_package: Path) -> None:
    """Client, errors and types are there, its attrs models are not; `x-osmosis-client: false` has no module."""
    folder = toy_package / "toy_contract" / "clients" / "shop"
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.py"))
    assert files == [
        "__init__.py",
        "api/__init__.py",
        "api/default/__init__.py",
        "api/default/cancel_order.py",
        "api/default/create_order.py",
        "api/default/get_order.py",
        "client.py",
        "errors.py",
        "types.py",
    ]


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
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http:
        client = toy("clients.shop").AuthenticatedClient(base_url="", token="k").set_async_httpx_client(http)
        order = models.Order(name="car", price=2.5, count=2, label="l")
        parsed = await toy("clients.shop.api.default.create_order").asyncio(client=client, body=order)
    assert parsed == models.Receipt(id="car", status="accepted", total=5, label="l")
