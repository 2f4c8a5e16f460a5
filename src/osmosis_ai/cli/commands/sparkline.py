"""A row of numbers as a row of bars, for a terminal."""

from collections.abc import Sequence

__all__ = ["sparkline"]

_BARS = "▁▂▃▄▅▆▇█"
_MOST = 24


def sparkline(values: Sequence[float]) -> str:
    """The last 24 values, the lowest of them the lowest bar; equal ones are all low."""
    shown = values[-_MOST:]
    if not shown:
        return ""
    low, high = min(shown), max(shown)
    scale = (len(_BARS) - 1) / (high - low) if high > low else 0.0
    return "".join(_BARS[round((value - low) * scale)] for value in shown)
