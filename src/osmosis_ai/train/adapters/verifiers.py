"""A rollout as an environment of verifiers, and by that of prime-rl.

verifiers captures tokens at an endpoint of its own. The harness here has our rollout server run the row with that
endpoint as its policy, and puts the reward of our grader on the trace. A rollout without a reward is a harness error:
prime-rl drops errored traces, and no zero is recorded. A plugin of verifiers is a module that exports its classes:

    from osmosis_ai.train.adapters.verifiers import OsmosisHarness, OsmosisTaskset

    __all__ = ["OsmosisHarness", "OsmosisTaskset"]
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, override

import verifiers.v1 as vf

from osmosis_ai.datasets import open_dataset
from osmosis_ai.train.adapters.shared import SharedRollouts
from osmosis_ai.train.hosted_rollouts import (
    Endpoint,
    TokenSource,
    TrainingPrompt,
    UnscorableTokenTrajectory,
    open_rollouts,
)

__all__ = ["OsmosisHarness", "OsmosisHarnessConfig", "OsmosisTask", "OsmosisTaskset", "OsmosisTasksetConfig"]

_INFO = "osmosis"


class OsmosisTasksetConfig(vf.TasksetConfig):
    """Where the rows are."""

    dataset: str
    """A dataset file, as `osmosis dataset preview` reads it."""


class OsmosisData(vf.TaskData):
    """A row of the dataset."""

    row: dict[str, Any]
    """`prompt`, `label`, `metadata` and `source_row_index`, as the rollout gets them."""


class OsmosisTask(vf.Task[OsmosisData, vf.State, vf.TaskConfig]):
    """A row, rewarded by the rollout's own grader."""

    @vf.reward
    async def osmosis_reward(self, trace: vf.Trace) -> float:
        """The reward that the harness has put on the trace. A trace without one has an error, and is not scored."""
        return float(trace.info[_INFO]["reward"])


class OsmosisTaskset(vf.Taskset[OsmosisTask, OsmosisTasksetConfig]):
    """The rows of a dataset, in the order of its file."""

    @override
    def load(self) -> Iterator[OsmosisTask]:
        """A task a row."""
        for row in open_dataset(Path(self.config.dataset)).rows():
            given = {
                "prompt": list(row.prompt),
                "label": row.label,
                "metadata": row.metadata,
                "source_row_index": row.source_row_index,
            }
            shown = next((str(each["content"]) for each in reversed(row.prompt) if each["role"] == "user"), "")
            yield OsmosisTask(OsmosisData(id=str(row.source_row_index), prompt=shown, row=given))


class OsmosisHarnessConfig(vf.HarnessConfig):
    """Which rollout to serve."""

    rollout: str
    """The folder of its code, with its pyproject.toml."""

    entrypoint: str = "main.py"
    """The script that serves it, relative to that folder."""

    width: int = 8
    """How many rollouts run side by side at most."""


class OsmosisHarness(vf.Harness[OsmosisHarnessConfig]):
    """Runs each task on our rollout server, which is started for the first and ends with this process or `aclose`."""

    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    def __init__(self, config: OsmosisHarnessConfig) -> None:
        super().__init__(config)
        self._shared = SharedRollouts(lambda: open_rollouts(config.rollout, config.entrypoint, width=config.width))

    @override
    async def setup(self, runtime: vf.Runtime) -> None:
        """The rollout server is up before the time of an attempt is measured."""
        await self._shared.get()

    @override
    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        """One rollout of the task's row with `endpoint` as its policy. Raises HarnessError for one without a reward."""
        if not isinstance(data, OsmosisData):
            raise vf.HarnessError("this harness runs tasks of OsmosisTaskset alone")
        rollouts = await self._shared.get()
        policy = Endpoint(base_url=endpoint, model=ctx.model, api_key=secret, tokens=TokenSource.NONE)
        found = await rollouts.grade(TrainingPrompt(**data.row), policy)
        if isinstance(found, UnscorableTokenTrajectory):
            raise vf.HarnessError(f"{found.reason.value}: {found.message}")
        trace.info[_INFO] = {"rollout_id": found.rollout_id, "reward": found.reward}
        trace.record_metrics(found.metrics)
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")

    async def aclose(self) -> None:
        """Ends the rollout server."""
        await self._shared.aclose()
