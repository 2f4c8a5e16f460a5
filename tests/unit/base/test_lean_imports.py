"""What a process leaves out of its imports, because each costs a person who waits for the first rollout."""

import subprocess
import sys

COMMAND = """
import sys
from osmosis_ai.base.lean_imports import own_this_process
own_this_process()
import osmosis_ai.cli.commands.eval_report, osmosis_ai.eval.run, osmosis_ai.hosting.services
import osmosis_ai.hosting.listener, osmosis_ai.hosting.protocol_runner, osmosis_ai.models.open_model
import osmosis_ai.models.answerer, osmosis_ai.models.bridge.app, osmosis_ai.base.http.fast_client
"""
SERVER = """
import sys
import osmosis_ai.rollout, osmosis_ai.rollout.integrations.plain, osmosis_ai.rollout.server
"""
NEEDLESS = (
    "rich",
    "pygments",
    "httpcore",
    "trio",
    "litellm",
    "osmosis_ai.platform_client",
    "osmosis_ai.rollout.trajectory",
)


def _printed(script: str) -> str:
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout


def test_what_a_run_needs_to_dispatch_leaves_the_rest_to_its_first_use():
    """Neither the command nor the rollout server imports httpx's command line, another HTTP stack, a model library, the
    platform's client or trajectories before the first rollout."""
    loaded = f"print(sorted(name for name in {NEEDLESS!r} if sys.modules.get(name)))"
    assert _printed(COMMAND + loaded) == "[]\n"
    assert _printed(SERVER + loaded) == "[]\n"


def test_user_code_can_import_what_the_server_left_out():
    """httpx works as ever after a server was made, and its command line can still be imported by its own name."""
    script = """
import httpx, httpx._main
from httpx._main import main
print(callable(httpx.main), main.name)
"""
    assert _printed(SERVER + script) == "True main\n"


def test_a_process_that_is_not_a_commands_keeps_its_plugins():
    """Only a command's own process looks for no plugins of pydantic."""
    asked = "without_pydantic_plugins(); from pydantic.plugin import _loader; print(_loader._plugins)"
    imported = "from osmosis_ai.base.lean_imports import own_this_process, without_pydantic_plugins;"
    assert _printed(imported + asked) == "None\n"
    assert _printed(imported + "own_this_process();" + asked) == "{}\n"
