"""What must hold of a run that was killed, and of the same run once it is complete."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.crash.world import MARKER

__all__ = [
    "comparable",
    "differences",
    "forgotten",
    "journalled",
    "leaked",
    "lost",
    "miscounted",
    "processes_left",
    "records",
    "running",
]

Files = dict[str, str]
_VARYING = {
    *("rollout_id", "local_run_id", "session_id", "trajectory_id", "trajectory_sha256", "attempt", "resumed"),
    *("at", "completed_at", "created_at", "duration_ms", "finished_at", "started_at", "timestamp"),
    "endpoint",  # each invocation has a stub model at another port
}
_NOT_COMPARED = frozenset({"logs.txt"})
_GONE_WITHIN_SEC = 20.0


def records(path: Path) -> list[dict[str, Any]]:
    """The whole lines of a file of lines."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_bytes().split(b"\n")[:-1]]


def journalled(run: Path) -> dict[str, dict[str, Any]]:
    """The records of ended attempts, by rollout."""
    return {record["rollout_id"]: record for record in records(run / "attempts.jsonl") if record["event"] == "ended"}


def lost(run: Path, acknowledged: Mapping[str, str | None]) -> list[str]:
    """Acknowledged ends that the journal does not have as they were told."""
    ended = journalled(run)
    return [
        f"rollout {rollout_id} was acknowledged as {outcome} and the journal says {ended.get(rollout_id)}"
        for rollout_id, outcome in acknowledged.items()
        if rollout_id not in ended or ended[rollout_id]["outcome"] != outcome
    ]


def forgotten(run: Path, paid: Iterable[str]) -> list[str]:
    """Rollouts that the model was called for and that no started attempt stands for."""
    started = {record["rollout_id"] for record in records(run / "attempts.jsonl") if record["event"] == "started"}
    return [
        f"the model was called for rollout {name}, which attempts.jsonl does not have" for name in {*paid} - started
    ]


def leaked(run: Path, secret: str) -> list[str]:
    """Files of a complete run, those of lost attempts included, that hold the secret or are named after it."""
    files = (path for path in run.rglob("*") if path.is_file())
    return [
        f"{path.relative_to(run)} holds a secret"
        for path in files
        if secret in path.name or secret.encode() in path.read_bytes()
    ]


def miscounted(run: Path, rows: int, *, retried: bool = False) -> list[str]:
    """What is wrong with the counts of a complete run: one result a row, the same one everywhere, its tokens once.

    `retried`: results may have been superseded; the last event of a row counts.
    """
    found = []
    events, index, ended = records(run / "events.jsonl"), records(run / "index.jsonl"), journalled(run)
    events = _current(events) if retried else events
    for name, lines in (("events.jsonl", events), ("index.jsonl", index)):
        counted = Counter((line["row_index"], line["run_index"]) for line in lines)
        if counted != Counter((row, 0) for row in range(rows)):
            found.append(f"{name} has {dict(counted)}, not each of {rows} rows once")
    named = {(line["row_index"], line["run_index"]): line["rollout_id"] for line in events}
    if named != {(line["row_index"], line["run_index"]): line["rollout_id"] for line in index}:
        found.append("events.jsonl and index.jsonl name different rollouts")
    missing = [rollout_id for rollout_id in named.values() if rollout_id not in ended]
    if missing:
        return [*found, f"results of rollouts that attempts.jsonl does not have as ended: {missing}"]
    for line in (*events, *index):
        if line.get("tokens") != ended[line["rollout_id"]].get("tokens"):
            found.append(f"row {line['row_index']}: {line.get('tokens')} tokens, not those of its attempt")
        copy = run / "trajectories" / f"row_{line['row_index']}_run_{line['run_index']}.json"
        digest = hashlib.sha256(copy.read_bytes()).hexdigest() if copy.exists() else None
        if digest != ended[line["rollout_id"]].get("trajectory_sha256"):
            found.append(f"{copy.name} is not the trajectory of the attempt that counts")
    tokens = sum(ended[rollout_id].get("tokens") or 0 for rollout_id in named.values())
    summary = json.loads((run / "metrics.json").read_text())["summary"]
    if (summary["total_samples"], summary["tokens_used"]) != (rows, tokens):
        found.append(f"metrics.json counts {summary['total_samples']} samples and {summary['tokens_used']} tokens")
    scored = Counter((r["row_index"], r["run_index"]) for r in ended.values() if r["outcome"] in _COUNTING)
    twice = [key for key, times in scored.items() if times > 1]
    if twice and not retried:
        found.append(f"work items that were run again after their result was journalled: {twice}")
    return found


def _current(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events that count: of each work item the last one."""
    return list({(event["row_index"], event["run_index"]): event for event in events}.values())


_COUNTING = frozenset({"scored", "ungraded", "removed", "agent_failed", "grader_failed", "timed_out"})


def comparable(run: Path) -> Files:
    """A run's files as texts without identities and times; of attempts and trials only those that count."""
    counting = {event["rollout_id"]: event for event in _current(records(run / "events.jsonl"))}
    names = {rollout_id: f"row_{event['row_index']}_run_{event['run_index']}" for rollout_id, event in counting.items()}
    stable = names | {json.loads((run / "manifest.json").read_text())["local_run_id"]: "the run"}
    found: Files = {}
    for path in sorted(run.rglob("*")):
        name = path.relative_to(run).as_posix()
        if name in _NOT_COMPARED or path.is_dir():
            continue
        top, _, rest = name.partition("/")
        if top == "rollout_trials":
            trial, _, file = rest.partition("/")
            if trial not in names:
                continue  # of an attempt that was lost; it is kept, and counts for nothing
            name = f"{top}/{names[trial]}/{file}"
        found[name] = _told(path, stable)
    return found


def _told(path: Path, names: Mapping[str, str]) -> str:
    text = path.read_text(errors="replace")
    for identity, name in names.items():
        text = text.replace(identity, name)
    if path.name in ("attempts.jsonl", "events.jsonl"):
        counting = set(names.values())
        return _lines(path, text, lambda record: record.get("event") != "started" and record["rollout_id"] in counting)
    if path.suffix == ".jsonl":
        return _lines(path, text, lambda _: True)
    if path.suffix == ".json":
        return json.dumps(_steady(json.loads(text)), indent=1, sort_keys=True)
    return text


def _lines(path: Path, text: str, counts: Callable[[dict[str, Any]], bool]) -> str:
    try:
        found = [json.loads(line) for line in text.splitlines()]
    except ValueError as error:
        return f"{path} is not JSON lines: {error}"
    lines = [_steady(record) for record in found if counts(record)]
    if path.name in ("attempts.jsonl", "events.jsonl"):  # in the order in which results came
        lines.sort(key=lambda record: (record["row_index"], record["run_index"]))
    return "\n".join(json.dumps(line, sort_keys=True) for line in lines)


def _steady(value: Any) -> Any:
    """A document without what differs from run to run."""
    if isinstance(value, dict):
        return {key: _steady(part) for key, part in value.items() if key not in _VARYING}
    return [_steady(part) for part in value] if isinstance(value, list) else value


def differences(run: Files, whole: Files) -> list[str]:
    """How a resumed run differs from one never killed, file by file."""
    found = [f"{name} is there, and not in a run never killed" for name in run.keys() - whole.keys()]
    found += [f"{name} is not there" for name in whole.keys() - run.keys()]
    found += [
        f"{name} differs: {_first_difference(run[name], whole[name])}"
        for name in sorted(run.keys() & whole.keys())
        if run[name] != whole[name]
    ]
    return found


def _first_difference(one: str, other: str) -> str:
    pairs = zip([*one.splitlines(), "(its end)"], [*other.splitlines(), "(its end)"], strict=False)
    return next((f"{mine!r}, not {theirs!r}" for mine, theirs in pairs if mine != theirs), "its length")


def processes_left(case: Path) -> list[str]:
    """Processes of a case that do not end."""
    give_up = time.monotonic() + _GONE_WITHIN_SEC
    while (found := running(case)) and time.monotonic() < give_up:
        time.sleep(0.05)
    return [f"process {pid} was left running: {command}" for pid, command in found.items()]


def running(case: Path) -> dict[str, str]:
    """Processes whose environment names the case, with their command lines."""
    wanted = f"{MARKER}={case}".encode()
    found = {}
    for entry in os.scandir("/proc"):
        if entry.name.isdecimal():
            try:
                if wanted in Path(entry.path, "environ").read_bytes().split(b"\0"):
                    command = Path(entry.path, "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                    if command:  # a zombie has none
                        found[entry.name] = command
            except OSError:
                continue
    return found
