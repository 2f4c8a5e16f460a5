"""`eval grade`: samples that a run kept are graded again in the rollout's process, and no model is asked."""

import hashlib
import http.server
import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from run_in_process import DisplayDouble
from tests.support.run_folders import RunFolder, rollout_id

from osmosis_ai.base.errors import ConflictError, OsmosisError
from osmosis_ai.eval.grade import GradeOptions, grade_eval
from osmosis_ai.eval.options import EvalOptions
from osmosis_ai.eval.run import EvalRun, run_eval
from osmosis_ai.hosting import grading
from osmosis_ai.hosting.environment import RolloutEnvironment
from osmosis_ai.hosting.grading import FilesNotKeptError
from osmosis_ai.rollout.trajectory.stored_messages import messages_to_store
from osmosis_ai.runs.reading.exported import ExportedRun
from osmosis_ai.runs.reading.selection import NothingSelectedError
from osmosis_contract.models.run_manifest import RunManifest, RunSourceKind

MAIN = """\
from osmosis_ai.rollout import AgentWorkflow, Grader, LocalBackend
from osmosis_ai.rollout.server import create_rollout_server, serve


class Workflow(AgentWorkflow):
    async def run(self, ctx):
        raise AssertionError("no workflow is run")


class TheGrader(Grader):
    async def grade(self, ctx):
        print("grading", ctx.label)
        {body}


app = create_rollout_server(backend=LocalBackend(workflow=Workflow, grader=TheGrader))
if __name__ == "__main__":
    serve(app)
"""
ANSWER = "ctx.set_reward(float(ctx.sample.messages[-1]['content'] == ctx.label))"
CONFIG = """\
[experiment]
rollout = "demo"
entrypoint = "main.py"
model_path = "openai/stub"
dataset = "demo"
[secrets]
required = []
"""


class World:
    """A workspace with a run `source` whose samples were kept, and an endpoint that counts."""

    def __init__(self, root: Path, endpoint: str, rows: int = 4) -> None:
        self.root = root
        self.endpoint = endpoint
        self.display = DisplayDouble()
        for folder in ("rollouts/demo", "configs/training", "configs/eval", "data"):
            (root / folder).mkdir(parents=True)
        self.grader(ANSWER)
        (root / "configs/eval/demo.toml").write_text(CONFIG)
        data = "".join(json.dumps({"user_prompt": f"question {n}", "ground_truth": str(n)}) + "\n" for n in range(rows))
        (root / "data/demo.jsonl").write_text(data)
        self.source = RunFolder(
            root / ".osmosis/evals/source",
            rows=rows,
            model="openai/stub",
            sha256=hashlib.sha256(data.encode()).hexdigest(),
        )
        manifest = json.loads((self.source.root / "manifest.json").read_text())
        manifest["inputs"]["rollout"]["name"] = "demo"
        manifest["provenance"]["config_path"] = "configs/eval/demo.toml"
        self.source.write("manifest.json", manifest)

    def grader(self, body: str) -> None:
        (self.root / "rollouts/demo/main.py").write_text(MAIN.format(body=body))

    def sample(self, row: int, answer: str, *, files: bool = True) -> None:
        """The conversation of a row, as a rollout server and the run's collection leave it."""
        messages = [{"role": "user", "content": f"question {row}"}, {"role": "assistant", "content": answer}]
        steps = [
            {"source": "user", "message": messages[0]["content"]},
            {"source": "agent", "message": messages[1]["content"]},
        ]
        path = self.source.trajectory(row, steps)
        document = json.loads(path.read_text())
        document["extra"]["osmosis"] |= messages_to_store(messages, document["steps"])
        path.write_text(json.dumps(document))
        if files:
            (self.source.root / "rollout_trials" / rollout_id(row) / "artifacts").mkdir(parents=True)

    def grade(self, **options: Any) -> EvalRun:
        environ = {**os.environ, "OPENAI_BASE_URL": self.endpoint, "OPENAI_API_KEY": "sk-of-the-test"}
        return grade_eval(GradeOptions(run="source", **options), self.display, cwd=self.root, environ=environ)[0]

    def bytes_of_source(self) -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in self.source.root.rglob("*") if path.is_file()}


@pytest.fixture
def asked() -> Iterator[tuple[str, list[str]]]:
    """An endpoint and the paths that it was asked for."""
    paths: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(self.path)
            self.send_error(500)

        do_POST = do_GET  # noqa: N815 - the base class's name

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1", paths
    server.shutdown()
    server.server_close()


async def _this_environment(*_: object, **__: object) -> RolloutEnvironment:
    return RolloutEnvironment(Path(sys.executable), reused=True)


@pytest.fixture
def world(tmp_path: Path, asked: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch) -> World:
    """Row 0 was right, row 1 made its grader fail, row 2 failed in its workflow, row 3 has no result."""
    monkeypatch.setattr(grading, "prepare_environment", _this_environment)
    world = World(tmp_path, asked[0])
    world.source.result(0, 1.0)
    world.source.result(1, outcome="grader_failed", category="agent_error", error="KeyError")
    world.source.result(2, outcome="agent_failed", category="agent_error", error="no answer")
    world.sample(0, "0")
    world.sample(1, "1")
    world.source.state("incomplete")
    return world


def test_samples_are_graded_again_and_no_model_is_asked(world: World, asked: tuple[str, list[str]]):
    """The new run names its source and the digest of its grader; the source keeps its bytes; failures stay counted."""
    before = world.bytes_of_source()
    run = world.grade(name="again")
    assert asked[1] == []
    assert world.bytes_of_source() == before
    rows = list(ExportedRun(world.root / ".osmosis/evals/again"))
    assert [(str(row.outcome) if row.outcome else None, row.reward) for row in rows] == [
        ("scored", 1.0),
        ("scored", 1.0),
        ("agent_failed", None),
        ("cancelled", None),
    ]
    summary = run.metrics.summary
    assert (summary.graded, summary.completed_samples, run.results.items) == (2, 3, 4)
    manifest = RunManifest.read((world.root / ".osmosis/evals/again/manifest.json").read_bytes())
    assert manifest.source is not None
    assert (manifest.source.kind, manifest.source.run_name) == (RunSourceKind.SAMPLES, "source")
    assert manifest.source.grader_digest == "0" * 64
    assert manifest.inputs.rollout.source_digest != "0" * 64
    assert "Grade 4 samples of source" in world.display.questions[0]
    assert "grading 0" in (world.root / ".osmosis/evals/again/logs.txt").read_text()


def test_only_the_rows_whose_grader_failed(world: World):
    """A subset that says so; without such rows there is nothing to do."""
    run = world.grade(name="again", only="grader-failed")
    assert run.plan.inputs.dataset.selected_source_rows == "1"
    assert len(run.results) == 1
    with pytest.raises(NothingSelectedError):
        grade_eval(
            GradeOptions(run="again", only="grader-failed"), world.display, cwd=world.root, environ=dict(os.environ)
        )


def test_a_grader_that_fails_again_says_where(world: World):
    """An exception of the grader is a failure of the new run, with its place in the user's code."""
    world.grader("raise KeyError('total')")
    world.grade(name="again")
    row = ExportedRun(world.root / ".osmosis/evals/again").row(0)
    assert str(row.outcome) == "grader_failed"
    assert "main.py:" in (row.error or "")


def test_a_grader_finds_the_workflows_files(world: World):
    """It gets a copy; what it writes there does not reach the source."""
    artifacts = world.source.root / "rollout_trials" / rollout_id(0) / "artifacts"
    (artifacts / "out.txt").write_text("3")
    before = world.bytes_of_source()
    world.grader(
        "path = ctx.artifacts_dir / 'out.txt'\n"
        "        ctx.set_reward(float(path.read_text()) if path.exists() else 0.0)\n"
        "        path.write_text('4')"
    )
    world.grade(name="again")
    assert ExportedRun(world.root / ".osmosis/evals/again").row(0).reward == 3.0
    assert world.bytes_of_source() == before


def test_a_grader_that_needs_files_that_are_gone_is_refused(world: World):
    """A grade without them would be another grade."""
    (world.source.root / "rollout_trials" / rollout_id(0) / "artifacts").rmdir()
    world.grader("ctx.set_reward(float(len(list(ctx.artifacts_dir.iterdir()))))")
    with pytest.raises(FilesNotKeptError, match="row 0 were not kept"):
        world.grade(name="again")


def test_a_sample_that_was_not_kept_in_full_is_refused(world: World):
    """A trajectory of an earlier version has steps, which say less than the messages that a grader read."""
    path = world.source.root / "trajectories/row_0_run_0.json"
    document = json.loads(path.read_text())
    del document["extra"]["osmosis"]["messages_in_steps"]
    path.write_text(json.dumps(document))
    with pytest.raises(OsmosisError, match="did not keep the sample of row 0 in full"):
        world.grade(name="again")


def test_rollouts_are_never_added_to_graded_samples(world: World):
    """Nor the other way round: their results are of different things."""
    world.grade(name="again")
    options = EvalOptions(config=Path("configs/eval/demo.toml"), name="again")
    with pytest.raises(ConflictError, match="graded again"):
        run_eval(options, world.display, cwd=world.root, environ=dict(os.environ))


def test_a_thousand_samples(tmp_path: Path, asked: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch):
    """All are graded, and the time is printed; the bound is a figure of the benchmarks."""
    monkeypatch.setattr(grading, "prepare_environment", _this_environment)
    world = World(tmp_path, asked[0], rows=1000)
    for row in range(1000):
        world.source.result(row, 0.0)
        world.sample(row, str(row))
    world.source.finish()
    began, cpu = time.perf_counter(), time.process_time()
    run = world.grade(name="again")
    print(f"\n1000 samples in {time.perf_counter() - began:.2f} s, {time.process_time() - cpu:.2f} s of CPU here")
    print(f"dispatch alone: {run.duration_ms:.0f} ms")
    assert run.metrics.summary.passed == 1000
