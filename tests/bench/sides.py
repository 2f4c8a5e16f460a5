"""Who is measured: an `eval run` of either package, and inspect_ai with a task that does the same."""

import json
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.work import Graded, Load
from tests.peers.inspect_ai import SOURCE, TASK, InspectInstallation
from tests.peers.published import Installation
from tests.peers.workspace import PeerWorkspace

ROLLOUT = "peer"


@dataclass(frozen=True, slots=True)
class EvalRun:
    """The `eval run` of an installation."""

    installation: Installation
    workspace: PeerWorkspace

    @property
    def name(self) -> str:
        """As the installation's."""
        return self.installation.name

    @property
    def version(self) -> str:
        """As the installation's."""
        return self.installation.version

    def command(self, load: Load, run: str, *, json_output: bool = True) -> Sequence[str | Path]:
        """A run of that name."""
        return [
            self.installation.osmosis,
            *(("--json",) if json_output else ()),
            *("eval", "run", self.workspace.config(ROLLOUT)),
            *("--dataset-file", self.workspace.dataset),
            *("--rows", f"0-{load.rows - 1}"),
            *("--max-in-flight", str(load.in_flight)),
            *("--name", run),
            "--yes",
        ]

    def graded(self, run: str) -> Graded:
        """By the run's events; the last of each item counts."""
        folder = self.workspace.run_folder(run)
        last = {
            (event["row_index"], event["run_index"]): (event["status"], event.get("reward"))
            for event in _lines(folder / "events.jsonl")
        }
        rewards = [reward for _, reward in last.values() if reward is not None]
        return Graded(
            rows=len(rewards),
            failed=sum(status != "success" for status, _ in last.values()),
            mean_reward=statistics.fmean(rewards) if rewards else None,
            inputs=json.loads((folder / "manifest.json").read_bytes())["inputs"],
        )


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open("rb") as file:
        for line in file:
            yield json.loads(line)


class InspectEval:
    """`inspect eval` of the peers' task, with as many samples and connections at a time as there are rows in flight.

    Nothing else is set but what the measurement needs: no display, and a log folder of the run's own.
    """

    name = "inspect_ai"

    def __init__(self, installation: InspectInstallation, workspace: PeerWorkspace, env: Mapping[str, str]) -> None:
        self.version = installation.version
        self._installation = installation
        self._workspace = workspace
        self._env = env
        (workspace.root / TASK).write_text(SOURCE)

    def command(self, load: Load, run: str) -> Sequence[str | Path]:
        """The task over the first rows of the dataset."""
        return [
            self._installation.inspect,
            *("eval", TASK),  # by name in the current folder: an absolute path is refused
            *("-T", f"dataset={self._workspace.dataset}"),
            *("-T", f"rows={load.rows}"),
            *("--model", "openai-api/stub/stub"),
            *("--max-connections", str(load.in_flight)),
            *("--max-samples", str(load.in_flight)),
            *("--display", "none"),
            *("--log-dir", self._logs(run)),
        ]

    def graded(self, run: str) -> Graded:
        """By the log of the run: `C` is a reward of 1."""
        (path,) = self._logs(run).glob("*.eval")
        log = self._installation.read(path, self._env)
        rewards = [float(scores[0] == "C") for scores in log.scores if len(scores) == 1]
        return Graded(
            rows=len(rewards),
            failed=len(log.scores) - len(rewards) + (log.status != "success"),
            mean_reward=statistics.fmean(rewards) if rewards else None,
        )

    def _logs(self, run: str) -> Path:
        return self._workspace.root / "inspect-logs" / run
