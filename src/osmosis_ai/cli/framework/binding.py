"""From a leaf's words to a call of its function. The one module that speaks cyclopts' language.

Cyclopts parses and converts; the faults it finds are put into our words here.
"""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Never, get_args, get_origin

from cyclopts import App, Parameter
from cyclopts.exceptions import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownOptionError,
    UnusedCliTokensError,
    ValidationError,
)

from osmosis_ai.base.errors import InternalError, MissingExtraError
from osmosis_ai.cli.framework.console import Console
from osmosis_ai.cli.framework.tree import ROOT_OPTIONS, Command
from osmosis_ai.cli.framework.usage import ANYWHERE, UsageError, misplaced_root_option, unknown_option

if TYPE_CHECKING:
    from cyclopts import Argument, ArgumentCollection

TYPE_NAMES = {int: "a whole number", float: "a number", bool: "true or false"}


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
            function = getattr(importlib.import_module(module_name), attribute)
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
            self._complain(error, tokens)
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

    def _complain(self, error: CycloptsError, tokens: Sequence[str]) -> Never:
        hint = f"See `{self.call} --help`."
        literal = tokens[list(tokens).index("--") :] if "--" in tokens else ()
        match error:
            case UnknownOptionError() if (error.token.keyword or error.token.value) in literal:
                raise UsageError(
                    f"Unexpected argument: {error.token.value or error.token.keyword}.", hint=hint
                ) from None
            case UnknownOptionError():
                name = (error.token.keyword or error.token.value).partition("=")[0]
                if name in {option.name for option in ROOT_OPTIONS}:
                    raise misplaced_root_option(name, self.call.partition(" ")[0]) from None
                known = [name for argument in self.arguments() if argument.parse for name in argument.names]
                raise unknown_option(name, [*known, *ANYWHERE, "--help"], help_call=f"{self.call} --help") from None
            case UnusedCliTokensError():
                words = [word for word in error.unused_tokens or () if word != "--"]
                plural = "s" if len(words) > 1 else ""
                raise UsageError(f"Unexpected argument{plural}: {' '.join(words)}.", hint=hint) from None
            case MissingArgumentError():
                raise UsageError(_missing(error), hint=hint) from None
            case RepeatArgumentError():
                raise UsageError(f"Option {error.token.keyword} was given more than once.", hint=hint) from None
            case CoercionError():
                raise UsageError(_not_convertible(error), hint=hint) from None
            case ValidationError():
                raise UsageError(_not_valid(error), hint=hint) from None
            case _:
                error.verbose = False
                raise UsageError(str(error), hint=hint) from None


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


def label(argument: "Argument") -> str:
    """What an argument is called in a sentence: PATH for a positional one, --fix for an option."""
    return argument.name if argument.name.startswith("-") else metavar(argument)


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


def _missing(error: MissingArgumentError) -> str:
    if error.argument is None:
        raise InternalError("A missing argument has no name.") from error
    given = error.keyword or next((token.keyword for token in error.argument.tokens if token.keyword), None)
    if given is not None:
        return f"Option {given} needs a value."
    kind = "option" if error.argument.name.startswith("-") else "argument"
    return f"Missing {kind}: {label(error.argument)}."


def _not_convertible(error: CoercionError) -> str:
    name, value = _offender(error, error.token)
    hint = _value_type(error.target_type)
    if choices := choices_of(hint):
        return f"{value} is no choice for {name}: it takes {', '.join(choices)}."
    reason = error.msg if isinstance(error.msg, str) else f"it takes {TYPE_NAMES.get(hint, 'another kind of value')}"
    return f"{value} does not fit {name}: {reason.rstrip('.')}."


def _not_valid(error: ValidationError) -> str:
    tokens = error.argument.tokens if error.argument is not None else []
    name, value = _offender(error, tokens[0] if tokens else None)
    reason = error.exception_message.rstrip(".")
    if reason.startswith("Must "):  # cyclopts' own validators
        reason = f"it must {reason.removeprefix('Must ')}"
    return f"{value} does not fit {name}: {reason}."


def _offender(error: CycloptsError, token: Any) -> tuple[str, str]:
    """What is at fault and the value given for it, and where from if not from the command line."""
    name = token.keyword if token is not None and token.keyword else None
    if name is None:
        name = label(error.argument) if error.argument is not None else "the command"
    value = repr(token.value) if token is not None else "The value"
    source = "" if token is None or token.source in {"", "cli"} else f" from {token.source}"
    return name, value + source
