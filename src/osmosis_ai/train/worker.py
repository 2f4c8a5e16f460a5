"""Programs that run in the Python that has torch, which need not be the one that runs the command."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from osmosis_ai.base.errors import InternalError, OsmosisError
from osmosis_ai.base.processes.supervisor import ChildProcess, describe_exit

__all__ = [
    "PYTHON_VARIABLE",
    "MissingTrainExtraError",
    "call_worker",
    "without_secrets",
    "worker_command",
    "worker_python",
]

PYTHON_VARIABLE = "OSMOSIS_TRAIN_PYTHON"
"""Names the Python that has torch, where it is not the one that runs the command."""

_ISOLATED = Path(__file__).with_name("isolated")
_ANSWER = '{"answer":'


class MissingTrainExtraError(OsmosisError):
    """The trainer's Python lacks packages of the extra `train`."""

    def __init__(self, python: str, missing: Sequence[str]) -> None:
        super().__init__(
            f"Training needs {', '.join(missing)}, which {python} does not have.",
            hint=(
                "Install the extra: pip install 'osmosis-ai[train]'. On Linux install PyTorch's CPU build first "
                "(pytorch.org, Start locally, Compute platform CPU), else pip takes a CUDA build of several GB. "
                f"Or name a Python that has them: {PYTHON_VARIABLE}=/path/to/python."
            ),
            details={"missing": list(missing), "extra": "train"},
        )


def worker_python(environ: Mapping[str, str]) -> str:
    """The Python that runs the trainer's programs."""
    return environ.get(PYTHON_VARIABLE) or sys.executable


def worker_command(python: str, module: str, *arguments: str) -> list[str]:
    """The command line of a program of `isolated/`, which imports nothing else of this package."""
    program = (
        f"import sys, runpy; sys.path.insert(0, {str(_ISOLATED)!r}); "
        f"runpy.run_module({module!r}, run_name='__main__', alter_sys=True)"
    )
    return [python, "-P", "-c", program, *arguments]


async def call_worker(
    module: str,
    *arguments: str,
    name: str,
    environ: Mapping[str, str],
    secrets: Mapping[str, str] | None = None,
    log: Callable[[str], None],
) -> dict[str, Any]:
    """Runs a program that does one thing, and returns what it answers. `secrets` are variables for it alone.

    `name` is what it is called in errors. Raises OsmosisError, MissingTrainExtraError.
    """
    python = worker_python(environ)
    answers: list[dict[str, Any]] = []

    def on_line(_: str, line: str) -> None:
        if line.startswith(_ANSWER):
            answers.append(json.loads(line)["answer"])
        else:
            log(line)

    child = await ChildProcess.start(
        worker_command(python, module, *arguments),
        name=name,
        env={**without_secrets(environ), **(secrets or {})},
        on_line=on_line,
    )
    async with child:
        code = await child.wait()
    answer = answers[-1] if answers else {}
    if "missing" in answer:
        raise MissingTrainExtraError(python, answer["missing"])
    if "error" in answer:
        raise OsmosisError(f"{name}: {answer['error']}")
    if "ok" not in answer:
        last = [line for line in child.tail if line.strip()][-3:]
        raise InternalError(f"{name} ended ({describe_exit(code)}): {' | '.join(last) or 'it printed nothing'}")
    found: dict[str, Any] = answer["ok"]
    return found


def without_secrets(environ: Mapping[str, str]) -> dict[str, str]:
    """What a Python needs to start and to compute; the run's secrets are not the trainer's business."""
    kept = ("PATH", "HOME", "LANG", "TMPDIR", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "VIRTUAL_ENV")
    prefixes = ("LC_", "OMP_", "MKL_", "OPENBLAS_", "PYTORCH_", "HF_HOME")
    return {name: value for name, value in environ.items() if name in kept or name.startswith(prefixes)}
