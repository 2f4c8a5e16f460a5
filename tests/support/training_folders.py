"""Folders of training runs as `train run` leaves them, written record by record."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

BEGAN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
WORDS = ["The", " answer", " is", " 4", "2", "."]


def at(seconds: float) -> str:
    """A time of the run."""
    return (BEGAN + timedelta(seconds=seconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def scored(
    reward: float, logprobs: Sequence[float], *, mask: Sequence[int] = (), finish_reason: str = "stop"
) -> dict[str, Any]:
    """A trajectory with a reward."""
    segment = {
        "prompt_ids": [1, 2, 3],
        "sampled_ids": list(range(40, 40 + len(logprobs))),
        "mask": list(mask) or [1] * len(logprobs),
        "logprobs": list(logprobs),
        "policy_version": 0,
        "finish_reason": finish_reason,
    }
    return {"kind": "scored", "rollout_id": "ab" * 16, "reward": reward, "segments": [segment]}


def unscorable(reason: str = "agent_failed", message: str = "RuntimeError: unlucky") -> dict[str, Any]:
    """A trajectory without one."""
    return {"kind": "unscorable", "reason": reason, "message": message}


class TrainingRunFolder:
    """A training run that is written a step at a time."""

    def __init__(self, root: Path, *, steps: int = 12, lr: float = 5e-4, seed: int = 0) -> None:
        self.root = root
        self.clock = 0.0
        (root / "rollouts").mkdir(parents=True)
        (root / "checkpoints").mkdir()
        inputs = {
            "model_path": "local/smollm2-135m-instruct",
            "dataset": {"name": "multiply", "sha256": "ab" * 32, "train_rows": 48, "held_out_rows": 16},
            "rollout": {"name": "multiply", "entrypoint": "main.py", "source_digest": "cd" * 32},
            "trainer": "trl",
            "lr": lr,
            "n_samples_per_prompt": 4,
            "rollout_batch_size": 2,
            "max_prompt_length": 64,
            "max_response_length": 12,
            "rollout_temperature": 1.0,
            "local": {"seed": seed, "held_out": 0.25, "lora_rank": 8, "lora_alpha": 16, "keep_checkpoints": 4}
            | {"serve": "f16"},
            "env": {},
            "secret_names": [],
        }
        manifest = {
            "schema_version": 1,
            "local_run_id": f"{seed + 1:032x}",
            "run_name": root.name,
            "created_at": at(seed),
            "inputs": inputs,
            "sdk_version": "0.3.100",
        }
        (root / "manifest.json").write_text(json.dumps(manifest))
        self.record("started", from_step=0, total_steps=steps)

    def record(self, event: str, **members: Any) -> None:
        """Appends to the journal."""
        self.clock += 1
        line = json.dumps({"event": event, "at": at(self.clock), **members}, separators=(",", ":"))
        with (self.root / "journal.jsonl").open("a") as file:
            file.write(line + "\n")

    def step(self, step: int, trajectories: Sequence[Mapping[str, Any]], **metrics: float) -> None:
        """A step and its rollouts, four of each row."""
        rewards = [each["reward"] for each in trajectories if each["kind"] == "scored"]
        reasons = [each["reason"] for each in trajectories if each["kind"] != "scored"]
        self.rollouts(step, trajectories)
        mean = sum(rewards) / len(rewards)
        self.record(
            "step",
            step=step,
            policy_version=step - 1,
            prompts=2,
            rollouts=len(trajectories),
            scored=len(rewards),
            unscorable={reason: reasons.count(reason) for reason in sorted(set(reasons))},
            metrics={
                "rollout/raw_reward": mean,
                "rollout/reward_std": math.sqrt(sum((each - mean) ** 2 for each in rewards) / len(rewards)),
                "rollout/reward_min": min(rewards),
                "rollout/reward_max": max(rewards),
                "rollout/response_lengths": 6.0,
                "rollout/total_lengths": 33.0,
                "rollout/truncated_ratio": 0.25,
                "train/entropy_loss": 2 - step / 12,
                "train/loss": 0.1 / step,
                "train/grad_norm": 1.5,
                "train/serving_logp_difference": 0.01,
                **metrics,
            },
            seconds={"rollouts": 2.5, "update": 5.0, "swap": 0.5},
        )

    def rollouts(self, step: int, trajectories: Sequence[Mapping[str, Any]]) -> None:
        """The file of a step's rollouts."""
        lines = []
        for number, trajectory in enumerate(trajectories):
            row, sample = divmod(number, 4)
            own = trajectory["kind"] == "scored" and len(trajectory["segments"][0]["sampled_ids"]) == len(WORDS)
            said = [{"role": "assistant", "content": "".join(WORDS)}] if trajectory["kind"] == "scored" else []
            asked = [
                {"role": "system", "content": "You multiply."},
                {"role": "user", "content": f"What is {row} times 7?"},
            ]
            lines.append(
                {
                    "step": step,
                    "source_row_index": row,
                    "sample_index": sample,
                    "policy_version": step - 1,
                    "trajectory": trajectory,
                    "messages": [*asked, *said],
                    **({"token_texts": WORDS} if own else {}),
                }
            )
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (self.root / "rollouts" / f"step-{step:06}.jsonl").write_text(text)

    def checkpoint(self, step: int, reward: float) -> None:
        """A checkpoint that is kept."""
        folder = self.root / "checkpoints" / f"step-{step:06}"
        folder.mkdir()
        (folder / "adapter.gguf").write_bytes(b"GGUF")
        self.record("checkpoint", step=step, path=f"checkpoints/{folder.name}", adapter_sha256="ef" * 32, reward=reward)

    def evaluation(self, step: int, reward: float) -> None:
        """An evaluation of the held-out rows."""
        self.record("evaluation", step=step, rows=16, scored=16, reward=reward, seconds=3.0)

    def finish(self) -> TrainingRunFolder:
        """The run's end."""
        self.record("ended", status="finished")
        return self


def trained(root: Path, *, steps: int = 12, lr: float = 5e-4, seed: int = 0) -> TrainingRunFolder:
    """A finished run whose reward rises; one rollout of step 3 failed, and one of the last has masked tokens."""
    made = TrainingRunFolder(root, steps=steps, lr=lr, seed=seed)
    made.evaluation(0, 0.0625)
    for step in range(1, steps + 1):
        passed = min(7, (step + seed) // 2 + 1)
        step_rollouts = [
            scored(1.0 if number < passed else 0.0, [-0.05, -0.4, -1.2, -0.9 - number / 4, -5.0, -0.01])
            for number in range(8)
        ]
        if step == 3:
            step_rollouts[5] = unscorable()
        if step == steps:
            step_rollouts[7] = scored(0.5, [-0.1, -0.2, 0.0, 0.0, -0.3], mask=[1, 1, 0, 0, 1], finish_reason="length")
        made.step(step, step_rollouts)
        if step % 4 == 0:
            made.checkpoint(step, passed / 8)
    made.evaluation(steps, 0.875)
    return made.finish()
