"""Checking by the block is only faster: its verdict on any file is that of checking row by row, problem for problem."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osmosis_ai.datasets import validate
from osmosis_ai.datasets.block_checks import BlockChecks
from osmosis_ai.datasets.validate import validate_dataset

ROW = '{"system_prompt":"s","user_prompt":"q%d","ground_truth":"1","metadata":{"a":{"b":1.5,"c":"x"},"d":[{"e":"y"}]}}'
VALUES = (
    "{}", "[{}]", "NaN", "Infinity", "1e999", "9223372036854775808", "-9223372036854775809", "1", "1.0", "01", "true",
    "null", '"\\ud800"', '"\\u0000"', '"\\u0022\\\\\\""', '"{}"', '"[{}"', "[1,]", "123456789012345678901234567890",
    '""',
    '"a\x00"', '"a\tb"', '"\u2028"', "[" * 300 + "]" * 300, '{"b":1,"b":2}', '{"b":2}', '[{"e":"z"},{"e":"z"}]',
    '[{"e":1}]',
)  # fmt: skip
PLACES = ('"s"', '"q%d"', '"1"', '"x"', "1.5", '[{"e":"y"}]', '{"b":1.5,"c":"x"}', '"y"')
ENDS = ("\n", "\n", "\n", "\r\n", "\n\n", " \n", "", " ", "}\n", ",\n", '"\n')


@pytest.fixture(scope="module", autouse=True)
def small_blocks():
    """Blocks of a few rows, so that most of a small file is checked by the block."""
    patch = pytest.MonkeyPatch()
    patch.setattr(validate, "_FIRST_BLOCK", 300)
    patch.setattr(validate, "_BLOCK", 300)
    yield
    patch.undo()


def found(path: Path, *, by_block: bool) -> tuple[object, ...]:
    """All that validation says of a file, and whether any block was accepted."""
    with pytest.MonkeyPatch.context() as patch:
        if not by_block:
            patch.setattr(BlockChecks, "worth_trying", False)
        report = validate_dataset(path, most=100)
    return report.valid, report.rows, report.errors, report.warnings


@st.composite
def json_lines(draw: st.DrawFn) -> bytes:
    """Lines that are mostly sound, each with at most one value or its end changed."""
    text = "\ufeff" if draw(st.booleans()) else ""
    for number in range(draw(st.integers(4, 20))):
        row = ROW
        if draw(st.integers(0, 4)) == 0:
            row = row.replace(draw(st.sampled_from(PLACES)), draw(st.sampled_from(VALUES)), 1)
        if draw(st.integers(0, 9)) == 0:
            row = row.replace(
                draw(st.sampled_from([":", ",", "{", "user_prompt", '"a"'])), draw(st.sampled_from(VALUES)), 1
            )
        text += row.replace("%d", str(number % 7)) + (draw(st.sampled_from(ENDS)) if draw(st.booleans()) else "\n")
    return text.encode("utf-8", "surrogatepass")


@given(json_lines())
@settings(deadline=None, max_examples=300)
def test_json_lines_have_one_verdict_by_the_block_and_by_the_row(data):
    """Values that are not JSON, repeated keys, empty objects, odd line ends: the same problems, at the same places."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.jsonl")
        path.write_bytes(data)
        assert found(path, by_block=True) == found(path, by_block=False)


@given(json_lines(), st.sampled_from(['"', ",", "\n", "\r", '""', "\0", "é"]), st.integers(0, 3000))
@settings(deadline=None, max_examples=200)
def test_csv_has_one_verdict_by_the_block_and_by_the_row(data, odd, at):
    """The same rows as cells of CSV, with a character that matters there put in anywhere."""
    lines = data.decode("utf-8", "replace").removeprefix("\ufeff").splitlines()
    text = "user_prompt,ground_truth,metadata\n"
    for number, line in enumerate(lines):
        metadata = line.partition('"metadata":')[2].removesuffix("}").replace('"', '""')
        text += f'q{number % 7},1,"{metadata}"\n'
    text = text[:at] + odd + text[at:]
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.csv")
        path.write_bytes(text.encode())
        assert found(path, by_block=True) == found(path, by_block=False)


@pytest.mark.parametrize("extension", ["jsonl", "csv"])
def test_rows_like_the_first_are_checked_by_the_block(tmp_path, monkeypatch, extension):
    """Most of a sound file is never looked at row by row."""
    accepted = []
    accept = BlockChecks._accept
    monkeypatch.setattr(
        BlockChecks, "_accept", lambda self, start, hashes: (accepted.extend(hashes), accept(self, start, hashes))
    )
    rows = [json.loads(ROW.replace("%d", str(number))) for number in range(50)]
    path = tmp_path / f"a.{extension}"
    if extension == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    else:
        cells = [json.dumps(row["metadata"]).replace('"', '""') for row in rows]
        path.write_text("user_prompt,metadata\n" + "".join(f'q{at},"{cell}"\n' for at, cell in enumerate(cells)))
    report = validate_dataset(path)
    assert (report.valid, report.rows) == (True, 50)
    assert len(accepted) > 40
