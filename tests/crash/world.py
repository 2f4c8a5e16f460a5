"""The workspace that is evaluated, and an evaluation as a forked process that can be killed.

The forking process has imported everything, runs no event loop and has no thread; each evaluation in it is the real
`run_eval`, with the real rollout server in its own process under its warden. Only pauses between retries are shorter,
and the rollout's environment is this interpreter's.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tests.crash import hook
from tests.crash.result_path import JOB, ORCHESTRATOR, PLATFORM
from tests.crash.stub_model import KEY, StubModel

__all__ = ["CONFIG", "MARKER", "PROJECT", "ROWS", "RUN", "Ended", "Life", "World", "prepare", "variables", "watched"]

MARKER = "OSMOSIS_CRASH_CASE"
RUN = "run"
REPOSITORY = Path(__file__).parents[2]
_LONGEST_SEC = 180.0
ROWS: dict[str, list[tuple[str, str]]] = {
    "five": [
        ("say yes", "yes"),
        ("artifact", "ok"),
        ("raise", "yes"),
        ("say yes again", "remove"),
        ("say no", "yes"),
    ],
    "faulty": [
        ("say yes", "yes"),
        ("status 500 once", "500"),
        ("exit 2 times", "ok"),
        ("sleep 0.8 beside it", "ok"),
        ("artifact", "ok"),
    ],
    "slow": [("say yes", "yes"), ("sleep 0.7 and more", "ok"), ("sleep 0.7 and again", "ok")],
    "embedded": [(f"Write a line about the number {row}.", "any") for row in range(12)],
    "many": [(f"sleep 0.{row % 3} row {row}" if row % 7 else "artifact", "ok") for row in range(360)],
}
PROJECT = '[project]\nname = "served"\nversion = "0"\nrequires-python = ">=3.12"\ndependencies = []\n'

MODELS = {"embedded": "local/smollm2-135m-instruct"}
CONFIG = """\
[experiment]
rollout = "served"
entrypoint = "served_main.py"
model_path = "{model}"
dataset = "{name}"
[evaluation]
agent_workflow_timeout_s = 20
grader_timeout_s = 20
[secrets]
required = []
"""


def prepare(*, managed: bool = True) -> None:
    """Installs the hook and imports all that an evaluation needs, so that what is forked afterwards has it; with
    `managed`, what a platform and its jobs need too."""
    hook.install((*ORCHESTRATOR, *JOB, *PLATFORM) if managed else ORCHESTRATOR)
    from osmosis_ai.base.http import fast_client  # noqa: F401
    from osmosis_ai.engine import dispatch
    from osmosis_ai.eval import run  # noqa: F401 - imported here, so that no evaluation has to
    from osmosis_ai.hosting import environment, listener, protocol_runner, rollout_server, services, tunnel  # noqa: F401
    from osmosis_ai.models import open_model  # noqa: F401
    from osmosis_ai.models.bridge import app, chat_bridge  # noqa: F401
    from osmosis_ai.models.providers import direct  # noqa: F401
    from osmosis_ai.rollout.control import receiver  # noqa: F401

    async def prepared(*_: object, **__: object) -> environment.RolloutEnvironment:
        return environment.RolloutEnvironment(Path(sys.executable), reused=True)

    if managed:
        from osmosis_ai.job import process  # noqa: F401
        from osmosis_ai.platform.app import create_platform_app  # noqa: F401
        from osmosis_ai.platform.operations import serve  # noqa: F401

    services.prepare_environment = prepared
    dispatch.RETRY_PAUSES_SEC = (0.05, 0.1)
    rollout_server._HEALTH_PAUSE_SEC = 0.01


@dataclass(frozen=True)
class Ended:
    """How a life of an evaluation ended. `told` is what it had told anybody by then, `code` negative for a signal."""

    code: int
    told: list[dict[str, Any]]
    out: str

    @property
    def killed(self) -> bool:
        return self.code == -signal.SIGKILL

    @property
    def acknowledged(self) -> dict[str, str | None]:
        """Ids of the rollouts whose end had been recorded for the dispatcher, with how each ended."""
        return {told["ended"]: told["outcome"] for told in self.told if "ended" in told}

    @property
    def until_dying(self) -> Ended:
        """What had been told before its last words: other threads go on between them and the kill."""
        words = [number for number, told in enumerate(self.told) if "dying" in told]
        return replace(self, told=self.told[: words[0]]) if words else self


@dataclass(frozen=True)
class Life:
    """What is to happen in one life of an evaluation: where it is killed or the disk gets full, or nothing.

    `kill_after_sec` counts from the start, or with `working` from when the first rollouts are dispatched.
    """

    point: int = -1
    hit: int = 0
    deed: str = "kill"
    in_server: bool = False
    interrupt_after: int | None = None
    retry_failed: bool = False
    output: str = "evals"
    kill_after_sec: float | None = None
    working: bool = False


@dataclass
class World:
    """A workspace below `home`, and a model."""

    home: Path
    model: StubModel
    counts: Mapping[str, Path] = field(default_factory=dict)

    def make(self) -> None:
        """Writes the workspace."""
        for folder in ("rollouts/served", "configs/training", "configs/eval", "data"):
            (self.home / folder).mkdir(parents=True, exist_ok=True)
        for file in ("served_main.py", "served_rollout.py"):
            shutil.copy(Path(__file__).with_name(file), self.home / "rollouts/served")
        (self.home / "rollouts/served/pyproject.toml").write_text(PROJECT)
        for name, rows in ROWS.items():
            lines = [json.dumps({"user_prompt": prompt, "ground_truth": label}) + "\n" for prompt, label in rows]
            (self.home / f"data/{name}.jsonl").write_text("".join(lines))
            (self.home / f"configs/eval/{name}.toml").write_text(
                CONFIG.format(name=name, model=MODELS.get(name, "openai/stub"))
            )

    def case(self, name: str) -> Path:
        """The folder of one case, which holds its runs."""
        folder = self.home / "cases" / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def live(
        self,
        case: Path,
        dataset: str,
        dialect: str,
        life: Life = Life(),
        meanwhile: Callable[[], object] | None = None,
    ) -> Ended:
        """One life of the evaluation of a case: to its end, or to its death. Begun again, it resumes."""
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(read)
            _live(self, case, dataset, dialect, life, write)
        os.close(write)
        try:
            told, code = watched(read, pid, life, meanwhile)
        finally:
            os.close(read)
        out = case / "out.txt"
        return Ended(code, told, out.read_text(errors="replace") if out.exists() else "")


def watched(
    read: int, pid: int, life: Life, meanwhile: Callable[[], object] | None
) -> tuple[list[dict[str, Any]], int]:
    """What the child says until it ends; it is killed when that takes too long."""
    os.set_blocking(read, False)
    data = b""
    began = time.monotonic()
    since = None if life.working else began
    while True:
        with contextlib.suppress(BlockingIOError):
            data += os.read(read, 1 << 16)
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            break
        if meanwhile is not None:
            meanwhile()
        now = time.monotonic()
        if since is None and b" [schedule] dispatching" in data:
            since = now
        if life.kill_after_sec is not None and since is not None and now - since > life.kill_after_sec:
            os.kill(pid, signal.SIGKILL)
            os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        elif now - began > _LONGEST_SEC:
            os.kill(pid, signal.SIGABRT)
        time.sleep(0.003)
    with contextlib.suppress(BlockingIOError):
        while part := os.read(read, 1 << 16):
            data += part
    told = [json.loads(line) for line in data.decode().splitlines()]
    return told, os.waitstatus_to_exitcode(status)


def _live(world: World, case: Path, dataset: str, dialect: str, life: Life, witness: int) -> None:
    """In the child, which it ends."""
    code = 70
    try:
        os.setsid()
        out = os.open(case / "out.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(out, 1)
        os.dup2(out, 2)
        mine, server = case / "orchestrator.hits", case / "server.hits"
        os.environ |= variables(world.model, case, dialect)
        if life.in_server:
            os.environ[hook.SERVER_VARIABLE] = f"{server}:{life.point}:{life.hit}"
            hook.arm(mine)
        else:
            hook.arm(mine, life.point, life.hit, life.deed)
        code = _evaluate(world, case, dataset, life, witness)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def variables(model: StubModel, case: Path, dialect: str = "leases") -> dict[str, str]:
    """What the environment of a case says, to the evaluation and to what it serves."""
    return {
        MARKER: str(case),
        "OSMOSIS_CRASH_DIALECT": dialect,
        "OSMOSIS_CRASH_HOME": str(REPOSITORY),
        "OPENAI_BASE_URL": model.base_url,
        "OPENAI_API_KEY": KEY + case.name,
    }


def _evaluate(world: World, case: Path, dataset: str, life: Life, witness: int) -> int:
    from osmosis_ai.base.errors import OsmosisError
    from osmosis_ai.engine.ledger import RunLedger
    from osmosis_ai.eval.options import EvalOptions
    from osmosis_ai.eval.run import run_eval

    def tell(**what: object) -> None:
        os.write(witness, json.dumps(what).encode() + b"\n")

    hook.say_before_the_kill(lambda: tell(dying=True))
    recorded = RunLedger.ended

    async def ended(self: Any, attempt: Any, result: Any) -> None:
        await recorded(self, attempt, result)
        tell(ended=attempt.rollout_id, outcome=str(result.outcome.kind), key=list(attempt.item.key))

    RunLedger.ended = ended
    options = EvalOptions(
        config=world.home / f"configs/eval/{dataset}.toml",
        name=RUN,
        output=case / life.output,
        max_in_flight=4 if dataset == "many" else 2,
        retry_failed=life.retry_failed,
    )
    try:
        run = run_eval(options, Witness(tell, life.interrupt_after), cwd=world.home, environ=dict(os.environ))
    except OsmosisError as error:
        tell(error=error.message, hint=error.hint)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0 if run.complete else 3


class Witness:
    """A display that tells everything it is told to a pipe, at once."""

    def __init__(self, tell: Callable[..., None], interrupt_after: int | None) -> None:
        self._tell = tell
        self._interrupt_after = interrupt_after

    def status(self, text: str) -> None:
        self._tell(status=text)

    def warning(self, code: str | None, message: str) -> None:
        self._tell(warning=message)

    def confirm(self, prompt: str, *, summary: Mapping[str, object], notes: Sequence[str]) -> None:
        self._tell(confirm=prompt)

    def ask_yes_no(self, prompt: str) -> bool:
        return False

    def ask_secret(self, name: str) -> str | None:
        return None

    def progress(self, update: Any) -> None:
        self._tell(done=update.done, tokens=update.tokens)
        if update.done == self._interrupt_after:
            os.kill(os.getpid(), signal.SIGINT)

    def log_line(self, line: str) -> None:
        self._tell(log=line)
