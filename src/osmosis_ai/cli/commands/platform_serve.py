"""``osmosis platform init`` and ``osmosis platform serve``: hosting a platform."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from osmosis_ai.base.errors import ConflictError
from osmosis_ai.cli.framework import files
from osmosis_ai.cli.framework.results import OperationResult

if TYPE_CHECKING:
    from osmosis_ai.platform.operations.running import Platform
    from osmosis_ai.platform.settings import Settings

DataOption = Annotated[
    Path | None,
    Parameter(
        name="--data", metavar="DIR", help="The data folder. OSMOSIS_PLATFORM_DATA, or this folder, if left out."
    ),
]
DatabaseOption = Annotated[
    str | None,
    Parameter(
        name="--database", metavar="URL", help="sqlite:///PATH or postgresql://… A file in the data folder if left out."
    ),
]
PublicUrlOption = Annotated[
    str | None, Parameter(name="--public-url", metavar="URL", help="Where clients reach the platform.")
]
BindOption = Annotated[
    str | None, Parameter(name="--bind", metavar="HOST:PORT", help="Where to listen. 127.0.0.1:8765 if left out.")
]
OwnerOption = Annotated[
    str, Parameter(name="--owner", metavar="EMAIL", help="The first person, where there is no one yet.")
]
WorkspaceOption = Annotated[str, Parameter(name="--first-workspace", metavar="NAME", help="Their workspace.")]

_TEMPLATE = """\
# The settings of this platform. Every key can be given by a variable as well: OSMOSIS_PLATFORM_ and its name,
# such as OSMOSIS_PLATFORM_DATABASE_URL. What is left out has the value shown.

{public_url}
{bind}
# trusted_proxies = []          # addresses or networks whose X-Forwarded-* headers count

[database]
{database}

[secrets]
# key_file = "secrets.keys"     # keep a copy elsewhere: no backup holds it, and nothing replaces it

[git]
# folders = []                  # where repositories on this machine may be connected from
# poll_seconds = 300
"""


def platform_init(
    *,
    data: DataOption = None,
    database: DatabaseOption = None,
    public_url: PublicUrlOption = None,
    bind: BindOption = None,
    owner: OwnerOption = "owner@localhost",
    first_workspace: WorkspaceOption = "main",
) -> OperationResult:
    """Make a platform in a folder.

    That is its settings, its database, its keys and its first owner, for whom it prints a link that sets a password,
    once. `serve` does all of this by itself where it was not done; `init` leaves a platform.toml to edit.

        osmosis platform init --data /srv/osmosis --public-url https://example.org
        osmosis platform serve --data /srv/osmosis
    """
    import asyncio

    from osmosis_ai.platform.operations.running import Platform
    from osmosis_ai.platform.services.setup import link_path
    from osmosis_ai.platform.settings import SETTINGS_FILE

    given = {"database.url": database, "public_url": public_url, "bind": bind}
    settings = _settings(data, given)
    file = settings.data / SETTINGS_FILE
    if file.exists():
        raise ConflictError(f"{file} exists.", hint="This folder has a platform. Start it: osmosis platform serve")

    async def make() -> str | None:
        async with Platform.open(settings, owner_email=owner, workspace=first_workspace) as platform:
            first = platform.started.first_owner
            return None if first is None else platform.link(link_path(first.token))

    link = asyncio.run(make())
    with files.file_errors(file):
        file.touch(mode=0o600)  # a database's URL may hold a password
        file.write_text(_settings_text(given), encoding="utf-8")
    message = f"The platform in {settings.data} is ready to be served."
    return OperationResult(
        operation="platform.init",
        resource={"data": str(settings.data), "settings": str(file), "public_url": settings.public_url, "link": link},
        message=message if link is None else f"{message}\nOnce it runs, {owner} sets a password at {link}",
        next_steps=["Start it: osmosis platform serve", f"Keep a copy of {settings.key_file} away from the backups."],
    )


def platform_serve(
    *,
    data: DataOption = None,
    database: DatabaseOption = None,
    public_url: PublicUrlOption = None,
    bind: BindOption = None,
    owner: OwnerOption = "owner@localhost",
    first_workspace: WorkspaceOption = "main",
) -> OperationResult:
    """Serve the platform.

    Runs until Ctrl-C. In an empty folder this makes a platform: SQLite and files in that folder, a key file, a first
    owner, and a link by which the owner sets a password, once. Logs go to stderr, a line of JSON an event.

        osmosis platform serve
        osmosis platform serve --data /srv/osmosis --bind 0.0.0.0:8765
    """
    import asyncio
    import gc

    from osmosis_ai.platform.app import create_platform_app
    from osmosis_ai.platform.operations.serve import serve
    from osmosis_ai.platform.services.setup import link_path

    settings = _settings(data, {"database.url": database, "public_url": public_url, "bind": bind})

    def announce(platform: "Platform") -> None:
        first = platform.started.first_owner
        if first is not None:
            link = platform.link(link_path(first.token))
            _say(f"First start: {first.email} sets a password at {link}")
        _say(f"Ready: {settings.public_url}")

    def run() -> None:
        asyncio.run(
            serve(settings, create_platform_app, on_start=announce, owner_email=owner, workspace=first_workspace)
        )
        gc.freeze()  # everything is closed; without it the interpreter walks all objects several times before it ends

    return OperationResult(
        operation="platform.serve",
        resource={"url": settings.public_url, "bind": settings.bind, "data": str(settings.data)},
        message=f"Starting the platform in {settings.data}, for {settings.public_url}",
        next_steps=["Ctrl-C ends it."],
        then=run,
    )


def _say(text: str) -> None:
    """A line for who started the server, after its result was printed."""
    print(text, flush=True)  # noqa: T201 - the frame has printed what it prints


def _settings(data: Path | None, given: Mapping[str, object]) -> "Settings":
    from osmosis_ai.platform.settings import load_settings

    return load_settings(data, overrides=given)


def _settings_text(given: Mapping[str, str | None]) -> str:
    import json

    def line(key: str, name: str, default: str) -> str:
        value = given[key]
        return f"# {name} = {json.dumps(default)}" if value is None else f"{name} = {json.dumps(value)}"

    return _TEMPLATE.format(
        public_url=line("public_url", "public_url", "http://127.0.0.1:8765"),
        bind=line("bind", "bind", "127.0.0.1:8765"),
        database=line("database.url", "url", "sqlite:///platform.sqlite3"),
    )
