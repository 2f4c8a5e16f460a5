"""Where jobs may run: the `[pools.NAME]` tables of a platform's settings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Literal, NoReturn, cast
from urllib.parse import urlsplit

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.http.hosts import is_loopback_host
from osmosis_ai.base.http.network_rules import ALL, NetworkRules, RuleError

__all__ = ["DEFAULT_POOL", "EngineName", "PoolLimits", "PoolSettings", "read_pools"]

type EngineName = Literal["local", "ray", "slurm"]

_GIB = 1024**3
_NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
_ENGINES: tuple[EngineName, ...] = ("local", "ray", "slurm")
_MOST_SLOTS = 10_000
_KEYS_OF_ENGINE: Mapping[str, frozenset[str]] = {
    "local": frozenset(),
    "ray": frozenset({"address", "token_file", "insecure"}),
    "slurm": frozenset({"options", "config_file", "log_folder"}),
}
_COMMON = frozenset({"engine", "slots", "trusted", "network", "sync_network", "command", "limits"})
_DEFAULT_SLOTS = 2


@dataclass(frozen=True, slots=True)
class PoolLimits:
    """What a job of a pool may have at the most; the `[pools.NAME.limits]` table."""

    cpus: int = 64
    memory_bytes: int = 256 * _GIB
    gpus: int = 0
    processes: int = 4096
    """How many processes a job may have at a time. The engine `local` alone counts them."""
    file_bytes: int = 64 * _GIB
    """The largest file that a job may write. The engine `local` holds jobs to it, and isolation user code."""
    disk_bytes: int = 64 * _GIB
    """What the isolated code of a job may write together."""
    wall_seconds: int = 7 * 24 * 3600


@dataclass(frozen=True, slots=True)
class PoolSettings:
    """One pool."""

    name: str
    engine: EngineName
    slots: int = _DEFAULT_SLOTS
    """How many launches it has at a time."""
    trusted: bool = False
    """Whether user code may run there without being isolated from the machine and its cluster."""
    network: tuple[str, ...] = ()
    """Which hosts isolated rollouts reach beside the model: `HOST:PORT`, `*.DOMAIN:PORT` or `all`."""
    sync_network: tuple[str, ...] = (ALL,)
    """Which hosts are reached besides while the packages of an isolated rollout are installed."""
    command: tuple[str, ...] = ()
    """What runs the job's command, such as `podman run …` or `apptainer exec …`."""
    limits: PoolLimits = field(default_factory=PoolLimits)
    address: str = ""
    """Of a Ray cluster's dashboard, without a slash at the end."""
    token_file: Path | None = None
    """The file of the cluster's token."""
    insecure: bool = False
    """Whether a cluster without a token, or a token without TLS, is used although the address is not loopback."""
    options: tuple[str, ...] = ()
    """Further options of sbatch, such as `--partition=gpu`."""
    config_file: Path | None = None
    """A slurm.conf; None for the one that Slurm's commands find."""
    log_folder: Path | None = None
    """A folder that nodes and platform share, for the output of launches; None keeps none."""


DEFAULT_POOL = PoolSettings("local", "local")
"""The pool of a platform whose settings name none."""


def read_pools(document: object, folder: Path, source: str) -> tuple[PoolSettings, ...]:
    """The pools of the `pools` table of a settings file in `folder`; `source` is how errors call that file.

    Raises OsmosisError naming the pool and the key of the first value that cannot be used.
    """
    if not isinstance(document, dict):
        _fail(f"{source}: pools is not a table", "Write a table for each pool: [pools.NAME].")
    return tuple(_pool(name, value, folder, source) for name, value in document.items()) or (DEFAULT_POOL,)


def _pool(name: str, table: object, folder: Path, source: str) -> PoolSettings:
    where = f"{source}, [pools.{name}]"
    if not _NAME.fullmatch(name):
        _fail(f"{where}: {name!r} is not a name of a pool", "Use up to 32 of a-z, 0-9 and -, a letter first.")
    if not isinstance(table, dict):
        _fail(f"{where} is not a table", f"Write [pools.{name}] and its keys below it.")
    given = _Table(table, where)
    engine = given.text("engine", "")
    if engine not in _ENGINES:
        _fail(f"{where} engine: {engine or 'nothing'!r} is not an engine", f"Give one of {', '.join(_ENGINES)}.")
    known = _COMMON | _KEYS_OF_ENGINE[engine]
    for key in table:
        if key not in known:
            _fail(f"{where} has an unknown key {key}", f"Known for {engine}: {', '.join(sorted(known))}.")
    address, insecure = given.text("address", "").rstrip("/"), given.flag("insecure")
    token_file = given.path("token_file", folder)
    if engine == "ray":
        _check_address(address, where, has_token=token_file is not None, insecure=insecure)
    return PoolSettings(
        name=name,
        engine=engine,
        slots=given.number("slots", _DEFAULT_SLOTS, least=1, most=_MOST_SLOTS),
        trusted=given.flag("trusted"),
        network=given.rules("network", ()),
        sync_network=given.rules("sync_network", (ALL,)),
        command=given.texts("command"),
        limits=_limits(table.get("limits", {}), f"{where}.limits"),
        address=address,
        token_file=token_file,
        insecure=insecure,
        options=_options(given.texts("options"), where),
        config_file=given.path("config_file", folder),
        log_folder=given.path("log_folder", folder),
    )


def _limits(table: object, where: str) -> PoolLimits:
    if not isinstance(table, dict):
        _fail(f"{where} is not a table", "Write its keys below it.")
    given = _Table(table, where)
    known = [each.name for each in fields(PoolLimits)]
    for key in table:
        if key not in known:
            _fail(f"{where} has an unknown key {key}", f"Known: {', '.join(known)}.")
    least = {"gpus": 0}
    return PoolLimits(**{key: given.number(key, 0, least=least.get(key, 1)) for key in table})


def _check_address(address: str, where: str, *, has_token: bool, insecure: bool) -> None:
    try:
        parts = urlsplit(address)
        _ = parts.port
        wrong = parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment
        secret = bool(parts.username or parts.password)
    except ValueError:
        wrong, secret = True, False
    if secret:
        _fail(
            f"{where} address holds a user or a password", "Put the cluster's token into a file, and name token_file."
        )
    if wrong:
        shown = repr(address) if address else "nothing"
        _fail(f"{where} address: {shown} is not the address of a cluster", "Give http://HOST:8265, the dashboard's.")
    if insecure or is_loopback_host(parts.hostname or ""):
        return
    if not has_token:
        _fail(
            f"{where}: {address} is not loopback, and there is no token: whoever reaches it runs anything there",
            "Start the cluster with RAY_AUTH_MODE=token and name token_file, or accept the risk with insecure = true.",
        )
    if parts.scheme == "http":
        _fail(
            f"{where}: the token would go to {address} in clear",
            "Use https or a tunnel that ends on loopback, or accept the risk with insecure = true.",
        )


def _options(options: tuple[str, ...], where: str) -> tuple[str, ...]:
    for option in options:
        if not option.startswith("--") or "=" not in option:
            _fail(f"{where} options: {option!r} is not --NAME=VALUE", "Write each option of sbatch as one text.")
    return options


@dataclass(frozen=True, slots=True)
class _Table:
    """Values of a table of the file, with errors that say where they are."""

    values: Mapping[str, object]
    where: str

    def text(self, key: str, default: str) -> str:
        value = self.values.get(key, default)
        if not isinstance(value, str) or "\0" in value:
            _fail(f"{self.where} {key}: {value!r} is not a text", "Correct the value, or remove it.")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.values.get(key, [])
        listed = value if isinstance(value, list) else [None]
        if not all(isinstance(each, str) and each and "\0" not in each for each in listed):
            _fail(f"{self.where} {key}: {value!r} is not a list of texts", "Correct the value, or remove it.")
        return tuple(cast("list[str]", listed))

    def rules(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        if key not in self.values:
            return default
        listed = (ALL,) if self.values[key] == ALL else self.texts(key)
        try:
            NetworkRules.of(listed)
        except RuleError as error:
            _fail(f"{self.where} {key}: {error}", 'Give "all", or a list of HOST:PORT and *.DOMAIN:PORT.')
        return listed

    def flag(self, key: str) -> bool:
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            _fail(f"{self.where} {key}: {value!r} is neither true nor false", "Correct the value, or remove it.")
        return value

    def number(self, key: str, default: int, *, least: int, most: int | None = None) -> int:
        value = self.values.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool):
            _fail(f"{self.where} {key}: {value!r} is not a whole number", "Correct the value, or remove it.")
        if value < least or (most is not None and value > most):
            bounds = f"{least} or more" if most is None else f"{least} to {most}"
            _fail(f"{self.where} {key}: {value} is out of range", f"Give {bounds}.")
        return value

    def path(self, key: str, folder: Path) -> Path | None:
        text = self.text(key, "")
        return folder / text if text else None


def _fail(problem: str, hint: str) -> NoReturn:
    raise OsmosisError(f"{problem}.", hint=hint)
