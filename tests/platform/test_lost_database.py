"""A database server that is gone while a platform serves: requests are asked to come back, and go on once it is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.platform.conftest import WITH_POSTGRES
from tests.platform.served import Served, serving_platform
from tests.support.postgres import Postgres

pytestmark = [
    pytest.mark.skipif(not WITH_POSTGRES, reason="SQLite has no server; OSMOSIS_TEST_POSTGRES=1 starts one"),
    pytest.mark.long,
    pytest.mark.timeout(300),
]
RECOVERED_SEC = 60.0


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that other tests do not use: it is killed."""
    server = Postgres.start()
    yield server
    server.stop()


@pytest.fixture
def served(own_postgres: Postgres, tmp_path: Path) -> Iterator[Served]:
    data = tmp_path / "data"
    data.mkdir()
    (data / "platform.toml").write_text(f'[database]\nurl = "{own_postgres.database()}"\n')
    with serving_platform(data) as served:
        yield served


def test_requests_are_unavailable_while_the_database_is_gone_and_answered_once_it_is_back(
    served: Served, own_postgres: Postgres
):
    """503 with a problem document and `Retry-After`, pages too; `/readyz` says what is missing, `/healthz` goes on.

    Nothing is restarted: reads, writes and the work beside requests go on by themselves.
    """
    headers = {"Authorization": f"Bearer {served.token()}", "X-Osmosis-Workspace": "main"}
    secret = {"name": "KEY", "value": "v", "scope": "workspace"}
    with httpx.Client(base_url=served.url, trust_env=False, timeout=60) as http:

        def read() -> httpx.Response:
            return http.get("/api/cli/environment-secrets", headers=headers)

        def write() -> httpx.Response:
            return http.post("/api/cli/environment-secrets", json=secret, headers=headers)

        assert (read().status_code, write().status_code) == (200, 200)
        own_postgres.kill()
        for ask in (read, write, read, write):
            answer = ask()
            assert (answer.status_code, answer.headers["content-type"]) == (503, "application/problem+json")
            assert int(answer.headers["retry-after"]) > 0
            assert (answer.json()["status"], answer.json()["code"]) == (503, "DATABASE")
        page = http.get(served.link)
        assert (page.status_code, page.headers["content-type"]) == (503, "text/html; charset=utf-8")
        assert int(page.headers["retry-after"]) > 0
        ready = http.get("/readyz")
        assert (ready.status_code, ready.json()["ready"]) == (503, False)
        (database,) = (check for check in ready.json()["checks"] if check["name"] == "database")
        assert not database["ok"]
        assert "does not answer" in database["detail"]
        assert http.get("/healthz").status_code == 200
        _start_again(own_postgres)
        until = time.monotonic() + RECOVERED_SEC
        while http.get("/readyz").status_code != 200:
            assert time.monotonic() < until
            time.sleep(0.2)
        assert (read().status_code, write().status_code) == (200, 200)
        content = b'{"user_prompt": "1+1", "ground_truth": "2"}\n' * 4
        body = {"file_name": "rows", "file_size": len(content), "extension": "jsonl"}
        made = http.post("/api/cli/datasets", json=body, headers=headers).json()
        http.put(made["upload"]["presigned_url"], content=content).raise_for_status()
        path = f"/api/cli/datasets/{made['id']}"
        http.post(f"{path}/complete", json={"file_extension": "jsonl"}, headers=headers).raise_for_status()
        while (status := http.get(path, headers=headers).json()["status"]) in ("pending", "processing"):
            assert time.monotonic() < until
            time.sleep(0.2)
        assert status == "uploaded"


def _start_again(server: Postgres) -> None:
    """Starts the killed server, once its processes have ended."""
    until = time.monotonic() + RECOVERED_SEC
    while time.monotonic() < until:
        with suppress(RuntimeError):
            server.start_again()
            return
        time.sleep(0.5)
    raise AssertionError("PostgreSQL did not start again")
