"""The files ``doctor --fix``, ``rollout init`` and ``template apply`` write: package data, filled in.

Everything comes out the same each time, and nothing is fetched.
"""

import json
import random
from importlib import resources
from importlib.resources.abc import Traversable

ROWS = 24
SYSTEM_PROMPT = "You are a calculator."
SKILLS = (
    "osmosis",
    "plan-training",
    "create-rollouts",
    "sandbox-rollouts",
    "evaluate-rollouts",
    "run-evals",
    "debug-rollouts",
    "submit-training",
)
"""The skills of a workspace, in the order of the work."""


def workspace_files() -> dict[str, str]:
    """The files of a new workspace, by their path relative to its root."""
    folder = resources.files(__name__) / "workspace"
    names = ("AGENTS.md", "CLAUDE.md", "configs/AGENTS.md", ".gitignore", "pyproject.toml", "README.md")
    files = {name: _read(folder / f"{name.lstrip('.')}.tmpl") for name in names}
    return {**files, "configs/training/default.toml": _fill("training.toml", "my-rollout")}


def skill_files() -> dict[str, str]:
    """The skills of a workspace, by name: the text of each one's SKILL.md."""
    folder = resources.files(__name__) / "workspace" / "skills"
    return {name: _read(folder / name / "SKILL.md.tmpl") for name in SKILLS}


def rollout_directory(name: str) -> dict[str, str]:
    """The files of a new rollout's own directory, by their name in it."""
    return {file: _fill(file, name) for file in ("main.py", "pyproject.toml", "README.md")}


def rollout_companions(name: str) -> dict[str, str]:
    """The files beside a new rollout, configs and dataset, by their path relative to the workspace."""
    return {
        f"configs/eval/{name}.toml": _fill("eval.toml", name),
        f"configs/training/{name}.toml": _fill("training.toml", name),
        f"data/{name}.jsonl": multiplication_rows(),
    }


def multiplication_rows() -> str:
    """A dataset of one-digit products in JSON lines, each question behind one or two worked examples.

    No example gives away its question's answer. A small model gets about half of the rows right.
    """
    products = [(a, b) for a in range(2, 10) for b in range(2, 10)]
    rng = random.Random(7)  # noqa: S311 - the same rows for everybody
    lines = []
    for number, (a, b) in enumerate(rng.sample(products, ROWS)):
        others = [(x, y) for x, y in products if x * y != a * b]
        examples = [f"Q: {x} times {y}\nA: {x} times {y} is {x * y}." for x, y in rng.sample(others, 1 + number % 2)]
        row = {
            "system_prompt": SYSTEM_PROMPT,
            "user_prompt": "\n".join([*examples, f"Q: {a} times {b}\nA:"]),
            "ground_truth": str(a * b),
        }
        lines.append(json.dumps(row))
    return "\n".join(lines) + "\n"


def product_rows() -> str:
    """A dataset of the products of 2 to 9 in JSON lines, in an order that is the same for everybody."""
    products = [(a, b) for a in range(2, 10) for b in range(2, 10)]
    random.Random(7).shuffle(products)  # noqa: S311 - the same rows for everybody
    rows = (
        {"system_prompt": SYSTEM_PROMPT, "user_prompt": f"What is {a} times {b}?", "ground_truth": str(a * b)}
        for a, b in products
    )
    return "".join(json.dumps(row) + "\n" for row in rows)


def _fill(file: str, name: str) -> str:
    text = _read(resources.files(__name__) / "rollout" / f"{file}.tmpl")
    # its own prefix: a rollout called httpx must not be taken for the package it depends on
    return text.replace("{{name}}", name).replace("{{distribution}}", f"rollout-{name.rstrip('-')}")


def _read(template: Traversable) -> str:
    return template.read_text(encoding="utf-8")
