"""A store of files keeps the same promises in a folder and in a bucket."""

from __future__ import annotations

import asyncio
import hashlib
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.platform.blobs.opening import open_store
from osmosis_ai.platform.blobs.port import BlobMissingError, BlobStore, BlobStoreError, Part
from osmosis_ai.platform.blobs.s3 import S3Store
from osmosis_ai.platform.blobs.s3_address import S3Address
from osmosis_ai.platform.errors import ResourceNotFoundError
from osmosis_ai.platform.operations.backup import backup, restore
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import blobs
from osmosis_ai.platform.settings import Settings, load_settings
from tests.platform.conftest import WITH_S3, ManualClock, owner_of

MIB = 1024 * 1024
STORES = ["folder", "s3"] if WITH_S3 else ["folder"]
in_bucket = pytest.mark.skipif(not WITH_S3, reason="an object store is started in `nox -s platform` only")


@pytest.fixture(params=STORES)
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty store, of each kind in turn."""
    return f"file://{tmp_path / 'blobs'}" if request.param == "folder" else request.getfixturevalue("bucket")


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[BlobStore]:
    """An empty store."""
    async with open_store(store_url) as opened:
        yield opened


@pytest.fixture
async def s3(bucket: str) -> AsyncIterator[S3Store]:
    """An empty bucket."""
    async with open_store(bucket) as opened:
        assert isinstance(opened, S3Store)
        yield opened


async def content(*pieces: bytes) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


async def read(store: BlobStore, key: str) -> bytes:
    return b"".join([piece async for piece in store.get(key)])


async def keys_of(store: BlobStore) -> list[str]:
    return sorted([blob.key async for blob in store.listing()])


async def test_blobs_that_are_put_together_are_all_there_and_leave_nothing_else(store: BlobStore):
    """Each is read as it was given, empty ones too, and no partial file is left."""
    given = {f"wsp_1/blb_{number}": b"x" * number for number in range(20)}
    await store.put_all(given)
    assert {key: await read(store, key) for key in await keys_of(store)} == given
    assert await store.remove_partial(datetime.now(UTC) + timedelta(days=1)) == 0


async def test_blob_is_read_as_it_was_written_until_it_is_deleted(store: BlobStore):
    """Content, size, digest and listing agree; a deleted blob is gone, and deleting it again says so."""
    written = await store.put("wsp_1/blb_1", content(b"some ", b"text"), at_most=100)
    assert (written.size, written.sha256) == (9, hashlib.sha256(b"some text").hexdigest())
    assert await read(store, "wsp_1/blb_1") == b"some text"
    assert await store.size("wsp_1/blb_1") == 9
    (listed,) = [blob async for blob in store.listing()]
    assert (listed.key, listed.size) == ("wsp_1/blb_1", 9)
    assert abs(datetime.now(UTC) - listed.modified_at) < timedelta(minutes=10)
    assert await store.delete("wsp_1/blb_1")
    assert not await store.delete("wsp_1/blb_1")
    assert await keys_of(store) == []


async def test_blob_that_is_written_again_is_replaced(store: BlobStore):
    """The later content is read, alone."""
    await store.put("a/b", content(b"first, and longer"), at_most=100)
    await store.put("a/b", content(b"second"), at_most=100)
    assert await read(store, "a/b") == b"second"


async def test_empty_blob_is_a_blob(store: BlobStore):
    """No content is content."""
    assert (await store.put("a/empty", content(), at_most=0)).size == 0
    assert await read(store, "a/empty") == b""


async def test_blob_of_many_parts_is_whole(store: BlobStore):
    """What is too large for one request arrives unchanged, the last part short."""
    pieces = [bytes([number]) * MIB for number in range(17)] + [b"end"]
    written = await store.put("a/large", content(*pieces), at_most=64 * MIB)
    assert written.size == 17 * MIB + 3
    digest = hashlib.sha256()
    async for piece in store.get("a/large"):
        digest.update(piece)
    assert digest.hexdigest() == written.sha256


async def test_missing_blob_is_named_as_missing(store: BlobStore):
    """Reading and measuring say the same."""
    with pytest.raises(BlobMissingError):
        await read(store, "a/none")
    with pytest.raises(BlobMissingError):
        await store.size("a/none")


@pytest.mark.parametrize("pieces", [2, 12])
async def test_blob_that_is_too_large_leaves_nothing(store: BlobStore, pieces: int):
    """Neither a blob nor a part, whether the limit is passed in the first part or a later one."""
    with pytest.raises(ValueError, match="more than"):
        await store.put("a/large", content(*[b"x" * MIB] * pieces), at_most=(pieces - 1) * MIB)
    assert await keys_of(store) == []
    assert await store.remove_partial(datetime.now(UTC) + timedelta(days=1)) == 0


async def test_interrupted_write_leaves_nothing(store: BlobStore):
    """A source that fails in the middle ends the write, and its parts go."""

    async def failing() -> AsyncIterator[bytes]:
        for _ in range(9):
            yield b"x" * MIB
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        await store.put("a/half", failing(), at_most=64 * MIB)
    assert await keys_of(store) == []
    assert await store.remove_partial(datetime.now(UTC) + timedelta(days=1)) == 0


@in_bucket
async def test_14_abandoned_uploads_leave_no_part_after_the_sweep(s3: S3Store):
    """A hundred uploads that were begun, some with a part, are removed once they are older than asked; not before."""
    async with httpx.AsyncClient(trust_env=False) as http:
        for number in range(100):
            upload = await s3.start_multipart(f"a/{number}")
            if number % 10 == 0:
                url = await s3.sign_part(f"a/{number}", upload, 1, seconds=600)
                (await http.put(url, content=b"x" * 1000)).raise_for_status()
    assert await s3.remove_partial(datetime.now(UTC) - timedelta(hours=1)) == 0
    assert await s3.remove_partial(datetime.now(UTC) + timedelta(hours=1)) == 100
    assert await s3.remove_partial(datetime.now(UTC) + timedelta(hours=1)) == 0


@in_bucket
async def test_url_alone_lets_a_client_send_and_take(s3: S3Store):
    """A signed PUT stores, a signed GET gives it under the file name that was asked for; neither needs a header."""
    async with httpx.AsyncClient(trust_env=False) as http:
        assert (await http.put(await s3.sign_put("a/b", seconds=60), content=b"rows")).is_success
        assert await read(s3, "a/b") == b"rows"
        answer = await http.get(await s3.sign_get("a/b", seconds=60, file_name="train.jsonl"))
    assert answer.content == b"rows"
    assert answer.headers["content-disposition"] == 'attachment; filename="train.jsonl"'


@in_bucket
async def test_url_that_was_changed_or_is_too_old_is_refused(s3: S3Store):
    """Another key, another method, and the time after it expired are all 403."""
    await s3.put("a/b", content(b"rows"), at_most=10)
    url = await s3.sign_get("a/b", seconds=1)
    async with httpx.AsyncClient(trust_env=False) as http:
        assert (await http.get(url.replace("/a/b?", "/a/c?"))).status_code == 403
        assert (await http.put(url, content=b"x")).status_code == 403
        await asyncio.sleep(2.5)
        assert (await http.get(url)).status_code == 403


@in_bucket
async def test_parts_that_a_client_sent_make_a_blob_once(s3: S3Store):
    """A part sent again replaces the one before; completing gives the whole, and aborting then changes nothing."""
    upload = await s3.start_multipart("a/parts")
    sent = []
    async with httpx.AsyncClient(trust_env=False) as http:
        for number, body in ((1, b"old" * 2 * MIB), (1, b"new" * 2 * MIB), (2, b"end")):
            answer = await http.put(await s3.sign_part("a/parts", upload, number, seconds=600), content=body)
            sent.append(Part(number, answer.headers["etag"].strip('"')))
    await s3.complete_multipart("a/parts", upload, sent[1:])
    await s3.abort_multipart("a/parts", upload)
    assert await read(s3, "a/parts") == b"new" * 2 * MIB + b"end"


@in_bucket
async def test_wrong_tag_of_a_part_is_refused(s3: S3Store):
    """Nothing is made of parts that are not those which arrived."""
    upload = await s3.start_multipart("a/parts")
    async with httpx.AsyncClient(trust_env=False) as http:
        await http.put(await s3.sign_part("a/parts", upload, 1, seconds=600), content=b"x")
    with pytest.raises(BlobStoreError, match="complete_multipart_upload"):
        await s3.complete_multipart("a/parts", upload, [Part(1, "0" * 32)])
    assert await keys_of(s3) == []


@in_bucket
async def test_09_urls_name_the_public_endpoint(bucket: str):
    """With an internal and a public address of one store, the platform uses the first, and clients the second."""
    public = bucket.split("endpoint=")[1].replace("127.0.0.1", "localhost")
    async with open_store(f"{bucket}&public_endpoint={public}") as store:
        assert isinstance(store, S3Store)
        await store.put("a/b", content(b"rows"), at_most=10)
        url = await store.sign_get("a/b", seconds=60)
        assert url.startswith(f"{public}/")
        async with httpx.AsyncClient(trust_env=False) as http:
            assert (await http.get(url)).content == b"rows"


@in_bucket
async def test_wrong_keys_are_an_error_of_the_store(bucket: str, monkeypatch: pytest.MonkeyPatch):
    """A refused signature names the operation, and is not a missing blob."""
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "wrong")
    async with open_store(bucket) as store:
        with pytest.raises(BlobStoreError, match="refused put_object"):
            await store.put("a/b", content(b"x"), at_most=10)


@in_bucket
async def test_07_and_15_platform_in_a_bucket_is_swept_backed_up_and_restored(
    bucket: str, tmp_path: Path, clock: ManualClock
):
    """Files of an object store are swept as a folder's are, and a backup of them restores into another prefix."""

    def at(name: str, url: str) -> Settings:
        keys = str(tmp_path / "keys" / "secrets.keys")
        return load_settings(tmp_path / name, environment={}, overrides={"blobs.url": url, "secrets.key_file": keys})

    clock.now = datetime.now(UTC)
    async with Platform.open(at("one", bucket), clock=clock) as platform:
        owner = await owner_of(platform)
        kept = await blobs.put(platform.database, platform.blobs, platform.capacity, owner, content(b"kept"), at_most=9)
        gone = await blobs.put(platform.database, platform.blobs, platform.capacity, owner, content(b"gone"), at_most=9)
        await platform.blobs.put("no-one/orphan", content(b"orphan"), at_most=9)
        await platform.blobs.delete(gone.key)
        clock.advance(days=2)
        swept = await blobs.sweep(platform.database, platform.blobs)
        assert (swept.removed, list(swept.missing), swept.failed) == (1, [gone.key], 0)
        await blobs.delete(platform.database, owner, gone.id)
        await backup(platform, tmp_path / "backup")
        elsewhere = bucket.replace("/files?", "/restored?")
        await restore(tmp_path / "backup", at("two", elsewhere))
    with pytest.raises(OsmosisError, match="not empty"):
        await restore(tmp_path / "backup", at("three", elsewhere))
    async with Platform.open(at("two", elsewhere), clock=clock) as platform:
        assert await read(platform.blobs, kept.key) == b"kept"
        with pytest.raises(ResourceNotFoundError):
            await blobs.delete(platform.database, await owner_of(platform), gone.id)


async def test_store_that_does_not_answer_is_an_error_that_says_so(monkeypatch: pytest.MonkeyPatch):
    """Where nothing listens, a write is refused with the operation's name, after its few tries."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "x")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "x")
    async with S3Store.open(S3Address.parse("s3://some?endpoint=http://127.0.0.1:1")) as store:
        with pytest.raises(BlobStoreError, match="did not answer put_object"):
            await store.put("a/b", content(b"x"), at_most=10)


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("s3:///no-bucket", "does not name a bucket"),
        ("s3://key:secret@bucket", "does not name a bucket"),
        ("s3://bucket?endpont=http://h", "unknown option 'endpont'"),
        ("s3://bucket?endpoint=ftp://h", "wrong endpoint"),
        ("s3://bucket?public_endpoint=h", "wrong public_endpoint"),
        ("s3://bucket?region=a&region=b", "an option twice"),
    ],
)
def test_url_of_a_store_that_is_wrong_says_what(url: str, problem: str):
    """The message names the fault, and not the URL, which might hold a secret."""
    with pytest.raises(OsmosisError, match=problem) as raised:
        S3Address.parse(url)
    assert "secret" not in str(raised.value)


def test_s3_client_is_imported_for_an_s3_url_alone():
    """It is large: a platform with a folder does not pay for it."""
    program = (
        "import asyncio, sys\n"
        "from osmosis_ai.platform.blobs.opening import open_store\n"
        "async def main():\n"
        "    async with open_store(sys.argv[1]): print('botocore' in sys.modules)\n"
        "asyncio.run(main())"
    )
    for url, imported in (("file:///nowhere", "False"), ("s3://some?endpoint=http://127.0.0.1:1", "True")):
        done = subprocess.run([sys.executable, "-c", program, url], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == imported
