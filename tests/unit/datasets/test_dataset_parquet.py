"""Parquet files: which types are read as what, and damage that is told with the row it is at."""

import subprocess
import sys
from datetime import UTC, datetime
from decimal import Decimal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from dataset_files import read, write

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.datasets import open_dataset, parse_row_selection


def rows(count):
    return [{"user_prompt": f"p{at}", "ground_truth": str(at)} for at in range(count)]


def table(path, **columns):
    pq.write_table(pa.table(columns), path)
    return path


def test_parquet_cells_of_other_types_become_text(tmp_path):
    """Numbers, decimals, lists and dictionary-encoded strings are read; other columns are not."""
    path = table(
        tmp_path / "a.parquet",
        user_prompt=pa.array(["x", "x"]).dictionary_encode(),
        system_prompt=pa.array([["a"], None]),
        ground_truth=pa.array([Decimal("1.50"), None], pa.decimal128(5, 2)),
        label=pa.array([None, 7], pa.int8()),
        when=pa.array([datetime.now(UTC)] * 2),
    )
    first, second = read(path)
    assert (first.prompt[0]["content"], first.label) == ('["a"]', "1.50")
    assert (second.prompt, second.label) == ([{"role": "user", "content": "x"}], "7")


def test_parquet_metadata_is_a_struct_or_a_json_string(tmp_path):
    """A struct column and a string column hold the same metadata; a null column holds none."""
    prompt = pa.array(["p", "q"])
    struct = pa.array([{"tag": "a", "deep": {"n": [1, 2]}}, None])
    text = pa.array(['{"tag": "a", "deep": {"n": [1, 2]}}', ""], pa.large_string())
    for metadata in (struct, text):
        path = table(tmp_path / "a.parquet", user_prompt=prompt, metadata=metadata)
        assert [row.metadata for row in read(path)] == [{"tag": "a", "deep": {"n": [1, 2]}}, None]
    path = table(tmp_path / "a.parquet", user_prompt=prompt, metadata=pa.nulls(2))
    assert [row.metadata for row in read(path)] == [None, None]


@pytest.mark.parametrize(
    ("column", "cells"),
    [
        ("user_prompt", pa.array([b"x"])),
        ("ground_truth", pa.array([1], pa.timestamp("us"))),
        ("label", pa.array([[(1, 2)]], pa.map_(pa.int8(), pa.int8()))),
        ("metadata", pa.array(["a"]).cast(pa.binary())),
        ("metadata", pa.array([1])),
        ("metadata", pa.array([{"day": 1}], pa.struct([("day", pa.date32())]))),
    ],
)
def test_a_parquet_column_of_a_type_without_meaning_is_named(tmp_path, column, cells):
    """Bytes, times, maps and the like are refused with the column and its type, before any row is read."""
    columns = {"user_prompt": pa.array(["p"]), "ground_truth": pa.array(["1"]), column: cells}
    path = table(tmp_path / "a.parquet", **columns)
    with pytest.raises(OsmosisError) as caught:
        open_dataset(path).scan()
    assert f"a.parquet: column {column} has the Parquet type {str(cells.type).split('<')[0]}" in str(caught.value)


def test_a_parquet_fault_names_the_row(tmp_path):
    """Row numbers run through batches and row groups."""
    path = tmp_path / "a.parquet"
    labels = [str(at) for at in range(10_000)]
    labels[7777] = ""
    pq.write_table(pa.table({"user_prompt": labels[::-1], "ground_truth": labels}), path, row_group_size=5000)
    with pytest.raises(OsmosisError, match=r"a\.parquet, row 2222: user_prompt is empty"):
        open_dataset(path).scan()
    scan = open_dataset(path).scan(parse_row_selection("5000-5001,9999"))
    assert scan.row_count == 10_000
    assert [row.label for row in open_dataset(path).rows(scan.selection)] == ["5000", "5001", "9999"]


def test_parquet_text_that_is_not_utf8_names_the_row(tmp_path):
    """A string column with other bytes in it is an error with row and column."""
    bad = pa.array([b"ok", b"caf\xe9"], pa.binary()).view(pa.string())
    path = table(tmp_path / "a.parquet", user_prompt=bad, ground_truth=pa.array(["1", "2"]))
    with pytest.raises(OsmosisError, match=r"row 1: user_prompt holds bytes that are not UTF-8"):
        open_dataset(path).scan()


def test_a_parquet_file_without_rows_or_columns_is_an_error(tmp_path):
    """Zero rows are no dataset; rows without columns lack their prompt."""
    path = table(tmp_path / "a.parquet", user_prompt=pa.array([], pa.string()))
    with pytest.raises(OsmosisError, match="there are no rows"):
        open_dataset(path).scan()
    path = table(tmp_path / "a.parquet", other=pa.array([1]))
    with pytest.raises(OsmosisError, match="row 0: user_prompt is missing"):
        open_dataset(path).scan()


def test_a_parquet_column_named_twice_is_an_error(tmp_path):
    """Two columns of one meaning are ambiguous here too."""
    pq.write_table(pa.Table.from_arrays([pa.array(["a"])] * 2, ["user_prompt"] * 2), tmp_path / "a.parquet")
    with pytest.raises(OsmosisError, match="there are 2 columns named user_prompt"):
        open_dataset(tmp_path / "a.parquet").scan()


def test_a_parquet_file_cut_short_anywhere_is_an_error(tmp_path, fault):
    """A copy that stopped early is told apart from a dataset, wherever it stopped."""
    data = write(tmp_path / "a.parquet", rows(100)).read_bytes()
    for length in (1, 4, 8, len(data) // 2, len(data) - 1):
        assert "the Parquet data is damaged or not supported" in str(fault("cut.parquet", data[:length]))


def test_a_damaged_parquet_page_names_the_row_it_reached(tmp_path, fault):
    """A checksum that does not match is an error at the row where reading stood."""
    path = tmp_path / "a.parquet"
    columns = {"user_prompt": [str(at) * 20 for at in range(500)], "ground_truth": ["1"] * 500}
    pq.write_table(
        pa.table(columns),
        path,
        row_group_size=250,
        write_page_checksum=True,
        compression="none",
        use_dictionary=False,
    )
    data = bytearray(path.read_bytes())
    at = data.index(b"400" * 20)
    data[at] ^= 0xFF
    assert "cut.parquet, row 250: at or after this row the Parquet data is damaged" in str(
        fault("cut.parquet", bytes(data))
    )


def test_without_pyarrow_the_error_names_the_extra(tmp_path, monkeypatch):
    """Reading Parquet without its package says what to install."""
    dataset = open_dataset(write(tmp_path / "a.parquet", rows(1)))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(OsmosisError, match="needs the package pyarrow") as caught:
        dataset.scan()
    assert "osmosis-ai[parquet]" in (caught.value.hint or "")
    assert caught.value.details == {"missing_module": "pyarrow", "extra": "parquet"}


def test_the_module_is_imported_without_pyarrow():
    """Only reading a Parquet file loads pyarrow: the command line starts fast without it."""
    code = "import osmosis_ai.datasets, sys; print('pyarrow' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "False\n"
