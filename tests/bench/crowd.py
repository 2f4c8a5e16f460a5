"""Many clients that upload at once, while others list: what the lists take, and whether everything arrives.

Those that list are a process of their own: what they measure is not how busy the uploading clients are.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import aiohttp

from tests.bench.gates import Gate
from tests.bench.work import NotComparableError
from tests.platform.served import Served, serving_platform

MIB = 1024 * 1024
MOST_LIST_P99_MS = 200.0
_LINE = b'{"user_prompt": "' + b"x" * 990 + b'", "ground_truth": "1"}\n'
_PIECE = _LINE * 256
_SEED = 11
_LIST_PAUSE_SEC = 0.5
"""As often as a command that waits for a dataset asks at most."""
_LONGEST_SEC = 3600.0


@dataclass(frozen=True, slots=True)
class CrowdFigures:
    """What was measured of one server process on SQLite and a folder."""

    clients: int
    listing: int
    files: int
    mib: int
    """Of all files together."""
    seconds: float
    """From the first request to the last completed upload."""
    lists: int
    list_p50_ms: float
    list_p99_ms: float
    errors: list[str]
    """Every answer that was not the one expected."""
    read_sec: float
    """How much longer until the platform had read the rows of every file."""


def measure_crowd(folder: Path, *, clients: int = 100, listing: int = 20, files: int = 1000) -> CrowdFigures:
    """Files of 1 to 20 MB, each of another size, and lists of the newest 50 datasets all the while."""
    with serving_platform(folder / "data") as served, ProcessPoolExecutor(1, get_context("spawn")) as others:
        headers = {"Authorization": f"Bearer {served.token()}", "X-Osmosis-Workspace": "main"}
        over = folder / "over"
        lists = others.submit(_list, served.url, headers, listing, over)
        try:
            seconds, total, errors, read_sec = asyncio.run(_upload(served, headers, clients, files, over))
        finally:
            over.touch()
        taken, refused = lists.result()
    taken.sort()
    return CrowdFigures(
        clients,
        listing,
        files,
        total // MIB,
        seconds,
        len(taken),
        taken[len(taken) // 2] * 1000,
        taken[int(len(taken) * 0.99)] * 1000,
        errors + refused,
        read_sec,
    )


def crowd_gates(found: CrowdFigures) -> Iterator[Gate]:
    """Uploads hold no list up, and fail for nobody."""
    there = f"{found.clients} clients that upload {found.files} files"
    yield Gate(f"errors, {there}", float(len(found.errors)), "at most", 0.0, unit="")
    yield Gate(f"p99 of lists, {there}", found.list_p99_ms, "at most", MOST_LIST_P99_MS, unit=" ms")


def crowd_line(found: CrowdFigures) -> str:
    """What the crowd saw."""
    errors = "".join(f"\n  {text}" for text in found.errors[:5])
    return (
        f"{found.clients} clients uploaded {found.files} files, {found.mib} MiB, in {found.seconds:.1f} s"
        f" ({found.mib / found.seconds:.0f} MiB/s), while {found.listing} listed {found.lists} times: p50"
        f" {found.list_p50_ms:.0f} ms, p99 {found.list_p99_ms:.0f} ms. {len(found.errors)} errors. Every file was read"
        f" {found.read_sec:.0f} s later.{errors}"
    )


def _list(url: str, headers: dict[str, str], clients: int, over: Path) -> tuple[list[float], list[str]]:
    """Lists again and again until that file is there: the seconds of each, and what was not answered with success."""
    taken: list[float] = []
    errors: list[str] = []

    async def lister(session: aiohttp.ClientSession) -> None:
        while not over.exists():  # noqa: ASYNC240 - a moment
            began = time.perf_counter()
            async with session.get(f"{url}/api/cli/datasets?limit=50&offset=0", headers=headers) as answer:
                text = await answer.text()
            taken.append(time.perf_counter() - began)
            if not answer.ok:
                errors.append(f"GET datasets: {answer.status} {text[:200]}")
            await asyncio.sleep(_LIST_PAUSE_SEC)

    async def all_of_them() -> None:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=clients)) as session:
            await asyncio.gather(*(lister(session) for _ in range(clients)))

    asyncio.run(all_of_them())
    return taken, errors


async def _upload(
    served: Served, headers: dict[str, str], clients: int, files: int, over: Path
) -> tuple[float, int, list[str], float]:
    """Seconds, bytes and errors of the uploads, after which `over` is there; seconds until every file was read."""
    sizes = random.Random(_SEED)
    waiting = [(f"file-{number}", sizes.randint(1_000_000, 20_000_000)) for number in range(files)]
    total = sum(size for _, size in waiting)
    errors: list[str] = []
    connector = aiohttp.TCPConnector(limit=clients)
    timeout = aiohttp.ClientTimeout(total=_LONGEST_SEC)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:

        async def api(method: str, path: str, expected: int, **given: Any) -> Any:
            async with session.request(method, served.url + path, headers=headers, **given) as answer:
                if answer.status != expected:
                    errors.append(f"{method} {path}: {answer.status} {(await answer.text())[:200]}")
                    return None
                return await answer.json()

        async def uploader() -> None:
            while waiting:
                name, size = waiting.pop()
                size = size // len(_LINE) * len(_LINE)
                asked = {"file_name": name, "file_size": size, "extension": "jsonl"}
                made = await api("POST", "/api/cli/datasets", 201, json=asked)
                if made is None:
                    continue
                url, length = made["upload"]["presigned_url"], {"Content-Length": str(size)}
                async with session.put(url, data=_content(size), headers=length) as answer:
                    if answer.status != 200:
                        errors.append(f"PUT {name}: {answer.status} {(await answer.text())[:200]}")
                        continue
                await api("POST", f"/api/cli/datasets/{made['id']}/complete", 200, json={"file_extension": "jsonl"})

        began = time.perf_counter()
        await asyncio.gather(*(uploader() for _ in range(clients)))
        seconds = time.perf_counter() - began
        over.touch()  # noqa: ASYNC240 - a moment
        return seconds, total, errors, await _read(api, files - len(errors))


async def _read(api: Any, expected: int) -> float:
    """Seconds until the platform has read every file. Raises NotComparableError where it accepts one not."""
    began = time.perf_counter()
    while time.perf_counter() - began < _LONGEST_SEC:
        states: list[str] = []
        offset: int | None = 0
        while offset is not None:
            page = await api("GET", f"/api/cli/datasets?limit=50&offset={offset}", 200)
            states += [found["status"] for found in page["datasets"]]
            offset = page["next_offset"]
        if states.count("uploaded") == expected:
            return time.perf_counter() - began
        if refused := set(states) - {"uploaded", "pending", "processing"}:
            raise NotComparableError(f"datasets became {', '.join(sorted(refused))}")
        await asyncio.sleep(1)
    raise NotComparableError("the platform did not read every file")


async def _content(size: int) -> AsyncIterator[bytes]:
    while size:
        piece = _PIECE[:size]
        size -= len(piece)
        yield piece
