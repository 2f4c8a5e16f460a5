"""Workflows and graders, each for one promise of the backend."""

import asyncio
import os
from pathlib import Path

from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowConfig, Grader, GraderConfig
from osmosis_ai.rollout.integrations.plain import RolloutChat


class Settings(AgentWorkflowConfig):
    greeting: str = "hello"


settings = Settings(name="settings", greeting="hello")


class Strictness(GraderConfig):
    factor: float = 1.0


strict = Strictness(name="strict", factor=0.5)


class AsksModel(AgentWorkflow):
    async def run(self, ctx):
        chat = RolloutChat(ctx.prompt)
        answer = await chat.complete()
        Path("/app/answer.txt").write_text(answer["content"])
        (ctx.artifacts_dir / "notes.txt").write_text("kept")


class SaysHello(AgentWorkflow):
    async def run(self, ctx):
        greeting = "hello" if ctx.config is None else ctx.config.greeting
        Path("/app/answer.txt").write_text(greeting + "\n")
        seen = sorted(key for key in (ctx.metadata or {}))
        return [*ctx.prompt, {"role": "assistant", "content": f"{greeting} {seen}"}]


class Fails(AgentWorkflow):
    async def run(self, ctx):
        raise ValueError("the workflow says no")


class Talks(AgentWorkflow):
    """Says a few things, and then goes on for ever."""

    async def run(self, ctx):
        chat = RolloutChat(ctx.prompt)
        for number in range(3):
            chat.add("assistant", f"message {number}")
        Path("/app/answer.txt").write_text("hello\n")
        Path("/logs/agent/talking").touch()
        await asyncio.sleep(3600)


class Kills(AgentWorkflow):
    """Its process is killed, as the kernel does it."""

    async def run(self, ctx):
        chat = RolloutChat(ctx.prompt)
        chat.add("assistant", "last words")
        path = Path("/logs/agent/container_partial.json")
        for _ in range(1200):
            if path.exists():
                break
            await asyncio.sleep(0.05)
        os.kill(os.getpid(), 9)


class Exact(Grader):
    async def grade(self, ctx):
        factor = 1.0 if self.config is None else self.config.factor
        text = ctx.sample.messages[-1]["content"]
        ctx.sample.metrics["length"] = len(text)
        (ctx.artifacts_dir / "grade.txt").write_text("graded")
        ctx.set_reward(factor if str(text).startswith(ctx.label) else 0.0)


class Raises(Grader):
    async def grade(self, ctx):
        raise RuntimeError("the grader says no")


class SetsNothing(Grader):
    async def grade(self, ctx):
        pass
