"""The steps of `eval run` in order: what is asked before anything is written, what a second run of a name does."""

import errno
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from run_in_process import Bench, RefusedError

from osmosis_ai import __version__
from osmosis_ai.base.errors import ConflictError, InteractiveRequiredError, OsmosisError
from osmosis_ai.base.processes.supervisor import process_start_token
from osmosis_ai.engine.ports import JournalError, LeaseLostError
from osmosis_ai.eval import plan
from osmosis_ai.runs import ownership
from osmosis_ai.runs.folder import RunFolder
from osmosis_ai.runs.lock import RunLock
from osmosis_contract.models.owner_record import OwnerRecord
from osmosis_contract.models.run_events import RowStatus
from osmosis_contract.models.server_record import ServerRecord


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(tmp_path, monkeypatch)


@pytest.mark.parametrize("options", [{}, {"name": "run"}, {"name": "run", "fresh": True}])
def test_nothing_is_on_disk_before_the_confirmation(bench: Bench, options: dict[str, object]):
    """Until the person agrees no file and no folder is made; when they do not, none ever is."""
    before = bench.files()
    bench.display.agrees = False
    bench.display.on_confirm = lambda: seen.append(bench.files())
    seen: list[dict[str, bytes]] = []
    with pytest.raises(RefusedError):
        bench.run(**options)
    assert seen == [before]
    assert bench.files() == before


@pytest.mark.parametrize("options", [{"fresh": True}, {"retry_failed": True}])
def test_declined_run_leaves_an_earlier_one_as_it_was(bench: Bench, options: dict[str, object]):
    """Not a byte of the run that is there changes before the confirmation, and it is not renamed."""
    bench.fail(1)
    bench.run(name="run")
    before = bench.files()
    bench.display.agrees = False
    with pytest.raises(RefusedError):
        bench.run(name="run", **options)
    assert bench.files() == before


def test_fresh_puts_the_earlier_run_away(bench: Bench):
    """With --fresh the earlier run keeps all its files under a name with the time, and a new one has its name."""
    earlier = bench.run(name="run")
    kept = (bench.folder("run") / "events.jsonl").read_bytes()
    run = bench.run(name="run", fresh=True)
    assert run.archived is not None
    assert re.fullmatch(r"run\.archive-\d{8}T\d{6}Z", run.archived.name)
    assert (run.archived / "events.jsonl").read_bytes() == kept
    assert (run.report.dispatched, run.resumed) == (3, 0)
    assert run.local_run_id != earlier.local_run_id
    assert bench.display.notes == ["The run run that is there is kept as run.archive-<time>."]
    again = bench.run(name="run", fresh=True)
    assert again.archived not in {None, run.archived}
    assert {path.name for path in bench.folder("run").parent.iterdir()} == {
        "run",
        run.archived.name,
        again.archived.name if again.archived else "",
        ".locks",
    }


def test_fresh_is_the_way_out_of_a_run_that_cannot_be_gone_on_with(bench: Bench):
    """Changed inputs and a manifest that cannot be read are refused with --fresh in the hint, and --fresh does it."""
    bench.run(name="run")
    (bench.root / "rollouts/demo/main.py").write_text("app = 1\n")
    manifest = bench.folder("run") / "manifest.json"
    manifest.write_text(manifest.read_text().replace(f'"sdk_version": "{__version__}"', '"sdk_version": "0.3.7"'))
    with pytest.raises(OsmosisError, match="the rollout's code") as raised:
        bench.run(name="run")
    assert "started with version 0.3.7" in (raised.value.hint or "")
    assert "--fresh" in (raised.value.hint or "")
    assert bench.run(name="run", fresh=True).complete
    (bench.folder("run") / "manifest.json").write_text('{"schema_version": 2}')
    with pytest.raises(OsmosisError, match="is not the manifest of a run") as raised:
        bench.run(name="run")
    assert "--fresh" in (raised.value.hint or "")
    assert bench.run(name="run", fresh=True).complete


def test_fresh_of_a_run_that_is_not_there_begins_it(bench: Bench):
    """There need not be a run to put away; what is no run is not touched."""
    assert bench.run(name="run", fresh=True).archived is None
    foreign = bench.folder("foreign")
    foreign.mkdir()
    (foreign / "mine.txt").write_text("mine")
    with pytest.raises(ConflictError, match="is not the folder of a run"):
        bench.run(name="foreign", fresh=True)
    (foreign.parent / "link").symlink_to(bench.folder("run"))
    with pytest.raises(ConflictError, match="is not a folder"):
        bench.run(name="link", fresh=True)


def test_folder_that_was_not_finished_being_made_is_gone_on_with(bench: Bench):
    """A crash between the folder and its manifest leaves nothing that would be in the way."""
    run = bench.run(name="run")
    for path in run.folder.iterdir():
        if path.is_file():
            path.unlink()
    (run.folder / ".manifest.json.0badc0de.part").write_text("{")
    assert bench.run(name="run").report.dispatched == 3


def test_retry_failed_runs_what_failed_again(bench: Bench):
    """Failed rows are kept, and with --retry-failed pending once more; the question and the plan count them."""
    bench.fail(0, 2)
    bench.run(name="run")
    bench.fail()
    assert bench.run(name="run").report.dispatched == 0
    run = bench.run(name="run", retry_failed=True)
    assert bench.runner.ran[3:] == [0, 2]
    assert bench.display.questions[-1] == "Run 2 rollouts on openai/stub?"
    assert bench.display.summary["Rollouts"] == "2 of 3, the rest is done; 2 of them failed or removed before"
    assert (run.complete, run.results.count(RowStatus.FAILED), len(run.results)) == (True, 0, 3)


def test_complete_run_offers_a_new_one(bench: Bench):
    """A run with nothing left dispatches nothing; a person who wants the offer gets a new run of the same plan."""
    bench.run(name="run")
    assert bench.run(name="run").report.dispatched == 0
    assert bench.display.offered == ["The run run is complete. Start a new one with 3 rollouts?"]
    bench.display.wants_offers = True
    another = bench.run(name="run")
    assert another.name != "run"
    assert (another.report.dispatched, another.resumed) == (3, 0)
    assert len(bench.display.questions) == 2


def test_secrets_are_asked_for_after_the_plan(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    """A file, the environment and the person give the values, which reach what runs and no file of the run."""
    bench.config("FROM_FILE", "FROM_ENV", "TYPED")
    (bench.root / "secrets.env").write_text("FROM_FILE=value-of-the-file\nUNUSED=1\n")
    monkeypatch.setenv("FROM_ENV", "value-of-the-environment")
    with pytest.raises(InteractiveRequiredError) as raised:
        bench.run(name="run", secrets_file="secrets.env")
    assert raised.value.details["missing"] == ["TYPED"]
    assert not bench.folder("run").exists()
    bench.display.secrets = {"TYPED": "value-that-was-typed"}
    bench.run(name="run", secrets_file="secrets.env")
    expected = {
        "FROM_FILE": "value-of-the-file",
        "FROM_ENV": "value-of-the-environment",
        "TYPED": "value-that-was-typed",
    }
    assert bench.host_spec is not None
    assert expected.items() <= bench.host_spec.rollout_environment.items()
    assert expected.items() <= bench.host_spec.model_environment.items()
    assert not expected.keys() & bench.host_spec.tool_environment.keys()
    assert bench.display.summary["Secrets"] == "FROM_FILE, FROM_ENV, TYPED"
    assert not [path for path in bench.folder("run").rglob("*") if path.is_file() and b"value-" in path.read_bytes()]
    bench.run(name="run", secrets_file="missing.env")  # nothing is pending, so nothing is read


def test_secrets_on_standard_input_are_all_there_is(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    """Whoever pipes secrets in has no more input to be asked on."""
    bench.config("PIPED", "TYPED")
    bench.display.secrets = {"TYPED": "typed"}
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"PIPED=piped\n")))
    with pytest.raises(InteractiveRequiredError) as raised:
        bench.run(secrets_file="-")
    assert raised.value.details["missing"] == ["TYPED"]


def test_files_of_an_invocation_that_died_are_searched_for_secrets(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    """Also by one that has nothing else to do: the run is complete, and what a lost attempt left has no secret."""
    bench.config("CANARY")
    monkeypatch.setenv("CANARY", "canary-value")
    bench.run(name="run")
    first, *_ = (bench.folder("run") / "attempts.jsonl").read_text().splitlines()
    lost = {**json.loads(first), "attempt": 1, "rollout_id": "0" * 32}
    with (bench.folder("run") / "attempts.jsonl").open("a") as journal:
        journal.write(json.dumps(lost) + "\n")
    left = bench.folder("run") / "rollout_trials" / lost["rollout_id"] / "notes.txt"
    left.parent.mkdir()
    left.write_text("it was canary-value")
    bench.run(name="run")
    assert "canary-value" in left.read_text(), "a run that ended in order was searched when it did"
    metrics = bench.folder("run") / "metrics.json"
    metrics.write_text(metrics.read_text().replace('"finished"', '"running"'))
    monkeypatch.delenv("CANARY")
    with pytest.raises(InteractiveRequiredError):
        bench.run(name="run")
    monkeypatch.setenv("CANARY", "canary-value")
    assert bench.run(name="run").report.dispatched == 0
    assert left.read_text() == "it was [REDACTED]"


def test_plan_says_what_is_unusual(bench: Bench):
    """The plan names rows, attempts, width, limits, budget and addresses where they were chosen."""
    bench.config(more="[evaluation]\nn = 2\nagent_workflow_timeout_s = 30\n[advanced]\nanything = 1\n")
    bench.display.agrees = False
    with pytest.raises(RefusedError):
        bench.run(name="run", rows="0,2", max_in_flight=8, max_tokens=1000, tunnel="cloudflared")
    assert bench.display.summary == {
        "Run": "run",
        "Rollout": "demo/main.py",
        "Model": "openai/stub",
        "Dataset": "data/demo.jsonl (2 of 3 rows)",
        "Attempts per row": 2,
        "Rollouts": "4",
        "In flight": "at most 8",
        "Time limits": "30 s for the agent",
        "Budget": "1,000 tokens",
        "Model reached by": "a tunnel of cloudflared",
        "Results": ".osmosis/evals/run",
    }
    assert bench.display.warnings == [
        (None, "[advanced] is recorded with the run and changes nothing in a local evaluation")
    ]


def test_more_rollouts_than_a_run_has_are_refused_at_the_line_of_n(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    """Rows and attempts are multiplied before anything is made of them; as many as there may be run."""
    monkeypatch.setattr(plan, "MOST_WORK_ITEMS", 6)
    bench.config(more="[evaluation]\nn = 3\n")
    with pytest.raises(OsmosisError, match=r"line \d+: 3 rows with n = 3 are 9 rollouts, and a run has at most 6"):
        bench.run(name="run")
    assert bench.run(name="run", rows="0,2").complete


def test_plain_http_address_is_warned_of(bench: Bench):
    """An advertised address that is neither encrypted nor this machine's has a warning of its own code."""
    bench.run(listener_port=8000, advertise_url="http://models.example.com")
    assert [code for code, _ in bench.display.warnings] == ["INSECURE_ADVERTISE_URL"]


def test_budget_stops_the_run_and_what_was_spent_counts(bench: Bench):
    """Once the budget is spent nothing more is dispatched; a later invocation counts what was spent before."""
    run = bench.run(name="run", max_tokens=20)
    assert bench.runner.ran == [0, 1]
    assert run.report.halted == "the budget of 20 tokens is spent (20 used)"
    assert (run.complete, run.report.cancelled) == (False, False)
    with pytest.raises(OsmosisError, match=r"the budget of 20 tokens is spent .*, with 1 of 3 rollouts still to run"):
        bench.run(name="run", max_tokens=20)
    assert bench.run(name="run", max_tokens=1000).complete
    assert "20 used" in str(bench.display.summary["Budget"])


def test_run_that_another_process_took_over_is_not_written_any_more(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    """Once the run is lost, nothing is recorded, summed up or logged as its end: the error says who has it."""
    files: list[dict[str, bytes]] = []

    def lose() -> None:
        if not files:
            files.append(on_disk())

    def check(_: RunLock) -> None:
        if files:
            raise LeaseLostError("the run 'run' was taken over by process 7 on another", hint="Wait.")

    def on_disk() -> dict[str, bytes]:
        return {name: data for name, data in bench.files().items() if "/.locks/" not in name}

    bench.runner.before_each = lose
    monkeypatch.setattr(RunLock, "check", check)
    with pytest.raises(LeaseLostError, match="taken over by process 7"):
        bench.run(name="run")
    assert on_disk() == files[0]


def test_run_that_is_taken_over_cancels_what_is_in_flight(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    """The next sign of life finds out that the run is another's: rollouts in flight are cancelled, none is recorded."""
    monkeypatch.setattr(ownership, "HEARTBEAT_SEC", 0.02)
    bench.runner.hangs = True

    def take_over() -> None:
        path = bench.folder("run").parent / ".locks" / "run.owner.json"
        record = OwnerRecord.read(path.read_bytes())
        theirs = path.with_name("theirs")
        theirs.write_bytes(record.model_copy(update={"owner_id": "ab" * 16, "pid": 7, "host": "another"}).to_json())
        theirs.replace(path)

    bench.runner.before_each = take_over
    with pytest.raises(LeaseLostError, match="taken over by process 7 on another"):
        bench.run(name="run")
    assert bench.runner.cancelled
    assert not (bench.folder("run") / "events.jsonl").read_bytes()
    assert (bench.folder("run").parent / ".locks" / "run.owner.json").exists()


def test_run_that_changed_while_the_person_thought(bench: Bench):
    """When there is more to do than was agreed to, the run is refused."""
    bench.run(name="run")
    bench.fail(0)
    bench.run(name="other")

    def meanwhile() -> None:
        (bench.folder("other") / "events.jsonl").write_text("")
        (bench.folder("other") / "attempts.jsonl").write_text("")

    bench.display.on_confirm = meanwhile
    with pytest.raises(ConflictError, match="changed by another process in the meantime"):
        bench.run(name="other", retry_failed=True)


def test_orphans_of_earlier_runs_are_ended(bench: Bench):
    """A process that a dead run left is recognised by number and start token, ended and told of; others are not."""
    bench.run(name="crashed")
    bench.run(name="working")
    orphans = [
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
        for _ in range(3)
    ]
    try:
        crashed, working, stranger = orphans

        def record(process: "subprocess.Popen[bytes]", token: str | None = None) -> bytes:
            return ServerRecord(
                pid=process.pid,
                pgid=process.pid,
                start_token=token or process_start_token(process.pid) or "",
                instance_id="instance",
                port=8000,
                created_at="2026-03-01T10:15:30Z",
            ).to_json()

        (bench.folder("crashed") / "server.json").write_bytes(record(crashed))
        (bench.folder("crashed") / "tunnel.json").write_bytes(record(stranger, "another token"))
        (bench.folder("working") / "server.json").write_bytes(record(working))
        lock = RunLock(bench.folder("working").parent, "working")
        lock.acquire()
        bench.run(name="run")
        lock.release()
        assert crashed.wait(10) == -15
        assert working.poll() is None
        assert stranger.poll() is None
        said = f"ended the rollout server that an earlier run crashed left running (process {crashed.pid})"
        assert bench.display.warnings == [(None, said)]
        assert said in (bench.folder("run") / "logs.txt").read_text()
        assert not list(bench.folder("crashed").glob("*er.json"))
        assert not (bench.folder("crashed") / "tunnel.json").exists()
        assert (bench.folder("working") / "server.json").exists()
    finally:
        for process in orphans:
            process.kill()
            process.wait()


def test_manifest_is_of_the_plan(bench: Bench):
    """What a run began with is on disk in full."""
    bench.config(more="[advanced]\nanything = 1\n")
    run = bench.run(name="run")
    manifest = json.loads((run.folder / "manifest.json").read_text())
    assert manifest["provenance"]["advanced"] == {"anything": 1}
    assert manifest["inputs"]["dataset"]["selected_source_rows"] == "0-2"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
@pytest.mark.parametrize("part", ["collect", "check_room"])
def test_disk_that_is_full_under_a_result_ends_the_run(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, part: str, number: int
):
    """A result whose files cannot be kept is not recorded without them: a clear stop, and the row is run again."""

    def full(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patched:
        patched.setattr(RunFolder, part, full)
        with pytest.raises(JournalError, match=os.strerror(number)) as raised:
            bench.run(name="full")
    assert "--name" in (raised.value.hint or "")
    assert bench.run(name="full").complete
