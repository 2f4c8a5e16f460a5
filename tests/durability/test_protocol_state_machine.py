"""Random lives of a rollout server and its controllers, in virtual time: whatever fails, the accounts are right.

One clock, the loop's, is in server, client and network; nothing sleeps. `OSMOSIS_STATE_EXAMPLES` sets how many lives.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.durability.wire import Fault, Trouble, track_tasks
from tests.durability.world import ENDINGS, LEASE_SEC, MODES, RETENTION_SEC, World, without_disks
from tests.unit.rollout.virtual_time import VirtualTimeLoop

EXAMPLES = int(os.environ.get("OSMOSIS_STATE_EXAMPLES", "300"))
STEPS = 50
AT_LAST_SEC = 2000.0
# What may go wrong in one life. Where everything may, little is left that must still be right.
CLIMATES = (
    frozenset(),
    frozenset({"callbacks"}),
    frozenset({"callbacks"}),
    frozenset({"server"}),
    frozenset({"server", "full"}),
    frozenset({"callbacks", "server"}),
    frozenset({"cancel"}),
    frozenset({"cancel", "callbacks"}),
    frozenset({"death"}),
    frozenset({"drain", "full"}),
    frozenset({"callbacks", "server", "cancel", "death", "drain", "full"}),
)

moments = st.sampled_from([0.0, 0.3, 2.0, 7.0, 13.0, 40.0])
troubles_of_one_wire = st.builds(
    Trouble, st.sampled_from(list(Fault)), st.sampled_from([0.0, 1.0, 2.0, 9.0, 20.0, 40.0])
)

plans = st.fixed_dictionaries(
    {
        "mode": st.sampled_from(MODES),
        "ending": st.sampled_from(["score", "score", *sorted(ENDINGS)]),
        "work": moments,
        "grading": moments,
        "reward": st.sampled_from([0.0, 0.25, 1.0]),
        "watch": st.booleans(),
        "grade": st.sampled_from([True, True, True, False]),
    }
)


def may(kind: str, *, served: bool = False) -> Any:
    """A rule for lives of a climate in which this happens; `served`: only while there is a server."""
    return precondition(lambda life: kind in life.climate and not (served and life.world.server is None))


class ProtocolLife(RuleBasedStateMachine):
    """What may happen, in any order."""

    def __init__(self) -> None:
        super().__init__()
        logging.disable(logging.CRITICAL)
        self.patches = contextlib.ExitStack()
        self.patches.enter_context(without_disks())
        self.loop = VirtualTimeLoop()
        track_tasks(self.loop)
        self.crashes: list[dict[str, Any]] = []
        self.loop.set_exception_handler(lambda _loop, context: self.crashes.append(context))
        self.world = World(self.loop)
        self.climate: frozenset[str] = frozenset()

    def run(self, coro: Any) -> Any:
        return self.loop.run_until_complete(coro)

    @initialize(climate=st.sampled_from(CLIMATES))
    def begin(self, climate: frozenset[str]) -> None:
        self.climate = climate

        async def begin() -> None:
            self.world.open()
            await self.world.start_server()

        self.run(begin())

    @rule(plans=st.lists(plans, min_size=1, max_size=4))
    def admit(self, plans: list[dict[str, Any]]) -> None:
        """Controllers want rollouts."""

        async def admit() -> None:
            for plan in plans:
                self.world.admit(**plan)
            await asyncio.sleep(0)

        self.run(admit())

    @rule(seconds=st.sampled_from([0.01, 0.5, 3.0, 6.0, 14.0, 60.0, 400.0]))
    def wait(self, seconds: float) -> None:
        """Time passes; polls, leases, retention and limits with it."""
        self.run(asyncio.sleep(seconds))

    @may("server")
    @rule(troubles=st.lists(troubles_of_one_wire, min_size=1, max_size=4))
    def trouble_on_the_way_to_the_server(self, troubles: list[Trouble]) -> None:
        self.world.disturbances.add("server")
        self.world.to_server.extend(troubles)

    @may("callbacks")
    @rule(troubles=st.lists(troubles_of_one_wire, min_size=1, max_size=6))
    def trouble_on_the_way_to_the_controller(self, troubles: list[Trouble]) -> None:
        self.world.disturbances.add("callbacks")
        self.world.to_controller.extend(troubles)

    @may("callbacks")
    @rule(posts=st.integers(1, 12))
    def controller_is_away(self, posts: int) -> None:
        """For so many callbacks, tries included."""
        self.world.disturbances.add("callbacks")
        self.world.to_controller.extend([Trouble(Fault.UNREACHED, 0.0)] * posts)

    @may("server")
    @rule()
    def calm(self) -> None:
        self.world.to_server.clear()
        self.world.to_controller.clear()

    @may("cancel", served=True)
    @rule(picks=st.lists(st.integers(0, 20), max_size=3))
    def cancel_by_ids(self, picks: list[int]) -> None:
        rows = self.world.rows
        self._cancel({"ids": [rows[pick].id if pick < len(rows) else f"other{pick}" for pick in picks]})

    @may("cancel", served=True)
    @rule(prefix=st.sampled_from(["a", "b1", "nobody", ""]))
    def cancel_by_prefix(self, prefix: str) -> None:
        self._cancel({"prefix": prefix})

    @may("cancel", served=True)
    @rule()
    def cancel_all(self) -> None:
        self._cancel({"all": True})

    def _cancel(self, selector: dict[str, Any]) -> None:
        self.world.disturbances.add("cancel")
        answer = self.run(self.world.reliable.post("/rollout/cancel", json=selector))
        assert answer.status_code == 200
        found = answer.json()["dispositions"]
        assert set(found.values()) <= {"cancelled_queued", "cancelled_running", "not_found"}
        self.world.may_be_cancelled.update(name for name, said in found.items() if said != "not_found")

    @may("cancel")
    @rule(pick=st.integers(0, 20))
    def controller_gives_up(self, pick: int) -> None:
        """The call that waits for a rollout is cancelled."""
        rows = self.world.rows
        if pick < len(rows) and rows[pick].task is not None and not rows[pick].task.done():
            self.world.disturbances.add("cancel")
            self.world.may_be_cancelled.add(rows[pick].id)
            rows[pick].task.cancel()

    @may("death")
    @rule()
    def kill_server(self) -> None:
        self.loop.call_soon(self.world.kill_server)
        self.run(asyncio.sleep(0.001))

    @precondition(lambda self: self.world.server is None)
    @rule()
    def start_server(self) -> None:
        self.run(self.world.start_server())

    @may("death")
    @rule()
    def restart_server(self) -> None:
        self.kill_server()
        self.run(self.world.start_server())

    @may("drain")
    @rule()
    def drain_server(self) -> None:
        async def drain() -> None:
            self.world.drain_server()
            await asyncio.sleep(0)

        self.run(drain())

    @may("full")
    @rule(full=st.booleans())
    def fill_server(self, full: bool) -> None:
        if full:
            self.world.disturbances.add("full")
        self.world.full = full

    @precondition(lambda self: self.world.server is not None)
    @rule(work=moments, key=st.sampled_from([None, "k1", "k2"]))
    def admit_and_never_poll(self, work: float, key: str | None) -> None:
        """A controller that is lost after its admission. It asks twice: by its key for one lease, else in conflict."""
        headers = {} if key is None else {"Idempotency-Key": f"{key}-{len(self.world.abandoned)}"}

        async def admit() -> None:
            body = self.world.request(work=work, grading=1.0, ending="score", reward=1.0)
            self.world.abandoned.append(body.rollout_id)
            first = await self.world.reliable.post("/rollout", json=body.to_wire(), headers=headers)
            again = await self.world.reliable.post("/rollout", json=body.to_wire(), headers=headers)
            if first.status_code == 202:
                refused = 429 if self.world.full else 409
                assert again.status_code == (202 if key else refused), again.text
                assert key is None or again.json() == first.json()
            else:
                assert first.status_code in (429, 503)

        self.run(admit())

    @invariant()
    def accounts_are_right(self) -> None:
        self.world.check()
        assert not self.crashes, self.crashes

    def teardown(self) -> None:
        try:
            if hasattr(self.world, "clients"):
                self._come_to_rest()
        finally:
            self._close()

    def _come_to_rest(self) -> None:
        """No new trouble, and a server is there: everything ends, and in time everything is forgotten."""
        self.world.full = False
        self.run(self.world.start_server())
        self.run(asyncio.sleep(AT_LAST_SEC))
        self.run(self.world.start_server())  # a drain may have ended meanwhile
        self.accounts_are_right()
        self.run(asyncio.sleep(RETENTION_SEC + LEASE_SEC + 1))
        left = list(self.world.everything_over())
        assert not left, left

    def _close(self) -> None:
        async def close() -> None:
            self.world.kill_server()
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        with contextlib.suppress(Exception):
            self.run(close())
        self.loop.close()
        self.patches.close()
        logging.disable(logging.NOTSET)


ProtocolLife.TestCase.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=STEPS,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
    database=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
TestProtocolLife = ProtocolLife.TestCase
TestProtocolLife.pytestmark = [pytest.mark.timeout(max(300, EXAMPLES))]
