"""Lists by limit and offset, as every list of the API is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, func, select

from osmosis_ai.platform.store.prepared import PreparedInWorkspace
from osmosis_ai.platform.store.scope import WorkspaceScope
from osmosis_ai.platform.store.unit import Unit

__all__ = ["Page", "page_of", "page_of_prepared"]


@dataclass(frozen=True, slots=True)
class Page[T]:
    """One page of a list. `next_offset` is None on the last one."""

    items: Sequence[T]
    total_count: int
    next_offset: int | None

    @property
    def has_more(self) -> bool:
        """Whether there is a next page."""
        return self.next_offset is not None

    def map[U](self, convert: Callable[[T], U]) -> Page[U]:
        """The same page of converted items."""
        return Page([convert(item) for item in self.items], self.total_count, self.next_offset)


async def page_of[T](unit: Unit, statement: Select[T], limit: int, offset: int) -> Page[T]:
    """The rows `offset` to `offset + limit` of an ordered statement, and how many there are: two statements at most."""
    found = await unit.all(statement.limit(limit + 1).offset(offset))

    async def count() -> int:
        counted: Select[*tuple[Any, ...]] = select(func.count()).select_from(statement.order_by(None).subquery())
        return await unit.count(counted.execution_options(**statement.get_execution_options()))

    return await _page_from(found, limit, offset, count)


async def page_of_prepared(
    unit: Unit,
    scope: WorkspaceScope,
    listed: PreparedInWorkspace,
    counted: PreparedInWorkspace,
    *,
    limit: int,
    offset: int,
    **values: Any,
) -> Page[Sequence[Any]]:
    """The rows `offset` to `offset + limit` of a prepared statement that binds both, and how many `counted` has.

    `values` are what else the two statements bind.
    """
    found = await unit.fetch_in(scope, listed, **values, limit=limit + 1, offset=offset)

    async def count() -> int:
        return int((await unit.fetch_in(scope, counted, **values))[0][0])

    return await _page_from(found, limit, offset, count)


async def _page_from[T](found: Sequence[T], limit: int, offset: int, count: Callable[[], Awaitable[int]]) -> Page[T]:
    """A page of what was found from `offset` on, of which one more than `limit` was asked for.

    That one says whether there is another page. The last page says how many items there are; others `count` them.
    """
    items = found[:limit]
    if len(found) > limit:
        return Page(items, await count(), offset + limit)
    return Page(items, offset + len(items) if items or not offset else await count(), None)
