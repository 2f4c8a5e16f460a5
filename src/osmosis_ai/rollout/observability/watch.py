"""Who is told how a rollout goes: nobody, or what the environment asked for."""

from __future__ import annotations

import logging
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from osmosis_ai.rollout.context import RolloutContext
from osmosis_ai.rollout.types import ExecutionOutcome, ExecutionResult, RolloutResultResponse, RolloutStatus

__all__ = ["ENDPOINT_VARIABLE", "PREVIEW_ROOT_VARIABLE", "UNWATCHED", "Observer", "Observers", "Watch"]

logger = logging.getLogger(__name__)

ENDPOINT_VARIABLE = "OSMOSIS_ROLLOUT_OTLP_ENDPOINT"
PREVIEW_ROOT_VARIABLE = "_OSMOSIS_ROLLOUT_PREVIEW_ROOT"


class Watch:
    """Told what becomes of one rollout, from its admission on; this one does nothing with it.

    Every method is called on the server's loop and must return at once.
    """

    preview_path: Path | None = None

    def moved(self, status: RolloutStatus) -> None:
        """The rollout, still live, has a new status."""

    def workflow_done(self, result: ExecutionResult) -> None:
        """The workflow has succeeded; grading may follow."""

    def executed(self, outcome: ExecutionOutcome) -> None:
        """The backend has given its outcome; saving and delivery follow."""

    def settled(self, result: RolloutResultResponse) -> None:
        """The rollout has ended; nothing is called after this."""

    def following(self, context: RolloutContext, messages: Sequence[Any]) -> AbstractContextManager[None]:
        """Entered around the execution; `messages` is the conversation that the rollout begins with."""
        return nullcontext()


UNWATCHED = Watch()


class Observer(ABC):
    """Watches all rollouts of a server."""

    @abstractmethod
    def watch(self, rollout_id: str, metadata: Mapping[str, Any] | None, secrets: Sequence[str]) -> Watch:
        """What to tell about a rollout that has just been admitted. `secrets` must not be told to anyone."""

    @abstractmethod
    async def close(self) -> None:
        """Hands on what is still to be told, within a few seconds, and lets go of everything."""


class Observers:
    """What the environment asks for, from the start of a server to its end; before and after, nothing is watched."""

    def __init__(self) -> None:
        self._observers: list[Observer] = []

    async def __aenter__(self) -> Self:
        makers: list[tuple[str, Callable[[str], Observer | None]]] = [
            (PREVIEW_ROOT_VARIABLE, _previews),
            (ENDPOINT_VARIABLE, _telemetry),
        ]
        for variable, make in makers:
            value = os.environ.get(variable, "").strip()
            observer = make(value) if value else None
            if observer is not None:
                self._observers.append(observer)
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

    def watch(self, rollout_id: str, metadata: Mapping[str, Any] | None, secrets: Iterable[str | None]) -> Watch:
        """The watch over a rollout that has just been admitted. Never raises, nor do the methods of the watch."""
        if not self._observers:
            return UNWATCHED
        known = [secret for secret in secrets if secret]
        watches = []
        for observer in self._observers:
            try:
                watches.append(observer.watch(rollout_id, metadata, known))
            except Exception:
                logger.warning("rollout %r is not watched by %s", rollout_id, type(observer).__name__, exc_info=True)
        return _Watches(rollout_id, watches)


class _Watches(Watch):
    """Several watches; one that fails is not told any more."""

    def __init__(self, rollout_id: str, watches: list[Watch]) -> None:
        self._rollout_id = rollout_id
        self._watches = watches
        self.preview_path = next((watch.preview_path for watch in watches if watch.preview_path is not None), None)

    def _tell(self, tell: Callable[[Watch], None]) -> None:
        for watch in list(self._watches):
            try:
                tell(watch)
            except Exception:
                self._watches.remove(watch)
                logger.warning(
                    "rollout %r is no longer watched by %s", self._rollout_id, type(watch).__name__, exc_info=True
                )

    def moved(self, status: RolloutStatus) -> None:
        self._tell(lambda watch: watch.moved(status))

    def workflow_done(self, result: ExecutionResult) -> None:
        self._tell(lambda watch: watch.workflow_done(result))

    def executed(self, outcome: ExecutionOutcome) -> None:
        self._tell(lambda watch: watch.executed(outcome))

    def settled(self, result: RolloutResultResponse) -> None:
        self._tell(lambda watch: watch.settled(result))
        self._watches.clear()

    def following(self, context: RolloutContext, messages: Sequence[Any]) -> AbstractContextManager[None]:
        for watch in self._watches:
            if watch.preview_path is not None:  # previews alone look inside a rollout
                return watch.following(context, messages)
        return nullcontext()


def _previews(root: str) -> Observer | None:
    from osmosis_ai.rollout.observability.preview_files import PreviewRoot, PreviewRootError
    from osmosis_ai.rollout.observability.previews import Previews

    try:
        return Previews(PreviewRoot(root))
    except PreviewRootError as error:
        logger.warning("no live previews are written: %s=%r %s", PREVIEW_ROOT_VARIABLE, root, error)
        return None


def _telemetry(endpoint: str) -> Observer | None:
    from osmosis_ai.rollout.observability.telemetry_settings import TelemetryEndpointError, otlp_endpoint

    try:
        base = otlp_endpoint(endpoint)
        from osmosis_ai.rollout.observability.telemetry import Telemetry

        return Telemetry(base)
    except TelemetryEndpointError as error:
        logger.warning("no telemetry is sent: %s %s", ENDPOINT_VARIABLE, error)
    except ImportError as error:
        logger.warning(
            "no telemetry is sent: %s is set, but OpenTelemetry is not installed (%s). "
            "Install the extra `telemetry`: pip install 'osmosis-ai[telemetry]'.",
            ENDPOINT_VARIABLE,
            error,
        )
    except Exception:
        logger.warning("no telemetry is sent: OpenTelemetry did not start", exc_info=True)
    return None
