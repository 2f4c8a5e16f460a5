"""The rollouts a server holds: status, result, lease, and how long each is remembered.

All time is the running loop's time, so whoever drives the loop drives the clock.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field

from osmosis_ai.contract.outcomes import LIVE_STATUSES
from osmosis_contract.models.rollout import RolloutErrorCategory, RolloutResultResponse, RolloutStatus

__all__ = ["Rollout", "RolloutRegistry"]


@dataclass(slots=True, eq=False)
class Rollout:
    """One rollout on the server. `result` is what a poll is answered with once the status is terminal."""

    id: str
    token_hash: bytes | None
    admission: tuple[str | None, bytes] | None = None
    status: RolloutStatus = RolloutStatus.QUEUED
    result: RolloutResultResponse | None = None
    task: asyncio.Task[None] | None = None
    started: bool = False
    cancel_asked: bool = False
    lease_deadline: float | None = None
    retention_over: bool = False
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def live(self) -> bool:
        """True until the result is there."""
        return self.result is None

    @property
    def task_ended(self) -> bool:
        """True once nothing of the rollout is running any more, cleaning up included."""
        return self.task is None or self.task.done()

    def accepts(self, token: str) -> bool:
        """True for the token of this rollout's lease, compared in constant time."""
        return self.token_hash is not None and hmac.compare_digest(self.token_hash, _hash(token))

    def move_to(self, status: RolloutStatus) -> None:
        """A new live status; nothing happens once the rollout has ended."""
        if self.live and status is not self.status and status in LIVE_STATUSES:
            self.status = status
            self._wake()

    def finish(self, result: RolloutResultResponse) -> bool:
        """The result, unless there is one already; True if it was taken."""
        if self.result is not None:
            return False
        self.result = result
        self.status = result.status
        self._wake()
        return True

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def answer(self) -> RolloutResultResponse:
        """What a poll is told now."""
        if self.result is not None:
            return self.result
        return RolloutResultResponse(
            rollout_id=self.id, status=self.status, sample=None, err_message=None, err_category=None
        )

    async def wait_for_change(self, timeout: float, *, until_terminal: bool) -> None:
        """Returns at the next change of status (or only at the end), or after `timeout` seconds."""
        deadline = asyncio.get_running_loop().time() + timeout
        while self.live:
            left = deadline - asyncio.get_running_loop().time()
            if left <= 0:
                return
            try:
                await asyncio.wait_for(self._changed.wait(), left)
            except TimeoutError:
                return
            if not until_terminal:
                return


class RolloutRegistry:
    """Every rollout the server knows. An id is free again once its result has been retained long enough and its task has
    ended."""

    def __init__(self, *, lease_timeout_sec: float, retention_sec: float) -> None:
        self._rollouts: dict[str, Rollout] = {}
        self._keys: dict[str, str] = {}
        self._lease_timeout = lease_timeout_sec
        self._retention = retention_sec
        self._key = secrets.token_bytes(32)

    def __iter__(self) -> Iterator[Rollout]:
        return iter(list(self._rollouts.values()))

    def get(self, rollout_id: str) -> Rollout | None:
        """The rollout of that id, live or still retained."""
        return self._rollouts.get(rollout_id)

    def find(self, rollout_id: str) -> Rollout | None:
        """The rollout of that id as a poll may see it: not once its retention is over."""
        rollout = self._rollouts.get(rollout_id)
        return None if rollout is None or rollout.retention_over else rollout

    @property
    def active(self) -> int:
        """How many rollouts have work running."""
        return sum(not rollout.task_ended for rollout in self._rollouts.values())

    def token_for(self, rollout_id: str, idempotency_key: str | None) -> str:
        """A lease token of 43 URL-safe characters; the same again for the same id and key, and never stored."""
        if idempotency_key is None:
            return secrets.token_urlsafe(32)
        text = f"{rollout_id}\0{idempotency_key}".encode(errors="surrogatepass")
        return urlsafe_b64encode(hmac.digest(self._key, text, "sha256")).rstrip(b"=").decode()

    def key_in_use(self, key: str, rollout_id: str) -> bool:
        """True when an Idempotency-Key belongs to another admission than one of this id."""
        return key in self._keys and self._keys[key] != rollout_id

    def add(self, rollout_id: str, token: str | None, admission: tuple[str | None, bytes] | None = None) -> Rollout:
        """Registers a rollout. With a token it lives under a lease, which begins now.

        `admission` is what a repeat must match: the Idempotency-Key and a digest of the body.
        """
        rollout = Rollout(rollout_id, None if token is None else _hash(token), admission)
        self._rollouts[rollout_id] = rollout
        if admission is not None and admission[0] is not None:
            self._keys[admission[0]] = rollout_id
        if token is not None:
            self.renew(rollout)
            self._watch_lease(rollout)
        return rollout

    def renew(self, rollout: Rollout) -> None:
        """The lease lasts its whole length again, from now on."""
        rollout.lease_deadline = asyncio.get_running_loop().time() + self._lease_timeout

    def _watch_lease(self, rollout: Rollout) -> None:
        if not rollout.live or rollout.lease_deadline is None:
            return
        loop = asyncio.get_running_loop()
        if loop.time() < rollout.lease_deadline:
            loop.call_at(rollout.lease_deadline, self._watch_lease, rollout)
            return
        self.finish(rollout, _lease_expired(rollout.id))
        if rollout.task is not None:
            rollout.task.cancel()

    def finish(self, rollout: Rollout, result: RolloutResultResponse) -> None:
        """Settles a rollout, once; a result that comes after the lease lapsed is the lapse."""
        deadline = rollout.lease_deadline
        loop = asyncio.get_running_loop()
        if deadline is not None and loop.time() >= deadline:
            result = _lease_expired(rollout.id)
        if rollout.finish(result):
            loop.call_later(self._retention, self._end_retention, rollout)

    def _end_retention(self, rollout: Rollout) -> None:
        rollout.retention_over = True
        self.drop_if_over(rollout)

    def drop_if_over(self, rollout: Rollout) -> None:
        """Forgets a rollout whose retention is over and whose task has ended."""
        if rollout.retention_over and rollout.task_ended and self._rollouts.get(rollout.id) is rollout:
            del self._rollouts[rollout.id]
            if rollout.admission is not None and rollout.admission[0] is not None:
                self._keys.pop(rollout.admission[0], None)


def _lease_expired(rollout_id: str) -> RolloutResultResponse:
    return RolloutResultResponse(
        rollout_id=rollout_id,
        status=RolloutStatus.FAILURE,
        sample=None,
        err_message="lease expired: the controller stopped polling",
        err_category=RolloutErrorCategory.LEASE_EXPIRED,
    )


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()
