"""What answers the calls of a model path: the endpoint's address, the model it serves, the digest of its weights."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.http.network_variables import proxy_for, ssl_context_for
from osmosis_ai.models.embedded.weights import EMBEDDED
from osmosis_ai.models.model_path import LOCAL_PREFIX, endpoint_in_use
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models.run_manifest import RunAnswerer

__all__ = ["answerer_of"]

_TIMEOUT_SEC = 3.0
_MOST_BYTES = 1 << 20


def answerer_of(model_path: str, env: Mapping[str, str], root: Path) -> RunAnswerer | None:
    """What answers `model_path` under these variables; None where nothing is known but the path.

    A weights file below `root` or the current directory is read once. An endpoint of the user's own is asked for
    `GET /models`, once and for three seconds at most; one that does not answer is recorded by its address alone.
    Raises nothing: what cannot be found out is left out.
    """
    if model_path.startswith(LOCAL_PREFIX):
        digest = _weights_digest(model_path.removeprefix(LOCAL_PREFIX), root)
        return None if digest is None else RunAnswerer(weights_sha256=digest)
    found = endpoint_in_use(model_path, env)
    if found is None:
        return None
    base_url, api_key = found
    model = _served_model(base_url, api_key, model_path.partition("/")[2], env)
    return RunAnswerer(endpoint=_without_credentials(base_url), **omit_none(model=model))


def _weights_digest(name: str, root: Path) -> str | None:
    if name in EMBEDDED:
        return EMBEDDED[name].sha256
    from osmosis_ai.models.embedded.trained import find_trained

    with contextlib.suppress(OsmosisError):
        if (trained := find_trained(name, root)) is not None:
            with trained.adapter.open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
    for folder in (Path.cwd(), root):
        try:
            with (folder / name).open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
        except OSError:
            continue
    return None


def _served_model(base_url: str, api_key: str | None, model: str, env: Mapping[str, str]) -> str | None:
    """What the endpoint says it serves under that name: the root that vLLM names, else the model's own identity."""
    try:
        with ThreadPoolExecutor(1) as thread:  # this one may have an event loop of its own
            body = thread.submit(lambda: asyncio.run(_listed_models(base_url, api_key, env))).result()
        listed: Any = json.loads(body)["data"]
        entries = [entry for entry in listed if isinstance(entry, dict)]
    except (OsmosisError, TimeoutError, ValueError, KeyError, TypeError, RecursionError):
        return None
    entry = next((entry for entry in entries if entry.get("id") == model), entries[0] if len(entries) == 1 else {})
    found = entry.get("root") or entry.get("id")
    return found if isinstance(found, str) and found else None


async def _listed_models(base_url: str, api_key: str | None, env: Mapping[str, str]) -> bytes:
    """The body of the endpoint's answer to `GET /models`; empty where there is none that counts.

    By the client that the run's calls go through as well, so that no second HTTP library is imported for this one.
    """
    import httpx

    from osmosis_ai.base.http.fast_client import FastClient

    headers = {"authorization": f"Bearer {api_key}"} if api_key else {}
    asked = _without_credentials(base_url) if api_key else base_url  # aiohttp refuses a request that has two of them
    client = FastClient(
        timeout=_TIMEOUT_SEC,
        headers=headers,
        proxy=proxy_for(base_url, env),
        context=ssl_context_for(base_url, env),
        max_answer_bytes=_MOST_BYTES,
    )
    try:
        async with client, asyncio.timeout(_TIMEOUT_SEC):
            response = await client.get(f"{asked}/models")
    except (httpx.HTTPError, httpx.InvalidURL):
        return b""
    return response.content if response.is_success else b""


def _without_credentials(url: str) -> str:
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
