"""Where the console scripts begin. Imports nothing that could make ``--version`` slow."""

import sys


def main() -> None:
    """Run the command line in ``sys.argv`` and exit with its code."""
    arguments = sys.argv[1:]
    try:
        if _asks_for_version(arguments):
            sys.exit(_print_version())
        if arguments[:1] == ["conformance"]:
            sys.exit(_conformance(arguments[1:]))
        from osmosis_ai.base.lean_imports import own_this_process
        from osmosis_ai.cli.framework.frame import run

        own_this_process()
        sys.exit(run(arguments, program=_program_name(sys.argv[0])))
    except KeyboardInterrupt:  # before the frame could take charge of it
        sys.exit(130)


def _asks_for_version(arguments: list[str]) -> bool:
    """Whether a version flag is anywhere before a literal ``--``."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    return "--version" in arguments[:end] or "-V" in arguments[:end]


def _conformance(arguments: list[str]) -> int:
    """The suite's own command, whose arguments after ``--`` are another program's."""
    try:
        from osmosis_conformance.command import main as suite
    except ModuleNotFoundError as error:
        sys.stderr.write(f"Error: {error.name} is not installed.\nHint: pip install 'osmosis-ai[conformance]'.\n")
        return 2
    return suite(arguments)


def _print_version() -> int:
    from osmosis_ai import __version__

    try:
        if sys.stdout is not None:
            sys.stdout.write(f"osmosis-ai {__version__}\n")
            sys.stdout.flush()
    except OSError:
        sys.stdout = None  # the pipe is closed: no second try at exit
        return 1
    return 0


def _program_name(invoked_as: str) -> str:
    """The name people used for us: ``osmosis``, ``osmosis-ai``, ``osmosis_ai``, or the module call."""
    name = invoked_as.replace("\\", "/").rpartition("/")[2].removesuffix(".exe")
    return "python -m osmosis_ai" if name == "__main__.py" else name or "osmosis"
