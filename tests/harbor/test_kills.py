"""An evaluation in sandboxes while its server, its trials and podman are killed at random; and one that fails whole."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from osmosis_ai.engine.dispatch import MIN_FAULTS_IN_A_ROW
from osmosis_ai.rollout.backend.harbor.staging import KEPT
from osmosis_ai.testing import ScriptedPolicy, say

from .containers import IMAGE, Podman, connections, need_podman, private_podman
from .sandboxes import groups_of, leftovers, make_task, need_root_and_bubblewrap, remember

pytestmark = [pytest.mark.xdist_group("harbor-kills")]

ROWS = int(os.environ.get("OSMOSIS_TEST_KILLS_TRIALS") or "6")
KILLS = int(os.environ.get("OSMOSIS_TEST_KILLS") or "3")
SECONDS = {"bubblewrap": 8, "podman": 4}
"""How long a solution takes: so long that all kills come before the last row ends."""
WIDTH = 8
AHEAD = 3
"""How many more kills than ended rows there may be, or nothing would ever end."""
PATIENCE = 15.0
"""How long after a kill another one is due all the same."""
FAILING = int(os.environ.get("OSMOSIS_TEST_FAILING_TRIALS") or "6")
SEED = int(os.environ.get("OSMOSIS_TEST_KILLS_SEED") or random.randrange(1 << 30))
CONFIG = """[experiment]
rollout = "killed"
command = [{python}, "main.py"]
model_path = "openai/never-asked"
dataset = "{name}"
[env]
SANDBOX = "{sandbox}"
SANDBOX_SETTINGS = {settings}
[secrets]
required = []
"""
_CLIENTS = frozenset({"podman", "podman-compose"})


@dataclass
class Evaluated:
    """A workspace with one rollout of tasks, and all that its evaluations may leave."""

    root: Path
    sandbox: str
    podman: Podman | None = None
    mark: str = field(default_factory=lambda: uuid.uuid4().hex)
    endpoint: dict[str, str] = field(default_factory=dict)

    @property
    def state(self) -> Path:
        return self.root / "state"

    @property
    def env(self) -> dict[str, str]:
        own = {"OSMOSIS_CACHE_DIR": str(self.root / "cache"), "TMPDIR": str(self.root / "tmp"), "KILLS_MARK": self.mark}
        return {**os.environ, **self.endpoint, **own, **({} if self.podman is None else self.podman.env)}

    def prepare(self, name: str, rows: list[str], **tasks: dict[str, str]) -> None:
        for folder in ("rollouts/killed", "configs/training", "configs/eval", "data", "tmp", "state"):
            (self.root / folder).mkdir(parents=True, exist_ok=True)
        folder = self.root / "rollouts/killed"
        (folder / "main.py").write_text(Path(__file__).with_name("killed_rollout.py").read_text())
        (folder / "pyproject.toml").write_text(
            '[project]\nname = "killed"\nversion = "1"\ndependencies = ["osmosis-ai[server,harbor]>=0.3,<0.4"]\n'
        )
        for task, files in tasks.items():
            files.setdefault("dockerfile", f"FROM {IMAGE}\nRUN echo built > /built\n")
            make_task(folder / "tasks" / task, **files)
        lines = [{"user_prompt": "Do it.", "ground_truth": "1", "metadata": {"harbor_task_id": task}} for task in rows]
        (self.root / f"data/{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        settings = json.dumps(json.dumps({"state_dir": str(self.state)}))
        text = CONFIG.format(python=json.dumps(sys.executable), name=name, sandbox=self.sandbox, settings=settings)
        (self.root / f"configs/eval/{name}.toml").write_text(text)

    def begin(self, name: str, *words: str) -> subprocess.Popen[bytes]:
        command = ["-m", "osmosis_ai", "--json", "eval", "run", f"configs/eval/{name}.toml", "--yes", "--name", name]
        command += ["--max-in-flight", str(WIDTH), *words]
        log = (self.root / "said.txt").open("ab")
        with log:
            return subprocess.Popen(
                [sys.executable, *command], cwd=self.root, env=self.env, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    def said(self) -> str:
        return (self.root / "said.txt").read_text(errors="replace")[-6000:]

    def lines(self, run: str, file: str) -> list[dict[str, Any]]:
        path = self.root / ".osmosis/evals" / run / file
        if not path.exists():
            return []
        whole = path.read_text().rpartition("\n")[0]
        return [json.loads(line) for line in whole.splitlines()]

    def victims(self, evaluation: int) -> dict[str, list[int]]:
        """Processes that may be killed, by what they are."""
        remember(self.state)
        names = [f"osmosis-sandbox-{path.name}" for path in self.state.glob("*")]
        found: dict[str, list[int]] = {"server": [], "trial": [], "podman": [], "evaluation": []}
        for process in Path("/proc").glob("[0-9]*"):
            try:
                command, group = (process / "cmdline").read_bytes(), (process / "cgroup").read_text()
                environment, comm = (process / "environ").read_bytes(), (process / "comm").read_text().strip()
            except OSError:
                continue
            pid = int(process.name)
            if any(name in group for name in names) or any(part in group for part in self._containers):
                found["trial"].append(pid)
            elif self.mark.encode() not in environment:
                continue
            elif pid == evaluation:
                found["evaluation"].append(pid)
            elif command.endswith(b"\0main.py\0"):
                found["server"].append(pid)
            elif comm in _CLIENTS or b"podman-compose" in command:
                found["podman"].append(pid)
        return found

    _containers: list[str] = field(default_factory=list)
    connected: set[str] = field(default_factory=set)
    """What podman had connected before the evaluation."""

    def look(self) -> None:
        if self.podman is not None:
            with contextlib.suppress(AssertionError):
                listed = self.podman.listed("ps", "--filter", "label=ai.osmosis.trial")
                self._containers = [str(entry["Id"]) for entry in listed]

    def left(self) -> list[str]:
        """All that evaluations left: sandboxes, containers, networks and what they connected, folders, processes."""
        trials = [path for path in (self.root / "tmp").glob("osmosis-harbor-*/*/*") if not (path / KEPT).exists()]
        folders = [str(path) for path in trials]  # without those of failed trials, which are kept to be looked at
        engine = [] if self.podman is None else [*self.podman.left(), *(connections() - self.connected)]
        processes = []
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if self.mark.encode() in (process / "environ").read_bytes():
                    processes.append(f"process {process.name} {(process / 'cmdline').read_bytes()!r}")
        return [*leftovers(self.state), *groups_of(self.state), *folders, *engine, *processes]


@pytest.fixture(params=["bubblewrap", "podman"])
def evaluated(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evaluated]:
    need_root_and_bubblewrap()
    with contextlib.ExitStack() as stack:
        podman = None
        if request.param == "podman":
            need_podman()
            podman = stack.enter_context(private_podman(tmp_path / "p"))
        model = stack.enter_context(ScriptedPolicy(lambda asked: say("hello")))
        made = Evaluated(tmp_path / "workspace", request.param, podman)
        made.endpoint = {"OPENAI_BASE_URL": model.base_url, "OPENAI_API_KEY": model.api_key}
        yield made


@pytest.fixture
def foreign(evaluated: Evaluated) -> Iterator[list[str]]:
    """What is not ours: a folder where sandboxes are kept, a process, and a container and a network with a label."""
    folder = evaluated.state / "foreign"
    folder.mkdir(parents=True)
    (folder / "file").write_text("kept")
    names = [str(folder)]
    podman = evaluated.podman
    if podman is not None:
        podman.run("network", "create", "--label", "ai.osmosis.owner=mine", "foreign")
        podman.run("run", "--detach", "--name", "foreign", "--label", "ai.osmosis.owner=mine", IMAGE, "sleep", "9999")
        names += ["container ['foreign']", "network foreign"]
        evaluated.connected = connections()
    with subprocess.Popen(["sleep", "9999"]) as bystander:
        yield names
        assert bystander.poll() is None
        bystander.kill()
    assert (folder / "file").read_text() == "kept"
    if podman is not None:
        assert podman.listed("ps", "--filter", "name=foreign")[0]["State"] == "running"


@pytest.mark.timeout(5400)
def test_an_evaluation_that_is_killed_at_random_is_resumed_and_leaves_nothing(evaluated: Evaluated, foreign: list[str]):
    """Every row ends once, with the reward that its task earns; no row that had ended is run again; and no container,
    network, mount, process, group or folder is left, while what others own is as it was."""
    chance = random.Random(SEED)
    print("seed", SEED)
    rows = [chance.choice(["right", "wrong"]) for _ in range(ROWS)]
    solve = f"sleep {SECONDS[evaluated.sandbox]}; echo %s > /root/answer\n"
    evaluated.prepare("kills", rows, right={"solve": solve % "done"}, wrong={"solve": solve % "none"})
    killed: Counter[str] = Counter()
    starts = 0
    next_kill = 0.0
    while True:
        starts += 1
        assert starts <= 8 + KILLS, evaluated.said()
        running = evaluated.begin("kills")
        try:
            end = time.monotonic() + 1500
            while running.poll() is None:
                assert time.monotonic() < end, evaluated.said()
                time.sleep(chance.uniform(0.3, 2.0))
                ended = len(evaluated.lines("kills", "events.jsonl"))
                ahead = killed.total() >= ended + AHEAD
                if killed.total() >= KILLS or (ahead and time.monotonic() < next_kill):
                    continue
                evaluated.look()
                found = evaluated.victims(running.pid)
                if not found["trial"]:
                    continue
                kinds = [kind for kind in ("server", "trial", "trial", "podman", "podman") if found[kind]]
                kind = "evaluation" if killed["evaluation"] < KILLS // 5 and chance.random() < 0.2 else None
                kind = kind or chance.choice(kinds)
                if found[kind]:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(chance.choice(found[kind]), signal.SIGKILL)
                        killed[kind] += 1
                        next_kill = time.monotonic() + PATIENCE
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL) if running.poll() is None else None
            running.wait()
        events = evaluated.lines("kills", "events.jsonl")
        counted = Counter(int(event["source_row_index"]) for event in events)
        assert max(counted.values(), default=1) == 1
        if running.returncode == 0:
            break
    print("killed", dict(killed), "starts", starts)
    assert killed.total() == KILLS
    assert sorted(counted) == list(range(ROWS))
    assert [
        (event["outcome"], event["reward"]) for event in sorted(events, key=lambda each: each["source_row_index"])
    ] == [("scored", 1.0 if row == "right" else 0.0) for row in rows]
    for row, last in _attempts_after_the_end(evaluated.lines("kills", "attempts.jsonl")).items():
        raise AssertionError(f"row {row} was run again after it had ended: {last}")
    nothing_but(evaluated, foreign)


def nothing_but(evaluated: Evaluated, foreign: list[str]) -> None:
    """Nothing is left but what is foreign, sooner or later."""
    end = time.monotonic() + 240
    while (left := set(evaluated.left())) != set(foreign):
        assert time.monotonic() < end, left
        time.sleep(1)


def _attempts_after_the_end(attempts: list[dict[str, Any]]) -> dict[int, Any]:
    """Attempts of rows that had a scored one before."""
    ended: set[int] = set()
    found: dict[int, Any] = {}
    for attempt in attempts:
        row = int(attempt["source_row_index"])
        if row in ended:
            found[row] = attempt
        if attempt.get("outcome") == "scored":
            ended.add(row)
    return found


@pytest.mark.timeout(2400)
def test_an_evaluation_of_which_every_trial_fails_has_no_mean(evaluated: Evaluated):
    """Sandboxes that are not built, and verifiers that give no reward: no row has a score, there is no mean, the exit
    status with `--fail-on-error` is 1, and nothing is left. Where the sandbox fails each time, the run ends by itself
    before it has tried them all, and says so."""
    if evaluated.podman is not None:
        pytest.skip("one kind of sandbox is enough for what the backend says of failures")
    made = {"broken": {"dockerfile": f"FROM {IMAGE}\nRUN exit 3\n"}, "silent": {"test": "true\n"}}
    rows = {
        "mixed": [("broken", "silent")[row % 2] for row in range(FAILING)],
        "unrewarded": ["silent"] * FAILING,
        "unbuilt": ["broken"] * max(MIN_FAULTS_IN_A_ROW, 3 * WIDTH),
    }
    for name, tasks in rows.items():
        evaluated.prepare(name, tasks, **made)
        made = {}
        running = evaluated.begin(name, "--fail-on-error")
        assert running.wait() == 1
        attempts, events = evaluated.lines(name, "attempts.jsonl"), evaluated.lines(name, "events.jsonl")
        tried = {int(each["source_row_index"]) for each in attempts}
        if name == "unbuilt":
            assert "the infrastructure failed under" in evaluated.said()
            assert len(tried) < len(tasks)
        else:
            assert tried == set(range(FAILING))
        assert [each for each in (*attempts, *events) if each.get("reward") is not None] == []
        ends = Counter(each["outcome"] for each in events)
        assert ends == Counter({"grader_failed": tasks.count("silent")} if "silent" in tasks else {})
        path = evaluated.root / ".osmosis/evals" / name / "metrics.json"
        assert _means(json.loads(path.read_text()) if path.exists() else {}) == []
    nothing_but(evaluated, [])


def _means(value: Any) -> list[Any]:
    """Every number that stands as a mean in a document."""
    if isinstance(value, dict):
        own = [each for name, each in value.items() if "mean" in name and isinstance(each, int | float)]
        return own + [each for member in value.values() for each in _means(member)]
    return [each for member in value for each in _means(member)] if isinstance(value, list) else []
