"""Trials of Harbor on podman: whole ones, with our label on all that they make, and nothing left of killed ones."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from harbor.environments.base import ExecResult

from osmosis_ai.rollout.backend.harbor import podman_networks
from osmosis_ai.rollout.backend.harbor.failures import SandboxDiedError
from osmosis_ai.rollout.backend.harbor.owners import Owner, identity
from osmosis_ai.rollout.backend.harbor.podman import PodmanSandbox
from osmosis_ai.rollout.backend.harbor.podman_client import client_environment, run_client
from osmosis_ai.rollout.backend.harbor.podman_labels import (
    IMAGE_LABEL,
    LABEL,
    TRIAL_LABEL,
    image_age_limit_passed,
    label_value,
    parse_label,
    reap_containers,
    remove_labelled,
)
from tests.harbor.containers import IMAGE, Podman, connections, need_podman, private_podman
from tests.harbor.sandboxes import make_task, wait_until

pytest.importorskip("harbor", reason="the extra `harbor` is not installed")
pytestmark = [pytest.mark.xdist_group("harbor-podman"), pytest.mark.timeout(900)]

DOCKERFILE = f"FROM {IMAGE}\nWORKDIR /work\nRUN echo built > /built\n"
WAITS = "touch /began; while [ ! -e /go ]; do sleep 0.1; done; echo done > /root/answer\n"
RUNS = """
import asyncio, sys
from pathlib import Path
from tests.harbor.test_podman import run_trial

task, folder = map(Path, sys.argv[1:3])
asyncio.run(run_trial(task, folder))
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Podman]:
    need_podman()
    with private_podman(tmp_path_factory.mktemp("podman") / "p") as made:
        yield made


@pytest.fixture
def podman(store: Podman, monkeypatch: pytest.MonkeyPatch) -> Iterator[Podman]:
    """Podman as the tests and what they start use it; at the end of each nothing is left but images."""
    for name, value in store.env.items():
        monkeypatch.setenv(name, value)
    yield store
    assert store.left() == []


def environment(folder: Path, **changes: Any) -> Any:
    """The configuration that a backend makes of podman's."""
    from harbor.models.environment_type import EnvironmentType
    from harbor.models.trial.config import EnvironmentConfig

    from osmosis_ai.rollout.backend.harbor import environments

    kwargs = {"state_dir": str(folder / "state"), **changes.pop("kwargs", {})}
    return environments.prepared_environment(EnvironmentConfig(type=EnvironmentType.PODMAN, kwargs=kwargs, **changes))


async def run_trial(task: Path, folder: Path, **changes: Any) -> Any:
    """The result of one trial with the oracle."""
    from harbor.models.trial.config import AgentConfig, TaskConfig, TrialConfig
    from harbor.trial.queue import TrialQueue

    config = TrialConfig(
        task=TaskConfig(path=task),
        trials_dir=folder / "trials",
        agent=AgentConfig(name="oracle"),
        environment=environment(folder, **changes),
    )
    return await TrialQueue(n_concurrent=1).submit(config)


def reward(result: Any) -> Any:
    assert result.exception_info is None, result.exception_info
    return result.verifier_result.rewards["reward"]


async def running_container(podman: Podman) -> dict[str, Any]:
    """The container of the trial, once its agent runs."""

    def look() -> dict[str, Any] | None:
        for entry in podman.listed("ps", "--filter", f"label={TRIAL_LABEL}"):
            seen = subprocess.run(["podman", "exec", entry["Id"], "ls", "/began"], capture_output=True, check=False)
            if seen.returncode == 0:
                return entry
        return None

    for _ in range(300):
        if (found := await asyncio.to_thread(look)) is not None:
            return found
        await asyncio.sleep(0.5)
    raise AssertionError("the agent did not begin")


async def test_all_that_a_trial_makes_carries_our_label_and_goes_with_it(podman: Podman, tmp_path: Path):
    """Container, network, image and folder say whose they are; an image that the task names, a container and a network
    of others are there afterwards."""
    podman.run("tag", IMAGE, "localhost/prebuilt:1")
    podman.run("network", "create", "--label", f"{LABEL}=mine", "foreign")
    podman.run("run", "--detach", "--name", "foreign", "--label", f"{LABEL}=run-7", IMAGE, "sleep", "1000")
    try:
        task = make_task(tmp_path / "task", dockerfile=DOCKERFILE, solve=WAITS)
        trial = asyncio.ensure_future(run_trial(task, tmp_path))
        entry = await running_container(podman)
        assert entry["Labels"][LABEL] == label_value()
        networks = [each for each in podman.listed("network", "ls") if each["name"] not in {"podman", "foreign"}]
        assert [each["labels"][LABEL] for each in networks] == [label_value()]
        assert IMAGE_LABEL in podman.listed("image", "inspect", entry["Image"])[0]["Labels"]
        folders = [path for path in (tmp_path / "state").iterdir() if path.is_dir()]
        assert [json.loads((path / "owner.json").read_text())["owner"]["pid"] for path in folders] == [os.getpid()]
        podman.run("exec", entry["Id"], "touch", "/go")
        assert reward(await trial) == 1.0

        named = make_task(
            tmp_path / "named", task_toml='docker_image = "localhost/prebuilt:1"\nworkdir = "/not/there"\n'
        )
        (named / "environment/Dockerfile").unlink()
        assert reward(await run_trial(named, tmp_path)) == 1.0
        podman.run("image", "exists", "localhost/prebuilt:1")
        assert podman.left() == ["container ['foreign']", "network foreign"]
        assert list((tmp_path / "state").iterdir()) == []
    finally:
        podman.run("rm", "--force", "--time", "0", "foreign")
        podman.run("network", "rm", "foreign")


async def test_what_ends_badly_in_a_container_is_told_apart(podman: Podman, tmp_path: Path):
    """A container that is killed is a sandbox that died; used up memory is in the evidence; an image that does not
    build says why."""
    died = make_task(tmp_path / "died", dockerfile=DOCKERFILE, solve=WAITS)
    trial = asyncio.ensure_future(run_trial(died, tmp_path / "1"))
    entry = await running_container(podman)
    podman.run("kill", entry["Id"])
    result = await trial
    assert (result.exception_info.exception_type, result.verifier_result) == ("SandboxDiedError", None)

    limit = "memory_mb = 64\n"
    eaten = make_task(
        tmp_path / "eaten", dockerfile=DOCKERFILE, solve="x=$(head -c 300M /dev/zero | tail)\n", task_toml=limit
    )
    result = await run_trial(eaten, tmp_path / "2")
    trials = tmp_path / "2/trials"
    assert json.loads((trials / result.trial_name / "sandbox.json").read_text())["out_of_memory"] > 0

    broken = make_task(tmp_path / "broken", dockerfile=f"FROM {IMAGE}\nRUN echo no >&2; exit 3\n")
    result = await run_trial(broken, tmp_path / "4")
    assert result.exception_info.exception_type == "SandboxBuildFailedError"
    assert "no" in result.exception_info.exception_message


async def test_only_the_models_port_of_this_machine_is_reached(podman: Podman, tmp_path: Path):
    """The port that the configuration names answers on the container's own loopback, and another one does not."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"hello\n")
        await writer.drain()
        writer.close()

    open_, shut = [await asyncio.start_server(answer, "127.0.0.1", 0) for _ in range(2)]
    ports = [server.sockets[0].getsockname()[1] for server in (open_, shut)]
    solve = (
        f'exec 3<>/dev/tcp/127.0.0.1/{ports[0]}; read -r said <&3; echo "$said" > /root/answer\n'
        f"(exec 3<>/dev/tcp/127.0.0.1/{ports[1]}) 2>/dev/null && echo reached >> /root/answer || true\n"
    )
    test = '[ "$(cat /root/answer)" = hello ] && r=1 || r=0; echo $r > /logs/verifier/reward.txt\n'
    task = make_task(tmp_path / "task", dockerfile=DOCKERFILE, solve=solve, test=test)
    async with open_, shut:
        result = await run_trial(task, tmp_path, kwargs={"reach": [ports[0]], "network": "none"})
    assert reward(result) == 1.0


@pytest.mark.parametrize("when", ["the agent runs", "the image is built"])
async def test_what_a_killed_process_left_is_removed_by_its_reaper(podman: Podman, tmp_path: Path, when: str):
    """Containers, networks, those of a build, their processes and folders are gone; what others own is as it was."""
    podman.run("network", "create", "foreign")
    podman.run("run", "--detach", "--name", "foreign", "--label", f"{LABEL}=run-7", IMAGE, "sleep", "1000")
    try:
        builds = when == "the image is built"
        dockerfile = f"FROM {IMAGE}\nRUN echo {time.time_ns()}; sleep 3000\n" if builds else DOCKERFILE
        task = make_task(tmp_path / "task", dockerfile=dockerfile, solve=WAITS)
        command = [sys.executable, "-c", RUNS, str(task), str(tmp_path)]
        running = await asyncio.to_thread(
            subprocess.Popen, command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            if builds:
                wait_until(lambda: sleeping("3000"), "the step of the build runs", seconds=120)
            else:
                await running_container(podman)
        finally:
            running.kill()
            running.wait()
        kept = ["container ['foreign']", "network foreign"]
        wait_until(lambda: podman.left() == kept, "what was left is removed", seconds=120)
        wait_until(lambda: not sleeping("3000"), "what ran in the build has ended", seconds=60)
        wait_until(lambda: not list((tmp_path / "state").iterdir()), "the folders are removed", seconds=60)
        assert podman.listed("ps", "--filter", "name=foreign")[0]["State"] == "running"
    finally:
        podman.run("rm", "--force", "--time", "0", "foreign")
        podman.run("network", "rm", "foreign")


def commands() -> Iterator[tuple[int, bytes]]:
    """Every process with its command line."""
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            yield int(process.name), (process / "cmdline").read_bytes()


def sleeping(seconds: str) -> list[int]:
    return [pid for pid, command in commands() if command == f"sleep\0{seconds}\0".encode()]


def test_what_a_podman_that_is_killed_while_it_connects_a_container_left_goes_with_the_network(
    podman: Podman, tmp_path: Path
):
    """Bridge, namespace, firewall rules and the name server's entry are gone; those of a network of others are not."""
    program = next(path for path in podman_networks._PROGRAMS if path.exists())
    (tmp_path / "netavark").write_text(f'#!/bin/sh\n{program} "$@"\nkill -9 $PPID\n')
    (tmp_path / "netavark").chmod(0o755)
    known = Path(podman.env["CONTAINERS_CONF"]).read_text()
    helpers = f'[engine]\nhelper_binaries_dir=["{tmp_path}", "{program.parent}"]\n'
    (tmp_path / "conf").write_text(known.replace("[engine]\n", helpers))
    dead = label_value(replace(identity(), start=1))
    podman.run("network", "create", "--label", f"{LABEL}=run-7", "foreign")
    podman.run("run", "--detach", "--name", "foreign", "--network", "foreign", IMAGE, "sleep", "1000")
    try:
        before = connections()
        podman.run("network", "create", "--label", f"{LABEL}={dead}", "cut-off")
        command = ["podman", "run", "--network", "cut-off", "--label", f"{LABEL}={dead}", IMAGE, "true"]
        killed = subprocess.run(command, env={**os.environ, "CONTAINERS_CONF": str(tmp_path / "conf")}, check=False)
        assert killed.returncode == -signal.SIGKILL
        assert len(connections() - before) >= 3  # and rules, where none of its addresses were left
        assert reap_containers() == []
        assert connections() == before
        assert podman.left() == ["container ['foreign']", "network foreign"]
    finally:
        podman.run("rm", "--force", "--time", "0", "foreign")
        podman.run("network", "rm", "foreign")


def test_a_network_that_a_container_uses_is_not_removed_with_it(podman: Podman):
    """The container is another's, or one that could not be removed, whose connection would be left."""
    dead = label_value(replace(identity(), start=1))
    podman.run("network", "create", "--label", f"{LABEL}={dead}", "shared")
    podman.run("run", "--detach", "--name", "foreign", "--network", "shared", IMAGE, "sleep", "9999")
    try:
        assert [left.split()[0] for left in reap_containers()] == ["network"]
        assert podman.listed("ps", "--filter", "name=foreign")[0]["State"] == "running"
    finally:
        podman.run("rm", "--force", "--time", "0", "foreign")
    assert reap_containers() == []
    assert podman.listed("network", "ls", "--filter", "name=shared") == []


def test_what_the_runtime_made_for_a_podman_that_is_killed_goes_with_the_container(podman: Podman, tmp_path: Path):
    """Podman takes the container for one that was never started: its first process and its monitor end all the same,
    and the runtime knows it no more."""
    runtime, running = tmp_path / "runc", tmp_path / "podman.pid"
    runtime.write_text(
        f'#!/bin/sh\n{shutil.which("runc")} "$@"\nend=$?\n'
        f'case " $* " in *" create "*) kill -9 "$(cat {running})";; esac\nexit $end\n'
    )
    runtime.chmod(0o755)
    known = Path(podman.env["CONTAINERS_CONF"]).read_text()
    (tmp_path / "conf").write_text(known.replace('runtime="runc"', f'runtime="{runtime}"'))
    dead = label_value(replace(identity(), start=1))
    script = f'echo $$ > {running}; exec podman run --network none --label "{LABEL}={dead}" {IMAGE} sleep 9999'
    env = {**os.environ, "CONTAINERS_CONF": str(tmp_path / "conf")}
    killed = subprocess.run(["sh", "-c", script], env=env, check=False)
    assert killed.returncode == -signal.SIGKILL
    (entry,) = podman.listed("ps", "--all", "--filter", f"label={LABEL}={dead}")
    container = str(entry["Id"])
    assert entry["State"] == "created"
    assert container in runtime_containers()
    assert reap_containers() == []
    assert container not in runtime_containers()
    wait_until(lambda: not any(container.encode() in command for _, command in commands()), "its monitor has ended")


def runtime_containers() -> list[str]:
    return subprocess.run(["runc", "list", "-q"], capture_output=True, text=True, check=True).stdout.split()


async def test_a_command_of_the_sandbox_itself_that_is_killed_is_no_failure_of_the_agent(
    monkeypatch: pytest.MonkeyPatch,
):
    """Harbor's own commands have to succeed; the status of the agent's is the agent's affair."""
    killed = ExecResult(return_code=128 + signal.SIGKILL)

    async def exec_(*_: object) -> ExecResult:
        return killed

    sandbox = object.__new__(PodmanSandbox)
    monkeypatch.setattr(sandbox, "_exec", exec_)
    with pytest.raises(SandboxDiedError, match="ended by signal 9"):
        await sandbox._run_docker_compose_command(["exec", "main", "mkdir", "/logs"])
    assert await sandbox._run_docker_compose_command(["exec", "main", "solve"], check=False) is killed


async def test_what_a_client_that_is_killed_had_started_ends_with_it(tmp_path: Path):
    """Else it would connect a container to a network that is being removed."""
    script = f"sleep 9999 >/dev/null 2>&1 & echo $! >{tmp_path}/child; kill -9 $$"
    with pytest.raises(SandboxDiedError):
        await run_client(["sh", "-c", script], env=client_environment(tmp_path), timeout_sec=60)
    child = Path("/proc", (tmp_path / "child").read_text().strip(), "stat")
    wait_until(lambda: not child.exists() or ") Z " in child.read_text(), "the child has ended")


def test_what_a_podman_that_is_killed_did_not_list_is_not_taken_for_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """So that the removal is tried again."""
    program = tmp_path / "podman"
    program.write_text("#!/bin/sh\nkill -9 $$\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    kinds = ("container", "network", "volume", "image")
    assert remove_labelled(TRIAL_LABEL, "any") == [f"{kind}s that podman did not list" for kind in kinds]


@pytest.mark.parametrize("text", ["", "run-7", "1.2.3", "a.2.3.boot", "1.2.3.boot.more"])
def test_a_label_that_is_not_ours_names_no_owner(text: str):
    """So a container that carries it is left as it is."""
    assert parse_label(text) is None


def test_a_label_names_its_owner():
    """What is written is what is read."""
    owner = Owner(7, 8, "b-o-o-t", 9)
    assert parse_label(label_value(owner)) == owner
    assert parse_label(label_value()) == identity()


def test_images_of_tasks_are_kept_for_two_weeks_and_unfinished_steps_for_an_hour():
    """Their age decides, and an image without our label is never old enough."""
    labels, day = {IMAGE_LABEL: "x"}, 86400
    assert image_age_limit_passed({"Labels": labels, "Names": ["a"], "Created": 0}, 15 * day)
    assert not image_age_limit_passed({"Labels": labels, "Names": ["a"], "Created": 0}, 13 * day)
    assert image_age_limit_passed({"Labels": labels, "Created": 0}, 3700)
    assert not image_age_limit_passed({"Labels": {}, "Names": ["a"], "Created": 0}, 900 * day)
