"""What an evaluation needs running: the model, the rollout server in its environment, and the bridge between."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

import httpx

from osmosis_ai.base.cache import cache_root
from osmosis_ai.base.garbage import rare_collections
from osmosis_ai.base.lean_client import LeanClient
from osmosis_ai.eval.display import Display
from osmosis_ai.eval.environment import prepare_environment
from osmosis_ai.eval.listener import listening
from osmosis_ai.eval.plan import EvalPlan
from osmosis_ai.eval.protocol_runner import ProtocolRunner
from osmosis_ai.eval.rollout_server import RolloutServerProcess
from osmosis_ai.eval.run_folder import RunFolder
from osmosis_ai.eval.run_log import RunLog
from osmosis_ai.models.bridge import ChatBridge
from osmosis_ai.models.bridge_app import bridge_app
from osmosis_ai.models.endpoints import open_policy_model
from osmosis_ai.models.local import LocalOptions
from osmosis_ai.models.policy import PolicyModel, preflight
from osmosis_ai.rollout.control.receiver import CallbackReceiver

__all__ = ["Services", "running"]

_DEFAULT_SLOTS = 4
_MOST_SLOTS = 8
_REQUEST_TIMEOUT_SEC = 60.0


@dataclass(frozen=True, slots=True)
class Services:
    """The runner of attempts, and how many it takes at a time."""

    runner: ProtocolRunner
    width: int


@asynccontextmanager
async def running(
    plan: EvalPlan, folder: RunFolder, *, secret_values: Mapping[str, str], run_log: RunLog, display: Display
) -> AsyncIterator[Services]:
    """Everything up and checked; all of it ended when the context closes.

    Raises OsmosisError for what does not start.
    """
    environment = {**os.environ, **(plan.config.env or {}), **secret_values}
    starting = _Starting(plan, folder, environment, run_log, display)
    async with AsyncExitStack() as stack:
        token = secrets.token_hex(32)
        bridge = ChatBridge(await starting.model(stack), token)
        callbacks = CallbackReceiver()
        chat_base = await stack.enter_async_context(listening(callbacks.app(*bridge_app(bridge).routes)))
        callbacks.base_url = chat_base
        server, speaks_leases = await starting.server(stack)
        width = plan.width or server.capacity or 1
        width = min(width, server.capacity or width)
        runner = ProtocolRunner(
            server,
            bridge,
            chat_base=chat_base,
            token=token,
            agent_timeout_sec=plan.inputs.timeouts.agent_timeout_sec,
            grader_timeout_sec=plan.inputs.timeouts.grader_timeout_sec,
            http_client=await stack.enter_async_context(_http_client(width)),
            callbacks=callbacks,
            trajectory_of=None if speaks_leases else folder.trajectory_of,
        )
        stack.push_async_callback(runner.close)
        stack.enter_context(rare_collections())
        yield Services(runner, width)


@dataclass(frozen=True, slots=True)
class _Starting:
    """The two processes that are started, and what both need for it. The stack ends them."""

    plan: EvalPlan
    folder: RunFolder
    environment: Mapping[str, str]
    run_log: RunLog
    display: Display

    async def model(self, stack: AsyncExitStack) -> PolicyModel:
        """The config's model, asked once whether it answers."""
        path = self.plan.inputs.model_path
        self.display.status(f"Opening the model {path}")
        model = await stack.enter_async_context(
            open_policy_model(
                path,
                env=self.environment,
                slots=min(self.plan.width or _DEFAULT_SLOTS, _MOST_SLOTS),
                log=lambda line: self.run_log.info("model", line),
                local=LocalOptions(root=self.plan.workspace.root),
            )
        )
        warned = await preflight(model)
        if warned is None:
            self.run_log.info("preflight", "the model answers", model=path)
        else:
            self.run_log.warning("preflight", warned)
            self.display.warning(None, warned)
        return model

    async def server(self, stack: AsyncExitStack) -> tuple[RolloutServerProcess, bool]:
        """The rollout's entrypoint, serving, in an environment that has what its project asks for; True with leases."""
        self.display.status("Preparing the rollout's environment")
        prepared = await prepare_environment(
            self.plan.rollout_dir,
            home=self.plan.workspace.state / "envs",
            cache=cache_root(os.environ) / "sdk",
            log=lambda line: self.run_log.info("deps", line),
        )
        self.run_log.info("deps", "reused" if prepared.reused else "made", python=str(prepared.python))

        self.display.status("Starting the rollout server")
        server = RolloutServerProcess(
            python=prepared.python,
            rollout_dir=self.plan.rollout_dir,
            entrypoint=self.plan.inputs.rollout.entrypoint,
            environment={name: value for name, value in self.environment.items() if name != "VIRTUAL_ENV"},
            folder=self.folder,
            log=lambda line: self.run_log.info("rollout-server", line),
        )
        stack.push_async_callback(server.stop)
        health = await server.start()
        dialect = "leases" if health.speaks_leases else "callbacks"
        self.run_log.info("server", "healthy", url=server.url, capacity=health.capacity, dialect=dialect)
        return server, health.speaks_leases


def _http_client(width: int) -> httpx.AsyncClient:
    """For the calls to the rollout server: two for each rollout in flight, and some more."""
    return LeanClient(timeout=_REQUEST_TIMEOUT_SEC, limit=2 * width + 8)
