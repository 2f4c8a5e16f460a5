"""The command tree, as data.

Help, suggestions and the command's name in an envelope are all read from here, so none of them imports a
command. A command's module is imported when that command runs or its own help is asked for.
"""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """A leaf: a function ``target`` ("module:attribute") that takes its arguments and returns a result.

    ``extra`` names the optional dependencies it needs; a module they would have brought, when missing, is
    reported with how to install it.
    """

    name: str
    target: str
    help: str
    extra: str | None = None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """A node: commands and groups under one name."""

    name: str
    help: str
    children: "tuple[Command | Group, ...]"
    hidden: bool = False

    def child(self, name: str) -> "Command | Group | None":
        """The child of that exact name, hidden or not."""
        return next((child for child in self.children if child.name == name), None)

    def visible(self) -> "Iterator[Command | Group]":
        """The children help shows and suggestions offer."""
        return (child for child in self.children if not child.hidden)


@dataclass(frozen=True, slots=True)
class RootOption:
    """An option of the whole program. It comes before the subcommand and takes one value."""

    name: str
    metavar: str
    help: str
    env_var: str | None = None


ROOT_OPTIONS = (
    RootOption(
        "--env-file",
        "FILE",
        "Read environment variables from this file instead of the nearest .env. Set ones win.",
        env_var="OSMOSIS_ENV_FILE",
    ),
)

TREE = Group(
    "osmosis",
    "Evaluate and train agent rollouts: the whole loop, on one machine or on a platform.",
    (
        Command(
            "doctor",
            "osmosis_ai.cli.commands.doctor:doctor",
            "Inspect the workspace, and create what its scaffold lacks.",
        ),
        Group(
            "rollout",
            "Create rollouts.",
            (
                Command(
                    "init",
                    "osmosis_ai.cli.commands.rollout_init:rollout_init",
                    "Write a rollout that runs at once, with its configs and a dataset.",
                ),
            ),
        ),
        Group(
            "template",
            "Start from a rollout that is written already.",
            (
                Command(
                    "list",
                    "osmosis_ai.cli.commands.template:template_list",
                    "List the starter rollouts.",
                ),
                Command(
                    "apply",
                    "osmosis_ai.cli.commands.template:template_apply",
                    "Write a starter rollout, with its configs and the dataset it shares with the others.",
                ),
            ),
        ),
        Group(
            "dataset",
            "Examine dataset files.",
            (
                Command(
                    "validate",
                    "osmosis_ai.cli.commands.dataset_validate:dataset_validate",
                    "Say what is wrong with a dataset file.",
                ),
            ),
        ),
        Group(
            "trajectory",
            "Examine trajectory files.",
            (
                Command(
                    "validate",
                    "osmosis_ai.cli.commands.trajectory_validate:trajectory_validate",
                    "Say what is wrong with trajectory files.",
                ),
            ),
        ),
        Group(
            "eval",
            "Run evaluations and look at their results.",
            (
                Command(
                    "run",
                    "osmosis_ai.cli.commands.eval_run:eval_run",
                    "Evaluate a rollout on this machine.",
                    extra="eval",
                ),
                Command(
                    "debug",
                    "osmosis_ai.cli.commands.eval_debug:eval_debug",
                    "Run one row with a debugger at hand.",
                    extra="eval",
                ),
                Command(
                    "info",
                    "osmosis_ai.cli.commands.eval_info:eval_info",
                    "Show a run: its rewards, its failures, its state.",
                ),
                Command(
                    "compare",
                    "osmosis_ai.cli.commands.eval_compare:eval_compare",
                    "Compare two runs row by row.",
                ),
                Command(
                    "view",
                    "osmosis_ai.cli.commands.eval_view:eval_view",
                    "Look at runs and trajectories in the browser.",
                    extra="server",
                ),
            ),
        ),
    ),
)
