"""Which options of `eval run` can be, and which go together."""

from pathlib import Path

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.eval.options import EvalOptions

CONFIG = Path("configs/eval/demo.toml")
URL = "https://models.example.com"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"fresh": True}, "--fresh archives an earlier run and needs to know which"),
        ({"retry_failed": True}, "--retry-failed needs the run"),
        ({"fresh": True, "retry_failed": True, "name": "run"}, "nothing for --retry-failed to retry"),
        ({"rollout_port": 0}, "--rollout-port 0 is not a port"),
        ({"rollout_port": 65536}, "--rollout-port 65536 is not a port"),
        ({"listener_port": -1}, "--listener-port -1 is not a port"),
        ({"listener_port": 70000}, "--listener-port 70000 is not a port"),
        ({"listener_port": 8000, "rollout_port": 8000}, "are both 8000"),
        ({"advertise_url": URL}, "--advertise-url needs to know which port"),
        ({"rollout_url": "127.0.0.1:8000"}, "--rollout-url '127.0.0.1:8000' does not begin with http"),
        (
            {"rollout_url": "http://me:pass@127.0.0.1:8000"},
            "--rollout-url '...@127.0.0.1:8000' has a name or a password",
        ),
        (
            {"rollout_url": "http://127.0.0.1:8000", "rollout_port": 8000},
            "--rollout-port is for a server that is started",
        ),
        ({"rollout_url": "https://agents.example.com"}, "rollouts there cannot reach the model"),
        ({"advertise_url": URL, "listener_port": 8000, "tunnel": "cloudflared"}, "both say where"),
        ({"fail_under": 1.5}, "--fail-under 1.5 is not a rate"),
        ({"fail_under": -0.1}, "--fail-under -0.1 is not a rate"),
        ({"fail_under": float("nan")}, "--fail-under nan is not a rate"),
        ({"max_cost": 0.0}, "--max-cost 0 is not a budget"),
        ({"max_cost": float("inf")}, "--max-cost inf is not a budget"),
        ({"max_cost": float("nan")}, "--max-cost nan is not a budget"),
        ({"max_tokens": 0}, "--max-tokens 0 is not a budget"),
        ({"max_in_flight": 10**12}, "--max-in-flight 1000000000000 is more than 1,000,000 rollouts at a time"),
    ],
)
def test_option_that_cannot_be_is_named_with_what_would_do(options: dict[str, object], message: str):
    """A value or a combination that makes no sense is an error with a hint, before anything is read."""
    with pytest.raises(OsmosisError) as raised:
        EvalOptions(config=CONFIG, **options).check()
    assert message in raised.value.message
    assert raised.value.hint
    assert raised.value.code == "VALIDATION"


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("models.example.com", "does not begin with http:// or https://"),
        ("ftp://models.example.com", "does not begin with http:// or https://"),
        ("https://", "has no host"),
        ("https:///path", "has no host"),
        ("https://models.example.com?key=1", "has a query or a fragment"),
        ("https://models.example.com/#top", "has a query or a fragment"),
        ("https://models.example.com?", "has a query or a fragment"),
        ("https://somebody:word@models.example.com", "has a name or a password"),
        ("https://models.example.com/a b", "has a space in it"),
        ("https://models.example.com:port", "is not a URL"),
        ("https://[::1", "is not a URL"),
    ],
)
def test_advertised_address_is_a_base(url: str, problem: str):
    """What rollouts are given is an http or https address to which a path can be added."""
    with pytest.raises(OsmosisError) as raised:
        EvalOptions(config=CONFIG, listener_port=8000, advertise_url=url).check()
    assert raised.value.message.startswith(f"--advertise-url {url!r} {problem}")


@pytest.mark.parametrize(
    ("url", "insecure"),
    [
        (URL, False),
        ("http://127.0.0.1:8000", False),
        ("http://localhost/base", False),
        ("http://[::1]:8000", False),
        ("http://models.example.com", True),
        ("http://192.168.1.7:8000", True),
        (None, False),
    ],
)
def test_plain_http_is_for_this_machine(url: str | None, insecure: bool):
    """An address without encryption is remarked on, unless it is loopback."""
    options = EvalOptions(config=CONFIG, listener_port=8000, advertise_url=url)
    options.check()
    assert options.advertises_insecurely is insecure


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"name": "run", "fresh": True, "fail_under": 0.0, "max_cost": 0.01},
        {"name": "run", "retry_failed": True, "fail_under": 1.0, "max_tokens": 1},
        {"rollout_port": 1, "listener_port": 65535, "tunnel": "cloudflared", "secrets_file": "-"},
    ],
)
def test_options_that_go_together(options: dict[str, object]):
    """The rest is taken."""
    EvalOptions(config=CONFIG, **options).check()
