"""``osmosis eval download``: the files of an evaluation on the platform, in a folder of this machine."""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from osmosis_ai.base.errors import ConflictError, OsmosisError
from osmosis_ai.cli.commands.session import Place, Session, repository_place
from osmosis_ai.cli.framework.console import Console
from osmosis_ai.cli.framework.params import InjectedConsole, Yes
from osmosis_ai.cli.framework.results import OperationResult
from osmosis_ai.platform_client.connection import Connection
from osmosis_ai.platform_client.failures import PlatformAnswerError
from osmosis_ai.runs.manifest import read_manifest
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.clients.platform.api.eval_runs import (
    get_eval_run,
    list_eval_run_files,
    presign_eval_run_files,
)
from osmosis_contract.models import (
    DownloadItem,
    DownloadUrlsRequest,
    DownloadUrlsResponse,
    EvalDownloadFailure,
    EvalDownloadResult,
    EvalRunResponse,
    EvalRunStatus,
    OutputFile,
    OutputManifest,
)

if TYPE_CHECKING:
    from osmosis_ai.platform_client.transfers import Transfers

_TYPES = ("metrics", "trajectories", "artifacts", "logs", "journal")
_JOURNAL = "journal"
_SHAPES = {
    "metrics": re.compile(r"metrics\.json"),
    "trajectories": re.compile(r"summary\.jsonl|trajectories/row_\d+_run_\d+\.json"),
    "artifacts": re.compile(r"artifacts/row_\d+_run_\d+/.+"),
    "logs": re.compile(r"logs\.txt"),
    "journal": re.compile(r"manifest\.json|progress\.json|attempts\.jsonl|events\.jsonl"),
}
_ROWS = re.compile(r"[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*")
_BATCH = 500
_AT_ONCE = 8
_ASK_FROM = 100 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class _Files:
    """What the platform has, and what of it is to be fetched."""

    wanted: Sequence[OutputFile]
    refused: Sequence[EvalDownloadFailure]
    skipped: Sequence[OutputFile]

    @property
    def size(self) -> int:
        return sum(each.size for each in self.wanted)

    def by_kind(self, kinds: Sequence[str]) -> dict[str, dict[str, int]]:
        """`EvalOutputCount` of each kind that has files."""
        usable = [*self.wanted, *self.skipped]
        sizes = {kind: [each.size for each in usable if _SHAPES[kind].fullmatch(each.path)] for kind in kinds}
        return {kind: {"files": len(found), "bytes": sum(found)} for kind, found in sizes.items() if found}


def eval_download(
    name: Annotated[str, Parameter(metavar="NAME", help="The name of a run, or its id.")],
    /,
    *,
    types: Annotated[
        str,
        Parameter(
            name="--type",
            metavar="TYPES",
            help="metrics, trajectories, artifacts, logs, journal, joined by commas; or all. The journal makes the"
            " folder one that commands on runs of this machine take.",
        ),
    ] = "metrics,trajectories,journal",
    rows: Annotated[
        str | None, Parameter(metavar="ROWS", help="Trajectories and artifacts of these rows, such as 3,7,10-20.")
    ] = None,
    output: Annotated[
        Path | None,
        Parameter(name=("--output", "-o"), metavar="DIR", help="The run's folder. .osmosis/evals/NAME if left out."),
    ] = None,
    overwrite: Annotated[bool, Parameter(help="Fetch files that are there with their size, too.")] = False,
    yes: Yes = False,
    console: InjectedConsole,
) -> OperationResult:
    """Download the files of an evaluation from the platform.

    Files that are there with their size are left alone, so that the same command again fetches what is missing. The
    folder is then a run like those of this machine: `eval show`, `compare`, `export`, `view` and `grade` take it.

        osmosis eval download swift-otter-7 --type all
        osmosis eval show swift-otter-7
    """
    kinds = _kinds(types)
    if rows is not None and not _ROWS.fullmatch(rows):
        raise OsmosisError(f"--rows {rows!r} is not a selection.", hint="Write rows and ranges, such as 3,7,10-20.")
    session = Session(console)
    with session.log_in() as connection:
        place = repository_place()
        run = connection.call(get_eval_run.sync_detailed, EvalRunResponse, name_or_id=name, **place.scope.headers())
        if run.eval_run.status is EvalRunStatus.PENDING:
            raise OsmosisError(f"The evaluation {run.eval_run.name} has not started: it has no files yet.")
        root = output or Path(str(place.context["workspace_directory"])) / ".osmosis" / "evals" / run.eval_run.name
        _check_folder(root, run.eval_run.id)
        manifest, kinds = _listed(connection, place, run.eval_run.id, kinds, rows=rows, console=console)
        files = _sorted_out(manifest.files, kinds, root, overwrite=overwrite)
        if not (files.wanted or files.skipped):
            raise OsmosisError(
                f"The evaluation {run.eval_run.name} has no files of these kinds and rows.",
                hint=f"Its kinds are {', '.join(_TYPES)}; give some with --type.",
            )
        if files.size > _ASK_FROM:
            console.confirm(
                f"Download {files.size / 1024 / 1024:.0f} MiB?",
                summary={"Files": len(files.wanted), "Into": str(root)},
                yes=yes,
            )
        console.status(f"Fetching {len(files.wanted)} files")
        failed = list(fetch_outputs(connection, place, run.eval_run.id, files.wanted, root))
    lost = {each.path for each in failed}
    fetched = [each for each in files.wanted if each.path not in lost]
    failed = [*files.refused, *failed]
    result = EvalDownloadResult.model_validate(
        {
            "eval_run": {"id": run.eval_run.id, "name": run.eval_run.name},
            "status": run.eval_run.status,
            "selected_types": kinds,
            "files_downloaded": len(fetched),
            "files_skipped": len(files.skipped),
            "files_failed": failed,
            "bytes_downloaded": sum(each.size for each in fetched),
            "total_files": len(files.wanted) + len(files.skipped),
            "total_bytes": sum(each.size for each in (*files.wanted, *files.skipped)),
            "breakdown": files.by_kind(kinds),
            "manifest_totals": manifest.totals,
            "output_path": str(root),
            "rows": rows,
            **place.context,
        }
    )
    return OperationResult(
        operation="eval.download",
        status="partial" if failed else "success",
        resource=result.to_wire(),
        message=f"{len(fetched)} files of {run.eval_run.name} were fetched into {root};"
        f" {len(files.skipped)} were there already.",
        notes=[f"{each.path}: {each.error}" for each in failed],
        notes_title="Not downloaded",
    )


def _check_folder(root: Path, run_id: str) -> None:
    """Raises ConflictError for the folder of another run: its files would be replaced."""
    try:
        there = read_manifest(root / "manifest.json").local_run_id
    except OsmosisError:
        return
    if there != run_id:
        raise ConflictError(f"{root} holds another run.", hint="Name another folder with --output.")


def _listed(
    connection: Connection, place: Place, run_id: str, kinds: list[str], *, rows: str | None, console: Console
) -> tuple[OutputManifest, list[str]]:
    """The platform's files of these kinds, without the journal where it knows of none; and the kinds."""

    def listed(some: Sequence[str]) -> OutputManifest:
        return connection.call(
            list_eval_run_files.sync_detailed,
            OutputManifest,
            id=run_id,
            types=",".join(some),
            **omit_none(rows=rows),
            **place.scope.headers(),
        )

    try:
        return listed(kinds), kinds
    except PlatformAnswerError as error:
        others = [kind for kind in kinds if kind != _JOURNAL]
        if error.code != "VALIDATION" or others == kinds or not others:
            raise
        found = listed(others)
        console.line("This platform gives no journal of a run, so commands on runs of this machine do not take it.")
        return found, others


def _kinds(text: str) -> list[str]:
    given = _TYPES if text.strip() == "all" else tuple(part.strip() for part in text.split(","))
    unknown = [part for part in given if part not in _TYPES]
    if unknown:
        raise OsmosisError(f"--type {unknown[0]!r} is not known.", hint=f"Give some of {', '.join(_TYPES)}, or all.")
    return [kind for kind in _TYPES if kind in given]


def _sorted_out(files: Sequence[OutputFile], kinds: Sequence[str], root: Path, *, overwrite: bool) -> _Files:
    """What is to be fetched. A path that a run cannot have is refused here, whatever the platform says."""
    wanted, refused, seen, skipped = [], [], set(), []
    for file in files:
        parts = file.path.split("/")
        safe = "\\" not in file.path and not any(part in {"", ".", ".."} for part in parts) and file.path not in seen
        seen.add(file.path)
        if not safe or not any(_SHAPES[kind].fullmatch(file.path) for kind in kinds):
            refused.append(EvalDownloadFailure(path=file.path, error="not a file that was asked for"))
            continue
        present = root / file.path
        if not overwrite and present.is_file() and not present.is_symlink() and present.stat().st_size == file.size:
            skipped.append(file)
        else:
            wanted.append(file)
    return _Files(wanted, refused, skipped)


def fetch_outputs(
    connection: Connection, place: Place, run_id: str, files: Sequence[OutputFile], root: Path
) -> Iterator[EvalDownloadFailure]:
    """Fetches the files; those that failed."""
    from osmosis_ai.platform_client.transfers import Transfers

    def fetch(file: OutputFile, url: str | None) -> str | None:
        given = [] if url is None else [url]

        def address() -> str:
            """The one that was given, then, where that has expired, new ones."""
            found = given.pop() if given else _urls(connection, place, run_id, [file]).get(file.path)
            if found is None:
                raise OsmosisError("the platform gave no address")
            return found

        return _fetch_one(transfers, address, file, root)

    with Transfers(os.environ) as transfers, ThreadPoolExecutor(_AT_ONCE) as pool:
        for start in range(0, len(files), _BATCH):
            batch = files[start : start + _BATCH]
            urls = _urls(connection, place, run_id, batch)
            errors = pool.map(fetch, batch, [urls.get(file.path) for file in batch])
            yield from (
                EvalDownloadFailure(path=file.path, error=error)
                for file, error in zip(batch, errors, strict=True)
                if error is not None
            )


def _urls(connection: Connection, place: Place, run_id: str, files: Sequence[OutputFile]) -> Mapping[str, str]:
    items = [DownloadItem(path=file.path, **omit_none(token=file.token)) for file in files]
    answer = connection.call(
        presign_eval_run_files.sync_detailed,
        DownloadUrlsResponse,
        id=run_id,
        body=DownloadUrlsRequest(items=items),
        **place.scope.headers(),
    )
    return {item.path: item.url for item in answer.items}


def _fetch_one(transfers: "Transfers", address: Callable[[], str], file: OutputFile, root: Path) -> str | None:
    """Why it could not be fetched; None for a file that is there whole."""
    from osmosis_ai.platform_client.downloads import fetch_file

    path = root / file.path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fetch_file(
            transfers,
            address,
            path,
            version=file.token or f"{file.path} {file.size}",
            size=file.size,
            received=lambda _: None,
            overwrite=True,
        )
    except OsmosisError as error:
        return error.message
    except OSError as error:
        return str(error) or type(error).__name__
    return None
