"""A workspace with very many runs, and what a page of their list takes at its beginning, its middle and its end."""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import psycopg
from sqlalchemy import update

from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.settings import load_settings
from osmosis_ai.platform.store.run_tables import ManagedRun
from osmosis_ai.platform.store.tables import Workspace
from tests.bench.gates import Gate
from tests.bench.work import NotComparableError
from tests.platform.conftest import owner_of
from tests.platform.run_rows import finished_run
from tests.platform.served import serving_platform
from tests.support.postgres import Postgres, binaries

MOST_PAGE_P95_MS = 50.0
_PAGE = 50
_TIMES = 100
_BATCH = 1000


@dataclass(frozen=True, slots=True)
class PageTimes:
    """Pages of 50 at one offset, asked for one after another."""

    offset: int
    p50_ms: float
    p95_ms: float


@dataclass(frozen=True, slots=True)
class RunList:
    """One database."""

    database: str
    runs: int
    pages: list[PageTimes]


def measure_run_lists(folder: Path, *, runs: int) -> list[RunList]:
    """SQLite, and PostgreSQL where it is installed. Raises NotComparableError for a page that is not the right one."""
    found = [_measure(folder / "sqlite", None, runs)]
    if binaries() is not None:
        server = Postgres.start()
        try:
            found.append(_measure(folder / "postgresql", server.database(), runs))
        finally:
            server.stop()
    return found


def run_list_gates(found: list[RunList]) -> Iterator[Gate]:
    """A page takes as long at the end as at the beginning of a list, to a person."""
    for one in found:
        for page in one.pages:
            what = f"p95 of a page of {one.runs} runs at {page.offset}, {one.database}"
            yield Gate(what, page.p95_ms, "at most", MOST_PAGE_P95_MS, unit=" ms")


def run_list_lines(found: list[RunList]) -> str:
    """One line a database."""
    return "\n".join(
        f"{one.runs} runs on {one.database}, pages of {_PAGE}: "
        + ", ".join(f"at {page.offset} p50 {page.p50_ms:.1f} ms, p95 {page.p95_ms:.1f} ms" for page in one.pages)
        for one in found
    )


def _measure(folder: Path, url: str | None, runs: int) -> RunList:
    data = folder / "data"
    data.mkdir(parents=True)
    if url is not None:
        (data / "platform.toml").write_text(f'[database]\nurl = "{url}"\n')
    asyncio.run(_fill(data, runs))
    if url is not None:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("VACUUM ANALYZE")  # as PostgreSQL does by itself within a minute
    offsets = (0, runs // 2, max(0, runs - _PAGE))
    taken: dict[int, list[float]] = {offset: [] for offset in offsets}
    with serving_platform(data) as served:
        headers = {"Authorization": f"Bearer {served.token()}", "X-Osmosis-Workspace": "main"}
        with httpx.Client(base_url=served.url, headers=headers, trust_env=False, timeout=60) as http:
            for _ in range(_TIMES):
                for offset in offsets:
                    began = time.perf_counter()
                    answer = http.get("/api/cli/eval-runs", params={"limit": _PAGE, "offset": offset})
                    taken[offset].append(time.perf_counter() - began)
                    page = answer.raise_for_status().json()
                    names = [run["name"] for run in page["eval_runs"]]
                    if page["total_count"] != runs or names[:1] != [f"run-{runs - 1 - offset}"]:
                        raise NotComparableError(f"the page at {offset} has {names[:1]} of {page['total_count']}")
    pages = [
        PageTimes(offset, sorted(times)[len(times) // 2] * 1000, sorted(times)[int(len(times) * 0.95)] * 1000)
        for offset, times in taken.items()
    ]
    return RunList("SQLite" if url is None else "PostgreSQL", runs, pages)


async def _fill(data: Path, runs: int) -> None:
    first = datetime(2026, 1, 1, tzinfo=UTC)
    async with Platform.open(load_settings(data, environment={})) as platform:
        owner = await owner_of(platform)
        table = ManagedRun.__table__
        for start in range(0, runs, _BATCH):
            rows = [
                {
                    "workspace_id": owner.workspace_id,
                    **finished_run(number, created_by=owner.actor.user_id, at=first + timedelta(seconds=number)),
                }
                for number in range(start, min(start + _BATCH, runs))
            ]
            counted = update(Workspace).where(Workspace.id == owner.workspace_id).values(run_count=start + len(rows))
            async with platform.database.connection() as connection:
                await connection.execute(
                    table.insert(), rows, execution_options={"osmosis_workspace": owner.workspace_id}
                )
                await connection.execute(counted)
                await connection.commit()
