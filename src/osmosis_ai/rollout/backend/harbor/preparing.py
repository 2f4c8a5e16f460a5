"""From a rollout to the configuration of its trial, before it has a slot: the copy of the task, agent, verifier."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from harbor.models.task.id import GitTaskId, LocalTaskId, PackageTaskId
from harbor.models.trial.config import AgentConfig, EnvironmentConfig, TaskConfig, TrialConfig, VerifierConfig
from harbor.tasks.client import TaskClient

from osmosis_ai.rollout.backend.harbor import agents, environments
from osmosis_ai.rollout.backend.harbor.bundles import BackendBundle, find_uv
from osmosis_ai.rollout.backend.harbor.failures import TaskError
from osmosis_ai.rollout.backend.harbor.grading_files import add_grader, patch_dockerfile
from osmosis_ai.rollout.backend.harbor.notes import TrialNotes, take_notes
from osmosis_ai.rollout.backend.harbor.staging import Staging, trial_name
from osmosis_ai.rollout.backend.harbor.tasks import (
    TaskMode,
    TaskSource,
    copy_task,
    has_tests,
    select_task,
    task_settings,
)
from osmosis_ai.rollout.types import ExecutionRequest
from osmosis_contract.models.harbor import HarborContainerInput

__all__ = ["PreparedTrial", "Preparer"]

_WORKFLOW_AGENT = "osmosis_ai.rollout.backend.harbor.workflow_agent:WorkflowAgent"
_VERIFIER = "osmosis_ai.rollout.backend.harbor.verifier:TaskVerifier"
_LIMIT_MARGIN_SEC = 15.0
"""How much later than the container's own limit the host's is: the container then says where the code was."""
_PASSED_SEC = 0.001


@dataclass(frozen=True, slots=True)
class PreparedTrial:
    """A trial that can be submitted. `verifies`: it has a verifier."""

    name: str
    config: TrialConfig
    notes: TrialNotes
    verifies: bool


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A rollout with where its task is here, and its model as the agent reaches it."""

    source: TaskSource
    local: Path
    request: ExecutionRequest
    url: str
    key: str | None
    install_only: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Preparer:
    """What every trial of a backend has in common."""

    tasks_dir: Path
    task_mode: TaskMode
    native: str | None
    native_kwargs: Mapping[str, Any]
    model_name: str
    bundle: BackendBundle | None
    environment: EnvironmentConfig
    staging: Staging
    patch_dockerfile: bool | None
    agent_setup_timeout_sec: float | None

    @property
    def mounts(self) -> bool:
        """Whether the bundle's runtime is mounted into the sandboxes."""
        return (
            self.bundle is not None
            and self.patch_dockerfile is not True
            and environments.mounts_runtime(self.environment)
        )

    async def prepare(
        self, request: ExecutionRequest, url: str, key: str | None, *, install_only: bool = False
    ) -> PreparedTrial:
        """The trial of a rollout. Raises TaskError, and ValueError or OSError for what stands in its way."""
        source = select_task(request, self.tasks_dir, self.task_mode)
        return await self.prepare_task(source, request, url, key, install_only=install_only)

    async def prepare_task(
        self, source: TaskSource, request: ExecutionRequest, url: str, key: str | None, *, install_only: bool = False
    ) -> PreparedTrial:
        """The trial of a rollout on a task."""
        native = self.native
        if native is None or (agents.agent_uses_model(native) and not agents.runs_on_host(native)):
            url = environments.reachable_url(url, self.environment)
        local = await _fetched(source)
        return await asyncio.to_thread(self._prepare, _Wanted(source, local, request, url, key, install_only))

    def _prepare(self, wanted: _Wanted) -> PreparedTrial:
        name = trial_name(wanted.request.id)
        task = self.staging.open(name) / (wanted.local.name or "task")
        try:
            return self._with_copy(name, task, wanted)
        except BaseException:
            self.staging.remove(name)
            raise

    def _with_copy(self, name: str, task: Path, wanted: _Wanted) -> PreparedTrial:
        source, request, url, key = wanted.source, wanted.request, wanted.url, wanted.key
        copy_task(wanted.local, task, prompt=request.prompt if source.from_prompt else None)
        settings = task_settings(task)
        limit = request.agent_timeout_sec
        if limit is None:
            limit = (settings.get("agent") or {}).get("timeout_sec")
        given = HarborContainerInput(
            version=1,
            rollout_id=request.id,
            prompt=request.prompt if source.from_prompt else [],
            label=request.label,
            metadata=request.metadata,
            chat_completions_url=url,
            api_key=key,
            timeout_sec=limit,
        )
        verifies = request.grade and not wanted.install_only
        grader_limit = request.grader_timeout_sec
        if verifies and not has_tests(task):
            verifies = self.bundle is not None and self.bundle.info.grader_script is not None
            if verifies and self.bundle is not None:
                graded = given.model_copy(update={"api_key": None, "timeout_sec": grader_limit})
                add_grader(task, self.bundle.info, graded, [] if self.mounts else self.bundle.wheels())
                grader_limit = None if grader_limit is None else grader_limit + _LIMIT_MARGIN_SEC
        if self.bundle is not None and self._patches():
            patch_dockerfile(task, self.bundle.info, find_uv())
        environment = environments.with_port(self.environment, url)
        if self.bundle is not None and self.mounts:
            environment = environments.with_runtime(environment, self.bundle.runtime())
        config = TrialConfig(
            task=TaskConfig(path=task),
            trial_name=name,
            trials_dir=self.staging.trials,
            install_only=wanted.install_only,
            agent=self._agent(wanted, limit, settings),
            environment=environment,
            verifier=VerifierConfig(
                import_path=_VERIFIER,
                override_timeout_sec=None if grader_limit is None else max(grader_limit, _PASSED_SEC),
                disable=not verifies,
            ),
        )
        notes = take_notes(self.staging.trials / name)
        notes.container_input = given
        return PreparedTrial(name, config, notes, verifies)

    def _patches(self) -> bool:
        return not self.mounts if self.patch_dockerfile is None else self.patch_dockerfile

    def _agent(self, wanted: _Wanted, limit: float | None, settings: Mapping[str, Any]) -> AgentConfig:
        request, url = wanted.request, wanted.url
        if self.native is not None:
            model = (request.metadata or {}).get("harbor_model", self.model_name)
            if not isinstance(model, str) or not model:
                raise TaskError(f"metadata.harbor_model is {model!r}, not the name of a model")
            own = request.agent_timeout_sec
            agent = agents.native_agent(
                self.native,
                model,
                self.native_kwargs,
                url=url or ("http://127.0.0.1:9" if wanted.install_only else ""),
                key=wanted.key,
                timeout_sec=None if own is None else max(own, _PASSED_SEC),
            )
        else:
            bundle = self.bundle
            if bundle is None or bundle.info.agent_script is None:
                raise TaskError("the bundle has no workflow; build it with workflow=, or name a native agent")
            agent = AgentConfig(
                import_path=_WORKFLOW_AGENT,
                override_timeout_sec=None if limit is None else max(limit, 0.0) + _LIMIT_MARGIN_SEC,
                kwargs={
                    "wheels": [] if self.mounts else [str(each) for each in bundle.wheels()],
                    "script": bundle.info.agent_script,
                },
            )
        agent.override_setup_timeout_sec = self.agent_setup_timeout_sec
        host = urlsplit(url).hostname
        if host and _allowlisted(settings):
            agent.extra_allowed_hosts = [*agent.extra_allowed_hosts, host]
        return agent


def _allowlisted(settings: Mapping[str, Any]) -> bool:
    """Whether the agent's phase is let out to named hosts only."""
    for table in ("agent", "environment"):
        mode = (settings.get(table) or {}).get("network_mode")
        if mode is not None:
            return bool(mode == "allowlist")
    return False


async def _fetched(source: TaskSource) -> Path:
    """The task's directory here; one of a registry or a repository is fetched through Harbor's cache."""
    if source.path is not None:
        return source.path
    task_id: GitTaskId | PackageTaskId | LocalTaskId
    try:
        if source.package is not None:
            org, _, name = source.package.partition("/")
            task_id = PackageTaskId(org=org, name=name, ref=source.ref)
        else:
            task_id = GitTaskId(
                git_url=source.git_url or "", git_commit_id=source.git_commit_id, path=Path(source.inside or "")
            )
        fetched = await TaskClient().download_tasks(task_ids=[task_id])
    except Exception as error:
        raise TaskError(f"the task {source.name!r} cannot be fetched: {error}") from error
    return Path(fetched.results[0].path)
