"""What a pool does, whatever engine is behind it.

A pool is a launcher that may start a thing twice and may forget it. The database is the queue, the fence and the
record: nothing here remembers anything that the engine itself does not.

    ComputeError
    ├── RefusedError    the pool will not start it, and has not; the same launch is refused again
    └── UnsureError     the pool did not say: what was asked for may or may not have happened
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

import attrs

__all__ = [
    "Chunk",
    "ComputeError",
    "Ended",
    "Gone",
    "Health",
    "Launch",
    "Lost",
    "Pool",
    "Ref",
    "RefusedError",
    "Running",
    "State",
    "Unsure",
    "UnsureError",
    "Waiting",
]

LEAST_CPUS = 0.1
_ID = re.compile(r"[a-z0-9-]{8,63}")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class ComputeError(Exception):
    """A pool did not do what it was asked to. The message may be shown to people, and holds no secret."""


class RefusedError(ComputeError):
    """The launch was not started and will not be. `reason` says why and what to do."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class UnsureError(ComputeError):
    """No answer that can be trusted. After `submit`: it may have started; submitting the same launch again is safe."""

    def __init__(self, cause: str) -> None:
        super().__init__(cause)
        self.cause = cause


def _a_launch_id(_instance: object, _attribute: object, value: str) -> None:
    if not _ID.fullmatch(value):
        raise ValueError(f"{value!r} is not the id of a launch: 8 to 63 of a-z, 0-9 and -")


def _arguments(_instance: object, _attribute: object, value: tuple[str, ...]) -> None:
    if not value or not value[0] or any("\0" in each for each in value):
        raise ValueError("argv names no command, or holds a zero character")


def _variables(_instance: object, _attribute: object, value: Mapping[str, str]) -> None:
    for name, text in value.items():
        if not _NAME.fullmatch(name) or "\0" in text:
            raise ValueError(f"{name!r} cannot be a variable of an environment")


def _frozen(value: Mapping[str, str]) -> Mapping[str, str]:
    return MappingProxyType(dict(value))


def _at_least(least: float) -> Any:
    return attrs.validators.and_(attrs.validators.ge(least), attrs.validators.lt(float("inf")))


@attrs.frozen(kw_only=True)
class Launch:
    """One start of one process. Raises ValueError for what no engine can start."""

    id: str = attrs.field(validator=_a_launch_id)
    """8 to 63 of a-z, 0-9 and `-`; new for every launch, and in the database before it is submitted. It begins with
    what `Pool.list` takes as owner."""
    argv: tuple[str, ...] = attrs.field(converter=tuple, validator=_arguments)
    """The command and its arguments, run without a shell. Engines show them to whoever asks: nothing secret."""
    env: Mapping[str, str] = attrs.field(converter=_frozen, validator=_variables, factory=dict)
    """The variables that the process gets beside the few that the engine sets. Shown like `argv`: nothing secret but a
    ticket that is good once."""
    cpus: float = attrs.field(default=1.0, validator=_at_least(LEAST_CPUS))
    memory: int = attrs.field(default=1024**3, validator=_at_least(1))
    """Bytes."""
    gpus: int = attrs.field(default=0, validator=_at_least(0))
    grace: float = attrs.field(default=10.0, validator=_at_least(0))
    """Seconds between SIGTERM and SIGKILL."""
    wall: float = attrs.field(default=24 * 3600.0, validator=_at_least(1))
    """Seconds after which the process is stopped, whatever it does."""


@dataclass(frozen=True, slots=True)
class Ref:
    """What a launch is called by its engine. The database keeps it."""

    launch_id: str
    incarnation: str
    """Which life of the engine knows it: after another start of a cluster or machine, this differs."""
    native_id: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """Accepted, and not started."""


@dataclass(frozen=True, slots=True)
class Running:
    """Started, as far as the engine knows; `node` is the machine's name or address, empty where it does not say."""

    node: str


@dataclass(frozen=True, slots=True)
class Ended:
    """It has ended, as far as the engine knows: this frees a slot and explains, and decides nothing about the run."""

    exit: int | None
    """The exit status, 128 and the number for a signal; None where the engine does not say."""
    reason: str
    """Why, in words for people, without secrets."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The engine does not know it: another incarnation, or a record that went away. It may still run, and is never
    called failed."""

    why: str


@dataclass(frozen=True, slots=True)
class Unsure:
    """The engine did not answer, or not so that it can be trusted. Ask again."""

    cause: str


type State = Waiting | Running | Ended | Lost | Unsure


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a launch's own output."""

    text: str
    next: int
    """What to give as `after` for the part behind this one."""
    skipped: int = 0
    """Bytes between `after` and this part that are no longer kept."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The output cannot be had, now or any more."""

    why: str


@dataclass(frozen=True, slots=True)
class Health:
    """What a pool says of itself."""

    version: str
    """Of the engine's software."""
    incarnation: str
    slots: int
    """How many launches it takes at a time."""
    auth: str
    """How the pool knows the platform, in words: `token`, `loopback`, `munge`."""
    warnings: tuple[str, ...]
    """What an operator should change, each with what to do."""


class Pool(Protocol):
    """A place where jobs run. It keeps no state: two objects of the same settings are the same pool."""

    name: str

    async def submit(self, launch: Launch) -> Ref:
        """Starts it, or has it started when there is room; the same launch again gives the same Ref and starts nothing.

        Raises RefusedError, or UnsureError where it may have started.
        """
        ...

    async def stop(self, ref: Ref) -> None:
        """Wishes it to end: SIGTERM, and SIGKILL after its grace. Repeat it until `state` has ended. Stopping what has
        ended or is not known does nothing. Raises UnsureError."""
        ...

    async def state(self, ref: Ref) -> State:
        """What the engine says of it. Never raises ComputeError."""
        ...

    async def logs(self, ref: Ref, after: int = 0) -> Chunk | Gone:
        """Its own output (not a run's log) behind byte `after`, at most a bounded part of it; best effort."""
        ...

    async def list(self, owner: str) -> Sequence[tuple[Ref, State]]:
        """Every launch that the engine knows whose id begins with `owner`. Raises UnsureError."""
        ...

    async def forget(self, ref: Ref) -> None:
        """Removes what the engine keeps of a launch that has ended, after that was recorded; its id is never used
        again. Does nothing for one that is running or not known. Raises UnsureError."""
        ...

    async def check(self) -> Health:
        """Asks the engine, as far as a node, and says what is wrong. Raises RefusedError where the settings do not
        allow the pool to be used, UnsureError where it does not answer."""
        ...
