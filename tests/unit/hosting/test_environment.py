"""The environment of a rollout: the running SDK as a wheel, and projects that make none."""

import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from osmosis_ai.base.errors import KilledError, OsmosisError
from osmosis_ai.hosting import environment
from osmosis_ai.hosting.environment import (
    RolloutEnvironment,
    existing_environment,
    installed_version,
    prepare_environment,
    speaks_socks,
)
from osmosis_ai.packaging import sdk_wheel
from osmosis_ai.packaging.sdk_wheel import build_sdk_wheel


def test_sdk_wheel_is_the_running_code(tmp_path: Path):
    """The wheel holds this package's files byte for byte, is found again, and its record lists every member."""
    wheel = build_sdk_wheel(tmp_path)
    assert build_sdk_wheel(tmp_path) == wheel
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        module = "osmosis_ai/packaging/sdk_wheel.py"
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
        ("a = " + "[" * 5000, "is not valid TOML"),
        ("a = " + "9" * 5000, "is not valid TOML"),
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


@pytest.mark.parametrize(
    ("settings", "is_shared"),
    [
        ("", True),
        ("[tool.uv]\npackage = false\nmanaged = false\n", True),
        ("[tool.uv]\npackage = true\n", False),
        ('[build-system]\nrequires = ["setuptools>=77"]\n', False),
        ('[tool.uv.sources]\nhelper = { path = "../helper" }\n', False),
        ('[tool.uv]\nfind-links = ["wheels"]\n', False),
    ],
)
def test_a_project_that_points_nowhere_has_one_environment_wherever_it_lies(
    tmp_path: Path, settings: str, is_shared: bool
):
    """Each managed run has its own checkout: the environment of the one before is used again, unless the project is
    installed itself or its settings may name paths."""
    folders = []
    for name in ("first", "second"):
        rollout = tmp_path / name / "rollout"
        rollout.mkdir(parents=True)
        (rollout / "pyproject.toml").write_text(f'[project]\nname = "r"\ndependencies = ["osmosis-ai"]\n{settings}')
        wanted = environment._wanted(rollout, tmp_path / "envs", tmp_path / "cache", {"UV_PYTHON": "3.12"})
        folders.append(wanted.folder)
    assert (folders[0] == folders[1]) is is_shared


@pytest.mark.parametrize(
    ("change", "is_shared"),
    [
        (lambda folder: None, True),
        (lambda folder: (folder / "src" / "__pycache__").mkdir(), True),
        (lambda folder: (folder / "src" / "r.py").write_text("ONE = 2\n"), False),
        (lambda folder: (folder / "src" / "r.py").chmod(0o755), False),
        (lambda folder: (folder / "src" / "r.py").rename(folder / "src" / "s.py"), False),
        (lambda folder: (folder / "link").symlink_to("src"), False),
    ],
)
def test_a_project_that_is_installed_itself_has_one_environment_for_the_same_files(
    tmp_path: Path, change: Callable[[Path], object], is_shared: bool
):
    """Where that is asked for: it is installed from a copy, which is in the environment. A file with another content,
    name or mode makes another; settings that may name paths beside the project keep it where it lies."""
    folders = []
    for name in ("first", "second", "third"):
        rollout = tmp_path / name / "rollout"
        (rollout / "src").mkdir(parents=True)
        places = '[tool.uv]\nfind-links = ["wheels"]\n' if name == "third" else ""
        (rollout / "pyproject.toml").write_text(f'[build-system]\nrequires = []\n[project]\nname = "r"\n{places}')
        (rollout / "src" / "r.py").write_text("ONE = 1\n")
        if name == "second":
            change(rollout)
        wanted = environment._wanted(
            rollout, tmp_path / "envs", tmp_path / "cache", {"UV_PYTHON": "3.12"}, by_content=True
        )
        assert wanted.is_copied is (name != "third")
        folders.append(wanted.folder)
    assert (folders[0] == folders[1]) is is_shared


async def test_what_uv_prints_is_one_line_where_it_succeeds_and_all_of_it_where_it_does_not(tmp_path: Path):
    """So that the log of a run shows the run."""
    said: list[str] = []
    program = tmp_path / "uv"
    program.write_text('#!/bin/sh\nfor each in 1 2 3; do echo "line $each"; done\nexit "$CODE"\n')
    program.chmod(0o755)
    for code in ("0", "1"):
        uv = environment._Uv(str(program), tmp_path, {"CODE": code}, said.append, None, tmp_path, tmp_path)
        if code == "0":
            await uv.run("pip", "install", "x")
            assert said == ["uv pip install: 3 lines, the last one: line 3"]
        else:
            with pytest.raises(OsmosisError, match="line 3"):
                await uv.run("pip", "install", "x")
            assert said[1:] == ["line 1", "line 2", "line 3"]


def test_version_in_another_environment_is_read_without_running_it(tmp_path: Path):
    """The SDK's version comes from the metadata in the environment; it is None where there is none."""
    python = tmp_path / "bin" / "python"
    assert installed_version(python, "osmosis-ai") is None
    metadata = tmp_path / "lib" / "python3.12" / "site-packages" / "osmosis_ai-0.3.7.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.4\nName: osmosis-ai\nVersion: 0.3.7\n")
    assert installed_version(python, "osmosis-ai") == "0.3.7"


@pytest.mark.parametrize(
    ("end", "error"), [("kill -9 $$", KilledError), ("exit 137", KilledError), ("exit 1", environment._CopyError)]
)
async def test_a_kill_while_a_copy_is_installed_is_not_the_copys_problem(
    tmp_path: Path, end: str, error: type[Exception]
):
    """A program that was killed says nothing about the copy: the error is that of any other kill, and only a copy that
    cannot be installed is installed in place."""
    rollout, env, program = tmp_path / "rollout", tmp_path / "env", tmp_path / "uv"
    rollout.mkdir()
    program.write_text(
        f'#!/bin/sh\ncase "$1" in venv) mkdir -p "{env}";; esac\ncase "$*" in *--editable*) {end};; esac\n'
    )
    program.chmod(0o755)
    uv = environment._Uv(str(program), rollout, {"PATH": "/bin:/usr/bin"}, lambda _line: None, None, env, tmp_path)
    with pytest.raises(error):
        await environment._make(env, uv, [], package=True, choose_python=False, copied=True)


async def test_variables_that_say_how_the_index_is_reached_are_named(tmp_path: Path):
    """Where the environment cannot be made, the hint has the variables that may be why."""
    program = tmp_path / "uv"
    program.write_text("#!/bin/sh\nexit 2\n")
    program.chmod(0o755)
    proxied = {"HTTPS_PROXY": "http://127.0.0.1:9", "SSL_CERT_FILE": "/none"}
    for variables in ({}, proxied):
        uv = environment._Uv(str(program), tmp_path, variables, lambda _line: None, None, tmp_path, tmp_path)
        with pytest.raises(OsmosisError) as raised:
            await uv.run("pip", "install", "x")
        hint = raised.value.hint or ""
        assert [name for name in proxied if name in hint] == list(variables)


def test_a_client_for_a_socks_proxy_is_found_by_its_package(tmp_path: Path):
    """Any of the packages that clients in Python use; without one, none of them reaches such a proxy."""
    python = tmp_path / "bin" / "python"
    assert not speaks_socks(python)
    metadata = tmp_path / "lib" / "python3.12" / "site-packages" / "socksio-1.0.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.4\nName: socksio\nVersion: 1.0.0\n")
    assert speaks_socks(python)
