"""A chat request as token ids, and sampled ids as a chat completion that lists them as vLLM's does on request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import WorkerError


@dataclass(frozen=True)
class Prompt:
    """What is sampled from. `stop` is token ids, or strings where the request has some of its own."""

    ids: list[int]
    max_tokens: int
    temperature: float
    seed: int | None
    stop: list[int] | list[str]
    stop_strings: list[str]


def read_request(tokenizer: Any, body: Mapping[str, Any]) -> Prompt:
    """The request through the model's chat template. Raises WorkerError for what cannot be answered."""
    if body.get("tools") or body.get("functions"):
        raise WorkerError(
            "the trainer tinker does not answer with tool calls, and the rollout offered tools", kind="request"
        )
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise WorkerError("the request has no messages", kind="request")
    if not tokenizer.chat_template:
        raise WorkerError(
            "the tokenizer has no chat template", "Name one that has in tinker_tokenizer, under [advanced.local]."
        )
    try:
        ids = tokenizer.apply_chat_template(
            [_message(each) for each in messages], add_generation_prompt=True, return_dict=False
        )
    except Exception as error:
        raise WorkerError(f"the model's chat template does not take these messages: {error}", kind="request") from None
    asked = body.get("stop")
    strings = [asked] if isinstance(asked, str) else [str(each) for each in asked or ()]
    ends = [*strings, tokenizer.eos_token] if strings else [int(tokenizer.eos_token_id)]
    return Prompt(
        [int(each) for each in ids],
        max_tokens=int(body["max_tokens"]),
        temperature=float(body["temperature"]),
        seed=body.get("seed"),
        stop=ends,
        stop_strings=strings,
    )


def _message(message: Any) -> dict[str, Any]:
    """A message with its parts of text as one text, which is what chat templates take."""
    if not isinstance(message, dict):
        raise WorkerError("a message is not an object", kind="request")
    content = message.get("content")
    if not isinstance(content, list):
        return {**message, "content": content or ""}
    if any(not isinstance(part, dict) or part.get("type") != "text" for part in content):
        raise WorkerError("the trainer tinker takes text alone", kind="request")
    return {**message, "content": "".join(str(part.get("text", "")) for part in content)}


def completion(
    tokenizer: Any, prompt: Prompt, sampled: Sequence[int], logprobs: Sequence[float], *, stopped: bool
) -> dict[str, Any]:
    """The answer. Its text is without the token or the string that ended it; its ids are all that were sampled."""
    ids = list(sampled)
    said = ids[:-1] if ids and ids[-1] == tokenizer.eos_token_id else ids
    text = tokenizer.decode(said, skip_special_tokens=True)
    for each in prompt.stop_strings:
        text = text.split(each, 1)[0]
    return {
        "object": "chat.completion",
        "prompt_token_ids": prompt.ids,
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": text},
                "finish_reason": "stop" if stopped else "length",
                "token_ids": ids,
                "logprobs": {
                    "content": [
                        {"token": tokenizer.decode([token]), "logprob": value}
                        for token, value in zip(ids, logprobs, strict=False)
                    ]
                },
            }
        ],
        "usage": {
            "prompt_tokens": len(prompt.ids),
            "completion_tokens": len(ids),
            "total_tokens": len(prompt.ids) + len(ids),
        },
    }
