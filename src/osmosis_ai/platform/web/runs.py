"""The evaluations of a workspace: their list, and each with its figures, its samples and its log."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from starlette.responses import Response

from osmosis_ai.engine.results import Result
from osmosis_ai.platform.errors import InvalidRequestError, StateConflictError
from osmosis_ai.platform.services import run_state, runs
from osmosis_ai.platform.services.page_paths import run_page
from osmosis_ai.platform.services.run_figures import RunFigures, duration_ms, figures_of
from osmosis_ai.platform.web.pages import Page, explained, status_of
from osmosis_contract.models.run_events import RowStatus, RunEvent

__all__ = ["act", "lead_on", "listing", "show"]

_SHOWN = 50
_LINES = 100
_FOLLOW_SEC = 5
_CHOICES: dict[str, Callable[[Result, float], bool]] = {
    "all": lambda result, threshold: True,
    "failed": lambda result, threshold: result.status is not RowStatus.SUCCESS,
    "not-passed": lambda result, threshold: result.reward is not None and result.reward < threshold,
}


async def listing(page: Page) -> Response:
    """The runs, new ones first."""
    async with page.platform.read() as unit:
        member = await page.member(unit)
        found = await runs.listing(unit, member, limit=_SHOWN, offset=page.offset)
    return page.show("runs.html", member=member, listed=found, offset=page.offset, size=_SHOWN)


async def show(page: Page) -> Response:
    """A run."""
    return await _show(page)


async def lead_on(page: Page) -> Response:
    """Another address of a run."""
    async with page.platform.read() as unit:
        member = await page.member(unit)
        run = (await runs.show(unit, member, page.request.path_params["name_or_id"])).row.run
    return page.go(run_page(member.workspace_name, run.id))


async def act(page: Page) -> Response:
    """Stops a run, or tries again what failed in it."""
    action, platform = (await page.form()).get("action"), page.platform
    name_or_id = page.request.path_params["name_or_id"]
    try:
        async with platform.write() as unit:
            member = await page.member(unit)
            if action == "stop":
                await runs.stop(unit, member, name_or_id)
            elif action == "retry":
                await runs.retry(
                    unit, member, platform.keyring, platform.settings.limits, name_or_id=name_or_id, secrets={}
                )
    except (InvalidRequestError, StateConflictError) as error:
        return await _show(page, status=status_of(error), problem=explained(error))
    platform.wake_dispatcher()
    return page.go(run_page(member.workspace_name, name_or_id))


async def _show(page: Page, *, status: int = 200, problem: str | None = None) -> Response:
    query = page.request.query_params
    choice = query.get("show", "all")
    choice = choice if choice in _CHOICES else "all"
    async with page.platform.read() as unit:
        member = await page.member(unit)
        shown = await runs.show(unit, member, page.request.path_params["name_or_id"])
        run = shown.row.run
        log = await runs.log(unit, member, run.id, limit=_LINES, direction="older", cursor=None)
        figures = await figures_of(unit, run)
        milliseconds = duration_ms(run, unit.now)
    over = run_state.is_over(run)
    following = "follow" in query and not over
    samples = _samples(figures, choice, run.pass_threshold, page.offset)
    items = run.sampled_rows * run.attempts_per_row
    response = page.show(
        "run.html",
        status=status,
        problem=problem,
        member=member,
        row=shown.row,
        run=run,
        items=items,
        summary=shown.summary,
        milliseconds=milliseconds,
        samples=samples[:_SHOWN],
        more=len(samples) > _SHOWN,
        choice=choice,
        choices=list(_CHOICES),
        offset=page.offset,
        size=_SHOWN,
        log=log,
        over=over,
        following=following,
        retryable=run.local_run_id is None and (figures.retryable() > 0 or shown.summary.total_samples < items),
        wanted=sorted(name for name, where in run.secret_scopes.items() if where == "run"),
    )
    if following:
        response.headers["refresh"] = str(_FOLLOW_SEC)
    return response


def _samples(figures: RunFigures, choice: str, threshold: float, offset: int) -> list[tuple[Result, RunEvent]]:
    """The results of a choice from an offset on, by row and run, each with the event that brought it: one more than is
    shown, where there are more."""
    chosen, results = _CHOICES[choice], figures.replayed.results
    found = ((result, figures.events[key]) for key in results if chosen(result := results[key], threshold))
    return list(islice(found, offset, offset + _SHOWN + 1))
