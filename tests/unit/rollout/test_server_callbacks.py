"""The callbacks a server posts: bodies, order, once each, retries, and what an acknowledgement may bring."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from rollout_support import (
    Controller,
    ScriptedBackend,
    after,
    callback_body,
    failed,
    scored,
    serving,
    settled,
    succeeded,
)

from osmosis_ai.rollout import ExecutionOutcome, RolloutContext, RolloutStatus, get_rollout_context
from osmosis_ai.rollout.backend.base import report_progress

pytestmark = pytest.mark.virtual_time


async def run(
    execute: Any = None, controller: Controller | None = None, *, grader: bool = True, **members: Any
) -> Controller:
    """One rollout of the callback dialect from its admission to its end."""
    controller = Controller() if controller is None else controller
    backend = execute if hasattr(execute, "execute") else ScriptedBackend(execute)
    async with serving(backend, callback_transport=controller.transport) as server:
        response = await server.http.post("/rollout", json=callback_body("c1", grader=grader, **members))
        assert (response.status_code, response.json()) == (202, {})
        await settled(server, "c1")
    return controller


async def test_a_graded_success_is_posted_as_completion_then_grade():
    """The completion has no sample; the grade has the sample with its reward and without trajectory messages."""
    controller = await run()
    assert [(path, body) for path, body, _ in controller.posts] == [
        (
            "completion",
            {
                "status": "success",
                "rollout_id": "c1",
                "extra_fields": None,
                "err_message": None,
                "err_category": None,
            },
        ),
        (
            "grader",
            {
                "status": "success",
                "rollout_id": "c1",
                "sample": {
                    "messages": [{"role": "user", "content": "7*8?"}, {"role": "assistant", "content": "56"}],
                    "label": "56",
                    "reward": 1.0,
                    "remove_sample": False,
                    "metrics": {},
                    "extra_fields": {},
                },
                "err_message": None,
                "err_category": None,
            },
        ),
    ]


async def test_a_failed_workflow_is_posted_as_failure_and_bare_failure():
    """The completion names message, category and diagnostics; the grade says failure alone."""
    outcome = ExecutionOutcome(workflow=failed("timeout", "too late", extra_fields={"phase": "agent"}))
    controller = await run(after(0, outcome))
    completion, grade = (body for _, body, _ in controller.posts)
    assert completion == {
        "status": "failure",
        "rollout_id": "c1",
        "extra_fields": {"phase": "agent"},
        "err_message": "too late",
        "err_category": "timeout",
    }
    assert grade == {
        "status": "failure",
        "rollout_id": "c1",
        "sample": None,
        "err_message": None,
        "err_category": None,
    }


async def test_a_failed_grader_is_posted_as_success_then_failure():
    """The sample is there, its reward is not."""
    outcome = ExecutionOutcome(workflow=succeeded(), grader=failed(sample=succeeded(reward=1.0).sample))
    controller = await run(after(0, outcome))
    completion, grade = (body for _, body, _ in controller.posts)
    assert (completion["status"], grade["status"], grade["err_category"]) == ("success", "failure", "agent_error")
    assert grade["sample"]["label"] == "56"
    assert grade["sample"]["reward"] is None


@pytest.mark.parametrize(
    "outcome", [ExecutionOutcome(workflow=succeeded()), scored(1.0, remove_sample=True)], ids=["ungraded", "removed"]
)
async def test_an_ungraded_or_removed_sample_succeeds_without_reward(outcome: ExecutionOutcome):
    """Both callbacks say success; no number passes for a grade."""
    controller = await run(after(0, outcome))
    assert [body["status"] for _, body, _ in controller.posts] == ["success", "success"]
    assert controller.posts[1][1]["sample"]["reward"] is None


async def test_without_a_grader_url_nothing_is_graded():
    """The backend is not asked to grade, and one callback is posted; a backend that grades anyway is let."""
    backend = ScriptedBackend()
    controller = await run(backend, grader=False)
    assert controller.paths == ["completion"]
    assert backend.requests[0].grade is False

    class Capturing(ScriptedBackend):
        capture_final_result = True

    capturing = Capturing()
    await run(capturing, grader=False)
    assert capturing.requests[0].grade is True


async def test_the_completion_is_posted_while_grading_goes_on():
    """As soon as the workflow has ended; the grade waits until the completion has been taken."""

    async def execute(request):
        report_progress(RolloutStatus.GRADING, succeeded())
        await asyncio.sleep(5)
        return scored()

    async def slow():
        await asyncio.sleep(9)
        return httpx.Response(200)

    controller = await run(execute, Controller(answers=[slow]))
    assert controller.paths == ["completion", "grader"]
    assert controller.times[1] - controller.times[0] == pytest.approx(9)


async def test_a_backend_that_breaks_after_reporting_posts_each_callback_once():
    """The completion that was posted stands; the grade is a failure."""

    async def execute(request):
        report_progress(RolloutStatus.GRADING, succeeded())
        report_progress(RolloutStatus.GRADING, succeeded())
        await asyncio.sleep(1)
        raise RuntimeError

    controller = await run(execute)
    assert [(path, body["status"]) for path, body, _ in controller.posts] == [
        ("completion", "success"),
        ("grader", "failure"),
    ]


async def test_a_backend_that_breaks_before_reporting_posts_two_failures():
    """A controller never waits for a callback that will not come."""

    async def execute(request):
        return None

    controller = await run(execute)
    assert [(path, body["status"]) for path, body, _ in controller.posts] == [
        ("completion", "failure"),
        ("grader", "failure"),
    ]
    assert controller.posts[0][1]["err_category"] == "internal_error"


@pytest.mark.parametrize(("key", "header"), [("k-1", "Bearer k-1"), (None, None), ("", None), ("clé", "Bearer clé")])
async def test_callbacks_carry_the_controllers_key(key: str | None, header: str | None):
    """As a bearer token on both; without a key there is no Authorization header."""
    controller = await run(controller_api_key=key)
    for _, _, headers in controller.posts:
        shown = dict(headers.raw).get(b"Authorization")
        assert shown == (None if header is None else header.encode())
        assert headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("members", "used"),
    [({"controller_api_key": "c"}, "c"), ({"controller_api_key": "c", "llm_api_key": "l"}, "l"), ({}, None)],
    ids=str,
)
async def test_the_models_key_falls_back_to_the_controllers(members: dict[str, str], used: str | None):
    """A workflow finds url, key and id of its rollout in the context."""
    seen: list[RolloutContext | None] = []

    async def execute(request):
        seen.append(get_rollout_context())
        return scored()

    await run(execute, chat_completions_url="http://model", **members)
    (context,) = seen
    assert context is not None
    assert (context.chat_completions_url, context.api_key, context.rollout_id) == ("http://model", used, "c1")


@pytest.mark.parametrize(
    "fault",
    [httpx.Response(status) for status in (429, 500, 502, 503, 504)]
    + [httpx.ConnectError("down"), httpx.ReadTimeout("slow"), httpx.RemoteProtocolError("cut")],
    ids=lambda fault: str(getattr(fault, "status_code", fault)),
)
async def test_a_passing_fault_is_tried_again(fault: Any):
    """Transport errors, 429 and the four server errors; the pause before the second attempt is about half a second."""
    controller = await run(controller=Controller(answers=[fault]))
    assert controller.paths == ["completion", "completion", "grader"]
    assert 0.3 < controller.times[1] - controller.times[0] < 0.6


async def test_five_attempts_are_made_and_then_the_rollout_ends():
    """With pauses that double; a controller that is gone for good does not keep the rollout."""
    controller = await run(controller=Controller(answers=[httpx.ConnectError("down")] * 10))
    assert controller.paths == ["completion"] * 5 + ["grader"] * 5
    pauses = [later - earlier for earlier, later in zip(controller.times[:5], controller.times[1:5], strict=False)]
    for pause, longest in zip(pauses, (0.5, 1, 2, 4), strict=True):
        assert 0.75 * longest <= pause <= longest


@pytest.mark.parametrize(("value", "pause"), [("7", 7), ("3600", 30)])
async def test_retry_after_is_honoured_within_reason(value: str, pause: float):
    """The controller says when to come back; half a minute is the longest that a rollout waits for it."""
    refusal = httpx.Response(503, headers={"Retry-After": value})
    controller = await run(controller=Controller(answers=[refusal]))
    assert controller.times[1] - controller.times[0] == pytest.approx(pause)


@pytest.mark.parametrize("status", [301, 307, 401, 403, 404, 409, 501])
async def test_any_other_answer_is_final(status: int):
    """One attempt, no redirect is followed, and the grade is still posted."""
    refusal = httpx.Response(status, headers={"Location": "http://elsewhere/"})
    controller = await run(controller=Controller(answers=[refusal]))
    assert controller.paths == ["completion", "grader"]


@pytest.mark.parametrize("status", [400, 413, 422])
async def test_a_grade_whose_body_is_refused_is_sent_again_without_its_bulk(status: int):
    """Label, reward and remove_sample must arrive; messages, metrics and fields may not."""
    outcome = scored(0.5, metrics={"m": 1}, extra_fields={"f": 1})
    controller = await run(after(0, outcome), Controller(answers=[httpx.Response(200), httpx.Response(status)]))
    assert controller.paths == ["completion", "grader", "grader"]
    assert controller.posts[2][1]["sample"] == {
        "messages": [],
        "label": "56",
        "reward": 0.5,
        "remove_sample": False,
        "metrics": {},
        "extra_fields": {},
    }


async def test_a_metric_that_is_left_out_is_warned_about_once(caplog: pytest.LogCaptureFixture):
    """Though it is left out of the callback, of the answer and of the trajectory, which is saved twice."""
    outcome = scored(metrics={"kept": 1, "lost": float("nan")})
    answers = [httpx.Response(200, json=_report(5)), httpx.Response(200, json=_report(5))]
    controller = await run(after(0, outcome), Controller(answers=answers))
    assert controller.posts[1][1]["sample"]["metrics"] == {"kept": 1}
    assert len([record for record in caplog.records if "lost" in record.getMessage()]) == 1


@pytest.mark.parametrize(
    "answer",
    [httpx.Response(204), httpx.Response(200, text="ok"), httpx.Response(201, json=[1]), httpx.Response(299)],
    ids=lambda answer: str(answer.status_code),
)
async def test_any_2xx_with_any_body_acknowledges(answer: httpx.Response):
    """A controller need not answer anything in particular."""
    controller = await run(controller=Controller(answers=[answer, answer]))
    assert controller.paths == ["completion", "grader"]


def _report(tokens: int) -> dict[str, Any]:
    calls = [{"prompt_tokens": tokens, "completion_tokens": 1}]
    return {"ok": True, "trajectory": {"samples": {"x": {"llm_call_metrics": calls}}}}


async def test_a_report_in_the_acknowledgement_is_merged_into_the_trajectory(artifact_root: Path):
    """The grader's replaces the completion's; the file is there in any case."""
    answers = [httpx.Response(200, json=_report(5)), httpx.Response(200, json=_report(11))]
    await run(controller=Controller(answers=answers))
    document = json.loads((artifact_root / "c1" / "trajectory.json").read_bytes())
    assert document["final_metrics"]["total_prompt_tokens"] == 11


@pytest.mark.parametrize("trajectory", [7, {"samples": 3}, {"samples": {"x": {"llm_call_metrics": "no"}}}, None])
async def test_a_report_that_does_not_fit_is_ignored(trajectory: object, artifact_root: Path):
    """With a warning; the trajectory is saved without it."""
    answers = [httpx.Response(200, json={"trajectory": trajectory})] * 2
    await run(controller=Controller(answers=answers))
    assert (artifact_root / "c1" / "trajectory.json").exists()


@pytest.mark.parametrize(
    "url", ["", "no url", "ftp://controller/x", "http://[::1", "http://a:99999/", "http://a:0/", "http:///x", "\n"]
)
@pytest.mark.parametrize("member", ["completion_callback_url", "grader_callback_url"])
async def test_a_callback_url_that_nothing_can_be_posted_to_is_refused_at_admission(url: str, member: str):
    """422, so that no graded rollout is lost to it later; the answer does not repeat the URL: it may hold a secret."""
    async with serving() as server:
        secret = f"{url}?signature=s3cret"
        response = await server.http.post("/rollout", json=callback_body("c1") | {member: secret})
        assert response.status_code == 422
        assert [fault["loc"][:2] for fault in response.json()["errors"]] == [["body", member]]
        assert "s3cret" not in response.text
        assert (await server.status("c1"))["status"] == "unknown"


class _Answering(httpx.AsyncBaseTransport):
    """Answers every post with the same response, made anew."""

    def __init__(self, answer: Callable[[], httpx.Response]) -> None:
        self.answer = answer
        self.posts = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.posts += 1
        return self.answer()


async def _endless(pause: float) -> AsyncIterator[bytes]:
    while True:
        await asyncio.sleep(pause)
        yield b" " * 1024**2 if pause == 0 else b" "


@pytest.mark.parametrize(
    "answer",
    [
        lambda: httpx.Response(200, content=_endless(0)),
        lambda: httpx.Response(200, content=_endless(1)),
        lambda: httpx.Response(200, headers={"Content-Encoding": "gzip"}, content=_endless(0)),
        lambda: httpx.Response(200, content=b"[" * 100_000),
    ],
    ids=["endless", "one byte a second", "compressed", "nested"],
)
async def test_an_answer_without_end_acknowledges_and_is_read_no_further(answer: Callable[[], httpx.Response]):
    """Its status counts; of its body 8 MiB and 10 seconds are read at most, and nothing that is compressed."""
    transport = _Answering(answer)
    async with serving(callback_transport=transport) as server:
        assert (await server.http.post("/rollout", json=callback_body("c1"))).status_code == 202
        assert (await settled(server, "c1"))["status"] == "success"
    assert transport.posts == 2


async def test_an_answer_whose_headers_do_not_come_is_an_attempt_that_failed():
    """After 10 seconds, however many bytes came one by one, it is tried again, and five times in all."""
    posts: list[float] = []

    class Silent(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            posts.append(asyncio.get_running_loop().time())
            await asyncio.Event().wait()
            raise AssertionError

    async with serving(callback_transport=Silent()) as server:
        await server.http.post("/rollout", json=callback_body("c1", grader=False))
        assert (await settled(server, "c1"))["status"] == "success"
    assert len(posts) == 5
    assert posts[-1] - posts[0] < 5 * 10 + 10


@pytest.mark.parametrize("value", ["inf", "nan", "-1", "9" * 500, "Mon, 01 Jan 9999999999 00:00:00 GMT", "soon", "1e3"])
async def test_a_retry_after_that_says_nothing_usable_counts_as_absent(value: str):
    """The pauses are those of the contract, and never longer than 30 seconds."""
    transport = _Answering(lambda: httpx.Response(503, headers={"Retry-After": value}))
    async with serving(callback_transport=transport) as server:
        began = asyncio.get_running_loop().time()
        await server.http.post("/rollout", json=callback_body("c1", grader=False))
        await settled(server, "c1")
        assert asyncio.get_running_loop().time() - began < 4 * 30 + 5
    assert transport.posts == 5


async def test_the_user_of_a_callback_url_is_its_basic_authorization():
    """Unless the admission gave a key, which is sent as a bearer."""
    url = "http://user:pa55@controller/done"
    for key, expected in ((None, "Basic dXNlcjpwYTU1"), ("k", "Bearer k")):
        controller = Controller()
        async with serving(callback_transport=controller.transport) as server:
            body = callback_body("c1", grader=False, completion_callback_url=url, controller_api_key=key)
            await server.http.post("/rollout", json=body)
            await settled(server, "c1")
        assert [headers["authorization"] for _, _, headers in controller.posts] == [expected]


async def test_no_log_names_a_callback_url(caplog: pytest.LogCaptureFixture):
    """A URL may hold a password or a signature; at the level a server logs at, there is the rollout's id alone."""
    caplog.set_level(logging.INFO)
    url = "http://user:pa55word@controller/done?signature=s1gned"
    transport = _Answering(lambda: httpx.Response(404))
    async with serving(callback_transport=transport) as server:
        body = callback_body("c1", completion_callback_url=url, grader_callback_url=url)
        await server.http.post("/rollout", json=body)
        await settled(server, "c1")
    ours = [record.getMessage() for record in caplog.records]
    assert any("rollout 'c1' was not delivered: the controller answered 404" in message for message in ours)
    assert not [message for message in ours if "pa55word" in message or "s1gned" in message]


async def test_a_callback_that_cannot_even_be_sent_leaves_the_result_as_it_is():
    """Whatever a transport raises is a warning: the rollout ends as what it was."""

    class Broken(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            raise OverflowError("port must be 0-65535")

    async with serving(callback_transport=Broken()) as server:
        assert (await server.http.post("/rollout", json=callback_body("c1"))).status_code == 202
        assert (await settled(server, "c1"))["status"] == "success"


async def test_a_backend_of_the_documented_form_works_as_well():
    """`execute(request, on_workflow_complete, on_grader_complete=None)` is called with callbacks for its results."""
    from rollout_support import ExecutionBackend

    class Documented(ExecutionBackend):
        graders: list[bool] = []  # noqa: RUF012

        async def execute(self, request, on_workflow_complete, on_grader_complete=None):  # type: ignore[override]
            await on_workflow_complete(succeeded())
            self.graders.append(on_grader_complete is not None)
            if on_grader_complete is not None:
                await on_grader_complete(succeeded(reward=0.75))

    controller = await run(Documented())
    assert controller.posts[1][1]["sample"]["reward"] == 0.75
    async with serving(Documented()) as server:
        assert (await server.run("a1"))["sample"]["reward"] == 0.75
        assert (await server.run("a2", grade=False))["sample"]["reward"] is None
    assert Documented.graders == [True, True, False]


async def test_a_backend_of_the_documented_form_that_reports_nothing_fails():
    """The rollout ends as a failure that says so."""

    class Silent:
        async def execute(self, request, on_workflow_complete, on_grader_complete=None):
            return None

        def __getattr__(self, name):
            return lambda *args, **kwargs: {} if name != "has_capacity" else True

        rollout_status = staticmethod(lambda rollout_id: None)
        capture_final_result = False
        shutdown = None

    async with serving(Silent()) as server:
        answer = await server.run("a1")
    assert (answer["status"], answer["sample"]) == ("failure", None)
    assert "Silent" in answer["err_message"]
