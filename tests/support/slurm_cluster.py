"""A private Slurm: munge, a controller and one node, child processes on loopback, in a temporary folder.

Slurm and munge have to be installed, and started as root; .ci/run installs them.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Self

__all__ = ["SlurmCluster"]

_START_SECONDS = 60.0
_STOP_SECONDS = 15.0
_UP = frozenset({"idle", "mixed", "allocated"})
_CONFIGURATION = """\
ClusterName=osmosis-test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmdPort={node}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
SchedulerParameters=sched_interval=1,bf_interval=1
KillWait=5
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory=2000 State=UNKNOWN
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


class SlurmCluster:
    """A running Slurm. `configuration` is its slurm.conf; `stop` ends it and removes its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.configuration = folder / "slurm.conf"
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    @classmethod
    def start(cls) -> Self:
        """Starts it, and waits until the node is idle. Raises RuntimeError with the logs where it is not."""
        cluster = cls(Path(tempfile.mkdtemp(prefix="oslurm-")))
        try:
            cluster._configure()
            cluster._launch(
                "munged", "--foreground", "--force", f"--key-file={cluster.folder}/munge.key",
                f"--socket={cluster.folder}/munge.socket", f"--pid-file={cluster.folder}/munge.pid",
                f"--log-file={cluster.folder}/munge.log", f"--seed-file={cluster.folder}/munge.seed",
            )  # fmt: skip
            cluster.start_controller()
            cluster.start_node()
        except BaseException:
            cluster.stop()
            raise
        return cluster

    def stop(self) -> None:
        """Ends every process and removes the folder."""
        for process in reversed(self._processes.values()):
            process.terminate()
        for process in self._processes.values():
            try:
                process.wait(timeout=_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start_controller(self) -> None:
        """Starts the controller, on the state that it has."""
        self._launch("slurmctld", "-D", "-f", str(self.configuration))

    def start_node(self) -> None:
        """Starts the node, and waits until the controller calls it idle, or at work on what it had."""
        self._launch("slurmd", "-D", "-f", str(self.configuration))
        deadline = time.monotonic() + _START_SECONDS
        while self._run("sinfo", "--noheader", "--format=%T").strip() not in _UP:
            if time.monotonic() > deadline:
                logs = "".join(path.read_text(errors="replace")[-2000:] for path in self.folder.glob("*.log"))
                raise RuntimeError(f"Slurm did not start:\n{logs}")
            time.sleep(0.1)

    def kill_controller(self) -> None:
        """SIGKILL to the controller."""
        self._kill("slurmctld")

    def kill_node(self) -> None:
        """SIGKILL to the node's daemon; what runs on the node has a parent of its own, and goes on."""
        self._kill("slurmd")

    def _kill(self, name: str) -> None:
        process = self._processes.pop(name)
        process.send_signal(signal.SIGKILL)
        process.wait()

    def _configure(self) -> None:
        self.folder.chmod(0o755)
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        key = self.folder / "munge.key"
        key.write_bytes(secrets.token_bytes(1024))
        key.chmod(0o400)
        controller, node = _free_ports(2)
        self.configuration.write_text(
            _CONFIGURATION.format(
                host=socket.gethostname().partition(".")[0],
                controller=controller,
                node=node,
                folder=self.folder,
                cpus=os.cpu_count() or 1,
            )
        )

    def _launch(self, program: str, *arguments: str) -> None:
        path = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin")
        if path is None:
            raise RuntimeError(f"{program} is not installed: apt-get install slurmctld slurmd slurm-client munge")
        with (self.folder / f"{program}.out").open("ab") as log:
            self._processes[program] = subprocess.Popen(
                [path, *arguments], stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/"
            )

    def _run(self, *command: str) -> str:
        environment = {**os.environ, "SLURM_CONF": str(self.configuration)}
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, env=environment, check=False)
        return done.stdout


def _free_ports(number: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports
