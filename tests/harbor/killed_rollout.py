"""The rollout that the tests of kills evaluate: Harbor's oracle on a dataset of tasks. Copied, never imported."""

import json
import os
from pathlib import Path

from harbor.models.environment_type import EnvironmentType
from harbor.models.trial.config import EnvironmentConfig
from harbor.trial.queue import TrialQueue

from osmosis_ai.rollout.backend.harbor import HarborBackend
from osmosis_ai.rollout.server import create_rollout_server, serve

BUBBLEWRAP = "osmosis_ai.rollout.backend.harbor.bubblewrap:BubblewrapEnvironment"
kwargs = json.loads(os.environ["SANDBOX_SETTINGS"])
podman = os.environ["SANDBOX"] == "podman"
sandbox = {"type": EnvironmentType.PODMAN} if podman else {"import_path": BUBBLEWRAP}

backend = HarborBackend(
    orchestrator=TrialQueue(n_concurrent=8),
    tasks_dir=Path(__file__).parent / "tasks",
    task_mode="dataset",
    agent="oracle",
    environment_config=EnvironmentConfig(**sandbox, kwargs=kwargs),
)
app = create_rollout_server(backend=backend)

if __name__ == "__main__":
    serve(app)
