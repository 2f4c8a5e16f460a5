"""A local run becomes a run of a platform: begun, sent file by file, finalized. Begun again, it goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait

from osmosis_ai.base.errors import ConflictError
from osmosis_ai.platform_client.connection import Connection, Scope
from osmosis_ai.platform_client.failures import PlatformAnswerError, PlatformUnreachableError
from osmosis_ai.platform_client.transfers import Sent, TransferError, Transfers
from osmosis_ai.platform_client.uploads import check_plan, send_file
from osmosis_ai.runs.upload import RunToUpload
from osmosis_contract.clients.platform.api.imports import (
    complete_import_file,
    finalize_import,
    presign_import_files,
    start_import,
)
from osmosis_contract.models import (
    DatasetPart,
    Empty,
    ImportedFile,
    ImportFileComplete,
    ImportFileState,
    ImportPart,
    ImportRequest,
    ImportSession,
    ImportStatus,
    ImportUpload,
    ImportUploads,
    ImportUploadsRequest,
    UploadInfo,
)

__all__ = ["RunUpload"]

_BATCH = 100
_AT_ONCE = 8
_FINALIZE_SEC = 300.0
_FORBIDDEN = 403


class RunUpload:
    """One import of a run, from its start to its end.

    Every method raises TransferError for what the store refuses, and what `Connection.call` does.
    """

    def __init__(self, connection: Connection, scope: Scope, run: RunToUpload) -> None:
        self._connection, self._scope, self._run = connection, scope, run
        self._sizes = {file.path: file for file in run.files}

    def start(self, *, replace: bool) -> ImportSession:
        """Begins the import, or finds the one that was begun. Raises ConflictError where the run was imported with
        other results and is not to be replaced."""
        run = self._run
        request = ImportRequest.model_validate(
            {
                "schema_version": 1,
                "local_run_id": run.local_run_id,
                "manifest_digest": run.manifest_digest,
                "run": run.run,
                "schema_versions": run.schema_versions,
                "provenance": run.provenance,
                "files": [ImportedFile(path=each.path, size=each.size, sha256=each.sha256) for each in run.files],
                "reimport": replace,
            }
        )
        try:
            session = self._connection.call(
                start_import.sync_detailed, ImportSession, body=request, **self._scope.headers()
            )
        except PlatformAnswerError as error:
            if error.code != "CONFLICT" or replace:
                raise
            raise ConflictError(
                error.message, hint="Add --replace to replace what was imported before.", details=error.details
            ) from error
        return self._checked(session)

    def send(self, session: ImportSession, transfers: Transfers, sent: Sent) -> None:
        """Sends what did not arrive yet; `sent` is told of bytes, of files that are there already too."""
        missing = []
        for file in session.files:
            if file.state is ImportFileState.PENDING:
                missing.append(file.path)
            else:
                sent(file.size)
        with ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="upload") as pool:
            for paths in (missing[at : at + _BATCH] for at in range(0, len(missing), _BATCH)):
                waiting = [
                    pool.submit(self._send_one, session.session_id, each, transfers, sent)
                    for each in self._plans(session.session_id, paths)
                ]
                try:
                    wait(waiting, return_when=FIRST_EXCEPTION)
                finally:
                    for future in waiting:
                        future.cancel()
                for future in waiting:
                    if not future.cancelled():
                        future.result()

    def finalize(self, session: ImportSession) -> ImportSession:
        """Has the platform make the run of the files."""
        with self._connection.patient(_FINALIZE_SEC) as patient:
            done = patient.call(
                finalize_import.sync_detailed,
                ImportSession,
                session_id=session.session_id,
                body=Empty(),
                **self._scope.headers(),
            )
        self._checked(done)
        if done.status is not ImportStatus.FINALIZED or not done.eval_run_id or not done.eval_run_name:
            raise PlatformUnreachableError(self._connection.url, "its import ended without a run")
        return done

    def _checked(self, session: ImportSession) -> ImportSession:
        """The answer, unless it is about other files than this run's."""
        listed = {file.path: (file.size, file.sha256) for file in session.files}
        if len(listed) != len(session.files) or listed != {
            path: (file.size, file.sha256) for path, file in self._sizes.items()
        }:
            raise PlatformUnreachableError(self._connection.url, "it lists other files of the import than were named")
        return session

    def _plans(self, session_id: str, paths: Sequence[str]) -> list[ImportUpload]:
        answer = self._connection.call(
            presign_import_files.sync_detailed,
            ImportUploads,
            session_id=session_id,
            body=ImportUploadsRequest(paths=list(paths)),
            **self._scope.headers(),
        )
        for each in answer.files:
            file = self._sizes.get(each.path)
            if file is None or each.path not in paths or (each.size, each.sha256) != (file.size, file.sha256):
                raise PlatformUnreachableError(
                    self._connection.url, "it gives addresses of other files than were asked"
                )
            check_plan(each.upload, each.size, self._connection.url)
        return answer.files

    def _send_one(self, session_id: str, plan: ImportUpload, transfers: Transfers, sent: Sent) -> None:
        parts = self._put(plan, transfers, sent, lambda: self._plans(session_id, [plan.path]))
        numbered = None if parts is None else [ImportPart(part_number=p.PartNumber, etag=p.ETag) for p in parts]
        self._connection.call(
            complete_import_file.sync_detailed,
            Empty,
            session_id=session_id,
            body=ImportFileComplete(path=plan.path, **({} if numbered is None else {"parts": numbered})),
            **self._scope.headers(),
        )

    def _put(
        self, plan: ImportUpload, transfers: Transfers, sent: Sent, renew: Callable[[], list[ImportUpload]]
    ) -> list[DatasetPart] | None:
        """Sends a file, once more with another address where the first one has expired."""
        with self._run.open(plan.path) as file:

            def put(upload: UploadInfo) -> list[DatasetPart] | None:
                return send_file(
                    transfers, file.fileno(), plan.size, upload, present={}, arrived=lambda _: None, sent=sent
                )

            try:
                return put(plan.upload)
            except TransferError as error:
                if error.status != _FORBIDDEN:
                    raise
                plans = renew()
                if not plans:
                    return None  # another process sent it meanwhile
                return put(plans[0].upload)
