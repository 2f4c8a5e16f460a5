"""The server: every handler, and the one place where access, refusals and what is not offered are decided."""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

from osmosis_ai.platform import errors
from osmosis_ai.platform.api.access import admit, check_body, rules
from osmosis_ai.platform.api.audit import AuditApi
from osmosis_ai.platform.api.context import current
from osmosis_ai.platform.api.datasets import DatasetsApi
from osmosis_ai.platform.api.eval_runs import EvalRunsApi
from osmosis_ai.platform.api.git import GitApi
from osmosis_ai.platform.api.health import HealthApi
from osmosis_ai.platform.api.imports import ImportsApi
from osmosis_ai.platform.api.jobs import JobsApi
from osmosis_ai.platform.api.members import MembersApi
from osmosis_ai.platform.api.metrics import RequestMetrics
from osmosis_ai.platform.api.problems import NotServedError, answer_for, invalid_request
from osmosis_ai.platform.api.secrets import SecretsApi
from osmosis_ai.platform.api.sign_in import SignInApi
from osmosis_ai.platform.api.tokens import TokensApi
from osmosis_ai.platform.api.transfers import TransfersApi
from osmosis_ai.platform.api.usage import UsageApi
from osmosis_ai.platform.api.webhooks import WebhooksApi
from osmosis_ai.platform.api.workspaces import WorkspacesApi
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import credentials
from osmosis_contract.servers.platform import OPERATIONS, PlatformServer
from osmosis_contract_runtime.operations import Call, Operation

__all__ = ["NOT_SERVED", "build_server"]

NOT_SERVED = frozenset(
    operation.id
    for operation in OPERATIONS
    if any(answer.status == 501 for answer in operation.answers)  # noqa: PLR2004
)
"""The operations that the specification describes and this platform does not offer: those that document 501."""

_BY_ID = {operation.id: operation for operation in OPERATIONS}

type Handler = Callable[[Any], Awaitable[object]]


class _Served(
    SignInApi,
    WorkspacesApi,
    MembersApi,
    TokensApi,
    SecretsApi,
    GitApi,
    WebhooksApi,
    EvalRunsApi,
    ImportsApi,
    JobsApi,
    DatasetsApi,
    TransfersApi,
    AuditApi,
    UsageApi,
    HealthApi,
    PlatformServer,
):
    """The handlers of what is offered. Each runs guarded: what a service refuses becomes the operation's answer."""

    def __init__(self, platform: Platform, metrics: RequestMetrics) -> None:
        self.platform = platform
        self.metrics = metrics
        for operation in OPERATIONS:
            handler: Handler = getattr(self, operation.handler)
            setattr(self, operation.handler, self._guarded(operation, handler))

    async def authorize(self, call: Call) -> object:
        """Decides by the table. A call that may be made changes nothing but the time its token was used."""
        context = current()
        operation = _BY_ID[call.operation_id]
        try:
            if call.operation_id in NOT_SERVED:
                raise NotServedError
            async with self.platform.read() as unit:
                await admit(unit, rules()[call.operation_id], context, call.path)
                wants_note = context.actor is not None and credentials.wants_note(context.actor, unit.now)
            if wants_note:
                async with self.platform.write() as unit:
                    await credentials.note_use(unit, context.require_actor())
        except errors.ServiceError as error:
            return answer_for(operation, error)
        return None

    async def explain_invalid(self, call: Call, faults: list[dict[str, Any]]) -> object:
        """The platform's own form of a validation problem."""
        return invalid_request(_BY_ID[call.operation_id], faults)

    def _guarded(self, operation: Operation, handler: Handler) -> Handler:
        rule = rules()[operation.id]

        async def guarded(request: Any) -> object:
            try:
                check_body(rule, current(), getattr(request, "body", None))
                return await handler(request)
            except errors.ServiceError as error:
                return answer_for(operation, error)

        return guarded


async def _not_served(self: object, request: object) -> object:
    """The operation is described and not offered here."""
    raise NotServedError


def build_server(platform: Platform, metrics: RequestMetrics) -> PlatformServer:
    """The server of a platform."""
    others: Mapping[str, Any] = {_BY_ID[name].handler: _not_served for name in NOT_SERVED}
    complete = ABCMeta("PlatformApi", (_Served,), dict(others))
    return cast("PlatformServer", complete(platform, metrics))
