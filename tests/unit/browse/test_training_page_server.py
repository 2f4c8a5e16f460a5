"""The server of the page of `train view`: who may ask, and that nothing outside of a run can be had."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from tests.support.training_folders import TrainingRunFolder, scored, trained

from osmosis_ai.viewer.guard import Guard
from osmosis_ai.viewer.training_app import training_app
from osmosis_ai.viewer.training_runs import TrainingRuns

HOST = "127.0.0.1:8123"
TOKEN = "the-token"
RUN = "/api/training/first"


@pytest.fixture
def folder(tmp_path: Path) -> TrainingRunFolder:
    return trained(tmp_path / "training" / "first")


@pytest.fixture
async def stranger(folder: TrainingRunFolder) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody who knows the address alone."""
    app = Guard(training_app(TrainingRuns(folder.root.parent)), host=HOST, token=TOKEN, command="osmosis train view")
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
        yield client


@pytest.fixture
async def client(stranger: httpx.AsyncClient) -> httpx.AsyncClient:
    """The person who started it: the token was exchanged for a cookie."""
    assert (await stranger.get(f"/?token={TOKEN}")).status_code == 303
    return stranger


@pytest.mark.parametrize("path", ["/", "/assets/training.js", "/api/training", RUN, f"{RUN}/steps/1/0"])
async def test_nothing_is_answered_without_the_cookie(stranger, path):
    """But the name of the command that printed the address."""
    answer = await stranger.get(path)
    assert (answer.status_code, "osmosis train view" in answer.text) == (403, True)


async def test_bands_say_how_far_the_rollouts_of_a_step_are_apart(client):
    """One standard deviation of the reward within its ends, deciles of lengths, none where there is one number."""
    metrics = {each["key"]: each for each in (await client.get(RUN)).json()["metrics"]}
    step, reward, low, high = metrics["rollout/raw_reward"]["points"][0]
    assert (step, reward, low) == (1, 0.125, 0.0)
    assert high == pytest.approx(0.125 + 0.3307, abs=1e-3)
    assert metrics["rollout/response_lengths"]["points"][11] == [12, 6.0, pytest.approx(5.1), 6.0]
    assert metrics["rollout/truncated_ratio"]["points"][0][2:] == [
        pytest.approx(0.0715, abs=1e-3),
        pytest.approx(0.5907, abs=1e-3),
    ]
    assert metrics["train/loss"]["points"][0] == [1, 0.1, None, None]


async def test_only_rollouts_of_steps_that_count_are_shown(client, folder):
    """A file that a killed run left for a step after its last one is not the step's."""
    folder.rollouts(13, [scored(1.0, [-0.1])])
    assert (await client.get(f"{RUN}/steps/12")).status_code == 200
    for path in ("steps/13", "steps/13/0", "steps/12/8"):
        assert (await client.get(f"{RUN}/{path}")).status_code == 404


async def test_what_a_resumed_run_does_again_is_there_once(client, folder):
    """Steps after the checkpoint it went on from are taken back."""
    folder.record("started", from_step=4, total_steps=12)
    folder.step(5, [scored(1.0, [-0.1] * 6)] * 8)
    figures = (await client.get(RUN)).json()
    assert [each["step"] for each in figures["steps"]] == [1, 2, 3, 4, 5]
    assert figures["steps"][4]["reward"] == 1.0


async def test_links_inside_a_run_are_not_followed(client, folder, tmp_path):
    """A rollout server may write into the run's folder."""
    secret = tmp_path / "secret.jsonl"
    secret.write_text((folder.root / "rollouts" / "step-000001.jsonl").read_text())
    path = folder.root / "rollouts" / "step-000001.jsonl"
    path.unlink()
    path.symlink_to(secret)
    assert (await client.get(f"{RUN}/steps/1")).status_code == 404


@pytest.mark.parametrize("name", ["none", "..", "%2e%2e", "first%2f..%2ffirst"])
async def test_a_name_that_is_not_a_run_is_not_found(client, name):
    assert (await client.get(f"/api/training/{name}/state")).status_code == 404


async def test_one_run_alone_can_be_shown(folder):
    """The others are neither listed nor had."""
    trained(folder.root.parent / "second")
    runs = TrainingRuns(folder.root.parent, "first")
    assert [each["name"] for each in runs.listed()] == ["first"]
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app=training_app(runs)), base_url=f"http://{HOST}"
    ) as client:
        assert (await client.get("/api/training/second")).status_code == 404


async def test_the_rollouts_of_a_step_are_read_once_for_its_bands(folder):
    """While their file has the same size and time, what was worked out is kept."""
    runs = TrainingRuns(folder.root.parent)
    before = runs.figures("first")["metrics"]
    for path in (folder.root / "rollouts").iterdir():
        text, about = path.read_text(), path.stat()
        path.write_text("x" * len(text.encode()))
        os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert runs.figures("first")["metrics"] == before
