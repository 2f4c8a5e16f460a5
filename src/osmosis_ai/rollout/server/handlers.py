"""The operations of the contract, each in a few lines over the registry and the executor."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import uuid
from typing import Any

from osmosis_ai import __version__
from osmosis_ai.base import variables
from osmosis_ai.rollout.ids import new_rollout_id
from osmosis_ai.rollout.server.execution import AnyInitRequest, RolloutExecutor
from osmosis_ai.rollout.server.leases import RolloutRegistry
from osmosis_ai.rollout.wire import carried_fields, utf8_text
from osmosis_contract.models.rollout import (
    AdmissionState,
    CallbackRolloutInitResponse,
    CancelByIds,
    CancelByPrefix,
    CancelProblem,
    CancelRolloutsResponse,
    HealthResponse,
    Problem,
    RolloutAdmission,
    RolloutInitRequest,
    RolloutInitResponse,
    RolloutLifecycle,
    RolloutStatus,
    RolloutStatusResponse,
    ValidationFault,
)
from osmosis_contract.servers import rollout as api
from osmosis_contract_runtime.problems import DOES_NOT_FIT

__all__ = ["RETRY_AFTER_SEC", "USED_UP", "RolloutHandlers"]

logger = logging.getLogger(__name__)

RETRY_AFTER_SEC = 5
USED_UP = "urn:osmosis:rollout:used-up"
ID_TAKEN = "urn:osmosis:rollout:id-taken"
KEY_REUSED = "urn:osmosis:rollout:key-reused"
_SELECTORS = "Give exactly one selector: ids (a list of texts), prefix (a text), or all (true)."


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
        self._instance_id = utf8_text(os.environ.get(variables.ROLLOUT_INSTANCE_ID) or self._process_id)

    async def create_rollout(self, request: api.CreateRolloutRequest) -> api.CreateRolloutResponse:
        """Admits a rollout. A repeat is answered first, even by a server that is full or draining."""
        body, key = request.body, request.idempotency_key
        leased = isinstance(body, RolloutInitRequest)
        digest = _digest(body)
        named = None if body.rollout_id is None else self._rollouts.get(body.rollout_id)
        repeated = self._rollouts.admitted_with(key) if key is not None else None if leased else named
        if repeated is not None and repeated.body_digest == digest:
            return self._admitted(repeated.id, None if not leased else self._rollouts.token_for(repeated.id, key))
        admission = self._admission()
        if admission.state is AdmissionState.DRAINING:
            return api.CreateRollout503(body=_problem(503, "Draining", "The server is shutting down; ask another."))
        if admission.state is AdmissionState.USED_UP:
            detail = f"This process takes no more rollouts: {admission.reason}. Replace it, or ask another server."
            return api.CreateRollout503(body=_problem(503, "Used up", detail, kind=USED_UP))
        if not self._executor.backend.has_capacity():
            detail = f"The queue is full; ask again after {RETRY_AFTER_SEC} seconds."
            return api.CreateRollout429(body=_problem(429, "No capacity", detail), retry_after=RETRY_AFTER_SEC)
        if repeated is not None and key is not None:
            return _conflict(
                "The key was used", f"Idempotency-Key {key!r} was used to admit something else.", KEY_REUSED
            )
        if named is not None:
            detail = f"Rollout {named.id!r} is registered or retained here; choose another id."
            return _conflict("The id is taken", detail, ID_TAKEN)

        rollout_id = body.rollout_id or new_rollout_id()
        token = self._rollouts.token_for(rollout_id, key) if leased else None
        rollout = self._rollouts.add(rollout_id, token=token, body_digest=digest, idempotency_key=key)
        self._executor.start(rollout, body)
        return self._admitted(rollout_id, token)

    def _admission(self) -> RolloutAdmission:
        """Whether rollouts are admitted, and why not."""
        if not self._executor.accepting:
            return RolloutAdmission(state=AdmissionState.DRAINING, reason="the server is shutting down")
        used_up = self._executor.backend.used_up
        if used_up is not None:
            return RolloutAdmission(state=AdmissionState.USED_UP, reason=utf8_text(used_up))
        return RolloutAdmission(state=AdmissionState.ACCEPTING)

    def _admitted(self, rollout_id: str, token: str | None) -> api.CreateRollout202:
        if token is None:
            return api.CreateRollout202(body=CallbackRolloutInitResponse())
        return api.CreateRollout202(
            body=RolloutInitResponse(
                rollout_id=rollout_id,
                status=RolloutStatus.QUEUED,
                polling_lease_token=token,
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
        self._rollouts.renew(rollout)
        if rollout.live:
            await rollout.wait_for_change(self._wait, until_terminal=request.until == "terminal")
        answer = api.GetRolloutResult200(body=self._rollouts.answer(rollout))
        self._rollouts.delivered(rollout)
        return answer

    async def get_rollout_status(self, request: api.GetRolloutStatusRequest) -> api.GetRolloutStatusResponse:
        """Where a rollout stands: what the backend says, else what the registry knows, else unknown."""
        by_backend = self._status_by_backend(request.rollout_id)
        if by_backend is not None:
            return api.GetRolloutStatus200(body=by_backend)
        rollout = self._rollouts.find(request.rollout_id)
        return api.GetRolloutStatus200(
            body=RolloutStatusResponse(
                rollout_id=request.rollout_id,
                status=RolloutStatus.UNKNOWN if rollout is None else rollout.status,
                reward=None if rollout is None else rollout.reward,
                err_message=None if rollout is None else rollout.err_message,
            )
        )

    def _status_by_backend(self, rollout_id: str) -> RolloutStatusResponse | None:
        """The backend's word on a rollout; None when it has none, or says nothing that makes sense."""
        try:
            known = self._executor.backend.rollout_status(rollout_id)
            if known is None or known.get("status", RolloutStatus.UNKNOWN) == RolloutStatus.UNKNOWN:
                return None
            status = RolloutStatus(known["status"])
            message = known.get("err_message")
            return RolloutStatusResponse(
                rollout_id=rollout_id,
                status=status,
                reward=known.get("reward") if status is RolloutStatus.SUCCESS else None,
                err_message=None if message is None else utf8_text(message),
            )
        except Exception:
            logger.exception("the backend failed to say where rollout %r stands", rollout_id)
            return None

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

    async def explain_invalid(self, call: api.Call, faults: list[dict[str, Any]]) -> api.CancelRollouts422 | None:
        """Of a cancellation, one sentence, as published clients expect it; of every other request, the list."""
        if call.operation_id != "cancelRollouts":
            return None
        named = [ValidationFault.read({"type": f["type"], "loc": f["loc"], "msg": f["msg"]}) for f in faults]
        body = CancelProblem(
            type="about:blank",
            title=DOES_NOT_FIT,
            status=422,
            detail=_SELECTORS,
            errors=named,
            instance="/rollout/cancel",
        )
        return api.CancelRollouts422(body=body)

    async def get_health(self, request: api.GetHealthRequest) -> api.GetHealthResponse:
        """The backend's health with the server's identity and load."""
        admission = self._admission()
        identity = {
            "instance_id": self._instance_id,
            "process_id": self._process_id,
            "lifecycle": RolloutLifecycle(
                accepting_rollouts=admission.state is AdmissionState.ACCEPTING, active_rollouts=self._rollouts.active
            ).to_wire(),
            "admission": admission.to_wire(),
        }
        try:
            backend = carried_fields(self._executor.backend.health(), "members of the backend's health")
            body = HealthResponse.read({"status": "ok"} | backend | identity)
        except Exception:
            logger.exception("the backend failed to say how it is")
            body = HealthResponse.read({"status": "degraded"} | identity)
        printable = self._instance_id.isascii() and self._instance_id.isprintable()
        return api.GetHealth200(
            body=body,
            x_osmosis_rollout_sdk_version=__version__,
            x_osmosis_rollout_instance_id=self._instance_id if printable else None,
        )


def _conflict(title: str, detail: str, kind: str) -> api.CreateRollout409:
    return api.CreateRollout409(body=_problem(409, title, detail, kind))


def _problem(status: int, title: str, detail: str, kind: str = "about:blank") -> Problem:
    return Problem(type=kind, title=title, status=status, detail=detail)


def _digest(body: AnyInitRequest) -> bytes:
    """Equal for two bodies of the same value, whatever the order of members and the spelling of numbers."""
    return hashlib.sha256(json.dumps(_spelled_alike(body.to_wire()), sort_keys=True).encode()).digest()


def _spelled_alike(value: Any) -> Any:
    """The value with each whole number as an integer."""
    if isinstance(value, dict):
        return {key: _spelled_alike(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_spelled_alike(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
