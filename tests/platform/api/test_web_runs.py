"""The pages of evaluations and datasets: what is listed, shown, stopped and tried again, and for whom."""

from __future__ import annotations

import re
from typing import Any

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import run_state
from osmosis_ai.platform.store import runs as rows
from osmosis_ai.platform.store.unit import Unit
from tests.platform.api.browsing import PUBLIC, Browser
from tests.platform.api.conftest import Api
from tests.platform.datasets import jsonl, read_rows, upload
from tests.platform.run_rows import finished_run
from tests.platform.test_jobs import append, queue, record, run_of, started

HOSTILE = "<script>alert(1)</script>\x1b[2J\u202e"


def failed(row: int, message: str = "KeyError: 'missing key' (main.py:15 in parse)") -> dict[str, Any]:
    """An attempt that the agent's code ended."""
    found = record(row, "agent_failed")
    ended = {
        "err_message": message,
        "err_category": "agent_error",
        "err_traceback": f'File "main.py", line 15\n{HOSTILE}',
    }
    return {**found, "record": {**found["record"], **ended}}


async def test_a_run_that_is_at_work_is_shown_with_what_failed_and_where(
    platform: Platform, owner: Member, signed_in: Browser
):
    """Figures over the samples that have a reward, each failure with its line and traceback, and nothing of them is
    markup or moves the page."""
    run_id, job, _ = await started(platform, owner)
    await append(platform, job, 1, record(0, "scored", reward=0.25), failed(1, f"ValueError: {HOSTILE}"))
    page = await signed_in.open(f"/main/evals/{run_id}")
    text = re.sub(r"<[^>]+>", "", page.text)
    assert "0.25 over 1 of 2" in re.sub(r"\s+", " ", text)
    assert "agent failed" in text
    assert "ValueError: &lt;script&gt;" in page.text
    for raw in ("<script", "\x1b", "\u202e"):
        assert raw not in page.text
    failures = _samples(await signed_in.open(f"/main/evals/{run_id}?show=failed"))
    assert "ValueError" in failures
    assert ">0.25<" not in failures
    assert "ValueError" not in _samples(await signed_in.open(f"/main/evals/{run_id}?show=not-passed"))


async def test_a_page_that_follows_a_run_asks_again_until_the_run_is_over(
    platform: Platform, owner: Member, signed_in: Browser
):
    """Without a script: the answer says after how many seconds. A page that is only looked at stands still."""
    run_id, _, _ = await started(platform, owner)
    assert "refresh" not in (await signed_in.open(f"/main/evals/{run_id}")).headers
    assert (await signed_in.open(f"/main/evals/{run_id}?follow=1")).headers["refresh"] == "5"
    await _end(platform, run_id, "finished")
    assert "refresh" not in (await signed_in.open(f"/main/evals/{run_id}?follow=1")).headers


async def test_a_run_is_stopped_and_tried_again_by_its_page(platform: Platform, owner: Member, signed_in: Browser):
    """The buttons do what `eval stop` and `eval retry` do, and offer nothing that would be refused."""
    run_id = await queue(platform, owner)
    page = await signed_in.open(f"/main/evals/{run_id}")
    assert "Try again" not in page.text
    page = await signed_in.send(f"/main/evals/{run_id}", action="stop")
    assert (page.status_code, (await run_of(platform, run_id)).status) == (200, "stopped")
    assert "Stop the run" not in page.text
    page = await signed_in.send(f"/main/evals/{run_id}", action="retry")
    assert (page.status_code, (await run_of(platform, run_id)).status) == (200, "pending")


async def test_what_cannot_be_done_any_more_is_said_on_the_run_s_page(
    platform: Platform, owner: Member, signed_in: Browser
):
    """A run that ended while its page was open is not stopped; the page says what it is now."""
    run_id = await queue(platform, owner)
    await signed_in.open(f"/main/evals/{run_id}")
    await _end(platform, run_id, "failed")
    page = await signed_in.send(f"/main/evals/{run_id}", action="stop")
    assert page.status_code == 409
    assert "is over: it is failed" in page.text


async def test_a_run_with_secrets_of_its_own_is_tried_again_by_a_command(
    platform: Platform, owner: Member, signed_in: Browser
):
    """Values that nobody kept cannot come from a page, so it shows the command that asks for them."""
    run_id = await queue(platform, owner, secret_scopes={"MY_KEY": "run"})
    await _end(platform, run_id, "failed")
    page = await signed_in.open(f"/main/evals/{run_id}")
    assert "MY_KEY" in page.text
    assert f"osmosis eval retry run-{run_id[:8]}" in page.text
    assert 'value="retry"' not in page.text


async def test_long_lists_of_runs_have_pages(platform: Platform, owner: Member, signed_in: Browser):
    """Fifty at a time, new ones first, with links to what is before and after; an odd offset is the beginning."""
    async with platform.write() as unit:
        for number in range(120):
            await _insert(unit, owner, number)
    names = []
    page = await signed_in.open("/main/evals")
    while True:
        names += re.findall(r">(run-\d+)</a>", page.text)
        following = re.search(r'href="([^"]*)" rel="next"', page.text)
        if following is None:
            break
        page = await signed_in.open(f"/main/evals{following[1]}")
    assert names == [f"run-{number}" for number in reversed(range(120))]
    assert "101 to 120 of 120" in page.text
    assert "has 120 runs" in (await signed_in.open("/main/evals?offset=500")).text
    for odd in ("-1", "x", "²", "9" * 30):
        assert ">run-119</a>" in (await signed_in.open(f"/main/evals?offset={odd}")).text


async def test_a_page_of_another_workspace_is_like_one_that_never_existed(
    platform: Platform, api: Api, other: Member, signed_in: Browser
):
    """Runs and datasets of others are 404, under their own workspace's name and under one's own."""
    run_id = await queue(platform, other)
    missing = await signed_in.open("/main/evals/nothing")
    assert missing.status_code == 404
    for path in (f"/main/evals/{run_id}", f"/main/eval/{run_id}", "/main/datasets/nothing", "/main/datasets/x/file"):
        assert (await signed_in.open(path)).status_code == 404
    for path in ("evals", f"evals/{run_id}", "datasets"):
        assert (await signed_in.open(f"/{other.workspace_name}/{path}")).status_code == 404


async def test_answers_lead_to_the_page_of_what_they_tell_of(
    platform: Platform, api: Api, owner: Member, signed_in: Browser
):
    """`platform_url` of a run and of a dataset is the address of its page, whose first segment is the workspace."""
    run_id = await queue(platform, owner)
    shown = (await api.call("owner", "GET", f"/api/cli/eval-runs/{run_id}", workspace="main")).json()["eval_run"]
    (listed,) = (await api.call("owner", "GET", "/api/cli/eval-runs", workspace="main")).json()["eval_runs"]
    assert shown["platform_url"] == listed["platform_url"] == f"{PUBLIC}/main/evals/{run_id}"
    assert shown["name"] in (await signed_in.open(shown["platform_url"])).text
    assert (await signed_in.open(f"/main/eval/{run_id}")).url.path == f"/main/evals/{run_id}"


async def test_a_dataset_is_listed_shown_and_downloaded(platform: Platform, api: Api, signed_in: Browser):
    """Its state, size and first rows, as text; the file comes from the address that a command would get."""
    data = jsonl(4)
    dataset = await upload(api, data, name="tables")
    assert "tables" in (await signed_in.open("/main/datasets")).text
    await read_rows(platform)
    page = await signed_in.open(dataset["platform_url"])
    assert page.url.path == f"/main/datasets/{dataset['id']}"
    assert "3 times 7? please please please" in page.text
    assert "uploaded" in page.text
    file = await signed_in.http.get(f"/main/datasets/{dataset['id']}/file")
    assert (file.status_code, (await signed_in.http.get(file.headers["location"])).content) == (303, data)


async def test_a_dataset_that_was_refused_says_why(platform: Platform, api: Api, signed_in: Browser):
    """The page has the reason and the log, and no file to download."""
    dataset = await upload(api, b'{"user_prompt": "a", "user_prompt": "b"}\n' * 5, name="twice")
    await read_rows(platform)
    page = await signed_in.open(f"/main/datasets/{dataset['id']}")
    assert 'class="problem"' in page.text
    assert "user_prompt" in page.text
    assert f"{dataset['id']}/file" not in page.text


def _samples(page: Any) -> str:
    """The part of a run's page that lists its samples."""
    text: str = page.text
    return text[text.index('id="samples"') : text.index("<h2>What runs</h2>")]


async def _end(platform: Platform, run_id: str, status: Any) -> None:
    async with platform.write() as unit:
        run = await rows.run_across(unit, run_id)
        assert run is not None
        await run_state.end(unit, run, status)


async def _insert(unit: Unit, owner: Member, number: int) -> None:
    values = finished_run(number, created_by=owner.actor.user_id, at=unit.now)
    await rows.add_run(unit, unit.in_workspace(owner.workspace_id), values)
