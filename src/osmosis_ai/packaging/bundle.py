"""A workflow's project as one wheel: its package, a module that runs workflow and grader, and two scripts for it.

The wheel is written from the files as they are, without a build backend and without a network, and is kept by its
content: the same project gives the same file.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import sysconfig
import zipfile
from collections.abc import Sequence
from configparser import ConfigParser
from configparser import Error as ParserError
from dataclasses import dataclass
from email.parser import Parser
from pathlib import Path
from typing import Any

from osmosis_ai.base.cache import cache_root
from osmosis_ai.packaging.project import Project, normalized, read_project
from osmosis_ai.packaging.wheels import write_wheel

__all__ = ["AGENT_SUFFIX", "GRADER_SUFFIX", "MAIN_MODULE", "BundleInfo", "build_bundle", "inspect_bundle"]

MAIN_MODULE = "bundle_main"
AGENT_SUFFIX = "-agent"
GRADER_SUFFIX = "-grade"
_FORM = 1
_MOST_METADATA_BYTES = 1 << 20
_SHIM = '''"""Runs the workflow and the grader of this bundle; made when the bundle was built."""

import sys

from osmosis_ai.rollout.container.runner import agent_main, grader_main

WORKFLOW = {workflow}
GRADER = {grader}
WORKFLOW_CONFIG = {workflow_config}
GRADER_CONFIG = {grader_config}


def agent() -> int:
    return agent_main(WORKFLOW, WORKFLOW_CONFIG)


def grade() -> int:
    return grader_main(GRADER, GRADER_CONFIG)


def main() -> int:
    return {{"agent": agent, "grade": grade}}[sys.argv[1]]()


if __name__ == "__main__":
    sys.exit(main())
'''


@dataclass(frozen=True, slots=True)
class BundleInfo:
    """What a bundle offers. A script that it lacks is None; `requirements` are what it needs installed beside it.

    `package` is the importable package whose `bundle_main` runs it.
    """

    wheel: Path
    agent_script: str | None
    grader_script: str | None
    requirements: tuple[str, ...]
    package: str


def build_bundle(
    code_dir: str | os.PathLike[str],
    *,
    workflow: str | None = None,
    grader: str | None = None,
    workflow_config: str | None = None,
    grader_config: str | None = None,
    deps: Sequence[str] | None = None,
    package: str | None = None,
    bundles_dir: str | os.PathLike[str] | None = None,
) -> Path:
    """The bundle of a project, built unless one of the same content is in `bundles_dir`; returns the wheel's path.

    `workflow`, `grader` and the configs are `"module:attribute"` paths in the project's one package. `deps` take the
    place of the project's dependencies. `bundles_dir` is the user's cache folder unless given. Raises ValueError for a
    project that cannot be bundled, for a path outside of its package, and where neither workflow nor grader is named.
    """
    if workflow is None and grader is None:
        raise ValueError("a bundle runs a workflow or a grader; name at least one of them")
    project = read_project(Path(code_dir), package=package, deps=deps)
    named = {"workflow": workflow, "grader": grader, "workflow_config": workflow_config, "grader_config": grader_config}
    for argument, value in named.items():
        _check_path(project, argument, value)
    shim = _SHIM.format(**{argument: json.dumps(value) if value else "None" for argument, value in named.items()})
    root = Path(bundles_dir) if bundles_dir is not None else cache_root(os.environ) / "bundles"
    wheel = root / normalized(project.name) / _key(project, shim) / _wheel_name(project)
    if not wheel.is_file():
        _write(wheel, project, shim, workflow=workflow is not None, grader=grader is not None)
    return wheel


def inspect_bundle(wheel: str | os.PathLike[str]) -> BundleInfo:
    """What a bundle holds. Raises ValueError for a file that is no wheel, or a wheel without a script that runs it."""
    path = Path(wheel)
    try:
        with zipfile.ZipFile(path) as archive:
            points = ConfigParser(delimiters=("=",))
            points.optionxform = str  # type: ignore[assignment,method-assign]
            points.read_string(_metadata_file(archive, "entry_points.txt"))
            metadata = Parser().parsestr(_metadata_file(archive, "METADATA"))
    except (OSError, zipfile.BadZipFile, UnicodeDecodeError, ParserError) as error:
        raise ValueError(f"{path} is not a wheel that can be read: {error}") from None
    scripts = dict(points["console_scripts"]) if points.has_section("console_scripts") else {}
    agent = _script(scripts, AGENT_SUFFIX, "agent")
    grade = _script(scripts, GRADER_SUFFIX, "grade")
    named = agent or grade
    if named is None:
        raise ValueError(f"{path} is no bundle: it has no script of osmosis_ai.packaging.build_bundle")
    requirements = tuple(
        each for each in metadata.get_all("Requires-Dist") or () if "extra ==" not in each.replace("'", '"')
    )
    return BundleInfo(path, agent, grade, requirements, scripts[named].partition(".")[0].strip())


def _metadata_file(archive: zipfile.ZipFile, name: str) -> str:
    for entry in archive.infolist():
        folder, _, last = entry.filename.rpartition("/")
        if last == name and folder.endswith(".dist-info") and "/" not in folder:
            if entry.file_size > _MOST_METADATA_BYTES:
                raise zipfile.BadZipFile(f"its {name} is too large")
            return archive.read(entry).decode()
    return ""


def _script(scripts: dict[str, str], suffix: str, function: str) -> str | None:
    ending = f".{MAIN_MODULE}:{function}"
    return next((name for name, target in scripts.items() if name.endswith(suffix) and target.endswith(ending)), None)


def _check_path(project: Project, argument: str, value: str | None) -> None:
    if value is None:
        return
    module, colon, attribute = value.partition(":")
    if not (module and colon and attribute):
        raise ValueError(f"{argument} {value!r} names no object; write it as 'module:attribute'")
    if module.partition(".")[0] != project.package:
        raise ValueError(
            f"{argument} {value!r} is not in the package {project.package!r} of {project.directory}, which is all that "
            "the bundle holds; move it there"
        )


def _key(project: Project, shim: str) -> str:
    members: tuple[Any, ...] = (_FORM, project.digest, shim, sys.implementation.cache_tag, sysconfig.get_platform())
    return hashlib.sha256(repr(members).encode()).hexdigest()[:32]


def _wheel_name(project: Project) -> str:
    return f"{normalized(project.name)}-{project.version}-py3-none-any.whl"


def _write(wheel: Path, project: Project, shim: str, *, workflow: bool, grader: bool) -> None:
    info = f"{normalized(project.name)}-{project.version}.dist-info"
    command = project.package.replace("_", "-")
    points = ["[console_scripts]"]
    if workflow:
        points.append(f"{command}{AGENT_SUFFIX} = {project.package}.{MAIN_MODULE}:agent")
    if grader:
        points.append(f"{command}{GRADER_SUFFIX} = {project.package}.{MAIN_MODULE}:grade")
    metadata = ["Metadata-Version: 2.1", f"Name: {project.name}", f"Version: {project.version}"]
    if project.requires_python:
        metadata.append(f"Requires-Python: {project.requires_python}")
    metadata += [f"Requires-Dist: {each}" for each in project.requirements]
    members = {name: path.read_bytes() for name, path in project.files}
    members[f"{project.package}/{MAIN_MODULE}.py"] = shim.encode()
    members[f"{info}/METADATA"] = "\n".join([*metadata, "", ""]).encode()
    members[f"{info}/entry_points.txt"] = "\n".join([*points, ""]).encode()
    executable = frozenset(name for name, path in project.files if os.access(path, os.X_OK))
    with contextlib.suppress(FileExistsError):
        write_wheel(wheel, info, members, executable=executable)
