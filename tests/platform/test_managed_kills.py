"""A short run of `nox -s managed-kills`: evaluations, while the platform, its database and its jobs are killed."""

from __future__ import annotations

import os
import random

import pytest

from tests.managed_kills.session import run
from tests.managed_kills.world import Plan
from tests.platform.conftest import DATABASES

pytestmark = [pytest.mark.long, pytest.mark.timeout(1500)]
RUNS, ROWS, KILLS = 3, 20, 6


@pytest.mark.parametrize("database", DATABASES)
def test_no_result_is_lost_and_none_counts_twice_whatever_is_killed(database: str):
    """Every row of every run ends once with its reward, the model was called for no other rollout, and neither a
    process nor a file of a job is left."""
    seed = int(os.environ.get("OSMOSIS_MANAGED_KILLS_SEED") or random.randrange(10**6))
    plan = Plan(database=database, runs=RUNS, rows=ROWS, kills=KILLS, seed=seed, minutes=15)
    assert run(plan) == [], f"seed {seed}"
