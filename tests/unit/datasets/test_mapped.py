"""The copy of a dataset file that is sent with its columns by other names."""

import json
import os

from osmosis_ai.datasets import open_dataset
from osmosis_ai.datasets.mapped import mapped_copy, remove_mapped_copies

MAP = {"question": "user_prompt"}


def write(path, count: int) -> None:
    rows = [{"question": f"{n}?", "ground_truth": "2024-01-01", "metadata": {"n": n}} for n in range(count)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def test_the_copy_has_the_same_rows_and_stays_the_same_until_the_file_changes(tmp_path):
    """An upload that broke off finds the very file again; one that changed makes another copy, and the old one goes."""
    file, cache = tmp_path / "a.jsonl", tmp_path / "cache"
    write(file, 4)
    copy = mapped_copy(file, MAP, cache)
    assert copy.name == "a.jsonl"
    assert list(open_dataset(copy).rows()) == list(open_dataset(file, MAP).rows())
    inode = copy.stat().st_ino
    assert mapped_copy(file, MAP, cache) == copy
    assert copy.stat().st_ino == inode
    write(file, 5)
    os.utime(file, ns=(1, 1))
    other = mapped_copy(file, MAP, cache)
    assert other != copy
    assert not copy.exists()
    assert len(list(open_dataset(other).rows())) == 5
    remove_mapped_copies(file, cache)
    assert not list((cache / "mapped").iterdir())
