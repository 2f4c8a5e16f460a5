"""How a job takes its commit and dataset from a platform that is away for a while."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.job import connection as connecting
from osmosis_ai.job.connection import JobConnection

CONTENT = b'{"user_prompt": "say 0", "ground_truth": "0"}\n'
DIGEST = hashlib.sha256(CONTENT).hexdigest()
AWAY_TRIES = 50


def _answering(statuses: list[int]) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]:
    """Answers with these statuses, one a connection, and the last one from then on."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        status = statuses.pop(0) if len(statuses) > 1 else statuses[0]
        writer.write(b"HTTP/1.1 %d X\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % (status, len(CONTENT)))
        writer.write(CONTENT)
        await writer.drain()
        writer.close()

    return answer


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "_PAUSES_SEC", (0.001,))


async def test_a_file_is_waited_for_however_long_nothing_answers(tmp_path: Path):
    """Nothing listens, then a gateway answers in the platform's place: the job asks again until the file is there."""
    closed = await asyncio.start_server(_answering([200]), "127.0.0.1", 0)
    port = closed.sockets[0].getsockname()[1]
    closed.close()
    await closed.wait_closed()
    tries, servers = 0, []

    def may_wait() -> bool:
        nonlocal tries
        tries += 1
        if tries == AWAY_TRIES:
            loop = asyncio.get_running_loop()
            servers.append(loop.create_task(asyncio.start_server(_answering([502, 503, 200]), "127.0.0.1", port)))
        return True

    async with JobConnection(f"http://127.0.0.1:{port}") as connection:
        path = tmp_path / "dataset.jsonl"
        url = f"http://127.0.0.1:{port}/file"
        assert await connection.take(url, path, size=len(CONTENT), sha256=DIGEST, may_wait=may_wait)
    (await servers[0]).close()
    assert path.read_bytes() == CONTENT
    assert tries >= AWAY_TRIES + 2


@pytest.mark.parametrize(("status", "problem"), [(404, "status 404"), (503, "status 503")])
async def test_a_file_that_cannot_be_had_is_an_error(tmp_path: Path, status: int, problem: str):
    """At once where it is not there; where it may be later, once the run is another job's."""
    tries = iter([True, True, False])
    server = await asyncio.start_server(_answering([status]), "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server, JobConnection(url) as connection:
        with pytest.raises(OsmosisError, match=f"dataset.jsonl cannot be fetched: {problem}"):
            await connection.take(
                f"{url}/file", tmp_path / "dataset.jsonl", size=1, sha256=DIGEST, may_wait=lambda: next(tries)
            )
    assert len(list(tries)) == (3 if status == 404 else 0)


async def test_an_address_that_has_expired_is_told_apart_from_an_error(tmp_path: Path):
    """403: whoever asks gets another address from the platform."""
    server = await asyncio.start_server(_answering([403]), "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server, JobConnection(url) as connection:
        assert not await connection.take(f"{url}/file", tmp_path / "x", size=len(CONTENT), sha256=DIGEST)
