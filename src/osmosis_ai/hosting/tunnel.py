"""A public address for the model listener, where agents run on other machines: a quick tunnel of cloudflared."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace

from osmosis_ai.base.errors import NetworkError, OsmosisError
from osmosis_ai.base.processes.supervisor import ChildProcess, describe_exit
from osmosis_ai.engine.work import Attempt, AttemptResult, Runner
from osmosis_ai.hosting.spec import ProcessRecords, server_record
from osmosis_ai.semantics.outcomes import Cancelled, InfrastructureFailed, Scored

__all__ = ["Tunnel", "TunnelledRunner", "open_tunnel"]

_PROGRAM = "cloudflared"
_START_SEC = 30.0
_CONNECT_SEC = 10.0
_PUBLIC_URL = re.compile(r"https://[a-z0-9-]+\.trycloudflare\.com")
_CONNECTED = re.compile(r"Registered tunnel connection|Connection [0-9a-f-]{36} registered")
_RATE_LIMITED = re.compile(r"\b429\b|too many requests|error code: 1015|rate.?limit", re.IGNORECASE)
_SHOWN_LINES = 10
_DEATH_SEC = 0.5


class Tunnel:
    """A tunnel that is up."""

    url: str
    """Its public address."""

    def __init__(self, url: str, child: ChildProcess) -> None:
        self.url = url
        self._child = child

    async def died(self) -> str:
        """Returns once it has ended, with how."""
        return f"the tunnel ended ({describe_exit(await self._child.wait())}), so rollouts cannot reach the model"


@asynccontextmanager
async def open_tunnel(
    port: int,
    *,
    environment: Mapping[str, str],
    records: ProcessRecords,
    log: Callable[[str], None],
    start_sec: float = _START_SEC,
) -> AsyncIterator[Tunnel]:
    """A tunnel to the loopback port while the context is open.

    `environment` is all that the program sees. Raises OsmosisError when there is no cloudflared, when it gives no
    address within 30 seconds, and when Cloudflare gives no more for now.
    """
    program = await asyncio.to_thread(shutil.which, _PROGRAM, path=environment.get("PATH", os.defpath))
    if program is None:
        raise OsmosisError(
            f"a tunnel needs the program {_PROGRAM}, and it is not on the PATH",
            hint="Install it from Cloudflare, or give --advertise-url an address that leads to this machine.",
        )
    output = _TunnelOutput(log)
    child = await ChildProcess.start(
        [program, "tunnel", "--no-autoupdate", "--url", f"http://127.0.0.1:{port}"],
        name=_PROGRAM,
        env=environment,
        on_line=output,
    )
    record = server_record(child.record, _PROGRAM, port)
    try:
        await asyncio.to_thread(records.add, "tunnel", record)
        yield Tunnel(await _address(child, output, start_sec), child)
    finally:
        await child.stop()
        records.remove("tunnel", record)


class _TunnelOutput:
    """What the program has printed that matters."""

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


async def _address(child: ChildProcess, output: _TunnelOutput, start_sec: float) -> str:
    """The public address, as soon as the tunnel says that it is connected, or a while later."""
    give_up = time.monotonic() + start_sec
    await _first_of(child, output.has_url, start_sec)
    if output.url is None:
        raise _no_address(child, output, start_sec)
    await _first_of(child, output.connected, min(_CONNECT_SEC, give_up - time.monotonic()))
    if child.returncode is not None:
        raise _no_address(child, output, start_sec)
    return output.url


async def _first_of(child: ChildProcess, event: asyncio.Event, seconds: float) -> None:
    """Waits for the event, the end of the child or the time."""
    waits = [asyncio.ensure_future(event.wait()), asyncio.ensure_future(child.wait())]
    try:
        await asyncio.wait(waits, timeout=max(0.0, seconds), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()


def _no_address(child: ChildProcess, output: _TunnelOutput, start_sec: float) -> OsmosisError:
    lines = child.tail[-_SHOWN_LINES:]
    said = "\n".join(f"  {line}" for line in lines) if lines else "  (nothing)"
    if output.rate_limited:
        return NetworkError(
            f"Cloudflare gives no more tunnels for now (rate limit); {_PROGRAM} said:\n{said}",
            hint="Wait some minutes, or give --advertise-url an address of your own.",
            code="RATE_LIMITED",
        )
    how = f"gave no address within {start_sec:g} s"
    if child.returncode is not None:
        how = f"ended before the tunnel was up ({describe_exit(child.returncode)})"
    return NetworkError(
        f"{_PROGRAM} {how}; it said:\n{said}",
        hint="Check that this machine reaches the internet, or give --advertise-url an address of your own.",
    )


class TunnelledRunner:
    """Runs attempts whose agents reach the model through a tunnel, which may end under them.

    Once it has ended, what is in flight is cancelled, and attempts that end then are infrastructure failures, whatever
    the agent reported.
    """

    def __init__(self, runner: Runner, tunnel: Tunnel) -> None:
        self._runner = runner
        self._watch = asyncio.create_task(tunnel.died())
        self._watch.add_done_callback(self._on_end)
        self._cancelling: asyncio.Future[None] | None = None

    @property
    def ended(self) -> str | None:
        """How the tunnel ended; None while it is up."""
        return self._watch.result() if self._watch.done() and not self._watch.cancelled() else None

    def _on_end(self, _: object) -> None:
        if self.ended is not None:
            self._cancelling = asyncio.ensure_future(self._runner.cancel())

    async def run(self, attempt: Attempt) -> AttemptResult:
        """The end of one attempt."""
        result = await self._runner.run(attempt)
        if not isinstance(result.outcome, (Scored, Cancelled)):
            await asyncio.wait([self._watch], timeout=_DEATH_SEC)  # the agent may have noticed before us
        if self.ended is None or isinstance(result.outcome, Cancelled):
            return result
        return replace(result, outcome=InfrastructureFailed(self.ended))

    async def restart(self) -> None:
        """Makes the runner usable again."""
        await self._runner.restart()

    async def cancel(self) -> None:
        """Ends what is in flight."""
        await self._runner.cancel()

    async def close(self) -> None:
        """Stops watching the tunnel."""
        self._watch.cancel()
        if self._cancelling is not None:
            await self._cancelling
