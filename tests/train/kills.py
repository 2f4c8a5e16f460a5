"""`nox -s train-kills`: kill -9 at random moments of training runs, each resumed, and a run that nobody disturbed.

    python tests/train/kills.py [--kills 20] [--steps 12] [--share N] [--seed 0] [--draw 0] [--folder train-kills]

Four of five kills wait for one phase each (rollouts, update, swap, checkpoint), the fifth for any moment. A run that is
complete before all kills are done is followed by another of the same seed. What was done is in the folder, so the same
command goes on where an earlier one stopped; with `--share` it stops after so many kills.

Exits with 1 unless every phase was hit by a kill, and in each run every step is in the metrics exactly once, no rollout
was answered by another policy than its step's, and every token, log-probability and weight of the final adapter is that
of the undisturbed run. Where even two undisturbed runs differ, the machine is not deterministic, and the adapters have
to point the same way instead.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import struct
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

TEMPLATE = "multiply-train-local"
PHASES = ("rollouts", "update", "swap", "checkpoint", "any")
START_SEC = 900.0
PHASE_SEC = 900.0
LONGEST_DELAY_SEC = {"rollouts": 10.0, "update": 10.0, "swap": 5.0, "checkpoint": 0.2, "any": 30.0}
MOST_STEPS_AHEAD = 2
CHANGES = {
    "n_samples_per_prompt": "4",
    "rollout_batch_size": "2",
    "checkpoint_save_freq": "2",
    "eval_interval": "1000",
}
LEAST_COSINE = 0.5
"""Of adapters, where two undisturbed runs of one seed are not equal: what they learn stays alike."""


class Run:
    """One training run of the workspace."""

    def __init__(self, workspace: Path, name: str, steps: int) -> None:
        self.workspace = workspace
        self.name = name
        self.steps = steps
        self.root = workspace / ".osmosis" / "training" / name
        self.config = workspace / "configs" / "training" / f"{TEMPLATE}.toml"

    def start(self) -> subprocess.Popen[bytes]:
        """An invocation of `train run`, in a session of its own."""
        command = [sys.executable, "-m", "osmosis_ai", "--json", "train", "run", str(self.config), "--yes"]
        with (self.workspace / f"{self.name}.txt").open("ab") as output:
            return subprocess.Popen(
                [*command, "--name", self.name, "--steps", str(self.steps)],
                cwd=self.workspace,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def records(self) -> list[dict[str, Any]]:
        """The whole lines of the journal."""
        try:
            lines = (self.root / "journal.jsonl").read_bytes().split(b"\n")[:-1]
        except FileNotFoundError:
            return []
        return [json.loads(line) for line in lines]

    def invocations(self) -> int:
        """How many have started."""
        return sum(record["event"] == "started" for record in self.records())

    def finished(self) -> bool:
        """Whether the last invocation ended with every step done."""
        records = self.records()
        return bool(records) and records[-1].get("status") == "finished"

    def phase(self) -> str:
        """What the run is doing, by its files."""
        if any((self.root / "checkpoints").glob(".*.part")):
            return "checkpoint"
        records = self.records()
        if not records or records[-1]["event"] == "ended":
            return "start"
        last = records[-1]
        step = (last["from_step"] if last["event"] == "started" else last.get("step", 0)) + 1
        if (self.root / "adapters" / f"policy-{step:06}.gguf").exists():
            return "swap"
        written = self.root / "rollouts" / f"step-{step:06}.jsonl"
        if written.exists() and written.stat().st_mtime > datetime.fromisoformat(last["at"]).timestamp():
            return "update"
        if last["event"] == "started" and not any((self.root / "rollout_trials").iterdir()):
            return "start"
        return "rollouts"

    def steps_since_start(self) -> int:
        """How many steps the last invocation has done."""
        steps = 0
        for record in self.records():
            steps = 0 if record["event"] == "started" else steps + (record["event"] == "step")
        return steps

    def seconds(self, phase: str) -> float:
        """How long this phase of a step took at most so far; a second where that is not known."""
        known = [record["seconds"].get(phase, 0.0) for record in self.records() if record["event"] == "step"]
        return max(known, default=1.0) or 1.0

    def counted(self) -> dict[int, dict[str, Any]]:
        """The steps that count."""
        steps: dict[int, dict[str, Any]] = {}
        for record in self.records():
            if record["event"] == "started":
                steps = {step: each for step, each in steps.items() if step <= record["from_step"]}
            if record["event"] == "step":
                steps[record["step"]] = record
        return steps

    def rollouts(self, step: int) -> list[dict[str, Any]]:
        """The rollouts of a step."""
        path = self.root / "rollouts" / f"step-{step:06}.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()]

    def sampled(self, step: int) -> list[Any]:
        """Every token that was sampled in a step and its log-probability, in the order of its rollouts."""
        return [
            [(segment["sampled_ids"], segment["logprobs"]) for segment in each["trajectory"].get("segments", [])]
            for each in self.rollouts(step)
        ]

    def adapter(self) -> dict[str, np.ndarray]:
        """The weights of the final adapter, by name."""
        return _safetensors(
            self.root / "checkpoints" / f"step-{self.steps:06}" / "adapter" / "adapter_model.safetensors"
        )

    def problems(self) -> list[str]:
        """What is not as it must be."""
        found = []
        metrics = json.loads((self.root / "metrics.json").read_text())["metrics"]
        for series in metrics:
            if series["metric_key"] == "rollout/raw_reward":
                there = [point["step"] for point in series["data_points"]]
                if there != list(range(1, self.steps + 1)):
                    found.append(f"the metrics have the steps {there}")
        for step, record in self.counted().items():
            rows = self.rollouts(step)
            trajectories = [each["trajectory"] for each in rows]
            scored = [each for each in trajectories if each["kind"] == "scored"]
            versions = {segment["policy_version"] for each in scored for segment in each["segments"]}
            if versions != {step - 1}:
                found.append(f"step {step} has rollouts of the policies {sorted(versions)}")
            if (record["rollouts"], record["scored"]) != (len(rows), len(scored)):
                found.append(f"step {step} says {record['scored']} of {record['rollouts']}, its file other numbers")
        return [f"{self.name}: {problem}" for problem in found]


class Plan:
    """Which kills there are and which of them are done; kept in the folder."""

    def __init__(self, folder: Path, kills: int, draw: int) -> None:
        self._path = folder / "kills.json"
        self._draw = draw
        self.wanted = [PHASES[number % len(PHASES)] for number in range(kills)]
        random.Random(draw).shuffle(self.wanted)
        self.done: list[dict[str, Any]] = json.loads(self._path.read_text()) if self._path.exists() else []

    @property
    def left(self) -> int:
        """How many are still to do."""
        return max(0, len(self.wanted) - len(self.done))

    def next(self) -> tuple[str, random.Random]:
        """The phase of the next, and what its moment is drawn with."""
        number = len(self.done)
        return self.wanted[number], random.Random(f"{self._draw}/{number}")

    def add(self, run: Run, phase: str, step: int) -> None:
        """One is done."""
        self.done.append({"run": run.name, "wanted": self.wanted[len(self.done)], "phase": phase, "step": step})
        self._path.write_text(json.dumps(self.done))
        print(f"{run.name}: killed after step {step}, in {phase}; {self.left} left", flush=True)

    def missed(self) -> list[str]:
        """The phases that were waited for, in none of which a kill came: nothing is shown of these."""
        hit = {each["phase"] for each in self.done}
        return sorted({each["wanted"] for each in self.done} - {"any"} - hit)

    def runs(self) -> list[str]:
        """The runs that were killed, in order."""
        return list(dict.fromkeys(each["run"] for each in self.done))


def _safetensors(path: Path) -> dict[str, np.ndarray]:
    """The float32 tensors of a file."""
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    return {
        name: np.frombuffer(data[8 + length + each["data_offsets"][0] : 8 + length + each["data_offsets"][1]], "<f4")
        .reshape(each["shape"])
        .astype(np.float64)
        for name, each in header.items()
        if name != "__metadata__"
    }


def wait_for(what: Callable[[], bool], process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether it came to be so while the process lived."""
    give_up = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < give_up:
        if what():
            return True
        time.sleep(0.005)
    return False


def kill_one(run: Run, plan: Plan) -> bool:
    """Starts or resumes the run and kills it at the next moment of the plan; False if it was complete before."""
    wanted, draw = plan.next()
    ahead = draw.randint(0, MOST_STEPS_AHEAD)
    before = run.invocations()
    process = run.start()
    try:
        wait_for(lambda: run.invocations() > before and run.phase() != "start", process, START_SEC)
        if wanted == "any":
            delay = draw.uniform(0, LONGEST_DELAY_SEC[wanted])
        else:
            wait_for(lambda: run.phase() == wanted and run.steps_since_start() >= ahead, process, PHASE_SEC)
            delay = draw.uniform(0, min(run.seconds(wanted), LONGEST_DELAY_SEC[wanted]))
        wait_for(lambda: False, process, delay)
        if process.poll() is None:
            phase, step = run.phase(), max(run.counted(), default=0)
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            plan.add(run, phase, step)
            return True
        _check_ended(run, process.returncode)
        return False
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def finish(run: Run) -> None:
    """Lets the run end, undisturbed from here on. Exits if it fails."""
    if run.finished():
        return
    process = run.start()
    try:
        _check_ended(run, process.wait())
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def _check_ended(run: Run, code: int) -> None:
    if code:
        sys.exit(f"{run.name} ended with {code}: see {run.workspace / run.name}.txt")


def workspace_at(folder: Path, seed: int) -> None:
    """A workspace with the template, of small steps, and one answer at a time: such a training is repeatable."""
    folder.mkdir(exist_ok=True)
    for arguments in (("doctor", ".", "--fix"), ("template", "apply", TEMPLATE, "--force")):
        subprocess.run(
            [sys.executable, "-m", "osmosis_ai", "--json", *arguments], cwd=folder, check=True, capture_output=True
        )
    config = folder / "configs" / "training" / f"{TEMPLATE}.toml"
    text = config.read_text()
    for key, value in {**CHANGES, "seed": f"{seed}\nslots = 1"}.items():
        text, many = re.subn(rf"(?m)^{key} = .*$", f"{key} = {value}", text)
        assert many == 1, key
    config.write_text(text)


def equal(run: Run, other: Run) -> bool:
    """Whether two runs sampled the same, step by step, and ended with the same adapter; prints how far they agree."""
    alike = 0
    while alike < run.steps and run.sampled(alike + 1) == other.sampled(alike + 1):
        alike += 1
    mine, theirs = run.adapter(), other.adapter()
    differing = [name for name, weights in mine.items() if not np.array_equal(weights, theirs[name])]
    rewards = [each["metrics"]["rollout/raw_reward"] for _, each in sorted(run.counted().items())]
    print(f"{run.name}: reward by step {' '.join(f'{reward:.2f}' for reward in rewards)}")
    print(
        f"{run.name} and {other.name}: the same tokens and log-probabilities in the first {alike} of {run.steps} steps;"
        f" {len(mine) - len(differing)} of {len(mine)} tensors of the final adapter are the same bit by bit",
        flush=True,
    )
    return alike == run.steps and not differing


def cosine(run: Run, other: Run) -> float:
    """Between the changes B A that the two final adapters make to the model."""

    def change(weights: dict[str, np.ndarray]) -> np.ndarray:
        pairs = sorted(name for name in weights if ".lora_A." in name)
        return np.concatenate([(weights[a.replace(".lora_A.", ".lora_B.")] @ weights[a]).ravel() for a in pairs])

    mine, theirs = change(run.adapter()), change(other.adapter())
    return float(mine @ theirs / (np.linalg.norm(mine) * np.linalg.norm(theirs)))


def compared(runs: Sequence[Run], quiet: Run) -> list[str]:
    """What is wrong with the killed runs beside the undisturbed one."""
    different = [run for run in runs if not equal(run, quiet)]
    if not different:
        return []
    again = Run(quiet.workspace, f"{quiet.name}-again", quiet.steps)
    finish(again)
    if equal(again, quiet):
        return [f"{run.name} differs from {quiet.name}, and two undisturbed runs do not" for run in different]
    print("two undisturbed runs differ here, so adapters are compared by their direction")
    apart = {run.name: cosine(run, quiet) for run in different}
    print("\n".join(f"{name}: cosine {value:.4f}" for name, value in apart.items()))
    return [f"{name} has cosine {value:.3f}" for name, value in apart.items() if value < LEAST_COSINE]


def main(arguments: Sequence[str]) -> int:
    """Runs it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--share", type=int, help="kills of this invocation; all that are left by default")
    parser.add_argument("--seed", type=int, default=0, help="of the training")
    parser.add_argument("--draw", type=int, default=0, help="of the moments")
    parser.add_argument("--folder", type=Path, default=Path("train-kills"))
    given = parser.parse_args(arguments)
    folder = given.folder.resolve()
    workspace_at(folder, given.seed)
    plan = Plan(folder, given.kills, given.draw)
    number = max(0, len(plan.runs()) - 1)
    for _ in range(plan.left if given.share is None else min(given.share, plan.left)):
        while not kill_one(Run(folder, f"killed-{number}", given.steps), plan):
            number += 1
    if plan.left:
        print(f"{len(plan.done)} of {given.kills} kills are done; the same command goes on")
        return 0
    runs = [Run(folder, name, given.steps) for name in plan.runs()]
    quiet = Run(folder, "quiet", given.steps)
    for run in (*runs, quiet):
        finish(run)
    problems = [problem for run in (*runs, quiet) for problem in run.problems()] + compared(runs, quiet)
    many = Counter(each["phase"] for each in plan.done)
    problems += [f"no kill came in {phase}, and {plan.wanted.count(phase)} should" for phase in plan.missed()]
    print(
        f"{given.kills} kills in {len(runs)} runs: {', '.join(f'{count} in {phase}' for phase, count in many.items())}"
    )
    print("\n".join(problems) or "every step is there once, and no rollout is of another policy than its step's")
    return 1 if problems else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))  # the run that goes on ends with this process
    sys.exit(main(sys.argv[1:]))
