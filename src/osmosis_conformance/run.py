"""A run of the cases against a server: in what order, how many at once, and what becomes of each."""

from __future__ import annotations

import asyncio
import fnmatch
import logging
import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from osmosis_conformance.cases import Case
from osmosis_conformance.ledger import INVARIANTS, Ledger
from osmosis_conformance.observed import FailedError, LateError, SkippedError
from osmosis_conformance.peer import Peer
from osmosis_conformance.places import Places
from osmosis_conformance.steps import CaseRun
from osmosis_conformance.subject import Launcher, Server, SubjectError

__all__ = ["AT_ONCE", "Result", "Selection", "is_known", "run_server"]

logger = logging.getLogger(__name__)

AT_ONCE = 12
_SCALES = (1.0, 1.0, 3.0, 9.0)
_SHORT_SEC = 5.0
"""Times of a server's settings up to this are ones that a busy machine may miss."""
_TICK_SEC = 0.05
_STALL_PART_OF_LEASE = 0.25


@dataclass(frozen=True, slots=True)
class Result:
    """How one case ended. `known`: the file of known failures names it."""

    case: str
    clauses: tuple[str, ...]
    verdict: str
    title: str = ""
    dialect: str | None = None
    message: str | None = None
    duration_sec: float = 0.0
    exchange: list[dict[str, Any]] = field(default_factory=list)
    known: bool = False

    @property
    def ok(self) -> bool:
        """Whether it is as it should be: passed or skipped, or failed where that is known."""
        if self.known:
            return self.verdict != "passed"
        return self.verdict in ("passed", "skipped")


@dataclass(frozen=True, slots=True)
class Selection:
    """Which cases are run, and which of them are known to fail; patterns as a shell has them."""

    features: frozenset[str]
    only: Sequence[str] = ()
    known_failures: Sequence[str] = ()
    seed: int = 0
    at_once: int = AT_ONCE
    """How many cases run at a time; fewer for a server to which a rollout is dear."""

    def takes(self, case_id: str) -> bool:
        """Whether the case is asked for."""
        return not self.only or any(fnmatch.fnmatchcase(case_id, pattern) for pattern in self.only)


def is_known(case_id: str, known: Iterable[str]) -> bool:
    """Whether a pattern of the known failures names the case."""
    return any(fnmatch.fnmatchcase(case_id, pattern) for pattern in known)


class _Stalls:
    """Watches for how long the suite itself was not given the processor."""

    def __init__(self) -> None:
        self._stalls: list[tuple[float, float]] = []

    async def watch(self) -> None:
        """Runs until it is cancelled."""
        while True:
            before = time.monotonic()
            await asyncio.sleep(_TICK_SEC)
            late = time.monotonic() - before - _TICK_SEC
            if late > _TICK_SEC:
                self._stalls.append((before, late))

    def longest_since(self, moment: float) -> float:
        """The longest stall after a moment, in seconds."""
        return max((late for at, late in self._stalls if at + late >= moment), default=0.0)


async def run_server(
    cases: Sequence[Case],
    selection: Selection,
    *,
    launcher: Launcher | None,
    running: Server | None,
    report: Callable[[Result], None] = lambda _: None,
) -> list[Result]:
    """Every case that is asked for, with the invariants of the ledger at the end, in the order of the cases.

    Raises SubjectError when no server can be had at all.
    """
    peer, ledger, stalls = Peer(), Ledger(), _Stalls()
    places = Places(launcher, running)
    await peer.start()
    watching = asyncio.create_task(stalls.watch())
    chosen = [case for case in cases if selection.takes(case.id)]
    order = list(chosen)
    random.Random(selection.seed).shuffle(order)  # noqa: S311 - an order, not a secret
    order.sort(key=_costly_first)
    slots = asyncio.Semaphore(selection.at_once)
    world = _World(places, peer, ledger, selection, stalls)
    results: dict[str, Result] = {}

    async def one(case: Case) -> None:
        async with slots if not case.own_server else _none():
            results[case.id] = result = await world.run(case)
            report(result)

    try:
        async with asyncio.TaskGroup() as group:
            for case in order:
                group.create_task(one(case))
    except ExceptionGroup as errors:
        raise errors.exceptions[0] from None
    finally:
        watching.cancel()
        await places.close()
        await peer.close()
    ended = [results[case.id] for case in chosen]
    for result in _invariants(ledger, peer, selection, complete=not selection.only):
        report(result)
        ended.append(result)
    return ended


class _none:  # noqa: N801 - reads as what it is
    async def __aenter__(self) -> None: ...

    async def __aexit__(self, *_: object) -> None: ...


def _slower(case: Case, scale: float) -> Case:
    """The case on a server whose short times are longer by that much; the case itself where none is short."""
    settings = {
        name: value * scale if name.endswith("_sec") and value <= _SHORT_SEC else value
        for name, value in case.settings.items()
    }
    return replace(case, settings=settings)


def _costly_first(case: Case) -> int:
    """Cases that start a server begin first, so that they end with the others."""
    return 0 if case.own_server or case.settings else 1


@dataclass(frozen=True, slots=True)
class _World:
    """What all cases of a run share."""

    places: Places
    peer: Peer
    ledger: Ledger
    selection: Selection
    stalls: _Stalls

    async def run(self, case: Case) -> Result:
        """How the case ends: in the first of its tries that the suite was not too slow for."""
        missing = sorted(case.needs - self.selection.features)
        if missing:
            return self._result(case, "skipped", f"the server does not offer {', '.join(missing)}")
        if (refusal := self.places.refusal(case)) is not None:
            return self._result(case, "skipped", refusal)
        began, late = time.monotonic(), ""
        exchange: list[dict[str, Any]] = []
        failed_once = False
        for scale in _SCALES:
            if failed_once and scale == 1:
                continue
            exchange = []
            try:
                late = await self._once(_slower(case, scale), exchange)
            except FailedError as error:
                if scale == 1 and _slower(case, 2) != case:  # on a busy machine it may be the time that was too short
                    failed_once = True
                    continue
                return self._result(case, "failed", str(error), exchange, began)
            except SkippedError as error:
                return self._result(case, "skipped", str(error))
            except SubjectError as error:
                return self._result(case, "failed", str(error), exchange, began)
            except Exception as error:
                logger.exception("the suite itself failed in %s", case.id)
                return self._result(case, "inconclusive", f"the suite itself failed: {error!r}", exchange, began)
            if not late:
                return self._result(case, "passed", None, exchange, began)
        return self._result(case, "inconclusive", f"in {len(_SCALES)} tries: {late}", exchange, began)

    async def _once(self, case: Case, exchange: list[dict[str, Any]]) -> str:
        """One try: empty where it passed, else why nothing can be said. Raises FailedError."""
        async with self.places.place(case) as place:
            started = time.monotonic()
            run = CaseRun(
                case=case,
                place=place,
                peer=self.peer,
                ledger=self.ledger,
                features=self.selection.features,
                exchange=exchange,
            )
            try:
                await run.run()
            except LateError as error:
                return str(error)
            except FailedError as error:
                lease, stall = case.settings.get("lease_sec"), self.stalls.longest_since(started)
                if lease is None or stall <= _STALL_PART_OF_LEASE * lease:
                    raise
                return f"the suite was held up for {stall:.2f} s, and the lease is {lease:g} s: {error}"
            finally:
                await run.settle()
        return ""

    def _result(
        self,
        case: Case,
        verdict: str,
        message: str | None,
        exchange: list[dict[str, Any]] | None = None,
        began: float | None = None,
    ) -> Result:
        return Result(
            case.id,
            case.clauses,
            verdict,
            case.title,
            case.dialect,
            message,
            0.0 if began is None else round(time.monotonic() - began, 3),
            exchange or [],
            is_known(case.id, self.selection.known_failures),
        )


def _invariants(ledger: Ledger, peer: Peer, selection: Selection, *, complete: bool) -> list[Result]:
    """A result for each invariant, over everything that was seen."""
    found = ledger.violations()
    found["ledger.ends-once"] += [
        f"{entry.case}: rollout {entry.rollout_id!r} was cancelled or finished, and never ended"
        for entry in ledger.entries
        if entry.dialect == "leases" and entry.terminal is None and not entry.lost and entry.must_end
    ]
    found["ledger.keys"] += [f"a request came to a path that was never given: {stray}" for stray in peer.strays]
    results = []
    for name, (title, clauses) in INVARIANTS.items():
        known = is_known(name, selection.known_failures)
        if not complete and not found[name] and not selection.takes(name):
            continue
        message = "\n".join(found[name][:10]) or None
        results.append(Result(name, clauses, "failed" if message else "passed", title, message=message, known=known))
    return results
