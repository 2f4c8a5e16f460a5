"""The agent loop: one object with a name, its tools and a conversation to hold, and what a run of it is given."""

from __future__ import annotations

import json
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

from pydantic import BaseModel, Field, field_validator

from osmosis_ai.base.files.path_segments import is_single_path_segment
from osmosis_ai.rollout.test_mode.llm import CompletionsResult, LLMClientProtocol, RolloutMetrics
from osmosis_ai.rollout.types import MessageDict

__all__ = ["LoopContext", "LoopStatus", "RolloutAgentLoop", "RolloutRequest", "RolloutResult"]

logger = logging.getLogger(__name__)

MAX_METADATA_BYTES = 1 << 20
_NOWHERE = "http://test-mode.local"


class LoopStatus(StrEnum):
    """How a loop says that it ended."""

    COMPLETED = "COMPLETED"
    ERROR = "ERROR"


class RolloutRequest(BaseModel):
    """One row, as a loop is asked to work on it.

    `max_turns`, `max_tokens_total` and `completion_params` are for the loop to keep to: nothing enforces them.
    """

    rollout_id: str = Field(min_length=1, max_length=256)
    server_url: str = _NOWHERE
    messages: list[MessageDict]
    completion_params: dict[str, Any] = Field(default_factory=dict)
    tool_server_url: str | None = None
    max_turns: int = 10
    max_tokens_total: int = 8192
    metadata: dict[str, Any] = Field(default_factory=dict)
    api_key: str | None = Field(default=None, repr=False)
    idempotency_key: str | None = None

    @field_validator("rollout_id")
    @classmethod
    def _is_not_blank(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("a rollout_id is not blank")
        return value

    @field_validator("server_url")
    @classmethod
    def _is_http(cls, value: str) -> str:
        parts = urlsplit(value)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError("a server_url is an http or https URL with a host")
        return value

    @field_validator("metadata")
    @classmethod
    def _is_small_json(cls, value: dict[str, Any]) -> dict[str, Any]:
        try:
            size = len(json.dumps(value, allow_nan=False).encode())
        except (TypeError, ValueError, RecursionError) as error:
            raise ValueError(f"metadata holds what JSON cannot: {error}") from None
        if size > MAX_METADATA_BYTES:
            raise ValueError(f"metadata has {size:,} bytes as JSON, and at most {MAX_METADATA_BYTES:,} are taken")
        return value


@dataclass
class RolloutResult:
    """How a run ended: `COMPLETED` or `ERROR`, and why it stopped (`stop`, `max_turns`, `error` or the loop's word)."""

    status: str
    final_messages: list[MessageDict]
    finish_reason: str
    error_message: str | None = None
    metrics: RolloutMetrics | None = None
    reward: float | None = None


@dataclass
class LoopContext:
    """What one run is given. `tools` are what `get_tools` returned; `llm` is the model."""

    request: RolloutRequest
    tools: Sequence[Any]
    llm: LLMClientProtocol
    _start_time: float = field(default=0.0, repr=False)
    _tool_latency_ms: float = field(default=0.0, repr=False)
    _num_tool_calls: int = field(default=0, repr=False)
    _debug_dir: str | Path | None = field(default=None, repr=False)

    async def chat(self, messages: Sequence[MessageDict], **kwargs: Any) -> CompletionsResult:
        """Has the model complete the conversation, with the loop's tools. `kwargs` are members of the request.

        Sampling options of the command line are in `request.completion_params`, and count where they are passed on.
        """
        return await self.llm.chat_completions(messages, **kwargs)

    def complete(
        self, final_messages: list[MessageDict], finish_reason: str = "stop", reward: float | None = None
    ) -> RolloutResult:
        """The result of a run that ended as it should."""
        return RolloutResult(LoopStatus.COMPLETED.value, final_messages, finish_reason, None, self._metrics(), reward)

    def error(self, error_message: str, final_messages: list[MessageDict] | None = None) -> RolloutResult:
        """The result of a run that failed."""
        messages = [] if final_messages is None else final_messages
        return RolloutResult(LoopStatus.ERROR.value, messages, "error", error_message, self._metrics())

    def record_tool_call(self, latency_ms: float = 0.0) -> None:
        """Counts a call of a tool; nothing else does."""
        self._num_tool_calls += 1
        self._tool_latency_ms += latency_ms

    @property
    def debug_enabled(self) -> bool:
        """Whether `log_event` writes anything."""
        return self._debug_dir is not None

    def log_event(self, event_type: str, **data: Any) -> None:
        """Appends a line of JSON to the row's file of events, where there is one. What fails is a warning."""
        name = self.request.rollout_id
        if self._debug_dir is None or not is_single_path_segment(name):
            return
        event = {"event": event_type, "rollout_id": name, **data}
        try:
            folder = Path(self._debug_dir)
            folder.mkdir(parents=True, exist_ok=True)
            with (folder / f"{name}.jsonl").open("a", encoding="utf-8") as file:
                file.write(json.dumps(event, default=str) + "\n")
        except (OSError, TypeError, ValueError) as error:
            logger.warning("the event %s of %s is not written: %s", event_type, name, error)

    def _metrics(self) -> RolloutMetrics:
        spent = (time.monotonic() - self._start_time) * 1000 if self._start_time else 0.0
        update = {
            "total_latency_ms": spent,
            "tool_latency_ms": self._tool_latency_ms,
            "num_tool_calls": self._num_tool_calls,
        }
        return self.llm.get_metrics().model_copy(update=update)


class RolloutAgentLoop(ABC):
    """An agent as a loop. One instance serves every row, many at a time where that is asked for.

    Subclasses set `name` and implement `get_tools` and `run`. A subclass that implements both and has no name is a
    TypeError where it is defined.
    """

    name: ClassVar[str] = ""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        abstract = any(
            getattr(getattr(cls, member, None), "__isabstractmethod__", False) for member in {*dir(cls), "run"}
        )
        if not abstract and not (isinstance(cls.name, str) and cls.name.strip()):
            raise TypeError(f"{cls.__name__} needs a class attribute `name` that is a text and not blank")

    @abstractmethod
    def get_tools(self, request: RolloutRequest) -> Sequence[Any]:
        """The tools for this request, as OpenAIFunctionToolSchema or mappings; an empty list for none."""

    @abstractmethod
    async def run(self, ctx: LoopContext) -> RolloutResult:
        """Holds the conversation from a copy of `ctx.request.messages` on, and ends it with `ctx.complete`."""

    def get_default_tools(self) -> Sequence[Any]:
        """The tools for a request without messages."""
        return self.get_tools(RolloutRequest(rollout_id="discovery", messages=[]))
