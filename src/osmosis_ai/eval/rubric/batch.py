"""A judge over many records: concurrency, the report, and going on from a report that exists."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from osmosis_ai.base.errors import (
    ConflictError,
    FileUnreadableError,
    FileUnwritableError,
    InvalidFileError,
    InvalidOptionError,
)
from osmosis_ai.base.files.atomic import write_atomic
from osmosis_ai.base.files.no_follow import FileFaultError
from osmosis_ai.eval.rubric.agreement import LabelAgreement
from osmosis_ai.eval.rubric.criteria import VerdictForm
from osmosis_ai.eval.rubric.evaluate import fields_of, judge_messages
from osmosis_ai.eval.rubric.judge import Judge, open_judge
from osmosis_ai.eval.rubric.prompt import build_prompt, prompt_digest
from osmosis_ai.eval.rubric.records import Record
from osmosis_ai.eval.rubric.result import Attempt, Cost, RubricResult, RubricSample, SampleError, Statistics

__all__ = ["Batch", "judge_records", "read_report", "report_of", "write_report"]

_SAVE_EVERY = 50

MOST_VERDICTS = 10_000
"""Of one record: they are asked for together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What is judged, and how."""

    model: str
    rubric: str
    form: VerdictForm
    data_path: Path
    records: Sequence[Record]
    number: int
    min_valid: int
    temperature: float
    timeout: float | None
    max_prompt_tokens: int | None
    concurrency: int

    @property
    def inputs_digest(self) -> str:
        """SHA-256 of everything a verdict depends on."""
        parts = [
            self.model,
            self.prompt_digest,
            self.form.score_min,
            self.form.score_max,
            self.number,
            self.temperature,
            self.max_prompt_tokens,
            [asdict(record) for record in self.records],
        ]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

    @property
    def prompt_digest(self) -> str:
        """SHA-256 of the prompt without the records."""
        return prompt_digest(self.rubric, self.form, None)

    def messages(self, record: Record) -> list[dict[str, str]]:
        """The prompt of a record. Raises OsmosisError for a text that cannot be sent."""
        try:
            fields = fields_of(
                record.solution, self.rubric, record.ground_truth, record.original_input, record.metadata
            )
            return build_prompt(fields, self.form)
        except ValueError as error:
            raise InvalidFileError(self.data_path, f"{record.label}: {error}") from None


async def judge_records(
    batch: Batch,
    *,
    previous: dict[int, RubricResult],
    env: dict[str, str],
    log: Callable[[str], None],
    done: Callable[[dict[int, RubricResult]], None],
) -> dict[int, RubricResult]:
    """The result of every record, by index. Scores of `previous` are kept; what it lacks is asked for again.

    `done` gets the results so far after every fifty records, and at the end, an interruption included.
    """
    results = dict(previous)
    waiting = [record for record in batch.records if not _is_complete(results.get(record.index), batch.number)]
    if not waiting:
        done(results)
        return results
    prompts = {record.index: batch.messages(record) for record in waiting if record.index not in previous}
    queue = iter(waiting)
    finished = 0

    async def work(judge: Judge) -> None:
        nonlocal finished
        for record in queue:
            known = results.get(record.index)
            messages = prompts[record.index] if known is None else list(known.messages)
            results[record.index] = await _judge(judge, batch, messages, known)
            finished += 1
            if finished % _SAVE_EVERY == 0:
                done(results)

    try:
        async with (
            open_judge(batch.model, env=env, concurrency=batch.concurrency, log=log) as judge,
            asyncio.TaskGroup() as group,
        ):
            for _ in range(min(batch.concurrency, len(waiting))):
                group.create_task(work(judge))
    except BaseExceptionGroup as group:  # a report that cannot be written
        raise group.exceptions[0] from None
    finally:
        if finished:
            done(results)
    return results


async def _judge(
    judge: Judge, batch: Batch, messages: list[dict[str, str]], known: RubricResult | None
) -> RubricResult:
    kept = [sample for sample in known.samples if sample.score is not None] if known else []
    failed = [sample for sample in known.samples if sample.score is None] if known else []
    result = await judge_messages(
        judge,
        messages,
        batch.form,
        batch.number - len(kept),
        1,
        temperature=batch.temperature,
        timeout=batch.timeout,
        max_prompt_tokens=batch.max_prompt_tokens,
    )
    new = list(result.samples)
    for place, before in enumerate(failed):  # what an earlier failure cost is part of what this verdict cost
        new[place] = replace(new[place], attempts=before.attempts + new[place].attempts)
    return RubricResult.of(judge.name, messages, [*kept, *new], batch.min_valid)


def _is_complete(result: RubricResult | None, number: int) -> bool:
    return result is not None and sum(sample.score is not None for sample in result.samples) == number


def record_json(record: Record, result: RubricResult) -> dict[str, Any]:
    """The contract's RubricRecord."""
    return {
        "index": record.index,
        "label": record.label,
        "score": result.score,
        "statistics": asdict(result.statistics),
        "messages": list(result.messages),
        "samples": [sample.to_json() for sample in result.samples],
    }


def report_of(batch: Batch, results: dict[int, RubricResult], agreement: LabelAgreement | None) -> dict[str, Any]:
    """The contract's RubricReport, of the results there are."""
    judged = [(record, results[record.index]) for record in batch.records if record.index in results]
    samples = [sample for _, result in judged for sample in result.samples]
    scores = [results[record.index].score if record.index in results else None for record in batch.records]
    return {
        "generated_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "model": batch.model,
        "rubric": batch.rubric,
        "data_path": str(batch.data_path),
        "number": batch.number,
        "min_valid": batch.min_valid,
        "score_min": batch.form.score_min,
        "score_max": batch.form.score_max,
        "inputs_digest": batch.inputs_digest,
        "prompt_digest": batch.prompt_digest,
        "overall_statistics": asdict(Statistics.over(scores)),
        "judge_cost": asdict(Cost.of(samples)),
        "label_agreement": None if agreement is None else asdict(agreement),
        "records": [record_json(record, result) for record, result in judged],
    }


def write_report(path: Path, report: dict[str, Any]) -> None:
    """Write the report whole, or raise OsmosisError and leave what was there."""
    content = json.dumps(report, indent=2, ensure_ascii=False).encode() + b"\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, content, follow_directory=True)
    except (OSError, FileFaultError) as error:
        cause = error if isinstance(error, OSError) else str(error)
        raise FileUnwritableError(path, cause, what="the report") from None


def read_report(path: Path, batch: Batch) -> dict[int, RubricResult]:
    """The results in a report, by index. Raises OsmosisError where it is not a report, or one of other inputs."""
    from osmosis_contract.models.rubric import RubricReport

    try:
        report = RubricReport.read(path.read_bytes())
    except OSError as error:
        raise FileUnreadableError(path, error, what="the report") from None
    except ValueError:
        raise InvalidFileError(path, "it is not a report of eval rubric", hint="Name another --output.") from None
    if report.inputs_digest != batch.inputs_digest:
        raise ConflictError(
            f"{path} was made from other records, another judge, another rubric or other options.",
            hint="Name another --output.",
        )
    return {
        record["index"]: RubricResult.of(
            batch.model, record["messages"], [_sample(sample) for sample in record["samples"]], batch.min_valid
        )
        for record in report.to_wire()["records"]
    }


def _sample(wire: dict[str, Any]) -> RubricSample:
    attempts = tuple(Attempt(**{**attempt, "error": _error(attempt["error"])}) for attempt in wire["attempts"])
    return RubricSample(**{**wire, "error": _error(wire["error"]), "attempts": attempts})


def _error(wire: dict[str, Any] | None) -> SampleError | None:
    return None if wire is None else SampleError(wire["code"], wire["message"])


def check_counts(number: int, min_valid: int | None, concurrency: int) -> int:
    """The least number of scores a record needs. Raises InvalidOptionError for counts that cannot be."""
    if not 1 <= number <= MOST_VERDICTS:
        raise InvalidOptionError("--number", number, f"a whole number from 1 to {MOST_VERDICTS:,}")
    if concurrency < 1:
        raise InvalidOptionError("--concurrency", concurrency, "a whole number from 1")
    if min_valid is not None and not 1 <= min_valid <= number:
        raise InvalidOptionError("--min-valid", min_valid, f"a whole number from 1 to --number, which is {number}")
    return number if min_valid is None else min_valid
