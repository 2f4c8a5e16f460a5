"""The command tree, as data.

Help, suggestions and the command's name in an envelope are all read from here, so none of them imports a
command. A command's module is imported when that command runs or its own help is asked for.
"""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """A leaf: a function ``target`` ("module:attribute") that takes its arguments and returns a result.

    A module that begins with a dot is one of ``cli/commands``.
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
    RootOption(
        "--platform",
        "URL",
        "Talk to the platform at this address.",
        env_var="OSMOSIS_PLATFORM_URL",
    ),
    RootOption(
        "--workspace",
        "NAME",
        "Use this workspace of the platform instead of the one the git repository is connected to.",
    ),
)

TREE = Group(
    "osmosis",
    "Evaluate and train agent rollouts: the whole loop, on one machine or on a platform.",
    (
        Command("doctor", ".doctor:doctor", "Inspect the workspace, and create what its scaffold lacks."),
        Command("test", ".test_mode:run_test", "Run an agent loop on rows of a file, in this process.", extra="eval"),
        Command("serve", ".replaced:serve", "Serve an agent loop. Left out since version 0.3.", hidden=True),
        Command("validate", ".replaced:validate", "Check an agent loop. Left out since version 0.3.", hidden=True),
        Group(
            "rollout",
            "Create rollouts, and list those of the platform.",
            (
                Command(
                    "init",
                    ".rollout_init:rollout_init",
                    "Write a rollout that runs at once, with its configs and a dataset.",
                ),
                Command(
                    "list",
                    ".rollout_list:rollout_list",
                    "List the rollouts that the platform found in the repository.",
                ),
            ),
        ),
        Group(
            "template",
            "Start from a rollout that is written already.",
            (
                Command("list", ".template:template_list", "List the starter rollouts."),
                Command(
                    "apply",
                    ".template:template_apply",
                    "Write a starter rollout, with its configs and the dataset it shares with the others.",
                ),
            ),
        ),
        Group(
            "dataset",
            "Examine and convert dataset files; send them to a platform, and get them back.",
            (
                Command(
                    "upload",
                    ".dataset_upload:dataset_upload",
                    "Upload a file as a dataset, named like the file without its extension.",
                ),
                Command("list", ".dataset_look:dataset_list", "List the datasets of the workspace, the newest first."),
                Command("info", ".dataset_look:dataset_info", "Show a dataset: its state, its rows, its size."),
                Command("logs", ".dataset_look:dataset_logs", "Show the log of a dataset, from old to new."),
                Command("download", ".dataset_download:dataset_download", "Download the file of a dataset."),
                Command("validate", ".dataset_validate:dataset_validate", "Say what is wrong with a dataset file."),
                Command(
                    "preview",
                    ".dataset_preview:dataset_preview",
                    "Show the first rows of a dataset: of a file if it exists, else of the platform.",
                ),
                Command(
                    "convert",
                    ".dataset_files:dataset_convert",
                    "Write a dataset file in another format, with the same rows for a rollout.",
                ),
                Command(
                    "stats",
                    ".dataset_files:dataset_stats",
                    "Show lengths, equal rows, and labels that stand in the prompts of their rows.",
                ),
            ),
        ),
        Group(
            "trajectory",
            "Examine trajectory files.",
            (
                Command(
                    "validate",
                    ".trajectory_validate:trajectory_validate",
                    "Say what is wrong with trajectory files.",
                ),
            ),
        ),
        Group(
            "eval",
            "Run evaluations and look at their results.",
            (
                Command("run", ".eval_run:eval_run", "Evaluate a rollout on this machine.", extra="eval"),
                Command(
                    "grade",
                    ".eval_grade:eval_grade",
                    "Grade the samples of a run again, without a model call.",
                    extra="eval",
                ),
                Command("debug", ".eval_debug:eval_debug", "Run one row with a debugger at hand.", extra="eval"),
                Command("submit", ".eval_managed:eval_submit", "Submit an evaluation to the platform."),
                Command("logs", ".eval_managed:eval_logs", "Show the log of an evaluation on the platform."),
                Command("stop", ".eval_managed:eval_stop", "Stop an evaluation on the platform."),
                Command("retry", ".eval_managed:eval_retry", "Try what failed in an evaluation on the platform again."),
                Command(
                    "download",
                    ".eval_download:eval_download",
                    "Download the files of an evaluation from the platform.",
                ),
                Command("upload", ".eval_upload:eval_upload", "Upload a run of this machine to the platform."),
                Command("info", ".eval_info:eval_info", "Show a run: its rewards, its failures, its state."),
                Command("compare", ".eval_compare:eval_compare", "Compare two runs row by row."),
                Command(
                    "rubric",
                    ".eval_rubric:eval_rubric",
                    "Have a judge score the answers in a file by a rubric.",
                    extra="eval",
                ),
                Command("list", ".eval_list:eval_list", "List the runs, the newest first."),
                Command("show", ".eval_show:eval_show", "Show one row of a run in full."),
                Command("export", ".eval_export:eval_export", "Write a run to one file."),
                Command(
                    "view",
                    ".eval_view:eval_view",
                    "Look at runs and trajectories in the browser.",
                    extra="server",
                ),
                Command("rm", ".eval_rm:eval_rm", "Remove runs with all their files."),
            ),
        ),
        Group(
            "train",
            "Train a model on a rollout, and look at training runs.",
            (
                Command("run", ".train_run:train_run", "Train a model on this machine.", extra="eval"),
                Command("list", ".train_look:train_list", "List the training runs of this machine, the newest first."),
                Command(
                    "info",
                    ".train_look:train_info",
                    "Show a training run: its state, its checkpoints, its metrics.",
                ),
                Command("logs", ".train_look:train_logs", "Show the last lines of a training run's log."),
                Command("view", ".train_view:train_view", "Look at training runs in the browser.", extra="server"),
                Command("stop", ".train_look:train_stop", "Stop a training run once its last complete step is saved."),
            ),
        ),
        Group(
            "model",
            "Look at the models of this machine, and export them.",
            (
                Command("list", ".model_look:model_list", "List base models and the ones that were trained from them."),
                Command("info", ".model_look:model_info", "Show a trained model."),
                Command(
                    "export",
                    ".model_export:model_export",
                    "Write a trained model for use elsewhere.",
                    extra="eval",
                ),
            ),
        ),
        Group(
            "auth",
            "Log in to a platform.",
            (
                Command("login", ".auth:auth_login", "Log in in the browser, or with a token."),
                Command("logout", ".auth:auth_logout", "Revoke the saved login and remove it from this machine."),
                Command("whoami", ".auth:auth_whoami", "Show the account, when its token ends, and the workspace."),
            ),
        ),
        Group(
            "secret",
            "Manage the secrets that runs on the platform get.",
            (
                Command("list", ".secret:secret_list", "List secrets, without their values."),
                Command("set", ".secret:secret_set", "Store a secret, or give it a new value."),
                Command("delete", ".secret:secret_delete", "Delete a secret."),
            ),
        ),
        Group(
            "platform",
            "Host and operate a platform.",
            (
                Command(
                    "quickstart",
                    ".platform_quickstart:platform_quickstart",
                    "Make a platform on this machine, and a workspace to try it with.",
                    extra="platform",
                ),
                Command("init", ".platform_serve:platform_init", "Make a platform in a folder.", extra="platform"),
                Command("serve", ".platform_serve:platform_serve", "Serve the platform.", extra="platform"),
                Command(
                    "stop",
                    ".platform_quickstart:platform_stop",
                    "Stop the platform that runs in the background.",
                    extra="platform",
                ),
                Command(
                    "status",
                    ".platform_operate:platform_status",
                    "Show the state of the platform.",
                    extra="platform",
                ),
                Command(
                    "doctor",
                    ".platform_operate:platform_doctor",
                    "Find out what is wrong with the platform.",
                    extra="platform",
                ),
                Command(
                    "backup",
                    ".platform_operate:platform_backup",
                    "Take a backup while the platform works.",
                    extra="platform",
                ),
                Command(
                    "restore",
                    ".platform_operate:platform_restore",
                    "Put a backup in the place of nothing.",
                    extra="platform",
                ),
                Command(
                    "gc",
                    ".platform_operate:platform_gc",
                    "Remove what is past its retention, and files that nothing names.",
                    extra="platform",
                ),
                Command(
                    "rotate-key",
                    ".platform_operate:platform_rotate_key",
                    "Encrypt every secret with a new key.",
                    extra="platform",
                ),
                Group(
                    "user",
                    "Manage who may use the platform.",
                    (
                        Command("add", ".platform_people:platform_user_add", "Add a person.", extra="platform"),
                        Command("list", ".platform_people:platform_user_list", "List the people.", extra="platform"),
                        Command(
                            "link",
                            ".platform_people:platform_user_link",
                            "Make a new link by which a person sets a password.",
                            extra="platform",
                        ),
                        Command(
                            "disable",
                            ".platform_people:platform_user_disable",
                            "Sign a person out, and let them sign in no more.",
                            extra="platform",
                        ),
                        Command(
                            "enable",
                            ".platform_people:platform_user_enable",
                            "Let a disabled person sign in again.",
                            extra="platform",
                        ),
                    ),
                ),
                Group(
                    "token",
                    "Manage API tokens of a person.",
                    (
                        Command(
                            "create",
                            ".platform_people:platform_token_create",
                            "Make an API token. It is printed once.",
                            extra="platform",
                        ),
                        Command(
                            "list",
                            ".platform_people:platform_token_list",
                            "List the tokens that can be used.",
                            extra="platform",
                        ),
                        Command(
                            "revoke",
                            ".platform_people:platform_token_revoke",
                            "Revoke a token.",
                            extra="platform",
                        ),
                    ),
                ),
                Command("usage", ".platform_usage:platform_usage", "List what the workspace used."),
                Command(
                    "budget",
                    ".platform_usage:platform_budget",
                    "Show or set what the workspace's runs may cost in a month.",
                ),
                Group(
                    "git",
                    "Connect a workspace to the repository that it has its rollouts from.",
                    (
                        Command("connect", ".platform_git:git_connect", "Connect a repository to the workspace."),
                        Command(
                            "show",
                            ".platform_git:git_show",
                            "Show the repository of the workspace, and whether the platform can read it.",
                        ),
                        Command("sync", ".platform_git:git_sync", "Have the platform read the repository now."),
                        Command(
                            "branches",
                            ".platform_git:git_branches",
                            "List the branches that the platform has read, with the commit of each.",
                        ),
                        Command(
                            "history",
                            ".platform_git:git_history",
                            "List what the platform read and when, the newest first.",
                        ),
                        Command("new-hook", ".platform_git:git_new_hook", "Give the push hook another address."),
                        Command(
                            "disconnect",
                            ".platform_git:git_disconnect",
                            "Disconnect the repository from the workspace.",
                        ),
                    ),
                ),
                Group(
                    "webhook",
                    "Have a workspace's finished runs told to an address.",
                    (
                        Command(
                            "show",
                            ".platform_webhook:webhook_show",
                            "Show the workspace's webhook, without its secret.",
                        ),
                        Command(
                            "set",
                            ".platform_webhook:webhook_set",
                            "Set the address that is told of finished runs.",
                        ),
                        Command(
                            "renew-secret",
                            ".platform_webhook:webhook_renew_secret",
                            "Give the webhook another secret.",
                        ),
                        Command("test", ".platform_webhook:webhook_test", "Send a test to the webhook."),
                        Command(
                            "deliveries",
                            ".platform_webhook:webhook_deliveries",
                            "List what was sent to the webhook, the newest first.",
                        ),
                        Command(
                            "remove",
                            ".platform_webhook:webhook_remove",
                            "Remove the webhook with its secret and its log.",
                        ),
                    ),
                ),
            ),
        ),
    ),
)
