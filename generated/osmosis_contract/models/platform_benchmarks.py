"""Benchmarks. Generated from the specification; do not edit."""

from typing import Annotated

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer
from pydantic import ConfigDict, Field

from .platform_common import Timestamp


class BenchmarkSyncStatus(ContractEnum):
    """Whether a benchmark's tasks were read."""

    READY = "ready"
    PENDING = "pending"
    SYNCING = "syncing"
    FAILED = "failed"


class BenchmarkDifficulty(ContractEnum):
    """How hard a task is said to be."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class BenchmarkTaskSetItem(ContractModel):
    """A named choice of tasks."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="Its name.")]
    task_count: Annotated[Integer, Field(description="How many tasks it has.", ge=0)]
    recommended: Annotated[bool, Field(description="Whether it is the usual choice.")] = False
    description: Annotated[str | None, Field(description="What it is for.")] = None


class BenchmarkCategory(ContractModel):
    """A category of tasks."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="Its name.")]
    task_count: Annotated[Integer, Field(description="How many tasks it has.", ge=0)]


class BenchmarkTask(ContractModel):
    """A task."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="Its name.")]
    category: Annotated[str | None, Field(description="Its category.")] = None
    difficulty: Annotated[BenchmarkDifficulty | None, Field(description="How hard it is said to be.")] = None


class UnavailableTasks(ContractModel):
    """Tasks that cannot be run."""

    tasks: Annotated[list[str], Field(description="Their names.")]
    reason: Annotated[str | None, Field(description="Why.")] = None


class BenchmarkDetail(ContractModel):
    """A benchmark with its tasks."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    name: Annotated[str, Field(description="Its name.")]
    description: Annotated[str | None, Field(description="What it measures.")] = None
    source_type: Annotated[str, Field(description="Where its tasks come from.")]
    source_ref: Annotated[str, Field(description="Its key, which a shell takes unquoted.")]
    source_url: Annotated[str | None, Field(description="Its source.")] = None
    task_count: Annotated[Integer, Field(description="How many tasks it has.", ge=0)]
    category_count: Annotated[Integer, Field(description="How many categories.", ge=0)]
    task_sets: Annotated[
        list[BenchmarkTaskSetItem], Field(description="Named choices of tasks.", validate_default=True)
    ] = []
    sync_status: Annotated[BenchmarkSyncStatus, Field(description="Whether its tasks were read.")] = (
        BenchmarkSyncStatus.READY
    )
    synced_task_count: Annotated[Integer, Field(description="How many were.", ge=0)] = 0
    sync_error: Annotated[str | None, Field(description="Why they were not.")] = None
    platform_url: Annotated[str | None, Field(description="Its page.")] = None
    runner_family: Annotated[str, Field(description="What runs it.")]
    supports_harness: Annotated[bool, Field(description="Whether an agent may name a harness.")]
    requires_harness: Annotated[bool, Field(description="Whether it must.")]
    requires_judge_model: Annotated[bool, Field(description="Whether a judge model has to be named.")]
    requires_judge_api_key: Annotated[bool, Field(description="Whether the judge needs a key.")] = False
    judge_model_default: Annotated[str | None, Field(description="The judge when none is named.")] = None
    pass_threshold: Annotated[float, Field(description="The reward from which a task passes.")]
    default_harness: Annotated[str | None, Field(description="The harness when none is named.")] = None
    categories: Annotated[list[BenchmarkCategory], Field(description="Its categories.", validate_default=True)] = []
    tasks: Annotated[list[BenchmarkTask], Field(description="Its tasks.", validate_default=True)] = []
    unavailable_tasks: Annotated[UnavailableTasks | None, Field(description="Tasks that cannot be run here.")] = None


class ConfidenceEstimate(ContractModel):
    """An estimate with its confidence interval."""

    model_config = ConfigDict(
        extra="forbid",
    )
    value: Annotated[float, Field(description="The estimate.")]
    ci_low: Annotated[float | None, Field(description="The lower end.")] = None
    ci_high: Annotated[float | None, Field(description="The upper end.")] = None
    n: Annotated[Integer | None, Field(description="How many tasks it rests on.", ge=0)] = None


class BenchmarkPassAtK(ContractModel):
    """One point of a pass@k curve, with its confidence interval."""

    model_config = ConfigDict(
        extra="forbid",
    )
    k: Annotated[Integer, Field(description="Attempts.", ge=1)]
    value: Annotated[float, Field(description="Estimated pass@k.")]
    ci_low: Annotated[float | None, Field(description="The lower end.")] = None
    ci_high: Annotated[float | None, Field(description="The upper end.")] = None
    n: Annotated[Integer | None, Field(description="How many tasks it rests on.", ge=0)] = None


class LeaderboardEntry(ContractModel):
    """A place in a leaderboard. Shown as it is."""

    model_config = ConfigDict(
        extra="forbid",
    )
    rank: Annotated[Integer, Field(description="The place, from 1.", ge=1)]
    tied: Annotated[bool, Field(description="Whether another has the same.")] = False
    task_set: Annotated[str | None, Field(description="Which tasks: `full` or `parity`.")] = None
    harness: Annotated[str | None, Field(description="The harness.")] = None
    model: Annotated[str, Field(description="The model.")]
    pass_at_1: Annotated[ConfidenceEstimate, Field(description="pass@1.")]
    pass_at_k: Annotated[
        list[BenchmarkPassAtK], Field(description="The curve; the last is the deepest.", validate_default=True)
    ] = []
    cost_per_task: Annotated[float | None, Field(description="US dollars a task.", ge=0.0)] = None
    mean_duration_seconds: Annotated[float | None, Field(description="Seconds a task.", ge=0.0)] = None
    tokens_per_task: Annotated[float | None, Field(description="Tokens a task.", ge=0.0)] = None
    id: Annotated[str | None, Field(description="The run that scored it.")] = None
    name: Annotated[str | None, Field(description="That run's name.")] = None
    platform_url: Annotated[str | None, Field(description="That run's page.")] = None


class BenchmarkResponse(ContractModel):
    """A benchmark with its leaderboard."""

    model_config = ConfigDict(
        extra="forbid",
    )
    benchmark: Annotated[BenchmarkDetail, Field(description="The benchmark.")]
    leaderboard: Annotated[
        list[LeaderboardEntry], Field(description="Its leaderboard, best first.", validate_default=True)
    ] = []


class BenchmarkItem(ContractModel):
    """A benchmark in the catalogue."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    name: Annotated[str, Field(description="Its name.")]
    description: Annotated[str | None, Field(description="What it measures.")] = None
    source_type: Annotated[str, Field(description="Where its tasks come from.")]
    source_ref: Annotated[str, Field(description="Its key, which a shell takes unquoted.")]
    source_url: Annotated[str | None, Field(description="Its source.")] = None
    task_count: Annotated[Integer, Field(description="How many tasks it has.", ge=0)]
    category_count: Annotated[Integer, Field(description="How many categories.", ge=0)]
    task_sets: Annotated[
        list[BenchmarkTaskSetItem], Field(description="Named choices of tasks.", validate_default=True)
    ] = []
    sync_status: Annotated[BenchmarkSyncStatus, Field(description="Whether its tasks were read.")] = (
        BenchmarkSyncStatus.READY
    )
    synced_task_count: Annotated[Integer, Field(description="How many were.", ge=0)] = 0
    sync_error: Annotated[str | None, Field(description="Why they were not.")] = None
    platform_url: Annotated[str | None, Field(description="Its page.")] = None
    run_count: Annotated[Integer, Field(description="Runs of it in this workspace.", ge=0)] = 0
    running_count: Annotated[Integer, Field(description="Those that are running.", ge=0)] = 0
    last_run_at: Annotated[Timestamp | None, Field(description="When the latest began.")] = None
    last_run_status: Annotated[str | None, Field(description="Where the latest stands.")] = None
    last_run_name: Annotated[str | None, Field(description="Its name.")] = None
    creator_name: Annotated[str | None, Field(description="Who added the benchmark.")] = None


class BenchmarkList(ContractModel):
    """A page of the catalogue, ordered by name."""

    model_config = ConfigDict(
        extra="forbid",
    )
    benchmarks: Annotated[list[BenchmarkItem], Field(description="The items of this page.")]
    total_count: Annotated[Integer, Field(description="How many items there are on all pages.", ge=0)] = 0
    has_more: Annotated[bool, Field(description="Whether there are items after this page.")] = False
    next_offset: Annotated[Integer | None, Field(description="The offset of the next page; null on the last.", ge=0)]
