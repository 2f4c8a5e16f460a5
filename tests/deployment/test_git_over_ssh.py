"""A repository by ssh, from OpenSSH's own server on loopback."""

from __future__ import annotations

import getpass
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.platform.served import Served, serving_platform
from tests.support.proxies import free_port, wait_for_listener
from tests.support.repositories import MAIN, Repository

pytestmark = pytest.mark.timeout(300)


@dataclass(frozen=True)
class SshServer:
    """Its address for git, and the one private key that opens it."""

    url: str
    key: str


@pytest.fixture
def ssh(tmp_path: Path) -> Iterator[SshServer]:
    program = shutil.which("sshd") or shutil.which("sshd", path="/usr/sbin")
    assert program is not None, "install an ssh server: apt-get install openssh-server"
    for name in ("host", "user"):
        made = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(tmp_path / name)]
        subprocess.run(made, check=True)
    (tmp_path / "authorized").write_text((tmp_path / "user.pub").read_text())
    port = free_port()
    lines = (
        f"ListenAddress 127.0.0.1:{port}",
        f"HostKey {tmp_path}/host",
        f"AuthorizedKeysFile {tmp_path}/authorized",
        f"PidFile {tmp_path}/sshd.pid",
        "PasswordAuthentication no",
        "KbdInteractiveAuthentication no",
        "StrictModes no",
        "PermitRootLogin prohibit-password",
        "UsePAM no",
    )
    (tmp_path / "sshd_config").write_text("\n".join(lines) + "\n")
    Path("/run/sshd").mkdir(exist_ok=True)  # where Debian's server separates its privileges
    repository = Repository(tmp_path / "acme" / "agents.git")
    repository.commit({"rollouts/one/main.py": MAIN})
    with (tmp_path / "sshd.log").open("wb") as log:
        process = subprocess.Popen(
            [program, "-D", "-e", "-f", str(tmp_path / "sshd_config")], stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    try:
        wait_for_listener(port, process, tmp_path / "sshd.log")
        url = f"ssh://{getpass.getuser()}@127.0.0.1:{port}{repository.path}"
        yield SshServer(url, (tmp_path / "user").read_text())
    finally:
        process.terminate()
        process.wait(30)


def _connection(served: Served, url: str, secret: str | None) -> dict[str, object]:
    """Stores the key, connects the repository, and waits until it was looked at."""
    headers = {"Authorization": f"Bearer {served.token()}", "X-Osmosis-Workspace": "main"}
    with httpx.Client(base_url=served.url, headers=headers, timeout=60) as http:
        body = {"url": url, "repo_full_name": "acme/agents"}
        if secret is not None:
            given = {"name": "GIT_KEY", "value": secret, "scope": "workspace"}
            http.post("/api/cli/environment-secrets", json=given).raise_for_status()
            body["credential"] = "GIT_KEY"
        http.post("/api/v1/workspaces/main/git", json=body).raise_for_status()
        for _ in range(300):
            found = http.get("/api/v1/workspaces/main/git").json()
            if found["state"] in ("ready", "blocked"):
                found["rollouts"] = http.get("/api/v1/workspaces/main/git/branches").json()
                return found
            time.sleep(0.2)
    raise AssertionError("it was not looked at")


def test_the_key_of_the_workspace_opens_a_repository_by_ssh(ssh: SshServer, tmp_path: Path):
    """The secret is the private key; the host's key is taken the first time and kept."""
    with serving_platform(tmp_path / "data of a team") as served:
        found = _connection(served, ssh.url, ssh.key)
        assert found["state"] == "ready", found
        assert "127.0.0.1" in (served.data / "git" / "known_hosts").read_text()


def test_without_the_key_a_repository_by_ssh_blocks(ssh: SshServer, tmp_path: Path):
    """No key of the server's account is tried, and nobody is asked for one."""
    with serving_platform(tmp_path / "data") as served:
        assert _connection(served, ssh.url, None)["state"] == "blocked"
