"""The dataset of an evaluation that is not in the workspace: fetched from the platform, and kept in the cache."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from osmosis_ai.base.cache import cache_root
from osmosis_ai.base.errors import NotFoundError, OsmosisError, WorkspaceRequiredError
from osmosis_ai.datasets import UnknownDatasetError

if TYPE_CHECKING:
    from osmosis_ai.cli.commands.session import Place
    from osmosis_ai.cli.framework.console import Console

__all__ = ["Fetching"]


class Fetching:
    """The platform of a command, for `eval`. Asks for a login only when a dataset has to be looked for there."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def fetch(self, name: str, workspace: Path, missing: UnknownDatasetError) -> tuple[Path, bool]:
        """The file in the cache, and whether it was there, in the version that the platform has now.

        Raises `missing` where the workspace belongs to no platform, an error of the platform that also says that there
        is no such file.
        """
        from osmosis_ai.platform_client.failures import LoginRequiredError

        place = self._place(workspace)
        if place is None:
            raise missing
        try:
            return self._fetched(name, place)
        except OsmosisError as error:
            if error.code == NotFoundError.default_code:
                raise _not_there(missing, error) from error
            if error.code == LoginRequiredError.default_code:
                raise _not_logged_in(missing, error) from error
            raise

    def _place(self, workspace: Path) -> Place | None:
        from osmosis_ai.cli.commands.session import named_place, repository_place

        if self._console.workspace is not None:
            return named_place(self._console)
        try:
            return repository_place(workspace)
        except WorkspaceRequiredError:
            return None

    def _fetched(self, name: str, place: Place) -> tuple[Path, bool]:
        from osmosis_ai.cli.commands.dataset_records import moving_bytes
        from osmosis_ai.cli.commands.session import Session
        from osmosis_ai.platform_client.dataset_cache import cached_dataset
        from osmosis_ai.platform_client.datasets import Datasets
        from osmosis_ai.platform_client.transfers import Transfers

        session = Session(self._console)
        with session.log_in() as connection, Transfers(os.environ) as transfers:
            self._console.status(f"Looking for the dataset {name} on {session.url}")
            datasets = Datasets(connection, place.scope)
            return cached_dataset(
                datasets,
                datasets.get(name),
                cache_root(os.environ),
                transfers,
                progress=lambda size: moving_bytes(self._console, f"Downloading {name}", size),
            )


def _not_there(missing: UnknownDatasetError, error: OsmosisError) -> OsmosisError:
    """Neither a file nor a dataset of the platform has that name."""
    return OsmosisError(
        f"{missing.message.rstrip('.')}, and there is none of that name on the platform.",
        code=error.code,
        hint=f"{missing.hint} `osmosis dataset list` shows those of the platform.",
        details=error.details,
    )


def _not_logged_in(missing: UnknownDatasetError, error: OsmosisError) -> OsmosisError:
    """No file has that name, and the platform cannot be asked."""
    return OsmosisError(
        f"{missing.message.rstrip('.')}, and the platform was not asked. {error.message}",
        code=error.code,
        hint=f"{missing.hint} For a dataset of the platform: {error.hint}",
        details=error.details,
    )
