"""What builds a rollout server before it is started: `experiment.setup` of a config."""

from __future__ import annotations

import shlex

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.processes.supervisor import describe_exit
from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.engine.ports import Observer
from osmosis_ai.hosting.sandbox import Sandbox, start_user_code
from osmosis_ai.hosting.spec import HostSpec

__all__ = ["run_setup"]

_SHOWN_LINES = 15


async def run_setup(spec: HostSpec, observer: Observer, *, redact: Redactor, sandbox: Sandbox | None = None) -> None:
    """Returns once the setup command has succeeded, at once where there is none.

    It sees what tools see: the environment without the run's secrets. Raises OsmosisError with its last lines.
    """
    if not spec.setup:
        return
    shown = shlex.join(spec.setup)
    observer.status(f"Running {shown}")
    async with await start_user_code(
        sandbox,
        spec.setup,
        name="setup",
        cwd=spec.rollout_dir,
        env=spec.tool_environment,
        writable=[spec.rollout_dir],
        doors=["sync"],
        on_line=lambda _stream, line: observer.log("info", "setup", line),
        redact=redact.logs,
    ) as child:
        code = await child.wait()
    if code != 0:
        lines = "\n".join(f"  {line}" for line in child.tail[-_SHOWN_LINES:])
        raise OsmosisError(
            f"{shown} failed in {spec.rollout_dir} ({describe_exit(code)}); it printed:\n{lines}",
            hint="Correct experiment.setup, or what it builds.",
        )
