"""The conformance rollout (`spec/conformance/rollout.md`) on the SDK: the reference server of the suite."""

from conformance_rollout.agent import ConformanceGrader, ConformanceWorkflow
from conformance_rollout.settings import server_settings, setting

from osmosis_ai.rollout import AgentWorkflowConfig, ConcurrencyConfig, LocalBackend
from osmosis_ai.rollout.server import create_rollout_server, serve

capacity = setting("CAPACITY")
config = AgentWorkflowConfig(
    name="conformance",
    concurrency=ConcurrencyConfig(max_concurrent=512 if capacity is None else int(capacity) - 1),
)
app = create_rollout_server(
    backend=LocalBackend(
        workflow=ConformanceWorkflow,
        workflow_config=config,
        grader=ConformanceGrader,
        max_queue_depth=None if capacity is None else 1,
    ),
    **server_settings(),
)

if __name__ == "__main__":
    serve(app)
