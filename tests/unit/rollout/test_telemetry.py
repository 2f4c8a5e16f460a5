"""Telemetry: what is sent to an OTLP receiver, and that no receiver, missing or mute, costs a rollout anything."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry import trace
from otlp_receiver import Receiver, attributes, nobody, receiving, silent
from rollout_support import (
    Controller,
    EchoWorkflow,
    OneGrader,
    ScriptedBackend,
    after,
    callback_body,
    failed,
    forever,
    scored,
    serving,
    settled,
    succeeded,
)

from osmosis_ai.rollout import AgentWorkflow, ExecutionOutcome, LocalBackend
from osmosis_ai.rollout.observability import telemetry
from osmosis_ai.rollout.observability.observers import ENDPOINT_VARIABLE, Observers
from osmosis_ai.rollout.observability.telemetry import Identity, otlp_endpoint, printable, run_of
from osmosis_ai.rollout.observability.watch import UNWATCHED, Observer, Watch
from osmosis_ai.rollout.server.leases import Rollout
from osmosis_ai.rollout.types import RolloutResultResponse, RolloutStatus

RUN = {"osmosis_observability": {"run_id": "run-7", "run_name": "nightly"}}


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The exporters reach loopback themselves, and no variable of the developer's names the server."""
    monkeypatch.setenv("NO_PROXY", "*")
    for name in ("OSMOSIS_ROLLOUT_SERVER_ID", "_OSMOSIS_ROLLOUT_NAME", "OSMOSIS_ROLLOUT_NAMESPACE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """A receiver to which the servers of the test send."""
    with receiving() as found:
        monkeypatch.setenv(ENDPOINT_VARIABLE, found.endpoint)
        yield found


def _local() -> LocalBackend:
    return LocalBackend(workflow=EchoWorkflow, grader=OneGrader)


async def test_every_status_of_a_rollout_is_one_log_record(receiver: Receiver, monkeypatch: pytest.MonkeyPatch):
    """queued, running, grading, success: in order, numbered, and each with all that is known of server and run."""
    monkeypatch.setenv("OSMOSIS_ROLLOUT_SERVER_ID", "server-1")
    monkeypatch.setenv("_OSMOSIS_ROLLOUT_INSTANCE_ID", "not this one")
    monkeypatch.setenv("_OSMOSIS_ROLLOUT_NAME", "math")
    monkeypatch.setenv("OSMOSIS_ROLLOUT_NAMESPACE", "team")
    async with serving(_local()) as server:
        await server.run("a1", metadata=RUN)
    assert receiver.ownership == [
        {
            "event": "rollout.ownership",
            "rollout_id": "a1",
            "server_id": "server-1",
            "server_name": "math",
            "namespace": "team",
            "run_id": "run-7",
            "run_name": "nightly",
            "status": status,
            "event_sequence": number,
        }
        for number, status in enumerate(["queued", "running", "grading", "success"], 1)
    ]
    assert {record.body.string_value for record in receiver.records} == {"rollout.ownership"}
    assert receiver.resources
    assert {resource["service.name"] for resource in receiver.resources} == {"osmosis-rollout-server"}


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"OSMOSIS_ROLLOUT_SERVER_ID": "s", "_OSMOSIS_ROLLOUT_INSTANCE_ID": "i"}, "s"),
        ({"OSMOSIS_ROLLOUT_SERVER_ID": "", "_OSMOSIS_ROLLOUT_INSTANCE_ID": "i"}, "i"),
        ({}, None),
    ],
)
def test_the_server_is_named_by_a_variable_its_instance_or_its_host(variables: dict[str, str], expected: str | None):
    """In this order; what is not said is left out."""
    identity = Identity.of_environment(variables)
    assert identity.server_id == expected or (expected is None and identity.server_id)
    assert identity.server_name is None
    assert identity.namespace is None


def test_a_text_is_its_printable_characters_and_at_most_512_of_them():
    """Line breaks, control characters and lone surrogates are left out; what is no text, or empty, is not sent."""
    assert printable("a\nb\x00\x1b[1mc\ud800é") == "ab[1mcé"
    assert printable("x" * 513) == "x" * 512
    assert [printable(value) for value in ("", "\n", None, 7, ["a"])] == [None] * 5


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        (RUN, ("run-7", "nightly")),
        ({"osmosis_observability": {"run_id": 7, "run_name": ["x"]}}, (None, None)),
        ({"osmosis_observability": "run-7"}, (None, None)),
        ({}, (None, None)),
        (None, (None, None)),
    ],
)
def test_the_run_is_named_in_the_metadata(metadata: Any, expected: tuple[str | None, str | None]):
    """Whatever a row's metadata holds under the key, it never fails."""
    assert run_of(metadata) == expected


async def test_a_rollout_is_a_trace_with_its_workflow_and_its_grading(receiver: Receiver):
    """Two children of one root span; all three know the rollout by its trace, the root its outcome and reward."""
    async with serving(_local()) as server:
        await server.run("a1", metadata=RUN)
    spans = {span.name: span for span in receiver.spans}
    assert sorted(span.name for span in receiver.spans) == ["grading", "rollout", "workflow"]
    root = spans["rollout"]
    assert not root.parent_span_id
    assert {spans[name].parent_span_id for name in ("workflow", "grading")} == {root.span_id}
    assert {span.trace_id for span in receiver.spans} == {root.trace_id}
    assert spans["workflow"].end_time_unix_nano <= spans["grading"].start_time_unix_nano
    known = attributes(root)
    assert known["osmosis.rollout_id"] == "a1"
    assert known["osmosis.run_id"] == "run-7"
    assert (known["osmosis.outcome"], known["osmosis.reward"]) == ("scored", 1.0)


async def _secretive(request: object) -> ExecutionOutcome:
    return ExecutionOutcome(workflow=failed(message="RuntimeError: key sk-very-secret was refused"))


async def test_a_failure_is_told_by_its_category_and_never_by_its_message(receiver: Receiver):
    """Messages quote whatever went wrong, keys among it; a span carries `error.type` alone."""
    async with serving(ScriptedBackend(_secretive)) as server:
        await server.run("a1")
    (root,) = [span for span in receiver.spans if span.name == "rollout"]
    assert attributes(root)["error.type"] == "agent_error"
    assert root.status.code == root.status.STATUS_CODE_ERROR
    assert "secret" not in str(receiver.spans) + str(receiver.records)


async def test_outcomes_are_counted_timed_and_no_longer_active(receiver: Receiver):
    """One counter and one histogram by outcome, and a gauge that is back at zero when all have ended."""
    outcomes = {
        "a1": scored(),
        "a2": scored(),
        "b1": ExecutionOutcome(workflow=succeeded()),
        "c1": ExecutionOutcome(workflow=failed("timeout")),
        "d1": ExecutionOutcome(workflow=succeeded(), grader=failed(sample=succeeded().sample)),
    }

    async def execute(request: Any) -> ExecutionOutcome:
        return outcomes[request.id]

    async with serving(ScriptedBackend(execute)) as server:
        await asyncio.gather(*map(server.run, outcomes))
    counted = {outcome: point.as_int for outcome, point in receiver.points("osmosis.rollouts").items()}
    assert counted == {"scored": 2, "ungraded": 1, "timed_out": 1, "grader_failed": 1}
    timed = {outcome: point.count for outcome, point in receiver.points("osmosis.rollout.duration").items()}
    assert timed == counted
    assert receiver.points("osmosis.rollouts.active")[""].as_int == 0


async def test_a_lapsed_lease_is_one_end_and_one_only(receiver: Receiver):
    """The outcome that the cancelled work brings afterwards adds nothing."""
    async with serving(ScriptedBackend(forever), result_wait_timeout_sec=0.05, polling_lease_timeout_sec=0.1) as server:
        await server.admit("a1")
        assert (await settled(server, "a1"))["status"] == "failure"
    assert [record["status"] for record in receiver.ownership] == ["queued", "failure"]
    (point,) = receiver.points("osmosis.rollouts").values()
    assert (attributes(point), point.as_int) == ({"outcome": "infrastructure_failed"}, 1)
    assert [span.name for span in receiver.spans] == ["rollout"]


async def test_the_callback_dialect_is_told_the_same_way(receiver: Receiver):
    """Records do not depend on how the result is delivered."""
    async with serving(_local(), callback_transport=Controller().transport) as server:
        assert (await server.http.post("/rollout", json=callback_body("c1"))).status_code == 202
        await settled(server, "c1")
    assert [record["status"] for record in receiver.ownership] == ["queued", "running", "grading", "success"]


async def test_many_rollouts_arrive_in_batches_of_at_most_128(receiver: Receiver):
    """200 rollouts make 400 records, all of which arrive by the end of the server."""
    async with serving() as server:
        await asyncio.gather(*(server.run(f"r{number}") for number in range(200)))
    assert len(receiver.records) == 400
    assert max(receiver.batches) <= 128


async def test_the_settings_are_those_that_the_protocol_names(monkeypatch: pytest.MonkeyPatch):
    """A queue of 1024, batches of 128, a delay of 1 s, a timeout of 2 s, the path under the endpoint."""
    seen: dict[str, Any] = {}
    monkeypatch.setattr(
        telemetry, "BatchLogRecordProcessor", lambda exporter, **given: seen.update(given) or _real(exporter, **given)
    )
    monkeypatch.setattr(
        telemetry,
        "LogExporter",
        lambda reach, endpoint, timeout: (
            seen.update(endpoint=endpoint, timeout=timeout) or _real_exporter(reach, endpoint, timeout)
        ),
    )
    await telemetry.Telemetry("http://127.0.0.1:1").close()
    assert seen == {
        "endpoint": "http://127.0.0.1:1/v1/logs",
        "timeout": 2.0,
        "max_queue_size": 1024,
        "max_export_batch_size": 128,
        "schedule_delay_millis": 1000,
        "export_timeout_millis": 2000,
    }


_real, _real_exporter = telemetry.BatchLogRecordProcessor, telemetry.LogExporter


@pytest.mark.parametrize("endpoint", ["refused", "silent", "failing"])
async def test_a_receiver_that_takes_nothing_costs_no_rollout_anything(
    endpoint: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """More records than the queue holds are dropped; every rollout is scored, and the server ends."""
    with receiving() as receiver, silent() as mute:
        receiver.status = 500
        monkeypatch.setenv(
            ENDPOINT_VARIABLE, {"refused": nobody(), "silent": mute, "failing": receiver.endpoint}[endpoint]
        )
        async with serving() as server:
            results = await asyncio.gather(*(server.run(f"r{number}") for number in range(700)))
    assert {result["status"] for result in results} == {"success"}
    assert not [record for record in caplog.records if record.name == "asyncio"]
    said = [record.getMessage() for record in caplog.records if record.name.startswith("osmosis_ai")]
    assert sum("cannot be reached or refuses" in message for message in said) == 1
    assert not [record for record in caplog.records if record.name.startswith("opentelemetry.exporter")]
    if endpoint == "silent":
        assert sum("did not take everything" in message for message in said) == 1


async def test_what_is_late_at_the_end_is_called_off(monkeypatch: pytest.MonkeyPatch):
    """An exporter that is still sending when the 2 seconds are over is shut down: it tries no more."""
    called_off: list[str] = []

    class Noted(telemetry.LogExporter):
        def shutdown(self, *args: Any, **options: Any) -> None:
            called_off.append("logs")
            super().shutdown(*args, **options)

    monkeypatch.setattr(telemetry, "LogExporter", Noted)
    with silent() as mute:
        sender = telemetry.Telemetry(mute)
        for number in range(1024):
            sender.watch(f"r{number}", None)
        await sender.close()
        assert called_off == ["logs"]


def test_a_rollout_that_has_ended_holds_on_to_no_watch():
    """Its result is kept for a while; what was told about it is not."""
    watch = Watch()
    rollout = Rollout("a1", None, b"", None, watch=watch)
    result = RolloutResultResponse(
        rollout_id="a1", status=RolloutStatus.SUCCESS, sample=None, err_message=None, err_category=None
    )
    rollout.complete(result)
    assert rollout.watch is UNWATCHED


async def test_a_receiver_that_comes_back_is_said_to_be_back(receiver: Receiver, caplog: pytest.LogCaptureFixture):
    """One word when telemetry is lost, one when it arrives again, none in between; telemetry then arrives."""
    caplog.set_level(logging.INFO, "osmosis_ai.rollout.observability")
    receiver.status = 500
    async with serving() as server:
        await server.run("a1")
        while "cannot be reached or refuses" not in caplog.text:  # noqa: ASYNC110 - a log has no event
            await asyncio.sleep(0.05)
        receiver.status = 200
        await server.run("a2")
    assert "takes telemetry again" in caplog.text
    assert [record["status"] for record in receiver.ownership if record["rollout_id"] == "a2"] == ["queued", "success"]


async def test_the_providers_of_user_code_are_left_alone(receiver: Receiver):
    """The server's telemetry is neither read from nor written to OpenTelemetry's globals."""
    before = trace.get_tracer_provider()

    class Traces(AgentWorkflow):
        async def run(self, ctx: Any) -> Any:
            assert not trace.get_current_span().get_span_context().is_valid
            return list(ctx.prompt)

    async with serving(LocalBackend(workflow=Traces)) as server:
        assert (await server.run("a1"))["status"] == "success"
    assert trace.get_tracer_provider() is before


@pytest.mark.parametrize(
    "endpoint",
    ["localhost:4318", "ftp://host", "http://", "/v1", "http://host:port", "http://host/?a=1", "http://host/#a"],
)
async def test_an_endpoint_that_is_no_http_url_is_one_warning(
    endpoint: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """It names the variable and says what belongs there; the server works without telemetry."""
    monkeypatch.setenv(ENDPOINT_VARIABLE, endpoint)
    async with serving() as server:
        assert (await server.run("a1"))["status"] == "success"
    (warning,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert ENDPOINT_VARIABLE in warning
    assert "http://localhost:4318" in warning


def test_a_slash_at_the_end_of_the_endpoint_is_not_doubled():
    """The paths of the signals come right after it."""
    assert otlp_endpoint("http://host:4318/base//") == "http://host:4318/base"


async def test_without_the_extra_the_variable_is_one_warning_that_names_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """The server starts and works; the warning says what to install."""
    monkeypatch.setenv(ENDPOINT_VARIABLE, "http://127.0.0.1:1")
    monkeypatch.delitem(sys.modules, "osmosis_ai.rollout.observability.telemetry")
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk._logs", None)
    async with serving() as server:
        assert (await server.run("a1"))["status"] == "success"
    (warning,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert "pip install 'osmosis-ai[telemetry]'" in warning


def test_nothing_of_opentelemetry_is_imported_unless_asked_for():
    """A server that serves a rollout without the variable has none of its modules."""
    program = """
import asyncio, sys
sys.path.insert(0, "tests/unit/rollout")
from rollout_support import EchoWorkflow, serving
from osmosis_ai.rollout import LocalBackend
async def main():
    async with serving(LocalBackend(workflow=EchoWorkflow)) as server:
        assert (await server.run("a1"))["status"] == "success"
asyncio.run(main())
print([name for name in sys.modules if name.startswith(("opentelemetry", "google.protobuf"))
       or name.endswith(".observability.telemetry")])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


class _Broken(Observer):
    def __init__(self, *, at: str) -> None:
        self.at = at

    def watch(self, rollout_id: str, metadata: Any) -> Watch:
        self._fail("watch")
        broken = Watch()
        for name in ("moved", "executed", "completed"):
            setattr(broken, name, lambda _reported, name=name: self._fail(name))
        return broken

    async def close(self) -> None:
        self._fail("close")

    def _fail(self, at: str) -> None:
        if self.at == at:
            raise RuntimeError(f"broken at {at}")


@pytest.mark.parametrize("at", ["watch", "moved", "executed", "completed", "close"])
async def test_an_observer_that_fails_costs_no_rollout_anything(
    at: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """It is told no more of that rollout, and the log says why."""
    start = Observers.__aenter__

    async def with_broken(self: Observers) -> Observers:
        self._observers.append(_Broken(at=at))
        return await start(self)

    monkeypatch.setattr(Observers, "__aenter__", with_broken)
    async with serving(_local()) as server:
        assert (await server.run("a1"))["sample"]["reward"] == 1.0
    assert f"broken at {at}" in caplog.text


async def test_a_server_that_was_never_started_or_has_ended_watches_nothing(receiver: Receiver):
    """Threads and sockets exist between the start of a server and its end, and at no other time."""
    import threading

    def running() -> set[str]:
        return {thread.name for thread in threading.enumerate() if thread.name.startswith("Otel")}

    before = running()
    async with serving(ScriptedBackend(after(0.01))) as server:
        assert len(running()) > len(before)
        await server.run("a1")
    assert running() == before
