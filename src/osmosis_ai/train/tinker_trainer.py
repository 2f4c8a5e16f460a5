"""A Tinker-compatible server as trainer and as policy; its client is in a separate process, in whichever Python has it.

The run owns the loop: the server samples what the rollouts ask for, and computes an update by importance sampling from
the tokens and the advantages that it is sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import math
import statistics
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, override
from urllib.parse import urlsplit

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.models.bridge.token_capture import CapturedCall, Sampling, TokenCapture
from osmosis_ai.models.bridge.whole_answers import WholeAnswers
from osmosis_ai.models.policy import Completion, FaultKind, ProviderError, Sanitiser, read_completion
from osmosis_ai.train.advantages import UpdateRow, group_advantages, update_row
from osmosis_ai.train.endpoints import read_vllm_call, vllm_request
from osmosis_ai.train.settings import TINKER_PREFIX
from osmosis_ai.train.trainer import ADAPTER, TrainerInfo, TrainerSettings, TrainingRow, Update
from osmosis_ai.train.worker import ConnectedWorker, WorkerPython, call_worker, connected_worker, without_secrets
from osmosis_contract.models.token_trajectory import ScoredTokenTrajectory, TokenSegment

__all__ = [
    "KEY_VARIABLE",
    "TINKER",
    "MissingTinkerError",
    "TinkerCapture",
    "TinkerModel",
    "TinkerPolicy",
    "TinkerTrainer",
    "open_tinker",
]

KEY_VARIABLE = "TINKER_API_KEY"
_OPEN_SEC = 900.0
_STATUS = 200
_NETWORK = ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR", "HF_ENDPOINT")
_LOOPBACK = {"127.0.0.1", "localhost", "::1"}
_FAULTS = {"request": FaultKind.BAD_REQUEST, "connection": FaultKind.CONNECTION, "server": FaultKind.SERVER}


class MissingTinkerError(OsmosisError):
    """The Python of the trainer `tinker` lacks packages."""

    def __init__(self, python: str, missing: Sequence[str]) -> None:
        super().__init__(
            f"The trainer tinker needs {', '.join(missing)}, which {python} does not have.",
            hint=(
                "Make an environment for it, with the version of tinker that the server wants: "
                "python -m venv tinker-client && tinker-client/bin/pip install tinker jinja2 gguf safetensors. "
                f"Then name its Python: {TINKER.variable}=/path/to/tinker-client/bin/python."
            ),
            details={"missing": list(missing)},
        )


TINKER = WorkerPython("OSMOSIS_TINKER_PYTHON", "tinker and jinja2", MissingTinkerError)
"""Where the client of a Tinker-compatible server runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TinkerModel:
    """A base model on a server. `local_base` is its GGUF file on this machine, where checkpoints are served from it."""

    url: str
    name: str
    tokenizer: str | None
    local_base: Path | None


class _RefusedError(Exception):
    """What the worker says went wrong."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(str(error["message"]))
        self.message = str(error["message"])
        self.hint = error.get("hint")
        self.kind = str(error.get("kind"))


class _Channel:
    """Commands to the worker, any number at a time. Reads answers while the context lasts."""

    def __init__(self, worker: ConnectedWorker) -> None:
        self._worker = worker
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._gone: OsmosisError | None = None

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[_Channel]:
        """Itself."""
        task = asyncio.create_task(self._read())
        try:
            yield self
        finally:
            task.cancel()

    async def ask(self, command: str, **given: object) -> dict[str, Any]:
        """The answer to a command. Raises _RefusedError, OsmosisError where the process is gone."""
        if self._gone is not None:
            raise self._gone
        number = next(self._numbers)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        self._worker.writer.write(json.dumps({"id": number, "do": command, **given}).encode() + b"\n")
        try:
            with contextlib.suppress(ConnectionError):
                await self._worker.writer.drain()
            said = await answer
        finally:
            self._waiting.pop(number, None)
        if "missing" in said:
            raise TINKER.lacks(self._worker.python, said["missing"])
        if "error" in said:
            raise _RefusedError(said["error"])
        found: dict[str, Any] = said["ok"]
        return found

    async def _read(self) -> None:
        with contextlib.suppress(ConnectionError, ValueError):
            while line := await self._worker.reader.readline():
                said = json.loads(line)
                waiting = self._waiting.get(said["id"])
                if waiting is not None and not waiting.done():
                    waiting.set_result(said)
        self._gone = await self._worker.ended("Go on with the same --name; the server has what was saved.")
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(self._gone)


class TinkerTrainer:
    """The model that the server trains. Make one with `open_tinker`."""

    def __init__(
        self,
        channel: _Channel,
        settings: TrainerSettings,
        model: TinkerModel,
        info: TrainerInfo,
        convert: Callable[[Path, Path, Path], Any],
    ) -> None:
        self.info = info
        self._channel = channel
        self._settings = settings
        self._model = model
        self._convert = convert
        self._saved = 0

    async def step(self, step: int, rows: Sequence[TrainingRow], adapter: Path) -> Update:
        """See Trainer.step. A rollout without a reward, or no better and no worse than its siblings, is not sent."""
        _ = step, adapter
        scored = [each.trajectory if isinstance(each.trajectory, ScoredTokenTrajectory) else None for each in rows]
        rewards = [None if each is None else each.reward for each in scored]
        found = zip(scored, group_advantages(rewards, self._settings.samples), strict=True)
        sent = [(each.segments[0], advantage) for each, advantage in found if each is not None and advantage]
        figures = {"entropy": _entropy([each.segments[0] for each in scored if each is not None])}
        if sent:
            data = [update_row(segment, advantage) for segment, advantage in sent]
            said = await _asked(self._channel.ask("update", data=data, lr=self._settings.lr))
            figures |= _figures(data, said["logprobs"], [segment for segment, _ in sent])
            named = {name.rpartition("/")[2]: value for name, value in said["metrics"].items()}
            figures |= {name: named[name] for name in ("grad_norm",) if name in named}
        return Update(figures)

    async def save(self, folder: Path, served: Path) -> None:
        """See Trainer.save. The optimizer stays on the server; the folder says where."""
        _ = served
        name = folder.name.strip(".").partition(".")[0]
        await _asked(self._channel.ask("save", into=str(folder), name=name))
        if self._model.local_base is not None:
            await self._convert(folder / "adapter", self._model.local_base, folder / ADAPTER)


class TinkerPolicy(WholeAnswers):
    """The model as the server samples from it. A TrainedPolicy."""

    def __init__(self, channel: _Channel, name: str, sanitise: Sanitiser) -> None:
        self.name = name
        self.version = 0
        self._channel = channel
        self._sanitise = sanitise

    async def serve(self, adapter: Path | None, version: int) -> None:
        """See TrainedPolicy.serve. The server has the adapter."""
        _ = adapter
        await _asked(self._channel.ask("serve"))
        self.version = version

    @override
    async def complete(self, body: dict[str, Any], *, timeout: float | None = None) -> Completion:
        """See PolicyModel.complete."""
        try:
            async with asyncio.timeout(timeout):
                response = await self._channel.ask("complete", request=body)
        except TimeoutError:
            raise ProviderError(f"no answer within {timeout:g} s", kind=FaultKind.TIMEOUT) from None
        except _RefusedError as error:
            kind = _FAULTS.get(error.kind, FaultKind.SERVER)
            raise ProviderError(self._sanitise(error.message), kind=kind) from None
        except OsmosisError as error:
            raise ProviderError(self._sanitise(error.message), kind=FaultKind.CONNECTION) from None
        return read_completion(response, status=_STATUS)


class TinkerCapture(TokenCapture):
    """The tokens of calls that the worker answered, as it lists them."""

    def __init__(self, sampling: Sampling) -> None:
        super().__init__(_no_tokens, sampling)

    @override
    def request(self, body: Mapping[str, Any], seed: int) -> dict[str, Any]:
        return vllm_request(body, self.sampling, seed)

    @override
    async def read(self, body: Mapping[str, Any], response: Mapping[str, Any]) -> CapturedCall:
        return read_vllm_call(body, response, self.policy_version)


async def _no_tokens(_text: str) -> list[int]:
    return []


@asynccontextmanager
async def open_tinker(
    model: TinkerModel,
    settings: TrainerSettings,
    *,
    resume: Path | None,
    environ: Mapping[str, str],
    key: str | None,
    log: Callable[[str], None],
) -> AsyncIterator[tuple[TinkerTrainer, TinkerPolicy]]:
    """A model on a server, from the base model or where `resume` was saved. `key` is the server's.

    Raises OsmosisError for a server that is away, another version, an unknown model; MissingTinkerError.
    """
    env = _environment(model.url, environ, key)
    async with (
        connected_worker("tinker_worker", TINKER, environ=environ, env=env, log=log) as worker,
        _Channel(worker).reading() as channel,
    ):
        try:
            async with asyncio.timeout(_OPEN_SEC):
                said = await _asked(
                    channel.ask(
                        "open",
                        url=model.url,
                        model=model.name,
                        tokenizer=model.tokenizer,
                        rank=settings.lora_rank,
                        seed=settings.seed,
                        resume=None if resume is None else str(resume),
                    )
                )
        except TimeoutError:
            raise OsmosisError(f"the server at {model.url} did not load {model.name} within {_OPEN_SEC:g} s") from None

        async def convert(adapter: Path, base: Path, into: Path) -> None:
            given = (str(adapter), str(base), str(into))
            await call_worker(
                "trl_worker.peft_to_gguf", *given, name="the adapter", environ=environ, log=log, where=TINKER
            )

        info = TrainerInfo(served=None, parameters=None, trained_parameters=None, versions=said["versions"])
        policy = TinkerPolicy(channel, TINKER_PREFIX + model.name, Sanitiser(environ, key or ""))
        yield TinkerTrainer(channel, settings, model, info, convert), policy


def _environment(url: str, environ: Mapping[str, str], key: str | None) -> dict[str, str]:
    """What the client's process gets: the key, and how to reach the network, which loopback does not need."""
    env = {**without_secrets(environ), "TINKER_TELEMETRY": "0"}
    if urlsplit(url).hostname not in _LOOPBACK:
        env |= {name: environ[name] for name in _NETWORK if name in environ}
    return env | ({} if key is None else {KEY_VARIABLE: key})


async def _asked(answer: Any) -> dict[str, Any]:
    """An answer of the worker, or what it refused as the run's error."""
    try:
        found: dict[str, Any] = await answer
    except _RefusedError as error:
        raise OsmosisError(error.message, hint=error.hint) from None
    return found


def _entropy(segments: Sequence[TokenSegment]) -> float:
    """Estimated from what was sampled: the mean of -log p over the model's tokens."""
    found = [-value for each in segments for value, mask in zip(each.logprobs, each.mask, strict=True) if mask]
    return statistics.fmean(found) if found else 0.0


def _figures(
    data: Sequence[UpdateRow], trained: Sequence[Sequence[float]], segments: Sequence[TokenSegment]
) -> dict[str, float]:
    """The loss before the update, a token, and how far sampler and trainer are apart in log-probabilities."""
    losses, apart = [], []
    for row, logprobs, segment in zip(data, trained, segments, strict=True):
        end = len(segment.mask)
        for ours, theirs, advantage, mask in zip(
            row["logprobs"][-end:], logprobs[-end:], row["advantages"][-end:], segment.mask, strict=True
        ):
            if mask:
                losses.append(-math.exp(min(theirs - ours, 50.0)) * advantage)
                apart.append(abs(theirs - ours))
    return {"loss": statistics.fmean(losses), "serving_logp_difference": statistics.fmean(apart)} if apart else {}
