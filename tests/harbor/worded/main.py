"""A rollout server whose rows say what is to happen to them, each in a sandbox."""

import os
from pathlib import Path

import uvicorn
from harbor.models.trial.config import EnvironmentConfig
from harbor.trial.queue import TrialQueue
from worded.agent import Exact, Workflow

from osmosis_ai.rollout.backend.harbor import HarborBackend
from osmosis_ai.rollout.server import create_rollout_server

HERE = Path(__file__).parent
BUBBLEWRAP = "osmosis_ai.rollout.backend.harbor.bubblewrap:BubblewrapEnvironment"

backend = HarborBackend(
    orchestrator=TrialQueue(n_concurrent=4),
    tasks_dir=HERE / "task",
    agent=Workflow,
    grader=Exact,
    code_dir=HERE,
    environment_config=EnvironmentConfig(import_path=BUBBLEWRAP),
)
app = create_rollout_server(backend=backend)

if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ["_OSMOSIS_ROLLOUT_PORT"]), log_level="warning")
