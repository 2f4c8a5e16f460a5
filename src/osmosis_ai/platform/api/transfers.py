"""Files that go through the platform. The address of a transfer is its credential; `services.transfers` reads it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from urllib.parse import quote

from osmosis_ai.platform.api.base import ApiPart
from osmosis_ai.platform.api.context import current
from osmosis_ai.platform.api.problems import problem_of
from osmosis_ai.platform.errors import ServiceError
from osmosis_ai.platform.services import transfers
from osmosis_contract.servers import platform as stub

__all__ = ["TransfersApi"]

_STALLED_SEC = 120.0
_DISCARDED_BYTES = 64 * 1024 * 1024


class TransfersApi(ApiPart):
    """Handlers of transfers."""

    async def send_file(self, request: stub.SendFileRequest) -> stub.SendFileResponse:
        platform = self.platform
        declared = current().headers.get("content-length", "")
        announced = int(declared[:20]) if declared.isascii() and declared.isdecimal() else None
        body = _in_time(request.body)
        try:
            tag = await transfers.receive(
                platform.urls, platform.blobs, platform.capacity, request.grant, body, announced=announced
            )
        except TimeoutError:
            detail = f"Nothing of the file arrived for {_STALLED_SEC:.0f} seconds. Send it again."
            return stub.SendFile408(body=problem_of(408, detail, code="REQUEST_TIMEOUT"))
        except ServiceError:
            await _discard(body)
            raise
        return stub.SendFile200(e_tag=f'"{tag}"')

    async def take_file(self, request: stub.TakeFileRequest) -> stub.TakeFileResponse:
        opened = await transfers.take(self.platform.urls, self.platform.blobs, request.grant)
        return stub.TakeFile200Stream(
            chunks=opened.content,
            content_length=opened.size,
            content_disposition=None if opened.file_name is None else _attachment(opened.file_name),
        )


async def _in_time(body: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The pieces of a body. Raises TimeoutError when none comes for a while."""
    while True:
        async with asyncio.timeout(_STALLED_SEC):
            piece = await anext(body, None)
        if piece is None:
            return
        yield piece


async def _discard(body: AsyncIterator[bytes]) -> None:
    """Takes the rest of a body that is refused: a client, and nginx, that cannot send it all sees no answer."""
    left = _DISCARDED_BYTES
    with contextlib.suppress(Exception):
        async for piece in body:
            left -= len(piece)
            if left <= 0:
                return


def _attachment(file_name: str) -> str:
    """The header that names a file; in ASCII for old readers, and whole."""
    plain = "".join(each if each.isascii() and each.isprintable() and each not in '"\\' else "_" for each in file_name)
    encoded = "" if plain == file_name else f"; filename*=UTF-8''{quote(file_name, safe='')}"
    return f'attachment; filename="{plain}"{encoded}'
