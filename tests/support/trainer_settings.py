"""What tests tell a trainer; each changes what it is about."""

from __future__ import annotations

from osmosis_ai.train.trainer import TrainerSettings

__all__ = ["SMALL"]

SMALL = TrainerSettings(
    prompts=1,
    samples=2,
    lr=1e-3,
    lora_rank=8,
    lora_alpha=16,
    temperature=1.0,
    max_response_length=4,
    seed=0,
    threads=1,
)
