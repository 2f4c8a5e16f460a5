"""The environment of a rollout: the running SDK as a wheel, and projects that make none."""

import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.hosting import environment, sdk_wheel
from osmosis_ai.hosting.environment import (
    RolloutEnvironment,
    existing_environment,
    installed_sdk_version,
    prepare_environment,
)
from osmosis_ai.hosting.sdk_wheel import build_sdk_wheel


def test_sdk_wheel_is_the_running_code(tmp_path: Path):
    """The wheel holds this package's files byte for byte, is found again, and its record lists every member."""
    wheel = build_sdk_wheel(tmp_path)
    assert build_sdk_wheel(tmp_path) == wheel
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        module = "osmosis_ai/hosting/sdk_wheel.py"
        assert archive.read(module) == Path(sys.modules[build_sdk_wheel.__module__].__file__ or "").read_bytes()
        record = next(name for name in names if name.endswith("/RECORD"))
        assert {line.split(",")[0] for line in archive.read(record).decode().splitlines()} == set(names)
        assert "osmosis_contract/spec/schemas.json" in names
        assert not [name for name in names if "__pycache__" in name]


def test_sdk_wheel_is_made_of_the_files_again_only_where_one_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Found again without reading a file; a file of the same size that was written since is in the next wheel."""
    module = tmp_path / "toy_sdk" / "__init__.py"
    module.parent.mkdir()
    module.write_text("ONE = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sdk_wheel, "_PACKAGES", ("toy_sdk",))
    first = build_sdk_wheel(tmp_path / "cache")
    with monkeypatch.context() as unread:
        unread.setattr(Path, "read_bytes", None)
        assert build_sdk_wheel(tmp_path / "cache") == first
    module.write_text("ONE = 2\n")
    second = build_sdk_wheel(tmp_path / "cache")
    with zipfile.ZipFile(second) as archive:
        assert archive.read("toy_sdk/__init__.py") == b"ONE = 2\n"
    first.unlink()
    module.write_text("ONE = 1\n")
    assert build_sdk_wheel(tmp_path / "cache") == first
    assert first.is_file()


@pytest.mark.parametrize(
    ("project", "expected"),
    [
        (None, "does not exist"),
        ("[project", "is not valid TOML"),
        ('[project]\ndependencies = "httpx"\n', "is not a list of texts"),
        ('[project]\ndependencies = ["a b"]\n', "'a b' is not a requirement"),
    ],
)
async def test_project_that_makes_no_environment(tmp_path: Path, project: str | None, expected: str):
    """What is wrong with a pyproject.toml is said before anything is made."""
    if project is not None:
        (tmp_path / "pyproject.toml").write_text(project)
    with pytest.raises(OsmosisError, match=expected):
        await prepare_environment(tmp_path, home=tmp_path / "envs", cache=tmp_path / "cache", variables={}, log=print)
    assert not (tmp_path / "envs").exists()


async def test_an_environment_that_is_there_is_found_without_making_one(tmp_path: Path):
    """Only one that was made to its end for the project as it is now; what is wrong with the project is said later."""
    where: dict[str, Any] = {"home": tmp_path / "envs", "cache": tmp_path / "cache", "variables": {"UV_PYTHON": "3.12"}}
    assert existing_environment(tmp_path, **where) is None
    (tmp_path / "pyproject.toml").write_text('[project]\ndependencies = ["osmosis-ai"]\n')
    assert existing_environment(tmp_path, **where) is None
    assert not (tmp_path / "envs").exists()
    wanted = environment._wanted(tmp_path, **where)
    wanted.python.parent.mkdir(parents=True)
    wanted.python.touch()
    (wanted.folder / "osmosis-environment.json").write_text(wanted.stamp)
    assert existing_environment(tmp_path, **where) == RolloutEnvironment(wanted.python, reused=True)
    (tmp_path / "pyproject.toml").write_text('[project]\ndependencies = ["osmosis-ai", "httpx"]\n')
    assert existing_environment(tmp_path, **where) is None


def test_version_in_another_environment_is_read_without_running_it(tmp_path: Path):
    """The SDK's version comes from the metadata in the environment; it is None where there is none."""
    python = tmp_path / "bin" / "python"
    assert installed_sdk_version(python) is None
    metadata = tmp_path / "lib" / "python3.12" / "site-packages" / "osmosis_ai-0.3.7.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.4\nName: osmosis-ai\nVersion: 0.3.7\n")
    assert installed_sdk_version(python) == "0.3.7"
