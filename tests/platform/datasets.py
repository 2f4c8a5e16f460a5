"""Datasets for tests: files with rows, and sending one as a client does."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from typing import Any
from urllib.parse import urlsplit

import httpx

from osmosis_ai.platform.operations.background import Background
from osmosis_ai.platform.operations.running import Platform
from tests.platform.api.conftest import Api

__all__ = ["jsonl", "read_rows", "send", "send_parts", "upload"]


def jsonl(rows: int = 5, *, words: int = 3) -> bytes:
    """A valid JSONL dataset."""
    lines = (
        {"user_prompt": f"{row} times 7? " + "please " * words, "ground_truth": str(row * 7)} for row in range(rows)
    )
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


async def pieces(data: bytes, size: int = 64 * 1024) -> AsyncIterator[bytes]:
    """A body as a server gets it."""
    for start in range(0, len(data), size):
        yield data[start : start + size]


def relative(url: str) -> str:
    """The path and query of a URL, for a client of the application."""
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}"


async def send(http: httpx.AsyncClient, url: str, data: bytes) -> httpx.Response:
    """PUTs as the published client does: no credential, the exact length."""
    return await http.put(url, content=pieces(data), headers={"Content-Length": str(len(data))})


async def send_parts(http: httpx.AsyncClient, plan: dict[str, Any], data: bytes) -> list[dict[str, Any]]:
    """PUTs every part in order; what is sent to complete the upload."""
    sent = []
    for part in plan["presigned_urls"]:
        start = (part["part_number"] - 1) * plan["part_size"]
        answer = await send(http, part["presigned_url"], data[start : start + part["size"]])
        assert answer.status_code == 200, answer.text
        sent.append({"PartNumber": part["part_number"], "ETag": answer.headers["etag"].strip('"')})
    return sent


async def upload(
    api: Api,
    data: bytes,
    *,
    name: str = "train",
    extension: str = "jsonl",
    caller: str = "owner",
    overwrite: str | None = None,
    http: httpx.AsyncClient | None = None,
    complete: bool = True,
) -> dict[str, Any]:
    """Creates a dataset, sends its file and completes it, as a command does; the last answer."""
    body: dict[str, Any] = {"file_name": name, "file_size": len(data), "extension": extension}
    if overwrite is not None:
        body["overwrite_dataset_id"] = overwrite
    created = await api.call(caller, "POST", "/api/cli/datasets", json=body, workspace="main")
    assert created.status_code == 201, created.text
    dataset = created.json()
    plan, finish = dataset["upload"], {"file_extension": extension}
    client = http or api.http
    if plan["method"] == "simple":
        sent = await send(client, plan["presigned_url"], data)
        assert sent.status_code == 200, sent.text
    else:
        finish["parts"] = await send_parts(client, plan, data)
    if not complete:
        return dataset
    done = await api.call(caller, "POST", f"/api/cli/datasets/{dataset['id']}/complete", json=finish, workspace="main")
    assert done.status_code == 200, done.text
    return done.json()


async def read_rows(platform: Platform) -> None:
    """Does what waits in the outbox, once each."""
    background = Background(platform)
    while await background.slow_worker.run_once() + await background.worker.run_once():
        pass


type Change = Callable[[str], str]
