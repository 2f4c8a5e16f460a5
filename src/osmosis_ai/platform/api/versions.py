"""Which versions of a command line are served. Clients name theirs; the platform alone compares."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from packaging.version import InvalidVersion, Version

__all__ = ["ClientVersions", "Verdict"]

Status = Literal["current", "upgrade_available", "deprecated", "unsupported"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What to tell a client about its version; nothing is said to one that is current."""

    status: Status
    message: str | None = None


@lru_cache(maxsize=256)
def _read(text: str) -> Version | None:
    """Every request names a version, and few different ones are named."""
    try:
        return Version(text)
    except InvalidVersion:
        return None


_required = lru_cache(maxsize=16)(Version)


@dataclass(frozen=True, slots=True)
class ClientVersions:
    """The limits that versions are compared with.

    Below `minimum` a client is refused. Below `deprecated_below` it is served and warned. Below `latest` it is told
    that there is a newer one; None tells no one, because a platform need not know what is published.
    """

    minimum: str = "0.3.0"
    deprecated_below: str = "0.3.0"
    latest: str | None = None

    def judge(self, given: str | None) -> Verdict:
        """The verdict on a version as a client sent it. One that cannot be read is taken for a current one."""
        version = _read(given or "")
        if version is None:
            return Verdict("current")
        if version < _required(self.minimum):
            return Verdict("unsupported", f"osmosis {version} is not served. Upgrade to {self.minimum} or later.")
        if version < _required(self.deprecated_below):
            wanted = self.deprecated_below
            return Verdict("deprecated", f"osmosis {version} will not be served much longer. Upgrade to {wanted}.")
        if self.latest is not None and version < _required(self.latest):
            return Verdict("upgrade_available", f"osmosis {self.latest} is available.")
        return Verdict("current")
