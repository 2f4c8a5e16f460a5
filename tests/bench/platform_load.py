"""A platform on SQLite under load: from an empty folder to ready, then 32 clients that read, and 32 that write."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import httpx
import psutil

from tests.bench.work import NotComparableError

CLIENTS = 32
_READY_TRIES = 3000
_SECRETS = 50


@dataclass(frozen=True, slots=True)
class Rate:
    """Answers of one kind of request: how many a second, and how long all but one in a hundred took at most."""

    per_second: float
    p99_ms: float
    cpu_ms: float
    """The server's CPU time for each."""


@dataclass(frozen=True, slots=True)
class PlatformFigures:
    """What was measured of one server process on a new SQLite database."""

    ready_sec: float
    """From the start of the command in an empty folder to the first 200 of `/readyz`."""
    peak_mb: float
    """The process's high-water mark after the load."""
    reads: Rate
    """Pages of 50 secrets: token, workspace and page are read."""
    writes: Rate
    """Secrets that are set: encrypted, stored and recorded, each in a transaction that is on the disk."""


def measure_platform(folder: Path, *, seconds: float, starts: int) -> PlatformFigures:
    """The best start of several, each in an empty folder; the last one is put under load for so long each way.

    Raises NotComparableError when a request is not answered with success.
    """
    times = []
    for number in range(starts - 1):
        with _served(folder / f"start-{number}") as started:
            times.append(started.ready_sec)
    with _served(folder / "load") as started:
        times.append(started.ready_sec)
        reads, writes = asyncio.run(_load(started, seconds))
        peak = _peak_mb(started.pid)
    return PlatformFigures(min(times), peak, reads, writes)


@dataclass(frozen=True, slots=True)
class _Started:
    url: str
    token: str
    pid: int
    ready_sec: float


@contextmanager
def _served(data: Path) -> Iterator[_Started]:
    """Within: the command serves. What Python compiled is cached, as it is where a package was installed."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    env = {"PATH": os.environ["PATH"], "HOME": str(data.parent), "PYTHONPYCACHEPREFIX": str(data.parent / "compiled")}
    osmosis = [sys.executable, "-m", "osmosis_ai"]
    began = time.perf_counter()
    process = subprocess.Popen(
        [*osmosis, "platform", "serve", "--data", str(data), "--bind", address],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=env,
    )
    try:
        _wait_until_ready(f"http://{address}/readyz", process)
        ready_sec = time.perf_counter() - began
        made = subprocess.run(
            [*osmosis, "--json", "platform", "token", "create", "owner@localhost", "--data", str(data)],
            capture_output=True,
            env=env,
            check=True,
        )
        token = json.loads(made.stdout)["resource"]["token"]
        yield _Started(f"http://{address}", token, process.pid, ready_sec)
    finally:
        process.terminate()
        process.wait(timeout=60)


def _wait_until_ready(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(_READY_TRIES):
        try:
            if httpx.get(url, trust_env=False).is_success:
                return
        except httpx.TransportError:
            pass
        if process.poll() is not None:
            break
        time.sleep(0.02)
    raise NotComparableError("the platform did not become ready")


async def _load(started: _Started, seconds: float) -> tuple[Rate, Rate]:
    headers = {"Authorization": f"Bearer {started.token}", "X-Osmosis-Workspace": "main"}
    secrets = f"{started.url}/api/cli/environment-secrets"
    limit = aiohttp.TCPConnector(limit=CLIENTS)
    async with aiohttp.ClientSession(headers=headers, connector=limit) as session:

        async def write(number: int) -> None:
            body = {"name": f"KEY_{number % _SECRETS}", "value": f"value {number}", "scope": "workspace"}
            async with session.post(secrets, json=body) as answer:
                await _succeeded(answer)

        async def read(number: int) -> None:
            async with session.get(secrets, params={"limit": 50, "offset": 0, "scope": "all"}) as answer:
                await _succeeded(answer)

        for number in range(_SECRETS):
            await write(number)
        return await _rate(started, read, seconds), await _rate(started, write, seconds)


async def _succeeded(answer: aiohttp.ClientResponse) -> None:
    text = await answer.text()
    if not answer.ok:
        raise NotComparableError(f"{answer.method} {answer.url.path}: {answer.status} {text[:200]}")


async def _rate(started: _Started, call: Callable[[int], Awaitable[None]], seconds: float) -> Rate:
    taken: list[float] = []
    end = time.perf_counter() + seconds

    async def client(number: int) -> None:
        while (began := time.perf_counter()) < end:
            await call(number + CLIENTS * len(taken))
            taken.append(time.perf_counter() - began)

    process = psutil.Process(started.pid)
    used, began = sum(process.cpu_times()[:2]), time.perf_counter()
    await asyncio.gather(*(client(number) for number in range(CLIENTS)))
    took, used = time.perf_counter() - began, sum(process.cpu_times()[:2]) - used
    taken.sort()
    return Rate(len(taken) / took, taken[int(len(taken) * 0.99)] * 1000, used * 1000 / len(taken))


def _peak_mb(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return psutil.Process(pid).memory_info().rss / 1024**2
