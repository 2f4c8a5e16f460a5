"""The command line of the suite: what is tested, what is asked for, and where the report goes."""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import shlex
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import httpx

from osmosis_conformance import version
from osmosis_conformance.cases import CaseError, load_cases, read_yaml
from osmosis_conformance.ledger import INVARIANTS
from osmosis_conformance.reports import Report, line_of, summary, write_json, write_junit
from osmosis_conformance.run import AT_ONCE, Result, Selection, run_server
from osmosis_conformance.subject import Launcher, Server, SubjectError

__all__ = ["ALL_FEATURES", "main"]

_PASSED, _FAILED, _USAGE = 0, 1, 2
_KEY_VARIABLE = "OSMOSIS_CONFORMANCE_API_KEY"
_LARGEST_SEED = 2**31
ALL_FEATURES = frozenset(
    {
        "leases", "callbacks", "conformance-rollout", "key", "idempotency", "status", "until", "problems", "guard",
        "settings", "stream", "artifacts", "trajectory", "marked-output", "drain",
    }
)  # fmt: skip

_DESCRIPTION = """\
Proves that an implementation of the Osmosis rollout protocol conforms.

  osmosis-conformance server http://127.0.0.1:8000      a server that runs; its key in OSMOSIS_CONFORMANCE_API_KEY
  osmosis-conformance server -- node server.mjs         a server that the suite starts, kills and starts again
  osmosis-conformance controller -- ./controller        a controller, run against a scripted server
  osmosis-conformance trajectory trajectory.json ...    files

Exit status: 0 it conforms, 1 it does not, 2 the command was not understood or nothing could be tested.
"""


class _UsageError(Exception):
    """What was asked for makes no sense."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _UsageError(message)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the suite as the arguments say; the exit status."""
    try:
        return _main(list(sys.argv[1:] if argv is None else argv))
    except (_UsageError, CaseError, SubjectError) as error:
        print(f"Error: {error}", file=sys.stderr)  # noqa: T201
        return _USAGE
    except KeyboardInterrupt:
        print("Error: interrupted", file=sys.stderr)  # noqa: T201
        return _FAILED


def _main(argv: list[str]) -> int:
    given, command = argv, []
    if "--" in argv:
        cut = argv.index("--")
        given, command = argv[:cut], argv[cut + 1 :]
        if not command:
            raise _UsageError("a command is missing after --")
    arguments = _parser().parse_args(given)
    if arguments.kind is None:
        raise _UsageError("say what is tested: server, controller or trajectory; --help shows how")
    if arguments.kind == "trajectory":
        return _trajectories(arguments, command)
    selection = Selection(
        features=_features(arguments.features),
        only=arguments.only or (),
        known_failures=_known_failures(arguments.known_failures),
        seed=secrets.randbelow(_LARGEST_SEED) if arguments.seed is None else arguments.seed,
        at_once=getattr(arguments, "at_once", AT_ONCE),
    )
    if selection.at_once < 1:
        raise _UsageError("--at-once is 1 or more")
    return (
        _controller(arguments, command, selection)
        if arguments.kind == "controller"
        else _servers(arguments, command, selection)
    )


def _trajectories(arguments: argparse.Namespace, command: Sequence[str]) -> int:
    from osmosis_conformance.trajectories import check_files

    if command or not arguments.files:
        raise _UsageError("give trajectory files: osmosis-conformance trajectory FILE...")
    began, report = time.monotonic(), _printer(arguments)
    results = check_files(arguments.files)
    for result in results:
        report(result)
    target = " ".join(arguments.files)
    return _finish(arguments, Report("trajectory", target, 0, (), time.monotonic() - began, results))


def _controller(arguments: argparse.Namespace, command: Sequence[str], selection: Selection) -> int:
    from osmosis_conformance.controllers import load_controller_cases, run_controller

    if arguments.list:
        for case in load_controller_cases():
            _print_case(selection, case.name, case.clauses, case.title)
        return _PASSED
    if not command:
        raise _UsageError("give the controller's command: osmosis-conformance controller -- COMMAND...")
    began = time.monotonic()
    results = asyncio.run(run_controller(command, selection, report=_printer(arguments)))
    took = time.monotonic() - began
    return _finish(arguments, Report("controller", shlex.join(command), selection.seed, (), took, results))


def _servers(arguments: argparse.Namespace, command: Sequence[str], selection: Selection) -> int:
    if arguments.list:
        for case in load_cases("server"):
            _print_case(selection, case.id, case.clauses, case.title)
        for name, (title, clauses) in INVARIANTS.items():
            _print_case(selection, name, clauses, title)
        return _PASSED
    if bool(arguments.url) == bool(command):
        raise _UsageError("give a URL or, after --, a command that starts the server")
    began = time.monotonic()
    results = asyncio.run(_server(selection, arguments, command))
    target, took = arguments.url or shlex.join(command), time.monotonic() - began
    return _finish(arguments, Report("server", target, selection.seed, sorted(selection.features), took, results))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="osmosis-conformance", description=_DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=version())
    kinds = parser.add_subparsers(dest="kind", metavar="server | controller | trajectory", parser_class=_Parser)
    server = kinds.add_parser("server", help="a rollout server, by its URL or by the command that starts it")
    server.add_argument("url", nargs="?", help="where a server runs already")
    controller = kinds.add_parser("controller", help="a controller, by its command")
    for kind in (server, controller):
        kind.add_argument(
            "--features", type=Path, metavar="FILE", help="what the implementation offers; all by default"
        )
        kind.add_argument("--list", action="store_true", help="list the cases, and run none")
        kind.add_argument(
            "--only", action="append", metavar="PATTERN", help="run the cases whose name fits; repeatable"
        )
        kind.add_argument("--known-failures", type=Path, metavar="FILE", help="names of cases that fail, a line each")
        kind.add_argument("--seed", type=int, help="the order in which cases run")
    server.add_argument("--at-once", type=int, default=AT_ONCE, metavar="N", help="how many cases run at a time")
    trajectory = kinds.add_parser("trajectory", help="trajectory files")
    trajectory.add_argument("files", nargs="*", metavar="FILE")
    for kind in (server, controller, trajectory):
        kind.add_argument("--json", type=Path, metavar="FILE", help="write a report for programs")
        kind.add_argument("--junit", type=Path, metavar="FILE", help="write a report for continuous integration")
        kind.add_argument("--verbose", action="store_true", help="show the cases that pass, too")
    return parser


def _features(path: Path | None) -> frozenset[str]:
    return ALL_FEATURES if path is None else frozenset(read_yaml(path, "ConformanceFeatures")["features"])


def _known_failures(path: Path | None) -> tuple[str, ...]:
    if path is None:
        return ()
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise _UsageError(f"{path} cannot be read: {error}") from None
    return tuple(text for line in lines if (text := line.partition("#")[0].strip()))


def _print_case(selection: Selection, name: str, clauses: Sequence[str], title: str) -> None:
    if selection.takes(name):
        print(f"{name}  [{', '.join(clauses)}]  {title}")  # noqa: T201 - the list that was asked for


def _printer(arguments: argparse.Namespace) -> Callable[[Result], None]:
    def report(result: Result) -> None:
        text = line_of(result, verbose=arguments.verbose)
        if text:
            print(text, flush=True)  # noqa: T201

    return report


async def _server(selection: Selection, arguments: argparse.Namespace, command: Sequence[str]) -> list[Result]:
    if command:
        cases = load_cases("server")
        launcher = Launcher(command, key="key" in selection.features)
        try:
            return await run_server(cases, selection, launcher=launcher, running=None, report=_printer(arguments))
        finally:
            launcher.close()
    key = os.environ.get(_KEY_VARIABLE) or None
    if key is None:
        selection = replace(selection, features=selection.features - {"key"})
    running = Server(_address(arguments.url), key)
    try:
        await _reachable(running)
        cases = load_cases("server")
        return await run_server(cases, selection, launcher=None, running=running, report=_printer(arguments))
    finally:
        await running.stop()


def _address(text: str) -> str:
    try:
        url = httpx.URL(text)
    except httpx.InvalidURL as error:
        raise _UsageError(f"{text!r} is not a URL: {error}") from None
    if url.scheme != "http" or not url.host:
        raise _UsageError(f"{text!r} is not an http URL of a server, such as http://127.0.0.1:8000")
    return text


async def _reachable(server: Server) -> None:
    try:
        answer = await server.client.get("/health", headers=server.authorization)
    except httpx.HTTPError as error:
        raise SubjectError(f"{server.url}/health cannot be reached: {error or type(error).__name__}") from None
    if answer.status_code == httpx.codes.UNAUTHORIZED:
        raise SubjectError(f"{server.url} wants a key, or another: set the variable {_KEY_VARIABLE}")


def _finish(arguments: argparse.Namespace, report: Report) -> int:
    """Writes the reports, prints the summary; the exit status."""
    if not report.results:
        raise _UsageError("no case has such a name; --list shows them all")
    for write, path in ((write_json, arguments.json), (write_junit, arguments.junit)):
        if path is not None:
            try:
                write(report, path)
            except OSError as error:
                raise _UsageError(f"{path} cannot be written: {error}") from None
    print(summary(report))  # noqa: T201
    return _PASSED if report.ok else _FAILED
