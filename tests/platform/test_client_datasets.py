"""`dataset` and `eval run` as processes against a platform that is served on loopback."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from osmosis_contract.models import (
    CachedDataset,
    DatasetDownloadResult,
    DatasetInContext,
    DatasetPart,
    DatasetRecord,
    PlatformDatasetPreview,
    UnfinishedUpload,
)
from tests.interop.recorder import Recorder
from tests.platform.served import Person, Served, connect_repository, serving_platform, workspace_folder
from tests.support.proxies import free_port

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]
PART = 50_000
SMALL_PARTS = f"from osmosis_ai.platform.services import datasets; datasets.PART_BYTES = {PART}"


class Valve(Recorder):
    """A recorder that lets so many bytes of clients through, and holds the rest back until it is opened."""

    def __init__(self, target: str, limit: int) -> None:
        super().__init__(target)
        self.full, self._opened = threading.Event(), threading.Event()
        self._left = limit

    def open(self) -> None:
        """Let everything through."""
        self._opened.set()

    def admit(self, data: bytes) -> None:
        self._left -= len(data)
        if self._left < 0 and not self._opened.is_set():
            self.full.set()
            self._opened.wait(120)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving_platform(tmp_path_factory.mktemp("platform") / "data", first=SMALL_PARTS) as served:
        yield served


@pytest.fixture(scope="module")
def repository(served: Served) -> str:
    """The origin of a repository that is connected to the workspace `main`."""
    return connect_repository(served)


@pytest.fixture
def person(served: Served, repository: str, tmp_path: Path) -> Person:
    """Someone who is logged in, in a clone of the repository."""
    (tmp_path / "home").mkdir()
    folder = workspace_folder(tmp_path / "ws", origin=repository)
    person = Person((sys.executable, "-m", "osmosis_ai"), served.url, tmp_path / "home", folder)
    assert person.run("auth", "login", "--token", served.token()).code == 0
    return person


@pytest.fixture(autouse=True)
def _no_datasets_left(served: Served) -> Iterator[None]:
    yield
    with _api(served) as http:
        for dataset in http.get("/api/cli/datasets").json()["datasets"]:
            http.delete(f"/api/v1/workspaces/main/datasets/{dataset['id']}")


def _api(served: Served) -> httpx.Client:
    headers = {"Authorization": f"Bearer {served.token()}", "X-Osmosis-Workspace": "main"}
    return httpx.Client(base_url=served.url, headers=headers, timeout=60)


def _write(path: Path, rows: int, word: str = "please") -> bytes:
    lines = (
        json.dumps({"user_prompt": f"{n} times 7? {word}", "ground_truth": str(n * 7)}) + "\n" for n in range(rows)
    )
    path.write_text("".join(lines))
    return path.read_bytes()


def test_a_file_becomes_a_dataset_and_comes_back_the_same(person: Person):
    """Sent in parts, waited for, listed, shown, logged, and downloaded to the byte, as the contract has it."""
    sent = _write(person.folder / "data" / "train.jsonl", 4000)
    assert len(sent) > 3 * PART
    done = person.run("dataset", "upload", "data/train.jsonl", "--yes", "--wait")
    assert done.code == 0, done.err
    uploaded = DatasetInContext.read_strict(done.document["resource"])
    assert (uploaded.status.value, uploaded.row_count, uploaded.file_size) == ("uploaded", 4000, len(sent))
    listed = person.run("dataset", "list").document
    assert [DatasetRecord.read_strict(item).file_name for item in listed["items"]] == ["train"]
    shown = person.run("--workspace", "main", "dataset", "info", uploaded.id).document["data"]
    assert DatasetInContext.read_strict(shown).workspace is not None
    logged = person.run("dataset", "logs", "train", "--limit", "1").document
    older = person.run("dataset", "logs", "train", "--cursor", logged["next_cursor"]).document
    assert len(logged["items"]) == 1
    assert older["items"]
    assert older["next_cursor"] is None
    fetched = person.run("dataset", "download", "train", "-o", "data/copy.jsonl")
    assert DatasetDownloadResult.read_strict(fetched.document["resource"]).output_path == "data/copy.jsonl"
    assert (person.folder / "data" / "copy.jsonl").read_bytes() == sent
    assert person.run("dataset", "download", "train", "-o", "data").error["code"] == "VALIDATION"
    assert not list(person.home.glob(".cache/osmosis/uploads/*"))


def test_mapped_columns_are_sent_by_the_names_they_are_read_by(person: Person):
    """With --map the platform has a dataset that it reads as it is; without it, the file is refused before anything is
    sent. Nothing of the copy stays behind."""
    (person.folder / "q.csv").write_text("question,answer,other\n" + "".join(f"{n}*7?,{n * 7},x\n" for n in range(5)))
    assert person.run("dataset", "upload", "q.csv", "--yes").error["code"] == "VALIDATION"
    words = ("dataset", "upload", "q.csv", "--map", "question=user_prompt", "--map", "answer=ground_truth", "--yes")
    done = person.run(*words, "--wait")
    assert done.code == 0, done.err
    assert done.document["resource"]["status"] == "uploaded"
    assert person.run("dataset", "download", "q", "-o", "back.csv").code == 0
    assert (person.folder / "back.csv").read_text().splitlines()[:2] == ['"user_prompt","ground_truth"', '"0*7?","0"']
    assert not list(person.home.glob(".cache/osmosis/mapped/*"))


def test_preview_reads_a_file_if_it_exists_and_else_the_platform(person: Person):
    """Which of the two it was is said; what is neither has both places in the error."""
    _write(person.folder / "data" / "train.jsonl", 6)
    assert person.run("dataset", "upload", "data/train.jsonl", "--yes", "--wait").code == 0
    of_platform = person.run("dataset", "preview", "train", "--rows", "2").document["data"]
    preview = PlatformDatasetPreview.read_strict(of_platform)
    assert (preview.requested_rows, preview.returned_rows, preview.available) == (2, 2, True)
    assert "Source: the platform at" in person.run("dataset", "preview", "train", mode="--plain").out
    (person.folder / "train").write_text("")  # a file of that name, and no dataset file
    assert "fetching" not in person.run("dataset", "preview", "train", mode="--plain").err
    of_file = person.run("dataset", "preview", "data/train.jsonl", "--rows", "2")
    assert of_file.document["resource"]["file"] == "data/train.jsonl"
    neither = person.run("dataset", "preview", "other")
    assert (neither.code, neither.error["code"]) == (1, "NOT_FOUND")
    assert "no file other" in neither.error["message"]
    missing = person.run("dataset", "preview", "data/other.jsonl", OSMOSIS_PLATFORM_URL="http://127.0.0.1:9")
    assert (missing.error["code"], missing.error["details"]) == ("VALIDATION", {"path": "data/other.jsonl"})


def test_a_name_that_is_taken_is_replaced_when_that_is_asked_for(person: Person):
    """Without --overwrite it is a conflict that names the other dataset; with it the new rows have the name."""
    path = person.folder / "data" / "train.jsonl"
    _write(path, 6)
    first = person.run("dataset", "upload", "data/train.jsonl", "--yes", "--wait").document["resource"]["id"]
    sent = _write(path, 7)
    taken = person.run("dataset", "upload", "data/train.jsonl", "--yes").error
    assert (taken["code"], taken["details"]["existing_dataset_id"]) == ("CONFLICT", first)
    done = person.run("dataset", "upload", "data/train.jsonl", "--yes", "--overwrite", "--wait")
    assert done.document["resource"]["row_count"] == 7
    assert person.run("dataset", "download", "train").code == 0
    assert (person.folder / "train.jsonl").read_bytes() == sent


def test_an_upload_that_was_killed_goes_on_where_it_stopped(served: Served, person: Person, tmp_path: Path):
    """The second process asks whether the platform still waits, sends the missing parts alone, and completes."""
    sent = _write(person.folder / "data" / "train.jsonl", 20_000)
    parts = -(-len(sent) // PART)
    port = free_port()
    with Valve(f"http://127.0.0.1:{port}", len(sent) // 2) as valve:
        (tmp_path / "other").mkdir()
        with serving_platform(tmp_path / "other" / "data", first=SMALL_PARTS, port=port, public_url=valve.url) as mine:
            here = replace(person, url=mine.url)
            assert here.run("auth", "login", "--token", mine.token()).code == 0
            words = ("--workspace", "main", "dataset", "upload", "data/train.jsonl", "--yes")
            first = subprocess.Popen([*here.osmosis, *words], cwd=here.folder, env=here.environment())
            assert valve.full.wait(120)
            record = _record_with_parts(here)
            first.kill()
            first.wait()
            header, *lines = record.read_text().splitlines()
            UnfinishedUpload.read_strict(header)
            there = {DatasetPart.read_strict(line).PartNumber for line in lines}
            assert 0 < len(there) < parts
            assert record.stat().st_mode & 0o777 == 0o600
            valve.open()
            valve.take_requests()
            second = here.run(*words, "--wait", mode="--plain")
            assert second.code == 0, second.err
            assert "Going on with the upload" in second.err
            asked = b"".join(valve.take_requests())
            assert asked.count(b"PUT /api/v1/transfers") == parts - len(there)
            assert asked.count(b"POST /api/cli/datasets HTTP") == 0
            assert not list(record.parent.iterdir())
            assert here.run("--workspace", "main", "dataset", "download", "train").code == 0
            assert (here.folder / "train.jsonl").read_bytes() == sent


def _record_with_parts(person: Person) -> Path:
    """The record of the upload, once a part is in it."""
    for _ in range(600):
        for found in person.home.glob(".cache/osmosis/uploads/*"):
            if found.read_text().count("\n") > 1:
                return found
        time.sleep(0.05)
    raise AssertionError("no part arrived")


def test_an_evaluation_reads_a_dataset_of_the_platform(person: Person, served: Served):
    """It is fetched once for each version; the file in the workspace is preferred, and needs no login."""
    assert person.run("rollout", "init", "multiply").code == 0
    file = person.folder / "data" / "multiply.jsonl"
    sent = file.read_bytes()
    run = ("eval", "run", "configs/eval/multiply.toml")  # not agreed to: it ends when everything is planned
    assert person.run(*run, OSMOSIS_TOKEN="nonsense").error["code"] == "INTERACTIVE_REQUIRED"
    assert person.run("dataset", "upload", "data/multiply.jsonl", "--yes", "--wait").code == 0
    file.unlink()
    planned = person.run(*run)
    assert planned.error["code"] == "INTERACTIVE_REQUIRED", planned.err
    entry, path = _cached(person)
    assert path.read_bytes() == sent
    assert str(path) in json.dumps(planned.error["details"])
    before = _downloads(served)
    assert person.run(*run).error["code"] == "INTERACTIVE_REQUIRED"
    assert _downloads(served) == before
    file.write_bytes(sent + sent.splitlines(keepends=True)[0])
    assert person.run("dataset", "upload", "data/multiply.jsonl", "--yes", "--wait", "--overwrite").code == 0
    file.unlink()
    assert person.run(*run).error["code"] == "INTERACTIVE_REQUIRED"
    assert _downloads(served) == before + 1
    path.write_bytes(b"damaged")
    config = person.folder / "configs" / "eval" / "multiply.toml"
    config.write_text(config.read_text().replace('dataset = "multiply"', 'dataset = "unknown"'))
    unknown = person.run(*run).error
    assert unknown["code"] == "NOT_FOUND"
    assert "unknown.jsonl" in unknown["message"]
    assert "on the platform" in unknown["message"]
    shutil.rmtree(person.home / ".config")
    away = person.run(*run).error
    assert away["code"] == "AUTH_REQUIRED"
    assert "unknown.jsonl" in away["message"]
    assert "auth login" in away["hint"]
    subprocess.run(["git", "-C", str(person.folder), "remote", "remove", "origin"], check=True)
    assert person.run(*run).error["code"] == "VALIDATION"
    assert entry.file_size == len(sent)


def _cached(person: Person) -> tuple[CachedDataset, Path]:
    """The one dataset in the cache."""
    (metadata,) = person.home.glob(".cache/osmosis/datasets/*/metadata.json")
    entry = CachedDataset.read_strict(metadata.read_bytes())
    return entry, metadata.with_name(f"{entry.sha256}.{entry.extension.value}")


def _downloads(served: Served) -> int:
    """How many files the platform was asked for so far."""
    lines = (json.loads(line) for line in served.log.read_text().splitlines() if line.startswith("{"))
    return sum(line.get("event") == "request" and "/download" in str(line.get("path")) for line in lines)
