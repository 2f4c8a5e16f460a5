"""The page's server: who may ask, what is answered, and that nothing outside of a run can be had."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from tests.support.run_folders import RunFolder, rollout_id

from osmosis_ai.viewer.app import page_app
from osmosis_ai.viewer.cache import RunCache
from osmosis_ai.viewer.guard import SECURITY_HEADERS, Guard

HOST = "127.0.0.1:8123"
TOKEN = "the-token"
ITEM = "/api/runs/some-run/items/0/0"


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    made = RunFolder(tmp_path / "evals/some-run", rows=3)
    made.result(0, 1.0)
    made.trajectory(0, [{"source": "user", "message": "hello"}])
    made.artifact(0, "deep/page.html", b"<script>alert(1)</script>")
    made.result(1, outcome="infrastructure_failed", error="502")
    made.result(1, 0.5, attempt=1)
    return made.finish()


@pytest.fixture
async def stranger(folder: RunFolder) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody who knows the address alone."""
    app = Guard(page_app(RunCache(folder.root.parent)), host=HOST, token=TOKEN)
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
        yield client


@pytest.fixture
async def client(stranger: httpx.AsyncClient) -> httpx.AsyncClient:
    """The person who started it: the token was exchanged for a cookie."""
    assert (await stranger.get(f"/?token={TOKEN}")).status_code == 303
    return stranger


async def test_the_token_is_exchanged_for_a_cookie_that_scripts_and_other_sites_cannot_use(stranger):
    """The answer leads to an address without the token."""
    answer = await stranger.get(f"/?token={TOKEN}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert all(part in cookie for part in ("osmosis_view_8123=", "httponly", "samesite=strict", "path=/"))
    assert TOKEN not in cookie
    assert (await stranger.get("/")).status_code == 200


async def test_the_page_that_a_file_leads_to_sets_the_same_cookie_and_leads_on(stranger):
    """A browser that comes from a private file gets a page of this server: its step to `/` sends the cookie."""
    answer = await stranger.get(f"/open?token={TOKEN}")
    assert (answer.status_code, "url=/" in answer.text, TOKEN in answer.text) == (200, True, False)
    assert "samesite=strict" in answer.headers["set-cookie"].lower()
    assert (await stranger.get("/")).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/open",
        "/open?token=wrong",
        "/",
        "/?token=wrong",
        "/?token=",
        "/assets/evaluations.js",
        "/api/runs",
        "/api/runs?token=the-token",
        "/nowhere",
    ],
)
async def test_nothing_is_answered_without_the_cookie(stranger, path):
    """Not even the page's own script; a token elsewhere than at the door opens nothing."""
    answer = await stranger.get(path)
    assert answer.status_code == 403
    assert "osmosis eval view" in answer.text


async def test_a_cookie_of_another_start_opens_nothing(stranger):
    """The cookie's value is of this start, as the token is."""
    answer = await stranger.get("/", headers={"cookie": f"osmosis_view_8123={TOKEN}"})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8123", "127.0.0.1", "127.0.0.1:8124", "localhost:8123", "[::1]:8123", ""]
)
async def test_another_name_is_refused(client, host):
    """A name that was made to resolve to loopback does not get in, cookie or not."""
    assert (await client.get("/api/runs", headers={"host": host})).status_code == 421


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"])
async def test_only_reading_methods_are_answered(client, method):
    """Nothing here can be changed."""
    answer = await client.request(method, "/api/runs")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize(
    "path", ["/", "/assets/evaluations.js", "/api/runs", "/nowhere", ITEM + "/artifacts/deep/page.html"]
)
async def test_every_answer_has_the_policy(client, path):
    """Pages, scripts, data, downloads and errors alike; refusals are tested with the rest of them."""
    for answer in (await client.get(path), await client.head(path)):
        assert {name: answer.headers[name] for name in SECURITY_HEADERS} == SECURITY_HEADERS
    assert "'unsafe" not in SECURITY_HEADERS["Content-Security-Policy"]
    refused = await client.get(path, headers={"host": "x"})
    assert {name: refused.headers[name] for name in SECURITY_HEADERS} == SECURITY_HEADERS


async def test_a_run_is_told_in_pages(client):
    """Rows are filtered, sorted and cut by the server."""
    found = (await client.get("/api/runs/some-run/rows?sort=reward&order=desc&limit=1&offset=1")).json()
    assert (found["matching"], [row["row_index"] for row in found["rows"]]) == (2, [1])
    assert (await client.get("/api/runs/some-run/rows?retried=1")).json()["matching"] == 1
    assert (await client.get("/api/runs/some-run")).json()["results"]["retried"] == 1
    assert (await client.get("/api/runs/some-run/state")).json()["status"] == "incomplete"


@pytest.mark.parametrize("query", ["sort=name", "outcome=great", "from=abc", "offset=x"])
async def test_a_question_that_makes_no_sense_is_refused(client, query):
    """With 400, and not with all rows."""
    assert (await client.get(f"/api/runs/some-run/rows?{query}")).status_code == 400


async def test_a_run_that_grows_is_told_as_it_is_now(client, folder, monkeypatch):
    """What was worked out is kept only until the run changes."""
    monkeypatch.setattr("osmosis_ai.viewer.cache._PAUSE_SEC", 0)
    before = (await client.get("/api/runs/some-run")).json()
    folder.result(2, 0.0)
    after = (await client.get("/api/runs/some-run")).json()
    assert (before["results"]["settled"], after["results"]["settled"]) == (2, 3)
    assert (await client.get("/api/runs/some-run/rows")).json()["matching"] == 3


async def test_a_row_is_told_with_its_attempts_and_files(client):
    """Every attempt, the one whose result counts marked."""
    found = (await client.get("/api/runs/some-run/items/1/0")).json()
    assert [(one["outcome"], one["counts"]) for one in found["attempt_records"]] == [
        ("infrastructure_failed", False),
        ("scored", True),
    ]
    assert (await client.get(ITEM)).json()["artifacts"] == [{"path": "deep/page.html", "size": 25}]
    assert (await client.get("/api/runs/some-run/items/2/0")).status_code == 404


async def test_a_trajectory_is_given_as_it_is_on_disk(client, folder):
    """To be shown, or to be saved under a name of its own."""
    path = f"{ITEM}/trajectory/{rollout_id(0)}"
    shown, saved = await client.get(path), await client.get(f"{path}?download")
    assert shown.content == saved.content == (folder.root / "trajectories/row_0_run_0.json").read_bytes()
    assert "content-disposition" not in shown.headers
    assert saved.headers["content-disposition"].startswith("attachment")


async def test_an_artifact_is_saved_and_never_shown(client):
    """A page that a rollout wrote must not run as one of ours."""
    answer = await client.get(ITEM + "/artifacts/deep/page.html")
    assert answer.content == b"<script>alert(1)</script>"
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''page.html"
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/page.html",
        "/assets/../app.py",
        "/assets/..%2fapp.py",
        "/api/runs/..",
        "/api/runs/%2e%2e%2fsecret",
        "/api/runs/linked-run",
        ITEM + "/artifacts/../../manifest.json",
        ITEM + "/artifacts/..%2f..%2fmanifest.json",
        ITEM + "/artifacts/deep/..%2f..%2f..%2fmanifest.json",
        ITEM + "/artifacts/link",
        ITEM + "/artifacts/folder/secret",
        ITEM + "/artifacts/%2fetc%2fpasswd",
        ITEM + "/artifacts/deep",
        ITEM + "/artifacts/deep%00",
        ITEM + "/trajectory/..%2f..",
        "/api/runs/some-run/items/1/0/trajectory/" + rollout_id(0),
        "/api/runs/some-run/items/9/0",
        "/api/runs/some-run/items/-1/0",
    ],
)
async def test_nothing_outside_of_a_run_can_be_had(client, folder, tmp_path, path):
    """Parent folders, links to files and folders, and what belongs to another row are all as if they were not there."""
    secret = tmp_path / "secret"
    secret.write_text("secret")
    (folder.root / "artifacts/row_0_run_0/link").symlink_to(secret)
    (folder.root / "artifacts/row_0_run_0/folder").symlink_to(tmp_path)
    (folder.root.parent / "linked-run").symlink_to(folder.root)
    answer = await client.get(httpx.URL(f"http://{HOST}", raw_path=path.encode()))
    assert answer.status_code == 404
    assert "secret" not in answer.text


async def test_a_damaged_run_is_told_in_words(client, folder):
    """In the list of runs and as the answer for the run; the others are still there."""
    RunFolder(folder.root.parent / "broken")
    (folder.root.parent / "broken/manifest.json").write_text("{}")
    listed = (await client.get("/api/runs")).json()["runs"]
    assert {run["name"]: bool(run["fault"]) for run in listed} == {"some-run": False, "broken": True}
    answer = await client.get("/api/runs/broken")
    assert answer.status_code == 500
    assert "manifest.json" in answer.json()["message"]


async def test_two_runs_are_told_side_by_side(client, folder):
    """Those over other datasets only when asked for anyway."""
    RunFolder(folder.root.parent / "after", rows=3).result(1, 1.0)
    RunFolder(folder.root.parent / "other", rows=3, sha256="9" * 64).result(1, 1.0)
    found = (await client.get("/api/compare?a=some-run&b=after")).json()
    assert (found["reward_difference"]["mean"], found["changed"], found["improvements"]) == (0.5, 1, 1)
    assert (await client.get("/api/compare?a=some-run&b=other")).status_code == 409
    assert (await client.get("/api/compare?a=some-run&b=other&anyway=1")).status_code == 200
    assert (await client.get("/api/compare?a=some-run")).status_code == 404


async def test_one_run_alone_is_on_the_cache_when_one_was_asked_for(folder):
    """Its neighbours are not to be had, and its folder may have any name."""
    odd = RunFolder(folder.root.parent / "my own run!", name="copied")
    odd.result(0, 1.0)
    app = Guard(page_app(RunCache(odd.root.parent, odd.root.name)), host=HOST, token=TOKEN)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=f"http://{HOST}") as client:
        await client.get(f"/?token={TOKEN}")
        assert [run["name"] for run in (await client.get("/api/runs")).json()["runs"]] == ["my own run!"]
        assert (await client.get("/api/runs/my%20own%20run!")).status_code == 200
        assert (await client.get("/api/runs/some-run")).status_code == 404


async def test_a_row_that_failed_shows_where_and_what_was_printed(client, folder):
    """The traceback, the answer, the metrics, and the lines of the log that are about this row and run, no others."""
    place = {"file": "main.py", "line": 15, "function": "parse"}
    folder.result(
        2, outcome="agent_failed", error="KeyError: 'x'", err_location=place, err_traceback="Traceback\n  parse\n"
    )
    folder.result(0, 1.0, attempt=1, answer="42", metrics={"steps": 3.0})
    (folder.root / "logs.txt").write_text(
        "2026-01-01T00:00:00Z ERROR [traceback] row 2 run 0 | Traceback\n"
        "2026-01-01T00:00:00Z INFO [rollout] row 22 run 0 | other\n"
        "2026-01-01T00:00:00Z INFO [rollout] says row 2 run 0 | not by itself\n"
    )
    failed = (await client.get("/api/runs/some-run/items/2/0")).json()
    assert (failed["traceback"], failed["location"]) == ("Traceback\n  parse\n", place)
    assert failed["log"] == ["2026-01-01T00:00:00Z ERROR [traceback] row 2 run 0 | Traceback"]
    measured = (await client.get("/api/runs/some-run/items/0/0")).json()
    assert (measured["answer"], measured["metrics"], measured["log"]) == ("42", {"steps": 3.0}, [])
    rows = (await client.get("/api/runs/some-run/rows?metric=steps&metric_from=2")).json()["rows"]
    assert [(row["source_row_index"], row["answer"], row["metrics"]) for row in rows] == [(0, "42", {"steps": 3.0})]
