"""LocalBackend: what a workflow may return, when and how it is graded, limits, and isolation."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from rollout_support import EchoWorkflow, OneGrader

from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowConfig,
    AgentWorkflowContext,
    AgentWorkflowOutput,
    ConcurrencyConfig,
    ExecutionOutcome,
    ExecutionRequest,
    Grader,
    GraderConfig,
    GraderContext,
    LocalBackend,
    RolloutContext,
    RolloutErrorCategory,
    RolloutSample,
    RolloutStatus,
    SampleSource,
    get_rollout_context,
)
from osmosis_ai.rollout.backend.base import reporting_progress

PROMPT = [{"role": "user", "content": "7*8?"}]


def workflow(run: Any) -> type[AgentWorkflow]:
    """A workflow whose `run` is the function given."""

    async def asynchronous(self: Any, ctx: AgentWorkflowContext) -> Any:
        return await run(ctx)

    def synchronous(self: Any, ctx: AgentWorkflowContext) -> Any:
        return run(ctx)

    chosen = asynchronous if asyncio.iscoroutinefunction(run) else synchronous
    return type("Workflow", (AgentWorkflow,), {"run": chosen})


def grader(grade: Any) -> type[Grader]:
    """A grader whose `grade` is the function given, asynchronous or not."""

    async def asynchronous(self: Any, ctx: GraderContext) -> Any:
        return await grade(ctx)

    def synchronous(self: Any, ctx: GraderContext) -> Any:
        return grade(ctx)

    chosen = asynchronous if asyncio.iscoroutinefunction(grade) else synchronous
    return type("MyGrader", (Grader,), {"grade": chosen})


async def execute(backend: LocalBackend, *, keep: bool = False, **members: Any) -> ExecutionOutcome:
    """One execution, after which the backend is shut down unless it is kept."""
    request = ExecutionRequest(**{"id": "a1", "prompt": PROMPT, "label": "56", **members})
    try:
        return await backend.execute(request)
    finally:
        if not keep:
            await backend.shutdown()


async def run(function: Any, grade: Any = None, /, **members: Any) -> ExecutionOutcome:
    """One execution of a workflow and a grader given as functions."""
    backend = LocalBackend(
        workflow=workflow(function) if callable(function) else function,
        grader=None if grade is None else grader(grade),
    )
    return await execute(backend, **members)


def returning(value: Any) -> Any:
    async def run(ctx: AgentWorkflowContext) -> Any:
        return value

    return run


class Source(SampleSource):
    """Gives what it was made with."""

    def __init__(self, sample: Any) -> None:
        self.sample = sample

    async def get_sample(self) -> RolloutSample:
        if isinstance(self.sample, Exception):
            raise self.sample
        return self.sample  # type: ignore[no-any-return]


def registering(sample: Any) -> Any:
    async def run(ctx: AgentWorkflowContext) -> None:
        context = get_rollout_context()
        assert context is not None
        context.set_sample_source(Source(sample))

    return run


async def test_a_returned_list_is_the_conversation():
    """With the row's label."""
    result = (await run(returning(PROMPT))).result
    assert result.sample is not None
    assert (result.status, result.sample.messages, result.sample.label) == (RolloutStatus.SUCCESS, PROMPT, "56")


async def test_a_returned_output_brings_metrics():
    """Its info is dropped; without messages there is no sample."""
    output = AgentWorkflowOutput(messages=PROMPT, metrics={"turns": 2}, info={"private": 1})
    sample = (await run(returning(output))).result.sample
    assert sample is not None
    assert (sample.messages, sample.metrics, sample.extra_fields) == (PROMPT, {"turns": 2.0}, {})
    assert (await run(returning(AgentWorkflowOutput(metrics={"m": 1})))).result.sample is None


async def test_none_asks_the_registered_source():
    """Its sample keeps its own label, or gets the row's; without a source there is no sample."""
    own = (await run(registering(RolloutSample(messages=PROMPT, label="own")))).result.sample
    row = (await run(registering(RolloutSample(messages=PROMPT)))).result.sample
    assert own is not None
    assert row is not None
    assert (own.label, row.label) == ("own", "56")
    outcome = await run(returning(None))
    assert (outcome.result.status, outcome.result.sample) == (RolloutStatus.SUCCESS, None)


async def test_a_reward_comes_from_a_grader_alone():
    """One that a source's sample already has does not pass for a grade."""
    preset = registering(RolloutSample(messages=PROMPT, reward=1.0))
    for grade in (None, lambda ctx: None):
        sample = (await run(preset, grade)).result.sample
        assert sample is not None
        assert sample.reward is None


@pytest.mark.parametrize(
    "value",
    ["text", 7, {"role": "user"}, ("a", "tuple"), object(), [1], ["text"], [None], b"bytes", True],
    ids=lambda value: type(value).__name__,
)
async def test_anything_else_that_is_returned_is_nonsense(value: object):
    """A validation_error that says what came back; nobody grades it."""
    outcome = await run(returning(value), lambda ctx: ctx.set_reward(1.0))
    assert outcome.grader is None
    assert outcome.result.err_category is RolloutErrorCategory.VALIDATION_ERROR
    assert outcome.result.err_message
    assert outcome.result.sample is None


async def test_nonsense_is_placed_where_run_is_defined():
    """What came back has passed through no line of the user's, so the place is `run` itself."""

    class Nonsense(AgentWorkflow):
        async def run(self, ctx: AgentWorkflowContext) -> Any:
            return 42

    at = (await execute(LocalBackend(workflow=Nonsense))).result.err_location
    assert at is not None
    assert (at.line, at.function) == (Nonsense.run.__code__.co_firstlineno, "run")
    assert at.file.endswith("test_local_backend.py")


async def test_code_that_passes_its_limit_is_placed_where_it_waited():
    """The line of the workflow or of the grader that awaited when the time was up."""

    async def waits(ctx: object) -> None:
        await asyncio.sleep(60)

    line = waits.__code__.co_firstlineno + 1
    agent = (await run(waits, agent_timeout_sec=0.1)).result
    grading = (await run(returning(PROMPT), waits, grader_timeout_sec=0.1)).grader
    assert grading is not None
    for result in (agent, grading):
        assert result.err_category is RolloutErrorCategory.TIMEOUT
        assert result.err_location is not None
        assert (result.err_location.line, result.err_location.function) == (line, "waits")


@pytest.mark.parametrize("sample", [{"messages": []}, "text", ValueError("broken source")], ids=str)
async def test_a_source_that_gives_nonsense_or_raises_is_a_failure(sample: object):
    """As if the workflow itself had."""
    outcome = await run(registering(sample))
    assert outcome.result.err_category is RolloutErrorCategory.VALIDATION_ERROR


class _Odd(BaseException):
    pass


@pytest.mark.parametrize(
    ("error", "category"),
    [
        (ValueError("v"), "validation_error"),
        (RuntimeError("r"), "agent_error"),
        (TimeoutError("t"), "timeout"),
        (SystemExit(3), "agent_error"),
        (KeyboardInterrupt(), "agent_error"),
        (GeneratorExit(), "agent_error"),
        (_Odd("o"), "agent_error"),
        (asyncio.CancelledError(), "agent_error"),
        (StopIteration(), "agent_error"),
        (StopAsyncIteration(), "agent_error"),
        (ExceptionGroup("g", [ValueError()]), "agent_error"),
        (BaseExceptionGroup("g", [SystemExit()]), "agent_error"),
    ],
    ids=repr,
)
@pytest.mark.parametrize("where", ["run", "run in a thread", "grade", "grade in a thread", "init"])
async def test_whatever_user_code_raises_fails_its_own_row(error: BaseException, category: str, where: str):
    """Exits and cancellations included; the category goes by the class."""

    def raising(ctx: Any) -> Any:
        raise error

    async def raising_async(ctx: Any) -> Any:
        raise error

    class Broken(EchoWorkflow):
        def __init__(self, config: Any = None) -> None:
            raise error

    bad = {"run": workflow(raising_async), "run in a thread": workflow(raising), "init": Broken}.get(
        where, EchoWorkflow
    )
    judge = {"grade": grader(raising_async), "grade in a thread": grader(raising)}.get(where, OneGrader)
    backend = LocalBackend(workflow=bad, grader=judge)
    outcome = await execute(backend)
    assert outcome.result.status is RolloutStatus.FAILURE
    expected = "timeout" if isinstance(error, TimeoutError) else category
    assert outcome.result.err_category is RolloutErrorCategory(expected)
    assert outcome.result.err_message
    if isinstance(error, (ValueError, TimeoutError)):
        assert str(error) in outcome.result.err_message


async def test_a_task_that_user_code_spawned_cannot_end_the_process():
    """An exit in a child task fails the row that awaits it, and rows after it run on the same loop."""

    async def child() -> None:
        raise SystemExit(3)

    async def parent(ctx: AgentWorkflowContext) -> Any:
        if ctx.metadata == {"spawn": True}:
            await asyncio.create_task(child())
        return PROMPT

    backend = LocalBackend(workflow=workflow(parent))
    bad = await execute(backend, keep=True, metadata={"spawn": True})
    good = await execute(backend)
    assert bad.result.err_category is RolloutErrorCategory.AGENT_ERROR
    assert good.result.status is RolloutStatus.SUCCESS


async def test_user_code_cannot_stop_the_loop_that_others_run_on():
    """`loop.stop()` stops nothing."""

    async def stopping(ctx: AgentWorkflowContext) -> Any:
        asyncio.get_running_loop().stop()
        await asyncio.sleep(0.01)
        return PROMPT

    assert (await run(stopping)).result.status is RolloutStatus.SUCCESS


@pytest.mark.parametrize(
    ("members", "graded"),
    [
        ({}, True),
        ({"label": None, "metadata": {}}, True),
        ({"label": ""}, True),
        ({"label": None}, False),
        ({"grade": False}, False),
    ],
    ids=str,
)
async def test_a_row_is_graded_when_asked_for_and_when_there_is_something_to_grade_by(
    members: dict[str, Any], graded: bool
):
    """A label or metadata; otherwise the row succeeds without a reward."""
    outcome = await run(returning(PROMPT), lambda ctx: ctx.set_reward(0.5), **members)
    assert (outcome.grader is not None) is graded
    assert outcome.result.status is RolloutStatus.SUCCESS
    assert outcome.result.sample is not None
    assert outcome.result.sample.reward == (0.5 if graded else None)


async def test_without_a_grader_a_row_succeeds_ungraded():
    """No grader given is no failure of anyone."""
    outcome = await run(returning(PROMPT))
    assert (outcome.grader, outcome.result.status) == (None, RolloutStatus.SUCCESS)


async def test_a_grader_that_sets_nothing_leaves_the_row_ungraded():
    """Success, and no reward; what it returns is ignored."""
    outcome = await run(returning(PROMPT), lambda ctx: 0.5)
    assert outcome.result.status is RolloutStatus.SUCCESS
    assert outcome.result.sample is not None
    assert outcome.result.sample.reward is None


@pytest.mark.parametrize("reward", [float("nan"), float("inf"), "1", None], ids=str)
async def test_a_reward_that_is_no_finite_number_fails_the_grading(reward: Any):
    """A validation_error, by `set_reward` and by assignment alike."""

    def by_assignment(ctx: GraderContext) -> None:
        assert ctx.sample is not None
        ctx.sample.reward = reward

    graders = [lambda ctx: ctx.set_reward(reward)] + ([] if reward is None else [by_assignment])
    for grade in graders:
        result = (await run(returning(PROMPT), grade)).result
        assert result.err_category is RolloutErrorCategory.VALIDATION_ERROR
        assert result.sample is not None
        assert result.sample.reward is None


async def test_a_grader_without_a_sample_may_look_but_not_reward():
    """`set_reward` is a validation_error then; a grader that does not call it leaves the row ungraded."""
    seen = []

    def looking(ctx: GraderContext) -> None:
        seen.append(ctx.sample)

    assert (await run(returning(None), looking)).result.status is RolloutStatus.SUCCESS
    assert seen == [None]
    rewarding = await run(returning(None), lambda ctx: ctx.set_reward(1.0))
    assert rewarding.result.err_category is RolloutErrorCategory.VALIDATION_ERROR


async def test_a_grader_may_remove_the_sample():
    """A success; with or without a reward."""

    def removing(ctx: GraderContext) -> None:
        assert ctx.sample is not None
        ctx.sample.remove_sample = True

    result = (await run(returning(PROMPT), removing)).result
    assert result.status is RolloutStatus.SUCCESS
    assert result.sample is not None
    assert result.sample.remove_sample


async def test_a_failed_grader_leaves_what_it_did_for_the_trajectory():
    """The result is a failure; its sample shows the reward that was set before, which the wire takes away."""

    def late_failure(ctx: GraderContext) -> None:
        ctx.set_reward(0.5)
        raise RuntimeError("no")

    outcome = await run(returning(PROMPT), late_failure)
    assert outcome.result.err_category is RolloutErrorCategory.AGENT_ERROR
    assert outcome.result_to_save.sample is not None
    assert outcome.result_to_save.sample.reward == 0.5
    assert outcome.workflow.sample is not None
    assert outcome.workflow.sample.reward is None


async def test_user_code_may_be_synchronous():
    """`run` and `grade` as plain functions run in threads of their own, and keep the rollout's context."""
    seen = []

    def run_it(ctx: AgentWorkflowContext) -> Any:
        context = get_rollout_context()
        assert context is not None
        seen.append(context.rollout_id)
        return list(ctx.prompt)

    outcome = await run(run_it, lambda ctx: ctx.set_reward(1.0))
    assert outcome.result.sample is not None
    assert outcome.result.sample.reward == 1.0
    assert seen == ["a1"]


async def test_a_function_that_returns_a_coroutine_is_awaited():
    """A decorated `run` may not look like a coroutine function."""
    inner = returning(PROMPT)

    def decorated(ctx: AgentWorkflowContext) -> Any:
        return inner(ctx)

    assert (await run(decorated)).result.status is RolloutStatus.SUCCESS


async def test_every_rollout_has_its_own_instances_and_copies():
    """Config, prompt and metadata are copies; what one row does to them, the next does not see."""

    class Config(AgentWorkflowConfig):
        seen: list[str] = []  # noqa: RUF012 - pydantic copies it

    class Mutating(AgentWorkflow[Config]):
        async def run(self, ctx: AgentWorkflowContext[Config]) -> Any:
            assert ctx.config is self.config is not None
            fresh = [list(self.config.seen), list(ctx.prompt), dict(ctx.metadata or {}), vars(self).get("used")]
            self.config.seen.append("x")
            ctx.prompt.append({"role": "user"})
            (ctx.metadata or {})["x"] = 1
            self.used = True  # type: ignore[attr-defined]
            return [{"fresh": fresh}]

    backend = LocalBackend(workflow=Mutating, workflow_config=Config(name="c"))
    first = await execute(backend, keep=True, metadata={})
    second = await execute(backend, metadata={})
    assert first.result.sample is not None
    assert second.result.sample is not None
    assert first.result.sample.messages == second.result.sample.messages == [{"fresh": [[], PROMPT, {}, None]}]


async def test_workflow_and_grader_share_the_artifacts_directory(artifact_root: Path):
    """`<root>/<id>/artifacts`, with the marker beside it; None where it cannot be made, and the row runs on."""

    async def writing(ctx: AgentWorkflowContext) -> Any:
        if ctx.artifacts_dir is not None:
            (ctx.artifacts_dir / "log.txt").write_text("hello")
        return [{"dir": str(ctx.artifacts_dir)}]

    def reading(ctx: GraderContext) -> None:
        assert ctx.project_path is None
        ctx.set_reward(0.0 if ctx.artifacts_dir is None else len((ctx.artifacts_dir / "log.txt").read_text()))

    there = await run(writing, reading)
    assert there.result.sample is not None
    assert there.result.sample.reward == 5.0
    assert there.result.sample.messages == [{"dir": str(artifact_root / "a1" / "artifacts")}]
    assert (artifact_root / "a1" / ".osmosis-health-check").read_bytes() == b"osmosis-health-check"
    nowhere = await run(writing, reading, id="x" * 300)
    assert nowhere.result.sample is not None
    assert nowhere.result.sample.messages == [{"dir": "None"}]


async def test_code_finds_its_rollout_in_the_context():
    """The workflow sees the model's url and key; two rollouts at once see their own."""

    async def looking(ctx: AgentWorkflowContext) -> Any:
        await asyncio.sleep(0.01)
        context = get_rollout_context()
        assert context is not None
        return [{"seen": [context.chat_completions_url, context.api_key, context.rollout_id]}]

    backend = LocalBackend(workflow=workflow(looking))

    async def one(name: str) -> Any:
        with RolloutContext(chat_completions_url=f"http://{name}", api_key=name):
            outcome = await execute(backend, keep=True, id=name)
        assert outcome.result.sample is not None
        return outcome.result.sample.messages[0]["seen"]

    seen = await asyncio.gather(one("a"), one("b"))
    await backend.shutdown()
    assert seen == [["http://a", "a", "a"], ["http://b", "b", "b"]]


@pytest.mark.parametrize(
    ("config", "limit"),
    [
        (None, 4),
        (AgentWorkflowConfig(name="c"), 4),
        (AgentWorkflowConfig(name="c", concurrency=ConcurrencyConfig()), 4),
        (AgentWorkflowConfig(name="c", concurrency=ConcurrencyConfig(max_concurrent=2)), 2),
        (AgentWorkflowConfig(name="c", concurrency=ConcurrencyConfig(max_concurrent=None)), None),
    ],
    ids=["no config", "bare config", "bare concurrency", "two", "explicitly none"],
)
async def test_only_an_explicit_none_removes_the_limit(config: AgentWorkflowConfig | None, limit: int | None):
    """A config that does not speak of concurrency keeps the four of the backend."""
    backend = LocalBackend(workflow=EchoWorkflow, workflow_config=config)
    assert backend.max_concurrency == (limit or 0)
    assert backend.health()["concurrency"] == {"max_concurrent": limit, "queued": 0, "running": 0}
    assert backend.has_capacity()


async def test_no_more_run_at_once_than_the_limit_allows():
    """The others wait in turn, and one slot covers the grading too."""
    gate, counts = asyncio.Event(), []
    loop = asyncio.get_running_loop()

    async def waiting(ctx: AgentWorkflowContext) -> Any:
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(gate.wait(), loop))
        return PROMPT

    config = AgentWorkflowConfig(name="c", concurrency=ConcurrencyConfig(max_concurrent=2))
    backend = LocalBackend(workflow=workflow(waiting), workflow_config=config, grader=OneGrader)
    rows = [asyncio.create_task(execute(backend, keep=True, id=f"r{number}")) for number in range(5)]
    await asyncio.sleep(0.1)
    counts.append(backend.health()["concurrency"])
    gate.set()
    await asyncio.gather(*rows)
    counts.append(backend.health()["concurrency"])
    await backend.shutdown()
    assert counts == [
        {"max_concurrent": 2, "queued": 3, "running": 2},
        {"max_concurrent": 2, "queued": 0, "running": 0},
    ]


@pytest.fixture
async def busy():
    """A backend with one slot: r0 runs and r1 and r2 wait, until the gate opens."""
    gate = asyncio.Event()
    loop = asyncio.get_running_loop()

    async def waiting(ctx: AgentWorkflowContext) -> Any:
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(gate.wait(), loop))
        return PROMPT

    config = AgentWorkflowConfig(name="c", concurrency=ConcurrencyConfig(max_concurrent=1))
    backend = LocalBackend(workflow=workflow(waiting), workflow_config=config, grader=OneGrader, max_queue_depth=2)
    rows = [asyncio.create_task(execute(backend, keep=True, id=f"r{number}")) for number in range(3)]
    await asyncio.sleep(0.1)
    yield backend, rows, gate
    gate.set()
    await asyncio.gather(*rows)
    await backend.shutdown()


async def test_the_status_of_a_rollout_is_the_real_one(busy):
    """`queued` while it waits for a slot, `running` in it, and nothing once it has ended."""
    backend, rows, gate = busy
    assert [backend.rollout_status(f"r{number}")["status"] for number in range(3)] == ["running", "queued", "queued"]
    assert backend.rollout_status("r9") is None
    gate.set()
    await asyncio.gather(*rows)
    assert backend.rollout_status("r0") is None


async def test_a_queue_that_is_full_has_no_capacity(busy):
    """As many may wait as `max_queue_depth` says; a place that becomes free is capacity again."""
    backend, rows, _ = busy
    assert not backend.has_capacity()
    assert backend.cancel_rollouts(ids=["r2"]) == {"r2": "cancelled_queued"}
    await rows[2]
    assert backend.has_capacity()


async def test_rollouts_are_cancelled_by_ids_by_prefix_or_all(busy):
    """Each ends as cancelled, without a sample; asking again tells the same, unknown ids are not named."""
    backend, rows, _ = busy
    assert backend.cancel_rollouts(ids=["r1", "r9"]) == {"r1": "cancelled_queued"}
    assert backend.cancel_rollouts(prefix="r1") == {"r1": "cancelled_queued"}
    outcome = await rows[1]
    assert (outcome.result.status, outcome.result.sample) == (RolloutStatus.CANCELLED, None)
    assert backend.cancel_rollouts(all=True) == {"r0": "cancelled_running", "r2": "cancelled_queued"}
    outcomes = await asyncio.gather(rows[0], rows[2])
    assert [outcome.result.status for outcome in outcomes] == [RolloutStatus.CANCELLED] * 2
    assert backend.health()["concurrency"] == {"max_concurrent": 1, "queued": 0, "running": 0}
    assert backend.cancel_rollouts() == {}


@pytest.mark.parametrize("depth", [0, -1])
def test_a_queue_has_at_least_one_place(depth: int):
    """A depth below one is refused when the backend is built."""
    with pytest.raises(ValueError, match="max_queue_depth must be 1 or more"):
        LocalBackend(workflow=EchoWorkflow, max_queue_depth=depth)


async def test_progress_is_reported_as_running_then_grading():
    """The workflow's result comes with the second, so that the completion can be posted."""
    told: list[Any] = []
    reporting_progress.set(lambda status, result: told.append((status, result is not None)))
    await run(returning(PROMPT), lambda ctx: None)
    assert told == [(RolloutStatus.RUNNING, False), (RolloutStatus.GRADING, True)]


class _Abstract(AgentWorkflow):
    pass


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"workflow": EchoWorkflow()}, "workflow"),
        ({"workflow": OneGrader}, "workflow"),
        ({"workflow": _Abstract}, "run"),
        ({"workflow": EchoWorkflow, "grader": EchoWorkflow}, "grader"),
        ({"workflow": EchoWorkflow, "workflow_config": {"name": "c"}}, "workflow_config"),
        ({"workflow": "os:sep"}, "workflow"),
    ],
    ids=["instance", "grader as workflow", "abstract", "workflow as grader", "dict", "name of another thing"],
)
def test_arguments_of_another_kind_are_refused(arguments: dict[str, Any], words: str):
    """When the backend is built, with the argument's name."""
    with pytest.raises(TypeError, match=words):
        LocalBackend(**arguments)


async def test_arguments_may_be_import_paths():
    """`module:attribute` for each of the four."""
    backend = LocalBackend(
        workflow="rollout_support:EchoWorkflow",
        grader="rollout_support:OneGrader",
        workflow_config=f"{__name__}:CONFIG",
        grader_config=f"{__name__}:GRADER_CONFIG",
    )
    outcome = await execute(backend)
    assert outcome.result.sample is not None
    assert outcome.result.sample.reward == 1.0
    assert backend.max_concurrency == 7


CONFIG = AgentWorkflowConfig(name="c", concurrency=ConcurrencyConfig(max_concurrent=7))
GRADER_CONFIG = GraderConfig(name="g")


def test_a_backend_can_be_built_without_a_loop():
    """At import time of a rollout's module."""
    assert LocalBackend(workflow=EchoWorkflow).health()["status"] == "ok"
    assert os.getpid()
