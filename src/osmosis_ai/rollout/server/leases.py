"""The rollouts a server holds: status, result, lease, and how long each is remembered.

All time is the running loop's time, so whoever drives the loop drives the clock.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextvars import Context
from dataclasses import dataclass, field

from osmosis_ai.rollout.observability.watch import UNWATCHED, Watch
from osmosis_ai.rollout.server.result_store import ResultStore, Retained
from osmosis_ai.semantics.outcomes import LIVE_STATUSES
from osmosis_contract.models.rollout import (
    CancelDisposition,
    RolloutErrorCategory,
    RolloutResultResponse,
    RolloutStatus,
)

__all__ = ["Rollout", "RolloutRegistry"]

logger = logging.getLogger(__name__)

_EXPIRY_PAUSE_SEC = 1.0  # so that many that end one after the other are dropped together


@dataclass(slots=True, eq=False)
class Rollout:
    """One rollout on the server.

    `result` is what a poll is answered with once the status is terminal. `token_hash` is None in the callback dialect,
    which has no lease. `body_digest` is what a repeat of the admission must match. `cancelled` is the answer to
    the first request to cancel. `executed` is True once the backend has given its outcome: what is left is to save
    and deliver it; `delivered` once that is done.
    """

    id: str
    token_hash: bytes | None
    body_digest: bytes
    idempotency_key: str | None
    status: RolloutStatus = RolloutStatus.QUEUED
    result: RolloutResultResponse | None = None
    task: asyncio.Task[None] | None = None
    started: bool = False
    executed: bool = False
    delivered: bool = False
    cancelled: CancelDisposition | None = None
    lease_deadline: float | None = None
    retention_over: bool = False
    lease_timer: asyncio.TimerHandle | None = None
    retention_timer: asyncio.TimerHandle | None = None
    watch: Watch = UNWATCHED
    _changed: asyncio.Event | None = field(default_factory=asyncio.Event)

    @property
    def reward(self) -> float | None:
        """What was graded."""
        return None if self.result is None or self.result.sample is None else self.result.sample.reward

    @property
    def err_message(self) -> str | None:
        """Why it failed."""
        return None if self.result is None else self.result.err_message

    @property
    def live(self) -> bool:
        """True until the result is there."""
        return self.status in LIVE_STATUSES

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
            self.watch.moved(status)
            self._wake()

    def complete(self, result: RolloutResultResponse) -> None:
        """Sets the result, which never changes again."""
        self.result = result
        self.status = result.status
        self.watch.completed(result)
        self.watch = UNWATCHED
        self._wake()

    def _wake(self) -> None:
        changed = self._changed
        self._changed = asyncio.Event() if self.live else None  # there are thousands that never change again
        if changed is not None:
            changed.set()

    async def wait_for_change(self, at_most_sec: float, *, until_terminal: bool) -> None:
        """Returns at the next change of status (or only at the end), or after so many seconds."""
        try:
            async with asyncio.timeout(at_most_sec):
                while self.live and self._changed is not None:
                    await self._changed.wait()
                    if not until_terminal:
                        return
        except TimeoutError:
            return


class RolloutRegistry:
    """Every rollout the server knows: in memory until its result is delivered and its task has ended, then on disk.

    An id is free again once its result has been retained long enough and its task has ended.
    """

    def __init__(self, *, lease_timeout_sec: float, retention_sec: float, store: ResultStore) -> None:
        self._rollouts: dict[str, Rollout] = {}
        self._by_key: dict[str, Rollout] = {}
        self._lease_timeout = lease_timeout_sec
        self._retention = retention_sec
        self._secret = secrets.token_bytes(32)
        self._store = store
        self._expiry: asyncio.TimerHandle | None = None

    def __iter__(self) -> Iterator[Rollout]:
        """Those in memory."""
        return iter(list(self._rollouts.values()))

    def get(self, rollout_id: str) -> Rollout | None:
        """The rollout that occupies an id, even if its retention is over. Raises OSError when it cannot be read."""
        return self._rollouts.get(rollout_id) or _restored(self._store.get(rollout_id, _now()))

    def find(self, rollout_id: str) -> Rollout | None:
        """The rollout of an id as those who ask may see it: not once its retention is over."""
        rollout = self.get(rollout_id)
        return None if rollout is None or rollout.retention_over else rollout

    def admitted_with(self, idempotency_key: str) -> Rollout | None:
        """The rollout whose admission carried an Idempotency-Key."""
        return self._by_key.get(idempotency_key) or _restored(self._store.admitted_with(idempotency_key, _now()))

    def ids(self, prefix: str = "") -> list[str]:
        """The ids that are occupied and begin so."""
        return [found for found in (*self._rollouts, *self._store.ids(_now())) if found.startswith(prefix)]

    @property
    def active(self) -> int:
        """How many rollouts have work running."""
        return sum(not rollout.task_ended for rollout in self._rollouts.values())

    def token_for(self, rollout_id: str, idempotency_key: str | None) -> str:
        """A lease token of 43 URL-safe characters; the same again for the same id and key, and never stored."""
        if idempotency_key is None:
            return secrets.token_urlsafe(32)
        text = f"{rollout_id}\0{idempotency_key}".encode(errors="surrogatepass")
        return urlsafe_b64encode(hmac.digest(self._secret, text, "sha256")).rstrip(b"=").decode()

    def add(
        self, rollout_id: str, *, token: str | None, body_digest: bytes, idempotency_key: str | None = None
    ) -> Rollout:
        """Registers a rollout. With a token it lives under a lease, which begins now."""
        token_hash = None if token is None else _hash(token)
        rollout = Rollout(rollout_id, token_hash, body_digest, idempotency_key)
        self._rollouts[rollout_id] = rollout
        if idempotency_key is not None:
            self._by_key[idempotency_key] = rollout
        if token is not None:
            rollout.lease_deadline = _now() + self._lease_timeout
            self._watch_lease(rollout)
        return rollout

    def renew(self, rollout: Rollout) -> None:
        """A poll has arrived: the lease lasts its whole length again, unless it has lapsed already."""
        if rollout.live and not self._lapse_if_due(rollout):
            rollout.lease_deadline = _now() + self._lease_timeout

    def _watch_lease(self, rollout: Rollout) -> None:
        if rollout.live and rollout.lease_deadline is not None and not self._lapse_if_due(rollout):
            rollout.lease_timer = asyncio.get_running_loop().call_at(
                rollout.lease_deadline, self._watch_lease, rollout, context=Context()
            )

    def _lapse_if_due(self, rollout: Rollout) -> bool:
        """Ends a rollout whose lease has lapsed, and cancels its work."""
        if not self._lapsed(rollout):
            return False
        self._complete(rollout, _lease_expired(rollout.id))
        if rollout.task is not None and not rollout.executed:
            rollout.task.cancel()
        return True

    @staticmethod
    def _lapsed(rollout: Rollout) -> bool:
        deadline = rollout.lease_deadline
        return deadline is not None and _now() >= deadline

    def complete(self, rollout: Rollout, result: RolloutResultResponse) -> None:
        """Completes a rollout, once; a result that comes after the lease lapsed is the lapse."""
        if rollout.live:
            self._complete(rollout, _lease_expired(rollout.id) if self._lapsed(rollout) else result)

    def _complete(self, rollout: Rollout, result: RolloutResultResponse) -> None:
        rollout.complete(result)
        if rollout.lease_timer is not None:
            rollout.lease_timer.cancel()
            rollout.lease_timer = None
        # In an empty context: the current one holds the whole rollout, prompt and all, while the timer runs.
        rollout.retention_timer = asyncio.get_running_loop().call_later(
            self._retention, self._end_retention, rollout, context=Context()
        )

    def answer(self, rollout: Rollout) -> RolloutResultResponse:
        """The answer to a poll now."""
        if rollout.result is not None:
            return rollout.result
        return RolloutResultResponse(
            rollout_id=rollout.id, status=rollout.status, sample=None, err_message=None, err_category=None
        )

    def delivered(self, rollout: Rollout) -> None:
        """The result has been delivered: memory need not keep it any more."""
        if rollout.result is not None and not rollout.delivered:
            rollout.delivered = True
            self.archive(rollout)

    def archive(self, rollout: Rollout) -> None:
        """Forgets a rollout whose task has ended: at all once its retention is over, else leaving the rest to the disk.

        What the disk does not take stays.
        """
        if not rollout.task_ended or self._rollouts.get(rollout.id) is not rollout:
            return
        if not rollout.retention_over and (not rollout.delivered or not self._stored(rollout)):
            return
        del self._rollouts[rollout.id]
        if rollout.idempotency_key is not None:
            del self._by_key[rollout.idempotency_key]

    def _stored(self, rollout: Rollout) -> bool:
        timer, result = rollout.retention_timer, rollout.result
        if timer is None or result is None:
            return False
        retained = Retained(
            id=rollout.id,
            idempotency_key=rollout.idempotency_key,
            token_hash=rollout.token_hash,
            body_digest=rollout.body_digest,
            over_at=timer.when(),
            result=result.to_json(),
        )
        try:
            self._store.put(retained)
        except OSError as error:
            logger.warning("the result of rollout %r stays in memory: %s", rollout.id, error)
            return False
        timer.cancel()
        if self._expiry is None:
            self._expire_at(retained.over_at)
        return True

    def _expire_at(self, time: float) -> None:
        self._expiry = asyncio.get_running_loop().call_at(time, self._expire, context=Context())

    def _expire(self) -> None:
        self._expiry = None
        next_end = self._store.forget(_now())
        if next_end is not None:
            self._expire_at(next_end + _EXPIRY_PAUSE_SEC)

    def _end_retention(self, rollout: Rollout) -> None:
        rollout.retention_over = True
        self.archive(rollout)

    def close(self) -> None:
        """Forgets everything; no timer of any rollout is left on the loop."""
        timers = [self._expiry]
        for rollout in self._rollouts.values():
            timers += (rollout.lease_timer, rollout.retention_timer)
        for timer in timers:
            if timer is not None:
                timer.cancel()
        self._rollouts.clear()
        self._by_key.clear()
        self._store.close()


def _now() -> float:
    return asyncio.get_running_loop().time()


def _restored(retained: Retained | None) -> Rollout | None:
    """A rollout that is on disk, as it was when it was put there."""
    if retained is None:
        return None
    result = RolloutResultResponse.read_strict(retained.result)
    return Rollout(
        retained.id,
        retained.token_hash,
        retained.body_digest,
        retained.idempotency_key,
        status=result.status,
        result=result,
        delivered=True,
    )


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
