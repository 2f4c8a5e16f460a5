"""Live previews of a server: where they are written, when, from what, and that no rollout has to pay for them."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from rollout_support import (
    ANSWER,
    Controller,
    EchoWorkflow,
    OneGrader,
    ScriptedBackend,
    Server,
    after,
    callback_body,
    failed,
    forever,
    serving,
    settled,
    succeeded,
)

from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowContext,
    ExecutionOutcome,
    ExecutionRequest,
    Grader,
    LocalBackend,
    RolloutSample,
    SampleSource,
    get_rollout_context,
)
from osmosis_ai.rollout.backend.base import report_progress
from osmosis_ai.rollout.observability import previews
from osmosis_ai.rollout.observability.preview_files import PreviewRoot, PreviewRootError
from osmosis_ai.rollout.observability.watch import PREVIEW_ROOT_VARIABLE
from osmosis_ai.rollout.trajectory import validate_trajectory
from osmosis_ai.rollout.types import RolloutStatus


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the servers of the test write previews."""
    path = tmp_path / "previews"
    monkeypatch.setenv(PREVIEW_ROOT_VARIABLE, str(path))
    return path


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Previews every 20 ms, so that a test on the real clock need not wait for 3 s."""
    monkeypatch.setattr(previews.Previews.__init__, "__defaults__", (0.02,))


def _read(root: Path, rollout_id: str = "a1") -> dict[str, Any]:
    document: dict[str, Any] = json.loads((root / rollout_id / "preview.json").read_bytes())
    assert validate_trajectory(document) == []
    return document


def _said(document: dict[str, Any]) -> list[str]:
    return [step["message"] for step in document["steps"]]


def _about(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["extra"]["osmosis"]
    return found


async def _until(root: Path, condition: Any) -> dict[str, Any]:
    """The first preview that meets the condition."""
    while True:
        if (root / "a1" / "preview.json").exists():
            document = _read(root)
            if condition(document):
                return document
        await asyncio.sleep(0.01)


def _names(folder: Path, pattern: str = "*") -> list[str]:
    return [path.name for path in folder.rglob(pattern)]


def _lay_link(what: str, root: Path, target: Path) -> None:
    """Puts a link to the target, or to a file in it, where the preview of `a1` belongs."""
    target.mkdir()
    (target / "kept").write_text("mine")
    root.mkdir()
    if what == "folder":
        (root / "a1").symlink_to(target)
    else:
        (root / "a1").mkdir()
        (root / "a1" / "preview.json").symlink_to(target / "kept")


# When


@pytest.mark.virtual_time
async def test_a_preview_is_written_every_3_seconds_and_once_at_the_end(root: Path, monkeypatch: pytest.MonkeyPatch):
    """A rollout of 10 seconds has three previews while it runs, and a last one that says how it ended."""
    written: list[tuple[float, str]] = []
    write = PreviewRoot.write
    loop = asyncio.get_running_loop()

    def noting(self: PreviewRoot, rollout_id: str, content: bytes) -> None:
        written.append((round(loop.time() - began), _about(json.loads(content))["status"]))
        write(self, rollout_id, content)

    async def execute(request: ExecutionRequest) -> ExecutionOutcome:
        report_progress(RolloutStatus.RUNNING)
        await asyncio.sleep(10)
        return ExecutionOutcome(workflow=succeeded())

    monkeypatch.setattr(PreviewRoot, "write", noting)
    async with serving(ScriptedBackend(execute)) as server:
        began = loop.time()
        await server.run("a1")
    assert written == [(3, "running"), (6, "running"), (9, "running"), (10, "success")]
    assert _about(_read(root))["preview_version"] == 4
    assert _said(_read(root)) == [message["content"] for message in ANSWER]


@pytest.mark.virtual_time
async def test_before_the_first_answer_the_preview_is_the_prompt(root: Path):
    """With no source and no list that anybody writes to, that is the conversation so far."""
    async with serving(ScriptedBackend(after(4))) as server:
        token = await server.admit("a1")
        await asyncio.sleep(3.5)
        assert _said(_read(root)) == ["7*8?"]
        await server.result("a1", token)


@pytest.mark.virtual_time
async def test_the_last_preview_is_there_when_the_server_has_ended(root: Path):
    """Also of rollouts that end a moment before, and of those that the drain cancels."""
    server: Server
    async with serving(ScriptedBackend(forever)) as server:
        for number in range(20):
            await server.admit(f"r{number}")
    for number in range(20):
        assert _about(_read(root, f"r{number}"))["status"] == "cancelled"


@pytest.mark.virtual_time
async def test_the_callback_dialect_has_previews_too(root: Path):
    """The key of the controller is a secret there."""
    execute = ScriptedBackend(after(1, ExecutionOutcome(workflow=succeeded(messages=[_user("my ctl-key-1")]))))
    async with serving(execute, callback_transport=Controller().transport) as server:
        body = callback_body("a1", controller_api_key="ctl-key-1", llm_api_key="llm-key-1", grader=False)
        assert (await server.http.post("/rollout", json=body)).status_code == 202
        await settled(server, "a1")
    assert _said(_read(root)) == ["my [REDACTED]"]


def _user(text: str) -> dict[str, str]:
    return {"role": "user", "content": text}


@pytest.mark.virtual_time
async def test_a_lapsed_lease_is_the_end_of_the_preview(root: Path):
    """It says failure, and what the cancelled work says later changes nothing."""
    async with serving(ScriptedBackend(forever)) as server:
        await server.admit("a1")
        assert (await settled(server, "a1"))["status"] == "failure"
    assert _about(_read(root))["status"] == "failure"


# From what


class _Growing(AgentWorkflow):
    """Keeps its conversation in `ctx.prompt`, and waits to be let go on."""

    go: dict[str, asyncio.Event]

    async def run(self, ctx: AgentWorkflowContext) -> Any:
        for number in range(3):
            ctx.prompt.append({"role": "assistant", "content": f"answer {number}"})
            await asyncio.sleep(0.1)
        return ctx.prompt


async def test_a_conversation_kept_in_the_prompt_is_seen_as_it_grows(root: Path, often: None):
    """`ctx.prompt` is looked at where it is written, between two steps of the workflow."""
    async with serving(LocalBackend(workflow=_Growing)) as server:
        token = await server.admit("a1")
        document = await _until(root, lambda found: len(found["steps"]) == 2)
        assert _said(document) == ["7*8?", "answer 0"]
        assert (_about(document)["status"], _about(document)["turn"]) == ("running", 1)
        await server.result("a1", token)
    assert _said(_read(root)) == ["7*8?", "answer 0", "answer 1", "answer 2"]
    assert _about(_read(root))["status"] == "success"


async def test_the_conversation_of_a_workflow_that_raised_is_kept(root: Path, often: None):
    """What it had written to `ctx.prompt` when it failed is in the last preview."""

    class Raises(AgentWorkflow):
        async def run(self, ctx: AgentWorkflowContext) -> Any:
            ctx.prompt.append({"role": "assistant", "content": "almost"})
            raise RuntimeError("no")

    async with serving(LocalBackend(workflow=Raises)) as server:
        assert (await server.run("a1"))["status"] == "failure"
    assert _said(_read(root)) == ["7*8?", "almost"]
    assert _about(_read(root))["status"] == "failure"


class _Source(SampleSource):
    """A source whose preview is one message of how often it was asked, and where."""

    def __init__(self, **behaviour: Any) -> None:
        self.asked: list[int] = []
        self.threads: set[str] = set()
        self.contexts: set[Any] = set()
        self.behaviour = behaviour

    async def get_sample(self) -> RolloutSample:
        return RolloutSample(messages=[_user("done")])

    async def get_preview(self, max_messages: int) -> RolloutSample | None:
        self.asked.append(max_messages)
        self.threads.add(threading.current_thread().name)
        context = get_rollout_context()
        self.contexts.add(None if context is None else context.rollout_id)
        if "raises" in self.behaviour:
            raise self.behaviour["raises"]
        if "hangs" in self.behaviour:
            await asyncio.Event().wait()
        if "blocks" in self.behaviour:
            time.sleep(self.behaviour["blocks"])  # noqa: ASYNC251 - what the test is about
        if "nothing" in self.behaviour:
            return None
        return RolloutSample(messages=[_user(f"asked {len(self.asked)}")], extra_fields={"_preview_turn": 9})


def _sourced(source: SampleSource, seconds: float = 0.3) -> LocalBackend:
    class Sourced(AgentWorkflow):
        async def run(self, ctx: AgentWorkflowContext) -> None:
            context = get_rollout_context()
            assert context is not None
            context.set_sample_source(source)
            await asyncio.sleep(seconds)

    return LocalBackend(workflow=Sourced)


async def test_a_source_is_asked_on_the_loop_and_in_the_context_of_the_workflow(root: Path, often: None):
    """It is asked for 100 messages, on the thread of user code, with the rollout as the active one."""
    source = _Source()
    async with serving(_sourced(source)) as server:
        token = await server.admit("a1")
        document = await _until(root, lambda found: _said(found)[0].startswith("asked"))
        assert _about(document)["turn"] == 9
        await server.result("a1", token)
    assert set(source.asked) == {100}
    assert source.contexts == {"a1"}
    assert all(name.startswith("osmosis-user-loop") for name in source.threads)
    assert _said(_read(root)) == ["done"]


@pytest.mark.parametrize(
    "behaviour",
    [{"raises": RuntimeError("no")}, {"raises": SystemExit(3)}, {"hangs": True}, {"nothing": True}],
    ids=str,
)
async def test_a_source_that_gives_nothing_leaves_the_prompt_and_harms_nobody(
    behaviour: dict[str, Any], root: Path, often: None, monkeypatch: pytest.MonkeyPatch
):
    """It raises, asks the process to end, never answers, or cannot tell: the rollout has its sample all the same."""
    monkeypatch.setattr(previews, "_PATIENCE_SEC", 0.05)
    source = _Source(**behaviour)
    async with serving(_sourced(source)) as server:
        assert (await server.run("a1"))["sample"]["messages"] == [_user("done")]
        assert (await server.run("a2"))["status"] == "success"
    assert source.asked
    if "hangs" in behaviour:
        assert len(source.asked) == 2  # once a rollout: who does not answer is not asked again
    assert _said(_read(root)) == ["done"]


async def test_a_source_that_hangs_is_called_off_at_the_end(root: Path, often: None, monkeypatch: pytest.MonkeyPatch):
    """No task of a preview outlives its rollout on the user's loop."""
    monkeypatch.setattr(previews, "_PATIENCE_SEC", 0.05)
    left: list[str] = []

    class Looks(AgentWorkflow):
        async def run(self, ctx: AgentWorkflowContext) -> Any:
            left.extend(repr(task) for task in asyncio.all_tasks() if "PreviewFeed" in repr(task))
            return list(ctx.prompt)

    class Either(AgentWorkflow):
        async def run(self, ctx: AgentWorkflowContext) -> Any:
            context = get_rollout_context()
            assert context is not None
            inner = hanging if context.rollout_id == "a1" else Looks()
            return await inner.run(ctx)

    class Hanging(AgentWorkflow):
        async def run(self, ctx: AgentWorkflowContext) -> None:
            context = get_rollout_context()
            assert context is not None
            context.set_sample_source(_Source(hangs=True))
            await asyncio.sleep(0.2)

    hanging = Hanging()
    async with serving(LocalBackend(workflow=Either)) as server:
        await server.run("a1")
        await asyncio.sleep(0.1)
        await server.run("a2")
    assert left == []


async def test_a_loop_that_is_blocked_gives_no_news_and_stops_no_server(root: Path, often: None):
    """While a workflow blocks, previews go on with what is known; the server answers, the rollout is scored."""

    class Blocks(AgentWorkflow):
        async def run(self, ctx: AgentWorkflowContext) -> Any:
            time.sleep(0.5)  # noqa: ASYNC251 - what the test is about
            return [*ctx.prompt, {"role": "assistant", "content": "56"}]

    async with serving(LocalBackend(workflow=Blocks, grader=OneGrader)) as server:
        token = await server.admit("a1")
        for _ in range(5):
            await asyncio.sleep(0.02)
            assert (await server.health())["lifecycle"]["active_rollouts"] == 1
        assert (await server.result("a1", token))["sample"]["reward"] == 1.0
    assert _said(_read(root)) == ["7*8?", "56"]


async def test_while_the_grader_works_the_preview_is_the_finished_conversation(root: Path, often: None):
    """Its status is grading."""

    class Slow(Grader):
        async def grade(self, ctx: Any) -> None:
            await asyncio.sleep(0.3)
            ctx.set_reward(1.0)

    class Elsewhere(AgentWorkflow):
        async def run(self, ctx: AgentWorkflowContext) -> Any:
            return list(ANSWER)

    async with serving(LocalBackend(workflow=Elsewhere, grader=Slow)) as server:
        token = await server.admit("a1")
        document = await _until(root, lambda found: _about(found)["status"] == "grading")
        assert _said(document) == ["7*8?", "56"]
        await server.result("a1", token)


@pytest.mark.parametrize("seconds", [0, 0.1])
async def test_a_workflow_can_keep_its_conversation_to_itself(seconds: float, root: Path, often: None):
    """`preview_enabled = False` on the rollout's context: no file, not even at the end, however soon that is."""

    class Private(AgentWorkflow):
        async def run(self, ctx: AgentWorkflowContext) -> Any:
            context = get_rollout_context()
            assert context is not None
            assert context.preview_path == root / "a1" / "preview.json"
            context.preview_enabled = False
            await asyncio.sleep(seconds)
            return list(ctx.prompt)

    async with serving(LocalBackend(workflow=Private)) as server:
        assert (await server.run("a1"))["status"] == "success"
    assert not (root / "a1").exists()


async def test_a_backend_of_ones_own_is_looked_into_on_the_server_loop(root: Path, often: None):
    """A source that it registers with the active rollout is asked."""

    async def execute(request: ExecutionRequest) -> ExecutionOutcome:
        context = get_rollout_context()
        assert context is not None
        context.set_sample_source(_Source())
        await asyncio.sleep(0.2)
        return ExecutionOutcome(workflow=failed())

    async with serving(ScriptedBackend(execute)) as server:
        await server.run("a1")
    assert _said(_read(root))[0].startswith("asked")
    assert _about(_read(root))["status"] == "failure"


async def test_the_keys_of_the_rollout_and_of_the_environment_are_taken_out(
    root: Path, monkeypatch: pytest.MonkeyPatch
):
    """Both in the conversation that a workflow writes and in the sample."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-ambient-0123456789")

    class Leaks(AgentWorkflow):
        async def run(self, ctx: AgentWorkflowContext) -> Any:
            return [_user("llm-key-1 and sk-ambient-0123456789")]

    async with serving(LocalBackend(workflow=Leaks)) as server:
        await server.run("a1", llm_api_key="llm-key-1")
    assert _said(_read(root)) == ["[REDACTED] and [REDACTED]"]


async def test_many_rollouts_at_once_each_have_their_own(root: Path, often: None):
    """64 conversations on one loop, none mixed up with another, and nothing left running at the end."""

    class Named(AgentWorkflow):
        async def run(self, ctx: AgentWorkflowContext) -> Any:
            context = get_rollout_context()
            assert context is not None
            ctx.prompt.append({"role": "assistant", "content": context.rollout_id})
            await asyncio.sleep(0.1)
            return ctx.prompt

    async with serving(LocalBackend(workflow=Named)) as server:
        await asyncio.gather(*(server.run(f"r{number}") for number in range(64)))
    for number in range(64):
        assert _said(_read(root, f"r{number}")) == ["7*8?", f"r{number}"]
    for _ in range(100):  # the shutdown does not wait for the thread's last moments
        left = [thread for thread in threading.enumerate() if "osmosis-previews" in thread.name]
        if not left:
            break
        await asyncio.sleep(0.05)
    assert not left
    assert not _names(root, ".*")


# Where


@pytest.mark.virtual_time
@pytest.mark.parametrize("rollout_id", ["-a", ".a", "_a", "a b", "a~", "é", "a" * 257])
async def test_an_id_that_does_not_suit_has_no_preview(rollout_id: str, root: Path):
    """Letters, digits, `.`, `_`, `:` and `-`, the first a letter or a digit, 256 at most."""
    async with serving() as server:
        assert (await server.run(rollout_id))["status"] == "success"
    assert _names(root) == []


@pytest.mark.virtual_time
async def test_ids_of_evaluations_have_previews(root: Path):
    """They hold colons and dots."""
    async with serving() as server:
        await server.run("run.1::row-2:0")
    assert _about(_read(root, "run.1::row-2:0"))["rollout_id"] == "run.1::row-2:0"


@pytest.mark.parametrize("path", ["previews", "./previews", "{tmp}/x/../previews", "{tmp}/link/previews", "{tmp}/link"])
@pytest.mark.virtual_time
async def test_a_root_that_is_relative_or_behind_a_link_is_one_warning(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """It names the variable; the server works without previews, and writes nothing anywhere."""
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(PREVIEW_ROOT_VARIABLE, path.format(tmp=tmp_path))
    async with serving() as server:
        assert (await server.run("a1"))["status"] == "success"
    (warning,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert PREVIEW_ROOT_VARIABLE in warning
    assert list((tmp_path / "real").iterdir()) == []


def test_a_root_that_is_a_file_is_refused(tmp_path: Path):
    """As is one that holds NUL."""
    (tmp_path / "file").write_text("")
    for path in (str(tmp_path / "file"), f"{tmp_path}/a\0b"):
        with pytest.raises(PreviewRootError):
            PreviewRoot(path)


@pytest.mark.virtual_time
@pytest.mark.parametrize("what", ["folder", "file"])
async def test_a_link_in_the_place_of_a_preview_is_not_followed(
    what: str, root: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    """Neither a rollout's folder nor its file; one warning, and the rollout is not touched."""
    target = tmp_path / "target"
    _lay_link(what, root, target)
    async with serving(ScriptedBackend(after(10))) as server:
        assert (await server.run("a1"))["status"] == "success"
    assert _names(target) == ["kept"]
    assert (target / "kept").read_text() == "mine"
    assert len([record for record in caplog.records if record.levelno >= logging.WARNING]) == 1


async def test_without_the_variable_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """No file, no thread, and no path in the rollout's context."""
    monkeypatch.delenv(PREVIEW_ROOT_VARIABLE, raising=False)

    class Looks(EchoWorkflow):
        async def run(self, ctx: AgentWorkflowContext) -> Any:
            context = get_rollout_context()
            assert context is not None
            assert context.preview_path is None
            return await super().run(ctx)

    async with serving(LocalBackend(workflow=Looks)) as server:
        assert (await server.run("a1"))["status"] == "success"
    assert not _names(tmp_path, "preview.json")


@pytest.mark.virtual_time
async def test_a_disk_that_hangs_holds_up_the_end_by_two_seconds_at_most(
    root: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """The result does not wait for it at all; the server's end gives up on it."""
    let_go = threading.Event()
    entered = threading.Event()

    def stuck(self: PreviewRoot, rollout_id: str, content: bytes) -> None:
        entered.set()
        let_go.wait(20)

    monkeypatch.setattr(PreviewRoot, "write", stuck)
    try:
        async with asyncio.timeout(60):
            async with serving() as server:
                assert (await server.run("a1"))["status"] == "success"
                while not entered.is_set():  # noqa: ASYNC110 - a thread's event
                    await asyncio.sleep(0)
                asyncio.get_running_loop().threads = 0  # type: ignore[attr-defined]
    finally:
        let_go.set()
    assert "not brought to their end" in caplog.text
