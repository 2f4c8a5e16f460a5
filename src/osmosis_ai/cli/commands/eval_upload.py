"""``osmosis eval upload``, and ``eval run --upload``: a run of this machine becomes one of the platform."""

import os
from collections.abc import Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from osmosis_ai.base.errors import ConflictError, OsmosisError
from osmosis_ai.base.redaction.redactor import Redactor, ambient_secrets
from osmosis_ai.cli.commands.session import Place, Session, named_place
from osmosis_ai.cli.framework.console import Console
from osmosis_ai.cli.framework.params import InjectedConsole
from osmosis_ai.cli.framework.results import OperationResult
from osmosis_ai.platform_client.connection import Connection
from osmosis_ai.runs.lock import RunLock
from osmosis_ai.runs.reading.places import evals_folder, find_run
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models import EvalUploadedRun, ImportFileState, ImportSession

if TYPE_CHECKING:
    from collections.abc import Iterator

    from osmosis_ai.runs.upload import RunToUpload

__all__ = ["eval_upload", "upload_after_run", "upload_session"]


def eval_upload(
    run: Annotated[str, Parameter(metavar="RUN", help="The name of a run, or the path of its folder.")],
    /,
    *,
    replace: Annotated[bool, Parameter(help="Replace what was uploaded of this run before.")] = False,
    console: InjectedConsole,
) -> OperationResult:
    """Upload a run of this machine to the platform.

    The run has to be complete. Its results, trajectories, artifacts and its log are sent, and the platform counts the
    figures itself. An upload that broke off (the network, Ctrl-C, a crash) goes on where it stopped when the same
    command is run again; a run that is there already, with the same results, is named and not sent again.

        osmosis eval upload brave-otter-7
        osmosis eval upload brave-otter-7 --replace
    """
    folder = find_run(run, Path.cwd(), [evals_folder(Path.cwd(), None)])
    if folder.is_symlink():
        raise ConflictError(f"{folder} is a symbolic link.", hint="Name the folder itself.")
    with upload_session(console) as (connection, place):
        local, done = uploaded(console, connection, place, folder, replace=replace)
    record = EvalUploadedRun.model_validate(
        {
            **_figures(done),
            "local_run_id": local.local_run_id,
            "local_run_path": str(folder),
            **omit_none(platform_url=done.platform_url),
            **place.context,
        }
    )
    return OperationResult(
        operation="eval.upload",
        resource=record.to_wire(),
        message=f"The run {folder.name} is on the platform, as {done.eval_run_name}.",
        facts=[("Files", done.expected_files), *([("Page", done.platform_url)] if done.platform_url else [])],
        next_steps=[f"{console.program} eval info {done.eval_run_name}"],
        next_steps_structured=[{"action": "eval_info", "name": done.eval_run_name}],
    )


@contextmanager
def upload_session(console: Console) -> "Iterator[tuple[Connection, Place]]":
    """A login, and the workspace that runs are uploaded to. Raises OsmosisError without either."""
    with Session(console).log_in() as connection:
        yield connection, named_place(console)


def uploaded(
    console: Console, connection: Connection, place: Place, folder: Path, *, replace: bool
) -> "tuple[RunToUpload, ImportSession]":
    """Uploads the run in a folder; this process has the run meanwhile. Raises OsmosisError."""
    from osmosis_ai.cli.commands.dataset_records import moving_bytes
    from osmosis_ai.platform_client.run_upload import RunUpload
    from osmosis_ai.platform_client.transfers import Transfers
    from osmosis_ai.runs.upload import read_run_to_upload

    lock = RunLock(folder.parent, folder.name)
    lock.acquire()
    try:
        console.status(f"Reading the run {folder.name}")
        run = read_run_to_upload(folder, Redactor(ambient_secrets(os.environ)))
        upload = RunUpload(connection, place.scope, run)
        session = upload.start(replace=replace)
        there = sum(file.state is ImportFileState.UPLOADED for file in session.files)
        if 0 < there < session.expected_files:
            console.line(
                f"Going on with the upload that began earlier: {there} of {session.expected_files} files are there."
            )
        size = sum(file.size for file in run.files)
        try:
            if there < session.expected_files:
                label = f"Uploading {len(run.files)} files"
                with Transfers(os.environ) as transfers, moving_bytes(console, label, size) as moved:
                    upload.send(session, transfers, moved)
            console.status("The platform reads the run")
            return run, upload.finalize(session)
        except KeyboardInterrupt:
            console.line("Interrupted. The same command goes on where it stopped.")
            raise
    finally:
        lock.release()


def upload_after_run(
    console: Console, connection: Connection, place: Place, folder: Path, *, replace: bool
) -> Mapping[str, object]:
    """Members of the result of `eval run --upload`. Raises OsmosisError that says that the results are kept."""
    try:
        _, done = uploaded(console, connection, place, folder, replace=replace)
    except OsmosisError as error:
        again = f"{console.program} eval upload {folder.name}{' --replace' if replace else ''}"
        hint = f"{error.hint or ''} The results are complete in {folder}; upload them with: {again}".strip()
        error.hint = hint
        raise
    return {"upload": _figures(done), **omit_none(platform_url=done.platform_url)}


def _figures(done: ImportSession) -> dict[str, object]:
    return {
        "session_id": done.session_id,
        "eval_run_id": done.eval_run_id,
        "eval_run_name": done.eval_run_name,
        "status": done.status.value,
        "expected_files": done.expected_files,
        "uploaded_files": done.uploaded_files,
    }
