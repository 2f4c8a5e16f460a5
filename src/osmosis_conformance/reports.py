"""What is told of a run: text for people, JUnit for continuous integration, JSON for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from osmosis_conformance import version
from osmosis_conformance.run import Result

__all__ = ["Report", "line_of", "summary", "write_json", "write_junit"]

_MARKS = {"passed": "ok", "failed": "FAILED", "skipped": "skipped", "inconclusive": "INCONCLUSIVE"}
_LONGEST_TEXT = 2000
_MOST_SHOWN = 20
_CONTROLS = {number: "\ufffd" for number in range(32) if number not in (9, 10, 13)} | {
    0xFFFE: "\ufffd",
    0xFFFF: "\ufffd",
}


@dataclass(frozen=True, slots=True)
class Report:
    """A run that has ended."""

    kind: str
    target: str
    seed: int
    features: Sequence[str]
    duration_sec: float
    results: Sequence[Result]

    @property
    def ok(self) -> bool:
        """Whether every result is as it should be."""
        return all(result.ok for result in self.results)

    def to_wire(self) -> dict[str, Any]:
        """A `ConformanceReport`."""
        return {
            "kind": self.kind,
            "target": self.target,
            "version": version(),
            "seed": self.seed,
            "features": sorted(self.features),
            "duration_sec": round(self.duration_sec, 3),
            "ok": self.ok,
            "results": [_wire(result) for result in self.results],
        }


def _wire(result: Result) -> dict[str, Any]:
    found: dict[str, Any] = {"case": result.case, "clauses": list(result.clauses), "verdict": result.verdict}
    if result.dialect is not None:
        found["dialect"] = result.dialect
    if result.known:
        found["known"] = True
    if result.message:
        found["message"] = result.message
    found["duration_sec"] = result.duration_sec
    if result.exchange and result.verdict not in ("passed", "skipped"):
        found["exchange"] = result.exchange
    return found


def write_json(report: Report, path: Path) -> None:
    """Writes a `ConformanceReport`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(report.to_wire(), indent=1) + "\n", encoding="utf-8")


def write_junit(report: Report, path: Path) -> None:
    """Writes JUnit's XML, a test case for each result."""
    counts = Counter(result.verdict for result in report.results)
    bad = sum(not result.ok for result in report.results)
    suite = ElementTree.Element(
        "testsuite", name=f"osmosis conformance {report.kind}", tests=str(len(report.results)), failures=str(bad),
        errors="0", skipped=str(counts["skipped"]), time=f"{report.duration_sec:.3f}",
    )  # fmt: skip
    for result in report.results:
        group, _, name = result.case.partition(".")
        case = ElementTree.SubElement(
            suite, "testcase", classname=f"{report.kind}.{group}", name=name or group, time=f"{result.duration_sec:.3f}"
        )
        text = (result.message or "").translate(_CONTROLS)
        if result.verdict == "skipped" or (result.known and result.ok):
            ElementTree.SubElement(case, "skipped", message=text[:_LONGEST_TEXT] or "known to fail")
        elif not result.ok:
            why = "a known failure passed" if result.verdict == "passed" else text
            failure = ElementTree.SubElement(case, "failure", message=why[:_LONGEST_TEXT])
            failure.text = "\n".join([f"clauses: {', '.join(result.clauses)}", *_exchange(result)]).translate(_CONTROLS)
    path.parent.mkdir(parents=True, exist_ok=True)
    ElementTree.ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)


def line_of(result: Result, *, verbose: bool) -> str:
    """What is printed of a result as it comes; empty where that is nothing."""
    if result.known and result.ok:
        return f"known    {result.case}" if verbose else ""
    if result.known:
        return f"PASSED, though known to fail: {result.case}\n  Hint: take it out of the file of known failures."
    if result.verdict in ("passed", "skipped"):
        tail = f": {result.message}" if result.message else ""
        return f"{_MARKS[result.verdict]:8} {result.case}{tail}" if verbose else ""
    head = f"{_MARKS[result.verdict]} {result.case}  [{', '.join(result.clauses)}]"
    return "\n".join([head, f"  {result.title}", f"  {result.message}", *(f"    {line}" for line in _exchange(result))])


def _exchange(result: Result) -> list[str]:
    left_out = len(result.exchange) - _MOST_SHOWN
    lines = [f"({left_out} earlier left out)"] if left_out > 0 else []
    for entry in result.exchange[-_MOST_SHOWN:]:
        status = f" -> {entry['status']}" if "status" in entry else ""
        lines.append(f"{entry['what']}{status}")
        lines += [f"  > {entry['request'][:_LONGEST_TEXT]}"] if "request" in entry else []
        lines += [f"  < {entry['response'][:_LONGEST_TEXT]}"] if "response" in entry else []
    return lines


def summary(report: Report) -> str:
    """The last lines: how many of each, which needs were not met, and what the run comes to."""
    counts = Counter(result.verdict for result in report.results)
    known = sum(result.known and result.ok for result in report.results)
    parts = [f"{counts[verdict]} {verdict}" for verdict in _MARKS if counts[verdict]]
    if known:
        parts.append(f"{known} known to fail")
    skips = Counter(result.message for result in report.results if result.verdict == "skipped")
    lines = [f"skipped {count}: {reason}" for reason, count in sorted(skips.items(), key=lambda item: -item[1])]
    lines.append(f"{', '.join(parts)} in {report.duration_sec:.1f} s (seed {report.seed})")
    lines.append("It conforms." if report.ok else "It does not conform.")
    return "\n".join(lines)
