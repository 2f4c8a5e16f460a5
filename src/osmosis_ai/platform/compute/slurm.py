"""Slurm, by its commands: sbatch, squeue, sacct, scancel and scontrol, as the account that the platform runs as.

A launch is a batch job whose name is the launch's id. The number of a job alone proves nothing: a controller that lost
its state counts from the beginning, so that the name has to be the launch's too. A controller that is started again on
its state knows its jobs, which is why the cluster's name, and not the time of that start, is the incarnation.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import shlex
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import override

from osmosis_ai.base.text import one_line, truncate
from osmosis_ai.platform.compute.entry import SIGNALLED, held, why_ended
from osmosis_ai.platform.compute.port import (
    Chunk,
    Ended,
    Gone,
    Health,
    Launch,
    Lost,
    Pool,
    Ref,
    RefusedError,
    Running,
    State,
    Unsure,
    UnsureError,
    Waiting,
)
from osmosis_ai.platform.compute.probe import probe_node
from osmosis_ai.platform.compute.requests import refuse_beyond
from osmosis_ai.platform.pool_settings import PoolSettings

__all__ = ["SlurmPool"]

_COMMAND_SECONDS = 30.0
_CHUNK_BYTES = 256 * 1024
_MEBIBYTE = 1024 * 1024
_SHOWN = 300
_COLUMNS = ("JobID", "Name", "State", "exit_code", "Reason", "NodeList")
_ABSENT = "Invalid job id"
_NO_ANSWER = ("contact", "timed out", "temporarily", "ommunication", "onnect", "Zero Bytes", "rotocol")
"""Words of those errors of sbatch after which a job may have been taken."""
_WAITING = frozenset(
    {"PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "RESV_DEL_HOLD", "SPECIAL_EXIT"}
)
_RUNNING = frozenset({"RUNNING", "COMPLETING", "RESIZING", "SIGNALING", "STAGE_OUT", "STOPPED", "SUSPENDED"})
_ENDED = frozenset({
    "BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "OUT_OF_MEMORY", "PREEMPTED", "REVOKED", "TIMEOUT",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Job:
    """What Slurm says of one job."""

    number: int
    name: str
    state: str
    wait_status: int | None
    reason: str
    nodes: str


class SlurmPool(Pool):
    """The cluster that Slurm's commands on this machine lead to."""

    def __init__(self, settings: PoolSettings) -> None:
        self.name = settings.name
        self.settings = settings

    @override
    async def submit(self, launch: Launch) -> Ref:
        refuse_beyond(launch, self.settings)
        incarnation = await self._cluster()
        if (number := await self._number(launch.id)) is not None:
            return Ref(launch.id, incarnation, str(number))
        try:
            status, said, error = await self._run(self._sbatch(launch), self._script(launch).encode())
        except UnsureError as unsure:
            error, status, said = unsure.cause, None, ""
        number = await self._number(launch.id)  # two that submit at once agree on the first of their jobs
        if number is None and status == 0 and said.partition(";")[0].strip().isdecimal():
            number = int(said.partition(";")[0])
        if number is not None:
            return Ref(launch.id, incarnation, str(number))
        if status is None or any(word in error for word in _NO_ANSWER):
            raise UnsureError(f"pool {self.name}: sbatch got no answer ({_shown(error)}); the launch may have started")
        raise RefusedError(f"pool {self.name}: Slurm refuses the launch: {_shown(error or said)}")

    @override
    async def stop(self, ref: Ref) -> None:
        # By name: should it have been started twice, both are meant. `--full` reaches the batch job's own process.
        named = ("scancel", "--quiet", "--me", f"--name={ref.launch_id}")
        for options in (("--state=PENDING",), ("--state=SUSPENDED",), ("--state=RUNNING", "--full", "--signal=TERM")):
            status, _, error = await self._run([*named, *options])
            if status and error and _ABSENT not in error:
                raise UnsureError(f"pool {self.name}: scancel: {_shown(error)}")

    @override
    async def state(self, ref: Ref) -> State:
        try:
            jobs = await self._jobs(f"--jobs={ref.native_id}")
            found = [job for job in jobs if job.name == ref.launch_id]
            if found:
                return _state(found[0])
            if await self._cluster() != ref.incarnation:
                return Lost("the commands lead to another cluster now")
            return await self._accounted(ref)
        except UnsureError as error:
            return Unsure(error.cause)

    @override
    async def logs(self, ref: Ref, after: int = 0) -> Chunk | Gone:
        if self.settings.log_folder is None:
            return Gone(f"pool {self.name} has no log_folder, which nodes and platform would have to share")
        return await asyncio.to_thread(_read_log, self._log(ref.launch_id), after)

    @override
    async def list(self, owner: str) -> Sequence[tuple[Ref, State]]:
        incarnation = await self._cluster()
        first: dict[str, _Job] = {}
        for job in sorted(await self._jobs(), key=lambda job: job.number):
            if job.name.startswith(owner):
                first.setdefault(job.name, job)
        return [(Ref(job.name, incarnation, str(job.number)), _state(job)) for job in first.values()]

    @override
    async def forget(self, ref: Ref) -> None:
        """Removes the output. The controller forgets its job by itself, MinJobAge after its end."""
        if self.settings.log_folder is not None and isinstance(await self.state(ref), Ended | Lost):
            with contextlib.suppress(OSError):
                await asyncio.to_thread(self._log(ref.launch_id).unlink)

    @override
    async def check(self) -> Health:
        for program in ("sbatch", "squeue", "scancel", "scontrol"):
            if shutil.which(program) is None:
                raise RefusedError(f"pool {self.name}: {program} is not installed: install Slurm's client commands")
        configuration = await self._configuration()
        warnings = []
        if configuration.get("ProctrackType") == "proctrack/pgid":
            warnings.append(
                "processes of a job may outlive it: set ProctrackType=proctrack/cgroup (or linuxproc) in slurm.conf"
            )
        if self.settings.log_folder is None:
            warnings.append("the output of launches is not kept: set log_folder to a folder that every node shares")
        report = await probe_node(self)
        return Health(
            f"Slurm {configuration.get('SLURM_VERSION', '')}",
            configuration.get("ClusterName", ""),
            self.settings.slots,
            configuration.get("AuthType", "").removeprefix("auth/"),
            tuple(warnings),
            report.isolation_problem,
        )

    def _sbatch(self, launch: Launch) -> Sequence[str]:
        minutes = math.ceil((launch.wall + launch.grace) / 60) + 1  # the launch's own limits come first
        output = os.devnull if self.settings.log_folder is None else str(self._log(launch.id))
        options = ["--parsable", f"--job-name={launch.id}", "--export=NIL", "--no-requeue", "--ntasks=1", "--nodes=1"]
        options += [f"--cpus-per-task={math.ceil(launch.cpus)}", f"--mem={math.ceil(launch.memory / _MEBIBYTE)}M"]
        options += [f"--time={minutes}", f"--output={output}", "--input=/dev/null", "--chdir=/"]
        if launch.gpus:
            options.append(f"--gres=gpu:{launch.gpus}")
        return ["sbatch", *options, *self.settings.options]

    def _script(self, launch: Launch) -> str:
        """The batch job. Whoever may read the cluster's jobs may see it."""
        exports = [f"export {name}={shlex.quote(value)}" for name, value in launch.env.items()]
        return "\n".join(["#!/bin/sh", *exports, f"exec {shlex.join(held(launch, self.settings.command))}", ""])

    def _log(self, launch_id: str) -> Path:
        assert self.settings.log_folder is not None  # noqa: S101  asked by its callers
        return self.settings.log_folder / f"{launch_id}.log"

    async def _number(self, launch_id: str) -> int | None:
        return min((job.number for job in await self._jobs(f"--name={launch_id}")), default=None)

    async def _jobs(self, *options: str) -> Sequence[_Job]:
        """The jobs of this account that the controller knows. Raises UnsureError."""
        columns = ",".join(f"{name}:|" for name in _COLUMNS)
        status, said, error = await self._run(
            ["squeue", "--me", "--noheader", "--states=all", f"--Format={columns}", *options]
        )
        if status and _ABSENT in error:
            return []
        if status:
            raise UnsureError(f"pool {self.name}: squeue: {_shown(error)}")
        return [job for line in said.splitlines() if (job := _job(line)) is not None]

    async def _accounted(self, ref: Ref) -> State:
        """What the accounting has of a job that the controller does not know any more."""
        columns = "JobName%64,State%40,ExitCode"
        status, said, _ = await self._run(
            ["sacct", "--allocations", "--noheader", "--parsable2", f"--jobs={ref.native_id}", f"--format={columns}"]
        )
        for line in said.splitlines() if status == 0 else ():
            name, _, rest = line.partition("|")
            state, _, exit_code = rest.partition("|")
            if name == ref.launch_id:
                code, _, number = exit_code.partition(":")
                wait_status = int(code) << 8 | int(number) if code.isdecimal() and number.isdecimal() else None
                word = state.split()[0] if state else ""
                return _state(_Job(int(ref.native_id), name, word, wait_status, "None", ""))
        return Lost("the controller does not know it any more, and there is no accounting of it")

    async def _cluster(self) -> str:
        name = (await self._configuration()).get("ClusterName")
        if not name:
            raise UnsureError(f"pool {self.name}: scontrol does not say which cluster it is")
        return name

    async def _configuration(self) -> Mapping[str, str]:
        status, said, error = await self._run(["scontrol", "show", "config"])
        if status:
            raise UnsureError(f"pool {self.name}: scontrol: {_shown(error)}")
        pairs = (line.partition("=") for line in said.splitlines())
        return {name.strip(): value.strip() for name, _, value in pairs}

    async def _run(self, command: Iterable[str], given: bytes = b"") -> tuple[int, str, str]:
        """Status, output and errors of a command. Raises UnsureError where it cannot be run or takes too long."""
        program, *arguments = command
        environment = {name: os.environ[name] for name in ("HOME", "PATH", "SLURM_CONF") if name in os.environ}
        environment["LC_ALL"] = "C"
        if self.settings.config_file is not None:
            environment["SLURM_CONF"] = str(self.settings.config_file)
        try:
            process = await asyncio.create_subprocess_exec(
                program,
                *arguments,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env=environment,
                cwd="/",
            )
        except OSError as error:
            raise UnsureError(f"pool {self.name}: {program} cannot be run: {error.strerror}") from error
        try:
            async with asyncio.timeout(_COMMAND_SECONDS):
                said, error_text = await process.communicate(given)
        except TimeoutError:
            raise UnsureError(f"pool {self.name}: {program} does not end") from None
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        assert process.returncode is not None  # noqa: S101  it has ended
        return process.returncode, said.decode("utf-8", "replace"), error_text.decode("utf-8", "replace")


def _job(line: str) -> _Job | None:
    number, _, rest = line.partition("|")
    name, state, wait_status, reason, nodes = (*rest.split("|"), "", "", "", "", "")[:5]
    if not number.strip().isdecimal():
        return None  # an element of a job array: not ours
    status = int(wait_status) if wait_status.strip().isdecimal() else None
    return _Job(int(number), name.strip(), state.strip(), status, reason.strip(), nodes.strip())


def _state(job: _Job) -> State:
    if job.state in _WAITING:
        return Waiting()
    if job.state in _RUNNING:
        return Running(job.nodes)
    if job.state == "NODE_FAIL":
        return Lost(f"its node {job.nodes} does not answer")
    if job.state not in _ENDED:
        return Unsure(f"Slurm calls it {job.state[:40]!r}, which is not known")
    status = None if job.wait_status is None else _exit(job.wait_status)
    if job.state in ("COMPLETED", "FAILED"):
        return Ended(status, why_ended(status))
    return Ended(status or None, job.state.lower().replace("_", " "))


def _exit(wait_status: int) -> int:
    """As a shell has it, from what wait(2) gives."""
    number = wait_status & 0x7F
    return SIGNALLED + number if number else wait_status >> 8


def _read_log(path: Path, after: int) -> Chunk | Gone:
    try:
        with path.open("rb") as file:
            file.seek(after)
            data = file.read(_CHUNK_BYTES)
    except FileNotFoundError:
        return Gone("there is no output of it, or it is on the node alone")
    except OSError as error:
        return Gone(f"its output cannot be read: {error.strerror}")
    return Chunk(data.decode("utf-8", "replace"), after + len(data))


def _shown(text: str) -> str:
    return truncate(one_line(text.strip()), _SHOWN) or "no reason given"
