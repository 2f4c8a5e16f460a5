"""This machine as the image of a sandbox: its programs, read-only, on a root folder that has nothing else of it."""

from __future__ import annotations

import hashlib
import secrets
import shutil
from pathlib import Path

from osmosis_ai.rollout.backend.harbor.bubblewrap_sandbox import Mount

__all__ = ["host_image"]

_PROGRAMS = ("bin", "sbin", "lib", "lib32", "lib64")
_FOLDERS = ("etc", "home", "mnt", "opt", "root", "run", "srv", "tmp", "usr", "var/lib", "var/log", "var/tmp")
_WORLD_WRITABLE = ("tmp", "var/tmp")
_SETTINGS = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ssl/certs")
_FILES = {
    "etc/passwd": "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n",
    "etc/group": "root:x:0:\nnogroup:x:65534:\n",
    "etc/hosts": "127.0.0.1 localhost\n::1 localhost\n",
    "etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
}


def host_image(state_dir: Path) -> tuple[Path, tuple[Mount, ...]]:
    """A root folder for sandboxes kept in `state_dir`, and what of this machine is mounted in it, read-only.

    That is `/usr`, the folders of programs beside it where they are not links into it, and the settings of its linker,
    alternatives and certificates. The folder is made once, and holds an `/etc` with root and nobody as its accounts.
    Raises OSError where it cannot be made.
    """
    links = {name: str(Path("/", name).readlink()) for name in _PROGRAMS if Path("/", name).is_symlink()}
    own = [f"/{name}" for name in _PROGRAMS if name not in links and Path("/", name).is_dir()]
    key = hashlib.sha256(repr((_FOLDERS, _FILES, links)).encode()).hexdigest()[:16]
    root = state_dir / ".host" / key
    if not root.is_dir():
        _make(root, links)
    return root, tuple(Mount(Path(path), path) for path in ("/usr", *own, *_SETTINGS) if Path(path).exists())


def _make(root: Path, links: dict[str, str]) -> None:
    """Make the folder, which appears whole or not at all."""
    root.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = root.with_name(f"{root.name}.{secrets.token_hex(4)}.part")
    try:
        for name in ("", *_FOLDERS):
            (part / name).mkdir(parents=True, exist_ok=True)
        for name, text in _FILES.items():
            (part / name).write_text(text, encoding="utf-8")
        for path in (part, *part.rglob("*")):  # whatever the umask is: other accounts of the sandbox read it too
            path.chmod(0o644 if path.is_file() else 0o755)
        for name in _WORLD_WRITABLE:
            (part / name).chmod(0o1777)
        for name, target in links.items():
            (part / name).symlink_to(target)
        try:
            part.rename(root)
        except OSError:
            if not root.is_dir():  # else another process made the same
                raise
    finally:
        shutil.rmtree(part, ignore_errors=True)
