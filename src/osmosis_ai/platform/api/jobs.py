"""What the jobs of runs ask and send."""

from __future__ import annotations

from base64 import b64decode

from osmosis_ai.platform.api.base import ApiPart
from osmosis_ai.platform.api.context import current
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.services import jobs, run_counting, run_figures
from osmosis_ai.platform.services.jobs import Job
from osmosis_ai.platform.services.run_files import URL_SECONDS, Wanted
from osmosis_contract import models
from osmosis_contract.servers import platform as stub

__all__ = ["JobsApi"]


class JobsApi(ApiPart):
    """Handlers of jobs. But for the ticket's, each is called by a job whose token was accepted."""

    @property
    def job(self) -> Job:
        """Which job asks."""
        return current().require_job()

    async def exchange_ticket(self, request: stub.ExchangeTicketRequest) -> stub.ExchangeTicketResponse:
        given, limits = request.body, self.platform.settings.limits
        async with self.platform.write() as unit:
            claim = await jobs.exchange(unit, limits, ticket=given.ticket, host=given.host, process_id=given.process_id)
        return stub.ExchangeTicket200(
            body=models.TicketExchangeResponse(
                token=claim.token,
                run_id=claim.run.id,
                kind=models.JobRunKind(claim.run.kind),
                epoch=claim.run.epoch,
                lease_expires_at=wire_time(claim.lease_until),
                lease_seconds=limits.lease_seconds,
                expires_at=wire_time(claim.expires_at),
            )
        )

    async def describe_job(self, request: stub.DescribeJobRequest) -> stub.DescribeJobResponse:
        async with self.platform.read() as unit:
            run = await jobs.describe(unit, self.job)
        dataset = run.dataset
        return stub.DescribeJob200(
            body=models.JobDescription(
                run_id=run.id,
                name=run.name,
                kind=models.JobRunKind(run.kind),
                epoch=run.epoch,
                config=run.config,
                dataset=models.JobDataset(
                    id=run.dataset_id,
                    name=run.dataset_name,
                    format=models.DatasetFormat(dataset["format"]),
                    size=dataset["size"],
                    sha256=dataset["sha256"],
                ),
                rollout=models.JobRollout(name=run.rollout_name, entrypoint=run.entrypoint, commit_sha=run.commit_sha),
                env=run.config.get("env_config", {}),
                secret_names=sorted(run.secret_scopes),
                acknowledged_batch=run.batch,
                rows=run.selected_rows,
                retry_through=run.retry_through,
            )
        )

    async def renew_lease(self, request: stub.RenewLeaseRequest) -> stub.RenewLeaseResponse:
        async with self.platform.write() as unit:
            renewed = await jobs.renew(unit, self.job, self.platform.settings.limits, epoch=request.body.epoch)
        return stub.RenewLease200(
            body=models.LeaseRenewResponse(
                lease_expires_at=wire_time(renewed.lease_until), stop=renewed.stop, acknowledged_batch=renewed.batch
            )
        )

    async def append_journal(self, request: stub.AppendJournalRequest) -> stub.AppendJournalResponse:
        given, files = request.body, self.platform.run_files
        records = [each.to_wire() for each in given.records]
        put = None
        if given.files:
            content = {each.path: b64decode(each.content) for each in given.files}
            limits = self.platform.settings.limits
            put = await files.put_given(self.job, limits, epoch=given.epoch, batch=given.batch, files=content)
        async with self.platform.write() as unit:
            batch = await jobs.append(
                unit,
                self.job,
                epoch=given.epoch,
                batch=given.batch,
                records=records,
                appended=run_figures.appended,
            )
            if put is not None:
                await files.add_given(unit, self.job, put, epoch=given.epoch)
        return stub.AppendJournal200(body=models.JournalAcknowledgement(acknowledged_batch=batch))

    async def read_journal(self, request: stub.ReadJournalRequest) -> stub.ReadJournalResponse:
        async with self.platform.read() as unit:
            found, last = await jobs.read_journal(unit, self.job, after=request.after, limit=request.limit)
        return stub.ReadJournal200(
            body=models.JournalPage(
                batches=[
                    models.JournalStoredBatch(
                        batch=each.batch,
                        epoch=each.epoch,
                        records=[models.JournalRecord.model_validate(record) for record in each.records],
                    )
                    for each in found
                ],
                acknowledged_batch=last,
            )
        )

    async def presign_job_files(self, request: stub.PresignJobFilesRequest) -> stub.PresignJobFilesResponse:
        given = request.body
        wanted = [
            Wanted(each.path, each.size, each.sha256, None if each.content is None else b64decode(each.content))
            for each in given.files
        ]
        planned = await self.platform.run_files.plan_uploads(
            self.job, self.platform.settings.limits, epoch=given.epoch, files=wanted
        )
        files = []
        for each in planned:
            if each.url is None:
                files.append(models.JobUpload(path=each.path, needed=False))
            else:
                upload = models.UploadInfo(
                    method=models.UploadMethod.SIMPLE, presigned_url=each.url, expires_in=URL_SECONDS
                )
                files.append(models.JobUpload(path=each.path, needed=True, upload=upload))
        return stub.PresignJobFiles200(body=models.JobUploads(files=files))

    async def complete_job_file(self, request: stub.CompleteJobFileRequest) -> stub.CompleteJobFileResponse:
        await self.platform.run_files.complete(self.job, epoch=request.body.epoch, path=request.body.path)
        return stub.CompleteJobFile200(body=models.Empty())

    async def presign_job_downloads(self, request: stub.PresignJobDownloadsRequest) -> stub.PresignJobDownloadsResponse:
        found = await self.platform.run_files.job_downloads(self.job, request.body.paths)
        items = [models.DownloadUrl(path=path, url=url) for path, url in found]
        return stub.PresignJobDownloads200(body=models.DownloadUrlsResponse(items=items, expires_in=URL_SECONDS))

    async def download_job_dataset(self, request: stub.DownloadJobDatasetRequest) -> stub.DownloadJobDatasetResponse:
        run, url = await self.platform.run_files.dataset(self.job)
        name = f"{run.dataset_name}.{run.dataset['format']}"
        return stub.DownloadJobDataset200(
            body=models.DatasetDownload(presigned_url=url, expires_in=URL_SECONDS, file_name=name)
        )

    async def download_job_source(self, request: stub.DownloadJobSourceRequest) -> stub.DownloadJobSourceResponse:
        platform = self.platform
        found = await platform.run_files.source(self.job, platform.sources, platform.settings.limits)
        return stub.DownloadJobSource200(
            body=models.JobSource(
                commit_sha=found.commit_sha,
                presigned_url=found.url,
                size=found.size,
                sha256=found.sha256,
                expires_in=URL_SECONDS,
            )
        )

    async def take_job_secrets(self, request: stub.TakeJobSecretsRequest) -> stub.TakeJobSecretsResponse:
        async with self.platform.write() as unit:
            values = await jobs.take_secrets(unit, self.job, self.platform.keyring, epoch=request.body.epoch)
        return stub.TakeJobSecrets200(body=models.JobSecrets(secrets=values))

    async def append_job_logs(self, request: stub.AppendJobLogsRequest) -> stub.AppendJobLogsResponse:
        given = request.body
        async with self.platform.write() as unit:
            entries = [
                jobs.LogEntry(jobs.entry_time(each.timestamp, unit.now), each.level, each.step, each.message)
                for each in given.entries
            ]
            await jobs.append_log(unit, self.job, self.platform.settings.limits, epoch=given.epoch, entries=entries)
        return stub.AppendJobLogs200(body=models.Empty())

    async def finish_job(self, request: stub.FinishJobRequest) -> stub.FinishJobResponse:
        given = request.body
        await run_counting.count(self.platform.database, self.job.run_id)
        async with self.platform.write() as unit:
            status = await jobs.finish(
                unit,
                self.job,
                epoch=given.epoch,
                status=given.status.value,
                batch=given.acknowledged_batch,
                reason=given.reason,
                message=given.message,
            )
        return stub.FinishJob200(body=models.JobFinishResponse(run_id=self.job.run_id, status=status))
