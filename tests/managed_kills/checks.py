"""What must hold once every evaluation has ended: by the platform's rows and files, the model's ledger, the machine."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, func, make_url, or_, select

from osmosis_ai.platform.clock import utc_now
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import blobs, jobs, run_files, run_state
from osmosis_ai.platform.settings import load_settings
from osmosis_ai.platform.store.import_tables import UsageEntry
from osmosis_ai.platform.store.run_tables import JobLaunch, JournalBatch, ManagedRun, RunFile, RunLogLine
from osmosis_ai.platform.store.scope import across_workspaces
from osmosis_ai.platform.store.tables import Blob, EnvironmentSecret, OutboxEntry
from osmosis_ai.platform.store.unit import Unit
from tests.managed_kills import processes, rollout
from tests.managed_kills.world import World

__all__ = ["Figures", "left_on_the_machine", "of_the_platform", "wait_for_launches"]

_GONE_SECONDS = 90.0
"""For how long processes and files may still go, and a pool's last word reach the platform's rows."""
_COUNTING = frozenset({"scored", "ungraded", "removed", "agent_failed", "grader_failed", "timed_out"})
_KNOWN_HERE = frozenset({"data", "acme", "source", "tmp", "serve.log", "ray-token", "slurm-logs"})
_ENDED_WORDS = ("The run has finished.", "The run has failed.", "The run was stopped.")


@dataclass
class Figures:
    """What the evaluations came to."""

    results: int = 0
    attempts: int = 0
    lost: int = 0
    calls: int = 0
    launches: int = 0
    claimed: int = 0
    files: int = 0


async def of_the_platform(world: World) -> tuple[list[str], Figures]:
    """What is wrong in the platform's rows and files, and the figures. The server must have ended."""
    overrides = {"database.url": world.database_url}
    settings = load_settings(world.data, environment={}, overrides=overrides)
    figures = Figures()
    holes: list[str] = []
    async with Platform.open(settings, clock=lambda: utc_now() + timedelta(days=2)) as platform:
        async with platform.read() as unit:
            for number, run_id in enumerate(world.runs):
                found = [each async for each in _of_run(unit, world, number, run_id, figures)]
                holes += [f"run {number}: {each}" for each in found]
            holes += await _launches(unit, figures)
            secrets = await unit.all(_all(EnvironmentSecret))
            holes += [f"the secret {each.name} of a run was kept" for each in secrets if each.scope == "run"]
            waiting = [each for each in await unit.all(select(OutboxEntry)) if each.failed]
            holes += [f"given up: {each.kind}: {each.last_error}" for each in waiting]
        holes += await _files(platform, figures)
    return holes, figures


def wait_for_launches(world: World) -> None:
    """Until the server, which must still run, has seen the end of every launch in its pool, or had the time to."""
    url = make_url(world.database_url)
    names = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}  # beside the server, which owns an SQLite file
    engine = create_engine(url.set(drivername=names[url.get_backend_name()]))
    is_open = or_(JobLaunch.ended_at.is_(None), JobLaunch.gone_at.is_(None))
    waiting = select(func.count()).select_from(JobLaunch.__table__).where(is_open)
    give_up = time.monotonic() + _GONE_SECONDS
    try:
        while time.monotonic() < give_up:
            with engine.connect() as connection:
                if not connection.execute(waiting).scalar_one():
                    return
            time.sleep(0.5)
    finally:
        engine.dispose()


def _all(table: Any) -> Any:
    return across_workspaces(select(table), reason="a test looks at everything")


async def _of_run(unit: Unit, world: World, number: int, run_id: str, figures: Figures) -> Any:
    (run,) = await unit.all(_all(ManagedRun).where(ManagedRun.id == run_id))
    if run.status != "finished":
        yield f"it is {run.status}: {run.reason} {run.message}"
        return
    told = await unit.all(_all(RunLogLine).where(RunLogLine.run_id == run_id))
    ends = [line.message for line in told if line.step == "run" and line.message.startswith(_ENDED_WORDS)]
    entries = await unit.all(select(OutboxEntry).where(OutboxEntry.kind == run_state.ENDED))
    events = [entry for entry in entries if entry.payload["run"] == run_id]
    if len(ends) != 1 or len(events) != 1:
        yield f"it ended {len(ends)} times, {ends}, and {len(events)} webhooks were to be told"
    batches = await unit.all(_all(JournalBatch).where(JournalBatch.run_id == run_id).order_by(JournalBatch.batch))
    if [each.batch for each in batches] != list(range(1, run.batch + 1)):
        yield f"its batches are {[each.batch for each in batches]}, not 1 to {run.batch}"
    if [each.epoch for each in batches] != sorted(each.epoch for each in batches):
        yield f"an epoch wrote after a later one: {[each.epoch for each in batches]}"
    records = [record["record"] for each in batches for record in jobs.records_of(each)]
    counting: dict[int, dict[str, Any]] = {}
    for each in _journal(world, number, records, counting, figures):
        yield each
    files = await unit.all(_all(RunFile).where(RunFile.run_id == run_id))
    for each in _of_files(files, counting, world.plan.rows):
        yield each
    if (run.figures or {}).get("counts") and run.figures_batch != run.batch:
        yield f"its figures are of batch {run.figures_batch} of {run.batch}"
    used = await unit.all(_all(UsageEntry).where(UsageEntry.run_id == run_id, UsageEntry.unit == "tokens"))
    tokens = sum(record.get("tokens") or 0 for record in records if record["event"] == "ended")
    if sum(each.quantity for each in used) != tokens:
        yield f"{sum(each.quantity for each in used)} tokens were counted of {tokens}"


def _journal(
    world: World,
    number: int,
    records: Sequence[dict[str, Any]],
    counting: dict[int, dict[str, Any]],
    figures: Figures,
) -> Iterator[str]:
    """Every row ends once with its reward, is not tried after that, and the model was called for no other rollout."""
    started: dict[str, int] = {}
    ended: Counter[str] = Counter()
    for record in records:
        row, rollout_id = record["row_index"], record["rollout_id"]
        if record["event"] == "started":
            if rollout_id in started:
                yield f"rollout {rollout_id} was started twice"
            if row in counting:
                yield f"row {row} was tried again after it had a result"
            started[rollout_id] = row
            continue
        ended[rollout_id] += 1
        if record["outcome"] in _COUNTING:
            if row in counting:
                yield f"row {row} has two results"
            counting[row] = record
    figures.attempts += len(started)
    figures.lost += len(started) - len(counting)
    figures.results += len(counting)
    twice = [rollout_id for rollout_id, times in ended.items() if times > 1 or rollout_id not in started]
    if twice:
        yield f"rollouts ended twice, or without a start: {twice}"
    missing = set(range(world.plan.rows)) - counting.keys()
    if missing:
        yield f"rows without a result: {sorted(missing)}"
    for row, record in counting.items():
        wanted = rollout.expected(number, row)
        outcome = "agent_failed" if wanted is None else "scored"
        if (record["outcome"], record.get("reward")) != (outcome, wanted):
            yield f"row {row} is {record['outcome']} with {record.get('reward')}, not {outcome} with {wanted}"
    yield from _paid(world, number, started, counting, figures)


def _paid(
    world: World, number: int, started: dict[str, int], counting: dict[int, dict[str, Any]], figures: Figures
) -> Iterator[str]:
    """The model was called once for every result that has an answer, and for no rollout that is not on record."""
    called = {rollout_id: (row, times) for row, rollout_id, times in world.ledger.of_run(number)}
    figures.calls += sum(times for _, times in called.values())
    for rollout_id, (row, _) in called.items():
        if started.get(rollout_id) != row:
            yield f"the model was called for row {row} by rollout {rollout_id}, which no record stands for"
    for row, record in counting.items():
        times = called.get(record["rollout_id"], (row, 0))[1]
        if times != (0 if record["outcome"] == "agent_failed" else 1):
            yield f"the model was called {times} times for the result of row {row}"


def _of_files(files: Sequence[RunFile], counting: dict[int, dict[str, Any]], rows: int) -> Iterator[str]:
    """The files of every result are there."""
    by_path = {file.path: file for file in files if file.state == "stored"}
    for row in range(rows):
        if row not in counting:
            continue
        home = f"rollout_trials/{counting[row]['rollout_id']}"
        if counting[row].get("trajectory") is not None and f"{home}/trajectory.json" not in by_path:
            yield f"the trajectory of row {row} is not there"
        wanted = rollout.artifact(row)
        if wanted is not None:
            name, size = wanted
            found = by_path.get(f"{home}/artifacts/{name}")
            if found is None or found.size != size:
                yield f"the artifact {name} of row {row} has {None if found is None else found.size} bytes of {size}"


async def _launches(unit: Unit, figures: Figures) -> list[str]:
    launches = await unit.all(_all(JobLaunch))
    figures.launches = len(launches)
    figures.claimed = sum(each.claimed_at is not None for each in launches)
    return [
        f"launch {each.id} is not over: {each.state}, by its pool {each.ref}, started by {each.start_by},"
        f" claimed {each.claimed_at}, ended {each.ended_at}, gone {each.gone_at}: {each.reason}"
        for each in launches
        if each.ended_at is None or each.gone_at is None
    ]


async def _files(platform: Platform, figures: Figures) -> list[str]:
    """Every file that a row names is there as the row says; nothing else is, once a sweep after the grace is done."""
    holes = []
    async with platform.read() as unit:
        named = await unit.all(_all(Blob))
        deleting = {
            entry.payload["key"]
            for entry in await unit.all(select(OutboxEntry).where(OutboxEntry.kind == blobs.DELETE))
            if entry.finished_at is None
        }
    figures.files = len(named)
    for each in named:
        try:
            found = await run_files.digest_of(platform.blobs.get(each.key))
        except Exception as error:
            holes.append(f"file {each.key} cannot be read: {error!r}")
        else:
            if found != (each.size, each.sha256):
                holes.append(f"file {each.key} has {found[0]} bytes, not the {each.size} that its row says, or others")
    swept = await blobs.sweep(platform.database, platform.blobs)
    if swept.missing or swept.failed:
        holes.append(f"the sweep misses {swept.missing} and could not remove {swept.failed}")
    async with platform.read() as unit:
        keys = {each.key for each in await unit.all(_all(Blob))}
    left = [blob.key async for blob in platform.blobs.listing() if blob.key not in keys | deleting]
    datasets = [key for key in left if "/dst_" in key]
    return holes + [f"file {key} is named by no row" for key in left if key not in datasets]


def left_on_the_machine(world: World) -> list[str]:
    """Processes and temporary files of jobs that are still there, after a while in which they may go."""
    give_up = time.monotonic() + _GONE_SECONDS
    while (found := list(_left(world))) and time.monotonic() < give_up:
        time.sleep(0.5)
    return found


def _left(world: World) -> Iterator[str]:
    server = world.server.pid if world.server is not None else 0
    for each in processes.of_folder(world.home):
        if each.pid != server:
            yield f"process {each.pid} was left running: {each.command[:200]}"
    for folder in (world.engine.temporary, world.data / "jobs" / "local", world.home / "slurm-logs"):
        for path in folder.iterdir() if folder.exists() else ():
            yield f"{path.relative_to(world.home)} was left behind"
    for path in world.home.iterdir():
        if path.name not in _KNOWN_HERE and not path.name.startswith("."):
            yield f"{path.name} was left behind"
    for folder in world.data.glob("job-caches/*/osmosis/*"):
        yield from _unfinished(folder)


def _unfinished(folder: Path) -> Iterator[str]:
    """Environments that were not made to the end, and files beside them that nobody will rename."""
    if folder.name != "envs":
        return
    for path in folder.iterdir():
        if path.name.endswith(".stamp"):
            yield f"{path} was left behind"
        elif path.is_dir():
            stamp = path / "osmosis-environment.json"
            if not stamp.exists() or not json.loads(stamp.read_text()):
                yield f"{path} was left half made"
