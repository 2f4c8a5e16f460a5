"""A repository that means harm runs nothing, reads nothing outside itself, and has what is wrong with it named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from osmosis_ai.platform.access.actors import Member
from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.services import git, git_sync, rollouts
from osmosis_ai.platform.settings import Limits, Settings
from tests.support.repositories import MAIN, Repository

LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n"


@pytest.fixture
def settings(settings: Settings, tmp_path: Path) -> Settings:
    limits = Limits(git_file_bytes=1000, git_repository_bytes=2 * 1024 * 1024)
    return replace(settings, git_folders=(tmp_path / "repositories",), limits=limits)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repositories" / "acme" / "agents.git")


async def synced(platform: Platform, owner: Member, repository: Repository) -> tuple[dict[str, tuple[str, ...]], str]:
    """Each rollout's problems, by name, and all that the sync left out, as one text."""
    async with platform.write() as unit:
        await git.connect(
            unit,
            owner,
            url=str(repository.path),
            full_name=None,
            credential=None,
            folders=platform.settings.git_folders,
        )
    await git_sync.GitSync(platform.database, platform.keyring, platform.settings).sync(owner.workspace_id, "connect")
    async with platform.read() as unit:
        page = await rollouts.listing(unit, owner, branch=None, limit=50, offset=0)
        history = await git.history(unit, owner, branch=None, limit=1, offset=0)
    return {item.name: tuple(item.problems) for item in page.items}, "\n".join(history.items[0].problems)


async def test_links_submodules_pointers_and_large_files_are_named(platform, owner, repository):
    """None is followed or read; each is named with its path, and what is sound beside it is listed as usual."""
    repository.commit(
        {
            "rollouts/good/main.py": MAIN,
            "rollouts/linked": ("120000", b"/etc"),
            "rollouts/module": ("160000", b"1" * 40),
            "rollouts/main-is-a-link/main.py": ("120000", b"/etc/passwd"),
            "rollouts/link-inside/main.py": MAIN,
            "rollouts/link-inside/data": ("120000", b"../../../../etc"),
            "rollouts/pointer/main.py": LFS,
            "rollouts/large/main.py": b"#" * 5000,
            "rollouts/empty/README.md": b"Nothing here\n",
            "rollouts/described-by-a-link/main.py": MAIN,
            "rollouts/described-by-a-link/README.md": ("120000", b"/etc/passwd"),
            "configs/eval/good.toml": b'[experiment]\nrollout = "good"\n',
            "configs/eval/broken.toml": b"[experiment\n",
            "configs/eval/deep.toml": b"a = " + b"[" * 900,
            "rollouts/good/pyproject.toml": b"a = " + b"[" * 900,
            "configs/eval/link.toml": ("120000", b"/etc/passwd"),
        }
    )
    found, problems = await synced(platform, owner, repository)
    assert found["good"] == ()
    assert set(found) == {
        "good", "main-is-a-link", "link-inside", "pointer", "large", "empty", "described-by-a-link",
    }  # fmt: skip
    assert found["main-is-a-link"] == ("main.py is a symbolic link, not a file",)
    assert found["link-inside"] == ("data is a symbolic link, which is left out",)
    assert found["pointer"][0].startswith("main.py is a Git LFS pointer")
    assert found["large"] == ("main.py is larger than 1000 bytes",)
    assert found["empty"] == ("it has no main.py",)
    assert "rollouts/linked is a symbolic link" in problems
    assert "rollouts/module is a submodule" in problems
    assert "configs/eval/broken.toml: it is not valid TOML" in problems
    assert "configs/eval/deep.toml: it is not valid TOML: tables or arrays are nested too deeply" in problems
    assert "root:" not in problems


async def test_odd_names_are_named_and_harm_nothing(platform, owner, repository):
    """Control characters, bytes that are not UTF-8, options, and names that differ in case only."""
    repository.commit(
        {
            "rollouts/good/main.py": MAIN,
            "rollouts/GOOD/main.py": MAIN,
            "rollouts/--upload-pack=x/main.py": MAIN,
            "rollouts/new\nline/main.py": MAIN,
            b"rollouts/\xff\xfe/main.py": MAIN,
            "rollouts/sp ace/main.py": MAIN,
            "rollouts/\u202egnp/main.py": MAIN,
            "rollouts/" + "x" * 150 + "/main.py": MAIN,
        }
    )
    found, problems = await synced(platform, owner, repository)
    assert set(found) == {"GOOD"}
    for named in ("differs from", "--upload-pack=x", "control characters", "not UTF-8", "sp ace", r"\u202egnp", "xxx"):
        assert named in problems
    assert "\n\n" not in problems


async def test_hooks_filters_and_configuration_run_nothing(platform, owner, repository, tmp_path, monkeypatch):
    """Not those of the source, of the mirror, of the account, nor those that attributes ask for."""
    proof = tmp_path / "it ran"
    command = f"touch '{proof}'"
    for hook in ("post-checkout", "reference-transaction", "pre-auto-gc", "post-update", "pre-receive"):
        for folder in (repository.path / "hooks",):
            folder.mkdir(exist_ok=True)
            (folder / hook).write_text(f"#!/bin/sh\n{command}\n")
            (folder / hook).chmod(0o755)
    (repository.path / "config").write_text(
        (repository.path / "config").read_text()
        + f'[core]\n\tfsmonitor = "{command}"\n\tsshCommand = "{command}"\n\tpager = "{command}"\n'
        + f'[filter "x"]\n\tsmudge = "{command}"\n\tclean = "{command}"\n'
        + f'[uploadpack]\n\tpackObjectsHook = "{command}"\n'
    )
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text(
        f'[core]\n\thooksPath = "{repository.path / "hooks"}"\n\tfsmonitor = "{command}"\n'
    )
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_SSH_COMMAND", command)
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", command)
    repository.commit(
        {
            "rollouts/good/main.py": MAIN,
            ".gitattributes": b"* filter=x diff=x merge=x\n",
            ".gitmodules": f'[submodule "x"]\n\tpath = x\n\turl = ext::{command}\n\tupdate = !{command}\n'.encode(),
            "x": ("160000", b"1" * 40),
        }
    )
    proof.unlink(missing_ok=True)  # the source's own hooks may run in the source's own hands
    found, _ = await synced(platform, owner, repository)
    assert set(found) == {"good"}
    assert not proof.exists()


async def test_repository_larger_than_the_bound_blocks(platform, owner, repository):
    """No file that git writes grows past the bound; the repository is named as one that cannot be read."""
    import os

    repository.commit({"rollouts/good/main.py": MAIN, "data.bin": os.urandom(4 * 1024 * 1024)})
    async with platform.write() as unit:
        await git.connect(
            unit,
            owner,
            url=str(repository.path),
            full_name=None,
            credential=None,
            folders=platform.settings.git_folders,
        )
    sync = git_sync.GitSync(platform.database, platform.keyring, platform.settings)
    assert await sync.sync(owner.workspace_id, "connect") is None
    async with platform.read() as unit:
        connection = await git.get(unit, owner)
    assert connection.state == "blocked"
    written = sum(path.stat().st_size for path in platform.settings.mirrors.rglob("*") if path.is_file())
    assert written < 3 * 1024 * 1024


async def test_git_is_given_nothing_of_the_servers_environment(platform, monkeypatch):
    """Tokens and settings in the server's environment do not reach git, nor what it starts."""
    monkeypatch.setenv("OSMOSIS_PLATFORM_DATABASE_URL", "postgresql://user:canary@host/db")
    sync = git_sync.GitSync(platform.database, platform.keyring, platform.settings)
    environment = sync._git.environment()
    assert "canary" not in str(environment)
    assert environment["GIT_CONFIG_NOSYSTEM"] == "1"
    assert Path(environment["GIT_CONFIG_GLOBAL"]).is_relative_to(platform.settings.mirrors)
