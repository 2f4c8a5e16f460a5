"""From `module:attribute` to an agent: a loop, or the class of a workflow."""

from __future__ import annotations

import importlib
import inspect
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.rollout.config import AgentWorkflowConfig
from osmosis_ai.rollout.errors import describe_exception, error_location
from osmosis_ai.rollout.grader import Grader
from osmosis_ai.rollout.test_mode.loop import RolloutAgentLoop
from osmosis_ai.rollout.workflow import AgentWorkflow

__all__ = ["LoopAgent", "WorkflowAgent", "load_agent"]

_MOST_NAMES = 12


@dataclass(frozen=True, slots=True)
class LoopAgent:
    """An agent loop: one object for all rows."""

    path: str
    loop: RolloutAgentLoop

    @property
    def name(self) -> str:
        """What the loop calls itself."""
        return self.loop.name


@dataclass(frozen=True, slots=True)
class WorkflowAgent:
    """The class of a workflow, with its grader and its config where it has them."""

    path: str
    workflow: type[AgentWorkflow[Any]]
    grader: type[Grader] | None = None
    config: AgentWorkflowConfig | None = None

    @property
    def name(self) -> str:
        """The name of the class."""
        return self.workflow.__name__


def load_agent(path: str, *, grader: str | None, config: str | None, cwd: Path) -> LoopAgent | WorkflowAgent:
    """The agent that the path names; modules are looked up in `cwd` first.

    Raises OsmosisError for what cannot be imported, is not an agent, or does not go together.
    """
    folder = str(cwd)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    found = _load(path, "--module")
    if inspect.isclass(found) and issubclass(found, AgentWorkflow):
        _refuse_abstract(found, path)
        return WorkflowAgent(path, found, _grader(grader), _config(config))
    for option, given in (("--grader", grader), ("--config", config)):
        if given is not None:
            raise OsmosisError(
                f"{option} goes with an AgentWorkflow, and {path} is not one.",
                hint="An agent loop gives its reward with ctx.complete(messages, reward=…).",
            )
    return LoopAgent(path, _loop(found, path))


def _loop(found: Any, path: str) -> RolloutAgentLoop:
    if inspect.isclass(found) and issubclass(found, RolloutAgentLoop):
        _refuse_abstract(found, path)
        try:
            found = found()
        except Exception as error:
            raise OsmosisError(
                f"{path} could not be constructed without arguments: {describe_exception(error)}.",
                hint="Make an object of it in the module, and name that.",
            ) from error
    if not isinstance(found, RolloutAgentLoop):
        what = "the class" if inspect.isclass(found) else "an object of"
        name = found.__name__ if inspect.isclass(found) else type(found).__name__
        raise OsmosisError(
            f"{path} is {what} {name}, which is not an agent.",
            hint="Name a RolloutAgentLoop of osmosis_ai.rollout.test_mode, its class, or an AgentWorkflow's.",
        )
    return found


def _grader(path: str | None) -> type[Grader] | None:
    if path is None:
        return None
    found = _load(path, "--grader")
    if not (inspect.isclass(found) and issubclass(found, Grader)):
        raise OsmosisError(f"{path} is not a class of a Grader.", hint="Name the class, as module:ClassName.")
    _refuse_abstract(found, path)
    return found


def _config(path: str | None) -> AgentWorkflowConfig | None:
    if path is None:
        return None
    found = _load(path, "--config")
    if not isinstance(found, AgentWorkflowConfig):
        raise OsmosisError(f"{path} is not an AgentWorkflowConfig.", hint="Name the object, as module:name.")
    return found


def _refuse_abstract(found: type, path: str) -> None:
    if inspect.isabstract(found):
        missing = ", ".join(sorted(getattr(found, "__abstractmethods__", ())))
        raise OsmosisError(f"{path} does not implement {missing}.", hint="Write what is missing.")


def _load(path: str, option: str) -> Any:
    module_name, colon, attribute = path.rpartition(":")
    if not (colon and module_name and attribute):
        raise OsmosisError(f"{option} {path!r} names no object.", hint=f"Write it like {option} my_agent:agent_loop.")
    try:
        found: Any = importlib.import_module(module_name)
    except (Exception, SystemExit) as error:
        raise _not_imported(module_name, error) from error
    at = module_name
    for name in attribute.split("."):
        if not hasattr(found, name):
            public = [known for known in vars(found) if not known.startswith("_")] if hasattr(found, "__dict__") else []
            listed = ", ".join(public[:_MOST_NAMES]) or "none"
            raise OsmosisError(f"{at} has no attribute {name!r}.", hint=f"Its public names: {listed}.")
        found, at = getattr(found, name), f"{at}.{name}"
    return found


def _not_imported(module_name: str, error: BaseException) -> OsmosisError:
    at = error_location(error)
    place = "" if at is None else f" ({at.file}:{at.line})"
    missing = isinstance(error, ModuleNotFoundError) and error.name == module_name.partition(".")[0]
    return OsmosisError(
        f"{module_name} cannot be imported: {describe_exception(error)}{place}.",
        hint="Modules are looked up in the current directory first." if missing else "Correct the module.",
    )
