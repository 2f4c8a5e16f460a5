"""A server's rollouts as OpenTelemetry logs, traces and metrics, sent over OTLP/HTTP.

Everything is handed to bounded queues, which threads of the library empty; what does not fit is dropped. The providers
are the server's own: those that user code has made global are neither used nor replaced.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import threading
import time
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlsplit

import requests
from opentelemetry._logs import SeverityNumber
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, Status, StatusCode, set_span_in_context

from osmosis_ai import __version__
from osmosis_ai.base import variables
from osmosis_ai.rollout.observability.watch import Observer, Watch
from osmosis_ai.rollout.types import ExecutionOutcome, RolloutResultResponse, RolloutStatus
from osmosis_ai.semantics.outcomes import Outcome, Scored, error_of, outcome_of_result

__all__ = ["SERVICE_NAME", "Identity", "Telemetry", "TelemetryEndpointError", "otlp_endpoint"]

logger = logging.getLogger(__name__)

SERVICE_NAME = "osmosis-rollout-server"
_EVENT = "rollout.ownership"
_QUEUE = 1024
_BATCH = 128
_DELAY_MS = 1000
_TIMEOUT_SEC = 2.0
_METRICS_MS = 10_000
_CLOSE_SEC = 2.0
_DURATIONS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1200, 1800, 3600]

_LONGEST_TEXT = 512
_LONGEST_ANSWER_BYTES = 64 * 1024

Attributes = dict[str, str | int | float]


class TelemetryEndpointError(ValueError):
    """The endpoint cannot be sent to."""


def otlp_endpoint(text: str) -> str:
    """The base URL without a slash at its end. Raises TelemetryEndpointError for what is no HTTP URL."""
    try:
        parts = urlsplit(text)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        usable = False
    if not usable or parts.query or parts.fragment:
        raise TelemetryEndpointError("must be the base URL of an OTLP/HTTP receiver, such as http://localhost:4318")
    return text.rstrip("/")


def printable(value: object) -> str | None:
    """A text as telemetry carries it: its printable characters, at most 512. None for nothing and for no text."""
    if not isinstance(value, str):
        return None
    return "".join(filter(str.isprintable, value[: 4 * _LONGEST_TEXT]))[:_LONGEST_TEXT] or None


@dataclass(frozen=True, slots=True)
class Identity:
    """Which server speaks."""

    server_id: str | None
    server_name: str | None
    namespace: str | None

    @classmethod
    def of_environment(cls, environ: Mapping[str, str] | None = None) -> Self:
        """The identity that the variables give; the host's name where none names the server."""
        environment = os.environ if environ is None else environ
        server_id = environment.get("OSMOSIS_ROLLOUT_SERVER_ID") or environment.get(variables.ROLLOUT_INSTANCE_ID)
        return cls(
            server_id=printable(server_id or socket.gethostname()),
            server_name=printable(environment.get(variables.ROLLOUT_NAME)),
            namespace=printable(environment.get("OSMOSIS_ROLLOUT_NAMESPACE")),
        )


def run_of(metadata: Mapping[str, Any] | None) -> tuple[str | None, str | None]:
    """The id and the name of the run that a rollout belongs to, out of its metadata's `osmosis_observability`."""
    found = None if metadata is None else metadata.get("osmosis_observability")
    if not isinstance(found, Mapping):
        return None, None
    return printable(found.get("run_id")), printable(found.get("run_name"))


_ours: ContextVar[bool] = ContextVar("osmosis_telemetry_export", default=False)


class _NotOurs(logging.Filter):
    """Drops what the library logs about our exports; what it logs about those of user code stays."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not _ours.get()


_not_ours = _NotOurs()
for _exporter in (OTLPLogExporter, OTLPMetricExporter, OTLPSpanExporter):
    logging.getLogger(_exporter.__module__).addFilter(_not_ours)


class Reach:
    """Whether the receiver takes what it is sent, over all signals; said when it stops and when it starts again."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reached = True

    def heard(self, *, reached: bool) -> None:
        """An export has ended."""
        with self._lock:
            changed, self._reached = reached is not self._reached, reached
        if changed and reached:
            logger.info("the telemetry receiver takes telemetry again")
        elif changed:
            logger.warning("the telemetry receiver cannot be reached or refuses; until it does not, telemetry is lost")


class _Quiet:
    """An exporter that logs nothing itself, and that may be shut down twice."""

    _reach: Reach
    _over = False

    def export(self, *args: Any, **options: Any) -> Any:
        """As the library's."""
        token = _ours.set(True)
        try:
            result: Any = super().export(*args, **options)  # type: ignore[misc]
        finally:
            _ours.reset(token)
        if not self._over:
            self._reach.heard(reached=result.name == "SUCCESS")
        return result

    def shutdown(self, *args: Any, **options: Any) -> None:
        """As the library's; a second time does nothing."""
        if not self._over:
            self._over = True
            super().shutdown(*args, **options)  # type: ignore[misc]


class _BoundedSession(requests.Session):
    """A session that reads no more of an answer than an exporter has use for, and not for long."""

    def __init__(self, timeout_sec: float) -> None:
        super().__init__()
        self._timeout_sec = timeout_sec

    def send(self, request: requests.PreparedRequest, **options: Any) -> requests.Response:
        """Sends the request. What is over the limit of an answer, or late, is not read; the connection is closed."""
        response = super().send(request, **options | {"stream": True, "allow_redirects": False})
        until = time.monotonic() + self._timeout_sec
        content = bytearray()
        try:
            while len(content) < _LONGEST_ANSWER_BYTES and time.monotonic() < until:
                part = response.raw.read1(_LONGEST_ANSWER_BYTES)
                if not part:
                    break
                content += part
        finally:
            response.close()
        response._content = bytes(content)  # what requests itself fills in where nothing is streamed
        return response


class LogExporter(_Quiet, OTLPLogExporter):
    """Sends log records."""

    def __init__(self, reach: Reach, endpoint: str, timeout: float) -> None:
        self._reach = reach
        super().__init__(endpoint=endpoint, timeout=timeout, session=_BoundedSession(timeout))


class SpanExporter(_Quiet, OTLPSpanExporter):
    """Sends spans."""

    def __init__(self, reach: Reach, endpoint: str, timeout: float) -> None:
        self._reach = reach
        super().__init__(endpoint=endpoint, timeout=timeout, session=_BoundedSession(timeout))


class MetricExporter(_Quiet, OTLPMetricExporter):
    """Sends metrics."""

    def __init__(self, reach: Reach, endpoint: str, timeout: float) -> None:
        self._reach = reach
        super().__init__(endpoint=endpoint, timeout=timeout, session=_BoundedSession(timeout))


class Telemetry(Observer):
    """Sends a log record for every status of a rollout, a trace of every rollout, and figures over all of them."""

    def __init__(self, endpoint: str, identity: Identity | None = None) -> None:
        self.identity = Identity.of_environment() if identity is None else identity
        resource = Resource.create(
            _present(
                {
                    "service.name": SERVICE_NAME,
                    "service.version": __version__,
                    "service.instance.id": self.identity.server_id,
                    "service.namespace": self.identity.namespace,
                }
            )
        )
        reach = Reach()
        logs = LogExporter(reach, f"{endpoint}/v1/logs", _TIMEOUT_SEC)
        spans = SpanExporter(reach, f"{endpoint}/v1/traces", _TIMEOUT_SEC)
        figures = MetricExporter(reach, f"{endpoint}/v1/metrics", _TIMEOUT_SEC)
        limits = {
            "max_queue_size": _QUEUE,
            "max_export_batch_size": _BATCH,
            "schedule_delay_millis": _DELAY_MS,
            "export_timeout_millis": _TIMEOUT_SEC * 1000,
        }
        logger_provider = LoggerProvider(resource, shutdown_on_exit=False)
        logger_provider.add_log_record_processor(BatchLogRecordProcessor(logs, **limits))  # type: ignore[arg-type]
        tracer_provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        tracer_provider.add_span_processor(BatchSpanProcessor(spans, **limits))  # type: ignore[arg-type]
        reader = PeriodicExportingMetricReader(figures, _METRICS_MS, _TIMEOUT_SEC * 1000)
        meter_provider = MeterProvider([reader], resource, shutdown_on_exit=False)
        self._closing: list[tuple[Any, Any]] = [
            (logger_provider, logs),
            (tracer_provider, spans),
            (meter_provider, figures),
        ]

        scope = "osmosis_ai.rollout"
        self.logger = logger_provider.get_logger(scope, __version__)
        self.tracer = tracer_provider.get_tracer(scope, __version__)
        meter = meter_provider.get_meter(scope, __version__)
        self.ended = meter.create_counter("osmosis.rollouts", "{rollout}", "Rollouts that have ended, by outcome.")
        self.active = meter.create_up_down_counter(
            "osmosis.rollouts.active", "{rollout}", "Rollouts that are admitted and have not ended."
        )
        self.duration = meter.create_histogram(
            "osmosis.rollout.duration",
            "s",
            "Time from admission to the end, by outcome.",
            explicit_bucket_boundaries_advisory=_DURATIONS,
        )

    def watch(self, rollout_id: str, metadata: Mapping[str, Any] | None) -> Watch:
        """The telemetry of one rollout; its first record says that it is queued."""
        return _RolloutTelemetry(self, rollout_id, metadata)

    async def close(self) -> None:
        """Sends what is queued. What the receiver has not taken within 2 seconds is dropped."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        threads = [threading.Thread(target=provider.shutdown, daemon=True) for provider, _ in self._closing]
        until = time.monotonic() + _CLOSE_SEC
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(max(0.0, until - time.monotonic()))
        late = [exporter for thread, (_, exporter) in zip(threads, self._closing, strict=True) if thread.is_alive()]
        if late:
            logger.warning("the telemetry receiver did not take everything within %g s; the rest is lost", _CLOSE_SEC)
        for exporter in late:
            exporter.shutdown()


class _RolloutTelemetry(Watch):
    """One rollout: a record a status, and a span with a child for the workflow and one for the grading."""

    def __init__(self, telemetry: Telemetry, rollout_id: str, metadata: Mapping[str, Any] | None) -> None:
        identity = telemetry.identity
        run_id, run_name = run_of(metadata)
        self._telemetry = telemetry
        self._began = time.monotonic()
        self._sequence = 0
        self._who: Attributes = _present(
            {
                "rollout_id": printable(rollout_id),
                "server_id": identity.server_id,
                "server_name": identity.server_name,
                "namespace": identity.namespace,
                "run_id": run_id,
                "run_name": run_name,
            }
        )
        traced = {f"osmosis.{name}": value for name, value in self._who.items()}
        self._span = telemetry.tracer.start_span("rollout", context=Context(), attributes=traced)
        self._phase: Span | None = None
        telemetry.active.add(1)
        self._record(RolloutStatus.QUEUED)

    def _record(self, status: RolloutStatus) -> None:
        self._sequence += 1
        self._telemetry.logger.emit(
            timestamp=time.time_ns(),
            severity_number=SeverityNumber.INFO,
            severity_text="INFO",
            body=_EVENT,
            attributes={
                "event": _EVENT,
                **self._who,
                "status": status.value,
                "event_sequence": self._sequence,
            },
        )

    def moved(self, status: RolloutStatus) -> None:
        """Records the status; a phase of the work begins, and the one before it ends."""
        self._record(status)
        self._end_phase()
        if status in (RolloutStatus.RUNNING, RolloutStatus.GRADING):
            name = "workflow" if status is RolloutStatus.RUNNING else "grading"
            self._phase = self._telemetry.tracer.start_span(name, context=set_span_in_context(self._span, Context()))

    def executed(self, outcome: ExecutionOutcome) -> None:
        """The last phase ends; what follows is delivery."""
        category = outcome.result.err_category
        self._end_phase(None if category is None else category.value)

    def completed(self, result: RolloutResultResponse) -> None:
        """Records the end, closes the trace, and counts the outcome."""
        self._record(result.status)
        outcome = outcome_of_result(result)
        kind = "unknown" if outcome is None else outcome.kind.value
        error = None if outcome is None else _error_type(outcome)
        self._end_phase(error)
        self._span.set_attribute("osmosis.outcome", kind)
        if isinstance(outcome, Scored):
            self._span.set_attribute("osmosis.reward", outcome.reward)
        _end(self._span, error)
        self._telemetry.active.add(-1)
        self._telemetry.ended.add(1, {"outcome": kind})
        self._telemetry.duration.record(time.monotonic() - self._began, {"outcome": kind})

    def _end_phase(self, error: str | None = None) -> None:
        if self._phase is not None:
            _end(self._phase, error)
            self._phase = None


def _end(span: Span, error: str | None) -> None:
    """Ends a span, with the category of an error but not its message, which may quote anything."""
    if error is not None:
        span.set_attribute("error.type", error)
        span.set_status(Status(StatusCode.ERROR))
    span.end()


def _error_type(outcome: Outcome) -> str | None:
    category, _ = error_of(outcome)
    return None if category is None else category.value


def _present(values: Mapping[str, str | None]) -> Attributes:
    return {name: value for name, value in values.items() if value is not None}
