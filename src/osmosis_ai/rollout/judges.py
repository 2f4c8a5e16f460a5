"""Which judges a grader asks, noted while it grades."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from osmosis_ai.rollout.types import RolloutSample
from osmosis_ai.semantics.judges import JUDGES_FIELD, MOST_JUDGES

__all__ = ["note_judge", "noting_judges"]

type _Noted = list[dict[str, str]]

_noted: ContextVar[_Noted | None] = ContextVar("noted_judges", default=None)


def note_judge(model: str, prompt_digest: str) -> None:
    """The grader that runs in this context asks that judge with a prompt of that digest; else nothing is noted."""
    noted = _noted.get()
    entry = {"model": model, "prompt_digest": prompt_digest}
    if noted is not None and entry not in noted and len(noted) < MOST_JUDGES:
        noted.append(entry)


@contextmanager
def noting_judges(sample: RolloutSample | None) -> Iterator[None]:
    """Lists in the sample's extra fields the judges that are asked in this context, in place of those of before."""
    noted: _Noted = []
    token = _noted.set(noted)
    try:
        yield
    finally:
        _noted.reset(token)
        if sample is not None and (noted or JUDGES_FIELD in sample.extra_fields):
            others = {name: value for name, value in sample.extra_fields.items() if name != JUDGES_FIELD}
            sample.extra_fields = {**others, JUDGES_FIELD: noted} if noted else others
