"""What the backend's constructor and a row's metadata may say, and what the parts make of it without a sandbox."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from harbor.models.environment_type import EnvironmentType
from harbor.models.trial.config import EnvironmentConfig
from harbor.trial.queue import TrialQueue

from osmosis_ai.packaging import build_bundle, inspect_bundle
from osmosis_ai.rollout import ExecutionOutcome, ExecutionRequest, ExecutionResult, RolloutSample, RolloutStatus
from osmosis_ai.rollout.backend.harbor import HarborBackend, reaper
from osmosis_ai.rollout.backend.harbor.agents import native_agent
from osmosis_ai.rollout.backend.harbor.environments import (
    environment_name,
    prepared_environment,
    reachable_url,
    with_port,
)
from osmosis_ai.rollout.backend.harbor.failures import TaskError
from osmosis_ai.rollout.backend.harbor.outcomes import TrialOutcome
from osmosis_ai.rollout.backend.harbor.staging import KEPT, Staging, trial_name
from osmosis_ai.rollout.backend.harbor.tasks import TaskMode, copy_task, find_tasks, select_task
from osmosis_ai.rollout.server import create_rollout_server

from .conftest import make_task

ROOT = Path(__file__).parents[2]
PROJECT = Path(__file__).with_name("project")
SHA = "a" * 40
URL = "http://127.0.0.1:9/v1"


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({}, "agent is missing"),
        ({"agent": "terminus-9"}, "not a native agent"),
        ({"agent": "oracle", "max_queue_depth": 0}, "max_queue_depth"),
        ({"agent": "oracle", "agent_setup_timeout_sec": 0}, "agent_setup_timeout_sec"),
        ({"agent": "oracle", "patch_dockerfile_with_sdk": True}, "patch_dockerfile_with_sdk"),
        ({"agent": "oracle", "workflow_config": "answers.agent:settings"}, "workflow_config"),
        ({"agent": "oracle", "grader_config": "answers.agent:strict"}, "grader_config"),
        ({"agent": "oracle", "prewarm": "sometimes"}, "prewarm"),
        ({"agent": "oracle", "task_mode": "both"}, "TaskMode"),
        ({"agent": "answers.agent:SaysHello", "code_dir": PROJECT, "native_agent_kwargs": {}}, "native_agent_kwargs"),
        ({"agent": "answers.agent:SaysHello", "code_dir": PROJECT.parent}, "pyproject.toml"),
        ({"agent": "elsewhere.agent:SaysHello", "code_dir": PROJECT}, "not in the package"),
        ({"agent": "mini-swe-agent", "native_agent_kwargs": {"config": {}, "config_file": "a"}}, "not both"),
    ],
)
def test_constructor_names_what_contradicts(tmp_path: Path, options: dict[str, Any], named: str):
    """An argument that means nothing here is an error that names it; none is ignored."""
    with pytest.raises(ValueError, match=named):
        HarborBackend(orchestrator=TrialQueue(n_concurrent=1), tasks_dir=make_task(tmp_path / "task"), **options)


def test_documented_constructor_and_members_are_there():
    """What the product's pages import, call and read."""
    surface = json.loads((ROOT / "tests/unit/integrations/documented_surface.json").read_text())["harbor"]
    module = importlib.import_module("osmosis_ai.rollout.backend.harbor")
    for entry in surface:
        found = getattr(module, entry["name"].partition(":")[2])
        if "keywords" in entry:
            inspect.signature(found).bind(**dict.fromkeys(entry["keywords"]))
        assert [name for name in entry.get("members", ()) if not hasattr(found, name)] == []


@pytest.mark.parametrize("old", ["task_dir", "user_code_dir", "workflow", "custom_tests_dir", "prebuild_local_image"])
def test_arguments_of_older_constructor_raise_type_error(tmp_path: Path, old: str):
    """There is no compatibility mode."""
    with pytest.raises(TypeError):
        HarborBackend(orchestrator=TrialQueue(n_concurrent=1), tasks_dir=tmp_path, agent="oracle", **{old: tmp_path})


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        ({"harbor_task": "org/name@3"}, ("org/name", "3", None)),
        (
            {"harbor_task": "tasks/a", "git_url": "https://git.example/r", "git_commit_id": "a" * 40},
            (None, None, "a" * 40),
        ),
    ],
)
def test_row_names_task_of_registry_or_repository(tmp_path: Path, metadata: dict[str, Any], expected: tuple[Any, ...]):
    """A package with a reference, or a path in a repository at a commit; either goes before the mode's task."""
    source = select_task(ExecutionRequest(id="a", prompt=[], metadata=metadata), tmp_path, TaskMode.DATASET)
    assert (source.package, source.ref, source.git_commit_id) == expected


@pytest.mark.parametrize(
    "metadata",
    [
        {"harbor_task": "no-package"},
        {"harbor_task": 3},
        {"harbor_task": "../x", "git_url": "https://git.example/r"},
        {"harbor_task": "x", "git_url": "https://git.example/r", "git_commit_id": "main"},
        {"harbor_task": "org/name", "git_commit_id": "a" * 40},
        {},
    ],
)
def test_row_that_names_no_task_is_refused(tmp_path: Path, metadata: dict[str, Any]):
    """The error is a ValueError, which the wire calls a validation error."""
    with pytest.raises(TaskError):
        select_task(ExecutionRequest(id="a", prompt=[], metadata=metadata), tmp_path, TaskMode.DATASET)


def test_task_is_copied_and_links_are_refused(tmp_path: Path):
    """The prompt is the copy's instruction; the task itself stays as it was; a link in it could lead anywhere."""
    task = make_task(tmp_path / "tasks" / "a")
    copy_task(task, tmp_path / "copy", prompt=[{"role": "user", "content": "hi"}])
    assert json.loads((tmp_path / "copy" / "instruction.md").read_text()) == [{"role": "user", "content": "hi"}]
    assert (task / "instruction.md").read_text() == "Say hello."
    assert find_tasks(tmp_path / "tasks") == ["a"]
    (task / "tests" / "link").symlink_to("/etc/hostname")
    with pytest.raises(TaskError, match="symbolic link"):
        copy_task(task, tmp_path / "other", prompt=None)


def test_bundle_is_kept_by_content(tmp_path: Path):
    """The same project gives the same file; it says its scripts and what it needs."""
    made = [
        build_bundle(PROJECT, workflow="answers.agent:SaysHello", grader=grader, bundles_dir=tmp_path)
        for grader in ("answers.agent:Exact", "answers.agent:Exact", "answers.agent:Raises")
    ]
    assert made[0] == made[1] != made[2]
    info = inspect_bundle(made[0])
    assert (info.agent_script, info.grader_script, info.package) == ("answers-agent", "answers-grade", "answers")
    assert info.requirements == ("httpx", "osmosis-ai[server]")
    (tmp_path / "other.whl").write_bytes(b"no wheel")
    with pytest.raises(ValueError, match="not a wheel"):
        inspect_bundle(tmp_path / "other.whl")


def test_native_agents_are_told_where_their_model_is():
    """Each by its own means; the conversation is not rewritten behind the trainer's back."""
    made = {
        name: native_agent(name, "openai/osmosis-rollout", {}, url=URL, key="the-key", timeout_sec=5)
        for name in ("terminus-2", "mini-swe-agent", "opencode", "oracle")
    }
    assert made["terminus-2"].kwargs["api_base"] == URL
    assert made["terminus-2"].kwargs["llm_kwargs"] == {"api_key": "the-key"}
    assert made["terminus-2"].kwargs["enable_summarize"] is False
    assert made["mini-swe-agent"].env["OPENAI_API_BASE"] == URL
    assert made["opencode"].model_name == "osmosis-rollout/osmosis-rollout"
    assert made["opencode"].kwargs["opencode_config"]["compaction"] == {"auto": False, "prune": False}
    assert made["oracle"].model_name is None
    with pytest.raises(TaskError, match="chat_completions_url"):
        native_agent("opencode", "a/b", {}, url="", key=None, timeout_sec=None)


def test_loopback_model_is_refused_where_sandbox_does_not_reach_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A container has a loopback of its own, unless it has this machine's network; podman as root is let through to the
    model's port; a class of one's own is trusted."""
    docker = EnvironmentConfig(type=EnvironmentType.DOCKER)
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(TaskError, match="does not reach"):
        reachable_url(URL, docker)
    overlay = tmp_path / "overlay.yaml"
    overlay.write_text("services:\n  main:\n    network_mode: host\n")
    assert reachable_url(URL, docker.model_copy(update={"extra_docker_compose": [overlay]})) == URL
    podman = prepared_environment(EnvironmentConfig(type=EnvironmentType.PODMAN))
    assert environment_name(podman) == "podman"
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert reachable_url(URL, podman) == URL
    assert with_port(podman, URL).kwargs["reach"] == [9]
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(TaskError, match="does not reach"):
        reachable_url(URL, podman)
    assert reachable_url(URL, podman.model_copy(update={"extra_docker_compose": [overlay]})) == URL
    assert reachable_url(URL, EnvironmentConfig(import_path="a:B")) == URL


def test_folders_of_dead_process_are_removed_and_others_stay(tmp_path: Path):
    """What a killed server left goes at the next start; a live one's trials, and what has no owner, are left alone."""
    staging = Staging(tmp_path / "trials", tmp_path)
    staging.make()
    names = {name: staging.open(f"trial-{name}") for name in ("dead", "live")}
    for name in ("dead", "live", "unowned"):
        (tmp_path / "trials" / f"trial-{name}").mkdir()
    gone = replace(reaper.identity(), start=1)
    reaper.write_record(names["dead"], owner=gone, holder=None, groups={})
    (tmp_path / "rollouts" / "unowned").mkdir()
    assert Staging(tmp_path / "trials", tmp_path).remove_orphans() == ["trial-dead"]
    left = {path.name for folder in ("trials", "rollouts") for path in (tmp_path / folder).iterdir()}
    assert left == {"trial-live", "trial-unowned", "unowned"}


def test_failed_trials_are_kept_for_a_week(tmp_path: Path):
    """A trial that is kept says since when; the next start removes those of more than a week, and no other folder."""
    staging = Staging(tmp_path / "trials", tmp_path)
    staging.make()
    for name in ("old", "new", "foreign"):
        staging.open(name)
        (tmp_path / "trials" / name).mkdir()
        staging.close(name, keep_trial=True)
    (tmp_path / "trials" / "foreign" / KEPT).unlink()
    os.utime(tmp_path / "trials" / "old" / KEPT, (1, 1))
    Staging(tmp_path / "trials", tmp_path).make()
    assert {path.name for path in (tmp_path / "trials").iterdir()} == {"new", "foreign"}
    assert list((tmp_path / "rollouts").iterdir()) == []


def test_trial_of_another_process_is_not_taken_over(tmp_path: Path):
    """Two servers with the same folders and a rollout of the same name: the second says who works on it."""
    staging = Staging(tmp_path / "trials", tmp_path)
    staging.make()
    with subprocess.Popen(["sleep", "1000"]) as other:
        folder = staging.open("trial-row-1")
        reaper.write_record(folder, owner=reaper.identity(other.pid), holder=None, groups={})
        with pytest.raises(FileExistsError, match=str(other.pid)):
            staging.open("trial-row-1")
        other.kill()
    assert list(staging.open("trial-row-1").iterdir()) == [folder / reaper.RECORD]


def test_default_folders_are_of_one_account_and_one_place(tmp_path: Path):
    """Tasks of the same name in two places do not meet, and their folders name the account."""
    one, two = (Staging(None, tmp_path / name / "task") for name in ("a", "b"))
    assert one.trials != two.trials
    assert f"-{os.geteuid()}-" in one.trials.parent.name
    assert Staging(None, tmp_path / "a" / "task").trials == one.trials


def test_trial_is_named_after_rollout():
    """Ids that a container cannot be named after get a digest, so that no two of them meet."""
    assert trial_name("row-1") == "trial-row-1"
    assert len({trial_name(each) for each in ("A b", "a b", "a::b", "ä", "a-b")}) == 5


def test_the_status_tells_how_a_rollout_ended_for_the_servers_retention(tmp_path: Path):
    """A removed sample has no reward there either, as in its result."""
    backend = HarborBackend(
        orchestrator=TrialQueue(n_concurrent=1),
        tasks_dir=make_task(tmp_path / "task").parent,
        agent="oracle",
        environment_config=EnvironmentConfig(type=EnvironmentType.PODMAN),
    )
    create_rollout_server(backend=backend, result_retention_sec=0.2, configure_logging=False)
    for name, removed in (("kept", False), ("removed", True)):
        sample = RolloutSample(messages=[], reward=1.0, remove_sample=removed)
        result = ExecutionResult(status=RolloutStatus.SUCCESS, sample=sample)
        backend._retain(name, TrialOutcome(ExecutionOutcome(workflow=result), None))
    assert [(backend.rollout_status(name) or {})["reward"] for name in ("kept", "removed")] == [1.0, None]
    time.sleep(0.3)
    assert backend.rollout_status("kept") is None
