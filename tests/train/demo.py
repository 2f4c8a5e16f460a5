"""`nox -s train-demo`: trains the template's model, evaluates it beside the base model, and says whether it learned.

    python tests/train/demo.py [--steps 10] [--seed 0] [--failing 0.2] [--folder train-demo]

Exits with 1 unless the mean reward of the last three steps is at least 0.25 above that of the first three, and the
held-out rows, answered greedily, at least 0.4 above the base model. With `--failing` that share of the rollouts fails
at random, however often it is tried: then each step has to count those, and no figure of it may be that of a zero.
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

from cpu import CpuSeconds

LEAST_GAIN = 0.25
LEAST_HELD_OUT_GAIN = 0.4
TEMPLATE = "multiply-train-local"
ENDS = 3
TRIES = 2
"""How often a rollout whose workflow fails is tried in a step."""
FAILING = """
        if random.random() < {chance}:
            raise RuntimeError("unlucky")
"""


def make_failing(main: Path, share: float) -> None:
    """Makes the workflow fail so often that this share of the rollouts has no result after its last try."""
    text = main.read_text()
    after = '        """Ask for a short answer."""\n'
    assert after in text
    text = text.replace(after, after + FAILING.format(chance=round(share ** (1 / TRIES), 4)))
    main.write_text(text.replace("import re\n", "import random\nimport re\n", 1))


def counted(root: Path) -> tuple[list[int], list[str]]:
    """The unscorable rollouts of each step, and what is wrong with its figures beside its own rollouts."""
    counts, problems = [], []
    records = [json.loads(line) for line in (root / "journal.jsonl").read_text().splitlines()]
    for step in (record for record in records if record["event"] == "step"):
        lines = (root / "rollouts" / f"step-{step['step']:06}.jsonl").read_text().splitlines()
        found = [json.loads(line)["trajectory"] for line in lines]
        rewards = [each["reward"] for each in found if each["kind"] == "scored"]
        lost = [each for each in found if each["kind"] == "unscorable"]
        counts.append(len(lost))
        if (step["rollouts"], step["scored"]) != (len(found), len(rewards)):
            problems.append(f"step {step['step']} counts {step['scored']} of {step['rollouts']}")
        if sum(step["unscorable"].values()) != len(lost) or any("reward" in each for each in lost):
            problems.append(f"step {step['step']} has {len(lost)} without a reward and says {step['unscorable']}")
        if abs(step["metrics"]["rollout/raw_reward"] - statistics.fmean(rewards)) > 1e-9:
            problems.append(f"the reward of step {step['step']} is not the mean of its scored rollouts")
    return counts, problems


def osmosis(folder: Path, *arguments: str) -> dict:
    """What a command answers with --json; its progress goes to the terminal."""
    return measured(folder, *arguments)[0]


def measured(folder: Path, *arguments: str) -> tuple[dict, dict[str, float]]:
    """The same, and the CPU seconds that its processes used by kind."""
    command = [sys.executable, "-m", "osmosis_ai", "--json", *arguments]
    with (
        subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as process,
        CpuSeconds(process.pid).watched() as cpu,
    ):
        answer, _ = process.communicate()
    if process.returncode:
        sys.exit(f"{' '.join(arguments)} ended with {process.returncode}")
    return json.loads(answer), cpu.by_kind()


def seconds_by_phase(root: Path) -> dict[str, float]:
    """Seconds of all steps by phase, and of all evaluations, as the journal has them."""
    found: dict[str, float] = {}
    for line in (root / "journal.jsonl").read_text().splitlines():
        record = json.loads(line)
        phases = {"evaluation": {"evaluations": record.get("seconds")}, "step": record.get("seconds")}
        for phase, seconds in (phases.get(record["event"]) or {}).items():
            found[phase] = found.get(phase, 0.0) + seconds
    return found


def main() -> int:
    """Runs the demo."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--failing", type=float, default=0.0, help="share of the rollouts that fail")
    parser.add_argument("--folder", type=Path, default=Path("train-demo"))
    given = parser.parse_args()
    folder, name = given.folder.resolve(), f"demo-{given.seed}-{time.strftime('%H%M%S')}"
    folder.mkdir(exist_ok=True)
    osmosis(folder, "doctor", ".", "--fix")
    osmosis(folder, "template", "apply", TEMPLATE, "--force")
    config = folder / "configs" / "training" / f"{TEMPLATE}.toml"
    config.write_text(re.sub(r"seed = \d+", f"seed = {given.seed}", config.read_text()))
    main_file = folder / "rollouts" / TEMPLATE / "main.py"
    whole = main_file.read_text()
    if given.failing:
        make_failing(main_file, given.failing)
    began = time.monotonic()
    answer, cpu = measured(folder, "train", "run", str(config), "--name", name, "--steps", str(given.steps), "--yes")
    run = answer["resource"]
    took = time.monotonic() - began
    main_file.write_text(whole)
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
    root = folder / ".osmosis" / "training" / name
    counts, problems = counted(root)
    print("unscorable by step:", " ".join(map(str, counts)))
    print("seconds by phase:  ", _listed(seconds_by_phase(root)))
    print("CPU seconds:       ", _listed(cpu))
    print(f"unscorable: {run['unscorable']}; trained in {took:.0f} s; the largest process had {memory:.2f} GB")
    print("\n".join(problems) or "every step counts its unscorable rollouts, and none is a zero")
    return 0 if gain >= LEAST_GAIN and last - first >= LEAST_HELD_OUT_GAIN and not problems else 1


def _listed(seconds: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:.0f}" for name, value in seconds.items())


if __name__ == "__main__":
    sys.exit(main())
