"""Structured logs: one line an event, with the id of the request it belongs to, and without any token."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, Literal, TextIO

import structlog

from osmosis_ai.platform.access.tokens import TOKEN_PATTERN

__all__ = ["configure_logs"]

_TOKEN = re.compile(TOKEN_PATTERN)
_QUIET = ("hypercorn.access", "aiosqlite", "alembic", "sqlalchemy.engine")


def configure_logs(
    form: Literal["json", "console"], stream: TextIO | None = None, *, level: int = logging.INFO
) -> None:
    """Sends what structlog and the standard library log to a stream, stderr if left out, in one form."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
        _without_tokens,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    renderer: Any = (
        structlog.processors.JSONRenderer() if form == "json" else structlog.dev.ConsoleRenderer(colors=False)
    )
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, _without_tokens, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def _without_tokens(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Replaces whatever has the form of a token, in texts at any depth."""
    for key, value in event.items():
        event[key] = _clean(value)
    return event


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return _TOKEN.sub("[REDACTED]", value)
    if isinstance(value, dict):
        return {key: _clean(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(inner) for inner in value]
    return value
