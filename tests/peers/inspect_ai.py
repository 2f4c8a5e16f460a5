"""inspect_ai, in an environment of its own, with a task that does a row's work as the peers' rollout does it.

One model call a row with the row's prompt, over HTTP through its provider for OpenAI-compatible endpoints, and an exact
match of the answer with the row's label.
"""

import json
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.peers.published import PeerMissingError, peer_environment

VERSION = "0.3.285"
TASK = "inspect_task.py"
SOURCE = '''"""One model call a row, and an exact match."""

from inspect_ai import Task, task
from inspect_ai.dataset import FieldSpec, json_dataset
from inspect_ai.scorer import exact
from inspect_ai.solver import generate


@task
def peer(dataset: str, rows: int) -> Task:
    fields = FieldSpec(input="user_prompt", target="ground_truth")
    return Task(dataset=json_dataset(dataset, fields, limit=rows), solver=generate(), scorer=exact())
'''
_READ = """
import json, sys
from inspect_ai.log import read_eval_log
log = read_eval_log(sys.argv[1])
scores = [[score.value for score in (sample.scores or {}).values()] for sample in log.samples or ()]
print(json.dumps({"version": log.eval.packages["inspect_ai"], "status": log.status, "scores": scores}))
"""


@dataclass(frozen=True, slots=True)
class InspectLog:
    """What a log says: how the evaluation ended, and the scores of each sample (`C` is right, `I` is wrong)."""

    version: str
    status: str
    scores: list[list[Any]]


@dataclass(frozen=True, slots=True)
class InspectInstallation:
    """An environment with inspect_ai in it."""

    version: str
    bin: Path

    @property
    def inspect(self) -> Path:
        """The command."""
        return self.bin / "inspect"

    def read(self, log: Path, env: Mapping[str, str]) -> InspectLog:
        """A log, by the package's own reader: its files are compressed in a way that Python 3.12 cannot read."""
        done = subprocess.run(
            [self.bin / "python", "-c", _READ, log],
            capture_output=True,
            text=True,
            env=dict(env),
            timeout=600,
            check=False,
        )
        if done.returncode:
            raise PeerMissingError(f"inspect_ai cannot read its log {log.name}:\n{done.stderr.strip()}")
        return InspectLog(**json.loads(done.stdout))


def inspect_ai(version: str = VERSION) -> InspectInstallation:
    """inspect_ai of that version, with the client of its provider; made if it is not there yet.

    Raises PeerMissingError when it cannot be had.
    """
    return InspectInstallation(
        version, peer_environment(f"inspect-{version}", f"inspect_ai=={version}", "openai>=2,<4")
    )
