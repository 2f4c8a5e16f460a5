"""The reasoning of turns that call tools: some models want it back, and most clients lose it."""

from typing import Any

_FIELDS = ("reasoning_content", "thinking_blocks", "reasoning_details", "reasoning")


class ReasoningMemory:
    """Keeps one rollout's reasoning by tool-call id, and gives it back to turns that are replayed without."""

    def __init__(self) -> None:
        self._by_call: dict[str, dict[str, Any]] = {}

    def remember(self, message: dict[str, Any]) -> None:
        """Keep the reasoning of the model's turn, if it calls tools."""
        kept = {key: message[key] for key in _FIELDS if message.get(key)}
        if kept:
            for call in message.get("tool_calls") or ():
                if isinstance(call, dict) and isinstance(call.get("id"), str):
                    self._by_call[call["id"]] = kept

    def attach(self, messages: list[dict[str, Any]]) -> None:
        """Give replayed turns their reasoning back, unless the client kept some of it."""
        if not self._by_call:
            return
        for turn in messages:
            calls = turn.get("tool_calls")
            if not isinstance(calls, list) or any(key in turn for key in _FIELDS):
                continue
            for call in calls:
                given = call.get("id") if isinstance(call, dict) else None
                kept = self._by_call.get(given) if isinstance(given, str) else None
                if kept:
                    turn.update(kept)
                    break
