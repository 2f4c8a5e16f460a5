"""The published command line and ours type the same words at one platform; differences are listed with reasons."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.interop import wire
from tests.interop.recorder import Recorder
from tests.peers.published import Installation
from tests.platform.served import Person, Ran, Served, connect_repository, serving_platform, workspace_folder

SCRIPT: tuple[tuple[str, ...], ...] = (
    ("auth", "whoami"),
    ("auth", "login"),
    ("auth", "login", "--token", "nonsense"),
    ("auth", "login", "--token", "TOKEN"),
    ("auth", "whoami"),
    ("rollout", "list"),
    ("rollout", "list", "--branch", "main"),
    ("doctor",),
    ("secret", "list"),
    ("secret", "set", "OPENAI_API_KEY", "--env", "KEY"),
    ("secret", "set", "A", "--env", "NOT_SET"),
    ("secret", "set", "A"),
    ("--workspace", "main", "secret", "list"),
    ("--workspace", "not-mine", "secret", "list"),
    ("secret", "delete", "MISSING", "--yes"),
    ("secret", "delete", "OPENAI_API_KEY"),
    ("secret", "delete", "OPENAI_API_KEY", "--yes"),
    ("secret", "list", "--limit", "51"),
    ("auth", "logout", "--yes"),
    ("auth", "logout", "--yes"),
)
DIFFERENCES: dict[str, str] = {
    "doctor": "ours also names what `--fix` can restore and what a migration would change (`repairable`, `migration`)",
    "secret set A": "ours also takes the value by --stdin, and names that flag too",
    "secret delete OPENAI_API_KEY": "each asks in its own words; the summary is the same",
}
"""Calls that differ in something, each with the reason."""
HEADERS: dict[str, str] = {
    "accept": "ours is sent by httpx, which says that it takes anything; theirs says nothing",
    "connection": "ours keeps the connection for the next call of the command; theirs opens one for each",
}
"""Headers that only one of the two sends, or with another value, each with the reason."""


@dataclass(frozen=True)
class Outcome:
    """What one command came to: exit code, the envelope or error, warnings, and the calls on the wire."""

    code: int
    envelope: Any
    warnings: list[str]
    calls: list[dict[str, Any]]


def test_both_command_lines_come_to_the_same(
    us: Installation, leases_peer: Installation, tmp_path: Path, cell: Callable[[str, str, str], None]
):
    """Exit codes, error codes, every member of every result and the calls are equal, but for the differences listed."""
    cell("published and ours", "our platform", "auth, secret, rollout list, doctor")
    (tmp_path / "platform").mkdir()
    with serving_platform(tmp_path / "platform" / "data") as served:
        origin = connect_repository(served)
        (published, theirs), (mine, our) = (
            _run_script(served, side, tmp_path / side.name, origin) for side in (leases_peer, us)
        )
    differing = {
        " ".join(words): f"\npublished: {theirs}\nours:      {ours}"
        for words, theirs, ours in zip(SCRIPT, published, mine, strict=True)
        if theirs != ours
    }
    assert set(differing) == set(DIFFERENCES), "".join(f"\n{words}{sides}" for words, sides in differing.items())
    assert {name for name in theirs | our if theirs.get(name) != our.get(name)} == set(HEADERS), (theirs, our)


def _run_script(
    served: Served, side: Installation, home: Path, origin: str
) -> tuple[list[Outcome], dict[str, set[str]]]:
    """The outcome of each command, and the values of each header that was sent."""
    home.mkdir()
    folder = workspace_folder(home / "ws", origin=origin)
    token = served.token()
    outcomes: list[Outcome] = []
    sent: dict[str, set[str]] = {}
    with Recorder(served.url) as recorder:
        person = Person((os.fspath(side.osmosis),), recorder.url, home, folder)
        for words in SCRIPT:
            ran = person.run(*(token if word == "TOKEN" else word for word in words), KEY="value")
            connections = recorder.take_requests()
            ran = replace(ran, **{name: getattr(ran, name).replace(os.fspath(home), "HOME") for name in ("out", "err")})
            outcomes.append(_outcome(ran, wire.calls(connections)))
            for headers in wire.headers(connections):
                for name, value in headers.items():
                    sent.setdefault(name, set()).add(_masked(value.replace(side.version, "VERSION")))
    return outcomes, sent


def _outcome(ran: Ran, calls: list[dict[str, Any]]) -> Outcome:
    return Outcome(ran.code, _members(ran.document if ran.out else ran.error), ran.warnings, calls)


def _masked(value: str) -> str:
    """A header's value without what differs from one request to the next."""
    return re.sub(r"(?<=Bearer ).*|(?<=127.0.0.1:)[0-9]+|^[0-9]+$", "X", value)


_VARYING = re.compile(
    r"\b[a-z]{3}_[0-9a-z]{24}|osm_[a-z]{3}_[0-9A-Za-z]+|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|\+00:00)|127\.0\.0\.1:[0-9]+"
)
_OWN_WORDS = frozenset({"message", "cli_version", "next_steps", "next_steps_structured"})
"""Members whose text each command line words itself."""
_OURS_ALONE = frozenset({"hint"})
"""Members that errors of ours have beside: what to do about it."""


def _members(value: Any) -> Any:
    """The value without ids, times and tokens; of each command line's own words no more than that they are there."""
    if isinstance(value, dict):
        return {
            key: key if key in _OWN_WORDS else _members(part)
            for key, part in sorted(value.items())
            if key not in _OURS_ALONE
        }
    if isinstance(value, list):
        return [_members(part) for part in value]
    return _VARYING.sub("X", value) if isinstance(value, str) else value
