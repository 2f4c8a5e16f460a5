"""The embedded model's server, a separate process: `python -m osmosis_ai.models.embedded.llama_server --model FILE`.

llama.cpp (package xllamacpp) serves OpenAI's chat completions on a free port of loopback. Once it is
ready, one line of JSON goes to stdout: `{"ready": true, "base_url": ...}`; if it cannot start, `{"ready":
false, "missing": package}` or `{"ready": false, "error": ...}`. Its log goes to stderr. It serves until
it is ended; SIGTERM is enough.
"""

import argparse
import json
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

API_KEY_VARIABLE = "OSMOSIS_LLAMA_SERVER_KEY"
ERRORS_ONLY = 1
CANNOT_START = 3


@dataclass(frozen=True, slots=True)
class LoraAdapter:
    """A LoRA adapter in GGUF, and how strongly it applies."""

    path: Path
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What the server needs to know. `context` is in tokens per slot; a slot serves one request at a time."""

    model: Path
    slots: int
    context: int
    threads: int
    seed: int
    lora_adapters: tuple[LoraAdapter, ...] = ()

    def to_arguments(self) -> list[str]:
        """The command line that `from_arguments` reads."""
        arguments = [f"--model={self.model}", f"--slots={self.slots}", f"--context={self.context}"]
        arguments += [f"--threads={self.threads}", f"--seed={self.seed}"]
        return arguments + [f"--lora={adapter.scale}:{adapter.path}" for adapter in self.lora_adapters]

    @classmethod
    def from_arguments(cls, arguments: Sequence[str]) -> "ServerSettings":
        """Read a command line; leaves the process with status 2 and a message if it is wrong."""
        parser = argparse.ArgumentParser(prog="python -m osmosis_ai.models.embedded.llama_server")
        parser.add_argument("--model", type=Path, required=True, help="a GGUF file")
        parser.add_argument("--slots", type=int, default=1, help="requests served at the same time")
        parser.add_argument("--context", type=int, default=2048, help="tokens per slot")
        parser.add_argument("--threads", type=int, default=usable_cores())
        parser.add_argument("--seed", type=int, default=7)
        parser.add_argument("--lora", action="append", default=[], metavar="SCALE:FILE")
        given = parser.parse_args(arguments)
        adapters = []
        for text in given.lora:
            scale, _, path = text.partition(":")
            adapters.append(LoraAdapter(Path(path), float(scale)))
        return cls(given.model, given.slots, given.context, given.threads, given.seed, tuple(adapters))


def usable_cores() -> int:
    """Cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def main(arguments: Sequence[str]) -> int:
    """Serve until ended."""
    settings = ServerSettings.from_arguments(arguments)
    # Threads that wait by spinning starve each other once anything else wants a core: three to ten times
    # slower, measured on two busy cores. OpenMP reads this when it is loaded.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        import xllamacpp
    except ImportError:
        return _report(ready=False, missing="xllamacpp")
    params = xllamacpp.CommonParams()
    params.model.path = str(settings.model)
    params.n_parallel = settings.slots
    params.n_ctx = settings.slots * settings.context
    # Neither a cache shared by the slots nor flash attention: its way through the cache depends on how many requests
    # are computed at a time, and so do its last digits, and so an answer (3 of 96 at temperature 0, measured).
    params.kv_unified = False
    params.flash_attn_type = xllamacpp.llama_flash_attn_type.LLAMA_FLASH_ATTN_TYPE_DISABLED
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = settings.threads
    params.use_jinja = True
    params.sampling.seed = settings.seed
    params.lora_adapters = [
        xllamacpp.CommonAdapterLoraInfo(str(adapter.path), adapter.scale) for adapter in settings.lora_adapters
    ]
    params.fit_params = False  # the context is what was asked for, or an error
    # Tokens computed in another batch have other last digits: a prompt whose beginning a slot still holds would be
    # answered by what the slot was asked before (5 of 66 answers at temperature 0, measured).
    params.cache_prompt = False
    params.cache_ram_mib = 0
    params.cache_idle_slots = False
    params.ui = params.endpoint_slots = False
    params.verbosity = ERRORS_ONLY
    if key := os.environ.pop(API_KEY_VARIABLE, ""):
        params.api_keys = [key]
    try:
        server = xllamacpp.Server(params)
    except (RuntimeError, ValueError) as error:
        return _report(ready=False, error=str(error))
    _report(ready=True, base_url=f"{server.listening_address}/v1")
    while True:
        signal.pause()


def _report(**line: object) -> int:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()
    return CANNOT_START


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
