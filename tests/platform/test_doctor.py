"""`osmosis platform doctor` on the store of files and on the OpenID provider: what is wrong, and what to do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import httpx
import pytest

from osmosis_ai.platform.app import create_platform_app
from osmosis_ai.platform.blobs import s3
from osmosis_ai.platform.operations import doctor
from osmosis_ai.platform.operations.background import Background
from osmosis_ai.platform.operations.doctor import Check
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.operations.transfer_check import trouble_of_others
from osmosis_ai.platform.pool_settings import DEFAULT_POOL
from osmosis_ai.platform.settings import OpenIdSettings, Settings, load_settings
from tests.platform.conftest import WITH_S3
from tests.support.openid_double import CLIENT_ID, CLIENT_SECRET, ProviderDouble, openid_double

NOWHERE = "http://127.0.0.1:1"
with_swift = pytest.mark.skipif(not WITH_S3, reason="needs the object store: OSMOSIS_TEST_S3=1")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Of a platform that is served at an address where nothing listens; on a SQLite file."""
    settings = load_settings(tmp_path / "data", environment={}, overrides={"public_url": NOWHERE})
    return replace(settings, pools=())


@pytest.fixture(autouse=True)
def _one_try(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an object store's client, which otherwise waits between several."""
    monkeypatch.setattr(s3, "_TRIES", 1)


async def checks_of(settings: Settings, *names: str) -> list[Check]:
    """What the doctor says of these things."""
    async with Platform.open(settings) as platform:
        return [each for each in await doctor.examine(platform) if each.name in names]


@asynccontextmanager
async def answering(status: int, body: str = "", *, ahead: timedelta = timedelta()) -> AsyncIterator[str]:
    """A double of an object store that gives every request this answer; its address."""
    date = format_datetime(datetime.now(UTC) + ahead, usegmt=True)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next((line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), b":0")
        if b"expect: 100-continue" in head.lower():
            writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        await reader.readexactly(int(length.partition(b":")[2]))
        text = "" if head.startswith(b"HEAD") else body
        lines = [f"HTTP/1.1 {status} X", f"Date: {date}", "Content-Type: application/xml", "Connection: close"]
        writer.write("\r\n".join([*lines, f"Content-Length: {len(text)}", "", text]).encode())
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


@asynccontextmanager
async def forwarding(url: str) -> AsyncIterator[str]:
    """Another address of a server, as what is in front of it gives it one."""
    port = int(url.rpartition(":")[2])

    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
        writer.close()

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        async with asyncio.TaskGroup() as copies:
            copies.create_task(copy(reader, back))
            copies.create_task(copy(there, writer))

    async with await asyncio.start_server(forward, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


def refusal(code: str) -> str:
    """What an S3 store refuses with."""
    return f'<?xml version="1.0" encoding="UTF-8"?><Error><Code>{code}</Code><Message>No.</Message></Error>'


async def test_a_folder_that_takes_no_files_is_named(settings: Settings):
    """With its path, and the files of the database are not counted as lost."""
    (settings.data / "blobs").parent.mkdir(parents=True)
    (settings.data / "blobs").write_text("a file in the way")
    (store,) = await checks_of(settings, "store", "files")
    assert (store.name, store.status) == ("store", "failed")
    assert str(settings.data / "blobs") in store.message


async def test_a_store_that_does_not_answer_is_named(settings: Settings, s3_keys: None):
    """The bucket and its address; everything else is looked at all the same."""
    settings = replace(settings, blobs_url=f"s3://files?endpoint={NOWHERE}")
    store, transfers, disk = sorted(
        await checks_of(settings, "store", "transfers", "disk"), key=lambda each: "std".index(each.name[0])
    )
    assert (store.status, transfers.status, disk.status) == ("failed", "failed", "ok")
    assert f"the bucket files at {NOWHERE}: the object store did not answer put_object" in store.message
    assert "correct `endpoint`" in (store.hint or "")
    assert f"{NOWHERE} cannot be reached" in transfers.message


async def test_a_platform_without_keys_of_its_store_says_so(settings: Settings, monkeypatch: pytest.MonkeyPatch):
    """And where they are looked for."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("HOME", str(settings.data))
    for check in await checks_of(replace(settings, blobs_url=f"s3://files?endpoint={NOWHERE}"), "store", "transfers"):
        assert check.status == "failed"
        assert "AWS_ACCESS_KEY_ID" in (check.hint or ""), check


@pytest.mark.parametrize(
    ("status", "code", "remedy"),
    [
        (403, "InvalidAccessKeyId", "does not know the access key"),
        (403, "SignatureDoesNotMatch", "secret key or the region is wrong"),
        (403, "AccessDenied", "Allow the keys to write, read, list and delete"),
        (404, "NoSuchBucket", "Create the bucket"),
    ],
)
async def test_what_a_store_refuses_is_said_with_a_remedy(
    settings: Settings, s3_keys: None, status: int, code: str, remedy: str
):
    """Its own code, by the platform's address and by the one of clients alike."""
    async with answering(status, refusal(code)) as endpoint:
        found = await checks_of(replace(settings, blobs_url=f"s3://files?endpoint={endpoint}"), "store", "transfers")
    assert [each.status for each in found] == ["failed", "failed"]
    for each in found:
        assert code in each.message
        assert remedy in (each.hint or "")


@pytest.mark.parametrize(("minutes", "words", "sign"), [(-2, "behind", "-"), (2, "ahead of", "+")])
async def test_a_store_whose_clock_is_two_minutes_off_is_named(
    settings: Settings, s3_keys: None, minutes: int, words: str, sign: str
):
    """By the doctor, and by /readyz of a platform that nobody uses, which stays ready."""
    settings = replace(settings, pools=(replace(DEFAULT_POOL, trusted=True),))
    late = answering(403, refusal("RequestTimeTooSkewed"), ahead=timedelta(minutes=minutes))
    async with (
        late as endpoint,
        Platform.open(replace(settings, blobs_url=f"s3://files?endpoint={endpoint}")) as opened,
    ):
        transport = httpx.ASGITransport(create_platform_app(opened))
        async with httpx.AsyncClient(transport=transport, base_url=NOWHERE) as http, Background(opened).running():
            clocks = await _clocks(http)
        clock, refused = [each for each in await doctor.examine(opened) if each.name == "store"]
    assert clocks[0]["ok"] is False
    assert f"clock is {sign}1" in clocks[0]["detail"]
    assert "NTP" in clocks[0]["detail"]
    assert f"seconds {words} this machine's" in clock.message
    for check in (clock, refused):
        assert check.status == "failed"
        assert "NTP" in (check.hint or "")


async def _clocks(http: httpx.AsyncClient) -> list[dict[str, object]]:
    """What /readyz says of clocks, once it says something."""
    for _ in range(1200):
        answer = await http.get("/readyz")
        assert answer.status_code == 200
        if found := [each for each in answer.json()["checks"] if each["name"] == "clock"]:
            return found
        await asyncio.sleep(0.05)
    raise AssertionError("/readyz says nothing of the clock")


@pytest.mark.parametrize(
    ("address", "public_url", "words"),
    [
        ("http://127.0.0.1:1", "https://osmosis.example", "which only this machine reaches"),
        ("http://store.example", "https://osmosis.example", "which is plain HTTP"),
        ("https://store.example", "https://osmosis.example", None),
        ("http://127.0.0.1:1", "http://127.0.0.1:2", None),
        ("http://osmosis.example", "http://osmosis.example/prefix", None),  # the check of public_url has it
    ],
)
def test_an_address_of_the_store_that_clients_cannot_use_is_a_warning(address: str, public_url: str, words: str | None):
    """It is for the operator to set another one; this machine has no trouble with it."""
    found = trouble_of_others(f"{address}/files/key?X-Amz-Signature=0", public_url)
    assert len(found) == (words is not None)
    if words is not None:
        assert f"{address}, {words}" in found[0].message
        assert "public_endpoint" in (found[0].hint or "")
        assert found[0].advisory


@with_swift
async def test_a_store_with_two_addresses_is_looked_at_by_both(settings: Settings, bucket: str):
    """The platform's own address and the one of clients are named apart, and a fault of one is not the other's."""
    endpoint = bucket.split("endpoint=")[1]
    async with forwarding(endpoint) as public:
        store, files, transfers = await checks_of(
            replace(settings, blobs_url=f"{bucket}&public_endpoint={public}"), "store", "files", "transfers"
        )
    assert {store.status, files.status, transfers.status} == {"ok"}, (store, files, transfers)
    assert endpoint in store.message
    assert public in transfers.message
    store, transfers = await checks_of(
        replace(settings, blobs_url=f"{bucket}&public_endpoint={NOWHERE}"), "store", "transfers"
    )
    assert (store.status, transfers.status) == ("ok", "failed")
    assert f"{NOWHERE} cannot be reached" in transfers.message
    assert "public_endpoint" in (transfers.hint or "")


@with_swift
async def test_a_public_address_that_leads_to_another_store_is_named(settings: Settings, bucket: str):
    """What is sent there is taken, and the platform does not find it."""
    async with answering(200) as elsewhere:
        store, transfers = await checks_of(
            replace(settings, blobs_url=f"{bucket}&public_endpoint={elsewhere}"), "store", "transfers"
        )
    assert (store.status, transfers.status) == ("ok", "failed")
    assert f"sent to {elsewhere} is not in the store" in transfers.message


@with_swift
@pytest.mark.parametrize("name", ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])
async def test_wrong_keys_of_a_real_store_are_named(
    settings: Settings, bucket: str, monkeypatch: pytest.MonkeyPatch, name: str
):
    """Whichever of the two is wrong."""
    monkeypatch.setenv(name, "wrong")
    for check in await checks_of(replace(settings, blobs_url=bucket), "store", "transfers"):
        assert check.status == "failed"
        assert "AWS_ACCESS_KEY_ID" in (check.hint or ""), check


@with_swift
async def test_a_bucket_that_a_real_store_does_not_have_is_named(settings: Settings, bucket: str):
    """With its name."""
    missing = bucket.replace("s3://", "s3://no-")
    for check in await checks_of(replace(settings, blobs_url=missing), "store", "transfers"):
        assert (check.status, "NoSuchBucket" in check.message) == ("failed", True), check
        assert "Create the bucket" in (check.hint or "")


@pytest.fixture
def provider() -> Iterator[ProviderDouble]:
    with openid_double() as double:
        yield double


@pytest.fixture
def signing_in(settings: Settings, provider: ProviderDouble) -> Settings:
    """Settings with the provider, at which the platform's redirect address is registered."""
    settings.data.mkdir(parents=True)
    secret = settings.data / "client-secret"
    secret.write_text(CLIENT_SECRET)
    provider.redirects = [f"{NOWHERE}/oidc/callback"]
    return replace(settings, oidc=OpenIdSettings(provider.issuer, CLIENT_ID, secret))


async def test_a_provider_that_fits_the_settings_is_ok(signing_in: Settings, provider: ProviderDouble):
    """It names the redirect address, by which the provider was asked; no one begins to sign in."""
    (check,) = await checks_of(signing_in, "oidc")
    assert check.status == "ok", check
    assert f"{NOWHERE}/oidc/callback" in check.message
    assert provider.asked == []


async def test_a_platform_without_a_provider_has_no_check_of_one(settings: Settings):
    """Sign-in by password needs none."""
    assert await checks_of(settings, "oidc") == []


async def test_a_provider_that_does_not_answer_is_named(signing_in: Settings):
    """With the address that was asked, and the key of the settings."""
    assert signing_in.oidc is not None
    (check,) = await checks_of(replace(signing_in, oidc=replace(signing_in.oidc, issuer=NOWHERE)), "oidc")
    assert check.status == "failed"
    assert f"{NOWHERE}/.well-known/openid-configuration" in check.message
    assert "issuer" in (check.hint or "")


async def test_a_provider_of_another_issuer_is_named(signing_in: Settings, provider: ProviderDouble):
    """A slash more is another issuer: tokens are compared with it character by character."""
    provider.metadata = {"issuer": f"{provider.issuer}/"}
    (check,) = await checks_of(signing_in, "oidc")
    assert check.status == "failed"
    assert f"of the issuer '{provider.issuer}/'" in check.message
    assert "character by character" in (check.hint or "")


@pytest.mark.parametrize(
    ("metadata", "words"),
    [
        ({"token_endpoint": "http://provider.invalid/token"}, "token_endpoint is not an https address"),
        ({"jwks_uri": None}, "jwks_uri is not an https address"),
    ],
)
async def test_a_discovery_document_that_cannot_be_used_is_named(
    signing_in: Settings, provider: ProviderDouble, metadata: dict[str, str | None], words: str
):
    """Before anyone tries to sign in."""
    provider.metadata = metadata
    (check,) = await checks_of(signing_in, "oidc")
    assert (check.status, words in check.message) == ("failed", True), check


async def test_a_redirect_address_that_is_not_registered_is_named(signing_in: Settings, provider: ProviderDouble):
    """With what to register, for which client and where."""
    provider.redirects = ["http://127.0.0.1:2/oidc/callback"]
    (check,) = await checks_of(signing_in, "oidc")
    assert check.status == "failed"
    assert check.hint == (
        f"Register {NOWHERE}/oidc/callback as a redirect address of the client '{CLIENT_ID}' at {provider.issuer}."
    )


async def test_a_provider_that_does_not_say_what_is_registered_is_a_warning(
    signing_in: Settings, provider: ProviderDouble
):
    """One that shows its own page is asked by a browser; the address to register is named."""
    provider.metadata = {"authorization_endpoint": f"{provider.issuer}/jwks"}
    (check,) = await checks_of(signing_in, "oidc")
    assert check.status == "warning"
    assert f"Register {NOWHERE}/oidc/callback" in (check.hint or "")


async def test_a_client_secret_that_cannot_be_read_is_named(signing_in: Settings):
    """The file is read before anyone signs in."""
    (signing_in.data / "client-secret").unlink()
    (check,) = await checks_of(signing_in, "oidc")
    assert (check.status, "client_secret_file cannot be read" in check.message) == ("failed", True)


async def test_a_provider_whose_clock_is_two_minutes_off_is_named(signing_in: Settings, provider: ProviderDouble):
    """Its tokens would be refused; what else was found is said, too."""
    provider.date = format_datetime(datetime.now(UTC) - timedelta(minutes=2), usegmt=True)
    clock, redirect = await checks_of(signing_in, "oidc")
    assert (clock.status, redirect.status) == ("failed", "ok")
    assert f"the clock of {provider.issuer}" in clock.message
    assert "behind" in clock.message
