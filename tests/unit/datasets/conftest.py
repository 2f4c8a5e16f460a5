"""Fixtures for dataset files."""

from collections.abc import Callable
from pathlib import Path

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.datasets import open_dataset


@pytest.fixture
def fault(tmp_path: Path) -> Callable[[str, bytes], OsmosisError]:
    """The VALIDATION error that a file of these bytes raises when it is opened and scanned."""

    def check(name: str, data: bytes) -> OsmosisError:
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(OsmosisError) as caught:
            open_dataset(path).scan()
        assert caught.value.code == "VALIDATION"
        assert str(path) in str(caught.value)
        return caught.value

    return check
