"""A double of the package `transformers`: a tokenizer whose ids are the code points of a text."""

from __future__ import annotations

from typing import Any


class AutoTokenizer:
    """A tokenizer with a chat template."""

    chat_template = "double"
    eos_token = "<end>"
    eos_token_id = 2

    @classmethod
    def from_pretrained(cls, name: str) -> AutoTokenizer:
        if name == "nowhere":
            raise OSError("there is no such folder")
        return cls()

    def apply_chat_template(self, messages: list[dict[str, Any]], **_given: Any) -> list[int]:
        return [ord(letter) for message in messages for letter in message["content"]]

    def decode(self, ids: list[int], **_given: Any) -> str:
        return "".join("<end>" if each == self.eos_token_id else str(each) for each in ids)
