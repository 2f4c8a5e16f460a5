"""Reporting how rollouts go, to whatever the environment asks for; to nothing by default."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Self

from osmosis_ai.rollout.observability.watch import UNWATCHED, Observer, Watch
from osmosis_ai.rollout.types import ExecutionOutcome, RolloutResultResponse, RolloutStatus

__all__ = ["ENDPOINT_VARIABLE", "Observers"]

logger = logging.getLogger(__name__)

ENDPOINT_VARIABLE = "OSMOSIS_ROLLOUT_OTLP_ENDPOINT"


class Observers:
    """What the environment asks for, from the start of a server to its end; before and after, nothing is watched."""

    def __init__(self) -> None:
        self._observers: list[Observer] = []

    async def __aenter__(self) -> Self:
        endpoint = os.environ.get(ENDPOINT_VARIABLE, "").strip()
        telemetry = _telemetry(endpoint) if endpoint else None
        if telemetry is not None:
            self._observers.append(telemetry)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        observers, self._observers = self._observers, []
        for observer in observers:
            try:
                await observer.close()
            except Exception:
                logger.warning("%s was not closed cleanly", type(observer).__name__, exc_info=True)

    def watch(self, rollout_id: str, metadata: Mapping[str, Any] | None) -> Watch:
        """The watch over a rollout that has just been admitted. Never raises, nor do the methods of the watch."""
        if not self._observers:
            return UNWATCHED
        watches = []
        for observer in self._observers:
            try:
                watches.append(observer.watch(rollout_id, metadata))
            except Exception:
                logger.warning("rollout %r is not watched by %s", rollout_id, type(observer).__name__, exc_info=True)
        return _Watches(rollout_id, watches)


class _Watches(Watch):
    """Several watches; one that fails is dropped."""

    def __init__(self, rollout_id: str, watches: list[Watch]) -> None:
        self._rollout_id = rollout_id
        self._watches = watches

    def _each(self, report: Callable[[Watch], None]) -> None:
        for watch in list(self._watches):
            try:
                report(watch)
            except Exception:
                self._watches.remove(watch)
                logger.warning(
                    "rollout %r is no longer watched by %s", self._rollout_id, type(watch).__name__, exc_info=True
                )

    def moved(self, status: RolloutStatus) -> None:
        self._each(lambda watch: watch.moved(status))

    def executed(self, outcome: ExecutionOutcome) -> None:
        self._each(lambda watch: watch.executed(outcome))

    def completed(self, result: RolloutResultResponse) -> None:
        self._each(lambda watch: watch.completed(result))
        self._watches.clear()


def _telemetry(endpoint: str) -> Observer | None:
    try:
        from osmosis_ai.rollout.observability.telemetry import Telemetry, TelemetryEndpointError, otlp_endpoint
    except ImportError as error:
        logger.warning(
            "no telemetry is sent: %s is set, but OpenTelemetry is not installed (%s). "
            "Install the extra `telemetry`: pip install 'osmosis-ai[telemetry]'.",
            ENDPOINT_VARIABLE,
            error,
        )
        return None
    try:
        return Telemetry(otlp_endpoint(endpoint))
    except TelemetryEndpointError as error:
        logger.warning("no telemetry is sent: %s %s", ENDPOINT_VARIABLE, error)
    except Exception:
        logger.warning("no telemetry is sent: OpenTelemetry did not start", exc_info=True)
    return None
