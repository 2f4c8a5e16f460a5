"""`nox -s train-demo`: trains the template's model, evaluates it beside the base model, and says whether it learned.

    python tests/train/demo.py [--steps 16] [--seed 0] [--folder train-demo]

Exits with 1 unless the mean reward of the last three steps is at least 0.25 above that of the first three, and the
held-out rows, answered greedily, at least 0.4 above the base model.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

LEAST_GAIN = 0.25
LEAST_HELD_OUT_GAIN = 0.4
TEMPLATE = "multiply-train-local"
ENDS = 3


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
    parser.add_argument("--steps", type=int, default=16)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path, default=Path("train-demo"))
    given = parser.parse_args()
    folder, name = given.folder.resolve(), f"demo-{given.seed}-{time.strftime('%H%M%S')}"
    folder.mkdir(exist_ok=True)
    osmosis(folder, "doctor", ".", "--fix")
    osmosis(folder, "template", "apply", TEMPLATE, "--force")
    config = folder / "configs" / "training" / f"{TEMPLATE}.toml"
    config.write_text(re.sub(r"seed = \d+", f"seed = {given.seed}", config.read_text()))
    began = time.monotonic()
    run = osmosis(folder, "train", "run", str(config), "--name", name, "--steps", str(given.steps), "--yes")["resource"]
    took = time.monotonic() - began
    evaluation = folder / "configs" / "eval" / f"{TEMPLATE}.toml"
    base_text = evaluation.read_text()
    means = {}
    for label, model in (("base", "local/smollm2-135m-instruct"), ("trained", f"local/{name}")):
        evaluation.write_text(re.sub(r'model_path = "[^"]*"', f'model_path = "{model}"', base_text))
        result = osmosis(folder, "eval", "run", str(evaluation), "--name", f"{name}-{label}", "--yes")["resource"]
        means[label] = result["metrics"].get("reward_stats", {}).get("mean")
    evaluation.write_text(base_text)
    rewards, held_out = run["rewards"], run["validation_rewards"]
    gain = statistics.fmean(rewards[-ENDS:]) - statistics.fmean(rewards[:ENDS])
    first, last = held_out["0"], held_out[str(given.steps)]
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e6
    print("reward by step:   ", " ".join(f"{reward:.2f}" for reward in rewards))
    print(f"last 3 - first 3:  {gain:+.3f} (at least {LEAST_GAIN:+})")
    print(f"held out, greedy:  {first:.3f} -> {last:.3f} (at least {LEAST_HELD_OUT_GAIN:+})")
    print(f"eval run, all rows, sampled: base {means['base']}, trained {means['trained']}")
    print(f"unscorable: {run['unscorable']}; trained in {took:.0f} s; the largest process had {memory:.2f} GB")
    return 0 if gain >= LEAST_GAIN and last - first >= LEAST_HELD_OUT_GAIN else 1


if __name__ == "__main__":
    sys.exit(main())
