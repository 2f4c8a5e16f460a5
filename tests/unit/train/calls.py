"""Model calls as a llama.cpp server answers them, and what a capture makes of them."""

from __future__ import annotations

from typing import Any

from osmosis_ai.models.bridge.token_capture import CapturedCall, Sampling, read_call

SAMPLING = Sampling(1.0, 12)
SETTINGS = {
    "temperature": 1.0,
    "top_k": 0,
    "top_p": 1.0,
    "min_p": 0.0,
    "typical_p": 1.0,
    "repeat_penalty": 1.0,
    "presence_penalty": 0.0,
    "frequency_penalty": 0.0,
    "dry_multiplier": 0.0,
    "grammar": "",
}


def answer(ids: list[int], *, listed: list[int] | None = None, prompt: int = 3, **settings: Any) -> dict[str, Any]:
    """An answer that sampled `ids` and gave log-probabilities for `listed`, after a prompt of so many tokens."""
    content = [{"id": i, "token": f"<{i}>", "logprob": -0.5} for i in (ids if listed is None else listed)]
    return {
        "choices": [
            {
                "message": {"role": "assistant", "content": "x"},
                "finish_reason": "stop",
                "logprobs": {"content": content},
            }
        ],
        "usage": {"prompt_tokens": prompt, "completion_tokens": len(ids), "total_tokens": prompt + len(ids)},
        "__verbose": {
            "tokens": ids,
            "tokens_evaluated": prompt,
            "prompt": "p",
            "generation_settings": {**SETTINGS, **settings},
        },
    }


def call(prompt_ids: list[int], ids: list[int], *, version: int = 0, **more: Any) -> CapturedCall:
    """A captured call."""
    return read_call({"messages": []}, answer(ids, prompt=len(prompt_ids), **more), prompt_ids, SAMPLING, version)
