"""What a local evaluation asks to be hosted, and who hears of it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from osmosis_ai.base.cache import cache_root
from osmosis_ai.engine.ports import RunProgressUpdate
from osmosis_ai.eval.display import Display, ProgressLine
from osmosis_ai.eval.plan import EvalPlan
from osmosis_ai.hosting.spec import HostSpec
from osmosis_ai.runs.folder import RunFolder
from osmosis_ai.runs.log import RunLog

__all__ = ["HostingObserver", "host_spec"]


def host_spec(plan: EvalPlan, folder: RunFolder, *, secret_values: Mapping[str, str], token: str) -> HostSpec:
    """The services of an evaluation. User code inherits this process's environment: it runs as the user who asked.

    The programs that hosting runs itself inherit it too, without the run's secrets.
    """
    inherited = {**os.environ, **(plan.config.env or {}), **secret_values}
    return HostSpec(
        rollout_dir=plan.rollout_dir,
        entrypoint=plan.inputs.rollout.entrypoint,
        model_path=plan.inputs.model_path,
        model_root=plan.workspace.root,
        rollout_environment={name: value for name, value in inherited.items() if name != "VIRTUAL_ENV"},
        model_environment=inherited,
        tool_environment={name: value for name, value in os.environ.items() if name not in secret_values},
        token=token,
        trials=folder.trials,
        environments=plan.workspace.state / "envs",
        sdk_cache=cache_root(os.environ) / "sdk",
        width=plan.width,
        agent_timeout_sec=plan.inputs.timeouts.agent_timeout_sec,
        grader_timeout_sec=plan.inputs.timeouts.grader_timeout_sec,
        rollout_port=plan.options.rollout_port,
        listener_port=plan.options.listener_port,
        advertise_url=plan.options.advertise_url,
        tunnel=plan.options.tunnel,
    )


@dataclass(frozen=True, slots=True)
class HostingObserver:
    """Writes to the run's log, and shows a person what matters to them."""

    run_log: RunLog
    display: Display

    def status(self, text: str) -> None:
        """Shown."""
        self.display.status(text)

    def progress(self, update: RunProgressUpdate) -> None:
        """Shown."""
        self.display.progress(ProgressLine(update.done, update.total, update.failed, update.mean_reward, update.tokens))

    def log(self, level: str, source: str, message: str, **fields: object) -> None:
        """Written to the log."""
        write = {"warning": self.run_log.warning, "error": self.run_log.error}.get(level, self.run_log.info)
        write(source, message, **fields)

    def warning(self, code: str | None, message: str) -> None:
        """Shown."""
        self.display.warning(code, message)
