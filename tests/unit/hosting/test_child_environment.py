"""The environment of user code: loopback is reached whatever it says of proxies and certificates."""

import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import certifi
import httpx
import pytest

from osmosis_ai.base.http.loopback_environment import for_loopback
from osmosis_ai.hosting import child_environment
from osmosis_ai.hosting.child_environment import compiling_into, unusable_variables, usable_environment

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


@pytest.mark.parametrize("proxies", [PROXY, {}])
@pytest.mark.parametrize("listed", ["[::", "[::1]:80,a.example", "\u00e9.example,a.example", "]x[,*."])
def test_exceptions_that_no_client_can_read_are_left_out(
    listed: str, proxies: dict[str, str], monkeypatch: pytest.MonkeyPatch
):
    """An entry of NO_PROXY that httpx fails at is left out, whether there is a proxy or not; the others are kept."""
    made = for_loopback(proxies | {"NO_PROXY": listed})
    for name in ("NO_PROXY", "no_proxy", "HTTP_PROXY", "http_proxy", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    for name, value in made.items():
        monkeypatch.setenv(name, value)
    with httpx.Client():
        pass
    assert ("a.example" in listed) == ("a.example" in made["NO_PROXY"])


def test_environment_without_a_proxy_is_left_alone():
    """Nothing is added where no proxy is set."""
    assert for_loopback({"PATH": "/bin", "HTTP_PROXY": ""}) == {"PATH": "/bin", "HTTP_PROXY": ""}


def test_certificates_that_cannot_be_used_are_found(tmp_path: Path):
    """A variable that names certificates is as it should be; one that names none, or other bytes, is found."""
    other = tmp_path / "certificates.pem"
    other.write_bytes(b"\x00 not certificates \xff")
    environment = {
        "SSL_CERT_FILE": str(tmp_path / "absent.pem"),
        "SSL_CERT_DIR": str(tmp_path),
        "REQUESTS_CA_BUNDLE": certifi.where(),
        "CURL_CA_BUNDLE": str(other),
    }
    assert list(unusable_variables(environment)) == [
        ("SSL_CERT_FILE", f"names {tmp_path / 'absent.pem'}, which does not exist"),
        ("CURL_CA_BUNDLE", f"names {other}, which holds no certificates in PEM form"),
    ]
    assert list(unusable_variables({"SSL_CERT_FILE": ""})) == []


def test_certificates_that_several_variables_name_are_read_once(monkeypatch: pytest.MonkeyPatch):
    """Reading a system's bundle takes tens of milliseconds, which every start of a rollout server waits for."""
    read = list[str]()
    monkeypatch.setattr(child_environment, "_problem_of_certificates", lambda path: read.append(path) or "not there")
    named = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
    found = unusable_variables({**dict.fromkeys(named, "one.pem"), "SSL_CERT_DIR": "others"})
    assert [name for name, _ in found] == ["SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"]
    assert read == ["one.pem", "others"]


@pytest.mark.parametrize("value", ["not a proxy", "http://", "gopher://127.0.0.1:9", "http://127.0.0.1:port", "[::"])
@pytest.mark.parametrize("name", ["HTTP_PROXY", "https_proxy", "ALL_PROXY"])
def test_a_proxy_that_no_client_can_use_is_found(name: str, value: str):
    """A value that is not an address fails every client that is made with it; it is found by its variable."""
    assert [found for found, _ in unusable_variables({name: value})] == [name]


@pytest.mark.parametrize("value", ["http://127.0.0.1:9", "127.0.0.1:9", "socks5h://127.0.0.1:9", "http://a:b@[::1]:9/"])
def test_a_proxy_that_a_client_may_use_is_left_alone(value: str):
    """Also where only some clients can use it."""
    assert list(unusable_variables({"ALL_PROXY": value})) == []


@pytest.mark.parametrize("name", ["ALL_PROXY", "all_proxy", "HTTPS_PROXY", "http_proxy"])
@pytest.mark.parametrize("scheme", ["socks5", "socks5h", "socks4"])
def test_a_socks_proxy_is_left_out_for_a_program_that_cannot_use_one(name: str, scheme: str):
    """The warning names the variable and what to install; with the package, the variable is the program's."""
    given, said = {name: f"{scheme}://127.0.0.1:9"}, list[tuple[str, str]]()

    def warn(code: str, message: str) -> None:
        said.append((code, message))

    assert usable_environment(given, socks=True, program="it", warn=warn)[name] == given[name]
    assert said == []
    assert name not in usable_environment(given, socks=False, program="it", warn=warn)
    assert [code for code, _ in said] == ["PROXY_UNUSABLE"]
    assert said[0][1].startswith(f"{name} holds a SOCKS proxy")
    assert "httpx[socks]" in said[0][1]


def test_a_program_that_may_write_no_compiled_code_writes_it_into_its_environment(tmp_path: Path):
    """And starts the faster the next time, while nothing is written beside its sources."""
    (tmp_path / "module.py").write_text("VALUE = 1\n")
    folder = tmp_path / "env"
    command = [sys.executable, "-c", "import module"]
    for given in ({"PYTHONDONTWRITEBYTECODE": "1"}, {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}):
        environment = {**compiling_into(given, folder), "PYTHONPATH": str(tmp_path)}
        subprocess.run(command, env=environment, cwd=tmp_path, check=True)
        assert list(folder.rglob("module.*.pyc"))
        assert not (tmp_path / "__pycache__").exists()


@pytest.mark.parametrize(
    "given", [{}, {"PYTHONDONTWRITEBYTECODE": ""}, {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": "/tmp/own"}]
)
def test_where_python_writes_or_has_a_place_for_compiled_code_nothing_changes(given: dict[str, str], tmp_path: Path):
    """The environment is the one that was given."""
    assert compiling_into(given, tmp_path) == given
