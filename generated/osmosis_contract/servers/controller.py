"""Osmosis controller: the server's side. Generated from the specification; do not edit.

Two things. The policy model's endpoint, which every rollout calls at the base URL it was admitted with; the
identity of the rollout is in the URL. And, in the callback dialect, the receivers of completion and grader
callbacks. The URLs are opaque to the other side; the paths below are those of our own controller.

Derive from `ControllerServer`, write every handler, and give the server to `routes`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

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
from starlette.routing import Route

from .. import models

__all__ = [
    "Call",
    "IncompleteServerError",
    "ControllerServer",
    "add_problem_handlers",
    "exception_handlers",
    "problem",
    "routes",
    "CreateChatCompletionRequest",
    "CreateChatCompletionResponse",
    "CreateChatCompletion200",
    "CreateChatCompletion200Stream",
    "CreateChatCompletion4XX",
    "CreateChatCompletion502",
    "ReceiveCompletionRequest",
    "ReceiveCompletionResponse",
    "ReceiveCompletion200",
    "ReceiveCompletion401",
    "ReceiveCompletion404",
    "ReceiveCompletion422",
    "ReceiveGradeRequest",
    "ReceiveGradeResponse",
    "ReceiveGrade200",
    "ReceiveGrade401",
    "ReceiveGrade404",
    "ReceiveGrade422",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class _CallbackAcknowledgement:
    """What several answers hold."""

    body: models.CallbackAcknowledgement


@dataclass(frozen=True, slots=True, kw_only=True)
class _Problem:
    """What several answers hold."""

    body: models.Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class _ValidationProblem:
    """What several answers hold."""

    body: models.ValidationProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateChatCompletionRequest:
    """What a caller of createChatCompletion asked (POST /v1/rollouts/{rollout_id}/chat/completions), validated."""

    rollout_id: models.RolloutId
    """The rollout's id, percent-encoded."""
    body: bytes
    """The body as it came, not parsed and not validated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateChatCompletion200:
    """200: The answer; where a stream was asked for, server-sent events, each a chunk of the completion."""

    body: models.ChatCompletion


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateChatCompletion200Stream:
    """200: The answer; where a stream was asked for, server-sent events, each a chunk of the completion."""

    chunks: AsyncIterator[bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateChatCompletion4XX:
    """4XX: The call was refused (400 a field that may not be set, 401 a wrong key, 404 an unknown rollout, 422 an unusable id), the provider refused it (its 4xx, kept), or the provider failed (502)."""

    status: int
    """The status, one of 4XX."""
    body: models.ChatError


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateChatCompletion502:
    """502: The call was refused (400 a field that may not be set, 401 a wrong key, 404 an unknown rollout, 422 an unusable id), the provider refused it (its 4xx, kept), or the provider failed (502)."""

    body: models.ChatError


type CreateChatCompletionResponse = (
    CreateChatCompletion200 | CreateChatCompletion200Stream | CreateChatCompletion4XX | CreateChatCompletion502
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiveCompletionRequest:
    """What a caller of receiveCompletion asked (POST /v1/rollouts/{rollout_id}/completion), validated."""

    rollout_id: models.RolloutId
    """The rollout's id, percent-encoded."""
    body: models.RolloutCompleteRequest


class ReceiveCompletion200(_CallbackAcknowledgement):
    """200: Taken, now or before."""

    __slots__ = ()


class ReceiveCompletion401(_Problem):
    """401: The key is missing or is not this rollout's."""

    __slots__ = ()


class ReceiveCompletion404(_Problem):
    """404: This controller has no such rollout."""

    __slots__ = ()


class ReceiveCompletion422(_ValidationProblem):
    """422: The request does not fit the contract."""

    __slots__ = ()


type ReceiveCompletionResponse = (
    ReceiveCompletion200 | ReceiveCompletion401 | ReceiveCompletion404 | ReceiveCompletion422
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiveGradeRequest:
    """What a caller of receiveGrade asked (POST /v1/rollouts/{rollout_id}/grader), validated."""

    rollout_id: models.RolloutId
    """The rollout's id, percent-encoded."""
    body: models.GraderCompleteRequest


class ReceiveGrade200(_CallbackAcknowledgement):
    """200: Taken, now or before."""

    __slots__ = ()


class ReceiveGrade401(_Problem):
    """401: The key is missing or is not this rollout's."""

    __slots__ = ()


class ReceiveGrade404(_Problem):
    """404: This controller has no such rollout."""

    __slots__ = ()


class ReceiveGrade422(_ValidationProblem):
    """422: The request does not fit the contract."""

    __slots__ = ()


type ReceiveGradeResponse = ReceiveGrade200 | ReceiveGrade401 | ReceiveGrade404 | ReceiveGrade422


class ControllerServer(ABC):
    """Osmosis controller: one handler for each operation.

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
    async def create_chat_completion(self, request: CreateChatCompletionRequest) -> CreateChatCompletionResponse:
        """Ask the policy model for one answer.

        An OpenAI-style chat completion. Members that would steer the controller itself (routing,
        credentials, retries) are refused with a 400 that names them; everything else is forwarded and
        nothing is dropped in silence. At least these are refused, at the top level and inside `extra_body`:
        `api_base`, `base_url`, `api_key`, `api_version`, `organization`, `custom_llm_provider`, `headers`,
        `extra_headers`, `timeout`, `max_retries`, `num_retries`, `fallbacks`, `model_list`,
        `mock_response`, `callbacks`, `cache`. With `stream` true the answer is a stream of server-sent
        events that ends with `data: [DONE]`; comments keep it alive. The data of each is a
        `ChatCompletionChunk`, sent as the model gives it. A fault after the stream has begun, before its
        first chunk or after any, is an event named `error` whose data is a `ChatError`; `data: [DONE]`
        follows. An answer has OpenAI's form whatever the model's provider sends: one choice, content as
        text, tool calls with unique ids and arguments as JSON text, token counts from 0 to 10^9 or none.
        Limits. A request body of more than 64 MiB is a 413, one that takes more than 60 s to arrive a 408.
        An answer of a provider may have 64 MiB decompressed, 16 MiB an event of a stream, 500 times its
        compressed size once it is larger than 4 MiB; a whole answer may take 600 s, a stream 600 s between
        two events and 3600 s in all. What is beyond is a provider's fault. Tries. The controller makes the
        tries that a call has; every fault of a provider carries `x-should-retry: false`. A permanent one
        has a status that clients do not retry: 400, 413 or 422 for the request, 401, 402, 403 or 404 for
        the account and the model, 424 for the way to the provider. Others are a 429, with the provider's
        `Retry-After` in whole seconds if it gave one, or a 502."""

    @abstractmethod
    async def receive_completion(self, request: ReceiveCompletionRequest) -> ReceiveCompletionResponse:
        """Take the completion callback of a rollout.

        Records how the workflow ended. A repeated or late callback gets the stored acknowledgement again
        and changes nothing. A status that is not terminal, and a `rollout_id` other than the URL's, are
        answered with 422."""

    @abstractmethod
    async def receive_grade(self, request: ReceiveGradeRequest) -> ReceiveGradeResponse:
        """Take the grader callback of a rollout.

        Completes the outcome of the rollout. A repeated or late callback gets the stored acknowledgement
        again and changes nothing. One that comes before the completion callback, as retries can bring
        about, is taken all the same."""


def routes(server: ControllerServer, *, max_body_bytes: int | None = None) -> list[Route]:
    """The Starlette routes of a server.

    A body of more than max_body_bytes is answered with 413 where the operation documents it. Raises
    IncompleteServerError, naming the operations, for an object that lacks handlers.
    """
    return build_routes(server, OPERATIONS, ControllerServer, max_body_bytes=max_body_bytes)


_CALLBACK_ACKNOWLEDGEMENT = adapter(models.CallbackAcknowledgement)
_CHAT_COMPLETION = adapter(models.ChatCompletion)
_CHAT_COMPLETION_REQUEST = adapter(models.ChatCompletionRequest)
_CHAT_ERROR = adapter(models.ChatError)
_GRADER_COMPLETE_REQUEST = adapter(models.GraderCompleteRequest)
_PROBLEM = adapter(models.Problem)
_ROLLOUT_COMPLETE_REQUEST = adapter(models.RolloutCompleteRequest)
_ROLLOUT_ID = adapter(models.RolloutId)
_VALIDATION_PROBLEM = adapter(models.ValidationProblem)

OPERATIONS = (
    runtime.Operation(
        id="createChatCompletion",
        method="POST",
        path="/v1/rollouts/{rollout_id}/chat/completions",
        handler="create_chat_completion",
        request=CreateChatCompletionRequest,
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
        body=runtime.Body(
            adapter=_CHAT_COMPLETION_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                CreateChatCompletion200,
                200,
                media="application/json",
                adapter=_CHAT_COMPLETION,
                models=(models.ChatCompletion,),
            ),
            runtime.Answer(
                CreateChatCompletion200Stream,
                200,
                media="text/event-stream",
                stream=True,
            ),
            runtime.Answer(
                CreateChatCompletion4XX,
                4,
                media="application/json",
                adapter=_CHAT_ERROR,
                models=(models.ChatError,),
            ),
            runtime.Answer(
                CreateChatCompletion502,
                502,
                media="application/json",
                adapter=_CHAT_ERROR,
                models=(models.ChatError,),
            ),
        ),
        invalid=422,
        secured=True,
        raw_body=True,
    ),
    runtime.Operation(
        id="receiveCompletion",
        method="POST",
        path="/v1/rollouts/{rollout_id}/completion",
        handler="receive_completion",
        request=ReceiveCompletionRequest,
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
        body=runtime.Body(
            adapter=_ROLLOUT_COMPLETE_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                ReceiveCompletion200,
                200,
                media="application/json",
                adapter=_CALLBACK_ACKNOWLEDGEMENT,
                models=(models.CallbackAcknowledgement,),
            ),
            runtime.Answer(
                ReceiveCompletion401,
                401,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                ReceiveCompletion404,
                404,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                ReceiveCompletion422,
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
        id="receiveGrade",
        method="POST",
        path="/v1/rollouts/{rollout_id}/grader",
        handler="receive_grade",
        request=ReceiveGradeRequest,
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
        body=runtime.Body(
            adapter=_GRADER_COMPLETE_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                ReceiveGrade200,
                200,
                media="application/json",
                adapter=_CALLBACK_ACKNOWLEDGEMENT,
                models=(models.CallbackAcknowledgement,),
            ),
            runtime.Answer(
                ReceiveGrade401,
                401,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                ReceiveGrade404,
                404,
                media="application/problem+json",
                adapter=_PROBLEM,
                models=(models.Problem,),
            ),
            runtime.Answer(
                ReceiveGrade422,
                422,
                media="application/problem+json",
                adapter=_VALIDATION_PROBLEM,
                models=(models.ValidationProblem,),
            ),
        ),
        invalid=422,
        secured=True,
    ),
)
