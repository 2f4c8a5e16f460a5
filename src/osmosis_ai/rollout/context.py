"""The rollout a piece of code runs in: where its policy model is, and where its sample comes from."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from pathlib import Path
from types import TracebackType
from typing import Self

from osmosis_ai.rollout.types import RolloutSample, RolloutStatus

__all__ = ["RolloutContext", "SampleSource", "get_rollout_context"]

StatusReporter = Callable[[RolloutStatus], Awaitable[None]]


class SampleSource(ABC):
    """Something that can give the rollout's sample once the workflow has ended; integrations register one."""

    @abstractmethod
    async def get_sample(self) -> RolloutSample:
        """The sample as it now is."""

    async def get_preview(self, max_messages: int) -> RolloutSample | None:
        """The last messages of a sample still being made, or None. No server calls it: no preview is made."""
        return None


class RolloutContext:
    """The active rollout. Entering it makes it the one `get_rollout_context` returns; leaving it clears that.

    `chat_completions_url` is the base of the policy model's endpoint, to which clients append `/chat/completions`;
    `api_key` its bearer key. Fields left empty are filled from `OSMOSIS_CHAT_COMPLETIONS_URL`, `OSMOSIS_API_KEY` and
    `OSMOSIS_ROLLOUT_ID`. `preview_path` and `preview_enabled` are accepted and change nothing: no preview is made.
    """

    def __init__(  # noqa: PLR0917 - the documented signature
        self,
        chat_completions_url: str = "",
        api_key: str | None = None,
        rollout_id: str = "",
        sample_source: SampleSource | None = None,
        progress: StatusReporter | None = None,
        process_id: str | None = None,
        preview_path: Path | None = None,
        preview_enabled: bool = True,
    ) -> None:
        self.chat_completions_url = chat_completions_url or os.environ.get("OSMOSIS_CHAT_COMPLETIONS_URL", "")
        self.api_key = api_key or os.environ.get("OSMOSIS_API_KEY")
        self.rollout_id = rollout_id or os.environ.get("OSMOSIS_ROLLOUT_ID", "")
        self.sample_source = sample_source
        self.progress = progress
        self.process_id = process_id
        self.preview_path = preview_path
        self.preview_enabled = preview_enabled

    def set_sample_source(self, source: SampleSource) -> None:
        """Registers where the sample comes from. A rollout has one; a second raises ValueError."""
        if self.sample_source is not None and self.sample_source is not source:
            raise ValueError("this rollout already has a sample source: one agent or session a rollout")
        self.sample_source = source

    async def get_sample(self) -> RolloutSample | None:
        """The registered source's sample, or None when none was registered."""
        return None if self.sample_source is None else await self.sample_source.get_sample()

    async def set_status(self, status: RolloutStatus) -> None:
        """Reports the status to whatever runs the rollout; does nothing where no reporter was given."""
        if self.progress is not None:
            await self.progress(status)

    def __enter__(self) -> Self:
        _active.set(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _active.set(None)


_active: ContextVar[RolloutContext | None] = ContextVar("osmosis_rollout", default=None)


def get_rollout_context() -> RolloutContext | None:
    """The rollout this code runs in, or None outside of one."""
    return _active.get()
