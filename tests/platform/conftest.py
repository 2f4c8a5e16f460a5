"""A platform for each test, on the database that the session has: SQLite, and PostgreSQL where it is asked for.

`OSMOSIS_TEST_POSTGRES=1` (`nox -s platform`) starts a private PostgreSQL and runs every test on both;
`OSMOSIS_TEST_S3=1` a private Swift, for the tests of files.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import httpx
import pytest
from aiobotocore.session import get_session

from osmosis_ai.platform.access.actors import Actor, Member, Origin
from osmosis_ai.platform.app import create_platform_app
from osmosis_ai.platform.blobs.s3_address import S3Address
from osmosis_ai.platform.compute import namespaces, requests
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.pool_settings import DEFAULT_POOL
from osmosis_ai.platform.services import accounts, members, tokens, workspaces
from osmosis_ai.platform.settings import Settings, load_settings
from osmosis_ai.platform.store.unit import Unit
from tests.support.parts import part_of
from tests.support.postgres import Postgres
from tests.support.swift import ACCESS_KEY, SECRET_KEY, Swift

if TYPE_CHECKING:
    from tests.platform.api.conftest import Api

WITH_POSTGRES = bool(os.environ.get("OSMOSIS_TEST_POSTGRES"))
WITH_S3 = bool(os.environ.get("OSMOSIS_TEST_S3"))
AFTER_TESTS = bool(os.environ.get("OSMOSIS_AFTER_TESTS"))
DATABASES = ["sqlite", "postgresql"] if WITH_POSTGRES else ["sqlite"]
_SERVERS = frozenset({"postgres", "swift", "bucket"})


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Two ways to a shorter run. Where the environment names a part (OSMOSIS_PART), of the long tests that part runs;
    with OSMOSIS_AFTER_TESTS, the tests that `nox -s tests` has run, on SQLite and a folder, do not run again."""
    here = Path(__file__).parent
    ours = [item for item in items if here in item.path.parents]
    long = [item for item in ours if item.get_closest_marker("long")]
    left_out = set(long) - set(part_of(long)) if long else set()
    if AFTER_TESTS:
        left_out |= {item for item in ours if not item.get_closest_marker("long") and not _on_a_server(item)}
    if left_out:
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]


def _on_a_server(item: pytest.Item) -> bool:
    """Whether a test needs PostgreSQL or the object store, by its fixtures or by what one of them is given."""
    if _SERVERS.intersection(getattr(item, "fixturenames", ())):
        return True
    call = getattr(item, "callspec", None)
    return call is not None and any(str(value).startswith(("postgresql", "s3")) for value in call.params.values())


@dataclass
class ManualClock:
    """A clock that moves when a test says so."""

    now: datetime = field(default_factory=lambda: datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **amount: float) -> None:
        self.now += timedelta(**amount)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A private PostgreSQL server."""
    server = Postgres.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def swift() -> Iterator[Swift]:
    """A private object store that speaks S3."""
    server = Swift.start()
    yield server
    server.stop()


@pytest.fixture
def s3_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The keys of that store, where the client looks for them."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", ACCESS_KEY)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET_KEY)


@pytest.fixture
async def bucket(swift: Swift, s3_keys: None) -> str:
    """The URL of a new, empty bucket."""
    name = f"test-{secrets.token_hex(8)}"
    address = S3Address.parse(f"s3://{name}?endpoint={swift.endpoint}")
    session = get_session()
    async with session.create_client("s3", region_name=address.region, endpoint_url=address.endpoint) as client:
        await client.create_bucket(Bucket=name)
    return f"s3://{name}/files?endpoint={swift.endpoint}"


@pytest.fixture(params=DATABASES)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'data' / 'platform.sqlite3'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.database()


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    """Settings of a platform on that database."""
    settings = load_settings(
        tmp_path / "data",
        environment={},
        overrides={"database.url": database_url, "secrets.key_file": str(tmp_path / "keys" / "secrets.keys")},
    )
    return replace(settings, pools=(replace(DEFAULT_POOL, trusted=True),))


@pytest.fixture
def broken_bubblewrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A bubblewrap that is installed and does not work, in front of the real one."""
    broken = tmp_path / "bin" / "bwrap"
    broken.parent.mkdir()
    broken.write_text("#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{broken.parent}:{os.environ['PATH']}")
    namespaces._find.cache_clear()
    requests._isolating.clear()
    yield
    namespaces._find.cache_clear()
    requests._isolating.clear()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def platform(settings: Settings, clock: ManualClock) -> AsyncIterator[Platform]:
    """An open platform with its first owner."""
    async with Platform.open(settings, clock=clock) as platform:
        yield platform


HOME = Origin("198.51.100.7", "a browser", "req-1")


def actor_of(account: accounts.Account, origin: Origin = HOME) -> Actor:
    """An actor of an account, as an accepted credential gives one."""
    expires_at = datetime(2100, 1, 1, tzinfo=UTC)
    return Actor(account.id, account.email, account.name, account.is_operator, "token", "tok_test", expires_at, origin)


async def add_person(unit: Unit, email: str) -> Actor:
    """A person with an account."""
    return actor_of(await accounts.add(unit, email=email))


async def add_member(unit: Unit, workspace: Member, email: str, role: str) -> Member:
    """A person who is a member of the workspace."""
    actor = await add_person(unit, email)
    await members.add(unit, workspace.workspace_id, actor.user_id, role)
    return await workspaces.resolve(unit, actor, git=None, name=workspace.workspace_name)


async def owner_of(platform: Platform) -> Member:
    """The first owner, in the first workspace."""
    async with platform.read() as unit:
        actor = actor_of(await accounts.by_email(unit, "owner@localhost"))
        return await workspaces.resolve(unit, actor, git=None, name="main")


async def issue_token(platform: Platform) -> str:
    """A token of the first owner."""
    owner = await owner_of(platform)
    async with platform.write() as unit:
        return (await tokens.issue(unit, owner.actor.user_id, name="tests", origin="personal", days=30)).text


@pytest.fixture
async def owner(platform: Platform) -> Member:
    """The first owner, in the first workspace."""
    return await owner_of(platform)


@pytest.fixture
async def other(platform: Platform) -> Member:
    """An owner of another workspace, who is a member of no more than that."""
    async with platform.write() as unit:
        return await workspaces.create(unit, await add_person(unit, "other@example.org"), "other")


@pytest.fixture
async def clients(platform: Platform, owner: Member, other: Member) -> AsyncIterator[Api]:
    """Everyone as a client of the application, which stands at its public URL; other addresses are real ones."""
    from tests.platform.api.conftest import everyone

    application = httpx.ASGITransport(app=create_platform_app(platform), client=("198.51.100.7", 4711))
    url = platform.settings.public_url
    address = urlsplit(url)
    mounts = {f"{address.scheme}://{address.netloc}": application}
    async with httpx.AsyncClient(mounts=mounts, base_url=url, trust_env=False, timeout=60) as http:
        yield await everyone(platform, http, owner, other)


type AddMember = Callable[[str, str], Member]
