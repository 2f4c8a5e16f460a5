"""What a process that was killed left behind: folders and control groups of sandboxes, and containers with our label.

A folder of a sandbox holds the record of its owner; until it does, its name says whose it is. The owner is one process
of one boot of the machine; when that is gone, nothing of it may stay. A folder without a record, a container without a
label, and what belongs to a process that runs are never touched. `start_reaper` starts a process of its own that does
this until its owner is gone and all that was the owner's is removed; the next owner's start does it as well.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Collection
from dataclasses import asdict, dataclass, field
from pathlib import Path

from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.cgroups import NAME_PREFIX, kill_group, remove_group
from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.folders import RECORD, remove_folder
from osmosis_ai.rollout.backend.harbor.owners import Owner, identity, process_namespace
from osmosis_ai.rollout.backend.harbor.podman_labels import label_value, parse_label, reap_containers, remove_old_images

__all__ = [
    "RECORD",
    "Owner",
    "Reaped",
    "bare_python",
    "identity",
    "main",
    "make_folder",
    "owner_of",
    "reap",
    "reap_everything",
    "start_reaper",
    "write_record",
]

_KIND = "osmosis-sandbox"
_UNFINISHED = ".new-"
"""How the name of a folder begins that has no record yet; its owner follows."""
_WRITING_SECONDS = 60.0


def make_folder(folder: Path, *, groups: dict[str, str] | None = None) -> None:
    """Make a folder of this process, which has its record from the moment it has its name.

    FileExistsError where there is one of that name that is not empty.
    """
    owner = identity()
    made = folder.with_name(f"{_UNFINISHED}{label_value(owner)}-{os.urandom(4).hex()}")
    made.mkdir(mode=0o700, parents=True)
    try:
        write_record(made, owner=owner, holder=None, groups=groups or {})
        made.rename(folder)
    except OSError as error:
        remove_folder(str(made))
        if error.errno == errno.ENOTEMPTY:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(folder)) from None
        raise


def write_record(folder: Path, *, owner: Owner, holder: Owner | None, groups: dict[str, str]) -> None:
    """Write whose the folder of a sandbox is, whole or not at all."""
    record = {
        "kind": _KIND,
        "owner": asdict(owner),
        "holder": None if holder is None else asdict(holder),
        "groups": groups,
    }
    part = folder / f".{RECORD}.part"
    part.write_text(json.dumps(record), encoding="utf-8")
    part.replace(folder / RECORD)


@dataclass(slots=True)
class Reaped:
    """What one call of `reap` removed, and what it could not."""

    folders: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    alive: int = 0
    """Sandboxes whose owner runs, or that were not among those that may go."""


def reap(state_dir: Path, *, trials: Path | None = None, only: Collection[Path] | None = None) -> Reaped:
    """Remove the sandboxes in `state_dir` whose owner is gone: their processes, control groups and folders.

    `trials`: where Harbor has a folder of the same name as each of them, which goes first. `only`: the folders with a
    record that may go.
    """
    done = Reaped()
    try:
        names = sorted(entry.name for entry in os.scandir(state_dir) if entry.is_dir(follow_symlinks=False))
    except FileNotFoundError:
        return done
    for name in names:
        folder = state_dir / name
        found = _record(folder) or _of_unfinished(name)
        if found is None:
            continue
        spared = only is not None and folder.resolve() not in only and not name.startswith(_UNFINISHED)
        if spared or _owner(found["owner"]).lives():
            done.alive += 1
            continue
        if trials is not None:
            shutil.rmtree(trials / name, ignore_errors=True)
        (done.folders if _remove(folder, found) else done.left).append(name)
    return done


def _record(folder: Path) -> dict[str, object] | None:
    try:
        found = json.loads((folder / RECORD).read_bytes())
        _owner(found["owner"])
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return found if found.get("kind") == _KIND else None


def _of_unfinished(name: str) -> dict[str, object] | None:
    """What the record of a folder would say that is still called as `make_folder` does first; None of any other."""
    if not name.startswith(_UNFINISHED):
        return None
    owner = parse_label(name.removeprefix(_UNFINISHED).rpartition("-")[0])
    return None if owner is None else {"owner": asdict(owner), "holder": None, "groups": {}}


def _owner(found: object) -> Owner:
    if not isinstance(found, dict):
        raise TypeError(found)
    return Owner(int(found["pid"]), int(found["start"]), str(found["boot"]), int(found["namespace"]))


def _remove(folder: Path, record: dict[str, object]) -> bool:
    with contextlib.suppress(TypeError, KeyError, ProcessLookupError):
        holder = _owner(record["holder"])
        if holder.lives() and holder.namespace == process_namespace():
            os.kill(holder.pid, signal.SIGKILL)  # the sandbox's processes and mounts end with it
    groups = record["groups"]
    gone = True
    for path in groups.values() if isinstance(groups, dict) else ():
        if Path(path).name == f"{NAME_PREFIX}{folder.name}" and Path(path).is_dir():
            gone = kill_group(path) and remove_group(path) and gone
    return remove_folder(str(folder)) and gone


def bare_python(module: str, *arguments: str) -> list[str]:
    """A command that runs `main` of a module below this package with the standard library alone: it starts fast."""
    root = Path(__file__).resolve().parents[3]
    packages = ["osmosis_ai", "osmosis_ai.rollout", "osmosis_ai.rollout.backend", "osmosis_ai.rollout.backend.harbor"]
    folders = [root, root / "rollout", root / "rollout/backend", root / "rollout/backend/harbor"]
    places = dict(zip(packages, map(str, folders), strict=True))
    code = (
        "import sys, types, importlib\\n"
        f"for name, place in {places!r}.items():\\n"
        "    package = sys.modules[name] = types.ModuleType(name)\\n"
        "    package.__path__ = [place]\\n"
        f"importlib.import_module({module!r}).main()\\n"
    ).replace("\\n", "\n")
    python = getattr(sys, "_base_executable", None) or sys.executable
    return [python, "-I", "-S", "-c", code, *arguments]


@dataclass(frozen=True, slots=True)
class _Place:
    """A folder that a reaper looks after."""

    state_dir: Path
    trials: Path | None = None
    podman: bool = False

    def line(self) -> bytes:
        trials = None if self.trials is None else str(self.trials)
        return json.dumps({"state_dir": str(self.state_dir), "trials": trials, "podman": self.podman}).encode() + b"\n"

    @classmethod
    def of_line(cls, line: bytes) -> _Place:
        found = json.loads(line)
        trials = found["trials"]
        return cls(Path(found["state_dir"]), None if trials is None else Path(trials), bool(found["podman"]))

    def reap(self) -> Reaped:
        return reap_everything(self.state_dir, podman=self.podman, trials=self.trials)


@dataclass(slots=True)
class _Running:
    """The reaper of this process, and what it was told to look after."""

    process: subprocess.Popen[bytes] | None = None
    places: list[_Place] = field(default_factory=list)

    def tell(self, place: _Place) -> bool:
        """Whether it could be told."""
        if self.process is None or self.process.stdin is None or self.process.poll() is not None:
            return False
        try:
            self.process.stdin.write(place.line())
            self.process.stdin.flush()
        except OSError:
            return False
        return True


_running: dict[int, _Running] = {}
_starting = threading.Lock()


def start_reaper(
    state_dir: Path, *, interval_sec: float = 2.0, podman: bool = False, trials: Path | None = None
) -> int:
    """Have a process that removes what this one leaves in `state_dir`, should it be killed; its number.

    There is one for all folders, and it is started again where it was killed itself. It ends when this process is gone
    and nothing of it is left.
    """
    place = _Place(state_dir, trials, podman)
    with _starting:
        mine = _running.setdefault(os.getpid(), _Running())
        if mine.process is not None and mine.process.poll() is None and (place in mine.places or mine.tell(place)):
            mine.places += [] if place in mine.places else [place]
            return mine.process.pid
        mine.places += [] if place in mine.places else [place]
        mine.process = _start(interval_sec)
        for each in mine.places:
            mine.tell(each)
        return mine.process.pid


def _start(interval_sec: float) -> subprocess.Popen[bytes]:
    kept = ("PATH", "HOME", "CONTAINERS_CONF", "CONTAINERS_STORAGE_CONF", "XDG_RUNTIME_DIR", "TMPDIR")
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    return subprocess.Popen(
        bare_python(__name__, "--owner", str(os.getpid()), "--interval", str(interval_sec)),
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True, cwd="/", env=environment,
    )  # fmt: skip


def main() -> None:
    """Reap until the owner is gone and everything that it left is removed."""
    parser = argparse.ArgumentParser(prog="reaper", description=__doc__)
    parser.add_argument("--owner", type=int, required=True, help="go on until this process is gone")
    parser.add_argument("--interval", type=float, default=2.0)
    arguments = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    try:
        owner = os.pidfd_open(arguments.owner)
    except ProcessLookupError:
        owner = None
    places: list[_Place] = []
    told = _Lines(sys.stdin.fileno())
    while owner is not None:
        ready = select.select([owner, *told.waits_for], [], [], arguments.interval)[0]
        places += map(_Place.of_line, told.read() if told.descriptor in ready else ())
        if owner in ready:
            break
        for place in places:
            if not place.podman:  # podman is not asked over and over: those who died have a reaper each
                place.reap()
    places += map(_Place.of_line, told.read())
    end = time.monotonic() + _WRITING_SECONDS
    while time.monotonic() < end:
        if not _left(places):
            time.sleep(arguments.interval)  # what was being started when the owner ended has been written by then
            if not _left(places):
                return
        time.sleep(arguments.interval)


def _left(places: list[_Place]) -> list[str]:
    return [name for place in places for name in place.reap().left]


class _Lines:
    """The lines that a pipe has so far."""

    def __init__(self, descriptor: int) -> None:
        os.set_blocking(descriptor, False)
        self.descriptor, self.waits_for, self._rest = descriptor, [descriptor], b""

    def read(self) -> list[bytes]:
        data = b""
        with contextlib.suppress(BlockingIOError):
            while chunk := os.read(self.descriptor, 1 << 16):
                data += chunk
            self.waits_for = []  # no one will write any more
        *lines, self._rest = (self._rest + data).split(b"\n")
        return lines


def reap_everything(state_dir: Path, *, podman: bool, trials: Path | None = None, old_images: bool = False) -> Reaped:
    """`reap`, and with `podman` its containers, networks, volumes and builds; `old_images`: those of tasks as well."""
    if not podman:
        return reap(state_dir, trials=trials)
    dead = _dead_folders(state_dir)  # a build is found by its folder, which stays until the build has ended
    left = reap_containers(dead)
    done = reap(state_dir, trials=trials, only=dead)
    done.left += left
    if old_images:
        remove_old_images()
    return done


def owner_of(folder: Path) -> Owner | None:
    """Whose a folder is, by its record; None without one that is ours."""
    found = _record(folder)
    return None if found is None else _owner(found["owner"])


def _dead_folders(state_dir: Path) -> list[Path]:
    folders = [path for path in state_dir.resolve().glob("*") if path.is_dir()]
    owners = [owner_of(folder) for folder in folders]
    return [each for each, owner in zip(folders, owners, strict=True) if owner is not None and not owner.lives()]
