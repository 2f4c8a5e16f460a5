"""Managed evaluations, as the command line asks for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from osmosis_ai.base.numbers import short_number
from osmosis_ai.datasets.selection import parse_row_selection
from osmosis_ai.platform.api.base import ApiPart, optional_time, paging
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.errors import InvalidRequestError
from osmosis_ai.platform.services import runs, submissions
from osmosis_ai.platform.services.page_paths import run_page
from osmosis_ai.platform.services.run_figures import duration_ms, results_of
from osmosis_ai.platform.services.run_files import URL_SECONDS, FileKind
from osmosis_ai.platform.services.runs import Listed
from osmosis_ai.platform.services.submissions import Submission
from osmosis_ai.platform.store.run_tables import ManagedRun
from osmosis_ai.platform.store.runs import ListedRun
from osmosis_ai.semantics.members import omit_none
from osmosis_contract import models
from osmosis_contract.servers import platform as stub

__all__ = ["EvalRunsApi"]

_DEFAULT_THRESHOLD = 1.0
_DEFAULTS: dict[str, Any] = {
    "n": 1,
    "batch_size": 1,
    "pass_threshold": _DEFAULT_THRESHOLD,
    "agent_workflow_timeout_s": 450.0,
    "grader_timeout_s": 150.0,
}


class EvalRunsApi(ApiPart):
    """Handlers of evaluations."""

    async def submit_eval_run(self, request: stub.SubmitEvalRunRequest) -> stub.SubmitEvalRunResponse:
        platform = self.platform
        platform.capacity.require_room()
        run = await submissions.submit(
            platform.database,
            self.member,
            _submission(request.body),
            keyring=platform.keyring,
            sources=platform.sources,
            settings=platform.settings,
        )
        platform.wake_dispatcher()
        return stub.SubmitEvalRun201(
            body=models.SubmittedRun(
                id=run.id,
                name=run.name,
                status=run.status,
                created_at=wire_time(run.created_at),
                platform_url=self._run_address(run.id),
            )
        )

    async def list_eval_runs(self, request: stub.ListEvalRunsRequest) -> stub.ListEvalRunsResponse:
        async with self.platform.read() as unit:
            page = await runs.listing(unit, self.member, limit=request.limit, offset=request.offset)
        items, counts = paging(page, self._item)
        return stub.ListEvalRuns200(body=models.EvalRunList(eval_runs=items, **counts))

    async def get_eval_run(self, request: stub.GetEvalRunRequest) -> stub.GetEvalRunResponse:
        async with self.platform.read() as unit:
            shown = await runs.show(unit, self.member, request.name_or_id)
        run, row = shown.row.run, shown.row
        pool = (run.pool or self.platform.settings.pools[0].name) if run.local_run_id is None else None
        return stub.GetEvalRun200(
            body=models.EvalRunResponse(
                eval_run=models.EvalRunDetail(
                    id=run.id,
                    name=run.name,
                    status=models.EvalRunStatus(run.status),
                    created_at=wire_time(run.created_at),
                    started_at=optional_time(run.started_at),
                    completed_at=optional_time(run.completed_at),
                    creator_name=row.creator_name,
                    creator_email=row.creator_email,
                    platform_url=self._run_address(run.id),
                    reason=run.reason,
                ),
                config=_config(run) | omit_none(pool=pool),
                dataset=models.NamedReference(id=run.dataset_id, name=run.dataset_name),
                rollout=models.NamedReference(id=run.rollout_id, name=run.rollout_name),
                results=results_of(run, shown.summary),
                entrypoint=run.entrypoint,
                branch=run.branch,
                commit_sha=run.commit_sha or None,
                env_config=run.config.get("env_config"),
                resolved_secret_scopes={
                    name: models.SecretResolution(where) for name, where in run.secret_scopes.items() if where != "run"
                },
            )
        )

    async def get_eval_run_metrics(self, request: stub.GetEvalRunMetricsRequest) -> stub.GetEvalRunMetricsResponse:
        async with self.platform.read() as unit:
            shown = await runs.show(unit, self.member, request.id)
            now = unit.now
        run, summary = shown.row.run, shown.summary
        stats = summary.reward_stats
        return stub.GetEvalRunMetrics200(
            body=models.EvalRunMetrics(
                status=models.EvalRunStatus(run.status),
                overview=models.EvalMetricsOverview(
                    duration_ms=duration_ms(run, now),
                    total_samples=run.sampled_rows * run.attempts_per_row,
                    completed_samples=summary.total_samples,
                    graded=summary.graded,
                    passed=summary.passed,
                    failed=summary.completed_samples - summary.passed,
                    skipped=summary.skipped,
                    pass_rate=summary.pass_rate,
                    pass_threshold=summary.pass_threshold,
                    tokens_used=summary.tokens_used,
                ),
                reward_stats=None if stats is None else models.RewardDistribution(**stats.to_wire()),
                pass_at_k=summary.pass_at_k or [],
            )
        )

    async def list_eval_run_logs(self, request: stub.ListEvalRunLogsRequest) -> stub.ListEvalRunLogsResponse:
        cursor = _cursor(request.cursor)
        async with self.platform.read() as unit:
            page = await runs.log(
                unit,
                self.member,
                request.name_or_id,
                limit=request.limit,
                direction=request.direction,
                cursor=cursor,
            )
        return stub.ListEvalRunLogs200(
            body=models.LogPage(
                logs=[
                    models.PlatformLogEntry(
                        timestamp=wire_time(line.at),
                        level=line.level,
                        step=line.step,
                        message=line.message,
                        details=line.details or None,
                    )
                    for line in page.lines
                ],
                next_cursor=None if page.next_cursor is None else str(page.next_cursor),
            )
        )

    async def stop_eval_run(self, request: stub.StopEvalRunRequest) -> stub.StopEvalRunResponse:
        async with self.platform.write() as unit:
            run = await runs.stop(unit, self.member, request.name_or_id)
        self.platform.wake_dispatcher()
        return stub.StopEvalRun200(body=models.RunStopResponse(id=run.id, name=run.name, status=run.status))

    async def retry_eval_run(self, request: stub.RetryEvalRunRequest) -> stub.RetryEvalRunResponse:
        given = {} if request.body is None else dict(request.body.secrets or {})
        async with self.platform.write() as unit:
            limits = self.platform.settings.limits
            retried = await runs.retry(
                unit, self.member, self.platform.keyring, limits, name_or_id=request.name_or_id, secrets=given
            )
        self.platform.wake_dispatcher()
        return stub.RetryEvalRun200(
            body=models.EvalRetryResponse(
                id=retried.run_id,
                name=retried.name,
                status=models.EvalRunStatus.PENDING,
                workflow_id=f"{retried.run_id}-{retried.epoch}",
                retryable_samples=retried.samples,
                platform_url=self._run_address(retried.run_id),
            )
        )

    async def list_eval_run_files(self, request: stub.ListEvalRunFilesRequest) -> stub.ListEvalRunFilesResponse:
        kinds = cast("list[FileKind]", request.types.split(","))
        chosen = _chosen(request.rows)
        async with self.platform.read() as unit:
            run = (await runs.show(unit, self.member, request.id)).row.run
        found = await self.platform.run_files.outputs(run, kinds, chosen, self.platform.settings.limits)
        files = [models.OutputFile(path=each.path, size=each.size, token=each.token) for each in found]
        totals = {"files": len(files), "bytes": sum(each.size for each in found)}
        return stub.ListEvalRunFiles200(body=models.OutputManifest(files=files, totals=totals))

    async def presign_eval_run_files(
        self, request: stub.PresignEvalRunFilesRequest
    ) -> stub.PresignEvalRunFilesResponse:
        async with self.platform.read() as unit:
            run = (await runs.show(unit, self.member, request.id)).row.run
        asked = [(each.path, each.token) for each in request.body.items]
        found = await self.platform.run_files.addresses(run, asked, self.platform.settings.limits)
        items = [
            models.DownloadUrl(path=path, url=url, **omit_none(token=token))
            for (path, url), (_, token) in zip(found, asked, strict=True)
        ]
        return stub.PresignEvalRunFiles200(body=models.DownloadUrlsResponse(items=items, expires_in=URL_SECONDS))

    def _run_address(self, run_id: str) -> str:
        return self.platform.link(run_page(self.member.workspace_name, run_id))

    def _item(self, listed: Listed) -> models.EvalRunItem:
        run = listed.run
        return models.EvalRunItem.trusted(
            id=run.id,
            name=run.name,
            status=run.status,
            created_at=run.created_at,
            started_at=run.started_at,
            completed_at=run.completed_at,
            creator_name=run.creator_name,
            creator_email=run.creator_email,
            platform_url=self._run_address(run.id),
            model=models.EvalRunModel(name=run.model_path),
            dataset=models.NamedReference.trusted(id=run.dataset_id, name=run.dataset_name),
            rollout=models.NamedReference.trusted(id=run.rollout_id, name=run.rollout_name),
            results=results_of(run, listed.summary),
            config=_config(run),
        )


def _submission(given: models.EvalSubmitRequest) -> Submission:
    """What was sent, with the defaults of a managed run filled in."""
    config = given.to_wire()
    evaluation = {**_DEFAULTS, **config.get("evaluation_config", {})}
    config["evaluation_config"] = evaluation
    config.pop("pool", None)
    secrets = config.pop("secrets", {"required": []})
    provided: dict[str, str] = secrets.pop("provided", {})
    config["secrets"] = secrets
    experiment = given.experiment_config
    return Submission(
        config=config,
        rollout=experiment.rollout,
        entrypoint=experiment.entrypoint,
        model_path=experiment.model_path,
        dataset=experiment.dataset,
        branch=experiment.branch,
        commit_sha=experiment.commit_sha,
        limit=evaluation.get("limit"),
        attempts_per_row=evaluation["n"],
        pass_threshold=evaluation["pass_threshold"],
        env=config.get("env_config", {}),
        required=secrets["required"],
        provided=provided,
        pool=given.pool,
    )


def _config(run: ManagedRun | ListedRun) -> dict[str, Any]:
    """The configuration in one object, as clients show it."""
    return {
        "model_path": run.model_path,
        **run.config.get("evaluation_config", {}),
        **omit_none(advanced=run.config.get("advanced_config")),
    }


def _cursor(text: str | None) -> int | None:
    if text is None:
        return None
    number = short_number(text)
    if number is None:
        raise InvalidRequestError("The cursor is not one that this platform gave.", field="cursor")
    return number


def _chosen(text: str | None) -> Callable[[int], bool]:
    if text is None:
        return lambda _: True
    try:
        selection = parse_row_selection(text)
    except Exception as error:
        raise InvalidRequestError(f"The rows cannot be read: {error}", field="rows") from None
    return lambda row: row in selection
