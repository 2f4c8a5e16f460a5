"""Ray Jobs, by the REST interface of a cluster's dashboard. Nothing of Ray is installed here.

Six calls below /api/jobs/ and /api/version. What each answers and does not was tried on Ray 2.60.
"""

from __future__ import annotations

import asyncio
import shlex
import urllib.parse
from collections.abc import Mapping, Sequence
from typing import Any, override

import httpx

from osmosis_ai.base import strict_json
from osmosis_ai.base.http.hosts import is_loopback_host
from osmosis_ai.base.http.limits import peer_client
from osmosis_ai.base.redaction.redactor import Redactor
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
from osmosis_ai.platform.compute.probe import RAY_SUBREAPER, probe_node
from osmosis_ai.platform.compute.requests import refuse_beyond
from osmosis_ai.platform.pool_settings import PoolSettings

__all__ = ["RayPool"]

_ANSWER_SECONDS = 30.0
_LOG_BYTES = 8 * 1024 * 1024
_CHUNK_BYTES = 256 * 1024
_SHOWN = 500
_STOP_MARGIN_SECONDS = 5
_GUARDED_SINCE = (2, 54)
_NO_TOKEN = ("exec", "env", "-u", "RAY_AUTH_TOKEN", "-u", "RAY_AUTH_TOKEN_PATH")


class RayPool(Pool):
    """A Ray cluster that exists. One HTTP client, which `aclose` ends."""

    def __init__(self, settings: PoolSettings) -> None:
        self.name = settings.name
        self.settings = settings
        self._http: httpx.AsyncClient | None = None

    async def aclose(self) -> None:
        """Closes its connections."""
        if self._http is not None:
            await self._http.aclose()

    @override
    async def submit(self, launch: Launch) -> Ref:
        refuse_beyond(launch, self.settings)
        incarnation = await self._session()
        ref = Ref(launch.id, incarnation, launch.id)
        try:
            status, body = await self._ask("POST", "/api/jobs/", json=self._request(launch))
        except UnsureError as error:
            if await self._job(launch.id) is not None:
                return ref
            raise UnsureError(f"{error.cause}; it may have started") from error
        if status == httpx.codes.OK:
            return ref
        # A duplicate is a 500, and a request whose answer was lost may have been registered: the record decides.
        if await self._job(launch.id) is not None:
            return ref
        if status == httpx.codes.BAD_REQUEST:
            raise RefusedError(f"pool {self.name}: Ray refuses the launch: {self._shown(body)}")
        raise UnsureError(f"pool {self.name}: Ray answered {status} to a launch, and may have started it")

    @override
    async def stop(self, ref: Ref) -> None:
        status, _ = await self._ask("POST", f"/api/jobs/{ref.native_id}/stop")
        if status not in (httpx.codes.OK, httpx.codes.NOT_FOUND):
            raise UnsureError(f"pool {self.name}: Ray answered {status} to a stop")

    @override
    async def state(self, ref: Ref) -> State:
        try:
            job = await self._job(ref.native_id)
            if job is not None:
                return self._state(job)
            if await self._session() != ref.incarnation:
                return Lost("the cluster was started again since")
        except UnsureError as error:
            return Unsure(error.cause)
        return Lost("the cluster has no record of it any more")

    @override
    async def logs(self, ref: Ref, after: int = 0) -> Chunk | Gone:
        try:
            status, body = await self._ask("GET", f"/api/jobs/{ref.native_id}/logs", most=_LOG_BYTES)
        except UnsureError as error:
            return Gone(error.cause)
        document = _decoded(body)
        text = document.get("logs") if isinstance(document, dict) else None
        if status != httpx.codes.OK or not isinstance(text, str):
            return Gone(f"Ray answered {status} to a question for its output")
        data = text.encode("utf-8", "replace")[after : after + _CHUNK_BYTES]
        return Chunk(self._redactor()(data.decode("utf-8", "replace")), after + len(data))

    @override
    async def list(self, owner: str) -> Sequence[tuple[Ref, State]]:
        incarnation = await self._session()
        status, body = await self._ask("GET", "/api/jobs/")
        document = _decoded(body)
        if status != httpx.codes.OK or not isinstance(document, list):
            raise UnsureError(f"pool {self.name}: Ray answered {status} to a question for its jobs")
        found = []
        for job in document:
            name = job.get("submission_id") if isinstance(job, dict) else None
            if isinstance(name, str) and name.startswith(owner):
                found.append((Ref(name, incarnation, name), self._state(job)))
        return found

    @override
    async def forget(self, ref: Ref) -> None:
        job = await self._job(ref.native_id)
        if job is None or not isinstance(self._state(job), Ended):
            return
        status, _ = await self._ask("DELETE", f"/api/jobs/{ref.native_id}")
        if status not in (httpx.codes.OK, httpx.codes.NOT_FOUND):
            raise UnsureError(f"pool {self.name}: Ray answered {status} to a deletion")

    @override
    async def check(self) -> Health:
        document = await self._version()
        version, warnings = str(document.get("ray_version", "")), []
        if _numbers(version) < _GUARDED_SINCE:
            warnings.append(
                f"Ray {version} lets web pages delete jobs: use {'.'.join(map(str, _GUARDED_SINCE))} or later"
            )
        if self.settings.token_file is not None and await self._is_open():
            warnings.append(
                "the cluster answers without its token, so whoever reaches it runs anything there: start every node"
                " with RAY_AUTH_MODE=token"
            )
        report = await probe_node(self)
        # Where user code is isolated, its processes end with the job by themselves. The variable has a price: Ray then
        # calls every end a success, whatever its status was.
        if report.isolation_problem is not None and not report.has_raylet_subreaper:
            warnings.append(
                "processes of a job may outlive it on its node: make bubblewrap work there, or start every node with"
                f" {RAY_SUBREAPER}=true in its environment"
            )
        auth = "token" if self.settings.token_file is not None else "loopback"
        if self.settings.insecure and not is_loopback_host(urllib.parse.urlsplit(self.settings.address).hostname or ""):
            auth += ", insecure"
        return Health(
            f"Ray {version}", str(document["session_name"]), self.settings.slots, auth, tuple(warnings),
            report.isolation_problem,
        )  # fmt: skip

    def _request(self, launch: Launch) -> dict[str, Any]:
        """The body of a submission. Whoever may read the cluster's jobs sees all of it."""
        stop_wait = str(int(launch.grace) + _STOP_MARGIN_SECONDS)
        variables = [f"{name}={value}" for name, value in launch.env.items()]  # env_vars would expand `$NAME` in them
        return {
            "submission_id": launch.id,
            # `exec`: without it a shell stays in between, and the job outlives the death of its raylet.
            "entrypoint": shlex.join([*_NO_TOKEN, *variables, *held(launch, self.settings.command)]),
            "runtime_env": {"env_vars": {"RAY_JOB_STOP_WAIT_TIME_S": stop_wait}},
            # Without any resource the process would run on the head.
            "entrypoint_num_cpus": launch.cpus,
            "entrypoint_num_gpus": launch.gpus,
            "entrypoint_memory": launch.memory,
        }

    def _state(self, job: Mapping[str, Any]) -> State:
        match job.get("status"):
            case "PENDING":
                return Waiting()
            case "RUNNING":
                return Running(_node(job))
            case "SUCCEEDED":
                return Ended(0, "exit status 0")
            case "STOPPED":
                return Ended(_exit(job), "stopped")
            case "FAILED":
                message = str(job.get("message") or "").partition(", last available logs")[0]
                status = _exit(job)
                return Ended(status, self._redacted(message) if status is None and message else why_ended(status))
            case other:
                return Unsure(f"Ray calls it {str(other)[:40]!r}, which is not known")

    async def _job(self, name: str) -> Mapping[str, Any] | None:
        """Ray's record of a launch; None where it has none. Raises UnsureError."""
        status, body = await self._ask("GET", f"/api/jobs/{name}")
        if status == httpx.codes.NOT_FOUND:
            await self._session()  # anything on the way may answer 404; a cluster says which it is
            return None
        document = _decoded(body)
        if status != httpx.codes.OK or not isinstance(document, dict) or document.get("submission_id") != name:
            raise UnsureError(f"pool {self.name}: Ray answered {status} to a question for a launch")
        return document

    async def _session(self) -> str:
        return str((await self._version())["session_name"])

    async def _version(self) -> Mapping[str, Any]:
        status, body = await self._ask("GET", "/api/version")
        document = _decoded(body)
        if status != httpx.codes.OK or not isinstance(document, dict) or not document.get("session_name"):
            raise UnsureError(
                f"pool {self.name}: {self.settings.address} answered {status}, and not as a Ray cluster does"
            )
        return document

    async def _is_open(self) -> bool:
        async with peer_client(self.settings.address, timeout_sec=_ANSWER_SECONDS) as http:
            try:
                answer = await http.get(f"{self.settings.address}/api/jobs/")
            except httpx.HTTPError:
                return False
            return answer.is_success

    async def _ask(self, method: str, path: str, *, json: object = None, most: int | None = None) -> tuple[int, bytes]:
        """Status and body of an answer of at most `most` bytes. Raises UnsureError for none, RefusedError for a token
        that cannot be read."""
        headers = {"Authorization": f"Bearer {self._token()}"} if self.settings.token_file is not None else {}
        if self._http is None:
            self._http = peer_client(self.settings.address, timeout_sec=_ANSWER_SECONDS)
        request = self._http.build_request(method, self.settings.address + path, json=json, headers=headers)
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                answer = await self._http.send(request, stream=True)
                try:
                    body = await _read(answer, most)
                finally:
                    await answer.aclose()
        except (httpx.HTTPError, TimeoutError) as error:
            said = self._redacted(str(error)) or type(error).__name__
            raise UnsureError(f"pool {self.name}: {self.settings.address} does not answer: {said}") from error
        if answer.status_code in (httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN):
            raise UnsureError(
                f"pool {self.name}: the cluster does not take the token ({answer.status_code}): correct"
                f" {self.settings.token_file or 'token_file of the pool'}"
            )
        return answer.status_code, body

    def _token(self) -> str:
        assert self.settings.token_file is not None  # noqa: S101  asked for by its callers
        try:
            token = self.settings.token_file.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise UnsureError(f"pool {self.name}: its token_file cannot be read: {error}") from error
        if not token or not token.isprintable():
            raise UnsureError(f"pool {self.name}: {self.settings.token_file} holds no token")
        return token

    def _redactor(self) -> Redactor:
        return Redactor((self._token(),) if self.settings.token_file is not None else ())

    def _redacted(self, text: str) -> str:
        return truncate(one_line(self._redactor()(text)), _SHOWN)

    def _shown(self, body: bytes) -> str:
        """The last line of what may be a traceback."""
        lines = body.decode("utf-8", "replace").strip().splitlines()
        return self._redacted(lines[-1] if lines else "no reason given")


async def _read(answer: httpx.Response, most: int | None) -> bytes:
    body = bytearray()
    async for part in answer.aiter_raw():
        body += part
        if most is not None and len(body) > most:
            raise httpx.RemoteProtocolError(f"more than {most:,} bytes")
    return bytes(body)


def _decoded(body: bytes) -> Any:
    try:
        return strict_json.decode(body)
    except ValueError:
        return None


def _exit(job: Mapping[str, Any]) -> int | None:
    code = job.get("driver_exit_code")
    if not isinstance(code, int):
        return None
    return code if code >= 0 else SIGNALLED - code


def _node(job: Mapping[str, Any]) -> str:
    driver = job.get("driver_info")
    if isinstance(driver, dict) and driver.get("node_ip_address"):
        return str(driver["node_ip_address"])
    address = urllib.parse.urlsplit(str(job.get("driver_agent_http_address") or ""))
    return address.hostname or str(job.get("driver_node_id") or "")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2] if part.isdecimal())
