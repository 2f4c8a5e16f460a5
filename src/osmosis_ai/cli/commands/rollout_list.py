"""``osmosis rollout list``: the rollouts that the platform found in the repository."""

from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.cli.commands.session import AllOption, LimitOption, Session, check_paging, page_of, repository_place
from osmosis_ai.cli.framework.params import InjectedConsole
from osmosis_ai.cli.framework.results import Column, ListResult
from osmosis_ai.platform_client.connection import PAGE_LIMIT
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.clients.platform.api.rollouts import list_rollouts
from osmosis_contract.models import CatalogueRollout, CatalogueRolloutList, RolloutRecord

_COLUMNS = [
    Column("name", "Name"),
    Column("description", "Description"),
    Column("last_synced_commit_sha", "Commit"),
    Column("last_synced_at", "Synced"),
]


def rollout_list(
    *,
    limit: LimitOption = PAGE_LIMIT,
    everything: AllOption = False,
    branch: Annotated[str | None, Parameter(help="The branch; the repository's default one if left out.")] = None,
    console: InjectedConsole,
) -> ListResult:
    """List the rollouts that the platform found in the repository.

    The repository around the current directory counts; --workspace does not.

        osmosis rollout list --branch main
    """
    check_paging(limit, everything=everything)
    session = Session(console)
    with session.log_in() as connection:
        place = repository_place()
        console.status("Fetching the rollouts")
        given = {**place.scope.headers(), **omit_none(branch=branch)}
        pages = connection.listing(
            list_rollouts.sync_detailed, CatalogueRolloutList, limit=None if everything else limit, **given
        )
    items = [_record(item) for found in pages for item in found.rollouts]
    page = page_of(pages, items, _COLUMNS)
    return ListResult(page=page, extra={**place.context, **omit_none(branch=branch)})


def _record(item: CatalogueRollout) -> dict[str, object]:
    return RolloutRecord(
        id=item.id,
        name=item.name,
        description=item.description,
        repo_full_name=item.repo_full_name,
        last_synced_commit_sha=item.last_synced_commit_sha,
        last_synced_at=item.last_synced_at,
        created_at=item.created_at,
    ).to_wire()
