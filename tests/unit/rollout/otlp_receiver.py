"""A receiver of OTLP over HTTP on loopback, which keeps what it is sent, as OpenTelemetry's own messages."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route


@dataclass
class Receiver:
    """What has arrived."""

    endpoint: str = ""
    batches: list[int] = field(default_factory=list)
    records: list[Any] = field(default_factory=list)
    spans: list[Any] = field(default_factory=list)
    metrics: dict[str, Any] = field(default_factory=dict)
    resources: list[dict[str, Any]] = field(default_factory=list)
    status: int = 200

    @property
    def ownership(self) -> list[dict[str, Any]]:
        """The attributes of every log record, in order of arrival."""
        return [attributes(record) for record in self.records]

    def points(self, name: str) -> dict[str, Any]:
        """The latest points of a metric by the outcome they are about."""
        metric = self.metrics[name]
        points = getattr(metric, metric.WhichOneof("data")).data_points
        return {attributes(point).get("outcome", ""): point for point in points}

    async def logs(self, request: Request) -> Response:
        message = ExportLogsServiceRequest.FromString(await request.body())
        for resource in message.resource_logs:
            self.resources.append(attributes(resource.resource))
            for scope in resource.scope_logs:
                self.batches.append(len(scope.log_records))
                self.records += scope.log_records
        return Response(status_code=self.status)

    async def traces(self, request: Request) -> Response:
        for resource in ExportTraceServiceRequest.FromString(await request.body()).resource_spans:
            self.resources.append(attributes(resource.resource))
            self.spans += [span for scope in resource.scope_spans for span in scope.spans]
        return Response(status_code=self.status)

    async def figures(self, request: Request) -> Response:
        for resource in ExportMetricsServiceRequest.FromString(await request.body()).resource_metrics:
            self.resources.append(attributes(resource.resource))
            self.metrics |= {metric.name: metric for scope in resource.scope_metrics for metric in scope.metrics}
        return Response(status_code=self.status)


def attributes(holder: Any) -> dict[str, Any]:
    """The attributes of a message as plain values."""
    return {entry.key: getattr(entry.value, entry.value.WhichOneof("value")) for entry in holder.attributes}


@contextlib.contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver that answers, in a thread of its own."""
    receiver = Receiver()
    app = Starlette(
        routes=[
            Route("/otlp/v1/logs", receiver.logs, methods=["POST"]),
            Route("/otlp/v1/traces", receiver.traces, methods=["POST"]),
            Route("/otlp/v1/metrics", receiver.figures, methods=["POST"]),
        ]
    )
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning", lifespan="off"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.01)
    receiver.endpoint = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/otlp"
    try:
        yield receiver
    finally:
        server.should_exit = True
        thread.join()


@contextlib.contextmanager
def silent() -> Iterator[str]:
    """The endpoint of a receiver that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


def nobody() -> str:
    """An endpoint where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return f"http://127.0.0.1:{listener.getsockname()[1]}"
