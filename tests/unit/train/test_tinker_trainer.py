"""The trainer `tinker`: the rows that an update is computed from, the worker's protocol, errors that say what to do."""

from __future__ import annotations

import io
import json
import os
import sys
import tarfile
import threading
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.support.trainer_settings import SMALL
from tests.support.training_folders import TrainingRunFolder

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.models.bridge.token_capture import Sampling
from osmosis_ai.models.embedded.trained import TRAINING, find_trained
from osmosis_ai.models.policy import FaultKind, ProviderError
from osmosis_ai.train.advantages import group_advantages, update_row
from osmosis_ai.train.settings import load_settings
from osmosis_ai.train.tinker_trainer import (
    TINKER,
    MissingTinkerError,
    TinkerCapture,
    TinkerModel,
    TinkerPolicy,
    TinkerTrainer,
    open_tinker,
)
from osmosis_ai.train.trainer import TrainingRow
from osmosis_ai.train.trajectories import unscorable
from osmosis_contract.models.local_training import LocalTrainer
from osmosis_contract.models.token_trajectory import ScoredTokenTrajectory, TokenSegment, UnscorableReason

DOUBLE = Path(__file__).parents[2] / "support" / "tinker_double" / "modules"
SETTINGS = replace(SMALL, prompts=2, samples=3)


def scored(reward: float, *, mask: tuple[int, ...] = (1, 0, 1)) -> TrainingRow:
    """A rollout of three tokens, the middle one the environment's."""
    segment = TokenSegment(
        prompt_ids=[1, 3],
        sampled_ids=[5, 6, 2],
        mask=list(mask),
        logprobs=[-1.0, 0.0, -2.0],
        policy_version=0,
        finish_reason="stop",
    )
    return TrainingRow(ScoredTokenTrajectory(kind="scored", rollout_id="r", reward=reward, segments=[segment]))


def test_an_advantage_is_the_distance_from_the_mean_of_the_scored_siblings():
    """A rollout without a reward counts for nothing, and where all are equal none is better."""
    found = group_advantages([0.0, 1.0, None, 0.5, 0.5, 0.5, None, None, 1.0], 3)
    assert found[:3] == [pytest.approx(-0.7070, abs=1e-3), pytest.approx(0.7070, abs=1e-3), 0.0]
    assert found[3:] == [0.0] * 6


def test_tokens_that_are_not_the_models_have_no_advantage():
    """A row predicts each next token; prompt and environment are there, and nothing is learned of them."""
    trajectory = scored(1.0).trajectory
    assert isinstance(trajectory, ScoredTokenTrajectory)
    row = update_row(trajectory.segments[0], 2.0)
    assert row["tokens"] == [1, 3, 5, 6]
    assert row["target_tokens"] == [3, 5, 6, 2]
    assert row["advantages"] == [0.0, 2.0, 0.0, 2.0]
    assert row["logprobs"] == [0.0, -1.0, 0.0, -2.0]


class _Archives(BaseHTTPRequestHandler):
    """Answers anything with an archive of an adapter, in a folder of its own and beside another file."""

    def do_GET(self) -> None:
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w:gz") as archive:
            for name in ("x/adapter_model.safetensors", "x/adapter_config.json", "../outside"):
                member = tarfile.TarInfo(name)
                member.size = len(name)
                archive.addfile(member, io.BytesIO(name.encode()))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(packed.getvalue())

    def log_message(self, *_given: object) -> None:
        return


@pytest.fixture
def url() -> Iterator[str]:
    """Where something listens."""
    server = HTTPServer(("127.0.0.1", 0), _Archives)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """An environment whose Python for the trainer has the doubles of its packages."""
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH={DOUBLE} exec {sys.executable} "$@"\n')
    python.chmod(0o700)
    return {"PATH": os.environ["PATH"], TINKER.variable: str(python)}


def opened(
    url: str, environ: dict[str, str], name: str = "double", *, tokenizer: str | None = None, resume: Path | None = None
) -> AbstractAsyncContextManager[tuple[TinkerTrainer, TinkerPolicy]]:
    """A trainer on the double."""
    model = TinkerModel(url=url, name=name, tokenizer=tokenizer, local_base=None)
    return open_tinker(model, SETTINGS, resume=resume, environ=environ, key=None, log=print)


async def test_only_rollouts_that_differ_from_their_siblings_are_sent(url: str, environ: dict[str, str]):
    """Unscorable ones and groups of one reward stay here; figures say how far sampler and trainer are apart."""
    lost = TrainingRow(unscorable(UnscorableReason.TIMED_OUT, "late"))
    rows = [scored(0.0), lost, scored(1.0), scored(0.5), scored(0.5), scored(0.5)]
    async with opened(url, environ) as (trainer, _):
        update = await trainer.step(1, rows, Path("unused"))
        assert update.figures["grad_norm"] == 2  # the double says how many rows it was sent
        assert update.figures["serving_logp_difference"] == pytest.approx(0.25)
        assert update.figures["entropy"] == pytest.approx(1.5)
        nothing = await trainer.step(2, [lost] * 3 + [scored(0.5)] * 3, Path("unused"))
        assert set(nothing.figures) == {"entropy"}


async def test_the_policy_answers_with_the_ids_that_were_sampled(url: str, environ: dict[str, str]):
    """A captured call has prompt, sampled ids with the closing one, and a log-probability for each."""
    capture = TinkerCapture(Sampling(1.0, 4))
    capture.expect("r", 0)
    body = capture.prepared("r", {"messages": [{"role": "user", "content": "Hi"}]})
    async with opened(url, environ) as (_, policy):
        await policy.serve(None, 3)
        answer = await policy.complete(body)
    await capture.answered("r", body, answer.response)
    (call,) = capture.take("r")
    assert policy.version == 3
    assert (call.prompt_ids, call.sampled_ids, call.logprobs) == ([72, 105], [7, 7, 7, 2], [-0.5] * 4)
    assert call.problem is None
    assert call.answer["content"] == "777"


async def test_a_request_with_tools_is_the_rollouts_error(url: str, environ: dict[str, str]):
    """The policy gives no tool calls, and says so instead of answering without them."""
    async with opened(url, environ) as (_, policy):
        await policy.serve(None, 0)
        with pytest.raises(ProviderError, match="tool calls") as raised:
            await policy.complete({"messages": [{"role": "user", "content": "Hi"}], "tools": [{}], "max_tokens": 4})
    assert raised.value.kind is FaultKind.BAD_REQUEST


async def test_a_checkpoint_says_where_the_server_has_its_state_and_has_the_adapter(
    url: str, environ: dict[str, str], tmp_path: Path
):
    """Two files are taken out of the server's archive, whatever else is in it; a later trainer goes on from there."""
    folder = tmp_path / ".step-000002.part"
    folder.mkdir()
    async with opened(url, environ) as (trainer, _):
        await trainer.save(folder, tmp_path / "unused")
    assert json.loads((folder / "tinker.json").read_text())["state"] == "tinker://model/weights/step-000002"
    assert {path.name for path in (folder / "adapter").iterdir()} == {
        "adapter_config.json",
        "adapter_model.safetensors",
    }
    assert not (tmp_path / "outside").exists()
    async with opened(url, environ, resume=folder):
        pass
    (folder / "tinker.json").write_text('{"state": "tinker://model/weights/gone"}')
    with pytest.raises(OsmosisError, match="cannot load tinker://model/weights/gone"):
        async with opened(url, environ, resume=folder):
            pass


@pytest.mark.parametrize(
    ("name", "given", "message", "hint"),
    [
        ("other-version", {}, "do not understand each other: 415", "tinker==0.25.0"),
        ("refusing", {}, "refuses the key", "TINKER_API_KEY"),
        ("unknown", {}, "does not have the model 'unknown'; it has double", "model_path"),
        ("double", {"tokenizer": "nowhere"}, "the tokenizer 'nowhere' cannot be loaded", "tinker_tokenizer"),
    ],
    ids=["version", "key", "model", "tokenizer"],
)
async def test_what_keeps_a_server_from_being_used_is_said_with_what_to_do(
    url: str, environ: dict[str, str], name: str, given: dict[str, Any], message: str, hint: str
):
    """Another version of the client, no key, an unknown model, a tokenizer that is not there."""
    with pytest.raises(OsmosisError) as raised:
        async with opened(url, environ, name, **given):
            pass
    assert message in raised.value.message
    assert hint in (raised.value.hint or "")


async def test_a_server_that_is_away_is_named(environ: dict[str, str]):
    """Nothing listens: said at once, and not after minutes of tries."""
    with pytest.raises(OsmosisError, match=r"no server answers at http://127\.0\.0\.1:9") as raised:
        async with opened("http://127.0.0.1:9", environ):
            pass
    assert "tinker_url" in (raised.value.hint or "")


async def test_a_python_without_the_client_says_what_to_install(tmp_path: Path):
    """The packages are named, and the variable that says where they are."""
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n')  # a Python with nothing installed
    python.chmod(0o700)
    with pytest.raises(MissingTinkerError, match="needs tinker") as raised:
        async with opened("http://127.0.0.1:9", {TINKER.variable: str(python)}):
            pass
    assert TINKER.variable in (raised.value.hint or "")


def config(root: Path, model: str, *local: str) -> tuple[Path, Workspace]:
    """A training config in a workspace, with these lines under [advanced.local]."""
    (root / "configs" / "training").mkdir(parents=True)
    path = root / "configs" / "training" / "a.toml"
    first = f'[experiment]\nrollout = "r"\nentrypoint = "main.py"\nmodel_path = "{model}"\ndataset = "d"\n'
    path.write_text("\n".join((first, "[advanced.local]", *local)) + "\n")
    return path, Workspace(root)


def test_a_config_for_a_server_names_it_and_the_servers_model(tmp_path: Path):
    """What the server decides cannot be set, and what is missing is named."""
    path, workspace = config(tmp_path, "local/base", 'trainer = "tinker"', "lora_alpha = 8")
    with pytest.raises(OsmosisError) as raised:
        load_settings(path, workspace)
    said = str(raised.value)
    assert "must be tinker/ and what the server calls the base model" in said
    assert "tinker_url" in said
    assert "lora_alpha" in said


def test_settings_of_a_server_are_refused_for_the_other_trainer(tmp_path: Path):
    """A config that forgets `trainer` is not trained here without a word."""
    path, workspace = config(tmp_path, "local/base", 'tinker_url = "http://127.0.0.1:8000"')
    with pytest.raises(OsmosisError, match='set trainer = "tinker"'):
        load_settings(path, workspace)


def test_a_config_for_a_server_is_read(tmp_path: Path):
    """All that it needs is there."""
    path, workspace = config(tmp_path, "tinker/a/b", 'trainer = "tinker"', 'tinker_url = "http://127.0.0.1:8000"')
    assert load_settings(path, workspace).local.trainer is LocalTrainer.TINKER


@pytest.mark.parametrize("base", [None, "local/base"])
def test_a_model_trained_on_a_server_is_served_where_its_base_is_a_file_of_this_machine(
    tmp_path: Path, base: str | None
):
    """`local/RUN` is the adapter on that file; without one the error says where the adapters are."""
    run = TrainingRunFolder(tmp_path / TRAINING / "first")
    manifest = json.loads((run.root / "manifest.json").read_text())
    manifest["inputs"] |= {"trainer": "tinker", "model_path": "tinker/a/b"}
    manifest["inputs"]["local"] |= {"trainer": "tinker"} | ({} if base is None else {"tinker_local_base": base})
    (run.root / "manifest.json").write_text(json.dumps(manifest))
    run.checkpoint(4, 0.5)
    if base is None:
        with pytest.raises(OsmosisError, match="is on a Tinker server, not here") as raised:
            find_trained("first", tmp_path)
        assert "checkpoints" in (raised.value.hint or "")
    else:
        trained = find_trained("first@4", tmp_path)
        assert trained is not None
        assert trained.base == base
