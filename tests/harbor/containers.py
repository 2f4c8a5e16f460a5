"""What the tests of podman share: a store of its own, an image made of this machine's programs, and what is left."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.harbor.sandboxes import need

IMAGE = "localhost/osmosis-test:1"
_CONTAINERS = """[containers]
default_ulimits=["nofile=1024:1024","nproc=1000:1000"]
[engine]
runtime="runc"
cgroup_manager="cgroupfs"
"""
_PROGRAMS = (
    "bash cat chmod chown cp date env false find grep head id ls mkdir mv rm sed setsid sh sleep tail tar touch true wc"
)
_LIBRARY = re.compile(r"(/\S+) \(0x")
_LINKS = ("bin", "sbin", "lib", "lib64")


def need_podman() -> None:
    """Skip, or fail where the session requires sandboxes, without root and podman with what it needs."""
    for program in ("podman", "runc", "podman-compose"):
        need(None if shutil.which(program) else f"{program} is not installed")
    need(None if os.geteuid() == 0 else "the tests of podman run as root")


@dataclass(frozen=True)
class Podman:
    """Podman with a store of its own. `env` are the variables under which it is used."""

    folder: Path
    env: dict[str, str]

    def run(self, *arguments: str, stdin: bytes | None = None) -> str:
        """What a command of podman said."""
        done = subprocess.run(
            ["podman", *arguments], env={**os.environ, **self.env}, input=stdin, capture_output=True, check=False
        )
        assert done.returncode == 0, (arguments, done.stderr.decode())
        return done.stdout.decode().strip()

    def listed(self, *arguments: str) -> list[dict[str, Any]]:
        """What podman lists."""
        return json.loads(self.run(*arguments, "--format", "json") or "[]") or []

    def left(self) -> list[str]:
        """Containers, networks and volumes of this store that are not its own."""
        containers = [f"container {each['Names']}" for each in self.listed("ps", "--all", "--external")]
        networks = [f"network {each['name']}" for each in self.listed("network", "ls") if each["name"] != "podman"]
        return [*containers, *networks, *(f"volume {each['Name']}" for each in self.listed("volume", "ls"))]


def connections() -> set[str]:
    """What podman has connected on this machine: bridges, namespaces, its name server's entries, addresses in rules.

    An empty namespace, with its loopback alone, is not among them: podman makes it before it notes anywhere for which
    container, so nobody can say whose one is that was left there.
    """
    rules = "".join(
        subprocess.run(["iptables", "-t", table, "-S"], capture_output=True, text=True, check=True).stdout
        for table in ("filter", "nat")
    )
    namespaces = [path for path in Path("/run/netns").glob("*") if _has_an_interface(path)]
    names = Path("/run/containers/networks/aardvark-dns").glob("[!a]*")
    bridges = Path("/sys/class/net").glob("podman*")
    return {*map(str, (*namespaces, *names, *bridges)), *re.findall(r"-[sd] (\S+/\d+) ", rules)}


def _has_an_interface(namespace: Path) -> bool:
    """True when a network namespace has more than its loopback."""
    command = ["nsenter", f"--net={namespace}", "cat", "/proc/self/net/dev"]
    lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
    return any(":" in line and not line.strip().startswith("lo:") for line in lines)


@contextmanager
def private_podman(folder: Path) -> Iterator[Podman]:
    """Podman with a store and networks in a folder, and the image of the tests in it; gone at the end."""
    folder.mkdir()
    (folder / "containers.conf").write_text(_CONTAINERS + f'[network]\nnetwork_config_dir = "{folder}/networks"\n')
    (folder / "storage.conf").write_text(
        f'[storage]\ndriver = "overlay"\ngraphroot = "{folder}/store"\nrunroot = "{folder}/run"\n'
    )
    made = Podman(
        folder,
        {
            "CONTAINERS_CONF": str(folder / "containers.conf"),
            "CONTAINERS_STORAGE_CONF": str(folder / "storage.conf"),
        },
    )
    try:
        made.run("import", "--quiet", "-", IMAGE, stdin=_image())
        yield made
    finally:
        for kind in (("rm", "--all", "--force", "--time", "0"), ("rmi", "--all", "--force")):
            subprocess.run(["podman", *kind], env={**os.environ, **made.env}, capture_output=True, check=False)
        subprocess.run(["umount", str(folder / "store/overlay")], capture_output=True, check=False)
        shutil.rmtree(folder, ignore_errors=True)


def _image() -> bytes:
    """A few programs of this machine with the libraries that they load, as an archive."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:

        def add(name: str, kind: bytes, mode: int = 0o755, link: str = "", text: bytes = b"") -> None:
            entry = tarfile.TarInfo(name)
            entry.type, entry.mode, entry.linkname, entry.size = kind, mode, link, len(text)
            archive.addfile(entry, io.BytesIO(text))

        folders = ("usr", *(f"usr/{name}" for name in _LINKS), "etc", "root", "home", "var", "opt", "app")
        for name in folders:
            add(name, tarfile.DIRTYPE)
        add("tmp", tarfile.DIRTYPE, 0o1777)
        for name in _LINKS:
            add(name, tarfile.SYMTYPE, link=f"usr/{name}")
        add("etc/passwd", tarfile.REGTYPE, 0o644, text=b"root:x:0:0:root:/root:/bin/bash\n")
        add("etc/group", tarfile.REGTYPE, 0o644, text=b"root:x:0:\n")
        seen: set[str] = set()
        for program in _PROGRAMS.split():
            path = shutil.which(program, path="/usr/bin:/bin")
            assert path is not None, program
            loads = subprocess.run(["ldd", path], capture_output=True, text=True, check=False).stdout
            for file in (path, *_LIBRARY.findall(loads)):
                name = file if file.startswith("/usr/") else f"/usr{file}"
                if name not in seen:
                    seen.add(name)
                    archive.add(Path(file).resolve(), arcname=name.lstrip("/"))
    return packed.getvalue()
