"""``osmosis eval rubric``: a judge scores the answers in a file."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from osmosis_ai.base.errors import ConflictError, InvalidOptionError, MissingFileError, OsmosisError
from osmosis_ai.cli.framework.params import InjectedConsole
from osmosis_ai.cli.framework.results import OperationResult

if TYPE_CHECKING:
    from osmosis_ai.eval.rubric.agreement import LabelAgreement
    from osmosis_ai.eval.rubric.batch import Batch
    from osmosis_ai.eval.rubric.criteria import VerdictForm

_REPORT_NAME = "rubric_eval_result.json"
_SHOWN = 20


def eval_rubric(
    *,
    data: Annotated[Path, Parameter(name=("--data", "-d"), metavar="FILE", help="Conversations, as JSONL.")],
    rubric: Annotated[str, Parameter(name=("--rubric", "-r"), metavar="TEXT", help="The rubric, or @FILE.")],
    model: Annotated[str, Parameter(help="The judge, such as openai/gpt-5-mini.")],
    number: Annotated[int, Parameter(name=("--number", "-n"), help="Verdicts a record, one call each.")] = 1,
    min_valid: Annotated[
        int | None, Parameter(help="Valid verdicts a record needs for a score; all by default.")
    ] = None,
    output: Annotated[
        str | None, Parameter(name=("--output", "-o"), metavar="FILE", help="Where the JSON report is written.")
    ] = None,
    resume: Annotated[bool, Parameter(help="Keep the scores of the report, and ask for the others.")] = False,
    labels: Annotated[
        Path | None, Parameter(metavar="FILE", help="Scores of people, as JSONL; their agreement is measured.")
    ] = None,
    criteria: Annotated[Path | None, Parameter(metavar="FILE", help="Typed criteria, as JSON.")] = None,
    choice: Annotated[
        list[str] | None,
        Parameter(metavar="NAME=VALUE", help="An answer the judge may choose, and its score. Repeat it."),
    ] = None,
    score_min: Annotated[float, Parameter(help="The least score.")] = 0.0,
    score_max: Annotated[float, Parameter(help="The greatest score.")] = 1.0,
    timeout: Annotated[float | None, Parameter(help="Seconds a request may take.")] = None,
    temperature: Annotated[float, Parameter(help="Sampling temperature; left out where it is refused.")] = 0.0,
    max_prompt_tokens: Annotated[int | None, Parameter(help="Refuse longer prompts, at 4 characters a token.")] = None,
    concurrency: Annotated[int, Parameter(help="Requests that run at the same time.")] = 8,
    api_key: Annotated[str | None, Parameter(help="Deprecated: set the provider's variable instead.")] = None,
    console: InjectedConsole,
) -> OperationResult:
    """Have a judge score the answers in a file by a rubric.

    Each line has messages or a solution_str, and may have an id, ground_truth, original_input and metadata. A record
    has a score or an error, never both; a mean is over the records that have a score. Exit code 1 when a record has no
    score.

        osmosis eval rubric -d a.jsonl -r "Is it right?" --model openai/gpt-5-mini
        osmosis eval rubric -d a.jsonl -r @r.txt --model openai/gpt-5-mini -n 3
    """
    from osmosis_ai.eval.report_path import check_report_path
    from osmosis_ai.eval.rubric.agreement import compare_labels
    from osmosis_ai.eval.rubric.batch import Batch, check_counts, judge_records, read_report, report_of, write_report
    from osmosis_ai.eval.rubric.judge import with_key
    from osmosis_ai.eval.rubric.records import read_labels, read_records

    needed = check_counts(number, min_valid, concurrency)
    if timeout is not None and not timeout > 0:
        raise InvalidOptionError("--timeout", timeout, "a number of seconds greater than 0")
    if api_key is not None:
        console.warning(None, "--api-key is deprecated: other users of this machine can read it. Use the variable.")
    batch = Batch(
        model=model,
        rubric=_rubric(rubric),
        form=_form(score_min, score_max, choice, criteria),
        data_path=data.absolute(),
        records=read_records(data),
        number=number,
        min_valid=needed,
        temperature=temperature,
        timeout=timeout,
        max_prompt_tokens=max_prompt_tokens,
        concurrency=concurrency,
    )
    given = None if labels is None else read_labels(labels)
    path = _report_path(output)
    if resume and path is None:
        raise OsmosisError("--resume needs a report to go on from.", hint="Name it with --output.")
    if path is not None and path.exists() and not resume:
        raise ConflictError(f"{path} exists.", hint="Add --resume to keep its scores, or name another file.")
    if path is not None:
        check_report_path(path)
    previous = read_report(path, batch) if path is not None and path.exists() else {}
    console.status(f"{model} judges {len(batch.records):,} records")

    def save(results: dict[int, Any]) -> None:
        if path is not None:
            write_report(path, report_of(batch, results, None))

    results = asyncio.run(
        judge_records(batch, previous=previous, env=with_key(model, api_key), log=console.line, done=save)
    )
    agreement = None
    if given is not None:
        scores = {record.label: results[record.index].score for record in batch.records}
        agreement = compare_labels(scores, given)
    report = report_of(batch, results, agreement)
    if path is not None:
        write_report(path, report)
    return _outcome(batch, report, path, agreement)


def _outcome(
    batch: Batch, report: dict[str, Any], path: Path | None, agreement: LabelAgreement | None
) -> OperationResult:
    records, statistics, cost = report["records"], report["overall_statistics"], report["judge_cost"]
    errors = [sample["error"] for record in records for sample in record["samples"] if sample["error"] is not None]
    resource = {
        "model": batch.model,
        "data_path": report["data_path"],
        "number": batch.number,
        "statistics": statistics,
        "record_count": len(batch.records),
        "error_count": len(errors),
        "judge_cost": cost,
        "label_agreement": report["label_agreement"],
        **({"records": records} if path is None else {"output_path": str(path)}),
    }
    without = [record for record in records if record["score"] is None]
    counted = f"{statistics['valid']:,} of {statistics['asked']:,} records"
    if without:
        lines = [f"{len(without):,} of {len(records):,} records have no score."]
        for record in without[:_SHOWN]:
            first = next(sample["error"] for sample in record["samples"] if sample["error"] is not None)
            lines.append(f"  {record['label']}: {first['code']}: {first['message']}")
        if len(without) > _SHOWN:
            lines.append(f"  ... and {len(without) - _SHOWN:,} more.")
        if statistics["average"] is not None:
            lines.append(f"The mean score is {statistics['average']:.4g} over {counted}.")
        hint = "Correct the cause and run it again" + (" with --resume." if path else ".")
        raise OsmosisError("\n".join(lines), code="PLATFORM_ERROR", hint=hint, details=resource)
    return OperationResult(
        operation="eval.rubric",
        resource=resource,
        message=f"Mean score {statistics['average']:.4g} over {counted}.",
        facts=_facts(batch, report, path, agreement, len(errors)),
        notes=[_line(record) for record in records[:_SHOWN]],
        notes_title="Records",
    )


def _facts(
    batch: Batch, report: dict[str, Any], path: Path | None, agreement: LabelAgreement | None, errors: int
) -> list[tuple[str, object]]:
    statistics, cost = report["overall_statistics"], report["judge_cost"]
    spread = f"{statistics['min']:.4g} to {statistics['max']:.4g}, standard deviation {statistics['stdev']:.4g}"
    tokens = f"{cost['prompt_tokens']:,} tokens read, {cost['completion_tokens']:,} written"
    price = "price not known" if cost["usd"] is None else f"${cost['usd']:.4f}"
    facts: list[tuple[str, object]] = [
        ("Judge", batch.model),
        ("Spread", spread),
        ("Judge's cost", f"{price}: {cost['requests']:,} requests, {tokens}"),
    ]
    if errors:
        facts.append(("Calls without a score", f"{errors:,}"))
    if agreement is not None:
        facts.append(("Labels", f"{agreement.compared:,} of {agreement.labels:,} compared"))
        if agreement.exact is not None:
            distance = f"{agreement.exact:.1%} equal, mean distance {agreement.mean_absolute_error:.4g}"
            figures = ((agreement.pearson, "correlation"), (agreement.kappa, "kappa"))
            shown = "".join(f", {name} {value:.3f}" for value, name in figures if value is not None)
            facts.append(("Agreement", distance + shown))
    if path is not None:
        facts.append(("Report", str(path)))
    return facts


def _line(record: dict[str, Any]) -> str:
    statistics = record["statistics"]
    text = f"{record['label']}: {record['score']:.4g} over {statistics['valid']} of {statistics['asked']}"
    if statistics["agreement"] is None:
        return text
    return f"{text}, standard deviation {statistics['stdev']:.4g}, agreement {statistics['agreement']:.0%}"


def _rubric(text: str) -> str:
    if text.startswith("@"):
        path = Path(text[1:])
        try:
            text = path.read_bytes().decode()
        except FileNotFoundError:
            raise MissingFileError(path, what="the rubric file") from None
        except (OSError, UnicodeDecodeError) as error:
            raise OsmosisError(f"the rubric file {path} cannot be read: {error}.", hint="Save it as UTF-8.") from None
    if not text.strip():
        raise OsmosisError("The rubric is empty.", hint="Say in it how answers are scored.")
    return text


def _form(score_min: float, score_max: float, choice: list[str] | None, criteria: Path | None) -> VerdictForm:
    from osmosis_ai.eval.rubric.criteria import VerdictForm
    from osmosis_ai.eval.rubric.records import read_criteria

    choices: dict[str, float] | None = None
    if choice:
        choices = {}
        for text in choice:
            name, _, value = text.rpartition("=")
            try:
                number = float(value)
            except ValueError:
                number = None
            if not name or number is None or name in choices:
                raise InvalidOptionError("--choice", text, "NAME=VALUE, each name once and the value a number")
            choices[name] = number
    try:
        return VerdictForm.of(
            score_min=score_min,
            score_max=score_max,
            choices=choices,
            criteria=None if criteria is None else read_criteria(criteria),
        )
    except ValueError as error:
        raise OsmosisError(f"{error}.", hint="Correct --score-min, --score-max, --choice or --criteria.") from None


def _report_path(output: str | None) -> Path | None:
    if output is None:
        return None
    path = Path(output).absolute()
    return path / _REPORT_NAME if output.endswith("/") or path.is_dir() else path
