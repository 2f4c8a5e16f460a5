"""The same rollout on each framework, for either SDK: it multiplies with a tool and says what the tool said."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osmosis_ai.testing import PolicyRequest, Turn, call_tool, say

_DOCUMENTED = Path(__file__).parents[1] / "unit" / "integrations" / "programs"
_OWN = Path(__file__).parent / "programs"
_SERVE = """

import os

import uvicorn

from osmosis_ai.rollout import LocalBackend
from osmosis_ai.rollout.server import create_rollout_server

app = create_rollout_server(backend=LocalBackend(workflow={workflow}, grader={grader}))

if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ["_OSMOSIS_ROLLOUT_PORT"]), log_level="warning")
"""


@dataclass(frozen=True, slots=True)
class Framework:
    """A rollout's code, and the extra of `osmosis-ai` that its project names beside `server`."""

    name: str
    extra: str
    program: Path
    workflow: str
    grader: str

    @property
    def source(self) -> str:
        """The program, and a server of it at the port that the environment names."""
        return self.program.read_text() + _SERVE.format(workflow=self.workflow, grader=self.grader)


STRANDS = Framework("Strands", "strands", _DOCUMENTED / "strands_complete.py", "MathWorkflow", "MathGrader")
OPENAI_AGENTS = Framework(
    "OpenAI Agents", "openai-agents", _DOCUMENTED / "openai_complete.py", "MultiplyWorkflow", "MultiplyGrader"
)
PLAIN = Framework("plain", "", _OWN / "plain_rollout.py", "PlainWorkflow", "PlainGrader")
FRAMEWORKS = {"strands": STRANDS, "openai-agents": OPENAI_AGENTS, "plain": PLAIN}


def multiplies(request: PolicyRequest) -> Turn:
    """The policy of a prompt such as `7*8`: calls whichever tool it is offered, then says what the tool said."""
    if request.last_message["role"] == "tool":
        return say(f"It is {request.last_text}.")
    if request.tool_names == ["calculator"]:
        return call_tool("calculator", {"expression": request.last_text})
    if request.tool_names == ["multiply"]:
        left, _, right = request.last_text.partition("*")
        return call_tool("multiply", {"a": int(left), "b": int(right)})
    return say("hello")


def assert_tool_was_called(document: dict[str, Any], result: str) -> None:
    """The trajectory has the call of the tool, what the tool gave, and the answer that was made of it."""
    called, said = [step for step in document["steps"] if step["source"] == "agent"]
    assert [call["function_name"] in {"calculator", "multiply"} for call in called["tool_calls"]] == [True]
    assert said["message"] == f"It is {result}."
    (found,) = called["observation"]["results"]
    assert found["source_call_id"] == called["tool_calls"][0]["tool_call_id"]
    assert found["content"] == result
