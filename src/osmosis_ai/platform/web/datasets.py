"""The datasets of a workspace: their list, and each with its first rows and its log."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.responses import RedirectResponse, Response

from osmosis_ai.platform.services import datasets
from osmosis_ai.platform.web.pages import HEADERS, Page

__all__ = ["download", "listing", "show"]

_SHOWN = 50
_LINES = 100
_ROWS = 20
_CHARACTERS = 300


async def listing(page: Page) -> Response:
    """The datasets, new ones first."""
    async with page.platform.read() as unit:
        member = await page.member(unit)
        found = await datasets.listing(unit, member, limit=_SHOWN, offset=page.offset)
    return page.show("datasets.html", member=member, listed=found, offset=page.offset, size=_SHOWN)


async def show(page: Page) -> Response:
    """A dataset."""
    name_or_id = page.request.path_params["name_or_id"]
    async with page.platform.read() as unit:
        member = await page.member(unit)
        found = await datasets.detail(unit, member, name_or_id)
        log = await datasets.log(unit, member, name_or_id, limit=_LINES, direction="older", cursor=None)
    rows = list(found.preview or [])[:_ROWS]
    columns = _columns(rows)
    return page.show(
        "dataset.html",
        member=member,
        dataset=found,
        columns=columns,
        rows=[[_cell(row.get(column)) for column in columns] for row in rows],
        log=log,
    )


async def download(page: Page) -> Response:
    """Sends the browser to the dataset's file."""
    platform = page.platform
    async with platform.read() as unit:
        member = await page.member(unit)
    url, _, _ = await datasets.download(
        platform.database, platform.transfers, member, page.request.path_params["name_or_id"]
    )
    return RedirectResponse(url, 303, dict(HEADERS))


def _columns(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The names of the rows' columns, in the order in which they come first."""
    return list(dict.fromkeys(name for row in rows for name in row))


def _cell(value: Any) -> str:
    """A value as text, shortened."""
    text = "" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _CHARACTERS else text[:_CHARACTERS] + "…"
