"""The inputs of `eval rubric`: records, human labels and criteria."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osmosis_ai.base.errors import FileUnreadableError, InvalidFileError, MissingFileError
from osmosis_ai.base.files.json_document import parse_document
from osmosis_ai.eval.rubric.criteria import Criterion
from osmosis_ai.semantics.faults import first_fault

__all__ = ["Record", "read_criteria", "read_labels", "read_records"]

_CRITERIA = 'Write {"criteria": [{"name": "correct", "type": "boolean"}]}; the types are number, boolean and choice.'


@dataclass(frozen=True, slots=True)
class Record:
    """One text to judge. `index` counts from 1."""

    index: int
    label: str
    solution: str
    ground_truth: str | None = None
    original_input: str | None = None
    metadata: dict[str, Any] | None = None


def read_records(path: Path) -> list[Record]:
    """The records of a JSONL file. Raises OsmosisError with the line of the first problem, and for an empty file."""
    records: list[Record] = []
    labels: dict[str, int] = {}
    for line, value in _lines(path, "the data file"):
        record = _record(value, len(records) + 1)
        if record is None:
            raise InvalidFileError(
                path,
                "the record has no text to judge",
                line=line,
                hint="Give it messages whose last assistant message has text, or a solution_str.",
            )
        if record.label in labels:
            raise InvalidFileError(
                path,
                f"the id {record.label!r} is that of line {labels[record.label]} too",
                line=line,
                hint="Give every record an id that is its alone, or none.",
            )
        labels[record.label] = line
        records.append(record)
    if not records:
        raise InvalidFileError(path, "it has no records", hint="Write one JSON object a line.")
    return records


def _record(value: dict[str, Any], index: int) -> Record | None:
    messages, solution = value.get("messages"), value.get("solution_str")
    text = _last_answer(messages) if isinstance(messages, list) and messages else solution
    if not isinstance(text, str) or not text:
        return None
    names = (value.get("id"), value.get("conversation_id"))
    label = next((name for name in names if isinstance(name, str) and name), f"record[{index}]")
    metadata = value.get("metadata")
    return Record(
        index,
        label,
        text,
        _text(value.get("ground_truth")),
        _text(value.get("original_input")),
        metadata if isinstance(metadata, dict) else None,
    )


def _last_answer(messages: list[Any]) -> str | None:
    """The text of the last assistant message that has one; text parts are joined by line breaks."""
    for message in reversed(messages):
        if not isinstance(message, dict) or message.get("role") != "assistant":
            continue
        content = message.get("content")
        if isinstance(content, list):
            texts = [part.get("text") for part in content if isinstance(part, dict)]
            content = "\n".join(text for text in texts if isinstance(text, str))
        if isinstance(content, str) and content:
            return content
    return None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def read_labels(path: Path) -> dict[str, float]:
    """Scores of people by record label. Raises OsmosisError with the line of the first problem."""
    from osmosis_contract.models.rubric import RubricLabel

    labels: dict[str, float] = {}
    for line, value in _lines(path, "the labels file"):
        try:
            label = RubricLabel.read_strict(value)
        except ValueError:
            hint = 'Write {"id": "...", "score": 0.5}.'
            raise InvalidFileError(path, "it is not a label with an id and a score", line=line, hint=hint) from None
        if label.id in labels:
            raise InvalidFileError(path, f"the id {label.id!r} has a label already", line=line)
        labels[label.id] = float(label.score)
    return labels


def read_criteria(path: Path) -> list[Criterion]:
    """The criteria of a JSON file. Raises OsmosisError for another file, and for criteria that do not fit together."""
    from osmosis_contract.models.rubric import RubricCriteria

    document = parse_document(_bytes(path, "the criteria file"))
    if document.faults:
        raise InvalidFileError(path, str(document.faults[0].problem))
    try:
        criteria = RubricCriteria.read_strict(document.value).criteria
        members = [criterion.to_wire() for criterion in criteria]
        return [Criterion(**member) for member in members]
    except ValueError as error:
        raise InvalidFileError(path, first_fault(error), hint=_CRITERIA) from None


def _lines(path: Path, what: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, raw in enumerate(_bytes(path, what).split(b"\n"), 1):
        if not raw.strip():
            continue
        document = parse_document(raw)
        if document.faults:
            fault = document.faults[0]
            problem = fault.problem.removeprefix("line 1, ").removesuffix(", in line 1")
            raise InvalidFileError(path, problem, line=number, hint=f"{fault.remedy[:1].upper()}{fault.remedy[1:]}.")
        if not isinstance(document.value, dict):
            raise InvalidFileError(path, "the line is not a JSON object", line=number)
        yield number, document.value


def _bytes(path: Path, what: str) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise MissingFileError(path, what=what) from None
    except OSError as error:
        raise FileUnreadableError(path, error, what=what) from None
