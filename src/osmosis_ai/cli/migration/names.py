"""What is gone since version 0.3, as data: names, members and arguments, each with what takes its place.

A new entry here is all it takes to have another use found. Only what the running package lacks may be named.
"""

from dataclasses import dataclass

PACKAGE = "osmosis_ai"


@dataclass(frozen=True, slots=True)
class Change:
    """Why something no longer works, and what to write or do instead: two clauses without a full stop."""

    message: str
    replacement: str


_DRIVER = Change(
    "drivers are gone; a client runs rollouts over the protocol", "use RolloutClient of osmosis_ai.rollout.client"
)
_CONTROLLER = Change(
    "the controller is not part of the rollout package any more",
    "let `osmosis eval run` or RolloutClient of osmosis_ai.rollout.client receive the results",
)
_WIRE = Change(
    "the class is gone; callbacks are made and read by the SDK",
    "drop it; a server sends callbacks by itself, and RolloutClient of osmosis_ai.rollout.client reads results",
)
_ONE_SAMPLE = Change(
    "one execution has one sample; there are no modes of turns", "drop it, and keep the conversation in the one sample"
)

MODULES = {
    "osmosis_ai.rollout.driver": _DRIVER,
    "osmosis_ai.rollout.http_driver": _DRIVER,
    "osmosis_ai.rollout.controller": _CONTROLLER,
}
"""Modules that are gone, with all that is in them."""

NAMES = {
    "MultiTurnMode": _ONE_SAMPLE,
    "RolloutDriver": _DRIVER,
    "HttpRolloutDriver": _DRIVER,
    "RolloutRunRequest": _DRIVER,
    "RolloutOutcome": Change(
        "the class is gone with the drivers", "read what RolloutClient of osmosis_ai.rollout.client returns"
    ),
    "ControllerAuth": _CONTROLLER,
    "RolloutCompleteRequest": _WIRE,
    "GraderCompleteRequest": _WIRE,
    "GraderInitRequest": _WIRE,
    "GraderInitResponse": _WIRE,
    "GraderStatus": _WIRE,
    "RolloutStatusResponse": _WIRE,
    "post_json_with_retry": _WIRE,
    "HarborBackendV2": Change(
        "the class has another name", "write HarborBackend; the constructor's arguments stay as they are"
    ),
    "HarborAgentWorkflowContext": Change(
        "workflows run inside the task's container and get the ordinary context",
        "annotate with AgentWorkflowContext, and reach files and processes through Python itself",
    ),
    "OsmosisInstalledAgent": Change(
        "the class is gone", "pass an AgentWorkflow, or the name of a native Harbor agent, as HarborBackend(agent=...)"
    ),
}
"""Names that no module of the package has any more."""

MOVED = {
    f"{module}.HarborBackend": Change(
        "HarborBackend is not imported from here", "import it from osmosis_ai.rollout.backend.harbor"
    )
    for module in ("osmosis_ai", "osmosis_ai.rollout", "osmosis_ai.rollout.backend")
}
"""Names by their whole path that are elsewhere now."""

_SAMPLES = Change(
    "an execution has one sample, not several by id", "read the one in `sample`, which is None when there is none"
)
_SET_SAMPLE_REWARD = Change("there is one sample, so a reward names none", "write set_reward(reward)")
_REGISTER = Change("an execution has one source, without a name", "write set_sample_source(source), once")
_GET_SAMPLES = Change("an execution has one sample", "write get_sample(), which gives one RolloutSample or None")
_SAMPLE_ID = Change("samples have no id", "drop it; the rollout's id is in get_rollout_context().rollout_id")
_ENVIRONMENT = Change(
    "the context has no environment; the workflow itself runs inside the container",
    "use Python's own files, subprocesses and sockets",
)

MEMBERS = {
    ("GraderContext", "samples"): _SAMPLES,
    ("GraderContext", "set_sample_reward"): _SET_SAMPLE_REWARD,
    ("RolloutContext", "register_sample_source"): _REGISTER,
    ("RolloutContext", "get_samples"): _GET_SAMPLES,
    ("SampleSource", "get_samples"): _GET_SAMPLES,
    ("RolloutSample", "id"): _SAMPLE_ID,
    ("RolloutSample", "sample_id"): _SAMPLE_ID,
    ("RolloutSample", "multi_turn_mode"): _ONE_SAMPLE,
    ("ExecutionResult", "samples"): _SAMPLES,
    ("AgentWorkflowContext", "environment"): _ENVIRONMENT,
    ("HarborAgentWorkflowContext", "environment"): _ENVIRONMENT,
}
"""Members that objects of a class no longer have; overriding one has no effect any more."""

TELLING_MEMBERS = {"set_sample_reward": _SET_SAMPLE_REWARD, "register_sample_source": _REGISTER}
"""Members whose name alone says what they are, on any object."""

CONTEXT_MEMBERS = {"samples": _SAMPLES, "get_samples": _GET_SAMPLES}
"""Members that say so on an object whose name is a context's."""

SAMPLE_MEMBERS = {"id": _SAMPLE_ID, "multi_turn_mode": _ONE_SAMPLE}
"""Members that say so on an object called ``sample``, in a module that imports the package."""

_NO_SESSION_ARGUMENT = Change("a session has no name and no sample id", "write OsmosisMemorySession()")

ARGUMENTS = {
    "HarborBackend": {
        "task_dir": Change("the argument is gone", 'write tasks_dir= and task_mode="template" or "dataset"'),
        "user_code_dir": Change("code is packaged, not mounted", "write code_dir= (a project directory) or bundle="),
        "workflow": Change("the argument has another name", "write agent="),
        "custom_tests_dir": Change("tests belong to the task", "put them in the task's tests/, or pass grader="),
        "prebuild_local_image": Change("Harbor keeps images itself", "drop it, and call prewarm() before serving"),
        "symlink_environment": Change("each rollout has a copy of its task", "drop it; Harbor keeps images itself"),
        "_sdk_source_dir": Change("the SDK is packaged with the code", "drop it"),
    },
    "RolloutSample": {"id": _SAMPLE_ID, "sample_id": _SAMPLE_ID, "multi_turn_mode": _ONE_SAMPLE},
    "ExecutionResult": {"samples": Change("a result has one sample", "write sample=")},
    "OsmosisMemorySession": {"name": _NO_SESSION_ARGUMENT, "sample_id": _NO_SESSION_ARGUMENT},
    "OsmosisStrandsAgent": {"sample_id": _SAMPLE_ID},
    "OsmosisAgent": {"sample_id": _SAMPLE_ID},
}
"""Keyword arguments that constructors no longer take."""

POSITIONAL = {"OsmosisMemorySession": _NO_SESSION_ARGUMENT}
"""Constructors that no longer take anything by position."""

SECOND_SOURCE = Change(
    "an execution takes one registered agent or session; a second raises ValueError",
    "use one for the whole conversation; more candidates are more executions (`n` in the config)",
)
ROUTING_HEADER = Change(
    "calls are not routed by headers; the URL already belongs to the rollout", "send no such header"
)
EXTENDED_URL = Change(
    "the URL already belongs to the rollout; an id in its path leads nowhere", "use chat_completions_url as it is given"
)
EXCHANGE_FILE = Change("an execution hands over one sample and one reward", "read sample.json and reward.json")

ROUTING_HEADERS = frozenset({"x-sample-id", "x-rollout-id"})
OLD_EXCHANGE_FILES = ("samples.json", "rewards.json")
PLACEHOLDER_MODEL = "OsmosisRolloutModel"

CLASSES = frozenset(
    {
        "AgentWorkflow",
        "ExecutionBackend",
        "Grader",
        PLACEHOLDER_MODEL,
        *(owner for owner, _ in MEMBERS),
        *ARGUMENTS,
    }
)
"""Classes of the package that a use is recognised by."""

METHOD_CONTEXTS = {("Grader", "grade"): "GraderContext", ("AgentWorkflow", "run"): "AgentWorkflowContext"}
"""What the first argument of a method is, where it has no annotation."""

FACTORIES = {"get_rollout_context": "RolloutContext"}
"""Functions of the package that give an object of a class."""


def is_ours(module: str) -> bool:
    """Whether a module's path is the package or something in it."""
    return module == PACKAGE or module.startswith(f"{PACKAGE}.")


def change_of(dotted: str) -> Change | None:
    """What happened to a name of the package, given by its whole path; None if nothing did."""
    if not dotted.startswith(f"{PACKAGE}."):
        return None
    for module, change in MODULES.items():
        if dotted == module or dotted.startswith(f"{module}."):
            return NAMES.get(dotted.rpartition(".")[2], change)
    return MOVED.get(dotted) or NAMES.get(dotted.rpartition(".")[2])


def class_of(dotted: str) -> str | None:
    """The class of ``CLASSES`` that a whole path names."""
    package, _, rest = dotted.partition(".")
    name = rest.rpartition(".")[2]
    return name if package == PACKAGE and name in CLASSES else None
