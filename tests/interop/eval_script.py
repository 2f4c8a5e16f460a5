"""What is typed about managed evaluations by the published command line and by ours, and where the two may differ.

`NAME` is the run that was submitted last, `FOLDER` the workspace directory. `@over` waits until the run is over,
`@running` until it has results. A line that begins with `--plain` is not in JSON mode.
"""

from __future__ import annotations

__all__ = ["DIFFERENCES", "SCRIPT"]

SCRIPT: tuple[tuple[str, ...], ...] = (
    ("eval", "submit", "configs/eval/echo.toml", "--yes"),
    ("auth", "login", "--token", "TOKEN"),
    ("eval", "list"),
    ("eval", "submit", "configs/eval/none.toml", "--yes"),
    ("eval", "submit", "configs/eval/no-rollout.toml", "--yes"),
    ("eval", "submit", "configs/eval/no-dataset.toml", "--yes"),
    ("eval", "submit", "configs/eval/no-secret.toml", "--yes"),
    ("eval", "submit", "configs/eval/echo.toml"),
    ("eval", "submit", "configs/eval/echo.toml", "--yes"),
    ("@over",),
    ("eval", "list"),
    ("eval", "info", "NAME"),
    ("--plain", "eval", "info", "NAME"),
    ("eval", "info", "NAME", "-o", "out"),
    ("eval", "logs", "NAME", "--limit", "3"),
    ("eval", "logs", "NAME", "--limit", "201"),
    ("--plain", "eval", "logs", "NAME"),
    ("eval", "download", "NAME", "--type", "metrics,trajectories"),
    ("eval", "download", "NAME", "--type", "metrics,trajectories"),
    ("eval", "download", "NAME", "--type", "trajectories", "--rows", "0", "--overwrite"),
    ("eval", "download", "NAME", "--type", "artifacts,logs", "-o", "some"),
    ("eval", "download", "NAME", "--type", "artifacts"),
    ("eval", "download", "NAME"),
    ("eval", "download", "NAME", "--type", "nonsense"),
    ("eval", "retry", "NAME"),
    ("eval", "retry", "NAME", "--yes"),
    ("@over",),
    ("eval", "stop", "NAME", "--yes"),
    ("eval", "submit", "configs/eval/sleeping.toml", "--yes"),
    ("@running",),
    ("eval", "stop", "NAME"),
    ("eval", "stop", "NAME", "--yes"),
    ("@over",),
    ("eval", "info", "NAME"),
    ("eval", "info", "no-such-run"),
    ("eval", "logs", "no-such-run"),
    ("eval", "stop", "no-such-run", "--yes"),
    ("eval", "retry", "no-such-run", "--yes"),
    ("eval", "download", "no-such-run"),
    ("--workspace", "main", "eval", "info", "NAME"),
    ("--workspace", "main", "eval", "logs", "NAME", "--limit", "1"),
    ("--workspace", "main", "eval", "submit", "configs/eval/echo.toml", "--yes"),
    ("--workspace", "main", "eval", "submit", "FOLDER/configs/eval/echo.toml", "--yes"),
    ("--workspace", "main", "eval", "stop", "NAME", "--yes"),
    ("@over",),
)
DIFFERENCES: dict[str, str] = {
    "eval submit configs/eval/no-rollout.toml --yes": "ours names the path in `details`",
    "eval submit configs/eval/echo.toml": "ours also shows rows, cost and limits, and words notes itself",
    "eval download NAME": "ours brings the journal too, with which the folder is a run for commands of this machine",
}
"""Calls that differ in something, each with the reason."""
