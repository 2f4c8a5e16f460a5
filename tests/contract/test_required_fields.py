"""What makes an object whole: each required member is missed, each closed object refuses strangers, and a server
stub lets no answer out that lacks or adds one."""

from __future__ import annotations

import copy
import importlib
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError
from spec_examples import APIS, Example, Place, at, by_schema, instances, objects, read_model, schema_of

from osmosis_contract import models
from osmosis_contract.base import ContractModel
from osmosis_contract_runtime import answers as runtime

VALID = instances("valid")
BY_SCHEMA = by_schema(VALID)
STRANGER = "x_stranger"


def _accepts(name: str, instance: Any) -> bool:
    try:
        read_model(name, instance)
    except ValidationError:
        return False
    return True


def _check_refused(example: Example, place: Place, changed: Any, what: str) -> None:
    """Schema and model agree on the changed instance, and refuse it unless it is another option of a union."""
    schema_takes, model_takes = schema_of(example.owner).is_valid(changed), _accepts(example.owner, changed)
    assert schema_takes == model_takes, (
        f"{example}{place} {what}: the schema says {schema_takes}, the model {model_takes}"
    )
    assert not schema_takes or place.chosen, f"{example}{place} {what} is accepted"


def _places(name: str) -> Iterator[tuple[Example, Place]]:
    return ((example, place) for example in BY_SCHEMA[name] for place in objects(name, example.content))


@pytest.mark.parametrize("name", BY_SCHEMA)
def test_a_missing_required_member_is_refused(name: str) -> None:
    """Without any one required member, at any depth of any example, neither schema nor model takes the instance."""
    for example, place in _places(name):
        for member in place.schema.get("required", []):
            changed = copy.deepcopy(example.content)
            del at(changed, place.pointer)[member]
            _check_refused(example, place, changed, f"without {member}")


@pytest.mark.parametrize("name", BY_SCHEMA)
def test_only_a_closed_object_refuses_a_member_it_does_not_know(name: str) -> None:
    """One more member: schema and model refuse it in any closed object, and take it in any other."""
    for example, place in _places(name):
        changed = copy.deepcopy(example.content)
        at(changed, place.pointer)[STRANGER] = 1
        if place.schema.get("additionalProperties") is False:
            _check_refused(example, place, changed, f"with {STRANGER}")
        else:
            schema_takes, model_takes = schema_of(name).is_valid(changed), _accepts(name, changed)
            assert schema_takes == model_takes, (
                f"{example}{place}: the schema says {schema_takes}, the model {model_takes}"
            )
            assert schema_takes or place.chosen, f"{example}{place} with {STRANGER} is refused"


def _answers(*, closed: bool = False) -> list[Any]:
    found = []
    for api in APIS:
        module = importlib.import_module(f"osmosis_contract.servers.{api.replace('-', '_')}")
        for operation in module.OPERATIONS:
            for answer in operation.answers:
                for model in answer.models:
                    if closed and model.model_config.get("extra") != "forbid":
                        continue
                    found.append(pytest.param(answer, model, id=f"{answer.response.__name__}-{model.__name__}"))
    return found


def _bodies(model: type[ContractModel]) -> list[ContractModel]:
    return [model.read_strict(example.content) for example in VALID if example.owner == model.__name__]


@pytest.mark.parametrize(("answer", "model"), _answers())
def test_a_stub_lets_no_answer_out_that_lacks_a_required_member(answer: Any, model: type[ContractModel]) -> None:
    """A response body whose required member was lost on the way is an error of the handler, never an answer."""
    bodies = _bodies(model)
    assert bodies, f"no valid example of {model.__name__}"
    for body in bodies:
        assert runtime.answer_body(answer, body)
        for name, field in model.model_fields.items():
            if field.is_required():
                broken = body.model_copy()
                del broken.__dict__[name]
                if len(answer.models) > 1 and _is_another(answer, broken):
                    continue
                with pytest.raises(runtime.InvalidAnswerError):
                    runtime.answer_body(answer, broken)


@pytest.mark.parametrize(("answer", "model"), _answers(closed=True))
def test_a_stub_lets_no_answer_out_that_adds_a_member_to_a_closed_object(
    answer: Any, model: type[ContractModel]
) -> None:
    """A response body with a member its closed schema does not know is an error of the handler."""
    for body in _bodies(model):
        broken = body.model_copy()
        broken.__dict__[STRANGER] = 1
        with pytest.raises(runtime.InvalidAnswerError, match=STRANGER):
            runtime.answer_body(answer, broken)
        with pytest.raises(runtime.InvalidAnswerError, match=STRANGER):
            runtime.answer_body(answer, model.read({**body.to_wire(), STRANGER: 1}))


def _is_another(answer: Any, body: ContractModel) -> bool:
    """Whether a broken body happens to be a whole one of another option of the answer's union."""
    wire = body.to_wire()
    return any(_accepts(model.__name__, wire) for model in answer.models)


def test_every_model_is_named_in_the_package() -> None:
    """`osmosis_contract.models` offers every schema under its own name."""
    assert set(models.__all__) >= {example.owner for example in VALID}
