"""Which hosts isolated code may reach: the rules of a pool, and the addresses that no rule opens."""

from __future__ import annotations

import pytest

from osmosis_ai.base.http.network_rules import NetworkRules, RuleError


@pytest.mark.parametrize(
    "text", ["", "host", "host:", ":443", "host:0", "host:65536", "ho st:1", "*:443", "http://h:1"]
)
def test_a_text_that_is_no_rule_is_refused(text: str) -> None:
    """A rule has a host and a port; `*.` stands only in front of a domain."""
    with pytest.raises(RuleError, match="is not HOST:PORT"):
        NetworkRules.of([text])


@pytest.mark.parametrize(
    ("rule", "host", "port", "allowed"),
    [
        ("a.example.org:443", "A.example.org.", 443, True),
        ("a.example.org:443", "a.example.org", 80, False),
        ("a.example.org:443", "b.a.example.org", 443, False),
        ("*.example.org:443", "b.a.example.org", 443, True),
        ("*.example.org:443", "example.org", 443, False),
        ("*.example.org:443", "badexample.org", 443, False),
        ("[::1]:80", "::1", 80, True),
        ("all", "anything.example.org", 8080, True),
        ("all", "metadata.google.internal", 80, False),
        ("metadata.google.internal:80", "metadata.google.internal", 80, False),
    ],
)
def test_a_host_is_allowed_by_its_name_and_port(rule: str, host: str, port: int, allowed: bool) -> None:
    """Names are compared without case and the dot at the end; metadata has no name that is allowed."""
    assert (NetworkRules.of([rule]).name_refusal(host, port) is None) == allowed


@pytest.mark.parametrize(
    ("address", "by_name", "by_all"),
    [
        ("1.1.1.1", True, True),
        ("2606:4700::1111", True, True),
        ("127.0.0.1", True, False),
        ("10.1.2.3", True, False),
        ("192.168.0.1", True, False),
        ("172.31.0.1", True, False),
        ("100.64.0.1", True, False),
        ("0.0.0.0", True, False),
        ("::1", True, False),
        ("::ffff:127.0.0.1", True, False),
        ("64:ff9b::7f00:1", True, False),
        ("fd00::1", True, False),
        ("169.254.169.254", False, False),
        ("169.254.170.2", False, False),
        ("::ffff:169.254.169.254", False, False),
        ("fe80::1%eth0", False, False),
        ("fd00:ec2::254", False, False),
        ("100.100.100.200", False, False),
    ],
)
def test_internal_addresses_are_for_hosts_that_are_named_and_metadata_for_none(
    address: str, by_name: bool, by_all: bool
) -> None:
    """`all` and `*.` mean the internet; a host that is named in full may be inside the operator's network."""
    named = NetworkRules.of(["a.example.org:443"])
    assert (named.address_refusal("a.example.org", 443, address) is None) == by_name
    for wide in ("all", "*.example.org:443"):
        assert (NetworkRules.of([wide]).address_refusal("a.example.org", 443, address) is None) == by_all


def test_nothing_is_allowed_without_a_rule() -> None:
    """No rule, no proxy: the rules are false, and refuse every name."""
    assert not NetworkRules()
    assert NetworkRules().name_refusal("a.example.org", 443) is not None
    assert NetworkRules() | NetworkRules.of(["all"]) == NetworkRules.of(["all"])
