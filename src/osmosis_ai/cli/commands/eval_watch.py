"""Watching an evaluation on a platform until it is over: `--watch` of `eval submit`, `eval retry` and `eval info`."""

import os
import time
from collections.abc import Iterator, Sequence

from osmosis_ai.base import strict_json
from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.text import truncate
from osmosis_ai.cli.commands.eval_report import MOST_ROWS, EvalDisplay, rewards_table
from osmosis_ai.cli.commands.session import Place
from osmosis_ai.cli.framework.console import Console
from osmosis_ai.cli.framework.results import Page
from osmosis_ai.engine.ports import RunProgressUpdate
from osmosis_ai.platform_client.connection import Connection
from osmosis_ai.platform_client.failures import PlatformAnswerError, PlatformUnreachableError
from osmosis_ai.runs.reading.figures import row_ranges
from osmosis_contract.clients.platform.api.eval_runs import (
    get_eval_run,
    list_eval_run_files,
    list_eval_run_logs,
    presign_eval_run_files,
)
from osmosis_contract.models import (
    DownloadItem,
    DownloadUrlsRequest,
    DownloadUrlsResponse,
    EvalRunResponse,
    EvalRunStatus,
    LogPage,
    OutputManifest,
    PlatformLogEntry,
)
from osmosis_contract.models.run_events import RowStatus
from osmosis_contract.models.run_index import IndexRow

__all__ = ["finished", "pause_after", "samples_of", "table_of", "watch_run", "what_failed"]

_OVER = (EvalRunStatus.FINISHED, EvalRunStatus.FAILED, EvalRunStatus.STOPPED)
_SHORTEST_SEC, _LONGEST_SEC, _SHARE = 0.25, 4.0, 20
"""A look follows after a twentieth of the time that was watched so far, within these bounds."""
_SILENT_FOR_SEC = 900.0
_LOG_LIMIT = 200
_TOLD = frozenset({"run", "job", "status"})
"""Steps of the log whose lines are told while there are no results."""
_SUMMARY = "summary.jsonl"
_MOST_FAILURES = 12
_LONGEST_ROWS = 60
_TOO_MANY, _SERVER_ERROR = 429, 500


def finished(run: EvalRunResponse) -> bool:
    """Whether a run that is over has all that was asked for."""
    return run.eval_run.status is EvalRunStatus.FINISHED


def watch_run(connection: Connection, place: Place, name: str, console: Console) -> EvalRunResponse:
    """Shows a run as it goes, with the display of `eval run`, and returns it once it is over.

    Nothing here changes the run: Ctrl-C ends the watching alone, and says how to come back to it. A platform that does
    not answer is asked again, for a quarter of an hour; then the error is raised.
    """
    try:
        with EvalDisplay(console, yes=True, verbose=False) as display:
            return _watch(connection, place, name, display)
    except KeyboardInterrupt:
        console.end_status()
        console.line(f"The evaluation {name} goes on. Come back to it: {console.program} eval info {name} --watch")
        raise


def _watch(connection: Connection, place: Place, name: str, display: EvalDisplay) -> EvalRunResponse:
    log = _Log(connection, place, name)
    began = answered = time.monotonic()
    while True:
        try:
            run = connection.call(get_eval_run.sync_detailed, EvalRunResponse, name_or_id=name, **place.scope.headers())
            news = log.news()
        except (PlatformUnreachableError, PlatformAnswerError) as error:
            if not _passes(error) or time.monotonic() - answered > _SILENT_FOR_SEC:
                raise
            display.status("The platform does not answer; it is asked again")
            time.sleep(_LONGEST_SEC)
            continue
        answered = time.monotonic()
        update = _progress(run)
        for line in news:
            if line.level in {"warning", "error"}:
                display.warning(None, line.message)
            elif line.step in _TOLD and not update.done and " {" not in line.message:
                display.status(line.message)
        if run.eval_run.status in _OVER:
            return run
        if update.done and update.total:
            display.progress(update)
        time.sleep(pause_after(answered - began))


def pause_after(seconds: float) -> float:
    """How long to wait for the next look, after watching for so long."""
    return min(max(seconds / _SHARE, _SHORTEST_SEC), _LONGEST_SEC)


class _Log:
    """The lines of a run's log, each once."""

    def __init__(self, connection: Connection, place: Place, name: str) -> None:
        self._connection, self._place, self._name = connection, place, name
        self._cursor: str | None = None
        self._seen = 0
        """How many of the lines after the cursor were given out."""

    def news(self) -> Iterator[PlatformLogEntry]:
        """What was added since."""
        given: list[PlatformLogEntry] = []
        while True:
            cursor = {} if self._cursor is None else {"cursor": self._cursor}
            page = self._connection.call(
                list_eval_run_logs.sync_detailed,
                LogPage,
                name_or_id=self._name,
                limit=_LOG_LIMIT,
                direction="newer",
                **cursor,
                **self._place.scope.headers(),
            )
            given += page.logs[self._seen :]
            self._seen = len(page.logs)
            if page.next_cursor is None or page.next_cursor == self._cursor:
                return iter(given)
            self._cursor, self._seen = page.next_cursor, 0


def _passes(error: OsmosisError) -> bool:
    """Whether the call may do better later."""
    if isinstance(error, PlatformAnswerError):
        return error.status == _TOO_MANY or error.status >= _SERVER_ERROR
    return True


def _progress(run: EvalRunResponse) -> RunProgressUpdate:
    results = run.results
    if results is None:
        return RunProgressUpdate(done=0, total=0, failed=0, graded=0, mean_reward=None, tokens=0)
    attempts = (run.config or {}).get("n", 1)
    graded = results.graded or 0
    return RunProgressUpdate(
        done=results.total_runs or 0,
        total=(results.sampled_rows or 0) * (attempts if isinstance(attempts, int) else 1),
        failed=max(0, (results.passed or 0) + (results.failed or 0) - graded),
        graded=graded,
        mean_reward=results.score,
        tokens=results.total_tokens or 0,
    )


def samples_of(connection: Connection, place: Place, run_id: str) -> list[IndexRow]:
    """A line a sample, as `summary.jsonl` of the run has them. Raises OsmosisError."""
    from osmosis_ai.platform_client.transfers import Transfers

    headers = place.scope.headers()
    manifest = connection.call(
        list_eval_run_files.sync_detailed, OutputManifest, id=run_id, types="trajectories", rows="0", **headers
    )
    file = next((each for each in manifest.files if each.path == _SUMMARY), None)
    if file is None:
        return []
    item = DownloadItem.model_validate({"path": file.path, **({"token": file.token} if file.token else {})})
    answer = connection.call(
        presign_eval_run_files.sync_detailed,
        DownloadUrlsResponse,
        id=run_id,
        body=DownloadUrlsRequest(items=[item]),
        **headers,
    )
    content = bytearray(file.size)

    def write(offset: int, piece: bytes) -> None:
        content[offset : offset + len(piece)] = piece

    with Transfers(os.environ) as transfers:
        transfers.get(lambda: answer.items[0].url, 0, write)
    return [IndexRow.model_validate(strict_json.decode(line)) for line in bytes(content).splitlines() if line.strip()]


def table_of(samples: Sequence[IndexRow]) -> Page | None:
    """The first samples with their rewards, as `eval run` shows them."""
    shown = samples[:MOST_ROWS]
    if not shown:
        return None
    return rewards_table(
        [(each.row_index, each) for each in shown], of=len(samples), several=any(each.run_index for each in shown)
    )


def what_failed(samples: Sequence[IndexRow]) -> list[str]:
    """A line for each kind of failure, with its rows and the place in the user's code."""
    kinds: dict[str, list[int]] = {}
    for each in samples:
        if each.status is not RowStatus.FAILED:
            continue
        at = each.err_location
        place = "" if at is None else f", at {at.file}:{at.line} in {at.function}"
        kinds.setdefault(f"{each.outcome or each.status}: {each.error_type}{place}", []).append(each.row_index)
    lines = [
        f"{'row' if len(rows) == 1 else 'rows'} {truncate(row_ranges(rows), _LONGEST_ROWS)}: {kind}"
        for kind, rows in list(kinds.items())[:_MOST_FAILURES]
    ]
    left = len(kinds) - len(lines)
    return [*lines, f"… and {left} more kinds of failure"] if left else lines
