"""`evaluate_rubric`: one text, one judge, a score or an exception."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

from osmosis_ai.eval.rubric.criteria import Criterion, VerdictForm
from osmosis_ai.eval.rubric.errors import ModelNotFoundError, ProviderRequestError
from osmosis_ai.eval.rubric.judge import Judge, shared_judge, with_key
from osmosis_ai.eval.rubric.prompt import build_prompt, prompt_digest
from osmosis_ai.eval.rubric.result import RubricResult
from osmosis_ai.rollout.judges import note_judge

__all__ = ["checked_result", "evaluate_rubric", "fields_of", "judge_messages"]


async def evaluate_rubric(
    *,
    solution_str: str,
    rubric: str,
    model: str,
    ground_truth: str | None = None,
    original_input: str | None = None,
    metadata: Mapping[str, Any] | None = None,
    score_min: float = 0.0,
    score_max: float = 1.0,
    api_key: str | None = None,
    timeout: float | None = None,  # noqa: ASYNC109  of each request
    system_prompt: str | None = None,
    samples: int = 1,
    min_valid: int | None = None,
    choices: Mapping[str, float] | None = None,
    criteria: Sequence[Criterion] | None = None,
    temperature: float = 0.0,
    max_prompt_tokens: int | None = None,
) -> RubricResult:
    """The judge's score of a text by a rubric.

    `model` names the judge as an eval config names a model. `samples` verdicts are asked for, one call each; the score
    is the mean of the valid ones, of which there must be `min_valid` (None: all). `choices` has the judge choose one of
    them, `criteria` has it decide several things; otherwise it gives a number from `score_min` to `score_max`.
    `timeout` is in seconds, a request. Texts reach the judge unchanged; a prompt beyond `max_prompt_tokens`, estimated
    at four characters a token, is an error. In a grader, the judge and the digest of its prompt are recorded with the
    sample.

    Raises TypeError for an empty or wrong-typed text, ValueError for bounds, choices or counts that do not fit,
    MissingAPIKeyError, ModelNotFoundError, and ProviderRequestError for every other failure of the judge, whose
    `reason` is the code and whose `result` has the prompt, the replies and the costs.
    """
    fields = fields_of(solution_str, rubric, ground_truth, original_input, metadata)
    form = VerdictForm.of(score_min=score_min, score_max=score_max, choices=choices, criteria=criteria)
    needed = samples if min_valid is None else min_valid
    if not 1 <= needed <= samples:
        raise ValueError("samples must be at least 1, and min_valid from 1 to samples")
    messages = build_prompt(fields, form, system_prompt=system_prompt)
    note_judge(model, prompt_digest(rubric, form, system_prompt))
    async with shared_judge(model, with_key(model, api_key)) as judge:
        result = await judge_messages(
            judge,
            messages,
            form,
            samples,
            needed,
            temperature=temperature,
            timeout=timeout,
            max_prompt_tokens=max_prompt_tokens,
        )
    return checked_result(result)


async def judge_messages(
    judge: Judge,
    messages: list[dict[str, str]],
    form: VerdictForm,
    samples: int,
    min_valid: int,
    *,
    temperature: float = 0.0,
    timeout: float | None = None,  # noqa: ASYNC109  of each request
    max_prompt_tokens: int | None = None,
) -> RubricResult:
    """The result of `samples` calls that run together. A failure of the judge is in it, not raised."""
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(
                judge.verdict(
                    messages, form, temperature=temperature, timeout=timeout, max_prompt_tokens=max_prompt_tokens
                )
            )
            for _ in range(samples)
        ]
    return RubricResult.of(judge.name, messages, [task.result() for task in tasks], min_valid)


def checked_result(result: RubricResult) -> RubricResult:
    """A result that has a score. Raises ProviderRequestError for one that has an error."""
    if result.error is None:
        return result
    provider = result.model.partition("/")[0]
    kind = ModelNotFoundError if result.error.code == "not_found" else ProviderRequestError
    raise kind(provider, result.model, result.error.message, reason=result.error.code, result=result)


def fields_of(
    solution_str: str,
    rubric: str,
    ground_truth: str | None,
    original_input: str | None,
    metadata: Mapping[str, Any] | None,
) -> dict[str, str]:
    """The prompt's fields. Raises TypeError for an empty text or another type, ValueError for NaN in metadata."""
    for name, text in (("solution_str", solution_str), ("rubric", rubric)):
        if not isinstance(text, str) or not text:
            raise TypeError(f"{name} must be a text that is not empty")
    for name, optional in (("ground_truth", ground_truth), ("original_input", original_input)):
        if optional is not None and not isinstance(optional, str):
            raise TypeError(f"{name} must be a text or None")
    found = {"rubric": rubric, "candidate_output": solution_str}
    if original_input is not None:
        found["original_input"] = original_input
    if ground_truth is not None:
        found["ground_truth"] = ground_truth
    if metadata is not None and not isinstance(metadata, Mapping):
        raise TypeError("metadata must be a mapping or None")
    if metadata is not None:
        found["metadata"] = json.dumps(dict(metadata), sort_keys=True, indent=2, ensure_ascii=False, allow_nan=False)
    return found
