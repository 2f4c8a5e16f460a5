"""Text for people: what a terminal would obey is shown, never sent."""

from __future__ import annotations

import pytest

from osmosis_ai.base.text import one_line, printable, truncate


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]0;title\x07", r"\x1b]0;title\x07"),
        ("\x9b2J", r"\x9b2J"),
        ("a\rb\x00\x7f", r"a\rb\x00\x7f"),
        ("abc\u202etxt.exe", r"abc\u202etxt.exe"),
        ("\u2066\u2069\u200f\u061c", r"\u2066\u2069\u200f\u061c"),
        ("\ufeff\u200b\u2028", r"\ufeff\u200b\u2028"),
        ("\ud800", r"\ud800"),
        ("two\nlines\tand é 漢 🙂 👩\u200d🔬", "two\nlines\tand é 漢 🙂 👩\u200d🔬"),
    ],
)
def test_control_and_direction_characters_are_escaped(text: str, shown: str):
    """Escape sequences, C1 controls, bidirectional and invisible marks are written out; letters and emoji stay."""
    assert printable(text) == shown


def test_one_line_has_no_line_break_of_any_kind():
    """Every line break and tab becomes a space, whatever script it is from."""
    assert one_line("a\r\nb\nc\td\u2028e\u2029f\x85g\x1b") == r"a b c d e f g\x1b"


@pytest.mark.parametrize(("text", "limit", "cut"), [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("ab", 1, "…"), ("", 1, "")])
def test_truncated_text_never_exceeds_its_limit(text: str, limit: int, cut: str):
    """The ellipsis counts."""
    assert truncate(text, limit) == cut
