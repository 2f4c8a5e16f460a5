"""Page graders: the base class, artifacts, exact match, a judge, calls of tools, a config."""

import json

import litellm

from osmosis_ai.rollout import Grader, GraderConfig, GraderContext


class MyGrader(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        if ctx.sample is None:
            raise ValueError("workflow produced no sample")
        ctx.set_reward(0.85)


class RubricGrader(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        if ctx.artifacts_dir:
            (ctx.artifacts_dir / "grade_trace.json").write_text(json.dumps({"reason": "it matched"}))
        if ctx.sample is not None:
            ctx.set_reward(1.0)


def _last_text(sample) -> str:
    content = sample.messages[-1].get("content", "") if sample.messages else ""
    if isinstance(content, list):
        return next((block["text"] for block in content if isinstance(block, dict) and "text" in block), "")
    return content


class ExactMatchGrader(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        if ctx.sample is None:
            raise ValueError("workflow produced no sample")
        right = bool(ctx.label) and _last_text(ctx.sample).strip() == ctx.label.strip()
        ctx.set_reward(1.0 if right else 0.0)


class LLMJudgeGrader(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        if ctx.sample is None:
            raise ValueError("workflow produced no sample")
        verdict = await litellm.acompletion(
            model="openai/gpt-5.2",
            messages=[{"role": "user", "content": f"Wanted {ctx.label}, got {_last_text(ctx.sample)}. 0.0 to 1.0?"}],
        )
        score = float(verdict.choices[0].message.content.strip())
        ctx.set_reward(max(0.0, min(1.0, score)))


class ToolCallGrader(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        if ctx.sample is None:
            raise ValueError("workflow produced no sample")
        blocks = [
            block
            for message in ctx.sample.messages
            if message.get("role") == "assistant" and isinstance(message.get("content"), list)
            for block in message["content"]
        ]
        ctx.set_reward(1.0 if any(isinstance(block, dict) and "toolUse" in block for block in blocks) else 0.0)


class MyGraderConfig(GraderConfig):
    name: str = "my-grader"
    partial_credit: bool = True
    similarity_threshold: float = 0.8


class ConfiguredGrader(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        threshold = self.config.similarity_threshold if self.config else 0.8
        ctx.set_reward(threshold)


my_grader_config = MyGraderConfig(similarity_threshold=0.5)
