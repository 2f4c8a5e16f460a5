"""Peers, recorded exchanges and the matrix.

These tests run with `-m interop` alone, because they install the published package.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from osmosis_ai.packaging.sdk_wheel import build_sdk_wheel
from tests.interop.recorder import Recorder
from tests.interop.servers import serving
from tests.peers.published import CALLBACKS, LEASES, Installation, ours, published, published_wheel
from tests.peers.stub_model import StubModel, stub_model
from tests.support.parts import part_of

HERE = Path(__file__).parent
CELL = pytest.StashKey[tuple[str, str, str]]()
PROPERTY = "interop"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "interop: needs the published package in an environment of its own")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    mine = [item for item in items if HERE in item.path.parents]
    for item in mine:
        item.add_marker("interop")
        item.add_marker(pytest.mark.timeout(600))
    if "interop" not in (config.option.markexpr or ""):
        items[:] = [item for item in items if item not in mine]
        config.hook.pytest_deselected(items=mine)
        return
    long = [item for item in mine if item.get_closest_marker("long")]  # whole comparisons: the part that is asked for
    left_out = set(long) - set(part_of(long)) if long else set()
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    if call.when == "call" and call.excinfo is not None:
        for value in getattr(item, "funcargs", {}).values():
            if isinstance(value, Recorder):
                item.add_report_section("call", "recorded exchange", value.text())
    report = yield
    cell = item.stash.get(CELL, None)
    if cell is not None and (report.when == "call" or report.failed):
        word = {"passed": "works", "failed": "FAILS", "skipped": "skipped"}[report.outcome]
        if hasattr(report, "wasxfail"):
            word = f"RED: {report.wasxfail.removeprefix('reason: ')}"
        report.user_properties.append((PROPERTY, (*cell, word)))
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The matrix, from the reports, wherever the tests ran; after a red cell what the two sides said."""
    reports = [report for some in terminalreporter.stats.values() for report in some]
    told = {
        tuple(value[:3]): (value[3], report)
        for report in reports
        for name, value in getattr(report, "user_properties", ())
        if name == PROPERTY
    }
    if not told:
        return
    terminalreporter.section("interoperability")
    lines = [("drives or reads", "serves or wrote", "what", "result")]
    lines += [(*cell, word) for cell, (word, _) in sorted(told.items())]
    widths = [max(len(line[column]) for line in lines) for column in range(3)]
    for line in lines:
        text = "  ".join(part.ljust(width) for part, width in zip(line[:3], widths, strict=True))
        terminalreporter.write_line(f"{text}  {line[3]}")
    for cell, (word, report) in sorted(told.items(), key=lambda found: found[0]):
        exchanges = [text for title, text in report.sections if "recorded exchange" in title]
        if word.startswith("RED") and exchanges:
            terminalreporter.section(f"recorded: {', '.join(cell)}", sep="-")
            terminalreporter.write_line(exchanges[0])


@pytest.fixture
def cell(request: pytest.FixtureRequest) -> Callable[[str, str, str], None]:
    """Names the cell of the matrix that a test fills: who drives or reads, who serves or wrote, and what."""

    def name(drives: str, serves: str, what: str) -> None:
        request.node.stash[CELL] = (drives, serves, what)

    return name


@pytest.fixture(scope="session")
def us() -> Installation:
    return ours()


@pytest.fixture(scope="session")
def leases_peer() -> Installation:
    return published(LEASES)


@pytest.fixture(scope="session")
def callbacks_peer() -> Installation:
    return published(CALLBACKS)


@pytest.fixture(scope="session")
def peers(leases_peer: Installation, callbacks_peer: Installation) -> dict[str, Installation]:
    """The published package by version."""
    return {LEASES: leases_peer, CALLBACKS: callbacks_peer}


@pytest.fixture(scope="session")
def stub() -> Iterator[StubModel]:
    with stub_model() as running:
        yield running


@pytest.fixture(scope="session")
def our_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_sdk_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def their_wheel() -> Callable[[str], Path]:
    return published_wheel


def _recorded(peer: Installation, folder: Path) -> Iterator[Recorder]:
    """A server of that installation behind a recorder."""
    with serving(peer, folder) as url, Recorder(url) as recorder:
        yield recorder


@pytest.fixture
def our_server(us: Installation, tmp_path: Path) -> Iterator[Recorder]:
    yield from _recorded(us, tmp_path)


@pytest.fixture
def their_server(leases_peer: Installation, tmp_path: Path) -> Iterator[Recorder]:
    yield from _recorded(leases_peer, tmp_path)
