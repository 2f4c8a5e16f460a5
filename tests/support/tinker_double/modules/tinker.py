"""A double of the package `tinker`: its calls as the worker makes them, without a model.

What is sampled is the token 7 for each token that may be, then the end; the base model `other-version` is refused as
a client of another version is, `refusing` as a server does that wants a key.
"""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

__version__ = "0.0"
END = 2


class TinkerError(Exception):
    """As the client has it."""


class APIResponseValidationError(TinkerError):
    """As the client has it."""


class APIConnectionError(TinkerError):
    """As the client has it."""


class APIStatusError(TinkerError):
    """As the client has it."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.response = SimpleNamespace(status_code=status)


class _Values(list):
    def tolist(self) -> list[float]:
        return list(self)


class _Done:
    def __init__(self, result: Any) -> None:
        self._result = result

    async def result_async(self) -> Any:
        return self._result


class ModelInput:
    """Token ids."""

    def __init__(self, ids: list[int]) -> None:
        self.ids = ids

    @classmethod
    def from_ints(cls, ids: list[int]) -> ModelInput:
        return cls(ids)


class _Sampling:
    async def sample_async(self, prompt: ModelInput, number: int, params: SimpleNamespace) -> SimpleNamespace:
        assert number == 1
        assert params.stop == [END]
        sampled = [7] * (params.max_tokens - 1) + [END]
        sequence = SimpleNamespace(tokens=sampled, logprobs=[-0.5] * len(sampled), stop_reason="stop")
        return SimpleNamespace(sequences=[sequence])


class _Training:
    async def save_weights_and_get_sampling_client_async(self) -> _Sampling:
        return _Sampling()

    async def forward_backward_async(self, rows: list[SimpleNamespace], loss: str) -> _Done:
        assert loss == "importance_sampling"
        self.rows = rows
        found = [{"logprobs": _Values(each + 0.25 for each in row.loss_fn_inputs["logprobs"])} for row in rows]
        return _Done(SimpleNamespace(loss_fn_outputs=found))

    async def optim_step_async(self, params: SimpleNamespace) -> _Done:
        assert params.learning_rate > 0
        return _Done(SimpleNamespace(metrics={"double/grad_norm": float(len(self.rows))}))

    async def load_state_with_optimizer_async(self, path: str) -> _Done:
        if path != "tinker://model/weights/step-000002":
            raise TinkerError(f"no such checkpoint: {path}")
        return _Done(None)

    async def save_state_async(self, name: str) -> _Done:
        return _Done(SimpleNamespace(path=f"tinker://model/weights/{name}"))

    async def save_weights_for_sampler_async(self, name: str) -> _Done:
        return _Done(SimpleNamespace(path=f"tinker://model/{name}"))


class ServiceClient:
    """The double's door."""

    def __init__(self, *, base_url: str, api_key: str) -> None:
        self._url = base_url
        assert api_key.startswith("tml-")

    async def get_server_capabilities_async(self) -> SimpleNamespace:
        names = ("double", "other-version", "refusing")
        return SimpleNamespace(supported_models=[SimpleNamespace(model_name=name) for name in names])

    async def create_lora_training_client_async(self, *, base_model: str, **_given: Any) -> _Training:
        if base_model == "other-version":
            raise APIStatusError("Unsupported Media Type", 415)
        if base_model == "refusing":
            raise APIStatusError("who are you", 401)
        return _Training()

    def create_rest_client(self) -> ServiceClient:
        return self

    async def get_checkpoint_archive_url_async(self, run: str, checkpoint: str) -> SimpleNamespace:
        return SimpleNamespace(url=f"{self._url}/archive/{run}/{checkpoint}")


types = sys.modules[__name__]
SamplingParams = AdamParams = Datum = SimpleNamespace
