"""Properties over generated files: the formats agree, and no bytes cause anything but a clear error."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from dataset_files import read, write
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.datasets import open_dataset

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "system_prompt": TEXT,
            "user_prompt": TEXT.filter(bool),
            "ground_truth": TEXT,
            "metadata": st.dictionaries(TEXT, JSON, max_size=3).map(json.dumps),
            "other": TEXT,
        }
    ),
    min_size=1,
    max_size=6,
)
PIECES = st.sampled_from(
    [
        b"{",
        b"}",
        b'"',
        b"\n",
        b"\r",
        b",",
        b":",
        b"[",
        b"user_prompt",
        b"ground_truth",
        b"metadata",
        b"\x00",
        b"\xff",
        b"1",
        rb"\ud800",
        b"\xef\xbb\xbf",
        b'{"user_prompt": "a", "ground_truth": "1"}\n',
        b"user_prompt,ground_truth\n",
        b"NaN",
        b"PAR1",
    ]
)
BYTES = st.binary(min_size=1, max_size=200) | st.lists(PIECES, min_size=1).map(b"".join)


@given(ROWS)
@settings(deadline=None)
def test_rows_read_back_equal_from_all_three_formats(rows):
    """Rows written as JSONL, CSV and Parquet are the same rows, character for character."""
    with TemporaryDirectory() as folder:
        jsonl, csv, parquet = (read(write(Path(folder, f"a.{ext}"), rows)) for ext in ("jsonl", "csv", "parquet"))
    assert jsonl == csv == parquet
    for row, source in zip(jsonl, rows, strict=True):
        assert row.prompt[-1] == {"role": "user", "content": source["user_prompt"]}
        assert row.label == (source["ground_truth"] or None)
        assert row.metadata == (json.loads(source["metadata"]) or None)


def attempt(name: str, data: bytes) -> None:
    """Scan and read a file of these bytes: rows that can be sent, or an OsmosisError that can be printed."""
    with TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        try:
            dataset = open_dataset(path)
            scan = dataset.scan()
            for row in dataset.rows(scan.selection):
                json.dumps([row.prompt, row.label, row.metadata], ensure_ascii=False, allow_nan=False).encode()
        except OsmosisError as error:
            str(error).encode()
            code = error.code
        else:
            code = "VALIDATION"
    assert code == "VALIDATION"


@given(BYTES)
@settings(deadline=None, max_examples=300)
@pytest.mark.parametrize("extension", ["jsonl", "csv", "parquet"])
def test_any_bytes_are_rows_or_a_clear_error(extension, data):
    """No file content whatever leads to another exception, or to a row that cannot be sent."""
    attempt(f"a.{extension}", data)


@pytest.fixture(scope="module")
def parquet_bytes(tmp_path_factory):
    rows = [{"user_prompt": f"p{at}", "ground_truth": str(at), "metadata": '{"a": 1}'} for at in range(50)]
    return write(tmp_path_factory.mktemp("p") / "a.parquet", rows).read_bytes()


@given(data=st.data())
@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_parquet_file_with_any_bytes_overwritten_is_rows_or_a_clear_error(parquet_bytes, data):
    """Damage anywhere in a real file, footer and pages, leads to no other exception."""
    damaged = bytearray(parquet_bytes)
    for _ in range(data.draw(st.integers(1, 4))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    attempt("a.parquet", bytes(damaged))
