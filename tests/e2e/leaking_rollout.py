"""A rollout that gives its secrets away, each way by the prompt's first word. Copied, never imported."""

import asyncio
import atexit
import base64
import faulthandler
import json
import os
import sys
import time
from pathlib import Path
from urllib.parse import quote, quote_plus

import httpx

from osmosis_ai.rollout import AgentWorkflow, Grader, LocalBackend, get_rollout_context
from osmosis_ai.rollout.server import create_rollout_server, serve

ODD, KEY, SHORT = (os.environ[name] for name in ("CANARY_ODD", "CANARY_PEM", "CANARY_SHORT"))
DIGITS = os.environ["CANARY_DIGITS"]
LONG = [ODD, KEY, DIGITS]
OUTSIDE = os.environ["CANARY_OUTSIDE"]
faulthandler.enable()


def forms(secret):
    data = secret.encode()
    yield from (secret, data.hex(), data.hex().upper(), quote(secret), quote(secret, safe=""), quote_plus(secret))
    for before in (b"", b"u", b"u:"):
        yield from (encode(before + data + b"!").decode() for encode in (base64.b64encode, base64.urlsafe_b64encode))
    for dumped in (json.dumps(secret), json.dumps(secret, ensure_ascii=False), json.dumps(json.dumps(secret))):
        yield from (dumped, dumped.replace("/", "\\/"))
    yield from (repr(secret), repr(data))


def everything():
    return "\n".join(form for secret in LONG for form in forms(secret))


def leak_output():
    for stream in (sys.stdout, sys.stderr):
        print(f"short <{SHORT}> and\n{everything()}", file=stream, flush=True)
        for secret in LONG:
            for piece in (secret[:5], secret[5:7], secret[7:] + "\n"):
                stream.write(piece)
                stream.flush()
                time.sleep(0.02)
            print("x" * (8192 - 43 - 4) + secret, file=stream, flush=True)  # 43 are the mark of the rollout
        for line in KEY.splitlines():
            print(f"    > {line}", file=stream, flush=True)


def leak_files(folder):
    deep = folder / "a" / "b"
    deep.mkdir(parents=True)
    (folder / "text.txt").write_text(everything())
    (folder / "leak.bin").write_bytes(b"\0\xff" + everything().encode() + b"\xfe\0")
    document = {"key": LONG, ODD: everything(), "token_ids": [int(DIGITS), 7], "at": float(DIGITS)}
    (deep / "leak.json").write_text(json.dumps(document, indent=1))
    (deep / "leak.jsonl").write_text("".join(json.dumps(document, ensure_ascii=False) + "\n" for _ in range(2)))
    (deep / f"named {DIGITS}").write_text("innocent")
    (folder / "outside").symlink_to(OUTSIDE)
    (folder.parent / "logs").mkdir()
    (folder.parent / "logs" / "run.log").write_text(everything())


@atexit.register
def leak_later():
    """Long after the attempts were collected."""
    for folder in Path(os.environ["_OSMOSIS_ROLLOUT_ARTIFACT_ROOT"]).glob("*/artifacts"):
        (folder / "later.txt").write_text(everything())


async def ask(text):
    rollout = get_rollout_context()
    async with httpx.AsyncClient(timeout=60, trust_env=False) as client:
        response = await client.post(
            f"{rollout.chat_completions_url}/chat/completions",
            headers={"Authorization": f"Bearer {rollout.api_key}"},
            json={"model": "any", "messages": [{"role": "user", "content": text}]},
        )
    print("the bridge said", response.text, "to", rollout.api_key, flush=True)
    if response.is_error:
        raise RuntimeError(response.text)
    return response.json()["choices"][0]["message"]


class Workflow(AgentWorkflow):
    async def run(self, ctx):
        word = ctx.prompt[-1]["content"].split()[0]
        answer = {"role": "assistant", "content": "ok"}
        match word:
            case "print":
                leak_output()
            case "raise":
                raise RuntimeError(f"no luck with {everything()}")
            case "files":
                leak_files(ctx.artifacts_dir)
            case "sample":
                call = {"name": "use", "arguments": json.dumps({"keys": LONG})}
                answer |= {
                    "content": everything(),
                    "tool_calls": [{"id": DIGITS, "type": "function", "function": call}],
                }
            case "echo":
                answer = await ask(f"echo {everything()}")
            case "refuse":
                await ask(f"refuse {everything()}")
            case "abort":
                leak_files(ctx.artifacts_dir)
                print(everything(), file=sys.stderr, flush=True)
                os.abort()
            case "wait":
                leak_files(ctx.artifacts_dir)
                while not Path(f"{OUTSIDE}.go").exists():  # noqa: ASYNC110, ASYNC240 - another process makes it
                    await asyncio.sleep(0.5)
        return [*ctx.prompt, answer]


class LeakyGrader(Grader):
    async def grade(self, ctx):
        if ctx.label == "raise":
            raise ValueError(everything())
        ctx.sample.extra_fields["seen"] = LONG
        ctx.set_reward(1.0)


class Backend(LocalBackend):
    async def execute(self, request):
        outcome = await super().execute(request)
        for result in filter(None, (outcome.workflow, outcome.grader)):
            result.extra_fields = {"said": everything(), "ids": [int(DIGITS)]}
        return outcome


app = create_rollout_server(backend=Backend(workflow=Workflow, grader=LeakyGrader))

if __name__ == "__main__":
    print("starting with", everything(), flush=True)
    serve(app)
