"""What is added to a trial's copy of its task so that a bundled grader verifies it, and a bundle is in its image."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from osmosis_ai.packaging import BundleInfo
from osmosis_ai.packaging.runtime import RUNTIME_MOUNT
from osmosis_ai.rollout.backend.harbor.failures import TaskError
from osmosis_ai.rollout.trial_files import INPUT_NAME
from osmosis_contract.models.harbor import HarborContainerInput

__all__ = ["add_grader", "patch_dockerfile"]

_IN_CONTEXT = ".osmosis"
_GRADE = """#!/bin/sh
# Grades what the agent left; written for this trial.
if [ -x {runtime}/run.sh ]; then exec {runtime}/run.sh grade; fi
export _OSMOSIS_CONTAINER_PROCESS=1
if [ -x /opt/osmosis/venv/bin/{script} ]; then exec /opt/osmosis/venv/bin/{script}; fi
if [ -x /opt/osmosis/uv ]; then
  /opt/osmosis/uv venv --python 3.12 /opt/osmosis/venv && \\
  /opt/osmosis/uv pip install --python /opt/osmosis/venv/bin/python /tests/wheels/*.whl || exit 1
else
  python3 -m venv /opt/osmosis/venv && /opt/osmosis/venv/bin/python -m pip install -q /tests/wheels/*.whl || exit 1
fi
exec /opt/osmosis/venv/bin/{script}
"""
_USER = re.compile(r"^\s*USER\s+(\S+)\s*$", re.IGNORECASE | re.MULTILINE)
_FROM = re.compile(r"^\s*FROM\s", re.IGNORECASE | re.MULTILINE)


def add_grader(task: Path, bundle: BundleInfo, given: HarborContainerInput, wheels: list[Path]) -> None:
    """Writes `tests/test.sh`, which runs the bundle's grader, and the input with the row's label beside it.

    The wheels are added for sandboxes in which nothing is installed before.
    """
    tests = task / "tests"
    tests.mkdir(exist_ok=True)
    script = tests / "test.sh"
    script.write_text(_GRADE.format(runtime=RUNTIME_MOUNT, script=bundle.grader_script), encoding="utf-8")
    script.chmod(0o755)
    (tests / INPUT_NAME).write_bytes(given.to_json())
    if wheels:
        (tests / "wheels").mkdir()
        for wheel in wheels:
            shutil.copyfile(wheel, tests / "wheels" / wheel.name)


def patch_dockerfile(task: Path, bundle: BundleInfo, uv: str | None) -> bool:
    """Adds to the image what the bundle depends on, in an environment of its own; False where there is no Dockerfile.

    The copy's build context gets the uv that is installed here, so that no image of a registry is needed for it.
    Raises TaskError where there is none.
    """
    path = task / "environment" / "Dockerfile"
    if not path.is_file():
        return False
    if uv is None:
        raise TaskError(
            "patch_dockerfile_with_sdk needs uv in the server's environment, to copy it into the image; add uv to its "
            "dependencies, or pass patch_dockerfile_with_sdk=False and an image that has what the bundle needs"
        )
    text = path.read_text(encoding="utf-8")
    starts = [match.start() for match in _FROM.finditer(text)]
    users = [match[1] for match in _USER.finditer(text, starts[-1] if starts else 0)]
    context = path.parent / _IN_CONTEXT
    context.mkdir(exist_ok=True)
    shutil.copy2(uv, context / "uv")
    (context / "requirements.txt").write_text("\n".join(_outside(bundle.requirements)) + "\n", encoding="utf-8")
    added = [
        "",
        "USER root",
        f"COPY {_IN_CONTEXT}/uv /opt/osmosis/uv",
        f"COPY {_IN_CONTEXT}/requirements.txt /opt/osmosis/requirements.txt",
        "RUN /opt/osmosis/uv venv --python 3.12 /opt/osmosis/venv && \\",
        "    /opt/osmosis/uv pip install --python /opt/osmosis/venv/bin/python -r /opt/osmosis/requirements.txt",
        *([f"USER {users[-1]}"] if users else []),
        "",
    ]
    path.write_text(text.rstrip("\n") + "\n".join(added), encoding="utf-8")
    return True


def _outside(requirements: tuple[str, ...]) -> list[str]:
    """The requirements without this SDK, whose wheel the trial brings along."""
    return [each for each in requirements if not re.match(r"osmosis[-_.]ai\b", each, re.IGNORECASE)]
