"""The bundle of a backend's workflow and grader: made from what the constructor was given, and prepared once."""

from __future__ import annotations

import importlib.util
import inspect
import os
import shutil
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from osmosis_ai.base.cache import cache_root
from osmosis_ai.packaging import BundleInfo, build_bundle, inspect_bundle
from osmosis_ai.packaging.project import project_of_module
from osmosis_ai.packaging.runtime import Runtime, build_runtime
from osmosis_ai.packaging.sdk_wheel import build_sdk_wheel

__all__ = ["BackendBundle", "find_uv", "import_path", "made_bundle"]


@dataclass(slots=True)
class BackendBundle:
    """A bundle, and what is built from it when it is first needed: for mounting, or for installing."""

    info: BundleInfo
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _runtime: Runtime | None = None
    _wheels: list[Path] = field(default_factory=list)

    def runtime(self) -> Runtime:
        """The folders to mount. Raises ValueError where the bundle needs what is not installed here."""
        with self._lock:
            if self._runtime is None:
                self._runtime = build_runtime(self.info, cache_root(os.environ) / "runtimes")
            return self._runtime

    def wheels(self) -> list[Path]:
        """The SDK's wheel and the bundle's, for sandboxes into which nothing can be mounted."""
        with self._lock:
            if not self._wheels:
                self._wheels = [build_sdk_wheel(cache_root(os.environ) / "sdk"), self.info.wheel]
            return self._wheels


def made_bundle(
    *,
    workflow: str | None,
    grader: str | None,
    workflow_config: str | None,
    grader_config: str | None,
    code_dir: Path | None,
    bundle: Path | None,
) -> BackendBundle | None:
    """The given bundle, else one built from the project that has the workflow or the grader; None with neither.

    Raises ValueError where the project cannot be found or bundled, or the given bundle lacks what is asked of it.
    """
    if bundle is not None:
        return BackendBundle(inspect_bundle(bundle))
    named = workflow or grader
    if named is None:
        return None
    project = code_dir if code_dir is not None else _project_of(named)
    wheel = build_bundle(
        project,
        workflow=workflow,
        grader=grader,
        workflow_config=workflow_config,
        grader_config=grader_config,
        package=named.partition(":")[0].partition(".")[0] if code_dir is None else None,
    )
    return BackendBundle(inspect_bundle(wheel))


def import_path(argument: str, value: Any, *, beside: str | None = None) -> str | None:
    """The `"module:attribute"` path of a class, or of a config object that is a module's attribute; a path as it is.

    `beside` is the path of the workflow or grader that a config belongs to: its module is looked through first. Raises
    ValueError for what no path leads to.
    """
    if value is None or isinstance(value, str):
        return value
    if inspect.isclass(value) or inspect.isfunction(value):
        if value.__module__ == "__main__" or "<locals>" in value.__qualname__:
            raise ValueError(
                f"{argument} {value.__qualname__} is not in an importable module; move it into the project's package"
            )
        return f"{value.__module__}:{value.__qualname__}"
    package = beside.partition(":")[0].partition(".")[0] if beside else ""
    for name, module in sorted(sys.modules.items()):
        if module is None or name.partition(".")[0] != package:
            continue
        for attribute, found in vars(module).items():
            if found is value:
                return f"{name}:{attribute}"
    raise ValueError(
        f"{argument} must be importable in the container: give it a name in a module of the project's package, and "
        "pass that object or 'module:attribute'"
    )


def find_uv() -> str | None:
    """The uv of the running environment, else one on the PATH."""
    beside = Path(sys.executable).with_name("uv")
    return str(beside) if beside.is_file() else shutil.which("uv")


def _project_of(path: str) -> Path:
    module = path.partition(":")[0]
    loaded = sys.modules.get(module)
    file = getattr(loaded, "__file__", None)
    if file is None:
        try:
            spec = importlib.util.find_spec(module)
        except ImportError as error:
            raise ValueError(f"{path!r} cannot be found here: {error}; pass code_dir, the project to package") from None
        file = None if spec is None else spec.origin
    if file is None:
        raise ValueError(f"{path!r} has no file here; pass code_dir, the project to package")
    return project_of_module(file)
