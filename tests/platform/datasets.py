"""Datasets for tests: files with rows, and sending one as a client does."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from osmosis_ai.platform.operations.background import Background
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.settings import Settings
from tests.platform.api.conftest import Api
from tests.platform.conftest import WITH_S3

__all__ = ["STORES", "create", "finish", "jsonl", "pieces", "read_rows", "send", "send_parts", "upload", "with_store"]

STORES = ["folder", "s3-direct", "s3-through-platform"] if WITH_S3 else ["folder"]
"""Where files are, and which way they take."""


def with_store(request: pytest.FixtureRequest, settings: Settings) -> Settings:
    """Settings with the store that the fixture's parameter names."""
    if request.param == "folder":
        return settings
    way = request.param.removeprefix("s3-")
    return replace(settings, blobs_url=request.getfixturevalue("bucket"), transfers=way)


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


async def create(api: Api, size: int, *, name: str = "train", caller: str = "owner", **more: Any) -> httpx.Response:
    """Creates a dataset whose file has so many bytes."""
    body = {"file_name": name, "file_size": size, "extension": "jsonl", **more}
    return await api.call(caller, "POST", "/api/cli/datasets", json=body, workspace="main")


async def finish(api: Api, dataset: dict[str, Any], *, caller: str = "owner", **more: Any) -> httpx.Response:
    """Completes an upload."""
    body = {"file_extension": dataset["file_format"], **more}
    return await api.call(caller, "POST", f"/api/cli/datasets/{dataset['id']}/complete", json=body, workspace="main")


async def upload(
    api: Api, data: bytes, *, name: str = "train", caller: str = "owner", complete: bool = True, **more: Any
) -> dict[str, Any]:
    """Creates a dataset, sends its file and completes it, as a command does; the last answer."""
    created = await create(api, len(data), name=name, caller=caller, **more)
    assert created.status_code == 201, created.text
    dataset: dict[str, Any] = created.json()
    plan, sent = dataset["upload"], {}
    if plan["method"] == "simple":
        answer = await send(api.http, plan["presigned_url"], data)
        assert answer.status_code == 200, answer.text
    else:
        sent["parts"] = await send_parts(api.http, plan, data)
    if not complete:
        return dataset
    done = await finish(api, dataset, caller=caller, **sent)
    assert done.status_code == 200, done.text
    completed: dict[str, Any] = done.json()
    return completed


async def read_rows(platform: Platform) -> None:
    """Does what waits in the outbox, once each."""
    background = Background(platform)
    while await background.slow_worker.run_once() + await background.worker.run_once():
        pass
