"""Nobody is there: a job asks nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import override

from osmosis_ai.eval.display import Prompter

__all__ = ["Unattended"]


class Unattended(Prompter):
    """Whoever submitted the run agreed to all of it."""

    @override
    def confirm(self, prompt: str, *, summary: Mapping[str, object], notes: Sequence[str]) -> None:
        """Agreed."""

    @override
    def ask_yes_no(self, prompt: str) -> bool:
        return False

    @override
    def ask_secret(self, name: str) -> str | None:
        return None
