"""The clauses of the launch contract: each is a sentence of its page, under a number of its own."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from osmosis_ai.base import variables
from osmosis_contract import spec

SPEC = Path(__file__).parents[2] / "spec"
CLAUSES: list[dict[str, str]] = yaml.safe_load((SPEC / "rollout/process/clauses.yaml").read_text())["clauses"]


def test_numbers_go_up_by_one():
    """A clause keeps its number, and no number is given twice."""
    assert [clause["id"] for clause in CLAUSES] == [f"PROCESS-{n}" for n in range(1, len(CLAUSES) + 1)]


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause["id"])
def test_a_clause_is_on_its_page_word_for_word(clause: dict[str, str]):
    """A rule cannot be reworded without its clause; line breaks mean nothing."""
    assert clause["text"].strip() in " ".join((SPEC / clause["at"]).read_text().split())


def test_the_environment_is_the_one_that_is_set():
    """The variables of the schema are those of the page, and those that the launcher knows."""
    schema: dict[str, Any] = spec.load("schemas")["$defs"]["RolloutServerEnvironment"]
    page = (SPEC / "rollout/process/launch.md").read_text()
    named = set(re.findall(r"^\| `(_OSMOSIS_ROLLOUT_[A-Z_]+)` ", page, re.MULTILINE))
    known = {value for name, value in vars(variables).items() if name.startswith("ROLLOUT_")} - {variables.ROLLOUT_NAME}
    assert set(schema["properties"]) == named == known
