"""Complaint 16: on a full disk uploads get a named error, reads and sign-in work, and it recovers without a restart."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.errors import UnavailableError
from osmosis_ai.platform.operations.background import Background
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import accounts, audit, blobs, sign_in, transfers, workspaces
from osmosis_ai.platform.services.capacity import Capacity
from osmosis_ai.platform.settings import Limits, load_settings
from osmosis_ai.platform.store import audit as audit_rows
from tests.platform.api.conftest import Api
from tests.platform.conftest import HOME, actor_of
from tests.platform.datasets import create, finish, jsonl, send, upload

MIB = 1024 * 1024
PASSWORD = "correct horse battery"


@pytest.fixture
def volume(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 MiB."""
    folder = tmp_path / "volume"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("a file system of 64 MiB cannot be mounted by this account")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


async def content(size: int) -> AsyncIterator[bytes]:
    for _ in range(size // MIB):
        yield os.urandom(MIB)


async def _put(platform: Platform, member: Member, size: int) -> None:
    await blobs.put(platform.database, platform.blobs, platform.capacity, member, content(size), at_most=64 * MIB)


async def _record(platform: Platform, member: Member) -> None:
    async with platform.write() as unit:
        await audit.record(unit, member.actor, "test.fill", details={"text": "x" * 20_000})


async def _until_refused(work: Callable[[], Awaitable[None]]) -> int:
    """How often the work was done before it was refused for a full disk."""
    for done in range(10_000):
        try:
            await work()
        except UnavailableError as error:
            if error.code != "DISK_FULL":
                raise
            return done
    raise AssertionError("the disk was never full")


def _fill(path: Path) -> None:
    """Writes until there is no room."""
    with path.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(os.urandom(64 * 1024))


async def test_full_volume_refuses_uploads_by_name_and_nothing_else(volume: Path):
    """Uploads fill it to the watermark and are refused; then something else fills it, and people still sign in."""
    settings = load_settings(volume / "data", environment={})
    settings = replace(settings, limits=Limits(disk_free_bytes=20 * MIB))
    async with Platform.open(settings) as platform:
        first = platform.started.first_owner
        assert first is not None
        await sign_in.by_link(platform.database, first.token, PASSWORD, HOME)
        async with platform.read() as unit:
            actor = actor_of(await accounts.by_email(unit, first.email))
            owner = await workspaces.resolve(unit, actor, git=None, name="main")
        platform.capacity.balance()
        assert platform.capacity.has_reserve()

        stored = await _until_refused(lambda: _put(platform, owner, 4 * MIB))
        assert stored > 2

        rest = volume / "something else"
        _fill(rest)
        platform.capacity.balance()  # as the server does every second
        assert not platform.capacity.has_reserve()
        signed_in = await sign_in.by_password(platform.database, first.email, PASSWORD, HOME, settings.limits)
        async with platform.read() as unit:
            assert len(await workspaces.joined(unit, signed_in.actor)) == 1
        written = await _until_refused(lambda: _record(platform, owner))

        rest.unlink()
        platform.capacity.balance()
        async with platform.write() as unit:
            await audit.record(unit, owner.actor, "test.after")
        async with platform.read() as unit:
            kept = await audit_rows.entries(unit, None, limit=6000, before=None, action="test.fill")
        assert len(kept) == written
        swept = await blobs.sweep(platform.database, platform.blobs, remove=False)
        assert (swept.missing, swept.unnamed) == ([], 0)


def test_reserve_is_taken_only_where_there_is_room(tmp_path: Path):
    """It is taken once there is four times its size, given up at once when asked, and taken again."""
    capacity = Capacity(tmp_path, watermark=1, reserve=64 * 1024)
    capacity.balance()
    assert capacity.has_reserve()
    capacity.give_up_reserve()
    assert not capacity.has_reserve()
    capacity.balance()
    assert capacity.has_reserve()
    assert not Capacity(tmp_path, watermark=1).is_low()
    assert Capacity(tmp_path, watermark=1 << 60).is_low()


async def test_datasets_on_a_full_disk(clients: Api, platform: Platform):
    """Creating one and sending a file are refused by name; what is there is listed and downloaded; then it goes on."""
    data = jsonl()
    await upload(clients, data, name="there")
    await upload(clients, data, name="unread")
    waiting = await upload(clients, data, complete=False)
    await Background(platform).slow_worker.run_once()
    room = platform.capacity
    platform.capacity = Capacity(platform.settings.data, watermark=1 << 60)
    for refused in (
        await create(clients, 100, name="new"),
        await send(clients.http, waiting["upload"]["presigned_url"], data),
    ):
        assert (refused.status_code, refused.json()["code"]) == (503, "DISK_FULL")
    listed = await clients.call("member", "GET", "/api/cli/datasets", workspace="main")
    assert len(listed.json()["datasets"]) == 3
    url = (await clients.call("member", "GET", "/api/cli/datasets/there/download", workspace="main")).json()
    assert (await clients.http.get(url["presigned_url"])).content == data
    platform.capacity = room
    assert (await finish(clients, waiting)).status_code == 200
    assert (await create(clients, 100, name="new")).status_code == 201


async def test_a_disk_that_fills_up_while_a_file_arrives(volume: Path):
    """The sender is told so, nothing of the file stays, and the same URL works once there is room."""
    settings = replace(load_settings(volume / "data", environment={}), limits=Limits(disk_free_bytes=MIB))
    async with Platform.open(settings) as platform:
        platform.capacity.give_up_reserve()
        size = 24 * MIB
        grant = (await platform.urls.sign_put("wsp/file", seconds=60, size=size)).partition("grant=")[2]
        upload = await platform.blobs.start_multipart("wsp/parts")
        part = await platform.urls.sign_part("wsp/parts", upload, 1, seconds=60, size=size)
        rest = volume / "something else"
        with rest.open("wb") as file:
            file.write(b"x" * (platform.capacity.free() - 8 * MIB))
        for each in (grant, part.partition("grant=")[2]):
            with pytest.raises(UnavailableError) as refused:
                await transfers.receive(
                    platform.urls, platform.blobs, platform.capacity, each, content(size), announced=size
                )
            assert refused.value.code == "DISK_FULL"
        rest.unlink()
        await platform.blobs.abort_multipart("wsp/parts", upload)
        assert [blob async for blob in platform.blobs.listing()] == []
        await transfers.receive(platform.urls, platform.blobs, platform.capacity, grant, content(size), announced=size)
        assert await platform.blobs.size("wsp/file") == size
