"""What telemetry is sent where, and under whose name; free of OpenTelemetry itself."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlsplit

from osmosis_ai.rollout.server.handlers import INSTANCE_ID_VARIABLE

__all__ = ["Identity", "TelemetryEndpointError", "otlp_endpoint", "printable", "run_of"]

_LONGEST = 512


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
    return "".join(filter(str.isprintable, value[: 4 * _LONGEST]))[:_LONGEST] or None


@dataclass(frozen=True, slots=True)
class Identity:
    """Which server speaks."""

    server_id: str | None
    server_name: str | None
    namespace: str | None

    @classmethod
    def of_environment(cls, environ: Mapping[str, str] | None = None) -> Self:
        """The identity that the variables give; the host's name where none names the server."""
        variables = os.environ if environ is None else environ
        server_id = variables.get("OSMOSIS_ROLLOUT_SERVER_ID") or variables.get(INSTANCE_ID_VARIABLE)
        return cls(
            server_id=printable(server_id or socket.gethostname()),
            server_name=printable(variables.get("_OSMOSIS_ROLLOUT_NAME")),
            namespace=printable(variables.get("OSMOSIS_ROLLOUT_NAMESPACE")),
        )


def run_of(metadata: Mapping[str, Any] | None) -> tuple[str | None, str | None]:
    """The id and the name of the run that a rollout belongs to, out of its metadata's `osmosis_observability`."""
    found = None if metadata is None else metadata.get("osmosis_observability")
    if not isinstance(found, Mapping):
        return None, None
    return printable(found.get("run_id")), printable(found.get("run_name"))
