"""The rollout that tests evaluate: its workflow does what the prompt's first word says. Copied, never imported."""

import asyncio
import os
import signal
import sys
import time

import httpx

from osmosis_ai.rollout import AgentWorkflow, Grader, LocalBackend, get_rollout_context
from osmosis_ai.rollout.server import create_rollout_server, serve


async def ask_model(ctx):
    rollout = get_rollout_context()
    async with httpx.AsyncClient(timeout=90, trust_env=False) as client:
        response = await client.post(
            f"{rollout.chat_completions_url}/chat/completions",
            headers={"Authorization": f"Bearer {rollout.api_key}"},
            json={"model": "any", "messages": ctx.prompt},
        )
    response.raise_for_status()
    return [*ctx.prompt, response.json()["choices"][0]["message"]]


async def swallow(ctx):
    """Asks the model and makes an answer up when it gets none."""
    try:
        return await ask_model(ctx)
    except httpx.HTTPError:
        return [*ctx.prompt, {"role": "assistant", "content": "made up"}]


async def nonsense(ctx):
    kind = ctx.prompt[-1]["content"].split()[1]
    answers = {
        "text": lambda: "just a text",
        "number": lambda: 42,
        "list": lambda: [1, 2, 3],
        "set": lambda: {"role": "assistant"},
        "roleless": lambda: [{"content": "no role"}],
    }
    return answers[kind]()


async def odd(ctx):
    kind = ctx.prompt[-1]["content"].split()[1]
    contents = {"nan": float("nan"), "object": object(), "huge": "x" * 20_000_000, "surrogate": "\ud800"}
    return [*ctx.prompt, {"role": "assistant", "content": "odd", "extra": contents[kind]}]


class Workflow(AgentWorkflow):
    async def run(self, ctx):
        prompt = ctx.prompt[-1]["content"]
        match prompt.split():
            case ["raise", *_]:
                raise RuntimeError("the workflow raised on purpose")
            case ["await", *_]:
                await asyncio.sleep(3600)
            case ["block", *_]:
                time.sleep(3600)  # noqa: ASYNC251 - that is what the row is for
            case ["nonsense", *_]:
                return await nonsense(ctx)
            case ["odd", *_]:
                return await odd(ctx)
            case ["exit", *_]:
                os._exit(3)
            case ["kill", *_]:
                os.kill(os.getpid(), signal.SIGKILL)
            case ["sysexit", *_]:
                sys.exit(4)
            case ["swallow", *_]:
                return await swallow(ctx)
            case ["sleep", seconds, *_]:
                await asyncio.sleep(float(seconds))
            case ["env", name, *_]:
                return [*ctx.prompt, {"role": "assistant", "content": os.environ.get(name, "unset")}]
            case ["artifact", *_]:
                (ctx.artifacts_dir / "note.txt").write_text("kept")
                (ctx.artifacts_dir / "link").symlink_to("/etc/hostname")
        return await ask_model(ctx)


class ExactGrader(Grader):
    async def grade(self, ctx):
        if ctx.label == "raise":
            raise RuntimeError("the grader raised on purpose")
        if ctx.label == "remove":
            ctx.sample.remove_sample = True
            return
        ctx.set_reward(1.0 if ctx.sample.messages[-1]["content"] == ctx.label else 0.0)


app = create_rollout_server(backend=LocalBackend(workflow=Workflow, grader=ExactGrader))

if __name__ == "__main__":
    serve(app)
