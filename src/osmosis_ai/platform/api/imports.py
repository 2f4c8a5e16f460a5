"""Imports of local runs, as the command line makes them."""

from __future__ import annotations

from typing import Any

from osmosis_ai.platform.api.base import ApiPart
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.services import imports
from osmosis_ai.platform.services.page_paths import run_page
from osmosis_ai.semantics.members import omit_none
from osmosis_contract import models
from osmosis_contract.servers import platform as stub

__all__ = ["ImportsApi"]

_ABOUT = ("run", "schema_versions", "provenance")


class ImportsApi(ApiPart):
    """Handlers of imports."""

    async def start_import(self, request: stub.StartImportRequest) -> stub.StartImportResponse:
        given = request.body
        self.platform.capacity.require_room()
        wire = given.to_wire()
        about: dict[str, Any] = {name: wire[name] for name in _ABOUT if name in wire}
        async with self.platform.write() as unit:
            session = await imports.start(
                unit,
                self.member,
                self.platform.settings.limits,
                local_run_id=given.local_run_id,
                manifest_digest=given.manifest_digest,
                about=about,
                files=[imports.FileToImport(each.path, each.size, each.sha256) for each in given.files],
                replace=bool(given.reimport),
            )
        return stub.StartImport200(body=self._session(session))

    async def presign_import_files(self, request: stub.PresignImportFilesRequest) -> stub.PresignImportFilesResponse:
        platform = self.platform
        planned = await imports.plan(
            platform.database,
            platform.transfers,
            platform.capacity,
            self.member,
            session_id=request.session_id,
            paths=request.body.paths,
        )
        return stub.PresignImportFiles200(
            body=models.ImportUploads(
                files=[
                    models.ImportUpload(
                        path=each.file.path,
                        size=each.file.size,
                        sha256=each.file.sha256,
                        upload=models.UploadInfo(
                            method=models.UploadMethod.SIMPLE, presigned_url=each.url, expires_in=each.seconds
                        ),
                    )
                    for each in planned
                ]
            )
        )

    async def complete_import_file(self, request: stub.CompleteImportFileRequest) -> stub.CompleteImportFileResponse:
        platform, given = self.platform, request.body
        await imports.complete(platform.database, platform.blobs, self.member, request.session_id, given.path)
        return stub.CompleteImportFile200(body=models.Empty())

    async def finalize_import(self, request: stub.FinalizeImportRequest) -> stub.FinalizeImportResponse:
        platform = self.platform
        platform.capacity.require_room()
        session = await imports.finalize(
            platform.database, platform.blobs, self.member, request.session_id, platform.settings.limits
        )
        return stub.FinalizeImport200(body=self._session(session))

    def _session(self, session: imports.Session) -> models.ImportSession:
        row = session.row
        done = row.status == "finalized"
        page = None
        if done and row.run_id is not None:
            page = self.platform.link(run_page(self.member.workspace_name, row.run_id))
        return models.ImportSession(
            session_id=row.id,
            status=models.ImportStatus(row.status),
            expected_files=len(session.files),
            uploaded_files=sum(each.state == "uploaded" for each in session.files),
            files=[
                models.ImportSessionFile(
                    path=each.path,
                    size=each.size,
                    sha256=each.sha256,
                    state=models.ImportFileState(each.state),
                )
                for each in session.files
            ],
            **omit_none(
                expires_at=None if done else wire_time(row.expires_at),
                eval_run_id=row.run_id if done else None,
                eval_run_name=session.run_name if done else None,
                platform_url=page,
            ),
        )
