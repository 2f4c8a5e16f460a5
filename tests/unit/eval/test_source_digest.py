"""The digest of a rollout's source: the published package's bytes, so that runs can be resumed by either."""

import hashlib
from pathlib import Path

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.eval.plan import source_digest

# Made by the published 0.3.8 for these trees, read from the manifest.json of its runs.
PUBLISHED = {
    "no file": ({}, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    "an empty file": ({"main.py": ""}, "b10564ab7d2c520cdd0243874879fb0a782862c3c902ab535faabe57d5a505e1"),
    "a byte": ({"main.py": "x"}, "84d94af764c76770e7e3877787a1bfd19e8de7d2e056b1f23b75f273c86d6c48"),
    "two files": (
        {"main.py": "x", "b.txt": "yz"},
        "ef87ff4481218d8bd9575b053905280a4f07c22096d86fc445aec1cb5f256bf0",
    ),
    "a folder": (
        {"main.py": "x", "sub/c.txt": "q"},
        "b91beea4cecfaddc0919d6e8f8855dc6245094d5adfb21d3b3e3972ce52178ff",
    ),
    "order by parts, not by text": (
        {"main.py": "x", "a/b": "1", "a.b": "2", "a-b": "3"},
        "9215bec4824baa2b4d880e7f2690a87163ec12804e20b4c1ba2a67bb1f494eca",
    ),
    "a name beyond ASCII": (
        {"main.py": "x", "é.txt": "1"},
        "25a3381362991daf309346ff2ec2e8d79ef95ad6d9863182e5cdad86414885ad",
    ),
    "hidden and compiled files": (
        {"main.py": "x", "a.pyc": "1", ".hidden": "1"},
        "27ad1d647716daa5f9de141922af6de38abaf604056fc26164ec651aeecb6ebc",
    ),
}


@pytest.fixture
def tree(tmp_path: Path):
    def make(files: dict[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / "rollout" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        root = tmp_path / "rollout"
        root.mkdir(exist_ok=True)
        return root

    return make


@pytest.mark.parametrize("case", PUBLISHED)
def test_digest_is_the_published_one(tree, case: str):
    """The same files have the digest that the published package records for them."""
    files, expected = PUBLISHED[case]
    assert source_digest(tree(files)) == expected


@pytest.mark.parametrize(
    "made",
    [
        "uv.lock", "sub/uv.lock", "build/f", "sub/build", "dist/f", "venv", "sub/venv/f", ".venv/f", ".git/f",
        "x.egg-info/f", "y.egg-info", ".ruff_cache/f", ".pytest_cache/f", "node_modules/f", "__pycache__/f",
    ],
)  # fmt: skip
def test_what_is_made_does_not_count(tree, made: str):
    """Caches, environments, builds and lock files, at any depth, leave the digest as it is."""
    assert source_digest(tree({"main.py": "x", made: "1"})) == PUBLISHED["a byte"][1]


@pytest.mark.parametrize("written", [".DS_Store", ".mypy_cache/f", ".osmosis/f", ".tox/f", "env/f", ".hg/f"])
def test_everything_else_counts(tree, written: str):
    """What is not on the list counts, as it does for the published package."""
    expected = hashlib.sha256(b"".join(sorted([b"main.pyx", written.encode() + b"1"]))).hexdigest()
    assert source_digest(tree({"main.py": "x", written: "1"})) == expected


def test_output_below_the_rollout_does_not_count(tree):
    """The folder that runs are written to does not change the digest of the rollout that it lies in."""
    root = tree({"main.py": "x", "runs/a/manifest.json": "{}"})
    assert source_digest(root, exclude=root / "runs") == PUBLISHED["a byte"][1]


def test_link_to_a_file_counts_by_its_content(tree):
    """A link to a file is a file of that content under the link's name."""
    root = tree({"main.py": "x"})
    (root / "l.py").symlink_to("main.py")
    assert source_digest(root) == "57d432457952bee9d86edbc10f8f1c8905cdc9ceeea15627424209901058de74"


def test_mode_and_empty_folders_do_not_count(tree):
    """Permissions and folders without files leave the digest as it is."""
    root = tree({"main.py": "x"})
    (root / "main.py").chmod(0o755)
    (root / "nothing").mkdir()
    assert source_digest(root) == PUBLISHED["a byte"][1]


@pytest.mark.parametrize("target", ["folder", "gone"])
def test_link_that_cannot_be_told_is_refused(tree, target: str):
    """A link to a folder and a broken one are errors that name the link."""
    root = tree({"main.py": "x", "folder/f": "1"})
    (root / "link").symlink_to(target)
    with pytest.raises(OsmosisError, match="link is a link to a directory, or broken"):
        source_digest(root)
