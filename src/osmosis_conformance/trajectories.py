"""Trajectory files: that they fit their schema, and the rules between members that it cannot say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from osmosis_conformance.documents import faults
from osmosis_conformance.observed import parsed
from osmosis_conformance.run import Result

__all__ = ["check_files", "rule_faults"]

_LARGEST_BYTES = 1 << 30


def check_files(names: Sequence[str]) -> list[Result]:
    """A result for each file, in the order given."""
    return [_checked(name) for name in names]


def _checked(name: str) -> Result:
    clauses, title = ("TRAJECTORY-1",), "A trajectory fits its schema and its rules."
    try:
        path = Path(name)
        if path.stat().st_size > _LARGEST_BYTES:
            return Result(name, clauses, "failed", title, message="the file is larger than 1 GiB")
        document = parsed(path.read_text(encoding="utf-8"))
    except OSError as error:
        return Result(name, clauses, "failed", title, message=f"it cannot be read: {error.strerror or error}")
    except UnicodeDecodeError as error:
        return Result(name, clauses, "failed", title, message=f"it is not UTF-8: {error.reason} at byte {error.start}")
    if document is None:
        return Result(name, clauses, "failed", title, message="it is not JSON; NaN and infinities are none either")
    problem = faults("Trajectory", document)
    problems = [problem] if problem else list(rule_faults(document))
    return Result(name, clauses, "failed" if problems else "passed", title, message="; ".join(problems[:10]) or None)


def rule_faults(document: Any, at: str = "") -> Iterator[str]:
    """What is wrong with a trajectory that fits its schema: the numbering of steps, and results without a call."""
    for index, step in enumerate(document["steps"]):
        where = f"{at}/steps/{index}"
        if step["step_id"] != index + 1:
            yield f"{where}/step_id: expected {index + 1}, steps are numbered from 1 without gaps"
        known = {call["tool_call_id"] for call in step.get("tool_calls") or ()}
        for number, result in enumerate((step.get("observation") or {}).get("results", ())):
            source = result.get("source_call_id")
            if source is not None and source not in known:
                yield f"{where}/observation/results/{number}: {source!r} is no tool call of this step"
    for index, inner in enumerate(document.get("subagent_trajectories") or ()):
        yield from rule_faults(inner, f"{at}/subagent_trajectories/{index}")
