"""What a person sees of a training while it goes on: a line a step."""

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from osmosis_ai.cli.commands.eval_report import EvalDisplay
from osmosis_ai.cli.commands.sparkline import sparkline
from osmosis_ai.cli.framework.console import Console
from osmosis_ai.engine.ports import RunProgressUpdate
from osmosis_ai.train.display import TrainDisplay
from osmosis_contract.models.local_training import TrainingEvaluation, TrainingStep

__all__ = ["TrainConsole"]

_MINUTE = 60.0


class TrainConsole(TrainDisplay):
    """A training's watcher on a console: a bar for the rollouts of a step on a terminal, and a line for each step."""

    def __init__(self, console: Console, *, yes: bool, verbose: bool) -> None:
        self._console = console
        self._eval = EvalDisplay(console, yes=yes, verbose=verbose)
        self._rewards: list[float] = []

    def __enter__(self) -> Self:
        self._eval.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._eval.__exit__(kind, error, trace)

    def status(self, text: str) -> None:
        """A phase has begun."""
        self._eval.status(text)

    def warning(self, code: str | None, message: str) -> None:
        """Something is not as it should be."""
        self._eval.warning(code, message)

    def confirm(self, prompt: str, *, summary: Mapping[str, object], notes: Sequence[str]) -> None:
        """Shows the plan and asks, unless --yes has answered."""
        self._eval.confirm(prompt, summary=summary, notes=notes)

    def ask_yes_no(self, prompt: str) -> bool:
        """Asks on a terminal."""
        return self._eval.ask_yes_no(prompt)

    def ask_secret(self, name: str) -> str | None:
        """Asks on a terminal, without echo."""
        return self._eval.ask_secret(name)

    def log_line(self, line: str) -> None:
        """The run's log, with --verbose."""
        self._eval.log_line(line)

    def progress(self, update: RunProgressUpdate) -> None:
        """A rollout is done; shown on a terminal alone, where the bar goes away again."""
        if self._console.live:
            self._eval.progress(update)

    def step_done(self, record: TrainingStep, total: int, seconds_left: float | None) -> None:
        """The step in a line: reward and its spread, entropy, lengths, what was not scored, and where the time went."""
        figures = record.metrics
        self._rewards.append(figures.get("rollout/raw_reward", 0.0))
        reasons = ", ".join(f"{count} {reason}" for reason, count in record.unscorable.items())
        parts = [
            f"step {record.step}/{total}",
            f"reward {figures.get('rollout/raw_reward', 0):.3f} ± {figures.get('rollout/reward_std', 0):.3f}",
            sparkline(self._rewards),
            f"loss {figures.get('train/loss', 0):.4f}",
            f"entropy {figures.get('train/entropy_loss', 0):.2f}",
            f"length {figures.get('rollout/response_lengths', 0):.1f}",
            f"cut {figures.get('rollout/truncated_ratio', 0):.0%}",
            *([f"unscorable: {reasons}"] if reasons else []),
            " ".join(f"{phase} {seconds:.1f} s" for phase, seconds in record.seconds.items()),
        ]
        if seconds_left:
            parts.append(f"about {seconds_left / _MINUTE:.0f} min left")
        self._eval.status(f"Step {record.step} of {total} is done")
        self._console.line("  ".join(parts))

    def evaluated(self, record: TrainingEvaluation) -> None:
        """The held-out rows in a line."""
        reward = "no reward" if record.reward is None else f"reward {record.reward:.3f}"
        self._console.line(f"held out, after step {record.step}: {reward} over {record.scored} of {record.rows} rows")
