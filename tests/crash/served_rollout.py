"""The rollout that the crash matrix evaluates: its workflow does what the prompt's first word says. It is copied."""

import asyncio
import os
from pathlib import Path

import httpx
from starlette.responses import JSONResponse
from starlette.routing import Route

from osmosis_ai.rollout import AgentWorkflow, Grader, LocalBackend, get_rollout_context
from osmosis_ai.rollout.server import create_rollout_server, serve


async def ask_model(ctx):
    """The id of the rollout goes with the request, so that the model knows for whom it was paid."""
    rollout = get_rollout_context()
    async with httpx.AsyncClient(timeout=30, trust_env=False) as client:
        response = await client.post(
            f"{rollout.chat_completions_url}/chat/completions",
            headers={"Authorization": f"Bearer {rollout.api_key}"},
            json={"model": "any", "messages": ctx.prompt, "user": rollout.rollout_id, "max_tokens": 60},
        )
    response.raise_for_status()
    return [*ctx.prompt, response.json()["choices"][0]["message"]]


class Workflow(AgentWorkflow):
    async def run(self, ctx):
        match ctx.prompt[-1]["content"].split():
            case ["raise", *_]:
                raise RuntimeError("the workflow raised on purpose")
            case ["exit", times, *_]:
                exits = Path(os.environ["OSMOSIS_CRASH_CASE"]) / "exits"
                exits.mkdir(exist_ok=True)
                if len(list(exits.iterdir())) < int(times):
                    (exits / str(os.getpid())).touch()
                    await asyncio.sleep(0.4)  # so that the row after it is in flight
                    os._exit(3)
            case ["sleep", seconds, *_]:
                await asyncio.sleep(float(seconds))
            case ["artifact", *_]:
                (ctx.artifacts_dir / "deep").mkdir(exist_ok=True)
                secret = os.environ["OPENAI_API_KEY"]  # as careless code writes it
                (ctx.artifacts_dir / "deep" / "note.txt").write_text(f"kept {secret}")
                (ctx.artifacts_dir / secret).touch()
        return await ask_model(ctx)


class ExactGrader(Grader):
    async def grade(self, ctx):
        if ctx.label == "remove":
            ctx.sample.remove_sample = True
            return
        if ctx.label == "any":
            ctx.set_reward(1.0)
            return
        ctx.set_reward(1.0 if ctx.sample.messages[-1]["content"] == ctx.label else 0.0)


app = create_rollout_server(backend=LocalBackend(workflow=Workflow, grader=ExactGrader))


async def health(request):
    return JSONResponse({"status": "ok", "instance_id": os.environ["_OSMOSIS_ROLLOUT_INSTANCE_ID"]})


async def status(request):
    rollout_id = request.path_params["rollout_id"]
    return JSONResponse({"rollout_id": rollout_id, "status": "unknown", "reward": None, "err_message": None})


async def result(request):
    return JSONResponse({"detail": "Not Found"}, 404)


if "callbacks" in os.environ["OSMOSIS_CRASH_DIALECT"]:  # no lifecycle, no lease, no status of any rollout
    app.router.routes[:0] = [
        Route("/health", health),
        Route("/rollout/{rollout_id}/status", status),
        Route("/rollout/{rollout_id}/result", result),
    ]

if __name__ == "__main__":
    serve(app)
