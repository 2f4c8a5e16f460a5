"""`python -m tests.bench.before COMMIT`: the time and CPU until the first rollout, beside those of an earlier commit.

Both are installed anew, each in a folder and an environment of its own with compiled code, as pip leaves it; the two
commands take turns on one warm workspace and one stub model. Where Python may not write what it compiles
(PYTHONDONTWRITEBYTECODE), that holds for both.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from uv import find_uv_bin

from tests.bench.first_rollout import compare_first_rollout
from tests.bench.sides import ROLLOUT, EvalRun
from tests.peers.published import ROOT, Installation, command_environment, ours
from tests.peers.stub_model import stub_model
from tests.peers.workspace import make_workspace


def main() -> int:
    """Prints one line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.before", description=__doc__)
    parser.add_argument("commit", help="the earlier commit")
    parser.add_argument("--pairs", type=int, default=7, help="runs of each")
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="osmosis-before-") as made,
        installed("HEAD", Path(made, "now")) as now,
        installed(arguments.commit, Path(made, "before")) as before,
    ):
        workspace = make_workspace(Path(made, "workspace"), 1)
        workspace.add_rollout(ROLLOUT, version=ours().version)
        env = command_environment(Path(made, "home"))
        with stub_model() as stub:
            found = compare_first_rollout(
                EvalRun(now, workspace),
                EvalRun(before, workspace),
                pairs=arguments.pairs,
                stub=stub,
                workspace=workspace,
                env={**env, **stub.environment()},
            )
    print(
        f"Until the first rollout of a warm workspace, {found.pairs} pairs: "
        f"{found.ours_sec:.2f} s, {found.theirs_sec:.2f} s at {arguments.commit} ({found.ratio:.2f}x); "
        f"CPU {found.ours_cpu_sec:.2f} s and {found.theirs_cpu_sec:.2f} s ({found.cpu_ratio:.2f}x)."
    )
    return 0


@contextmanager
def installed(commit: str, folder: Path) -> Iterator[Installation]:
    """An installation of that commit, while the folder is there."""
    tree, environment = folder / "tree", folder / "environment"
    git = ("git", "-C", str(ROOT))
    subprocess.run([*git, "worktree", "add", "-q", "--detach", str(tree), commit], check=True)
    try:
        uv = find_uv_bin()
        subprocess.run([uv, "venv", "-q", "-p", sys.executable, str(environment)], check=True)
        into = ["--python", str(environment / "bin" / "python"), "-c", str(tree / "constraints.txt")]
        subprocess.run([uv, "pip", "install", "-q", "--compile-bytecode", *into, f"{tree}[full]"], check=True)
        yield Installation(folder.name, commit, environment / "bin")
    finally:
        subprocess.run([*git, "worktree", "remove", "--force", str(tree)], check=True)


if __name__ == "__main__":
    sys.exit(main())
