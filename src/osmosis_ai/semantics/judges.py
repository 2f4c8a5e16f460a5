"""The judges that graders of a run asked: what is recorded of each sample, and whether two sets of them differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from osmosis_contract.models.sample import SampleJudge

__all__ = ["JUDGES_FIELD", "MOST_JUDGES", "Judges", "judges_of"]

JUDGES_FIELD = "osmosis_judges"
"""The extra field of a sample that lists them."""

MOST_JUDGES = 8
"""How many are recorded of one sample."""

_MOST_IN_A_RUN = 64


def judges_of(extra_fields: Mapping[str, Any]) -> tuple[SampleJudge, ...]:
    """The judges that a sample's extra fields list; entries of another form are left out."""
    listed = extra_fields.get(JUDGES_FIELD)
    found: list[SampleJudge] = []
    for entry in listed[:MOST_JUDGES] if isinstance(listed, list) else []:
        try:
            found.append(SampleJudge.model_validate(entry))
        except ValueError:
            continue
    return tuple(found)


class Judges:
    """The judges of many samples: each prompt of each, at most 64 in all.

    A rubric that differs from row to row gives a prompt for each row. Prompts are compared only where a judge's samples
    share them: at least two samples for each prompt, or one prompt alone.
    """

    def __init__(self) -> None:
        self._prompts: dict[str, dict[str, None]] = {}
        self._samples: dict[str, int] = {}
        self._count = 0

    def add(self, judges: Iterable[SampleJudge]) -> None:
        """One more sample."""
        for judge in judges:
            self._samples[judge.model] = self._samples.get(judge.model, 0) + 1
            prompts = self._prompts.setdefault(judge.model, {})
            if judge.prompt_digest not in prompts and self._count < _MOST_IN_A_RUN:
                prompts[judge.prompt_digest] = None
                self._count += 1

    def listed(self) -> list[SampleJudge]:
        """Each prompt of each judge, in the order they came."""
        return [
            SampleJudge(model=model, prompt_digest=digest)
            for model, prompts in self._prompts.items()
            for digest in prompts
        ]

    def unlike(self, judges: Iterable[SampleJudge]) -> str | None:
        """What is new in the judges of another sample, in words; None where nothing is, or nothing to compare with."""
        for judge in judges if self._prompts else ():
            if judge.model not in self._prompts:
                return f"the judge, from {', '.join(sorted(self._prompts))} to {judge.model}"
            prompts = self._shared_prompts(judge.model)
            if prompts and judge.prompt_digest not in prompts:
                return f"the prompt of the judge {judge.model}"
        return None

    def changes(self, other: Judges) -> list[str]:
        """What differs between two runs, in words; empty where nothing does, and where either asked no judge."""
        if not self._prompts or not other._prompts:
            return []
        ours, theirs = sorted(self._prompts), sorted(other._prompts)
        if ours != theirs:
            return [f"the judge, from {', '.join(ours)} to {', '.join(theirs)}"]
        pairs = ((model, self._shared_prompts(model), other._shared_prompts(model)) for model in ours)
        return [f"the prompt of the judge {model}" for model, a, b in pairs if a and b and a.keys() != b.keys()]

    def _shared_prompts(self, model: str) -> Mapping[str, None]:
        """The prompts of a judge; none where they differ from sample to sample."""
        prompts = self._prompts.get(model, {})
        shared = len(prompts) == 1 or 2 * len(prompts) <= self._samples.get(model, 0)
        return prompts if shared and self._count < _MOST_IN_A_RUN else {}
