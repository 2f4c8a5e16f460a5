"""Complaint 10: URLs live as long as a slow link needs, expire with 403, and a clock that is off is named."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from osmosis_ai.platform.api import health
from osmosis_ai.platform.operations import doctor, transfer_check
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import datasets
from osmosis_ai.platform.settings import load_settings
from tests.platform.api.conftest import Api
from tests.platform.conftest import ManualClock
from tests.platform.datasets import jsonl, read_rows, send, upload

GIB = 1024**3


def test_urls_live_as_long_as_a_slow_link_needs():
    """At 1 MB/s for every byte, and an hour for what is small; never more than the week that S3 allows."""
    assert [datasets.url_seconds(size) for size in (1, 3_600_000_000, 5 * GIB)] == [3600, 3600, 5369]
    assert datasets.url_seconds(5 * GIB) < 7 * 86400


async def test_urls_expire_with_403(clients: Api, platform: Platform, clock: ManualClock):
    """A read and a write alike, at the moment that `expires_in` says; a new URL works."""
    data = jsonl()
    waiting = await upload(clients, data, name="waiting", complete=False)
    await upload(clients, data)
    await read_rows(platform)
    path = "/api/cli/datasets/train/download"
    given = (await clients.call("member", "GET", path, workspace="main")).json()
    clock.advance(seconds=given["expires_in"] - 1)
    assert (await clients.http.get(given["presigned_url"])).content == data
    clock.advance(seconds=1)
    for refused in (
        await clients.http.get(given["presigned_url"]),
        await send(clients.http, waiting["upload"]["presigned_url"], data),
    ):
        assert (refused.status_code, refused.json()["code"]) == (403, "URL_EXPIRED")
    again = (await clients.call("member", "GET", path, workspace="main")).json()
    assert (await clients.http.get(again["presigned_url"])).content == data


def _claim(name: str, value: object) -> Callable[[str], str]:
    """Changes what a URL says that it allows, and keeps its signature."""

    def change(url: str) -> str:
        address, _, grant = url.partition("grant=")
        claims, _, signature = grant.partition(".")
        document = json.loads(base64.urlsafe_b64decode(claims + "=="))
        assert name in document
        changed = base64.urlsafe_b64encode(json.dumps({**document, name: value}).encode()).rstrip(b"=").decode()
        return f"{address}grant={changed}.{signature}"

    return change


TAMPERED: dict[str, Callable[[str], str]] = {
    "key": _claim("key", "wsp_other/blb_other"),
    "expires": _claim("expires", 1 << 40),
    "method": _claim("method", "PUT"),
    "key_id": _claim("key_id", "key_none"),
    "signature": lambda url: url[:-3] + ("AAA" if url[-3:] != "AAA" else "BBB"),
    "shorter": lambda url: url[:-2],
    "another part": lambda url: url.replace("grant=", "grant=e30."),
    "no claims": lambda url: url.split("grant=")[0] + "grant=bnVsbA.AAAA",
    "no signature": lambda url: url.rpartition(".")[0],
}


async def test_a_tampered_url_is_refused(clients: Api, platform: Platform):
    """Whatever of it is changed: 403 or 400, and nothing of the file."""
    await upload(clients, jsonl())
    await read_rows(platform)
    given = await clients.call("member", "GET", "/api/cli/datasets/train/download", workspace="main")
    url = given.json()["presigned_url"]
    for name, change in TAMPERED.items():
        answer = await clients.http.get(change(url))
        assert answer.status_code in (400, 403), name
        assert b"user_prompt" not in answer.content, name
    assert (await clients.http.put(url, content=b"x")).status_code == 403
    assert (await clients.http.get(url)).status_code == 200


async def test_a_url_is_good_for_one_size_and_keeps_nothing_of_another(clients: Api, platform: Platform):
    """Longer, shorter and announced wrongly are refused, each leaving no file; then the right one is taken."""
    data = jsonl()
    dataset = await upload(clients, data, complete=False)
    url = dataset["upload"]["presigned_url"]

    async def unannounced(body: bytes) -> AsyncIterator[bytes]:
        yield body

    await platform.blobs.delete(await anext(blob.key async for blob in platform.blobs.listing()))
    for body in (data[:-1], data + b"x", b""):
        for content in (body, unannounced(body)):
            answer = await clients.http.put(url, content=content)
            assert (answer.status_code, answer.json()["code"]) == (400, "WRONG_SIZE"), body
    assert [blob async for blob in platform.blobs.listing()] == []
    assert (await send(clients.http, url, data)).status_code == 200


async def test_urls_of_one_process_are_good_in_another(clients: Api, platform: Platform, clock: ManualClock):
    """They are signed with a key of the key file; after it is replaced they are refused."""
    await upload(clients, jsonl())
    await read_rows(platform)
    given = await clients.call("member", "GET", "/api/cli/datasets/train/download", workspace="main")
    grant = given.json()["presigned_url"].partition("grant=")[2]
    keys = platform.keyring.keys
    from osmosis_ai.platform.blobs.signed_urls import PlatformUrls, UrlRefusedError

    same = PlatformUrls("http://h", lambda: (keys.active, dict(keys.keys)), clock)
    assert same.read(grant, "GET").file_name == "train.jsonl"
    other = PlatformUrls("http://h", lambda: (keys.active, {keys.active: b"0" * 32}), clock)
    with pytest.raises(UrlRefusedError):
        other.read(grant, "GET")


@asynccontextmanager
async def store_that_answers(
    platform: Platform, status: int, headers: dict[str, str], body: str = ""
) -> AsyncIterator[None]:
    """Something on loopback that the public URL leads to and that answers every request alike."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        lines = [f"HTTP/1.1 {status} X", *(f"{name}: {value}" for name, value in headers.items())]
        writer.write("\r\n".join([*lines, f"Content-Length: {len(body)}", "Connection: close", "", body]).encode())
        await writer.drain()
        while await reader.read(65536):
            pass
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    platform.urls._address = f"http://127.0.0.1:{port}/api/v1/transfers"
    try:
        yield
    finally:
        server.close()


@pytest.mark.parametrize(("minutes", "words"), [(-2, "behind"), (2, "ahead of")])
async def test_doctor_names_a_clock_that_is_two_minutes_off(platform: Platform, minutes: int, words: str):
    """By the time that answers carry, whatever else they are."""
    date = format_datetime(datetime.now(UTC) + timedelta(minutes=minutes), usegmt=True)
    async with store_that_answers(platform, 403, {"Date": date}, "RequestTimeTooSkewed"):
        clock, refused = await transfer_check.check_transfers(platform)
    assert "the clock of http://127.0.0.1" in clock.message
    assert words in clock.message
    assert not clock.ok
    assert "403" in refused.message
    assert "NTP" in (refused.hint or "")


async def test_readyz_names_a_store_whose_clock_is_off(clients: Api, platform: Platform, monkeypatch):
    """It stays ready, and says by how much; a folder has no clock."""
    assert "clock" not in [each["name"] for each in (await clients.http.get("/readyz")).json()["checks"]]
    monkeypatch.setattr(type(platform.blobs), "clock_ahead_sec", -120.0)
    ready = await clients.http.get("/readyz")
    (check,) = [each for each in ready.json()["checks"] if each["name"] == "clock"]
    assert (ready.status_code, check["ok"]) == (200, False)
    assert "-120 s" in check["detail"]
    assert health.MOST_SKEW_SEC < 120


async def test_doctor_names_a_host_that_does_not_answer(platform: Platform):
    """The address, and what to do about it."""
    platform.urls._address = "http://127.0.0.1:1/api/v1/transfers"
    (found,) = await transfer_check.check_transfers(platform)
    assert found.message.startswith("http://127.0.0.1:1 cannot be reached")
    assert "public_url" in (found.hint or "")
    for serving, status in ((True, "failed"), (False, "warning")):
        platform.is_serving = serving
        (check,) = [each for each in await doctor.examine(platform) if each.name == "transfers"]
        assert check.status == status


async def test_doctor_names_a_redirect(platform: Platform):
    """To https, say: a PUT is not sent again."""
    async with store_that_answers(platform, 301, {"Location": "https://h/"}):
        (found,) = await transfer_check.check_transfers(platform)
    assert "redirects a PUT to https://h/" in found.message


async def test_doctor_names_the_limit_of_a_proxy(platform: Platform):
    """Complaint 11: nginx answers 413 to more than a megabyte; the hint has its directive."""
    async with store_that_answers(platform, 413, {"Server": "nginx/1.22"}):
        (found,) = await transfer_check.check_transfers(platform)
    assert "nginx/1.22 refuses a body of 2 MiB (413)" in found.message
    assert "client_max_body_size 0" in (found.hint or "")


async def test_urls_cannot_be_made_without_a_key(tmp_path: Path):
    """The error says so, and it is the platform that is not available, not the request that is wrong."""
    settings = load_settings(tmp_path / "data", environment={})
    async with Platform.open(settings) as platform:
        settings.key_file.unlink()
        (found,) = await transfer_check.check_transfers(platform)
        assert "no URL can be signed" in found.message


def test_the_two_ways_of_transfers_are_settings(tmp_path: Path):
    """`direct` where nothing is said; any other word is refused with the two."""
    assert load_settings(tmp_path, environment={}).transfers == "direct"
    variable = {"OSMOSIS_PLATFORM_BLOBS_TRANSFERS": "through-platform"}
    assert load_settings(tmp_path, environment=variable).transfers == "through-platform"
    with pytest.raises(Exception, match="not a way of transfers") as refused:
        load_settings(tmp_path, overrides={"blobs.transfers": "proxy"}, environment={})
    assert "through-platform" in str(getattr(refused.value, "hint", ""))
