"""The names that the product's documents give, where they give them, with the arguments they give."""

from __future__ import annotations

import importlib
import inspect
from typing import Any

import pytest

# Frozen: a name leaves this list only with a release that says so.
NAMES: dict[str, list[str]] = {
    "osmosis_ai.rollout": [
        "AgentWorkflow",
        "AgentWorkflowConfig",
        "AgentWorkflowContext",
        "AgentWorkflowOutput",
        "BaseConfig",
        "ConcurrencyConfig",
        "ExecutionBackend",
        "ExecutionOutcome",
        "ExecutionRequest",
        "ExecutionResult",
        "Grader",
        "GraderConfig",
        "GraderContext",
        "LocalBackend",
        "MessageDict",
        "RolloutContext",
        "RolloutErrorCategory",
        "RolloutInitRequest",
        "RolloutInitResponse",
        "RolloutResultResponse",
        "RolloutSample",
        "RolloutStatus",
        "SampleSource",
        "get_rollout_context",
    ],
    "osmosis_ai.rollout.types": [
        "AgentWorkflowOutput",
        "CancelRolloutsRequest",
        "CancelRolloutsResponse",
        "ExecutionOutcome",
        "ExecutionRequest",
        "ExecutionResult",
        "MessageDict",
        "Messages",
        "POLLING_LEASE_HEADER",
        "RolloutErrorCategory",
        "RolloutInitRequest",
        "RolloutInitResponse",
        "RolloutLifecycle",
        "RolloutResultResponse",
        "RolloutSample",
        "RolloutStatus",
    ],
    "osmosis_ai.rollout.backend": ["ExecutionBackend", "LocalBackend"],
    "osmosis_ai.rollout.backend.local": ["LocalBackend"],
    "osmosis_ai.rollout.server": ["create_rollout_server"],
    "osmosis_ai.rollout.server.app": [
        "DEFAULT_POLLING_LEASE_TIMEOUT_SEC",
        "DEFAULT_RESULT_RETENTION_SEC",
        "DEFAULT_RESULT_WAIT_TIMEOUT_SEC",
        "POLLING_LEASE_HEADER",
        "create_rollout_server",
    ],
    "osmosis_ai.rollout.client": [
        "RolloutAdmissionTimeoutError",
        "RolloutClient",
        "RolloutEvent",
        "RolloutHandle",
        "RolloutLostError",
        "RolloutProtocolError",
    ],
}

# What a caller may write: name, positional arguments, keyword arguments.
CALLS: list[tuple[str, int, str]] = [
    ("osmosis_ai.rollout:AgentWorkflow.__init__", 1, ""),
    ("osmosis_ai.rollout:AgentWorkflow.__init__", 2, ""),
    ("osmosis_ai.rollout:AgentWorkflow.__init__", 1, "config"),
    ("osmosis_ai.rollout:AgentWorkflow.run", 2, ""),
    ("osmosis_ai.rollout:Grader.__init__", 1, "config"),
    ("osmosis_ai.rollout:Grader.grade", 2, ""),
    ("osmosis_ai.rollout:AgentWorkflowContext", 1, ""),
    ("osmosis_ai.rollout:AgentWorkflowContext", 0, "prompt config metadata artifacts_dir"),
    ("osmosis_ai.rollout:GraderContext", 0, ""),
    ("osmosis_ai.rollout:GraderContext", 0, "label sample project_path metadata artifacts_dir"),
    ("osmosis_ai.rollout:GraderContext.set_reward", 2, ""),
    ("osmosis_ai.rollout:GraderContext.set_reward", 1, "reward"),
    ("osmosis_ai.rollout:RolloutContext", 0, ""),
    (
        "osmosis_ai.rollout:RolloutContext",
        0,
        "chat_completions_url api_key rollout_id sample_source progress process_id preview_path preview_enabled",
    ),
    ("osmosis_ai.rollout:RolloutContext.set_sample_source", 2, ""),
    ("osmosis_ai.rollout:RolloutContext.get_sample", 1, ""),
    ("osmosis_ai.rollout:RolloutContext.set_status", 2, ""),
    ("osmosis_ai.rollout:SampleSource.get_sample", 1, ""),
    ("osmosis_ai.rollout:SampleSource.get_preview", 2, ""),
    ("osmosis_ai.rollout:get_rollout_context", 0, ""),
    ("osmosis_ai.rollout:LocalBackend", 0, "workflow"),
    ("osmosis_ai.rollout:LocalBackend", 0, "workflow workflow_config grader grader_config"),
    ("osmosis_ai.rollout:ExecutionBackend.execute", 2, ""),
    ("osmosis_ai.rollout:ExecutionBackend.has_capacity", 1, ""),
    ("osmosis_ai.rollout:ExecutionBackend.rollout_status", 2, ""),
    ("osmosis_ai.rollout:ExecutionBackend.cancel_rollouts", 1, "ids prefix all"),
    ("osmosis_ai.rollout:ExecutionBackend.health", 1, ""),
    ("osmosis_ai.rollout:ExecutionBackend.shutdown", 1, ""),
    ("osmosis_ai.rollout.server:create_rollout_server", 0, "backend"),
    (
        "osmosis_ai.rollout.server:create_rollout_server",
        0,
        "backend lifespan configure_logging result_wait_timeout_sec polling_lease_timeout_sec result_retention_sec "
        "api_key",
    ),
    ("osmosis_ai.rollout.client:RolloutClient", 0, "url"),
    ("osmosis_ai.rollout.client:RolloutClient", 0, "url http_client admission_timeout_sec api_key"),
]

# The members of each documented model, all of which a caller may give by keyword.
FIELDS: dict[str, str] = {
    "AgentWorkflowOutput": "messages metrics info",
    "BaseConfig": "name description",
    "ConcurrencyConfig": "max_concurrent",
    "AgentWorkflowConfig": "name description concurrency",
    "GraderConfig": "name description concurrency",
    "ExecutionRequest": "id prompt label metadata agent_timeout_sec grader_timeout_sec grade",
    "ExecutionResult": (
        "status sample err_message err_category extra_fields err_location err_traceback sample_cut_off exception"
    ),
    "ExecutionOutcome": "workflow grader",
    "RolloutSample": "messages trajectory_messages label reward remove_sample metrics extra_fields",
    "RolloutInitRequest": (
        "initial_messages label metadata rollout_id chat_completions_url llm_api_key grade agent_timeout_sec "
        "grader_timeout_sec extra_fields"
    ),
    "RolloutInitResponse": ("rollout_id status polling_lease_token result_wait_timeout_sec polling_lease_timeout_sec"),
    "RolloutResultResponse": (
        "rollout_id status sample err_message err_category err_location err_traceback sample_cut_off"
    ),
}


def found(path: str) -> Any:
    module, _, names = path.partition(":")
    value: Any = importlib.import_module(module)
    for name in names.split("."):
        value = getattr(value, name)
    return value


@pytest.mark.parametrize("module", NAMES)
def test_every_documented_name_is_there(module: str):
    """`from module import name` works for each."""
    imported = importlib.import_module(module)
    assert [name for name in NAMES[module] if not hasattr(imported, name)] == []


def test_the_sdk_exports_its_names_and_no_others():
    """24 names; one more or one less is a decision, not an accident."""
    assert sorted(importlib.import_module("osmosis_ai.rollout").__all__) == NAMES["osmosis_ai.rollout"]
    assert len(NAMES["osmosis_ai.rollout"]) == 24


@pytest.mark.parametrize(("path", "positional", "keywords"), CALLS)
def test_every_documented_call_binds(path: str, positional: int, keywords: str):
    """The arguments that the documents show are accepted."""
    inspect.signature(found(path)).bind(*[None] * positional, **dict.fromkeys(keywords.split()))


@pytest.mark.parametrize("name", FIELDS)
def test_every_documented_model_has_its_members(name: str):
    """No more, no less; extra members of configs are the rollout's own."""
    assert list(found(f"osmosis_ai.rollout:{name}").model_fields) == FIELDS[name].split()


def test_the_documented_constants_have_their_values():
    """Seconds, and the name of the header."""
    app = importlib.import_module("osmosis_ai.rollout.server.app")
    assert app.DEFAULT_RESULT_WAIT_TIMEOUT_SEC == 30
    assert app.DEFAULT_POLLING_LEASE_TIMEOUT_SEC == 120
    assert app.DEFAULT_RESULT_RETENTION_SEC == 900
    assert app.POLLING_LEASE_HEADER == "X-Osmosis-Rollout-Lease"


def test_the_words_of_status_and_category_are_the_protocols():
    """Members can be named in Python and compare equal to the words on the wire."""
    status, category = found("osmosis_ai.rollout:RolloutStatus"), found("osmosis_ai.rollout:RolloutErrorCategory")
    assert {member.name: member.value for member in status} == {
        name.upper(): name for name in ("queued", "running", "grading", "success", "failure", "cancelled", "unknown")
    }
    assert {member.name: str(member) for member in category} == {
        name.upper(): name
        for name in ("timeout", "lease_expired", "validation_error", "http_error", "agent_error", "internal_error")
    }
