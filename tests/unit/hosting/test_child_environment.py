"""The environment of user code: loopback is reached whatever it says of proxies and certificates."""

import urllib.request
from pathlib import Path

import httpx
import pytest

from osmosis_ai.hosting.child_environment import for_loopback, missing_certificates

PROXY = {"HTTP_PROXY": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9"}


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"NO_PROXY": ""},
        {"NO_PROXY": "127.0.0.0/8"},
        {"no_proxy": "127.0.0.1:9999, example.com"},
        {"NO_PROXY": "a.example", "no_proxy": "b.example"},
        {"NO_PROXY": "*"},
        {"no_proxy": "example.com, *"},
        {"NO_PROXY": "localhost,127.0.0.1,::1"},
    ],
)
@pytest.mark.parametrize("proxies", [PROXY, {"ALL_PROXY": "http://127.0.0.1:9"}])
def test_loopback_is_reached_without_a_proxy(
    given: dict[str, str], proxies: dict[str, str], monkeypatch: pytest.MonkeyPatch
):
    """Clients of the standard library and httpx go straight to the address, and what was listed stays listed."""
    made = for_loopback(proxies | given)
    for name in ("NO_PROXY", "no_proxy", "HTTP_PROXY", "http_proxy", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    for name, value in made.items():
        monkeypatch.setenv(name, value)
    assert urllib.request.proxy_bypass("127.0.0.1:8123")
    assert urllib.request.proxy_bypass("localhost:8123")
    client = httpx.Client()
    for host in ("127.0.0.1", "localhost"):
        assert client._transport_for_url(httpx.URL(f"http://{host}:8123/v1")) is client._transport
    for listed in given.values():
        entries = [entry.strip() for entry in listed.split(",")]
        assert any(
            all(entry in made[name] for entry in entries) or made[name] == "*" for name in ("NO_PROXY", "no_proxy")
        )


def test_environment_without_a_proxy_is_left_alone():
    """Nothing is added where no proxy is set."""
    assert for_loopback({"PATH": "/bin", "HTTP_PROXY": ""}) == {"PATH": "/bin", "HTTP_PROXY": ""}


def test_certificates_that_do_not_exist_are_found(tmp_path: Path):
    """A variable that names a file that is there is as it should be; one that names none is found with its path."""
    there = tmp_path / "certificates.pem"
    there.touch()
    environment = {"SSL_CERT_FILE": str(tmp_path / "absent.pem"), "REQUESTS_CA_BUNDLE": str(there), "SSL_CERT_DIR": ""}
    assert list(missing_certificates(environment)) == [("SSL_CERT_FILE", str(tmp_path / "absent.pem"))]
