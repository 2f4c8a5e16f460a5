"""Commands of the time before version 0.3 that are left out: each answers with what takes its place."""

from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.cli.framework.params import InjectedConsole
from osmosis_ai.cli.framework.results import OperationResult

__all__ = ["mcp_is_gone", "serve", "validate"]

Words = Annotated[str, Parameter(show=False, allow_leading_hyphen=True)]


def mcp_is_gone() -> OsmosisError:
    """The answer to `osmosis test --mcp`."""
    return OsmosisError(
        "--mcp is left out: tools come from the agent itself.",
        hint="Connect to the MCP server in a RolloutAgentLoop or an AgentWorkflow, and name that with --module.",
    )


def serve(*_words: Words, console: InjectedConsole) -> OperationResult:
    """Serve an agent loop. Left out since version 0.3."""
    raise OsmosisError(
        "`osmosis serve` is left out: a rollout serves itself, with create_rollout_server and serve in its main.py.",
        hint="`osmosis rollout init NAME` writes one; `osmosis test -m MODULE:NAME -d FILE` runs a loop here.",
    )


def validate(*_words: Words, console: InjectedConsole) -> OperationResult:
    """Check an agent loop. Left out since version 0.3."""
    raise OsmosisError(
        "`osmosis validate` is left out: `osmosis test` checks the agent and the tools of every row that it runs.",
        hint="Run `osmosis test -m MODULE:NAME -d FILE --limit 1`. For datasets there is `osmosis dataset validate`.",
    )
