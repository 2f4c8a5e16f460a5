"""The served adapter against torch: the same model, within the precision of 16-bit weights, and only if permuted."""

from __future__ import annotations

import os
from pathlib import Path

from osmosis_ai.models.bridge.token_capture import Sampling, TokenCapture
from osmosis_ai.train.isolated.trl_worker.adapter_gguf import KINDS
from osmosis_ai.train.serving import ServedPolicy
from osmosis_ai.train.trainer import TrainerSettings
from osmosis_ai.train.trl_trainer import TrlTrainer, open_trl_trainer
from osmosis_ai.train.worker import call_worker

REPLIES = 8
DEVIATION = 0.06
LAYERS = 30  # of SmolLM2-135M


async def _difference(policy: ServedPolicy, trainer: TrlTrainer) -> tuple[float, float]:
    """Mean and largest difference of log-probabilities over the replies of the served policy."""
    capture = TokenCapture(policy.tokenize, Sampling(1.0, 24))
    rows = []
    for number in range(REPLIES):
        capture.expect(f"r{number}", number)
        body = {"messages": [{"role": "user", "content": f"What is {number + 2} times 7?"}]}
        asked = capture.prepared(f"r{number}", body)
        await capture.answered(f"r{number}", asked, (await policy.complete(asked)).response)
        (call,) = capture.take(f"r{number}")
        if call.problem is None:  # a token that ends inside a character has no log-probability to compare
            rows.append(call)
    assert len(rows) >= REPLIES // 2
    sent = [{"prompt_ids": call.prompt_ids, "sampled_ids": call.sampled_ids} for call in rows]
    ours = (await trainer.ask("logprobs", rows=sent))["rows"]
    found = [
        abs(mine - theirs)
        for call, row in zip(rows, ours, strict=True)
        for mine, theirs in zip(row, call.logprobs, strict=True)
    ]
    return sum(found) / len(found), max(found)


async def test_a_served_adapter_is_the_trained_one_and_only_with_its_rows_permuted(
    base: Path, prepared: Path, settings: TrainerSettings, tmp_path: Path
):
    """Mean |dlogp| < 0.02 and max < 0.1 with a random adapter, served on the base model and merged into it; the same
    adapter with rows left as they are fails."""
    env = dict(os.environ)
    async with (
        open_trl_trainer(base, settings, resume=None, prepared=prepared, environ=env, log=print) as trainer,
        ServedPolicy("parity", prepared / "f16.gguf", slots=2, context=256, seed=0, env=env, log=print) as policy,
    ):
        await trainer.ask("randomise", seed=1, deviation=DEVIATION)
        await trainer.ask("adapter", path=str(tmp_path / "right.gguf"))
        await trainer.ask("adapter", path=str(tmp_path / "wrong.gguf"), permute=False)
        await policy.serve(tmp_path / "right.gguf", 1)
        mean, largest = await _difference(policy, trainer)
        print(f"permuted: mean {mean:.4f}, max {largest:.4f}")
        assert mean < 0.02
        assert largest < 0.1
        merged = tmp_path / "merged.gguf"
        arguments = (str(trainer.info.served), str(tmp_path / "right.gguf"), str(merged))
        said = await call_worker("trl_worker.merge", *arguments, name="the merge", environ=env, log=print)
        assert said["changed"] == LAYERS * len(KINDS)
        policy.weights = merged
        await policy.serve(None, 2)
        mean, largest = await _difference(policy, trainer)
        print(f"merged: mean {mean:.4f}, max {largest:.4f}")
        assert mean < 0.02
        assert largest < 0.1
        policy.weights = prepared / "f16.gguf"
        await policy.serve(tmp_path / "wrong.gguf", 3)
        mean, largest = await _difference(policy, trainer)
        print(f"not permuted: mean {mean:.4f}, max {largest:.4f}")
        assert mean > 0.02
        assert largest > 0.1
