"""What one commit holds: its rollouts and configs, and what in it is left out and why.

Everything is read from git's objects. Nothing is checked out, so no symbolic link is followed, no filter runs, and no
name is ever that of a file on this machine.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from osmosis_ai.base.config.toml_text import parse_toml
from osmosis_ai.platform.git.command import GitCommand, GitError

__all__ = ["Catalogue", "CatalogueRollout", "read_catalogue", "shown_name"]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}")
_SYMLINK, _SUBMODULE, _TREE = "120000", "160000", "040000"
_LFS = b"version https://git-lfs.github.com/spec/"
_LISTING_BYTES = 32 * 1024 * 1024
_MOST_ROLLOUTS = 1000
_MOST_CONFIGS = 5000
_MOST_PROBLEMS = 100
_LONGEST_DESCRIPTION = 500
_FOLDERS = ("rollouts", "configs")


@dataclass(frozen=True, slots=True)
class CatalogueRollout:
    """A folder under `rollouts/`."""

    name: str
    tree_sha: str
    description: str | None
    problems: tuple[str, ...]
    """Why it cannot be run; empty for one that can."""
    configs: tuple[str, ...]
    """The config files whose `experiment.rollout` names it."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The rollouts of one commit, by name, and what was left out."""

    rollouts: tuple[CatalogueRollout, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    mode: str
    sha: str
    size: int
    path: str


@dataclass(slots=True)
class _Problems:
    """What was left out, bounded: a hostile repository can have very many."""

    items: list[str] = field(default_factory=list)
    more: int = 0

    def add(self, text: str) -> None:
        if len(self.items) < _MOST_PROBLEMS:
            self.items.append(text)
        else:
            self.more += 1

    def all(self) -> tuple[str, ...]:
        return (*self.items, f"and {self.more} more") if self.more else tuple(self.items)


def shown_name(name: bytes | str) -> str:
    """A name as it may be shown: printable, bounded, in quotes where it is not plain."""
    text = name.decode("utf-8", "backslashreplace") if isinstance(name, bytes) else name
    plain = all(character.isprintable() and character != '"' for character in text)
    cut = text if len(text) <= 200 else text[:200] + "…"  # noqa: PLR2004 - enough to find it
    return cut if plain else ascii(cut)


async def read_catalogue(git: GitCommand, mirror: Path, commit: str, *, largest_file: int) -> Catalogue:
    """The catalogue of a commit in a mirror. Raises GitError where the mirror cannot be read.

    Files larger than `largest_file` bytes are not read.
    """
    listing = await git.read(
        ["ls-tree", "-r", "-t", "-z", "-l", "--full-tree", commit, "--", *_FOLDERS], cwd=mirror, at_most=_LISTING_BYTES
    )
    problems = _Problems()
    entries = _parse(listing, problems)
    by_path = {entry.path: entry for entry in entries}
    for folder in _FOLDERS:
        if folder in by_path and by_path[folder].mode != _TREE:
            problems.add(f"{folder} {_kind(by_path[folder].mode)}, not a folder")
    candidates = _candidates(entries, problems)
    configs = [entry for entry in entries if _is_config(entry)][:_MOST_CONFIGS]
    wanted = [
        by_path[path]
        for name in candidates
        for path in (f"rollouts/{name}/main.py", f"rollouts/{name}/pyproject.toml", f"rollouts/{name}/README.md")
        if path in by_path
    ]
    contents = await _contents(git, mirror, [*wanted, *configs], largest_file)
    named = _named_by(configs, contents, problems)
    rollouts = tuple(
        CatalogueRollout(
            name,
            by_path[f"rollouts/{name}"].sha,
            _description(name, by_path, contents),
            _problems_of(name, entries, by_path, contents, largest_file),
            tuple(named.get(name, ())),
        )
        for name in candidates
    )
    for rollout in rollouts:
        for problem in rollout.problems:
            problems.add(f"rollouts/{rollout.name}: {problem}")
    return Catalogue(rollouts, problems.all())


def _parse(listing: bytes, problems: _Problems) -> list[_Entry]:
    entries = []
    for line in listing.split(b"\0"):
        if not line:
            continue
        head, _, path = line.partition(b"\t")
        mode, _kind_name, sha, size = head.split()
        try:
            text = path.decode("utf-8")
        except UnicodeDecodeError:
            problems.add(f"{shown_name(path)}: its name is not UTF-8")
            continue
        if any(ord(character) < 32 or ord(character) == 127 for character in text):  # noqa: PLR2004 - control characters
            problems.add(f"{shown_name(text)}: its name has control characters")
            continue
        entries.append(_Entry(mode.decode(), sha.decode(), int(size) if size.isdigit() else 0, text))
    return entries


def _candidates(entries: Sequence[_Entry], problems: _Problems) -> list[str]:
    """The names of folders under `rollouts/` that can be rollouts."""
    found: dict[str, str] = {}
    for entry in entries:
        folder, _, name = entry.path.partition("/")
        if folder != "rollouts" or not name or "/" in name:
            continue
        if entry.mode != _TREE:
            if entry.mode in {_SYMLINK, _SUBMODULE}:
                problems.add(f"rollouts/{shown_name(name)} {_kind(entry.mode)}, which is never followed")
            continue
        if not _NAME.fullmatch(name):
            problems.add(f"rollouts/{shown_name(name)}: its name is not that of a rollout")
            continue
        if (same := found.get(name.casefold())) is not None:
            problems.add(f"rollouts/{name}: differs from rollouts/{same} in upper and lower case only")
            continue
        if len(found) == _MOST_ROLLOUTS:
            problems.add(f"rollouts/{name} and what follows: more than {_MOST_ROLLOUTS} rollouts")
            break
        found[name.casefold()] = name
    return sorted(found.values())


def _problems_of(
    name: str,
    entries: Sequence[_Entry],
    by_path: dict[str, _Entry],
    contents: dict[str, bytes],
    largest_file: int,
) -> tuple[str, ...]:
    found = []
    main = by_path.get(f"rollouts/{name}/main.py")
    if main is None:
        found.append("it has no main.py")
    elif main.mode in {_SYMLINK, _SUBMODULE, _TREE}:
        found.append(f"main.py {_kind(main.mode)}, not a file")
    elif main.size > largest_file:
        found.append(f"main.py is larger than {largest_file} bytes")
    elif contents.get(main.sha, b"").startswith(_LFS):
        found.append("main.py is a Git LFS pointer; its content is not in the repository")
    prefix = f"rollouts/{name}/"
    for entry in entries:
        if entry.path.startswith(prefix) and entry.mode in {_SYMLINK, _SUBMODULE} and entry is not main:
            found.append(f"{shown_name(entry.path.removeprefix(prefix))} {_kind(entry.mode)}, which is left out")
            if len(found) >= _MOST_PROBLEMS:
                break
    return tuple(found)


def _description(name: str, by_path: dict[str, _Entry], contents: dict[str, bytes]) -> str | None:
    """`project.description` of its pyproject.toml, or else the first paragraph of its README.md."""

    def text(file: str) -> str:
        entry = by_path.get(f"rollouts/{name}/{file}")
        return contents.get(entry.sha, b"").decode("utf-8", "replace") if entry is not None else ""

    try:
        described = parse_toml(text("pyproject.toml")).get("project", {}).get("description")
    except (ValueError, AttributeError):
        described = None
    if not isinstance(described, str) or not described.strip():
        paragraphs = (part.strip() for part in re.split(r"\n\s*\n", text("README.md")))
        described = next((part for part in paragraphs if part and not part.startswith(("#", "<", "!", "```"))), "")
    return " ".join(described.replace("\0", "").split())[:_LONGEST_DESCRIPTION] or None


def _is_config(entry: _Entry) -> bool:
    parts = entry.path.split("/")
    return (
        parts[0] == "configs"
        and len(parts) > 2  # noqa: PLR2004 - configs/KIND/…
        and entry.path.endswith(".toml")
        and entry.mode not in {_SYMLINK, _SUBMODULE, _TREE}
    )


def _named_by(configs: Sequence[_Entry], contents: dict[str, bytes], problems: _Problems) -> dict[str, list[str]]:
    named: dict[str, list[str]] = {}
    for entry in configs:
        content = contents.get(entry.sha)
        if content is None:
            problems.add(f"{shown_name(entry.path)}: it is too large to be read")
            continue
        try:
            experiment = parse_toml(content.decode("utf-8")).get("experiment")
        except ValueError as error:
            problems.add(f"{shown_name(entry.path)}: it is not valid TOML: {error}")
            continue
        rollout = experiment.get("rollout") if isinstance(experiment, dict) else None
        if isinstance(rollout, str):
            named.setdefault(rollout, []).append(entry.path)
    return named


async def _contents(git: GitCommand, mirror: Path, entries: Sequence[_Entry], largest_file: int) -> dict[str, bytes]:
    """The contents of files by hash, without those that are too large."""
    readable = [
        entry for entry in entries if entry.mode not in {_SYMLINK, _SUBMODULE, _TREE} and entry.size <= largest_file
    ]
    hashes = list(dict.fromkeys(entry.sha for entry in readable))
    if not hashes:
        return {}
    total = sum(entry.size + 200 for entry in readable)
    output = await git.read(
        ["cat-file", "--batch", "--buffer"],
        cwd=mirror,
        stdin="".join(f"{sha}\n" for sha in hashes).encode(),
        at_most=total,
    )
    return _parse_batch(output)


def _parse_batch(output: bytes) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    position = 0
    while position < len(output):
        end = output.index(b"\n", position)
        parts = output[position:end].split(b" ")
        if parts[-1] == b"missing":
            raise GitError(f"the mirror lacks the object {parts[0].decode()}.")
        size = int(parts[2])
        found[parts[0].decode()] = output[end + 1 : end + 1 + size]
        position = end + size + 2
    return found


def _kind(mode: str) -> str:
    return {_SYMLINK: "is a symbolic link", _SUBMODULE: "is a submodule", _TREE: "is a folder"}.get(mode, "is a file")
