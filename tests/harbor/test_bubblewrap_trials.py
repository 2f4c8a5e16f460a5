"""Trials of Harbor in sandboxes: whole ones, by its own queue."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.harbor.sandboxes import IMPORT_PATH, make_task

pytest.importorskip("harbor", reason="the extra `harbor` is not installed")

pytest_plugins = ["tests.harbor.sandbox_fixtures"]


async def run_trials(tasks: list[Path], rootfs: Path, state_dir: Path, folder: Path, **kwargs: Any) -> list[Any]:
    """The results of one trial for each task, with the oracle, in the order of the tasks."""
    from harbor.models.trial.config import AgentConfig, EnvironmentConfig, TaskConfig, TrialConfig
    from harbor.trial.queue import TrialQueue

    environment = EnvironmentConfig(
        import_path=IMPORT_PATH,
        kwargs={"rootfs": str(rootfs), "state_dir": str(state_dir), "storage_mb": 64, "memory_mb": 256, **kwargs},
        mounts=[{"type": "bind", "source": "/usr", "target": "/usr", "read_only": True}],
    )
    queue = TrialQueue(n_concurrent=8)
    configs = [
        TrialConfig(
            task=TaskConfig(path=task),
            trials_dir=folder / "trials",
            agent=AgentConfig(name="oracle"),
            environment=environment,
        )
        for task in tasks
    ]
    return [await each for each in queue.submit_batch(configs)]


async def test_a_trial_ends_with_its_reward_and_the_evidence_of_its_sandbox(
    rootfs: Path, state_dir: Path, tmp_path: Path
):
    """The oracle's work earns 1.0; the folder of the trial says what the sandbox held and used."""
    result = (await run_trials([make_task(tmp_path / "task")], rootfs, state_dir, tmp_path))[0]
    assert result.exception_info is None, result.exception_info
    assert result.verifier_result.rewards == {"reward": 1.0}
    evidence = json.loads((tmp_path / "trials" / result.trial_name / "sandbox.json").read_text())
    assert evidence["holds"]["owners"] == "mapped"
    assert (evidence["died"], evidence["out_of_memory"], evidence["disk_full"]) == (None, 0, False)


async def test_a_dockerfile_is_honoured_and_built_once(rootfs: Path, state_dir: Path, tmp_path: Path):
    """Its commands run, its files are there, its variables, folder and account hold; a second trial builds nothing."""
    dockerfile = (
        "FROM debian:12\nARG greeting=hello\nENV SAID=$greeting OTHER='two words'\nWORKDIR /work\n"
        "COPY data.txt .\nRUN echo built >> /built && cat data.txt > copied && chmod 777 /work\nUSER agent\n"
    )
    solve = (
        'echo "$SAID $OTHER $(pwd) $(cat copied) $(cat /built | wc -l) $(id -un)" > /work/answer\n'
        "test -e /built && date +%s%N > /work/stamp\n"
    )
    test = 'cat /work/answer; [ "$(cat /work/answer)" = "hello two words /work content 1 agent" ] && r=1 || r=0\n'
    test += "echo $r > /logs/verifier/reward.txt\n"
    task = make_task(
        tmp_path / "task", dockerfile=dockerfile, solve=solve, test=test, **{"data.txt": "content"},
        task_toml='[environment.env]\n',
    )  # fmt: skip
    first, second = await run_trials([task, task], rootfs, state_dir, tmp_path)
    for result in (first, second):
        assert result.exception_info is None, result.exception_info
        assert result.verifier_result.rewards == {"reward": 1.0}
    assert len([path for path in (state_dir / ".layers").iterdir() if path.is_dir()]) == 1


@pytest.mark.parametrize(
    ("dockerfile", "said"),
    [
        ("FROM a\nRUN true\nFROM b\n", "line 3: more than one stage"),
        ("FROM a\nADD https://x /y\n", "line 2: ADD is not supported"),
        ("FROM a\nCOPY missing.txt /\n", "there is no such file"),
        ("FROM a\nRUN echo no >&2; exit 3\n", "ended with status 3: no"),
    ],
)
async def test_a_dockerfile_that_cannot_be_honoured_is_refused_with_its_reason(
    dockerfile: str, said: str, rootfs: Path, state_dir: Path, tmp_path: Path
):
    """The trial has no reward, and its error names the line or the step."""
    try:
        result = (await run_trials([make_task(tmp_path / "task", dockerfile=dockerfile)], rootfs, state_dir, tmp_path))[
            0
        ]
        message = str(result.exception_info.exception_message)
        assert result.verifier_result is None
    except ValueError as error:  # the definition is refused before the trial begins
        message = str(error)
    assert said in message


async def test_a_task_that_asks_for_nothing_has_no_network(rootfs: Path, state_dir: Path, tmp_path: Path):
    """The sandbox has its loopback alone; a task whose environment says `public` has the machine's."""
    solve = "tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' ' > /root/answer; echo done >> /root/answer\n"
    test = "cp /root/answer /logs/verifier/seen; echo 1 > /logs/verifier/reward.txt\n"
    quiet = make_task(tmp_path / "quiet", solve=solve, test=test)
    open_ = make_task(tmp_path / "open", solve=solve, test=test, task_toml='network_mode = "public"\n')
    closed = make_task(tmp_path / "closed", solve=solve, test=test, task_toml='network_mode = "no-network"\n')
    results = await run_trials([quiet, open_, closed], rootfs, state_dir, tmp_path)
    seen = []
    for result in results:
        assert result.exception_info is None, result.exception_info
        seen.append((tmp_path / "trials" / result.trial_name / "verifier/seen").read_text().split())
    outside = [line.split(":")[0].strip() for line in Path("/proc/net/dev").read_text().splitlines()[2:]]
    assert seen == [["lo", "done"], [*outside, "done"], ["lo", "done"]]


async def test_a_timed_out_agent_is_dead_before_the_verifier_runs(rootfs: Path, state_dir: Path, tmp_path: Path):
    """What the agent left in the background writes no reward while the verifier grades."""
    task = make_task(
        tmp_path / "task",
        solve="setsid bash -c 'while :; do echo 1 > /logs/verifier/reward.txt; sleep 0.01; done' & sleep 600\n",
        test="sleep 1; echo 0 > /logs/verifier/reward.txt; sleep 1\n",
    )
    text = (task / "task.toml").read_text().replace("[agent]\ntimeout_sec = 120", "[agent]\ntimeout_sec = 3")
    (task / "task.toml").write_text(text)
    result = (await run_trials([task], rootfs, state_dir, tmp_path))[0]
    assert result.verifier_result.rewards == {"reward": 0.0}


async def test_a_sandbox_that_died_is_not_a_score(rootfs: Path, state_dir: Path, tmp_path: Path):
    """An environment that is not there, a full disk and used up memory are all told in the evidence."""
    full = make_task(tmp_path / "full", solve="head -c 200M /dev/zero > /root/big\n")
    eaten = make_task(tmp_path / "eaten", solve="python3 -c 'x = bytearray(1 << 30)'\n")
    results = await run_trials([full, eaten], rootfs, state_dir, tmp_path)
    seen = [json.loads((tmp_path / "trials" / each.trial_name / "sandbox.json").read_text()) for each in results]
    assert [each["disk_full"] for each in seen] == [True, False]
    assert [each["out_of_memory"] > 0 for each in seen] == [False, True]
