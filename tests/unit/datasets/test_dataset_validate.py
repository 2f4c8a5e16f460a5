"""`validate_dataset`: every problem of a file in one pass, whatever the order of its rows and its format."""

import json
import random
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from dataset_files import write
from hypothesis import given, settings
from hypothesis import strategies as st

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.datasets import open_dataset
from osmosis_ai.datasets.columns import parse_column_map
from osmosis_ai.datasets.validate import validate_dataset

FORMATS = ("jsonl", "csv", "parquet")


def rows(count: int = 4, **changes):
    """Rows that are valid, each with a prompt of its own, with members changed."""
    return [
        {"system_prompt": "s", "user_prompt": f"q{n}", "ground_truth": str(n), "metadata": '{"tag": "a"}', **changes}
        for n in range(count)
    ]


@pytest.fixture
def check(tmp_path):
    """Validates rows written in a format, or raw bytes of a file."""

    def run(content, extension="jsonl", **options):
        path = tmp_path / f"data.{extension}"
        path.write_bytes(content) if isinstance(content, bytes) else write(path, content)
        return validate_dataset(path, **options)

    return run


def codes(problems) -> list[str]:
    return [problem.code for problem in problems.shown]


@pytest.mark.parametrize("extension", FORMATS)
def test_a_good_file_is_valid_and_is_read_by_runs(check, extension, tmp_path):
    """A file without problems is valid in every format, and what validation passes a run reads."""
    report = check(rows(5), extension)
    assert (report.valid, report.rows, report.errors.total, report.warnings.total) == (True, 5, 0, 0)
    assert len(list(open_dataset(tmp_path / f"data.{extension}").rows())) == 5


@pytest.mark.parametrize("extension", FORMATS)
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"metadata": '{"tag": 1}'}, "metadata_type"),
        ({"metadata": '{"tag": "a", "n": {}}'}, "metadata_empty_object"),
        ({"metadata": '{"tag": "a", "n": 9223372036854775808}'}, "metadata_int64"),
        ({"metadata": '{"tag": "a", "n": 1e999}'}, "metadata_number"),
        ({"metadata": "[1]"}, "row"),
        ({"metadata": '{"tag": "a", "tag": "b"}'}, "row"),
        ({"metadata": "", "user_prompt": ""}, "row_empty"),
    ],
)
def test_a_bad_row_is_named_in_every_format(check, extension, change, code):
    """The same content has the same problem in every format, and the row is named."""
    content = rows(6)
    content[4].update(change)
    report = check(content, extension)
    assert codes(report.errors) == [code]
    assert report.errors.shown[0].row == 4
    assert not report.valid


def test_the_types_of_struct_columns_are_checked_by_the_batch(tmp_path):
    """Struct metadata: numbers that are not finite, integers beyond 64 bits with sign and NULs, at any depth."""
    metadata = [{"a": 1.0, "b": [{"c": 1, "d": "x"}]} for _ in range(5)]
    metadata[1] = {"a": float("nan"), "b": [{"c": 1, "d": "x"}]}
    metadata[3] = {"a": 1.0, "b": [{"c": 2, "d": "x"}, {"c": 2**63, "d": "y\0"}]}
    kind = pa.struct([("a", pa.float64()), ("b", pa.list_(pa.struct([("c", pa.uint64()), ("d", pa.string())])))])
    columns = {"user_prompt": list("abcde"), "ground_truth": list("abcde"), "metadata": pa.array(metadata, kind)}
    pq.write_table(pa.table(columns), tmp_path / "a.parquet")
    report = validate_dataset(tmp_path / "a.parquet")
    assert [(problem.row, problem.column) for problem in report.errors.shown] == [
        (1, "metadata.a"),
        (3, "metadata.b[].c"),
        (3, "metadata.b[].d"),
    ]


@pytest.mark.parametrize("extension", FORMATS)
def test_columns_are_judged_once(check, extension):
    """A missing user_prompt, both label names and a missing system_prompt are problems of the file."""
    content = [{"user_promt": f"q{n}", "ground_truth": "1", "label": "1"} for n in range(4)]
    report = check(content, extension)
    assert codes(report.errors) == ["missing_column", "two_labels"]  # and no error for each of its rows
    hint = report.errors.shown[0].hint or ""
    assert "Is it the column 'user_promt'?" in hint
    assert "The columns are 'user_promt', 'ground_truth', 'label'." in hint
    assert codes(report.warnings)[0] == "no_system_prompt"


def test_a_parquet_column_of_the_type_null_is_absent(tmp_path):
    """A null label beside ground_truth is not a second label, and a null user_prompt is a missing column, said once."""
    empty = pa.nulls(4)
    pq.write_table(
        pa.table({"user_prompt": list("abcd"), "ground_truth": list("abcd"), "label": empty}), tmp_path / "a.parquet"
    )
    assert validate_dataset(tmp_path / "a.parquet").valid
    assert [row.label for row in open_dataset(tmp_path / "a.parquet").rows()] == list("abcd")
    pq.write_table(
        pa.table({"user_prompt": empty, "ground_truth": list("abcd"), "metadata": empty}), tmp_path / "b.parquet"
    )
    [problem] = validate_dataset(tmp_path / "b.parquet").errors.shown
    assert str(problem) == "the column user_prompt has no value in any row."


def test_a_mapped_column_that_is_not_there_is_named_with_the_likely_delimiter(check, tmp_path):
    """Validation and reading say the same: the columns, a name that is close to it, the delimiter."""
    content = b"question;answer\n1;2\n"
    problem = check(content, "csv", columns={"question": "user_prompt"}).errors.shown[-2]
    assert problem.message == "there is no column question to map."
    assert "are the cells separated by semicolons?" in (problem.hint or "")
    with pytest.raises(OsmosisError) as raised:
        open_dataset(tmp_path / "data.csv", {"question": "user_prompt"}).scan()
    assert raised.value.hint == problem.hint
    problem = check(b"Question,answer\n1,2\n", "csv", columns={"question": "user_prompt"}).errors.shown[-2]
    assert "Is it the column 'Question'?" in (problem.hint or "")
    assert "The columns are 'Question', 'answer'." in (problem.hint or "")


@pytest.mark.parametrize("extension", FORMATS)
def test_a_row_with_either_of_two_label_columns_has_a_label(check, extension):
    """Both label names are an error of the file, not of its rows: none is said to lack what one of the two holds."""
    content = [
        {"user_prompt": f"q{n}", "ground_truth": "1" if n else "", "label": "2" if n < 2 else ""} for n in range(4)
    ]
    report = check(content, extension)
    assert codes(report.errors) == ["two_labels"]
    assert "no_reference" not in codes(report.warnings)


@pytest.mark.parametrize("extension", FORMATS)
def test_a_mapping_renames_columns(check, extension):
    """With a mapping, a file of other names is valid; a mapped column that is not there is named."""
    content = [{"question": f"q{n}", "answer": str(n), "system_prompt": "s"} for n in range(4)]
    columns = parse_column_map(["question=user_prompt", "answer=ground_truth"])
    assert check(content, extension, columns=columns).valid
    report = check(content, extension, columns={**columns, "absent": "label"})
    assert "no column absent to map" in str(report.errors.shown[0])


@pytest.mark.parametrize(
    ("word", "says"), [("question", "does not name"), ("a=b", "'b' is not a column"), ("a=label", "mapped already")]
)
def test_a_mapping_that_cannot_be_is_refused(word, says):
    """A word of another form, a name that is not read and a second use of a column are errors in words."""
    with pytest.raises(OsmosisError, match=says):
        parse_column_map(["a=user_prompt", word])


@pytest.mark.parametrize("extension", FORMATS)
def test_rows_without_reference_are_a_warning(check, extension):
    """Rows with neither label nor metadata run, so they are warned of, with their numbers; --strict refuses them."""
    content = rows(5)
    for row in (content[1], content[4]):
        row.update(ground_truth="", metadata="")
    report = check(content, extension)
    assert report.valid
    assert [str(problem) for problem in report.warnings.shown] == [
        "2 rows have neither ground_truth nor metadata: 1, 4."
    ]
    assert not check(content, extension, strict=True).valid


@pytest.mark.parametrize("extension", FORMATS)
def test_fewer_than_four_rows_are_an_error(check, extension):
    """An upload needs four rows; a run does not, so only validation says so."""
    assert codes(check(rows(3), extension).errors) == ["too_few_rows"]


@pytest.mark.parametrize("extension", FORMATS)
def test_metadata_that_is_empty_in_every_row_is_an_error(check, extension):
    """`{}` in every row is an error; in some rows it counts as absent; blank in every row is a column without use."""
    assert codes(check(rows(metadata="{}"), extension).errors) == ["metadata_empty"]
    assert check([*rows(4), *rows(1, metadata="{}", user_prompt="other")], extension).valid
    assert check(rows(metadata=""), extension).valid


@pytest.mark.parametrize("extension", FORMATS)
def test_equal_rows_are_listed_with_every_number(check, extension):
    """Rows with the same content are a warning that names all of them."""
    content = rows(6)
    content[3] = content[5] = dict(content[1])
    [problem] = check(content, extension).warnings.shown
    assert (str(problem), problem.rows) == ("rows 1, 3, 5 are the same.", (1, 3, 5))
    [problem] = check(rows(1) * 300, extension).warnings.shown
    assert (str(problem), problem.rows) == ("rows 0-299 are the same.", tuple(range(300)))


def test_groups_of_equal_rows_that_are_not_shown_are_counted(check):
    """The first groups are shown with all their rows, and every group is counted."""
    warnings = check(rows(6) * 2, most=2).warnings
    assert [problem.rows for problem in warnings.shown] == [(0, 6), (1, 7)]
    assert (warnings.total, warnings.hidden) == (6, 4)


def test_equal_rows_with_struct_metadata_are_found(tmp_path):
    """Rows with the same prompt and other metadata differ; rows that are the same are listed, across row groups."""
    metadata = [{"n": n, "tags": ["x"]} for n in (1, 2, 1, 1, 3)]
    columns = {"system_prompt": ["s"] * 5, "user_prompt": list("aaaab"), "metadata": metadata}
    pq.write_table(pa.table(columns), tmp_path / "a.parquet", row_group_size=2)
    [problem] = validate_dataset(tmp_path / "a.parquet").warnings.shown
    assert problem.rows == (0, 2, 3)
    pq.write_table(pa.table({"metadata": metadata}), tmp_path / "b.parquet", row_group_size=2)
    assert validate_dataset(tmp_path / "b.parquet").warnings.shown[-1].rows == (0, 2, 3)


@pytest.mark.parametrize(
    "kind", [pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string()), pa.int16(), pa.float16()]
)
def test_equal_rows_are_found_whatever_the_types_of_their_columns(tmp_path, kind):
    """A prompt and a label of any type that is read, with struct metadata beside them."""
    values = pa.array([1, 2, 1, 1] if pa.types.is_integer(kind) or pa.types.is_floating(kind) else list("abaa"), kind)
    metadata = [{"n": n} for n in (1, 1, 2, 1)]
    pq.write_table(pa.table({"user_prompt": values, "label": values, "metadata": metadata}), tmp_path / "a.parquet")
    report = validate_dataset(tmp_path / "a.parquet")
    assert (report.valid, report.warnings.shown[-1].rows) == (True, (0, 3))


def test_rows_without_a_prompt_are_compared_by_their_metadata(tmp_path):
    """Null and empty prompts are one, and a row that cannot be decoded is not compared with them."""
    broken = pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(b"\0\0\0\0\1\0\0\0"), pa.py_buffer(b"\xff")])
    path = tmp_path / "a.parquet"
    schema = pa.schema([("user_prompt", pa.string()), ("metadata", pa.struct([("n", pa.int64())]))])
    with pq.ParquetWriter(path, schema) as file:
        for prompts, numbers in ((broken, [1]), (pa.array(["", "a", None, "", "b"]), [1, 1, 2, 1, 2])):
            metadata = pa.array([{"n": n} for n in numbers])
            file.write_table(pa.table({"user_prompt": prompts, "metadata": metadata}))
    report = validate_dataset(path)
    assert [(problem.code, problem.row) for problem in report.errors.shown] == [("row", 0)]
    assert report.warnings.shown[-1].rows == (1, 4)


def test_rows_of_a_damaged_file_are_not_called_the_same_for_their_prompts(tmp_path):
    """Where metadata could not be compared, only the damage is reported."""
    path = tmp_path / "a.parquet"
    columns = {"user_prompt": ["a"] * 6, "metadata": [{"n": n} for n in range(6)]}
    pq.write_table(pa.table(columns), path, row_group_size=3, compression="none", write_page_checksum=True)
    group = pq.ParquetFile(path).metadata.row_group(1)
    data = bytearray(path.read_bytes())
    data[group.column(0).data_page_offset + 40] ^= 0xFF
    path.write_bytes(data)
    report = validate_dataset(path)
    assert codes(report.errors) == ["file"]
    assert codes(report.warnings) == ["no_system_prompt"]


def test_equal_rows_are_named_behind_rows_that_cannot_be_decoded(tmp_path):
    """Rows of a damaged batch are not compared, and the numbers of the rows behind it are their own."""
    text = pa.Array.from_buffers(
        pa.string(), 2, [None, pa.py_buffer(b"\0\0\0\0\1\0\0\0\2\0\0\0"), pa.py_buffer(b"\xffb")]
    )
    labels, path = pa.array(["1", "1"]), tmp_path / "a.parquet"
    with pq.ParquetWriter(path, pa.schema([("user_prompt", pa.string()), ("ground_truth", pa.string())])) as file:
        for prompts in (text, pa.array(["c", "d"]), pa.array(["e", "d"])):
            file.write_table(pa.table({"user_prompt": prompts, "ground_truth": labels}))
    assert validate_dataset(path).warnings.shown[-1].rows == (3, 5)


def test_the_keys_of_json_rows_are_those_of_the_first(check):
    """A row that lacks a key of the first, or has another, is an error that says which."""
    content = rows(4)
    del content[2]["metadata"]
    content[2]["extra"] = 1
    [problem] = check(content).errors.shown
    assert (
        str(problem) == "row 2 (line 3): the row lacks 'metadata' and has 'extra' besides, compared with the first row."
    )


def test_all_problems_are_counted_and_the_first_are_shown(check):
    """Of a flood of one kind the first are shown and all counted, and another kind at the end is still shown."""
    content = rows(50)
    for row in content[1:40]:
        row["metadata"] = '{"tag": 1}'
    content[45]["user_prompt"] = ""
    content[45]["metadata"] = ""
    report = check(content, most=3)
    assert codes(report.errors) == ["metadata_type"] * 3 + ["row_empty"]
    assert (report.errors.total, report.errors.hidden) == (40, 36)


@pytest.mark.parametrize(
    ("data", "extension", "says"),
    [
        (b'{"user_prompt": "a"}\n{"user_prompt": NaN}\n', "jsonl", "row 1 (line 2): user_prompt is NaN"),
        (
            b'{"user_prompt": "a"}\n{"user_prompt": "a"} {"user_prompt": "b"}\n',
            "jsonl",
            "row 1 (line 2): not valid JSON: trailing characters at column 22",
        ),
        (b'\n{"user_prompt": "a\xff"}\n', "jsonl", "row 0 (line 2): byte 0xff at offset 19"),
        (b'\n{"user_prompt": "a\0"}\n', "jsonl", "row 0 (line 2): there is a NUL (U+0000) at offset 19"),
        (
            b'\n{"user_prompt": "\\\\ud800\\uD83D\\uDE00\\ud800\\u0041"}\n',
            "jsonl",
            "row 0 (line 2): user_prompt holds half of a surrogate pair (\\ud800 to \\udfff) at offset 37",
        ),
        (b'{"user_prompt": "\\udc00"}\n', "jsonl", "half of a surrogate pair (\\ud800 to \\udfff) at offset 17"),
        (b'metadata\n"{""a"": ""\\ud800""}"\n', "csv", "metadata.a holds half of a surrogate pair"),
        (b"metadata\n\"{'a': 1}\"\n", "csv", "row 0 (line 2): metadata is text that is not JSON"),
        (b"user_prompt\na\0b\n", "csv", "row 0 (line 2): there is a NUL (U+0000) at offset 13"),
        (b"user_prompt,x\na,1,2\n", "csv", "the row has 3 cells and the header has 2"),
        (b'user_prompt\n"a\n', "csv", "a double quote is opened and never closed"),
        (b"user_prompt;x\na;1\n", "csv", "there is no column user_prompt"),
        (b"x,x,user_prompt\n1,2,a\n", "csv", "the header names 'x' 2 times"),
    ],
)
def test_what_is_wrong_with_bytes_is_said_with_its_place(check, data, extension, says):
    """Text that is no dataset is a problem with row, line and offset, and validation goes on where it can."""
    assert says in "\n".join(map(str, check(data, extension).errors.shown))


def test_labels_keep_their_text(tmp_path, check):
    """A label that looks like a date or a long number reaches the grader as it stands, in every format."""
    labels = ["2024-01-01", "9223372036854775808", "007", "1e5", "true"]
    content = [{"system_prompt": "s", "user_prompt": f"q{n}", "ground_truth": text} for n, text in enumerate(labels)]
    for extension in FORMATS:
        assert check(content, extension).valid
        assert [row.label for row in open_dataset(tmp_path / f"data.{extension}").rows()] == labels


SCALAR = st.none() | st.booleans() | st.integers(-(2**65), 2**65) | st.text('ab"\\', max_size=3)
METADATA = st.dictionaries(
    st.sampled_from("xyz"),
    SCALAR | st.lists(SCALAR, max_size=2) | st.dictionaries(st.sampled_from("pq"), SCALAR, max_size=2),
    max_size=3,
)
ROW = st.fixed_dictionaries(
    {
        "system_prompt": st.just("s"),
        "user_prompt": st.sampled_from(["", "a", "b"]),
        "ground_truth": st.sampled_from(["", "1"]),
        "metadata": METADATA.map(json.dumps),
    }
)


@given(st.lists(ROW, min_size=1, max_size=8), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_the_verdict_depends_on_neither_order_nor_format(content, chance: random.Random):
    """Shuffled rows and other formats have the same verdict, --strict or not; what passes is read to the same rows."""
    with TemporaryDirectory() as folder:
        verdicts, read = [], []
        for shuffled in (content, chance.sample(content, len(content))):
            for extension in FORMATS:
                path = write(Path(folder, f"a.{extension}"), shuffled)
                verdicts.append((validate_dataset(path).valid, validate_dataset(path, strict=True).valid))
                if verdicts[-1][0]:
                    read.append(
                        sorted(repr((row.prompt, row.label, row.metadata)) for row in open_dataset(path).rows())
                    )
        assert len(set(verdicts)) == 1
        assert all(one == read[0] for one in read)
