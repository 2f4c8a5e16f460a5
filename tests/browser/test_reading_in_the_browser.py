"""What a person does with the page: find rows, read them, follow a run, look at two."""

import json
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from tests.support.run_folders import RunFolder, rollout_id

STEPS = [
    {"source": "system", "message": "You multiply."},
    {"source": "user", "message": "6 times 7?"},
    {
        "source": "agent",
        "message": "",
        "reasoning_content": "A product is asked for.",
        "tool_calls": [{"tool_call_id": "c", "function_name": "multiply", "arguments": {"a": 6, "b": 7}}],
        "observation": {"results": [{"source_call_id": "c", "content": "forty-two"}]},
        "metrics": {"prompt_tokens": 31, "completion_tokens": 3, "logprobs": [-0.1, -0.2, -1.5]},
    },
    {"source": "agent", "message": "It is 42."},
]


def test_a_finished_run_is_shown_with_figures_pictures_and_rows(serve, folder):
    """What the run is, four pictures that say in words what they show, and the first page of rows."""
    page = serve(folder.root.parent)
    page.one("table a").click()
    page.until_rows(list(range(50)))
    page.shows("33.3 %")
    titles = page.texts("svg > title")
    assert len(titles) == 4
    assert titles[0] == "Rewards: 0.5: 40; 1: 40"
    assert page.texts(".pager [role=status]") == ["1\u201350 of 120"]


def test_the_token_leaves_the_address_bar(serve, folder):
    """The address is of the page alone, so that it can be copied and shown."""
    page = serve(folder.root.parent)
    page.one("h1")
    assert page.driver.current_url == f"{page.base}/"
    assert page.run("return document.cookie") == ""


def test_rows_are_filtered(serve, folder):
    """By outcome, by reward, by text, and by number; the address keeps what was chosen, and going back undoes it."""
    page = serve(folder.root.parent, "some-run")
    page.until_rows(list(range(50)))
    Select(page.one("[name=outcome]")).select_by_visible_text("Failed")
    page.until_rows(list(range(2, 120, 3)))
    page.one("[name=text]").send_keys("answer 11")
    page.until_rows([11, 110, 113, 116, 119])
    assert "outcome=failed" in page.driver.current_url
    page.driver.refresh()
    page.until_rows([11, 110, 113, 116, 119])
    page.driver.back()
    page.until_rows(list(range(2, 120, 3)))
    page.go("#/some-run?from=0.25&to=0.75")
    page.until_rows(list(range(1, 120, 3))[:50])
    page.go("#/some-run?text=%2377")
    page.until_rows([77])
    page.go("#/some-run?text=nothing%20like%20that")
    page.shows("No row is like that.")


def test_rows_are_sorted_and_paged(serve, folder):
    """A heading sorts, and again the other way; the heading says how. Pages are turned with buttons."""
    page = serve(folder.root.parent, "some-run")
    page.until_rows(list(range(50)))
    page.one("th[aria-sort=ascending]")
    heading = "//th[.//button[starts-with(., 'Reward')]]"
    for order, first in (("ascending", 1), ("descending", 0)):
        page.driver.find_element("xpath", f"{heading}//button").click()
        page.until(lambda first=first: page.rows()[0] == first)
        assert page.driver.find_element("xpath", heading).get_attribute("aria-sort") == order
    page.go("#/some-run")
    page.until_rows(list(range(50)))
    for rows in (range(50, 100), range(100, 120)):
        page.one(".pager button:nth-of-type(2)").click()
        page.until_rows(list(rows))
    assert not page.one(".pager button:nth-of-type(2)").is_enabled()


def test_the_keyboard_is_enough(serve, folder):
    """j and k choose a row, o opens it, n turns the page, / leads to the filter, Esc leaves it and closes the row."""
    page = serve(folder.root.parent, "some-run")
    page.until_rows(list(range(50)))
    page.press("jjjk")
    assert page.texts("tr[aria-selected=true] th") == ["1"]
    page.press("o")
    page.until(lambda: page.one(".panel h2").text == "Row 1")
    assert page.run("return document.activeElement.tagName") == "H2"
    page.press("j")
    page.until(lambda: page.one(".panel h2").text == "Row 2")
    page.press(Keys.ESCAPE)
    page.until(lambda: not page.one(".panel").is_displayed())
    page.press("n")
    page.until_rows(list(range(50, 100)))
    page.press("/")
    assert page.run("return document.activeElement.name") == "text"
    page.press("jo")
    assert page.one("[name=text]").get_attribute("value") == "jo"
    page.press(Keys.ESCAPE)
    assert page.run("return document.activeElement.tagName") == "BODY"


def test_a_row_is_read_step_by_step(serve, folder):
    """Prompt, label, roles, reasoning, the tool call with its arguments and its result, tokens and probabilities."""
    folder.trajectory(0, STEPS)
    page = serve(folder.root.parent, "some-run")
    page.go("#/some-run?item=0.0")
    page.until(lambda: len(page.all(".step")) == 4)
    for text in (
        "What is 0 times 1?",
        "A product is asked for.",
        "multiply",
        '"a": 6',
        "forty-two",
        "It is 42.",
        "31 in",
    ):
        page.shows(text)
    assert page.texts(".role") == ["system", "user", "agent", "agent"]
    folded = page.driver.find_element("xpath", "//summary[starts-with(., 'Log-probabilities')]")
    folded.click()
    page.shows("3 tokens, mean log-probability -0.6")
    assert len(page.all(".step svg .bar")) == 3


def test_every_attempt_and_the_other_runs_of_a_row_are_there(serve, evals):
    """The trajectory of an attempt that does not count can be read too."""
    folder = RunFolder(evals / "tried-again", rows=1, n=2)
    folder.result(0, outcome="infrastructure_failed", category="http_error", error="502 from the provider")
    folder.trajectory(0, [{"source": "user", "message": "the first try"}])
    (folder.root / "trajectories/row_0_run_0.json").unlink()
    folder.result(0, 1.0, attempt=1)
    folder.trajectory(0, [{"source": "user", "message": "the second try"}], attempt=1)
    folder.result(0, 0.0, run=1)
    page = serve(evals, "tried-again")
    page.go("#/tried-again?item=0.0")
    page.shows("the second try")
    assert page.texts(".panel tbody td:nth-of-type(3)") == ["502 from the provider", ""]
    page.one(".panel tbody button").click()
    page.shows("the first try")
    page.one(".others button").click()
    page.until(lambda: page.one(".panel h2").text == "Row 0, run 1")


def test_files_are_saved_as_they_are(serve, folder, chromium, tmp_path):
    """A link to a file saves it, also one that a browser would show."""
    content = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"
    folder.artifact(0, "deep/a picture.svg", content)
    saved = tmp_path / "saved"
    chromium.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(saved)})
    page = serve(folder.root.parent, "some-run")
    page.go("#/some-run?item=0.0")
    link = page.one(".files a")
    link.click()
    page.until((saved / "a picture.svg").exists)
    assert (saved / "a picture.svg").read_bytes() == content
    page.driver.get(link.get_attribute("href"))
    assert page.driver.current_url.startswith(f"{page.base}/#")


def test_a_run_is_followed_while_it_goes_on(serve, evals):
    """Rows and figures appear as they come, without a reload, and the asking ends with the run."""
    folder = RunFolder(evals / "growing", rows=3)
    page = serve(evals, "growing")
    page.shows("No result yet.")
    page.until(lambda: page.texts("#live") == ["live"])
    folder.result(0, 1.0)
    folder.started(1)
    page.until_rows([0, 1])
    page.shows("1 of 3, 1 in flight")
    page.run("window.stays = true")
    folder.result(1, 0.0)
    folder.result(2, 1.0)
    folder.finish()
    page.until_rows([0, 1, 2])
    page.shows("finished")
    assert page.texts("#live") == [""]
    assert page.run("return window.stays")
    asked = "return performance.getEntriesByType('resource').filter((entry) => entry.name.endsWith('/state')).length"
    before = page.run(asked)
    page.run("return new Promise((done) => setTimeout(done, 2500))")
    assert page.run(asked) == before


def test_a_row_that_is_read_stays_open_while_the_run_goes_on(serve, evals):
    """New results do not take from somebody what they are reading."""
    folder = RunFolder(evals / "growing", rows=3)
    folder.result(0, 1.0)
    folder.trajectory(0, [{"source": "user", "message": "read this"}])
    page = serve(evals, "growing")
    page.go("#/growing?item=0.0")
    page.shows("read this")
    page.run("document.querySelector('.step').marked = true")
    folder.result(1, 1.0)
    page.until_rows([0, 1])
    assert page.run("return document.querySelector('.step').marked")
    assert page.texts("tr[aria-selected=true] th") == ["0"]


def test_an_empty_folder_and_an_empty_run_say_so(serve, evals):
    """Neither is an error."""
    evals.mkdir()
    page = serve(evals)
    page.shows("No runs yet")
    RunFolder(evals / "nothing-done", rows=2).state("incomplete")
    page.driver.refresh()
    page.one("table a").click()
    page.shows("No result yet.")
    page.shows("2 of 2 missing")
    page.shows("osmosis eval run configs/eval/multiply.toml --name nothing-done")


def test_a_run_of_the_published_package_is_shown(serve, evals):
    """Without prompts, times of starts and outcomes' names, with everything it has."""
    folder = RunFolder(evals / "theirs", rows=3, published=True)
    folder.result(0, 1.0)
    folder.trajectory(0, STEPS)
    folder.result(1, outcome="timed_out", category="timeout")
    folder.result(2, outcome="agent_failed", category="agent_error")
    folder.finish()
    page = serve(evals, "theirs")
    page.until_rows([0, 1, 2])
    assert page.texts(".results .badge") == ["passed", "timed out", "failed"]
    page.shows("This run did not record when rollouts began.")
    page.go("#/theirs?item=0.0")
    page.until(lambda: len(page.all(".step")) == 4)


def test_a_damaged_run_says_what_is_wrong(serve, folder, evals):
    """With file and line, among the runs that are well."""
    with (folder.root / "events.jsonl").open("a") as file:
        file.write("{}\n")
    page = serve(evals)
    page.one("table a").click()
    page.shows("events.jsonl, line 121")
    assert page.driver.get_log("browser") != []  # the browser tells of the refused request, the page does not fail


def test_two_runs_are_seen_side_by_side(serve, folder, evals):
    """Chosen in the list; the difference with its interval, and the rows that changed lead to both runs."""
    other = RunFolder(evals / "other-run", rows=120, model="another/model")
    for row in range(120):
        other.result(row, 1.0)
    other.finish()
    page = serve(evals)
    for name in ("some-run", "other-run"):
        page.one(f"[aria-label='Compare {name}']").click()
    page.one("a.button").click()
    page.shows("other-run against some-run")
    page.shows("They differ in the model.")
    page.shows("95 % from +0.")
    assert len(page.all(".differences tbody tr")) == 80
    page.one(".differences tbody a").click()
    page.until(lambda: page.one(".panel h2").text == "Row 2")


def test_a_hundred_thousand_rows_stay_quick(serve, evals):
    """Everything works as on a small run; how long it took is told, not held."""
    folder = RunFolder(evals / "large", rows=100_000)
    events = [
        {"row_index": row, "run_index": 0, "rollout_id": rollout_id(row), "status": "success"}
        | {"reward": (row % 101) / 100, "duration_ms": 900.0 + row % 400, "tokens": 500}
        for row in range(100_000)
    ]
    with (folder.root / "events.jsonl").open("w") as file:
        file.writelines(json.dumps(event) + "\n" for event in events)
    folder.results = {(row, 0): event for row, event in enumerate(events)}
    folder.state("finished")
    page = serve(evals)
    page.one("h1")
    steps = {
        "first rows": ("#/large", list(range(50))),
        "last page": ("#/large?page=2000", list(range(99_950, 100_000))),
        "sorted": ("#/large?sort=reward&order=desc", list(range(100, 5150, 101))),
        "text": ("#/large?text=99999%20times", [99_999]),
    }
    for name, (address, rows) in steps.items():
        page.run("window.began = performance.now(); location.hash = arguments[0]", address)
        page.until_rows(rows)
        took = page.run("return performance.now() - window.began")
        print(f"100,000 rows, {name}: {took:.0f} ms")


@pytest.mark.parametrize("width", [360, 1280, 2400])
def test_the_page_fits_the_screen(serve, folder, width, tmp_path: Path):
    """Nothing sticks out at the side, whichever view is open."""
    folder.trajectory(0, [{"source": "user", "message": "x" * 5000}, *STEPS])
    page = serve(folder.root.parent, width=width)
    for view in ("#/", "#/some-run", "#/some-run?item=0.0", "#/compare?a=some-run&b=some-run"):
        page.go(view)
        page.until(lambda: page.all("table"))
        if "item" in view:
            page.until(lambda: page.all(".step"))
        wide = "return [document.documentElement.scrollWidth, document.querySelector('.content')?.scrollWidth ?? 0]"
        assert max(page.run(wide)) <= width


def test_the_list_of_runs_is_followed_too(serve, evals):
    """A run that goes on or appears is told as it is now; what was ticked stays ticked."""
    folder = RunFolder(evals / "growing", rows=2)
    page = serve(evals)
    page.shows("0 of 2")
    page.one("[aria-label='Compare growing']").click()
    folder.result(0, 1.0)
    folder.state("running")
    RunFolder(evals / "another", rows=2)
    page.shows("1 of 2")
    page.shows("another")
    assert page.one("[aria-label='Compare growing']").is_selected()


def test_metrics_and_answers_are_columns_and_a_failure_says_where(serve, evals):
    """Metrics sort and filter, the text filter finds answers; the panel has the traceback and what was printed."""
    folder = RunFolder(evals / "measured", rows=4)
    for row, steps in enumerate((3.0, 1.0, 2.0)):
        folder.result(row, 1.0, metrics={"steps": steps}, answer=f"the answer is {row + 40}")
    place = {"file": "main.py", "line": 15, "function": "parse_tool_result"}
    traceback = 'Traceback (most recent call last):\n  File "main.py", line 15, in parse_tool_result\n'
    error = "KeyError: 'missing key' (main.py:15 in parse_tool_result)"
    folder.result(3, outcome="agent_failed", error=error, err_location=place, err_traceback=traceback)
    (folder.root / "logs.txt").write_text("2026-01-01T00:00:00Z INFO [user] row 3 run 0 | printed before\n")
    folder.finish()
    page = serve(evals, "measured")
    page.until_rows([0, 1, 2, 3])
    page.shows("the answer is 41")
    page.driver.find_element("xpath", "//thead//button[starts-with(., 'steps')]").click()
    page.until_rows([1, 2, 0, 3])
    page.go("#/measured?metric=steps&metric_from=2")
    page.until_rows([0, 2])
    page.go("#/measured?text=is%2042")
    page.until_rows([2])
    page.go("#/measured?item=3.0")
    page.until(lambda: "parse_tool_result" in "".join(page.texts(".panel pre.code")))
    page.one(".panel details.log summary").click()
    page.shows("printed before")
    page.go("#/measured")
    page.shows("KeyError: 'missing key' (main.py:15 in parse_tool_result)")
