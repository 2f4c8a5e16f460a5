"""One command, from its words to its exit code.

split the words -> follow the tree -> load the environment file -> import and bind the command -> call it ->
render what it returned. Whatever goes wrong on the way ends in one place, as an error with a code.
"""

import os
import sys
from collections.abc import Sequence

from osmosis_ai import __version__
from osmosis_ai.base.errors import InternalError, OsmosisError
from osmosis_ai.base.text import printable
from osmosis_ai.cli.framework.terminal import (
    json_line,
    prepare_streams,
    styled,
    write_err,
    write_out,
)
from osmosis_ai.cli.framework.tree import TREE, Group
from osmosis_ai.cli.framework.usage import CommandLine, Mode, Route, UsageError, follow, split

SUCCESS, FAILURE, USAGE, INTERRUPTED = 0, 1, 2, 130


def run(arguments: Sequence[str], *, program: str = "osmosis", tree: Group = TREE) -> int:
    """Run one command line (the words after the program's name) and return its exit code.

    0: done, declined, or help. 1: an error or a partial result. 2: the command line is wrong. 130:
    interrupted. No exception escapes but those that mean to end the process.
    """
    line = split(arguments)
    prepare_streams(utf8=line.mode is Mode.JSON)
    route = Route(tree)
    try:
        return _dispatch(line, route, program=program)
    except KeyboardInterrupt:
        if line.mode is not Mode.JSON:
            write_err("Interrupted.\n")
        return INTERRUPTED
    except Exception as escaped:
        error = _only_cause(escaped)
        report(error, mode=line.mode, command=route.command)
        return USAGE if isinstance(error, UsageError) else FAILURE


def _dispatch(line: CommandLine, route: Route, *, program: str) -> int:
    line.check_modes()
    follow(line.tokens, route, program=program)
    if isinstance(route.node, Group):
        return _show_group(route, line, route.node, program=program)

    import inspect

    from osmosis_ai.cli.framework.binding import Leaf, missing_extra
    from osmosis_ai.cli.framework.confirm import Declined
    from osmosis_ai.cli.framework.console import Console

    call = " ".join((program, *route.path))
    if line.wants_help:
        from osmosis_ai.cli.framework.help import command_help

        write_out(command_help(Leaf.load(route.node, call=call)))
        return SUCCESS

    from osmosis_ai.cli.framework import env_file

    env_file.load(route.options)
    console = Console(line.mode, program=program, workspace=env_file.apply(route.options))
    invoke = Leaf.load(route.node, call=call).bind(route.rest, console)
    try:
        with missing_extra(route.node, call):
            result = invoke()
            if inspect.iscoroutine(result):
                import asyncio

                result = asyncio.run(result)
    except Declined:
        write_out("Cancelled.\n")
        return SUCCESS
    finally:
        console.end_status()

    from osmosis_ai.cli.framework.render import render

    write_out(render(result, line.mode))
    if (then := getattr(result, "then", None)) is not None:
        then()
    return int(result.exit_code)


def _show_group(route: Route, line: CommandLine, group: Group, *, program: str) -> int:
    """Help, for the root or a group named without a command.

    In JSON mode the bare program is an error, since a document was asked for and there is none; help that was
    asked for, and a group alone, print the text in every mode, as published releases do.
    """
    if line.mode is Mode.JSON and not route.path and not line.wants_help:
        raise UsageError(
            "No command was given, so there is no structured output.",
            hint=f"Name a command; `{program} --help` lists them.",
        )
    from osmosis_ai.cli.framework.help import group_help

    write_out(group_help(group, route.path, program=program))
    return SUCCESS


def report(error: Exception, *, mode: Mode, command: str) -> None:
    """Tell of an error on standard error: an envelope in JSON, else words; a traceback if OSMOSIS_DEBUG=1."""
    known = _known(error)
    if mode is Mode.JSON:
        write_err(_envelope_line(known, command))
    else:
        label = styled("Error:", "red", sys.stderr)
        write_err(f"{label} {printable(known.message)}\n")
        if known.hint:
            write_err(f"{styled('Hint:', 'cyan', sys.stderr)} {printable(known.hint)}\n")
    if os.environ.get("OSMOSIS_DEBUG") == "1":
        import traceback

        write_err("".join(traceback.format_exception(error)))


def _known(error: Exception) -> OsmosisError:
    """The error as one of ours: any other exception becomes INTERNAL."""
    if isinstance(error, OsmosisError):
        return error
    kind = type(error).__name__
    return InternalError(
        f"Unexpected {kind}: {error}" if str(error) else f"Unexpected {kind}.",
        hint="This is a bug in osmosis-ai. OSMOSIS_DEBUG=1 shows where it happened.",
        details={"exception_type": kind},
    )


def _envelope_line(error: OsmosisError, command: str) -> str:
    from osmosis_ai.cli.framework.results import error_envelope

    def line(details: dict[str, object]) -> str:
        envelope = error_envelope(
            command=command,
            version=__version__,
            code=error.code,
            message=error.message,
            hint=error.hint,
            details=details,
        )
        return json_line(envelope)

    try:
        return line(error.details)
    except InternalError:  # the error must get through, even if its details cannot
        return line({name: repr(value) for name, value in error.details.items()})


def _only_cause(error: Exception) -> Exception:
    """What a task group raised, if it was one thing."""
    while isinstance(error, ExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error
