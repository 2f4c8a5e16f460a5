"""What a person does with results on the page: choose columns, search, step, filter by pictures, copy, compare."""

import json

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from tests.support.run_folders import RunFolder

MARKDOWN = """# A heading

Some **bold**, *leaning* and `code`.

- one
- two
  1. inner

> quoted

| a | b |
|---|---|
| 1 | 2 |

```python
print("<b>")
```

[good](https://example.org/x) [bad](javascript:alert(1)) [worse](data:text/html,x) <img src=x onerror=alert(1)>
"""


@pytest.fixture
def failing(evals) -> RunFolder:
    """A run with failures of every kind."""
    folder = RunFolder(evals / "failing", rows=9)
    key_error = "KeyError: 'missing key' (main.py:15 in parse_tool_result)"
    for row, kind in enumerate(
        [
            {"outcome": "agent_failed", "category": "agent_error", "error": key_error},
            {"outcome": "agent_failed", "category": "agent_error", "error": "ValueError: nothing (main.py:3 in ask)"},
            {"outcome": "agent_failed", "category": "agent_error", "error": key_error},
            {"outcome": "grader_failed", "category": "agent_error", "error": "KeyError: 'x' (grader.py:9 in grade)"},
            {"outcome": "timed_out", "category": "timeout", "error": "the workflow took longer than 450 s"},
            {"outcome": "infrastructure_failed", "category": "http_error", "error": "502 from the provider"},
        ]
    ):
        folder.result(row, **kind)
    folder.started(6)
    folder.result(7, 1.0)
    folder.result(8, 0.0)
    return folder.finish()


def heads(page) -> list[str]:
    return page.run(
        "return [...document.querySelectorAll('.results thead th')].filter((e) => e.checkVisibility())"
        ".map((e) => e.textContent.replace(/[▲▼]/, ''))"
    )


def test_columns_are_chosen_and_remembered(serve, folder):
    """The address has the choice, for whoever gets the link; without one in the address, the last choice is used."""
    page = serve(folder.root.parent, "some-run")
    page.until_rows(list(range(50)))
    assert heads(page) == ["Row", "Outcome", "Reward", "Prompt", "Answer", "Label", "Tokens", "Time"]
    page.one(".chooser summary").click()
    page.one("[name=column-tokens]").click()
    page.one("[name=column-finished]").click()
    wanted = ["Row", "Outcome", "Reward", "Prompt", "Answer", "Label", "Time", "Finished"]
    page.until(lambda: heads(page) == wanted)
    assert "cols=" in page.driver.current_url
    page.go("#/some-run?outcome=passed")
    page.until_rows(list(range(0, 120, 3)))
    assert heads(page) == wanted
    page.one(".chooser button").click()
    page.until(lambda: "Tokens" in heads(page))
    assert page.run("return document.cookie") == ""


def test_a_link_to_a_row_opens_it_where_it_is_in_the_table(serve, folder):
    """The address names filters and row; the page of the table that has the row is shown, and back closes the row."""
    page = serve(folder.root.parent, "some-run")
    page.go("#/some-run?item=77.0")
    page.until(lambda: page.one(".panel h2").text == "Row 77")
    page.until_rows(list(range(50, 100)))
    page.until(lambda: page.texts(".position") == ["78 of 120"])
    page.go("#/some-run?outcome=failed&item=8.0")
    page.until(lambda: page.texts(".position") == ["3 of 40"])
    page.one(".panel .actions button:last-child").click()
    page.until(lambda: not page.one(".panel").is_displayed())
    assert page.run("return document.activeElement.textContent") == "8"
    page.driver.back()
    page.until(lambda: page.one(".panel h2").text == "Row 8")


def test_neighbours_are_a_step_away(serve, folder):
    """With buttons, keys and a swipe; over the end of a page of the table; the first and the last have one side."""
    page = serve(folder.root.parent, "some-run")
    page.go("#/some-run?item=48.0")
    page.until(lambda: page.texts(".position") == ["49 of 120"])
    page.one("[aria-label='Next row']").click()
    page.until(lambda: page.texts(".position") == ["50 of 120"])
    page.press(Keys.ARROW_RIGHT)
    page.until(lambda: page.texts(".position") == ["51 of 120"])
    assert page.rows() == list(range(50, 100))
    page.press(Keys.ARROW_LEFT)
    page.until(lambda: page.texts(".position") == ["50 of 120"])
    swipe = """
const content = document.querySelector(".content");
const touch = (x) => new Touch({ identifier: 1, target: content, clientX: x, clientY: 300 });
content.dispatchEvent(new TouchEvent("touchstart", { touches: [touch(arguments[0])], bubbles: true }));
content.dispatchEvent(new TouchEvent("touchend", { changedTouches: [touch(arguments[1])], bubbles: true }));
"""
    page.run(swipe, 300, 100)
    page.until(lambda: page.texts(".position") == ["51 of 120"])
    page.run(swipe, 100, 300)
    page.until(lambda: page.texts(".position") == ["50 of 120"])
    page.go("#/some-run?item=0.0")
    page.until(lambda: page.texts(".position") == ["1 of 120"])
    assert not page.one("[aria-label='Previous row']").is_enabled()
    page.go("#/some-run?item=119.0")
    page.until(lambda: page.texts(".position") == ["120 of 120"])
    assert not page.one("[aria-label='Next row']").is_enabled()


@pytest.mark.parametrize("width", [1280, 1600])
def test_prompts_stay_readable_beside_an_open_row(serve, folder, width):
    """The table keeps row, outcome, reward and prompt, and the prompt has most of its width."""
    page = serve(folder.root.parent, "some-run", width=width)
    page.go("#/some-run?item=0.0")
    page.until(lambda: page.texts(".position") == ["1 of 120"])
    assert heads(page) == ["Row", "Outcome", "Reward", "Prompt"]
    prompt, panel = page.run(
        "return [document.querySelector('td.prompt').getBoundingClientRect(), "
        "document.querySelector('.panel').getBoundingClientRect()].map((box) => [box.width, box.right, box.left])"
    )
    assert prompt[0] >= 220
    assert prompt[1] <= panel[2]


def test_whole_transcripts_are_searched_and_matches_shown(serve, folder):
    """Each row found shows whose words they are and the words around, the text marked; filters narrow the search."""
    for row in (3, 4, 64):
        folder.trajectory(
            row, [{"source": "user", "message": "x"}, {"source": "agent", "message": f"A <b>Zebra</b> {row}"}]
        )
    page = serve(folder.root.parent, "some-run")
    page.until_rows(list(range(50)))
    Select(page.one("[name=within]")).select_by_value("transcripts")
    page.one("[name=text]").send_keys("<b>zebra")
    page.until_rows([3, 4, 64])
    assert page.texts(".match mark") == ["<b>Zebra"] * 3
    assert page.texts(".match .quiet")[0] == "step 2, agent: "
    page.shows("3 found in all 120 rows")
    page.go("#/some-run?text=%3Cb%3Ezebra&within=transcripts&outcome=passed")
    page.until_rows([3])
    page.one("tbody th a").click()
    page.until(lambda: page.one(".panel h2").text == "Row 3")


def test_what_failed_is_open_and_grouped(serve, failing, evals):
    """By outcome and exception, with the place in user code; a kind filters the table, a row opens."""
    page = serve(evals, "failing")
    page.until(lambda: page.texts(".failures h3"))
    assert page.one(".failures").get_attribute("open") is not None
    assert page.texts(".failures h3") == [
        "agent failed (3)",
        "grader failed (1)",
        "infrastructure failed (1)",
        "lost (1)",
        "timed out (1)",
    ]
    page.shows("(main.py:15 in parse_tool_result)")
    page.driver.find_element("xpath", "//li[contains(., 'main.py:15')]/button").click()
    page.until_rows([0, 2])
    assert page.texts(".chip") == ["KeyError \u00d7"]
    page.one(".chip").click()
    page.until_rows([0, 1, 2])
    page.driver.find_element("xpath", "//h3/button[. = 'lost']").click()
    page.until_rows([6])
    page.driver.find_element("xpath", "//li[contains(., 'grader.py:9')]//a").click()
    page.until(lambda: page.one(".panel h2").text == "Row 3")


def test_bars_filter_the_table(serve, folder):
    """By mouse and by keyboard; each says how many it stands for, and the filter can be taken off."""
    page = serve(folder.root.parent, "some-run")
    page.until_rows(list(range(50)))
    bar = page.one("[aria-label='0.5: 40. Show these rows']")
    bar.click()
    page.until_rows(list(range(1, 120, 3)))
    assert page.texts(".chip") == ["Reward 0.5 \u00d7"]
    page.one(".chip").click()
    page.until_rows(list(range(50)))
    page.run("document.querySelector(\"[aria-label^='rows 0 to 2:']\").focus()")
    page.press(Keys.ENTER)
    page.until_rows([0, 1, 2])
    page.driver.back()
    page.until_rows(list(range(50)))


@pytest.mark.parametrize("width", [390, 1280])
def test_pictures_of_two_thousand_rows_are_legible(serve, evals, width):
    """At most 60 bars a picture, each at least 3 pixels wide, and letters of at least 12 pixels."""
    folder = RunFolder(evals / "large", rows=2000)
    folder.lines(
        "events.jsonl",
        [
            {"row_index": row, "run_index": 0, "rollout_id": f"{row:032x}", "status": "success"}
            | {"reward": row % 2 * 1.0, "duration_ms": 500.0 + row}
            for row in range(2000)
        ],
    )
    folder.results = {(row, 0): {"row_index": row} for row in range(2000)}
    folder.state("finished")
    page = serve(evals, "large", width=width)
    page.until(lambda: len(page.all(".chart")) == 3)
    for chart in page.all(".chart"):
        bars = page.run(
            "return [...arguments[0].querySelectorAll('.bar')].map((e) => e.getBoundingClientRect().width)", chart
        )
        assert 2 <= len(bars) <= 60
        assert min(bars) >= 3
        scale = page.run("return arguments[0].getScreenCTM().a", chart)
        size = page.run("return parseFloat(getComputedStyle(arguments[0].querySelector('.tick')).fontSize)", chart)
        assert size * scale >= 12
    page.shows("Mean reward, 40 rows a bar")


def test_markdown_is_rendered_on_request(serve, folder):
    """As elements of the page's making; only links to the web, and nothing that was written becomes markup."""
    folder.trajectory(0, [{"source": "agent", "message": MARKDOWN}])
    page = serve(folder.root.parent, "some-run")
    page.go("#/some-run?item=0.0")
    page.until(lambda: page.all(".step"))
    assert page.all(".markdown") == []
    page.driver.find_element("xpath", "//button[. = 'Markdown']").click()
    page.until(lambda: page.all(".step .markdown"))
    assert "md=1" in page.driver.current_url
    for selector, texts in {
        "h4": ["A heading"],
        "strong": ["bold"],
        "em": ["leaning"],
        "p > code": ["code"],
        "ol:not(.steps) > li": ["inner"],
        "blockquote": ["quoted"],
        "td": ["1", "2"],
        "pre": ['print("<b>")'],
        "a": ["good"],
        "img, b": [],
    }.items():
        assert page.texts(f".step .markdown :is({selector})") == texts, selector
    assert page.one(".step .markdown a").get_attribute("href") == "https://example.org/x"
    page.driver.find_element("xpath", "//button[. = 'Markdown']").click()
    page.until(lambda: not page.all(".markdown"))
    page.until(lambda: MARKDOWN in page.texts(".step pre"))


@pytest.mark.parametrize(
    "text",
    [
        "**" * 50_000,
        "`" * 50_000,
        "> " * 20_000,
        "- " * 20_000,
        "|" * 50_000 + "\n|--|",
        "[" * 50_000,
        "#" + " #" * 40_000,
        "x\n\n" * 30_000,
    ],
)
def test_no_markdown_holds_the_page_up(serve, folder, text):
    """Texts made to be slow to take apart are shown all the same, and the page goes on."""
    folder.trajectory(0, [{"source": "agent", "message": text}])
    page = serve(folder.root.parent, "some-run")
    page.go("#/some-run?item=0.0&md=1")
    page.until(lambda: page.all(".step .markdown"))
    page.press("j")
    page.until(lambda: page.one(".panel h2").text == "Row 1")


def test_prompt_answer_link_and_command_are_copied(serve, folder, chromium):
    """Each as it is; the button says that it was copied."""
    folder.trajectory(0, [{"source": "agent", "message": "thinking"}, {"source": "agent", "message": "It is **0**."}])
    page = serve(folder.root.parent, "some-run")
    permissions = {"origin": page.base, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    chromium.execute_cdp_cmd("Browser.grantPermissions", permissions)
    page.go("#/some-run?item=0.0")
    page.one(".answer")
    for label, text in {
        "Copy prompt": "What is 0 times 1?",
        "Copy answer": "It is **0**.",
        "Copy link": f"{page.base}/#/some-run?item=0.0",
        "Copy command": "osmosis eval run configs/eval/multiply.toml --rows 0",
        "Copy debug command": "osmosis eval debug configs/eval/multiply.toml --row 0",
    }.items():
        page.driver.find_element("xpath", f"//aside//button[. = '{label}']").click()
        page.until(lambda: "Copied" in page.texts(".copy"))
        assert page.run("return navigator.clipboard.readText()") == text
        page.until(lambda: "Copied" not in page.texts(".copy"))
    chromium.execute_cdp_cmd("Browser.resetPermissions", {})


def test_the_theme_is_chosen_and_remembered_at_another_port(serve, folder):
    """Dark or light whatever the system prefers, and as the system prefers again; a new start has another port."""
    paper = "return getComputedStyle(document.body).backgroundColor"
    page = serve(folder.root.parent)
    page.one("table")
    light = page.run(paper)
    Select(page.one("[name=theme]")).select_by_visible_text("Dark")
    dark = page.run(paper)
    assert dark != light
    again = serve(folder.root.parent)
    again.one("table")
    assert again.run(paper) == dark
    Select(again.one("[name=theme]")).select_by_visible_text("Auto")
    assert again.run(paper) == light
    again.emulate(width=1280, dark=True)
    assert again.run(paper) == dark
    Select(again.one("[name=theme]")).select_by_visible_text("Light")
    assert again.run(paper) == light
    Select(again.one("[name=theme]")).select_by_visible_text("Auto")


def test_regressions_come_first_and_both_coverages_are_shown(serve, folder, evals):
    """Only common rows are compared; what got worse is on top, and either run's row opens from there."""
    other = RunFolder(evals / "other-run", rows=120)
    for row in range(10, 60):
        other.result(row, {0: 0.25, 1: 1.0}.get(row % 3, 0.0))
    other.finish()
    page = serve(evals)
    page.go("#/compare?a=some-run&b=other-run")
    page.shows("Compared on the 50 rows that both have a result for.")
    assert page.texts(".sides td:nth-of-type(3)") == ["120 of 120", "50 of 120"]
    page.shows("over 50 of 120 rows")
    differences = page.texts(".differences td:nth-of-type(1)")
    assert differences[0] == "\u22120.75"
    signs = [text[0] for text in differences]
    assert signs == sorted(signs, key="\u2212+".index)
    page.driver.find_element("xpath", "//a[starts-with(., 'Better in B')]").click()
    page.until(lambda: set(page.texts(".differences td:nth-of-type(1)")) == {"+0.5"})
    assert "show=better" in page.driver.current_url
    page.one(".differences tbody td:nth-of-type(3) a").click()
    page.until(lambda: page.one(".panel h2").text == "Row 10")
    assert "#/other-run?item=10.0" in page.driver.current_url


@pytest.mark.parametrize("width", [390, 1280])
def test_sizes_are_for_people(serve, folder, failing, evals, width):
    """No text is smaller than 12 pixels, and what is pressed is at least 24 pixels high (WCAG 2.2, 2.5.8)."""
    page = serve(evals, width=width)
    small = """
const seen = [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility());
const worded = (e) => [...e.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
const texts = seen.filter((e) => !e.closest("svg, .skip, .arrow, option") && worded(e));
const tiny = texts.filter((e) => parseFloat(getComputedStyle(e).fontSize) < 12);
const pressed = "button:not(.link, thead *), select, .button, input:not([type=checkbox])";
const low = seen.filter((e) => e.matches(pressed) && e.getBoundingClientRect().height < 24);
return [...tiny, ...low].map((e) => e.outerHTML.slice(0, 100));
"""
    for view in ("#/", "#/failing", "#/some-run?item=0.0", "#/compare?a=some-run&b=some-run"):
        page.go(view)
        page.until(lambda: page.all("tbody tr"))
        assert json.dumps(page.run(small)) == "[]", view


def test_metrics_and_answers_are_columns(serve, evals):
    """They sort and filter like the others; the row's panel has them, and the traceback of the user's code."""
    folder = RunFolder(evals / "measured", rows=4)
    for row in range(3):
        folder.result(row, 1.0, answer=f"It is **{row}**.", metrics={"tool calls": 3.0 - row, "odd,name:x": row % 2})
    lines = 'Traceback (most recent call last):\n  File "main.py", line 15, in ask\nKeyError: 1'
    error = {"category": "agent_error", "error": "KeyError: 1 (main.py:15 in ask)", "err_traceback": lines}
    folder.result(3, outcome="agent_failed", **error)
    folder.finish()
    page = serve(evals, "measured")
    page.until_rows([0, 1, 2, 3])
    assert heads(page)[3:7] == ["odd,name:x", "tool calls", "Prompt", "Answer"]
    page.driver.find_element("xpath", "//th/button[starts-with(., 'tool calls')]").click()
    page.until_rows([2, 1, 0, 3])
    page.one(".chooser summary").click()
    page.one("[name='column-answer']").click()
    page.until(lambda: "Answer" not in heads(page))
    assert heads(page)[3:5] == ["odd,name:x", "tool calls"]
    Select(page.one("[name=metric]")).select_by_value("tool calls")
    page.one("[name=metric_from]").send_keys("2")
    page.until_rows([1, 0])
    page.go("#/measured?item=1.0&md=1")
    page.until(lambda: page.texts(".panel .markdown strong") == ["1"])
    page.go("#/measured?item=3.0")
    page.until(lambda: lines in page.texts(".panel pre"))
    page.one(".chooser button")
    page.run("document.cookie = 'osmosis_view_columns=; path=/; max-age=0'")
