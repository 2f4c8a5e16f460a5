"""``osmosis dataset list``, ``info`` and ``logs``: datasets of a platform, looked at."""

from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.cli.commands.dataset_records import COLUMNS, facts, record
from osmosis_ai.cli.commands.log_page import log_list
from osmosis_ai.cli.commands.session import (
    AllOption,
    LimitOption,
    Session,
    check_lines,
    check_paging,
    named_place,
    page_of,
)
from osmosis_ai.cli.framework.params import InjectedConsole
from osmosis_ai.cli.framework.results import DetailResult, ListResult
from osmosis_ai.platform_client.connection import PAGE_LIMIT
from osmosis_ai.platform_client.datasets import Datasets
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models import DatasetInContext

NameArgument = Annotated[str, Parameter(metavar="NAME", help="The dataset, by its name or its id.")]


def dataset_list(
    *, limit: LimitOption = PAGE_LIMIT, everything: AllOption = False, console: InjectedConsole
) -> ListResult:
    """List the datasets of the workspace, the newest first.

    osmosis dataset list --all
    """
    check_paging(limit, everything=everything)
    session = Session(console)
    with session.log_in() as connection:
        place = named_place(console)
        console.status("Fetching the datasets")
        datasets = Datasets(connection, place.scope)
        pages = datasets.pages(limit=None if everything else limit)
    items = [record(item) for found in pages for item in found.datasets]
    return ListResult(page=page_of(pages, items, COLUMNS), extra=place.context)


def dataset_info(name: NameArgument, /, *, console: InjectedConsole) -> DetailResult:
    """Show a dataset: its state, its rows, its size.

    osmosis dataset info train
    """
    session = Session(console)
    with session.log_in() as connection:
        place = named_place(console)
        console.status("Fetching the dataset")
        dataset = Datasets(connection, place.scope).get(name)
    why = omit_none(status_message=dataset.status_message)
    data = DatasetInContext.model_validate({**record(dataset), **why, **place.context})
    return DetailResult(data=data.to_wire(), title=f"Dataset {dataset.file_name}", fields=facts(dataset))


def dataset_logs(
    name: NameArgument,
    /,
    *,
    limit: Annotated[int, Parameter(help="How many lines, at most 200.")] = PAGE_LIMIT,
    cursor: Annotated[
        str | None, Parameter(metavar="CURSOR", help="The next_cursor of a page, for the lines before it.")
    ] = None,
    console: InjectedConsole,
) -> ListResult:
    """Show the log of a dataset, from old to new.

    osmosis dataset logs train --limit 200
    """
    check_lines(limit)
    session = Session(console)
    with session.log_in() as connection:
        place = named_place(console)
        console.status("Fetching the log")
        found = Datasets(connection, place.scope).logs(name, limit, cursor)
    return log_list(found, place.context)
