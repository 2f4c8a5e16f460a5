"""What podman keeps with our label, and what is removed of it when its owner is gone.

Containers, networks, volumes and images carry the owner's identity as a label, as the record of a sandbox's folder
does; the programs that we start carry it in their environment, and the containers of a build as its argument. Whatever
has none of these is left as it is. Nothing here needs Harbor.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from osmosis_ai.rollout.backend.harbor.owners import Owner, identity
from osmosis_ai.rollout.backend.harbor.podman_networks import clear_network, has_remains
from osmosis_ai.rollout.backend.harbor.podman_orphans import (
    end_begun,
    end_in_runtime,
    read_process,
    wait_for_connecting,
)

__all__ = [
    "IMAGE_LABEL",
    "LABEL",
    "OWNER_VARIABLE",
    "TRIAL_LABEL",
    "image_age_limit_passed",
    "label_value",
    "parse_label",
    "reap_containers",
    "remove_labelled",
    "remove_old_images",
]

LABEL = "ai.osmosis.owner"
TRIAL_LABEL = "ai.osmosis.trial"
IMAGE_LABEL = "ai.osmosis.image"
"""On images that are built from a task. They are a cache of all runs, so no process owns them."""
OWNER_VARIABLE = "AI_OSMOSIS_OWNER"
"""In the environment of every podman that we start, and an argument of every build."""
_SECONDS = 60.0
_IMAGES_KEPT_SECONDS = 14 * 24 * 3600.0
_STEPS_KEPT_SECONDS = 3600.0
_KINDS = (
    ("container", ("ps", "--all"), ("rm", "--force", "--time", "0", "--volumes")),
    ("network", ("network", "ls"), ("network", "rm", "--force")),
    ("volume", ("volume", "ls"), ("volume", "rm", "--force")),
    ("image", ("images",), ("rmi", "--force")),
)
_NOT_STARTED = frozenset({"configured", "created", "initialized"})
_MONITORS = frozenset({"conmon", "catatonit", "netavark", "aardvark-dns", "dnsmasq", "pause"})


def label_value(owner: Owner | None = None) -> str:
    """What the label says of an owner, by default this process."""
    known = identity() if owner is None else owner
    return f"{known.pid}.{known.start}.{known.namespace}.{known.boot}"


def parse_label(value: str) -> Owner | None:
    """The owner that a label names, or None where it is not one of ours."""
    parts = value.split(".")
    if len(parts) != 4 or not all(part.isdigit() for part in parts[:3]):  # noqa: PLR2004 - the four of an identity
        return None
    return Owner(int(parts[0]), int(parts[1]), parts[3], int(parts[2]))


def reap_containers(folders: Sequence[Path] = ()) -> list[str]:
    """Remove what carries our label and whose owner is gone, what still runs for it first; what could not be removed.

    `folders`: those of owners that are gone; a build that runs there is ended.
    """
    if shutil.which("podman") is None:
        return []
    left = [f"process {pid}" for pid in _end_clients()]
    for kind, listing, removal in _KINDS:
        left += _remove_all(kind, removal, _labelled(listing, LABEL, _is_dead))
    return left + _reap_builds(folders)


def remove_labelled(label: str, value: str) -> list[str]:
    """Remove every container, network, volume and image with that label and value; what could not be removed."""
    left: list[str] = []
    for kind, listing, removal in _KINDS:
        found = _labelled(listing, f"{label}={value}", lambda labels: labels.get(label) == value)
        left += _remove_all(kind, removal, found)
    return left


def remove_old_images() -> None:
    """Remove images of tasks that were built long ago, and steps of builds that were never finished, if unused."""
    for entry in _listed(("images", "--filter", f"label={IMAGE_LABEL}")) or ():
        if image_age_limit_passed(entry, time.time()):
            _podman("rmi", str(_any_case(entry, "id")))  # one that something uses is refused


def image_age_limit_passed(entry: dict[str, Any], now: float) -> bool:
    """Whether an image of a task, as podman lists it, is old enough to be removed."""
    if IMAGE_LABEL not in (_any_case(entry, "labels") or {}):
        return False
    created = _any_case(entry, "created")
    age = now - float(created) if isinstance(created, int | float) else 0.0
    return age > (_IMAGES_KEPT_SECONDS if _any_case(entry, "names") else _STEPS_KEPT_SECONDS)


def _is_dead(labels: dict[str, str]) -> bool:
    owner = parse_label(str(labels.get(LABEL, "")))
    return owner is not None and not owner.lives()


def _labelled(
    listing: Sequence[str], label: str, wanted: Callable[[dict[str, str]], bool]
) -> list[dict[str, Any]] | None:
    entries = _listed((*listing, "--filter", f"label={label}"))
    return None if entries is None else [entry for entry in entries if wanted(_any_case(entry, "labels") or {})]


def _remove_all(kind: str, removal: Sequence[str], entries: list[dict[str, Any]] | None) -> list[str]:
    """Remove what was listed; what could not be removed. None stands for a list that was not to be had."""
    if entries is None:
        return [f"{kind}s that podman did not list"]
    if kind == "network" and entries:
        wait_for_connecting(OWNER_VARIABLE)
    left = []
    for entry in entries:
        name = str(_any_case(entry, "id") or _any_case(entry, "name"))
        if not _made_removable(kind, name, entry) or not _removed(removal, name):
            left.append(f"{kind} {name}")
        if kind == "container":
            end_in_runtime(name)
    return left


def _made_removable(kind: str, name: str, entry: dict[str, Any]) -> bool:
    """Clear what podman would leave of something; False for a network in use, with which it would remove the users."""
    if kind == "container" and _any_case(entry, "state") in _NOT_STARTED:
        end_begun(name)  # podman was killed while it started this one, and does not know how far it came
    if kind == "network":
        if _listed(("ps", "--all", "--filter", f"network={name}")) != []:
            return False
        if has_remains(entry):
            clear_network(entry)  # while its label says whose it is
    return True


def _listed(listing: Sequence[str]) -> list[dict[str, Any]] | None:
    """What podman lists; None where it was ended before it had said so."""
    done = _podman(*listing, "--format", "json")
    if done is None or done.returncode < 0:
        return None
    if done.returncode != 0:
        return []
    try:
        return json.loads(done.stdout or b"[]") or []
    except ValueError:
        return []


def _removed(removal: Sequence[str], name: str) -> bool:
    done = _podman(*removal, name)
    return done is not None and (done.returncode == 0 or b"no such" in done.stderr)


def _end_clients() -> list[int]:
    """End the programs of podman that an owner that is gone started: a build, a start; those that still ran."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        owner = _owner_in(process)
        if owner is None or owner.lives() or _name_of(process) in _MONITORS or int(process.name) == os.getpid():
            continue
        found.append(int(process.name))
    for pid in found:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    return found


def _owner_in(process: Path) -> Owner | None:
    start = f"{OWNER_VARIABLE}=".encode()
    variables = read_process(process, "environ").split(b"\0")
    named = next((each[len(start) :] for each in variables if each.startswith(start)), b"")
    return parse_label(named.decode(errors="replace"))


def _name_of(process: Path) -> str:
    return read_process(process, "comm").decode(errors="replace").strip()


def _reap_builds(folders: Sequence[Path]) -> list[str]:
    """End what runs of builds whose owner is gone, and remove their containers."""
    left = []
    for runtime, running in _running_builds(folders) if folders else ():
        subprocess.run([runtime, "delete", "--force", running], capture_output=True, check=False, timeout=_SECONDS)
    for ident in _build_containers():
        if not _removed(("rm", "--force"), ident):
            left.append(f"build {ident}")
    return left


def _build_containers() -> list[str]:
    listed = _listed(("ps", "--all", "--external")) or ()
    entries = [each for each in listed if _any_case(each, "state") == "storage"]
    if not entries:
        return []
    done = _podman("info", "--format", "{{.Store.GraphRoot}} {{.Store.GraphDriverName}}")
    root, _, driver = (b"" if done is None else done.stdout).decode().strip().rpartition(" ")
    found = []
    for entry in entries:
        ident = str(_any_case(entry, "id"))
        try:
            state = json.loads(Path(root, f"{driver}-containers", ident, "userdata/buildah.json").read_bytes())
            owner = parse_label(str((_any_case(state, "args") or {}).get(OWNER_VARIABLE, "")))
        except (OSError, ValueError, AttributeError):
            continue
        if owner is not None and not owner.lives():
            found.append(ident)
    return found


def _running_builds(folders: Sequence[Path]) -> Iterator[tuple[str, str]]:
    """What the runtime holds for builds whose temporary files are in one of the folders."""
    done = _podman("info", "--format", "{{.Host.OCIRuntime.Path}}")
    runtime = (b"" if done is None else done.stdout).decode().strip()
    if not runtime:
        return
    listed = subprocess.run(
        [runtime, "list", "--format", "json"], capture_output=True, check=False, timeout=_SECONDS
    ).stdout
    try:
        entries = json.loads(listed or b"[]") or []
    except ValueError:
        return
    for entry in entries:
        if set(folders) & set(Path(str(entry.get("bundle", "/"))).parents):
            yield runtime, str(entry["id"])


def _any_case(entry: dict[str, Any], name: str) -> Any:
    return next((value for key, value in entry.items() if key.lower() == name), None)


def _podman(*arguments: str) -> subprocess.CompletedProcess[bytes] | None:
    try:
        return subprocess.run(
            ["podman", *arguments], capture_output=True, timeout=_SECONDS, check=False, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
