"""A span for each request, where the environment asks for OpenTelemetry; otherwise nothing of it is imported."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from osmosis_ai import __version__
from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.platform.api.context import RequestContext

__all__ = ["RequestSpans", "request_spans"]

_ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
_SERVICE = "osmosis-platform"
_SERVER_ERROR = 500


class RequestSpans:
    """Sends a span of each request, in the trace that the caller named by `traceparent`."""

    def __init__(self, provider: Any) -> None:
        from opentelemetry.trace import SpanKind, Status, StatusCode
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        self.provider = provider
        self._tracer = provider.get_tracer(_SERVICE, __version__)
        self._kind = SpanKind.SERVER
        self._failed = Status(StatusCode.ERROR)
        self._propagator = TraceContextTextMapPropagator()

    def record(self, context: RequestContext, method: str, status: int, seconds: float) -> None:
        """A request was answered. Its path is that of the log: without tokens."""
        ended = time.time_ns()
        name = context.operation_id or method
        parent = self._propagator.extract(dict(context.headers))
        attributes = {
            "http.request.method": method,
            "http.response.status_code": status,
            "url.path": context.path,
            "client.address": context.origin.address or "",
            "osmosis.request_id": context.request_id,
        }
        span = self._tracer.start_span(
            name, parent, kind=self._kind, attributes=attributes, start_time=ended - int(seconds * 1e9)
        )
        if status == 0 or status >= _SERVER_ERROR:
            span.set_status(self._failed)
        span.end(ended)


def request_spans(environment: Mapping[str, str]) -> RequestSpans | None:
    """What the environment asks for: None unless it names an endpoint of the OTLP protocol over HTTP.

    Endpoint, headers, service name and sampling are those of OpenTelemetry's own variables. Raises OsmosisError where
    its packages are missing.
    """
    if not any(environment.get(name) for name in _ENDPOINTS):
        return None
    if environment.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return None
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise OsmosisError(
            "The environment asks for OpenTelemetry, whose packages are not installed.",
            hint="pip install 'osmosis-ai[telemetry]', or unset OTEL_EXPORTER_OTLP_ENDPOINT.",
        ) from None
    name = environment.get("OTEL_SERVICE_NAME") or _SERVICE
    provider = TracerProvider(resource=Resource.create({"service.name": name, "service.version": __version__}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return RequestSpans(provider)
