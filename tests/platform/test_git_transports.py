"""Repositories by http and ssh: the credential reaches the server, and nothing else sees it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import git, git_sync, rollouts, secrets
from osmosis_ai.platform.settings import Settings
from tests.support.git_servers import GitServer, git_over_http
from tests.support.repositories import MAIN, Repository

TOKEN = "canary-token-of-the-host"
KEY = "-----BEGIN OPENSSH PRIVATE KEY-----\ncanary\n-----END OPENSSH PRIVATE KEY-----"


@pytest.fixture
def settings(settings: Settings, tmp_path: Path) -> Settings:
    """A data folder whose name a shell would take apart."""
    return replace(settings, data=tmp_path / "data of $HOME; touch x")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "hosted" / "acme" / "agents.git")
    made.commit({"rollouts/one/main.py": MAIN})
    return made


@pytest.fixture
def server(repository: Repository) -> Iterator[GitServer]:
    with git_over_http(repository.path.parent.parent, TOKEN) as server:
        yield server


class Calls:
    """What `git` and `ssh` were called with."""

    def __init__(self, log: Path) -> None:
        self._log = log

    @property
    def text(self) -> str:
        """A line each for `git`, and for each word of `ssh`."""
        return self._log.read_text()

    @property
    def ssh_words(self) -> list[str]:
        """The words of `ssh`."""
        return [line.removeprefix("ssh|") for line in self.text.splitlines() if line.startswith("ssh|")]

    @property
    def key(self) -> str:
        """What was in the file of the key while `ssh` ran."""
        return self._log.with_suffix(".key").read_text()


_GIT = """#!/bin/sh
echo "git $*" >> {log}
exec {real} "$@"
"""
_SSH = """#!/bin/sh
for word; do
  echo "ssh|$word" >> {log}
  case "$word" in 'IdentityFile="'*) file=${{word#*\\"}}; cat "${{file%?}}" >> {log}.key;; esac
done
exit 1
"""


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Programs called `git` and `ssh` before the real ones: both write down their words, and this ssh does no more."""
    folder, log = tmp_path / "bin", tmp_path / "calls"
    folder.mkdir()
    (folder / "git").write_text(_GIT.format(log=log, real=shutil.which("git")))
    (folder / "ssh").write_text(_SSH.format(log=log))
    for program in folder.iterdir():
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/local/bin:/usr/bin:/bin")
    return Calls(log)


def _holding(folder: Path, text: str) -> list[Path]:
    """The files below the folder that hold the text."""
    return [path for path in folder.rglob("*") if path.is_file() and text.encode() in path.read_bytes()]


async def _connect(platform: Platform, owner: Member, url: str, *, value: str | None) -> git.Connection:
    """Connects, syncs, and gives the state."""
    async with platform.write() as unit:
        if value is not None:
            await secrets.put(unit, owner, platform.keyring, name="GIT", value=value, scope="workspace")
        credential = None if value is None else "GIT"
        await git.connect(unit, owner, url=url, full_name=None, credential=credential, folders=())
    await git_sync.GitSync(platform.database, platform.keyring, platform.settings).sync(owner.workspace_id, "connect")
    async with platform.read() as unit:
        return await git.get(unit, owner)


async def test_a_token_opens_a_repository_by_http_and_is_in_no_argument(
    platform: Platform, owner: Member, server: GitServer, programs: Calls
):
    """git gets it in its environment; no command line, no file of the mirror and no message holds it."""
    connection = await _connect(platform, owner, f"{server.url}/acme/agents.git", value=TOKEN)
    assert (connection.state, connection.blocked_message) == ("ready", None)
    async with platform.read() as unit:
        page = await rollouts.listing(unit, owner, branch=None, limit=50, offset=0)
    assert [item.name for item in page.items] == ["one"]
    assert "fetch" in programs.text
    assert TOKEN not in programs.text
    assert not _holding(platform.settings.mirrors, TOKEN)


@pytest.mark.parametrize("value", [None, "another token"])
async def test_a_repository_that_wants_another_token_blocks_and_shows_none(
    platform: Platform, owner: Member, server: GitServer, value: str | None
):
    """Without the right credential it is unreachable; nobody is asked for one, and the message has no secret."""
    connection = await _connect(platform, owner, f"{server.url}/acme/agents.git", value=value)
    assert (connection.state, connection.blocked_code) == ("blocked", "REPOSITORY_UNREACHABLE")
    assert server.refused
    assert "another" not in (connection.blocked_message or "")


@pytest.mark.parametrize("url", ["git@127.0.0.1:acme/agents.git", "ssh://git@127.0.0.1:1/acme/agents.git"])
async def test_ssh_uses_the_key_of_the_workspace_alone(platform: Platform, owner: Member, programs: Calls, url: str):
    """One file of mode 600, gone afterwards, whatever the data folder is called; no agent, no other configuration."""
    connection = await _connect(platform, owner, url, value=KEY)
    assert connection.state == "blocked"
    words = programs.ssh_words
    assert words[words.index("-F") + 1] == "/dev/null"
    for option in ("BatchMode=yes", "IdentitiesOnly=yes", "IdentityAgent=none"):
        assert option in words
    assert f'UserKnownHostsFile="{platform.settings.mirrors / "known_hosts"}"' in words
    assert programs.key == KEY + "\n"
    assert not _holding(platform.settings.mirrors, "canary")


async def test_without_a_key_ssh_uses_none_of_the_servers_account(platform: Platform, owner: Member, programs: Calls):
    """A workspace cannot read with the keys of whoever runs the platform."""
    await _connect(platform, owner, "git@127.0.0.1:acme/agents.git", value=None)
    assert "IdentityFile=none" in programs.text
