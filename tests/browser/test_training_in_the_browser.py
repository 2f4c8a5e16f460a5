"""The page of `train view`: curves, checkpoints, the rollouts of a step with their tokens, two runs."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from browsing import Page
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from tests.support.training_folders import TrainingRunFolder, scored, trained

BENEATH = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    return tmp_path / "training"


@pytest.fixture
def first(runs: Path) -> TrainingRunFolder:
    """A finished run of 12 steps."""
    return trained(runs / "first")


def curve_titles(page: Page) -> dict[str, str]:
    """What each curve says of itself, by its metric."""
    found = page.run(
        "return [...document.querySelectorAll('.curve')]"
        ".map((one) => [one.dataset.key, one.querySelector('title')?.textContent])"
    )
    return {key: title for key, title in found if key}


def test_a_run_is_shown_with_figures_curves_and_checkpoints(serve, runs, first):
    """Each curve says from what to what it goes; some have a band; the base model is the first evaluation."""
    page = serve(runs, training=True)
    page.one("table a").click()
    page.shows("step 12 of 12")
    page.shows("base model 0.0625")
    page.shows("95 of 96")
    page.shows("1 agent failed")
    titles = curve_titles(page)
    assert list(titles)[:4] == ["rollout/raw_reward", "eval/validation/reward", "train/loss", "train/entropy_loss"]
    assert titles["rollout/raw_reward"] == "Training Reward: from 0.125 to 0.9375 over 12 steps"
    assert titles["eval/validation/reward"] == "Validation Reward: from 0.0625 to 0.875 over 2 steps"
    assert titles["seconds"] == "Time a step: on average rollouts 2.5 s, update 5.0 s, swap 500 ms"
    banded = page.run(
        "return [...document.querySelectorAll('.curve:has(.spread)')].map((one) => one.dataset.key)",
    )
    assert set(banded) == {
        "rollout/raw_reward",
        "train/entropy_loss",
        "rollout/response_lengths",
        "rollout/total_lengths",
        "rollout/truncated_ratio",
    }
    assert page.texts(".checkpoints tbody th") == ["4", "8", "12"]
    page.shows("local/first@8")


def test_the_rollouts_of_any_step_are_read_with_their_tokens(serve, runs, first):
    """Conversation, and for each token its id, its text, and how probable it was; a failed one says why it has none."""
    page = serve(runs, "first", training=True)
    page.one(".rollouts tbody tr")
    Select(page.one("[name=step]")).select_by_visible_text("Step 3")
    page.until(lambda: "agent failed: RuntimeError: unlucky" in " ".join(page.texts(".rollouts td")))
    page.one(".rollouts tbody tr:nth-of-type(1) a").click()
    page.until(lambda: page.one(".panel h2").text == "Step 3, row 0, sample 1")
    page.shows("What is 0 times 7?")
    spans = page.texts(".tokens .token")
    assert spans == ["The", " answer", " is", " 4", "2", "."]
    assert page.run("return document.querySelectorAll('.tokens .token')[4].title") == (
        "token 5, id 44: log-probability -5, probability 0.7 %"
    )
    classes = page.run("return [...document.querySelectorAll('.tokens .token')].map((one) => one.className)")
    assert classes == ["token p0", "token p1", "token p2", "token p2", "token p4", "token p0"]
    page.driver.find_element("xpath", "//summary[starts-with(., 'Log-probabilities')]").click()
    page.until(lambda: len(page.all(".logprobs tbody tr")) == 6)
    page.go("#/first?step=3&rollout=6")
    page.shows("Not scored: agent failed")
    page.shows("It is outside the baseline and the loss.")


def test_tokens_of_the_environment_are_marked(serve, runs, first):
    """What a tool said is in the sequence and is not the policy's: it has no probability."""
    page = serve(runs, "first", training=True)
    page.go("#/first?step=12&rollout=8")
    page.until(lambda: len(page.all(".tokens .token")) == 5)
    assert page.texts(".tokens .env") == ["42", "43"]
    page.shows("of the single tokens were not kept")
    page.shows("length")


def test_the_keyboard_is_enough(serve, runs, first):
    """p and n turn steps, j and k go through rollouts, Esc closes; back undoes it."""
    page = serve(runs, "first", training=True)
    page.one(".rollouts tbody tr")
    page.press("p")
    page.until(lambda: page.one("[name=step]").get_attribute("value") == "11")
    page.press("j")
    page.until(lambda: page.one(".panel h2").text == "Step 11, row 0, sample 1")
    page.press("j")
    page.until(lambda: page.one(".panel h2").text == "Step 11, row 0, sample 2")
    assert page.texts(".panel .position") == ["2 of 8"]
    page.driver.back()
    page.until(lambda: page.one(".panel h2").text == "Step 11, row 0, sample 1")
    page.press(Keys.ESCAPE)
    page.until(lambda: not page.one(".panel").is_displayed())
    page.press("n")
    page.until(lambda: page.one("[name=step]").get_attribute("value") == "12")


def test_a_point_of_a_curve_leads_to_the_rollouts_of_its_step(serve, runs, first):
    """The step that is looked at is marked in every curve."""
    page = serve(runs, "first", training=True)
    page.one(".curve .pick")
    page.run(
        "document.querySelectorAll('[data-key=\"rollout/raw_reward\"] .pick')[4]"
        ".dispatchEvent(new MouseEvent('click', { bubbles: true }))"
    )
    page.until(lambda: page.one("[name=step]").get_attribute("value") == "5")
    assert "step=5" in page.driver.current_url
    page.until(lambda: len(page.all(".curve .threshold")) > 5)


def test_metrics_are_saved_as_csv(serve, runs, first, chromium, tmp_path):
    """A row a step, a column a metric, and the base model's evaluation as step 0."""
    saved = tmp_path / "saved"
    chromium.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(saved)})
    page = serve(runs, "first", training=True)
    page.one("a[download]").click()
    page.until((saved / "first.csv").exists)
    rows = list(csv.DictReader((saved / "first.csv").read_text().splitlines()))
    assert [int(row["step"]) for row in rows] == list(range(13))
    assert (rows[0]["eval/validation/reward"], rows[0]["rollout/raw_reward"]) == ("0.0625", "")
    assert (rows[3]["unscorable/agent_failed"], rows[3]["seconds/update"]) == ("1", "5.0")


def test_two_runs_are_compared(serve, runs, first):
    """Chosen in the list: the settings that differ, both in each picture, figures up to the shorter one."""
    trained(runs / "second", steps=8, lr=1e-3, seed=1)
    page = serve(runs, training=True)
    page.until(lambda: len(page.all("tbody input")) == 2)
    for name in ("first", "second"):
        page.one(f"input[aria-label='Compare {name}']").click()
    page.one("a.button").click()
    page.shows("second beside first")
    assert page.texts(".differences code") == ["lr", "local.seed"]
    titles = curve_titles(page)
    assert "A from 0.125 to 0.9375 over 12 steps; B from" in titles["rollout/raw_reward"]
    page.shows("up to step 8")
    assert len(page.all("[data-key='rollout/raw_reward'] .line")) == 2


def test_a_run_is_followed_while_it_goes_on(serve, runs):
    """Steps appear as they are done, without a reload, while a process holds the run; the asking ends with it."""
    from osmosis_ai.runs.lock import RunLock

    made = TrainingRunFolder(runs / "growing", steps=2)
    lock = RunLock(runs, "growing")
    lock.acquire()
    lock.identify("0" * 31 + "1")
    try:
        page = serve(runs, "growing", training=True)
        page.until(lambda: page.texts("#live") == ["live"])
        page.shows("No step is done yet.")
        page.run("window.stays = true")
        made.step(1, [scored(1.0, [-0.1] * 6)] * 8)
        page.shows("step 1 of 2")
        page.until(lambda: len(page.all(".rollouts tbody tr")) == 8)
        made.finish()
    finally:
        lock.release()
    page.shows("finished")
    page.until(lambda: page.texts("#live") == [""])
    assert page.run("return window.stays")


def test_what_a_model_said_is_never_markup(serve, runs):
    """Neither in the conversation nor as a token, nor as the message of a failure."""
    made = TrainingRunFolder(runs / "odd", steps=1)
    evil = "<img src=x onerror=alert(1)>\u202e"
    made.step(1, [scored(1.0, [-0.1] * 6), {"kind": "unscorable", "reason": "agent_failed", "message": evil}])
    path = runs / "odd" / "rollouts" / "step-000001.jsonl"
    path.write_text(path.read_text().replace("The", "<script>alert(1)</script>"))
    page = serve(runs, "odd", training=True)
    page.go("#/odd?step=1&rollout=1")
    page.shows("<script>alert(1)</script>")
    page.go("#/odd?step=1&rollout=2")
    page.shows("U+202E")
    assert page.all("main img, main script") == []


def test_an_empty_folder_and_a_damaged_step_say_so(serve, runs, first, tmp_path):
    """Neither keeps the rest from being shown."""
    empty = tmp_path / "none"
    empty.mkdir()
    serve(empty, training=True).shows("No training runs yet")
    (first.root / "rollouts" / "step-000002.jsonl").write_text("{}\n")
    page = serve(runs, "first", training=True)
    page.go("#/first?step=2")
    page.shows("step-000002.jsonl, line 1")
    page.shows("Training Reward")
    page.driver.get_log("browser")  # the browser tells of the refused request


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_no_view_is_wider_than_the_screen(serve, runs, first, width, dark):
    """On a telephone too, with the panel open as well."""
    trained(runs / "second", steps=8, lr=1e-3, seed=1)
    page = serve(runs, training=True, width=width, dark=dark)
    for view, sign in (
        ("#/", "Training runs"),
        ("#/first", "Checkpoints"),
        ("#/first?step=12&rollout=1", "Conversation"),
        ("#/compare?a=first&b=second", "up to step 8"),
    ):
        page.go(view)
        page.shows(sign)
        assert page.run(BENEATH) <= 0, view
