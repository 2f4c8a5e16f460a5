"""Commands that exist to be driven by the frame's tests."""

import asyncio
import math
import sys
from enum import Enum
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter, validators

from osmosis_ai.base.errors import ConflictError, OsmosisError
from osmosis_ai.cli.framework.params import InjectedConsole, Yes
from osmosis_ai.cli.framework.results import (
    Column,
    DetailResult,
    ListResult,
    OperationResult,
    Page,
    SectionedListResult,
)
from osmosis_ai.cli.framework.tree import Command, Group

HERE = __name__
COLUMNS = [Column("name", "Name"), Column("rows", "Rows", numeric=True)]


class Colour(Enum):
    DARK_RED = 1


def echo(
    config: Annotated[Path, Parameter(help="The config to read.")],
    /,
    *,
    limit: Annotated[
        int,
        Parameter(
            name=("--limit", "-n"),
            help="How many.",
            env_var="STUB_LIMIT",
            group="Selection",
            validator=validators.Number(gte=1, lte=50),
        ),
    ] = 5,
    kind: Annotated[Literal["fast", "slow"], Parameter(help="Which way.")] = "fast",
    colour: Colour = Colour.DARK_RED,
    secrets_file: Annotated[str | None, Parameter(metavar="FILE", help="Names and values; - reads input.")] = None,
    rate: Annotated[float, Parameter(help="How fast.")] = 0.5,
    fresh: Annotated[bool, Parameter(help="Begin anew.")] = False,
    console: InjectedConsole,
) -> DetailResult:
    """Say back what was understood.

    A second paragraph, long enough that it has to be wrapped when the terminal is only eighty columns wide.

        osmosis stub echo config.toml
    """
    console.status("reading")
    return DetailResult(
        data={
            "config": str(config),
            "limit": limit,
            "kind": kind,
            "colour": colour.name,
            "secrets_file": secrets_file,
            "rate": rate,
            "fresh": fresh,
            "mode": console.mode.value,
        }
    )


def operation(status: str = "success", /) -> OperationResult:
    """Do something."""
    return OperationResult(
        operation="stub.operation",
        status=status,
        resource={"name": "façade", "path": Path("a/b")},
        message="Done.",
        facts=[("Name", "façade")],
        next_steps=["osmosis stub echo x"],
        next_steps_structured=[{"action": "echo"}],
        extra={"note": "kept"},
    )


def rows(*, many: bool = False) -> ListResult:
    """List rows."""
    items = [{"name": "a\tb\nc", "rows": 3}, {"name": "\x1b[31mred", "rows": None}]
    return ListResult(
        page=Page(
            items=items,
            columns=COLUMNS,
            total_count=9 if many else None,
            has_more=many,
            next_offset=2 if many else None,
            how_to_go_on="The next ones: --offset 2",
        ),
        extra={"filter": None},
    )


def sections() -> SectionedListResult:
    """List two kinds."""
    page = Page(items=[{"name": "x", "rows": 1}], columns=COLUMNS, title="Base models")
    return SectionedListResult(sections={"base": page, "lora": Page(items=[], columns=COLUMNS)}, extra={"max": 3})


def nan() -> DetailResult:
    """Return what JSON cannot carry."""
    return DetailResult(data={"score": math.nan})


def override() -> OperationResult:
    """Return an extra that would hide a reserved key."""
    return OperationResult(operation="stub.override", extra={"message": "mine"})


def conflict() -> None:
    """Fail as users make it fail."""
    raise ConflictError("Already there.", hint="Remove it.", details={"path": Path("x"), "n": math.inf})


def crash() -> None:
    """Fail as nobody foresaw."""
    raise KeyError("boom")


def grouped() -> None:
    """Fail inside a task group."""
    raise ExceptionGroup("tasks", [ExceptionGroup("inner", [OsmosisError("From a task.")])])


def interrupt() -> None:
    """Behave as if Ctrl-C was pressed."""
    raise KeyboardInterrupt


def needs_extra() -> None:
    """Import what an extra would have brought."""
    import no_such_package.part  # noqa: F401


def warn(*, console: InjectedConsole) -> OperationResult:
    """Warn, then succeed."""
    console.warning("DEPRECATED", "Old \x1b[31mway.")
    console.line("a line")
    return OperationResult(operation="stub.warn", message="ok")


def ask(*, yes: Yes = False, console: InjectedConsole) -> OperationResult:
    """Ask first."""
    console.confirm(
        "Delete everything?",
        summary={"Rows": 3, "Model": "m"},
        notes=["It is final."],
        warnings=["Costly."],
        yes=yes,
    )
    return OperationResult(operation="stub.ask", message="Deleted.")


async def later() -> OperationResult:
    """Be a coroutine."""
    await asyncio.sleep(0)
    return OperationResult(operation="stub.later", message="Later.")


def flood() -> ListResult:
    """Print far more than a pipe holds."""
    items = [{"name": "x" * 100, "rows": number} for number in range(20_000)]
    return ListResult(page=Page(items=items, columns=COLUMNS))


def exits() -> None:
    """End the process."""
    sys.exit(7)


def command(name: str, attribute: str | None = None, **options: object) -> Command:
    return Command(name, f"{HERE}:{attribute or name}", f"Stub {name}.", **options)  # type: ignore[arg-type]


TREE = Group(
    "osmosis",
    "A tree of stubs.",
    (
        command("operation"),
        Group(
            "stub",
            "Stubs.",
            (
                *map(command, ("echo", "operation", "rows", "sections", "nan", "override", "conflict", "crash")),
                *map(command, ("grouped", "interrupt", "warn", "ask", "later", "flood", "exits")),
                command("needs-extra", "needs_extra", extra="eval"),
                command("secret-echo", "echo", hidden=True),
                Command("absent", "no_such_package.commands:run", "Stub of a missing module.", extra="eval"),
            ),
        ),
    ),
)
