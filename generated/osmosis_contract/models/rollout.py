"""The rollout protocol. Generated from the specification; do not edit."""

from typing import Annotated, Any, Literal

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe, Only, RefusesMembers
from pydantic import ConfigDict, Field

from .sample import Message, ResultSample, Reward
from .trajectory_report import TrajectoryReport

type RolloutId = Annotated[
    str,
    Field(
        description="The name of a rollout, chosen by the controller and unique on a server while the server remembers it. It is one segment of a URL path and of a file path: not empty, not `.` or `..`, without `/`, `\\` and NUL. Everything else is allowed, spaces, colons and letters of any script included. Over 255 bytes of UTF-8 no directory can carry it; the rollout runs, but has no artifacts and no saved trajectory.",
        min_length=1,
        pattern="^(?:[^/\\\\\\x00.][^/\\\\\\x00]*|\\.[^/\\\\\\x00.][^/\\\\\\x00]*|\\.\\.[^/\\\\\\x00]+)$",
    ),
]


type CallbackUrl = Annotated[
    str,
    Field(
        description="Where a server posts: an absolute http or https URL in ASCII, its port from 1 to 65535 if it names one. Opaque otherwise, and made for one rollout. It may hold a secret, so it is never shown in a log or an answer.",
        max_length=8192,
        pattern="^https?://([A-Za-z0-9._~!$&'()*+,;=:%-]*@)?([A-Za-z0-9][A-Za-z0-9._-]*|\\[[0-9A-Fa-f:.]+\\])(:([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))?([/?#][!-~]*)?$",
    ),
]


class RolloutStatus(ContractEnum):
    """Where a rollout stands. `queued`, `running` and `grading` are live, `success`, `failure` and `cancelled` are
    terminal and never change again. `unknown` is what a status question gets for an id the server does not hold.
    A controller must not rely on seeing `queued` or `grading`."""

    QUEUED = "queued"
    RUNNING = "running"
    GRADING = "grading"
    SUCCESS = "success"
    FAILURE = "failure"
    CANCELLED = "cancelled"
    UNKNOWN = "unknown"


class TerminalStatus(ContractEnum):
    """How a rollout can end."""

    SUCCESS = "success"
    FAILURE = "failure"
    CANCELLED = "cancelled"


class GraderStatus(ContractEnum):
    """How grading ended. `pending` is used by processes that track grading; no callback carries it."""

    PENDING = "pending"
    SUCCESS = "success"
    FAILURE = "failure"


class RolloutErrorCategory(ContractEnum):
    """Why a rollout failed. `timeout`: a deadline of the agent or the grader passed. `validation_error`: the
    workflow or the grader returned or raised something invalid (a value, type or assertion error, a non-finite
    reward). `agent_error`: any other exception of user code. `http_error`: the sandbox or its service failed.
    `lease_expired`: the controller stopped polling. `internal_error`: the server itself failed. `http_error`,
    `lease_expired` and `internal_error` are faults of the infrastructure, never a verdict on the agent; so is a
    word that a reader does not know."""

    TIMEOUT = "timeout"
    LEASE_EXPIRED = "lease_expired"
    VALIDATION_ERROR = "validation_error"
    HTTP_ERROR = "http_error"
    AGENT_ERROR = "agent_error"
    INTERNAL_ERROR = "internal_error"


class ErrorLocation(ContractModel):
    """The place in the user's code where an exception was raised, or passed through on its way out."""

    model_config = ConfigDict(
        extra="forbid",
    )
    file: Annotated[
        str,
        Field(
            description="The file, relative to the directory the server was started in when it is below that; otherwise its path.",
            min_length=1,
        ),
    ]
    line: Annotated[Integer, Field(description="The line, counted from 1.", ge=1)]
    function: Annotated[
        str, Field(description="The name of the function, `<module>` at the top of a module.", min_length=1)
    ]


type ErrorTraceback = Annotated[
    str,
    Field(
        description="The traceback of an exception of user code as text, for people. Only frames of the user's code, at most 20 of them and 8 KiB of UTF-8 in all; what was cut is marked. Credentials of the rollout are redacted.",
        max_length=8192,
        min_length=1,
    ),
]


class RolloutInitResponse(ContractModel):
    """The rollout is admitted (lease dialect). From now on the controller must poll before the lease lapses; each
    poll that arrives renews it."""

    model_config = ConfigDict(
        extra="forbid",
    )
    rollout_id: Annotated[RolloutId, Field(description="The id of the request.")]
    status: Annotated[RolloutStatus, Field(description="`queued`: work is scheduled before this answer leaves.")]
    polling_lease_token: Annotated[
        str,
        Field(
            description="Secret of this lease, sent back with every poll in `X-Osmosis-Rollout-Lease`. URL-safe characters, 43 of them from our own server. A server stores at most a hash of it.",
            min_length=1,
        ),
    ]
    result_wait_timeout_sec: Annotated[
        float,
        Field(description="Seconds a poll may block on the server before it answers with the current status.", gt=0.0),
    ]
    polling_lease_timeout_sec: Annotated[
        float,
        Field(
            description="Seconds after the arrival of the last poll at which the lease lapses, the work is cancelled and the result becomes a failure of category `lease_expired`. Always more than `result_wait_timeout_sec`.",
            gt=0.0,
        ),
    ]


class CallbackRolloutInitResponse(ContractModel):
    """The rollout is admitted (callback dialect). There is nothing to poll; the result arrives by callback."""

    model_config = ConfigDict(
        extra="forbid",
    )


class CancelByIds(ContractModel):
    """Cancels the rollouts named one by one."""

    ids: Annotated[list[str], Field(description="Ids to cancel. An empty list cancels nothing.")]
    prefix: Annotated[None, Field(description="Not given together with `ids`.")] = None
    all: Annotated[Annotated[Literal[False], Only()], Field(description="Not true together with `ids`.")] = False


class CancelByPrefix(ContractModel):
    """Cancels every rollout whose id begins with a prefix."""

    ids: Annotated[None, Field(description="Not given together with `prefix`.")] = None
    prefix: Annotated[
        str, Field(description="The beginning of the ids. The empty string selects every rollout the server holds.")
    ]
    all: Annotated[Annotated[Literal[False], Only()], Field(description="Not true together with `prefix`.")] = False


class CancelAll(ContractModel):
    """Cancels every rollout the server holds."""

    ids: Annotated[None, Field(description="Not given together with `all`.")] = None
    prefix: Annotated[None, Field(description="Not given together with `all`.")] = None
    all: Annotated[Annotated[Literal[True], Only()], Field(description="True.")]


type CancelRolloutsRequest = Annotated[
    CancelByIds | CancelByPrefix | CancelAll,
    Field(description="Which rollouts to cancel, by exactly one selector. No lease token is needed."),
]


class CancelDisposition(ContractEnum):
    """What became of one id: `cancelled_queued` (it had not begun), `cancelled_running` (its work is being ended),
    or `not_found` (never seen, or finished). Asking again gives the same answer while the work is ending."""

    CANCELLED_QUEUED = "cancelled_queued"
    CANCELLED_RUNNING = "cancelled_running"
    NOT_FOUND = "not_found"


class CancelRolloutsResponse(ContractModel):
    """What became of every rollout the selector named."""

    model_config = ConfigDict(
        extra="forbid",
    )
    dispositions: Annotated[
        dict[str, CancelDisposition],
        Field(
            description="A disposition by rollout id. Finished rollouts that are still retained are listed as `not_found`."
        ),
    ]


class RolloutLifecycle(ContractModel):
    """Whether the server takes work, and how much it has. Its presence says that the server speaks leases."""

    model_config = ConfigDict(
        extra="forbid",
    )
    accepting_rollouts: Annotated[
        bool, Field(description="False once the server is draining or used up; admissions are then answered with 503.")
    ]
    active_rollouts: Annotated[
        Integer,
        Field(description="Rollouts whose work has not ended, cleaning up after a delivered result included.", ge=0),
    ]


class AdmissionState(ContractEnum):
    """Whether a server admits rollouts. `accepting`: it does. `draining`: it is shutting down. `used_up`: user code
    holds a thread that cannot be ended, so this process takes no more work and must be replaced."""

    ACCEPTING = "accepting"
    DRAINING = "draining"
    USED_UP = "used_up"


class RolloutAdmission(ContractModel):
    """Why a server does or does not admit rollouts. Whoever launched a server that is `used_up` ends its process and
    starts another before it sends more work; the results of rollouts that have ended can still be read until
    then."""

    model_config = ConfigDict(
        extra="forbid",
    )
    state: Annotated[
        AdmissionState,
        Field(
            description="The state of admissions. `lifecycle.accepting_rollouts` is true exactly when it is `accepting`."
        ),
    ]
    reason: Annotated[
        Maybe[str],
        Field(description="Why, in words for people; absent while the server is accepting rollouts.", min_length=1),
    ] = None


class ConcurrencyHealth(ContractModel):
    """How many rollouts a backend runs at once."""

    model_config = ConfigDict(
        extra="forbid",
    )
    max_concurrent: Annotated[Integer | None, Field(description="The limit; null is no limit.", ge=1)]
    queued: Annotated[Integer, Field(description="Rollouts waiting for a slot.", ge=0)]
    running: Annotated[Integer, Field(description="Rollouts holding a slot.", ge=0)]


class HealthResponse(ContractModel):
    """The health of a server that speaks leases. The backend adds members of its own (queue depths, its name); a
    controller ignores those it does not know."""

    model_config = ConfigDict(
        extra="allow",
    )
    status: Annotated[
        str, Field(description="`ok` when the backend can work; `degraded` when it works and should be replaced.")
    ]
    reason: Annotated[
        Maybe[str],
        Field(description="Why the status is not `ok`, in words for people; absent otherwise.", min_length=1),
    ] = None
    instance_id: Annotated[
        str,
        Field(
            description="The name the supervisor gave this server (environment variable `_OSMOSIS_ROLLOUT_INSTANCE_ID`), else the same as `process_id`. A controller that started a server checks it, so as not to talk to a stranger on its port.",
            min_length=1,
        ),
    ]
    process_id: Annotated[
        str,
        Field(
            description="A new UUID for every start of the application. A changed value means that all leases are gone.",
            min_length=1,
        ),
    ]
    lifecycle: Annotated[RolloutLifecycle, Field(description="Admission and load.")]
    admission: Annotated[
        Maybe[RolloutAdmission],
        Field(description="Why the server admits rollouts or does not; absent from servers that do not say."),
    ] = None
    concurrency: Annotated[
        Maybe[ConcurrencyHealth], Field(description="The backend's limit and load, where it has such a notion.")
    ] = None
    max_queue_depth: Annotated[
        Integer | None,
        Field(
            description="How many admitted rollouts may wait, for backends with a queue, those at work not counted; null is no limit. A controller that is told no `concurrency.max_concurrent` keeps at most so many in flight.",
            ge=1,
        ),
    ] = None


class CallbackHealthResponse(RefusesMembers):
    """The health of a server that speaks callbacks alone - any object without `lifecycle`."""

    model_config = ConfigDict(
        extra="allow",
    )

    refused_members = ("lifecycle",)
    status: Annotated[Maybe[str], Field(description="`ok` when the backend can work.")] = None
    instance_id: Annotated[
        Maybe[str], Field(description="The name the supervisor gave this server, when it gave one.")
    ] = None


class Problem(ContractModel):
    """An error answer (RFC 9457). `detail` is also what published clients read."""

    model_config = ConfigDict(
        extra="forbid",
    )
    type: Annotated[
        str,
        Field(
            description="A URI naming the kind of problem; `about:blank` when the status says it all. `urn:osmosis:rollout:used-up` with 503 means that this process admits nothing any more, however long one waits. With 409, `urn:osmosis:rollout:id-taken` and `urn:osmosis:rollout:key-reused` say which conflict it is."
        ),
    ]
    title: Annotated[str, Field(description="The kind of problem in a few words, the same for every occurrence.")]
    status: Annotated[Integer, Field(description="The HTTP status again.", ge=400, le=599)]
    detail: Annotated[str, Field(description="What went wrong this time, and what to do about it.")]
    instance: Annotated[Maybe[str], Field(description="The path of the request.")] = None


class ValidationFault(ContractModel):
    """One thing that is wrong with a request."""

    model_config = ConfigDict(
        extra="forbid",
    )
    type: Annotated[str, Field(description="The kind of fault as a short word, such as `missing` or `string_type`.")]
    loc: Annotated[
        list[str | Integer],
        Field(
            description="Where it is - `body`, `path`, `query` or `header`, then member names and list positions as they are in the request, and nothing else."
        ),
    ]
    msg: Annotated[str, Field(description="What is wrong, in words.")]
    input: Annotated[
        Any | None,
        Field(
            description="What was found there, cut to a readable length; absent where there was nothing to show, and for a member that the contract marks `writeOnly`, which holds a secret."
        ),
    ] = None


class ValidationProblem(ContractModel):
    """A request that does not fit the contract. `detail` and `errors` list the same faults in the same order; the
    first is where published clients look, and shows what was found in `input`; the second is where RFC 9457 puts
    it, without `input`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    type: Annotated[str, Field(description="A URI naming the kind of problem.")]
    title: Annotated[str, Field(description="The kind of problem in a few words.")]
    status: Annotated[Integer, Field(description="The HTTP status again.", ge=400, le=499)]
    detail: Annotated[list[ValidationFault], Field(description="The faults.")]
    errors: Annotated[list[ValidationFault], Field(description="The faults.")]
    instance: Annotated[Maybe[str], Field(description="The path of the request.")] = None


class CancelProblem(ContractModel):
    """A cancellation that does not fit the contract. `detail` is one sentence, which is what published clients read
    here; `errors` lists what is wrong."""

    model_config = ConfigDict(
        extra="forbid",
    )
    type: Annotated[str, Field(description="A URI naming the kind of problem.")]
    title: Annotated[str, Field(description="The kind of problem in a few words.")]
    status: Annotated[Integer, Field(description="The HTTP status again.", ge=400, le=499)]
    detail: Annotated[str, Field(description="What is wrong, and which selectors there are.")]
    errors: Annotated[list[ValidationFault], Field(description="The faults.")]
    instance: Annotated[Maybe[str], Field(description="The path of the request.")] = None


class RolloutCompleteRequest(ContractModel):
    """The completion callback - the workflow has ended. Sent once, before the grader callback. It carries no sample."""

    model_config = ConfigDict(
        extra="forbid",
    )
    status: Annotated[TerminalStatus, Field(description="How the workflow ended.")]
    rollout_id: Annotated[RolloutId, Field(description="The rollout's id.")]
    extra_fields: Annotated[dict[str, Any] | None, Field(description="Diagnostics of the backend, by name.")] = None
    err_message: Annotated[str | None, Field(description="What went wrong, for people.")] = None
    err_category: Annotated[RolloutErrorCategory | None, Field(description="Why the workflow failed.")] = None
    err_location: Annotated[
        Maybe[ErrorLocation],
        Field(
            description="Where in the user's code the exception was raised; absent where the failure has no such place."
        ),
    ] = None
    err_traceback: Annotated[
        Maybe[ErrorTraceback],
        Field(description="The traceback of the exception of user code; absent where there was none."),
    ] = None


class GraderCompleteRequestStatus(ContractEnum):
    """`success` with the graded sample, or `failure`."""

    SUCCESS = "success"
    FAILURE = "failure"


class RolloutInitRequest(RefusesMembers):
    """Asks a server to run one rollout and to keep its result for polling (lease dialect). Members that are not
    listed are ignored."""

    refused_members = ("completion_callback_url",)
    initial_messages: Annotated[
        list[Message],
        Field(description="The prompt of the dataset row, handed to the workflow as it is. May be empty."),
    ]
    label: Annotated[
        str | None, Field(description="The reference answer. The grader sees it, the workflow does not.")
    ] = None
    metadata: Annotated[
        dict[str, Any] | None, Field(description="The row's metadata, seen by workflow and grader alike.")
    ] = None
    rollout_id: Annotated[RolloutId, Field(description="The rollout's name.")]
    chat_completions_url: Annotated[
        str,
        Field(
            description="Base of the policy model's endpoint for this rollout; clients append `/chat/completions`. Opaque to the server and not checked to be a URL, since a workflow that calls no model needs none. May be empty."
        ),
    ]
    llm_api_key: Annotated[
        str | None,
        Field(
            description="Bearer key for the model endpoint; null when it needs none. Never the empty string.",
            min_length=1,
        ),
    ] = None
    grade: Annotated[bool, Field(description="False asks for the sample alone; the grader is not run.")] = True
    agent_timeout_sec: Annotated[
        float | None,
        Field(
            description="Seconds the workflow may take, time spent waiting for a slot of the backend included; null is no limit. Zero or less has already passed."
        ),
    ] = None
    grader_timeout_sec: Annotated[
        float | None,
        Field(description="Seconds the grader may take; null is no limit. Zero or less has already passed."),
    ] = None
    extra_fields: Annotated[
        dict[str, Any] | None,
        Field(description="Kept beside the trajectory as `request_extra_fields`; used for nothing else."),
    ] = None


class CallbackRolloutInitRequest(ContractModel):
    """Asks a server to run one rollout and to post its result (callback dialect). Recognised by the presence of
    `completion_callback_url`. Members that are not listed are ignored."""

    initial_messages: Annotated[
        list[Message],
        Field(description="The prompt of the dataset row, handed to the workflow as it is. May be empty."),
    ]
    label: Annotated[
        str | None, Field(description="The reference answer. The grader sees it, the workflow does not.")
    ] = None
    metadata: Annotated[
        dict[str, Any] | None, Field(description="The row's metadata, seen by workflow and grader alike.")
    ] = None
    rollout_id: Annotated[
        RolloutId | None,
        Field(description="The rollout's name; when null or absent the server makes one of 32 hexadecimal digits."),
    ] = None
    chat_completions_url: Annotated[
        str,
        Field(
            description="Base of the policy model's endpoint for this rollout; clients append `/chat/completions`. Opaque."
        ),
    ]
    llm_api_key: Annotated[
        str | None,
        Field(
            description="Bearer key for the model endpoint; null falls back to `controller_api_key`. Never the empty string.",
            min_length=1,
        ),
    ] = None
    completion_callback_url: Annotated[
        CallbackUrl, Field(description="Where the server posts that the workflow ended.")
    ]
    grader_callback_url: Annotated[
        CallbackUrl | None,
        Field(description="Where the server posts the graded sample. Null or absent asks for no grading."),
    ] = None
    controller_api_key: Annotated[
        str | None, Field(description="Bearer key for both callbacks; null sends no Authorization header.")
    ] = None
    agent_timeout_sec: Annotated[
        float | None, Field(description="Seconds the workflow may take, waiting for a slot included; null is no limit.")
    ] = None
    grader_timeout_sec: Annotated[float | None, Field(description="Seconds the grader may take; null is no limit.")] = (
        None
    )
    extra_fields: Annotated[
        dict[str, Any] | None,
        Field(description="Kept beside the trajectory as `request_extra_fields`; used for nothing else."),
    ] = None


class RolloutResultResponse(ContractModel):
    """Where a rollout stands, and its result once it has ended. While the status is live, `sample`, `err_message`
    and `err_category` are null. Where no grader is asked for, none is there, the row has neither label nor
    metadata, or the grader sets no reward, the rollout is a `success` whose reward is null. A `failure` with null
    category and message comes from older servers, and is read as a success without a reward."""

    model_config = ConfigDict(
        extra="forbid",
    )
    rollout_id: Annotated[RolloutId, Field(description="The id of the rollout.")]
    status: Annotated[
        RolloutStatus,
        Field(description="The current status. Never `unknown` here; an unknown id is answered with 404."),
    ]
    sample: Annotated[
        ResultSample | None,
        Field(
            description="The sample, null while the rollout is live and when there is none. Its `reward` is a number only on `success`. A rollout whose workflow failed, was late or was cancelled has the conversation so far, where the workflow's sample source could give it; `sample_cut_off` then says so."
        ),
    ]
    err_message: Annotated[str | None, Field(description="What went wrong, for people; null on success.")]
    err_category: Annotated[RolloutErrorCategory | None, Field(description="Why the rollout failed; null on success.")]
    err_location: Annotated[
        Maybe[ErrorLocation],
        Field(
            description="Where in the user's code the exception was raised; absent where the failure has no such place."
        ),
    ] = None
    err_traceback: Annotated[
        Maybe[ErrorTraceback],
        Field(description="The traceback of the exception of user code; absent where there was none."),
    ] = None
    sample_cut_off: Annotated[
        Maybe[Annotated[Literal[True], Only()]],
        Field(
            description="True when the rollout ended before its workflow did: `sample` is then the conversation as far as it had come. Absent otherwise."
        ),
    ] = None


class RolloutStatusResponse(ContractModel):
    """The answer to a status question of the callback dialect. It grants nothing and renews nothing."""

    model_config = ConfigDict(
        extra="forbid",
    )
    rollout_id: Annotated[RolloutId, Field(description="The id asked for.")]
    status: Annotated[
        RolloutStatus, Field(description="The current status; `unknown` for an id never seen or no longer remembered.")
    ]
    reward: Annotated[
        Reward | None, Field(description="The reward of a rollout that succeeded and was graded, null otherwise.")
    ]
    err_message: Annotated[str | None, Field(description="What went wrong, for people; null when nothing did.")]


class GraderCompleteRequest(ContractModel):
    """The grader callback - grading has ended, or cannot happen because the workflow failed (then a bare failure).
    Sent once, after the completion callback, to controllers that gave a `grader_callback_url`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    status: Annotated[GraderCompleteRequestStatus, Field(description="`success` with the graded sample, or `failure`.")]
    rollout_id: Annotated[RolloutId, Field(description="The rollout's id.")]
    sample: Annotated[
        ResultSample | None,
        Field(description="The sample; its reward is a number only on `success` and when it is not removed."),
    ] = None
    err_message: Annotated[str | None, Field(description="What went wrong, for people.")] = None
    err_category: Annotated[RolloutErrorCategory | None, Field(description="Why grading failed.")] = None
    err_location: Annotated[
        Maybe[ErrorLocation],
        Field(
            description="Where in the user's code the exception was raised; absent where the failure has no such place."
        ),
    ] = None
    err_traceback: Annotated[
        Maybe[ErrorTraceback],
        Field(description="The traceback of the exception of user code; absent where there was none."),
    ] = None


class CallbackAcknowledgement(ContractModel):
    """The answer to a callback. Any 2xx status acknowledges; the body may bring a report on the model calls, which
    the server merges into the saved trajectory. A report on the grader callback replaces one on the completion
    callback; one that does not fit its schema is ignored with a warning. A callback that arrives again, or after
    the outcome is settled, gets the stored acknowledgement again and counts for nothing."""

    model_config = ConfigDict(
        extra="allow",
    )
    ok: Annotated[Maybe[bool], Field(description="True when the callback was taken.")] = None
    error_type: Annotated[
        Maybe[str], Field(description="`callback_timeout` when it came after the controller's deadline.")
    ] = None
    trajectory: Annotated[
        Maybe[TrajectoryReport], Field(description="What the controller knows of the rollout's model calls.")
    ] = None
