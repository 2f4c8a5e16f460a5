"""Complaints 11 to 13 behind nginx and Caddy as docs/proxies configures them, with and without a path prefix."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.deployment.signing_in import client, log_in_by_device, log_in_in_chromium
from tests.peers.published import published
from tests.platform.served import PASSWORD, Person, Served, send_form, serving_platform, workspace_folder
from tests.support.certificates import Certificate, make_certificate
from tests.support.chromium import running_chromium
from tests.support.proxies import free_port, running_proxy

pytestmark = pytest.mark.timeout(600)
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("auth", "whoami"),
    ("--workspace", "main", "secret", "set", "OPENAI_API_KEY", "--env", "KEY"),
    ("--workspace", "main", "secret", "list"),
    ("--workspace", "main", "secret", "delete", "OPENAI_API_KEY", "--yes"),
    ("auth", "logout", "--yes"),
)

BELOW_A_PREFIX = pytest.mark.parametrize("deployed", ["nginx-prefix", "caddy-prefix"], indirect=True)


@dataclass(frozen=True)
class Deployed:
    """A platform behind a proxy that ends TLS."""

    served: Served
    files: Certificate
    prefix: str

    def person(self, home: Path, *osmosis: str) -> Person:
        """Someone whose commands trust the proxy's certificate."""
        home.mkdir()
        trusted = {"SSL_CERT_FILE": str(self.files.authority)}
        folder = workspace_folder(home / "ws", origin=None)
        return Person(osmosis or (sys.executable, "-m", "osmosis_ai"), self.served.url, home, folder, trusted)

    def path(self, address: str) -> str:
        """The address of a path of the platform, as clients reach it."""
        return self.served.url + address

    def requests(self) -> list[dict[str, object]]:
        """The server's lines of requests."""
        lines = (json.loads(line) for line in self.served.log.read_text().splitlines() if line.startswith("{"))
        return [line for line in lines if line.get("event") == "request"]


@pytest.fixture(scope="module", params=["nginx", "nginx-prefix", "caddy", "caddy-prefix"])
def deployed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployed]:
    kind, _, with_prefix = request.param.partition("-")
    folder = tmp_path_factory.mktemp("deployed")
    files, port, prefix = make_certificate(folder), free_port(), "/osmosis" if with_prefix else ""
    with ExitStack() as open_:
        served = open_.enter_context(
            serving_platform(
                folder / "data", public_url=f"https://127.0.0.1:{port}{prefix}", TRUSTED_PROXIES="127.0.0.1"
            )
        )
        open_.enter_context(
            running_proxy(
                kind, prefix=bool(prefix), port=port, platform=served.address, files=files, folder=folder / "proxy"
            )
        )
        with client(files.authority) as browser:
            page = browser.get(served.link)
            assert send_form(browser, page, password=PASSWORD, again=PASSWORD).status_code == 200
        yield Deployed(served, files, prefix)


def sign_in(deployed: Deployed, browser: httpx.Client, password: str = PASSWORD, **headers: str) -> httpx.Response:
    """Signs the first owner in with the form of the page."""
    browser.headers.update(headers)
    page = browser.get(deployed.path("/login"))
    return send_form(browser, page, email="owner@localhost", password=password)


def test_commands_and_a_device_login_work_through_the_proxy(deployed: Deployed, tmp_path: Path):
    """`auth login` by device code, by pages of the public address, and then every command comes to its end."""
    _type_commands(deployed, deployed.person(tmp_path / "home"))


@BELOW_A_PREFIX
def test_the_published_command_line_works_through_the_proxy(deployed: Deployed, tmp_path: Path):
    """Below a prefix, with TLS by the proxy, the published package logs in and works as it does without."""
    _type_commands(deployed, deployed.person(tmp_path / "home", str(published().osmosis)))


def _type_commands(deployed: Deployed, person: Person) -> None:
    with client(deployed.files.authority) as browser:
        assert sign_in(deployed, browser).status_code == 200
        assert log_in_by_device(person, browser).startswith(deployed.path("/device?user_code="))
    for words in COMMANDS:
        ran = person.run(*words, KEY="value")
        assert ran.code == 0, (words, ran.err)
    assert person.run("auth", "whoami").error["code"] == "AUTH_REQUIRED"


@BELOW_A_PREFIX
def test_a_device_is_signed_in_with_chromium_through_the_proxy(deployed: Deployed, tmp_path: Path):
    """The pages, their style, cookies and forms hold under the public address, without JavaScript."""
    person = deployed.person(tmp_path / "home")
    with (
        running_chromium(["--ignore-certificate-errors"], scripts=False) as page,
        client(deployed.files.authority) as browser,
    ):
        assert sign_in(deployed, browser).status_code == 200
        page.get(deployed.path("/login"))
        for name, value in browser.cookies.items():
            page.add_cookie({"name": name, "value": value, "path": f"{deployed.prefix}/"})
        asked = log_in_in_chromium(person, page, link=None)
        assert "127.0.0.1" in asked
        assert page.current_url == deployed.path("/device")
    assert person.run("auth", "whoami").code == 0


def test_cookies_are_for_tls_and_for_the_prefix(deployed: Deployed):
    """Behind a proxy that ends TLS they are Secure, and they go to the platform's own paths alone."""
    with client(deployed.files.authority) as browser:
        browser.follow_redirects = False
        answer = sign_in(deployed, browser)
        (cookie,) = answer.headers.get_list("set-cookie")
    for part in ("Secure", "HttpOnly", f"Path={deployed.prefix}/"):
        assert part in cookie
    assert answer.headers["location"] == f"{deployed.prefix}/"


def test_an_encoded_slash_survives_and_nothing_is_redirected(deployed: Deployed):
    """`%2F` stays in its segment, and an address with a slash too many is a problem document, not a redirect."""
    token = {"Authorization": f"Bearer {deployed.served.token()}"}
    with client(deployed.files.authority) as http:
        http.follow_redirects = False
        one = http.get(deployed.path("/api/v1/workspaces/other%2Fmain"), headers=token)
        two = http.get(deployed.path("/api/v1/workspaces/other/main"), headers=token)
        slash = http.post(deployed.path("/api/cli/device/authorize/"), json={})
    assert (one.status_code, one.json()["detail"]) == (404, "There is no such workspace.")
    assert (two.status_code, two.json()["detail"]) == (404, "There is nothing at this path.")
    assert (slash.status_code, slash.headers["content-type"]) == (404, "application/problem+json")
    assert "content-encoding" not in one.headers


def test_the_platform_bounds_bodies_and_the_proxy_does_not(deployed: Deployed):
    """3 MB reach the platform, which judges them; too many are its own 413, a problem document."""
    with client(deployed.files.authority) as http:
        large, too_large = (
            http.post(deployed.path("/api/cli/device/authorize"), json={"deviceName": "x" * size})
            for size in (3_000_000, 9_000_000)
        )
    assert (large.status_code, large.json()["code"]) == (400, "VALIDATION")
    assert (too_large.status_code, too_large.json()["code"]) == (413, "TOO_LARGE")


def test_a_dataset_goes_through_the_proxy_in_parts_and_back(deployed: Deployed):
    """70 MB by URLs of the public address, prefix and TLS included; what comes back is what was sent."""
    line = b'{"user_prompt": "' + b"x" * 990 + b'", "ground_truth": "1"}\n'
    data = line * 70_000
    token = {"Authorization": f"Bearer {deployed.served.token()}", "X-Osmosis-Workspace": "main"}
    base = deployed.path("/api/cli/datasets")
    with client(deployed.files.authority) as http:
        body = {"file_name": "large", "file_size": len(data), "extension": "jsonl"}
        dataset = http.post(base, json=body, headers=token).json()
        plan, parts = dataset["upload"], []
        for part in plan["presigned_urls"]:
            assert part["presigned_url"].startswith(deployed.path("/api/v1/transfers?"))
            start = (part["part_number"] - 1) * plan["part_size"]
            sent = http.put(part["presigned_url"], content=data[start : start + part["size"]])
            assert sent.status_code == 200, sent.text
            parts.append({"PartNumber": part["part_number"], "ETag": sent.headers["etag"].strip('"')})
        finish = {"file_extension": "jsonl", "parts": parts}
        assert http.post(f"{base}/{dataset['id']}/complete", json=finish, headers=token).status_code == 200
        while (found := http.get(f"{base}/large", headers=token).json())["status"] in ("pending", "processing"):
            time.sleep(0.3)
        assert (found["status"], found["row_count"]) == ("uploaded", 70_000)
        url = http.get(f"{base}/large/download", headers=token).json()["presigned_url"]
        assert http.get(url).content == data


def test_a_forged_header_neither_evades_a_limit_nor_turns_it_on_others(deployed: Deployed):
    """A client that fails is held up whatever it writes into X-Forwarded-For; whom it names is not, nor anyone else."""
    victim = "127.0.0.3"
    with client(deployed.files.authority, source="127.0.0.2") as attacker:
        for turn in range(11):
            forged = f"203.0.113.{turn}, {victim}" if turn % 2 else victim
            last = sign_in(deployed, attacker, "not the password", **{"X-Forwarded-For": forged})
        assert last.status_code == 429
        assert sign_in(deployed, attacker, **{"X-Forwarded-For": "203.0.113.99"}).status_code == 429
    with client(deployed.files.authority, source=victim) as other:
        assert sign_in(deployed, other).status_code == 200
    tried = [line for line in deployed.requests() if line["operation"] == "page.login" and line["method"] == "POST"]
    assert {line["address"] for line in tried[-13:]} == {"127.0.0.2", victim}


def test_a_platform_with_tls_of_its_own_serves_commands(tmp_path: Path):
    """`[tls]` without a proxy: the public URL is https, and a client that does not know the authority refuses."""
    files = make_certificate(tmp_path)
    given = {"TLS_CERTIFICATE": str(files.certificate), "TLS_KEY": str(files.key)}
    with serving_platform(tmp_path / "data", **given) as served:
        assert served.link.startswith(f"https://{served.address}/link/")
        person = Deployed(served, files, "").person(tmp_path / "home")
        with client(files.authority) as browser:
            page = browser.get(served.link)
            assert send_form(browser, page, password=PASSWORD, again=PASSWORD).status_code == 200
            log_in_by_device(person, browser)
        for words in COMMANDS:
            assert person.run(*words, KEY="value").code == 0, words
        stranger = person.run("auth", "login", "--token", "osm_pat_x", SSL_CERT_FILE="")
        assert stranger.error["code"] == "PLATFORM_ERROR"
