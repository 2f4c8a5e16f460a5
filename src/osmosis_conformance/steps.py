"""Doing the steps of a case against a server."""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx

from osmosis_conformance import raw
from osmosis_conformance.admission import admission_body, respelled, with_changes
from osmosis_conformance.cases import Case
from osmosis_conformance.documents import operation_at
from osmosis_conformance.ledger import LIVE, Entry, Ledger
from osmosis_conformance.many import admit_many
from osmosis_conformance.matching import mismatch
from osmosis_conformance.observed import FailedError, LateError, Observation, SkippedError, check, parsed, shortened
from osmosis_conformance.peer import Peer
from osmosis_conformance.places import Place
from osmosis_conformance.rollouts import Rollout

__all__ = ["CaseRun"]

LEASE_HEADER = "X-Osmosis-Rollout-Lease"
_ADMITTED, _OK = 202, 200
_PATIENCE_SEC = 60.0
_SETTLE_SEC = 20.0
_CLOCK_SEC = 0.1
"""How far apart two programs may see one moment."""
_SAFE_PART_OF_LEASE = 0.6
_PAUSE_SEC = 0.02
_LAPSE_FACTOR = 1.25
_LATE_SEC = 5.0
"""How much later than by its clock a busy server may say that a lease has lapsed."""

type Action = Callable[[Mapping[str, Any]], Awaitable[Observation]]


class CaseRun:
    """One try of a case: its rollouts, and what was said."""

    def __init__(
        self,
        *,
        case: Case,
        place: Place,
        peer: Peer,
        ledger: Ledger,
        features: frozenset[str],
        exchange: list[dict[str, Any]],
    ) -> None:
        self.case = case
        self.place = place
        self.peer = peer
        self.ledger = ledger
        self.features = features
        self.exchange = exchange
        self.prefix = f"cf-{secrets.token_hex(5)}-"
        self.rollouts: dict[str, Rollout] = {}
        self.many: list[Rollout] = []
        self._last_health: Mapping[str, Any] = {}
        self._health_before: Mapping[str, Any] = {}
        self._actions: dict[str, Action] = {
            "admit": self._admit, "admit_many": self._admit_many, "poll": self._poll, "finish": self._finish,
            "status": self._status, "cancel": self._cancel, "health": self._health, "request": self._request,
            "raw": self._raw, "model": self._model, "await_model": self._await_model,
            "await_callback": self._await_callback, "let_lapse": self._let_lapse, "let_pass": self._let_pass,
            "kill": self._kill, "restart": self._restart, "await_exit": self._await_exit, "files": self._files,
            "output": self._output,
        }  # fmt: skip
        self._usual = {
            "admit": [_ADMITTED], "poll": [_OK], "status": [_OK], "cancel": [_OK], "health": [_OK],
        }  # fmt: skip

    async def run(self) -> None:
        """Does every step. Raises FailedError, LateError or SkippedError."""
        for number, step in enumerate(self.case.steps, 1):
            ((name, argument),) = ((key, value) for key, value in step.items() if key != "expect")
            expected = dict(step.get("expect", {}))
            if name in self._usual and not argument.get("lose_answer") and not argument.get("stopping"):
                expected.setdefault("status", self._usual[name])
            try:
                async with asyncio.timeout(self._patience):
                    observed = await self._actions[name](argument)
            except TimeoutError:
                raise FailedError(f"step {number}, {name}: nothing came within {self._patience:g} s") from None
            except httpx.HTTPError as error:
                raise FailedError(
                    f"step {number}, {name}: the request failed: {error or type(error).__name__}"
                ) from None
            except FailedError as error:
                raise FailedError(f"step {number}, {name}: {error}") from None
            try:
                check(observed, self._expectation(expected, argument), problems="problems" in self.features)
            except FailedError as error:
                raise FailedError(f"step {number}, {name}: {error}") from None

    def _expectation(self, expected: Mapping[str, Any], argument: Mapping[str, Any]) -> Mapping[str, Any]:
        """What is expected, with ids and with what was answered before in it."""
        filled = self._with_names(expected)
        if filled.get("body") == "{first}":
            return {**filled, "body": self._named(argument.get("as", "a")).first_answer}
        return {**filled, "body": self._with_last(filled["body"])} if "body" in filled else filled

    def _with_last(self, node: Any) -> Any:
        if isinstance(node, str) and node.startswith("{last ") and node.endswith("}"):
            return self._last_health.get(node[6:-1])
        if isinstance(node, list):
            return [self._with_last(item) for item in node]
        return {key: self._with_last(item) for key, item in node.items()} if isinstance(node, Mapping) else node

    @property
    def _patience(self) -> float:
        """How long a step may take, in seconds: more where the server itself may wait longer."""
        lease = max((rollout.lease_sec or 0 for rollout in self.rollouts.values()), default=0.0)
        wait = max((rollout.wait_sec or 0 for rollout in self.rollouts.values()), default=0.0)
        return max(_PATIENCE_SEC, 2 * wait, min(2 * lease, 2 * _PATIENCE_SEC))

    async def settle(self) -> None:
        """Ends what the case left alive, and waits for its end as long as that takes; the ledger sees it."""
        for rollout in (*self.rollouts.values(), *self.many):
            if rollout.side is not None:
                await rollout.side.steer({})
        live = [rollout for rollout in (*self.rollouts.values(), *self.many) if rollout.alive]
        if not live or not self.place.server.running or self.place.signalled:
            return
        try:
            async with asyncio.timeout(_SETTLE_SEC):
                ids = [rollout.id for rollout in live]
                await self.send("POST", "/rollout/cancel", content=json.dumps({"ids": ids}).encode())
                for rollout in live:
                    if rollout.token is not None:
                        await self._see_end(rollout)
                if self.case.own_server:
                    await self._health({"until": {"lifecycle": {"active_rollouts": 0}}})
        except (TimeoutError, httpx.HTTPError, FailedError, LateError):
            self.place.signalled = self.case.own_server  # it is not as another case must find it

    async def _see_end(self, rollout: Rollout) -> None:
        """Polls a rollout that was cancelled. One that is still live when the time is up has never ended."""
        if rollout.entry is not None:
            rollout.entry.must_end = True
        try:
            await self._poll_to_end(rollout)
        except (FailedError, LateError):  # no longer kept, most likely; the cases of retention say whether it may be
            if rollout.entry is not None:
                rollout.entry.must_end = False

    # --- requests

    async def send(
        self,
        method: str,
        path: str,
        *,
        content: bytes | None = None,
        headers: Mapping[str, str | None] | None = None,
        operation: str | None = None,
    ) -> Observation:
        """One request with the server's key, and its answer."""
        server = self.place.server
        given: dict[str, str | None] = {**server.authorization}
        if content is not None:
            given["Content-Type"] = "application/json"
        given |= headers or {}
        request = server.client.build_request(method, path, content=content)
        for name, value in given.items():
            if value is None:
                request.headers.pop(name, None)
            else:
                request.headers[name] = value
        try:
            response = await server.client.send(request)
        except httpx.TransportError as error:
            self.heard(f"{method} {path}", "", 0, str(error) or type(error).__name__)
            return Observation(status=0, operation=operation, text=str(error) or type(error).__name__)
        text = response.text
        self.heard(
            f"{method} {path}",
            "" if content is None else content.decode("utf-8", "replace"),
            response.status_code,
            text,
        )
        return Observation(
            status=response.status_code,
            body=parsed(text),
            headers=dict(response.headers),
            operation=operation or operation_at("rollout", method, path),
            text=text,
            has_body=method != "HEAD",
        )

    def heard(self, what: str, request: str, status: int, response: str) -> None:
        """Keeps what was said, without keys and tokens."""
        entry: dict[str, Any] = {"what": self._redacted(what)}
        if request:
            entry["request"] = shortened(self._redacted(request))
        if status:
            entry["status"] = status
        if response:
            entry["response"] = shortened(self._redacted(response))
        self.exchange.append(entry)

    def _redacted(self, text: str) -> str:
        for rollout in self.rollouts.values():
            for secret in (rollout.token, rollout.model_key, rollout.callback_key):
                if secret:
                    text = text.replace(secret, "…")
        key = self.place.server.key
        return text.replace(key, "…") if key else text

    def _of(self, argument: Mapping[str, Any]) -> Rollout:
        return self._named(argument.get("of", "a"))

    def _named(self, name: str) -> Rollout:
        if name not in self.rollouts:
            self.rollouts[name] = Rollout(name=name, id=f"{self.prefix}{name}")
        return self.rollouts[name]

    def _with_names(self, node: Any, *, encoded: bool = False) -> Any:
        """The node with `{a}` replaced by the id of rollout `a`, `{case}` by what all ids of the case begin with."""
        if isinstance(node, str):
            if "{" not in node:
                return node
            for name, rollout in self.rollouts.items():
                node = node.replace("{" + name + "}", quote(rollout.id, safe="") if encoded else rollout.id)
            found = node.replace("{case}", self.prefix).replace("{unique}", self.prefix)
            server = self.place.server
            return found.replace("{instance}", server.instance or "").replace("{key}", server.key or "")
        if isinstance(node, list):
            return [self._with_names(item, encoded=encoded) for item in node]
        if isinstance(node, Mapping):
            return {self._with_names(key): self._with_names(item, encoded=encoded) for key, item in node.items()}
        return node

    # --- rollouts

    async def _admit(self, step: Mapping[str, Any]) -> Observation:
        rollout = self._named(step.get("as", "a"))
        self._prepare(rollout, {**step, "conformance": self._with_names(step.get("conformance", {}))})
        body = with_changes(rollout.body, self._with_names(step))
        content = respelled(body, step.get("again"))
        headers: dict[str, str | None] = dict(self._with_names(step.get("headers", {})))
        if "idempotency_key" in step:
            headers["Idempotency-Key"] = self._with_names(step["idempotency_key"])
        if step.get("lose_answer"):
            given = {"Content-Type": "application/json", **self.place.server.authorization, **headers}
            await raw.lose_answer(self.place.server, "/rollout", content, given)
            self.heard("POST /rollout, its answer lost", content.decode(), 0, "")
            self._enter(rollout, body)
            return Observation()
        asked = time.monotonic()
        observed = await self.send("POST", "/rollout", content=content, headers=headers)
        if observed.status == _ADMITTED:
            rollout.admitted(observed.body, asked)
            self._enter(rollout, body)
            if "set" not in step and not step.get("remove"):
                rollout.body = body
            self._check_admission(rollout, observed, body)
        return observed

    def _prepare(self, rollout: Rollout, step: Mapping[str, Any]) -> None:
        """Makes a side and a body for a rollout, unless an earlier admission's are sent again."""
        if "rollout_id" in step:
            rollout.id = self._with_names(step["rollout_id"])
        if rollout.side is None or "again" not in step:
            rollout.model_key = f"model-{secrets.token_hex(8)}"
            rollout.callback_key = f"controller-{secrets.token_hex(8)}"
            changes = step.get("set", {})
            model_key = changes.get("llm_api_key", rollout.model_key)
            callback_key = changes.get("controller_api_key", rollout.callback_key)
            rollout.side = self.peer.open(
                model_key=model_key or (callback_key if self.case.dialect == "callbacks" else None),
                callback_key=callback_key,
                model=step.get("model", [{}]),
                completion=step.get("completion", [{}]),
                grader=step.get("grader", [{}]),
            )
            rollout.side.heard = self.heard
            rollout.body = admission_body(
                step,
                rollout_id=rollout.id,
                dialect=self.case.dialect,
                model_url=self.peer.url(rollout.side),
                model_key=rollout.model_key,
                callback_urls=(self.peer.url(rollout.side, "completion"), self.peer.url(rollout.side, "grader")),
                callback_key=rollout.callback_key,
            )

    def _enter(self, rollout: Rollout, body: Mapping[str, Any]) -> None:
        rollout.graded = body.get("grader_callback_url") is not None
        if (rollout.entry is None or rollout.entry.forgotten) and rollout.side is not None:
            rollout_id = body.get("rollout_id")
            rollout.side.rollout_id = rollout_id
            entry = Entry(rollout_id or "", self.case.id, self.case.dialect or "leases", rollout.side)
            rollout.entry = self.ledger.enter(entry)

    @staticmethod
    def _check_admission(rollout: Rollout, observed: Observation, body: Mapping[str, Any]) -> None:
        """In the lease dialect the answer is a lease that a poll can keep alive; in the other there is nothing."""
        if "completion_callback_url" in body:
            if observed.body != {}:
                raise FailedError(f"the answer in the callback dialect is not {{}}: {observed.text}")
            return
        if not isinstance(observed.body, dict) or not rollout.token:
            raise FailedError(f"the answer holds no lease: {observed.text}")
        if observed.body.get("rollout_id") != body.get("rollout_id"):
            raise FailedError("the answer names another rollout")
        if not (rollout.lease_sec or 0) > (rollout.wait_sec or 0) > 0:
            raise FailedError(f"the lease of {rollout.lease_sec} s is not longer than a poll of {rollout.wait_sec} s")

    async def _admit_many(self, step: Mapping[str, Any]) -> Observation:
        return await admit_many(self, step)

    async def _poll(self, step: Mapping[str, Any]) -> Observation:
        rollout = self._of(step)
        if step.get("to_end"):
            return await self._poll_to_end(rollout)
        asked = time.monotonic()
        observed = await self.poll_once(rollout, step)
        if step.get("waits"):
            wait, took = float(self.case.settings["wait_sec"]), time.monotonic() - asked
            if took < wait / 2:
                raise FailedError(f"the poll was answered after {took:.2f} s; the server waits for {wait:g} s")
        return observed

    async def poll_once(self, rollout: Rollout, step: Mapping[str, Any]) -> Observation:
        """One poll, as the step says."""
        token = step.get("token", "own")
        if token == "own":  # noqa: S105 - a word of the cases
            shown: str | None = rollout.token or "none-was-given"
            rollout.check_lease(_SAFE_PART_OF_LEASE)
        elif token.startswith("of:"):
            shown = self._named(token[3:]).token or ""
        else:
            shown = {"none": None, "empty": ""}.get(token, token)
        query = f"?until={step['until']}" if "until" in step else ""
        path = f"/rollout/{quote(rollout.id, safe='')}/result{query}"
        asked = time.monotonic()
        observed = await self.send(step.get("method", "GET"), path, headers={LEASE_HEADER: shown})
        if observed.status == _OK and token == "own":  # noqa: S105
            rollout.renewed = asked
            if rollout.entry is not None and observed.has_body:
                rollout.entry.saw_result(observed.body)
                rollout.alive = rollout.alive and rollout.entry.terminal is None
        return observed

    async def _poll_to_end(self, rollout: Rollout) -> Observation:
        until = {"until": "terminal"} if "until" in self.features else {}
        while True:
            observed = await self.poll_once(rollout, until)
            check(observed, {"status": [_OK]}, problems="problems" in self.features)
            if observed.body.get("status") not in LIVE:
                return observed

    async def _finish(self, step: Mapping[str, Any]) -> Observation:
        return await self.finish(self._of(step))

    async def finish(self, rollout: Rollout) -> Observation:
        """How a rollout ended, in the shape of a poll's answer."""
        if rollout.token is not None:
            return await self._poll_to_end(rollout)
        side = rollout.side
        if side is None:
            raise FailedError("the case never admitted this rollout")
        last = "grader" if rollout.graded else "completion"
        await side.wait_for(lambda: any(received.acknowledged for received in side.of(last)))
        rollout.alive = False
        completion = (side.of("completion") or side.of(last))[-1].body
        if completion["status"] != "success" or not rollout.graded:
            body = {"rollout_id": completion["rollout_id"], "sample": None} | {
                name: completion.get(name) for name in ("status", "err_message", "err_category")
            }
        else:
            grade = side.of("grader")[-1].body
            body = {name: grade.get(name) for name in ("rollout_id", "status", "sample", "err_message", "err_category")}
        if rollout.entry is not None:
            rollout.entry.saw_result(body, posted=True)
        counts = {kind: len(side.of(kind)) for kind in ("completion", "grader")}
        return Observation(body={**body, "callbacks": counts})

    async def _status(self, step: Mapping[str, Any]) -> Observation:
        rollout = self._of(step)
        while True:
            observed = await self.send("GET", f"/rollout/{quote(rollout.id, safe='')}/status")
            if observed.status == _OK and rollout.entry is not None:
                rollout.entry.saw_status(observed.body)
            if "until" not in step or mismatch(self._with_names(step["until"]), observed.body) is None:
                return observed
            await asyncio.sleep(_PAUSE_SEC)

    async def _cancel(self, step: Mapping[str, Any]) -> Observation:
        if "body" in step:
            body = self._with_names(step["body"])
        else:
            body = {name: self._with_names(step[name]) for name in ("prefix", "all") if name in step}
            if "ids" in step:
                body["ids"] = [self._named(name).id for name in step["ids"]]
        return await self.send("POST", "/rollout/cancel", content=json.dumps(body).encode())

    async def _health(self, step: Mapping[str, Any]) -> Observation:
        while True:
            observed = await self.send("GET", "/health")
            if step.get("stopping"):
                done = observed.status != _OK or observed.body["lifecycle"]["accepting_rollouts"] is False
            else:
                done = "until" not in step or mismatch(self._with_names(step["until"]), observed.body) is None
            if done:
                self._last_health, self._health_before = self._health_before, observed.body or {}
                return observed
            await asyncio.sleep(_PAUSE_SEC)

    async def _request(self, step: Mapping[str, Any]) -> Observation:
        content: bytes | None = None
        if "body" in step:
            content = json.dumps(self._with_names(step["body"])).encode()
        elif "base64" in step:
            content = base64.b64decode(step["base64"])
        elif "text" in step:
            content = (self._with_names(step["text"]) + " " * step.get("pad", 0)).encode("utf-8", "surrogatepass")
        path = self._with_names(step["path"], encoded=True)
        headers = self._with_names(step.get("headers", {}))
        return await self.send(step["method"], path, content=content, headers=headers, operation=step.get("operation"))

    async def _raw(self, step: Mapping[str, Any]) -> Observation:
        rollout = self._of(step)
        self._prepare(rollout, {"again": "same"})
        body = json.dumps(rollout.body)
        filled = {
            "{host}": self.place.server.host, "{key}": self.place.server.key or "", "{body}": body,
            "{length}": str(len(body.encode())), "{hexlength}": f"{len(body.encode()):x}",
        }  # fmt: skip
        parts = []
        for part in step["send"]:
            for name, value in filled.items():
                part = part.replace(name, value)  # noqa: PLW2901 - the part as it is filled
            parts.append(part.encode("utf-8", "surrogateescape"))
        status, headers, text = await raw.talk(self.place.server, parts, step.get("then", "read"))
        self.heard("bytes on a connection", b"".join(parts).decode("utf-8", "replace"), status, text)
        if status == _ADMITTED:
            rollout.admitted(parsed(text), time.monotonic())
            self._enter(rollout, rollout.body)
        if step.get("loose") or status == 0:
            return Observation(status=status or 0, has_body=False, loose=True)
        return Observation(status, parsed(text), headers, step.get("operation"), text)

    # --- the other side, time, the process, files

    async def _model(self, step: Mapping[str, Any]) -> Observation:
        side = self._of(step).side
        if side is None:
            raise FailedError("the case never admitted this rollout")
        await side.steer(step["answer"])
        return Observation()

    async def _await_model(self, step: Mapping[str, Any]) -> Observation:
        side, count = self._of(step).side, step.get("count", 1)
        if side is None:
            raise FailedError("the case never admitted this rollout")
        await side.wait_for(lambda: len(side.calls) >= count)
        return Observation(body=side.calls[count - 1])

    async def _await_callback(self, step: Mapping[str, Any]) -> Observation:
        side, kind, count = self._of(step).side, step["callback"], step.get("count", 1)
        if side is None:
            raise FailedError("the case never admitted this rollout")
        await side.wait_for(lambda: len(side.of(kind)) >= count)
        received = side.of(kind)[count - 1]
        if step.get("after_pause"):
            allowed = side.of(kind)[count - 2].again_at
            if allowed is not None and received.at < allowed - _CLOCK_SEC:
                raise FailedError(f"the next try came {allowed - received.at:.2f} s before Retry-After allowed it")
        if "after" in step and not any(
            earlier.kind == step["after"] and earlier.acknowledged
            for earlier in side.callbacks[: side.callbacks.index(received)]
        ):
            raise FailedError(f"the {kind} callback came before the {step['after']} callback was acknowledged")
        return Observation(body=received.body)

    async def _let_lapse(self, step: Mapping[str, Any]) -> Observation:
        """Waits until the lease must have lapsed; where the server can be asked without a poll, until it says so.

        It is asked half-way as well: that renews nothing.
        """
        rollout = self._of(step)
        lease = rollout.lease_sec or 0.0
        wake = max(rollout.renewed, rollout.asked) + lease
        if "status" in self.features:
            await asyncio.sleep(max(0.0, wake - lease / 2 - time.monotonic()))
            await self._status({"of": rollout.name})
        await asyncio.sleep(max(0.0, wake - time.monotonic()))
        if "status" not in self.features:
            await asyncio.sleep(lease * (_LAPSE_FACTOR - 1))
        else:
            while (await self._status({"of": rollout.name})).body.get("status") in LIVE:
                if time.monotonic() > wake + lease + _LATE_SEC:
                    raise FailedError(f"the rollout lives on {time.monotonic() - wake:.1f} s after its lease")
                await asyncio.sleep(_PAUSE_SEC)
        rollout.lapsed = True
        return Observation()

    async def _let_pass(self, step: Mapping[str, Any]) -> Observation:
        """Waits until the answer to a poll is that the rollout is unknown; its retention began before this step."""
        retention = self.case.settings.get("retention_sec")
        if retention is None:
            raise SkippedError("the case does not say how long results are retained")
        rollout = self._of(step)
        rollout.lapsed = True
        give_up = time.monotonic() + 4 * retention + 10
        while time.monotonic() < give_up:
            observed = await self._status({"of": rollout.name})
            if observed.body.get("status") == "unknown":
                return Observation()
            await asyncio.sleep(_PAUSE_SEC)
        raise FailedError(f"the rollout is still known {4 * retention + 10:g} s after its end")

    async def _kill(self, step: Mapping[str, Any]) -> Observation:
        await self.place.kill(step["signal"])
        self.heard(f"SIG{step['signal']}", "", 0, "")
        if step["signal"] == "KILL":
            for rollout in self.rollouts.values():
                rollout.lost_with_process()
        return Observation()

    async def _restart(self, _: Mapping[str, Any]) -> Observation:
        await self.place.restart()
        self.heard("the server was started again", "", 0, "")
        return Observation()

    async def _await_exit(self, _: Mapping[str, Any]) -> Observation:
        code = await self.place.server.wait()
        for rollout in self.rollouts.values():
            rollout.lost_with_process()
        return Observation(body={"exit_code": code})

    async def _files(self, step: Mapping[str, Any]) -> Observation:
        root = self.place.server.artifacts
        if root is None:
            raise SkippedError("the suite did not start the server, so it does not know where its files are")
        folder = root / self._of(step).id
        found = {name: _content(folder / name) for name in step["paths"]}
        while None in found.values():  # a server may write after it has answered
            await asyncio.sleep(_PAUSE_SEC)
            found = {name: _content(folder / name) for name in step["paths"]}
        return Observation(body=found)

    async def _output(self, step: Mapping[str, Any]) -> Observation:
        server, line = self.place.server, self._with_names(step["line"])
        if server.process is None:
            raise SkippedError("the suite did not start the server, so it does not see its output")
        while line not in server.lines:
            server.printed.clear()
            await server.printed.wait()
        return Observation(body=line)


def _content(path: Path) -> Any:
    """A file's text, or its value where it is JSON; None while it is not there, or not whole."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    return parsed(text) if path.suffix == ".json" else text
