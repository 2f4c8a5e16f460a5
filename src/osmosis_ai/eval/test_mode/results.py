"""What came of a test: a result a row, all of them together, and the report that other programs read."""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping
from dataclasses import dataclass, field

from osmosis_ai.models.accounts import RolloutUsage
from osmosis_ai.rollout.test_mode.loop import RolloutResult
from osmosis_ai.semantics.outcomes import status_of
from osmosis_contract.models.run_events import AttemptEnded, RolloutOutcome, RowStatus
from osmosis_contract.models.test_report import TestConfig, TestReport, TestRowResult, TestSummary, TestTokenUsage

__all__ = [
    "LocalTestBatchResult",
    "LocalTestRunResult",
    "format_duration",
    "report_of",
    "report_text",
    "row_result",
    "token_usage_of",
]

_SECOND = 1000
_MINUTE_TENTHS = 600


@dataclass
class LocalTestRunResult:
    """One row. `success`: it ended without an error, whatever its reward. Times are in milliseconds.

    `result` is None where the loop did not get as far as returning one. `token_usage` always has `prompt_tokens`,
    `completion_tokens`, `total_tokens` and `num_llm_calls`, also of a row that raised.
    """

    row_index: int
    success: bool
    result: RolloutResult | None
    error: str | None
    duration_ms: float
    token_usage: dict[str, int]
    outcome: RolloutOutcome = RolloutOutcome.UNGRADED
    traceback: str | None = None
    cost_usd: float | None = None

    @property
    def reward(self) -> float | None:
        """The reward, where the loop or a grader gave one."""
        return None if self.result is None else self.result.reward

    @property
    def finish_reason(self) -> str | None:
        """Why the loop stopped, in its words."""
        return None if self.result is None else self.result.finish_reason

    @property
    def metrics(self) -> Mapping[str, float]:
        """The numbers of the run: times, calls and tokens."""
        metrics = None if self.result is None else self.result.metrics
        return {} if metrics is None else metrics.model_dump()


@dataclass
class LocalTestBatchResult:
    """The rows that were run, in the order of their numbers. `total_duration_ms` is time on the clock."""

    results: list[LocalTestRunResult] = field(default_factory=list)
    total: int = 0
    passed: int = 0
    failed: int = 0
    total_duration_ms: float = 0.0
    total_tokens: int = 0
    stopped_early: bool = False
    stop_reason: str | None = None

    @classmethod
    def of(
        cls, results: list[LocalTestRunResult], duration_ms: float, stop_reason: str | None = None
    ) -> LocalTestBatchResult:
        """The rows with what they come to together."""
        passed = sum(row.success for row in results)
        return cls(
            results=sorted(results, key=lambda row: row.row_index),
            total=len(results),
            passed=passed,
            failed=len(results) - passed,
            total_duration_ms=duration_ms,
            total_tokens=sum(row.token_usage["total_tokens"] for row in results),
            stopped_early=stop_reason is not None,
            stop_reason=stop_reason,
        )

    @property
    def rewards(self) -> list[float]:
        """The rewards of the rows that have one."""
        return [row.reward for row in self.results if row.success and row.reward is not None]


def token_usage_of(usage: RolloutUsage) -> dict[str, int]:
    """The counts of a row's report."""
    return {
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "total_tokens": usage.total_tokens,
        "num_llm_calls": usage.calls,
    }


def row_result(ended: AttemptEnded, result: RolloutResult | None, usage: RolloutUsage) -> LocalTestRunResult:
    """The row's result, from its record and what the record does not hold."""
    success = status_of(ended.outcome) in {RowStatus.SUCCESS, RowStatus.SKIPPED}
    return LocalTestRunResult(
        row_index=ended.source_row_index,
        success=success,
        result=result,
        error=None if success else ended.err_message or str(ended.outcome),
        duration_ms=ended.duration_ms,
        token_usage=token_usage_of(usage),
        outcome=ended.outcome,
        traceback=ended.err_traceback,
        cost_usd=ended.cost_usd,
    )


def format_duration(milliseconds: float) -> str:
    """`999ms`, `1.5s`, `2m10.3s`: rounded first, then written in the unit that the rounded time is of."""
    whole = round(milliseconds)
    if whole < _SECOND:
        return f"{whole}ms"
    tenths = round(milliseconds / 100)
    if tenths < _MINUTE_TENTHS:
        return f"{tenths / 10:.1f}s"
    minutes, rest = divmod(tenths, _MINUTE_TENTHS)
    return f"{minutes}m{rest / 10:.1f}s"


def report_of(batch: LocalTestBatchResult, config: TestConfig) -> TestReport:
    """The report of a test."""
    rewards = batch.rewards
    summary = TestSummary(
        total=batch.total,
        passed=batch.passed,
        failed=batch.failed,
        total_duration_ms=round(batch.total_duration_ms, 1),
        total_tokens=batch.total_tokens,
        stopped_early=batch.stopped_early,
        stop_reason=batch.stop_reason,
        graded=len(rewards),
        mean_reward=statistics.fmean(rewards) if rewards else None,
    )
    return TestReport(summary=summary, config=config, results=[_row(row) for row in batch.results])


def report_text(report: TestReport) -> bytes:
    """The file: two spaces of indentation, characters beyond ASCII escaped."""
    return f"{json.dumps(report.to_wire(), indent=2, allow_nan=False)}\n".encode()


def _row(row: LocalTestRunResult) -> TestRowResult:
    return TestRowResult(
        row_index=row.row_index,
        success=row.success,
        outcome=row.outcome,
        error=row.error,
        duration_ms=row.duration_ms,
        token_usage=TestTokenUsage(**row.token_usage),
        reward=row.reward if row.success else None,
        finish_reason=row.finish_reason,
        cost_usd=row.cost_usd,
        metrics=dict(row.metrics),
    )
