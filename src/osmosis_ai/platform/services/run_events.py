"""The end of a run, told to its workspace's webhook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.services import webhooks
from osmosis_ai.platform.services.page_paths import run_page
from osmosis_ai.platform.services.run_figures import results_of, summary_so_far
from osmosis_ai.platform.store import runs as rows
from osmosis_ai.platform.store.database import Database
from osmosis_ai.platform.store.run_tables import ManagedRun
from osmosis_ai.platform.store.unit import Unit
from osmosis_ai.platform.store.workspaces import workspace_by_id
from osmosis_contract.models import NamedReference, WebhookRunData

__all__ = ["RunEvents"]


class RunEvents:
    """The handler of `run_state.ENDED`. `public_url` is the platform's."""

    def __init__(self, database: Database, public_url: str) -> None:
        self._database = database
        self._public_url = public_url

    async def handle(self, payload: Mapping[str, Any]) -> None:
        """Tells of an end once, however often it is called; of one that a retry has undone meanwhile, nothing."""
        async with self._database.write() as unit:
            run = await rows.run_across(unit, str(payload["run"]))
            if run is None or run.completed_at is None or wire_time(run.completed_at) != payload["completed_at"]:
                return
            if not await webhooks.is_told(unit, run.workspace_id):
                return
            workspace = await workspace_by_id(unit, run.workspace_id)
            if workspace is None:
                return
            once = f"{run.id} {payload['completed_at']}"
            data = await self._data(unit, run, self._public_url + run_page(workspace.name, run.id))
            await webhooks.announce(unit, run.workspace_id, "eval_run.completed", data.to_wire(), once=once)

    async def _data(self, unit: Unit, run: ManagedRun, page: str) -> WebhookRunData:
        results = results_of(run, await summary_so_far(unit, run))
        completed_at = run.completed_at or unit.now
        began = run.started_at
        duration = None if began is None else (completed_at - began).total_seconds()
        latest = {} if results is None else results.to_wire()
        if duration is not None:
            latest["total_duration_ms"] = round(duration * 1000)
        return WebhookRunData(
            id=run.id,
            name=run.name,
            status=run.status,
            started_at=None if began is None else wire_time(began),
            completed_at=wire_time(completed_at),
            duration_seconds=duration,
            model_name=run.model_path,
            dataset=NamedReference(id=run.dataset_id, name=run.dataset_name),
            rollout=NamedReference(id=run.rollout_id, name=run.rollout_name),
            platform_url=page,
            latest_metrics=latest,
        )
