"""A model that is trained on a Tinker-compatible server: the calls of the client, and its errors in plain words."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import os
import tarfile
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from .chat import completion, read_request
from .errors import WorkerError

STATE = "tinker.json"
"""Where the server keeps the state of a checkpoint."""
_ADAPTER = "adapter"
_FILES = ("adapter_model.safetensors", "adapter_config.json")
_LARGEST_ADAPTER = 1 << 34
_CONNECT_SEC = 10.0
_NOT_UNDERSTOOD = {404, 405, 415, 422, 426}


class Session:
    """One model on the server, and the policy that answers now. Commands are its coroutine methods."""

    def __init__(self) -> None:
        self._url = ""
        self._service: Any = None
        self._training: Any = None
        self._sampling: Any = None
        self._tokenizer: Any = None

    async def open(
        self, *, url: str, model: str, tokenizer: str | None, rank: int, seed: int, resume: str | None
    ) -> dict[str, Any]:
        """Makes the model, or loads what `resume` says was saved of it."""
        import tinker

        self._url = url
        await self._reachable()
        async with self._understood():
            self._service = await asyncio.to_thread(
                tinker.ServiceClient, base_url=url, api_key=os.environ.get("TINKER_API_KEY") or "tml-none"
            )
            offered = (await self._service.get_server_capabilities_async()).supported_models
            names = [each.model_name for each in offered if each.model_name]
            if model not in names:
                raise WorkerError(
                    f"the server at {url} does not have the model {model!r}; it has {', '.join(names) or 'none'}",
                    "Name one of them in experiment.model_path, behind tinker/.",
                )
            self._training = await self._service.create_lora_training_client_async(
                base_model=model, rank=rank, seed=seed, train_unembed=False
            )
            if resume is not None:
                state = json.loads((Path(resume) / STATE).read_text())["state"]
                try:
                    await (await self._training.load_state_with_optimizer_async(state)).result_async()
                except tinker.TinkerError as error:
                    raise WorkerError(
                        f"the server at {url} cannot load {state}: {_words(error)}",
                        "A server forgets its checkpoints where its files are removed: start a new run.",
                    ) from None
        self._tokenizer = await asyncio.to_thread(_tokenizer, tokenizer or model)
        return {"versions": {"tinker": tinker.__version__}}

    async def serve(self) -> dict[str, Any]:
        """The model as it is now answers from here on."""
        async with self._understood():
            self._sampling = await self._training.save_weights_and_get_sampling_client_async()
        return {}

    async def complete(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """A chat completion by the policy."""
        from tinker import types

        prompt = read_request(self._tokenizer, request)
        async with self._understood():
            answer = await self._sampling.sample_async(
                types.ModelInput.from_ints(prompt.ids),
                1,
                types.SamplingParams(
                    max_tokens=prompt.max_tokens, temperature=prompt.temperature, seed=prompt.seed, stop=prompt.stop
                ),
            )
        sequence = answer.sequences[0]
        return completion(
            self._tokenizer,
            prompt,
            sequence.tokens,
            sequence.logprobs or [],
            stopped=sequence.stop_reason == "stop",
        )

    async def update(self, data: Sequence[Mapping[str, Any]], lr: float) -> dict[str, Any]:
        """One update by importance sampling. Each row has `tokens`, `target_tokens`, `logprobs` and `advantages`."""
        from tinker import types

        rows = [
            types.Datum(
                model_input=types.ModelInput.from_ints(row["tokens"]),
                loss_fn_inputs={name: row[name] for name in ("target_tokens", "logprobs", "advantages")},
            )
            for row in data
        ]
        async with self._understood():
            passed = await self._training.forward_backward_async(rows, "importance_sampling")
            stepped = await self._training.optim_step_async(types.AdamParams(learning_rate=lr))
            found = await passed.result_async()
            done = await stepped.result_async()
        return {
            "logprobs": [[float(each) for each in row["logprobs"].tolist()] for row in found.loss_fn_outputs],
            "metrics": {name: float(value) for name, value in (done.metrics or {}).items()},
        }

    async def save(self, into: str, name: str) -> dict[str, Any]:
        """Keeps model and optimizer on the server, and writes the adapter and what the server calls them."""
        folder = Path(into)
        async with self._understood():
            kept = await (await self._training.save_state_async(name)).result_async()
            sampler = await (await self._training.save_weights_for_sampler_async(name)).result_async()
            rest = self._service.create_rest_client()
            # not `..._from_tinker_path`: SkyRL's paths lack the part that it looks for
            run, _, checkpoint = sampler.path.removeprefix("tinker://").partition("/")
            archive = await rest.get_checkpoint_archive_url_async(run, checkpoint)
            content = await self._fetched(archive.url)
        await asyncio.to_thread(_unpack, content, folder / _ADAPTER)
        with (folder / STATE).open("w") as file:
            json.dump({"state": kept.path, "sampler": sampler.path, "server": self._url}, file)
            file.flush()
            os.fsync(file.fileno())
        return {"state": kept.path}

    async def _fetched(self, url: str) -> bytes:
        import httpx

        async with httpx.AsyncClient(follow_redirects=True, timeout=600.0) as http, http.stream("GET", url) as answer:
            answer.raise_for_status()
            found = bytearray()
            async for block in answer.aiter_bytes():
                found += block
                if len(found) > _LARGEST_ADAPTER:
                    raise WorkerError(f"the server's adapter has more than {_LARGEST_ADAPTER:,} bytes")
            return bytes(found)

    async def _reachable(self) -> None:
        """The client itself tries for minutes."""
        import httpx

        try:
            async with httpx.AsyncClient(timeout=_CONNECT_SEC) as http:
                await http.get(f"{self._url.rstrip('/')}/api/v1/healthz")
        except httpx.HTTPError as error:
            raise WorkerError(
                f"no server answers at {self._url}: {_words(error)}",
                "Start it, or correct tinker_url under [advanced.local].",
                "connection",
            ) from None

    @contextlib.asynccontextmanager
    async def _understood(self) -> AsyncIterator[None]:
        """Errors of the client as what they mean."""
        import httpx
        import pydantic
        import tinker

        try:
            yield
        except (AssertionError, pydantic.ValidationError, tinker.APIResponseValidationError) as error:
            raise self._other_version(_words(error)) from None
        except tinker.APIStatusError as error:
            status = error.response.status_code
            if status in {401, 403}:
                raise WorkerError(
                    f"the server at {self._url} refuses the key: {_words(error)}", "Set TINKER_API_KEY."
                ) from None
            if status in _NOT_UNDERSTOOD:
                raise self._other_version(f"{status}, {_words(error)}") from None
            raise WorkerError(f"the server at {self._url} answered {status}: {_words(error)}") from None
        except (tinker.APIConnectionError, httpx.HTTPError) as error:
            raise WorkerError(
                f"the server at {self._url} cannot be reached: {_words(error)}", kind="connection"
            ) from None
        except tinker.TinkerError as error:
            raise WorkerError(f"the server at {self._url}: {_words(error)}") from None

    def _other_version(self, said: str) -> WorkerError:
        import tinker

        return WorkerError(
            f"the server at {self._url} and tinker {tinker.__version__} do not understand each other: {said}",
            "Install the version of tinker that the server is made for: SkyRL 0.4.0 wants tinker==0.25.0.",
        )


def _tokenizer(name: str) -> Any:
    from transformers import AutoTokenizer

    try:
        return AutoTokenizer.from_pretrained(name)
    except Exception as error:
        raise WorkerError(
            f"the tokenizer {name!r} cannot be loaded: {_words(error)}",
            "Name a folder that has it, or a hub's name of it, in tinker_tokenizer under [advanced.local].",
        ) from None


def _unpack(content: bytes, folder: Path) -> None:
    """The two files of peft out of the server's archive, wherever in it they are, and nothing else."""
    folder.mkdir()
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        found = {Path(member.name).name: member for member in archive.getmembers() if member.isfile()}
        missing = [name for name in _FILES if name not in found]
        if missing:
            raise WorkerError(f"the server's archive of the adapter has no {' and no '.join(missing)}")
        for name in _FILES:
            source = archive.extractfile(found[name])
            assert source is not None  # noqa: S101 - a file has content
            with (folder / name).open("wb") as file:
                file.write(source.read())
                file.flush()
                os.fsync(file.fileno())


def _words(error: BaseException) -> str:
    """What an error says, in one line."""
    return " ".join(str(error).split())[:500] or type(error).__name__
