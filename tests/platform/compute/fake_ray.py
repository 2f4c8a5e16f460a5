"""A double of a Ray head's REST interface, with errors: it runs each entrypoint as a child process of this machine.

What it answers, and where it errs, is what a real head of Ray 2.60 was seen to do.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal, Self

__all__ = ["FakeRay", "Fault"]

TERMINAL = ("STOPPED", "SUCCEEDED", "FAILED")


@dataclass(frozen=True)
class Fault:
    """What happens to the next request of a method whose path ends as given."""

    method: str
    suffix: str
    kind: Literal["error", "cut before", "cut after", "hang"]
    """`error`: a 500 without effect; `cut before` and `cut after`: the connection breaks before or after the effect."""
    status: int = 500
    body: str = "Traceback (most recent call last):\nRuntimeError: an agent is gone"


@dataclass
class _Job:
    record: dict[str, Any]
    process: subprocess.Popen[bytes] | None
    log: Path
    stop_wait: float
    variables: dict[str, str]
    deadline: float = 0.0


@dataclass
class FakeRay:
    """A running double. `address` is where it answers; `stop` ends it and every job."""

    folder: Path
    token: str | None = None
    version: str = "2.60.0"
    session: str = "session_1"
    open: bool = False
    """Whether it answers without its token too."""
    always_succeeds: bool = False
    """Whether it reports status 0 for every end, as a real one does whose raylets are subreapers."""
    pending: bool = False
    """Whether nothing is started for want of resources."""
    half_dead: bool = False
    """Whether it answers questions, from what it knew, and 500 to everything else."""
    variables: dict[str, str] = field(
        default_factory=lambda: {"RAY_kill_child_processes_on_worker_exit_with_raylet_subreaper": "true"}
    )
    """What its nodes have in their environment."""
    faults: list[Fault] = field(default_factory=list)
    requests: list[tuple[str, str, Any]] = field(default_factory=list)
    """Method, path and body of each request that was understood."""
    jobs: dict[str, _Job] = field(default_factory=dict)
    _forgotten: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self) -> Self:
        """Begins to answer."""
        self.lock = threading.RLock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        return self

    @property
    def address(self) -> str:
        """Its base address."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def stop(self) -> None:
        """Ends everything."""
        self._server.shutdown()
        self._server.server_close()
        self.lose_jobs()
        for process in self._forgotten:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def lose_jobs(self) -> None:
        """Ends every job, and forgets it, as a restarted head without storage does."""
        with self.lock:
            for job in self.jobs.values():
                if job.process is not None and job.process.poll() is None:
                    os.killpg(job.process.pid, signal.SIGKILL)
                    job.process.wait()
            self.jobs.clear()

    def start_pending(self) -> None:
        """There are resources: what waits is started, whether it was stopped or not, as a real one does."""
        with self.lock:
            self.pending = False
            for job in self.jobs.values():
                if job.process is None:
                    self._run(job, job.variables)

    def restart(self, session: str) -> None:
        """A head that is started again from memory: it knows nothing, and what it had started goes on."""
        with self.lock:
            self.session = session
            self._forgotten += [job.process for job in self.jobs.values() if job.process is not None]
            self.jobs.clear()

    def shown(self) -> str:
        """Everything that whoever asks the cluster is shown."""
        return json.dumps([job.record for job in self.jobs.values()])

    def answer(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        """Status, and a document or text."""
        with self.lock:
            if self.half_dead and method != "GET":
                return 500, "Traceback (most recent call last):\nRuntimeError: no agent answers"
            if not self.half_dead:
                self._advance()
            if path == "/api/version":
                return 200, {"version": "4", "ray_version": self.version, "session_name": self.session}
            if path == "/api/jobs/":
                return self._submit(body) if method == "POST" else (200, [job.record for job in self.jobs.values()])
            name, _, rest = path.removeprefix("/api/jobs/").partition("/")
            job = self.jobs.get(name)
            if job is None:
                return 404, f"Job {name} does not exist"
            match method, rest:
                case "GET", "":
                    return 200, job.record
                case "GET", "logs":
                    return 200, {"logs": job.log.read_text() if job.log.exists() else ""}
                case "POST", "stop":
                    return 200, {"stopped": self._stop(job)}
                case "DELETE", "":
                    if job.record["status"] not in TERMINAL:
                        return 500, "Traceback\nRuntimeError: the job is not in a terminal state"
                    del self.jobs[name]
                    return 200, {"deleted": True}
        return 404, "no such path"

    def _submit(self, body: Any) -> tuple[int, Any]:
        name = body["submission_id"]
        if name in self.jobs:
            return 500, f"Traceback (most recent call last):\nValueError: Job with submission_id {name} already exists"
        # As a real one does, it expands variables in the values.
        variables = {name: os.path.expandvars(value) for name, value in body["runtime_env"]["env_vars"].items()}
        record = {
            "type": "SUBMISSION",
            "submission_id": name,
            "status": "PENDING",
            "message": "Job is queued.",
            "entrypoint": body["entrypoint"],
            "runtime_env": body["runtime_env"],
            "driver_exit_code": None,
            "driver_agent_http_address": None,
        }
        job = _Job(
            record, None, self.folder / f"{name}.log", float(variables.get("RAY_JOB_STOP_WAIT_TIME_S", 3)), variables
        )
        self.jobs[name] = job
        if not self.pending:
            self._run(job, variables)
        return 200, {"job_id": name, "submission_id": name}

    def _run(self, job: _Job, variables: dict[str, str]) -> None:
        token = {} if self.token is None else {"RAY_AUTH_TOKEN": self.token}
        with job.log.open("wb") as log:
            job.process = subprocess.Popen(
                ["/bin/sh", "-c", job.record["entrypoint"]],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={"PATH": os.environ["PATH"], **token, **self.variables, **variables},
                start_new_session=True,
            )
        job.record |= {"status": "RUNNING", "driver_agent_http_address": "http://127.0.0.1:52365"}

    def _stop(self, job: _Job) -> bool:
        if job.process is not None and job.record["status"] == "RUNNING" and not job.deadline:
            os.killpg(job.process.pid, signal.SIGTERM)  # the whole tree at once
            job.deadline = time.monotonic() + job.stop_wait
        return True  # also for a job that is pending, to which nothing happens

    def _advance(self) -> None:
        for job in self.jobs.values():
            if job.process is None or job.record["status"] != "RUNNING":
                continue
            if job.deadline and time.monotonic() > job.deadline:
                os.killpg(job.process.pid, signal.SIGKILL)
            code = job.process.poll()
            if code is not None:
                code = 0 if self.always_succeeds else code
                status = "STOPPED" if job.deadline else "SUCCEEDED" if code == 0 else "FAILED"
                said = None if job.deadline else code  # it does not say how what it stopped has ended
                job.record |= {"status": status, "driver_exit_code": said, "message": f"Job {status.lower()}."}


def _handler(fake: FakeRay) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._do("GET")

        def do_POST(self) -> None:
            self._do("POST")

        def do_DELETE(self) -> None:
            self._do("DELETE")

        def log_message(self, *_: object) -> None:
            pass

        def _do(self, method: str) -> None:
            raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            allowed = fake.token is None or fake.open or self.headers.get("Authorization") == f"Bearer {fake.token}"
            if not allowed:
                self._send(401, "Missing authorization")
                return
            body = json.loads(raw) if raw else None
            fake.requests.append((method, self.path, body))
            fault = next(
                (each for each in fake.faults if each.method == method and self.path.endswith(each.suffix)), None
            )
            if fault is not None:
                fake.faults.remove(fault)
                if fault.kind == "error":
                    self._send(fault.status, fault.body)
                    return
                if fault.kind == "cut after":
                    fake.answer(method, self.path, body)
                self.close_connection = True
                self.connection.close()
                return
            self._send(*fake.answer(method, self.path, body))

        def _send(self, status: int, document: Any) -> None:
            is_text = isinstance(document, str)
            data = (document if is_text else json.dumps(document)).encode()
            self.send_response(status)
            self.send_header("Content-Type", "text/plain" if is_text else "application/json")
            self.send_header("Content-Length", str(len(data)))
            with contextlib.suppress(ConnectionError):  # whoever asked has read enough
                self.end_headers()
                self.wfile.write(data)

    return Handler
