"""The page's server: the page itself, and what it asks for as JSON. It reads, and changes nothing."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, BinaryIO
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from osmosis_ai.base.errors import NotFoundError
from osmosis_ai.base.files.no_follow import open_below
from osmosis_ai.base.text import truncate
from osmosis_ai.runs.reading.compare import check_comparable, compare
from osmosis_ai.runs.reading.overview import counts
from osmosis_ai.runs.reading.query import Query, Range
from osmosis_ai.runs.reading.records import artifact_parts, item_record, rollout_id_of, table_rows, trajectory_parts
from osmosis_ai.runs.reading.transcripts import TranscriptSearch
from osmosis_ai.viewer.cache import OpenRun, RunCache
from osmosis_ai.viewer.pages import EXCEPTION_HANDLERS, page_routes

__all__ = ["page_app"]

_MOST_ROWS = 200
_MOST_CHANGES = 200
_LONGEST_PROMPT = 300
_PIECE = 1 << 16
_SEARCH_SEC = 4.0
_SHOWN: dict[str, Callable[[float], bool]] = {
    "changed": lambda change: change != 0,
    "worse": lambda change: change < 0,
    "better": lambda change: change > 0,
    "all": lambda _: True,
}


def page_app(cache: RunCache) -> Starlette:
    """The application that shows the runs of a cache. Put a Guard before it."""
    answers = _Answers(cache)
    item = "/api/runs/{name}/items/{row:int}/{run:int}"
    routes = [
        *page_routes(command="osmosis eval view", title="Osmosis runs", script="evaluations.js"),
        Route("/api/runs", answers.runs),
        Route("/api/compare", answers.compare),
        Route("/api/runs/{name}", answers.run),
        Route("/api/runs/{name}/state", answers.state),
        Route("/api/runs/{name}/rows", answers.rows),
        Route("/api/runs/{name}/search", answers.search),
        Route(item, answers.item),
        Route(item + "/trajectory/{rollout_id}", answers.trajectory),
        Route(item + "/artifacts/{path:path}", answers.artifact),
    ]
    return Starlette(routes=routes, exception_handlers=EXCEPTION_HANDLERS)


class _Answers:
    """One method a route. They block, so Starlette runs each in a thread."""

    def __init__(self, cache: RunCache) -> None:
        self._cache = cache

    def runs(self, _: Request) -> Response:
        return JSONResponse({"root": str(self._cache.root), "only": self._cache.only, "runs": self._cache.runs()})

    def run(self, request: Request) -> Response:
        with self._cache.reading(request.path_params["name"]) as opened:
            return JSONResponse(opened.figures())

    def state(self, request: Request) -> Response:
        """Little, to be asked for often: whether anything changed."""
        with self._cache.reading(request.path_params["name"]) as opened:
            run = opened.run
            state = {"revision": run.revision, "status": str(run.status.state)}
            return JSONResponse(state | counts(run))

    def rows(self, request: Request) -> Response:
        """A page of the rows that match; with `around=ROW.RUN`, the page that has that row if it matches."""
        asked = request.query_params
        offset, limit = _page(request)
        query = _query(request)
        with self._cache.reading(request.path_params["name"]) as opened:
            slots = opened.matching(query)
            if asked.get("around"):
                offset = _offset_of(opened, slots, asked["around"], limit, offset)
            rows = table_rows(opened.run, opened.texts, slots[offset : offset + limit])
            return JSONResponse(
                {"matching": len(slots), "offset": offset, "rows": rows, "revision": opened.run.revision}
            )

    def search(self, request: Request) -> Response:
        """Rows whose whole transcript has the text, from one place in the order on, as far as a few seconds reach.

        The run can be read by others meanwhile.
        """
        name = request.path_params["name"]
        offset, limit = _page(request)
        query = _query(request)
        if not query.text:
            raise ValueError("search for what?")
        with self._cache.reading(name) as opened:
            slots = opened.matching(replace(query, text=""))
        found = TranscriptSearch(opened.run.folder, query.text).search(
            slots,
            lambda slot: _transcript_places(opened, slot),
            start=offset,
            most_rows=limit,
            seconds=_SEARCH_SEC,
        )
        with opened.lock:
            rows = table_rows(opened.run, opened.texts, list(found.slots))
        for row, slot in zip(rows, found.slots, strict=True):
            row["matches"] = found.matches_of(slot)
        return JSONResponse(
            {"of": len(slots), "offset": offset, "searched": found.searched, "too_large": found.too_large}
            | {"next": found.next, "rows": rows, "revision": opened.run.revision}
        )

    def item(self, request: Request) -> Response:
        with self._cache.reading(request.path_params["name"]) as opened:
            return JSONResponse(item_record(opened.run, opened.texts, _slot(opened, request)))

    def trajectory(self, request: Request) -> Response:
        """The document as it is on disk; the page reports anything other than JSON."""
        rollout_id = request.path_params["rollout_id"]
        with self._cache.reading(request.path_params["name"]) as opened:
            slot = _slot(opened, request)
            record = item_record(opened.run, opened.texts, slot)
            if rollout_id not in {attempt["rollout_id"] for attempt in record["attempt_records"]}:
                raise FileNotFoundError(rollout_id)
            file = open_below(opened.run.folder, trajectory_parts(opened.run, slot, rollout_id, record["rollout_id"]))
        if "download" in request.query_params:
            return _download(file, f"trajectory-{rollout_id}.json")
        return _stream(file, {"Content-Type": "application/json"})

    def artifact(self, request: Request) -> Response:
        parts = request.path_params["path"].split("/")
        with self._cache.reading(request.path_params["name"]) as opened:
            file = open_below(opened.run.folder, [*artifact_parts(opened.run, _slot(opened, request)), *parts])
        return _download(file, parts[-1])

    def compare(self, request: Request) -> Response:
        """Two runs on their common rows, with the coverage of each: regressions first, at most 200 rows."""
        asked = request.query_params
        names = [asked.get("a", ""), asked.get("b", "")]
        show = asked.get("show") or "changed"
        if show not in _SHOWN:
            raise ValueError(f"cannot show {show}")
        with self._cache.reading(names[0]) as first:
            pass
        with self._cache.reading(names[1]) as second:
            pass
        if asked.get("anyway") != "1":
            check_comparable(first.run, second.run)
        found = compare(first.run, second.run)
        rows = [row for row in found["row_differences"] if _SHOWN[show](_change(row))]
        rows.sort(key=lambda row: (_change(row) >= 0, -abs(_change(row)), row["source_row_index"]))
        items = [_first_items(opened) for opened in (first, second)]
        shown = [
            row | {"item_a": items[0].get(row["source_row_index"]), "item_b": items[1].get(row["source_row_index"])}
            for row in rows[:_MOST_CHANGES]
        ]
        with second.lock:
            asked_for = _prompts(second, items[1], [row["source_row_index"] for row in shown])
        for row in shown:
            row["prompt"] = asked_for.get(row["source_row_index"])
        changes = [_change(row) for row in found["row_differences"]]
        sides = {
            side: found[side] | {"coverage": {"rows": opened.run.selection.count, "with_result": _covered(opened)}}
            for side, opened in (("a", first), ("b", second))
        }
        return JSONResponse(
            found
            | sides
            | {"row_differences": shown, "showing": len(rows), "changed": sum(1 for change in changes if change)}
            | {"worse": sum(change < 0 for change in changes), "better": sum(change > 0 for change in changes)}
            | {name: len(found[name]) for name in ("regressions", "improvements")}
        )


def _page(request: Request) -> tuple[int, int]:
    asked = request.query_params
    return max(0, int(asked.get("offset", 0))), min(_MOST_ROWS, max(1, int(asked.get("limit", 100))))


def _query(request: Request) -> Query:
    asked = request.query_params
    return Query(
        outcome=asked.get("outcome") or None,
        reward_from=_number(asked.get("from")),
        reward_to=_number(asked.get("to")),
        metric=asked.get("metric", ""),
        metric_from=_number(asked.get("metric_from")),
        metric_to=_number(asked.get("metric_to")),
        text=asked.get("text", "").strip(),
        retried=asked.get("retried") == "1",
        kind=asked.get("kind") or None,
        ranges=tuple(Range.parse(asked.get("ranges", ""))),
        sort=asked.get("sort") or "row",
        descending=asked.get("order") == "desc",
    )


def _offset_of(opened: OpenRun, slots: Sequence[int], item: str, limit: int, otherwise: int) -> int:
    row, _, run = item.partition(".")
    slot = opened.run.items.slot(int(row), int(run or 0))
    if slot is None or slot not in slots:
        return otherwise
    return slots.index(slot) // limit * limit


def _transcript_places(opened: OpenRun, slot: int) -> Iterator[list[str]]:
    items = opened.run.items
    yield ["trajectories", f"row_{items.row[slot]}_run_{items.run[slot]}.json"]
    with opened.lock:
        rollout_id = rollout_id_of(opened.run, slot)
    if rollout_id:
        yield ["rollout_trials", rollout_id, "trajectory.json"]


def _covered(opened: OpenRun) -> int:
    """How many rows of the dataset have a result in the run."""
    items = opened.run.items
    return len({items.source[slot] for slot in items.completed()})


def _first_items(opened: OpenRun) -> dict[int, str]:
    """By row of the dataset, the first of its attempts that the run has."""
    items = opened.run.items
    found: dict[int, int] = {}
    for slot in range(len(items)):
        best = found.setdefault(items.source[slot], slot)
        if items.run[slot] < items.run[best]:
            found[items.source[slot]] = slot
    return {source: f"{items.row[slot]}.{items.run[slot]}" for source, slot in found.items()}


def _prompts(opened: OpenRun, items: dict[int, str], rows: Iterable[int]) -> dict[int, str]:
    """The beginning of what rows of the dataset ask, as far as the run kept it."""
    numbers = {source: int(items[source].partition(".")[0]) for source in rows if source in items}
    texts = opened.texts.of(sorted(numbers.values()))
    return {source: truncate(texts[row].prompt, _LONGEST_PROMPT) for source, row in numbers.items() if row in texts}


def _slot(opened: OpenRun, request: Request) -> int:
    slot = opened.run.items.slot(request.path_params["row"], request.path_params["run"])
    if slot is None:
        raise NotFoundError("That row was not tried in this run.")
    return slot


def _change(row: dict[str, Any]) -> float:
    difference = row["reward_difference"]
    return float(row["pass_difference"] if difference is None else difference)


def _number(text: str | None) -> float | None:
    return float(text) if text else None


def _stream(file: BinaryIO, headers: dict[str, str]) -> Response:
    def pieces() -> Iterator[bytes]:
        while piece := file.read(_PIECE):
            yield piece

    return StreamingResponse(pieces(), headers=headers, background=BackgroundTask(file.close))


def _download(file: BinaryIO, name: str) -> Response:
    """The file to be saved, never shown: what a rollout wrote must not become a page of ours."""
    kind = mimetypes.guess_type(name)[0]
    harmless = kind is not None and kind.split("/")[0] in {"image", "audio", "video"} and kind != "image/svg+xml"
    return _stream(
        file,
        {
            "Content-Type": kind if harmless and kind is not None else "application/octet-stream",
            "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}",
        },
    )
