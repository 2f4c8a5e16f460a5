"""Names of runs: given by the user, or made up so that a person can say them."""

from __future__ import annotations

import re
import secrets
from pathlib import Path

from osmosis_ai.base.errors import OsmosisError

__all__ = ["check_run_name", "new_name", "new_run_name"]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}")

_ADJECTIVES = [
    "amber",
    "brave",
    "brisk",
    "calm",
    "clear",
    "clever",
    "cosy",
    "crisp",
    "curious",
    "daring",
    "eager",
    "early",
    "fair",
    "fast",
    "fresh",
    "gentle",
    "glad",
    "golden",
    "grand",
    "happy",
    "hardy",
    "keen",
    "kind",
    "light",
    "lively",
    "lucky",
    "merry",
    "mild",
    "neat",
    "noble",
    "plain",
    "proud",
    "quick",
    "quiet",
    "rapid",
    "sharp",
    "silver",
    "steady",
    "sunny",
    "warm",
]
_ANIMALS = [
    "badger",
    "beaver",
    "bison",
    "bunting",
    "crane",
    "curlew",
    "dolphin",
    "falcon",
    "ferret",
    "finch",
    "fox",
    "gecko",
    "grouse",
    "hare",
    "heron",
    "ibex",
    "jackdaw",
    "kestrel",
    "lark",
    "lemur",
    "lynx",
    "marten",
    "merlin",
    "mole",
    "newt",
    "osprey",
    "otter",
    "owl",
    "plover",
    "puffin",
    "raven",
    "robin",
    "seal",
    "shrew",
    "sparrow",
    "stoat",
    "swift",
    "tern",
    "vole",
    "wren",
]


def check_run_name(name: str) -> str:
    """The name itself, or OsmosisError that says what a run may be called."""
    if not _NAME.fullmatch(name):
        raise OsmosisError(
            f"{name!r} cannot be the name of a run",
            hint="Use 1 to 96 letters, digits, dots, underscores and hyphens, beginning with a letter or a digit.",
        )
    return name


def new_run_name(root: Path) -> str:
    """`adjective-animal-NN`, not yet taken below `root`."""
    while True:
        name = new_name()
        if not (root / name).exists():
            return name


def new_name() -> str:
    """`adjective-animal-NN`, which may be taken."""
    return f"{secrets.choice(_ADJECTIVES)}-{secrets.choice(_ANIMALS)}-{secrets.randbelow(100)}"
