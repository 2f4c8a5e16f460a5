"""The published command line and ours type the same words at one platform; differences are listed with reasons."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.interop import wire
from tests.interop.recorder import Recorder
from tests.interop.script import DIFFERENCES, HEADERS, SCRIPT
from tests.peers.published import Installation
from tests.platform.served import Person, Ran, Served, connect_repository, serving_platform, workspace_folder
from tests.support.certificates import make_certificate
from tests.support.proxies import free_port, running_proxy

_READY_SEC = 60


@dataclass(frozen=True)
class Outcome:
    """What one command came to: exit code, the envelope or error, warnings, and the calls on the wire."""

    code: int
    envelope: Any
    warnings: list[str]
    calls: list[dict[str, Any]]


@dataclass(frozen=True)
class Platform:
    """One server, what stands before it and keeps the calls, and what commands need to reach it."""

    served: Served
    recorder: Recorder
    origin: str
    variables: dict[str, str] = field(default_factory=dict)


@contextmanager
def _recorded(folder: Path, *, proxied: bool) -> Iterator[Platform]:
    """Within: a platform behind a recorder; with `proxied`, nginx stands before both, at https://host/prefix/."""
    folder.mkdir()
    with ExitStack() as open_:
        port = free_port()
        recorder = open_.enter_context(Recorder(f"http://127.0.0.1:{port}"))
        if not proxied:
            served = open_.enter_context(serving_platform(folder / "data", port=port, public_url=recorder.url))
            yield Platform(served, recorder, connect_repository(served))
            return
        files, outside = make_certificate(folder), free_port()
        url = f"https://127.0.0.1:{outside}/osmosis"
        settings = {"TRUSTED_PROXIES": "127.0.0.1"}
        served = open_.enter_context(serving_platform(folder / "data", port=port, public_url=url, **settings))
        inside = recorder.url.removeprefix("http://")
        where = folder / "nginx"
        open_.enter_context(
            running_proxy("nginx", prefix=True, port=outside, platform=inside, files=files, folder=where)
        )
        yield Platform(served, recorder, connect_repository(served), {"SSL_CERT_FILE": str(files.authority)})


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("proxied", [pytest.param(False, id="direct"), pytest.param(True, id="nginx-prefix")])
def test_both_command_lines_come_to_the_same(
    us: Installation, leases_peer: Installation, tmp_path: Path, cell: Callable[[str, str, str], None], proxied: bool
):
    """Exit codes, error codes, every member of every result and the calls are equal, but for the differences listed."""
    where = ", below a prefix of nginx" if proxied else ""
    cell("published and ours", "our platform", f"auth, dataset, secret, rollout list, doctor{where}")
    with _recorded(tmp_path / "platform", proxied=proxied) as platform:
        (published, theirs), (mine, our) = (
            _run_script(platform, side, tmp_path / side.name) for side in (leases_peer, us)
        )
    differing = {
        " ".join(words): f"\npublished: {theirs}\nours:      {ours}"
        for words, theirs, ours in zip(SCRIPT, published, mine, strict=True)
        if theirs != ours
    }
    assert set(differing) == set(DIFFERENCES), "".join(f"\n{words}{sides}" for words, sides in differing.items())
    if not proxied:  # a proxy writes headers of its own
        assert {name for name in theirs | our if theirs.get(name) != our.get(name)} == set(HEADERS), (theirs, our)


def test_the_script_has_sixty_commands_that_both_sides_know():
    """The comparison covers at least sixty commands; each difference is of one of them."""
    commands = [words for words in SCRIPT if not words[0].startswith("@")]
    assert len(commands) >= 60
    assert set(DIFFERENCES) <= {" ".join(words) for words in commands}


def _run_script(platform: Platform, side: Installation, home: Path) -> tuple[list[Outcome], dict[str, set[str]]]:
    """The outcome of each command, and the values of each header that was sent. Leaves no dataset behind."""
    home.mkdir()
    folder = workspace_folder(home / "ws", origin=platform.origin)
    _write_datasets(folder)
    token = platform.served.token()
    outcomes: list[Outcome] = []
    sent: dict[str, set[str]] = {}
    person = Person((os.fspath(side.osmosis),), platform.served.url, home, folder, platform.variables)
    api = httpx.Client(
        base_url=f"http://{platform.served.address}{httpx.URL(platform.served.url).path.rstrip('/')}",
        headers={"Authorization": f"Bearer {platform.served.token()}", "X-Osmosis-Workspace": "main"},
        timeout=_READY_SEC,
    )
    with api:
        for words in SCRIPT:
            if words[0] == "@ready":
                _wait_until_read(api, words[1])
                outcomes.append(Outcome(0, None, [], []))
                continue
            ran = _typed(person, words, {"TOKEN": token, "URL": platform.served.url})
            connections = platform.recorder.take_requests()
            outcomes.append(_outcome(words, _without(ran, home), wire.calls(connections)))
            for headers in wire.headers(connections):
                for name, value in headers.items():
                    sent.setdefault(name, set()).add(_masked(value.replace(side.version, "VERSION")))
        for dataset in api.get("/api/cli/datasets").json()["datasets"]:
            api.delete(f"/api/v1/workspaces/main/datasets/{dataset['id']}").raise_for_status()
    return outcomes, sent


def _typed(person: Person, words: tuple[str, ...], values: dict[str, str]) -> Ran:
    """One line of the script: variables first, then a mode other than JSON, then the command."""
    extra = {"KEY": "value"}
    rest = [values.get(word, word) for word in words]
    while rest and (found := re.fullmatch(r"([A-Z_]+)=(.*)", rest[0])):
        extra[found[1]] = values.get(found[2], found[2])
        rest = rest[1:]
    if rest[0] == "--plain":
        return person.run(*rest[1:], mode="--plain", **extra)
    return person.run(*rest, **extra)


def _wait_until_read(api: httpx.Client, name: str) -> None:
    """Waits until the platform has read the rows of a dataset, and its log is written."""
    for _ in range(_READY_SEC * 10):
        if api.get(f"/api/cli/datasets/{name}").raise_for_status().json()["status"] == "uploaded":
            return
        time.sleep(0.1)
    raise AssertionError(f"{name} was not read")


def _write_datasets(folder: Path) -> None:
    """Files of the three kinds that the script names."""
    rows = [{"user_prompt": f"{number} times 7?", "ground_truth": str(number * 7)} for number in range(9)]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    for name in ("train", "more"):
        (folder / "data" / f"{name}.jsonl").write_text(lines)
    text = "".join(f"{row['user_prompt']},{row['ground_truth']}\n" for row in rows)
    (folder / "data" / "rows.csv").write_text(f"user_prompt,ground_truth\n{text}")
    (folder / "data" / "bad.jsonl").write_text('{"question": "1"}\n')
    (folder / "data" / "notes.txt").write_text("nothing\n")


def _without(ran: Ran, home: Path) -> Ran:
    """What was printed, without the place of the test."""
    return replace(ran, **{name: getattr(ran, name).replace(os.fspath(home), "HOME") for name in ("out", "err")})


def _outcome(words: tuple[str, ...], ran: Ran, calls: list[dict[str, Any]]) -> Outcome:
    if "--plain" in words or not (ran.out.startswith("{") or "{" in ran.err):
        return Outcome(ran.code, "printed" if ran.out else "", [], calls)
    return Outcome(ran.code, members_of(ran.document if ran.out else ran.error), ran.warnings, calls)


def _masked(value: str) -> str:
    """A header's value without what differs from one request to the next."""
    return re.sub(r"(?<=Bearer ).*|(?<=127.0.0.1:)[0-9]+|^[0-9]+$", "X", value)


_VARYING = re.compile(
    r"\b[a-z]{3}_[0-9a-z]{24}|osm_[a-z]{3}_[0-9A-Za-z]+|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|\+00:00)|127\.0\.0\.1:[0-9]+"
)
_OWN_WORDS = frozenset({"message", "cli_version", "next_steps", "next_steps_structured", "prompt", "next_cursor"})
"""Members whose text each command line words itself, and a cursor, which means nothing to a client."""
_OURS_ALONE = frozenset({"hint"})
"""Members that errors of ours have beside: what to do about it."""


def members_of(value: Any) -> Any:
    """The value without ids, times and tokens; of each command line's own words no more than that they are there."""
    if isinstance(value, dict):
        return {
            key: key if key in _OWN_WORDS and part is not None else members_of(part)
            for key, part in sorted(value.items())
            if key not in _OURS_ALONE
        }
    if isinstance(value, list):
        return [members_of(part) for part in value]
    return _VARYING.sub("X", value) if isinstance(value, str) else value
