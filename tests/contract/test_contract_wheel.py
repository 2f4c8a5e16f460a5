"""The wheel `osmosis-contract` is all an integrator needs: models, client, stub, specification and examples."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PROGRAM = """
import asyncio, importlib.util, json
from importlib.resources import files
import httpx
from starlette.applications import Starlette
from osmosis_contract import models, spec
from osmosis_contract.clients.rollout import Client
from osmosis_contract.clients.rollout.api.health import get_health
from osmosis_contract.clients.rollout.api.rollouts import create_rollout
from osmosis_contract.servers import rollout as api

assert importlib.util.find_spec("osmosis_ai") is None, "the SDK is there"
examples = files("osmosis_contract.spec") / "examples"
health = models.HealthResponse.read_strict(next(iter((examples / "HealthResponse" / "valid").iterdir())).read_bytes())

class Server(api.RolloutServer):
    async def get_health(self, request): return api.GetHealth200(body=health)
    async def create_rollout(self, request): raise AssertionError("not a request")
    async def get_rollout_result(self, request): ...
    async def get_rollout_status(self, request): ...
    async def cancel_rollouts(self, request): ...

async def main():
    transport = httpx.ASGITransport(Starlette(routes=api.routes(Server())))
    async with Client(base_url="http://stub", httpx_args={"transport": transport}) as client:
        assert await get_health.asyncio(client=client) == health
        answer = await client.get_async_httpx_client().post("/rollout", json={})
        assert answer.status_code == 422, answer.text

asyncio.run(main())
assert spec.load("rollout")["openapi"].startswith("3.1")
print("whole")
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)],
        cwd=ROOT / "generated", check=True, capture_output=True,
    )  # fmt: skip
    (built,) = out.glob("osmosis_contract-*.whl")
    return built


def test_the_contract_wheel_works_without_the_sdk(wheel: Path, tmp_path: Path) -> None:
    """In a fresh environment that holds the wheel and its dependencies alone, models, client and stub serve a call."""
    home = tmp_path / "venv"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    site = Path(
        subprocess.run(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
            check=True, capture_output=True, text=True,
        ).stdout.strip()
    )  # fmt: skip
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    # Dependencies come from this environment; its .pth files, which lead to the SDK, are not read from here.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [python, "-c", PROGRAM], cwd=tmp_path, env=environment, check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout.strip()) == (0, "whole"), done.stderr


def test_the_contract_wheel_holds_nothing_of_the_sdk(wheel: Path) -> None:
    """Two packages and the wheel's own metadata; the specification with every example."""
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == {
        "osmosis_contract",
        "osmosis_contract_runtime",
    }
    examples = {path.relative_to(ROOT / "spec").as_posix() for path in (ROOT / "spec" / "examples").rglob("*.json")}
    assert examples == {
        name.removeprefix("osmosis_contract/spec/")
        for name in names
        if name.startswith("osmosis_contract/spec/examples/")
    }
