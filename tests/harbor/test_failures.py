"""Each way a trial can fail: its code, its category on the wire, and never a score."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from osmosis_ai.rollout import ExecutionRequest, RolloutStatus
from osmosis_ai.rollout.backend.harbor import failures, podman
from osmosis_ai.rollout.backend.harbor.rewards import read_verified_reward
from osmosis_contract.models.harbor import HarborFailureCode

from .conftest import MakeBackend, make_task

SHORT = "[environment]\nbuild_timeout_sec = 0.5\n"
WRITES = "/logs/verifier/reward"


async def _run(
    tmp_path: Path, make_backend: MakeBackend, *, breaks: str = "", backend: dict | None = None, **task: object
):
    make_task(tmp_path / "tasks" / "hello", **task)
    made = make_backend(tmp_path / "tasks", agent="oracle", task_mode="dataset", breaks=breaks, **(backend or {}))
    request = ExecutionRequest(id="row-1", prompt=[], metadata={"harbor_task_id": "hello"})
    return (await made.execute(request)).result


@pytest.mark.parametrize(
    ("breaks", "task", "code", "category"),
    [
        ("start", {}, "sandbox_unavailable", "http_error"),
        ("build", {}, "image_build_failed", "http_error"),
        (
            "start-hangs",
            {"toml": "[environment]\nbuild_timeout_sec = 0.5\n"},
            "environment_start_timeout",
            "http_error",
        ),
        ("dies-in-verifier", {}, "sandbox_died", "http_error"),
        ("", {"solve": "sleep 60\n", "toml": "[agent]\ntimeout_sec = 1.0\n"}, "agent_timeout", "timeout"),
        ("", {"tests": "sleep 60\n", "toml": "[verifier]\ntimeout_sec = 1.0\n"}, "verifier_timeout", "timeout"),
        ("", {"solve": "kill -SEGV $$\n"}, "agent_failed", "agent_error"),
        ("", {"solve": "kill -KILL $$\n"}, "sandbox_died", "http_error"),
        ("", {"tests": f"echo 1 > {WRITES}.txt; kill -KILL $$\n"}, "sandbox_died", "http_error"),
        ("", {"tests": f"echo 1 > {WRITES}.txt; kill -SEGV $$\n"}, "verifier_crashed", "agent_error"),
        ("", {"tests": "exit 3\n"}, "reward_missing", "validation_error"),
        ("", {"tests": f"echo null > {WRITES}.txt\n"}, "reward_not_a_number", "validation_error"),
        ("", {"tests": None}, "no_reward_source", "validation_error"),
    ],
)
async def test_failure_has_code_and_no_score(
    tmp_path: Path, make_backend: MakeBackend, breaks: str, task: dict, code: str, category: str
):
    """The diagnostics name what failed; the wire says whether it is a verdict on the agent; there is no reward."""
    result = await _run(tmp_path, make_backend, breaks=breaks, **task)
    assert result.status is RolloutStatus.FAILURE
    assert (result.extra_fields["code"], str(result.err_category)) == (code, category)
    assert result.sample is None or result.sample.reward is None


async def test_client_of_podman_that_is_killed_while_it_brings_files_says_nothing_of_the_agent(tmp_path: Path):
    """The error is that of a sandbox that died, also where Harbor would have wrapped it as one of the agent's phase."""

    class Killed:
        logger = logging.getLogger(__name__)

        async def _run_docker_compose_command(self, command: list[str], **options: object) -> None:
            if command[0] == "cp":
                raise RuntimeError("files are brought in as an archive")
            raise failures.SandboxDiedError("podman was ended by signal 9")

    with pytest.raises(failures.SandboxDiedError, match="signal 9"):
        await podman._Transfers(Killed()).upload_dir(tmp_path, "/tests")


async def test_failed_teardown_takes_no_reward_away(tmp_path: Path, make_backend: MakeBackend):
    """A sandbox that does not end after the verdict is attached to the diagnostics; the reward counts."""
    result = await _run(tmp_path, make_backend, breaks="stop")
    assert result.status is RolloutStatus.SUCCESS
    assert result.sample.reward == 1.0
    assert any("does not end" in each for each in result.extra_fields["attached"])


async def test_reward_after_time_out_counts_only_where_declared(tmp_path: Path, make_backend: MakeBackend):
    """By default it is evidence; with the switch the rollout is scored by it."""
    task = {"solve": "echo hello > /app/answer.txt; sleep 60\n", "toml": "[agent]\ntimeout_sec = 1.5\n"}
    result = await _run(tmp_path / "a", make_backend, **task)
    assert (str(result.err_category), result.extra_fields["verified_reward"]) == ("timeout", 1.0)
    result = await _run(tmp_path / "b", make_backend, backend={"count_reward_after_timeout": True}, **task)
    assert result.status is RolloutStatus.SUCCESS
    assert result.sample.reward == 1.0


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("reward.txt", b"1.0\n", 1.0),
        ("reward.txt", b" -2.5e-1 ", -0.25),
        ("reward.json", b'{"reward": 1}', 1.0),
        ("reward.json", b'{"reward": 0.5, "speed": 3}', 0.5),
        ("reward.txt", b"", "reward_empty"),
        ("reward.txt", b" \n", "reward_empty"),
        ("reward.txt", b"1_0", "reward_not_a_number"),
        ("reward.txt", b"0x1", "reward_not_a_number"),
        ("reward.txt", b"nan", "reward_not_finite"),
        ("reward.txt", b"-Infinity", "reward_not_finite"),
        ("reward.txt", b"1e999", "reward_not_finite"),
        ("reward.txt", "\uff11".encode(), "reward_not_text"),
        ("reward.txt", b"1" * 70_000, "reward_too_large"),
        ("reward.json", b"{", "reward_not_json"),
        ("reward.json", b"1.0", "reward_no_member"),
        ("reward.json", b'{"score": 1.0}', "reward_no_member"),
        ("reward.json", b'{"reward": null}', "reward_null"),
        ("reward.json", b'{"reward": true}', "reward_not_a_number"),
        ("reward.json", b'{"reward": "1.0"}', "reward_not_a_number"),
        ("reward.json", b'{"reward": NaN}', "reward_not_finite"),
        ("reward.json", b'{"reward": 1e999}', "reward_not_finite"),
        ("reward.json", b'{"reward": 1, "reward": 0}', "reward_duplicate_key"),
    ],
)
def test_each_form_of_reward_file_counts_or_has_code(tmp_path: Path, name: str, content: bytes, expected: object):
    """A finite number counts; everything else is refused with the code of its form, and is never zero."""
    (tmp_path / name).write_bytes(content)
    if isinstance(expected, float):
        assert read_verified_reward(tmp_path) == expected
        return
    with pytest.raises(failures.RewardRefusedError) as refused:
        read_verified_reward(tmp_path)
    assert refused.value.code == expected


def test_reward_that_is_no_file_or_differs_is_refused(tmp_path: Path):
    """A link, a folder, no file at all, and two files that differ."""

    def code() -> HarborFailureCode:
        with pytest.raises(failures.RewardRefusedError) as refused:
            read_verified_reward(tmp_path)
        return refused.value.code

    assert code() == "reward_missing"
    (tmp_path / "reward.txt").mkdir()
    assert code() == "reward_not_a_file"
    (tmp_path / "reward.txt").rmdir()
    (tmp_path / "reward.txt").symlink_to("/etc/hostname")
    assert code() == "reward_not_a_file"
    (tmp_path / "reward.txt").unlink()
    (tmp_path / "reward.txt").write_text("1.0")
    (tmp_path / "reward.json").write_text('{"reward": 1.0}')
    assert read_verified_reward(tmp_path) == 1.0
    (tmp_path / "reward.json").write_text('{"reward": 0.0}')
    assert code() == "reward_conflict"


def test_every_code_has_category():
    """The sandbox's failures are no verdict on the agent; only a cancellation has none."""
    without = {code for code in HarborFailureCode if failures.category_of(code) is None}
    assert without == {HarborFailureCode.CANCELLED}
