"""`LocalTestRunner`: an agent loop on rows, from Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from osmosis_ai.base.errors import InvalidOptionError
from osmosis_ai.datasets.errors import RowFault
from osmosis_ai.engine.work import Row
from osmosis_ai.eval.test_mode.batch import Batch, OnProgress, run_batch
from osmosis_ai.eval.test_mode.client import ExternalLLMClient
from osmosis_ai.eval.test_mode.loops import LoopRows
from osmosis_ai.eval.test_mode.results import LocalTestBatchResult, LocalTestRunResult
from osmosis_ai.eval.test_mode.rows import RowOptions, as_row
from osmosis_ai.rollout.test_mode.errors import TestModeError
from osmosis_ai.rollout.test_mode.llm import LocalLLMClient
from osmosis_ai.rollout.test_mode.loop import RolloutAgentLoop
from osmosis_ai.semantics.spent import Spent

__all__ = ["LocalTestRunner"]

_DEBUG_DIR = "./test_debug"


class LocalTestRunner:
    """Runs an agent loop on rows, against a client that stands for the model.

    Any client with `chat_completions`, `get_metrics`, `set_tools`, `clear_tools` and `reset_metrics` will do; several
    rows at a time need an `ExternalLLMClient`. With `debug`, `ctx.log_event` writes to `debug_dir` (`./test_debug`).
    """

    def __init__(
        self,
        agent_loop: RolloutAgentLoop,
        llm_client: LocalLLMClient,
        debug: bool = False,
        debug_dir: str | Path | None = None,
    ) -> None:
        self.agent_loop = agent_loop
        self.llm_client = llm_client
        self.debug_dir = Path(debug_dir or _DEBUG_DIR) if debug or debug_dir else None

    async def run_single(
        self,
        row: Row | Mapping[str, Any],
        row_index: int,
        max_turns: int = 10,
        completion_params: Mapping[str, Any] | None = None,
        *,
        request_metadata: Mapping[str, Any] | None = None,
    ) -> LocalTestRunResult:
        """The result of one row. What the loop raises is in it. Raises TestModeError for a row that is not one."""
        rows = [self._row(row, row_index)]
        batch = await self._run(rows, max_turns, completion_params, metadata=request_metadata)
        return batch.results[0]

    async def run_batch(
        self,
        rows: Sequence[Row | Mapping[str, Any]],
        max_turns: int = 10,
        completion_params: Mapping[str, Any] | None = None,
        on_progress: OnProgress | None = None,
        start_index: int = 0,
        *,
        concurrency: int = 1,
    ) -> LocalTestBatchResult:
        """The results of the rows, numbered from `start_index`; `concurrency` of them run at a time.

        `on_progress` gets how many are done, how many there are, and the row that has just ended, in the order in which
        they end. Failed rows do not end a batch; a provider that can answer no row does.
        """
        numbered = [self._row(row, number) for number, row in enumerate(rows, start_index)]
        return await self._run(numbered, max_turns, completion_params, on_progress=on_progress, concurrency=concurrency)

    def _row(self, row: Row | Mapping[str, Any], row_index: int) -> Row:
        try:
            return as_row(row, row_index)
        except RowFault as fault:
            raise TestModeError(f"row {row_index}: {fault.message}", hint=fault.hint) from None

    async def _run(
        self,
        rows: Sequence[Row],
        max_turns: int,
        completion_params: Mapping[str, Any] | None,
        *,
        on_progress: OnProgress | None = None,
        concurrency: int = 1,
        metadata: Mapping[str, Any] | None = None,
    ) -> LocalTestBatchResult:
        if concurrency < 1:
            raise InvalidOptionError("concurrency", concurrency, "1 or more")
        if not rows:
            return LocalTestBatchResult()
        client = self.llm_client
        session = client.session if isinstance(client, ExternalLLMClient) else None
        if session is not None:
            session.width = max(session.width, concurrency)
        options = RowOptions(max_turns, dict(completion_params or {}), self.debug_dir)
        first, last = rows[0].source_row_index, rows[-1].source_row_index
        return await run_batch(
            Batch(
                agent=self.agent_loop,
                agent_name=self.agent_loop.name,
                model=getattr(client, "model", None) or type(client).__name__,
                rows=lambda: iter(rows),
                row_count=len(rows),
                selected_rows=str(first) if first == last else f"{first}-{last}",
                concurrency=concurrency,
            ),
            LoopRows(self.agent_loop, client, options, shared=concurrency > 1, metadata=metadata),
            spent=(lambda: session.spent) if session is not None else Spent,
            on_progress=on_progress,
        )
