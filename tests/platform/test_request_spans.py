"""OpenTelemetry: a span for each request where the environment asks, and nothing at all where it does not."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest

from osmosis_ai.platform.api.spans import RequestSpans, request_spans
from osmosis_ai.platform.app import create_platform_app
from osmosis_ai.platform.operations.running import Platform

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"


class Collector:
    """A collector of traces on loopback, as a server of its own thread."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        bodies = self.bodies

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *arguments: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def collector() -> Iterator[Collector]:
    collector = Collector()
    collector.thread.start()
    yield collector
    collector.server.shutdown()
    collector.thread.join()
    collector.server.server_close()


@pytest.fixture
def spans(collector: Collector, monkeypatch: pytest.MonkeyPatch) -> Iterator[RequestSpans]:
    pytest.importorskip("opentelemetry.exporter.otlp.proto.http")
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
    made = request_spans({"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url})
    assert made is not None
    yield made
    made.provider.shutdown()


async def test_each_request_is_a_span_with_its_id_in_the_callers_trace(
    platform: Platform, spans: RequestSpans, collector: Collector
):
    """Its name is the operation, its status that of the answer, and no token is in what is sent."""
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    transport = httpx.ASGITransport(create_platform_app(platform, spans=spans))
    token = "osm_lnk_" + "a" * 36
    async with httpx.AsyncClient(transport=transport, base_url="http://platform") as http:
        answered = await http.get("/healthz", headers={"traceparent": PARENT})
        await http.get(f"/link/{token}")
    spans.provider.force_flush()
    sent = []
    for body in collector.bodies:
        assert token.encode() not in body
        request = ExportTraceServiceRequest.FromString(body)
        sent += [span for each in request.resource_spans for scope in each.scope_spans for span in scope.spans]
    found = {attribute.key: attribute.value for attribute in sent[0].attributes}
    assert len(sent) == 2
    assert sent[0].trace_id.hex() == TRACE
    assert found["osmosis.request_id"].string_value == answered.headers["x-request-id"]
    assert found["http.response.status_code"].int_value == answered.status_code


@pytest.mark.parametrize(
    "environment", [{}, {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_SDK_DISABLED": "true"}]
)
def test_nothing_is_sent_unless_the_environment_asks(environment: dict[str, str]):
    """Without an endpoint, or where OpenTelemetry is switched off."""
    assert request_spans(environment) is None


def test_nothing_of_it_is_imported_unless_the_environment_asks():
    """The application and its spans are there, and not one module of OpenTelemetry."""
    code = (
        "import sys, osmosis_ai.platform.app as app; app.request_spans({});"
        " print([name for name in sys.modules if name.startswith('opentelemetry')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
