"""Pools as settings: what they may hold, and what is said of the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.platform.pool_settings import DEFAULT_POOL, PoolLimits, PoolSettings
from osmosis_ai.platform.settings import SETTINGS_FILE, load_settings

RAY = '[pools.a]\nengine = "ray"\n'


def pools(folder: Path, text: str) -> tuple[PoolSettings, ...]:
    (folder / SETTINGS_FILE).write_text(text)
    return load_settings(folder, environment={}).pools


def test_without_a_pool_there_is_one_of_this_machine(tmp_path: Path) -> None:
    """A platform runs jobs without any setting, and does not trust them."""
    assert pools(tmp_path, "") == (DEFAULT_POOL,)
    assert DEFAULT_POOL.engine == "local"
    assert not DEFAULT_POOL.trusted


def test_pools_are_read_in_their_order(tmp_path: Path) -> None:
    """Each table is a pool; paths are relative to the data folder, and addresses lose the slash at their end."""
    found = pools(
        tmp_path,
        '[pools.here]\nengine = "local"\ncommand = ["nice"]\nslots = 7\n'
        '[pools.gpu]\nengine = "ray"\naddress = "https://ray.example.org/"\ntoken_file = "t"\ntrusted = true\n'
        "[pools.gpu.limits]\ngpus = 2\n"
        '[pools.queue]\nengine = "slurm"\noptions = ["--partition=long"]\nlog_folder = "/shared"\n',
    )
    assert found == (
        PoolSettings("here", "local", slots=7, command=("nice",)),
        PoolSettings(
            "gpu",
            "ray",
            address="https://ray.example.org",
            token_file=tmp_path / "t",
            trusted=True,
            limits=PoolLimits(gpus=2),
        ),
        PoolSettings("queue", "slurm", options=("--partition=long",), log_folder=Path("/shared")),
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("pools = 3", "pools is not a table"),
        ("[pools]\na = 1", "[pools.a] is not a table"),
        ("[pools.A]", "'A' is not a name of a pool"),
        ("[pools.a]", "[pools.a] engine: 'nothing' is not an engine"),
        ('[pools.a]\nengine = "kubernetes"', "'kubernetes' is not an engine"),
        ('[pools.a]\nengine = "local"\naddress = "x"', "[pools.a] has an unknown key address"),
        ('[pools.a]\nengine = "local"\nslots = 0', "slots: 0 is out of range"),
        ('[pools.a]\nengine = "local"\nslots = true', "slots: True is not a whole number"),
        ('[pools.a]\nengine = "local"\nnetwork = ["example.org"]', "network: 'example.org' is not HOST:PORT"),
        ('[pools.a]\nengine = "local"\nsync_network = "none"', "sync_network: 'none' is not a list of texts"),
        ('[pools.a]\nengine = "local"\ntrusted = "yes"', "trusted: 'yes' is neither true nor false"),
        ('[pools.a]\nengine = "local"\ncommand = "podman run"', "command: 'podman run' is not a list of texts"),
        ('[pools.a]\nengine = "local"\nlimits = 3', "[pools.a].limits is not a table"),
        ('[pools.a]\nengine = "local"\nlimits = { ram = 3 }', "[pools.a].limits has an unknown key ram"),
        ('[pools.a]\nengine = "local"\nlimits = { gpus = -1 }', "gpus: -1 is out of range"),
        ('[pools.a]\nengine = "slurm"\noptions = ["-p long"]', "options: '-p long' is not --NAME"),
        (RAY, "address: nothing is not the address of a cluster"),
        (RAY + 'address = "ray.example.org:8265"', "is not the address of a cluster"),
        (RAY + 'address = "http://me:canary@127.0.0.1:8265"', "address holds a user or a password"),
        (RAY + 'address = "https://ray.example.org"', "is not loopback, and there is no token"),
        (
            RAY + 'address = "http://10.0.0.7:8265"\ntoken_file = "t"',
            "the token would go to http://10.0.0.7:8265 in clear",
        ),
    ],
)
def test_what_cannot_be_used_is_named_with_its_place(tmp_path: Path, text: str, problem: str) -> None:
    """R17 and the rest: the error names the file, the pool, the key and what to do, and shows no password."""
    with pytest.raises(OsmosisError) as raised:
        pools(tmp_path, text)
    assert problem in raised.value.message
    assert str(tmp_path / SETTINGS_FILE) in raised.value.message
    assert raised.value.hint
    assert "canary" not in raised.value.message


@pytest.mark.parametrize("address", ["http://127.0.0.1:8265", "http://[::1]:8265", "http://localhost:8265/ray"])
def test_loopback_needs_no_token(tmp_path: Path, address: str) -> None:
    """R17: a cluster on loopback, or at the end of a tunnel, may be open."""
    (pool,) = pools(tmp_path, f'{RAY}address = "{address}"')
    assert pool.token_file is None


def test_an_open_cluster_elsewhere_is_used_by_explicit_wish_alone(tmp_path: Path) -> None:
    """R17: `insecure = true` is the operator's word for it."""
    (pool,) = pools(tmp_path, f'{RAY}address = "http://10.0.0.7:8265"\ninsecure = true')
    assert pool.insecure
