"""The conformance rollout in sandboxes: each rollout is a trial of Harbor."""

import os
import tempfile
from pathlib import Path

from conformance_rollout.agent import ConformanceGrader, ConformanceWorkflow
from conformance_rollout.settings import server_settings, setting
from harbor.models.trial.config import EnvironmentConfig
from harbor.trial.queue import TrialQueue

from osmosis_ai.rollout.backend.harbor import HarborBackend
from osmosis_ai.rollout.server import create_rollout_server, serve

HERE = Path(__file__).parent
BUBBLEWRAP = "osmosis_ai.rollout.backend.harbor.bubblewrap:BubblewrapEnvironment"

capacity = setting("CAPACITY")
at_once = int(os.environ.get("OSMOSIS_CONFORMANCE_SANDBOXES", "256")) if capacity is None else int(capacity) - 1
backend = HarborBackend(
    orchestrator=TrialQueue(n_concurrent=at_once),
    tasks_dir=HERE / "task",
    task_mode="template",
    agent=ConformanceWorkflow,
    grader=ConformanceGrader,
    code_dir=HERE,
    environment_config=EnvironmentConfig(import_path=BUBBLEWRAP, kwargs={"memory_mb": 512, "storage_mb": 64}),
    max_queue_depth=None if capacity is None else 1,
    trials_dir=Path(tempfile.mkdtemp(prefix="osmosis-conformance-")) / "trials",
)
app = create_rollout_server(backend=backend, **server_settings())

if __name__ == "__main__":
    serve(app)
