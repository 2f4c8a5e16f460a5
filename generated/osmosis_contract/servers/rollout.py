"""Osmosis rollout server: the server's side. Generated from the specification; do not edit.

A rollout server runs one `AgentWorkflow` and one `Grader` per rollout. A controller admits rollouts and
learns their results in one of two dialects. **Leases**: the controller polls `GET
/rollout/{rollout_id}/result`; each poll renews the lease, and a lease that lapses cancels the work.
**Callbacks**: the controller gives URLs, and the server posts to them. The body of the admission decides
which: one that holds `completion_callback_url` means callbacks. A controller that does not know a server
reads `GET /health`: a `lifecycle` object means that it speaks leases. A server may speak both, ours does.
Where a request is wrong in several ways, the first of these answers: 403 (it comes from a web page or names
another host), 401 (key), 415 (media type), 413 and 408 (the body is too large or too slow), 422 (the request
does not fit), the repeat of an admission by its Idempotency-Key, 503 (draining or used up), 429 (no
capacity), 409 (the id is taken). **Bodies.** A request's body is JSON text in UTF-8 without a byte order
mark. Of a member that is given twice the last one counts. NaN, the infinities, numbers beyond a double and
lone surrogates are refused with 422, at any depth. The media type is `application/json`, with or without
parameters. A body with a `Content-Encoding` other than `identity` is answered with 415. **Everything else.**
A path that is not in this document is answered with 404, a method that a path does not take with 405 and an
`Allow` header. `HEAD` is answered as `GET` is, without the body. A fault of the server itself is a 500; no
request causes one. Each of these is a `Problem` in `application/problem+json`. **Limits.** A server takes
bodies of at least 1 MiB that nest at least 100 levels deep; ours takes 64 MiB, and 200 levels. What nests
deeper than a server takes is answered with 422. A body arrives within 60 seconds. How long a result is
retained after its rollout has ended is the server's choice; ours retains it for 900 seconds. How a server is
launched, and how it gets its key, is in `rollout/process/`.

Derive from `RolloutServer`, write every handler, and give the server to `routes`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from osmosis_contract_runtime import operations as runtime
from osmosis_contract_runtime.models import adapter
from osmosis_contract_runtime.operations import Call
from osmosis_contract_runtime.problems import problem
from osmosis_contract_runtime.servers import (
    IncompleteServerError,
    add_problem_handlers,
    build_routes,
    exception_handlers,
)
from pydantic import Field
from starlette.routing import Route

from .. import models

__all__ = [
    "Call",
    "IncompleteServerError",
    "RolloutServer",
    "add_problem_handlers",
    "exception_handlers",
    "problem",
    "routes",
    "CreateRolloutRequest",
    "CreateRolloutResponse",
    "CreateRollout202",
    "CreateRollout401",
    "CreateRollout403",
    "CreateRollout408",
    "CreateRollout409",
    "CreateRollout413",
    "CreateRollout415",
    "CreateRollout422",
    "CreateRollout429",
    "CreateRollout503",
    "GetRolloutResultRequest",
    "GetRolloutResultResponse",
    "GetRolloutResult200",
    "GetRolloutResult401",
    "GetRolloutResult403",
    "GetRolloutResult404",
    "GetRolloutResult422",
    "GetRolloutStatusRequest",
    "GetRolloutStatusResponse",
    "GetRolloutStatus200",
    "GetRolloutStatus401",
    "GetRolloutStatus403",
    "GetRolloutStatus422",
    "CancelRolloutsRequest",
    "CancelRolloutsResponse",
    "CancelRollouts200",
    "CancelRollouts401",
    "CancelRollouts403",
    "CancelRollouts408",
    "CancelRollouts413",
    "CancelRollouts415",
    "CancelRollouts422",
    "GetHealthRequest",
    "GetHealthResponse",
    "GetHealth200",
    "GetHealth401",
    "GetHealth403",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Problem:
    """What several answers hold."""

    body: models.Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class _ValidationProblem:
    """What several answers hold."""

    body: models.ValidationProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateRolloutRequest:
    """What a caller of createRollout asked (POST /rollout), validated."""

    idempotency_key: Annotated[str, Field(min_length=1, max_length=255)] | None = None
    """Names this admission, so that it can be asked for again after a lost answer. Chosen by the controller, unique to the admission; remembered as long as the rollout is."""
    body: models.RolloutInitRequest | models.CallbackRolloutInitRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateRollout202:
    """202: Admitted. In the lease dialect with the lease, in the callback dialect `{}`."""

    body: models.RolloutInitResponse | models.CallbackRolloutInitResponse


class CreateRollout401(_Problem):
    """401: The server has a key and the request did not show it."""

    __slots__ = ()


class CreateRollout403(_Problem):
    """403: The request carries an `Origin`, so a web page sent it; or it reached a loopback address of the server and its `Host` names something else than a loopback host or a name the server was given."""

    __slots__ = ()


class CreateRollout408(_Problem):
    """408: The body did not arrive in time. The connection is closed."""

    __slots__ = ()


class CreateRollout409(_Problem):
    """409: The id is registered, finished and still retained, or finished and still cleaning up: the problem's `type` is `urn:osmosis:rollout:id-taken`. Choose another id; never cancel by this one, it may be another controller's. Or the Idempotency-Key was used for another request, whatever id that has: the `type` is `urn:osmosis:rollout:key-reused`. Where both are so, it is the second."""

    __slots__ = ()


class CreateRollout413(_Problem):
    """413: The body has more bytes than the server takes."""

    __slots__ = ()


class CreateRollout415(_Problem):
    """415: The body is not declared to be `application/json`."""

    __slots__ = ()


class CreateRollout422(_ValidationProblem):
    """422: The request does not fit the contract."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateRollout429:
    """429: The backend has no room. Nothing was admitted. Wait as long as `Retry-After` says and ask again. A controller takes both forms of the header, seconds and a date, and waits at most 60 seconds, one where it says nothing."""

    body: models.Problem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again; 5 from our own server."""


class CreateRollout503(_Problem):
    """503: The server takes no more work: it is draining, or it is used up (the problem's `type` is then `urn:osmosis:rollout:used-up`, and `/health` says why). Ask another server, or this one's successor."""

    __slots__ = ()


type CreateRolloutResponse = (
    CreateRollout202
    | CreateRollout401
    | CreateRollout403
    | CreateRollout408
    | CreateRollout409
    | CreateRollout413
    | CreateRollout415
    | CreateRollout422
    | CreateRollout429
    | CreateRollout503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GetRolloutResultRequest:
    """What a caller of getRolloutResult asked (GET /rollout/{rollout_id}/result), validated."""

    rollout_id: models.RolloutId
    """The rollout's id, percent-encoded."""
    x_osmosis_rollout_lease: Annotated[str, Field(min_length=1)]
    """The lease token of the admission."""
    until: Literal["change", "terminal"] = "change"
    """What ends the waiting. `change`, the default, is any change of status; `terminal` is the end of the rollout alone, which spares a controller polls that tell it nothing. A server that does not know the parameter ignores it, so a controller must still accept live answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetRolloutResult200:
    """200: The status, and the result once there is one."""

    body: models.RolloutResultResponse


class GetRolloutResult401(_Problem):
    """401: The server has a key and the request did not show it."""

    __slots__ = ()


class GetRolloutResult403(_Problem):
    """403: The token is not that of this rollout's lease; or the request comes from a web page or names another host."""

    __slots__ = ()


class GetRolloutResult404(_Problem):
    """404: No rollout of this id is registered or retained under a lease."""

    __slots__ = ()


class GetRolloutResult422(_ValidationProblem):
    """422: The request does not fit the contract."""

    __slots__ = ()


type GetRolloutResultResponse = (
    GetRolloutResult200 | GetRolloutResult401 | GetRolloutResult403 | GetRolloutResult404 | GetRolloutResult422
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GetRolloutStatusRequest:
    """What a caller of getRolloutStatus asked (GET /rollout/{rollout_id}/status), validated."""

    rollout_id: models.RolloutId
    """The rollout's id, percent-encoded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetRolloutStatus200:
    """200: The status; `unknown` for an id that the server does not hold."""

    body: models.RolloutStatusResponse


class GetRolloutStatus401(_Problem):
    """401: The server has a key and the request did not show it."""

    __slots__ = ()


class GetRolloutStatus403(_Problem):
    """403: The request carries an `Origin`, so a web page sent it; or it reached a loopback address of the server and its `Host` names something else than a loopback host or a name the server was given."""

    __slots__ = ()


class GetRolloutStatus422(_ValidationProblem):
    """422: The request does not fit the contract."""

    __slots__ = ()


type GetRolloutStatusResponse = GetRolloutStatus200 | GetRolloutStatus401 | GetRolloutStatus403 | GetRolloutStatus422


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelRolloutsRequest:
    """What a caller of cancelRollouts asked (POST /rollout/cancel), validated."""

    body: models.CancelRolloutsRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelRollouts200:
    """200: What became of each."""

    body: models.CancelRolloutsResponse


class CancelRollouts401(_Problem):
    """401: The server has a key and the request did not show it."""

    __slots__ = ()


class CancelRollouts403(_Problem):
    """403: The request carries an `Origin`, so a web page sent it; or it reached a loopback address of the server and its `Host` names something else than a loopback host or a name the server was given."""

    __slots__ = ()


class CancelRollouts408(_Problem):
    """408: The body did not arrive in time. The connection is closed."""

    __slots__ = ()


class CancelRollouts413(_Problem):
    """413: The body has more bytes than the server takes."""

    __slots__ = ()


class CancelRollouts415(_Problem):
    """415: The body is not declared to be `application/json`."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelRollouts422:
    """422: The request does not fit the contract; exactly one selector must be given."""

    body: models.CancelProblem


type CancelRolloutsResponse = (
    CancelRollouts200
    | CancelRollouts401
    | CancelRollouts403
    | CancelRollouts408
    | CancelRollouts413
    | CancelRollouts415
    | CancelRollouts422
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GetHealthRequest:
    """What a caller of getHealth asked (GET /health), validated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetHealth200:
    """200: The health of the backend, with identity and lifecycle."""

    body: models.HealthResponse | models.CallbackHealthResponse
    x_osmosis_rollout_sdk_version: str | None = None
    """The version of the SDK that serves. It informs; it never decides which dialect is spoken."""
    x_osmosis_rollout_instance_id: str | None = None
    """`instance_id` again, for supervisors that read headers alone."""


class GetHealth401(_Problem):
    """401: The server has a key and the request did not show it."""

    __slots__ = ()


class GetHealth403(_Problem):
    """403: The request carries an `Origin`, so a web page sent it; or it reached a loopback address of the server and its `Host` names something else than a loopback host or a name the server was given."""

    __slots__ = ()


type GetHealthResponse = GetHealth200 | GetHealth401 | GetHealth403


class RolloutServer(ABC):
    """Osmosis rollout server: one handler for each operation.

    A handler returns one of the operation's response classes. Anything else, or a body that is not what its
    schema says, is answered with a 500 problem and logged: a wrong shape never leaves the server.
    """

    async def authorize(self, call: Call) -> Any:
        """Decide whether a caller may make this call, before the request is parsed.

        None lets it through; a response class of the operation (its 401, its 404) answers instead. Called
        only for operations that the document secures; by default it lets every call through.
        """
        return None

    async def explain_invalid(self, call: Call, faults: list[dict[str, Any]]) -> Any:
        """Choose the answer to a request that does not validate.

        None, the default, gives the 422 validation problem; a response class of the operation answers
        instead, for operations whose errors have another shape. Each fault has type, loc, msg and input.
        """
        return None

    @abstractmethod
    async def create_rollout(self, request: CreateRolloutRequest) -> CreateRolloutResponse:
        """Admit a rollout.

        Schedules the work before it answers, so a lost answer still leaves work running until the lease
        lapses. To ask again safely, send the same `Idempotency-Key`: the server then answers with the first
        answer, even when it is full. Without a key, an id the server holds or still retains is a conflict.
        In the callback dialect, the same body sent again is answered with `{}` and starts nothing; another
        body under a held id is a conflict. Two bodies are the same when they have the same value, whatever
        their bytes: the order of members, white space and the spelling of a number (`1`, `1.0`) mean
        nothing, a member left out counts as its default, and members that the schema does not list count
        for nothing. A body that differs under an Idempotency-Key that was used is a conflict. The first
        answer is given again for as long as the rollout is held or retained, also after it has ended."""

    @abstractmethod
    async def get_rollout_result(self, request: GetRolloutResultRequest) -> GetRolloutResultResponse:
        """Poll for the result of a rollout (lease dialect).

        Answers at once when the rollout has ended; else waits for the next change of status after the poll
        arrived, or for `result_wait_timeout_sec`, and answers with the status as it then is. The lease is
        renewed when the poll arrives. A terminal answer can be read again, under the same token, until the
        retention of the result passes; then the id is unknown. Every terminal answer of a rollout is the
        same. A lease that lapses ends the rollout with status `failure` and category `lease_expired`, and
        its work is cancelled; what the work returns after that counts for nothing. A rollout that was
        admitted in the callback dialect has no lease, and is answered with 404 here."""

    @abstractmethod
    async def get_rollout_status(self, request: GetRolloutStatusRequest) -> GetRolloutStatusResponse:
        """Ask where a rollout stands (callback dialect).

        Answers at once, for any id, in either dialect. It renews no lease and shows no sample. Terminal
        states are remembered for as long as results are retained."""

    @abstractmethod
    async def cancel_rollouts(self, request: CancelRolloutsRequest) -> CancelRolloutsResponse:
        """Cancel rollouts by ids, by prefix, or all of them.

        Asks for the end of every rollout selected and says at once what was found. The rollouts end soon
        after with status `cancelled` (in the callback dialect, with failure callbacks). A rollout that has
        ended keeps its result."""

    @abstractmethod
    async def get_health(self, request: GetHealthRequest) -> GetHealthResponse:
        """The server's health.

        Answers at once, however busy the user's code is."""


def routes(server: RolloutServer, *, max_body_bytes: int | None = None) -> list[Route]:
    """The Starlette routes of a server.

    A body of more than max_body_bytes is answered with 413 where the operation documents it. Raises
    IncompleteServerError, naming the operations, for an object that lacks handlers.
    """
    return build_routes(server, OPERATIONS, RolloutServer, max_body_bytes=max_body_bytes)


_INT_GE_0 = adapter(Annotated[int, Field(ge=0)])
_STR_MIN_LENGTH_1 = adapter(Annotated[str, Field(min_length=1)])
_STR_MIN_LENGTH_1_MAX_LENGTH_255_OR_MORE = adapter(Annotated[str, Field(min_length=1, max_length=255)] | None)
_LITERAL_CHANGE_TERMINAL = adapter(Literal["change", "terminal"])
_CALLBACK_ROLLOUT_INIT_REQUEST = adapter(models.CallbackRolloutInitRequest)
_CANCEL_PROBLEM = adapter(models.CancelProblem)
_CANCEL_ROLLOUTS_REQUEST = adapter(models.CancelRolloutsRequest)
_CANCEL_ROLLOUTS_RESPONSE = adapter(models.CancelRolloutsResponse)
_HEALTH_RESPONSE_CALLBACK_HEALTH_RESPONSE = adapter(models.HealthResponse | models.CallbackHealthResponse)
_PROBLEM = adapter(models.Problem)
_ROLLOUT_ID = adapter(models.RolloutId)
_ROLLOUT_INIT_REQUEST = adapter(models.RolloutInitRequest)
_ROLLOUT_INIT_REQUEST_CALLBACK_ROLLOUT_INIT_REQUEST = adapter(
    models.RolloutInitRequest | models.CallbackRolloutInitRequest
)
_ROLLOUT_INIT_RESPONSE_CALLBACK_ROLLOUT_INIT_RESPONSE = adapter(
    models.RolloutInitResponse | models.CallbackRolloutInitResponse
)
_ROLLOUT_RESULT_RESPONSE = adapter(models.RolloutResultResponse)
_ROLLOUT_STATUS_RESPONSE = adapter(models.RolloutStatusResponse)
_VALIDATION_PROBLEM = adapter(models.ValidationProblem)
_STR_OR_NONE = adapter(str | None)

OPERATIONS = (
    runtime.Operation(
        id="createRollout",
        method="POST",
        path="/rollout",
        handler="create_rollout",
        request=CreateRolloutRequest,
        parameters=(
            runtime.Parameter(
                wire="Idempotency-Key",
                name="idempotency_key",
                place="header",
                kind="string",
                adapter=_STR_MIN_LENGTH_1_MAX_LENGTH_255_OR_MORE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_ROLLOUT_INIT_REQUEST_CALLBACK_ROLLOUT_INIT_REQUEST,
            required=True,
            select=runtime.Select(
                member="completion_callback_url",
                present=_CALLBACK_ROLLOUT_INIT_REQUEST,
                absent=_ROLLOUT_INIT_REQUEST,
            ),
            secret=frozenset(["completion_callback_url", "controller_api_key", "grader_callback_url", "llm_api_key"]),
        ),
        answers=(
            runtime.Answer(
                CreateRollout202,
                202,
                media="application/json",
                adapter=_ROLLOUT_INIT_RESPONSE_CALLBACK_ROLLOUT_INIT_RESPONSE,
                models=(
                    models.RolloutInitResponse,
                    models.CallbackRolloutInitResponse,
                ),
            ),
            runtime.Answer(
                CreateRollout401,
                401,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                CreateRollout403,
                403,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                CreateRollout408,
                408,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                CreateRollout409,
                409,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                CreateRollout413,
                413,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                CreateRollout415,
                415,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                CreateRollout422,
                422,
                media="application/problem+json",
                adapter=_VALIDATION_PROBLEM,
                models=(models.ValidationProblem,),
            ),
            runtime.Answer(
                CreateRollout429,
                429,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                CreateRollout503,
                503,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
        ),
        invalid=422,
        secured=True,
    ),
    runtime.Operation(
        id="getRolloutResult",
        method="GET",
        path="/rollout/{rollout_id}/result",
        handler="get_rollout_result",
        request=GetRolloutResultRequest,
        parameters=(
            runtime.Parameter(
                wire="rollout_id",
                name="rollout_id",
                place="path",
                kind="string",
                adapter=_ROLLOUT_ID,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Rollout-Lease",
                name="x_osmosis_rollout_lease",
                place="header",
                kind="string",
                adapter=_STR_MIN_LENGTH_1,
                required=True,
            ),
            runtime.Parameter(
                wire="until",
                name="until",
                place="query",
                kind="string",
                adapter=_LITERAL_CHANGE_TERMINAL,
                required=False,
                default="change",
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetRolloutResult200,
                200,
                media="application/json",
                adapter=_ROLLOUT_RESULT_RESPONSE,
                models=(models.RolloutResultResponse,),
            ),
            runtime.Answer(
                GetRolloutResult401,
                401,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                GetRolloutResult403,
                403,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                GetRolloutResult404,
                404,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                GetRolloutResult422,
                422,
                media="application/problem+json",
                adapter=_VALIDATION_PROBLEM,
                models=(models.ValidationProblem,),
            ),
        ),
        invalid=422,
        secured=True,
    ),
    runtime.Operation(
        id="getRolloutStatus",
        method="GET",
        path="/rollout/{rollout_id}/status",
        handler="get_rollout_status",
        request=GetRolloutStatusRequest,
        parameters=(
            runtime.Parameter(
                wire="rollout_id",
                name="rollout_id",
                place="path",
                kind="string",
                adapter=_ROLLOUT_ID,
                required=True,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetRolloutStatus200,
                200,
                media="application/json",
                adapter=_ROLLOUT_STATUS_RESPONSE,
                models=(models.RolloutStatusResponse,),
            ),
            runtime.Answer(
                GetRolloutStatus401,
                401,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                GetRolloutStatus403,
                403,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                GetRolloutStatus422,
                422,
                media="application/problem+json",
                adapter=_VALIDATION_PROBLEM,
                models=(models.ValidationProblem,),
            ),
        ),
        invalid=422,
        secured=True,
    ),
    runtime.Operation(
        id="cancelRollouts",
        method="POST",
        path="/rollout/cancel",
        handler="cancel_rollouts",
        request=CancelRolloutsRequest,
        parameters=(),
        body=runtime.Body(
            adapter=_CANCEL_ROLLOUTS_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                CancelRollouts200,
                200,
                media="application/json",
                adapter=_CANCEL_ROLLOUTS_RESPONSE,
                models=(models.CancelRolloutsResponse,),
            ),
            runtime.Answer(
                CancelRollouts401,
                401,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                CancelRollouts403,
                403,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                CancelRollouts408,
                408,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                CancelRollouts413,
                413,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                CancelRollouts415,
                415,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                CancelRollouts422,
                422,
                media="application/problem+json",
                adapter=_CANCEL_PROBLEM,
                models=(models.CancelProblem,),
            ),
        ),
        invalid=422,
        secured=True,
    ),
    runtime.Operation(
        id="getHealth",
        method="GET",
        path="/health",
        handler="get_health",
        request=GetHealthRequest,
        parameters=(),
        body=None,
        answers=(
            runtime.Answer(
                GetHealth200,
                200,
                media="application/json",
                adapter=_HEALTH_RESPONSE_CALLBACK_HEALTH_RESPONSE,
                models=(
                    models.HealthResponse,
                    models.CallbackHealthResponse,
                ),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Rollout-Sdk-Version", "x_osmosis_rollout_sdk_version", _STR_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Rollout-Instance-Id", "x_osmosis_rollout_instance_id", _STR_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                GetHealth401,
                401,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                GetHealth403,
                403,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
        ),
        invalid=422,
        secured=True,
    ),
)
