"""Results as text, one function a mode."""

from collections.abc import Iterable, Mapping, Sequence

from osmosis_ai.base.text import one_line, printable
from osmosis_ai.cli.framework.results import (
    DetailResult,
    ListResult,
    OperationResult,
    Page,
    Result,
    SectionedListResult,
)
from osmosis_ai.cli.framework.terminal import has_colour, is_terminal, json_line, styled
from osmosis_ai.cli.framework.usage import Mode

_LEAST_WIDTH = 40


def render(result: Result, mode: Mode) -> str:
    """What standard output gets, line ends included."""
    if mode is Mode.JSON:
        return json_line(result.envelope())
    lines = _plain_lines(result) if mode is Mode.PLAIN else _rich_lines(result)
    return "".join(f"{line}\n" for line in lines)


def _plain_lines(result: Result) -> Iterable[str]:
    match result:
        case OperationResult():
            yield from ([printable(result.message)] if result.message else [])
            if result.table is not None:
                yield f"{one_line(result.table.title)}:"
                yield from _plain_rows(result.table)
            yield from (f"{label}: {_cell(value)}" for label, value in result.facts)
            yield from map(one_line, result.notes)
            yield from map(one_line, result.next_steps)
        case DetailResult():
            yield from (f"{label}: {_cell(value)}" for label, value in _fields(result))
            for section in result.sections:
                yield f"{one_line(section.title)}:"
                yield from (f"{label}: {_cell(value)}" for label, value in section.fields)
                yield from map(one_line, section.lines)
                yield from _plain_rows(section.table) if section.table is not None else ()
        case ListResult():
            yield from _plain_rows(result.page)
        case SectionedListResult():
            for key, page in result.sections.items():
                yield f"{one_line(page.title or key)}:"
                yield from _plain_rows(page)
        case _:
            raise TypeError(f"no rendering for {type(result).__name__}")


def _plain_rows(page: Page) -> Iterable[str]:
    return ("\t".join(_cell(column.value(item)) for column in page.columns) for item in page.items)


def _rich_lines(result: Result) -> Iterable[str]:
    import sys

    match result:
        case OperationResult():
            if result.message:
                colour = {"success": "green", "partial": "yellow"}.get(result.status, "bold")
                first, *more = printable(result.message).split("\n")
                yield from (styled(first, colour, sys.stdout), *more)
            if result.table is not None:
                yield from ("", styled(one_line(result.table.title), "bold", sys.stdout))
                yield from (*_table(result.table), "")
            yield from _aligned(result.facts)
            if result.notes:
                yield from ("", styled(one_line(result.notes_title), "bold", sys.stdout))
                yield from (line for note in result.notes for line in _note_lines(note))
            if result.next_steps:
                yield from ("", styled("Next steps", "bold", sys.stdout))
                yield from (f"  {one_line(step)}" for step in result.next_steps)
        case DetailResult():
            if result.title:
                yield styled(one_line(result.title), "bold", sys.stdout)
            yield from _aligned(_fields(result))
            for section in result.sections:
                yield from ("", styled(one_line(section.title), "bold", sys.stdout))
                yield from _aligned(section.fields)
                yield from (f"  {one_line(line)}" for line in section.lines)
                yield from _table(section.table) if section.table is not None else ()
        case ListResult():
            yield from _table(result.page)
        case SectionedListResult():
            for number, (key, page) in enumerate(result.sections.items()):
                yield from ([""] if number else [])
                yield styled(one_line(page.title or key), "bold", sys.stdout)
                yield from _table(page)
        case _:
            raise TypeError(f"no rendering for {type(result).__name__}")


def _note_lines(note: str) -> Iterable[str]:
    """A note, indented; on a terminal in lines of its width, none of which breaks a word, such as a path."""
    import shutil
    import sys
    import textwrap

    text = f"  {one_line(note)}"
    if not is_terminal(sys.stdout):
        return [text]
    indent = " " * (len(text) - len(text.lstrip()) + 2)
    width = max(shutil.get_terminal_size().columns, _LEAST_WIDTH)
    return textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _table(page: Page) -> Iterable[str]:
    """A table as rich draws it: as wide as the terminal allows, or without one as the content asks."""
    import io
    import sys

    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    if not page.items:
        return ["Nothing here."]
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in page.columns:
        table.add_column(Text(column.heading), justify="right" if column.numeric else "left", overflow="fold")
    for item in page.items:
        table.add_row(*(Text(_cell(column.value(item))) for column in page.columns))
    terminal = is_terminal(sys.stdout)
    console = Console(
        file=io.StringIO(),
        width=None if terminal else 10_000,
        force_terminal=terminal,
        no_color=not has_colour(sys.stdout),
        highlight=False,
    )
    with console.capture() as captured:
        console.print(table)
    lines = [line.rstrip() for line in captured.get().rstrip("\n").split("\n")]
    if page.has_more:
        total = "" if page.total_count is None else f" of {page.total_count}"
        lines.append(f"Showing {len(page.items)}{total}. {page.how_to_go_on}".rstrip())
    return lines


def _aligned(pairs: Sequence[tuple[str, object]]) -> Iterable[str]:
    import sys

    width = max((len(label) for label, _ in pairs), default=0)
    for label, value in pairs:
        heading = styled(f"{label}:".ljust(width + 1), "dim", sys.stdout)
        yield f"  {heading}  {one_line(_text(value))}"


def _fields(result: DetailResult) -> Sequence[tuple[str, object]]:
    return list(result.data.items()) if result.fields is None else result.fields


def _cell(value: object) -> str:
    return one_line(_text(value))


def _text(value: object) -> str:
    """A value in people's words: nothing for None, yes and no, and compact JSON for what has parts."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return json_line(value).rstrip("\n")
    if isinstance(value, list | tuple):
        return ", ".join(_text(part) for part in value)
    return str(value)
