"""What the benchmark prints, and the same as JSON."""

import os
import platform
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tests.bench.start_up import StartUp
from tests.bench.throughput import Figures

MEASURED = (
    "rollouts/s: by the stub model's clock, from the first row's call to the last row's; in all: the whole command,\n"
    "from start to exit; memory: the kernel's high-water marks; medians of the runs, sides by turns."
)


def throughput_table(comparisons: Sequence[Sequence[Figures]]) -> str:
    """Our side first in each comparison."""
    header = ("side", "in flight", "rows graded", "runs", "rollouts/s", "in all", "peak MB", "server MB", "ours/theirs")
    lines: list[tuple[str, ...]] = [header]
    for figures in comparisons:
        for found in figures:
            lines.append(
                (
                    f"{found.side} {found.version}",
                    str(found.load.in_flight),
                    str(found.graded),
                    str(found.runs),
                    f"{found.per_second:.1f}",
                    f"{found.per_second_in_all:.1f}",
                    f"{found.peak_mb:.0f}",
                    f"{found.server_peak_mb:.0f}",
                    "" if found is figures[0] else f"{figures[0].per_second / found.per_second:.2f}x",
                )
            )
    return _table(lines)


def start_up_table(found: Sequence[StartUp]) -> str:
    """One line a command."""
    lines: list[tuple[str, ...]] = [("start-up", "ours ms", "published ms", "pairs", "ours/theirs")]
    lines += [
        (
            result.command,
            f"{result.ours_sec * 1000:.0f}",
            f"{result.theirs_sec * 1000:.0f}",
            str(result.pairs),
            f"{result.ratio:.2f}" + ("  SLOWER" if result.slower else ""),
        )
        for result in found
    ]
    return _table(lines)


def document(comparisons: Sequence[Sequence[Figures]], start_up: Sequence[StartUp]) -> dict[str, Any]:
    """Everything that was measured, for `--json`."""
    return {
        "measured": MEASURED,
        "machine": {"cpus": os.cpu_count(), "python": platform.python_version(), "system": platform.system()},
        "throughput": [
            {
                "load": asdict(figures[0].load),
                "sides": [asdict(found) for found in figures],
                "ratio": {
                    f"{figures[0].side}/{other.side}": figures[0].per_second / other.per_second for other in figures[1:]
                },
            }
            for figures in comparisons
        ],
        "start_up": [asdict(result) for result in start_up],
    }


def _table(lines: Sequence[tuple[str, ...]]) -> str:
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
