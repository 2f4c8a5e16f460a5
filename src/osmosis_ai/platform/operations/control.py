"""The control socket: the operator's commands reach the running server by it, and no one else's do.

A Unix socket in the data folder, which only the server's account may enter. One line of JSON goes in, a
`ControlRequest`, and one comes out, a `ControlResult` or a `ControlRefusal` (spec/schemas/platform-control.yaml). Both
ends are of one installation; the socket is not an interface for others.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import structlog
from pydantic import ValidationError

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.platform.errors import InvalidRequestError, ServiceError
from osmosis_contract.models import ControlError, ControlRefusal, ControlRequest, ControlResult

__all__ = ["NotRunningError", "call_server", "control_server", "error_of"]

type Run = Callable[[str, Mapping[str, Any]], Awaitable[dict[str, Any]]]

_LINE_LIMIT = 16 * 1024 * 1024
_CONNECT_SEC = 5.0
_log = structlog.get_logger("osmosis.platform.control")


class NotRunningError(Exception):
    """No server listens at the socket."""


@contextlib.asynccontextmanager
async def control_server(path: Path, run: Run) -> AsyncIterator[None]:
    """Takes commands at the socket while the block runs. A socket that a killed server left is replaced."""
    _remove(path)
    before = os.umask(0o177)
    try:
        with _short(path) as short:
            server = await asyncio.start_unix_server(
                lambda reader, writer: _serve(reader, writer, run), short, limit=_LINE_LIMIT
            )
    finally:
        os.umask(before)
    try:
        yield
    finally:
        server.close()
        _remove(path)


async def call_server(path: Path, operation: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Has the running server do an operation; its result.

    Raises NotRunningError where none listens, OsmosisError for what the operation refused.
    """
    try:
        with _short(path) as short:
            async with asyncio.timeout(_CONNECT_SEC):
                reader, writer = await asyncio.open_unix_connection(short, limit=_LINE_LIMIT)
    except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError):
        raise NotRunningError from None
    except PermissionError:
        raise OsmosisError(
            f"{path} may not be used by this account.", hint="Run the command as the account that runs the server."
        ) from None
    except TimeoutError:
        raise OsmosisError("the server does not answer.", hint="Look at its log.") from None
    try:
        writer.write(ControlRequest(operation=operation, arguments=dict(arguments)).to_json() + b"\n")
        await writer.drain()
        line = await reader.readline()
    except ConnectionError:
        line = b""
    finally:
        writer.close()
    if not line:
        raise OsmosisError("the server ended before it answered.", hint="Look at its log.")
    try:
        return dict(ControlResult.read(line).result)
    except ValidationError:
        pass
    try:
        error = ControlRefusal.read(line).error
    except ValidationError:
        raise OsmosisError(
            "the server's answer is not understood.", hint="Restart it: it is of another version."
        ) from None
    raise OsmosisError(error.message, hint=error.hint, code=error.code)


def error_of(error: OsmosisError | ServiceError) -> OsmosisError:
    """What a service refused, as an error for the person at the terminal."""
    if isinstance(error, OsmosisError):
        return error
    issues = "; ".join(f"{issue.key} {issue.message}" for issue in getattr(error, "issues", ()))
    message = f"{error.message} ({issues})" if issues and isinstance(error, InvalidRequestError) else error.message
    return OsmosisError(message[0].lower() + message[1:])


async def _serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, run: Run) -> None:
    with contextlib.suppress(ConnectionError, asyncio.CancelledError):
        try:
            line = await reader.readline()
            if line:
                writer.write((await _answer(line, run)).to_json() + b"\n")
                await writer.drain()
        finally:
            writer.close()


async def _answer(line: bytes, run: Run) -> ControlResult | ControlRefusal:
    try:
        request = ControlRequest.read(line)
    except ValidationError as error:
        fault = error.errors()[0]
        place = ".".join(map(str, fault["loc"])) or "the line"
        return _refusal(f"the request is not understood: {place}: {fault['msg']}.", code="VALIDATION")
    try:
        return ControlResult(result=await run(request.operation, request.arguments))
    except (OsmosisError, ServiceError) as refused:
        shown = error_of(refused)
        return _refusal(shown.message, hint=shown.hint, code=shown.code)
    except Exception:
        _log.exception("control.failed")
        return _refusal("the server failed to do this.", hint="Look at its log.", code="INTERNAL")


def _refusal(message: str, *, code: str, hint: str | None = None) -> ControlRefusal:
    return ControlRefusal(error=ControlError(message=message, hint=hint, code=code))


def _remove(path: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        path.unlink()


@contextlib.contextmanager
def _short(path: Path) -> Iterator[str]:
    """The path in a form that fits a socket's address, which holds about a hundred bytes."""
    if not sys.platform.startswith("linux"):
        yield str(path)
        return
    folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)
