"""One digest for all that is below a folder."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from osmosis_ai.base.files.tree_digest import tree_digest


def make(root: Path) -> Path:
    (root / "a").mkdir(parents=True)
    (root / "a" / "code.py").write_text("1")
    (root / "a" / "code.py").chmod(0o644)
    (root / "link").symlink_to("a/code.py")
    return root


CHANGES = {
    "content": lambda root: (root / "a" / "code.py").write_text("2"),
    "name": lambda root: (root / "a" / "code.py").rename(root / "a" / "other.py"),
    "another file": lambda root: (root / "b").touch(),
    "empty folder": lambda root: (root / "b").mkdir(),
    "executable": lambda root: (root / "a" / "code.py").chmod(0o755),
    "link": lambda root: ((root / "link").unlink(), (root / "link").symlink_to("a")),
    "name that is no text": lambda root: Path(os.fsdecode(os.fsencode(root) + b"/\xff")).touch(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_it_is_another_one_after_each_change(tmp_path: Path, change: str):
    """Names, kinds, contents, permissions and where links lead; the same tree elsewhere has the same digest."""
    one, two = make(tmp_path / "one"), make(tmp_path / "two")
    assert tree_digest(one) == tree_digest(two)
    CHANGES[change](two)
    assert tree_digest(one) != tree_digest(two)


def test_what_does_not_count_changes_nothing(tmp_path: Path):
    """Permissions outside of the mask, and folders of the name that is left out."""
    one, two = make(tmp_path / "one"), make(tmp_path / "two")
    (two / "a" / "code.py").chmod(0o600)
    (two / "a" / "__pycache__").mkdir()
    (two / "a" / "__pycache__" / "code.pyc").touch()
    wanted = {"permissions": stat.S_IXUSR, "leave_out": "__pycache__"}
    assert tree_digest(one, **wanted) == tree_digest(two, **wanted)
    assert tree_digest(one) != tree_digest(two)
