"""What answers a run is recorded with it, and a resumed run is answered by the same."""

import hashlib
import http.server
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from run_in_process import Bench

from osmosis_ai.base.errors import ConflictError
from osmosis_ai.models.answerer import answerer_of
from osmosis_ai.semantics.answerers import answerer_changes
from osmosis_contract.models.run_manifest import RunAnswerer, RunManifest


@contextmanager
def serving(model: str) -> Iterator[str]:
    """An endpoint on loopback that says which model it serves."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps({"data": [{"id": "stub", "root": model}]}).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-test")
    return Bench(tmp_path, monkeypatch)


def started(bench: Bench, monkeypatch: pytest.MonkeyPatch, base_url: str) -> None:
    """A run `one` of which row 1 is not done."""
    monkeypatch.setenv("OPENAI_BASE_URL", base_url)
    bench.fail(1)
    bench.run(name="one")


def test_endpoint_and_model_are_recorded_without_credentials(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    """The address has no password, and the model is the one the endpoint says it serves."""
    with serving("weights-a") as url:
        started(bench, monkeypatch, url.replace("//", "//somebody:password@"))
    text = (bench.folder("one") / "manifest.json").read_text()
    assert "password" not in text
    answered_by = RunManifest.read(text.encode()).answered_by
    assert answered_by is not None
    assert (answered_by.endpoint, answered_by.model) == (url, "weights-a")


def test_another_model_is_refused_unless_it_is_wanted(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    """Results of two models make no mean; with the option the run goes on and says so."""
    with serving("weights-a") as url:
        started(bench, monkeypatch, url)
    with serving("weights-b") as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        with pytest.raises(ConflictError, match="from weights-a to weights-b") as refused:
            bench.run(name="one", retry_failed=True)
        assert "--allow-endpoint-change" in (refused.value.hint or "")
        bench.run(name="one", retry_failed=True, allow_endpoint_change=True)
    assert any("weights-b" in message for _, message in bench.display.warnings)


def test_the_port_of_a_local_server_may_move(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    """The same model at another port of this machine is no other endpoint."""
    with serving("weights-a") as url:
        started(bench, monkeypatch, url)
    with serving("weights-a") as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        bench.run(name="one", retry_failed=True)
    assert bench.display.warnings == []


def test_a_run_that_does_not_say_resumes(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    """Manifests of earlier versions have no such member."""
    with serving("weights-a") as url:
        started(bench, monkeypatch, url)
    path = bench.folder("one") / "manifest.json"
    document = json.loads(path.read_text())
    del document["answered_by"]
    path.write_text(json.dumps(document))
    with serving("weights-b") as url:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        bench.run(name="one", retry_failed=True)


def test_weights_are_known_by_their_digest(tmp_path: Path):
    """A file by its bytes, the embedded model by the digest it is pinned to, a missing file not at all."""
    (tmp_path / "some.gguf").write_bytes(b"GGUF")
    found = answerer_of("local/some.gguf", {}, tmp_path)
    assert found is not None
    assert found.weights_sha256 == hashlib.sha256(b"GGUF").hexdigest()
    pinned = answerer_of("local/smollm2-135m-instruct", {}, tmp_path)
    assert pinned is not None
    assert (pinned.weights_sha256 or "").startswith("b179c9523d0e")
    assert answerer_of("local/none.gguf", {}, tmp_path) is None


def test_a_provider_at_its_usual_address_is_not_asked(tmp_path: Path):
    """Nothing is known of it but the model path."""
    assert answerer_of("openrouter/some/model", {"OPENROUTER_API_KEY": "k"}, tmp_path) is None
    assert answerer_of("anthropic/some-model", {}, tmp_path) is None


@pytest.mark.parametrize(
    ("one", "other", "changed"),
    [
        ("https://a.example/v1", "https://b.example/v1", True),
        ("http://127.0.0.1:1/v1", "http://localhost:2/v1", False),
        ("http://127.0.0.1:1/v1", "https://b.example/v1", True),
    ],
)
def test_another_host_is_another_endpoint(one: str, other: str, changed: bool):
    """Only this machine's ports move."""
    assert bool(answerer_changes(RunAnswerer(endpoint=one), RunAnswerer(endpoint=other))) is changed
