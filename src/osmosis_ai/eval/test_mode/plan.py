"""What the user asked of `osmosis test`, and what it comes down to: an agent, rows, a model."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from osmosis_ai.base.errors import InvalidOptionError, OsmosisError
from osmosis_ai.datasets.dataset import Dataset, DatasetScan, open_dataset
from osmosis_ai.datasets.row import DatasetRow
from osmosis_ai.datasets.selection import RowSelection
from osmosis_ai.engine.work import Row
from osmosis_ai.eval.test_mode.agents import LoopAgent, WorkflowAgent, load_agent
from osmosis_ai.eval.test_mode.batch import Batch
from osmosis_ai.eval.test_mode.dataset_reader import LOOP_EXTENSIONS, open_loop_dataset
from osmosis_ai.eval.test_mode.model_session import DEFAULT_MODEL, model_path_of
from osmosis_ai.eval.test_mode.rows import RowOptions
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models.test_report import TestConfig, TestConfigAgentKind

__all__ = ["TestModeOptions", "TestPlan", "make_test_plan"]

_DEBUG_DIR = "test_debug"


@dataclass(frozen=True, slots=True, kw_only=True)
class TestModeOptions:
    """The command line of a test. Paths are as given, relative to the current directory."""

    module: str
    dataset: Path
    model: str = DEFAULT_MODEL
    limit: int | None = None
    offset: int = 0
    api_key: str | None = None
    base_url: str | None = None
    max_turns: int = 10
    max_tokens: int | None = None
    temperature: float | None = None
    concurrency: int = 1
    interactive: bool = False
    row: int | None = None
    output: Path | None = None
    debug: bool = False
    grader: str | None = None
    config: str | None = None

    def check(self) -> None:
        """Raises OsmosisError for the first option that cannot be, by itself or together with another."""
        if self.row is not None and not self.interactive:
            raise OsmosisError("--row goes with --interactive.", hint="Add -i, or use --offset and --limit.")
        for name, value, least in (
            ("--limit", self.limit, 1),
            ("--offset", self.offset, 0),
            ("--max-turns", self.max_turns, 1),
            ("--max-tokens", self.max_tokens, 1),
            ("--concurrency", self.concurrency, 1),
            ("--row", self.row, 0),
        ):
            if value is not None and value < least:
                raise InvalidOptionError(name, value, f"{least} or more")
        if self.temperature is not None and not (math.isfinite(self.temperature) and self.temperature >= 0):
            raise InvalidOptionError("--temperature", self.temperature, "a number of 0 or more")
        if not self.model.strip():
            raise InvalidOptionError("--model", self.model, "a model, such as openai/gpt-4o")

    @property
    def row_options(self) -> RowOptions:
        """What every row's request says."""
        params = omit_none(temperature=self.temperature, max_tokens=self.max_tokens)
        return RowOptions(self.max_turns, params, Path(_DEBUG_DIR) if self.debug else None)


@dataclass(frozen=True, slots=True)
class TestPlan:
    """A test, resolved: nothing of it has been run."""

    options: TestModeOptions
    agent: LoopAgent | WorkflowAgent
    dataset: Dataset
    scan: DatasetScan

    @property
    def first_row(self) -> int:
        """The number of the first row."""
        return self.options.offset

    @property
    def last_row(self) -> int:
        """The number of the last row."""
        return self.scan.selection.last

    def row(self, number: int) -> DatasetRow:
        """One of the rows. Raises DatasetError."""
        return next(self.dataset.rows(RowSelection.of([number])))

    def rows(self) -> Iterator[Row]:
        """The rows, read as they are needed. Raises DatasetError on the way."""
        return self.dataset.rows(self.scan.selection)

    @property
    def batch(self) -> Batch:
        """The rows for the engine."""
        agent = self.agent
        return Batch(
            agent=agent.loop if isinstance(agent, LoopAgent) else agent.workflow,
            agent_name=agent.name,
            model=self.model_path,
            rows=self.rows,
            row_count=self.scan.selected_count,
            selected_rows=self.scan.selected_source_rows,
            dataset_name=self.dataset.path.stem,
            dataset_sha256=self.scan.sha256,
            dataset_row_count=self.scan.row_count,
            concurrency=self.options.concurrency,
        )

    @property
    def model_path(self) -> str:
        """The model with its provider."""
        return model_path_of(self.options.model, self.options.base_url)

    @property
    def config(self) -> TestConfig:
        """What was tested and how, for the report."""
        options = self.options
        is_loop = isinstance(self.agent, LoopAgent)
        return TestConfig(
            agent=options.module,
            agent_kind=TestConfigAgentKind.LOOP if is_loop else TestConfigAgentKind.WORKFLOW,
            model=self.model_path,
            dataset=str(options.dataset),
            offset=options.offset,
            limit=options.limit,
            concurrency=options.concurrency,
            max_turns=options.max_turns,
            max_tokens=options.max_tokens,
            temperature=options.temperature,
            grader=options.grader,
            config=options.config,
        )


def make_test_plan(options: TestModeOptions, cwd: Path) -> TestPlan:
    """Loads the agent and reads the selected rows once. Calls no model. Raises OsmosisError for whatever cannot be run.

    The rows of a loop are those of `LOOP_ROWS`, those of a workflow an evaluation's.
    """
    options.check()
    agent = load_agent(options.module, grader=options.grader, config=options.config, cwd=cwd)
    path = options.dataset
    is_loop = isinstance(agent, LoopAgent)
    dataset = open_loop_dataset(path) if is_loop else open_dataset(path, extensions=LOOP_EXTENSIONS)
    return TestPlan(options, agent, dataset, dataset.scan_from(options.offset, options.limit))
