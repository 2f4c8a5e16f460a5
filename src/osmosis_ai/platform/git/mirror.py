"""A mirror: a bare copy of a repository's branches, made and brought up to date by `git fetch` alone."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import re
import shutil
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from osmosis_ai.platform.git.catalogue import Catalogue, read_catalogue
from osmosis_ai.platform.git.command import GitCommand, GitError

__all__ = ["Commit", "Mirror", "MirrorBusyError"]

_REFSPEC = "+refs/heads/*:refs/heads/*"
_LISTING_BYTES = 16 * 1024 * 1024
_DAMAGE = re.compile(
    r"corrupt|bad object|bad config|missing blob|missing tree|unable to read|not a git repository|invalid sha1 pointer|"
    r"loose object .* is|packfile .* (cannot|is)|unresolved deltas|cannot lock ref|did not send all necessary objects",
    re.IGNORECASE,
)
_LONGEST_SUBJECT = 500
_LONGEST_AUTHOR = 320


class MirrorBusyError(Exception):
    """Another process is working on this mirror."""


@dataclass(frozen=True, slots=True)
class Commit:
    """The commit that a branch points at."""

    sha: str
    author: str
    subject: str


class Mirror:
    """The mirror of one connection, in its folder."""

    def __init__(self, git: GitCommand, path: Path, url: str) -> None:
        self.git = git
        self.path = path
        self.url = url

    @contextlib.asynccontextmanager
    async def exclusive(self) -> AsyncIterator[None]:
        """While the block runs, no other process works on the mirror. Raises MirrorBusyError where one does.

        What a killed git left behind (locks, unfinished packs) is removed: nothing that owned it is alive.
        """
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(self.path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise MirrorBusyError from None
            await asyncio.to_thread(self._remove_leftovers)
            yield
        finally:
            os.close(lock)

    async def fetch(self, environment: Mapping[str, str] | None = None) -> None:
        """Brings the mirror up to date. A damaged one is removed and fetched again, once. Raises GitError."""
        try:
            await self._fetch(environment)
        except GitError as error:
            if not _DAMAGE.search(error.message):
                raise
            await asyncio.to_thread(shutil.rmtree, self.path, ignore_errors=True)
            await self._fetch(environment)

    async def default_branch(self, environment: Mapping[str, str] | None = None) -> str | None:
        """The branch that the repository's HEAD names, or None where it names none."""
        lines = await self.git.remote(
            ["ls-remote", "--symref", "--", self.url, "HEAD"], cwd=self.path, environment=environment
        )
        for line in lines:
            target, _, name = line.partition("\t")
            if name == "HEAD" and target.startswith("ref: refs/heads/"):
                return target.removeprefix("ref: refs/heads/")
        return None

    async def branches(self) -> dict[str, Commit]:
        """Every branch with its commit. Branches whose names are not UTF-8 are left out."""
        separated = "%00".join(("%(refname:strip=2)", "%(objectname)", "%(authorname) %(authoremail)", "%(subject)"))
        output = await self.git.read(
            ["for-each-ref", f"--format={separated}", "refs/heads"], cwd=self.path, at_most=_LISTING_BYTES
        )
        found = {}
        for line in output.split(b"\n"):
            parts = line.split(b"\0")
            if len(parts) != 4:  # noqa: PLR2004 - as the format above has it
                continue
            name, sha, author, subject = (part.decode("utf-8", "replace") for part in parts)
            if "\ufffd" not in name:
                found[name] = Commit(sha, _clean(author, _LONGEST_AUTHOR), _clean(subject, _LONGEST_SUBJECT))
        return found

    async def catalogue(self, commit: str, *, largest_file: int) -> Catalogue:
        """What a commit holds."""
        return await read_catalogue(self.git, self.path, commit, largest_file=largest_file)

    async def remove(self) -> None:
        """Removes the mirror from the disk."""
        await asyncio.to_thread(shutil.rmtree, self.path, ignore_errors=True)

    async def _fetch(self, environment: Mapping[str, str] | None) -> None:
        if not (self.path / "HEAD").exists():
            await asyncio.to_thread(self._start_over)
        await self.git.read(["init", "--quiet", "--bare", "--template="], cwd=self.path, at_most=_LISTING_BYTES)
        await self.git.remote(
            [
                "fetch",
                "--quiet",
                "--prune",
                "--no-tags",
                "--force",
                "--no-write-fetch-head",
                "--no-recurse-submodules",
                "--update-head-ok",
                "--",
                self.url,
                _REFSPEC,
            ],
            cwd=self.path,
            environment=environment,
        )

    def _start_over(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        self.path.mkdir(mode=0o700, parents=True)

    def _remove_leftovers(self) -> None:
        for file in _leftovers(self.path):
            with contextlib.suppress(OSError):
                file.unlink()


def _leftovers(path: Path) -> Sequence[Path]:
    if not path.is_dir():
        return []
    locks = [*path.glob("*.lock"), *(path / "refs").rglob("*.lock")]
    return [*locks, *(path / "objects").rglob("tmp_*"), *(path / "objects" / "pack").glob(".tmp-*")]


def _clean(text: str, longest: int) -> str:
    return "".join(character if character.isprintable() else " " for character in text).strip()[:longest]
