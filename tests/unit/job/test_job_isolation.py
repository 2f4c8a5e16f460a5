"""What a job is told of isolation, and what it refuses to do itself for the author of a run."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.processes.isolation import REMEDY
from osmosis_ai.base.variables import JOB_ISOLATION
from osmosis_ai.job.isolation import NO_ISOLATION, PoolIsolation, check_model, isolated_host, require_isolation
from osmosis_ai.platform.compute.requests import isolation_variable
from osmosis_ai.platform.pool_settings import DEFAULT_POOL

ISOLATED = PoolIsolation()


@dataclass
class Config:
    env: Mapping[str, str]

    def model_copy(self, *, update: Mapping[str, Any]) -> Config:
        return replace(self, **update)


@dataclass
class Plan:
    """What is read of a plan."""

    model_path: str
    root: Path
    env: Mapping[str, str] = field(default_factory=dict)
    config: Any = None

    def __post_init__(self) -> None:
        self.config = self.config or Config(self.env)
        self.inputs = SimpleNamespace(model_path=self.model_path)
        self.workspace = SimpleNamespace(root=self.root, state=self.root / ".osmosis")


@dataclass
class Host:
    """What is replaced of a host."""

    rollout_environment: Mapping[str, str] = field(default_factory=dict)
    tool_environment: Mapping[str, str] = field(default_factory=dict)
    model_environment: Mapping[str, str] = field(default_factory=dict)
    isolation: Any = None


def test_a_job_that_is_told_nothing_isolates_and_allows_no_network() -> None:
    """A variable that was lost on the way to a node opens nothing; one that cannot be read is an error."""
    told = PoolIsolation.of({})
    assert (told.is_off, bool(told.network), bool(told.sync_network)) == (False, False, False)
    with pytest.raises(OsmosisError) as refused:
        PoolIsolation.of({JOB_ISOLATION: "on"})
    assert refused.value.code == NO_ISOLATION


def test_what_the_platform_says_is_what_the_job_reads() -> None:
    """A trusted pool switches isolation off; another one gives its hosts and its limits."""
    assert PoolIsolation.of({JOB_ISOLATION: isolation_variable(replace(DEFAULT_POOL, trusted=True))}).is_off
    settings = replace(DEFAULT_POOL, network=("a.example.org:443",), sync_network=("all",))
    told = PoolIsolation.of({JOB_ISOLATION: isolation_variable(settings)})
    assert not told.is_off
    assert told.network.name_refusal("a.example.org", 443) is None
    assert told.network.name_refusal("b.example.org", 443) is not None
    assert told.sync_network.allows_all
    assert told.file_bytes == DEFAULT_POOL.limits.file_bytes


async def test_a_node_that_cannot_isolate_runs_no_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """25: bubblewrap is run; where it fails the reason is named, with the remedy. A trusted pool does without."""
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'no namespaces here' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(OsmosisError, match="no namespaces here") as refused:
        await require_isolation(ISOLATED)
    assert refused.value.code == NO_ISOLATION
    assert REMEDY in str(refused.value)
    await require_isolation(PoolIsolation(is_off=True))


@pytest.mark.parametrize(
    ("model_path", "env", "secrets", "why"),
    [
        ("openai/x", {"OPENAI_BASE_URL": "http://169.254.169.254/v1"}, {}, "OPENAI_BASE_URL names a link-local"),
        (
            "openai/x",
            {"OPENAI_BASE_URL": "http://metadata.google.internal/"},
            {},
            "OPENAI_BASE_URL names a link-local or metadata",
        ),
        ("openai/x", {}, {"OPENAI_BASE_URL": "http://[fd00:ec2::254]/"}, "OPENAI_BASE_URL names a link-local"),
        ("azure/x", {"AZURE_API_BASE": "169.254.169.254:80"}, {}, "AZURE_API_BASE names a link-local"),
        ("local//etc/hostname", {}, {}, "is not in the workspace"),
        ("local/../../etc/hostname", {}, {}, "is not in the workspace"),
        ("openai/x", {}, {"LD_PRELOAD": "x.so"}, "the secret LD_PRELOAD"),
        ("openai/x", {}, {"HTTPS_PROXY": "http://127.0.0.1:1"}, "the secret HTTPS_PROXY"),
    ],
)
def test_the_job_reads_and_calls_nothing_that_isolation_hides(
    tmp_path: Path, model_path: str, env: Mapping[str, str], secrets: Mapping[str, str], why: str
) -> None:
    """The job itself is not isolated: model files of the machine, metadata endpoints and variables that change what
    its programs do are refused. In a trusted pool nothing is."""
    plan: Any = Plan(model_path, tmp_path, env)
    with pytest.raises(OsmosisError, match=why):
        check_model(ISOLATED, plan, secrets)
    check_model(PoolIsolation(is_off=True), plan, secrets)


def test_models_of_the_workspace_and_of_a_network_are_taken(tmp_path: Path) -> None:
    """A file of the repository, the embedded model, an endpoint on this machine."""
    for model_path in ("local/models/a.gguf", "local/smollm2-135m-instruct", "openai/x"):
        plan: Any = Plan(model_path, tmp_path, {"OPENAI_BASE_URL": "http://127.0.0.1:1/v1"})
        check_model(ISOLATED, plan, {"OPENAI_API_KEY": "k"})


def test_user_code_has_a_built_environment(tmp_path: Path) -> None:
    """Rollouts get the run's variables and secrets and nothing of the job's; builds get how packages are found, and no
    secret; the job's own programs get no variable that changes what they do."""
    environ = {
        "PATH": "/job/bin",
        "HOME": "/job",
        "RAY_AUTH_TOKEN": "canary",
        "UV_INDEX_URL": "https://u:p@packages.example.org:8443/simple",
        "UV_CACHE_DIR": str(tmp_path / "uv"),
        "OSMOSIS_CACHE_DIR": str(tmp_path / "cache"),
    }
    plan: Any = Plan("openai/x", tmp_path, {"COLOUR": "blue", "LD_PRELOAD": "x.so", "PYTHONPATH": "/x"})
    host: Any = Host()
    made = isolated_host(ISOLATED, host, plan, folder=tmp_path, environ=environ, secrets={"KEY": "secret"})
    rollout = dict(made.rollout_environment)
    assert rollout.keys() == {"PATH", "LC_ALL", "HOME", "TMPDIR", "COLOUR", "LD_PRELOAD", "PYTHONPATH", "KEY"}
    assert rollout["HOME"] == "/tmp/home"
    assert made.tool_environment.keys() == {"PATH", "LC_ALL", "HOME", "TMPDIR", "UV_INDEX_URL", "UV_CACHE_DIR"}
    assert made.model_environment.items() >= {"COLOUR": "blue", "KEY": "secret", "PATH": "/job/bin"}.items()
    assert not made.model_environment.keys() & {"LD_PRELOAD", "PYTHONPATH"}
    assert made.isolation is not None
    assert made.isolation.sync_network.name_refusal("packages.example.org", 8443) is None
    assert made.isolation.network.name_refusal("packages.example.org", 8443) is not None
