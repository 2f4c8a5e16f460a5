"""Settings of a platform: the data folder's `platform.toml`, the environment, and flags, each beating the one before.

Every key of the file has one variable: `OSMOSIS_PLATFORM_` and the key in upper case, with `_` between the table and
the key (`OSMOSIS_PLATFORM_DATABASE_URL` is `url` of `[database]`). Lists are separated by commas there. The pools of
jobs, `[pools.NAME]`, are in the file alone.
"""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, cast
from urllib.parse import urlsplit

from osmosis_ai.base.config.toml_text import parse_toml
from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.http.hosts import is_loopback_host
from osmosis_ai.base.http.origins import Origin, OriginError, parse_origin
from osmosis_ai.platform.pool_settings import DEFAULT_POOL, PoolSettings, read_pools

__all__ = ["DATA_VARIABLE", "SETTINGS_FILE", "Limits", "OpenIdSettings", "Retention", "Settings", "load_settings"]

SETTINGS_FILE = "platform.toml"
DATA_VARIABLE = "OSMOSIS_PLATFORM_DATA"
_PREFIX = "OSMOSIS_PLATFORM_"
_DEFAULT_BIND = "127.0.0.1:8765"
_POOLS = "pools"
_PROVIDER_NAME = "single sign-on"
_INTEGER = re.compile(r"-?[0-9]{1,30}")

type Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds that an operator may move; the `[limits]` table."""

    request_bytes: int = 8 * 1024 * 1024
    """The largest body of an API request. Uploads of files have separate bounds."""
    request_seconds: int = 30
    sign_in_failures: int = 10
    """How often one client may fail to sign in within `sign_in_window_seconds` before it has to wait."""
    sign_in_window_seconds: int = 300
    disk_free_bytes: int = 256 * 1024 * 1024
    """Uploads and submissions are refused while the data folder's disk has less room than this."""
    git_repository_bytes: int = 2 * 1024 * 1024 * 1024
    """The largest mirror of a repository."""
    git_file_bytes: int = 1024 * 1024
    """The largest file of a repository that is read into the catalogue."""
    git_seconds: int = 300
    """How long one git command may take."""
    runs_at_once: int = 10
    """How many jobs of one workspace may run at a time."""
    runs_open: int = 200
    """How many runs of one workspace may be queued or running; further submissions are refused."""
    run_file_bytes: int = 1024 * 1024 * 1024
    """The largest file of a run, and the largest archive of a commit."""
    run_log_bytes: int = 64 * 1024 * 1024
    """How much of a run's log is kept; later lines of its job are dropped."""
    job_memory_bytes: int = 4 * 1024 * 1024 * 1024
    """The memory that a job may take, with everything it starts."""
    lease_seconds: int = 60
    """How long a job may be silent before its run is given to another."""
    start_seconds: int = 300
    """How long a job may take from its launch to claiming its run."""
    stop_seconds: int = 60
    """How long a job that was asked to stop may take before it is stopped without being asked."""
    failed_starts: int = 5
    """After how many launches in a row that came to nothing a run fails."""
    budget_usd_per_month: int = 0
    """What the model calls of one workspace may cost in a calendar month where it has no budget of its own. 0 is no
    bound."""
    dataset_seconds: int = 1800
    """How long reading the rows of one dataset may take; of the processor, a third of it."""
    dataset_memory_bytes: int = 2 * 1024 * 1024 * 1024
    """The memory that reading the rows of one dataset may take."""


@dataclass(frozen=True, slots=True)
class Retention:
    """For how many days each kind of data is kept; the `[retention]` table. 0 keeps it for ever."""

    audit_days: int = 365
    sync_history_days: int = 90
    sign_in_days: int = 30
    """Ended sessions, used device codes and links, and expired or revoked tokens."""
    outbox_days: int = 14
    """What the outbox has finished."""
    webhook_days: int = 30
    """Deliveries of webhooks."""
    dataset_days: int = 30
    """Files of datasets that were deleted or replaced."""
    run_files_days: int = 0
    """Files and logs of runs, from their end on. Their figures and journals stay."""


@dataclass(frozen=True, slots=True)
class OpenIdSettings:
    """The provider that people may sign in with; the `[oidc]` table."""

    issuer: str
    """Its issuer, as its tokens name it: https, or http on loopback."""
    client_id: str
    client_secret_file: Path | None = None
    """The file of the client's secret; None for a client that has none and proves itself by PKCE alone."""
    name: str = _PROVIDER_NAME
    """What the sign-in page calls it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a platform process has to be given."""

    data: Path
    """The data folder, absolute."""
    database_url: str
    """`sqlite:///PATH` or `postgresql://…`."""
    blobs_url: str
    """`file:///PATH`: the folder that files are kept in; or `s3://BUCKET…`, as blobs/s3_address.py has it."""
    public_url: str
    """Where clients reach the platform: scheme, host, and a path prefix where there is one; no slash at the end."""
    transfers: Literal["direct", "through-platform"] = "direct"
    """Whether clients exchange files with the object store itself, or with the platform. A folder's go through it."""
    bind: str = _DEFAULT_BIND
    """`HOST:PORT`, or `unix:PATH`."""
    trusted_proxies: tuple[Network, ...] = ()
    """Whose X-Forwarded-For, -Proto and -Host count."""
    tls_certificate: Path | None = None
    tls_key: Path | None = None
    key_file: Path = Path()
    """The file of the keys that secrets are encrypted with. Never inside what a backup copies."""
    log_format: Literal["json", "console"] = "json"
    git_folders: tuple[Path, ...] = ()
    """Folders inside which a workspace may be connected to a repository on this machine."""
    git_poll_seconds: int = 300
    """How often each connected repository is looked at without being asked. 0 never."""
    token_days: int = 90
    """For how long a token of a device login is valid."""
    limits: Limits = field(default_factory=Limits)
    retention: Retention = field(default_factory=Retention)
    webhook_origins: tuple[Origin, ...] = ()
    """Where webhooks may be sent although it is no public https address."""
    oidc: OpenIdSettings | None = None
    """The OpenID provider; None where people sign in by password alone."""
    pools: tuple[PoolSettings, ...] = (DEFAULT_POOL,)
    """Where jobs may run, the first one by default."""

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is a file that one server process owns."""
        return self.database_url.startswith("sqlite:")

    @property
    def sqlite_path(self) -> Path:
        """The database's file. Raises ValueError when the database is not SQLite."""
        if not self.is_sqlite:
            raise ValueError("the database is not SQLite")
        return Path(self.database_url.removeprefix("sqlite:///"))

    @property
    def blobs_in_folder(self) -> bool:
        """Whether blobs are files of a folder, not objects of a store."""
        return self.blobs_url.startswith("file:")

    @property
    def blobs_path(self) -> Path:
        """The folder of blobs. Raises ValueError when they are in an object store."""
        if not self.blobs_in_folder:
            raise ValueError("the blobs are not in a folder")
        return Path(self.blobs_url.removeprefix("file://"))

    @property
    def mirrors(self) -> Path:
        """Where git mirrors are kept. They can be made again, and are not part of a backup."""
        return self.data / "git"

    @property
    def jobs(self) -> Path:
        """Where jobs of local pools have their folders. They are not part of a backup."""
        return self.data / "jobs"

    @property
    def control_socket(self) -> Path:
        """Where the running server takes the operator's commands."""
        return self.data / "control.sock"

    @property
    def path_prefix(self) -> str:
        """The path of the public URL: empty, or `/…` without a slash at the end."""
        return urlsplit(self.public_url).path.rstrip("/")

    @property
    def secure_cookies(self) -> bool:
        """Whether browsers reach the platform by TLS."""
        return self.public_url.startswith("https://")


_TOP = {
    "public_url": str,
    "bind": str,
    "trusted_proxies": list,
    "log_format": str,
    "token_days": int,
}
_TABLES: dict[str, dict[str, type]] = {
    "database": {"url": str},
    "blobs": {"url": str, "transfers": str},
    "tls": {"certificate": str, "key": str},
    "secrets": {"key_file": str},
    "git": {"poll_seconds": int, "folders": list},
    "oidc": {"issuer": str, "client_id": str, "client_secret_file": str, "name": str},
    "webhooks": {"allowed_origins": list},
    "limits": {each.name: int for each in fields(Limits)},
    "retention": {each.name: int for each in fields(Retention)},
}


def load_settings(
    data: Path | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    overrides: Mapping[str, object] | None = None,
) -> Settings:
    """The settings of the platform whose data folder is `data`, `OSMOSIS_PLATFORM_DATA`, or the present folder.

    `overrides` are flags, by dotted key (`database.url`); None values are left out. Raises OsmosisError naming the
    source and the key of the first value that is unknown, of the wrong type or out of range.
    """
    environment = os.environ if environment is None else environment
    folder = Path(os.path.abspath(data or environment.get(DATA_VARIABLE) or "."))  # noqa: PTH100 - keeps symbolic links
    values: dict[str, tuple[object, str]] = {}
    values.update(_from_file(folder / SETTINGS_FILE))
    values.update(_from_environment(environment))
    values.update({key: (value, f"--{key}") for key, value in (overrides or {}).items() if value is not None})
    return _settings(folder, values)


def _pools(folder: Path) -> tuple[PoolSettings, ...]:
    path = folder / SETTINGS_FILE
    return read_pools(_document(path).get(_POOLS, {}), folder, str(path))


def _document(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise OsmosisError(f"{path} cannot be read: {error}.", hint="Check its permissions and encoding.") from None
    try:
        return parse_toml(text)
    except ValueError as error:
        raise OsmosisError(f"{path} is not valid TOML: {error}.", hint="Correct that line.") from None


def _from_file(path: Path) -> dict[str, tuple[object, str]]:
    found: dict[str, tuple[object, str]] = {}
    for name, value in _document(path).items():
        if name == _POOLS:
            continue  # read_pools has them
        if name in _TABLES and isinstance(value, dict):
            for key, inner in value.items():
                _check(key in _TABLES[name], path, f"[{name}] has an unknown key {key}", _TABLES[name])
                found[f"{name}.{key}"] = (inner, f"{path}, [{name}] {key}")
        else:
            _check(
                name in _TOP, path, f"unknown key {name}", [*_TOP, *(f"[{table}]" for table in _TABLES), "[pools.NAME]"]
            )
            found[name] = (value, f"{path}, {name}")
    return found


def _check(known: bool, path: Path, problem: str, names: Any) -> None:
    if not known:
        raise OsmosisError(f"{path}: {problem}.", hint=f"Known: {', '.join(names)}.")


def _from_environment(environment: Mapping[str, str]) -> dict[str, tuple[object, str]]:
    found: dict[str, tuple[object, str]] = {}
    keys = [*_TOP, *(f"{table}.{key}" for table, inner in _TABLES.items() for key in inner)]
    for key in keys:
        variable = _PREFIX + key.replace(".", "_").upper()
        text = environment.get(variable)
        if not text:
            continue
        wanted = _type_of(key)
        value: object = text
        if wanted is list:
            value = [part.strip() for part in text.split(",") if part.strip()]
        elif wanted is int:
            value = int(text) if _INTEGER.fullmatch(text.strip()) else text
        found[key] = (value, variable)
    return found


def _type_of(key: str) -> type:
    table, _, inner = key.rpartition(".")
    return _TABLES[table][inner] if table else _TOP[key]


def _settings(folder: Path, values: Mapping[str, tuple[object, str]]) -> Settings:
    for key, (value, source) in values.items():
        wanted = _type_of(key)
        if not isinstance(value, wanted) or isinstance(value, bool):
            raise OsmosisError(
                f"{source}: {_shown(key, value)} is not {_TYPE_NAMES[wanted]}.", hint="Correct the value, or remove it."
            )
        if wanted is int and cast("int", value) < 0:
            raise OsmosisError(f"{source}: {value} is negative.", hint="Give zero or more.")
        least = _LEAST.get(key)
        if least is not None and cast("int", value) < least[0]:
            raise OsmosisError(f"{source}: {key} = {value} is too small: {least[1]}.", hint=f"Give {least[0]} or more.")
        if wanted is int and cast("int", value) > _MOST:
            raise OsmosisError(f"{source}: {key} = {value} is too large.", hint=f"Give at most {_MOST}.")

    def text(key: str, default: str) -> str:
        return cast("str", values[key][0]) if key in values else default

    def path(key: str) -> Path | None:
        return folder / text(key, "") if key in values else None

    def table(name: str) -> dict[str, int]:
        return {
            key.split(".")[1]: cast("int", value) for key, (value, _) in values.items() if key.startswith(f"{name}.")
        }

    bind = text("bind", _DEFAULT_BIND)
    certificate, tls_key = path("tls.certificate"), path("tls.key")
    if (certificate is None) != (tls_key is None):
        raise OsmosisError(
            "[tls] has only one of certificate and key.", hint="Give both, or neither behind a proxy that ends TLS."
        )
    settings = Settings(
        data=folder,
        database_url=_database(folder, text("database.url", "sqlite:///platform.sqlite3"), values),
        blobs_url=_blobs(folder, text("blobs.url", "file:blobs"), values),
        public_url=_public(text("public_url", f"{'https' if certificate else 'http'}://{_reachable(bind)}"), values),
        transfers=_transfers(values),
        bind=bind,
        trusted_proxies=_networks(values),
        tls_certificate=certificate,
        tls_key=tls_key,
        key_file=path("secrets.key_file") or folder / "secrets.keys",
        log_format=_log_format(values),
        git_folders=_folders(folder, values),
        git_poll_seconds=cast("int", values["git.poll_seconds"][0]) if "git.poll_seconds" in values else 300,
        token_days=cast("int", values["token_days"][0]) if "token_days" in values else 90,
        webhook_origins=_origins(values),
        limits=Limits(**table("limits")),
        retention=Retention(**table("retention")),
        oidc=_open_id(values, path("oidc.client_secret_file")),
        pools=_pools(folder),
    )
    _check_key_file(settings)
    return settings


_MOST = 2**62
_LEAST: dict[str, tuple[int, str]] = {
    "limits.request_bytes": (64 * 1024, "no client could send what it has to"),
    "limits.request_seconds": (1, "no request could be answered"),
    "limits.sign_in_failures": (1, "nobody could sign in"),
    "limits.sign_in_window_seconds": (1, "failures to sign in would not be counted"),
    "limits.git_repository_bytes": (1, "no repository could be read"),
    "limits.git_file_bytes": (1, "no rollout could be found"),
    "limits.git_seconds": (1, "no repository could be read"),
    "limits.runs_at_once": (1, "no run would ever start"),
    "limits.runs_open": (1, "no run could be submitted"),
    "limits.run_file_bytes": (1024 * 1024, "no commit could be given to a job"),
    "limits.job_memory_bytes": (128 * 1024 * 1024, "no job could start"),
    "limits.lease_seconds": (2, "a job could not renew its lease before it ended"),
    "limits.start_seconds": (1, "no job could claim its run"),
    "limits.failed_starts": (1, "no run could be launched"),
    "limits.dataset_seconds": (3, "no dataset could be read"),
    "limits.dataset_memory_bytes": (64 * 1024 * 1024, "no dataset could be read"),
    "token_days": (1, "a token would have ended before it is used"),
}
"""The least that makes sense of a setting, and why; where nothing is said, zero does."""

_TYPE_NAMES: dict[type, str] = {str: "a text", int: "a whole number", list: "a list of texts"}


def _shown(key: str, value: object) -> str:
    return "the URL" if key.endswith(".url") else repr(value)  # it may hold a password


def _database(folder: Path, url: str, values: Mapping[str, tuple[object, str]]) -> str:
    if url.startswith("sqlite:///"):
        return f"sqlite:///{folder / url.removeprefix('sqlite:///')}"
    if url.startswith(("postgresql://", "postgres://")):
        return "postgresql://" + url.split("://", 1)[1]
    raise OsmosisError(
        f"{values['database.url'][1]}: the URL's scheme is not known.", hint="Give sqlite:///PATH or postgresql://…"
    )


def _blobs(folder: Path, url: str, values: Mapping[str, tuple[object, str]]) -> str:
    if url.startswith("file:"):
        return f"file://{folder / url.removeprefix('file:').removeprefix('//')}"
    if url.startswith("s3://"):
        return url
    raise OsmosisError(
        f"{values['blobs.url'][1]}: the URL's scheme is not known.", hint="Give file:PATH or s3://BUCKET."
    )


def _public(url: str, values: Mapping[str, tuple[object, str]]) -> str:
    source = values["public_url"][1] if "public_url" in values else "public_url"
    try:
        parts = urlsplit(url)
        wrong = parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment
        _ = parts.port
    except ValueError:
        wrong = True
    if wrong:
        raise OsmosisError(
            f"{source}: {url!r} is not a URL of a platform.", hint="Give https://HOST, or https://HOST/PREFIX."
        )
    return url.rstrip("/")


def _open_id(values: Mapping[str, tuple[object, str]], secret_file: Path | None) -> OpenIdSettings | None:
    given = {key: str(value) for key, (value, _) in values.items() if key.startswith("oidc.")}
    if not given:
        return None
    for key in ("oidc.issuer", "oidc.client_id"):
        if not given.get(key):
            raise OsmosisError(f"[oidc] has no {key.removeprefix('oidc.')}.", hint="Give issuer and client_id.")
    issuer = given["oidc.issuer"]
    try:
        parts = urlsplit(issuer)
        is_safe = parts.scheme == "https" or (parts.scheme == "http" and is_loopback_host(parts.hostname or ""))
        wrong = not is_safe or not parts.hostname or parts.query or parts.fragment or parts.username
    except ValueError:
        wrong = True
    if wrong:
        raise OsmosisError(
            f"{values['oidc.issuer'][1]}: {issuer!r} is not the issuer of a provider.",
            hint="Give its https address, exactly as the provider's discovery document names it.",
        )
    name = given.get("oidc.name") or _PROVIDER_NAME
    return OpenIdSettings(issuer, given["oidc.client_id"], secret_file, name)


def _reachable(bind: str) -> str:
    if bind.startswith("unix:"):
        return "127.0.0.1"
    host, _, port = bind.rpartition(":")
    return f"127.0.0.1:{port}" if host in {"0.0.0.0", "[::]", "::", ""} else bind  # noqa: S104 - compared, not bound


def _networks(values: Mapping[str, tuple[object, str]]) -> tuple[Network, ...]:
    listed, source = values.get("trusted_proxies", ((), ""))
    networks = []
    for each in cast("list[object]", listed):
        try:
            networks.append(ipaddress.ip_network(str(each)))
        except ValueError:
            raise OsmosisError(
                f"{source}: {each!r} is not an address or a network.", hint="Write 10.0.0.7 or 10.0.0.0/24."
            ) from None
    return tuple(networks)


def _origins(values: Mapping[str, tuple[object, str]]) -> tuple[Origin, ...]:
    listed, source = values.get("webhooks.allowed_origins", ((), ""))
    origins = []
    for each in cast("list[object]", listed):
        try:
            origins.append(parse_origin(str(each)))
        except OriginError as error:
            raise OsmosisError(f"{source}: {each!r}: {error}.", hint="Write https://hooks.internal:8443.") from None
    return tuple(origins)


def _folders(folder: Path, values: Mapping[str, tuple[object, str]]) -> tuple[Path, ...]:
    listed, source = values.get("git.folders", ((), ""))
    folders = []
    for each in cast("list[object]", listed):
        if not isinstance(each, str) or not each:
            raise OsmosisError(f"{source}: {each!r} is not a folder.", hint="List folders by their paths.")
        folders.append(folder / each)
    return tuple(folders)


def _transfers(values: Mapping[str, tuple[object, str]]) -> Literal["direct", "through-platform"]:
    value, source = values.get("blobs.transfers", ("direct", ""))
    if value == "direct":
        return "direct"
    if value == "through-platform":
        return "through-platform"
    raise OsmosisError(f"{source}: {value!r} is not a way of transfers.", hint="Give direct or through-platform.")


def _log_format(values: Mapping[str, tuple[object, str]]) -> Literal["json", "console"]:
    value, source = values.get("log_format", ("json", ""))
    if value == "json":
        return "json"
    if value == "console":
        return "console"
    raise OsmosisError(f"{source}: {value!r} is not a log format.", hint="Give json or console.")


def _check_key_file(settings: Settings) -> None:
    """The keys must not lie inside what a backup copies: the file of blobs, or the database itself."""
    among_blobs = settings.blobs_in_folder and settings.key_file.is_relative_to(settings.blobs_path)
    if among_blobs or (settings.is_sqlite and settings.key_file == settings.sqlite_path):
        raise OsmosisError(
            f"secrets.key_file {settings.key_file} is inside what a backup copies.",
            hint="Keep the keys in a file outside the database and the blobs.",
        )
