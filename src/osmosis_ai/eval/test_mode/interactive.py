"""Interactive mode: one row at a time, with a pause after each answer of the model."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from osmosis_ai.engine.work import Row
from osmosis_ai.eval.test_mode.gate import InteractiveAbortError, InteractiveLLMClient, InteractiveStep
from osmosis_ai.eval.test_mode.loops import LoopRows
from osmosis_ai.eval.test_mode.results import format_duration
from osmosis_ai.eval.test_mode.rows import RowOptions, RowRun, as_row, row_id
from osmosis_ai.eval.test_mode.terminal import StandardTerminal, Terminal
from osmosis_ai.rollout.test_mode.llm import LLMClientProtocol, LocalLLMClient
from osmosis_ai.rollout.test_mode.loop import LoopStatus, RolloutAgentLoop, RolloutRequest, RolloutResult
from osmosis_ai.rollout.types import MessageDict
from osmosis_ai.semantics.chat_answers import text_of_content
from osmosis_ai.semantics.outcomes import error_of

__all__ = ["InteractiveLLMClient", "InteractiveRunner", "InteractiveStep", "RowScreen", "pick_rows"]

ABORTED = "aborted by the user"
_RULE = 60
_ROLES = {"system": "magenta", "user": "green", "assistant": "blue", "tool": "cyan"}
_LEAVE = frozenset({"q", "quit", "exit"})
_HELP = (
    ("n, next, Enter", "go on to the next answer"),
    ("c, continue", "stop pausing in this row"),
    ("m, messages", "the conversation as it was last sent"),
    ("t, tools", "the tools"),
    ("r N, row N", "end this row and run row N"),
    ("q, quit", "end this row"),
    ("?, help", "this list"),
)


class RowScreen:
    """What a person sees of one row, and what they answer."""

    def __init__(self, terminal: Terminal, row: Row) -> None:
        self._terminal = terminal
        self._row = row
        self._tools: list[dict[str, Any]] = []
        self._sent: list[MessageDict] = []
        self._shown = 0
        self._pausing = True
        self._paused_ms = 0.0
        self.next_row: int | None = None
        """The row that is to be run after this one; None where the person did not say."""
        self.aborted = False

    def begin(self) -> None:
        """Shows what the row asks."""
        self._title(f"Row {self._row.source_row_index}")
        self._title("Initial messages")
        self._messages(self._row.prompt)
        self._shown = len(self._row.prompt)

    def tools(self, tools: list[dict[str, Any]]) -> None:
        """Shows the tools, where they are not those shown before."""
        if tools and tools != self._tools:
            self._tools = tools
            self._title("Available tools")
            self._list_tools()

    def sending(self, messages: list[MessageDict]) -> None:
        """The conversation that is sent now; results of tools that are new in it are shown."""
        self._sent = messages
        for message in messages[self._shown :]:
            if message.get("role") == "tool":
                self._message(message)
        self._shown = len(messages)

    def step(self, step: InteractiveStep) -> bool:
        """Shows an answer and pauses. False ends the row."""
        self._title(f"Turn {step.turn}: the model's answer")
        self._message(step.message or {})
        if step.finish_reason and step.finish_reason != "tool_calls":
            self._terminal.write(f"Finish reason: {step.finish_reason}", "yellow")
        if self._pausing:
            asked = time.perf_counter()
            self.aborted = not self._answer()
            self._paused_ms += (time.perf_counter() - asked) * 1000
        return not self.aborted

    def _answer(self) -> bool:
        """Whether to go on, as the person says."""
        while True:
            typed = self._terminal.ask("[n]ext, [c]ontinue, [m]essages, [t]ools, [q]uit, ? > ")
            words = [] if typed is None else typed.split()
            match words:
                case _ if typed is None or typed in _LEAVE:
                    return False
                case [] | ["n" | "next"]:
                    return True
                case ["c" | "continue"]:
                    self._pausing = False
                    return True
                case ["m" | "messages"]:
                    self._title("Messages as last sent")
                    self._messages(self._sent)
                case ["t" | "tools"]:
                    self._list_tools()
                case ["r" | "row", number] if number.isdecimal():
                    self.next_row = int(number)
                    return False
                case ["?" | "help"]:
                    self._help()
                case _:
                    self._terminal.write(f"There is no command {typed!r}.", "yellow")
                    self._help()

    def end(self, run: RowRun | None) -> None:
        """Shows what became of the row, and the conversation where it is asked for. None: the person ended it."""
        self._title("Result")
        if run is None:
            self._terminal.write(f"Status: {ABORTED}", "yellow")
            return
        result, usage = run.result, run.usage
        error = error_of(run.attempt.outcome)[1]
        ended_well = error is None and (result is None or result.status == LoopStatus.COMPLETED)
        self._terminal.write(f"Status: {'COMPLETED' if ended_well else 'ERROR'}", "green" if ended_well else "red")
        if error is not None:
            self._terminal.write(f"Error: {error}", "red")
        if run.attempt.err_traceback:
            self._terminal.write(run.attempt.err_traceback.rstrip())
        if result is not None and result.reward is not None:
            self._terminal.write(f"Reward: {result.reward:g}")
        if result is not None:
            self._terminal.write(f"Finish reason: {result.finish_reason}")
        worked = format_duration(max(0.0, run.attempt.duration_ms - self._paused_ms))
        self._terminal.write(f"Duration: {worked}{', without the pauses' if self._paused_ms else ''}")
        self._terminal.write(f"Tokens: {usage.total_tokens:,} in {usage.calls:,} calls")
        while self._terminal.ask("[m]essages, or Enter > ") in {"m", "messages"}:
            self._title("Final messages")
            self._messages(self._sent if result is None else result.final_messages)

    def _help(self) -> None:
        for keys, meaning in _HELP:
            self._terminal.write(f"  {keys.ljust(16)}{meaning}")

    def _title(self, text: str) -> None:
        self._terminal.write(f"── {text} ".ljust(_RULE, "─"), "bold")

    def _messages(self, messages: Sequence[Mapping[str, Any]]) -> None:
        for number, message in enumerate(messages):
            self._message(message, f"[{number}] ")

    def _message(self, message: Mapping[str, Any], before: str = "") -> None:
        role = str(message.get("role") or "unknown")
        name = self._tool_name(message) if role == "tool" else None
        self._terminal.write(f"{before}{role}{f' ({name})' if name else ''}:", _ROLES.get(role))
        text = text_of_content(message.get("content"))
        if text:
            self._terminal.write(text)
        for call in message.get("tool_calls") or ():
            function = call.get("function") or {}
            self._terminal.write(f"• {function.get('name', '')}({_arguments(function.get('arguments'))})", "yellow")

    def _tool_name(self, result: Mapping[str, Any]) -> str | None:
        """The function whose result this is."""
        wanted = result.get("tool_call_id")
        calls = (call for message in self._sent for call in message.get("tool_calls") or ())
        return next((call["function"]["name"] for call in calls if call.get("id") == wanted), None)

    def _list_tools(self) -> None:
        if not self._tools:
            self._terminal.write("There are no tools.")
        for tool in self._tools:
            function = tool.get("function") or {}
            names = ", ".join((function.get("parameters") or {}).get("properties") or ())
            description = function.get("description") or ""
            self._terminal.write(f"• {function.get('name', '')}({names})  {description}".rstrip(), "cyan")


def _arguments(text: object) -> str:
    """The arguments of a call, laid out where they are JSON."""
    if not isinstance(text, str):
        return json.dumps(text, ensure_ascii=False)
    try:
        return json.dumps(json.loads(text), indent=2, ensure_ascii=False)
    except (ValueError, RecursionError):
        return text


async def pick_rows(
    terminal: Terminal,
    first: int,
    last: int,
    run_row: Callable[[int], Any],
    initial_row: int | None = None,
) -> None:
    """Asks which row to run, `first` to `last`, and has it run, until the person leaves.

    `run_row` is awaited with a row's number and gives the next one, or None to ask.
    """
    wanted = initial_row
    while True:
        if wanted is not None and not first <= wanted <= last:
            terminal.write(f"There is no row {wanted}. Rows are {first}-{last}.", "red")
            wanted = None
        if wanted is not None:
            wanted = await run_row(wanted)
            continue
        typed = terminal.ask(f"Row {first}-{last}, or [q]uit > ")
        if typed is None or typed in _LEAVE:
            return
        number = typed.removeprefix("row").removeprefix("r").strip()
        if number.isdecimal():
            wanted = int(number)
        elif typed:
            terminal.write(f"{typed!r} is not a row. Rows are {first}-{last}.", "yellow")


class InteractiveRunner:
    """Runs rows of an agent loop one at a time and shows each step to a person."""

    def __init__(
        self,
        agent_loop: RolloutAgentLoop,
        llm_client: LocalLLMClient,
        debug: bool = False,
        *,
        debug_dir: Path | None = None,
        terminal: Terminal | None = None,
    ) -> None:
        self._loop = agent_loop
        self._client = llm_client
        self._debug_dir = debug_dir or (Path("./test_debug") if debug else None)
        self._terminal = terminal or StandardTerminal()
        self.next_row: int | None = None
        """The row that the person asked for within the last one."""

    async def run_single_interactive(
        self,
        row: Row | Mapping[str, Any],
        row_index: int,
        max_turns: int = 10,
        completion_params: Mapping[str, Any] | None = None,
    ) -> tuple[RolloutResult | None, str | None]:
        """The result of the row and its error, each None where there is none; a row that was ended has an error."""
        numbered = as_row(row, row_index)
        screen = RowScreen(self._terminal, numbered)
        self.next_row = None

        def wrapped(
            _request: RolloutRequest, tools: list[dict[str, Any]], client: LLMClientProtocol
        ) -> LLMClientProtocol:
            screen.tools(tools)
            return InteractiveLLMClient(client, screen.step, screen.sending)

        options = RowOptions(max_turns, dict(completion_params or {}), self._debug_dir)
        screen.begin()
        try:
            run = await LoopRows(self._loop, self._client, options, wrap=wrapped).run_row(numbered, row_id(numbered))
        except InteractiveAbortError:
            self.next_row = screen.next_row
            screen.end(None)
            return None, ABORTED
        screen.end(run)
        return run.result, error_of(run.attempt.outcome)[1]

    async def run_interactive_session(
        self,
        rows: Sequence[Row | Mapping[str, Any]],
        max_turns: int = 10,
        completion_params: Mapping[str, Any] | None = None,
        initial_row: int | None = None,
        row_offset: int = 0,
    ) -> None:
        """Runs the rows that the person picks, `initial_row` first; they are numbered from `row_offset`."""

        async def run_row(number: int) -> int | None:
            await self.run_single_interactive(rows[number - row_offset], number, max_turns, completion_params)
            return self.next_row

        await pick_rows(self._terminal, row_offset, row_offset + len(rows) - 1, run_row, initial_row)
