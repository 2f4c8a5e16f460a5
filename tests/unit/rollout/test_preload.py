"""What a rollout server has imported before it serves."""

import subprocess
import sys

SCRIPT = """
import asyncio, sys
import httpx
from osmosis_ai.rollout.server.preload import preload_first_use
preload_first_use()
before = set(sys.modules)
async def go():
    async with httpx.AsyncClient(trust_env=False) as client:
        try:
            await client.get("http://127.0.0.1:9")
        except httpx.ConnectError:
            pass
asyncio.run(go())
print(sorted({name.split(".")[0] for name in set(sys.modules) - before} & {"httpcore", "h2", "h11", "certifi", "trio"}))
"""


def test_a_first_request_of_user_code_imports_no_http_stack():
    """The first row of a process does not pay for the imports of its HTTP client out of its own time."""
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
