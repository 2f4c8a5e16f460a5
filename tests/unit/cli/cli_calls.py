"""What a command line came to, as tests look at it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass
class Outcome:
    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        assert self.out.count("\n") == 1, "exactly one line"
        return json.loads(self.out)

    @property
    def error(self) -> Any:
        assert self.out == ""
        return json.loads(self.err)["error"]


type Cli = Callable[..., Outcome]
"""Runs the words given as one command line."""
