"""Rollouts that reach the model from elsewhere: through a tunnel, which a double of cloudflared stands for here."""

import json
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cloudflared_double import PUBLIC_URL, CloudflaredDouble
from eval_workspace import SCRIPT, EvalWorkspace
from stub_openai import StubOpenAI

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.hosting.tunnel import open_tunnel
from osmosis_ai.runs.folder import RunFolder
from osmosis_ai.runs.orphans import FolderProcessRecords

pytestmark = pytest.mark.long

THROUGH_THE_DOUBLE = f"""
_chat = get_rollout_context
class Reached:
    def __init__(self, context):
        self.api_key = context.api_key
        assert context.chat_completions_url.startswith("{PUBLIC_URL}/v1/rollouts/")
        double = "http://127.0.0.1:" + os.environ["CLOUDFLARED_DOUBLE_PORT"]
        self.chat_completions_url = context.chat_completions_url.replace("{PUBLIC_URL}", double)
def get_rollout_context():
    return Reached(_chat())
"""

NEEDS_A_PUBLIC_ADDRESS = """
from starlette.responses import JSONResponse
from starlette.routing import Route

async def health(request):
    instance = os.environ["_OSMOSIS_ROLLOUT_INSTANCE_ID"]
    body = {"status": "ok", "instance_id": instance, "process_id": instance}
    body["lifecycle"] = {"accepting_rollouts": True, "active_rollouts": 0}
    body["chat_endpoint"] = {"requires_public_url": True}
    return JSONResponse(body, headers={"x-osmosis-rollout-sdk-version": "0.3.7"})

app.router.routes.insert(0, Route("/health", health))
"""
Installed = Callable[[str], CloudflaredDouble]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    """Puts a double of that mode on the PATH."""

    def install(mode: str) -> CloudflaredDouble:
        double = CloudflaredDouble(tmp_path / "bin", mode)
        monkeypatch.setenv("PATH", double.path(os.environ["PATH"]))
        return double

    return install


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    run = RunFolder(tmp_path / "run")
    run.root.mkdir()
    return run


def opened(folder: RunFolder, *, log: Callable[[str], None] = print, **options: Any) -> Any:
    """A tunnel whose program finds what is on the PATH, and sees nothing else."""
    return open_tunnel(
        8123,
        environment={"PATH": os.environ["PATH"]},
        records=FolderProcessRecords(folder),
        log=log,
        **options,
    )


async def test_tunnel_is_recorded_while_it_is_up(
    installed: Installed, folder: RunFolder, monkeypatch: pytest.MonkeyPatch
):
    """The public address is read from what the program prints; its process is named in tunnel.json, and sees the
    environment it is given."""
    double = installed("up")
    monkeypatch.setenv("SOME_KEY", "a secret")
    lines: list[str] = []
    async with opened(folder, log=lines.append) as tunnel:
        assert tunnel.url == PUBLIC_URL
        record = json.loads((folder.root / "tunnel.json").read_text())
        assert (record["instance_id"], record["port"]) == ("cloudflared", 8123)
        started = json.loads((double.folder / "started.json").read_text())
        assert started["arguments"][-2:] == ["--url", "http://127.0.0.1:8123"]
        assert "SOME_KEY" not in started["environment"]
    assert not (folder.root / "tunnel.json").exists()
    assert any("Registered tunnel connection" in line for line in lines)


async def test_end_of_the_tunnel_is_told(installed: Installed, folder: RunFolder):
    """Whoever waits for it learns that the tunnel ended, and how."""
    double = installed("up")
    async with opened(folder) as tunnel:
        double.die()
        assert await tunnel.died() == "the tunnel ended (exit code 1), so rollouts cannot reach the model"


@pytest.mark.parametrize(
    ("mode", "code", "message"),
    [
        ("rate-limited", "RATE_LIMITED", "Cloudflare gives no more tunnels for now"),
        ("ends", "NETWORK", "cloudflared ended before the tunnel was up"),
        ("silent", "NETWORK", "cloudflared gave no address within 1 s"),
    ],
)
async def test_tunnel_that_does_not_come_up(
    installed: Installed, folder: RunFolder, mode: str, code: str, message: str
):
    """The error says what the program said, and what else would do; nothing is left running or on disk."""
    installed(mode)
    with pytest.raises(OsmosisError) as raised:
        async with opened(folder, start_sec=1.0):
            pass
    assert raised.value.message.startswith(message)
    assert "Requesting new quick Tunnel" in raised.value.message
    assert raised.value.code == code
    assert "--advertise-url" in (raised.value.hint or "")
    assert not (folder.root / "tunnel.json").exists()


async def test_tunnel_without_its_program(folder: RunFolder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Where there is no cloudflared, that is said."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OsmosisError, match="needs the program cloudflared, and it is not on the PATH"):
        async with opened(folder):
            pass


def free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return str(probe.getsockname()[1])


def through_the_double(workspace: EvalWorkspace, name: str, tmp_path: Path, more: str = "") -> dict[str, str]:
    """Makes the rollout `name`, whose workflow reaches the public address through the double; its environment."""
    code = SCRIPT.read_text().replace("\n\nasync def ask_model", THROUGH_THE_DOUBLE + "\n\nasync def ask_model", 1)
    workspace.rollout(name, code.replace("\nif __name__", more + "\nif __name__", 1))
    double = CloudflaredDouble(tmp_path / "bin")
    return {"PATH": double.path(os.environ["PATH"]), "CLOUDFLARED_DOUBLE_PORT": free_port()}


@pytest.mark.parametrize(
    ("name", "words", "more"),
    [("tunnelled", ["--tunnel", "cloudflared"], ""), ("tunnelled-unasked", [], NEEDS_A_PUBLIC_ADDRESS)],
)
def test_rollouts_reach_the_model_through_the_tunnel(
    workspace: EvalWorkspace, stub: StubOpenAI, tmp_path: Path, name: str, words: list[str], more: str
):
    """With --tunnel, or where /health asks for it, rollouts get the public address, and answers at it."""
    env = through_the_double(workspace, name, tmp_path, more)
    workspace.dataset(name, [("say yes", "yes"), ("say no", "yes")])
    run = workspace.eval(workspace.config(name, rollout=name), "--name", name, *words, stub=stub, env=env)
    assert run.code == 0, run.err + run.out
    assert run.resource["metrics"]["passed"] == 1
    log = (workspace.folder(name) / "logs.txt").read_text()
    assert f'[tunnel] open {{"url": "{PUBLIC_URL}"}}' in log
    assert "[cloudflared] " in log
    assert not (workspace.folder(name) / "tunnel.json").exists()
    warned = [json.loads(line)["warning"]["code"] for line in run.err.splitlines()]
    assert warned == (["ROLLOUT_SDK_VERSION_MISMATCH"] if more else [])


def test_end_of_the_tunnel_halts_the_run(workspace: EvalWorkspace, tmp_path: Path):
    """When the tunnel ends nothing more is dispatched and what is in flight is cancelled: no row fails for it."""
    env = through_the_double(workspace, "cut-off", tmp_path)
    workspace.dataset("cut-off", [("say yes", "yes"), ("cut", "yes"), *[("say yes", "yes")] * 5])
    config = workspace.config("cut-off", rollout="cut-off")
    with StubOpenAI() as stub:
        answer = stub.answer

        def cutting(text: str) -> tuple[int, str]:
            if text == "cut":
                (tmp_path / "bin" / "die").touch()
                return answer("hang")
            return answer(text)

        stub.answer = cutting  # type: ignore[method-assign]
        words = ("--name", "cut-off", "--tunnel", "cloudflared", "--max-in-flight", "1")
        run = workspace.eval(config, *words, stub=stub, env=env)
    assert run.code == 1, run.err
    assert "the tunnel ended (exit code 1)" in json.loads(run.out)["message"]
    assert (run.resource["succeeded"], run.resource["failed"]) == (1, 0)
    outcomes = [row["outcome"] for row in run.resource["unfinished_rows"]]
    assert outcomes[0] in {"cancelled", "infrastructure_failed"}
    assert outcomes[1:] == [None] * 5
