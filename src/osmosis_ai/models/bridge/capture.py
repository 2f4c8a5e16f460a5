"""What a bridge tells whoever wants the tokens of the calls it passes on."""

from typing import Any, Protocol


class CallCapture(Protocol):
    """Sees every call of a rollout on its way to the model, and the model's whole answer."""

    def prepared(self, rollout_id: str, body: dict[str, Any]) -> dict[str, Any]:
        """The request as the model is to get it, in place of the rollout's."""
        ...

    async def answered(self, rollout_id: str, body: dict[str, Any], response: dict[str, Any]) -> None:
        """The model's answer to a prepared request, before the rollout gets its part of it. Raises nothing."""
        ...
