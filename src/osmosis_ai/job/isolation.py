"""What a job gives to the code of a repository: a sandbox, unless the pool is one that its operator calls trusted.

A job that is told nothing isolates and allows no network, so that a variable that was lost on the way opens nothing.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

from osmosis_ai.base.cache import cache_root
from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.http.addresses import is_metadata, is_metadata_name
from osmosis_ai.base.http.network_rules import ALL, NetworkRules, RuleError
from osmosis_ai.base.processes.isolation import Limits, isolation_problem
from osmosis_ai.base.variables import JOB_ISOLATION
from osmosis_ai.eval.plan import EvalPlan
from osmosis_ai.hosting.sandbox import Isolation
from osmosis_ai.hosting.spec import HostSpec
from osmosis_ai.models.embedded.weights import EMBEDDED
from osmosis_ai.models.model_path import LOCAL_PREFIX

__all__ = ["NO_ISOLATION", "PoolIsolation", "check_model", "isolated_host", "require_isolation", "without_acting"]

NO_ISOLATION = "NO_ISOLATION"
"""The reason of a run that failed because its code could not be isolated."""

_OFF = "off"
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_BASE: Mapping[str, str] = {"PATH": _PATH, "LC_ALL": "C.UTF-8", "HOME": "/tmp/home", "TMPDIR": "/tmp"}  # noqa: S108
_PASSED_ON = ("TZ", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
_ACTING = ("LD_", "PYTHON", "UV_", "PIP_", "GIT_", "DYLD_", "GCONV_", "MALLOC_", "OSMOSIS_CACHE", "_OSMOSIS_")
_ACTING_NAMES = frozenset({"PATH", "HOME", "TMPDIR", "SHELL", "ENV", "BASH_ENV", "IFS", "SSLKEYLOGFILE"})
_ACTING_END = ("_PROXY",)
_INDEX_VARIABLES = ("UV_DEFAULT_INDEX", "UV_INDEX", "UV_INDEX_URL", "UV_EXTRA_INDEX_URL", "UV_FIND_LINKS")


@dataclass(frozen=True, slots=True)
class PoolIsolation:
    """What the pool says of isolation."""

    is_off: bool = False
    network: NetworkRules = field(default_factory=NetworkRules)
    sync_network: NetworkRules = field(default_factory=NetworkRules)
    file_bytes: int | None = None
    memory_bytes: int | None = None
    disk_bytes: int | None = None

    @classmethod
    def of(cls, environ: Mapping[str, str]) -> PoolIsolation:
        """From the variable of the job. Raises OsmosisError for one that cannot be read."""
        text = environ.get(JOB_ISOLATION, "{}")
        if text == _OFF:
            return cls(is_off=True)
        try:
            value = json.loads(text)
            return cls(
                network=NetworkRules.of(value.get("network", [])),
                sync_network=NetworkRules.of(value.get("sync_network", [])),
                file_bytes=value.get("file_bytes"),
                memory_bytes=value.get("memory_bytes"),
                disk_bytes=value.get("disk_bytes"),
            )
        except (ValueError, RuleError, AttributeError, TypeError) as error:
            raise OsmosisError(f"{JOB_ISOLATION} cannot be read: {error}", code=NO_ISOLATION) from None


async def require_isolation(pool: PoolIsolation) -> None:
    """Raises OsmosisError where code would have to be isolated and cannot be. It runs bubblewrap to know."""
    if pool.is_off:
        return
    problem = await asyncio.to_thread(isolation_problem)
    if problem is not None:
        raise OsmosisError(
            f"no code of the repository was run, because it cannot be isolated: {problem}", code=NO_ISOLATION
        )


def isolated_host(
    pool: PoolIsolation,
    host: HostSpec,
    plan: EvalPlan,
    *,
    folder: Path,
    environ: Mapping[str, str],
    secrets: Mapping[str, str],
) -> HostSpec:
    """The services of a run whose user code is isolated.

    `environ` is the job's own environment, without anything of the run; `folder` is private to the job.
    """
    chosen = {**(plan.config.env or {}), **secrets}
    base = {**_BASE, **{name: environ[name] for name in _PASSED_ON if name in environ}}
    tools = {**base, **{name: value for name, value in environ.items() if name.startswith("UV_")}}
    cache = Path(tools.setdefault("UV_CACHE_DIR", str(cache_root(environ) / "uv")))
    cache.mkdir(parents=True, exist_ok=True)
    sandbox = folder / "sandbox"
    sandbox.mkdir(mode=0o700, exist_ok=True)
    named = [Path(value) for name in _PASSED_ON[1:] if Path(value := environ.get(name, "")).is_absolute()]
    interpreter = Path(tools.get("UV_PYTHON", ""))
    return replace(
        host,
        rollout_environment={**base, **chosen},
        tool_environment=tools,
        model_environment={**environ, **{name: value for name, value in chosen.items() if not _acts(name)}},
        isolation=Isolation(
            folder=sandbox,
            readable=[
                plan.workspace.root,
                *(path for path in named if path.exists()),
                *([interpreter.resolve().parent.parent] if interpreter.is_absolute() else []),
            ],
            hidden=[plan.workspace.state],
            sync_writable=[cache],
            network=pool.network,
            sync_network=pool.network | pool.sync_network | _indexes(environ),
            limits=Limits(file_bytes=pool.file_bytes, data_bytes=pool.memory_bytes),
            disk_bytes=pool.disk_bytes,
        ),
    )


def _acts(name: str) -> bool:
    """Whether a variable changes what programs do that the job starts itself."""
    upper = name.upper()
    return upper in _ACTING_NAMES or upper.startswith(_ACTING) or upper.endswith(_ACTING_END)


def _indexes(environ: Mapping[str, str]) -> NetworkRules:
    """The package indexes that the operator gave to jobs."""
    found = []
    for name in _INDEX_VARIABLES:
        for word in environ.get(name, "").replace(",", " ").split():
            scheme, has_scheme, rest = word.rpartition("://")
            if has_scheme:
                host = rest.partition("/")[0].rpartition("@")[2]
                has_port = host.rpartition(":")[2].isdecimal()
                port = "" if has_port else ":80" if scheme.rpartition("=")[2] == "http" else ":443"
                found.append(f"{host}{port}")
    try:
        return NetworkRules.of(each for each in found if each != ALL)
    except RuleError as error:
        raise OsmosisError(f"the job's package indexes ({', '.join(_INDEX_VARIABLES)}): {error}") from None


def without_acting(plan: EvalPlan) -> EvalPlan:
    """The plan without variables that change what programs of the job's own do; rollouts get them all the same."""
    kept = {name: value for name, value in (plan.config.env or {}).items() if not _acts(name)}
    return replace(plan, config=plan.config.model_copy(update={"env": kept}))


def check_model(pool: PoolIsolation, plan: EvalPlan, secrets: Mapping[str, str]) -> None:
    """Refuses what would make the job itself, which is not isolated, read or call something for the run's author.

    Raises OsmosisError for a model's file outside the workspace, a variable with a metadata address, and a secret
    whose name changes what programs do.
    """
    if pool.is_off:
        return
    for name in secrets:
        if _acts(name):
            raise OsmosisError(
                f"the secret {name} changes what the job's own programs do, and is refused where code is isolated",
                hint="Give it another name, and set the variable in the rollout's code.",
            )
    model_path = plan.inputs.model_path
    _check_model_file(model_path, plan.workspace.root)
    for name, value in {**(plan.config.env or {}), **secrets}.items():
        host = _host(value)
        if host is not None and _gives_metadata(host):
            raise OsmosisError(f"the variable {name} names a link-local or metadata address, which no run may call")


def _host(value: str) -> str | None:
    """The host of a URL, or of HOST:PORT where that is an IP address; None for another text."""
    try:
        host = urlsplit(value if "://" in value else f"//{value}").hostname
        if host is not None and "://" not in value:
            ipaddress.ip_address(host)
    except ValueError:
        return None
    return host


def _gives_metadata(host: str) -> bool:
    if is_metadata_name(host):
        return True
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return False  # calling it will say why
    return any(is_metadata(ipaddress.ip_address(str(address[0]).partition("%")[0])) for *_, address in found)


def _check_model_file(model_path: str, root: Path) -> None:
    """A model's weights are read by the job itself, so they are those of the workspace or those that come with us."""
    name = model_path.removeprefix(LOCAL_PREFIX)
    if not model_path.startswith(LOCAL_PREFIX) or name in EMBEDDED:
        return
    if not (root / name).resolve().is_relative_to(root.resolve()):
        raise OsmosisError(f"the model {model_path} is not in the workspace", hint="Name a file of the repository.")
