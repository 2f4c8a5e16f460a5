"""From a leaf's words to a call of its function. The one module that speaks cyclopts' language.

Cyclopts parses, converts, and says what is wrong with the words; see docs/design/command-line.md.
"""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from cyclopts import App, Parameter
from cyclopts.exceptions import CycloptsError, UnknownOptionError, UnusedCliTokensError

from osmosis_ai.base.errors import MissingExtraError
from osmosis_ai.base.numbers import INT64
from osmosis_ai.cli.framework.console import Console
from osmosis_ai.cli.framework.tree import ROOT_OPTIONS, Command
from osmosis_ai.cli.framework.usage import UsageError, misplaced_root_option

if TYPE_CHECKING:
    from cyclopts import Argument, ArgumentCollection


_COMMANDS = "osmosis_ai.cli.commands"


@dataclass(frozen=True, slots=True)
class Leaf:
    """A command, imported."""

    function: Callable[..., Any]
    app: App
    call: str

    @classmethod
    def load(cls, command: Command, *, call: str) -> "Leaf":
        """Import the command. ``call`` is how it is typed, program name included."""
        module_name, _, attribute = command.target.partition(":")
        with missing_extra(command, call):
            function = getattr(importlib.import_module(module_name, _COMMANDS), attribute)
        app = App(
            name=command.name,
            help_flags=[],
            version_flags=[],
            default_parameter=Parameter(negative=(), show_default=True),
            result_action="return_value",
        )
        app.default(function)
        return cls(function, app, call)

    def arguments(self) -> "ArgumentCollection":
        """Its arguments and options, as cyclopts sees them."""
        return self.app.assemble_argument_collection(parse_docstring=False)

    def bind(self, tokens: Sequence[str], console: Console) -> Callable[[], Any]:
        """The call those words ask for, not made yet. Raises UsageError where they do not fit."""
        try:
            function, bound, injected = self.app.parse_args(
                self._with_bare_dashes(tokens), exit_on_error=False, print_error=False
            )
        except CycloptsError as error:
            raise self._usage_error(error) from None
        for name, value in bound.arguments.items():
            if isinstance(value, int) and value not in INT64:
                option = next((each.name for each in self.arguments() if each.field_info.name == name), name)
                raise UsageError(f"{option}: the number has more than 64 bits.", hint=f"See `{self.call} --help`.")
        extra = dict.fromkeys(injected, console)
        return lambda: function(*bound.args, **bound.kwargs, **extra)

    def _with_bare_dashes(self, tokens: Sequence[str]) -> list[str]:
        """The words with ``--option -`` as ``--option=-``: a lone dash is a value, standard input."""
        if "-" not in tokens:
            return list(tokens)
        taking = {
            name
            for argument in self.arguments()
            if argument.parse and argument.token_count()[0] == 1
            for name in argument.names
            if name.startswith("-")
        }
        words: list[str] = []
        for token in tokens:
            if token == "-" and words and words[-1] in taking and "--" not in words:  # noqa: S105 - no secret
                words[-1] += "=-"
            else:
                words.append(token)
        return words

    def _usage_error(self, error: CycloptsError) -> UsageError:
        """Cyclopts' sentence, but for the two cases that it cannot know or does not put into words."""
        hint = f"See `{self.call} --help`."
        if isinstance(error, UnknownOptionError):
            name = (error.token.keyword or error.token.value).partition("=")[0]
            if name in {option.name for option in ROOT_OPTIONS}:
                return misplaced_root_option(name, self.call.partition(" ")[0])
        if isinstance(error, UnusedCliTokensError):
            words = [word for word in error.unused_tokens or () if word != "--"]
            return UsageError(f"Unexpected argument{'s' if len(words) > 1 else ''}: {' '.join(words)}.", hint=hint)
        error.verbose = False
        return UsageError(str(error), hint=hint)


class missing_extra:  # noqa: N801 - a context manager, read as a verb phrase
    """Within: a module that an optional extra would have brought is reported with how to install it."""

    def __init__(self, command: Command, call: str) -> None:
        self._command = command
        self._call = call

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        extra = self._command.extra
        if extra is None or not isinstance(error, ModuleNotFoundError) or error.name is None:
            return
        if error.name.partition(".")[0] in {"osmosis_ai", "osmosis_contract"}:
            return
        raise MissingExtraError(error.name, extra, purpose=f"`{self._call}`") from error


def metavar(argument: "Argument") -> str:
    """The word that stands for its value in help."""
    parameter = argument.parameter
    if parameter.metavar is not None:
        return str(parameter.metavar)
    if not argument.name.startswith("-"):
        return argument.name.upper().replace("-", "_")
    hint = _value_type(argument.hint)
    if choices := choices_of(hint):
        return "|".join(choices)
    return {int: "N", float: "X", Path: "PATH"}.get(hint, "TEXT")


def choices_of(hint: Any) -> tuple[str, ...]:
    """The words a closed set of values admits; none for an open one."""
    hint = _value_type(hint)
    if get_origin(hint) is Literal:
        return tuple(str(value) for value in get_args(hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return tuple(map(_choice, hint.__members__))
    return ()


def value_as_typed(value: object) -> str:
    """A value as it would be typed: the word for a member of a closed set."""
    return _choice(value.name) if isinstance(value, Enum) else str(value)


def _choice(member: str) -> str:
    return member.lower().replace("_", "-")


def _value_type(hint: Any) -> Any:
    """The type of one value: ``T`` of ``T | None`` and of ``list[T]``."""
    arguments = [part for part in get_args(hint) if part is not type(None)]
    if get_origin(hint) is Literal or not arguments:
        return hint
    return _value_type(arguments[0])
