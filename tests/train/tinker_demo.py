"""`nox -s train-tinker`: the trainer `tinker` on the template's task, against SkyRL's server on its JAX CPU backend.

    python tests/train/tinker_demo.py --server PYTHON [--steps 8] [--seed 0] [--folder train-tinker]

PYTHON has SkyRL; the server is started here, on loopback, and stopped. Exits with 1 unless the mean reward of the last
three steps is at least 0.25 above that of the first three, the run goes on for one step more from its last checkpoint,
and `local/RUN` answers better than the base model.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from osmosis_ai.models.embedded.local import find_weights
from osmosis_ai.models.embedded.trained import prepared_folder
from osmosis_ai.train import worker

LEAST_GAIN = 0.25
TEMPLATE = "multiply-train-local"
MODEL = "SmolLM2-135M-Instruct"
ENDS = 3
START_SEC = 600
HERE = Path(__file__).resolve().parent
BACKEND = {"max_lora_adapters": 4, "max_lora_rank": 8, "train_micro_batch_size": 8, "sample_max_num_sequences": 8}
TINKER = """
trainer = "tinker"
tinker_url = "{url}"
tinker_tokenizer = "{tokenizer}"
tinker_local_base = "local/smollm2-135m-instruct"
"""


def torch_folder() -> Path:
    """The embedded model as the server loads it; made by the Python that has torch, unless it is there."""
    base = asyncio.run(find_weights("local/smollm2-135m-instruct", env=dict(os.environ), log=print, root=None))
    prepared = prepared_folder(base, dict(os.environ))
    isolated = Path(worker.__file__).with_name("isolated")
    program = (
        f"import sys; sys.path.insert(0, {str(isolated)!r}); from pathlib import Path; "
        f"from trl_worker.base_model import prepared_base; prepared_base(Path({str(base)!r}), Path({str(prepared)!r}))"
    )
    subprocess.run([worker.TORCH.of(os.environ), "-P", "-c", program], check=True)
    return prepared / "torch"


@contextlib.contextmanager
def served(python: Path, folder: Path, port: int) -> Iterator[None]:
    """SkyRL's server, up. It calls the model what its folder is called, and wants to be started by `uv run`."""
    command = [
        "uv", "run", "--no-project", "--python", str(python), "-m", "skyrl.tinker.api",
        "--base-model", MODEL, "--backend", "jax", "--backend-config", json.dumps(BACKEND),
        "--host", "127.0.0.1", "--port", str(port),
        "--checkpoints-base", str(folder / "server-checkpoints"), "--database-url", f"sqlite:///{folder / 'server.db'}",
    ]  # fmt: skip
    quiet = {
        "JAX_PLATFORMS": "cpu",
        "HF_HUB_OFFLINE": "1",
        "UV_OFFLINE": "1",
        "PYTHONPATH": str(HERE / "skyrl/stand_ins"),
    }
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(
            command,
            cwd=folder / "models",
            env={**os.environ, **quiet},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            _wait(process, folder / "server.log", port)
            yield
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(20)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def _wait(process: subprocess.Popen[bytes], log: Path, port: int) -> None:
    """Until the server answers and its engine has the model."""
    until = time.monotonic() + START_SEC
    while time.monotonic() < until:
        if process.poll() is not None:
            break
        with contextlib.suppress(urllib.error.URLError, OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/healthz", timeout=5)
            if "Starting background engine..." in log.read_text():
                return
        time.sleep(1)
    sys.exit(f"SkyRL's server did not start:\n{log.read_text()[-3000:]}")


def osmosis(folder: Path, *arguments: str) -> dict:
    """What a command answers with --json; its progress goes to the terminal."""
    command = [sys.executable, "-m", "osmosis_ai", "--json", *arguments]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(arguments)} ended with {done.returncode}")
    return json.loads(done.stdout)


def main() -> int:
    """Runs the demo."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--server", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path, default=Path("train-tinker"))
    given = parser.parse_args()
    folder, name = given.folder.resolve(), f"demo-{given.seed}-{time.strftime('%H%M%S')}"
    folder.mkdir(exist_ok=True)
    osmosis(folder, "doctor", ".", "--fix")  # while it is empty: else it is one of a repository
    (folder / "models").mkdir(exist_ok=True)
    for old in folder.glob("server.db*"):
        old.unlink()
    link = folder / "models" / MODEL
    link.unlink(missing_ok=True)
    link.symlink_to(torch_folder())
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    osmosis(folder, "template", "apply", TEMPLATE, "--force")
    config = folder / "configs" / "training" / f"{TEMPLATE}.toml"
    text = config.read_text().replace("local/smollm2-135m-instruct", f"tinker/{MODEL}")
    text = re.sub(r"seed = \d+", f"seed = {given.seed}", text).replace("lr = 5e-4", "lr = 1e-3")
    config.write_text(text + TINKER.format(url=f"http://127.0.0.1:{port}", tokenizer=f"models/{MODEL}"))
    began = time.monotonic()
    with served(given.server, folder, port):
        train = ("train", "run", str(config), "--name", name, "--yes")
        run = osmosis(folder, *train, "--steps", str(given.steps))["resource"]
        took = time.monotonic() - began
        more = osmosis(folder, *train, "--steps", str(given.steps + 1))["resource"]
    evaluation = folder / "configs" / "eval" / f"{TEMPLATE}.toml"
    means = {}
    for label, model in (("base", "local/smollm2-135m-instruct"), ("trained", f"local/{name}")):
        evaluation.write_text(re.sub(r'model_path = "[^"]*"', f'model_path = "{model}"', evaluation.read_text()))
        result = osmosis(folder, "eval", "run", str(evaluation), "--name", f"{name}-{label}", "--yes")["resource"]
        means[label] = result["metrics"]["reward_stats"]["mean"]
    rewards, held_out = run["rewards"], run["validation_rewards"]
    gain = statistics.fmean(rewards[-ENDS:]) - statistics.fmean(rewards[:ENDS])
    print("reward by step:   ", " ".join(f"{reward:.2f}" for reward in rewards))
    print(f"last 3 - first 3:  {gain:+.3f} (at least {LEAST_GAIN:+})")
    print(f"held out, greedy:  {held_out['0']:.3f} -> {held_out[str(given.steps)]:.3f}")
    print(f"resumed from step {given.steps}, reward of the next: {more['rewards'][-1]:.2f}")
    print(f"eval run by llama.cpp, all rows: base {means['base']}, trained {means['trained']}")
    print(f"{took:.0f} s with the server's start; a step took {(took / given.steps):.0f} s")
    went_on = more["steps"] == given.steps + 1 and more["rewards"][: given.steps] == rewards
    return 0 if gain >= LEAST_GAIN and went_on and means["trained"] > means["base"] else 1


if __name__ == "__main__":
    sys.exit(main())
