"""Runs that were evaluated on a person's machine are imported: file by file, resumable, counted by the platform."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import retention, usage
from osmosis_ai.platform.store import blobs as blob_rows
from osmosis_ai.platform.store.tables import AuditEntry, OutboxEntry
from tests.platform.api.conftest import Api
from tests.platform.conftest import ManualClock
from tests.platform.local_runs import import_request, run_files

PATH = "/api/cli/eval-runs/imports"
IN_MAIN: dict[str, Any] = {"workspace": "main"}


async def begin(api: Api, request: dict[str, Any]) -> dict[str, Any]:
    answer = await api.call("member", "POST", PATH, json=request, **IN_MAIN)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def send(api: Api, session: str, files: dict[str, bytes], *paths: str) -> None:
    """Sends these files, all that are needed if none is named."""
    listed = {"paths": list(paths or files)}
    planned = await api.call("member", "POST", f"{PATH}/{session}/uploads", json=listed, **IN_MAIN)
    assert planned.status_code == 200, planned.text
    for each in planned.json()["files"]:
        put = await api.http.put(each["upload"]["presigned_url"], content=files[each["path"]])
        assert put.status_code == 200, put.text
        done = await complete(api, session, each["path"])
        assert done.status_code == 200, done.text


async def complete(api: Api, session: str, path: str) -> Any:
    return await api.call("member", "POST", f"{PATH}/{session}/uploads/complete", json={"path": path}, **IN_MAIN)


async def finalize(api: Api, session: str) -> Any:
    return await api.call("member", "POST", f"{PATH}/{session}/finalize", json={}, **IN_MAIN)


async def imported(api: Api, files: dict[str, bytes], **options: Any) -> dict[str, Any]:
    session = await begin(api, import_request(files, **options))
    if session["status"] == "uploading":
        await send(api, session["session_id"], files)
    done = await finalize(api, session["session_id"])
    assert done.status_code == 200, done.text
    return dict(done.json())


async def shown(api: Api, name: str, what: str = "", **parameters: Any) -> dict[str, Any]:
    answer = await api.call("member", "GET", f"/api/cli/eval-runs/{name}{what}", params=parameters, **IN_MAIN)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def contents(api: Api, run_id: str, types: str) -> dict[str, bytes]:
    manifest = await shown(api, run_id, "/samples/manifest", types=types)
    items = [{"path": each["path"]} for each in manifest["files"]]
    path = f"/api/cli/eval-runs/{run_id}/samples/download-urls"
    urls = (await api.call("member", "POST", path, json={"items": items}, **IN_MAIN)).json()["items"]
    return {each["path"]: (await api.http.get(each["url"])).content for each in urls}


async def test_an_imported_run_is_a_run_with_figures_files_and_a_log(api: Api, platform: Platform, owner):
    """Listed, shown and downloaded as others are: what its figures are, the platform finds in the files."""
    files = run_files()
    done = await imported(api, files)
    assert (done["status"], done["eval_run_name"]) == ("finalized", "brave-otter-7")
    assert done["uploaded_files"] == done["expected_files"] == len(files)
    run = await shown(api, done["eval_run_name"])
    assert (run["eval_run"]["id"], run["eval_run"]["status"]) == (done["eval_run_id"], "finished")
    results = run["results"]
    assert {name: results[name] for name in ("total_runs", "passed", "failed", "skipped", "total_tokens")} == {
        "total_runs": 6,
        "passed": 2,
        "failed": 4,
        "skipped": 0,
        "total_tokens": 40,
    }
    assert results["reward_stats"]["mean"] == 0.625
    assert (await shown(api, done["eval_run_id"], "/metrics"))["overview"]["pass_rate"] == pytest.approx(2 / 6)
    log = await shown(api, "brave-otter-7", "/logs", limit=50, direction="older")
    assert [(line["level"], line["message"]) for line in log["logs"]][:2] == [("info", "started"), ("warning", "slow")]
    found = await contents(api, done["eval_run_id"], "metrics,trajectories,artifacts,logs")
    assert found["artifacts/row_0_run_0/plot.png"] == b"a picture"
    assert found["trajectories/row_1_run_1.json"] == files[f"rollout_trials/{3:032x}/trajectory.json"]
    assert json.loads(found["metrics.json"])["summary"]["total_samples"] == 6
    rows = [json.loads(line) for line in found["summary.jsonl"].splitlines()]
    assert [row.get("trajectory_filename") for row in rows] == ["trajectory.json"] * 4 + [None] * 2
    async with platform.read() as unit:
        page = await usage.listing(unit, owner, since=None, until=None, limit=50, offset=0)
    assert [row.entry.unit for row in page.items if row.entry.kind == "eval_run"] == ["bytes"]


async def test_an_import_goes_on_with_what_is_missing(api: Api):
    """Begun again it is the same one, with the state of each file; what arrived is not asked for again."""
    files = run_files()
    first = await begin(api, import_request(files))
    await send(api, first["session_id"], files, "index.jsonl", "progress.json")
    again = await begin(api, import_request(files))
    assert (again["session_id"], again["uploaded_files"]) == (first["session_id"], 2)
    states = {each["path"]: each["state"] for each in again["files"]}
    assert [path for path, state in states.items() if state == "uploaded"] == ["index.jsonl", "progress.json"]
    answer = await api.call(
        "member", "POST", f"{PATH}/{first['session_id']}/uploads", json={"paths": ["index.jsonl"]}, **IN_MAIN
    )
    assert answer.json()["files"] == []
    early = await finalize(api, first["session_id"])
    assert (early.status_code, early.json()["code"]) == (409, "IMPORT_INCOMPLETE")
    await send(api, first["session_id"], files)
    assert (await finalize(api, first["session_id"])).status_code == 200


async def test_a_finalized_import_is_answered_as_it_is(api: Api):
    """Finalized again, or begun again with the same files: the same run, and nothing changes."""
    files = run_files()
    done = await imported(api, files)
    assert (await finalize(api, done["session_id"])).json() == done
    assert await begin(api, import_request(files)) == done
    listed = await api.call("member", "GET", "/api/cli/eval-runs", params={"limit": 50, "offset": 0}, **IN_MAIN)
    assert [each["name"] for each in listed.json()["eval_runs"]] == ["brave-otter-7"]


async def test_other_results_of_an_imported_run_replace_it_only_when_asked(api: Api, platform: Platform):
    """Without `reimport` a conflict that names the run; with it the run keeps id and name, and old files go."""
    files = run_files()
    done = await imported(api, files)
    better = run_files()
    better["index.jsonl"] = better["index.jsonl"].replace(b'"reward": 0.25', b'"reward": 0.75')
    for path in [path for path in better if path.endswith("trajectory.json")]:
        better[path] = better[path].replace(b'"reward": 0.25', b'"reward": 0.75')
    refused = await api.call("member", "POST", PATH, json=import_request(better), **IN_MAIN)
    assert (refused.status_code, refused.json()["code"]) == (409, "RUN_IMPORTED")
    replaced = await imported(api, better, reimport=True)
    assert (replaced["eval_run_id"], replaced["eval_run_name"]) == (done["eval_run_id"], done["eval_run_name"])
    assert replaced["session_id"] != done["session_id"]
    assert (await shown(api, done["eval_run_id"]))["results"]["passed"] == 4
    found = await contents(api, done["eval_run_id"], "trajectories")
    assert b"0.75" in found["trajectories/row_0_run_1.json"]
    assert (await finalize(api, done["session_id"])).status_code == 404
    async with platform.read() as unit:
        keys = await blob_rows.page_of_keys(unit, "", 500)
    kept = 4 + 1 + 2  # trajectories, the artifact, and what was made to be downloaded
    assert len(keys) <= kept


def _reward(files: dict[str, bytes]) -> None:
    files["index.jsonl"] = files["index.jsonl"].replace(b'"reward": 0.25', b'"reward": 1.0')


def _hole(files: dict[str, bytes]) -> None:
    files["index.jsonl"] = b"".join(files["index.jsonl"].splitlines(keepends=True)[1:])


def _twice(files: dict[str, bytes]) -> None:
    files["index.jsonl"] = files["index.jsonl"].replace(f"{1:032x}".encode(), f"{0:032x}".encode())


def _size(files: dict[str, bytes]) -> None:
    files["progress.json"] = files["progress.json"].replace(b'"total_dataset_rows": 40', b'"total_dataset_rows": 4')


def _stray(files: dict[str, bytes]) -> None:
    files[f"rollout_trials/{99:032x}/artifacts/x"] = b"of no rollout"


def _lacking(files: dict[str, bytes]) -> None:
    del files[f"rollout_trials/{0:032x}/trajectory.json"]


def _other_row(files: dict[str, bytes]) -> None:
    path = f"rollout_trials/{2:032x}/trajectory.json"
    files[path] = files[path].replace(b'"row_index": 1', b'"row_index": 0')


def _other_rollout(files: dict[str, bytes]) -> None:
    files[f"rollout_trials/{2:032x}/trajectory.json"] = files[f"rollout_trials/{0:032x}/trajectory.json"]


def _garbage(files: dict[str, bytes]) -> None:
    files["index.jsonl"] = b"{}\n" + b"[" * 100000 + b"\n"


@pytest.mark.parametrize(
    "spoil", [_reward, _hole, _twice, _size, _stray, _lacking, _other_row, _other_rollout, _garbage]
)
async def test_files_that_contradict_one_another_make_no_run(api: Api, spoil):
    """A reward that its trajectory lacks, a missing or doubled result, a stray file: refused, with the place."""
    files = run_files()
    spoil(files)
    session = await begin(api, import_request(files))
    await send(api, session["session_id"], files)
    answer = await finalize(api, session["session_id"])
    assert (answer.status_code, answer.json()["code"]) == (400, "IMPORT_INVALID")
    assert answer.json()["issues"]
    missing = await api.call("member", "GET", "/api/cli/eval-runs/brave-otter-7", **IN_MAIN)
    assert missing.status_code == 404


async def test_a_file_that_arrives_otherwise_than_announced_does_not_count(api: Api):
    """Another content of the same size is found out by its digest; one that did not arrive at all, too."""
    files = run_files()
    session = (await begin(api, import_request(files)))["session_id"]
    assert (await complete(api, session, "index.jsonl")).json()["code"] == "FILE_DIFFERS"
    planned = await api.call("member", "POST", f"{PATH}/{session}/uploads", json={"paths": ["logs.txt"]}, **IN_MAIN)
    url = planned.json()["files"][0]["upload"]["presigned_url"]
    await api.http.put(url, content=files["logs.txt"][::-1])
    assert (await complete(api, session, "logs.txt")).json()["code"] == "FILE_DIFFERS"
    assert (await api.http.put(url, content=files["logs.txt"])).status_code == 200
    assert (await complete(api, session, "logs.txt")).status_code == 200
    assert (await complete(api, session, "logs.txt")).status_code == 200


@pytest.mark.parametrize(
    "path", ["manifest.json", "events.jsonl", "rollout_trials/x/trajectory.json", f"rollout_trials/{0:032x}/notes.txt"]
)
async def test_only_files_that_a_local_run_has_are_taken(api: Api, path: str):
    """Others are refused before anything is sent, and so are files that lack the index, and rows that are none."""
    files = {**run_files(), path: b"x"}
    answer = await api.call("member", "POST", PATH, json=import_request(files), **IN_MAIN)
    assert (answer.status_code, answer.json()["issues"][0]["message"]) == (400, "is not a file that a local run has")
    del files[path], files["index.jsonl"]
    assert (await api.call("member", "POST", PATH, json=import_request(files), **IN_MAIN)).status_code == 400
    bad = import_request(run_files(), selected="7-4")
    assert (await api.call("member", "POST", PATH, json=bad, **IN_MAIN)).status_code == 400


async def test_an_abandoned_import_is_dropped_with_what_was_sent(api: Api, platform: Platform, clock: ManualClock):
    """After a week nothing of it is left, and the run of the retention is in the audit trail."""
    files = run_files()
    session = (await begin(api, import_request(files)))["session_id"]
    await send(api, session, files, "index.jsonl")
    clock.advance(days=8)
    assert (await finalize(api, session)).status_code == 404
    assert (await retention.run(platform.database, platform.settings.retention)).imports == 1
    async with platform.read() as unit:
        assert await blob_rows.page_of_keys(unit, "", 500) == []


async def test_an_imported_run_is_retried_where_it_ran(api: Api):
    """The platform has neither its code nor its dataset: it says so, in the words that clients know."""
    await imported(api, run_files())
    answer = await api.call("member", "POST", "/api/cli/eval-runs/brave-otter-7/retry", json={}, **IN_MAIN)
    assert answer.status_code == 400
    assert answer.json()["local_run"] == {"eval_run_name": "brave-otter-7", "config_path": "configs/eval/demo.toml"}


async def test_a_name_that_another_run_has_gets_a_number(api: Api):
    """Two runs of one name, from two machines, are two runs."""
    files = run_files()
    await imported(api, files)
    other = import_request(files) | {"local_run_id": "f" * 32}
    session = await begin(api, other)
    await send(api, session["session_id"], files)
    assert (await finalize(api, session["session_id"])).json()["eval_run_name"] == "brave-otter-7-2"


async def test_files_and_log_of_a_run_go_with_their_retention_and_its_figures_stay(
    api: Api, platform: Platform, clock: ManualClock, owner
):
    """The rows first, then what they name; the run is shown with its figures, and the audit trail says it."""
    done = await imported(api, run_files())
    await contents(api, done["eval_run_id"], "metrics,trajectories,artifacts,logs")
    kept = replace(platform.settings.retention, run_files_days=30)
    clock.advance(days=20)
    assert (await retention.run(platform.database, kept)).run_files == 0
    clock.advance(days=20)
    removed = await retention.run(platform.database, kept)
    assert (removed.run_files, removed.run_log_lines) == (4 + 1 + 3, 3)
    async with platform.read() as unit:
        assert await blob_rows.page_of_keys(unit, "", 500) == []
        waiting = [each.payload["key"] for each in await outbox_entries(unit, "blob.delete")]
        entry = (await audit_entries(unit))[0]
    assert len(waiting) == 4 + 1 + 3 + 3
    assert (entry.action, entry.details["removed"]["run_files"]) == ("retention.run", 8)
    assert (await shown(api, "brave-otter-7"))["results"]["passed"] == 2
    assert (await retention.run(platform.database, kept)).run_files == 0


async def outbox_entries(unit, kind: str) -> Any:
    return await unit.all(select(OutboxEntry).where(OutboxEntry.kind == kind))


async def audit_entries(unit) -> Any:
    return await unit.all(select(AuditEntry).order_by(AuditEntry.id.desc()).limit(1))
