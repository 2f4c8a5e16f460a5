"""Two evaluations at once in one process and one loop, on real rollout servers: one on a folder, one in memory."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from eval_workspace import EvalWorkspace
from stub_openai import StubOpenAI
from tests.support.memory_ports import MemoryRun
from tests.support.run_specs import MadeUpRow, run_spec

from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.engine.ports import RunProgressUpdate
from osmosis_ai.engine.run import run
from osmosis_ai.engine.work import OpenRunner
from osmosis_ai.eval.options import EvalOptions
from osmosis_ai.eval.plan import make_plan
from osmosis_ai.eval.run import agree, choose, execute, prepare
from osmosis_ai.hosting.services import hosted
from osmosis_ai.hosting.spec import HostedProcess
from osmosis_contract.models.server_record import ServerRecord

FOLDER_SECRET, MEMORY_SECRET = "the-secret-of-the-folder", "the-secret-of-the-memory"
RED, BLUE = "redwood", "bluebell"


class Agreeing:
    """Answers yes, and asks for nothing."""

    def confirm(self, prompt: str, *, summary: Mapping[str, object], notes: Sequence[str]) -> None:
        pass

    def ask_yes_no(self, prompt: str) -> bool:
        return True

    def ask_secret(self, name: str) -> str | None:
        return None


class Silent:
    """Shows nothing."""

    def status(self, text: str) -> None:
        pass

    def progress(self, update: RunProgressUpdate) -> None:
        pass

    def warning(self, code: str | None, message: str) -> None:
        pass

    def log_line(self, line: str) -> None:
        pass


@dataclass
class MemoryProcessRecords:
    """The processes that a run has running."""

    kept: dict[HostedProcess, ServerRecord]
    ever: int = 0

    def add(self, kind: HostedProcess, record: ServerRecord) -> None:
        self.kept[kind] = record
        self.ever += 1

    def remove(self, kind: HostedProcess, record: ServerRecord) -> None:
        if self.kept.get(kind) == record:
            del self.kept[kind]


@pytest.fixture
def other_stub() -> Iterator[StubOpenAI]:
    with StubOpenAI() as server:
        yield server


def text_of(folder: Path) -> str:
    return "\n".join(path.read_text() for path in sorted(folder.rglob("*")) if path.is_file())


@pytest.mark.timeout(120)
async def test_two_evaluations_at_once_have_their_own_results_logs_and_secrets(
    workspace: EvalWorkspace, tmp_path: Path, stub: StubOpenAI, other_stub: StubOpenAI
):
    """Each has its model, rows, rollout server and secret; of the other's there is no trace in what it keeps.

    Neither changes what the process has one of: environment, current directory, signal handlers.
    """
    workspace.dataset("apart", [(f"say {RED}", RED), (f"say {RED} twice", RED), ("env SOME_KEY", "kept")])
    config = workspace.config("apart", secrets=["SOME_KEY"], env={"COLOUR": RED})
    environ = workspace.environment(stub, SOME_KEY=FOLDER_SECRET)
    shared = (dict(os.environ), Path.cwd(), signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM))
    plan = make_plan(EvalOptions(config=config, name="apart"), workspace.root)
    agreed = agree(choose(plan, Agreeing()), Agreeing(), Silent(), environ)

    prompts = [f"say {BLUE}", f"say {BLUE} twice", "raise", "env SOME_KEY", "env COLOUR"]
    labels = [BLUE, BLUE, BLUE, "kept", BLUE]
    rows = [
        MadeUpRow(number, [{"role": "user", "content": prompt}], label)
        for number, (prompt, label) in enumerate(zip(prompts, labels, strict=True))
    ]
    spec = replace(run_spec(len(rows), model_path="openai/other"), rows=lambda: iter(rows))
    memory = MemoryRun({"SOME_KEY": MEMORY_SECRET})
    records = MemoryProcessRecords({})

    with prepare(agreed, Silent(), environ) as prepared:
        own = {"OPENAI_BASE_URL": other_stub.base_url, "SOME_KEY": MEMORY_SECRET, "COLOUR": BLUE}
        host = replace(
            prepared.host,
            model_path="openai/other",
            model_environment={**prepared.host.model_environment, **own},
            rollout_environment={**prepared.host.rollout_environment, **own},
            token="the-key-of-the-memory-run",
            trials=tmp_path / "trials",
        )

        @asynccontextmanager
        async def open_runner() -> AsyncIterator[OpenRunner]:
            redact = Redactor([MEMORY_SECRET, host.token])
            async with hosted(host, memory.observer, records=records, redact=redact) as opened:
                yield opened

        on_folder, in_memory = await asyncio.gather(execute(prepared), run(spec, open_runner, memory.ports))

    assert (dict(os.environ), Path.cwd(), signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == shared
    assert (on_folder.complete, on_folder.metrics.summary.passed) == (True, 2)
    assert (in_memory.complete, in_memory.metrics.summary.passed, len(in_memory.results)) == (True, 3, 5)
    assert (on_folder.metrics.eval_run.model_name, in_memory.metrics.eval_run.model_name) == (
        "openai/stub",
        "openai/other",
    )
    assert set(stub.asked) - {"Hi"} <= {f"say {RED}", f"say {RED} twice"}
    assert set(other_stub.asked) - {"Hi"} <= {f"say {BLUE}", f"say {BLUE} twice"}
    assert (records.kept, records.ever) == ({}, 1)

    written, kept = text_of(workspace.folder("apart")), memory.everything()
    for text, mine, foreign in ((written, RED, BLUE), (kept, BLUE, RED)):
        assert mine in text
        assert foreign not in text
        assert FOLDER_SECRET not in text
        assert MEMORY_SECRET not in text
    assert "the workflow raised on purpose" in kept
    assert "the workflow raised on purpose" not in written
