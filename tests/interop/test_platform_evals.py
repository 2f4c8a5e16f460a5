"""Managed evaluations by the published command line and by ours, at one platform; differences have reasons."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.interop.eval_script import DIFFERENCES, SCRIPT
from tests.interop.test_platform_commands import Outcome, members_of
from tests.peers.published import Installation
from tests.peers.workspace import MAIN
from tests.platform.managed import CANARY, Managed, managed_platform
from tests.platform.served import Person, Ran, workspace_folder

_CONFIG = """\
[experiment]
rollout = "{rollout}"
entrypoint = "main.py"
model_path = "openai/stub"
dataset = "{dataset}"
[evaluation]
limit = {limit}
[env]
OPENAI_BASE_URL = "{url}"
[secrets]
required = ["OPENAI_API_KEY", "{secret}"]
"""
_CONFIGS: dict[str, dict[str, Any]] = {
    "echo": {},
    "sleeping": {"limit": 4},
    "no-rollout": {"rollout": "nothing"},
    "no-dataset": {"dataset": "nothing"},
    "no-secret": {"secret": "NOBODY_HAS_IT"},
}
_RUN_ID = re.compile(r"\b[0-9a-f]{32}\b")
_MEASURED = frozenset(
    {
        "duration_ms",
        "total_duration_ms",
        "duration_seconds",
        "bytes",
        "bytes_downloaded",
        "total_bytes",
        "size",
        "timestamp",
        "message",
        "step",
        "output",
    }
)
"""Members that differ from one run to the next, and texts of a run's log."""


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_both_command_lines_come_to_the_same_about_evaluations(
    us: Installation, leases_peer: Installation, tmp_path: Path, cell: Callable[[str, str, str], None]
):
    """Exit codes, error codes and every member of every result are equal, but for the differences listed.

    `eval list` of ours shows this machine's runs, and with `--managed`, which is typed here, those of the platform; of
    these each side's own are compared, for the one that types second finds those of the first too.
    Each side warns of its own checks of the code before a submission: warnings are not compared.
    """
    cell("published and ours", "our platform", "eval submit, list, info, logs, download, retry, stop")
    with managed_platform(tmp_path / "platform") as managed:
        managed.dataset("words", [("say 0", "0"), ("raise", "1"), ("say 2", "2"), ("sleep 60", "3")])
        published, mine = (_run_script(managed, side, tmp_path / side.name) for side in (leases_peer, us))
    differing = {
        " ".join(words): f"\npublished: {theirs}\nours:      {ours}"
        for words, theirs, ours in zip(SCRIPT, published, mine, strict=True)
        if theirs != ours
    }
    assert set(differing) == set(DIFFERENCES), "".join(f"\n{words}{sides}" for words, sides in differing.items())


def _run_script(managed: Managed, side: Installation, home: Path) -> list[Outcome]:
    home.mkdir()
    connected = managed.get("/api/v1/workspaces/main/git")["repo_full_name"]
    folder = workspace_folder(home / "ws", origin=f"https://github.com/{connected}.git")
    (folder / "rollouts" / "echo").mkdir()
    (folder / "rollouts" / "echo" / "main.py").write_text(
        MAIN
    )  # which both can import; the platform runs what was pushed
    usual = {"rollout": "echo", "dataset": "words", "limit": 2, "secret": "OTHER_KEY", "url": managed.policy.base_url}
    for name, changed in _CONFIGS.items():
        (folder / "configs" / "eval" / f"{name}.toml").write_text(_CONFIG.format_map({**usual, **changed}))
    variables = {"OPENAI_API_KEY": managed.policy.api_key, "OTHER_KEY": CANARY}
    person = Person((os.fspath(side.osmosis),), managed.served.url, home, folder, variables)
    token, run, outcomes = managed.served.token(), "", []
    submitted: set[str] = set()
    for words in SCRIPT:
        if words[0].startswith("@"):
            _wait(managed, run, words[0])
            outcomes.append(Outcome(0, None, [], []))
            continue
        typed = [{"NAME": run, "TOKEN": token}.get(word, word.replace("FOLDER", os.fspath(folder))) for word in words]
        if words == ("eval", "list") and side.name == "ours":
            typed.append("--managed")
        plain = typed[0] == "--plain"
        ran = person.run(*typed[1:], mode="--plain") if plain else person.run(*typed)
        if ran.code == 0 and not plain and ran.document.get("operation") == "eval.submit":
            run = ran.document["resource"]["name"]
            submitted.add(run)
        if words == ("eval", "list"):
            ran = _only(ran, submitted)
        outcomes.append(_outcome(_without(ran, {os.fspath(home): "HOME", run or "NAME": "NAME"}), plain=plain))
    return outcomes


def _only(ran: Ran, names: set[str]) -> Ran:
    """A list of runs without those of other people."""
    found = ran.document
    items = [item for item in found["items"] if item["name"] in names]
    others = len(found["items"]) - len(items)
    return replace(ran, out=json.dumps({**found, "items": items, "total_count": found["total_count"] - others}))


def _wait(managed: Managed, run: str, what: str) -> None:
    if not run:
        return  # nothing was submitted, which the comparison shows
    if what == "@running":
        managed.wait_for_results(run, 3)
    else:
        managed.wait(run, "finished", "failed", "stopped")


def _without(ran: Ran, places: dict[str, str]) -> Ran:
    out, err = ran.out, ran.err
    for text, shown in places.items():
        out, err = out.replace(text, shown), err.replace(text, shown)
    return replace(ran, out=out, err=err)


def _outcome(ran: Ran, *, plain: bool) -> Outcome:
    if plain or not (ran.out.startswith("{") or "{" in ran.err):
        return Outcome(ran.code, "printed" if ran.out else "", [], [])
    return Outcome(ran.code, _unmeasured(members_of(ran.document if ran.out else ran.error)), [], [])


def _unmeasured(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: key if key in _MEASURED else _unmeasured(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_unmeasured(part) for part in value]
    return _RUN_ID.sub("X", value) if isinstance(value, str) else value
