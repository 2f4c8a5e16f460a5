"""Our controller's client in either dialect, and what it asks for."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from osmosis_ai.hosting.listener import listening
from osmosis_ai.rollout.client import RolloutClient
from osmosis_ai.rollout.control.receiver import CallbackReceiver
from osmosis_ai.rollout.types import RolloutInitRequest
from tests.interop.recorder import Recorder


def asked(rollout_id: str, text: str, **more: Any) -> RolloutInitRequest:
    """A rollout of one user message; no model is behind it unless `more` names one."""
    return RolloutInitRequest.model_validate(
        {
            "rollout_id": rollout_id,
            "initial_messages": [{"role": "user", "content": text}],
            "chat_completions_url": "http://127.0.0.1:9/v1",
            "llm_api_key": "key",
            "label": "56",
            **more,
        }
    )


@asynccontextmanager
async def driving(url: str, posted: list[str] | None = None) -> AsyncIterator[RolloutClient]:
    """A client that speaks what the server at that URL speaks: leases, or callbacks to a receiver on loopback.

    What came to the receiver is put into `posted` at the end.
    """
    receiver = CallbackReceiver()
    async with listening(receiver.app()) as here, RolloutClient(url=url, callbacks=receiver) as client:
        with Recorder(here) as callbacks:
            receiver.base_url = callbacks.url
            try:
                yield client
            finally:
                if posted is not None:
                    posted.append(callbacks.text())
