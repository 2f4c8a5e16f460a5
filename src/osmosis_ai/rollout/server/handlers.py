"""The operations of the contract, each in a few lines over the registry and the executor."""

from __future__ import annotations

import hashlib
import os
import uuid

from osmosis_ai import __version__
from osmosis_ai.rollout.ids import new_rollout_id
from osmosis_ai.rollout.server.execution import AnyInitRequest, RolloutExecutor
from osmosis_ai.rollout.server.leases import RolloutRegistry
from osmosis_contract.models.rollout import (
    CallbackRolloutInitResponse,
    CancelByIds,
    CancelByPrefix,
    CancelRolloutsResponse,
    HealthResponse,
    Problem,
    RolloutInitRequest,
    RolloutInitResponse,
    RolloutLifecycle,
    RolloutStatus,
    RolloutStatusResponse,
)
from osmosis_contract.servers import rollout as api

__all__ = ["INSTANCE_ID_VARIABLE", "RETRY_AFTER_SEC", "RolloutHandlers"]

INSTANCE_ID_VARIABLE = "_OSMOSIS_ROLLOUT_INSTANCE_ID"
RETRY_AFTER_SEC = 5


class RolloutHandlers(api.RolloutServer):
    """Both dialects of the rollout protocol."""

    def __init__(
        self, executor: RolloutExecutor, rollouts: RolloutRegistry, *, wait_sec: float, lease_sec: float
    ) -> None:
        self._executor = executor
        self._rollouts = rollouts
        self._wait = wait_sec
        self._lease = lease_sec
        self._process_id = str(uuid.uuid4())
        self._instance_id = os.environ.get(INSTANCE_ID_VARIABLE) or self._process_id

    async def create_rollout(self, request: api.CreateRolloutRequest) -> api.CreateRolloutResponse:
        """Admits a rollout. A repeat is answered first, even by a server that is full or draining."""
        body, key = request.body, request.idempotency_key
        rollout_id = body.rollout_id if body.rollout_id is not None else new_rollout_id()
        leased = isinstance(body, RolloutInitRequest)
        admission = (key, _digest(body)) if key is not None or not leased else None

        held = self._rollouts.get(rollout_id)
        if held is not None and admission is not None and held.admission == admission:
            return self._admitted(rollout_id, leased, key)
        if key is not None and self._rollouts.key_in_use(key, rollout_id):
            return _conflict(f"Idempotency-Key {key!r} was used to admit another rollout.")
        if not self._executor.accepting:
            return api.CreateRollout503(
                body=_problem(503, "Draining", "The server is shutting down and takes no rollouts.")
            )
        if not self._executor.backend.has_capacity():
            detail = f"The queue is full; ask again after {RETRY_AFTER_SEC} seconds."
            return api.CreateRollout429(body=_problem(429, "No capacity", detail), retry_after=RETRY_AFTER_SEC)
        if held is not None:
            return _conflict(f"Rollout {rollout_id!r} is registered or retained here; choose another id.")

        token = self._rollouts.token_for(rollout_id, key) if leased else None
        rollout = self._rollouts.add(rollout_id, token, admission)
        self._executor.start(rollout, body)
        return self._admitted(rollout_id, leased, key, token)

    def _admitted(
        self, rollout_id: str, leased: bool, key: str | None, token: str | None = None
    ) -> api.CreateRollout202:
        if not leased:
            return api.CreateRollout202(body=CallbackRolloutInitResponse())
        return api.CreateRollout202(
            body=RolloutInitResponse(
                rollout_id=rollout_id,
                status=RolloutStatus.QUEUED,
                polling_lease_token=token or self._rollouts.token_for(rollout_id, key),
                result_wait_timeout_sec=self._wait,
                polling_lease_timeout_sec=self._lease,
            )
        )

    async def get_rollout_result(self, request: api.GetRolloutResultRequest) -> api.GetRolloutResultResponse:
        """The result, or the status after waiting for it to change; the poll renews the lease as it arrives."""
        rollout = self._rollouts.find(request.rollout_id)
        if rollout is None or rollout.token_hash is None:
            detail = f"No rollout {request.rollout_id!r} is registered under a lease here, or it is no longer kept."
            return api.GetRolloutResult404(body=_problem(404, "Unknown rollout", detail))
        if not rollout.accepts(request.x_osmosis_rollout_lease):
            detail = f"The token is not that of the lease of rollout {request.rollout_id!r}."
            return api.GetRolloutResult403(body=_problem(403, "Wrong lease", detail))
        if rollout.live:
            self._rollouts.renew(rollout)
            await rollout.wait_for_change(self._wait, until_terminal=request.until == "terminal")
        return api.GetRolloutResult200(body=rollout.answer())

    async def get_rollout_status(self, request: api.GetRolloutStatusRequest) -> api.GetRolloutStatusResponse:
        """Where a rollout stands: what the backend says, else what the registry knows, else unknown."""
        known = self._executor.backend.rollout_status(request.rollout_id)
        if known is not None:
            body = RolloutStatusResponse(
                rollout_id=request.rollout_id,
                status=RolloutStatus(known.get("status", "unknown")),
                reward=known.get("reward"),
                err_message=known.get("err_message"),
            )
            return api.GetRolloutStatus200(body=body)
        rollout = self._rollouts.find(request.rollout_id)
        result = None if rollout is None else rollout.result
        sample = None if result is None else result.sample
        return api.GetRolloutStatus200(
            body=RolloutStatusResponse(
                rollout_id=request.rollout_id,
                status=RolloutStatus.UNKNOWN if rollout is None else rollout.status,
                reward=None if sample is None else sample.reward,
                err_message=None if result is None else result.err_message,
            )
        )

    async def cancel_rollouts(self, request: api.CancelRolloutsRequest) -> api.CancelRolloutsResponse:
        """Cancels by ids, by prefix, or everything."""
        selector = request.body
        if isinstance(selector, CancelByIds):
            dispositions = self._executor.cancel(ids=selector.ids)
        elif isinstance(selector, CancelByPrefix):
            dispositions = self._executor.cancel(prefix=selector.prefix)
        else:
            dispositions = self._executor.cancel(everything=True)
        return api.CancelRollouts200(body=CancelRolloutsResponse(dispositions=dispositions))

    async def get_health(self, request: api.GetHealthRequest) -> api.GetHealthResponse:
        """The backend's health with the server's identity and load."""
        health = {"status": "ok"} | self._executor.backend.health()
        lifecycle = RolloutLifecycle(accepting_rollouts=self._executor.accepting, active_rollouts=self._rollouts.active)
        body = HealthResponse.read(
            health
            | {
                "instance_id": self._instance_id,
                "process_id": self._process_id,
                "lifecycle": lifecycle.to_wire(),
            }
        )
        return api.GetHealth200(
            body=body,
            x_osmosis_rollout_sdk_version=__version__,
            x_osmosis_rollout_instance_id=self._instance_id,
        )


def _conflict(detail: str) -> api.CreateRollout409:
    return api.CreateRollout409(body=_problem(409, "The id is taken", detail))


def _problem(status: int, title: str, detail: str) -> Problem:
    return Problem(type="about:blank", title=title, status=status, detail=detail)


def _digest(body: AnyInitRequest) -> bytes:
    return hashlib.sha256(body.to_json()).digest()
