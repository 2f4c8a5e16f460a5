"""What the page asks the server for beyond a table: ranges, kinds of failures, transcripts, the page of a row."""

import asyncio
import re
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from tests.support.run_folders import RunFolder

from osmosis_ai.runs.reading.exceptions import Exceptions, exception_name
from osmosis_ai.runs.reading.query import Query, Range
from osmosis_ai.runs.reading.run import Run
from osmosis_ai.runs.reading.transcripts import LARGEST_FILE, TranscriptSearch, matches_in
from osmosis_ai.viewer.app import page_app
from osmosis_ai.viewer.cache import RunCache

RUN = "/api/runs/some-run"
KEY_ERROR = "KeyError: 'missing key' (main.py:15 in parse_tool_result)"


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    made = RunFolder(tmp_path / "evals/some-run", rows=8)
    for row in range(4):
        made.result(row, row / 4, seconds=1 + row)
    made.result(4, outcome="agent_failed", category="agent_error", error=KEY_ERROR)
    made.result(5, outcome="grader_failed", category="agent_error", error="KeyError: 'x' (grader.py:9 in grade)")
    made.result(6, outcome="timed_out", category="timeout", error="the workflow took longer than 450 s")
    made.started(7)
    return made.finish()


@pytest.fixture
async def client(folder: RunFolder) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app=page_app(RunCache(folder.root.parent)))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client


async def rows(client: httpx.AsyncClient, query: str) -> list[int]:
    return [row["row_index"] for row in (await client.get(f"{RUN}/rows?{query}")).json()["rows"]]


@pytest.mark.parametrize(
    ("ranges", "found"),
    [
        ("reward:0.25..0.5", [1, 2]),
        ("reward:0.25..<0.5", [1]),
        ("reward:0.5..", [2, 3]),
        ("reward:..0", [0]),
        ("row:2..4", [2, 3, 4]),
        ("duration:2000..3000;reward:0.5..", [2]),
        ("tokens:105..", [5, 6]),
        ("", [0, 1, 2, 3, 4, 5, 6, 7]),
    ],
)
async def test_rows_are_filtered_by_ranges_of_numbers(client, ranges, found):
    """Both ends belong to a range unless it says otherwise; a row without the number is in none."""
    assert await rows(client, f"ranges={ranges}") == found


@pytest.mark.parametrize(
    "ranges", ["reward", "reward:1", "reward:a..b", "name:0..1", "error_types:0..1", "reward:0..1..2"]
)
async def test_a_range_that_makes_no_sense_is_refused(client, ranges):
    """With 400, whatever it names."""
    assert (await client.get(f"{RUN}/rows?ranges={ranges}")).status_code == 400
    with pytest.raises(ValueError, match=r"not a range|could not convert"):
        Range.parse(ranges)


async def test_failures_are_grouped_by_outcome_and_exception(client):
    """The same exception of workflow and grader are two groups; where nothing was raised, the category names it."""
    groups = (await client.get(RUN)).json()["failed_groups"]
    assert [(group["outcome"], group["kind"], group["count"], group["pending"]) for group in groups] == [
        ("agent_failed", "KeyError", 1, False),
        ("grader_failed", "KeyError", 1, False),
        ("lost", "lost", 1, True),
        ("timed_out", "timeout", 1, False),
    ]
    assert groups[0]["message"] == KEY_ERROR
    assert (groups[0]["examples"], groups[0]["example_rows"], groups[0]["rows"]) == (["4.0"], [4], "4")
    for group, row in zip(groups, [4, 5, 7, 6], strict=True):
        assert await rows(client, f"outcome={group['outcome']}&kind={group['kind']}") == [row]
    assert await rows(client, "kind=KeyError") == [4, 5]


@pytest.mark.parametrize(
    ("message", "name"),
    [
        (KEY_ERROR, "KeyError"),
        ("StopAsyncIteration", "StopAsyncIteration"),
        ("StopIteration (main.py:3 in ask)", "StopIteration"),
        ("httpx.ReadTimeout: slow", "httpx.ReadTimeout"),
        ("The workflow took too long", None),
        ("502: Bad Gateway", None),
        ("", None),
        (None, None),
    ],
)
def test_the_name_of_an_exception_is_taken_from_its_message(message, name):
    """As it is recorded, `NAME: text (file:line in function)`; a sentence has none."""
    assert exception_name(message) == name


def test_each_message_is_read_once_and_after_a_bound_the_category_counts(folder, monkeypatch):
    """A run with more failures than that is grouped all the same."""
    monkeypatch.setattr("osmosis_ai.runs.reading.exceptions._MOST_READ", 1)
    run = Run(folder.root)
    run.refresh()
    exceptions = Exceptions(folder.root)
    assert exceptions.kinds(run.items) == {4: "KeyError", 5: "agent_error", 6: "timeout", 7: "lost"}
    for name in ("events.jsonl", "attempts.jsonl"):
        (folder.root / name).unlink()
    assert exceptions.kinds(run.items)[4] == "KeyError"


async def test_the_page_of_a_row_is_found(client):
    """Whatever the filter and the order; a row that does not match leaves the offset as asked."""
    found = (await client.get(f"{RUN}/rows?limit=2&around=5.0")).json()
    assert (found["offset"], [row["row_index"] for row in found["rows"]]) == (4, [4, 5])
    found = (await client.get(f"{RUN}/rows?limit=2&around=0.0&sort=reward&order=desc")).json()
    assert [row["row_index"] for row in found["rows"]] == [1, 0]
    for around in ("5.0", "99.0"):
        found = (await client.get(f"{RUN}/rows?limit=2&outcome=passed&around={around}")).json()
        assert found["offset"] == 0
    assert (await client.get(f"{RUN}/rows?around=x")).status_code == 400


STEPS = [
    {"source": "user", "message": [{"type": "text", "text": "Where is the ZEBRA?"}]},
    {
        "source": "agent",
        "message": "",
        "reasoning_content": "A zebra, caf\u00e9 style.",
        "tool_calls": [{"tool_call_id": "c", "function_name": "find_zebra", "arguments": {"kind": "zebra"}}],
        "observation": {"results": [{"source_call_id": "c", "content": "no zebra\nhere"}]},
    },
]


async def test_transcripts_are_searched(client, folder):
    """Messages, reasoning, calls and results, whatever the case; three matches a row, with who said it."""
    folder.trajectory(1, STEPS)
    folder.trajectory(5, [{"source": "agent", "message": "one Zebra"}], attempt=0)
    (folder.root / "trajectories/row_5_run_0.json").unlink()
    found = (await client.get(f"{RUN}/search?text=zebra")).json()
    assert (found["of"], found["searched"], found["next"]) == (8, 8, None)
    assert [row["row_index"] for row in found["rows"]] == [1, 5]
    matches = found["rows"][0]["matches"]
    assert [(match["step"], match["source"], match["text"]) for match in matches] == [
        (1, "user", "ZEBRA"),
        (2, "reasoning", "zebra"),
        (2, "tool call", "zebra"),
    ]
    assert (matches[0]["before"], matches[0]["after"]) == ("Where is the ", "?")
    for text, many in (
        ("caf\u00e9", 1),
        ("no zebra\nhere", 1),
        ('"kind":"zebra"', 1),
        ("nothing like it", 0),
        (".*", 0),
    ):
        answer = (await client.get(f"{RUN}/search", params={"text": text})).json()
        assert len(answer["rows"]) == many, text
    assert (await client.get(f"{RUN}/search?text=zebra&outcome=grader_failed")).json()["of"] == 1
    assert (await client.get(f"{RUN}/search?text=")).status_code == 400


async def test_a_search_goes_on_where_it_stopped(client, folder, monkeypatch):
    """After so many rows found, or when its time is over: then at least one row was searched, so that it ends."""
    for row in range(4):
        folder.trajectory(row, [{"source": "agent", "message": "zebra"}])
    first = (await client.get(f"{RUN}/search?text=zebra&limit=3")).json()
    assert ([row["row_index"] for row in first["rows"]], first["next"]) == ([0, 1, 2], 3)
    rest = (await client.get(f"{RUN}/search?text=zebra&limit=3&offset={first['next']}")).json()
    assert ([row["row_index"] for row in rest["rows"]], rest["next"]) == ([3], None)
    monkeypatch.setattr("osmosis_ai.viewer.app._SEARCH_SEC", 0.0)
    hurried = (await client.get(f"{RUN}/search?text=zebra")).json()
    assert (hurried["searched"], hurried["next"]) == (1, 1)


def test_a_file_that_is_too_large_is_counted_and_not_searched(tmp_path):
    """The person is told how many there were."""
    (tmp_path / "large.json").write_bytes(b"zebra" + b" " * LARGEST_FILE)
    places = lambda slot: iter([["absent.json"], ["large.json"]])  # noqa: E731
    found = TranscriptSearch(tmp_path, "zebra").search([0], places, start=0, most_rows=5, seconds=5)
    assert (found.too_large, found.searched, found.slots) == (1, 1, {})


@pytest.mark.parametrize("content", [b"{", b"[1]", b'{"steps": 5}', b'{"steps": [null]}', b"\xff zebra", b"Infinity"])
def test_a_file_that_is_not_a_trajectory_is_searched_as_text(content):
    """Nothing in it stops a search."""
    found = matches_in(content + b" zebra", re.compile("zebra"))
    assert [match.source for match in found] == ["file"] * (2 if b"zebra" in content else 1)


async def test_a_search_does_not_keep_others_from_the_run(folder, monkeypatch):
    """The run is read by somebody else while files are searched."""
    for row in range(4):
        folder.trajectory(row, [{"source": "agent", "message": "zebra"}])
    cache = RunCache(folder.root.parent)
    inside, go_on = threading.Event(), threading.Event()

    def wait(content: bytes, pattern: object) -> list[object]:
        inside.set()
        go_on.wait(20)
        return []

    monkeypatch.setattr("osmosis_ai.runs.reading.transcripts.matches_in", wait)
    transport = httpx.ASGITransport(app=page_app(cache))

    def search() -> None:
        async def ask() -> None:
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
                await client.get(f"{RUN}/search?text=zebra")

        asyncio.run(ask())

    thread = threading.Thread(target=search)
    thread.start()
    try:
        assert inside.wait(20)
        with cache.reading("some-run") as opened:
            assert len(opened.matching(Query())) == 8
    finally:
        go_on.set()
        thread.join(20)


async def test_regressions_are_first_and_both_coverages_are_given(client, folder):
    """Rows that got worse, the worst first, then those that got better; each leads to its result in both runs."""
    after = RunFolder(folder.root.parent / "after", rows=8)
    for row, reward in ((0, 1.0), (1, 0.0), (2, 0.5), (3, 0.0)):
        after.result(row, reward)
    found = (await client.get("/api/compare?a=some-run&b=after")).json()
    assert [row["source_row_index"] for row in found["row_differences"]] == [3, 1, 0]
    assert (found["worse"], found["better"], found["changed"], found["rows"]["paired"]) == (2, 1, 3, 4)
    assert found["a"]["coverage"] == {"rows": 8, "with_result": 7}
    assert found["b"]["coverage"] == {"rows": 8, "with_result": 4}
    assert (found["row_differences"][0]["item_a"], found["row_differences"][0]["item_b"]) == ("3.0", "3.0")
    for show, many in (("worse", 2), ("better", 1), ("all", 4)):
        answer = (await client.get(f"/api/compare?a=some-run&b=after&show={show}")).json()
        assert len(answer["row_differences"]) == answer["showing"] == many
    assert (await client.get("/api/compare?a=some-run&b=after&show=x")).status_code == 400
