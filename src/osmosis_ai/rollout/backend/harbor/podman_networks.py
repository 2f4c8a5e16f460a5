"""What stays of a network of podman's that had a container when podman was killed.

Podman tells a program of its own, netavark, to connect a container, and writes down afterwards what it has to undo. One
that is killed before that leaves the container's network namespace, the bridge, rules of the firewall, and the entry by
which the name server knows the network: nothing removes them, and the name server runs on. This is for root alone:
other accounts have a namespace of their own, which ends with their last container. Nothing here needs Harbor.
"""

from __future__ import annotations

import contextlib
import fcntl
import ipaddress
import json
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

__all__ = ["clear_network", "has_remains"]

_RUN = Path("/run/containers/networks")
_NAME_SERVER = _RUN / "aardvark-dns"
_NAMESPACES = Path("/run/netns")
_PROGRAMS = tuple(
    Path(f"/usr{local}/{folder}/podman/netavark") for local in ("/local", "") for folder in ("libexec", "lib")
)
_SIOCGIFADDR = 0x8915
_SECONDS = 30.0
_VANISHES_SECONDS = 5.0


def has_remains(network: dict[str, Any]) -> bool:
    """Whether a network, as podman lists it, has a bridge or an entry of the name server, as with a container."""
    return os.geteuid() == 0 and (_bridge(network).exists() or bool(_entries(network)))


def clear_network(network: dict[str, Any]) -> None:
    """Remove what is left of a network that no container has any more. One that another uses stays as it is."""
    entries = _entries(network)
    for entry in entries:
        entry.unlink(missing_ok=True)
    if entries:
        _tell_name_server()
    alone = [path for path in _NAMESPACES.glob("netns-*") if _has_address(path, network) and not _is_used(path)]
    for path in alone:
        subprocess.run(["umount", str(path)], capture_output=True, check=False, timeout=_SECONDS)
        with contextlib.suppress(OSError):  # one that is mounted still
            path.unlink()
    end = time.monotonic() + _VANISHES_SECONDS
    while alone and any((_bridge(network) / "brif").glob("*")) and time.monotonic() < end:
        time.sleep(0.05)  # the kernel takes its connection away with the last use of the namespace
    if _bridge(network).exists():
        _connect_and_disconnect(network)


def _bridge(network: dict[str, Any]) -> Path:
    return Path("/sys/class/net", str(network.get("network_interface") or "-"))


def _subnets(network: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for each in network.get("subnets") or [] if isinstance(each, dict) and "subnet" in each]


def _entries(network: dict[str, Any]) -> list[Path]:
    """Files that tell the name server of the network: by its name, and with an address of it in the first line."""
    addresses = {str(each.get("gateway")) for each in _subnets(network)}
    found = []
    for name in (str(network["name"]), f"{network['name']}%int"):
        with contextlib.suppress(OSError, IndexError):
            path = _NAME_SERVER / name
            first = path.read_text(errors="replace").splitlines()[0].split()[0]
            found += [path] if addresses & set(first.split(",")) else []
    return found


def _tell_name_server() -> None:
    """Have the name server read its entries again; it ends where there are none."""
    with contextlib.suppress(OSError, ValueError):
        pid = int((_NAME_SERVER / "aardvark.pid").read_text())
        if Path(f"/proc/{pid}/comm").read_text().strip() == "aardvark-dns":
            os.kill(pid, signal.SIGHUP)


def _has_address(namespace: Path, network: dict[str, Any]) -> bool:
    """Whether something in a network namespace has an address of the network."""
    subnets = [ipaddress.ip_network(each["subnet"]) for each in _subnets(network)]
    found: list[bool] = []

    def look() -> None:
        with contextlib.suppress(OSError), namespace.open("rb") as file:
            os.setns(file.fileno(), os.CLONE_NEWNET)
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
                for _, name in socket.if_nameindex():
                    with contextlib.suppress(OSError):  # one without an address
                        answer = fcntl.ioctl(asked, _SIOCGIFADDR, name.encode().ljust(40, b"\0"))
                        address = ipaddress.ip_address(answer[20:24])
                        found.append(any(address in subnet for subnet in subnets))

    _in_thread(look)
    return any(found)


def _is_used(namespace: Path) -> bool:
    """Whether a process is in a network namespace."""
    with contextlib.suppress(OSError):
        wanted = namespace.stat()
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                own = (process / "ns/net").stat()
                if (own.st_dev, own.st_ino) == (wanted.st_dev, wanted.st_ino):
                    return True
        return False
    return True


def _connect_and_disconnect(network: dict[str, Any]) -> None:
    """Have netavark connect an empty namespace and disconnect it.

    With the last one it takes the bridge and the rules away; it leaves them where something is connected still.
    """
    program = next((str(path) for path in _PROGRAMS if os.access(path, os.X_OK)), None)
    subnets = [ipaddress.ip_network(each["subnet"]) for each in _subnets(network)]
    made: list[int] = []

    def make() -> None:
        os.unshare(os.CLONE_NEWNET)
        made.append(os.open("/proc/thread-self/ns/net", os.O_RDONLY))

    _in_thread(make)
    if program is None or not made:
        return
    name, ident = network["name"], os.urandom(32).hex()
    options = {
        "container_id": ident,
        "container_name": ident,
        "networks": {name: {"interface_name": "eth0", "static_ips": [str(each[-2]) for each in subnets]}},
        "network_info": {name: {**network, "dns_enabled": False}},
    }
    try:
        for word in ("setup", "teardown"):
            subprocess.run(
                [program, "--config", str(_RUN), word, f"/proc/{os.getpid()}/fd/{made[0]}"],
                input=json.dumps(options).encode(), capture_output=True, check=False, timeout=_SECONDS,
            )  # fmt: skip
    except subprocess.TimeoutExpired:
        return
    finally:
        os.close(made[0])


def _in_thread(work: Callable[[], None]) -> None:
    """Do something in a thread of its own, as the network that it enters is the thread's until its end."""
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
