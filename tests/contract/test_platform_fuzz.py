"""schemathesis, every phase and every check, against the platform over a socket: as each role, and as nobody."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from contract_recorder import Recorder
from fuzzing import PHASES, fuzz
from live_server import live_server
from platform_app import WORKSPACE, PlatformOnStart

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
    document["components"]["parameters"]["Workspace"]["schema"] = {"type": "string", "enum": [WORKSPACE]}
    return document


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("caller", ["owner", "admin", "member", "nobody"])
def test_nothing_that_is_sent_to_the_platform_breaks_the_contract(caller: str, tmp_path: Path):
    """Every phase ran; no 500, no undocumented status, no answer outside its schema; nothing left this machine."""
    platform = PlatformOnStart(tmp_path)
    recorder = Recorder("platform", platform)
    with live_server(recorder) as url:
        if caller == "nobody":
            report = fuzz(served(), base_url=url)
        else:
            headers = {"X-Osmosis-Workspace": WORKSPACE}
            report = fuzz(inside_a_workspace(), base_url=url, api_key=platform.tokens[caller], headers=headers)
    report.check()
    assert recorder.faults == []
    assert {phase for phase in PHASES if report.cases[phase]} == set(PHASES)
    assert not [seen for seen in recorder.seen if seen[1] >= 500]
    if caller == "owner":
        succeeded = {operation for operation, status in recorder.seen if status < 300}
        assert {"createToken", "revokeToken", "createWorkspace", "upsertSecret", "createInvitation"} <= succeeded
