"""The published package, in an environment of its own: a peer that is only ever run, never imported here.

Environments are kept below the folder in OSMOSIS_TEST_PEERS, else `.nox/peers` of this repository, and made once.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock
from uv import find_uv_bin

LEASES, CALLBACKS = "0.3.8", "0.3.2"
STRANDS_NEEDS = "litellm<1.101"
"""What their `strands` extra alone needs to run: the litellm 1.106 that it resolves to cannot import the mcp 1.30 that
strands-agents holds it to. `full` resolves to others, and runs."""
ROOT = Path(__file__).resolve().parents[2]
_CONSTRAINTS = Path(__file__).with_name("constraints")
_INSTALL_SEC = 600


# With these, uv would install a peer into the environment that the tests run in: nox sets them for its sessions.
ENVIRONMENT_OF_A_SESSION = frozenset({"VIRTUAL_ENV", "UV_PROJECT_ENVIRONMENT", "UV_PYTHON"})


class PeerMissingError(Exception):
    """The environment could not be made; the message holds what uv said."""


@dataclass(frozen=True, slots=True)
class Installation:
    """An environment with an `osmosis` in it: the published package's, or ours."""

    name: str
    version: str
    bin: Path

    @property
    def python(self) -> Path:
        """The interpreter that imports this package."""
        return self.bin / "python"

    @property
    def osmosis(self) -> Path:
        """The command."""
        return self.bin / "osmosis"


def peers_folder() -> Path:
    """Where the environments of peers are kept."""
    named = os.environ.get("OSMOSIS_TEST_PEERS")
    return Path(named).resolve() if named else ROOT / ".nox" / "peers"


def ours() -> Installation:
    """The environment that this process runs in."""
    from osmosis_ai import __version__

    return Installation("ours", __version__, Path(sys.executable).parent)


def published(version: str = LEASES) -> Installation:
    """The published package of that version, with everything it can do; made if it is not there yet.

    Raises PeerMissingError when it cannot be had.
    """
    peer = Installation("published", version, peer_environment(f"osmosis-{version}", f"osmosis-ai[full]=={version}"))
    told = subprocess.run([peer.osmosis, "--version"], capture_output=True, text=True, timeout=60, check=False)
    if told.stdout.strip() != f"osmosis-ai {version}":
        raise PeerMissingError(f"{peer.osmosis} --version printed {told.stdout.strip()!r}, not osmosis-ai {version}")
    return peer


def peer_environment(name: str, *requirements: str) -> Path:
    """The folder of commands of an environment that holds these packages; made if it is not there yet.

    What they need comes in the versions of `constraints/NAME.txt` beside this file, so that a release of somebody
    else's changes no verdict. Raises PeerMissingError when it cannot be had.
    """
    pinned = ("-c", str(_CONSTRAINTS / f"{name}.txt"))
    folder = peers_folder()
    folder.mkdir(parents=True, exist_ok=True)
    home = folder / name
    made = home / "made"
    with FileLock(folder / f"{name}.lock"):
        if not made.exists():
            _uv("venv", "--quiet", "--clear", "--python", sys.executable, str(home))
            _uv("pip", "install", "--quiet", "--python", str(home / "bin" / "python"), *pinned, *requirements)
            made.touch()
    return home / "bin"


def published_wheel(version: str = LEASES) -> Path:
    """The published package's wheel as the index has it, fetched once: what a rollout's project names as its source."""
    folder = peers_folder() / f"wheel-{version}"
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder.with_suffix(".lock")):
        if not any(folder.glob("*.whl")):
            fetch = ("pip", "download", "--quiet", "--no-deps", "--dest", str(folder), f"osmosis-ai=={version}")
            _uv("tool", "run", "--quiet", "--python", sys.executable, *fetch)
    return next(folder.glob("*.whl"))


def _uv(*arguments: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in ENVIRONMENT_OF_A_SESSION}
    done = subprocess.run(
        [find_uv_bin(), *arguments], capture_output=True, text=True, timeout=_INSTALL_SEC, env=environment, check=False
    )
    if done.returncode:
        raise PeerMissingError(f"uv {arguments[0]} failed ({done.returncode}):\n{done.stderr.strip()}")


def command_environment(home: Path, **extra: str) -> dict[str, str]:
    """The environment a command of either side runs with: no account, no keys of the user's, uv and its cache at hand.

    `home` becomes the home directory, so that nobody's settings count.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("OSMOSIS_", "_OSMOSIS_", "OPENAI_", "PYTEST_")) and name not in ENVIRONMENT_OF_A_SESSION
    }
    uv = find_uv_bin()
    tools = home / "tools"
    tools.mkdir(parents=True, exist_ok=True)
    link = tools / "uv"
    if not link.exists():
        link.symlink_to(uv)
    cache = subprocess.run([uv, "cache", "dir"], capture_output=True, text=True, check=True).stdout.strip()
    settings = Path.home() / ".config" / "uv" / "uv.toml"
    return {
        **kept,
        **({"UV_CONFIG_FILE": str(settings)} if settings.is_file() and "UV_CONFIG_FILE" not in kept else {}),
        "HOME": str(home),
        "PATH": f"{tools}{os.pathsep}{kept.get('PATH', os.defpath)}",
        "UV_CACHE_DIR": kept.get("UV_CACHE_DIR", cache),
        "UV_PYTHON": sys.executable,
        "OSMOSIS_CACHE_DIR": str(home / "cache"),
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # else the published side waits for a network at every start
        "NO_COLOR": "1",
        **extra,
    }


def git_init(folder: Path) -> None:
    """A git repository around a workspace: the published commands ask for one."""
    git = shutil.which("git")
    if git is None:
        raise PeerMissingError("git is not installed, and the published commands want a repository")
    subprocess.run([git, "init", "--quiet", str(folder)], check=True, capture_output=True, timeout=30)
