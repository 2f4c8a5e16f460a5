"""From words on the command line to the command they name, before any command is imported."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.cli.framework.tree import ROOT_OPTIONS, Command, Group

ANYWHERE = {"--json": "Print one JSON document.", "--plain": "Print plain text for scripts."}
HELP_FLAGS = frozenset({"-h", "--help"})


class Mode(StrEnum):
    """How a command speaks: to a person, to a shell pipeline, or to a program."""

    RICH = "rich"
    PLAIN = "plain"
    JSON = "json"


class UsageError(OsmosisError):
    """The command line itself is wrong. Exit code 2."""


@dataclass(frozen=True, slots=True)
class CommandLine:
    """The words left when the flags that may be anywhere are taken out."""

    tokens: tuple[str, ...]
    wants_help: bool = False
    wants_json: bool = False
    wants_plain: bool = False

    @property
    def mode(self) -> Mode:
        """The output mode; JSON where both were asked for, so that the complaint reaches a program too."""
        if self.wants_json:
            return Mode.JSON
        return Mode.PLAIN if self.wants_plain else Mode.RICH

    def check_modes(self) -> None:
        """Raise OsmosisError if two output modes were asked for at once."""
        if self.wants_json and self.wants_plain:
            raise OsmosisError("--json and --plain exclude each other.", hint="Give one of the two.")


def split(arguments: Sequence[str]) -> CommandLine:
    """Take ``--json``, ``--plain`` and the help flags out of the words before a literal ``--``."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    free = arguments[:end]
    return CommandLine(
        tokens=(
            *(word for word in free if word not in ANYWHERE and word not in HELP_FLAGS),
            *arguments[end:],
        ),
        wants_help=not HELP_FLAGS.isdisjoint(free),
        wants_json="--json" in free,
        wants_plain="--plain" in free,
    )


@dataclass(slots=True)
class Route:
    """How far into the tree the words led: filled in as they are read, so it is right at an error too."""

    node: Command | Group
    path: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)

    @property
    def command(self) -> str:
        """The command's name in envelopes."""
        return " ".join(self.path) or "<root>"


def follow(tokens: Sequence[str], route: Route, *, program: str) -> None:
    """Walk from ``route.node`` along ``tokens``, reading root options on the way, until a command or the end.

    Raises UsageError at a word that leads nowhere.
    """
    words = list(tokens)
    literal = False  # past a `--`, which ends the root's own options and leaves the command's alone
    while words and isinstance(route.node, Group):
        word = words.pop(0)
        if word == "--" and not literal:
            literal = True
        elif word.startswith("-") and not literal:
            _read_root_option(word, words, route, program=program)
        else:
            child = route.node.child(word)
            if child is None:
                raise _unknown_command(word, route.node, call=" ".join((program, *route.path)))
            route.node, route.path = child, (*route.path, word)
    route.rest = tuple(words)


def _read_root_option(word: str, words: list[str], route: Route, *, program: str) -> None:
    name, equals, value = word.partition("=")
    if name not in {option.name for option in ROOT_OPTIONS}:
        match = closest(name, [*(option.name for option in ROOT_OPTIONS), *ANYWHERE, "--help", "--version"], cutoff=0.6)
        meant = f" Did you mean {match}?" if match else ""
        raise UsageError(f"Unknown option: {name}.{meant}", hint=_help_hint(_help_call(program, route.path)))
    if route.path:
        raise misplaced_root_option(name, program)
    if name in route.options:
        raise UsageError(f"Option {name} was given more than once.")
    if not equals:
        if not words:
            raise UsageError(f"Option {name} needs a value.", hint=_help_hint(_help_call(program, route.path)))
        value = words.pop(0)
    route.options[name] = value


def _unknown_command(word: str, group: Group, *, call: str) -> UsageError:
    if word == "help":
        return UsageError(
            "No such command: help.",
            hint=f"Use `{call} --help`, or `{call} COMMAND --help` for one command.",
        )
    names = [child.name for child in group.visible()]
    if match := closest(word, names, cutoff=0.5):
        hint = f"Did you mean `{call} {match}`?"
    else:
        hint = f"Commands here: {', '.join(names)}. `{call} --help` explains them."
    return UsageError(f"No such command: {word or repr(word)}.", hint=hint)


def misplaced_root_option(name: str, program: str) -> UsageError:
    """The error for an option of the whole program found behind its command."""
    return UsageError(
        f"Option {name} belongs to the whole program and comes before the command.",
        hint=f"Write `{program} {name} … COMMAND`.",
    )


def closest(word: str, candidates: Iterable[str], *, cutoff: float) -> str | None:
    """The candidate most like ``word``, if any is at least ``cutoff`` alike."""
    import difflib

    matches = difflib.get_close_matches(word, list(candidates), n=1, cutoff=cutoff)
    return matches[0] if matches else None


def _help_call(program: str, path: tuple[str, ...]) -> str:
    return " ".join((program, *path, "--help"))


def _help_hint(call: str) -> str:
    return f"See `{call}`."
