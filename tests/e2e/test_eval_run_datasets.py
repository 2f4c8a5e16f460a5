"""Datasets at fault, through the command: an error with the file and the row, or the right result."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from eval_workspace import EvalWorkspace
from stub_openai import StubOpenAI

from osmosis_ai.cli.framework.frame import run

ROW = b'{"user_prompt": "say yes", "ground_truth": "yes"}\n'
CASES: dict[str, tuple[str, bytes | None, str]] = {
    "bytes that are not UTF-8": ("bytes.jsonl", ROW + b'{"user_prompt": "\xff\xfe", "ground_truth": "x"}\n', "row 1"),
    "a lone surrogate": ("surrogate.jsonl", ROW + rb'{"user_prompt": "\ud800", "ground_truth": "x"}' + b"\n", "row 1"),
    "a NUL between rows": ("nul.jsonl", ROW + b"\0\n", "row 1"),
    "a row that is no object": ("array.jsonl", ROW * 2 + b"[1]\n", "row 2"),
    "a row without a prompt": ("promptless.jsonl", ROW + b'{"ground_truth": "x"}\n', "row 1"),
    "an empty file": ("empty.jsonl", b"", "empty"),
    "no file": ("missing.jsonl", None, "no such file"),
    "another extension": ("data.txt", ROW, "extension"),
    "a corrupt Parquet file": ("corrupt.parquet", b"PAR1 and then nothing PAR1", "corrupt.parquet"),
    "a short CSV row": ("short.csv", b"user_prompt,ground_truth\nsay yes,yes\nsay no\n", "row 1"),
}


@pytest.fixture
def config(workspace: EvalWorkspace, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(workspace.root)
    return workspace.config("dataset-faults")


@pytest.mark.parametrize("mode", ["--plain", "--json"])
@pytest.mark.parametrize("case", CASES)
def test_faulty_dataset_is_an_error_with_the_place(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str, mode: str
):
    """Exit 1, nothing on standard output, the file and the row in the message, what to do in the hint."""
    name, content, expected = CASES[case]
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    code = run([mode, "eval", "run", str(config), "--dataset-file", str(path), "--yes"])
    out, err = capsys.readouterr()
    assert (code, out) == (1, "")
    assert "Traceback" not in err
    if mode == "--json":
        error = json.loads(err.splitlines()[-1])["error"]
        message, hint = error["message"], error["hint"]
    else:
        message, hint = err[err.index("Error: ") :].split("\nHint: ")
    assert name in message
    assert expected in message
    assert hint.strip()


def test_directory_as_dataset(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A directory is not a dataset."""
    assert run(["eval", "run", str(config), "--dataset-file", str(tmp_path), "--yes"]) == 1
    assert "is a directory" in capsys.readouterr().err


Make = Callable[[], bytes]
GOOD: dict[str, tuple[str, Make]] = {
    "a byte order mark": ("bom.jsonl", lambda: b"\xef\xbb\xbf" + ROW),
    "CRLF lines": ("crlf.jsonl", lambda: ROW.replace(b"\n", b"\r\n") * 2),
    "a CSV file with both": (
        "both.csv",
        lambda: b"\xef\xbb\xbfuser_prompt,ground_truth\r\nsay yes,yes\r\n",
    ),
    "a field of 10 MB": (
        "big.jsonl",
        lambda: json.dumps({"user_prompt": "say yes " + "x" * 10_000_000, "ground_truth": "yes"}).encode() + b"\n",
    ),
}


@pytest.mark.parametrize("case", GOOD)
def test_unusual_dataset_gives_the_right_result(workspace: EvalWorkspace, stub: StubOpenAI, tmp_path: Path, case: str):
    """What only looks odd is evaluated like anything else, over the real server and to the model and back."""
    name, make = GOOD[case]
    path = tmp_path / name
    path.write_bytes(make())
    done = workspace.eval(workspace.config("unusual"), "--dataset-file", str(path), stub=stub)
    assert done.code == 0, done.err
    assert done.resource["dataset_source"] == "explicit"
    assert done.resource["metrics"]["passed"] == done.resource["total_work_items"] >= 1


def test_dataset_of_the_workspace_is_found_by_name(workspace: EvalWorkspace, stub: StubOpenAI):
    """Without --dataset-file, data/NAME.* of the workspace is read, and the plan says which file that is."""
    workspace.dataset("by-name", [("say yes", "yes")])
    done = workspace.eval(workspace.config("by-name"), stub=stub, mode="--plain")
    assert done.code == 0, done.err
    assert "data/by-name.jsonl (1 of 1 rows)" in done.err
