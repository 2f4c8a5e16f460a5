"""The conformance rollout (`spec/conformance/rollout.md`) on the SDK: its workflow and its grader."""

import asyncio
import json

import httpx

from osmosis_ai.rollout import AgentWorkflow, Grader, get_rollout_context

ON_PURPOSE = "on purpose"
# One for all rollouts: making one reads certificates, which takes longer than everything else here.
client = httpx.AsyncClient(timeout=None, trust_env=False, limits=httpx.Limits(max_connections=None))
ODD_MESSAGES = {
    "message_nan": {"role": "tool", "content": "odd", "value": float("nan")},
    "message_infinity": {"role": "tool", "content": "odd", "value": float("inf")},
    "message_surrogate": {"role": "tool", "content": "odd \ud800"},
    "message_object": {"role": "tool", "content": "odd", "value": object()},
}


def instructions(ctx):
    return (ctx.metadata or {}).get("conformance") or {}


async def ask_model(messages, stream):
    rollout = get_rollout_context()
    headers = {"Authorization": f"Bearer {rollout.api_key}"} if rollout.api_key else {}
    body = {"model": "osmosis-rollout", "messages": messages, "stream": stream}
    url = f"{rollout.chat_completions_url}/chat/completions"
    async with client.stream("POST", url, headers=headers, json=body) as response:
        if response.status_code != httpx.codes.OK:
            raise RuntimeError(f"the model answered {response.status_code}")
        if stream:
            return await read_stream(response)
        await response.aread()
        return response.json()["choices"][0]["message"]["content"]


async def read_stream(response):
    text, event = "", ""
    async for line in response.aiter_lines():
        if line.startswith("event:"):
            event = line.removeprefix("event:").strip()
        elif line.startswith("data:"):
            data = line.removeprefix("data:").strip()
            if event == "error":
                raise RuntimeError("the stream ended with an error")
            if data == "[DONE]":
                return text
            text += json.loads(data)["choices"][0]["delta"].get("content") or ""
        elif not line:
            event = ""
    raise RuntimeError("the stream ended early")


def nested(depth):
    value = []
    for _ in range(depth - 1):
        value = [value]
    return {"role": "tool", "content": "nested", "value": value}


class ConformanceWorkflow(AgentWorkflow):
    async def run(self, ctx):
        told = instructions(ctx)
        for line in told.get("prints", ()):
            print(line)
        for name, text in told.get("artifacts", {}).items():
            (ctx.artifacts_dir / name).write_text(text, encoding="utf-8")
        messages = list(ctx.prompt)
        for _ in range(told.get("calls", 1)):
            messages.append({"role": "assistant", "content": await ask_model(messages, told.get("stream", False))})
        message = told.get("message", ON_PURPOSE)
        match told.get("agent", "answer"):
            case "raise":
                raise RuntimeError(message)
            case "raise_value":
                raise ValueError(message)
            case "nonsense":
                return 42
            case "block":
                await asyncio.Event().wait()
            case "hold_thread":
                while True:
                    pass
        if "filler_chars" in told:
            messages.append({"role": "assistant", "content": "x" * told["filler_chars"]})
        if "nesting" in told:
            messages.append(nested(told["nesting"]))
        return messages + [ODD_MESSAGES[word] for word in told.get("unencodable", ()) if word in ODD_MESSAGES]


class ConformanceGrader(Grader):
    async def grade(self, ctx):
        told = instructions(ctx)
        sample = ctx.sample
        sample.metrics.update(told.get("metrics", {}))
        sample.extra_fields.update(told.get("extra_fields", {}))
        for word in told.get("unencodable", ()):
            if word.startswith("metric_"):
                sample.metrics["odd"] = float(word.removeprefix("metric_"))
            elif word == "field_nan":
                sample.extra_fields["odd"] = float("nan")
        message = told.get("message", ON_PURPOSE)
        match told.get("grader", "label"):
            case "remove":
                ctx.set_reward(1.0)
                sample.remove_sample = True
            case "raise":
                raise RuntimeError(message)
            case "raise_value":
                raise ValueError(message)
            case "nan" | "infinity" as word:
                ctx.set_reward(float(word))
            case "block":
                await asyncio.Event().wait()
            case "label" if "reward" in told:
                ctx.set_reward(told["reward"])
            case "label" if ctx.label is not None:
                answers = [message["content"] for message in sample.messages if message.get("role") == "assistant"]
                ctx.set_reward(1.0 if answers and ctx.label in answers[-1] else 0.0)
