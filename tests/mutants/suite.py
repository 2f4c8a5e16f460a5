"""The conformance suite, run as a command: which cases there are, and what they say of a server."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.mutants.mutants import ROOT, Mutant

_LISTED = re.compile(r"^(\S+)  \[([^\]]*)\]")
_SUITE = (sys.executable, "-m", "osmosis_conformance", "server")
_LONGEST_SEC = 240.0

type Results = Sequence[Mapping[str, Any]]


def command(server: str, copy: Path) -> tuple[list[str], dict[str, str]]:
    """How the server of a copy is started, and the variables that it needs."""
    if server == "node":
        return ["node", str(copy / "examples/node-rollout-server/server.mjs")], {}
    rollout = ROOT / "tests/conformance/reference_rollout/main.py"
    return [sys.executable, str(rollout)], {"PYTHONPATH": str(copy / "src")}


@dataclass(slots=True)
class Suite:
    """The cases by clause, and what fails without any mutant, which says nothing of one."""

    folder: Path
    clauses: Mapping[str, Sequence[str]]
    failing: dict[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    async def of(cls, folder: Path) -> Suite:
        """Lists the cases."""
        process = await asyncio.create_subprocess_exec(*_SUITE, "--list", stdout=asyncio.subprocess.PIPE)
        out, _ = await process.communicate()
        found: dict[str, list[str]] = {}
        for line in out.decode().splitlines():
            if listed := _LISTED.match(line):
                for clause in clauses_of(listed[2].split(", ")):
                    found.setdefault(clause, []).append(listed[1])
        return cls(folder, found)

    async def look_unchanged(self, server: str, mutants: Sequence[Mutant]) -> None:
        """Notes which cases fail against the server as it is. Raises RuntimeError where it cannot be tested."""
        clauses = {mutant.clause for mutant in mutants if mutant.server == server}
        own = sorted({case for clause in clauses for case in self.clauses.get(clause, ())})
        results = await self.run(server, ROOT, own, name=f"unchanged-{server}") if own else ()
        if results is None:
            raise RuntimeError(f"the {server} server does not start: run the suite against it by hand")
        self.failing[server] = failed(results)

    async def run(self, server: str, copy: Path, only: Sequence[str], *, name: str) -> Results | None:
        """The results of the cases with those names against the server in `copy`; None where it could not be tested."""
        report = self.folder / f"{name.replace('/', '-')}.json"
        words = [word for pattern in only for word in ("--only", pattern)]
        start, variables = command(server, copy)
        process = await asyncio.create_subprocess_exec(
            *_SUITE, *words, "--json", str(report), "--", *start,
            env=os.environ | variables, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            await asyncio.wait_for(process.wait(), _LONGEST_SEC)
        except TimeoutError:
            process.terminate()
            await process.wait()
        if not report.exists():
            return None
        results: Results = json.loads(report.read_text())["results"]
        return results


def clauses_of(named: Iterable[str]) -> frozenset[str]:
    """The clauses that a case names: of `RESULT-3/renewed`, an aspect of one, it is `RESULT-3`."""
    return frozenset(name.partition("/")[0] for name in named)


def failed(results: Results) -> frozenset[str]:
    """The names of the cases that failed."""
    return frozenset(str(result["case"]) for result in results if result["verdict"] == "failed")
