"""What the benchmark prints, the same as JSON, and the same in the document."""

import os
import platform
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import psutil

from tests.bench.first_rollout import FirstRollout
from tests.bench.gates import Gate
from tests.bench.managed import ManagedCost
from tests.bench.platform_load import CLIENTS, PlatformFigures
from tests.bench.scale import Peaks, Resumed
from tests.bench.start_up import StartUp
from tests.bench.stored import Exported, Regraded
from tests.bench.throughput import Figures

MEASURED = (
    "rollouts/s: by the stub model's clock, from the first row's call to the last row's; in all: the whole command,\n"
    "from start to exit; memory: the kernel's high-water marks of the command and of its largest child, the server;\n"
    "CPU: user and system, of the whole process, divided by the rows; medians of the runs, sides by turns."
)
_BEGIN, _END = "<!-- figures: written by the command -->", "<!-- end of figures -->"


def machine() -> str:
    """What the figures were measured on."""
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        platform.processor(),
    )
    memory = psutil.virtual_memory().total / 1024**3
    system = f"{platform.system()} {platform.release().partition('-')[0]}"
    return f"{os.cpu_count()} cores ({model}), {memory:.0f} GB, {system}, Python {platform.python_version()}"


def throughput_table(comparisons: Sequence[Sequence[Figures]]) -> str:
    """Our side first in each comparison."""
    header = (
        *("side", "in flight", "rows graded", "runs", "rollouts/s", "in all", "ours/theirs"),
        *("MB", "CPU ms", "server MB", "server CPU ms"),
    )
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
                    "" if found is figures[0] else f"{figures[0].per_second / found.per_second:.2f}x",
                    f"{found.own_peak_mb:.0f}",
                    f"{found.own_cpu_ms:.2f}",
                    f"{found.server_peak_mb:.0f}" if found.server_peak_mb else "-",
                    f"{found.server_cpu_ms:.2f}" if found.server_peak_mb else "-",
                )
            )
    return _table(lines)


def platform_line(found: PlatformFigures) -> str:
    """What a platform on SQLite did."""
    kinds = (("read", "pages", found.reads), ("write", "secrets", found.writes))
    rates = ", and ".join(
        f"{verb} {rate.per_second:.0f} {what}/s (p99 {rate.p99_ms:.0f} ms, {rate.cpu_ms:.1f} ms of CPU each)"
        for verb, what, rate in kinds
    )
    return (
        f"A platform on SQLite: ready {found.ready_sec:.2f} s after the start in an empty folder, peak"
        f" {found.peak_mb:.0f} MB. {CLIENTS} clients {rates}."
    )


def managed_line(found: ManagedCost) -> str:
    """What a managed run costs."""
    return (
        f"A managed run of {found.rows} rows, {found.pairs} pairs: {found.managed_sec:.1f} s from its submission to its"
        f" end, {found.eval_run_sec:.1f} s for eval run ({found.time_ratio:.2f}x)."
        f" CPU: {found.job_cpu_sec:.1f} s of the job and its rollout,"
        f" {found.platform_cpu_sec:.1f} s of the platform ({found.cpu_share:.0%})."
    )


def first_rollout_line(found: FirstRollout) -> str:
    """Both sides' medians, and the ratios."""
    return (
        f"From Enter to the first rollout of a warm scaffold, {found.pairs} pairs: ours {found.ours_sec:.2f} s"
        f" ({found.ours_cpu_sec:.2f} s of CPU), published {found.theirs_sec:.2f} s ({found.theirs_cpu_sec:.2f} s of"
        f" CPU): {found.ratio:.2f}x the time, {found.cpu_ratio:.2f}x the CPU."
    )


def start_up_table(found: Sequence[StartUp]) -> str:
    """One line a command."""
    lines: list[tuple[str, ...]] = [("start-up", "ours ms", "published ms", "pairs", "ours/theirs")]
    lines += [
        (
            result.command,
            f"{result.ours_sec * 1000:.0f}",
            f"{result.theirs_sec * 1000:.0f}",
            str(result.pairs),
            f"{result.ratio:.2f}",
        )
        for result in found
    ]
    return _table(lines)


def scale_table(runs: Sequence[Peaks], resumed: Resumed | None) -> str:
    """One line a run."""
    lines: list[tuple[str, ...]] = [
        ("ours, 32 in flight", "MB", "server MB", "rollouts/s", "seconds in all", "CPU seconds")
    ]
    lines += [
        (
            f"{found.rows} rows",
            f"{found.own_mb:.0f}",
            f"{found.server_mb:.0f}",
            f"{found.per_second:.1f}",
            f"{found.seconds:.1f}",
            f"{found.cpu_sec:.1f}",
        )
        for found in runs
    ]
    if resumed is not None:
        lines.append(
            (
                f"{resumed.rows} rows, resumed",
                f"{resumed.peak_mb:.0f}",
                "-",
                "-",
                f"{resumed.seconds:.2f}",
                f"{resumed.cpu_sec:.2f}",
            )
        )
    return _table(lines)


def grade_line(found: Regraded) -> str:
    """What grading took."""
    return (
        f"eval grade of {found.rows} stored samples: {found.per_second:.0f} rows/s by the journal,"
        f" {found.seconds:.1f} s in all;\nCPU: {found.cpu_sec:.1f} s of the command, {found.grader_cpu_sec:.1f} s of"
        " the largest process below it."
    )


def export_table(found: Sequence[Exported]) -> str:
    """One line a form."""
    lines: list[tuple[str, ...]] = [("eval export", "rows", "MB", "rows", "MB", "ratio", "seconds")]
    lines += [
        (
            form.form,
            *(str(form.few_rows), f"{form.few_mb:.0f}"),
            *(str(form.many_rows), f"{form.many_mb:.0f}"),
            f"{form.ratio:.2f}x",
            f"{form.seconds:.1f}",
        )
        for form in found
    ]
    return _table(lines)


def gate_table(gates: Sequence[Gate]) -> str:
    """One line a gate."""
    lines: list[tuple[str, ...]] = [("gate", "measured", "bound", "goal", "")]
    lines += [
        (
            gate.what,
            f"{gate.measured:.2f}{gate.unit}",
            f"{gate.sense} {gate.bound:g}{gate.unit}",
            "" if gate.goal is None else f"{gate.goal:g}{gate.unit}",
            "held" if gate.held else "MISSED",
        )
        for gate in gates
    ]
    return _table(lines)


def document(measured: dict[str, Any], gates: Sequence[Gate]) -> dict[str, Any]:
    """Everything that was measured, for `--json`."""
    return {
        "measured": MEASURED,
        "machine": machine(),
        **measured,
        "gates": [{**asdict(gate), "held": gate.held} for gate in gates],
    }


def write_section(path: Path, command: str, tables: Sequence[str]) -> None:
    """Puts what was printed between the marks of the document. Raises ValueError where the marks are not."""
    before, begin, rest = path.read_text().partition(_BEGIN)
    _, end, after = rest.partition(_END)
    if not (begin and end):
        raise ValueError(f"{path} has no section between {_BEGIN!r} and {_END!r}")
    shown = "\n\n".join(tables)
    section = f"{_BEGIN}\n\nMeasured with `{command}` on {machine()}.\n\n```text\n{shown}\n```\n\n{_END}"
    path.write_text(f"{before}{section}{after}")


def _table(lines: Sequence[tuple[str, ...]]) -> str:
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
