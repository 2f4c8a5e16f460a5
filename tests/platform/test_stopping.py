"""A stop that something holds up: the server ends by its own deadline, and starts again."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import httpx
import pytest

from osmosis_ai.platform.operations.serve import _DEADLINE_SEC
from tests.platform.served import serving_platform

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]
GONE_SEC = 60.0
START_SEC = 100.0
FOREVER = """
import sys, time
from osmosis_ai.platform.services.capacity import Capacity
Capacity.balance = lambda self: (print("held", file=sys.stderr, flush=True), time.sleep(3600))
"""
"""Has a thread of the server sleep for an hour."""


def test_a_server_whose_threads_do_not_end_ends_all_the_same(tmp_path: Path):
    """Its deadline is under the five seconds that are promised, and holds without anyone's help; the log says why."""
    assert _DEADLINE_SEC < 5
    with serving_platform(tmp_path / "data", first=FOREVER) as served:
        assert served.process is not None
        until = time.monotonic() + START_SEC
        while "held" not in served.log.read_text().splitlines():
            assert time.monotonic() < until
            time.sleep(0.1)
        served.process.send_signal(signal.SIGTERM)
        assert served.process.wait(GONE_SEC) == 1
    assert "platform.stop_forced" in served.log.read_text()
    with serving_platform(tmp_path / "data") as served:
        assert httpx.get(f"{served.url}/readyz").status_code == 200
