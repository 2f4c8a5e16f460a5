"""The server stubs: what a request must be, what a handler may answer, and what goes out instead of nonsense."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

ORDER = {"name": "car", "price": 2}
LEASE = {"X-Lease": "l"}


@pytest.fixture
def server(shop: Any) -> Any:
    """A server whose handlers record the request and give whatever `answers` holds for them."""

    class Server(shop.ShopServer):
        def __init__(self) -> None:
            self.answers: dict[str, Any] = {}
            self.seen: list[Any] = []
            self.refusal: Any = None
            self.explained: Any = None

        async def _give(self, name: str, request: Any) -> Any:
            self.seen.append(request)
            answer = self.answers.get(name)
            if isinstance(answer, Exception):
                raise answer
            return answer

        async def authorize(self, call: Any) -> Any:
            self.seen.append(call)
            return self.refusal

        async def explain_invalid(self, call: Any, faults: Any) -> Any:
            return self.explained

        async def create_order(self, request: Any) -> Any:
            return await self._give("create_order", request)

        async def get_order(self, request: Any) -> Any:
            return await self._give("get_order", request)

        async def cancel_order(self, request: Any) -> Any:
            return await self._give("cancel_order", request)

        async def weather(self, request: Any) -> Any:
            return await self._give("weather", request)

    return Server()


@pytest.fixture
def receipt(models: Any) -> Any:
    return models.Receipt(id="1", status="accepted", total=2, label=None)


@pytest.fixture
def http(shop: Any, server: Any) -> Callable[..., httpx.AsyncClient]:
    def client(**options: Any) -> httpx.AsyncClient:
        app = Starlette(routes=shop.routes(server, **options), exception_handlers=shop.exception_handlers())
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(app, raise_app_exceptions=False), base_url="http://127.0.0.1"
        )

    return client


def is_problem(response: httpx.Response, status: int) -> dict[str, Any]:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    assert body["status"] == status
    assert {"type", "title", "detail", "instance"} <= set(body)
    return body


async def test_a_cookie_is_a_parameter(
    http: Callable[..., httpx.AsyncClient], server: Any, receipt: Any, shop: Any
) -> None:
    """A cookie is parsed as its schema says; one that does not fit is refused with its place; one may be absent."""
    server.answers["get_order"] = shop.GetOrder200(body=receipt)
    async with http() as client:
        for cookie, basket in (("other=x; basket=7", "7"), ("other=x", None)):
            answer = await client.get("/orders/a", headers={**LEASE, "Cookie": cookie})
            assert (answer.status_code, server.seen[-1].basket) == (200, basket)
        refused = await client.get("/orders/a", headers={**LEASE, "Cookie": "basket=many"})
    assert (refused.status_code, refused.json()["errors"][0]["loc"]) == (422, ["cookie", "basket"])


async def test_a_request_reaches_its_handler_typed(
    shop: Any, models: Any, server: Any, http: Any, receipt: Any
) -> None:
    """Parameters, headers and body arrive validated; the answer's status, headers and body go out as documented."""
    server.answers["create_order"] = shop.CreateOrder202(body=receipt, location="/orders/1", x_queue=3)
    response = await http().post("/orders?dry=true&limit=2&tag=a&tag=b", json=ORDER, headers={"Idempotency-Key": "k"})
    assert response.status_code == 202
    assert (response.headers["location"], response.headers["x-queue"]) == ("/orders/1", "3")
    assert response.headers["content-type"] == "application/json"
    assert response.json() == {"id": "1", "status": "accepted", "total": 2.0, "label": None}
    call, request = server.seen
    assert isinstance(request, shop.CreateOrderRequest)
    assert (request.dry, request.limit, request.tag, request.idempotency_key) == (True, 2, ["a", "b"], "k")
    assert request.body == models.Order(**ORDER)
    assert call.operation_id == "createOrder"


async def test_parameters_that_are_left_out_have_their_defaults(
    shop: Any, server: Any, http: Any, receipt: Any
) -> None:
    server.answers["create_order"] = shop.CreateOrder202(body=receipt, location="/")
    response = await http().post("/orders", json=ORDER)
    assert "x-queue" not in response.headers
    request = server.seen[-1]
    assert (request.dry, request.limit, request.tag, request.idempotency_key) == (False, None, None, None)


async def test_the_shape_of_a_body_is_chosen_by_the_member_that_decides(models: Any, server: Any, http: Any) -> None:
    """With the member it is the one shape, without it the other, and the faults are those of that shape alone."""
    client = http()
    await client.post("/orders", json={**ORDER, "callback": "http://127.0.0.1"})
    assert isinstance(server.seen[-1].body, models.CallbackOrder)
    problem = is_problem(await client.post("/orders", json={"price": 1, "callback": ""}), 422)
    assert [fault["loc"] for fault in problem["errors"]] == [["body", "name"], ["body", "callback"]]
    problem = is_problem(await client.post("/orders", json={"price": 1}), 422)
    assert problem["errors"] == [{"type": "missing", "loc": ["body", "name"], "msg": "Field required"}]


@pytest.mark.parametrize(
    ("body", "kind", "loc"),
    [
        (b"", "missing", ["body"]),
        (b"{", "json_invalid", ["body"]),
        (b"[]", "model_type", ["body"]),
        (b"null", "model_type", ["body"]),
        (b'"text"', "model_type", ["body"]),
        (b'{"name": "car"}', "missing", ["body", "price"]),
        (b'{"name": "car", "price": "2"}', "float_type", ["body", "price"]),
        (b'{"name": "car", "price": NaN}', "json_invalid", ["body"]),
        (b'{"name": "car", "price": 1, "extra": {"a": NaN}}', "json_invalid", ["body"]),
        (b'{"name": "car", "price": 1, "extra": {"a": 1e999}}', "finite_number", ["body", "extra", "a"]),
        (b'{"name": "car", "price": 1e999}', "finite_number", ["body", "price"]),
        (b'{"name": "\\ud800", "price": 1}', "json_invalid", ["body"]),
        (b'{"name": "\xff\xfe", "price": 1}', "json_invalid", ["body"]),
        (b'{"name": "car", "price": ' + b"9" * 5000 + b"}", "json_invalid", ["body"]),
        (b"[" * 100_000, "json_invalid", ["body"]),
        (b'{"\\u0000": 1}', "missing", ["body", "name"]),
    ],
)
async def test_a_body_that_does_not_validate_is_a_validation_problem(
    http: Any, server: Any, models: Any, body: bytes, kind: str, loc: list[str]
) -> None:
    """Whatever the bytes are, the answer is the documented validation problem and the handler is not called."""
    response = await http().post("/orders", content=body)
    problem = is_problem(response, 422)
    models.ValidationProblem.read_strict(response.content)
    assert {(fault["type"], tuple(fault["loc"])) for fault in problem["errors"]} >= {(kind, tuple(loc))}
    assert [{**fault} for fault in problem["errors"]] == [
        {key: value for key, value in fault.items() if key != "input"} for fault in problem["detail"]
    ]
    assert problem["instance"] == "/orders"
    assert len(server.seen) == 1, "only authorize was asked"
    assert len(response.content) < 20_000


async def test_what_is_quoted_of_a_request_is_short_and_can_be_encoded(http: Any) -> None:
    """Long, deep and huge inputs are cut in `detail`."""
    client = http()
    for value in ("x" * 100_000, [[[[[[1]]]]]] * 100, {str(n): n for n in range(1000)}, 10**400, -(2**70)):
        response = await client.post("/orders", content=json.dumps({"name": "car", "price": 1, "note": value}))
        assert len(response.content) < 4_000
        if not isinstance(value, str):
            assert is_problem(response, 422)["detail"][0]["loc"] == ["body", "note"]
    response = await client.post("/orders", content='{"name": "car", "price": ' + "[" * 50 + "]" * 50 + "}")
    assert is_problem(response, 422)["detail"][0]["input"] == [[[["…"]]]]


async def test_the_last_of_repeated_keys_wins(http: Any, server: Any) -> None:
    await http().post("/orders", content=b'{"name": "car", "price": 1, "price": 2}')
    assert server.seen[-1].body.price == 2


@pytest.mark.parametrize(
    ("method", "url", "headers", "loc"),
    [
        ("GET", "/orders/a", {}, ["header", "X-Lease"]),
        ("GET", "/orders/a", {"X-Lease": ""}, ["header", "X-Lease"]),
        ("GET", "/orders/A", LEASE, ["path", "order_id"]),
        ("GET", "/orders/" + "a" * 21, LEASE, ["path", "order_id"]),
        ("GET", "/orders/%C3%A9", LEASE, ["path", "order_id"]),
        ("GET", "/orders/%FF", LEASE, ["path", "order_id"]),
        ("GET", "/orders/%00", LEASE, ["path", "order_id"]),
        ("POST", "/orders?limit=0", {}, ["query", "limit"]),
        ("POST", "/orders?limit=x", {}, ["query", "limit"]),
        ("POST", "/orders?limit=1.0", {}, ["query", "limit"]),
        ("POST", "/orders?limit=%2B1", {}, ["query", "limit"]),
        ("POST", "/orders?limit=1_0", {}, ["query", "limit"]),
        ("POST", "/orders?limit=" + "9" * 5000, {}, ["query", "limit"]),
        ("POST", "/orders?limit=", {}, ["query", "limit"]),
        ("POST", "/orders?dry=1", {}, ["query", "dry"]),
        ("POST", "/orders?dry=True", {}, ["query", "dry"]),
        ("POST", "/orders", {"Idempotency-Key": ""}, ["header", "Idempotency-Key"]),
    ],
)
async def test_a_parameter_that_does_not_validate_is_a_validation_problem(
    http: Any, method: str, url: str, headers: dict[str, str], loc: list[str]
) -> None:
    """Missing, empty, of another type or against its pattern: the fault names the place and the parameter."""
    response = await http().request(method, url, headers=headers, json=ORDER if method == "POST" else None)
    assert [fault["loc"] for fault in is_problem(response, 422)["errors"]] == [loc]


async def test_every_fault_of_the_parameters_is_reported(http: Any) -> None:
    problem = is_problem(await http().get("/orders/A"), 422)
    assert [fault["loc"] for fault in problem["errors"]] == [["path", "order_id"], ["header", "X-Lease"]]


@pytest.mark.parametrize(("sent", "got"), [("a%3A%3Ab", "a::b"), ("a%20b", "a b"), ("a%25", "a%"), ("a%2541", "a%41")])
async def test_a_path_parameter_is_percent_decoded_once(http: Any, server: Any, shop: Any, sent: str, got: str) -> None:
    """A percent sign that is left after decoding is a percent sign."""
    await http().delete(f"/orders/{sent}")
    assert server.seen[-1].order_id == got


@pytest.mark.parametrize(
    "answer",
    [
        None,
        {},
        ("body", 202),
        "text",
        b"bytes",
        42,
    ],
)
async def test_an_answer_that_is_no_response_of_the_operation_is_a_500(
    http: Any, server: Any, caplog: pytest.LogCaptureFixture, answer: Any
) -> None:
    """The caller gets a problem that says nothing of the inside; the log says what came and what was expected."""
    server.answers["create_order"] = answer
    with caplog.at_level(logging.ERROR):
        is_problem(await http().post("/orders", json=ORDER), 500)
    assert "createOrder: the handler returned" in caplog.text
    assert "CreateOrder202" in caplog.text


async def test_a_response_of_another_operation_is_a_500(http: Any, server: Any, shop: Any, receipt: Any) -> None:
    server.answers["create_order"] = shop.GetOrder200(body=receipt)
    is_problem(await http().post("/orders", json=ORDER), 500)


def _broken(models: Any, receipt: Any) -> dict[str, Any]:
    whole = receipt.to_wire()
    stranger = receipt.model_copy()
    stranger.__dict__["later"] = 1
    lost = receipt.model_copy()
    del lost.__dict__["total"]
    wrong = receipt.model_copy(update={"total": "2"})
    nan = receipt.model_copy(update={"total": float("nan")})
    deep = models.Receipt(**whole, parts=[models.Wheel(kind="wheel", radius=1)])
    deep.parts[0].__dict__["later"] = 1
    surrogate = receipt.model_copy(update={"label": "\ud800"})
    return {
        "a dict": whole,
        "another model": models.Weather(ok=True),
        "a member lost": lost,
        "a member never given": models.Receipt.model_construct(id="1", status="accepted", label=None),
        "a member of another type": wrong,
        "a NaN": nan,
        "a stranger": stranger,
        "a stranger deep inside": deep,
        "a stranger kept by a tolerant reader": models.Receipt.read({**whole, "later": 1}),
        "text that cannot be encoded": surrogate,
        "a trusted object with a member of another type": models.Receipt.trusted(**{**vars(receipt), "total": "2"}),
        "a trusted object with a member too many": models.Receipt.trusted(**vars(receipt), later=1),
        "a wrong constant": receipt.model_copy(update={"status": "refused"}),
        "something that is no JSON": receipt.model_copy(update={"notes": {"a": object()}}),
        "None": None,
    }


async def test_a_body_that_is_not_its_schema_is_a_500_and_never_leaves(
    http: Any, server: Any, shop: Any, models: Any, receipt: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """A lost or added member, another type, NaN or another model: each is an error of the handler."""
    for what, body in _broken(models, receipt).items():
        caplog.clear()
        server.answers["create_order"] = shop.CreateOrder202(body=body, location="/")
        response = await http().post("/orders", json=ORDER)
        assert response.status_code == 500, what
        assert is_problem(response, 500)["detail"] == "the server failed to answer; its log says why"
        assert "the body of CreateOrder202" in caplog.text, what


async def test_a_trusted_object_answers_as_a_validated_one_does(
    http: Any, server: Any, shop: Any, models: Any, receipt: Any
) -> None:
    """What is made without a check is checked when it is answered, and is the same bytes."""
    answers = []
    for body in (receipt, models.Receipt.trusted(**vars(receipt))):
        server.answers["create_order"] = shop.CreateOrder202(body=body, location="/")
        response = await http().post("/orders", json=ORDER)
        assert response.status_code == 202
        answers.append(response.content)
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "headers",
    [
        {"location": None},
        {"location": 1},
        {"location": "/\r\nX: y"},
        {"location": "é"},
        {"location": "/", "x_queue": "3"},
        {"location": "/", "x_queue": True},
    ],
)
async def test_a_header_that_is_not_its_schema_is_a_500(
    http: Any, server: Any, shop: Any, receipt: Any, headers: dict[str, Any]
) -> None:
    """A response header is validated as the body is, and can smuggle nothing."""
    server.answers["create_order"] = shop.CreateOrder202(body=receipt, **headers)
    is_problem(await http().post("/orders", json=ORDER), 500)


async def test_a_handler_that_raises_is_a_500_and_its_words_stay_inside(
    http: Any, server: Any, caplog: pytest.LogCaptureFixture
) -> None:
    server.answers["create_order"] = RuntimeError("secret")
    response = await http().post("/orders", json=ORDER)
    is_problem(response, 500)
    assert "secret" not in response.text
    assert "secret" in caplog.text


async def test_documented_errors_go_out_with_their_headers(http: Any, server: Any, shop: Any, models: Any) -> None:
    problem = models.Problem(type="about:blank", title="Full", status=429)
    server.answers["create_order"] = shop.CreateOrder429(body=problem, retry_after=5)
    response = await http().post("/orders", json=ORDER)
    assert (response.status_code, response.headers["retry-after"]) == (429, "5")
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json() == {"type": "about:blank", "title": "Full", "status": 429}


async def test_an_answer_without_content_has_no_body(http: Any, server: Any, shop: Any) -> None:
    server.answers["cancel_order"] = shop.CancelOrder204()
    response = await http().delete("/orders/a")
    assert (response.status_code, response.content) == (204, b"")
    assert "content-type" not in response.headers


async def test_an_answer_may_be_any_option_of_a_union(http: Any, server: Any, shop: Any, models: Any) -> None:
    for body in (
        models.Body(kind="body"),
        models.Wheel(kind="wheel", radius=1),
        models.Weather(ok=True, x=1),
    ):
        server.answers["cancel_order"] = shop.CancelOrder200(body=body)
        assert (await http().delete("/orders/a")).json() == body.to_wire()


async def test_a_derived_class_is_written_as_its_model(http: Any, server: Any, shop: Any, models: Any) -> None:
    """A class that adds behaviour to a model may be answered with."""

    class Kind(models.Receipt):  # type: ignore[misc,name-defined]
        def nice(self) -> bool:
            return True

    server.answers["create_order"] = shop.CreateOrder202(
        body=Kind(id="1", status="accepted", total=1, label=None), location="/"
    )
    assert (await http().post("/orders", json=ORDER)).status_code == 202


async def test_a_stream_is_sent_as_events(http: Any, server: Any, shop: Any) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        yield b"data: 1\n\n"
        yield b"data: [DONE]\n\n"

    server.answers["get_order"] = shop.GetOrder200Stream(chunks=chunks())
    response = await http().get("/orders/a", headers=LEASE)
    assert response.headers["content-type"].startswith("text/event-stream")
    assert response.content == b"data: 1\n\ndata: [DONE]\n\n"


async def test_a_body_over_the_limit_is_refused_where_that_is_documented(
    http: Any, server: Any, shop: Any, receipt: Any
) -> None:
    """createOrder documents 413; a body of exactly the limit is taken."""
    server.answers["create_order"] = shop.CreateOrder202(body=receipt, location="/")
    body = json.dumps(ORDER).encode()
    assert (await http(max_body_bytes=len(body)).post("/orders", content=body)).status_code == 202
    problem = is_problem(await http(max_body_bytes=len(body) - 1).post("/orders", content=body), 413)
    assert str(len(body) - 1) in problem["detail"]


async def test_a_caller_is_judged_before_the_request_is_parsed(http: Any, server: Any, shop: Any, models: Any) -> None:
    """authorize sees operation, credentials, path and headers, and its answer comes before any validation problem."""
    server.refusal = shop.GetOrder404(body=models.Problem(type="about:blank", title="No", status=404))
    response = await http().get("/orders/A", headers={"Authorization": "Bearer x"})
    assert response.status_code == 404
    (call,) = server.seen
    assert (call.operation_id, call.authorization, dict(call.path)) == (
        "getOrder",
        "Bearer x",
        {"order_id": "A"},
    )
    assert call.headers["AUTHORIZATION"] == "Bearer x"


async def test_an_operation_that_is_not_secured_asks_nobody(http: Any, server: Any, shop: Any, models: Any) -> None:
    server.answers["weather"] = shop.Weather200(body=models.Weather(ok=True))
    assert (await http().get("/weather")).json() == {"ok": True}
    assert [type(seen).__name__ for seen in server.seen] == ["WeatherRequest"]


async def test_a_server_may_explain_invalid_requests_in_its_own_shape(
    http: Any, server: Any, shop: Any, models: Any
) -> None:
    """explain_invalid may give a response of the operation; an answer that is none falls back to the problem."""
    server.explained = shop.GetOrder404(body=models.Problem(type="about:blank", title="No", status=404))
    assert (await http().get("/orders/A")).status_code == 404
    server.explained = "nonsense"
    is_problem(await http().get("/orders/A"), 422)


@pytest.mark.parametrize(
    ("method", "url", "status", "allow"),
    [
        ("GET", "/nothing", 404, None),
        ("GET", "/orders/a/b", 404, None),
        ("GET", "/orders", 405, "POST"),
        ("PUT", "/orders/a", 405, "DELETE, GET, HEAD"),
        ("OPTIONS", "/orders", 405, "POST"),
        ("HEAD", "/orders", 405, "POST"),
        ("TRACE", "/weather", 405, "GET, HEAD"),
    ],
)
async def test_unknown_paths_and_methods_are_problems(
    http: Any, method: str, url: str, status: int, allow: str | None
) -> None:
    """404 for a path of nobody; 405 with every method of the path in Allow."""
    response = await http().request(method, url)
    assert response.status_code == status
    if method != "HEAD":
        assert is_problem(response, status)["instance"] == url
    given = response.headers.get("allow")
    assert (", ".join(sorted(given.split(", "))) if given else None) == allow


def test_a_class_that_misses_a_handler_cannot_be_made(shop: Any) -> None:
    class Half(shop.ShopServer):  # type: ignore[misc,name-defined]
        async def weather(self, request: Any) -> Any: ...

    with pytest.raises(TypeError, match=r"cancel_order.*create_order.*get_order"):
        Half()


def test_routes_refuse_an_object_that_is_no_complete_server(shop: Any, server: Any) -> None:
    """Whatever is passed, the operations without a handler are named."""

    class Half:
        async def weather(self, request: Any) -> Any: ...

    with pytest.raises(shop.IncompleteServerError, match="createOrder, getOrder, cancelOrder") as refused:
        shop.routes(Half())
    assert refused.value.missing == ("createOrder", "getOrder", "cancelOrder")

    blind = type("Blind", (type(server),), {"get_order": shop.ShopServer.get_order})
    blind.__abstractmethods__ = frozenset()  # type: ignore[attr-defined]
    half = blind()
    with pytest.raises(shop.IncompleteServerError, match="getOrder"):
        shop.routes(half)

    class Duck:
        create_order = get_order = cancel_order = weather = Half.weather

    with pytest.raises(TypeError, match="derive it from that class"):
        shop.routes(Duck())


def test_request_and_response_objects_do_not_change(shop: Any) -> None:
    with pytest.raises(AttributeError):
        shop.CancelOrderRequest(order_id="a").order_id = "b"
