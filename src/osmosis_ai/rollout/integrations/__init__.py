"""Ways to call the policy from a workflow: agent frameworks under `agents`, none at all in `plain`."""

from osmosis_ai.base.lean_imports import without_httpx_command

with without_httpx_command():
    import httpx  # noqa: F401 - before any integration imports all of it
