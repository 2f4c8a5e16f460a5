"""schemathesis, every phase and every check, against the rollout server: in process and over a socket."""

from __future__ import annotations

import copy
import json
from typing import Any

import httpx
import pytest
from contract_recorder import Recorder
from fuzzing import PHASES, Report, fuzz
from live_server import live_server
from rollout_app import artifact_root, rollout_app
from spec_examples import schema_of
from tests.support.loopback import LoopbackOnlyTransport
from tests.support.parts import part_of

from osmosis_contract import spec

__all__ = ["artifact_root"]

KEY = "the-server's-key"
# Polls that return soon, and results that free their ids soon, so that one session sees many lives of an id.
OPTIONS = {"result_wait_timeout_sec": 0.05, "polling_lease_timeout_sec": 30, "result_retention_sec": 0.5}


class CallbackReceiver:
    """Where callbacks to this machine end: it checks their bodies and opens no socket."""

    def __init__(self) -> None:
        self.bodies: list[str] = []
        self.faults: list[str] = []

    async def receive(self, request: httpx.Request) -> httpx.Response:
        body = json.loads(request.content)
        kind = "GraderCompleteRequest" if "sample" in body else "RolloutCompleteRequest"
        self.bodies.append(kind)
        self.faults += [f"{kind}: {fault.message}" for fault in schema_of(kind).iter_errors(body)]
        return httpx.Response(200, json={"ok": True})


def documented(*, keyed: bool) -> dict[str, Any]:
    """The bundled document; of a server that has a key, the key is no longer optional."""
    document = copy.deepcopy(spec.load("rollout"))
    if keyed:
        document["security"] = [{"serverKey": []}]
    return document


def served(receiver: CallbackReceiver, *, keyed: bool) -> Recorder:
    transport = LoopbackOnlyTransport(httpx.MockTransport(receiver.receive))
    return rollout_app(callback_transport=transport, **OPTIONS, **({"api_key": KEY} if keyed else {}))


def session(recorder: Recorder, over: str, *, keyed: bool, seed: int) -> Report:
    """One session in process or over a socket."""
    key = KEY if keyed else None
    if over == "asgi":
        return fuzz(documented(keyed=keyed), app=recorder, api_key=key, seed=seed)
    with live_server(recorder) as url:
        return fuzz(documented(keyed=keyed), base_url=url, api_key=key, seed=seed)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("over", "key"), part_of([("asgi", "open"), ("socket", "keyed"), ("asgi", "keyed"), ("socket", "open")])
)
def test_nothing_that_is_sent_breaks_the_contract(over: str, key: str):
    """Every phase ran, no check failed, exchanges fit the document and callbacks their schema, nothing left home."""
    keyed = key == "keyed"
    # Sequences are drawn at random: a session in which none follows a lease to its result is no proof, so draw again.
    for seed in range(3):
        receiver = CallbackReceiver()
        recorder = served(receiver, keyed=keyed)
        report = session(recorder, over, keyed=keyed, seed=seed)
        report.check()
        if recorder.seen["getRolloutResult", 200]:
            break
    assert {phase for phase in PHASES if report.cases[phase]} == set(PHASES)
    assert recorder.faults == []
    assert receiver.faults == []
    assert {"RolloutCompleteRequest", "GraderCompleteRequest"} <= set(receiver.bodies)
    assert ("ignored_auth" in report.checks) is keyed
    assert recorder.seen["createRollout", 202] >= 1
    assert recorder.seen["getRolloutResult", 200] >= 1, "no lease was followed to its result"
