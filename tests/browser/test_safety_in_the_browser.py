"""What a model, a rollout or a file wrote is text on the page, whatever it is made to look like."""

import pytest
from selenium.webdriver.common.by import By
from tests.support.run_folders import RunFolder

HOSTILE = "\n".join(
    [
        "<script>alert('script')</script>",
        "<img src=x onerror=\"alert('image')\">",
        "<a href=\"javascript:alert('link')\">click</a>",
        "[click](javascript:alert('markdown'))",
        "<svg onload=alert('svg')><iframe srcdoc=\"<script>alert('frame')</script>\"></iframe>",
        "<style>body { display: none }</style><base href='https://evil.example/'>",
        "{{constructor.constructor('alert(1)')()}}",
        "invoice\u202efdp.exe\u202c \u200bzero\x07bell",
    ]
)
SHOWN = (
    HOSTILE.replace("\u202e", "U+202E")
    .replace("\u202c", "U+202C")
    .replace("\u200b", "U+200B")
    .replace("\x07", "U+0007")
)

FAINT = """
const linear = (v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
const light = ([r, g, b]) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
const parts = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
function behind(element) {
  for (let at = element; at; at = at.parentElement) {
    const colour = parts(getComputedStyle(at).backgroundColor);
    if (colour.length === 3 || colour[3] === 1) return colour;
  }
  return [255, 255, 255];
}
const faint = [];
for (const element of document.querySelectorAll("body *:not(svg *):not(script):not(noscript)")) {
  const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const disabled = element.disabled || element.closest("[aria-disabled=true]");
  if (!own || disabled || !element.checkVisibility() || element.matches(".skip, option")) continue;
  const [one, other] = [light(parts(getComputedStyle(element).color)), light(behind(element))];
  const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  if (contrast < 4.5) faint.push([element.outerHTML.slice(0, 80), contrast]);
}
return faint;
"""

USABLE = {"button", "link", "textbox", "searchbox", "combobox", "checkbox", "spinbutton", "image", "img", "region"}


@pytest.fixture
def hostile(evals) -> RunFolder:
    """A run in which everything that comes from outside is hostile."""
    folder = RunFolder(evals / "hostile", rows=2, model=HOSTILE, texts=False)
    folder.lines("rows.jsonl", [{"row_index": row, "prompt": HOSTILE, "label": HOSTILE[:500]} for row in range(2)])
    folder.result(0, outcome="agent_failed", category="agent_error", error=HOSTILE)
    folder.result(1, 1.0)
    call = {"tool_call_id": HOSTILE, "function_name": HOSTILE, "arguments": {HOSTILE: HOSTILE}}
    seen = {
        "results": [{"source_call_id": HOSTILE, "content": HOSTILE}, {"content": [{"type": "text", "text": HOSTILE}]}]
    }
    image = {"type": "image", "source": {"media_type": "image/png", "path": "https://evil.example/x.png"}}
    folder.trajectory(
        1,
        [
            {
                "source": "user",
                "message": [{"type": "text", "text": HOSTILE}, image],
                "extra": {"original_role": HOSTILE},
            },
            {"source": "agent", "message": HOSTILE, "reasoning_content": HOSTILE, "model_name": HOSTILE}
            | {"tool_calls": [call], "observation": seen},
        ],
    )
    folder.artifact(1, "<img src=x onerror=alert(1)>.html", HOSTILE.encode())
    return folder.finish()


def test_nothing_that_was_written_runs(serve, hostile, evals):
    """On every view it stands as text: no element comes of it, no box opens, the policy is never even asked."""
    page = serve(evals)
    page.one("table a")
    for view in ("#/hostile", "#/hostile?item=0.0", "#/hostile?item=1.0", "#/compare?a=hostile&b=hostile"):
        page.go(view)
        page.until(lambda: page.all("table"))
        if view.endswith("item=1.0"):
            page.until(lambda: len(page.all(".step")) == 2)
            for summary in page.all("details:not([open]) > summary"):
                page.run("arguments[0].parentElement.open = true", summary)
        for made in (
            "main script",
            "main img",
            "main iframe",
            "main style",
            "base",
            "svg[onload]",
            "[onerror]",
            "a[href^=javascript]",
        ):
            assert page.all(made) == [], f"{made} in {view}"
    texts = page.texts("pre")
    assert texts == []  # the comparison has none


def test_it_is_all_there_to_be_read(serve, hostile, evals):
    """Word for word, but for characters that hide or reorder others, which are named."""
    page = serve(evals, "hostile")
    page.go("#/hostile?item=1.0")
    page.until(lambda: len(page.all(".step")) == 2)
    texts = page.texts(".panel pre")
    assert texts.count(SHOWN) >= 6
    assert page.texts(".files a") == ["<img src=x onerror=alert(1)>.html"]
    page.go("#/hostile?item=0.0")
    page.until(lambda: SHOWN in page.texts(".panel pre.faulty"))


def test_a_megabyte_of_text_is_shown_in_parts(serve, evals):
    """Only its beginning at first, so that the page stays quick; all of it when asked for."""
    folder = RunFolder(evals / "long", rows=1)
    folder.result(0, 1.0)
    text = "<b>0123456789</b>" * 61_681
    folder.trajectory(0, [{"source": "agent", "message": text}])
    page = serve(evals, "long")
    page.go("#/long?item=0.0")
    page.shows("characters are here")
    assert len(page.texts(".step pre")[0]) < 20_000
    while page.all(".step .more"):
        page.one(".step .more").click()
    assert page.texts(".step pre") == [text]


@pytest.mark.parametrize(
    "content",
    [
        '{"steps": [',
        '{"steps": 5}',
        '{"steps": [{"message": {"a": 1}}, null]}',
        "[]",
        '"<script>alert(1)</script>"',
        "Infinity",
        "",
    ],
)
def test_a_trajectory_that_is_none_is_shown_as_text(serve, evals, content):
    """The page says what is wrong with it, and goes on."""
    folder = RunFolder(evals / "odd", rows=1)
    folder.result(0, 1.0)
    folder.trajectory(0, [{"source": "user", "message": "x"}]).write_text(content)
    page = serve(evals, "odd")
    page.go("#/odd?item=0.0")
    page.until(lambda: page.all("section[aria-label=Trajectory] .foot"))


def test_without_the_token_there_is_only_a_sentence(serve, folder, chromium):
    """Another browser on the machine that guesses the port sees no run's name."""
    page = serve(folder.root.parent)
    page.one("h1")
    chromium.delete_all_cookies()
    page.driver.refresh()
    page.shows("osmosis eval view")
    assert "some-run" not in page.run("return document.body.innerText")
    assert any("403" in entry["message"] for entry in chromium.get_log("browser"))


def test_another_site_cannot_read_or_frame_the_page(serve, folder, chromium):
    """Not from another port of this machine, where the cookie would go along: nothing is shown or answered."""
    page = serve(folder.root.parent)
    page.one("h1")
    other = serve(folder.root.parent / "none-there")
    other.shows("No runs yet")
    asked = "return fetch(arguments[0], {credentials: 'include'}).then(() => 'read', () => 'refused')"
    assert page.run(asked, f"{page.base}/api/runs") == "refused"
    assert any("Content Security Policy" in entry["message"] for entry in chromium.get_log("browser"))
    page.run("window.observed.length = 0")


@pytest.mark.parametrize("dark", [False, True])
def test_everybody_can_read_it(serve, folder, dark):
    """Text stands out from what is behind it (WCAG 2.2, 1.4.3: 4.5 to 1), and whatever can be used has a name."""
    folder.trajectory(0, [{"source": "agent", "message": "hello", "reasoning_content": "hm"}])
    folder.artifact(0, "notes.txt", b"x")
    page = serve(folder.root.parent, dark=dark)
    for view, there in (
        ("#/", "table"),
        ("#/some-run", "tbody tr"),
        ("#/some-run?item=0.0", ".step"),
        ("#/some-run?item=2.0", ".panel .faulty"),
    ):
        page.go(view)
        page.until(lambda there=there: page.all(there))
        assert page.run(FAINT) == [], view
        nodes = page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        roles = [node["role"]["value"] for node in nodes if not node["ignored"]]
        assert {"main", "navigation", "table", "heading"} <= set(roles)
        seen = [node for node in nodes if not node["ignored"] and node["role"]["value"] in USABLE]
        nameless = [node for node in seen if not node.get("name", {}).get("value")]
        assert nameless == [], view
    assert page.driver.find_element(By.TAG_NAME, "html").get_attribute("lang") == "en"
