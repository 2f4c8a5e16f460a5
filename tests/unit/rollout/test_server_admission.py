"""POST /rollout: who is admitted, who is refused, and what comes first when several things are wrong."""

from __future__ import annotations

import asyncio
import re
from urllib.parse import quote

import pytest
from rollout_support import JSON, Controller, ScriptedBackend, after, body, callback_body, forever, serving

pytestmark = pytest.mark.virtual_time


async def test_an_admission_answers_with_a_lease():
    """202 gives the id, status queued, a token of 43 URL-safe characters, and the server's two times."""
    async with serving(result_wait_timeout_sec=2, polling_lease_timeout_sec=9) as server:
        response = await server.http.post("/rollout", json=body("a1"))
    answer = response.json()
    assert response.status_code == 202
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", answer.pop("polling_lease_token"))
    assert answer == {
        "rollout_id": "a1",
        "status": "queued",
        "result_wait_timeout_sec": 2.0,
        "polling_lease_timeout_sec": 9.0,
    }


async def test_work_is_scheduled_before_the_answer_leaves():
    """A lost answer still leaves work running."""
    backend = ScriptedBackend()
    async with serving(backend) as server:
        await server.admit("a1")
        assert (await server.health())["lifecycle"]["active_rollouts"] == 1
    assert [request.id for request in backend.requests] == ["a1"]


async def test_the_backend_gets_what_the_request_says():
    """Prompt, label, metadata, timeouts and whether to grade reach the backend; null timeouts are no limit."""
    backend = ScriptedBackend()
    async with serving(backend) as server:
        await server.run("a1", metadata={"k": [1]}, agent_timeout_sec=3, grader_timeout_sec=-1, grade=False, new_key=1)
        await server.run("a2", label=None)
    first, second = backend.requests
    assert (first.prompt, first.label, first.metadata) == (body()["initial_messages"], "56", {"k": [1]})
    assert (first.agent_timeout_sec, first.grader_timeout_sec, first.grade) == (3.0, -1.0, False)
    assert (second.label, second.metadata, second.agent_timeout_sec, second.grade) == (None, None, None, True)


@pytest.mark.parametrize("rollout_id", ["a::b", "two words", "ünï", "...", ".a", "a%2Fb", "a?b#c", "é" * 100])
async def test_any_single_path_segment_is_an_id(rollout_id: str):
    """Colons, spaces, percent signs, unicode and further dots are fine, and polls find the rollout by them."""
    async with serving() as server:
        token = await server.admit(rollout_id)
        answer = await server.result(quote(rollout_id, safe=""), token)
    assert (answer["rollout_id"], answer["status"]) == (rollout_id, "success")


@pytest.mark.parametrize("rollout_id", ["", ".", "..", "a/b", "a\\b", "a\0b", None, 7])
async def test_an_id_that_is_no_single_path_segment_is_refused(rollout_id: object):
    """Empty, dots alone, slashes of either kind, NUL, null and numbers are 422."""
    async with serving() as server:
        response = await server.http.post("/rollout", json=body(None, rollout_id=rollout_id))
    assert response.status_code == 422
    assert response.json()["errors"][0]["loc"][:2] == ["body", "rollout_id"]


@pytest.mark.parametrize("missing", ["initial_messages", "rollout_id", "chat_completions_url"])
async def test_a_required_member_that_is_missing_is_named(missing: str):
    """422 lists the fault under `errors`, and under `detail` where published clients look."""
    async with serving() as server:
        response = await server.http.post("/rollout", json={k: v for k, v in body().items() if k != missing})
    problem = response.json()
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"
    assert [fault["loc"] for fault in problem["errors"]] == [["body", missing]]
    assert problem["detail"][0]["type"] == "missing"


@pytest.mark.parametrize(
    "member",
    [
        '"llm_api_key": ""',
        '"agent_timeout_sec": NaN',
        '"agent_timeout_sec": 1e400',
        '"agent_timeout_sec": Infinity',
        '"grader_timeout_sec": "3"',
        '"grader_timeout_sec": true',
        '"agent_timeout_sec": 1' + "0" * 5000,
        '"label": 7',
        '"metadata": []',
        '"grade": null',
        '"initial_messages": ["text"]',
        '"label": "\\ud800"',
        '"metadata": {"deep": ' + "[" * 5000 + "]" * 5000 + "}",
    ],
)
async def test_a_member_of_the_wrong_kind_is_refused(member: str):
    """Empty keys, numbers not finite or too long, lone surrogates and bottomless nesting are 422, never 500."""
    text = '{"initial_messages": [], "rollout_id": "a1", "chat_completions_url": "", ' + member + "}"
    async with serving() as server:
        response = await server.http.post("/rollout", content=text.encode(), headers=JSON)
        assert response.status_code == 422, response.text
        assert (await server.health())["lifecycle"]["active_rollouts"] == 0


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b"{}\0"])
async def test_a_body_that_is_no_json_object_is_refused(content: bytes):
    """Nothing, half an object, another value and bytes that are no text are 422."""
    async with serving() as server:
        assert (await server.http.post("/rollout", content=content, headers=JSON)).status_code == 422


async def test_the_last_of_duplicate_keys_counts():
    """JSON with a member twice is read as most readers read it."""
    text = b'{"initial_messages": [], "rollout_id": "x/y", "rollout_id": "a1", "chat_completions_url": ""}'
    async with serving() as server:
        response = await server.http.post("/rollout", content=text, headers=JSON)
    assert (response.status_code, response.json()["rollout_id"]) == (202, "a1")


@pytest.mark.parametrize("seconds", [0, -1, 1e308, 0.5])
async def test_any_finite_timeout_is_taken(seconds: float):
    """Zero and less mean that the time has passed; they are no error of the request."""
    backend = ScriptedBackend()
    async with serving(backend) as server:
        await server.run("a1", agent_timeout_sec=seconds)
    assert backend.requests[0].agent_timeout_sec == seconds


async def test_a_full_backend_refuses_with_429():
    """The answer says to come back in five seconds, and says so even to a duplicate."""
    backend = ScriptedBackend(forever)
    async with serving(backend) as server:
        await server.admit("a1")
        backend.capacity = False
        for rollout_id in ("a1", "a2"):
            response = await server.http.post("/rollout", json=body(rollout_id))
            assert (response.status_code, response.headers["Retry-After"]) == (429, "5")
            assert response.json()["detail"]
        await server.cancel(all=True)


async def test_an_id_is_taken_while_it_runs_and_while_its_result_is_retained():
    """409 until the retention has passed; then the id is free."""
    async with serving(ScriptedBackend(after(5)), result_retention_sec=60) as server:
        token = await server.admit("a1")
        assert (await server.http.post("/rollout", json=body("a1"))).status_code == 409
        await server.result("a1", token)
        await asyncio.sleep(59)
        assert (await server.http.post("/rollout", json=body("a1"))).status_code == 409
        await asyncio.sleep(2)
        assert (await server.http.post("/rollout", json=body("a1"))).status_code == 202


async def test_an_id_stays_taken_while_its_task_is_still_ending():
    """A rollout that cleans up past its retention keeps its id, though a poll no longer finds it."""
    ended = asyncio.Event()

    async def execute(request):
        try:
            await asyncio.Event().wait()
        finally:
            await ended.wait()

    async with serving(
        ScriptedBackend(execute), result_wait_timeout_sec=1, polling_lease_timeout_sec=2, result_retention_sec=5
    ) as server:
        token = await server.admit("a1")
        await asyncio.sleep(10)
        assert (await server.raw_poll("a1", token)).status_code == 404
        assert (await server.http.post("/rollout", json=body("a1"))).status_code == 409
        assert (await server.health())["lifecycle"]["active_rollouts"] == 1
        ended.set()
        await asyncio.sleep(0.1)
        assert (await server.health())["lifecycle"]["active_rollouts"] == 0
        assert (await server.http.post("/rollout", json=body("a1"))).status_code == 202
        ended.set()


async def test_an_idempotency_key_gets_the_first_answer_again():
    """The same key and body are answered with the same lease, before capacity is looked at; nothing runs twice."""
    backend = ScriptedBackend(after(3))
    async with serving(backend) as server:
        headers = {"Idempotency-Key": "k1"}
        first = await server.http.post("/rollout", json=body("a1"), headers=headers)
        backend.capacity = False
        again = await server.http.post("/rollout", json=dict(reversed(body("a1").items())), headers=headers)
        assert (first.status_code, again.status_code) == (202, 202)
        assert first.json() == again.json()
        await server.result("a1", first.json()["polling_lease_token"])
        late = await server.http.post("/rollout", json=body("a1"), headers=headers)
        assert late.json() == first.json()
    assert len(backend.requests) == 1


async def test_an_idempotency_key_stands_for_one_admission():
    """Another body under the key, or the same body under another key, is 409; the problem's type says which it is."""
    reused, taken = "urn:osmosis:rollout:key-reused", "urn:osmosis:rollout:id-taken"
    cases = (("a1", "k1", {"label": "57"}, reused), ("a2", "k1", {}, reused), ("a1", "k2", {}, taken))
    async with serving(ScriptedBackend(after(3))) as server:
        await server.admit("a1", headers={"Idempotency-Key": "k1"})
        for rollout_id, key, members, kind in cases:
            response = await server.http.post(
                "/rollout", json=body(rollout_id, **members), headers={"Idempotency-Key": key}
            )
            assert (response.status_code, response.json()["type"]) == (409, kind), (rollout_id, key)


async def test_a_repeat_is_the_same_request_when_it_has_the_same_value():
    """`1` and `1.0` are one number, a member left out is its default, and unlisted members count for nothing."""
    async with serving() as server:
        first = body("a1", agent_timeout_sec=60, metadata={"n": [1]})
        again = body("a1", agent_timeout_sec=60.0, metadata={"n": [1.0]}, grade=True, unheard_of=1)
        headers = {"Idempotency-Key": "k1"}
        answers = [await server.http.post("/rollout", json=sent, headers=headers) for sent in (first, again)]
        other = await server.http.post("/rollout", json=first | {"metadata": {"n": [True]}}, headers=headers)
    assert [answer.status_code for answer in answers] == [202, 202]
    assert answers[0].json() == answers[1].json()
    assert other.status_code == 409


async def test_an_idempotency_key_is_free_again_with_its_rollout():
    """Once the rollout is forgotten, so is its key."""
    async with serving(result_retention_sec=1) as server:
        headers = {"Idempotency-Key": "k1"}
        await server.admit("a1", headers=headers)
        await asyncio.sleep(5)
        assert await server.admit("a2", headers=headers)


@pytest.mark.parametrize("key", ["", "k" * 256])
async def test_an_idempotency_key_has_1_to_255_characters(key: str):
    """Others are 422."""
    async with serving() as server:
        response = await server.http.post("/rollout", json=body(), headers={"Idempotency-Key": key})
    assert response.status_code == 422


async def test_the_same_body_again_is_no_conflict_in_the_callback_dialect():
    """It is answered with {} and starts nothing; another body under the id is 409."""
    backend = ScriptedBackend(after(3))
    async with serving(backend, callback_transport=Controller().transport) as server:
        for _ in range(2):
            response = await server.http.post("/rollout", json=callback_body("c1"))
            assert (response.status_code, response.json()) == (202, {})
        other = await server.http.post("/rollout", json=callback_body("c1", label="57"))
        assert other.status_code == 409
        leased = await server.http.post("/rollout", json=body("c1"))
        assert leased.status_code == 409
    assert len(backend.requests) == 1


async def test_a_rollout_of_the_callback_dialect_may_be_without_an_id():
    """The server makes one of 32 hexadecimal digits; each such body is a new rollout, unless a key names it."""
    backend = ScriptedBackend()
    async with serving(backend, callback_transport=Controller().transport) as server:
        for rollout_id in (None, "explicit null"):
            members = {} if rollout_id is None else {"rollout_id": None}
            response = await server.http.post("/rollout", json=callback_body(None, **members))
            assert response.status_code == 202
        for _ in range(2):
            named = await server.http.post("/rollout", json=callback_body(None), headers={"Idempotency-Key": "k"})
            assert (named.status_code, named.json()) == (202, {})
    assert len(backend.requests) == 3
    assert all(re.fullmatch("[0-9a-f]{32}", request.id) for request in backend.requests)


@pytest.mark.parametrize("broken", [{"llm_api_key": ""}, {"completion_callback_url": None}, {"grader_callback_url": 7}])
async def test_a_body_with_a_completion_url_is_read_as_callbacks(broken: dict[str, object]):
    """Its presence alone decides the dialect, so a null there is a fault and not a lease."""
    async with serving() as server:
        assert (await server.http.post("/rollout", json=callback_body("c1", **broken))).status_code == 422
