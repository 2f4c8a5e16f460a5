"""Files that commands send and fetch, against a store double on loopback that fails as real ones do."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.platform_client.downloads import fetch_file
from osmosis_ai.platform_client.transfers import FilePart, TransferError, TransferLostError, Transfers
from osmosis_ai.platform_client.uploads import PARTS_AT_A_TIME, check_plan, send_file
from osmosis_contract.models import DatasetPart, UploadInfo, UploadMethod, UploadPart

CONTENT = bytes(range(256)) * 4000


@dataclass
class Store:
    """A double of an object store: what it got, what it has, and how it fails next."""

    url: str
    content: bytes = CONTENT
    got: dict[str, bytes] = field(default_factory=dict)
    asked: list[tuple[str, str | None]] = field(default_factory=list)
    failures: list[int | str] = field(default_factory=list)
    """For the next requests: a status, `drop` for no answer, `half` for half of one."""
    ranges: bool = True
    at_once: int = 0
    most_at_once: int = 0
    meet: threading.Barrier | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    store: Store

    def log_message(self, *args: object) -> None:
        pass

    def _fails(self) -> bool:
        with self.store.lock:
            failure = self.store.failures.pop(0) if self.store.failures else None
        if failure is None:
            return False
        if failure == "half":
            self.send_response(200)
            self.send_header("Content-Length", str(len(self.store.content)))
            self.end_headers()
            self.wfile.write(self.store.content[: len(self.store.content) // 2])
            self.close_connection = True
        elif failure == "drop":
            self.close_connection = True
        else:
            self._answer(int(failure), b"", {"Location": f"{self.store.url}/other"} if failure == 307 else {})
        return True

    def _answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_PUT(self) -> None:
        store = self.store
        with store.lock:
            store.at_once += 1
            store.most_at_once = max(store.most_at_once, store.at_once)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if store.meet is not None:
            store.meet.wait(30)
        with store.lock:
            store.at_once -= 1
            store.asked.append((self.path, self.headers.get("Authorization")))
        if not self._fails():
            store.got[self.path] = body
            self._answer(200, b"", {"ETag": f'"{hashlib.md5(body).hexdigest()}"'})

    def do_GET(self) -> None:
        store = self.store
        store.asked.append((self.path, self.headers.get("Range")))
        if self._fails():
            return
        wanted = re.fullmatch(r"bytes=([0-9]+)-", self.headers.get("Range", ""))
        if wanted is None or not store.ranges:
            self._answer(200, store.content, {})
            return
        first = int(wanted[1])
        end = len(store.content)
        self._answer(206, store.content[first:], {"Content-Range": f"bytes {first}-{end - 1}/{end}"})


@pytest.fixture
def store() -> Iterator[Store]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    made = Store(f"http://127.0.0.1:{server.server_port}")
    server.RequestHandlerClass = type("Handler", (_Handler,), {"store": made})
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield made
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def transfers() -> Iterator[Transfers]:
    with Transfers({}, pace=0.001) as made:
        yield made


@pytest.fixture
def source(tmp_path: Path) -> Iterator[int]:
    """A descriptor of a file with the content."""
    path = tmp_path / "rows.jsonl"
    path.write_bytes(CONTENT)
    with path.open("rb") as file:
        yield file.fileno()


def plan(store: Store, parts: int) -> UploadInfo:
    """An upload in so many parts."""
    size = -(-len(CONTENT) // parts)
    urls = [UploadPart(part_number=n, presigned_url=f"{store.url}/{n}") for n in range(1, parts + 1)]
    return UploadInfo(method=UploadMethod.MULTIPART, part_size=size, total_parts=parts, presigned_urls=urls)


def test_parts_arrive_whole_at_most_four_at_a_time_without_a_credential(
    store: Store, transfers: Transfers, source: int
):
    """Each part is a piece of the file; four connections carry them; progress adds up to the file's size."""
    store.meet = threading.Barrier(PARTS_AT_A_TIME)
    counted: list[int] = []
    arrived: list[DatasetPart] = []
    parts = send_file(
        transfers, source, len(CONTENT), plan(store, 12), present={}, arrived=arrived.append, sent=counted.append
    )
    assert parts is not None
    assert [part.PartNumber for part in parts] == list(range(1, 13))
    assert b"".join(store.got[f"/{number}"] for number in range(1, 13)) == CONTENT
    assert store.most_at_once == PARTS_AT_A_TIME
    assert sum(counted) == len(CONTENT)
    assert {part.PartNumber: part.ETag for part in arrived} == {part.PartNumber: part.ETag for part in parts}
    assert {credential for _, credential in store.asked} == {None}


def test_parts_that_the_store_has_are_not_sent_again(store: Store, transfers: Transfers, source: int):
    """An upload that goes on sends what is missing, and completes with the tags of all parts."""
    present = {1: "one", 3: "three"}
    counted: list[int] = []
    parts = send_file(
        transfers, source, len(CONTENT), plan(store, 4), present=present, arrived=lambda part: None, sent=counted.append
    )
    assert sorted(store.got) == ["/2", "/4"]
    assert parts is not None
    assert [part.ETag for part in parts][0::2] == ["one", "three"]
    assert sum(counted) == len(CONTENT)


@pytest.mark.parametrize("failures", [[503, 500], ["drop", 429], [502, "drop", 504, "drop"]])
def test_a_part_is_sent_again_after_what_may_pass(
    store: Store, transfers: Transfers, source: int, failures: list[int | str]
):
    """Statuses that may pass and lost connections cost another try; progress counts each byte once."""
    store.failures = list(failures)
    counted: list[int] = []
    tag = transfers.put(f"{store.url}/1", FilePart(source, 0, len(CONTENT)), sent=counted.append)
    assert tag == hashlib.md5(CONTENT).hexdigest()
    assert store.got["/1"] == CONTENT
    assert sum(counted) == len(CONTENT)


def test_five_failures_end_a_transfer_so_that_it_can_go_on(store: Store, transfers: Transfers, source: int):
    """The error is the one that keeps an upload; it does not show the query of the address, which authorises."""
    store.failures = [503] * 5
    with pytest.raises(TransferLostError) as raised:
        transfers.put(f"{store.url}/1?grant=secret", FilePart(source, 0, len(CONTENT)), sent=lambda count: None)
    assert "503" in raised.value.message
    assert "secret" not in f"{raised.value.message}{raised.value.hint}{raised.value.details}"


@pytest.mark.parametrize("status", [307, 403, 404, 413])
def test_a_refusal_ends_an_upload_at_once(store: Store, transfers: Transfers, source: int, status: int):
    """A redirect and a refusal are not tried again, and no further part is begun."""
    store.failures = [status] * PARTS_AT_A_TIME
    with pytest.raises(TransferError) as raised:
        send_file(
            transfers,
            source,
            len(CONTENT),
            plan(store, 40),
            present={},
            arrived=lambda part: None,
            sent=lambda count: None,
        )
    assert raised.value.status == status
    assert not isinstance(raised.value, TransferLostError)
    assert len(store.asked) < 40


@pytest.mark.parametrize("url", ["http://store.example.org/1", "ftp://127.0.0.1/1", "file:///etc/passwd", "/1"])
def test_no_address_in_plain_text_is_connected_to(transfers: Transfers, source: int, url: str):
    """Only https, and http of this machine, are used."""
    with pytest.raises(TransferError, match="neither https nor on this machine"):
        transfers.put(url, FilePart(source, 0, 1), sent=lambda count: None)


@pytest.mark.parametrize(
    "wrong",
    [
        {"part_size": 10},
        {"total_parts": 3},
        {"presigned_urls": [UploadPart(part_number=1, presigned_url="https://a.example.org")] * 2},
        {"presigned_urls": [UploadPart(part_number=n, presigned_url="https://a.example.org", size=1) for n in (1, 2)]},
    ],
)
def test_a_plan_that_does_not_fit_the_file_is_refused(store: Store, wrong: dict[str, object]):
    """Part sizes, counts and numbers have to make up the file."""
    good = plan(store, 2)
    check_plan(good, len(CONTENT), store.url)
    with pytest.raises(OsmosisError, match="its plan for the upload"):
        check_plan(good.model_copy(update=wrong), len(CONTENT), store.url)


def fetch(transfers: Transfers, store: Store, target: Path, **given: object) -> tuple[int, int]:
    """Fetches the store's file; its bytes, and what progress adds up to."""
    counted: list[int] = []
    settings = {"version": "1", "size": len(CONTENT), "overwrite": False, "address": lambda: f"{store.url}/f", **given}
    size = fetch_file(transfers, target=target, received=counted.append, **settings)  # type: ignore[arg-type]
    return size, sum(counted)


def test_a_download_goes_on_where_it_broke_off(store: Store, transfers: Transfers, tmp_path: Path):
    """After half an answer the rest is asked for; nothing but the whole file ever has the name."""
    target = tmp_path / "train.jsonl"
    store.failures = ["half", 503]
    assert fetch(transfers, store, target) == (len(CONTENT), len(CONTENT))
    assert target.read_bytes() == CONTENT
    half = f"bytes={len(CONTENT) // 2}-"
    assert [wanted for _, wanted in store.asked] == [None, half, half]
    assert [path.name for path in tmp_path.iterdir()] == ["train.jsonl"]


@pytest.mark.parametrize("ranges", [True, False])
def test_a_download_of_a_killed_process_goes_on(store: Store, transfers: Transfers, tmp_path: Path, ranges: bool):
    """What an earlier process left is kept for the same version; a store without ranges sends the whole file."""
    target = tmp_path / "train.jsonl"
    store.failures = ["half", 404]
    with pytest.raises(TransferError):
        fetch(transfers, store, target)
    (partial,) = tmp_path.iterdir()
    assert partial.name.endswith(".partial")
    store.ranges = ranges
    assert fetch(transfers, store, target) == (len(CONTENT), len(CONTENT))
    assert target.read_bytes() == CONTENT
    assert store.asked[-1][1] == f"bytes={len(CONTENT) // 2}-"


def test_a_partial_file_of_another_version_is_not_gone_on_with(store: Store, transfers: Transfers, tmp_path: Path):
    """Bytes of two versions are never mixed, and what is left of the old one is removed."""
    target = tmp_path / "train.jsonl"
    store.failures = ["half", 404]
    with pytest.raises(TransferError):
        fetch(transfers, store, target, version="1")
    store.content = b"new" * 1000
    fetch(transfers, store, target, version="2", size=3000)
    assert target.read_bytes() == store.content
    assert [path.name for path in tmp_path.iterdir()] == ["train.jsonl"]
    assert store.asked[-1][1] is None


def test_a_file_of_another_size_is_refused_and_nothing_is_replaced(store: Store, transfers: Transfers, tmp_path: Path):
    """The platform's size decides; the file that is there stays, and the wrong bytes do not."""
    target = tmp_path / "train.jsonl"
    target.write_text("mine")
    with pytest.raises(TransferError, match="the platform says it has 5"):
        fetch(transfers, store, target, size=5, overwrite=True)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]
    store.content = b"12345"
    with pytest.raises(OsmosisError, match="exists already"):
        fetch(transfers, store, target, size=5)
    assert target.read_text() == "mine"


def test_an_address_that_expired_is_asked_for_again(store: Store, transfers: Transfers, tmp_path: Path):
    """A 403 is answered with a new address, once."""
    given = iter([f"{store.url}/old", f"{store.url}/new"])
    store.failures = [403]
    fetch(transfers, store, tmp_path / "a", address=lambda: next(given))
    assert [path for path, _ in store.asked] == ["/old", "/new"]
    store.failures = [403, 403]
    with pytest.raises(TransferError) as raised:
        fetch(transfers, store, tmp_path / "b")
    assert raised.value.status == 403
