"""Names of the environment variables that the system sets for its own processes, and of one that a person sets.

A user's config may set no variable with the prefix `_OSMOSIS_`. What each means to a rollout server is in the launch
contract, ``spec/rollout/process/``.
"""

from typing import Final

RESERVED_PREFIX: Final = "_OSMOSIS_"

ROLLOUT_PORT: Final = "_OSMOSIS_ROLLOUT_PORT"
"""The port on which a rollout server listens."""
ROLLOUT_INSTANCE_ID: Final = "_OSMOSIS_ROLLOUT_INSTANCE_ID"
"""What ``/health`` answers as ``instance_id``, so that a supervisor knows its own server."""
ROLLOUT_ARTIFACT_ROOT: Final = "_OSMOSIS_ROLLOUT_ARTIFACT_ROOT"
"""The folder that holds one folder for each rollout."""
ROLLOUT_NAME: Final = "_OSMOSIS_ROLLOUT_NAME"
"""The rollout's name in telemetry."""
ROLLOUT_API_KEY: Final = "_OSMOSIS_ROLLOUT_API_KEY"
"""The key that callers of a rollout server must present."""
ROLLOUT_MARK_OUTPUT: Final = "_OSMOSIS_ROLLOUT_MARK_OUTPUT"
"""``1`` makes each line that user code prints within a rollout begin with ``[rollout <id>]``."""

JOB_PLATFORM_URL: Final = "_OSMOSIS_JOB_PLATFORM_URL"
"""Where a job reaches its platform."""
JOB_TICKET: Final = "_OSMOSIS_JOB_TICKET"
"""What a job trades, once, for the right to work on its run."""

JOB_ISOLATION: Final = "_OSMOSIS_JOB_ISOLATION"
"""``off`` in a pool that is trusted; else what the pool allows to user code, as JSON. Without it nothing is allowed."""

SERVER_KEY: Final = "OSMOSIS_ROLLOUT_API_KEY"
"""A person's variable: the key of a rollout server that runs already, for `eval run --rollout-url`."""

HARBOR_PREWARM: Final = "_OSMOSIS_HARBOR_PREWARM"
"""How much a Harbor backend prewarms where its constructor does not say: `auto`, `full`, `healthcheck` or `off`."""
HARBOR_TASKS_VERIFIED: Final = "_OSMOSIS_HARBOR_TASKS_VERIFIED"
"""`1` where every task is known to work, so that prewarming need not try it."""
PREWARM_TASK_IDS: Final = "_OSMOSIS_PREWARM_TASK_IDS"
"""The tasks to prewarm, as a JSON list or separated by commas, of those that the server asks for."""
