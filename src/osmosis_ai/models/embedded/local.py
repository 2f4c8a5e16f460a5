"""The embedded model, `local/NAME` or `local/PATH.gguf`: llama.cpp in a separate, supervised process."""

import asyncio
import contextlib
import json
import os
import secrets
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from osmosis_ai.base.errors import InternalError, OsmosisError
from osmosis_ai.base.processes.supervisor import ChildProcess
from osmosis_ai.models.embedded.llama_server import API_KEY_VARIABLE, LoraAdapter, ServerSettings, usable_cores
from osmosis_ai.models.embedded.model import EmbeddedModel, ModelServer
from osmosis_ai.models.embedded.trained import find_trained
from osmosis_ai.models.embedded.weights import EMBEDDED, ensure_weights, missing_extra
from osmosis_ai.models.policy import Sanitiser
from osmosis_ai.models.providers.direct import open_direct

CONTEXT_PER_SLOT = 2048
MAX_SLOTS = 8  # measured: more gain nothing on few cores, and each takes 46 MB for SmolLM2
SEED = 7
LOAD_TIMEOUT = 300.0
STOP_GRACE = 2.0
NOTICE_SECONDS = 1.0
_GGUF_MAGIC = b"GGUF"
_OWN_MODULE = "osmosis_ai.models.embedded.llama_server"


@dataclass(frozen=True, slots=True)
class LocalOptions:
    """How to serve the embedded model. None means: worked out at the start.

    `context` is in tokens per slot. `root` is where a relative PATH.gguf is looked up when it is not
    below the current directory. `show_progress` lets the fetching tool draw on stderr (None: if that is a
    terminal).
    """

    context: int = CONTEXT_PER_SLOT
    threads: int | None = None
    seed: int = SEED
    lora_adapters: tuple[LoraAdapter, ...] = ()
    root: Path | None = None
    show_progress: bool | None = None


@asynccontextmanager
async def open_local(
    model_path: str,
    *,
    env: Mapping[str, str],
    slots: int,
    log: Callable[[str], None],
    options: LocalOptions,
) -> AsyncIterator[EmbeddedModel]:
    """The embedded model, loaded and listening while the context lasts; its process is gone afterwards."""
    if slots < 1 or options.context < 1:
        raise OsmosisError("The embedded model needs at least one slot and a context of at least one token.")
    weights, adapters = await _weights_and_adapters(model_path, env=env, log=log, options=options)
    settings = ServerSettings(
        model=weights,
        slots=min(slots, MAX_SLOTS),
        context=options.context,
        threads=options.threads or usable_cores(),
        seed=options.seed,
        lora_adapters=tuple(
            LoraAdapter(_existing(adapter.path, options, "The LoRA adapter"), adapter.scale) for adapter in adapters
        ),
    )
    key = secrets.token_hex(16)
    sanitise = Sanitiser(env, key)

    @asynccontextmanager
    async def serve() -> AsyncIterator[ModelServer]:
        server, base_url = await _start(settings, key, log)
        async with server:
            await _check_context(base_url, key, settings)
            async with open_direct(
                model_path,
                settings.model.stem,
                base_url,
                api_key=key,
                sanitise=sanitise,
                explain=lambda: _why_gone(server),
            ) as model:
                yield ModelServer(server, model)

    async with EmbeddedModel(model_path, serve, log) as embedded:
        yield embedded


async def _weights_and_adapters(
    model_path: str, *, env: Mapping[str, str], log: Callable[[str], None], options: LocalOptions
) -> tuple[Path, tuple[LoraAdapter, ...]]:
    """The file to serve, and the adapters on it: those of the options, after that of a trained model."""
    trained = find_trained(model_path.removeprefix("local/"), options.root)
    if trained is None:
        return await _find(model_path, env=env, log=log, options=options), options.lora_adapters
    base = await _find(trained.base, env=env, log=log, options=options)
    log(f"{model_path} is {trained.base} with the adapter of step {trained.step} of {trained.run}")
    weights = await asyncio.to_thread(trained.weights, base, env)
    return weights, (LoraAdapter(trained.adapter), *options.lora_adapters)


async def find_weights(
    model_path: str, *, env: Mapping[str, str], log: Callable[[str], None], root: Path | None
) -> Path:
    """The GGUF file that `local/NAME` or `local/PATH.gguf` names, fetched if need be. Raises OsmosisError."""
    return await _find(model_path, env=env, log=log, options=LocalOptions(root=root))


async def _find(model_path: str, *, env: Mapping[str, str], log: Callable[[str], None], options: LocalOptions) -> Path:
    wanted = model_path.removeprefix("local/")
    if wanted in EMBEDDED:
        show = sys.stderr.isatty() if options.show_progress is None else options.show_progress
        return await ensure_weights(EMBEDDED[wanted], env=env, log=log, show_progress=show)
    if not wanted.endswith(".gguf"):
        raise OsmosisError(
            f"experiment.model_path: there is no embedded model {wanted!r}.",
            code="NOT_FOUND",
            hint=f"There is {', '.join(f'local/{name}' for name in EMBEDDED)}; "
            "a model file of your own is local/PATH.gguf, a trained one local/RUN@STEP.",
        )
    path = _existing(Path(wanted), options, "The model file")
    with path.open("rb") as file:
        if file.read(len(_GGUF_MAGIC)) != _GGUF_MAGIC:
            raise OsmosisError(f"experiment.model_path: {path} is not a GGUF file.")
    return path


def _existing(path: Path, options: LocalOptions, what: str) -> Path:
    """The file as an absolute path, looked up below the current directory and then below the root."""
    folders = [Path.cwd(), *([options.root] if options.root else [])]
    for folder in folders:
        if (folder / path).is_file():
            return (folder / path).resolve()
    raise OsmosisError(
        f"{what} {path} does not exist.",
        code="NOT_FOUND",
        hint=None if path.is_absolute() else f"Looked in {' and '.join(map(str, dict.fromkeys(folders)))}.",
    )


async def _start(settings: ServerSettings, key: str, log: Callable[[str], None]) -> tuple[ChildProcess, str]:
    """Start the server and wait until it listens. The run's secrets are not in its environment."""
    ready: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    def on_line(stream: str, line: str) -> None:
        if stream == "stdout" and not ready.done() and line.startswith('{"ready"'):
            ready.set_result(json.loads(line))
        else:
            log(line)

    server = await ChildProcess.start(
        [sys.executable, "-P", "-m", _OWN_MODULE, *settings.to_arguments()],
        name="the embedded model's server",
        env={**os.environ, API_KEY_VARIABLE: key},
        on_line=on_line,
        grace=STOP_GRACE,
    )
    ended = asyncio.create_task(server.wait())
    either: list[asyncio.Future[Any]] = [ready, ended]
    try:
        await asyncio.wait(either, timeout=LOAD_TIMEOUT, return_when=asyncio.FIRST_COMPLETED)
        said = ready.result() if ready.done() else {}
        if said.get("ready"):
            return server, str(said["base_url"])
        await server.stop()
        raise _cannot_start(server, settings, said)
    except BaseException:
        await server.stop(0)
        raise
    finally:
        ended.cancel()


def _cannot_start(server: ChildProcess, settings: ServerSettings, said: dict[str, Any]) -> OsmosisError:
    if said.get("missing"):
        return missing_extra(str(said["missing"]))
    lines = [line for line in server.tail if not line.startswith('{"ready"')][-6:]
    why = " | ".join(lines) or said.get("error") or f"it ended with status {server.returncode}"
    return OsmosisError(
        f"The model {settings.model} could not be loaded: {why}",
        hint="Check that the file is whole and a model that llama.cpp knows, and that there is memory for "
        f"{settings.slots} slots of {settings.context} tokens.",
        details={"exit_status": server.returncode, "last_lines": lines},
    )


async def _check_context(base_url: str, key: str, settings: ServerSettings) -> None:
    """A slot longer than the model was trained for gives nonsense; say so before the run."""
    async with httpx.AsyncClient(trust_env=False) as client:
        response = await client.get(f"{base_url}/models", headers={"authorization": f"Bearer {key}"})
    try:
        trained = int(response.json()["data"][0]["meta"]["n_ctx_train"])
    except (ValueError, LookupError, TypeError) as error:
        raise InternalError(
            f"The embedded model's server does not describe its model: {response.text[:200]}"
        ) from error
    if settings.context > trained:
        raise OsmosisError(
            f"A context of {settings.context} tokens is more than {settings.model.name} was trained for.",
            hint=f"Ask for {trained} tokens or less.",
        )


async def _why_gone(server: ChildProcess) -> str | None:
    """That the server ended, if it did: the refused connection may be noticed first."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(server.wait(), NOTICE_SECONDS)
    if server.returncode is None:
        return None
    return f"{server.name} ended with status {server.returncode}"
