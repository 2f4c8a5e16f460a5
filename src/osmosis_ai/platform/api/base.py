"""What the modules of resources share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from osmosis_ai.platform.access.actors import Actor, Member
from osmosis_ai.platform.api.context import current
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.store.pages import Page

__all__ = ["ApiPart", "optional_time", "page_of_all", "paging"]


class ApiPart:
    """Some of the API's handlers, on a platform."""

    platform: Platform

    @property
    def actor(self) -> Actor:
        """Who asks."""
        return current().require_actor()

    @property
    def member(self) -> Member:
        """Who asks, in the workspace of the request."""
        return current().require_member()


def optional_time(moment: datetime | None) -> str | None:
    """A time on the wire, or null."""
    return None if moment is None else wire_time(moment)


def paging[T, M](page: Page[T], convert: Callable[[T], M]) -> tuple[list[M], dict[str, Any]]:
    """The items of a page as models, and the members that every list has beside them."""
    items = [convert(item) for item in page.items]
    return items, {
        "total_count": page.total_count,
        "has_more": page.has_more,
        "next_offset": page.next_offset,
    }


def page_of_all[T](items: Sequence[T], limit: int, offset: int) -> Page[T]:
    """A page of a list that is read whole because it is short by nature."""
    part = items[offset : offset + limit]
    following = offset + len(part)
    return Page(part, len(items), following if part and following < len(items) else None)
