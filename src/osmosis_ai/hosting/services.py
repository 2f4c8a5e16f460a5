"""What an evaluation needs running: the model, the rollout server in its environment, and the bridge between."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

import httpx

from osmosis_ai import __version__
from osmosis_ai.base.cache import cache_root
from osmosis_ai.base.garbage import rare_collections
from osmosis_ai.base.http.fast_client import LeanClient
from osmosis_ai.engine.budget import Spent
from osmosis_ai.engine.work import Runner
from osmosis_ai.eval.display import Display
from osmosis_ai.eval.plan import EvalPlan
from osmosis_ai.hosting.environment import prepare_environment
from osmosis_ai.hosting.listener import listening
from osmosis_ai.hosting.protocol_runner import ProtocolRunner
from osmosis_ai.hosting.rollout_server import RolloutServerProcess, ServerHealth
from osmosis_ai.hosting.sdk_version import installed_sdk_version
from osmosis_ai.hosting.tunnel import Tunnel, tunnelling
from osmosis_ai.hosting.tunnelled_runner import TunnelledRunner
from osmosis_ai.models.bridge.app import bridge_app
from osmosis_ai.models.bridge.chat_bridge import ChatBridge
from osmosis_ai.models.embedded.local import LocalOptions
from osmosis_ai.models.open_model import open_policy_model
from osmosis_ai.models.policy import PolicyModel, preflight
from osmosis_ai.models.prices import price_of
from osmosis_ai.rollout.control.receiver import CallbackReceiver
from osmosis_ai.runs.folder import RunFolder
from osmosis_ai.runs.log import RunLog
from osmosis_ai.runs.sweep import sweep

__all__ = ["Services", "running"]

_DEFAULT_SLOTS = 4
_MOST_SLOTS = 8
_REQUEST_TIMEOUT_SEC = 60.0


@dataclass(frozen=True, slots=True)
class Services:
    """The runner of attempts, how many it takes at a time, and why no more may be dispatched, if so."""

    runner: Runner
    width: int
    stop_reason: Callable[[], str | None]


@asynccontextmanager
async def running(
    plan: EvalPlan,
    folder: RunFolder,
    *,
    spent_before: Spent,
    secret_values: Mapping[str, str],
    token: str,
    run_log: RunLog,
    display: Display,
    check_owned: Callable[[], None],
) -> AsyncIterator[Services]:
    """Everything up and checked; all of it ended when the context closes.

    `spent_before` is what earlier invocations of the run used of its budget, `token` what rollouts call the model with.
    Once the rollout server has ended, secrets are taken out of the files it left; not when `check_owned` raises
    LostOwnershipError, because the files are another's then. Raises OsmosisError for what does not start.
    """
    environment = {**os.environ, **(plan.config.env or {}), **secret_values}
    starting = _Starting(plan, folder, environment, run_log, display, check_owned)
    async with AsyncExitStack() as stack:
        price = price_of(plan.inputs.model_path, environment)
        bridge = ChatBridge(await starting.model(stack), token, price=price)
        server, health = await starting.server(stack)
        callbacks = CallbackReceiver()
        advertised = plan.options.advertise_url
        wants_tunnel = advertised is None and (plan.options.tunnel is not None or health.requires_public_url)
        keep_alive = wants_tunnel or advertised is not None
        app = callbacks.app(*bridge_app(bridge, keep_alive=keep_alive).routes)
        callbacks.base_url = await stack.enter_async_context(listening(app, plan.options.listener_port))
        run_log.info("listener", "listening", url=callbacks.base_url)
        tunnel = await starting.tunnel(stack, callbacks.base_url, without=secret_values) if wants_tunnel else None
        chat_base = tunnel.url if tunnel is not None else (advertised or callbacks.base_url).rstrip("/")
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
            trajectory_of=None if health.speaks_leases else folder.trajectory_of,
        )
        stack.push_async_callback(runner.close)
        tunnelled = None if tunnel is None else TunnelledRunner(runner, tunnel)
        if tunnelled is not None:
            stack.push_async_callback(tunnelled.close)

        def stop_reason() -> str | None:
            ended = None if tunnelled is None else tunnelled.ended
            return ended or plan.budget.reached(spent_before.plus(bridge.spent.tokens, bridge.spent.cost_usd))

        stack.enter_context(rare_collections())
        yield Services(tunnelled or runner, width, stop_reason)


@dataclass(frozen=True, slots=True)
class _Starting:
    """The processes that are started, and what all need for it. The stack ends them."""

    plan: EvalPlan
    folder: RunFolder
    environment: Mapping[str, str]
    run_log: RunLog
    display: Display
    check_owned: Callable[[], None]

    async def model(self, stack: AsyncExitStack) -> PolicyModel:
        """The config's model, asked once whether it answers."""
        path = self.plan.inputs.model_path
        self.display.status(f"Opening the model {path}")
        model = await stack.enter_async_context(
            open_policy_model(
                path,
                env=self.environment,
                slots=min(self.plan.width or _DEFAULT_SLOTS, _MOST_SLOTS),
                width=self.plan.width,
                log=lambda line: self.run_log.info("model", line),
                local=LocalOptions(root=self.plan.workspace.root),
            )
        )
        warned = await preflight(model)
        if warned is None:
            self.run_log.info("preflight", "the model answers", model=path)
        else:
            self.run_log.warning("preflight", warned)
            self.display.warning(None, self.folder.redact(warned))
        return model

    async def server(self, stack: AsyncExitStack) -> tuple[RolloutServerProcess, ServerHealth]:
        """The rollout's entrypoint, serving, in an environment that has what its project asks for."""
        self.display.status("Syncing the rollout's dependencies")
        self.run_log.info("deps", "syncing", project=str(self.plan.rollout_dir))
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
            port=self.plan.options.rollout_port,
        )
        stack.push_async_callback(sweep, self.folder, self.run_log, self.check_owned)
        stack.push_async_callback(server.stop)
        health = await server.start()
        dialect = "leases" if health.speaks_leases else "callbacks"
        self.run_log.info("server", "healthy", url=server.url, capacity=health.capacity, dialect=dialect)
        self._compare_versions(health.sdk_version or installed_sdk_version(prepared.python))
        return server, health

    def _compare_versions(self, theirs: str | None) -> None:
        if theirs is None or theirs == __version__:
            return
        message = (
            f"the rollout's environment has osmosis-ai {theirs} and this program is {__version__}; "
            "if they do not understand each other, change the version its pyproject.toml names"
        )
        self.run_log.warning("deps", message)
        self.display.warning("ROLLOUT_SDK_VERSION_MISMATCH", message)

    async def tunnel(self, stack: AsyncExitStack, base: str, *, without: Mapping[str, str]) -> Tunnel:
        """A public address that leads to the listener."""
        self.display.status("Opening a tunnel to the model listener")
        tunnel = await stack.enter_async_context(
            tunnelling(
                int(base.rpartition(":")[2]),
                folder=self.folder,
                without=without,
                log=lambda line: self.run_log.info("cloudflared", line),
            )
        )
        self.run_log.info("tunnel", "open", url=tunnel.url)
        return tunnel


def _http_client(width: int) -> httpx.AsyncClient:
    """For the calls to the rollout server: two for each rollout in flight, and some more."""
    return LeanClient(timeout=_REQUEST_TIMEOUT_SEC, limit=2 * width + 8)
