"""The import hook that puts the points into the result path, counts them, and ends the process at the armed one.

The standard library alone, so that the process that serves a rollout can install it before anything of ours is
imported. Counts are in a file that is mapped into memory: they outlive the process, and go on in the one started after.
"""

from __future__ import annotations

import errno
import hashlib
import importlib.machinery
import importlib.util
import json
import marshal
import mmap
import os
import signal
import sys
from collections.abc import AsyncIterable, AsyncIterator, Callable, Collection, Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from tests.crash import points as points_module
from tests.crash.points import AT, PASSED, STEPS, Point, instrumented
from tests.crash.result_path import JOB, ORCHESTRATOR, PLATFORM, ROLLOUT_SERVER

__all__ = ["SERVER_VARIABLE", "Armed", "all_points", "arm", "disarm", "hits_in", "install", "install_in_server"]

SERVER_VARIABLE = "OSMOSIS_CRASH_SERVER"
CODE_VARIABLE = "OSMOSIS_CRASH_CODE"
MODULES = (*ORCHESTRATOR, *ROLLOUT_SERVER, *JOB, *PLATFORM)
_A_MODULE = 1024
_ITEM = 4
_BYTES = len(MODULES) * _A_MODULE * _ITEM


class Armed:
    """What the points do in this process: they count, and the armed one acts at its hit of that number.

    `deed`: "kill"; "refuse", which raises ENOSPC; or "full", from when on every point before a write raises it. Right
    before the kill `last_words` are said, and then the sizes to which files were synced go to `synced_file`: what a
    power cut at that moment would have left. Other threads go on until the kill.
    """

    def __init__(self, counts: Path | None, number: int = -1, hit: int = 0, deed: str = "kill") -> None:
        self.number = number
        self.hit = hit
        self.deed = deed
        self.full = False
        self.fills: frozenset[int] = frozenset()
        self.synced_file = None if counts is None else counts.with_suffix(".synced")
        self.synced: dict[str, int] = {}
        self.last_words: Callable[[], None] = lambda: None
        self.counts: Any = [0] * (len(MODULES) * _A_MODULE)
        if counts is not None:
            descriptor = os.open(counts, os.O_RDWR | os.O_CREAT, 0o600)
            os.ftruncate(descriptor, _BYTES)
            self.counts = memoryview(mmap.mmap(descriptor, _BYTES)).cast("I")
            os.close(descriptor)

    def act(self) -> None:
        if self.deed == "refuse":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if self.deed == "full":
            self.full = True
            return
        self.last_words()
        if self.synced_file is not None:
            self.synced_file.write_text(json.dumps(dict(self.synced)))
        os.kill(os.getpid(), signal.SIGKILL)


_armed = Armed(None)


def say_before_the_kill(last_words: Callable[[], None]) -> None:
    """To be called by the process that is armed."""
    _armed.last_words = last_words


def at(number: int) -> None:
    """A point is passed."""
    armed = _armed
    count = armed.counts[number] = armed.counts[number] + 1
    if number == armed.number and count == armed.hit:
        armed.act()
    if armed.full and number in armed.fills:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def passed(_before: None, value: Any, number: int) -> Any:
    """The value of an expression, at the point after it."""
    at(number)
    return value


async def steps(before: int, iterable: AsyncIterable[Any], after: int) -> AsyncIterator[Any]:
    """The items of an `async for`, with a point on both sides of each step."""
    at(before)
    async for item in iterable:
        at(after)
        yield item
        at(before)


def arm(counts: Path, point: int = -1, hit: int = 0, deed: str = "kill") -> None:
    """Counts into that file from now on, and acts at the point's hit of that number."""
    global _armed  # noqa: PLW0603 - the points are in code that knows no object of ours
    _armed = Armed(counts, point, hit, deed)
    if deed == "full":
        _armed.fills = frozenset(number for number, found in all_points().items() if found.fills)


def disarm() -> None:
    """Counts nowhere, and does nothing more."""
    global _armed  # noqa: PLW0603 - as above
    _armed = Armed(None)


def hits_in(counts: Path) -> dict[int, int]:
    """How often each point was passed, by its number."""
    data = memoryview(counts.read_bytes()).cast("I")
    return {number: count for number, count in enumerate(data) if count}


def all_points(modules: Collection[str] = MODULES) -> dict[int, Point]:
    """Every point of the result path as the source is now, by its number."""
    found: dict[int, Point] = {}
    for module in modules:
        first, path = _first_of(module), _source_of(module)
        _, listed = instrumented(path.read_text(), module, first)
        if len(listed) > _A_MODULE:
            raise ValueError(f"{module} has more than {_A_MODULE} points")
        found.update(enumerate(listed, first))
    return found


def _first_of(module: str) -> int:
    return MODULES.index(module) * _A_MODULE


def _source_of(module: str) -> Path:
    src = Path(__file__).parents[2] / "src"
    return src.joinpath(*module.split(".")).with_suffix(".py")


class _Finder(importlib.machinery.PathFinder):
    """Finds the modules of the result path where they are, and has them loaded with their points."""

    modules: Sequence[str] = ()

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname not in cls.modules:
            return None
        spec = super().find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = _Loader(fullname, spec.origin)
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        """The compiled module with its points, from the cache if there is one."""
        source = Path(self.path).read_text()
        kept = _cache_of(fullname, source)
        if kept is not None and kept.exists():
            return marshal.loads(kept.read_bytes())
        tree, _ = instrumented(source, fullname, _first_of(fullname))
        code = compile(tree, self.path, "exec", dont_inherit=True)
        if kept is not None:
            part = kept.with_suffix(f".{os.getpid()}")
            part.write_bytes(marshal.dumps(code))
            part.replace(kept)
        return code

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__.update({AT: at, PASSED: passed, STEPS: steps})
        super().exec_module(module)


def _cache_of(module: str, source: str) -> Path | None:
    home = os.environ.get(CODE_VARIABLE)
    if home is None:
        return None
    made_by = Path(points_module.__file__).read_text() + str(MODULES.index(module)) + sys.version
    return Path(home) / f"{module}-{hashlib.sha256((source + made_by).encode()).hexdigest()[:16]}"


def install(modules: Sequence[str]) -> None:
    """From now on these modules are imported with their points; none of them may have been before."""
    early = [module for module in modules if module in sys.modules]
    if early:
        raise RuntimeError(f"imported before the hook: {', '.join(early)}")
    _note_syncs()
    _Finder.modules = modules
    sys.meta_path.insert(0, _Finder)


def install_in_server() -> None:
    """In the process that serves a rollout: as the environment says, `FILE:POINT:HIT`."""
    counts, point, hit = os.environ[SERVER_VARIABLE].rsplit(":", 2)
    install(ROLLOUT_SERVER)
    arm(Path(counts), int(point), int(hit))


def _note_syncs() -> None:
    """Notes how long a file is whenever it is synced."""

    def noting(sync: Any) -> Any:
        def synced(descriptor: int) -> None:
            size = os.fstat(descriptor).st_size  # what is written while the disk works may not be on it
            sync(descriptor)
            _armed.synced[str(Path(f"/proc/self/fd/{descriptor}").readlink())] = size

        return synced

    os.fsync, os.fdatasync = noting(os.fsync), noting(os.fdatasync)
