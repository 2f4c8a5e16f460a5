"""Help texts: plain lines, wrapped to the terminal, with a little colour. Needs no library to print.

Help of the root and of groups comes from the tree alone; help of a command from its function.
"""

import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from osmosis_ai.cli.framework.terminal import is_terminal, styled
from osmosis_ai.cli.framework.tree import ROOT_OPTIONS, Command, Group
from osmosis_ai.cli.framework.usage import ANYWHERE

if TYPE_CHECKING:
    from cyclopts import Argument

    from osmosis_ai.cli.framework.binding import Leaf

WIDEST = 100
TERM_LIMIT = 26

type Entry = tuple[str, str]
"""A term and what it means."""


def group_help(group: Group, path: Sequence[str], *, program: str) -> str:
    """Help of the root or of a group."""
    call = " ".join((program, *path))
    usage = f"{call} COMMAND …" if path else f"{call} [OPTIONS] COMMAND …"
    out = [_usage(usage), "", *_prose(group.help), ""]
    if path:
        out += _section("Commands", [(child.name, child.help) for child in group.visible()])
        out += _section("Options", _shared_options())
    else:
        commands = [(child.name, child.help) for child in group.visible() if isinstance(child, Command)]
        out += _section("Commands", commands)
        for child in group.visible():
            if isinstance(child, Group):
                out += _section(child.help.rstrip("."), _leaves(child, ()))
        root_options = [
            (f"{option.name} {option.metavar}", option.help + _brackets(env=option.env_var)) for option in ROOT_OPTIONS
        ]
        version = ("-V, --version", "Print the version.")
        out += _section("Options", [*root_options, *_shared_options(), version])
    out.append(f"`{call} COMMAND --help` explains one command.")
    return _join(out)


def command_help(leaf: "Leaf") -> str:
    """Help of one command: its docstring, its arguments, its options by group."""
    shown = [argument for argument in leaf.arguments() if argument.parse and argument.show]
    positional = [argument for argument in shown if not argument.name.startswith("-")]
    options = [argument for argument in shown if argument.name.startswith("-")]
    words = [_in_usage(argument) for argument in positional]
    required = [f"{option.name} {_metavar(option)}" for option in options if option.required]
    out = [_usage(" ".join((leaf.call, *words, *required, "[OPTIONS]"))), ""]
    out += [*_prose(textwrap.dedent(_doc(leaf)).strip()), ""]
    out += _section("Arguments", [_argument_entry(argument) for argument in positional])
    grouped: dict[str, list[Entry]] = {"Options": []}
    for option in options:
        grouped.setdefault(_heading(option), []).append(_argument_entry(option))
    grouped["Options"] += _shared_options()
    for heading, entries in sorted(grouped.items(), key=lambda item: item[0] == "Options"):
        out += _section(heading, entries)
    return _join(out)


def _leaves(group: Group, path: tuple[str, ...]) -> Iterable[Entry]:
    """Every visible command beneath a group, by its path."""
    for child in group.visible():
        inner = (*path, group.name)
        if isinstance(child, Group):
            yield from _leaves(child, inner)
        else:
            yield " ".join((*inner, child.name)), child.help


def _shared_options() -> list[Entry]:
    return [*ANYWHERE.items(), ("-h, --help", "Show this help.")]


def _argument_entry(argument: "Argument") -> Entry:
    # short names first, then long ones, the way people look for them
    names = sorted(argument.names, key=lambda name: (name.startswith("--"), argument.names.index(name)))
    if not argument.name.startswith("-"):
        term = _metavar(argument)
    elif argument.token_count()[0] == 0:
        term = ", ".join(names)
    else:
        term = f"{', '.join(names)} {_metavar(argument)}"
    text = argument.parameter.help or ""
    env = next(iter(argument.parameter.env_var or ()), None)
    brackets = _brackets(default=_default(argument), env=env, required=argument.required)
    return term, (text + brackets).strip()


def _brackets(*, default: str | None = None, env: str | None = None, required: bool = False) -> str:
    parts = ["required"] if required else []
    parts += [f"default: {default}"] if default is not None else []
    parts += [f"env: {env}"] if env else []
    return f" [{'; '.join(parts)}]" if parts else ""


def _default(argument: "Argument") -> str | None:
    """The default as help shows it; nothing for a flag that is off, for None and for what is empty."""
    shown = argument.parameter.show_default
    default = argument.field_info.default
    if argument.required or shown is False or default is argument.field_info.empty:
        return None
    if isinstance(shown, str):
        return shown
    if callable(shown):
        return str(shown(default))
    if default is None or default is False or default in ("", (), []):
        return None
    from osmosis_ai.cli.framework.binding import value_as_typed

    return "on" if default is True else value_as_typed(default)


def _heading(option: "Argument") -> str:
    """The section of an option: the name of its group, if it was given one."""
    groups = option.parameter.group
    first = next(iter(groups), None) if isinstance(groups, tuple) else groups
    name = first if isinstance(first, str) else getattr(first, "name", "")
    return "Options" if name in {"", "Parameters"} else str(name)


def _in_usage(argument: "Argument") -> str:
    many = "…" if argument.token_count()[1] else ""
    word = _metavar(argument) + many
    return word if argument.required else f"[{word}]"


def _metavar(argument: "Argument") -> str:
    from osmosis_ai.cli.framework.binding import metavar

    return metavar(argument)


def _doc(leaf: "Leaf") -> str:
    first, newline, rest = (leaf.function.__doc__ or "").strip().partition("\n")
    return first + newline + textwrap.dedent(rest)


def _usage(text: str) -> str:
    head = "Usage: "
    wrapped = textwrap.wrap(text, _width() - len(head), break_on_hyphens=False) or [text]
    lines = ("\n" + " " * len(head)).join(wrapped)
    return styled(head.rstrip(), "bold", sys.stdout) + " " + lines


def _prose(text: str) -> Iterable[str]:
    """Paragraphs wrapped; a paragraph that is indented (an example) stays as it is."""
    for number, paragraph in enumerate(text.split("\n\n")):
        if number:
            yield ""
        if paragraph.startswith(" "):
            yield from paragraph.split("\n")
        else:
            yield from textwrap.wrap(paragraph, _width(), break_on_hyphens=False)


def _section(heading: str, entries: Iterable[Entry]) -> list[str]:
    """A heading and its entries in two columns; a term too long for its column gets a separate line."""
    entries = list(entries)
    if not entries:
        return []
    column = min(max(len(term) for term, _ in entries), TERM_LIMIT)
    indent = " " * (2 + column + 2)
    out = [styled(f"{heading}:", "bold", sys.stdout)]
    for term, text in entries:
        lines = textwrap.wrap(text, _width() - len(indent), break_on_hyphens=False) or [""]
        coloured = styled(term, "cyan", sys.stdout)
        if len(term) <= column:
            first = f"  {coloured}{' ' * (column - len(term))}  {lines[0]}"
            out.append(first.rstrip())
            lines = lines[1:]
        else:
            out.append(f"  {coloured}")
        out += [indent + line for line in lines]
    return [*out, ""]


def _width() -> int:
    columns = shutil.get_terminal_size().columns if is_terminal(sys.stdout) else 80
    return max(40, min(columns, WIDEST))


def _join(lines: list[str]) -> str:
    return "\n".join(lines).rstrip("\n") + "\n"
