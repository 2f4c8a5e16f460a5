"""Hundreds of rollouts at once, and a server that is killed between accepting and answering them."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Mapping
from typing import Any, Protocol

import httpx

from osmosis_conformance.admission import admission_body
from osmosis_conformance.cases import Case
from osmosis_conformance.ledger import Entry, Ledger
from osmosis_conformance.observed import FailedError, Observation
from osmosis_conformance.peer import Peer
from osmosis_conformance.places import Place
from osmosis_conformance.rollouts import Rollout

__all__ = ["admit_many"]

_ADMITTED, _FULL, _UNAUTHORIZED, _UNKNOWN = 202, 429, 401, 404
_AGAIN_SEC = 0.1
_STILL_SEC = 0.2


class Run(Protocol):
    """What is needed of the case that is being run."""

    case: Case
    place: Place
    peer: Peer
    ledger: Ledger
    prefix: str
    many: list[Rollout]

    async def send(self, method: str, path: str, *, content: bytes | None = None) -> Observation:
        """One request with the server's key, and its answer."""
        ...

    async def finish(self, rollout: Rollout) -> Observation:
        """How a rollout ended."""
        ...

    def heard(self, what: str, request: str, status: int, response: str) -> None:
        """Keeps what was said."""


async def admit_many(run: Run, step: Mapping[str, Any]) -> Observation:
    """Admits rollouts at once and follows each to a success. What a killed server lost is admitted anew, once."""
    count, kill_after = step["count"], step.get("kill_after")
    many = _Many(run, step, kill_after)
    outcomes = await asyncio.gather(*(many.one(index) for index in range(count)))
    bad = [outcome for outcome in outcomes if outcome.get("status") != "success"]
    if bad:
        raise FailedError(f"{len(bad)} of {count} rollouts did not succeed; the first: {json.dumps(bad[0])}")
    if many.again > count - (kill_after or count):
        raise FailedError(f"{many.again} rollouts were admitted again, though {kill_after} had ended before the kill")
    ids = {outcome["rollout_id"] for outcome in outcomes}
    return Observation(body={"ended": len(outcomes), "ids": len(ids), "again": many.again})


class _Many:
    def __init__(self, run: Run, step: Mapping[str, Any], kill_after: int | None) -> None:
        self._run = run
        self._step = step
        self._kill_after = kill_after
        self._ended = 0
        self._killed = False
        self._back = asyncio.Event()
        self.again = 0
        if kill_after is None:
            self._back.set()

    async def one(self, index: int) -> dict[str, Any]:
        """The end of one rollout."""
        rollout = self._prepared(index)
        while True:
            generation = self._run.place.server
            try:
                body = await self._attempt(rollout)
            except (httpx.HTTPError, _LostError):
                if self._kill_after is None:
                    raise FailedError(f"rollout {rollout.id} was lost, and nothing was killed") from None
                await self._back.wait()
                if self._run.place.server is generation and self._killed:
                    raise FailedError(f"rollout {rollout.id} was lost by the server that was started again") from None
                self.again += 1
                rollout.lost_with_process()
                rollout = self._prepared(index)
                continue
            await self._count()
            return body

    async def _count(self) -> None:
        self._ended += 1
        if self._kill_after is not None and not self._killed and self._ended >= self._kill_after:
            self._killed = True
            await self._run.place.kill("KILL")
            self._run.heard("SIGKILL", "", 0, f"{self._ended} had ended")
            await self._run.place.restart()
            self._back.set()

    def _prepared(self, index: int) -> Rollout:
        run = self._run
        rollout = Rollout(name=f"many{index}", id=f"{run.prefix}{index}")
        rollout.model_key, rollout.callback_key = f"model-{secrets.token_hex(8)}", f"controller-{secrets.token_hex(8)}"
        rollout.side = run.peer.open(model_key=rollout.model_key, callback_key=rollout.callback_key)
        side = rollout.side
        rollout.body = admission_body(
            self._step,
            rollout_id=rollout.id,
            dialect=run.case.dialect,
            model_url=run.peer.url(side),
            model_key=rollout.model_key,
            callback_urls=(run.peer.url(side, "completion"), run.peer.url(side, "grader")),
            callback_key=rollout.callback_key,
        )
        side.rollout_id = rollout.id
        rollout.graded = run.case.dialect == "callbacks"
        run.many.append(rollout)
        return rollout

    async def _attempt(self, rollout: Rollout) -> dict[str, Any]:
        run = self._run
        content = json.dumps(rollout.body).encode()
        while True:
            asked = time.monotonic()
            observed = await run.send("POST", "/rollout", content=content)
            if observed.status == _ADMITTED:
                break
            if observed.status == 0 or (observed.status == _UNAUTHORIZED and self._killed):
                raise _LostError
            if observed.status != _FULL:
                raise FailedError(f"rollout {rollout.id} was answered {observed.status}: {observed.text[:300]}")
            await asyncio.sleep(_AGAIN_SEC)
        rollout.admitted(observed.body, asked)
        if rollout.side is not None:
            rollout.entry = run.ledger.enter(Entry(rollout.id, run.case.id, run.case.dialect or "leases", rollout.side))
        server = run.place.server
        following = asyncio.ensure_future(self._follow(rollout))
        try:
            while not following.done():
                await asyncio.wait([following], timeout=_STILL_SEC)
                if run.place.server is not server and not following.done() and run.case.dialect == "callbacks":
                    raise _LostError
            return following.result()
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)

    async def _follow(self, rollout: Rollout) -> dict[str, Any]:
        try:
            observed = await self._run.finish(rollout)
        except FailedError:
            if self._killed:
                raise _LostError from None
            raise
        body: dict[str, Any] = observed.body
        return body


class _LostError(Exception):
    """The server that had the rollout was killed."""
