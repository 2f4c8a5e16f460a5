"""The library's OTLP exporters, with one word in the log when nothing arrives any more, instead of one a batch."""

from __future__ import annotations

import logging
import threading
from contextvars import ContextVar
from typing import Any

from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

__all__ = ["LogExporter", "MetricExporter", "Reach", "SpanExporter"]

logger = logging.getLogger(__name__)

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


class LogExporter(_Quiet, OTLPLogExporter):
    """Sends log records."""

    def __init__(self, reach: Reach, endpoint: str, timeout: float) -> None:
        self._reach = reach
        super().__init__(endpoint=endpoint, timeout=timeout)


class SpanExporter(_Quiet, OTLPSpanExporter):
    """Sends spans."""

    def __init__(self, reach: Reach, endpoint: str, timeout: float) -> None:
        self._reach = reach
        super().__init__(endpoint=endpoint, timeout=timeout)


class MetricExporter(_Quiet, OTLPMetricExporter):
    """Sends metrics."""

    def __init__(self, reach: Reach, endpoint: str, timeout: float) -> None:
        self._reach = reach
        super().__init__(endpoint=endpoint, timeout=timeout)
