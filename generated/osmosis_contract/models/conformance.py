"""Conformance. Generated from the specification; do not edit."""

from typing import Annotated, Any

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

from .rollout import RolloutId
from .sample import Message, Reward


class ConformanceAgent(ContractEnum):
    """What a workflow does: return its conversation, raise an error of no special kind, raise one of an invalid
    value, return what is not a conversation, wait without end, or hold its thread."""

    ANSWER = "answer"
    RAISE = "raise"
    RAISE_VALUE = "raise_value"
    NONSENSE = "nonsense"
    BLOCK = "block"
    HOLD_THREAD = "hold_thread"


class ConformanceGrader(ContractEnum):
    """What a grader does: compare with the label, set nothing, remove the sample, raise an error of no special kind,
    raise one of an invalid value, set NaN, set infinity, or wait without end."""

    LABEL = "label"
    NOTHING = "nothing"
    REMOVE = "remove"
    RAISE = "raise"
    RAISE_VALUE = "raise_value"
    NAN = "nan"
    INFINITY = "infinity"
    BLOCK = "block"


class ConformanceUnencodable(ContractEnum):
    """A value that JSON cannot carry, and where it is put."""

    MESSAGE_NAN = "message_nan"
    MESSAGE_INFINITY = "message_infinity"
    MESSAGE_SURROGATE = "message_surrogate"
    MESSAGE_OBJECT = "message_object"
    METRIC_NAN = "metric_nan"
    METRIC_INFINITY = "metric_infinity"
    FIELD_NAN = "field_nan"


class ConformanceFeature(ContractEnum):
    """Something that a server offers; each is described on the page conformance/rollout.md."""

    LEASES = "leases"
    CALLBACKS = "callbacks"
    CONFORMANCE_ROLLOUT = "conformance-rollout"
    KEY = "key"
    IDEMPOTENCY = "idempotency"
    STATUS = "status"
    UNTIL = "until"
    PROBLEMS = "problems"
    GUARD = "guard"
    SETTINGS = "settings"
    STREAM = "stream"
    ARTIFACTS = "artifacts"
    TRAJECTORY = "trajectory"
    MARKED_OUTPUT = "marked-output"
    DRAIN = "drain"
    HOLD_THREAD = "hold-thread"


class ConformanceFeatures(ContractModel):
    """What a server under test offers. A file in YAML or JSON."""

    model_config = ConfigDict(
        extra="forbid",
    )
    features: Annotated[
        list[ConformanceFeature], Field(description="All that it offers; a feature that is not named is not tested.")
    ]


class ConformanceKind(ContractEnum):
    """What was tested - a rollout server, a controller, or trajectory files."""

    SERVER = "server"
    CONTROLLER = "controller"
    TRAJECTORY = "trajectory"


class ConformanceDialect(ContractEnum):
    """A dialect of the rollout protocol."""

    LEASES = "leases"
    CALLBACKS = "callbacks"


class ConformanceVerdict(ContractEnum):
    """How a case ended. `inconclusive`: the suite itself was too slow for what the case asks, in every one of its
    tries."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    INCONCLUSIVE = "inconclusive"


class ConformanceExchange(ContractModel):
    """A request and its answer, or an event between the suite and what it tests. Bodies are cut to 4,000 characters;
    keys and lease tokens are left out."""

    model_config = ConfigDict(
        extra="forbid",
    )
    what: Annotated[
        str,
        Field(
            description="What happened, such as `POST /rollout`, `callback completion`, `model call` or `SIGKILL`.",
            min_length=1,
        ),
    ]
    request: Annotated[Maybe[str], Field(description="What was sent, as text; absent where nothing was.")] = None
    status: Annotated[Maybe[Integer], Field(description="The status of the answer; absent where there was none.")] = (
        None
    )
    response: Annotated[Maybe[str], Field(description="The answer, as text; absent where there was none.")] = None


type Clause = Annotated[str, Field(description="A clause's id.", min_length=1)]


class ConformanceResult(ContractModel):
    """One case in one dialect, and how it ended."""

    model_config = ConfigDict(
        extra="forbid",
    )
    case: Annotated[
        str,
        Field(
            description="The case's name; a case that runs in each dialect ends in `@leases` or `@callbacks`.",
            min_length=1,
        ),
    ]
    clauses: Annotated[
        list[Clause], Field(description="The clauses that the case holds the implementation to.", min_length=1)
    ]
    dialect: Annotated[
        Maybe[ConformanceDialect], Field(description="The dialect that was spoken; absent where a case has none.")
    ] = None
    verdict: Annotated[ConformanceVerdict, Field(description="How it ended.")]
    known: Annotated[
        Maybe[bool],
        Field(description="True for a case that the file of known failures names. One that passes fails the run."),
    ] = None
    message: Annotated[
        Maybe[str],
        Field(
            description="What was expected and what came, or why the case was skipped; absent where it passed.",
            min_length=1,
        ),
    ] = None
    duration_sec: Annotated[Maybe[float], Field(description="Seconds that it took.", ge=0.0)] = None
    exchange: Annotated[
        Maybe[list[ConformanceExchange]],
        Field(description="What was said, in order. Given for a case that did not pass."),
    ] = None


class ConformanceReport(ContractModel):
    """The file that `--json` writes."""

    model_config = ConfigDict(
        extra="forbid",
    )
    kind: Annotated[ConformanceKind, Field(description="What was tested.")]
    target: Annotated[str, Field(description="The URL, the command, or the files.")]
    version: Annotated[str, Field(description="The version of the suite.")]
    seed: Annotated[Integer, Field(description="The seed of the order in which cases ran, and of ids.")]
    features: Annotated[list[ConformanceFeature], Field(description="The features that were assumed.")]
    duration_sec: Annotated[float, Field(description="Seconds from the start to the end.", ge=0.0)]
    ok: Annotated[
        bool,
        Field(description="Whether the run passed - every case passed, was skipped, or failed as it was known to."),
    ]
    results: Annotated[
        list[ConformanceResult], Field(description="One for each case and dialect, in the order of the cases.")
    ]


type Way = Annotated[str, Field(description="A way, in a word or a few.", min_length=1)]


class ConformanceClause(ContractModel):
    """One rule of the specification under a number that never changes and is never given again."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[
        str, Field(description="The clause's id: what it is about, and a number.", pattern="^[A-Z]+(-[A-Z]+)*-[0-9]+$")
    ]
    at: Annotated[
        str,
        Field(
            description="Where its text is: a file below `spec/`, and in a YAML file `#` and a JSON pointer to the description.",
            min_length=1,
        ),
    ]
    text: Annotated[
        str, Field(description="Its text, word for word as it is there, but for line breaks.", min_length=1)
    ]
    ways: Annotated[
        Maybe[list[Way]],
        Field(
            description="The ways in which it can be broken that are told apart, each of which a case must hold.",
            min_length=1,
        ),
    ] = None


class ConformanceClauses(ContractModel):
    """The file `conformance/clauses.yaml`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    clauses: Annotated[list[ConformanceClause], Field(description="Every clause.")]


class ConformanceSettings(ContractModel):
    """What a case needs a server to be started with, by the variables of the conformance rollout's page."""

    model_config = ConfigDict(
        extra="forbid",
    )
    wait_sec: Annotated[Maybe[float], Field(description="Seconds that a poll may block.", gt=0.0)] = None
    lease_sec: Annotated[Maybe[float], Field(description="Seconds that a lease lives.", gt=0.0)] = None
    retention_sec: Annotated[Maybe[float], Field(description="Seconds that a result is retained.", ge=0.0)] = None
    capacity: Annotated[Maybe[Integer], Field(description="How many rollouts the server admits.", ge=2)] = None


class ConformanceVariant(ContractModel):
    """One case of several that differ in a few values. Each `${member}` in the steps is replaced by the member's
    value."""

    model_config = ConfigDict(
        extra="allow",
    )
    name: Annotated[
        str,
        Field(
            description="What is put at the end of the case's name, after a full stop.", pattern="^[a-z0-9][a-z0-9-]*$"
        ),
    ]


type ClauseModel = Annotated[
    str, Field(description="A clause's id, or its id, a slash, and one of its ways.", min_length=1)
]


class ConformanceNothing(ContractModel):
    """An empty object."""

    model_config = ConfigDict(
        extra="forbid",
    )


class ConformanceOf(ContractModel):
    """Names a rollout of the case."""

    model_config = ConfigDict(
        extra="forbid",
    )
    of: Annotated[
        str,
        Field(
            description="The name that its admission gave it. One that no admission gave means an id that was never used."
        ),
    ] = "a"


class ConformanceStatusQuestion(ContractModel):
    """A question for the status of a rollout."""

    model_config = ConfigDict(
        extra="forbid",
    )
    of: Annotated[str, Field(description="The rollout.")] = "a"
    until: Annotated[Maybe[dict[str, Any]], Field(description="Asks again until the answer fits this.")] = None


class ConformanceAdmissionAgain(ContractEnum):
    """How the body of the last admission of this name is sent again: as it was, with its members in another order,
    or with its whole numbers written with a fraction of zero. `set` and `remove` apply to it."""

    SAME = "same"
    REORDERED = "reordered"
    RESPELLED = "respelled"


class ConformanceModelAnswer(ContractModel):
    """What the model endpoint does with a call."""

    model_config = ConfigDict(
        extra="forbid",
    )
    content: Annotated[str, Field(description="The text of the answer.")] = "The answer is 56."
    status: Annotated[
        Maybe[Integer], Field(description="Another status than 200, with a `ChatError`.", ge=400, le=599)
    ] = None
    retry_after: Annotated[Maybe[str], Field(description="The header Retry-After.")] = None
    hold: Annotated[
        bool, Field(description="True keeps the call waiting until a step steers the rollout's model anew.")
    ] = False
    delay_sec: Annotated[
        Maybe[float], Field(description="How many seconds the answer is held back.", gt=0.0, le=5.0)
    ] = None
    cut: Annotated[bool, Field(description="True breaks the connection in the middle of the answer.")] = False
    error_event: Annotated[bool, Field(description="True ends a stream with an event named `error`.")] = False


class ConformanceModelStep(ContractModel):
    """What the model endpoint does for a rollout from now on; calls that are held get it too."""

    model_config = ConfigDict(
        extra="forbid",
    )
    of: Annotated[str, Field(description="The rollout.")] = "a"
    answer: Annotated[ConformanceModelAnswer, Field(description="What it does with each call.")]


class ConformanceCallbackAnswer(ContractModel):
    """How a callback is answered."""

    model_config = ConfigDict(
        extra="forbid",
    )
    status: Annotated[Integer, Field(description="The status.")] = 200
    body: Annotated[Any | None, Field(description="The body, as JSON; absent for the acknowledgement.")] = None
    text: Annotated[Maybe[str], Field(description="The body as text, where it is no JSON.")] = None
    retry_after: Annotated[
        Maybe[str], Field(description="The header Retry-After; `date` for an HTTP date two to three seconds ahead.")
    ] = None
    delay_sec: Annotated[
        Maybe[float],
        Field(
            description="How many seconds the answer is held back. What comes meanwhile counts as received before it.",
            gt=0.0,
            le=5.0,
        ),
    ] = None
    location: Annotated[Maybe[str], Field(description="The header Location.")] = None
    cut: Annotated[
        bool, Field(description="True breaks the connection instead of answering; the callback has been read.")
    ] = False


class ConformancePoll(ContractModel):
    """A poll."""

    model_config = ConfigDict(
        extra="forbid",
    )
    of: Annotated[str, Field(description="The rollout.")] = "a"
    until: Annotated[Maybe[str], Field(description="The parameter `until`; absent leaves it out.")] = None
    token: Annotated[
        str,
        Field(
            description="The lease token: the rollout's own, that of another rollout, none, an empty one, or this text."
        ),
    ] = "own"
    to_end: Annotated[bool, Field(description="True polls until the status is terminal.")] = False
    waits: Annotated[
        bool,
        Field(description="True fails the case where the answer comes before half of the server's wait has passed."),
    ] = False
    method: Annotated[str, Field(description="The method.")] = "GET"


class ConformanceFinish(ContractModel):
    """Names a rollout of the case, and how it must end."""

    model_config = ConfigDict(
        extra="forbid",
    )
    of: Annotated[str, Field(description="The rollout.")] = "a"


class ConformanceCancel(ContractModel):
    """A cancellation. `{name}` in an id or a prefix is replaced by the id of the rollout of that name."""

    model_config = ConfigDict(
        extra="forbid",
    )
    ids: Annotated[Maybe[list[str]], Field(description="Names of rollouts.")] = None
    prefix: Annotated[
        Maybe[str], Field(description="A prefix; `{case}` is what the ids of this case's rollouts begin with.")
    ] = None
    all: Annotated[Maybe[bool], Field(description="Whether all are cancelled.")] = None
    body: Annotated[Any | None, Field(description="The body, where none of these will do.")] = None


class ConformanceHealth(ContractModel):
    """A question for the health."""

    model_config = ConfigDict(
        extra="forbid",
    )
    until: Annotated[Maybe[dict[str, Any]], Field(description="Asks again until the answer fits this.")] = None
    stopping: Annotated[
        bool, Field(description="True asks again until the server takes no more rollouts, or does not answer any more.")
    ] = False


class ConformanceRequest(ContractModel):
    """Any request. `{a}` in its path is replaced by the id of the rollout `a`, percent-encoded."""

    model_config = ConfigDict(
        extra="forbid",
    )
    method: Annotated[str, Field(description="The method.")]
    path: Annotated[str, Field(description="Path and query.")]
    headers: Annotated[
        Maybe[dict[str, str | None]],
        Field(description="Headers besides the key's; null leaves out one that is sent otherwise."),
    ] = None
    body: Annotated[Any | None, Field(description="The body, as JSON.")] = None
    text: Annotated[
        Maybe[str], Field(description="The body, as text. `{unique}` is replaced by letters that no other id has.")
    ] = None
    base64: Annotated[Maybe[str], Field(description="The body, as bytes in base64.")] = None
    pad: Annotated[Maybe[Integer], Field(description="So many spaces after the text, for large bodies.", ge=1)] = None
    operation: Annotated[
        Maybe[str],
        Field(description="The operation whose documented answers are expected, where the path does not say it."),
    ] = None


class ConformanceRawThen(ContractEnum):
    """What is done after the last part - read the answer, close, or end the sending side and read."""

    READ = "read"
    CLOSE = "close"
    HALF_CLOSE = "half_close"


class ConformanceRaw(ContractModel):
    """Text for a connection. `{host}`, `{key}` and `{body}` (that of a plain admission of rollout `a`) are replaced,
    `{length}` and `{hexlength}` by the length of that body in bytes."""

    model_config = ConfigDict(
        extra="forbid",
    )
    send: Annotated[
        list[str],
        Field(description="What is written, part by part; each part is on its way before the next.", min_length=1),
    ]
    then: Annotated[
        ConformanceRawThen,
        Field(
            description="What is done after the last part - read the answer, close, or end the sending side and read."
        ),
    ] = ConformanceRawThen.READ
    operation: Annotated[Maybe[str], Field(description="The operation whose documented answers are expected.")] = None
    loose: Annotated[
        bool, Field(description="True holds the answer against no document, for what is no request at all.")
    ] = False
    of: Annotated[str, Field(description="The rollout whose admission `{body}` is.")] = "a"


class ConformanceCount(ContractModel):
    """How often the model was called."""

    model_config = ConfigDict(
        extra="forbid",
    )
    of: Annotated[str, Field(description="The rollout.")] = "a"
    count: Annotated[Integer, Field(description="How often.", ge=1)] = 1


class ConformanceCallbackCountCallback(ContractEnum):
    """Which callback."""

    COMPLETION = "completion"
    GRADER = "grader"


class ConformanceCallbackCountAfter(ContractEnum):
    """The callback of the rollout that must have been acknowledged before this one came."""

    COMPLETION = "completion"
    GRADER = "grader"


class ConformanceCallbackCount(ContractModel):
    """How often a callback came."""

    model_config = ConfigDict(
        extra="forbid",
    )
    of: Annotated[str, Field(description="The rollout.")] = "a"
    callback: Annotated[ConformanceCallbackCountCallback, Field(description="Which callback.")]
    count: Annotated[Integer, Field(description="How often.", ge=1)] = 1
    after_pause: Annotated[
        bool,
        Field(
            description="True fails a try that came before the Retry-After of the answer to the one before it allowed."
        ),
    ] = False
    after: Annotated[
        Maybe[ConformanceCallbackCountAfter],
        Field(description="The callback of the rollout that must have been acknowledged before this one came."),
    ] = None


class ConformanceKillSignal(ContractEnum):
    """The signal."""

    KILL = "KILL"
    TERM = "TERM"
    INT = "INT"


class ConformanceKill(ContractModel):
    """A signal for the server process."""

    model_config = ConfigDict(
        extra="forbid",
    )
    signal: Annotated[ConformanceKillSignal, Field(description="The signal.")]


class ConformanceFiles(ContractModel):
    """Files of a rollout."""

    model_config = ConfigDict(
        extra="forbid",
    )
    of: Annotated[str, Field(description="The rollout.")] = "a"
    paths: Annotated[
        list[str],
        Field(
            description="Paths below the rollout's folder; JSON files are read as JSON, others as text.", min_length=1
        ),
    ]


class ConformanceOutput(ContractModel):
    """A line of standard output."""

    model_config = ConfigDict(
        extra="forbid",
    )
    line: Annotated[str, Field(description="The whole line. `{a}` is the id of the rollout `a`.")]


class ConformanceExpectation(ContractModel):
    """What must come."""

    model_config = ConfigDict(
        extra="forbid",
    )
    status: Annotated[
        Maybe[list[Integer]],
        Field(description="The statuses allowed. 0 is a connection that closes without an answer.", min_length=1),
    ] = None
    body: Annotated[
        Any | None,
        Field(
            description="What the body holds. `{first}` is what the first admission of the rollout was answered with, `{last name}` the member of that name of the health answer before. An object holds at least the members named; a list is as long as given. An object with one member that begins with `$` says something of the value: `$any` of these, `$not` this, `$type` of a JSON type, `$matches` a regular expression, `$absent` (with a value that means nothing), `$has` an item like each of these, `$at_least`, `$at_most`, `$size`, `$text` the value as JSON text matches a regular expression."
        ),
    ] = None
    headers: Annotated[
        Maybe[dict[str, Any]], Field(description="The same of headers, by name in lower case; each value is text.")
    ] = None
    schema_: Annotated[
        Maybe[str],
        Field(
            alias="schema",
            description="The name of a schema that the body must fit, where the API document does not say it.",
        ),
    ] = None


class ConformanceOutcome(ContractEnum):
    """How a rollout counts. `scored` has a reward; `ungraded` succeeded without one; `removed` asks not to be
    counted; `agent_failed`, `grader_failed` and `timed_out` are failures of the user's code; `cancelled` was
    asked for; `infrastructure_failed` is a verdict on nothing, and counts in no denominator."""

    SCORED = "scored"
    UNGRADED = "ungraded"
    REMOVED = "removed"
    AGENT_FAILED = "agent_failed"
    GRADER_FAILED = "grader_failed"
    TIMED_OUT = "timed_out"
    CANCELLED = "cancelled"
    INFRASTRUCTURE_FAILED = "infrastructure_failed"


class ConformanceScriptedAnswer(ContractModel):
    """How the scripted server answers a controller once. Where nothing is said, an admission is answered with a
    lease, and a poll with `running`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    status: Annotated[
        Maybe[Integer], Field(description="The status, where it is neither 202 for an admission nor 200 for a poll.")
    ] = None
    type: Annotated[Maybe[str], Field(description="The problem's type, for a status of 400 and more.")] = None
    retry_after: Annotated[
        Maybe[str], Field(description="The header Retry-After; `date` for an HTTP date one second ahead.")
    ] = None
    cut: Annotated[
        bool, Field(description="True takes the request, and breaks the connection in place of an answer.")
    ] = False
    text: Annotated[Maybe[str], Field(description="The body, where it is not the usual one.")] = None
    result: Annotated[
        Maybe[dict[str, Any]],
        Field(
            description="Members of a `RolloutResultResponse`, for a poll; those that are left out are null, and `rollout_id` is the rollout's."
        ),
    ] = None
    extra: Annotated[
        Maybe[dict[str, Any]], Field(description="Further members of the body, which a reader does not know.")
    ] = None


type ClauseModel1 = Annotated[str, Field(description="A clause's id with or without a way.", min_length=1)]


class ConformanceInstructions(ContractModel):
    """`metadata.conformance`: what the conformance rollout is asked to do. Members that are not listed are ignored."""

    calls: Annotated[Integer, Field(description="How many times the workflow calls the model.", ge=0, le=20)] = 1
    stream: Annotated[bool, Field(description="Whether it asks for a stream.")] = False
    prints: Annotated[Maybe[list[str]], Field(description="Lines for standard output.")] = None
    artifacts: Annotated[
        Maybe[dict[str, str]], Field(description="Files for the artifacts folder, a text by name.")
    ] = None
    agent: Annotated[ConformanceAgent, Field(description="What the workflow does after its calls.")] = (
        ConformanceAgent.ANSWER
    )
    grader: Annotated[ConformanceGrader, Field(description="What the grader does.")] = ConformanceGrader.LABEL
    message: Annotated[str, Field(description="The text of an error that is raised.")] = "on purpose"
    reward: Annotated[Maybe[float], Field(description="The reward, in place of what the label says.")] = None
    metrics: Annotated[Maybe[dict[str, Any]], Field(description="Metrics of the sample, by name.")] = None
    extra_fields: Annotated[Maybe[dict[str, Any]], Field(description="Extra fields of the sample, by name.")] = None
    filler_chars: Annotated[Maybe[Integer], Field(description="A message with so many letters is appended.", ge=0)] = (
        None
    )
    nesting: Annotated[
        Maybe[Integer], Field(description="A message with so many lists inside each other is appended.", ge=1)
    ] = None
    unencodable: Annotated[
        Maybe[list[ConformanceUnencodable]], Field(description="What JSON cannot carry, to be put into the sample.")
    ] = None


class ConformanceAdmitMany(ContractModel):
    """Many admissions at once."""

    model_config = ConfigDict(
        extra="forbid",
    )
    count: Annotated[Integer, Field(description="How many.", ge=1)]
    conformance: Annotated[Maybe[ConformanceInstructions], Field(description="The instructions of each.")] = None
    kill_after: Annotated[
        Maybe[Integer],
        Field(
            description="Ends the server process once so many have ended, starts it again, and admits the others anew.",
            ge=1,
        ),
    ] = None


type ConformanceModel = Annotated[
    list[ConformanceModelAnswer],
    Field(
        description="What the model endpoint does with each call of a rollout, one after the other; the last is repeated.",
        min_length=1,
    ),
]
"""
What the model endpoint does with each call of a rollout, one after the other; the last is repeated.
"""


class ConformanceControllerTask(ContractModel):
    """A line on the standard input of a controller under test: one rollout that it is to run on the suite's server.
    The input ends when there are no more. The environment holds `OSMOSIS_CONFORMANCE_SERVER_URL` and
    `OSMOSIS_CONFORMANCE_SERVER_KEY`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    rollout_id: Annotated[RolloutId, Field(description="The id that the rollout must be admitted under.")]
    initial_messages: Annotated[list[Message], Field(description="The prompt.")]
    label: Annotated[str | None, Field(description="The label.")]


class ConformanceControllerOutcome(ContractModel):
    """A line on the standard output of a controller under test, one for each task, in any order."""

    model_config = ConfigDict(
        extra="allow",
    )
    rollout_id: Annotated[RolloutId, Field(description="The rollout.")]
    outcome: Annotated[ConformanceOutcome, Field(description="How it ended.")]
    reward: Annotated[
        Maybe[Reward], Field(description="The reward of a rollout that was scored; absent otherwise.")
    ] = None


class ConformanceControllerCase(ContractModel):
    """A case for controllers: a rollout, how the server answers, and what the controller must make of it. Each list
    of answers is given one by one, and its last is repeated."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[
        str,
        Field(
            description="Its name, unique among the cases for controllers.",
            pattern="^[a-z0-9][a-z0-9-]*([.][a-z0-9][a-z0-9-]*)*$",
        ),
    ]
    title: Annotated[str, Field(description="What is promised, in a sentence.", min_length=1)]
    clauses: Annotated[
        list[ClauseModel1],
        Field(
            description="The clauses that it holds a controller to, each with the way after a slash if it has ways.",
            min_length=1,
        ),
    ]
    admissions: Annotated[
        Maybe[list[ConformanceScriptedAnswer]], Field(description="How admissions are answered.", min_length=1)
    ] = None
    polls: Annotated[
        Maybe[list[ConformanceScriptedAnswer]], Field(description="How polls are answered.", min_length=1)
    ] = None
    outcome: Annotated[list[ConformanceOutcome], Field(description="The outcomes allowed.", min_length=1)]
    reward: Annotated[Maybe[Reward], Field(description="The reward that a scored rollout has.")] = None
    admissions_at_least: Annotated[Maybe[Integer], Field(description="How many admissions must have come.", ge=1)] = (
        None
    )
    never_cancels: Annotated[
        bool, Field(description="True where the controller must not cancel the id, which is another's.")
    ] = False


class ConformanceControllerCaseFile(ContractModel):
    """A file of cases for controllers, `conformance/controller/<name>.yaml`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    title: Annotated[str, Field(description="What the cases have in common.", min_length=1)]
    cases: Annotated[list[ConformanceControllerCase], Field(description="The cases.", min_length=1)]


class ConformanceAdmission(ContractModel):
    """An admission. Where nothing is said, its body is one of a row whose question is 7 times 8, with the label 56,
    both callbacks in the callback dialect, and a model that answers right."""

    model_config = ConfigDict(
        extra="forbid",
    )
    as_: Annotated[str, Field(alias="as", description="The name of the rollout in this case.")] = "a"
    rollout_id: Annotated[
        Maybe[str],
        Field(
            description="The id; absent for one that the suite makes. `{unique}` in it is replaced by letters that no other id has."
        ),
    ] = None
    conformance: Annotated[Maybe[ConformanceInstructions], Field(description="The instructions.")] = None
    label: Annotated[str | None, Field(description="The label.")] = "56"
    model: Annotated[Maybe[ConformanceModel], Field(description="What the model endpoint does for this rollout.")] = (
        None
    )
    completion: Annotated[
        Maybe[list[ConformanceCallbackAnswer]],
        Field(
            description="How the completion callbacks are answered, one after the other; the last answer is repeated."
        ),
    ] = None
    grader: Annotated[
        Maybe[list[ConformanceCallbackAnswer]], Field(description="How the grader callbacks are answered.")
    ] = None
    set: Annotated[Maybe[dict[str, Any]], Field(description="Members of the body to put or to change, by name.")] = None
    remove: Annotated[Maybe[list[str]], Field(description="Members of the body to leave out.")] = None
    idempotency_key: Annotated[
        Maybe[str], Field(description="The Idempotency-Key; `{unique}` is replaced as in an id.")
    ] = None
    headers: Annotated[
        Maybe[dict[str, str | None]], Field(description="Further headers, by name; null leaves one out.")
    ] = None
    again: Annotated[
        Maybe[ConformanceAdmissionAgain],
        Field(
            description="How the body of the last admission of this name is sent again: as it was, with its members in another order, or with its whole numbers written with a fraction of zero. `set` and `remove` apply to it."
        ),
    ] = None
    lose_answer: Annotated[
        bool,
        Field(
            description="True closes the connection as soon as the request has been sent, so that the answer is lost."
        ),
    ] = False


class ConformanceStep(ContractModel):
    """One step of a case. Also required: exactly one member besides `expect`. What `expect` means is said of each;
    where an answer is expected, it is held against the API document too: its status must be documented there, and
    its body must fit."""

    model_config = ConfigDict(
        extra="forbid",
    )
    admit: Annotated[
        Maybe[ConformanceAdmission],
        Field(description="Asks for a rollout. Expected is 202 where nothing else is said."),
    ] = None
    admit_many: Annotated[
        Maybe[ConformanceAdmitMany],
        Field(description="Asks for many rollouts at once, and follows each to its end, which must be success."),
    ] = None
    poll: Annotated[Maybe[ConformancePoll], Field(description="Polls once, or until the end.")] = None
    finish: Annotated[
        Maybe[ConformanceFinish],
        Field(
            description="Follows a rollout to its end in its dialect: polls, or waits for its callbacks. Expected is the result as a poll shows it; in the callback dialect it is put together from the two callbacks."
        ),
    ] = None
    status: Annotated[Maybe[ConformanceStatusQuestion], Field(description="Asks where a rollout stands.")] = None
    cancel: Annotated[Maybe[ConformanceCancel], Field(description="Cancels rollouts.")] = None
    health: Annotated[Maybe[ConformanceHealth], Field(description="Asks for the health.")] = None
    request: Annotated[Maybe[ConformanceRequest], Field(description="Any request.")] = None
    raw: Annotated[
        Maybe[ConformanceRaw],
        Field(description="Bytes on a connection of their own, for what no HTTP client would send."),
    ] = None
    model: Annotated[
        Maybe[ConformanceModelStep], Field(description="Steers what the model endpoint does for a rollout from now on.")
    ] = None
    await_model: Annotated[
        Maybe[ConformanceCount],
        Field(description="Waits until the rollout has called the model so often. Expected is the last call."),
    ] = None
    await_callback: Annotated[
        Maybe[ConformanceCallbackCount],
        Field(description="Waits until a callback of a rollout has come so often. Expected is the last one's body."),
    ] = None
    let_lapse: Annotated[Maybe[ConformanceOf], Field(description="Sends no poll until the lease must have lapsed.")] = (
        None
    )
    let_pass: Annotated[
        Maybe[ConformanceOf], Field(description="Waits until the retention of a rollout that has ended must be over.")
    ] = None
    kill: Annotated[
        Maybe[ConformanceKill], Field(description="Sends the server process a signal; after `KILL` waits for its end.")
    ] = None
    restart: Annotated[
        Maybe[ConformanceNothing],
        Field(description="Starts the server again, at another port, when its process has ended."),
    ] = None
    await_exit: Annotated[
        Maybe[ConformanceNothing],
        Field(description="Waits until the server process has ended. Expected is `{exit_code}`."),
    ] = None
    files: Annotated[
        Maybe[ConformanceFiles],
        Field(
            description="Reads what is below the rollout's folder. Expected is an object with each file's content by its path."
        ),
    ] = None
    output: Annotated[
        Maybe[ConformanceOutput], Field(description="Waits for a line of the server's standard output.")
    ] = None
    expect: Annotated[Maybe[ConformanceExpectation], Field(description="What must come.")] = None


class ConformanceCase(ContractModel):
    """One test, as data. Its steps are done in order; the first that is not as expected fails it. A case with
    variants is held against this schema once for each, filled in."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[
        str,
        Field(
            description="Its name, unique over all files of its kind.",
            pattern="^[a-z0-9][a-z0-9-]*([.][a-z0-9][a-z0-9-]*)*$",
        ),
    ]
    title: Annotated[str, Field(description="What is promised, in a sentence.", min_length=1)]
    clauses: Annotated[
        list[ClauseModel],
        Field(
            description="The clauses that it holds an implementation to, each with the way after a slash if it has ways.",
            min_length=1,
        ),
    ]
    dialects: Annotated[
        Maybe[list[ConformanceDialect]],
        Field(description="The dialects it is run in, once each. Absent where none is spoken.", min_length=1),
    ] = None
    needs: Annotated[
        Maybe[list[ConformanceFeature]], Field(description="The features it needs beyond those of its dialect.")
    ] = None
    settings: Annotated[
        Maybe[ConformanceSettings],
        Field(description="What the server must have been started with. Absent for a server as it comes."),
    ] = None
    own_server: Annotated[
        bool,
        Field(
            description="True for a case that needs a process that no other case talks to, so one that the suite starts."
        ),
    ] = False
    each: Annotated[
        Maybe[list[ConformanceVariant]],
        Field(description="The case's variants. Absent where there is just the one.", min_length=1),
    ] = None
    steps: Annotated[list[ConformanceStep], Field(description="What is done, in order.", min_length=1)]


class ConformanceCaseFile(ContractModel):
    """A file of cases, `conformance/<kind>/<name>.yaml`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    title: Annotated[str, Field(description="What the cases have in common.", min_length=1)]
    cases: Annotated[list[ConformanceCase], Field(description="The cases.", min_length=1)]
