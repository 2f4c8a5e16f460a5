"""The rollout that is evaluated, its rows, and the model that answers and writes down who asked.

What a row comes to is decided by run and row alone, so that every reward can be foretold.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Mapping, Sequence

from osmosis_ai.testing import PolicyRequest, Turn, say

__all__ = ["CODE", "LARGE_BYTES", "Ledger", "artifact", "expected", "rows"]

LARGE_BYTES = 100_000
_EVERY_LARGE, _EVERY_SMALL, _EVERY_RAISE = 5, 3, 17
_PAUSES_SEC = (0.05, 0.15, 0.3)
_ROW = re.compile(r"row (\d+)")

CODE = f"""\
import os

import httpx

from osmosis_ai.rollout import AgentWorkflow, Grader, LocalBackend, get_rollout_context
from osmosis_ai.rollout.server import create_rollout_server, serve


class Workflow(AgentWorkflow):
    async def run(self, ctx):
        rollout = get_rollout_context()
        row = int(ctx.prompt[-1]["content"].split()[1])
        if row % {_EVERY_RAISE} == {_EVERY_RAISE - 1}:
            raise RuntimeError("on purpose")
        async with httpx.AsyncClient(timeout=60, trust_env=False) as client:
            response = await client.post(
                f"{{rollout.chat_completions_url}}/chat/completions",
                headers={{"Authorization": f"Bearer {{rollout.api_key}}"}},
                json={{"model": "any", "messages": ctx.prompt, "user": rollout.rollout_id}},
            )
        response.raise_for_status()
        if row % {_EVERY_LARGE} == 0:
            (ctx.artifacts_dir / "large.txt").write_text(f"{{row:09}}" + "x" * {LARGE_BYTES - 9})
        elif row % {_EVERY_SMALL} == 0:
            (ctx.artifacts_dir / "small.txt").write_text(f"of row {{row}}")
        return [*ctx.prompt, response.json()["choices"][0]["message"]]


class Told(Grader):
    async def grade(self, ctx):
        row, reward = ctx.sample.messages[-1]["content"].split()
        ctx.set_reward(float(reward) if row == ctx.label else -1.0)


if __name__ == "__main__":
    serve(create_rollout_server(backend=LocalBackend(workflow=Workflow, grader=Told)))
"""


def rows(count: int) -> list[tuple[str, str]]:
    """Prompt and label of so many rows."""
    return [(f"row {number} please", str(number)) for number in range(count)]


def expected(run: int, row: int) -> float | None:
    """The reward of a row of a run; None for one whose workflow raises."""
    if row % _EVERY_RAISE == _EVERY_RAISE - 1:
        return None
    return (row * 7 + run * 13) % 1000 / 1000


def artifact(row: int) -> tuple[str, int] | None:
    """Name and size of what the workflow of a row leaves."""
    if expected(0, row) is None:
        return None
    if row % _EVERY_LARGE == 0:
        return "large.txt", LARGE_BYTES
    return ("small.txt", len(f"of row {row}")) if row % _EVERY_SMALL == 0 else None


class Ledger:
    """Who has called the model: by the number of the run its base URL is for, the row, and the rollout."""

    def __init__(self) -> None:
        self._calls: Counter[tuple[int, int, str]] = Counter()
        self._lock = threading.Lock()

    def answer(self, request: PolicyRequest) -> Turn:
        """What the model says to a row: its number, and the reward that it is to get."""
        run = int(request.base.rpartition("-")[2])
        asked = _ROW.search(request.last_text)
        if asked is None:  # the preflight's
            return say("ready")
        row = int(asked[1])
        with self._lock:
            self._calls[run, row, str(request.body.get("user", ""))] += 1
        return say(f"{row} {expected(run, row)}", delay=_PAUSES_SEC[(run + row) % len(_PAUSES_SEC)])

    def calls(self) -> Mapping[tuple[int, int, str], int]:
        """How often the model was called, by run, row and rollout."""
        with self._lock:
            return dict(self._calls)

    def of_run(self, run: int) -> Sequence[tuple[int, str, int]]:
        """Row, rollout and number of calls, of one run."""
        return [(row, rollout, count) for (number, row, rollout), count in self.calls().items() if number == run]
