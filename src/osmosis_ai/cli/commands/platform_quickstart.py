"""``osmosis platform quickstart`` and ``stop``: a platform on this machine for the person who types the command."""

import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from osmosis_ai.base.errors import ConflictError, OsmosisError
from osmosis_ai.base.git import ask_git
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.cli.commands.auth import save_token_login
from osmosis_ai.cli.commands.platform_serve import DataOption
from osmosis_ai.cli.commands.session import Session
from osmosis_ai.cli.framework import files
from osmosis_ai.cli.framework.console import Console
from osmosis_ai.cli.framework.params import InjectedConsole
from osmosis_ai.cli.framework.results import OperationResult
from osmosis_ai.platform_client.address import URL_VARIABLE, normalize_url
from osmosis_ai.platform_client.login import TOKEN_VARIABLE, is_expired
from osmosis_contract.models import PlatformQuickstart, PlatformStopped

if TYPE_CHECKING:
    from osmosis_ai.platform.settings import Settings

_DATA = Path(".osmosis", "platform")
_ROLLOUT = "multiply"
_USUAL_PORT = 8765
_TOKEN_DAYS = 90
_PASSED_ON = (
    "SSL_CERT_FILE", "SSL_CERT_DIR", "UV_INDEX_URL", "UV_DEFAULT_INDEX", "UV_EXTRA_INDEX_URL", "UV_INDEX",
    "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy",
)  # fmt: skip
"""Variables by which packages are fetched from this machine; jobs get nothing else of the environment."""
_SETTINGS = """\
# A platform that `osmosis platform quickstart` made, for the person whose folder this is.
public_url = {url}
bind = {bind}

[git]
folders = ["repositories"]

[pools.local]
engine = "local"
"""
_TRUSTED = """\
# Rollouts run with the rights of your account, as `osmosis eval run` has them. Remove this line once others may submit.
trusted = true
"""
_HOOK = """\
#!/bin/sh
# Tells the platform that something was pushed. A platform that does not run reads it later.
exec {python} -c 'import contextlib, urllib.request
opener = urllib.request.build_opener(urllib.request.ProxyHandler(dict()))
with contextlib.suppress(OSError):
    opener.open(urllib.request.Request("{url}", method="POST"), timeout=10).close()
'
"""
_ENVIRONMENT = """\
# Commands typed in this folder talk to the platform of `osmosis platform quickstart`.
OSMOSIS_PLATFORM_URL={url}
OSMOSIS_PLATFORM_DATA={data}
"""


def platform_quickstart(*, console: InjectedConsole) -> OperationResult:
    """Make a platform on this machine, and a workspace to try it with.

    In an empty folder: the folder becomes a workspace with a rollout and a dataset, in a git repository whose origin is
    connected to a platform that runs in the background, and this account is logged in as its owner. Typed again in that
    folder, it starts the platform again. Everything is inside the folder, the platform in .osmosis/platform.

        osmosis platform quickstart
        osmosis platform stop
    """
    from osmosis_ai.platform.operations.detached import is_running, start_detached
    from osmosis_ai.platform.services.setup import DEFAULT_EMAIL, DEFAULT_WORKSPACE
    from osmosis_ai.platform.settings import load_settings

    root = Path.cwd()
    data = root / _DATA
    is_new = not (data / "platform.sqlite3").exists()
    _check(root, is_new=is_new)
    if is_new:
        _write_settings(data)
    settings = load_settings(data, overrides={})
    _check_environment(settings.public_url)
    if is_new:
        console.status("Writing the workspace")
        _write_workspace(root, settings, console)
    running = asyncio.run(is_running(settings))
    process_id = None
    if not running:
        console.status(f"Starting the platform at {settings.public_url}")
        process_id = asyncio.run(start_detached(settings, _server_environment()))
    session = Session(console, normalize_url(settings.public_url))
    _log_in(session, settings, DEFAULT_EMAIL)
    bare = _bare(settings, root)
    if is_new or not _is_connected(session, DEFAULT_WORKSPACE):  # a first try may have ended before that
        _push(root, bare)
        console.status("Connecting the repository")
        _connect(session, bare, DEFAULT_WORKSPACE)
    link = None if not is_new else _operate(settings, "user.link", {"email": DEFAULT_EMAIL})["link"]
    resource = PlatformQuickstart(
        url=settings.public_url,
        data=str(settings.data),
        workspace=DEFAULT_WORKSPACE,
        workspace_directory=str(root),
        repository=str(bare),
        rollout=_ROLLOUT if is_new else None,
        process_id=process_id,
        started=not running,
        account=DEFAULT_EMAIL,
    )
    facts: list[tuple[str, object]] = [
        ("Platform", f"{settings.public_url}, in {_DATA}, {'running' if running else 'started in the background'}"),
        ("You", f"{DEFAULT_EMAIL}, logged in for commands of this folder"),
        ("Workspace", f"{DEFAULT_WORKSPACE}, with the repository {bare}"),
        *([("Rollout", f"rollouts/{_ROLLOUT}/, committed and pushed")] if is_new else []),
        *([("In a browser", f"{link} sets a password, once")] if link else []),
    ]
    if settings.pools[0].trusted:
        facts.append(("Rollouts run", "with the rights of your account, as those of `osmosis eval run` do"))
    return OperationResult(
        operation="platform.quickstart",
        resource=resource.to_wire(),
        message="The platform is running, and this folder is a workspace of it.",
        facts=facts,
        next_steps=[
            f"{console.program} dataset upload data/{_ROLLOUT}.jsonl --yes --wait",
            f"{console.program} eval submit configs/eval/{_ROLLOUT}.toml --yes --watch",
            f"{console.program} platform stop",
        ],
    )


def platform_stop(*, data: DataOption = None) -> OperationResult:
    """Stop the platform that runs in the background.

    Runs that are going on do so until their jobs end, and are taken up again when it is started.

        osmosis platform stop
        osmosis platform stop --data /srv/osmosis
    """
    from osmosis_ai.platform.operations.control import NotRunningError
    from osmosis_ai.platform.operations.detached import stop
    from osmosis_ai.platform.settings import load_settings

    settings = load_settings(data, overrides={})
    try:
        process_id = asyncio.run(stop(settings))
    except NotRunningError:
        raise OsmosisError(
            f"No platform runs on {settings.data}.", hint="Name its folder with --data, if it is another one."
        ) from None
    return OperationResult(
        operation="platform.stop",
        resource=PlatformStopped(process_id=process_id).to_wire(),
        message=f"The platform in {settings.data} is stopped.",
    )


def _check(root: Path, *, is_new: bool) -> None:
    """Raises OsmosisError where this folder cannot become such a workspace."""
    if shutil.which("git") is None:
        raise OsmosisError("git is not installed, and a platform reads rollouts from git.", hint="Install git.")
    if not is_new:
        return
    around = Workspace.locate(root)
    if around is not None or any(each.name != ".osmosis" for each in root.iterdir()):
        what = "is not empty" if around is None else f"is in the workspace {around.root}"
        raise ConflictError(
            f"{root} {what}.",
            hint="Type it in an empty folder. For a workspace that exists: `osmosis platform serve` in a folder of its"
            " own, `osmosis auth login` and `osmosis platform git connect`.",
            details={"path": str(root)},
        )


def _check_environment(url: str) -> None:
    """Raises ConflictError where commands of this shell would not talk to the platform that is made."""
    named = os.environ.get(URL_VARIABLE, "").strip()
    if named and normalize_url(named) != normalize_url(url):
        raise ConflictError(f"{URL_VARIABLE} is set, to {named}.", hint="Unset it: the folder names its own platform.")
    if os.environ.get(TOKEN_VARIABLE, "").strip():
        raise ConflictError(f"{TOKEN_VARIABLE} is set, and would be used instead of the login.", hint="Unset it.")


def _write_settings(data: Path) -> None:
    """The settings of the platform, unless the folder has some."""
    from osmosis_ai.platform.compute.requests import user_code_refusal
    from osmosis_ai.platform.pool_settings import DEFAULT_POOL
    from osmosis_ai.platform.settings import SETTINGS_FILE

    file = data / SETTINGS_FILE
    if file.exists():
        return
    address = f"127.0.0.1:{_free_port()}"
    text = _SETTINGS.format(url=json.dumps(f"http://{address}"), bind=json.dumps(address))
    if asyncio.run(user_code_refusal(DEFAULT_POOL)) is not None:
        text += _TRUSTED
    passed_on = [f"{name}={os.environ[name]}" for name in _PASSED_ON if os.environ.get(name)]
    if passed_on := [each for each in passed_on if "@" not in each]:  # arguments are no place for a password
        text += f"command = {json.dumps(['env', *passed_on])}\n"
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    files.create(file, text)
    file.chmod(0o600)


def _free_port() -> int:
    """The usual port, or another one where that is taken."""
    for port in (_USUAL_PORT, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise OsmosisError("No port of this machine is free.")


def _write_workspace(root: Path, settings: "Settings", console: Console) -> None:
    """Makes the folder a workspace with a rollout, in a repository whose origin is a bare one beside the platform."""
    from osmosis_ai.cli.commands.doctor import doctor
    from osmosis_ai.cli.commands.rollout_init import rollout_init

    bare = _bare(settings, root)
    bare.mkdir(parents=True, exist_ok=True)
    _git(bare, "init", "--quiet", "--bare", "--initial-branch=main")
    _git(root, "init", "--quiet", "--initial-branch=main")
    _git(root, "remote", "add", "origin", str(bare))
    doctor(root, fix=True, console=console)
    rollout_init(_ROLLOUT, console=console)
    _ask_for_every_row(root)
    files.create(root / ".env", _ENVIRONMENT.format(url=settings.public_url, data=settings.data))


def _ask_for_every_row(root: Path) -> None:
    """Sets the limit of the rollout's config: without one, a platform takes a tenth of the rows."""
    config = root / "configs" / "eval" / f"{_ROLLOUT}.toml"
    rows = len((root / "data" / f"{_ROLLOUT}.jsonl").read_text().splitlines())
    limit = f"limit = {rows} # every row; left out, a platform takes a tenth of them at random"
    config.write_text(re.sub(r"^# limit = .*$", limit, config.read_text(), count=1, flags=re.MULTILINE))


def _push(root: Path, bare: Path) -> None:
    if ask_git(root, "rev-parse", "--verify", "--quiet", "HEAD") is None:
        identity: list[str] = []
        if not ask_git(root, "config", "user.email"):
            identity = ["-c", "user.name=Owner", "-c", "user.email=owner@localhost"]
        _git(root, "add", "--all")
        _git(root, *identity, "commit", "--quiet", "--message", f"A workspace with the rollout {_ROLLOUT}")
    _git(root, "push", "--quiet", "--set-upstream", "origin", "HEAD:main")


def _bare(settings: "Settings", root: Path) -> Path:
    name = re.sub(r"[^a-z0-9._-]+", "-", root.name.lower()).strip(".-") or "workspace"
    return settings.data / "repositories" / "local" / f"{name[:90]}.git"


def _git(folder: Path, *arguments: str) -> None:
    done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise OsmosisError(f"git {arguments[0]} failed in {folder}: {(done.stderr or done.stdout).strip()}")


def _server_environment() -> dict[str, str]:
    """What the server gets: nothing that belongs to a command of this folder."""
    return {
        name: value for name, value in os.environ.items() if not name.startswith(("OSMOSIS_PLATFORM_", "OSMOSIS_TOKEN"))
    }


def _operate(settings: "Settings", operation: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    from osmosis_ai.platform.operations.control import NotRunningError, call_server

    try:
        return asyncio.run(call_server(settings.control_socket, operation, arguments))
    except NotRunningError:
        raise OsmosisError(f"The platform in {settings.data} has ended.", hint="Its log is serve.log there.") from None


def _log_in(session: Session, settings: "Settings", email: str) -> None:
    """A saved login with a new token, unless there is one that is accepted."""
    from osmosis_contract.clients.platform.api.sign_in import verify
    from osmosis_contract.models import VerifyResponse

    saved = session.credentials.find(session.url)
    if saved is not None and not is_expired(saved):
        try:
            with session.connect(session.credentials.token(saved)) as connection:
                connection.call(verify.sync_detailed, VerifyResponse)
                return
        except OsmosisError:
            pass  # of another platform that was at this address
    made = _operate(settings, "token.create", {"email": email, "name": socket.gethostname()[:64], "days": _TOKEN_DAYS})
    save_token_login(session, made["token"])


def _is_connected(session: Session, workspace: str) -> bool:
    from osmosis_ai.platform_client.failures import PlatformAnswerError
    from osmosis_contract.clients.platform.api.git import get_git_connection
    from osmosis_contract.models import GitConnection

    with session.log_in() as connection:
        try:
            connection.call(get_git_connection.sync_detailed, GitConnection, workspace=workspace)
        except PlatformAnswerError as error:
            if error.platform_code != "GIT_REPOSITORY_NOT_CONNECTED":
                raise
            return False
    return True


def _connect(session: Session, bare: Path, workspace: str) -> None:
    """Connects the repository, has pushes told to the platform, and waits until it was read."""
    from osmosis_ai.cli.commands.platform_git import wait_until_read
    from osmosis_contract.clients.platform.api.git import connect_git
    from osmosis_contract.models import GitConnectionState, GitConnectRequest, NewGitConnection

    with session.log_in() as connection:
        made = connection.call(
            connect_git.sync_detailed, NewGitConnection, workspace=workspace, body=GitConnectRequest(url=str(bare))
        )
        hook = bare / "hooks" / "post-receive"
        files.replace(hook, _HOOK.format(python=sys.executable, url=made.hook_url))
        hook.chmod(0o700)
        found = wait_until_read(connection, workspace, made.connection)
    if found.state is not GitConnectionState.READY:
        raise OsmosisError(
            f"The platform does not read the repository: {found.blocked_message or found.state.value}.",
            hint="osmosis platform git show",
        )
