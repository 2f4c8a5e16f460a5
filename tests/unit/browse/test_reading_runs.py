"""A run's folder is read as it is: finished or growing, ours or the published package's, whole or damaged."""

import json
import math
import os
import platform
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from tests.support.run_folders import BEGAN, RunFolder, at, rollout_id

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.processes.supervisor import process_start_token
from osmosis_ai.runs.reading.items import ItemState
from osmosis_ai.runs.reading.overview import counts, overview
from osmosis_ai.runs.reading.records import item_record
from osmosis_ai.runs.reading.row_texts import RowTexts
from osmosis_ai.runs.reading.run import Run
from osmosis_contract.models.run_metrics import RunState


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return RunFolder(tmp_path / "some-run")


def read(folder: RunFolder) -> Run:
    run = Run(folder.root)
    run.refresh()
    return run


def item(run: Run, row: int, number: int = 0) -> dict[str, Any]:
    slot = run.items.slot(row, number)
    assert slot is not None
    return item_record(run, RowTexts(run.folder), slot)


def test_a_new_run_has_no_results(folder):
    """A folder with a manifest alone is a run in which everything is pending."""
    (folder.root / "progress.json").unlink()
    run = read(folder)
    assert counts(run) == {
        "total": 4,
        "settled": 0,
        "running": 0,
        "pending": 4,
        "success": 0,
        "failed": 0,
        "skipped": 0,
    }
    assert run.summary().total_samples == 0


def test_a_finished_run_is_read_in_full(folder):
    """Every result counts once, with its outcome, and the figures are those of `metrics.json`'s rules."""
    folder.result(0, 1.0)
    folder.result(1, 0.5, max_context_tokens=77, cost_usd=0.25)
    folder.result(2, outcome="agent_failed", category="agent_error", error="no answer")
    folder.result(3, outcome="removed")
    run = read(folder.finish())
    told = overview(run)
    assert told["eval_run"]["status"] == "finished"
    assert told["eval_run"]["resume_command"] is None
    assert counts(run) == {
        "total": 4,
        "settled": 4,
        "running": 0,
        "pending": 0,
        "success": 2,
        "failed": 1,
        "skipped": 1,
    }
    assert (told["summary"]["passed"], told["summary"]["completed_samples"]) == (1, 3)
    assert told["summary"]["reward_stats"]["mean"] == 0.75
    assert told["summary"]["cost_usd"] == 0.25
    assert told["results"]["max_context_tokens"]["max"] == 77
    assert told["results"]["failures"] == [
        {
            "error_type": "agent_error",
            "pending": False,
            "count": 1,
            "rows": "2",
            "message": "no answer",
            "examples": [{"source_row_index": 2, "row_index": 2, "run_index": 0}],
        }
    ]


def test_a_line_that_is_not_written_to_its_end_is_not_there_yet(folder):
    """A torn last line is left out, and read when the rest of it has come."""
    folder.result(0, 1.0)
    events = folder.root / "events.jsonl"
    whole = events.read_bytes()
    (folder.root / "attempts.jsonl").unlink()
    events.write_bytes(whole[:-20])
    run = read(folder)
    assert counts(run)["settled"] == 0
    events.write_bytes(whole)
    run.refresh()
    assert counts(run)["settled"] == 1


def test_only_what_is_new_is_read_again(folder):
    """A run that grows is read from where the last reading ended; nothing new leaves the revision as it was."""
    folder.result(0, 1.0)
    run = read(folder)
    before = run.revision
    assert not run.refresh()
    folder.result(1, 0.0)
    assert run.refresh()
    assert run.revision == before + 3
    assert [run.items.reward[slot] for slot in run.items.completed()] == [1.0, 0.0]


def test_a_run_put_in_place_of_another_is_read_from_its_beginning(folder, tmp_path):
    """When the files are others than before, as after a fresh start under the same name, nothing old is left."""
    folder.result(0, 1.0)
    folder.result(1, 1.0)
    run = read(folder)
    folder.root.rename(tmp_path / "archived")
    RunFolder(folder.root).result(0, 0.25)
    run.refresh()
    assert [run.items.reward[slot] for slot in run.items.completed()] == [0.25]


@pytest.mark.parametrize("file", ["events.jsonl", "attempts.jsonl"])
@pytest.mark.parametrize("line", [b"\n", b"{\n", b"[1]\n", b'{"row_index": 1}\n', b'{"reward": NaN}\n', b"\xff\n"])
def test_a_bad_line_is_told_with_file_and_number(folder, file, line):
    """Any line but a torn last one that is no record makes the reading fail, and the message says where."""
    folder.result(0, 1.0)
    path = folder.root / file
    good = len(path.read_bytes().splitlines())
    path.write_bytes(path.read_bytes() + line)
    with pytest.raises(OsmosisError, match=rf"{file}, line {good + 1}: ") as told:
        read(folder)
    assert told.value.details["line"] == good + 1


@pytest.mark.parametrize("file", ["manifest.json", "metrics.json", "progress.json"])
def test_a_bad_document_is_told_with_its_file(folder, file):
    """A document that is no JSON, or another's, is an error that names the file."""
    (folder.root / file).write_text('{"schema_version": 2}')
    with pytest.raises(OsmosisError, match=file):
        read(folder)


def test_a_folder_without_a_manifest_is_no_run(tmp_path):
    """The message says that the manifest is what is missing."""
    with pytest.raises(OsmosisError, match=r"manifest\.json"):
        Run(tmp_path)


def test_a_result_that_a_crash_kept_out_of_the_events_counts(folder):
    """`attempts.jsonl` is the authority: an end of an attempt that `events.jsonl` lacks is a result."""
    folder.result(0, 0.0)
    events = (folder.root / "events.jsonl").read_bytes()
    folder.result(0, 1.0, attempt=1)
    (folder.root / "events.jsonl").write_bytes(events)
    run = read(folder)
    assert [run.items.reward[slot] for slot in run.items.completed()] == [1.0]
    assert run.items.attempts[0] == 2


def test_a_later_result_stands_over_an_earlier_one(folder):
    """Of two events for one row and run the later line counts; both attempts are kept."""
    folder.result(0, outcome="agent_failed", category="agent_error", error="first")
    folder.result(0, 0.5, attempt=1)
    run = read(folder)
    found = item(run, 0)
    assert (found["state"], found["reward"], found["error"], found["error_type"]) == ("success", 0.5, None, None)
    assert [(one["outcome"], one["counts"]) for one in found["attempt_records"]] == [
        ("agent_failed", False),
        ("scored", True),
    ]


def test_an_infrastructure_failure_leaves_a_row_pending(folder):
    """Such an attempt is no result; it is listed among what did not work."""
    folder.result(0, outcome="infrastructure_failed", category="http_error", error="502")
    run = read(folder)
    assert counts(run)["pending"] == 4
    assert item(run, 0)["error"] == "502"
    assert overview(run)["results"]["failures"][0]["pending"] is True


def test_costs_are_summed_over_all_attempts(folder):
    """A paid attempt that gave no result was paid all the same."""
    folder.result(0, outcome="infrastructure_failed", category="http_error", cost_usd=0.5)
    folder.result(0, 1.0, attempt=1, cost_usd=0.25)
    assert overview(read(folder))["summary"]["cost_usd"] == 0.75


def test_an_attempt_without_an_end_is_lost_when_nothing_works_on_the_run(folder):
    """It is running while the run is at work, and pending as soon as it is not."""
    folder.started(0)
    assert item(read(folder), 0)["state"] == "running"
    folder.state("incomplete")
    run = read(folder)
    assert item(run, 0)["state"] == "pending"
    assert run.status.state is RunState.INCOMPLETE
    told = overview(run)["eval_run"]["resume_command"]
    assert told == "osmosis eval run configs/eval/multiply.toml --name some-run"


def test_the_command_that_resumes_a_run_names_its_dataset_and_its_rows(folder):
    """Typed as it is printed, it asks for the same rows of the same file; anything else would be refused."""
    manifest = json.loads((folder.root / "manifest.json").read_text())
    manifest["provenance"] |= {"dataset_path": "data/other rows.jsonl", "rows": "0-2"}
    folder.write("manifest.json", manifest)
    folder.state("incomplete")
    assert overview(read(folder))["eval_run"]["resume_command"] == (
        "osmosis eval run configs/eval/multiply.toml --name some-run --dataset-file 'data/other rows.jsonl' --rows 0-2"
    )


def test_what_an_earlier_invocation_lost_is_not_running(folder):
    """Attempts that began before the invocation that is at work now cannot be in flight."""
    folder.started(0)
    folder.clock = 100.0
    folder.started(1)
    folder.state("running", started_at=50.0)
    run = read(folder)
    assert [item(run, row)["state"] for row in (0, 1)] == ["pending", "running"]


def test_a_run_whose_rollout_server_lives_is_running(folder):
    """The server's process, by number and start token, shows that the run is at work, however old its files are."""
    folder.state("incomplete")
    record = {"pid": os.getpid(), "pgid": os.getpgrp(), "instance_id": "x", "port": 1, "created_at": at(0)}
    folder.write("server.json", record | {"start_token": process_start_token(os.getpid())})
    assert read(folder).status.by == f"a rollout server, process {os.getpid()}"
    folder.write("server.json", record | {"start_token": "another process"})
    assert read(folder).status.state is RunState.INCOMPLETE


def test_a_run_with_a_living_owner_is_running(folder):
    """The owner's record beside the lock says who works on it; one that is old, or whose process is gone, does not."""
    folder.state("incomplete")
    record = {"owner_id": "2" * 32, "host": platform.node(), "machine": "x", "pid": os.getpid()}
    record |= {"claimed_at": at(0), "heartbeat_at": at(0), "start_token": process_start_token(os.getpid())}
    path = folder.root.parent / ".locks/some-run.owner.json"
    path.parent.mkdir()
    path.write_text(json.dumps(record))
    assert read(folder).status.by == f"process {os.getpid()} on {platform.node()}"
    os.utime(path, (1, 1))
    assert read(folder).status.state is RunState.INCOMPLETE
    path.write_text(json.dumps(record | {"start_token": "another process"}))
    assert read(folder).status.state is RunState.INCOMPLETE
    path.write_text(json.dumps(record | {"host": "another-machine"}))
    assert read(folder).status.by == f"process {os.getpid()} on another-machine"


def test_a_run_that_nobody_has_written_to_is_not_running(folder):
    """Metrics that say running, and files untouched for a minute: the invocation died without a word."""
    for path in folder.root.iterdir():
        os.utime(path, (1, 1))
    assert read(folder).status.state is RunState.INCOMPLETE


def test_a_run_of_the_published_package_is_read(tmp_path):
    """Without attempts, row texts and extra keys: outcomes as far as they can be known, rows by the selection."""
    folder = RunFolder(tmp_path / "theirs", rows=3, selected="4,10-11", published=True)
    folder.result(0, 1.0)
    folder.result(1)
    folder.result(2, outcome="timed_out", category="timeout")
    folder.finish()
    index = [json.loads(line) for line in (folder.root / "index.jsonl").read_text().splitlines()]
    (folder.root / "index.jsonl").write_text(
        "".join(json.dumps(row | {"max_context_tokens": 9}) + "\n" for row in index)
    )
    run = read(folder)
    found = [item(run, row) for row in range(3)]
    assert [one["outcome"] for one in found] == ["scored", "ungraded", "timed_out"]
    assert [one["source_row_index"] for one in found] == [4, 10, 11]
    assert [one["max_context_tokens"] for one in found] == [9, 9, 9]
    assert [one["prompt"] for one in found] == [None, None, None]
    assert [one["attempt_records"][0]["rollout_id"] for one in found] == [rollout_id(row) for row in range(3)]


def test_unknown_members_do_no_harm(folder):
    """Later versions may write more into every file."""
    for name in ("manifest.json", "metrics.json", "progress.json"):
        document = json.loads((folder.root / name).read_text())
        folder.write(name, document | {"later": 1})
    folder.result(0, 1.0, trajectory_sha256="0" * 64, later={"a": [1]})
    assert counts(read(folder))["settled"] == 1


def test_texts_are_looked_up_by_row(folder):
    """Prompt and label of a row come from its line of `rows.jsonl`; a bad line is told with its number."""
    folder.result(2, 1.0)
    run = read(folder)
    assert item(run, 2)["prompt"] == "What is 2 times 3?"
    assert item(run, 2)["label"] == "6"
    lines = (folder.root / "rows.jsonl").read_text().splitlines()
    lines[2] = "{}"
    (folder.root / "rows.jsonl").write_text("\n".join(lines) + "\n")
    with pytest.raises(OsmosisError, match=r"rows\.jsonl, line 3"):
        item(run, 2)


def test_trajectories_and_files_are_found_without_following_links(folder, tmp_path):
    """The copy in place is read for the attempt that counts; a link in place of it is as if there were none."""
    folder.result(0, 1.0)
    folder.result(1, 1.0)
    kept = folder.trajectory(0, [{"source": "user", "message": "hello"}])
    folder.artifact(0, "deep/notes.txt", b"abc")
    secret = tmp_path / "secret"
    secret.write_text("secret")
    (folder.root / "artifacts/row_0_run_0/link").symlink_to(secret)
    (folder.root / "artifacts/row_0_run_0/folder").symlink_to(tmp_path)
    (kept.parent / "row_1_run_0.json").symlink_to(secret)
    run = read(folder)
    assert item(run, 0)["artifacts"] == [{"path": "deep/notes.txt", "size": 3}]
    assert item(run, 0)["attempt_records"][0]["has_trajectory"] is True
    assert item(run, 1)["attempt_records"][0]["has_trajectory"] is False


def test_a_row_costs_little_memory(tmp_path):
    """Twenty thousand results take less than a kilobyte each, whatever their errors say."""
    folder = RunFolder(tmp_path / "long", rows=20_000, texts=False)
    events = [
        {"row_index": row, "run_index": 0, "rollout_id": rollout_id(row), "status": "failed"}
        | {"error_type": "agent_error", "err_message": "x" * 2000, "duration_ms": 1.0, "tokens": 5}
        for row in range(20_000)
    ]
    folder.lines("events.jsonl", events)
    del events
    tracemalloc.start()
    run = Run(folder.root)
    run.refresh()
    used = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(run.items) == 20_000
    assert used < 20_000 * 1000


def test_when_results_came_is_known(folder):
    """Times are in seconds since 1970, missing ones are none."""
    folder.result(0, 1.0, seconds=2.5)
    run = read(folder)
    assert item(run, 0)["finished_at"] == BEGAN.timestamp() + 2.5
    assert run.items.state[0] == ItemState.SUCCESS
    assert math.isnan(run.items.cost[0])
    assert item(run, 0)["cost_usd"] is None
