"""The published command line and ours type the same words at one platform; differences are listed with reasons."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

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
DIFFERENCES: dict[str, str] = {}
"""Calls whose results differ, each with the reason."""


def test_both_command_lines_come_to_the_same(
    us: Installation, leases_peer: Installation, tmp_path: Path, cell: Callable[[str, str, str], None]
):
    """Exit codes, error codes and the members of every result are equal, but for the differences listed."""
    cell("published and ours", "our platform", "auth, secret, rollout list, doctor")
    (tmp_path / "platform").mkdir()
    with serving_platform(tmp_path / "platform" / "data") as served:
        origin = connect_repository(served)
        published, mine = (_run_script(served, side, tmp_path / side.name, origin) for side in (leases_peer, us))
    differing = {
        " ".join(words): (theirs, ours)
        for words, theirs, ours in zip(SCRIPT, published, mine, strict=True)
        if theirs != ours
    }
    assert set(differing) <= set(DIFFERENCES), differing


def _run_script(served: Served, side: Installation, home: Path, origin: str) -> list[Any]:
    home.mkdir()
    person = Person((os.fspath(side.osmosis),), served.url, home, workspace_folder(home / "ws", origin=origin))
    token = served.token()
    return [
        _shape(person.run(*(token if word == "TOKEN" else word for word in words), KEY="value")) for words in SCRIPT
    ]


def _shape(ran: Ran) -> tuple[int, Any]:
    """Exit code, and the error's code or the members of the result, however deep, without their values."""
    return ran.code, _members(ran.document) if ran.out else ran.error["code"]


def _members(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _members(part) for key, part in value.items() if key != "next_steps_structured"}
    if isinstance(value, list):
        return [_members(part) for part in value]
    return type(value).__name__
