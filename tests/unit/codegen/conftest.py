"""The toy specification, generated once into a package of its own name."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[3]
TOY = Path(__file__).parent / "toy"
sys.path.insert(0, str(ROOT))


@pytest.fixture(scope="session")
def toy_package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder that holds the generated package `toy_contract`, importable during the tests."""
    from codegen.build import build
    from codegen.output import write_files

    folder = tmp_path_factory.mktemp("generated")
    write_files(folder / "toy_contract", build(TOY, "toy_contract"))
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


@pytest.fixture(scope="session")
def toy(toy_package: Path) -> Callable[[str], ModuleType]:
    """Imports a module of the toy package by its name inside it."""
    return lambda name: importlib.import_module(f"toy_contract.{name}")


@pytest.fixture(scope="session")
def models(toy: Callable[[str], ModuleType]) -> Any:
    return toy("models")


@pytest.fixture(scope="session")
def shop(toy: Callable[[str], ModuleType]) -> Any:
    return toy("servers.shop")


@pytest.fixture
def spec_copy(tmp_path: Path) -> Path:
    """A copy of the toy specification to change."""
    return Path(shutil.copytree(TOY, tmp_path / "spec"))


@pytest.fixture
def edit(spec_copy: Path) -> Callable[[str, Callable[[Any], None]], Path]:
    """Changes one parsed document of the copy, and gives the copy's folder."""

    def change(file: str, how: Callable[[Any], None]) -> Path:
        path = spec_copy / file
        document = yaml.safe_load(path.read_text())
        how(document)
        path.write_text(yaml.safe_dump(document, sort_keys=False))
        return spec_copy

    return change
