"""Which config a run of a platform had, which does not say so itself."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.eval.grade import GradeOptions, _config_of

CONFIG = '[experiment]\nrollout = "multiply"\nmodel_path = "openai/x"\n'


@pytest.fixture
def configs(tmp_path: Path) -> Path:
    """A workspace's evaluation configs, of which one is of the run."""
    (tmp_path / "rollouts").mkdir()
    folder = tmp_path / "configs" / "eval"
    folder.mkdir(parents=True)
    (folder / "wanted.toml").write_text(CONFIG)
    (folder / "other.toml").write_text(CONFIG.replace("multiply", "divide"))
    return folder


def config_of(configs: Path) -> Path:
    inputs = SimpleNamespace(rollout=SimpleNamespace(name="multiply"), model_path="openai/x")
    source: Any = SimpleNamespace(
        name="a-run", manifest=SimpleNamespace(inputs=inputs, provenance=SimpleNamespace(config_path=None))
    )
    root = configs.parent.parent
    return _config_of(source, GradeOptions(run="a-run"), root, root)


@pytest.mark.parametrize("text", ["experiment = 1", "a = [" + "[" * 5000, "not toml", "\udcff", "x = 1\n" * 400_000])
def test_what_is_wrong_with_another_config_is_not_in_the_way(configs: Path, text: str):
    """It is no table, nested too deeply, no TOML, no text, or too large: the config of the run is found."""
    (configs / "broken.toml").write_bytes(text.encode(errors="surrogateescape"))
    assert config_of(configs) == configs / "wanted.toml"


def test_two_configs_that_it_may_have_been_are_named(configs: Path):
    """A person says which."""
    (configs / "again.toml").write_text(CONFIG)
    with pytest.raises(OsmosisError, match=r"it may have been again\.toml or wanted\.toml"):
        config_of(configs)
