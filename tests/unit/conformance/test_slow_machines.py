"""A busy machine makes no server fail: a case about short times is run again with longer ones before it counts."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, override

from osmosis_conformance.cases import Case
from osmosis_conformance.ledger import Ledger
from osmosis_conformance.observed import FailedError
from osmosis_conformance.peer import Peer
from osmosis_conformance.places import Places
from osmosis_conformance.run import Result, Selection, _Stalls, _World

TIMED = Case(
    name="lease.made-up",
    title="Made up.",
    clauses=("RESULT-3",),
    ways=(),
    dialect="leases",
    needs=frozenset(),
    settings={"lease_sec": 1.5, "retention_sec": 60},
    own_server=False,
    steps=(),
)


async def ended(case: Case, ends: Callable[[Case], str]) -> tuple[Result, list[float | None]]:
    """How the case ends where each try ends as `ends` says, and the lease of each try."""
    leases: list[float | None] = []

    class Scripted(_World):
        @override
        async def _once(self, case: Case, exchange: list[dict[str, Any]]) -> str:
            leases.append(case.settings.get("lease_sec"))
            return ends(case)

    launcher: Any = object()
    world = Scripted(Places(launcher, None), Peer(), Ledger(), Selection(frozenset()), _Stalls())
    return await world.run(case), leases


def short_lease_fails(case: Case) -> str:
    if case.settings["lease_sec"] < 4:
        raise FailedError("the lease was over")
    return ""


async def test_a_failure_under_short_times_counts_only_if_longer_times_fail_too():
    """What passes with three times the lease passes; the times that were long already stay."""
    found, leases = await ended(TIMED, short_lease_fails)
    assert (found.verdict, leases) == ("passed", [1.5, 4.5])


async def test_a_failure_under_long_times_is_a_failure():
    """A server that is wrong is wrong at any pace, and is not tried for ever."""

    def fails(case: Case) -> str:
        raise FailedError("wrong")

    found, leases = await ended(TIMED, fails)
    assert (found.verdict, found.message, leases) == ("failed", "wrong", [1.5, 4.5])
    found, leases = await ended(replace(TIMED, settings={}), fails)
    assert (found.verdict, len(leases)) == ("failed", 1)


async def test_steps_that_come_late_give_the_next_try_more_time():
    """Four tries, and then nothing can be said."""
    found, _ = await ended(TIMED, lambda case: "late" if case.settings["lease_sec"] < 10 else "")
    assert found.verdict == "passed"
    found, leases = await ended(TIMED, lambda case: "late")
    assert (found.verdict, leases) == ("inconclusive", [1.5, 1.5, 4.5, 13.5])
