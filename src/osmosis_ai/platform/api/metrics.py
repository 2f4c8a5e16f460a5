"""Figures about requests, for Prometheus."""

from __future__ import annotations

import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

__all__ = ["RequestMetrics"]

_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class RequestMetrics:
    """Counts the requests of one application. `registry` takes further metrics of the process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "osmosis_http_requests", "Requests answered.", ("operation", "status"), registry=self.registry
        )
        self._seconds = Histogram(
            "osmosis_http_request_seconds",
            "Time to an answer.",
            ("operation",),
            buckets=_BUCKETS,
            registry=self.registry,
        )
        self._open = Gauge("osmosis_http_requests_open", "Requests being answered.", registry=self.registry)
        started = Gauge("osmosis_start_time_seconds", "When the process began to serve.", registry=self.registry)
        started.set(time.time())

    def begin(self) -> None:
        """A request has come."""
        self._open.inc()

    def end(self, operation: str, status: int, seconds: float) -> None:
        """It was answered. `operation` is an operationId or the kind of page, never a path: paths are without end."""
        self._open.dec()
        self._requests.labels(operation, str(status)).inc()
        self._seconds.labels(operation).observe(seconds)

    def text(self) -> bytes:
        """Every metric in Prometheus' text format."""
        return generate_latest(self.registry)
