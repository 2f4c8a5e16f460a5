"""One of this folder's servers in a process of its own, with a client for it."""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from httpx_aiohttp import AiohttpTransport

from osmosis_ai.base.processes.supervisor import ChildProcess
from osmosis_ai.rollout.client import RolloutClient


@asynccontextmanager
async def served(
    program: str, artifacts: Path, *, connections: int
) -> AsyncIterator[tuple[RolloutClient, ChildProcess]]:
    """A client of the running server, and its process. Both are ended when the context closes."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "_OSMOSIS_ROLLOUT_PORT": str(port),
        "_OSMOSIS_ROLLOUT_ARTIFACT_ROOT": str(artifacts),
    }
    command = [sys.executable, str(Path(__file__).with_name(program))]
    limits = httpx.Limits(max_connections=connections, max_keepalive_connections=connections)
    async with (
        await ChildProcess.start(command, env=environment, grace=1.0) as child,
        httpx.AsyncClient(transport=AiohttpTransport(limits=limits), timeout=90) as http,
    ):
        client = RolloutClient(url=f"http://127.0.0.1:{port}", http_client=http)
        await _healthy(client)
        yield client, child


async def _healthy(client: RolloutClient) -> None:
    for _ in range(300):
        try:
            await client.health()
        except httpx.TransportError:
            await asyncio.sleep(0.1)
        else:
            return
    raise AssertionError("the server did not come up")
