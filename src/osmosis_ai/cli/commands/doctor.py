"""``osmosis doctor``: is this a workspace, what does it lack, and which of its code is from before version 0.3?"""

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, TypedDict

from cyclopts import Parameter

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.git import describe_worktree, find_worktree
from osmosis_ai.base.workspace import REQUIRED_DIRECTORIES, REQUIRED_FILES, Workspace, existing_directory
from osmosis_ai.cli import scaffold
from osmosis_ai.cli.framework import files
from osmosis_ai.cli.framework.params import InjectedConsole
from osmosis_ai.cli.framework.results import OperationResult
from osmosis_ai.cli.migration.survey import survey
from osmosis_ai.cli.scaffold import skills

KEEP = ".gitkeep"


class _Sandbox(TypedDict):
    works: bool
    lacks: list[str]


def doctor(
    path: Annotated[Path, Parameter(help="A path inside the workspace.")] = Path(),
    /,
    *,
    fix: Annotated[bool, Parameter(help="Create what is missing. Nothing that exists is changed.")] = False,
    console: InjectedConsole,
) -> OperationResult:
    """Inspect the workspace, and create what its scaffold lacks.

    Skills for coding assistants belong to it as well, but their absence is not an error.

    The workspace is the nearest directory upwards that holds rollouts/ and configs/; else the path itself
    if it is empty; else the git worktree, or the path where there is none. With --fix, an empty directory
    or one that does not exist yet becomes a workspace.

    Where you are logged in to a platform that knows the repository, names the workspace there.

    Where Harbor is installed, runs one of its sandboxes for a moment, and says what this machine lacks for it.

    Also names what the rollouts use of the API from before version 0.3, each with its line and what takes its
    place. These are warnings: they change neither the exit code nor any file.

        osmosis doctor
        osmosis doctor my-workspace --fix
    """
    if fix and not path.exists():
        with files.file_errors(path):
            path.mkdir(parents=True)
    workspace = _workspace_at(existing_directory(path))
    workspace.check_state()
    git_facts = describe_worktree(workspace.root)
    missing = _missing(workspace)
    repairable = skills.missing(workspace)
    created: list[str] = []
    if fix and (missing or repairable):
        created = [*_create(workspace, missing), *skills.create(workspace, repairable)]
        missing, repairable = _missing(workspace), skills.missing(workspace)
    linked = _linked_workspace(workspace.root)
    sandbox = _sandbox()
    old_api = survey(workspace)
    for remark in (*old_api.remarks, *([] if sandbox is None else sandbox["lacks"])):
        console.warning(None, remark)
    lines = [str(finding) for finding in old_api.findings]
    resource: dict[str, object] = {
        "workspace_directory": str(workspace.root),
        "git": git_facts,
        "workspace": linked,
        "required_paths": [f"{name}/" for name in REQUIRED_DIRECTORIES],
        "missing": missing,
        "valid": not missing,
        "fixed": bool(created),
        "created": created,
        "repairable": repairable,
        "migration": [finding.as_json() for finding in old_api.findings],
        "sandbox": sandbox,
    }
    if missing:
        for line in lines:
            console.line(line)
        raise OsmosisError(
            "\n".join([f"The workspace {workspace.root} lacks:", *(f"  {name}" for name in missing)]),
            hint=f"Create what is missing with `{console.program} doctor --fix`.",
            details=resource,
        )
    if git_facts is not None and isinstance(warning := git_facts.get("warning"), str):
        console.warning(None, warning)
    return OperationResult(
        operation="doctor",
        resource=resource,
        message=f"The workspace {workspace.root} is complete.",
        facts=[
            *_facts(created, repairable, program=console.program, fixed=fix),
            *([] if linked is None else [("Linked workspace", linked["name"])]),
        ],
        notes=lines,
        notes_title="From before version 0.3, to be changed",
        next_steps=[f"{console.program} rollout init my-rollout"] if _has_no_rollout(workspace) else [],
    )


def _sandbox() -> _Sandbox | None:
    """What a sandbox that is run for a moment can do here; None where Harbor, which uses it, is not installed."""
    if find_spec("harbor") is None:
        return None
    from osmosis_ai.rollout.backend.harbor.bubblewrap_probe import probe_sandbox

    found = probe_sandbox()
    return {"works": found.works, "lacks": list(found.lacks)}


def _linked_workspace(root: Path) -> dict[str, object] | None:
    """The platform's workspace of the repository: None when logged out, not connected, or without an answer."""
    from osmosis_ai.platform_client.address import credentials_file

    if not os.environ.get("OSMOSIS_TOKEN") and not credentials_file().exists():
        return None  # what follows imports an HTTP library
    from osmosis_ai.cli.commands.linked import linked_workspace

    try:
        return linked_workspace(root)
    except OsmosisError:
        return None


def _workspace_at(start: Path) -> Workspace:
    """The workspace around a path. An empty directory is its own, even inside a repository."""
    found = Workspace.locate(start)
    if found is not None:
        return found
    empty = not any(start.iterdir())
    return Workspace(start if empty else find_worktree(start) or start)


def _missing(workspace: Workspace) -> list[str]:
    """What the scaffold lacks, directories with a slash at the end, in the order they are documented."""
    directories = [f"{name}/" for name in workspace.missing(REQUIRED_DIRECTORIES)]
    return [*directories, *workspace.missing(REQUIRED_FILES)]


def _create(workspace: Workspace, missing: list[str]) -> list[str]:
    """Create what is missing, and say which paths came to be.

    Files that are not required (project file, ignore rules, README, a training config to copy) come only with a wholly
    new scaffold: in a workspace that has begun, their absence may be intended.
    """
    if not missing:
        return []
    contents = scaffold.workspace_files()
    is_new = all(f"{name}/" in missing for name in REQUIRED_DIRECTORIES)
    optional = [name for name in contents if name not in REQUIRED_FILES] if is_new else []
    created = []
    for name in [*optional, *missing]:
        if name.endswith("/"):
            target, text = workspace.root / name / KEEP, ""
        else:
            target, text = workspace.root / name, contents[name]
        if files.create(target, text):
            created.append(name)
    return created


def _facts(created: list[str], repairable: list[str], *, program: str, fixed: bool) -> list[tuple[str, object]]:
    facts: list[tuple[str, object]] = [("Created", created)] if created else []
    if repairable and fixed:
        facts.append(("Could not be created", repairable))
    elif repairable:
        facts.append((f"Missing, to be had with `{program} doctor --fix`", repairable))
    return facts


def _has_no_rollout(workspace: Workspace) -> bool:
    return not any(entry.is_dir() for entry in workspace.rollouts.iterdir())
