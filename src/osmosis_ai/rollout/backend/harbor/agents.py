"""Harbor's own agents: how each is told where its model is, and what is forced so that its conversation can be used."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

from harbor.models.trial.config import AgentConfig

from osmosis_ai.rollout.backend.harbor.failures import TaskError

__all__ = ["DEFAULT_MODEL", "NATIVE_AGENTS", "agent_uses_model", "check_native_kwargs", "native_agent", "runs_on_host"]

DEFAULT_MODEL = "openai/osmosis-rollout"
NO_KEY = "dummy"
_PREBAKED = "/opt/osmosis-agent/bin"
_PROVIDER = "osmosis-rollout"


def native_agent(
    name: str, model: str, kwargs: Mapping[str, Any], *, url: str, key: str | None, timeout_sec: float | None
) -> AgentConfig:
    """The configuration of one of Harbor's agents for one trial.

    `url` is the base of the model's endpoint as the agent reaches it. Raises TaskError, a ValueError, where the agent
    uses a model and there is no endpoint.
    """
    if agent_uses_model(name) and not url:
        raise TaskError(f"the agent {name!r} asks a model, and the rollout has no chat_completions_url")
    options = copy.deepcopy(dict(kwargs))
    config = NATIVE_AGENTS[name](model, options, url, key or NO_KEY)
    return config.model_copy(update={"override_timeout_sec": timeout_sec})


def agent_uses_model(name: str) -> bool:
    """False for the oracle, which runs the task's own solution."""
    return name != "oracle"


def runs_on_host(name: str) -> bool:
    """Whether the agent asks its model from the server's machine, not from inside the sandbox."""
    return name == "terminus-2"


def check_native_kwargs(name: str, kwargs: Mapping[str, Any]) -> None:
    """Raises ValueError for a name that is not one of Harbor's agents here, and for options that contradict it."""
    if name not in NATIVE_AGENTS:
        known = ", ".join(repr(each) for each in sorted(NATIVE_AGENTS))
        raise ValueError(
            f"agent {name!r} is not a native agent; there are {known}. A workflow is a class or 'module:attribute'"
        )
    if name == "mini-swe-agent" and "config" in kwargs and "config_file" in kwargs:
        raise ValueError("native_agent_kwargs of mini-swe-agent: give config or config_file, not both")
    if name == "terminus-2" and kwargs.get("enable_summarize"):
        raise ValueError(
            "native_agent_kwargs of terminus-2: enable_summarize would rewrite the conversation that is trained on"
        )


def _oracle(model: str, options: dict[str, Any], url: str, key: str) -> AgentConfig:
    return AgentConfig(name="oracle", kwargs=options)


def _terminus(model: str, options: dict[str, Any], url: str, key: str) -> AgentConfig:
    llm = {**(options.pop("llm_kwargs", None) or {}), "api_key": key}
    return AgentConfig(
        name="terminus-2",
        model_name=model,
        kwargs={**options, "api_base": url, "llm_kwargs": llm, "enable_summarize": False},
    )


def _mini_swe(model: str, options: dict[str, Any], url: str, key: str) -> AgentConfig:
    effort = options.pop("reasoning_effort", None)
    if effort is not None:
        config = options.setdefault("config", {})
        config.setdefault("model", {}).setdefault("model_kwargs", {})["reasoning_effort"] = effort
    return AgentConfig(
        name="mini-swe-agent",
        model_name=model,
        kwargs=options,
        env={**_openai(url, key), "MSWEA_COST_TRACKING": "ignore_errors"},
    )


def _opencode(model: str, options: dict[str, Any], url: str, key: str) -> AgentConfig:
    config = options.pop("opencode_config", None) or {}
    providers = config.setdefault("provider", {})
    provider, number = _PROVIDER, 0
    while provider in providers:  # one of the user's own has that name
        number += 1
        provider = f"{_PROVIDER}-{number}"
    short = model.partition("/")[2] or model
    providers[provider] = {
        "npm": "@ai-sdk/openai-compatible",
        "name": provider,
        "options": {"baseURL": url, "apiKey": "{env:OPENAI_API_KEY}"},
        "models": {short: {"name": short}},
    }
    config["compaction"] = {**(config.get("compaction") or {}), "auto": False, "prune": False}
    return AgentConfig(
        name="opencode",
        model_name=f"{provider}/{short}",
        kwargs={**options, "opencode_config": config},
        env={**_openai(url, key), "PATH": f"{_PREBAKED}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"},
    )


def _openai(url: str, key: str) -> dict[str, str]:
    return {"OPENAI_API_BASE": url, "OPENAI_BASE_URL": url, "OPENAI_API_KEY": key}


NATIVE_AGENTS: Mapping[str, Callable[[str, dict[str, Any], str, str], AgentConfig]] = {
    "mini-swe-agent": _mini_swe,
    "opencode": _opencode,
    "oracle": _oracle,
    "terminus-2": _terminus,
}
