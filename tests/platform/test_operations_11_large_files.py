"""Complaint 11: large files pass a serving platform in constant memory, however slow the client is."""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.platform.served import Served, serving_platform

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]
MIB = 1024 * 1024
SIZE = int(os.environ.get("OSMOSIS_TRANSFER_MIB", "300")) * MIB
LINE = b'{"user_prompt": "' + b"x" * 990 + b'", "ground_truth": "1"}\n'


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving_platform(tmp_path / "data") as served:
        yield served


@pytest.fixture
def http(served: Served) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {served.token()}", "X-Osmosis-Workspace": "main"}
    with httpx.Client(base_url=served.url, headers=headers, trust_env=False, timeout=120) as client:
        yield client


def _peak(served: Served) -> int:
    """The most memory that the server had, in bytes."""
    (owner,) = [
        path.parent
        for path in Path("/proc").glob("[0-9]*/cmdline")
        if str(served.data).encode() in _read(path) and b"serve" in _read(path)
    ]
    found = re.search(r"VmHWM:\s+(\d+) kB", (owner / "status").read_text())
    assert found is not None
    return int(found[1]) * 1024


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _content(size: int) -> Iterator[bytes]:
    block = LINE * (MIB // len(LINE))
    left = size
    while left:
        piece = block[:left]
        left -= len(piece)
        yield piece


def _create(http: httpx.Client, name: str, size: int) -> dict[str, Any]:
    body = {"file_name": name, "file_size": size, "extension": "jsonl"}
    created = http.post("/api/cli/datasets", json=body)
    assert created.status_code == 201, created.text
    dataset: dict[str, Any] = created.json()
    return dataset


def _upload(http: httpx.Client, name: str, size: int) -> str:
    """Sends a file in parts; its SHA-256."""
    dataset = _create(http, name, size)
    content, digest, finished = _content(size), hashlib.sha256(), []
    rest = b""
    with httpx.Client(trust_env=False, timeout=120) as files:
        for part in dataset["upload"]["presigned_urls"]:
            while len(rest) < part["size"]:
                rest += next(content)
            body, rest = rest[: part["size"]], rest[part["size"] :]
            digest.update(body)
            sent = files.put(part["presigned_url"], content=body)
            assert sent.status_code == 200, sent.text
            finished.append({"PartNumber": part["part_number"], "ETag": sent.headers["etag"].strip('"')})
    path, body = f"/api/cli/datasets/{dataset['id']}/complete", {"file_extension": "jsonl", "parts": finished}
    assert http.post(path, json=body).status_code == 200
    return digest.hexdigest()


def test_a_large_file_goes_and_comes_in_constant_memory(served: Served, http: httpx.Client):
    """The server's peak grows by a few blocks, not with the file; what comes back is what was sent."""
    size = SIZE // len(LINE) * len(LINE)
    _upload(http, "small", 40 * MIB // len(LINE) * len(LINE))
    before = _peak(served)
    started = time.perf_counter()
    digest = _upload(http, "large", size)
    sent = time.perf_counter()
    while (found := http.get("/api/cli/datasets/large").json())["status"] in ("pending", "processing"):
        time.sleep(0.5)
    assert (found["status"], found["row_count"]) == ("uploaded", size // len(LINE))
    url = http.get("/api/cli/datasets/large/download").json()["presigned_url"]
    got, taking = hashlib.sha256(), time.perf_counter()
    with httpx.stream("GET", url, trust_env=False, timeout=120) as answer:
        for piece in answer.iter_bytes():
            got.update(piece)
    taken = time.perf_counter()
    assert got.hexdigest() == digest
    assert _peak(served) - before < 48 * MIB
    print(
        f"{size // MIB} MiB: sent at {size / MIB / (sent - started):.0f} MiB/s,"
        f" taken at {size / MIB / (taken - taking):.0f} MiB/s, peak {_peak(served) // MIB} MiB ({before // MIB} before)"
    )


def test_a_client_slower_than_every_limit_of_a_request_is_served(served: Served, http: httpx.Client):
    """An upload and a download of more than `request_seconds`, some bytes every few seconds, come to their ends."""
    data = LINE * 24_000
    dataset = _create(http, "slow", len(data))
    assert dataset["upload"]["method"] == "simple"

    def slowly() -> Iterator[bytes]:
        for number in range(8):
            yield data[number * len(data) // 8 : (number + 1) * len(data) // 8]
            time.sleep(4.5)

    sent = httpx.put(
        dataset["upload"]["presigned_url"],
        content=slowly(),
        headers={"Content-Length": str(len(data))},
        timeout=120,
        trust_env=False,
    )
    assert sent.status_code == 200, sent.text
    path, body = f"/api/cli/datasets/{dataset['id']}/complete", {"file_extension": "jsonl"}
    assert http.post(path, json=body).status_code == 200
    while http.get("/api/cli/datasets/slow").json()["status"] != "uploaded":
        time.sleep(0.5)
    url = http.get("/api/cli/datasets/slow/download").json()["presigned_url"]
    size, paused = 0, 0
    with httpx.stream("GET", url, trust_env=False, timeout=120) as answer:
        for piece in answer.iter_raw(64 * 1024):
            size += len(piece)
            if size > (paused + 1) * len(data) // 9:
                paused += 1
                time.sleep(4.5)
    assert size == len(data)
