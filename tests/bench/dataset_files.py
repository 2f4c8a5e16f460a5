"""`python -m tests.bench.dataset_files FOLDER SHARE`: the dataset files whose validation is measured."""

import csv
import json
import random
import sys
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet

PLAIN_BYTES = 284_000_000
NESTED_ROWS = 200_000
_WORDS = (
    "number",
    "apply",
    "the",
    "problem",
    "train",
    "station",
    "hours",
    "how",
    "many",
    "she",
    "étude",
    "sum",
    "between",
)


def make_files(folder: Path, share: float) -> None:
    """The files whose validation is measured; `share` scales them, 1 is their full size."""
    chance = random.Random(7)
    plain = folder / "plain.jsonl"
    with plain.open("w", encoding="utf-8") as file:
        size = number = 0
        while size < PLAIN_BYTES * share:
            size += file.write(json.dumps(_row(chance, number, 100), ensure_ascii=False) + "\n")
            number += 1
    rows = [{**_row(chance, at, 20), "metadata": _metadata(chance, at)} for at in range(int(NESTED_ROWS * share))]
    nested = folder / "nested.jsonl"
    with nested.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    table = folder / "nested.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows({**row, "metadata": json.dumps(row["metadata"])} for row in rows)
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), folder / "nested.parquet")


def _row(chance: random.Random, number: int, words: int) -> dict[str, Any]:
    return {
        "system_prompt": "You are a careful solver of problems. Answer with one number.",
        "user_prompt": f"Problem {number}. {_text(chance, words)}?",
        "ground_truth": str(chance.randrange(10**6)),
    }


def _metadata(chance: random.Random, number: int) -> dict[str, Any]:
    return {
        "id": number,
        "source": chance.choice(_WORDS),
        "difficulty": chance.random(),
        "tags": [chance.choice(_WORDS) for _ in range(3)],
        "tool": {
            "name": chance.choice(_WORDS),
            "arguments": {"x": chance.randrange(100), "y": chance.random(), "verbose": chance.random() < 0.5},
            "expected": [{"name": name, "value": chance.randrange(1000)} for name in "fg"],
        },
        "limits": {"turns": chance.randrange(9), "tokens": 4096},
    }


def _text(chance: random.Random, words: int) -> str:
    return " ".join(chance.choices(_WORDS, k=words))


if __name__ == "__main__":
    make_files(Path(sys.argv[1]), float(sys.argv[2]))
