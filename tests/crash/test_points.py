"""The points of the result path: computed from the source, listed, and each one covered."""

import ast
import asyncio
import fnmatch
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.crash import hook, listing
from tests.crash.points import AT, PASSED, STEPS, instrumented, points_of

SRC = Path(__file__).parents[2] / "src"
SOURCE = """
import contextlib, os, shutil
_sync = os.fsync
_NEW = os.O_CREAT | os.O_EXCL

async def waits(source, told):
    async with source as opened:
        told.append(await opened.value())
    async for item in opened:
        told.append(item)
    return [item async for item in opened]

def writes(path, text):
    descriptor = os.open(path, os.O_WRONLY | _NEW)
    os.write(descriptor, text.replace("a", "b").encode())
    _sync(descriptor)
    path.replace(path.with_name("other"))

def reads(path):
    os.open(path, os.O_RDONLY)
    with open(path) as file:
        return file.read()
"""


def names(source: str) -> list[str]:
    return [str(point).removeprefix("m:") for point in points_of(source, "m")]


def test_every_point_of_the_source_is_listed():
    """A wait or a write that the list does not have, and one that it has and the source has not, fail here by name."""
    computed, listed = listing.computed(), listing.listed()
    unlisted, gone = computed.keys() - listed.keys(), listed.keys() - computed.keys()
    told = "\n".join([*(f"unlisted: {name}" for name in sorted(unlisted)), *(f"gone: {name}" for name in sorted(gone))])
    assert not unlisted | gone, f"{told}\nRenew the list with: {listing.COMMAND}"
    assert computed == listed, f"how points are covered has changed; renew the list with: {listing.COMMAND}"


def test_every_exemption_has_a_reason_and_a_point():
    """No pattern is left over from code that is gone, and none is without a word on why."""
    points = listing.listed()
    for pattern, reason in listing.exemptions():
        assert len(reason) > 20, pattern
        assert any(fnmatch.fnmatchcase(name, pattern) for name in points), pattern


def test_the_result_path_has_every_module_of_the_controller_the_server_and_the_job():
    """A module that is added where results pass is a module of the result path."""
    packages = ("osmosis_ai/engine", "osmosis_ai/rollout/control", "osmosis_ai/rollout/server", "osmosis_ai/job")
    found = {
        ".".join(path.relative_to(SRC).with_suffix("").parts)
        for package in packages
        for path in (SRC / package).glob("*.py")
        if path.name not in ("__init__.py", "__main__.py") and points_of(path.read_text(), "m")
    }
    assert found <= set(hook.MODULES)


def test_what_waits_and_what_writes_has_a_point_on_both_sides():
    """Awaits, both ends of an async with, steps of an async for, and calls that change the disk; reading has none."""
    assert names(SOURCE)[::2] == [
        "waits enter#1 before `source`",
        "waits exit#1 before `source`",
        "waits await#1 before `opened.value()`",
        "waits step#1 before `opened`",
        "waits step#2 before `opened`",
        "writes disk#1 before `os.open(path, os.O_WRONLY | _NEW)`",
        "writes disk#2 before `os.write(descriptor, text.replace('a', 'b').encode())`",
        "writes disk#3 before `_sync(descriptor)`",
        "writes disk#4 before `path.replace(path.with_name('other'))`",
    ]
    assert [name.replace(" after ", " before ") for name in names(SOURCE)[1::2]] == names(SOURCE)[::2]


def test_a_point_keeps_its_name_when_code_changes_elsewhere():
    """Another function, another kind, other lines: only what is new is new."""
    more = SOURCE.replace("def reads", "async def other():\n    await later()\n\ndef reads").replace("\n\n", "\n\n\n\n")
    assert set(names(more)) - set(names(SOURCE)) == {
        "other await#1 before `later()`",
        "other await#1 after `later()`",
    }


def test_a_module_with_its_points_does_what_it_did():
    """The rewritten code runs as before and passes its points in the order in which things happen."""
    tree, points = instrumented(SOURCE, "m")
    passed: list[str] = []

    class Source:
        async def __aenter__(self):
            return self

        async def __aexit__(self, *_):
            return None

        async def value(self):
            return "value"

        async def __aiter__(self):
            yield "item"

    def at(number: int) -> None:
        passed.append(f"{points[number].kind} {points[number].side}")

    def after(_: None, value: Any, number: int) -> Any:
        at(number)
        return value

    scope: dict[str, Any] = {AT: at, PASSED: after, STEPS: lambda _before, items, _after: items}
    exec(compile(tree, "m", "exec"), scope)
    told: list[str] = []
    assert asyncio.run(scope["waits"](Source(), told)) == ["item"]
    assert told == ["value", "item"]
    assert passed == ["enter before", "enter after", "await before", "await after", "exit before", "exit after"]


def _in_child(work: Callable[[], None]) -> int:
    pid = os.fork()
    if pid == 0:
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


@pytest.mark.parametrize(("hit", "ending"), [(2, -signal.SIGKILL), (3, 0)])
def test_the_armed_hit_of_a_point_ends_the_process(tmp_path: Path, hit: int, ending: int):
    """SIGKILL at the hit that was asked for, neither before nor at another point; the counts are left to read."""

    def work() -> None:
        hook.arm(tmp_path / "x.hits", 5, hit)
        for number in (5, 4, 5, 4):
            hook.at(number)

    assert _in_child(work) == ending
    assert hook.hits_in(tmp_path / "x.hits") == ({4: 1, 5: 2} if ending else {4: 2, 5: 2})


def test_the_hook_leaves_no_trace_in_the_product():
    """No module of ours knows of points: they are put in when the tests import it."""
    assert not any(AT in path.read_text() or "tests.crash" in path.read_text() for path in SRC.rglob("*.py"))


def test_the_numbers_of_points_fit():
    """Every module's points have numbers of their own, and stand in the tree that is compiled."""
    for module in hook.MODULES:
        source = SRC.joinpath(*module.split(".")).with_suffix(".py").read_text()
        tree, points = instrumented(source, module, 7)
        called = [
            number.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in (AT, PASSED, STEPS)
            for number in node.args
            if isinstance(number, ast.Constant)
        ]
        assert sorted(called) == list(range(7, 7 + len(points)))
