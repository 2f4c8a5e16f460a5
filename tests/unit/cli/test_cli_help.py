"""Help, at every level."""

import importlib
import inspect
from collections.abc import Iterator

import pytest
from cli_calls import Cli

from osmosis_ai.cli.framework.tree import TREE, Command, Group

ECHO_HELP = """\
Usage: osmosis stub echo CONFIG [OPTIONS]

Say back what was understood.

A second paragraph, long enough that it has to be wrapped when the terminal is
only eighty columns wide.

    osmosis stub echo config.toml

Arguments:
  CONFIG  The config to read. [required]

Selection:
  -n, --limit N  How many. [default: 5; env: STUB_LIMIT]

Options:
  --kind fast|slow     Which way. [default: fast]
  --colour dark-red    [default: dark-red]
  --secrets-file FILE  Names and values; - reads input.
  --rate X             How fast. [default: 0.5]
  --fresh              Begin anew.
  --json               Print one JSON document.
  --plain              Print plain text for scripts.
  -h, --help           Show this help.
"""


@pytest.mark.parametrize("words", [["stub", "echo", "-h"], ["-h", "stub", "echo"], ["stub", "--help", "echo", "--zz"]])
def test_command_help(stub: Cli, words: list[str]):
    """Help of a command, wherever the flag stands: usage, words, arguments, grouped options, defaults."""
    outcome = stub(*words)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == ECHO_HELP


@pytest.mark.parametrize("words", [[], ["--help"], ["--plain"], ["--json", "-h"]])
def test_root_help(cli: Cli, words: list[str]):
    """The bare program, and any call with a help flag, prints help on standard output and exits with 0."""
    outcome = cli(*words)
    assert (outcome.code, outcome.err) == (0, "")
    for text in (
        "Usage: osmosis [OPTIONS] COMMAND",
        "doctor",
        "rollout init",
        "eval run",
        "--env-file FILE",
        "-V, --version",
    ):
        assert text in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80


@pytest.mark.parametrize("words", [["stub"], ["--json", "stub"], ["stub", "--help"]])
def test_group_help(stub: Cli, words: list[str]):
    """A group alone prints its help in every mode; hidden commands are not listed."""
    outcome = stub(*words)
    assert outcome.code == 0
    assert outcome.out.startswith("Usage: osmosis stub COMMAND …\n")
    assert "secret-echo" not in outcome.out


def test_unknown_command_beats_help(stub: Cli):
    """Help for a command that does not exist is the error that says so."""
    assert stub("stub", "ecco", "--help").code == 2


def leaves(group: Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Command]]:
    for child in group.children:
        if isinstance(child, Group):
            yield from leaves(child, (*path, child.name))
        else:
            yield (*path, child.name), child


@pytest.mark.parametrize(
    ("path", "command"),
    list(leaves(TREE)),
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_every_command_is_well_formed(cli: Cli, path: tuple[str, ...], command: Command):
    """Each command exists, fits 80 columns, and says in the tree what its docstring says first."""
    module, _, name = command.target.partition(":")
    function = getattr(importlib.import_module(module, "osmosis_ai.cli.commands"), name)
    assert inspect.getdoc(function).splitlines()[0] == command.help
    kinds = {parameter.kind for parameter in inspect.signature(function).parameters.values()}
    any_words = {inspect.Parameter.VAR_POSITIONAL} if module.endswith(".replaced") else set()
    assert kinds <= {inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.KEYWORD_ONLY} | any_words
    outcome = cli(*path, "--help")
    assert outcome.code == 0
    assert max(map(len, outcome.out.splitlines())) <= 80
