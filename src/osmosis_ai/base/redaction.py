"""Keeping secrets out of what is written."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping

__all__ = ["REDACTED", "Redactor", "ambient_secrets"]

REDACTED = "[REDACTED]"
_SHORTEST_AMBIENT = 8
_AMBIENT = frozenset(
    [
        *(
            f"{provider}_API_KEY"
            for provider in [
                "OPENAI",
                "ANTHROPIC",
                "XAI",
                "GEMINI",
                "GOOGLE",
                "OPENROUTER",
                "CEREBRAS",
                "AZURE",
                "TOGETHER",
                "FIREWORKS",
                "GROQ",
                "MISTRAL",
                "COHERE",
                "DEEPSEEK",
                "HUGGINGFACE",
                "WANDB",
                "OSMOSIS",
                "DAYTONA",
                "CURSOR",
                "MSWEA",
            ]
        ),
        "HF_TOKEN",
        "OSMOSIS_TOKEN",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "AWS_SESSION_TOKEN",
    ]
)


class Redactor:
    """Replaces every known secret in a text by `[REDACTED]`, the longest first."""

    def __init__(self, values: Iterable[str]) -> None:
        known = sorted({value for value in values if value}, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, known))) if known else None

    def __call__(self, text: str) -> str:
        """The text without the secrets."""
        return text if self._pattern is None else self._pattern.sub(REDACTED, text)


def ambient_secrets(environ: Mapping[str, str] | None = None) -> list[str]:
    """Values of well-known credential variables that are long enough to be recognised without harm."""
    variables = os.environ if environ is None else environ
    return [variables[name] for name in sorted(_AMBIENT) if len(variables.get(name, "")) >= _SHORTEST_AMBIENT]
