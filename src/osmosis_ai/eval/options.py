"""What the user asked of `eval run`, and which of it goes together."""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.variables import SERVER_KEY

__all__ = ["EvalOptions", "TunnelProgram"]

type TunnelProgram = Literal["cloudflared"]

_PORTS = range(1, 65536)
_MOST_IN_FLIGHT = 1_000_000
_STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalOptions:
    """The command line of an evaluation. Paths are as given, relative to the current directory.

    `rows_from` is a run's name or path, with or without `:failed`, `:not-passed` or `:pending` after it.
    `secrets_file` is a path, or `-` for standard input; `max_cost` is in US dollars, `fail_under` a rate from 0 to 1.
    """

    config: Path
    name: str | None = None
    output: Path | None = None
    dataset_file: Path | None = None
    column_map: tuple[str, ...] = ()
    """`COLUMN=NAME`: columns of the dataset that are read by another name."""
    rows: str | None = None
    rows_from: str | None = None
    max_in_flight: int | None = None
    fresh: bool = False
    retry_failed: bool = False
    allow_endpoint_change: bool = False
    secrets_file: str | None = None
    rollout_url: str | None = None
    rollout_port: int | None = None
    listener_port: int | None = None
    advertise_url: str | None = None
    tunnel: TunnelProgram | None = None
    fail_under: float | None = None
    fail_on_error: bool = False
    max_cost: float | None = None
    max_tokens: int | None = None

    def check(self) -> None:
        """Raises OsmosisError for the first option that cannot be, by itself or together with another."""
        for problem, hint in self._problems():
            raise OsmosisError(problem, hint=hint)

    @property
    def secrets_on_stdin(self) -> bool:
        """True when the secrets come on standard input."""
        return self.secrets_file == _STANDARD_INPUT

    @property
    def rollout_server(self) -> str | None:
        """The address of the server that runs already, as it is recorded; None where one is started."""
        return None if self.rollout_url is None else self.rollout_url.rstrip("/")

    @property
    def asks_insecurely(self) -> bool:
        """True when the rollout server is asked over plain HTTP on an address that is not this machine's."""
        return self.rollout_url is not None and _is_plain(self.rollout_url)

    @property
    def advertises_insecurely(self) -> bool:
        """True when rollouts are sent to the model over plain HTTP on an address that is not this machine's."""
        return self.advertise_url is not None and _is_plain(self.advertise_url)

    def _problems(self) -> Iterator[tuple[str, str]]:
        if self.fresh and self.name is None:
            yield "--fresh archives an earlier run and needs to know which", "Add --name NAME, or leave --fresh out."
        if self.fresh and self.retry_failed:
            yield (
                "--fresh starts a new run, so there is nothing for --retry-failed to retry",
                "Use --retry-failed to keep the results that are there, or --fresh to keep none.",
            )
        if self.retry_failed and self.name is None:
            yield "--retry-failed needs the run whose failed rows to retry", "Add --name NAME."
        if self.rows is not None and self.rows_from is not None:
            yield (
                "--rows and --rows-from both say which rows to run",
                "Give one of them. `osmosis eval info RUN` prints row numbers for --rows.",
            )
        yield from self._network_problems()
        if self.fail_under is not None and not 0 <= self.fail_under <= 1:
            yield (
                f"--fail-under {self.fail_under:g} is not a rate",
                "Give the lowest pass rate that will do, from 0 to 1.",
            )
        if self.max_cost is not None and not (self.max_cost > 0 and math.isfinite(self.max_cost)):
            yield f"--max-cost {self.max_cost:g} is not a budget", "Give an amount in US dollars above 0, such as 2.50."
        if self.max_in_flight is not None and self.max_in_flight > _MOST_IN_FLIGHT:
            yield (
                f"--max-in-flight {self.max_in_flight} is more than {_MOST_IN_FLIGHT:,} rollouts at a time",
                "Give a smaller number, or leave it out for as many as the rollout server takes.",
            )
        if self.max_tokens is not None and self.max_tokens < 1:
            yield f"--max-tokens {self.max_tokens} is not a budget", "Give a number of tokens above 0."

    def _network_problems(self) -> Iterator[tuple[str, str]]:
        for option, port in (("--rollout-port", self.rollout_port), ("--listener-port", self.listener_port)):
            if port is not None and port not in _PORTS:
                yield f"{option} {port} is not a port", "Give a number from 1 to 65535, or leave it out for a free one."
        if self.rollout_port is not None and self.rollout_port == self.listener_port:
            yield (
                f"--rollout-port and --listener-port are both {self.rollout_port}",
                "Give the rollout server and the model listener a port each.",
            )
        yield from self._server_problems()
        if self.advertise_url is None:
            return
        if self.tunnel is not None:
            yield (
                "--advertise-url and --tunnel both say where rollouts reach the model",
                "Use --tunnel to have an address made, or --advertise-url for one you have.",
            )
        if self.listener_port is None:
            yield (
                "--advertise-url needs to know which port of this machine it leads to",
                "Add --listener-port PORT, the port your address forwards to.",
            )
        problem = _url_problem(self.advertise_url)
        if problem is not None:
            yield f"--advertise-url {self.advertise_url!r} {problem}", "Write it like https://models.example.com."

    def _server_problems(self) -> Iterator[tuple[str, str]]:
        if self.rollout_url is None:
            return
        problem = _url_problem(self.rollout_url)
        if problem is not None:
            yield (
                f"--rollout-url {_without_password(self.rollout_url)!r} {problem}",
                (f"Write it like http://127.0.0.1:8000; a key goes into {SERVER_KEY}."),
            )
        if self.rollout_port is not None:
            yield (
                "--rollout-port is for a server that is started, and --rollout-url names one that runs",
                "Leave one of them out.",
            )
        here = _is_loopback(urlsplit(self.rollout_url).hostname or "")
        if problem is None and not here and self.advertise_url is None and self.tunnel is None:
            yield (
                "--rollout-url leads to another machine, and rollouts there cannot reach the model at 127.0.0.1",
                "Add --tunnel cloudflared, or --advertise-url with an address that leads to this machine.",
            )


def _url_problem(url: str) -> str | None:
    """What keeps a text from being the base of an HTTP address; None if nothing does."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return "is not a URL"
    if parts.scheme not in {"http", "https"}:
        return "does not begin with http:// or https://"
    if not parts.hostname:
        return "has no host"
    if any(character.isspace() for character in url):
        return "has a space in it"
    if parts.query or parts.fragment or url.endswith(("?", "#")):
        return "has a query or a fragment"
    if parts.username is not None:
        return "has a name or a password in it"
    return None


def _is_plain(url: str) -> bool:
    """True for plain HTTP to an address that is not this machine's."""
    parts = urlsplit(url)
    return parts.scheme == "http" and not _is_loopback(parts.hostname or "")


def _without_password(url: str) -> str:
    """The address as it may be shown: what stands before an @ may be a secret."""
    return f"...@{url.rpartition('@')[2]}" if "@" in url else url


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
