"""The rules between members: each has an example that breaks it, and the valid examples keep them all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from osmosis_ai.runs.reading import run as reading
from osmosis_ai.semantics.rules import RULES, BrokenRuleError, broken_rules, rules_of
from osmosis_contract import models
from osmosis_contract.base import ContractModel
from osmosis_contract.models.run_events import RunEvent

EXAMPLES = Path(__file__).parents[3] / "spec" / "examples"
PAIRS = sorted((model.rpartition(".")[2], rule.__name__) for model, rules in RULES.items() for rule in rules)


def _instances(model: str, kind: str) -> Iterator[tuple[str, Any]]:
    for path in sorted((EXAMPLES / model / kind).glob("*.json")):
        yield path.stem, json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("model", "rule"), PAIRS, ids=[f"{model}-{rule}" for model, rule in PAIRS])
def test_a_rule_refuses_what_breaks_it_and_says_where(model: str, rule: str) -> None:
    """The rule's example is a valid instance of its schema, and this rule alone refuses it, at the place it names."""
    example = dict(_instances(model, "rules"))[rule.replace("_", "-")]
    document = getattr(models, model).read_strict(example["instance"])
    assert {broken.pointer for broken in broken_rules(document)} == {example["at"]}
    (refusing,) = [one for one in rules_of(type(document)) if list(one(document))]
    assert refusing.__name__ == rule


def test_every_rule_belongs_to_a_model_of_the_contract() -> None:
    """The table names models by module and name, so that it imports none: each name leads back to its entry."""
    for name, rules in RULES.items():
        model = getattr(models, name.rpartition(".")[2])
        assert rules_of(model) == rules, name


def test_no_example_belongs_to_a_rule_that_is_gone() -> None:
    found = {(path.parts[-3], path.stem.replace("-", "_")) for path in EXAMPLES.glob("*/rules/*.json")}
    assert found == set(PAIRS)


def test_valid_examples_keep_every_rule() -> None:
    for name in models.__all__:
        model = getattr(models, name)
        if isinstance(model, type) and issubclass(model, ContractModel):
            for case, instance in _instances(name, "valid"):
                assert not broken_rules(model.read_strict(instance)), f"{name}/valid/{case}"


def test_a_rule_holds_inside_another_document() -> None:
    """The pointer leads from the root; a document read tolerantly is checked as well."""
    envelope = models.TrajectoryValidateResult.read(
        {
            "files": [{"path": "a", "valid": True, "faults": [{"pointer": "", "problem": "p", "remedy": "r"}]}],
            "valid": True,
        }
    )
    assert [broken.pointer for broken in broken_rules(envelope)] == ["/files/0/valid"]


@pytest.mark.parametrize("rule", [rule.__name__ for rule in rules_of(RunEvent)])
def test_a_journal_line_that_breaks_a_rule_is_not_read(rule: str) -> None:
    """`status: failed, reward: 1.0` is an error that names the member, not a row that passed; so for every rule."""
    example = dict(_instances("RunEvent", "rules"))[rule.replace("_", "-")]
    line = json.dumps(example["instance"]).encode()
    with pytest.raises(BrokenRuleError, match=f"^{example['at']}: ") as refused:
        reading.read_event(line)
    assert len(refused.value.broken) == 1
    assert isinstance(refused.value, ValueError)
