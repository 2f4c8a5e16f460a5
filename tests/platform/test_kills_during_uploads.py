"""kill -9 of a platform during uploads, completes and reading: what was acknowledged is there, and nothing else.

A few kills; `OSMOSIS_KILLS=200` for many.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import random
import socket
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.operations import doctor
from osmosis_ai.platform.operations.background import Background
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import blobs, datasets, retention
from osmosis_ai.platform.settings import Settings
from tests.platform.conftest import issue_token, owner_of
from tests.platform.datasets import STORES, jsonl, with_store
from tests.platform.processes import Program

pytestmark = pytest.mark.long
KILLS = int(os.environ.get("OSMOSIS_KILLS", "3"))
CLIENTS = 4

SERVE = """
import asyncio, sys
from pathlib import Path
from osmosis_ai.platform.app import create_platform_app
from osmosis_ai.platform.operations import serve
from osmosis_ai.platform.services import datasets
from osmosis_ai.platform.settings import load_settings

datasets.PART_BYTES = int(sys.argv[2])
settings = load_settings(Path(sys.argv[1]))
asyncio.run(serve.serve(settings, create_platform_app, on_start=lambda _: print("ready", flush=True)))
"""


@pytest.fixture(params=STORES)
def settings(request: pytest.FixtureRequest, settings: Settings) -> Settings:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    return replace(with_store(request, settings), bind=address, public_url=f"http://{address}")


@dataclass
class Seen:
    """What clients were told, over all kills."""

    created: dict[str, str] = field(default_factory=dict)
    """The names of datasets by their ids."""
    completed: dict[str, bytes] = field(default_factory=dict)
    """The SHA-256 of what was sent of each dataset whose complete was answered."""
    tags: int = 0


async def _client(http: httpx.AsyncClient, seen: Seen, choice: random.Random, prefix: str) -> None:
    """Uploads one dataset after the other until the server is gone."""
    for number in range(10_000):
        data = jsonl(choice.choice((5, 50, 4000)), words=choice.randrange(1, 40))
        name = f"{prefix}-{number}"
        body = {"file_name": name, "file_size": len(data), "extension": "jsonl"}
        answer = await http.post("/api/cli/datasets", json=body)
        assert answer.status_code == 201, answer.text
        dataset = answer.json()
        seen.created[dataset["id"]] = name
        plan = dataset["upload"]
        finish: dict[str, Any] = {"file_extension": "jsonl"}
        if plan["method"] == "simple":
            assert (await http.put(plan["presigned_url"], content=data)).is_success
        else:
            finish["parts"] = []
            for part in plan["presigned_urls"]:
                start = (part["part_number"] - 1) * plan["part_size"]
                sent = await http.put(part["presigned_url"], content=data[start : start + part["size"]])
                assert sent.is_success, sent.text
                tag = sent.headers["etag"].strip('"')
                finish["parts"].append({"PartNumber": part["part_number"], "ETag": tag})
                seen.tags += 1
        if choice.random() < 0.2:
            continue
        done = await http.post(f"/api/cli/datasets/{dataset['id']}/complete", json=finish)
        assert done.status_code == 200, done.text
        seen.completed[dataset["id"]] = hashlib.sha256(data).digest()


async def _until_gone(http: httpx.AsyncClient, seen: Seen, choice: random.Random, prefix: str) -> None:
    with contextlib.suppress(httpx.TransportError):
        await _client(http, seen, choice, prefix)


@pytest.mark.timeout(120 + 60 * KILLS)
async def test_nothing_acknowledged_is_lost_and_nothing_is_left_over(settings: Settings):
    """After the kills every completed dataset is whole, and the sweep leaves no file or part that no row names."""
    seed = random.randrange(1 << 30)
    choice = random.Random(seed)
    environment = {
        "OSMOSIS_PLATFORM_DATABASE_URL": settings.database_url,
        "OSMOSIS_PLATFORM_SECRETS_KEY_FILE": str(settings.key_file),
        "OSMOSIS_PLATFORM_BLOBS_URL": settings.blobs_url,
        "OSMOSIS_PLATFORM_BLOBS_TRANSFERS": settings.transfers,
        "OSMOSIS_PLATFORM_BIND": settings.bind,
        "OSMOSIS_PLATFORM_PUBLIC_URL": settings.public_url,
        **{name: value for name, value in os.environ.items() if name.startswith("AWS_")},
    }
    part = 64 * 1024 if settings.blobs_in_folder else 5 * 1024 * 1024
    async with Platform.open(settings) as platform:
        token = await issue_token(platform)
    headers = {"Authorization": f"Bearer {token}", "X-Osmosis-Workspace": "main"}
    seen = Seen()
    for kill in range(KILLS):
        program = await Program.start(SERVE, str(settings.data), str(part), env=environment)
        try:
            while await program.line() != "ready":
                assert program.process.returncode is None
            async with httpx.AsyncClient(
                base_url=settings.public_url, headers=headers, trust_env=False, timeout=60
            ) as http:
                work = [
                    asyncio.create_task(_until_gone(http, seen, choice, f"set-{kill}-{each}"))
                    for each in range(CLIENTS)
                ]
                await asyncio.sleep(choice.uniform(0.3, 3.0))
                while kill == KILLS - 1 and not seen.completed:  # on a loaded machine the lives before were too short
                    assert not all(each.done() for each in work), f"seed {seed}"
                    await asyncio.sleep(0.05)
                program.process.kill()
                await asyncio.gather(*work)
        finally:
            await program.kill()
    assert seen.completed, f"seed {seed}"

    clock_ahead = timedelta(days=3)
    async with Platform.open(settings, clock=lambda: datetime.now(UTC) + clock_ahead) as platform:
        await _recover(platform)
        await _check(platform, seen, f"seed {seed}")
    print(f"{len(seen.created)} created, {len(seen.completed)} completed, {seen.tags} parts, {KILLS} kills")


async def _recover(platform: Platform) -> None:
    """What a server that runs again does: the outbox, retention, and then a sweep."""
    background = Background(platform)
    while await background.slow_worker.run_once() + await background.worker.run_once():
        pass
    await retention.run(platform.database, platform.settings.retention)
    while await background.worker.run_once():
        pass
    swept = await blobs.sweep(platform.database, platform.blobs)
    assert (list(swept.missing), swept.unnamed, swept.failed) == ([], 0, 0)


async def _states(platform: Platform, member: Member) -> dict[str, str]:
    states: dict[str, str] = {}
    offset: int | None = 0
    while offset is not None:
        async with platform.read() as unit:
            page = await datasets.listing(unit, member, limit=50, offset=offset)
        states |= {each.id: each.status for each in page.items}
        offset = page.next_offset
    return states


async def _check(platform: Platform, seen: Seen, seed: str) -> None:
    member = await owner_of(platform)
    states = await _states(platform, member)
    assert set(seen.created) <= set(states), seed
    assert {states[each] for each in seen.completed} == {"uploaded"}, seed
    assert set(states.values()) <= {"uploaded", "cancelled"}, seed
    for dataset_id, digest in seen.completed.items():
        async with platform.read() as unit:
            found = await datasets.current_file(unit, unit.in_workspace(member.workspace_id), dataset_id)
        whole = hashlib.sha256()
        async for piece in platform.blobs.get(found.key):
            whole.update(piece)
        assert whole.digest() == digest, seed
    uploaded = [each for each, state in states.items() if state == "uploaded"]
    assert len([blob async for blob in platform.blobs.listing()]) == len(uploaded), seed
    (check,) = [each for each in await doctor.examine(platform) if each.name == "files"]
    assert check.status == "ok"
    if platform.settings.blobs_in_folder:
        partial = platform.settings.blobs_path / ".partial"
        assert not partial.is_dir() or list(partial.iterdir()) == []
