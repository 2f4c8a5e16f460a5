"""What a run needs running: the model, the rollout server in its environment, and the bridge between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from osmosis_ai import __version__
from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.redaction.redactor import Redactor
from osmosis_ai.engine.ports import Observer
from osmosis_ai.engine.work import Runner
from osmosis_ai.hosting.child_environment import compiling_into, usable_environment
from osmosis_ai.hosting.environment import (
    RolloutEnvironment,
    existing_environment,
    installed_version,
    prepare_environment,
    speaks_socks,
)
from osmosis_ai.hosting.rollout_server import RolloutServerProcess, patience
from osmosis_ai.hosting.row_lines import RowLines
from osmosis_ai.hosting.sandbox import MODEL_PORT, Sandbox, open_sandbox
from osmosis_ai.hosting.server_health import ServerHealth
from osmosis_ai.hosting.setup_command import run_setup
from osmosis_ai.hosting.spec import HostSpec, ProcessRecords
from osmosis_ai.packaging.sdk_wheel import DISTRIBUTION
from osmosis_ai.semantics.spent import Spent

if TYPE_CHECKING:  # imported once the rollout server's process is under way, which imports much of the same
    import httpx

    from osmosis_ai.hosting.running_server import RolloutServer
    from osmosis_ai.hosting.tunnel import Tunnel
    from osmosis_ai.models.bridge.capture import CallCapture
    from osmosis_ai.models.policy import PolicyModel

__all__ = ["Hosted", "Services", "hosted"]

_DEFAULT_SLOTS = 4
_MOST_SLOTS = 8
_REQUEST_TIMEOUT_SEC = 60.0
_TRAJECTORY = "trajectory.json"


@dataclass(frozen=True, slots=True)
class Hosted:
    """Services that are up and were checked."""

    runner: Runner
    """Runs attempts on the rollout server."""

    width: int
    """How many attempts to run at a time."""

    spent: Callable[[], Spent]
    """What the model calls have come to since the services are up."""

    stop_reason: Callable[[], str | None]
    """Why no more attempts may be dispatched; None while they may."""


@asynccontextmanager
async def hosted(
    spec: HostSpec,
    observer: Observer,
    *,
    records: ProcessRecords,
    redact: Redactor,
    model: PolicyModel | None = None,
    capture: CallCapture | None = None,
) -> AsyncIterator[Hosted]:
    """The services of a run, until the context closes; then no process of theirs runs any more.

    The observer hears of every step, and of every line that the processes print; `redact` knows the run's secrets and
    takes them out of those lines first. `model` answers in place of the one that the spec names, and is the caller's to
    close; `capture` sees every call. Raises OsmosisError for what does not start.
    """
    async with AsyncExitStack() as stack:
        row_lines = RowLines(observer)
        sandbox = await _sandbox(spec, observer, stack)
        services = Services(spec, observer, records, redact, row_lines, stack, sandbox)
        launched = await services.launch_server()
        from osmosis_ai.hosting.listener import Guard, listening
        from osmosis_ai.hosting.protocol_runner import ProtocolRunner
        from osmosis_ai.hosting.tunnel import TunnelledRunner
        from osmosis_ai.models.bridge.app import bridge_app
        from osmosis_ai.models.bridge.chat_bridge import ChatBridge
        from osmosis_ai.models.prices import price_of
        from osmosis_ai.rollout.control.receiver import CallbackReceiver

        price = price_of(spec.model_path, spec.model_environment)
        policy = await services.open_model() if model is None else model
        bridge = ChatBridge(policy, spec.token, price=price, capture=capture)
        http_client = await stack.enter_async_context(_http_client(sandbox))
        server, health = await services.start_server(http_client, launched)
        callbacks = CallbackReceiver()
        wants_tunnel = spec.advertise_url is None and (spec.tunnel is not None or health.requires_public_url)
        if wants_tunnel and sandbox is not None:
            raise OsmosisError(
                "the rollout's agents run on other machines, and the model has no public address where user code is"
                " isolated",
                hint="Use a pool that the platform's operator calls trusted.",
            )
        app = callbacks.app(*bridge_app(bridge, keep_alive=wants_tunnel or spec.advertise_url is not None).routes)
        guarded = Guard(app, [spec.advertise_url] if spec.advertise_url is not None else [])
        callbacks.base_url = await stack.enter_async_context(
            listening(
                guarded,
                spec.listener_port,
                warn=lambda message: observer.log("warning", "listener", message),
                served=None if sandbox is None else (sandbox.model_listener, f"http://127.0.0.1:{MODEL_PORT}"),
            )
        )
        observer.log("info", "listener", "listening", url=callbacks.base_url)
        tunnel = await services.open_tunnel(callbacks.base_url) if wants_tunnel else None
        if tunnel is not None:
            guarded.allow(tunnel.url)
        chat_base = tunnel.url if tunnel is not None else (spec.advertise_url or callbacks.base_url).rstrip("/")
        remote = spec.rollout_url is not None
        if remote:  # its callbacks take the way that its model calls take
            callbacks.base_url = chat_base
        runner = ProtocolRunner(
            server,
            bridge,
            chat_base=chat_base,
            token=spec.token,
            agent_timeout_sec=spec.agent_timeout_sec,
            grader_timeout_sec=spec.grader_timeout_sec,
            http_client=http_client,
            callbacks=callbacks,
            row_lines=row_lines,
            trials=spec.trials,
            trajectory_of=None if health.speaks_leases or remote else lambda id_: spec.trials / id_ / _TRAJECTORY,
        )
        stack.push_async_callback(runner.close)
        tunnelled = None if tunnel is None else TunnelledRunner(runner, tunnel)
        if tunnelled is not None:
            stack.push_async_callback(tunnelled.close)
        yield Hosted(
            runner=tunnelled or runner,
            width=_width(spec.width, server.capacity),
            spent=lambda: bridge.spent,
            stop_reason=lambda: None if tunnelled is None else tunnelled.ended,
        )


async def _sandbox(spec: HostSpec, observer: Observer, stack: AsyncExitStack) -> Sandbox | None:
    """The sandbox for user code, where it is to be isolated."""
    if spec.isolation is None:
        return None
    observer.log("info", "isolation", "user code is isolated")
    return await stack.enter_async_context(
        open_sandbox(spec.isolation, lambda said: observer.log("warning", "isolation", said))
    )


def _width(wanted: int | None, capacity: int | None) -> int:
    """What is wanted, at most what the server takes; one where neither sets a number."""
    given = [number for number in (wanted, capacity) if number is not None]
    return min(given, default=1)


@dataclass(frozen=True, slots=True)
class Services:
    """Starts the processes of a run; the stack ends them."""

    spec: HostSpec
    observer: Observer
    records: ProcessRecords
    redact: Redactor
    row_lines: RowLines
    stack: AsyncExitStack
    sandbox: Sandbox | None = None

    async def open_model(self) -> PolicyModel:
        """The policy model, asked once whether it answers."""
        from osmosis_ai.models.embedded.local import LocalOptions
        from osmosis_ai.models.open_model import open_policy_model
        from osmosis_ai.models.policy import preflight

        spec, observer = self.spec, self.observer
        observer.status(f"Opening the model {spec.model_path}")
        model = await self.stack.enter_async_context(
            open_policy_model(
                spec.model_path,
                env=spec.model_environment,
                slots=min(spec.width or _DEFAULT_SLOTS, _MOST_SLOTS),
                width=spec.width,
                log=lambda line: observer.log("info", "model", line),
                local=LocalOptions(root=spec.model_root),
            )
        )
        problem = await preflight(model)
        if problem is None:
            observer.log("info", "preflight", "the model answers", model=spec.model_path)
        else:
            observer.log("warning", "preflight", problem)
            observer.warning(None, self.redact(problem))
        return model

    async def launch_server(self) -> RolloutServerProcess | None:
        """The process of the rollout server where its environment is there already; nothing waits for it yet.

        It imports what it needs while this process does. None where there is something to make first, and for a server
        that runs already; what keeps the process from starting is reported when the server is started in its turn.
        """
        spec = self.spec
        if spec.rollout_url is not None or spec.setup:
            return None
        command = list(spec.command)
        if not command:
            found = await asyncio.to_thread(
                existing_environment,
                spec.rollout_dir,
                home=spec.environments,
                cache=spec.sdk_cache,
                variables=spec.tool_environment,
                by_content=spec.environment_by_content,
            )
            if found is None:
                return None
            command = [str(found.python), spec.entrypoint]
        server = self._server(command, _environment_of(command, spec))
        try:
            await server.launch()
        except OsmosisError:
            return None
        return server

    def _server(self, command: list[str], environment_folder: Path | None = None) -> RolloutServerProcess:
        spec = self.spec
        server = RolloutServerProcess(
            command=command,
            rollout_dir=spec.rollout_dir,
            entrypoint=spec.entrypoint or None,
            environment=self.rollout_environment(environment_folder),
            trials=spec.trials,
            records=self.records,
            redact=self.redact,
            log=self.row_lines.line,
            port=spec.rollout_port,
            patience_sec=patience(spec.agent_timeout_sec, spec.grader_timeout_sec),
            sandbox=self.sandbox,
            environment_folder=environment_folder,
        )
        self.stack.push_async_callback(server.stop)
        return server

    async def start_server(
        self, http_client: httpx.AsyncClient, launched: RolloutServerProcess | None = None
    ) -> tuple[RolloutServer, ServerHealth]:
        """A healthy server: the rollout's program, started here, or the one that runs already."""
        spec, observer = self.spec, self.observer
        python: Path | None = None
        server: RolloutServer
        if spec.rollout_url is not None:
            from osmosis_ai.hosting.running_server import RunningServer

            observer.status("Asking the rollout server for its health")
            limit = patience(spec.agent_timeout_sec, spec.grader_timeout_sec)
            server = RunningServer(spec.rollout_url, spec.rollout_key, http_client=http_client, patience_sec=limit)
            self.stack.push_async_callback(server.stop)
        else:
            if spec.command:
                await run_setup(spec, observer, redact=self.redact, sandbox=self.sandbox)
                command = list(spec.command)
            else:
                prepared = await self.prepare_environment()
                command = [str(prepared.python), spec.entrypoint]
                if self.sandbox is None:  # files that were written in there are not read
                    python = prepared.python
            observer.status("Starting the rollout server")
            started = launched or self._server(command, _environment_of(command, spec))
            started.connect(http_client)
            server = started
        health = await server.start()
        dialect = "leases" if health.speaks_leases else "callbacks"
        observer.log("info", "server", "healthy", url=server.url, capacity=health.capacity, dialect=dialect)
        self._compare_widths(server.capacity)
        installed = None if python is None else installed_version(python, DISTRIBUTION)
        self._compare_versions(health.sdk_version or installed)
        return server, health

    async def prepare_environment(self) -> RolloutEnvironment:
        """An environment that has what the rollout's project asks for."""
        spec, observer = self.spec, self.observer
        observer.status("Syncing the rollout's dependencies")
        observer.log("info", "deps", "syncing", project=str(spec.rollout_dir))
        prepared = await prepare_environment(
            spec.rollout_dir,
            home=spec.environments,
            cache=spec.sdk_cache,
            variables=spec.tool_environment,
            log=lambda line: observer.log("info", "deps", line),
            sandbox=self.sandbox,
            by_content=spec.environment_by_content,
        )
        observer.log("info", "deps", "reused" if prepared.reused else "made", python=str(prepared.python))
        return prepared

    def rollout_environment(self, environment_folder: Path | None) -> Mapping[str, str]:
        """What the spec says, without what would keep every rollout from reaching the model.

        `environment_folder` has the Python environment that the rollout runs in; None for a program in any language.
        """

        def warn(code: str, message: str) -> None:
            self.observer.log("warning", "server", message)
            self.observer.warning(code, message)

        given, folder = self.spec.rollout_environment, None if self.sandbox is not None else environment_folder
        return usable_environment(
            given if folder is None else compiling_into(given, folder),
            socks=folder is None or speaks_socks(folder / "bin" / "python"),
            program="the rollout server",
            warn=warn,
        )

    def _compare_widths(self, capacity: int | None) -> None:
        """Says once that the server takes fewer rollouts at a time than were asked for, and which line changes it."""
        wanted = self.spec.width
        if wanted is None or capacity is None or wanted <= capacity:
            return
        entrypoint = self.spec.entrypoint
        change = (
            f"In {entrypoint}, give LocalBackend workflow_config=AgentWorkflowConfig("
            f'name="...", concurrency=ConcurrencyConfig(max_concurrent={wanted}))'
            if entrypoint
            else "Raise the server's own limit"
        )
        message = (
            f"{wanted} rollouts at a time are asked for and the rollout server takes {capacity}, so {capacity} run at "
            f"once. {change}, or ask for {capacity} with --max-in-flight {capacity}"
        )
        self.observer.log("warning", "server", message)
        self.observer.warning("MAX_IN_FLIGHT_ABOVE_CAPACITY", message)

    def _compare_versions(self, theirs: str | None) -> None:
        if theirs is None or theirs == __version__:
            return
        message = (
            f"the rollout's environment has osmosis-ai {theirs} and this program is {__version__}; "
            "if they do not understand each other, change the version its pyproject.toml names"
        )
        self.observer.log("warning", "deps", message)
        self.observer.warning("ROLLOUT_SDK_VERSION_MISMATCH", message)

    async def open_tunnel(self, base_url: str) -> Tunnel:
        """A public address that leads to the listener."""
        from osmosis_ai.hosting.tunnel import open_tunnel

        self.observer.status("Opening a tunnel to the model listener")
        tunnel = await self.stack.enter_async_context(
            open_tunnel(
                int(base_url.rpartition(":")[2]),
                environment=self.spec.tool_environment,
                records=self.records,
                log=lambda line: self.observer.log("info", "cloudflared", line),
            )
        )
        self.observer.log("info", "tunnel", "open", url=tunnel.url)
        return tunnel


def _environment_of(command: Sequence[str], spec: HostSpec) -> Path | None:
    """The folder of the Python environment that a command runs in; None for a program of the rollout's own."""
    return None if spec.command else Path(command[0]).parent.parent


def _http_client(sandbox: Sandbox | None) -> httpx.AsyncClient:
    """For the calls to the rollout server, whose number the run's width bounds."""
    from osmosis_ai.base.http.fast_client import FastClient
    from osmosis_ai.base.http.limits import MAX_ANSWER_BYTES

    unix_socket = None if sandbox is None else sandbox.server_socket
    return FastClient(timeout=_REQUEST_TIMEOUT_SEC, max_answer_bytes=MAX_ANSWER_BYTES, unix_socket=unix_socket)
