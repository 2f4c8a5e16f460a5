"""A workspace that tests evaluate in, and the real command run on it."""

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from stub_openai import StubOpenAI

from osmosis_contract import spec

PROJECT = """\
[project]
name = "scripted"
version = "0.1.0"
requires-python = ">=3.12"
dependencies = ["httpx>=0.28", "osmosis-ai[server]>=0.3,<0.4"]
"""
SCRIPT = Path(__file__).with_name("scripted_rollout.py")
Row = tuple[str, str]


@dataclass(frozen=True)
class Run:
    """What a finished command left behind."""

    code: int
    out: str
    err: str

    @property
    def resource(self) -> dict[str, Any]:
        """The resource of the JSON envelope on standard output."""
        return dict(json.loads(self.out)["resource"])

    @property
    def error(self) -> dict[str, Any]:
        """The error of the JSON envelope on standard error."""
        return dict(json.loads(self.err.splitlines()[-1])["error"])


class EvalWorkspace:
    """A workspace with one rollout, `scripted`, whose environment is made once for all the tests of a session."""

    def __init__(self, root: Path, cache: Path) -> None:
        self.root = root
        self.cache = cache
        for folder in ("rollouts", "configs/training", "configs/eval", "data"):
            (root / folder).mkdir(parents=True, exist_ok=True)
        self.rollout("scripted", SCRIPT.read_text())

    def rollout(self, name: str, code: str, project: str = PROJECT) -> Path:
        """Writes a rollout."""
        folder = self.root / "rollouts" / name
        folder.mkdir(exist_ok=True)
        (folder / "main.py").write_text(code)
        (folder / "pyproject.toml").write_text(project)
        return folder

    def dataset(self, name: str, rows: Sequence[Row]) -> Path:
        """Writes rows of a prompt and a label as JSON lines."""
        path = self.root / "data" / f"{name}.jsonl"
        path.write_text("".join(json.dumps({"user_prompt": p, "ground_truth": g}) + "\n" for p, g in rows))
        return path

    def config(
        self,
        name: str,
        *,
        rollout: str = "scripted",
        model: str = "openai/stub",
        env: dict[str, str] | None = None,
        secrets: Sequence[str] = (),
        **evaluation: float,
    ) -> Path:
        """Writes the config `name`, for the dataset of the same name."""
        lines = [
            "[experiment]",
            f'rollout = "{rollout}"',
            'entrypoint = "main.py"',
            f'model_path = "{model}"',
            f'dataset = "{name}"',
            "[evaluation]",
            *(f"{key} = {value}" for key, value in evaluation.items()),
            "[env]",
            *(f"{key} = {json.dumps(value)}" for key, value in (env or {}).items()),
            "[secrets]",
            f"required = {json.dumps(list(secrets))}",
        ]
        path = self.root / "configs" / "eval" / f"{name}.toml"
        path.write_text("\n".join(lines) + "\n")
        return path

    def environment(self, stub: StubOpenAI | None, **extra: str) -> dict[str, str]:
        """The environment of a command, with the stub as the OpenAI endpoint."""
        dropped = {"OSMOSIS_ENV_FILE", "OSMOSIS_DEBUG", "NO_COLOR", "PYTHONPATH"}
        kept = {name: value for name, value in os.environ.items() if name not in dropped}
        endpoint = {} if stub is None else {"OPENAI_BASE_URL": stub.base_url, "OPENAI_API_KEY": "sk-of-the-stub-model"}
        return {**kept, "OSMOSIS_CACHE_DIR": str(self.cache), **endpoint, **extra}

    def command(self, config: Path, *words: str, mode: str | None = "--json", yes: bool = True) -> list[str]:
        """The command line of an evaluation."""
        head = [sys.executable, "-m", "osmosis_ai", *([mode] if mode else [])]
        return [*head, "eval", "run", str(config), *(["--yes"] if yes else []), *words]

    def eval(
        self,
        config: Path,
        *words: str,
        stub: StubOpenAI | None,
        mode: str | None = "--json",
        yes: bool = True,
        env: dict[str, str] | None = None,
    ) -> Run:
        """Runs an evaluation to its end."""
        done = subprocess.run(
            self.command(config, *words, mode=mode, yes=yes),
            cwd=self.root,
            env=self.environment(stub, **(env or {})),
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        return Run(done.returncode, done.stdout, done.stderr)

    def folder(self, name: str) -> Path:
        """The folder of a run."""
        return self.root / ".osmosis" / "evals" / name

    def lines(self, name: str, file: str) -> list[dict[str, Any]]:
        """The records of a file of lines in a run's folder."""
        return [json.loads(line) for line in (self.folder(name) / file).read_text().splitlines()]


@contextlib.contextmanager
def begun(
    workspace: EvalWorkspace, config: Path, name: str, stub: StubOpenAI, **env: str
) -> Iterator[subprocess.Popen[str]]:
    """An evaluation in a process group of its own, as a shell starts it."""
    process = subprocess.Popen(
        workspace.command(config, "--name", name, "--max-in-flight", "2"),
        cwd=workspace.root,
        env=workspace.environment(stub, **env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def until(ready: Callable[[], bool], within: float = 240.0) -> None:
    give_up = time.monotonic() + within
    while not ready():
        assert time.monotonic() < give_up, "it did not come to that"
        time.sleep(0.05)


SCHEMAS = spec.load("schemas")


def faults(instance: object, schema: str) -> list[str]:
    """What is wrong with an instance, by the bundled schema of that name."""
    validator = Draft202012Validator({"$ref": f"#/$defs/{schema}", "$defs": SCHEMAS["$defs"]})
    return [f"{list(fault.path)}: {fault.message}" for fault in validator.iter_errors(instance)]
