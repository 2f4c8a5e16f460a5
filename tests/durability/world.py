"""A rollout server and its controllers in one virtual world, with a record of what really happened.

The backend is a double whose work is timed by the loop, and saving trajectories is a double too: threads and disks have
no virtual time. Everything else is the product: client, receiver, server, registry, callbacks.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import tempfile
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import httpx
from tests.durability.wire import Process, Trouble, Wire

from osmosis_ai.base.variables import ROLLOUT_ARTIFACT_ROOT
from osmosis_ai.rollout import (
    ExecutionBackend,
    ExecutionOutcome,
    ExecutionRequest,
    ExecutionResult,
    RolloutErrorCategory,
    RolloutInitRequest,
    RolloutResultResponse,
    RolloutSample,
    RolloutStatus,
)
from osmosis_ai.rollout.backend.base import report_progress
from osmosis_ai.rollout.client import RolloutClient, RolloutHandle, RolloutProtocolError
from osmosis_ai.rollout.control.receiver import CallbackReceiver
from osmosis_ai.rollout.server import app as server_app
from osmosis_ai.rollout.server import create_rollout_server
from osmosis_ai.rollout.server.leases import Rollout, RolloutRegistry
from osmosis_ai.rollout.types import POLLING_LEASE_HEADER
from osmosis_ai.semantics.outcomes import (
    INFRASTRUCTURE_CATEGORIES,
    Cancelled,
    InfrastructureFailed,
    Outcome,
    Scored,
    outcome_of_result,
)

WAIT_SEC, LEASE_SEC = 5.0, 12.0
# Longer than an admission is asked for again: six times forty seconds at most.
RETENTION_SEC = 300.0
ADMISSION_SEC = 120.0
# A row has both its limits and a minute; one whose callbacks are put off for longer than that may be lost.
LIMIT_SEC = 60.0
LONG_SEC = 3 * LIMIT_SEC - 1
ENDINGS = {
    "score": "scored",
    "nothing": "ungraded",
    "remove": "removed",
    "agent": "agent_failed",
    "grader": "grader_failed",
    "timeout": "timed_out",
    "sandbox": "infrastructure_failed",
    "raise": "agent_failed",
}
TRIES, TRIED_AGAIN = 5, frozenset({429, 500, 502, 503, 504})
MODES = ("leases", "leases, keys unknown", "callbacks", "callbacks alone")


class TimedBackend(ExecutionBackend):
    """A double of a backend: works as long, and ends as, the row's metadata say."""

    def __init__(self, world: World, process: Process) -> None:
        self._world = world
        self._process = process

    async def execute(self, request: ExecutionRequest) -> ExecutionOutcome:
        plan = request.metadata or {}
        ending = plan["ending"]
        self._world.begun(self._process, request.id)
        report_progress(RolloutStatus.RUNNING)
        await asyncio.sleep(plan["work"])
        if ending == "raise":
            self._world.ended(self._process, request.id, "agent_failed")
            raise RuntimeError("as planned")
        workflow = _workflow(ending)
        if workflow.status is not RolloutStatus.SUCCESS or not request.grade:
            kind = ENDINGS[ending] if workflow.status is not RolloutStatus.SUCCESS else "ungraded"
            self._world.ended(self._process, request.id, kind)
            return ExecutionOutcome(workflow=workflow)
        report_progress(RolloutStatus.GRADING, workflow)
        await asyncio.sleep(plan["grading"])
        self._world.ended(self._process, request.id, ENDINGS[ending], plan["reward"])
        return ExecutionOutcome(workflow=workflow, grader=_grader(ending, plan["reward"]))

    def has_capacity(self) -> bool:
        return not self._world.full


def _sample(**members: Any) -> RolloutSample:
    return RolloutSample(messages=[{"role": "assistant", "content": "56"}], label="56", **members)


def _failure(category: str, **members: Any) -> ExecutionResult:
    return ExecutionResult(
        status=RolloutStatus.FAILURE,
        err_message="as planned",
        err_category=RolloutErrorCategory(category),
        **members,
    )


def _workflow(ending: str) -> ExecutionResult:
    category = {"agent": "agent_error", "timeout": "timeout", "sandbox": "http_error"}.get(ending)
    if category is not None:
        return _failure(category)
    return ExecutionResult(status=RolloutStatus.SUCCESS, sample=_sample())


def _grader(ending: str, reward: float) -> ExecutionResult:
    if ending == "grader":
        return _failure("agent_error", sample=_sample(reward=reward))
    given = None if ending == "nothing" else reward
    return ExecutionResult(status=RolloutStatus.SUCCESS, sample=_sample(reward=given, remove_sample=ending == "remove"))


@dataclass(eq=False)
class Row:
    """One rollout that a controller wants, and how that ended."""

    request: RolloutInitRequest
    mode: str
    task: asyncio.Task[None] | None = None
    outcomes: list[Outcome] = field(default_factory=list)
    result: RolloutResultResponse | None = None
    error: BaseException | None = None
    seconds: float = 0.0

    @property
    def id(self) -> str:
        return self.request.rollout_id

    @property
    def planned(self) -> str:
        """The outcome that its metadata ask for."""
        ending = (self.request.metadata or {})["ending"]
        graded_only = ending in ("score", "nothing", "remove", "grader")
        return "ungraded" if graded_only and not self.request.grade else ENDINGS[ending]


class World:
    """All of it. Whatever must never happen and did is in `violations`."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.violations: list[str] = []
        self.to_server: deque[Trouble] = deque()
        self.to_controller: deque[Trouble] = deque()
        self.full = False
        self.disturbances: set[str] = set()  # what has kept rows from ending as they were planned
        self.rows: list[Row] = []
        self.abandoned: list[str] = []
        self.executions: Counter[tuple[str, str]] = Counter()
        self.endings: dict[str, list[tuple[str, float | None]]] = {}
        self.may_be_cancelled: set[str] = set()
        self.contacts: dict[tuple[str, str], float] = {}
        self.tokens: dict[tuple[str, str], str] = {}
        self.admitted: set[tuple[str, str]] = set()
        self.draining: set[Process] = set()
        self.reports: Counter[str] = Counter()
        self.posts: dict[tuple[str, str], list[int | None]] = {}
        self.registries: dict[str, RolloutRegistry] = {}
        self.server: Process | None = None
        self.drains: list[asyncio.Task[Any]] = []
        self._made = 0
        self._settled: Counter[Rollout] = Counter()
        self._closing: contextlib.AsyncExitStack | None = None
        self.receiver = CallbackReceiver(base_url="http://controller", report=self._report, retention_sec=RETENTION_SEC)

    def _report(self, rollout_id: str) -> None:
        self.reports[rollout_id] += 1
        if self.reports[rollout_id] > 2:
            self.violations.append(f"{rollout_id}: more than one callback of a kind counted")

    # What the doubles and the wires tell.

    def begun(self, process: Process, rollout_id: str) -> None:
        self.executions[process.name, rollout_id] += 1
        if self.executions[process.name, rollout_id] > 1:
            self.violations.append(f"{rollout_id} ran twice on {process.name}")

    def ended(self, process: Process, rollout_id: str, kind: str, reward: float | None = None) -> None:
        if process.alive:
            self.endings.setdefault(rollout_id, []).append((kind, reward if kind == "scored" else None))

    def arrived(self, process: Process, request: httpx.Request) -> None:
        """A poll with the right token is a contact; so is the admission."""
        parts = request.url.path.strip("/").split("/")
        if len(parts) == 3 and parts[2] == "result":
            shown = request.headers.get(POLLING_LEASE_HEADER)
            if shown is not None and shown == self.tokens.get((process.name, parts[1])):
                self.contacts[process.name, parts[1]] = self.loop.time()

    def answered(self, process: Process, request: httpx.Request, response: httpx.Response) -> None:
        if request.url.path == "/rollout" and response.status_code == 202:
            body = response.json()
            token, rollout_id = body.get("polling_lease_token"), json.loads(request.content)["rollout_id"]
            if process in self.draining and (process.name, rollout_id) not in self.admitted:
                self.violations.append(f"{rollout_id} was admitted while the server was draining")
            self.admitted.add((process.name, rollout_id))
            if token is not None:
                known = self.tokens.setdefault((process.name, rollout_id), token)
                if known != token:
                    self.violations.append(f"{rollout_id}: a repeated admission got another lease")
                self.contacts.setdefault((process.name, rollout_id), self.loop.time())

    def settled(self, process: Process, rollout: Rollout, result: RolloutResultResponse) -> None:
        """The registry gives a rollout its result."""
        self._settled[rollout] += 1
        if not process.alive:
            return
        if self._settled[rollout] > 1:
            self.violations.append(f"{rollout.id} was settled twice")
        rewarded = result.sample is not None and result.sample.reward is not None
        if rewarded and result.status is not RolloutStatus.SUCCESS:
            self.violations.append(f"{rollout.id}: {result.status} with a reward")
        if result.err_category is RolloutErrorCategory.LEASE_EXPIRED:
            alone = self.loop.time() - self.contacts[process.name, rollout.id]
            if alone < LEASE_SEC - 1e-6:
                self.violations.append(f"{rollout.id}: the lease lapsed {alone} s after a poll")

    # The server.

    async def start_server(self) -> None:
        """A new process, if there is none."""
        if self.server is not None and self.server.alive:
            return
        self._made += 1
        process = Process(f"server {self._made}", arrived=self.arrived, answered=self.answered)
        world = self

        class WatchedRegistry(RolloutRegistry):
            """Tells the world of every result."""

            def _complete(self, rollout: Rollout, result: RolloutResultResponse) -> None:
                world.settled(process, rollout, result)
                super()._complete(rollout, result)

        registries: list[RolloutRegistry] = []

        def registry(**options: Any) -> RolloutRegistry:
            registries.append(WatchedRegistry(**options))
            return registries[-1]

        def heard(request: httpx.Request, status: int | None) -> None:
            self.posts.setdefault((process.name, request.url.path), []).append(status)

        with mock.patch.object(server_app, "RolloutRegistry", registry):
            process.app = create_rollout_server(
                backend=TimedBackend(self, process),
                configure_logging=False,
                result_wait_timeout_sec=WAIT_SEC,
                polling_lease_timeout_sec=LEASE_SEC,
                result_retention_sec=RETENTION_SEC,
                callback_transport=Wire(self._controller, self.to_controller, owner=process, heard=heard),
            )
        self.registries[process.name] = registries[0]
        self._closing = contextlib.AsyncExitStack()
        await self._closing.enter_async_context(process.app.router.lifespan_context(process.app))
        self.server = process

    def kill_server(self) -> None:
        if self.server is not None:
            self.disturbances.add("death")
            self.server.kill()
            registry = self.registries.pop(self.server.name, None)
            if registry is not None:
                registry.close()  # the end of a process ends its timers and closes its files
        self.server = None

    def drain_server(self) -> None:
        """Shuts the server down gracefully; it answers until it is done, then it is gone."""
        process, closing = self.server, self._closing
        if process is None or closing is None or (self.drains and not self.drains[-1].done()):
            return

        async def drain() -> None:
            await closing.aclose()
            if self.server is process:
                self.kill_server()

        self.disturbances.add("drain")
        self.draining.add(process)
        self.may_be_cancelled.update(held.id for held in self.registries[process.name])
        self.drains.append(process.spawn(drain()))

    def _controller(self) -> Process:
        return self.controller

    # The controllers.

    def open(self) -> None:
        """The clients; called inside the loop."""
        self.controller = Process("controller", self.receiver.app())
        self.clients = {mode: self._client(mode) for mode in MODES}
        wire = Wire(lambda: self.server, deque())
        self.reliable = httpx.AsyncClient(transport=wire, base_url="http://server", timeout=30)

    def _client(self, mode: str) -> RolloutClient:
        def edit(request: httpx.Request) -> None:
            if mode in ("leases, keys unknown", "callbacks alone"):
                request.headers.pop("Idempotency-Key", None)

        def mask(request: httpx.Request, response: httpx.Response) -> httpx.Response:
            """What a server that speaks callbacks alone would have said."""
            if mode != "callbacks alone" or response.status_code != 200:
                return response
            body = response.json()
            if request.url.path == "/health":
                body.pop("lifecycle", None)
            elif request.url.path.endswith("/status"):
                body |= {"status": "unknown", "reward": None, "err_message": None}
            return httpx.Response(200, json=body)

        wire = Wire(lambda: self.server, self.to_server, edit=edit, mask=mask)
        return RolloutClient(
            url="http://server",
            http_client=httpx.AsyncClient(transport=wire, timeout=30),
            admission_timeout_sec=ADMISSION_SEC,
            callbacks=self.receiver if mode.startswith("callbacks") else None,
            dialect="callbacks" if mode == "callbacks" else None,
        )

    def admit(self, mode: str, *, watch: bool, grade: bool, **plan: Any) -> Row:
        row = Row(self.request(grade=grade, **plan), mode)
        self.rows.append(row)
        row.task = self.loop.create_task(self._run(row, watch=watch))
        return row

    def request(self, *, grade: bool = True, **plan: Any) -> RolloutInitRequest:
        group = "ab"[len(self.rows) % 2]
        return RolloutInitRequest(
            rollout_id=f"{group}{len(self.rows) + len(self.abandoned)}",
            initial_messages=[],
            label="56",
            chat_completions_url="",
            grade=grade,
            metadata=plan,
            agent_timeout_sec=LIMIT_SEC,
            grader_timeout_sec=LIMIT_SEC,
        )

    async def _run(self, row: Row, *, watch: bool) -> None:
        """What a runner does: every way to end becomes one outcome."""
        client = self.clients[row.mode]
        began = self.loop.time()
        try:
            if watch:
                row.result = await self._watched(await client.run_rollout_async(row.request))
            else:
                row.result = await client.run_rollout(row.request)
            outcome = outcome_of_result(row.result)
            row.outcomes.append(InfrastructureFailed("still live") if outcome is None else outcome)
        except asyncio.CancelledError:
            row.outcomes.append(Cancelled())
        except (RolloutProtocolError, httpx.TransportError) as error:
            row.error = error
            row.outcomes.append(InfrastructureFailed(f"{type(error).__name__}: {error}"))
        finally:
            row.seconds = self.loop.time() - began

    async def _watched(self, handle: RolloutHandle) -> RolloutResultResponse:
        """Awaits a handle by its events, which must tell the story in order and to the end."""
        order = ["queued", "running", "grading"]
        seen = []
        try:
            async for event in handle:
                seen.append(event.status.value)
            result = await handle
        except asyncio.CancelledError:
            handle.cancel()
            await asyncio.wait([asyncio.ensure_future(_ended(handle))])
            raise
        live = [status for status in seen if status in order]
        if live != sorted(set(live), key=order.index) or seen[-1] != result.status.value or len(seen) != len(live) + 1:
            self.violations.append(f"{handle.rollout_id}: its events were {seen}, its result {result.status}")
        return result

    # What must hold.

    def check(self) -> None:
        """Raises AssertionError for anything that must never be."""
        assert not self.violations, self.violations
        for row in self.rows:
            if row.task is not None and row.task.done():
                row.task.result()
                self._check_row(row)
        for name, registry in self.registries.items():
            for held in registry:
                if held.live and held.token_hash is not None and not held.executed:
                    alone = self.loop.time() - self.contacts[name, held.id]
                    assert alone <= LEASE_SEC + 1e-6, f"{held.id} lives {alone} s after its last poll"

    def _check_row(self, row: Row) -> None:
        assert len(row.outcomes) == 1, f"{row.id} has {len(row.outcomes)} outcomes"
        outcome = row.outcomes[0]
        truth = self.endings.get(row.id, [])
        result = row.result
        rewarded = result is not None and result.sample is not None and result.sample.reward is not None
        assert rewarded == isinstance(outcome, Scored), f"{row.id}: {outcome} from {result}"
        if isinstance(outcome, Scored):
            assert ("scored", outcome.reward) in truth, f"{row.id}: {outcome}, but it ended {truth}"
        elif isinstance(outcome, Cancelled):
            assert row.id in self.may_be_cancelled, f"{row.id} was cancelled by nobody"
        if not self.disturbances:
            assert outcome.kind.value == row.planned, f"{row.id}: {outcome}, and nothing had failed"
        elif self.disturbances == {"callbacks"} and row.planned == "scored" and row.seconds < LONG_SEC:
            assert isinstance(outcome, Scored), f"{row.id}: {outcome}, and a reward had been earned"
        if row.mode in ("leases", "callbacks"):
            conflict = getattr(row.error, "status_code", None) == 409
            assert not conflict, f"{row.id}: a server that recognises repeats was in conflict with one: {row.error}"
        if not isinstance(outcome, (Scored, Cancelled, InfrastructureFailed)):
            assert outcome.kind.value in [kind for kind, _ in truth], f"{row.id}: {outcome}, but it ended {truth}"
        if result is not None and result.err_category in INFRASTRUCTURE_CATEGORIES:
            assert not rewarded

    def everything_over(self) -> Iterator[str]:
        """What is still there when all is over and forgotten, and must not be."""
        yield from (f"row {row.id} runs" for row in self.rows if row.task is None or not row.task.done())
        if self.server is not None:
            yield from (f"{held.id} is held" for held in self.registries[self.server.name])
            yield from (f"{task} runs on the server" for task in self.server.tasks)
            for (name, path), heard in self.posts.items():
                last_word = heard[-1] is not None and heard[-1] not in TRIED_AGAIN
                if name == self.server.name and len(heard) != TRIES and not last_word:
                    yield f"the post to {path} was given up after {heard}"
        if len(self.receiver):
            yield f"{len(self.receiver)} rollouts are expected"


async def _ended(handle: RolloutHandle) -> None:
    with contextlib.suppress(asyncio.CancelledError, RolloutProtocolError, httpx.TransportError):
        await handle


async def save_nothing(**_saved: Any) -> None:
    """A double of `save_trajectory`: takes a moment, keeps nothing."""
    await asyncio.sleep(0.01)


@contextlib.contextmanager
def without_disks() -> Iterator[None]:
    """Nothing is saved but delivered results, in files without a name."""
    folder = str(Path(tempfile.gettempdir()) / "osmosis-protocol-lives")
    with (
        mock.patch("osmosis_ai.rollout.trajectory.save_trajectory", save_nothing),
        mock.patch.dict(os.environ, {ROLLOUT_ARTIFACT_ROOT: folder}),
    ):
        yield
