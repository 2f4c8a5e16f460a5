"""The bridge behind HTTP: one Starlette route, whose client can hang up at any time."""

import asyncio
import contextlib

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from osmosis_ai.models.bridge.chat_bridge import ChatBridge, JsonAnswer, StreamAnswer, refused_request
from osmosis_ai.models.bridge.request import RequestRefusedError

CLEAN_STATUS_SECONDS = 90.0
SPACE_SECONDS = 30.0
MOST_BODY_BYTES = 64 * 1024 * 1024
"""The largest request that is read."""
BODY_SECONDS = 60.0
"""How long a request's body may take to arrive."""
_MOST_DIGITS = 15


class BridgeResponse:
    """Sends the bridge's answer as an ASGI application, and cancels the model call when the client is gone.

    Starlette notices a client that left only when it next sends; a model call can take minutes before that.
    `keep_alive` is for a way with proxies on it, which give up on a silent answer: one that takes too long begins as a
    200 with spaces, which JSON ignores, and an error after that is in its body.
    """

    def __init__(
        self,
        bridge: ChatBridge,
        rollout_id: str,
        authorization: str | None,
        body: bytes,
        *,
        keep_alive: bool = False,
    ) -> None:
        self._bridge = bridge
        self._rollout_id = rollout_id
        self._authorization = authorization
        self._body = body
        self._keep_alive = keep_alive

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, unless the client goes first."""
        answering = asyncio.create_task(self._answer_alive(send) if self._keep_alive else self._answer(send))
        leaving = asyncio.create_task(_client_left(receive))
        try:
            await asyncio.wait([answering, leaving], return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            if not answering.done():
                answering.cancel()
            with contextlib.suppress(asyncio.CancelledError, OSError):
                await answering

    async def _ask(self) -> JsonAnswer | StreamAnswer:
        return await self._bridge.create_chat_completion(self._rollout_id, self._authorization, self._body)

    async def _answer(self, send: Send) -> None:
        await _send(await self._ask(), send)

    async def _answer_alive(self, send: Send) -> None:
        call = asyncio.create_task(self._ask())
        try:
            if (await asyncio.wait([call], timeout=CLEAN_STATUS_SECONDS))[0]:
                await _send(call.result(), send)
                return
            headers = [(b"content-type", b"application/json")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            waiting = True
            while waiting:
                await send({"type": "http.response.body", "body": b" ", "more_body": True})
                waiting = not (await asyncio.wait([call], timeout=SPACE_SECONDS))[0]
            answer = call.result()
            await send({"type": "http.response.body", "body": answer.body if isinstance(answer, JsonAnswer) else b""})
        finally:
            if not call.done():
                call.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await call


async def _send(answer: JsonAnswer | StreamAnswer, send: Send) -> None:
    headers = [(name.encode(), value.encode()) for name, value in answer.headers.items()]
    if isinstance(answer, JsonAnswer):
        headers.append((b"content-length", str(len(answer.body)).encode()))
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body})
        return
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    async with contextlib.aclosing(answer.events) as events:
        async for event in events:
            await send({"type": "http.response.body", "body": event, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _client_left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def bridge_app(bridge: ChatBridge, *, keep_alive: bool = False) -> Starlette:
    """An application with the bridge's only route; `keep_alive` where rollouts reach it through proxies."""

    async def create_chat_completion(request: Request) -> Response | BridgeResponse:
        rollout_id, key = request.path_params["rollout_id"], request.headers.get("authorization")
        if (refused := bridge.refuse_sender(rollout_id, key)) is not None:  # before its body costs anything
            return _response(refused)
        try:
            body = await _read_body(request)
        except RequestRefusedError as refusal:
            return _response(refused_request(refusal))
        except ClientDisconnect:
            body = b""
        return BridgeResponse(bridge, rollout_id, key, body, keep_alive=keep_alive)

    path = "/v1/rollouts/{rollout_id}/chat/completions"
    return Starlette(routes=[Route(path, create_chat_completion, methods=["POST"])])


async def _read_body(request: Request) -> bytes:
    """The request's body. Raises RequestRefusedError: 413 beyond the limit, 408 for one that does not come in time."""
    too_large = RequestRefusedError(413, f"The request body is larger than {MOST_BODY_BYTES // (1024 * 1024)} MiB.")
    length = request.headers.get("content-length", "")
    if length.isascii() and length.isdigit() and (len(length) > _MOST_DIGITS or int(length) > MOST_BODY_BYTES):
        raise too_large
    blocks: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(BODY_SECONDS), contextlib.aclosing(request.stream()) as stream:
            async for block in stream:
                blocks.append(block)
                size += len(block)
                if size > MOST_BODY_BYTES:
                    raise too_large
    except TimeoutError:
        raise RequestRefusedError(408, f"The request body did not arrive within {BODY_SECONDS:g} s.") from None
    return b"".join(blocks)


def _response(answer: JsonAnswer) -> Response:
    return Response(answer.body, answer.status, {**answer.headers, "connection": "close"})
