"""A large file to a platform and back, beside what the disk does with the same bytes in the same run.

The file goes with the command line's own code: in parts, four at a time, then to a partial file that is flushed and
renamed. The platform is a process of its own, reached directly and through nginx with TLS as docs/proxies has it.
"""

import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import psutil

from osmosis_ai.base.http.network_variables import ssl_context_for
from osmosis_ai.platform_client.downloads import fetch_file
from osmosis_ai.platform_client.transfers import Transfers
from osmosis_ai.platform_client.uploads import send_file
from osmosis_contract.models import DatasetPart, UploadInfo
from tests.bench.gates import Gate
from tests.bench.work import NotComparableError
from tests.platform.served import Served, serving_platform
from tests.support.certificates import make_certificate
from tests.support.proxies import free_port, running_proxy

MIB = 1024 * 1024
LEAST_OF_DISK = 0.5
MOST_GROWTH_MB = 64.0
_BLOCK = 4 * MIB
_WARM_UP_MIB = 96
_LINE = b'{"user_prompt": "' + b"x" * 990 + b'", "ground_truth": "1"}\n'
_LONGEST_SEC = 3600.0
_RESET_PEAK = "5"


@dataclass(frozen=True, slots=True)
class DiskSpeed:
    """What plain Python does with the file, in MiB/s: a new file written in blocks and flushed, the file read that the
    system keeps nothing of. Medians."""

    write: float
    read: float

    @property
    def slower(self) -> float:
        """Bounds what reads a file and writes another."""
        return min(self.write, self.read)


@dataclass(frozen=True, slots=True)
class Transferred:
    """One way to a platform. Medians in MiB/s, and ratios to the disk round by round, of which the medians."""

    way: str
    rounds: int
    upload: float
    download: float
    upload_ratio: float
    """To the disk's writing: the source is in the system's memory, and what is acknowledged is flushed."""
    download_ratio: float
    """To the slower of the disk's reading and writing: the system kept nothing of the source, the target is flushed."""
    server_growth_mb: float
    """By how much the server's peak with the large file is over that with a small one."""
    client_growth_mb: float


@dataclass(frozen=True, slots=True)
class TransferFigures:
    """What was measured of one file."""

    mib: int
    disk: DiskSpeed
    ways: list[Transferred]


def measure_transfers(folder: Path, *, mib: int, rounds: int) -> TransferFigures:
    """The file each way, `rounds` times, the disk by turns. NotComparableError where another file comes back."""
    folder.mkdir()
    source, small = folder / "large.jsonl", folder / "small.jsonl"
    size, digest = _make(source, mib)
    _make(small, _WARM_UP_MIB)
    disk: list[DiskSpeed] = []
    ways: list[Transferred] = []
    for way, serving in (("the platform", _plain), ("nginx", _behind_nginx)):
        with serving(folder / way.split()[-1]) as (served, environ), _client(served, environ) as http:
            warm = _Way(served, http, environ, small, hashlib.sha256(small.read_bytes()).hexdigest())
            warm.upload("small")
            warm.download("small")
            one = _Way(served, http, environ, source, digest)
            taken: list[tuple[DiskSpeed, float, float]] = []
            with _growth(served.process.pid) as server, _growth(os.getpid()) as client:
                for number in range(rounds):
                    found = _disk(folder / "disk", source, size)
                    sent = one.upload(f"large-{number}")
                    got = one.download(f"large-{number}")
                    taken.append((found, size / MIB / sent, size / MIB / got))
        shutil.rmtree(folder / way.split()[-1])
        disk += [found for found, _, _ in taken]
        ways.append(
            Transferred(
                way,
                rounds,
                median(sent for _, sent, _ in taken),
                median(got for _, _, got in taken),
                median(sent / found.write for found, sent, _ in taken),
                median(got / found.slower for found, _, got in taken),
                server(),
                client(),
            )
        )
    speeds = DiskSpeed(median(found.write for found in disk), median(found.read for found in disk))
    return TransferFigures(size // MIB, speeds, ways)


def transfer_gates(found: TransferFigures) -> Iterator[Gate]:
    """A platform does not keep the disk waiting, and keeps nothing of a file in memory."""
    for way in found.ways:
        there = f"{found.mib} MiB through {way.way}"
        yield Gate(f"upload of {there}, to the disk's writing", way.upload_ratio, "at least", LEAST_OF_DISK)
        yield Gate(f"download of {there}, to the disk", way.download_ratio, "at least", LEAST_OF_DISK)
        yield Gate(f"growth of the server, {there}", way.server_growth_mb, "at most", MOST_GROWTH_MB, unit=" MB")
        yield Gate(f"growth of the client, {there}", way.client_growth_mb, "at most", MOST_GROWTH_MB, unit=" MB")


def transfer_lines(found: TransferFigures) -> str:
    """One line a way."""
    lines = [
        f"{found.mib} MiB: the disk writes and flushes {found.disk.write:.0f} MiB/s, and reads {found.disk.read:.0f}"
        " MiB/s that the system does not keep."
    ]
    lines += [
        f"Through {way.way}, {way.rounds} rounds: sent at {way.upload:.0f} MiB/s ({way.upload_ratio:.2f}x the disk),"
        f" fetched at {way.download:.0f} MiB/s ({way.download_ratio:.2f}x); the server's peak grew by"
        f" {way.server_growth_mb:.0f} MB, the client's by {way.client_growth_mb:.0f} MB."
        for way in found.ways
    ]
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class _Way:
    """A platform as one client reaches it, and the file that it sends and fetches."""

    served: Served
    http: httpx.Client
    environ: dict[str, str]
    source: Path
    digest: str

    def upload(self, name: str) -> float:
        """Seconds from asking for a place to the completed upload; then waits until the rows were read."""
        size = self.source.stat().st_size
        _read(self.source, lambda block: None)  # the source is in the system's memory
        descriptor = os.open(self.source, os.O_RDONLY)
        began = time.perf_counter()
        try:
            asked = {"file_name": name, "file_size": size, "extension": "jsonl"}
            made = self._answer(self.http.post("/api/cli/datasets", json=asked))
            plan = UploadInfo.model_validate(made["upload"])
            with Transfers(self.environ) as transfers:
                parts = send_file(transfers, descriptor, size, plan, present={}, arrived=_ignore, sent=_ignore)
            path, listed = f"/api/cli/datasets/{made['id']}/complete", [_wire(part) for part in parts or ()]
            self._answer(self.http.post(path, json={"file_extension": "jsonl", "parts": listed}))
            took = time.perf_counter() - began
        finally:
            os.close(descriptor)
        self._wait(name)
        return took

    def download(self, name: str) -> float:
        """Seconds from asking where the file is to the flushed target, which is then compared and removed."""
        for path in (self.served.data / "blobs").rglob("*"):
            if path.is_file():
                _forget(path)
        target = self.source.with_name("fetched")
        began = time.perf_counter()

        def address() -> str:
            url: str = self._answer(self.http.get(f"/api/cli/datasets/{name}/download"))["presigned_url"]
            return url

        with Transfers(self.environ) as transfers:
            size = self.source.stat().st_size
            fetch_file(transfers, address, target, version="1", size=size, received=_ignore, overwrite=True)
        took = time.perf_counter() - began
        got = hashlib.sha256()
        _read(target, got.update)
        target.unlink()
        if got.hexdigest() != self.digest:
            raise NotComparableError(f"what came of {name} is not what was sent")
        return took

    def _wait(self, name: str) -> None:
        until = time.perf_counter() + _LONGEST_SEC
        while (found := self._answer(self.http.get(f"/api/cli/datasets/{name}")))["status"] != "uploaded":
            if found["status"] not in ("pending", "processing") or time.perf_counter() > until:
                raise NotComparableError(f"the dataset {name} is {found['status']}")
            time.sleep(0.5)

    def _answer(self, answer: httpx.Response) -> dict[str, Any]:
        if not answer.is_success:
            raise NotComparableError(f"{answer.request.method} {answer.url.path}: {answer.status_code} {answer.text}")
        document: dict[str, Any] = answer.json()
        return document


@contextmanager
def _plain(folder: Path) -> Iterator[tuple[Served, dict[str, str]]]:
    with serving_platform(folder / "data") as served:
        yield served, {}


@contextmanager
def _behind_nginx(folder: Path) -> Iterator[tuple[Served, dict[str, str]]]:
    folder.mkdir()
    files, port = make_certificate(folder), free_port()
    with ExitStack() as open_:
        url = f"https://127.0.0.1:{port}"
        served = open_.enter_context(serving_platform(folder / "data", public_url=url, TRUSTED_PROXIES="127.0.0.1"))
        proxy = running_proxy(
            "nginx", prefix=False, port=port, platform=served.address, files=files, folder=folder / "proxy"
        )
        open_.enter_context(proxy)
        yield served, {"SSL_CERT_FILE": str(files.authority)}


@contextmanager
def _client(served: Served, environ: dict[str, str]) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {served.token()}", "X-Osmosis-Workspace": "main"}
    verify = ssl_context_for(served.url, environ)
    with httpx.Client(base_url=served.url, headers=headers, verify=verify, trust_env=False, timeout=120) as client:
        yield client


@contextmanager
def _growth(pid: int) -> Iterator[Callable[[], float]]:
    """Within: the process's peak is watched from its present memory on; afterwards, by how many MB it was over it."""
    process = psutil.Process(pid)
    before = process.memory_info().rss
    peaks: list[int] = []
    Path(f"/proc/{pid}/clear_refs").write_text(_RESET_PEAK)
    yield lambda: (peaks[0] - before) / 1024**2
    peaks.append(_peak(pid))


def _peak(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    raise NotComparableError("the system does not say what memory a process had at most")


def _make(path: Path, mib: int) -> tuple[int, str]:
    """A file of whole lines; its size and SHA-256."""
    block, digest = _LINE * (_BLOCK // len(_LINE)), hashlib.sha256()
    with path.open("wb", buffering=0) as file:
        while (left := mib * MIB - file.tell()) >= len(_LINE):
            piece = block[: left // len(_LINE) * len(_LINE)]
            file.write(piece)
            digest.update(piece)
        os.fsync(file.fileno())
    return path.stat().st_size, digest.hexdigest()


def _disk(place: Path, source: Path, size: int) -> DiskSpeed:
    """The disk alone with these bytes."""
    block = _LINE * (_BLOCK // len(_LINE))
    began = time.perf_counter()
    with place.open("wb", buffering=0) as file:
        for _ in range(size // len(block)):
            file.write(block)
        os.fsync(file.fileno())
    wrote = time.perf_counter() - began
    written = place.stat().st_size
    place.unlink()
    _forget(source)
    began = time.perf_counter()
    _read(source, lambda block: None)
    return DiskSpeed(written / MIB / wrote, size / MIB / (time.perf_counter() - began))


def _forget(path: Path) -> None:
    """Has the system keep nothing of a file."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(descriptor)


def _read(path: Path, take: Callable[[bytes], object]) -> None:
    with path.open("rb", buffering=0) as file:
        while block := file.read(_BLOCK):
            take(block)


def _wire(part: DatasetPart) -> dict[str, Any]:
    return {"PartNumber": part.PartNumber, "ETag": part.ETag}


def _ignore(_: object) -> None:
    pass
