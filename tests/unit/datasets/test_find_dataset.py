"""A dataset's name leads to one file."""

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.datasets import find_dataset


@pytest.mark.parametrize("file", ["train.jsonl", "train.csv", "train.parquet", "train.JSONL"])
def test_a_name_finds_its_file_in_any_format(tmp_path, file):
    """The extension is whichever of the three is there."""
    (tmp_path / file).write_bytes(b"x")
    (tmp_path / "train.txt").write_bytes(b"x")
    (tmp_path / "train2.csv").write_bytes(b"x")
    assert find_dataset(tmp_path, "train") == tmp_path / file


def test_a_name_may_hold_dots(tmp_path):
    """Only the last suffix is an extension."""
    (tmp_path / "v1.2.csv").write_bytes(b"x")
    assert find_dataset(tmp_path, "v1.2").name == "v1.2.csv"


def test_several_files_of_one_name_are_an_error_that_lists_them(tmp_path):
    """Which one is meant cannot be guessed."""
    for extension in ("csv", "jsonl"):
        (tmp_path / f"train.{extension}").write_bytes(b"x")
    with pytest.raises(OsmosisError, match=r"several datasets named 'train': train\.csv, train\.jsonl"):
        find_dataset(tmp_path, "train")


def test_no_file_is_an_error_that_lists_what_was_looked_for(tmp_path):
    """The three names are listed; a close name and a name with its extension are pointed out."""
    (tmp_path / "train.jsonl").write_bytes(b"x")
    (tmp_path / "dir.csv").mkdir()
    with pytest.raises(OsmosisError, match=r"looked for trian\.jsonl, trian\.csv, trian\.parquet") as caught:
        find_dataset(tmp_path, "trian")
    assert caught.value.hint == "Did you mean train?"
    with pytest.raises(OsmosisError) as caught:
        find_dataset(tmp_path, "train.jsonl")
    assert caught.value.hint == "Leave the extension out: train."
    with pytest.raises(OsmosisError, match="no dataset named 'dir'"):
        find_dataset(tmp_path, "dir")
    with pytest.raises(OsmosisError, match="no dataset named 'x'"):
        find_dataset(tmp_path / "nowhere", "x")


@pytest.mark.parametrize("name", ["", ".", "..", "../secrets", "a/b", "a\\b", "a\0b"])
def test_a_name_that_is_a_path_is_refused(tmp_path, name):
    """A name never leads out of the data directory."""
    with pytest.raises(OsmosisError, match="is not the name of a dataset"):
        find_dataset(tmp_path, name)
