"""A rollout whose rows fail in every way a rollout can: the prompt's first word says how. Copied, never imported."""

import asyncio
import os
import signal

import httpx
from prices.catalogue import price_of

from osmosis_ai.rollout import AgentWorkflow, Grader, LocalBackend, get_rollout_context
from osmosis_ai.rollout.server import create_rollout_server, serve


async def ask_model(prompt):
    rollout = get_rollout_context()
    async with httpx.AsyncClient(timeout=90, trust_env=False) as client:
        response = await client.post(
            f"{rollout.chat_completions_url}/chat/completions",
            headers={"Authorization": f"Bearer {rollout.api_key}"},
            json={"model": "any", "messages": prompt},
        )
    response.raise_for_status()
    return [*prompt, response.json()["choices"][0]["message"]]


class Workflow(AgentWorkflow):
    async def run(self, ctx):
        match ctx.prompt[-1]["content"].split():
            case ["price", thing]:
                return [*ctx.prompt, {"role": "assistant", "content": price_of(thing)}]
            case ["draw", *_]:
                import turtles_all_the_way_down

                return turtles_all_the_way_down.draw()
            case ["wait", *_]:
                await asyncio.sleep(3600)
            case ["nonsense", *_]:
                return 42
            case ["killed", *_]:
                kill_this_process()
        return await ask_model(ctx.prompt)


def kill_this_process():
    os.kill(os.getpid(), signal.SIGKILL)


class ExactGrader(Grader):
    async def grade(self, ctx):
        answer = ctx.sample.messages[-1]["content"]
        if ctx.label.startswith("about "):
            ctx.set_reward(1.0 if abs(float(answer) - float(ctx.label.split()[1])) < 1 else 0.0)
        else:
            ctx.set_reward(1.0 if answer == ctx.label else 0.0)


app = create_rollout_server(backend=LocalBackend(workflow=Workflow, grader=ExactGrader))

if __name__ == "__main__":
    serve(app)
