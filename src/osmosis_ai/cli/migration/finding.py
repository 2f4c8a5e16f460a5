"""One place that has to change."""

from dataclasses import asdict, dataclass
from typing import Literal

type Certainty = Literal["certain", "likely"]

CERTAIN: Certainty = "certain"
LIKELY: Certainty = "likely"


@dataclass(frozen=True, order=True)
class Finding:
    """A use of API from before 0.3: the contract's MigrationFinding. ``path`` is relative to the workspace."""

    path: str
    line: int
    symbol: str
    message: str
    replacement: str
    certainty: Certainty

    def as_json(self) -> dict[str, object]:
        """The members by their names in the contract."""
        return asdict(self)

    def __str__(self) -> str:
        doubt = " (likely, by its name)" if self.certainty == LIKELY else ""
        return f"{self.path}:{self.line}: {self.symbol}: {self.message}{doubt} → {self.replacement}"
