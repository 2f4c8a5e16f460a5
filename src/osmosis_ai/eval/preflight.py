"""Before an evaluation is submitted: whether the rollout's entrypoint would serve what is asked for."""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from osmosis_ai.base.cache import cache_root
from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.text import truncate
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.hosting.environment import prepare_environment
from osmosis_ai.hosting.spec import LocalEnvironments
from osmosis_ai.rollout.inspection import Finding

__all__ = ["EntrypointCheck", "check_entrypoint"]

_SECONDS = 120.0
_LONGEST = 2000
_STANDS_FOR = "value-that-the-platform-has"
"""What code finds in place of a secret whose value only the platform knows."""
_REFUSED = {Finding.RAISES, Finding.SERVES_NOTHING, Finding.LACKS_GRADER}


@dataclass(frozen=True, slots=True)
class EntrypointCheck:
    """What the check came to: nothing to say, a problem of the code, or why it was not checked."""

    problem: str | None = None
    skipped: str | None = None


def check_entrypoint(
    workspace: Workspace,
    rollout: str,
    entrypoint: str,
    *,
    environ: Mapping[str, str],
    settings: Mapping[str, str],
    secrets: Mapping[str, str | None],
    status: Callable[[str], None],
) -> EntrypointCheck:
    """Imports the entrypoint in the rollout's environment, which is that of `eval run` and made where it is missing.

    `settings` is the config's `[env]`; a secret without a value is there with a text that stands for one. What keeps
    it from being checked on this machine (no network, a dependency that is not installed) is never a problem of the
    code.
    """
    values = {name: value or _STANDS_FOR for name, value in secrets.items()}
    inherited = LocalEnvironments.of(environ, settings, values)
    folder = workspace.rollouts / rollout
    status("Preparing the rollout's environment")
    try:
        prepared = asyncio.run(
            prepare_environment(
                folder,
                home=workspace.state / "envs",
                cache=cache_root(environ) / "sdk",
                variables=inherited.tools,
                log=lambda _: None,
            )
        )
    except OsmosisError as error:
        return EntrypointCheck(skipped=error.message)
    status(f"Importing {entrypoint}")
    with tempfile.TemporaryDirectory(prefix="osmosis-preflight-") as kept:
        report = Path(kept, "report.txt")
        try:
            done = subprocess.run(
                [str(prepared.python), "-m", "osmosis_ai.rollout.inspection", entrypoint, str(report)],
                cwd=folder,
                env=dict(inherited.rollout),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return EntrypointCheck(problem=f"importing it takes more than {_SECONDS:g} seconds")
        text = report.read_text(errors="replace") if report.exists() else None
    if text is not None and done.returncode == Finding.SOUND:
        return EntrypointCheck()
    said = truncate(text or done.stderr.decode(errors="replace").strip(), _LONGEST)
    if text is not None and done.returncode in _REFUSED:
        return EntrypointCheck(problem=said)
    return EntrypointCheck(skipped=said or f"its process ended with exit code {done.returncode}")
