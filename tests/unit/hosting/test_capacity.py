"""How many rollouts run at a time, and what is said when that is fewer than were asked for."""

from contextlib import AsyncExitStack
from types import SimpleNamespace
from typing import Any

import pytest
from tests.support.memory_ports import MemoryRun

from osmosis_ai.hosting.services import Services


@pytest.mark.parametrize(
    ("wanted", "capacity", "said"), [(32, 4, 1), (4, 4, 0), (2, 4, 0), (None, 4, 0), (32, None, 0)]
)
def test_a_server_that_takes_fewer_rollouts_is_said_once_with_the_line_to_change(wanted, capacity, said):
    """A run that asks for more than the server takes says so, how many run, and what to write where."""
    observer = MemoryRun().observer
    spec: Any = SimpleNamespace(width=wanted, entrypoint="main.py")
    nothing: Any = None
    Services(spec, observer, nothing, nothing, nothing, AsyncExitStack())._compare_widths(capacity)
    assert len(observer.warnings) == said
    for code, message in observer.warnings:
        assert code == "MAX_IN_FLIGHT_ABOVE_CAPACITY"
        assert "32 rollouts at a time are asked for and the rollout server takes 4" in message
        assert "In main.py, give LocalBackend" in message
        assert "ConcurrencyConfig(max_concurrent=32)" in message
