"""Runs every phase of schemathesis against a server: examples, coverage, fuzzing, and sequences along the links."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import schemathesis
from network_watch import nothing_leaves
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, events, from_schema
from schemathesis.python.asgi import shutdown_lifespans

EXAMPLES_VARIABLE = "OSMOSIS_FUZZ_EXAMPLES"
SEED_VARIABLE = "OSMOSIS_FUZZ_SEED"
_USUAL_EXAMPLES = 15
_SEQUENCES = 60  # fewer may never happen upon an admission and then its result
PHASES = ("examples", "coverage", "fuzzing", "stateful")


@dataclass
class Report:
    """What a session found. `cases` counts them by phase, `by_operation` those that are an operation's own."""

    failures: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    cases: Counter[str] = field(default_factory=Counter)
    by_operation: Counter[str] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)
    left: list[str] = field(default_factory=list)

    def check(self) -> None:
        """Fails with everything that was found; prints how many cases each operation had."""
        print(
            ", ".join(f"{label}: {count} cases" for label, count in sorted(self.by_operation.items())), dict(self.cases)
        )
        found = [*self.failures, *self.errors, *(f"left this machine: {target}" for target in self.left)]
        assert not found, f"{len(found)} faults\n\n" + "\n\n".join(found[:10])


def examples(usual: int = _USUAL_EXAMPLES) -> int:
    """How many cases an operation gets in the fuzzing phase; few by default, as many as the environment says."""
    return int(os.environ.get(EXAMPLES_VARIABLE) or usual)


def fuzz(
    document: dict[str, Any],
    *,
    app: Any = None,
    base_url: str | None = None,
    api_key: str | None = None,
    headers: dict[str, str] | None = None,
    checks: dict[str, Any] | None = None,
    operations: list[dict[str, Any]] | None = None,
    parameters: dict[str, Any] | None = None,
    seed: int = 0,
    usual: int = _USUAL_EXAMPLES,
    sequences: int = _SEQUENCES,
) -> Report:
    """One session against an ASGI application or an address. Every check is on; `checks` configures some of them,
    `operations` for single ones (schemathesis' own configuration); `parameters` have these values always.
    `usual` cases an operation and `sequences` along the links are made unless the environment asks for more.

    `seed` is added to the environment's; `headers` go with every request.
    """
    sent = {**(headers or {}), **({} if api_key is None else {"Authorization": f"Bearer {api_key}"})}

    stateful = {"max-steps": 6, "generation": {"max-examples": max(sequences, examples(usual))}}

    def config(cases: int) -> SchemathesisConfig:
        return SchemathesisConfig.from_dict(
            {
                "seed": seed + int(os.environ.get(SEED_VARIABLE) or 20),
                "continue-on-failure": True,
                "workers": 1,
                "request-timeout": 20,
                "checks": {"enabled": True, **(checks or {})},
                "operations": operations or [],
                "parameters": parameters or {},
                "generation": {"max-examples": cases, "no-shrink": True, "database": "none"},
                "phases": {"stateful": stateful},
                **({} if base_url is None else {"base-url": base_url}),
                **({"headers": sent} if sent else {}),
            }
        )

    report = Report()
    with nothing_leaves() as left:
        schema = schemathesis.openapi.from_dict(document, config=config(min(examples(usual), usual)))
        schema.app = app
        for event in from_schema(schema).execute():
            _take(report, event)
        if examples(usual) > usual:
            _fuzz_each_operation(document, config(examples(usual)), app, report)
        shutdown_lifespans()
    report.left = left
    return report


def _fuzz_each_operation(document: dict[str, Any], config: SchemathesisConfig, app: Any, report: Report) -> None:
    """Every operation by itself: in a common session, one that follows a thousand of another's cases gets few."""
    for path in document["paths"].values():
        for operation in path.values():
            if not isinstance(operation, dict) or "operationId" not in operation:
                continue
            schema = schemathesis.openapi.from_dict(document, config=config)
            schema.app = app
            alone = schema.include(operation_id=operation["operationId"])
            for event in from_schema(alone).execute():
                if isinstance(event, events.ScenarioFinished) or "stateful" not in str(getattr(event, "phase", "")):
                    _take(report, event)


def _take(report: Report, event: Any) -> None:
    if isinstance(event, events.ScenarioFinished):
        recorder = event.recorder
        report.cases[event.phase.value] += len(recorder.interactions)
        if event.phase.value != "stateful":
            report.by_operation[recorder.label] += len(recorder.interactions)
        for case_id, checks in recorder.checks.items():
            for check in checks:
                report.checks[check.name] += 1
                if check.status is not Status.SUCCESS and check.failure_info is not None:
                    failure = check.failure_info.failure
                    report.failures.append(
                        f"{event.phase.value}: {check.name}: {failure.title}: {failure.message}\n"
                        f"  {check.failure_info.code_sample}\n  {_answer(recorder, case_id)}"
                    )
    elif isinstance(event, (events.NonFatalError, events.FatalError)):
        report.errors.append(str(getattr(event, "info", None) or event))


def _answer(recorder: Any, case_id: str) -> str:
    response = recorder.interactions[case_id].response
    return "no answer" if response is None else f"{response.status_code} {response.content[:500]!r}"
