"""What `eval submit` looks at before it sends anything: the code, what of it was pushed, and what the run may cost."""

import os
from collections.abc import Sequence
from pathlib import Path

from osmosis_ai.base.config.load import read_source
from osmosis_ai.base.errors import MissingDirectoryError, MissingFileError, OsmosisError
from osmosis_ai.base.git import ask_git
from osmosis_ai.base.text import truncate
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.cli.commands.auth import verify_in_repository
from osmosis_ai.cli.commands.session import Place
from osmosis_ai.cli.framework.console import Console
from osmosis_ai.platform_client.connection import Connection
from osmosis_ai.platform_client.failures import PlatformAnswerError
from osmosis_contract.models.eval_config import EvalConfig

__all__ = ["check_rollout", "cost_preview", "git_warnings", "located", "wait_for_push", "with_upload"]

_SHOWN = 5
_SHA = 12
_MILLION = 1_000_000
_SAMPLE = 10
_RUNS = 50
_FORMATS = ("jsonl", "csv", "parquet")
_SECTIONS = {f"{name}_config": name for name in ("experiment", "evaluation", "advanced", "env")}


def check_rollout(workspace: Workspace, config: EvalConfig, console: Console) -> list[str]:
    """Warnings of what was not checked. Raises OsmosisError where the platform would find nothing that it can run."""
    experiment = config.experiment
    if experiment.entrypoint is None:
        raise OsmosisError(
            "A platform runs Python entrypoints, and this config names a command.",
            hint="Add experiment.entrypoint, or run it here with `osmosis eval run`.",
        )
    folder = workspace.rollouts / experiment.rollout
    if not folder.is_dir():
        raise MissingDirectoryError(folder, what="the rollout", hint="Correct experiment.rollout.")
    if not (folder / experiment.entrypoint).is_file():
        raise MissingFileError(
            folder / experiment.entrypoint, what="the entrypoint", hint="Correct experiment.entrypoint."
        )
    from osmosis_ai.eval.preflight import check_entrypoint

    found = check_entrypoint(
        workspace,
        experiment.rollout,
        experiment.entrypoint,
        environ=os.environ,
        settings=config.env or {},
        secrets={name: os.environ.get(name) for name in config.secrets.required},
        status=console.status,
    )
    path = f"rollouts/{experiment.rollout}/{experiment.entrypoint}"
    if found.problem is not None:
        raise OsmosisError(
            f"{path} cannot be run: {found.problem}",
            hint=f"Correct it, commit and push; `{console.program} eval debug CONFIG --row 0` runs one row here.",
            details={"path": path},
        )
    return [] if found.skipped is None else [f"{path} was not imported here first: {found.skipped}"]


def git_warnings(workspace: Workspace, config: EvalConfig) -> list[str]:
    """What the platform will not see: commits that were not pushed, and changes that were not committed, by name."""
    root, experiment = workspace.root, config.experiment
    if experiment.commit_sha is not None:
        return _pinned(root, experiment.commit_sha)
    warnings = []
    changed = _lines(ask_git(root, "status", "--porcelain", "--", f"rollouts/{experiment.rollout}"))
    if changed:
        names = _named([line.strip().partition(" ")[2].strip() for line in changed])
        warnings.append(f"Not committed, and so not run: {names}.")
    branch = experiment.branch
    ref = branch if branch is not None and ask_git(root, "rev-parse", "--verify", f"refs/heads/{branch}") else "HEAD"
    unpushed = _lines(ask_git(root, "log", "--format=%h %s", ref, "--not", "--remotes=origin"))
    if unpushed:
        warnings.append(f"Not pushed, and so not run: {_named(unpushed)}.")
    return warnings


def wait_for_push(
    connection: Connection, place: Place, workspace: Workspace, config: EvalConfig, console: Console
) -> list[str]:
    """Has the platform read what was pushed to the branch, where it has not yet; warnings where that fails.

    A branch that others pushed to since is left as the platform has it.
    """
    if config.experiment.commit_sha is not None or not ask_git(workspace.root, "branch", "--remotes"):
        return []
    from osmosis_ai.cli.commands.platform_git import read_again
    from osmosis_contract.clients.platform.api.git import list_git_branches
    from osmosis_contract.models import GitBranch, GitBranchList

    try:
        if console.workspace is not None:
            name = console.workspace
        else:
            found = verify_in_repository(connection, workspace.root).workspace
            if found is None:
                return []
            name = found.name

        def branch() -> GitBranch | None:
            pages = connection.pages(list_git_branches.sync_detailed, GitBranchList, workspace=name)
            wanted = config.experiment.branch
            return next(
                (
                    each
                    for page in pages
                    for each in page.branches
                    if each.deleted_at is None and (each.is_default if wanted is None else each.name == wanted)
                ),
                None,
            )

        def is_behind(known: GitBranch | None) -> bool:
            wanted = config.experiment.branch if known is None else known.name
            pushed = ask_git(workspace.root, "rev-parse", "--verify", "--quiet", f"refs/remotes/origin/{wanted}")
            if not pushed or (known is not None and known.commit_sha == pushed):
                return False
            if known is None:
                return True
            # Where the platform's commit is not an ancestor of what was pushed from here, others pushed it.
            return ask_git(workspace.root, "merge-base", "--is-ancestor", known.commit_sha, pushed) is not None

        if not is_behind(branch()):
            return []
        console.status("Waiting until the platform has read what was pushed")
        read_again(connection, name, wait=True)
        now = branch()
        if not is_behind(now):
            return []
    except PlatformAnswerError as error:
        return [f"It is not known whether the platform has read what was pushed: {error.message}"]
    has = "nothing of it" if now is None else f"its commit {now.commit_sha[:_SHA]}"
    return [f"The platform has not read what was pushed to the branch; it has {has}."]


def cost_preview(connection: Connection, place: Place, config: EvalConfig, workspace: Workspace) -> dict[str, object]:
    """Labels and values: how many samples, and what they cost by the price list. Raises OsmosisError for no dataset."""
    from osmosis_ai.models.prices import FREE, price_of
    from osmosis_contract.clients.platform.api.datasets import get_dataset
    from osmosis_contract.models import PlatformDataset

    experiment, evaluation = config.experiment, config.evaluation
    try:
        dataset = connection.call(
            get_dataset.sync_detailed, PlatformDataset, name_or_id=experiment.dataset, **place.scope.headers()
        )
    except PlatformAnswerError as error:
        raise with_upload(error, workspace, experiment.dataset) from None
    limit = None if evaluation is None else evaluation.limit
    attempts = 1 if evaluation is None or evaluation.n is None else evaluation.n
    shown: dict[str, object] = {}
    samples = None
    if dataset.row_count is not None:
        rows = max(1, round(dataset.row_count / _SAMPLE)) if limit is None else min(limit, dataset.row_count)
        samples = rows * attempts
        several = f", {attempts} attempts each: {samples:,} samples" if attempts > 1 else ""
        which = " at random" if limit is None else ""
        shown["Rows"] = f"{rows:,} of {dataset.row_count:,}{which}{several}"
    price = price_of(experiment.model_path, dict(config.env or {}))
    if price is None:
        shown["Cost"] = f"not known: the price list has no entry for {experiment.model_path}"
    elif price == FREE:
        shown["Cost"] = "none: the model runs where the job runs"
    else:
        per = f"${price.input * _MILLION:g} a million tokens in, ${price.output * _MILLION:g} out"
        tokens = _tokens_a_sample(connection, place, config)
        if tokens is None or samples is None:
            shown["Cost"] = f"{per}; tokens a sample are not known before a first run"
        else:
            low, high = (rate * tokens * samples for rate in sorted((price.input, price.output)))
            shown["Cost"] = f"${low:.2f} to ${high:.2f}, at {tokens:,.0f} tokens a sample as in runs before ({per})"
    return shown


def with_upload(error: PlatformAnswerError, workspace: Workspace, dataset: str) -> OsmosisError:
    """The error about a dataset that the platform does not have, with the command that gives it one."""
    file = next((path for end in _FORMATS if (path := workspace.data / f"{dataset}.{end}").is_file()), None)
    if error.code != "NOT_FOUND":
        return error
    return OsmosisError(
        f"The platform has no dataset {dataset}.",
        code=error.code,
        hint="`osmosis dataset list` shows those it has; `osmosis dataset upload FILE` adds one."
        if file is None
        else f"Upload it: osmosis dataset upload {os.path.relpath(file)}",
        details=error.details,
    )


def located(error: PlatformAnswerError, path: Path, workspace: Workspace) -> OsmosisError:
    """A refusal of values with the lines of the config that they are on."""
    issues = error.details.get("issues")
    if not isinstance(issues, list):
        return error
    source = read_source(path, workspace)
    lines = []
    for issue in issues:
        section, _, key = str(issue.get("key", "")).partition(".")
        keys = (_SECTIONS.get(section, section), *([key.partition(".")[0]] if key else []))
        at = next((line for end in (2, 1) if (line := source.line(*keys[:end]))), None)
        place = source.shown if at is None else f"{source.shown}, line {at}"
        lines.append(f"{place}: {'.'.join(keys)} {issue.get('message')}")
    message = error.message.splitlines()[0]
    return OsmosisError("\n".join([message, *lines]), code=error.code, hint=error.hint, details=error.details)


def _tokens_a_sample(connection: Connection, place: Place, config: EvalConfig) -> float | None:
    """Of the newest run of the same rollout with the same model."""
    from osmosis_contract.clients.platform.api.eval_runs import list_eval_runs
    from osmosis_contract.models import EvalRunList

    page = connection.call(list_eval_runs.sync_detailed, EvalRunList, limit=_RUNS, offset=0, **place.scope.headers())
    for run in page.eval_runs:
        same = run.model is not None and run.model.name == config.experiment.model_path
        if same and run.rollout is not None and run.rollout.name == config.experiment.rollout:
            results = run.results
            if results is not None and results.total_tokens and results.total_runs:
                return results.total_tokens / results.total_runs
    return None


def _pinned(root: Path, sha: str) -> list[str]:
    if ask_git(root, "rev-parse", "--verify", "--quiet", f"{sha}^{{commit}}") is None:
        return [f"The commit {sha} is not in this clone; the platform may have it."]
    if not ask_git(root, "branch", "--remotes", "--contains", sha):
        return [f"The commit {sha} is on no branch that was pushed."]
    return []


def _lines(output: str | None) -> list[str]:
    return [line for line in (output or "").splitlines() if line.strip()]


def _named(found: Sequence[str]) -> str:
    shown = ", ".join(truncate(each, 80) for each in found[:_SHOWN])
    return f"{shown} and {len(found) - _SHOWN} more" if len(found) > _SHOWN else shown
