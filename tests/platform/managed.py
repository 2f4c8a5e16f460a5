"""A served platform with a rollout, a dataset and a model, and evaluations that are submitted to it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import httpx

from osmosis_ai.base.processes.isolation import isolation_problem
from osmosis_ai.testing import PolicyRequest, ScriptedPolicy, Turn, say
from tests.platform.served import Served, serving_platform

__all__ = [
    "CANARY",
    "Managed",
    "answer",
    "client",
    "ending_jobs",
    "managed_platform",
    "package_variables",
    "platform_folder",
    "push",
]

CANARY = "canary-value-of-a-managed-run"
_TRIES = 1200
_PAUSE_SEC = 0.1
_PASSED_ON = ("SSL_CERT_FILE", "SSL_CERT_DIR", "UV_CACHE_DIR", "UV_INDEX_URL", "UV_DEFAULT_INDEX")

PROJECT = """\
[project]
name = "echo"
version = "0.1.0"
requires-python = ">=3.12"
dependencies = ["httpx>=0.28", "osmosis-ai[server]>=0.3,<0.4"]
"""

CODE = """\
import asyncio
import os
import signal

import httpx

from osmosis_ai.rollout import AgentWorkflow, Grader, LocalBackend, get_rollout_context
from osmosis_ai.rollout.server import create_rollout_server, serve


class Workflow(AgentWorkflow):
    async def run(self, ctx):
        rollout = get_rollout_context()
        text = ctx.prompt[-1]["content"]
        if text.startswith("sleep"):
            await asyncio.sleep(float(text.split()[1]))
        if text.startswith("raise"):
            raise RuntimeError("on purpose")
        async with httpx.AsyncClient(timeout=60, trust_env=False) as client:
            response = await client.post(
                f"{rollout.chat_completions_url}/chat/completions",
                headers={"Authorization": f"Bearer {rollout.api_key}"},
                json={"model": "any", "messages": ctx.prompt},
            )
        response.raise_for_status()
        print("colour", os.environ.get("COLOUR"))
        return [*ctx.prompt, response.json()["choices"][0]["message"]]


class Equality(Grader):
    async def grade(self, ctx):
        ctx.set_reward(1.0 if ctx.label in ctx.sample.messages[-1]["content"] else 0.0)


if __name__ == "__main__":
    serve(create_rollout_server(backend=LocalBackend(workflow=Workflow, grader=Equality)))
"""


def answer(request: PolicyRequest) -> Turn:
    """What the model says: the last message again."""
    return say(f"you said: {request.last_text}")


@dataclass
class Managed:
    """A platform, and calls to it as the owner of the workspace `main`."""

    served: Served
    http: httpx.Client
    policy: ScriptedPolicy

    def connect(self, repository: Path) -> None:
        """Connects the workspace to a repository, and waits until it was read."""
        self._post("/api/v1/workspaces/main/git", {"url": str(repository)})
        for _ in range(_TRIES):
            if self.get("/api/v1/workspaces/main/git")["state"] == "ready":
                return
            time.sleep(_PAUSE_SEC)
        raise AssertionError("the repository was not read")

    def dataset(self, name: str, rows: Sequence[tuple[str, str]]) -> None:
        """A dataset whose rows were read."""
        lines = [json.dumps({"user_prompt": prompt, "ground_truth": label}) + "\n" for prompt, label in rows]
        data = "".join(lines).encode()
        made = self._post("/api/cli/datasets", {"file_name": name, "file_size": len(data), "extension": "jsonl"})
        httpx.put(made["upload"]["presigned_url"], content=data).raise_for_status()
        self._post(f"/api/cli/datasets/{made['id']}/complete", {"file_extension": "jsonl"})
        for _ in range(_TRIES):
            status = self.get(f"/api/cli/datasets/{name}")["status"]
            assert status != "error", self.get(f"/api/cli/datasets/{name}/logs", limit=50, direction="older")
            if status == "uploaded":
                return
            time.sleep(_PAUSE_SEC)
        raise AssertionError("the dataset was not read")

    def submission(self, dataset: str, *, rows: int, **evaluation: Any) -> dict[str, Any]:
        """An evaluation of the first rows of a dataset."""
        return {
            "experiment_config": {
                "rollout": "echo",
                "entrypoint": "main.py",
                "model_path": "openai/stub",
                "dataset": dataset,
            },
            "evaluation_config": {"limit": rows, **evaluation},
            "env_config": {"OPENAI_BASE_URL": self.policy.base_url, "COLOUR": "blue"},
            "secrets": {
                "required": ["OPENAI_API_KEY", "OTHER_KEY"],
                "provided": {"OPENAI_API_KEY": self.policy.api_key, "OTHER_KEY": CANARY},
            },
        }

    def submit(self, dataset: str, *, rows: int, **evaluation: Any) -> str:
        """The id of a run that was queued."""
        return str(self._post("/api/cli/eval-runs", self.submission(dataset, rows=rows, **evaluation))["id"])

    def get(self, path: str, **parameters: Any) -> dict[str, Any]:
        response = self.http.get(path, params=parameters)
        response.raise_for_status()
        return dict(response.json())

    def post(self, path: str, body: dict[str, Any]) -> httpx.Response:
        return self.http.post(path, json=body)

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        response = self.post(path, body)
        assert response.is_success, response.text
        return dict(response.json())

    def run(self, run_id: str) -> dict[str, Any]:
        return self.get(f"/api/cli/eval-runs/{run_id}")

    def wait(self, run_id: str, *statuses: str) -> dict[str, Any]:
        """The run, once it is in one of the statuses."""
        for _ in range(_TRIES):
            found = self.run(run_id)
            if found["eval_run"]["status"] in statuses:
                return found
            time.sleep(_PAUSE_SEC)
        raise AssertionError(f"{found}\n{self.log(run_id)}")

    def wait_for_results(self, run_id: str, count: int) -> None:
        """Returns once so many samples are complete."""
        for _ in range(_TRIES):
            results = self.run(run_id).get("results") or {}
            if (results.get("total_runs") or 0) >= count:
                return
            time.sleep(_PAUSE_SEC)
        raise AssertionError(self.log(run_id))

    def log(self, run_id: str) -> str:
        page = self.get(f"/api/cli/eval-runs/{run_id}/logs", limit=200, direction="older")
        return "\n".join(f"{line['level']} [{line['step']}] {line['message']}" for line in page["logs"])

    def files(self, run_id: str, types: str) -> dict[str, bytes]:
        """The run's files of these kinds."""
        manifest = self.get(f"/api/cli/eval-runs/{run_id}/samples/manifest", types=types)
        items = [{"path": each["path"]} for each in manifest["files"]]
        found = self._post(f"/api/cli/eval-runs/{run_id}/samples/download-urls", {"items": items})
        return {each["path"]: httpx.get(each["url"]).raise_for_status().content for each in found["items"]}

    def job_processes(self) -> list[int]:
        """The processes of jobs of this platform, as the system shows them."""
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = path.read_bytes().split(b"\0")
                mine = str(self.served.data).encode() in (path.parent / "environ").read_bytes()
            except OSError:
                continue
            if b"osmosis_ai.job" in words and words[1:2] == [b"-m"] and mine:
                found.append(int(path.parent.name))
        return found

    def signal_job(self, number: signal.Signals) -> None:
        """A signal to the one job that runs."""
        (process,) = self.job_processes()
        os.kill(process, number)


def push(folder: Path, files: Mapping[str, str] = MappingProxyType({}), *, name: str = "echo") -> Path:
    """A bare repository with one rollout, of these files where they are given."""
    bare, source = folder / "acme" / "rollouts.git", folder / "source"
    rollout = source / "rollouts" / name
    rollout.mkdir(parents=True)
    for file, text in {"main.py": CODE, "pyproject.toml": PROJECT, **files}.items():
        (rollout / file).write_text(text)
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(bare)], check=True)
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(source)]
    for step in ("init -q -b main", "add .", "commit -qm one", f"push -q {bare} main"):
        subprocess.run([*git, *step.split()], check=True)
    return bare


@contextmanager
def managed_platform(
    folder: Path,
    *,
    trusted: bool | None = None,
    files: Callable[[str], Mapping[str, str]] = lambda _: {},
    variables: Mapping[str, str] = MappingProxyType({}),
    **settings: str,
) -> Iterator[Managed]:
    """Within: a platform with a repository that was read, and a model that answers.

    `files` gives those of the rollout, by the platform's address; `variables` are those of jobs.
    """
    data = platform_folder(folder, trusted=trusted, variables=variables)
    with (
        ending_jobs(data),
        serving_platform(data, **settings) as served,
        ScriptedPolicy(answer) as policy,
        client(served) as http,
    ):
        managed = Managed(served, http, policy)
        managed.connect(push(folder, files(served.url)))
        yield managed


@contextmanager
def ending_jobs(data: Path) -> Iterator[None]:
    """At the end of the block, what a platform's local pool still has running is ended: jobs outlive their server."""
    try:
        yield
    finally:
        for started in data.glob("jobs/local/*/started.json"):
            with suppress(ProcessLookupError):
                os.kill(json.loads(started.read_text())["pid"], signal.SIGTERM)


@contextmanager
def client(served: Served) -> Iterator[httpx.Client]:
    """Calls to a platform as the owner of the workspace `main`."""
    headers = {"Authorization": f"Bearer {served.token()}", "X-Osmosis-Workspace": "main"}
    with httpx.Client(base_url=served.url, headers=headers, timeout=60) as http:
        yield http


def package_variables() -> dict[str, str]:
    """What packages are fetched by from this machine's cache."""
    passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return {"UV_CACHE_DIR": str(Path.home() / ".cache" / "uv"), **passed_on}


def platform_folder(
    folder: Path, *, trusted: bool | None = None, variables: Mapping[str, str] = MappingProxyType({})
) -> Path:
    """The data folder of a platform whose jobs make environments from this machine's cache.

    Its pool is `trusted`; where that is not said, if code cannot be isolated on this machine.
    """
    trusted = isolation_problem() is not None if trusted is None else trusted
    data = folder / "data"
    data.mkdir(parents=True)
    command = json.dumps(["env", *(f"{name}={value}" for name, value in {**package_variables(), **variables}.items())])
    pool = f'[pools.local]\nengine = "local"\nslots = 3\ntrusted = {str(trusted).lower()}\ncommand = {command}\n'
    (data / "platform.toml").write_text(pool)
    return data
