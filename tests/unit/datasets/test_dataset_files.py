"""Files that are damaged, foreign, missing or in motion: the right result, or an error with file and row."""

import errno
import hashlib
import io
import json
import os
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from dataset_files import read, write

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.datasets import DatasetError, open_dataset, parse_row_selection, text_lines

FORMATS = ["jsonl", "csv", "parquet"]
GOOD = b'{"user_prompt": "a", "ground_truth": "1"}\n'
CSV = b"user_prompt,ground_truth\na,1\n"


def rows(count):
    return [{"user_prompt": f"p{at}", "ground_truth": str(at)} for at in range(count)]


# --- the file itself


def test_a_missing_file_is_an_error(tmp_path):
    """No file, and a path through something that is no directory, are the same error."""
    (tmp_path / "file").write_bytes(b"x")
    for path in (tmp_path / "no.jsonl", tmp_path / "file" / "no.jsonl"):
        with pytest.raises(OsmosisError, match="there is no such file"):
            open_dataset(path)


def test_a_directory_is_an_error(tmp_path):
    """A directory is refused even when it is named like a dataset."""
    (tmp_path / "d.jsonl").mkdir()
    with pytest.raises(OsmosisError, match="is a directory"):
        open_dataset(tmp_path / "d.jsonl")


def test_a_pipe_and_a_device_are_refused_without_being_opened(tmp_path):
    """A FIFO would block its reader for ever, and a device has no end."""
    os.mkfifo(tmp_path / "p.jsonl")
    (tmp_path / "null.jsonl").symlink_to("/dev/null")
    for name in ("p.jsonl", "null.jsonl"):
        with pytest.raises(OsmosisError, match="is a pipe, a socket or a device"):
            open_dataset(tmp_path / name)


def test_an_unreadable_path_is_an_error(tmp_path):
    """A loop of links, a name too long and a NUL in the path are errors that name it."""
    (tmp_path / "loop.jsonl").symlink_to("loop.jsonl")
    for path in (tmp_path / "loop.jsonl", tmp_path / ("n" * 300 + ".jsonl"), Path("a\0.jsonl")):
        with pytest.raises(OsmosisError):
            open_dataset(path)


def test_a_path_that_is_not_utf8_can_be_printed(tmp_path):
    """An error about a file with a strange name can be written out as UTF-8."""
    with pytest.raises(OsmosisError) as caught:
        open_dataset(tmp_path / os.fsdecode(b"\xff.jsonl"))
    str(caught.value).encode("utf-8")


@pytest.mark.parametrize("name", ["data.txt", "data", "data.jsonl.gz", ".jsonl"])
def test_another_extension_is_an_error(tmp_path, name):
    """Only the three extensions are read; the error lists them."""
    (tmp_path / name).write_bytes(GOOD)
    with pytest.raises(OsmosisError) as caught:
        open_dataset(tmp_path / name)
    assert ".jsonl, .csv or .parquet" in (caught.value.hint or "")


def test_the_extension_is_read_in_any_case(tmp_path):
    """DATA.JSONL is JSON Lines."""
    (tmp_path / "DATA.JSONL").write_bytes(GOOD)
    assert len(read(tmp_path / "DATA.JSONL")) == 1


@pytest.mark.parametrize("extension", FORMATS)
def test_an_empty_file_is_an_error(tmp_path, extension):
    """A file of no bytes is refused before it is read."""
    (tmp_path / f"e.{extension}").write_bytes(b"")
    with pytest.raises(OsmosisError, match="the file is empty"):
        open_dataset(tmp_path / f"e.{extension}")


@pytest.mark.parametrize("error", [PermissionError(errno.EACCES, "Permission denied"), OSError(errno.EIO, "I/O error")])
def test_a_file_that_may_not_be_opened_is_an_error(tmp_path, monkeypatch, error):
    """What the system says about opening it is passed on."""
    dataset = open_dataset(write(tmp_path / "a.jsonl", rows(2)))

    def refuse(self, *_args, **_kwargs):
        raise error

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(OsmosisError, match=f"a.jsonl: cannot be opened: {error.strerror}"):
        dataset.scan()


def test_a_path_that_may_not_be_looked_at_is_an_error(tmp_path, monkeypatch):
    """A directory without search permission is an error that says so."""

    def refuse(self, **_kwargs):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "stat", refuse)
    with pytest.raises(OsmosisError, match="Permission denied"):
        open_dataset(tmp_path / "a.jsonl")


@pytest.mark.parametrize("extension", FORMATS)
def test_a_disk_that_fails_while_it_is_read_is_an_error(tmp_path, monkeypatch, extension):
    """An I/O error in the middle of a file names the file, in each format, in scan and rows alike."""
    path = write(tmp_path / f"a.{extension}", rows(50_000))
    dataset = open_dataset(path)
    size = path.stat().st_size

    class Failing(io.FileIO):
        passed = 0

        def readinto(self, buffer):
            if (self.passed + len(buffer) > size // 2 and len(buffer) > 64 * 1024) or self.passed > size // 2:
                raise OSError(errno.EIO, "Input/output error")
            count = super().readinto(buffer)
            self.passed += count
            return count

    monkeypatch.setattr(Path, "open", lambda self, _mode, **_: io.BufferedReader(Failing(self), 4096))
    with pytest.raises(OsmosisError, match="Input/output error"):
        dataset.scan()
    with pytest.raises(OsmosisError, match="Input/output error"):
        list(dataset.rows())


@pytest.mark.parametrize("extension", FORMATS)
def test_a_file_that_vanishes_or_changes_is_an_error(tmp_path, extension):
    """Rows are never taken from another file than the one that was opened, in size, time or inode."""
    path = write(tmp_path / f"a.{extension}", rows(3))
    dataset = open_dataset(path)
    dataset.scan()
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1))
    with pytest.raises(OsmosisError, match="has changed since it was opened"):
        list(dataset.rows())
    path.unlink()
    with pytest.raises(OsmosisError, match="is gone since it was opened"):
        list(dataset.rows())


def test_a_file_that_changes_while_it_is_read_is_an_error(tmp_path):
    """A change under a reader is noticed at the end of the pass at the latest."""
    path = write(tmp_path / "a.jsonl", rows(3))
    found = open_dataset(path).rows()
    next(found)
    with path.open("a") as file:
        file.write("broken\n")
    with pytest.raises(OsmosisError, match="has changed"):
        list(found)


# --- reading in each format


@pytest.mark.parametrize("extension", FORMATS)
def test_a_scan_counts_hashes_and_validates_in_one_go(tmp_path, extension):
    """The scan gives the number of rows, the SHA-256 of the bytes and the rows selected."""
    path = write(tmp_path / f"a.{extension}", rows(5))
    scan = open_dataset(path).scan()
    assert (scan.row_count, scan.selected_source_rows) == (5, "0-4")
    assert scan.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert open_dataset(path).size == path.stat().st_size


@pytest.mark.parametrize("extension", FORMATS)
def test_a_selection_keeps_file_order_and_source_positions(tmp_path, extension):
    """Selected rows keep their position in the file; a selection overrides the limit."""
    dataset = open_dataset(write(tmp_path / f"a.{extension}", rows(8)))
    selection = parse_row_selection("7,0-1,3")
    scan = dataset.scan(selection, limit=1)
    assert (scan.row_count, scan.selected_source_rows, scan.selected_count) == (8, "0-1,3,7", 4)
    assert [row.source_row_index for row in dataset.rows(scan.selection)] == [0, 1, 3, 7]
    assert [row.label for row in dataset.rows(selection)] == ["0", "1", "3", "7"]


@pytest.mark.parametrize(
    ("limit", "selected"), [(None, "0-4"), (2, "0-1"), (1, "0"), (99, "0-4"), (0, "0-4"), (-1, "0-4")]
)
@pytest.mark.parametrize("extension", FORMATS)
def test_a_limit_takes_the_first_rows(tmp_path, extension, limit, selected):
    """A limit takes at most so many rows from the start; none, zero and less mean all."""
    dataset = open_dataset(write(tmp_path / f"a.{extension}", rows(5)))
    scan = dataset.scan(limit=limit)
    assert (scan.row_count, scan.selected_source_rows) == (5, selected)
    assert len(list(dataset.rows(limit=limit))) == scan.selected_count


@pytest.mark.parametrize("extension", FORMATS)
def test_a_selection_past_the_end_is_an_error(tmp_path, extension):
    """Scan and rows both refuse a row the file does not have, and say which it has."""
    dataset = open_dataset(write(tmp_path / f"a.{extension}", rows(3)))
    for read_it in (dataset.scan, lambda selection: list(dataset.rows(selection))):
        with pytest.raises(OsmosisError, match=r"row 9 is selected, and the file has 3 rows \(0-2\)"):
            read_it(parse_row_selection("1,5-9"))


@pytest.mark.parametrize("extension", FORMATS)
def test_a_ten_megabyte_field_is_read_whole(tmp_path, extension):
    """A cell of 10 MB arrives unharmed in every format, line breaks and quotes included."""
    big = 'é "quoted",\r\n' * 800_000
    assert len(big.encode()) > 10_000_000
    path = write(tmp_path / f"a.{extension}", [*rows(1), {"user_prompt": big, "ground_truth": big}])
    assert read(path)[1].prompt[0]["content"] == big


@pytest.mark.parametrize("extension", FORMATS)
def test_a_nul_is_an_error_with_its_place(tmp_path, extension):
    """U+0000 is refused: \\u0000 in JSON, the byte itself in CSV and Parquet. Text formats name its offset."""
    path = write(tmp_path / f"a.{extension}", [{"user_prompt": "a\0b", "ground_truth": "1"}])
    with pytest.raises(OsmosisError, match="NUL") as caught:
        read(path)
    if extension != "parquet":
        at = path.read_bytes().index(b"\\u0000" if extension == "jsonl" else b"\0")
        assert f"offset {at}" in str(caught.value)


def test_an_escaped_backslash_before_u0000_is_no_nul(tmp_path):
    """`\\\\u0000` in JSON is a backslash and six letters."""
    (tmp_path / "a.jsonl").write_bytes(rb'{"user_prompt": "a\\u0000", "ground_truth": "1"}')
    assert read(tmp_path / "a.jsonl")[0].prompt[0]["content"] == r"a\u0000"


@pytest.mark.parametrize(("extension", "data"), [("jsonl", GOOD), ("csv", CSV)])
def test_a_byte_order_mark_is_stripped(tmp_path, extension, data):
    """A UTF-8 mark at the start is no part of the text; the hash still covers it."""
    path = tmp_path / f"a.{extension}"
    path.write_bytes(b"\xef\xbb\xbf" + data)
    assert read(path)[0].label == "1"
    assert open_dataset(path).scan().sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize(("extension", "data"), [("jsonl", GOOD * 3), ("csv", CSV + b"b,2\nc,3\n")])
def test_crlf_line_endings_and_a_missing_last_one_are_fine(tmp_path, extension, data):
    """Windows line endings, and a last line without any, give the same rows."""
    path = tmp_path / f"a.{extension}"
    path.write_bytes(data.replace(b"\n", b"\r\n").removesuffix(b"\r\n"))
    assert [row.prompt[0]["content"] for row in read(path)] == (["a"] * 3 if extension == "jsonl" else ["a", "b", "c"])


@pytest.mark.parametrize(("extension", "data"), [("jsonl", GOOD), ("csv", CSV)])
@pytest.mark.parametrize(
    ("encoding", "says"),
    [
        ("utf-16", "is UTF-16 text, not UTF-8"),
        ("utf-32", "is UTF-32 text, not UTF-8"),
        ("utf-16-le", "looks like UTF-16 text"),
        ("utf-16-be", "looks like UTF-16 text"),
    ],
)
def test_utf16_and_utf32_are_named(fault, extension, data, encoding, says):
    """Text in another Unicode encoding is an error that names it."""
    error = fault(f"a.{extension}", data.decode().encode(encoding))
    assert says in str(error)
    assert "Save it as UTF-8" in (error.hint or "")


@pytest.mark.parametrize("extension", ["jsonl", "csv"])
@pytest.mark.parametrize(
    ("head", "says"),
    [(b"PAR1", "Parquet"), (b"\x1f\x8b\x08", "gzip"), (b"PK\x03\x04", "zip"), (b"\x28\xb5\x2f\xfd", "zstd")],
)
def test_a_binary_file_under_a_text_name_is_named(fault, extension, head, says):
    """A compressed or Parquet file that is called .jsonl or .csv is told by its first bytes."""
    assert says in str(fault(f"a.{extension}", head + bytes(range(200))))


@pytest.mark.parametrize(
    ("extension", "data", "place"),
    [
        (
            "jsonl",
            GOOD + b'{"user_prompt": "caf\xe9", "ground_truth": "1"}\n',
            "row 1 (line 2): byte 0xe9 at offset 62",
        ),
        ("csv", CSV + b"caf\xe9,2\n", "row 1 (line 3): byte 0xe9 at offset 32"),
        ("csv", CSV + b'"x\ny\xff",2\n', "row 1 (line 3): byte 0xff at offset 33"),
        ("csv", b"user_prompt,n\xe9\na,1\n", "header: byte 0xe9 at offset 13"),
        ("csv", b"\xef\xbb\xbfn\xe9\na\n", "header: byte 0xe9 at offset 4"),
        ("jsonl", b'\xef\xbb\xbf{"\xe9":1}\n', "row 0 (line 1): byte 0xe9 at offset 5"),
    ],
)
def test_bytes_that_are_not_utf8_are_located(fault, extension, data, place):
    """The error names the row, the byte and its offset in the file."""
    error = fault(f"a.{extension}", data)
    assert f"{place} is not UTF-8" in str(error)
    offset = int(str(error).split("offset ")[1].split()[0])
    assert data[offset] >= 0x80


@pytest.mark.parametrize("extension", ["jsonl", "csv"])
def test_a_line_without_end_is_an_error_not_a_full_memory(tmp_path, monkeypatch, extension):
    """A line is read up to a bound; beyond it there is an error naming the row."""
    monkeypatch.setattr(text_lines, "MAX_LINE_BYTES", 1024 * 1024)
    path = tmp_path / f"a.{extension}"
    path.write_bytes((GOOD if extension == "jsonl" else CSV) + b"x" * (1024 * 1024 + 1))
    with pytest.raises(OsmosisError, match=r"row 1.*: the line is longer than 1 MiB"):
        open_dataset(path).scan()


# --- JSON Lines


def test_blank_lines_do_not_count_as_rows(tmp_path):
    """Row numbers count objects; the physical line is given where the two differ."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\n" + GOOD + b" \t\r\n\n" + GOOD)
    assert [row.source_row_index for row in read(path)] == [0, 1]
    path.write_bytes(b"\n" + GOOD + b"\n\n{]\n")
    with pytest.raises(OsmosisError, match=r"row 1 \(line 5\): not valid JSON: .* column 2"):
        open_dataset(path).scan()


@pytest.mark.parametrize("data", [b"\n", b"  \r\n\t\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
def test_a_jsonl_file_of_blank_lines_has_no_rows(fault, data):
    """A file that holds only white space is an error."""
    assert "there are no rows" in str(fault("a.jsonl", data))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"[1, 2]", "the line is a list, not an object"),
        (b'"x"', "the line is a string, not an object"),
        (b"null", "the line is null, not an object"),
        (b"[", "not valid JSON"),
        (b"{'a': 1}", "not valid JSON"),
        (b'{"a": 1} {"b": 2}', "not valid JSON: trailing characters"),
        (b'{"a": "x\x00y"}', "there is a NUL (U+0000) at offset 92"),
        (b"[" * 100_000, "not valid JSON: recursion limit"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "not valid JSON: number out of range"),
    ],
)
def test_a_line_that_is_no_json_object_names_its_row(fault, line, says):
    """What is wrong with the text is said with its row, however deep or long it is."""
    assert f"a.jsonl, row 2 (line 3): {says}" in str(fault("a.jsonl", GOOD * 2 + line + b"\n" + GOOD))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (rb'{"user_prompt": "\ud800", "ground_truth": "1"}', "user_prompt holds half of a surrogate pair"),
        (
            rb'{"user_prompt": "\udc00\ud800x", "ground_truth": "1"}',
            "user_prompt holds half of a surrogate pair",
        ),
        (rb'{"metadata": {"a": [1, "\udfff"]}}', "metadata.a[1] holds half of a surrogate pair"),
        (rb'{"metadata": {"\ud800": 1}}', "a key of metadata holds half of a surrogate pair"),
        (rb'{"\ud800": 1}', "a key holds half of a surrogate pair"),
        (rb'"\ud800"', "it holds half of a surrogate pair"),
    ],
)
def test_a_lone_surrogate_is_an_error(fault, line, says):
    """Half of a surrogate pair cannot be sent as UTF-8: the error names the cell and what to write."""
    error = fault("a.jsonl", GOOD + line + b"\n")
    assert f"row 1 (line 2): {says}" in str(error)
    assert "U+FFFD" in (error.hint or "")
    str(error).encode("utf-8")


def test_a_surrogate_pair_is_a_character(tmp_path):
    """Both halves together are read as the character they mean."""
    (tmp_path / "a.jsonl").write_bytes(rb'{"user_prompt": "\ud83d\ude00", "ground_truth": "1"}')
    assert read(tmp_path / "a.jsonl")[0].prompt[0]["content"] == "\U0001f600"


@pytest.mark.parametrize(
    "line",
    [
        b'{"user_prompt": "a", "user_prompt": "b", "ground_truth": "1"}',
        b'{"user_prompt": "a", "ground_truth": "1", "metadata": {"x": 1, "x": 2}}',
        b'{"user_prompt": "a", "ground_truth": "1", "metadata": {"y": [{"x": 1, "x": 1}]}}',
        rb'{"user_prompt": "say \"x\"", "ground_truth": "\\", "metadata": {"x": "\"", "x": "\\\""}}',
        rb'{"user_prompt": "a", "ground_truth": "1", "metadata": "{\"x\": 1, \"x\": 2}"}',
    ],
)
def test_a_key_given_twice_is_an_error(tmp_path, line):
    """Two equal keys in one object, at any depth and in metadata text, are refused, not silently the last."""
    (tmp_path / "a.jsonl").write_bytes(line)
    with pytest.raises(OsmosisError, match="is given twice in one object"):
        read(tmp_path / "a.jsonl")


@pytest.mark.parametrize(
    "line",
    [
        rb'{"user_prompt": "\"", "ground_truth": "\\\"\\", "metadata": {"\"": "\\"}}',
        rb'{"user_prompt": "\u0022\u0022", "ground_truth": "\\u0022", "x": [["\"", {"a": "b"}], 1, null]}',
    ],
)
def test_quotes_inside_strings_are_no_repeated_keys(tmp_path, line):
    """However quotes and backslashes are escaped, a row without repeated keys is read."""
    (tmp_path / "a.jsonl").write_bytes(line)
    assert read(tmp_path / "a.jsonl")[0].label == json.loads(line)["ground_truth"]


def test_rows_that_are_not_selected_are_not_judged(tmp_path):
    """A broken row does not stand in the way of the others, and still counts as a row."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(GOOD + b"broken \xff\n" + GOOD)
    scan = open_dataset(path).scan(parse_row_selection("0,2"))
    assert (scan.row_count, scan.selected_source_rows) == (3, "0,2")


def test_line_separators_of_unicode_do_not_end_a_line(tmp_path):
    """Only a line feed ends a line: U+2028, U+0085 and form feeds inside a string are text."""
    text = "a\u2028b\u0085c\u2029"
    path = write(tmp_path / "a.jsonl", [{"user_prompt": text, "ground_truth": "1"}])
    assert read(path)[0].prompt[0]["content"] == text


# --- CSV


def test_a_quoted_cell_may_span_lines(tmp_path):
    """Rows are records: an error after a cell of several lines gives the record and the line it starts on."""
    path = tmp_path / "a.csv"
    path.write_bytes(b'user_prompt,ground_truth\n"a\nb\r\nc",1\n\nd,2\n')
    assert [row.prompt[0]["content"] for row in read(path)] == ["a\nb\r\nc", "d"]
    path.write_bytes(b'user_prompt,ground_truth\n"a\nb",1\nd\n')
    with pytest.raises(OsmosisError, match=r"row 1 \(line 4\): the row has 1 cell and the header has 2"):
        open_dataset(path).scan()


def test_a_ragged_row_gives_both_counts(fault):
    """Too many cells and too few are errors with the row and both counts."""
    assert "row 1 (line 3): the row has 3 cells and the header has 2" in str(fault("a.csv", CSV + b"b,2,x\n"))


@pytest.mark.parametrize("column", ["user_prompt", "metadata"])
def test_a_column_named_twice_is_an_error_if_it_is_read(tmp_path, fault, column):
    """Two columns of one meaning are ambiguous; columns that are ignored may repeat."""
    error = fault("a.csv", f"user_prompt,ground_truth,{column},{column}\na,1,{{}},{{}}\n".encode())
    assert f"the header names {column} " in str(error)
    (tmp_path / "b.csv").write_bytes(b"id,user_prompt,id,ground_truth\n1,a,2,b\n")
    assert read(tmp_path / "b.csv")[0].label == "b"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b'b,"2\n', "row 1 (line 3): a double quote is opened and never closed"),
        (b'b,"2"3\n', "row 1 (line 3): text follows the closing double quote"),
        (b"b\rc,2\n", "row 1 (line 3): a carriage return stands alone"),
    ],
)
def test_malformed_csv_names_its_row(fault, body, says):
    """Quoting that no reader can be sure about is an error with the row, the line and a way out."""
    error = fault("a.csv", CSV + body)
    assert says in str(error)
    assert error.hint


def test_a_cell_beyond_32_mib_is_an_error(fault):
    """The limit holds for a cell, and the hint tells of the quote that is left open."""
    error = fault("a.csv", CSV + b'"' + (b"x" * 1023 + b"\n") * (32 * 1024 + 1))
    assert "row 1 (line 3): a cell is longer than 32 MiB" in str(error)
    assert "double quote left open" in (error.hint or "")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\n\n", "there is no header row"),
        (b"user_prompt,ground_truth\n", "there are no rows"),
        (b'"user_prompt\n', "header: a double quote is opened"),
        (b"prompt,ground_truth\na,1\n", "row 0 (line 2): user_prompt is missing"),
    ],
)
def test_a_csv_file_without_header_or_rows_is_an_error(fault, data, says):
    """A header alone is no dataset, and a header without the columns is found at its first row."""
    assert says in str(fault("a.csv", data))


def test_the_csv_metadata_column_sets_the_mode_for_every_row(tmp_path):
    """In CSV every row has every column: a metadata column makes labels optional."""
    path = tmp_path / "a.csv"
    path.write_bytes(b'user_prompt,metadata\na,\n,"{""x"": 1}"\n')
    first, second = read(path)
    assert (first.prompt, first.metadata) == ([{"role": "user", "content": "a"}], None)
    assert (second.prompt, second.metadata) == ([], {"x": 1})


# --- memory


@pytest.mark.parametrize("extension", FORMATS)
def test_memory_does_not_grow_with_the_file(tmp_path, extension):
    """Reading a file many times the size of the bound takes no more memory than the bound."""
    import subprocess

    cell = "x" * 1000
    path = tmp_path / f"a.{extension}"
    if extension == "parquet":
        schema = pa.schema([("user_prompt", pa.string()), ("ground_truth", pa.string())])
        with pq.ParquetWriter(path, schema, use_dictionary=False, compression="none") as writer:
            for at in range(4):
                cells = [f"{at}-{row}-{cell}" for row in range(50_000)]
                writer.write_table(
                    pa.table({"user_prompt": cells, "ground_truth": cells}, schema), row_group_size=50_000
                )
    else:
        one = json.dumps({"user_prompt": cell, "ground_truth": cell}) if extension == "jsonl" else f"{cell},{cell}"
        with path.open("w") as file:
            file.write("" if extension == "jsonl" else "user_prompt,ground_truth\n")
            for _ in range(200):
                file.write((one + "\n") * 1000)
    code = (
        "import re, pyarrow.parquet, osmosis_ai.datasets as d; from pathlib import Path\n"
        "peak = lambda: int(re.search(r'VmHWM:\\s+(\\d+)', Path('/proc/self/status').read_text())[1])\n"
        "before = peak()\n"
        f"s = d.open_dataset(Path({str(path)!r})).scan()\n"
        "print(s.row_count, (peak() - before) // 1024)"
    )
    count, grown = map(int, subprocess.check_output([sys.executable, "-c", code], text=True).split())
    assert path.stat().st_size > 390_000_000
    assert count == 200_000
    assert grown < 100


def test_a_header_of_one_column_names_the_likely_delimiter(fault):
    """A CSV file that another delimiter separates says so, and lists the columns that were found."""
    error = fault("a.csv", b"user_prompt;ground_truth\na;1\n")
    assert "user_prompt is missing" in str(error)
    assert "separated by semicolons" in (error.hint or "")
    assert "'user_prompt;ground_truth'" in (error.hint or "")


def test_columns_are_read_by_the_names_that_they_are_mapped_to(tmp_path):
    """A mapping renames columns of the file before anything is looked for in it, in every format."""
    rows = [{"question": "a", "answer": "1"}]
    for extension in ("jsonl", "csv", "parquet"):
        path = write(tmp_path / f"a.{extension}", rows)
        dataset = open_dataset(path, {"question": "user_prompt", "answer": "ground_truth"})
        [row] = dataset.rows()
        assert (row.prompt, row.label) == ([{"role": "user", "content": "a"}], "1")


@pytest.mark.parametrize("extension", ["jsonl", "csv", "parquet"])
def test_a_mapped_column_that_is_not_there_is_an_error_with_those_that_are(tmp_path, extension):
    """In every format, of every pass, whatever it is mapped to; a JSON row may lack what another one has."""
    rows = [{"question": "a", "answer": "1"}, {"question": "b", "answer": "2", "more": "3"}]
    if extension != "jsonl":
        rows = [{"more": "", **row} for row in rows]
    path = write(tmp_path / f"a.{extension}", rows)
    names = {"question": "user_prompt", "answer": "ground_truth"}
    assert open_dataset(path, names | {"more": "system_prompt"}).scan().row_count == 2
    for absent in ("system_prompt", "metadata"):
        dataset = open_dataset(path, names | {"x": absent})
        for reading in (dataset.scan, lambda dataset=dataset: list(dataset.rows())):
            with pytest.raises(DatasetError, match="there is no column x to map") as raised:
                reading()
            assert all(f"'{name}'" in (raised.value.hint or "") for name in ("question", "answer", "more"))


def test_numbers_of_narrow_parquet_columns_keep_their_digits(tmp_path):
    """0.1 in a 32-bit or 16-bit float column is 0.1 to the grader, as in the other formats."""
    columns = {
        "user_prompt": pa.array(["a"]),
        "ground_truth": pa.array([0.1], pa.float32()),
        "metadata": pa.array([{"x": 0.1, "y": [0.3]}], pa.struct([("x", pa.float16()), ("y", pa.list_(pa.float32()))])),
    }
    pq.write_table(pa.table(columns), tmp_path / "a.parquet")
    [row] = read(tmp_path / "a.parquet")
    assert (row.label, row.metadata) == ("0.1", {"x": 0.1, "y": [0.3]})


def test_members_that_a_row_did_not_have_are_absent_from_parquet_structs(tmp_path):
    """A struct column has every member in every row; null ones are left out, as in the file it was made from."""
    metadata = [{"a": 1, "deep": {"b": 2}}, {"c": "x"}]
    rows = [{"user_prompt": "q", "ground_truth": "1", "metadata": one} for one in metadata]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "a.parquet")
    assert [row.metadata for row in read(tmp_path / "a.parquet")] == metadata
