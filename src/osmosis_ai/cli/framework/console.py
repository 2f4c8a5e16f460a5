"""What a command says while it works: status, warnings, questions. Everything here goes to standard error.

Results do not pass through here; a command returns those.
"""

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from osmosis_ai import __version__
from osmosis_ai.base.errors import InteractiveRequiredError
from osmosis_ai.base.text import one_line, printable
from osmosis_ai.cli.framework.confirm import Declined, ask_line
from osmosis_ai.cli.framework.results import warning_envelope
from osmosis_ai.cli.framework.terminal import is_terminal, json_line, styled, write_err
from osmosis_ai.cli.framework.usage import Mode

if TYPE_CHECKING:
    from rich.console import Console as RichConsole
    from rich.status import Status


class Console:
    """The voice of one command, in one mode.

    A command gets it by asking for a parameter of the type ``cli.params.InjectedConsole``.
    """

    def __init__(self, mode: Mode, *, program: str = "osmosis", workspace: str | None = None) -> None:
        self.mode = mode
        self.program = program
        self.workspace = workspace
        """The platform's workspace that the root option names."""
        self._status: Status | None = None
        self._rich: RichConsole | None = None

    @property
    def live(self) -> bool:
        """Whether spinners and progress bars make sense: rich mode, and a terminal behind standard error."""
        return self.mode is Mode.RICH and is_terminal(sys.stderr)

    @property
    def interactive(self) -> bool:
        """Whether a question would reach a person: rich mode, and a terminal to ask on and to answer from."""
        return self.live and is_terminal(sys.stdin)

    def rich(self) -> "RichConsole":
        """Rich's console on standard error, for a command's own progress display. Imports rich."""
        if self._rich is None:
            from rich.console import Console as RichConsole

            self._rich = RichConsole(stderr=True, highlight=False, markup=False)
        return self._rich

    def status(self, text: str) -> None:
        """Say what is going on: a spinner until the next word; a line without a terminal; nothing in JSON."""
        if self.mode is Mode.JSON:
            return
        if not self.live:
            write_err(f"{one_line(text)}\n")
            return
        from rich.text import Text

        label = Text(one_line(text))
        if self._status is None:
            self._status = self.rich().status(label)
            self._status.start()
        else:
            self._status.update(label)

    def end_status(self) -> None:
        """Take the spinner away. The frame does so before it prints a result or an error."""
        if self._status is not None:
            self._status.stop()
            self._status = None

    def line(self, text: str) -> None:
        """One line for people, above a running spinner. Silent in JSON."""
        if self.mode is not Mode.JSON:
            self._write(printable(text))

    def warning(self, code: str | None, message: str) -> None:
        """Say that something is not as it should be, and go on."""
        if self.mode is Mode.JSON:
            write_err(json_line(warning_envelope(version=__version__, code=code, message=message)))
        else:
            self._write(f"{styled('warning:', 'yellow', sys.stderr)} {printable(message)}")

    def confirm(
        self,
        prompt: str,
        *,
        summary: Mapping[str, object] | None = None,
        notes: Sequence[str] = (),
        warnings: Sequence[str] = (),
        yes: bool = False,
    ) -> None:
        """Return if the person agrees, or if ``yes`` says so beforehand.

        ``summary`` is what is about to happen, as labels and values. Only a yes agrees: no, Escape, Ctrl-C and the end
        of input raise Declined. Raises InteractiveRequiredError where there is no terminal to ask on.
        """
        if yes:
            return
        self.end_status()
        summary = dict(summary or {})
        width = max(map(len, summary), default=0) + 1
        for label, value in summary.items():
            self.line(f"{f'{label}:'.ljust(width)}  {one_line(value)}")
        for note in notes:
            self.line(note)
        if self.mode is not Mode.JSON:
            for warning in warnings:
                self.warning(None, warning)
        if not self.interactive:
            details = {"prompt": prompt, "summary": summary, "notes": list(notes), "warnings": list(warnings)}
            raise InteractiveRequiredError(
                f"This needs a confirmation, and there is no terminal to ask on: {prompt}",
                hint="Add --yes to go ahead without being asked.",
                details={name: part for name, part in details.items() if part},
            )
        answer = ask_line(f"{one_line(prompt)} {styled('[y/N]', 'dim', sys.stderr)} ")
        if answer.strip().lower() not in {"y", "yes"}:
            raise Declined

    def _write(self, text: str) -> None:
        if self._status is None:
            write_err(f"{text}\n")
        else:
            from rich.text import Text

            self.rich().print(Text.from_ansi(text), soft_wrap=True)
