"""For tests of rollouts: a policy that plays a script, and a rollout run in this process against it.

async def test_the_tool_is_called():
    policy = [call_tool("multiply", {"a": 2, "b": 3}), say("6")]
    run = await run_rollout_in_process(Multiply, MultiplyGrader, prompt="2 times 3?", label="6", policy=policy)
    assert run.reward == 1.0
"""

from osmosis_ai.testing.policy import PolicyRequest, Script, ScriptedPolicy, Step
from osmosis_ai.testing.run import RolloutRun, run_rollout_in_process
from osmosis_ai.testing.turns import Disconnect, Fault, Raw, ToolCall, Turn, call_tool, call_tools, say

__all__ = [
    "Disconnect",
    "Fault",
    "PolicyRequest",
    "Raw",
    "RolloutRun",
    "Script",
    "ScriptedPolicy",
    "Step",
    "ToolCall",
    "Turn",
    "call_tool",
    "call_tools",
    "run_rollout_in_process",
    "say",
]
