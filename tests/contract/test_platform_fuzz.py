"""schemathesis, every phase and every check, against the platform over a socket: as each role, and as nobody."""

from __future__ import annotations

import contextlib
import copy
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from contract_recorder import Recorder
from fuzzing import PHASES, fuzz
from live_server import live_server
from platform_app import WORKSPACE, PlatformOnStart
from tests.support.parts import part_of

from osmosis_contract import spec

_METHODS = ("get", "put", "post", "delete", "patch")
_SCOPE_HEADERS = ("GitScope", "WorkspaceScope")


def served() -> dict[str, Any]:
    """The bundled document without the operations that the platform does not offer."""
    document = copy.deepcopy(spec.load("platform"))
    for path, item in list(document["paths"].items()):
        for method in _METHODS:
            if method in item and "501" in item[method]["responses"]:
                del item[method]
        if not item:
            del document["paths"][path]
    return document


def inside_a_workspace() -> dict[str, Any]:
    """The document for a caller who always names the one workspace, so that requests get as far as they can."""
    document = served()
    for item in document["paths"].values():
        for node in item.values():
            given = node.get("parameters", [])
            node["parameters"] = [each for each in given if not each.get("$ref", "").endswith(_SCOPE_HEADERS)]
    return document


# Beside schemathesis' own lists: 426 refuses a version, which any text may be; 408, 410 and 413 are refusals too.
_REFUSALS = ["400", "401", "403", "404", "408", "409", "410", "413", "415", "426", "429", "503"]
_TAKEN = ["2xx", "401", "403", "404", "409", "410", "426", "429", "503"]
CHECKS = {
    "negative_data_rejection": {"expected-statuses": _REFUSALS},
    "positive_data_acceptance": {"expected-statuses": _TAKEN},
}
# Where more is asked than a schema can say: RFC 8628 answers 400 to a poll; names of time zones, reserved names,
# addresses of repositories, cursors, parts of an upload, ranges of rows, environments, days, files of imports and
# whole headers have rules of their own.
_MORE_THAN_A_SCHEMA = (
    "completeDataset",
    "connectGit",
    "createInvitation",
    "createToken",
    "createWorkspace",
    "listAudit",
    "listDatasetLogs",
    "listEvalRunFiles",
    "listEvalRunLogs",
    "listUsage",
    "pollDevice",
    "presignImportFiles",
    "putWebhook",
    "startImport",
    "submitEvalRun",
    "updateWorkspace",
    "upsertSecret",
    "verify",
)
OPERATIONS = [
    {"include-operation-id": name, "checks": {"positive_data_acceptance": {"expected-statuses": [*_TAKEN, "400"]}}}
    for name in _MORE_THAN_A_SCHEMA
]


DATABASES = ["sqlite", "postgresql"] if os.environ.get("OSMOSIS_TEST_POSTGRES") else ["sqlite"]
CALLERS = ["owner", "admin", "member", "nobody"]
SESSIONS = part_of([(caller, kind) for kind in DATABASES for caller in CALLERS])
FEW: dict[str, Any] = {"usual": 4, "sequences": 20}  # there are many operations, and each role has a session


@contextlib.contextmanager
def database(kind: str) -> Iterator[str | None]:
    """The URL of an empty database; None for the file that is made when there is none."""
    if kind == "sqlite":
        yield None
        return
    from tests.support.postgres import Postgres

    server = Postgres.start()
    try:
        yield server.database()
    finally:
        server.stop()


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("caller", "kind"), SESSIONS)
def test_nothing_that_is_sent_to_the_platform_breaks_the_contract(caller: str, kind: str, tmp_path: Path):
    """Every phase ran; no 500, no undocumented status, no answer outside its schema; nothing left this machine."""
    with contextlib.ExitStack() as open_:
        platform = PlatformOnStart(tmp_path, database_url=open_.enter_context(database(kind)))
        recorder = Recorder("platform", platform, requests=False)
        url = open_.enter_context(live_server(recorder))
        assert httpx.get(f"{url}/readyz", timeout=60).json()["ready"]  # the server takes connections before it is up
        if caller == "nobody":
            report = fuzz(served(), base_url=url, checks=CHECKS, operations=OPERATIONS, **FEW)
        else:
            headers = {"X-Osmosis-Workspace": WORKSPACE}
            report = fuzz(
                inside_a_workspace(),
                base_url=url,
                api_key=platform.tokens[caller],
                headers=headers,
                checks=CHECKS,
                operations=OPERATIONS,
                parameters={"workspace": WORKSPACE},
                **FEW,
            )
    report.check()
    assert not recorder.faults, "\n".join(sorted(set(recorder.faults))[:20])
    assert {phase for phase in PHASES if report.cases[phase]} == set(PHASES)
    assert not [seen for seen in recorder.seen if seen[1] >= 500]
    if caller == "owner":
        succeeded = {operation for operation, status in recorder.seen if status < 300}
        assert {"createToken", "revokeToken", "createWorkspace", "upsertSecret", "createInvitation"} <= succeeded
