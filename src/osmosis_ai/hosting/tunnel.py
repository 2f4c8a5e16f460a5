"""A public address for the model listener, where agents run on other machines: a quick tunnel of cloudflared."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import time
from collections.abc import AsyncIterator, Callable, Container
from contextlib import asynccontextmanager

from osmosis_ai.base.errors import NetworkError, OsmosisError
from osmosis_ai.base.processes.supervisor import ChildProcess
from osmosis_ai.hosting.rollout_server import ending
from osmosis_ai.runs.folder import RunFolder
from osmosis_ai.runs.orphans import child_record, remove_child_record

__all__ = ["Tunnel", "tunnelling"]

_PROGRAM = "cloudflared"
_START_SEC = 30.0
_CONNECT_SEC = 10.0
_PUBLIC_URL = re.compile(r"https://[a-z0-9-]+\.trycloudflare\.com")
_CONNECTED = re.compile(r"Registered tunnel connection|Connection [0-9a-f-]{36} registered")
_RATE_LIMITED = re.compile(r"\b429\b|too many requests|error code: 1015|rate.?limit", re.IGNORECASE)
_SHOWN_LINES = 10


class Tunnel:
    """A tunnel that is up. `url` is its public address."""

    def __init__(self, url: str, child: ChildProcess) -> None:
        self.url = url
        self._child = child

    async def died(self) -> str:
        """Returns once it has ended, with how."""
        return f"the tunnel ended ({ending(await self._child.wait())}), so rollouts cannot reach the model"


@asynccontextmanager
async def tunnelling(
    port: int, *, folder: RunFolder, without: Container[str], log: Callable[[str], None], start_sec: float = _START_SEC
) -> AsyncIterator[Tunnel]:
    """A tunnel to the loopback port while the context is open; `tunnel.json` in the run's folder names its process.

    `without` names the variables it must not see. Raises OsmosisError when there is no cloudflared, when it gives no
    address within 30 seconds, and when Cloudflare gives no more for now.
    """
    program = await asyncio.to_thread(shutil.which, _PROGRAM)
    if program is None:
        raise OsmosisError(
            f"a tunnel needs the program {_PROGRAM}, and it is not on the PATH",
            hint="Install it from Cloudflare, or give --advertise-url an address that leads to this machine.",
        )
    heard = _Heard(log)
    child = await ChildProcess.start(
        [program, "tunnel", "--no-autoupdate", "--url", f"http://127.0.0.1:{port}"],
        name=_PROGRAM,
        env={name: value for name, value in os.environ.items() if name not in without},
        on_line=heard,
    )
    try:
        await asyncio.to_thread(folder.write_json, folder.tunnel_record, child_record(child, _PROGRAM, port))
        yield Tunnel(await _address(child, heard, start_sec), child)
    finally:
        await child.stop()
        remove_child_record(folder.tunnel_record, child)


class _Heard:
    """What the program has said that matters."""

    def __init__(self, log: Callable[[str], None]) -> None:
        self._log = log
        self.url: str | None = None
        self.rate_limited = False
        self.has_url = asyncio.Event()
        self.connected = asyncio.Event()

    def __call__(self, _stream: str, line: str) -> None:
        self._log(line)
        found = _PUBLIC_URL.search(line)
        if found is not None and self.url is None and "api.trycloudflare.com" not in found[0]:
            self.url = found[0]
            self.has_url.set()
        if _CONNECTED.search(line):
            self.connected.set()
        self.rate_limited = self.rate_limited or bool(_RATE_LIMITED.search(line))


async def _address(child: ChildProcess, heard: _Heard, start_sec: float) -> str:
    """The public address, as soon as the tunnel says that it is connected, or a while later."""
    give_up = time.monotonic() + start_sec
    await _first_of(child, heard.has_url, start_sec)
    if heard.url is None:
        raise _no_address(child, heard, start_sec)
    await _first_of(child, heard.connected, min(_CONNECT_SEC, give_up - time.monotonic()))
    if child.returncode is not None:
        raise _no_address(child, heard, start_sec)
    return heard.url


async def _first_of(child: ChildProcess, event: asyncio.Event, seconds: float) -> None:
    """Waits for the event, the end of the child or the time."""
    waits = [asyncio.ensure_future(event.wait()), asyncio.ensure_future(child.wait())]
    try:
        await asyncio.wait(waits, timeout=max(0.0, seconds), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()


def _no_address(child: ChildProcess, heard: _Heard, start_sec: float) -> OsmosisError:
    lines = child.tail[-_SHOWN_LINES:]
    said = "\n".join(f"  {line}" for line in lines) if lines else "  (nothing)"
    if heard.rate_limited:
        return NetworkError(
            f"Cloudflare gives no more tunnels for now (rate limit); {_PROGRAM} said:\n{said}",
            hint="Wait some minutes, or give --advertise-url an address of your own.",
            code="RATE_LIMITED",
        )
    how = f"gave no address within {start_sec:g} s"
    if child.returncode is not None:
        how = f"ended before the tunnel was up ({ending(child.returncode)})"
    return NetworkError(
        f"{_PROGRAM} {how}; it said:\n{said}",
        hint="Check that this machine reaches the internet, or give --advertise-url an address of your own.",
    )
