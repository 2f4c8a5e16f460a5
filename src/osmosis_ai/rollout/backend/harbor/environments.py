"""The sandboxes of the trials: defaults by their kind, what is mounted into them, and which model they reach."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from harbor.models.environment_type import EnvironmentType
from harbor.models.trial.config import EnvironmentConfig, ServiceVolumeConfig

from osmosis_ai.base.http.hosts import is_loopback_address
from osmosis_ai.packaging.runtime import Runtime
from osmosis_ai.rollout.backend.harbor.failures import TaskError

__all__ = [
    "environment_name",
    "mounts_runtime",
    "prepared_environment",
    "reachable_url",
    "reaches_host_loopback",
    "with_port",
    "with_runtime",
]

_MOUNTING = frozenset({EnvironmentType.DOCKER, EnvironmentType.PODMAN, EnvironmentType.SINGULARITY})
BUBBLEWRAP = "osmosis_ai.rollout.backend.harbor.bubblewrap:BubblewrapEnvironment"
PODMAN = "osmosis_ai.rollout.backend.harbor.podman:PodmanSandbox"
_HOST_NETWORK = "network_mode: host"


def prepared_environment(config: EnvironmentConfig | None) -> EnvironmentConfig:
    """A copy of the configuration with the defaults of its kind; Docker without one. What was given is not changed."""
    prepared = EnvironmentConfig() if config is None else config.model_copy(deep=True)
    kwargs = prepared.kwargs
    if prepared.type is EnvironmentType.DAYTONA:
        kwargs.setdefault("auto_stop_interval_mins", 60)
        if prepared.delete:
            kwargs.setdefault("auto_delete_interval_mins", 0)
    elif prepared.type is EnvironmentType.OPENSANDBOX:
        scheme = urlsplit(os.environ.get("OPENSANDBOX_DOMAIN", "")).scheme
        kwargs.setdefault("protocol", scheme if scheme in {"http", "https"} else "https")
        if os.environ.get("OPENSANDBOX_RUN_ID"):
            kwargs.setdefault("use_server_proxy", True)
    elif prepared.type is EnvironmentType.PODMAN:  # Harbor's own, with our label on all that it makes
        return prepared.model_copy(update={"type": None, "import_path": PODMAN})
    return prepared


def environment_name(config: EnvironmentConfig) -> str:
    """The kind of sandbox; `custom` for a class of one's own."""
    if config.import_path == PODMAN:
        return str(EnvironmentType.PODMAN.value)
    return "custom" if config.import_path is not None or config.type is None else config.type.value


def mounts_runtime(config: EnvironmentConfig) -> bool:
    """Whether folders of this machine can be mounted into the sandbox."""
    return config.import_path is not None or config.type in _MOUNTING


def with_runtime(config: EnvironmentConfig, runtime: Runtime) -> EnvironmentConfig:
    """The configuration with the bundle, what it needs and this interpreter mounted, read-only."""
    mounts = [
        ServiceVolumeConfig(type="bind", source=str(source), target=target, read_only=True)
        for target, source in runtime.mounts.items()
    ]
    return config.model_copy(update={"mounts": [*(config.mounts or []), *mounts]})


def reaches_host_loopback(config: EnvironmentConfig) -> bool:
    """Whether 127.0.0.1 in the sandbox is, or can be made, this machine's."""
    if config.import_path == PODMAN:  # a port of this machine is let in through the container's network namespace
        return os.geteuid() == 0 or any(_HOST_NETWORK in _text(path) for path in config.extra_docker_compose)
    if config.import_path is not None or config.type in {None, EnvironmentType.SINGULARITY}:
        return True
    if config.type is EnvironmentType.DOCKER and sys.platform == "darwin":
        return True
    return config.type in _MOUNTING and any(_HOST_NETWORK in _text(path) for path in config.extra_docker_compose)


def reachable_url(url: str, config: EnvironmentConfig) -> str:
    """The model's endpoint as the sandbox reaches it. Raises TaskError for a loopback address out of its reach."""
    if not url:
        return url
    parts = urlsplit(url)
    host = parts.hostname or ""
    if host != "localhost" and not is_loopback_address(host):
        return url
    if not reaches_host_loopback(config):
        raise TaskError(
            f"the sandbox ({environment_name(config)}) does not reach {parts.hostname} of this machine, where the "
            "policy model listens; serve it at an address that the sandbox reaches, or give the sandbox this "
            "machine's network (network_mode: host in an extra_docker_compose file)"
        )
    if config.type is EnvironmentType.DOCKER and sys.platform == "darwin":
        port = f":{parts.port}" if parts.port is not None else ""
        return urlunsplit(parts._replace(netloc=f"host.docker.internal{port}"))
    return url


def with_port(config: EnvironmentConfig, url: str) -> EnvironmentConfig:
    """The configuration with the model's port of this machine's loopback let in, where the sandbox can do that."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if config.import_path not in {BUBBLEWRAP, PODMAN} or not (host == "localhost" or is_loopback_address(host)):
        return config
    port = parts.port or (443 if parts.scheme == "https" else 80)
    reach = [*config.kwargs.get("reach", ())]
    return config.model_copy(
        update={"kwargs": {**config.kwargs, "reach": [*reach, port] if port not in reach else reach}}
    )


def _text(path: Path) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
