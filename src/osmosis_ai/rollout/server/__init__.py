"""The rollout server: the contract's routes over an execution backend."""

from osmosis_ai.base.lean_imports import without_httpx_command

with without_httpx_command():
    import httpx  # noqa: F401 - before any module below imports all of it

from osmosis_ai.rollout.server.app import create_rollout_server
from osmosis_ai.rollout.server.serve import serve

__all__ = ["create_rollout_server", "serve"]
