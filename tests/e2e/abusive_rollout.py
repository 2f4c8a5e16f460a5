"""A rollout whose rows abuse what a run gives them, each in the way its prompt names. Copied, never imported."""

import os
import re
import sys
import time
from base64 import b64encode
from pathlib import Path

import httpx

from osmosis_ai.rollout import AgentWorkflow, Grader, LocalBackend, get_rollout_context
from osmosis_ai.rollout.server import create_rollout_server, serve

SECRET = os.environ.get("ABUSED_SECRET", "")
CALM = Path(__file__).parents[2] / "calm"
"""While there is such a file, no row abuses anything."""


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


def dig(folder):
    """1,700 levels, with the secret at the bottom."""
    descriptor = os.open(folder, os.O_RDONLY)
    for _ in range(1_700):
        os.mkdir("deep", dir_fd=descriptor)
        inner = os.open("deep", os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = inner
    file = os.open(f"named-{SECRET}", os.O_WRONLY | os.O_CREAT, dir_fd=descriptor)
    os.write(file, SECRET.encode())
    os.close(file)
    os.close(descriptor)


def link(folder):
    """The folder of the attempt is elsewhere, and a link is in its place."""
    trial = folder.parent
    elsewhere = trial.with_name("elsewhere")
    trial.rename(elsewhere)
    trial.symlink_to(elsewhere)
    (elsewhere / "artifacts" / "note.txt").write_text(SECRET)


def links(folder):
    (folder / "link").symlink_to("/etc/hostname")
    (folder / "telling").symlink_to(f"/nowhere/{SECRET}")
    (folder / "itself").symlink_to("itself")
    os.mkfifo(folder / "pipe")


def names(folder):
    (folder / os.fsdecode(b"odd-\xff\xfe")).write_text(SECRET)
    (folder / "two\nlines \x1b[31m").write_text(SECRET)


def sparse(folder):
    with (folder / "sparse.bin").open("wb") as file:
        file.truncate(3 << 30)
        file.seek(1 << 20)
        file.write(b"innocent")


def forms(folder):
    """The secret in several of the forms that are looked for."""
    (folder / "plain.txt").write_text(SECRET)
    (folder / "data.json").write_text('{"a": "' + "".join(f"\\u{ord(char):04x}" for char in SECRET) + '"}')
    (folder / "encoded.txt").write_bytes(b64encode(SECRET.encode()))
    print(SECRET, SECRET.encode().hex(), file=sys.stderr, flush=True)


def escapes(_):
    print("\x1b[2J\x1b]0;title\x07 \u202eevil", flush=True)
    raise RuntimeError("\x1b]0;title\x07 \u202e " + SECRET)


def modes(folder):
    os.umask(0)
    (folder / "open.txt").write_text("open")
    folder.chmod(0o777)


def pipe(folder):
    """A pipe in the place of the trajectory."""
    os.mkfifo(folder.parent / "trajectory.json")


ABUSES = {
    "dig": dig,
    "link": link,
    "links": links,
    "names": names,
    "sparse": sparse,
    "forms": forms,
    "escapes": escapes,
    "modes": modes,
    "pipe": pipe,
    "block": lambda _: time.sleep(3600),
    "interpreter": lambda _: re.match("(a+)+$", "a" * 60 + "b"),
    "exit": lambda _: os._exit(3),
}


class Workflow(AgentWorkflow):
    async def run(self, ctx):
        abuse = ABUSES.get(ctx.prompt[-1]["content"].split()[-1])
        if abuse is not None and not CALM.exists():
            abuse(Path(ctx.artifacts_dir))
        return await ask_model(ctx)


class ExactGrader(Grader):
    async def grade(self, ctx):
        ctx.set_reward(1.0 if ctx.sample.messages[-1]["content"] == ctx.label else 0.0)


app = create_rollout_server(backend=LocalBackend(workflow=Workflow, grader=ExactGrader))

if __name__ == "__main__":
    serve(app)
