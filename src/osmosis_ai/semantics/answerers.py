"""Whether two invocations of a run, or two runs, were answered by the same model."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from osmosis_contract.models.run_manifest import RunAnswerer

__all__ = ["answerer_changes"]


def answerer_changes(recorded: RunAnswerer | None, now: RunAnswerer | None) -> list[str]:
    """What differs, in words; empty where nothing does, and where either side is not known.

    Another port of this machine is no difference by itself: the servers of local models move.
    """
    if recorded is None or now is None:
        return []
    changes = []
    if recorded.endpoint != now.endpoint and not (_is_local(recorded.endpoint) and _is_local(now.endpoint)):
        changes.append(f"the endpoint, from {recorded.endpoint or 'none'} to {now.endpoint or 'none'}")
    if recorded.model and now.model and recorded.model != now.model:
        changes.append(f"the model it serves, from {recorded.model} to {now.model}")
    if recorded.weights_sha256 and now.weights_sha256 and recorded.weights_sha256 != now.weights_sha256:
        changes.append(f"the weights, from {recorded.weights_sha256[:12]} to {now.weights_sha256[:12]}")
    return changes


def _is_local(url: str | None) -> bool:
    host = urlsplit(url or "").hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
