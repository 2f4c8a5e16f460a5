"""Whatever a dataset file holds: a verdict or rows, no exception but DatasetError, and bounded memory.

Hypothesis draws bytes, damaged files of the corpus and rows whose values are odd; Atheris, where it is installed, looks
for bytes that take new ways through the readers. OSMOSIS_FUZZ_SECONDS is the time for all of it, OSMOSIS_FUZZ_SEED
where Hypothesis begins.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from osmosis_ai.datasets import validate
from osmosis_ai.datasets.block_checks import BlockChecks

from .dataset_cases import CORPUS, FORMATS, check_file, measured, small_blocks

SECONDS = float(os.environ.get("OSMOSIS_FUZZ_SECONDS") or 120)
SEED = int(os.environ.get("OSMOSIS_FUZZ_SEED") or 0)
SHARE = SECONDS / 18
"""Seconds for one of Hypothesis's three ways in one of the three formats; Atheris takes three times that."""
HARNESS = "tests.fuzz.atheris_dataset_readers"
EXAMPLES = 25
MEASURED_EVERY = 10
MOST_ARROW = 512 * 1024 * 1024
ODD_TEXTS = (
    "{}", "[{}]", "NaN", "-Infinity", "1e999", "9223372036854775808", "1", "1.0", "01", "true", "null", '"\\ud800"',
    '"\\u0000"', '"{}"', "[1,]", "1" * 30, '""', '"a\x00"', '"a\tb"', '"\u2028"', "[" * 300 + "]" * 300,
    '{"b":1,"b":2}', '{"b":2}', '[{"e":1}]', "\ufeff", "\r", '""""', ",", "\n\n", "2024-01-01", "0x10",
    "é", "\U0001f600",
)  # fmt: skip
PIECES = (
    b"{", b"}", b'"', b"\n", b"\r", b",", b":", b"[", b"\\", b"\x00", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf",
    b"PAR1", b"user_prompt", b"ground_truth", b"label", b"metadata", b"NaN",
    b'{"user_prompt": "a", "ground_truth": "1"}\n',
    b"user_prompt,ground_truth\n", b'"metadata":{"a":{"b":[1,{"c":null}]}}', b"\xf0\x9f\x98\x80",
    b"a,1\n", b"\x1f\x8b",
)  # fmt: skip
BYTES = st.binary(min_size=1, max_size=400) | st.lists(st.sampled_from(PIECES), min_size=1, max_size=60).map(b"".join)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(ODD_TEXTS)
NUMBERS = st.integers(-(2**63), 2**63 - 1) | st.floats(width=64)


@pytest.fixture(scope="module", autouse=True)
def few_rows_a_block() -> Iterator[None]:
    """Most of a small file is checked by the block."""
    sizes = validate._FIRST_BLOCK, validate._BLOCK
    small_blocks()
    yield
    validate._FIRST_BLOCK, validate._BLOCK = sizes


@pytest.fixture
def for_its_share(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[st.SearchStrategy[bytes], str], None]:
    """Runs cases of files whose bytes a strategy draws, until the time is over."""

    def run(files: st.SearchStrategy[bytes], extension: str) -> None:
        path = tmp_path / f"case.{extension}"
        ends = time.monotonic() + SHARE
        done = count()
        for number in count():

            @seed(SEED + number)
            @settings(deadline=None, max_examples=EXAMPLES, database=None, print_blob=False)
            @given(files)
            def cases(data: bytes) -> None:
                path.write_bytes(data)
                check = measured if next(done) % MEASURED_EVERY == 0 else check_file
                check(path)

            cases()
            if time.monotonic() >= ends:
                print(f"{request.node.name}: {next(done):,} cases")
                return

    return run


def seeds(extension: str) -> list[bytes]:
    """The corpus of a format."""
    return [path.read_bytes() for path in sorted((CORPUS / extension).iterdir())]


@st.composite
def damaged(draw: st.DrawFn, extension: str) -> bytes:
    """A file of the corpus in which bytes are replaced, put in, taken out, said twice, or cut off."""
    data = bytearray(draw(st.sampled_from(seeds(extension))))
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, len(data)))
        length = draw(st.integers(1, 40))
        match draw(st.integers(0, 4)):
            case 0:
                data[at : at + 1] = draw(st.binary(min_size=1, max_size=1))
            case 1:
                data[at:at] = draw(st.sampled_from(PIECES))
            case 2:
                del data[at : at + length]
            case 3:
                data[at:at] = data[at : at + length]
            case _:
                del data[at + draw(st.integers(0, 2000)) :]
    return bytes(data) or b"\n"


@st.composite
def rows(draw: st.DrawFn, extension: str) -> bytes:
    """Rows that are mostly sound and alike, some of them with odd values, in the format."""
    if extension == "parquet":
        return draw(parquet_rows())
    lines = []
    for number in range(draw(st.integers(1, 24))):
        cells = {
            "user_prompt": json.dumps(f"q{number % 7}"),
            "ground_truth": '"1"',
            "metadata": '{"a":{"b":1.5},"d":"x"}',
        }
        if draw(st.integers(0, 4)) == 0:
            name = draw(st.sampled_from([*cells, "system_prompt", "label"]))
            cells[name] = draw(st.sampled_from(ODD_TEXTS) | TEXT.map(json.dumps) | st.just('{"a":{"b":2},"d":null}'))
        if extension == "jsonl":
            lines.append("{" + ",".join(f'"{name}":{value}' for name, value in cells.items()) + "}")
        else:
            odd = draw(st.integers(0, 30)) == 0
            quoted = (value if odd else '"' + value.replace('"', '""') + '"' for value in cells.values())
            lines.append(",".join(quoted))
    head = "" if extension == "jsonl" else "user_prompt,ground_truth,metadata\n"
    text = head + draw(st.sampled_from(["\n", "\n", "\r\n", "\n\n"])).join(lines)
    return text.encode("utf-8", "surrogatepass")


@st.composite
def parquet_rows(draw: st.DrawFn) -> bytes:
    """A Parquet file whose columns have any of the types that are read, or are not."""
    length = draw(st.integers(0, 12))
    struct = pyarrow.struct([("a", pyarrow.float64()), ("b", pyarrow.list_(pyarrow.string())), ("n", pyarrow.uint64())])
    inner = st.fixed_dictionaries(
        {
            "a": st.none() | st.floats(),
            "b": st.none() | st.lists(st.none() | TEXT, max_size=2),
            "n": st.none() | st.integers(0, 2**64 - 1),
        }
    )
    text, blob = pyarrow.string(), pyarrow.binary()
    kinds: dict[str, tuple[Any, st.SearchStrategy[Any]]] = {
        "text": (text, TEXT),
        "large": (pyarrow.large_string(), TEXT),
        "codes": (pyarrow.dictionary(pyarrow.int32(), text), TEXT),
        "number": (pyarrow.float32(), st.floats(width=32)),
        "integer": (pyarrow.int64(), st.integers(-(2**63), 2**63 - 1)),
        "date": (pyarrow.date32(), st.dates()),
        "bytes": (blob, st.binary(max_size=5)),
        "list": (pyarrow.list_(struct), st.lists(inner, max_size=2)),
        "struct": (struct, inner),
        "json": (text, inner.map(json.dumps)),
    }
    columns = {}
    for name in draw(st.lists(st.sampled_from(["system_prompt", *NAMES]), min_size=1, max_size=4, unique=True)):
        usual = ("struct", "json") if name == "metadata" else ("text", "text", "large", "codes", "number")
        kind, values = kinds[draw(st.sampled_from(usual) | st.sampled_from(sorted(kinds)))]
        cells = draw(st.lists(st.none() | values if draw(st.booleans()) else values, min_size=length, max_size=length))
        columns[name] = pyarrow.array(cells, kind)
    table = pyarrow.table(columns)
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(table, sink, row_group_size=draw(st.integers(1, 8)))
    return bytes(sink.getvalue())


NAMES = ("user_prompt", "ground_truth", "label", "metadata", "other")


@pytest.mark.parametrize("extension", FORMATS)
def test_the_corpus_keeps_the_rules(tmp_path, extension):
    """Each committed file, among them those that once broke a rule."""
    for data in seeds(extension):
        path = tmp_path / f"case.{extension}"
        path.write_bytes(data)
        measured(path)


@pytest.mark.parametrize("extension", FORMATS)
def test_any_bytes_keep_the_rules(for_its_share, extension):
    """Bytes, and the pieces that matter to the formats in any order."""
    for_its_share(BYTES, extension)


@pytest.mark.parametrize("extension", FORMATS)
def test_damaged_files_keep_the_rules(for_its_share, extension):
    """Files of the corpus, damaged anywhere."""
    for_its_share(damaged(extension), extension)


@pytest.mark.parametrize("extension", FORMATS)
def test_odd_rows_keep_the_rules(for_its_share, extension):
    """Files that are well made, with values that are not."""
    for_its_share(rows(extension), extension)


def test_arrow_took_a_bounded_amount_of_memory():
    """Memory that pyarrow takes is not Python's: over all cases so far, it had its own bound."""
    assert pyarrow.default_memory_pool().max_memory() < MOST_ARROW


@pytest.mark.skipif(importlib.util.find_spec("atheris") is None, reason="atheris is installed on Linux only")
@pytest.mark.parametrize("extension", FORMATS)
def test_bytes_found_by_coverage_keep_the_rules(tmp_path, extension):
    """Atheris begins with the corpus and finds no bytes that break a rule, in its share of the time."""
    found = tmp_path / "found"
    found.mkdir()
    made = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.fuzz.atheris_dataset_readers",
            extension,
            str(int(SHARE) or 1),
            str(found),
            str(SEED),
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    print(f"{extension}: " + (made.stderr.strip().splitlines() or ["nothing was said"])[-1])
    assert made.returncode == 0, made.stdout[-6000:] + made.stderr[-1000:]


def test_the_rules_can_be_broken(tmp_path, monkeypatch):
    """A block check that accepts everything is seen."""
    path = tmp_path / "case.jsonl"
    path.write_bytes(seeds("jsonl")[0])
    check_file(path)
    with monkeypatch.context() as patch:
        patch.setattr(BlockChecks, "json_lines", lambda self, block, start: 99 if self.worth_trying else None)
        with pytest.raises(AssertionError):
            check_file(path)
