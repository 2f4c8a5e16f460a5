"""What user code prints and logs, told apart by rollout."""

import asyncio
import contextlib
import io
import json
import logging
import sys
from collections.abc import Iterator

import pytest

from osmosis_ai.rollout import AgentWorkflow, LocalBackend, RolloutContext
from osmosis_ai.rollout.server import marked_output
from osmosis_ai.rollout.server.marked_output import LineMarker, RolloutLogHandler, finish_output, mark_output
from osmosis_ai.rollout.types import ExecutionRequest


@contextlib.contextmanager
def marked() -> Iterator[io.StringIO]:
    """Standard error, marked as a launcher asks for it. Not a fixture: pytest puts its own streams in place later."""
    raw = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stderr", raw)
        patch.setattr(sys, "stdout", io.StringIO())
        patch.setenv("_OSMOSIS_ROLLOUT_MARK_OUTPUT", "1")
        mark_output()
        mark_output()
        yield raw


def record(path: str, level: int = logging.INFO) -> logging.LogRecord:
    return logging.LogRecord("some", level, path, 1, "said", None, None)


def test_lines_of_a_rollout_begin_with_its_id():
    """Each line, and a last one without an end once the rollout has ended; what is printed elsewhere has no mark."""
    with marked() as out:
        print("before", file=sys.stderr)
        with RolloutContext(rollout_id="r1"):
            print("one\ntwo", file=sys.stderr)
            print("rest", end="", file=sys.stderr)
        finish_output("r1")
        finish_output("r1")
        assert out.getvalue() == "before\n[rollout r1] one\n[rollout r1] two\n[rollout r1] rest\n"


def test_lines_of_two_rollouts_do_not_mix():
    """A line that is printed in parts is written when it is whole."""
    with marked() as out:
        for part in ("a", "b\n"):
            for rollout_id in ("r1", "r2"):
                with RolloutContext(rollout_id=rollout_id):
                    sys.stderr.write(part)
        assert out.getvalue() == "[rollout r1] ab\n[rollout r2] ab\n"


def test_line_without_an_end_is_bounded():
    """Code that never ends a line does not fill the server's memory."""
    with marked() as out:
        with RolloutContext(rollout_id="r1"):
            sys.stderr.write("x" * 20_000)
        assert len(out.getvalue()) > 20_000
        marker = sys.stderr
        assert isinstance(marker, LineMarker)
        assert marker._parts == {}


def test_information_of_libraries_is_of_no_rollout():
    """A library's INFO has no mark, its WARNING has one, and so has everything that the user's own modules log."""
    with marked() as out:
        handler = RolloutLogHandler()
        with RolloutContext(rollout_id="r1"):
            handler.handle(record(json.__file__))
            handler.handle(record(json.__file__, logging.WARNING))
            handler.handle(record("/home/user/rollout/main.py"))
        assert out.getvalue().splitlines() == ["said", "[rollout r1] said", "[rollout r1] said"]


def test_nothing_is_marked_unless_the_launcher_asks(monkeypatch):
    """A server that a person starts prints as every program does."""
    monkeypatch.delenv("_OSMOSIS_ROLLOUT_MARK_OUTPUT", raising=False)
    before = sys.stderr
    mark_output()
    assert sys.stderr is before


class Loud(AgentWorkflow):
    """Prints in a coroutine, in a thread and in a task."""

    async def run(self, ctx):
        print("in the coroutine", file=sys.stderr)
        await asyncio.to_thread(print, "in a thread", file=sys.stderr)
        await asyncio.create_task(self._more())
        return []

    async def _more(self):
        print("in a task", file=sys.stderr)


async def test_threads_and_tasks_of_a_workflow_are_of_its_rollout():
    """Wherever the code of a rollout prints, the line is the rollout's."""
    with marked() as out:
        backend = LocalBackend(workflow=Loud)
        try:
            await backend.execute(ExecutionRequest(id="r9", prompt=[]))
        finally:
            await backend.shutdown()
        lines = [line for line in out.getvalue().splitlines() if " in " in line]
        assert lines == ["[rollout r9] in the coroutine", "[rollout r9] in a thread", "[rollout r9] in a task"]
        assert marked_output.get_rollout_context() is None
