"""The job of a managed run. Generated from the specification; do not edit."""

from typing import Annotated, Any

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field

from .platform_common import FilePath, SecretName, Sha256, Timestamp, UploadInfo
from .platform_datasets import DatasetFormat
from .platform_eval_runs import EvalResults
from .platform_imports import ImportPart


class JobRunKind(ContractEnum):
    """What kind of run it is."""

    EVAL = "eval"
    BENCHMARK = "benchmark"
    TRAINING = "training"


class TicketExchangeRequest(ContractModel):
    """A one-time ticket."""

    model_config = ConfigDict(
        extra="forbid",
    )
    ticket: Annotated[str, Field(description="The ticket the process was started with.", max_length=255, min_length=1)]
    host: Annotated[Maybe[str], Field(description="Where the process runs, for people.", max_length=255)] = None
    process_id: Annotated[Maybe[Integer], Field(description="Its process id there.", ge=0)] = None


class TicketExchangeResponse(ContractModel):
    """A token for this run and this epoch alone."""

    model_config = ConfigDict(
        extra="forbid",
    )
    token: Annotated[str, Field(description="The bearer for every later call of the job.")]
    run_id: Annotated[str, Field(description="The run.")]
    kind: Annotated[JobRunKind, Field(description="What kind of run it is.")]
    epoch: Annotated[
        Integer,
        Field(
            description="Which job of the run this is, from 1. Every write says it; a write with an older one is refused.",
            ge=1,
        ),
    ]
    lease_expires_at: Annotated[Timestamp, Field(description="When the job counts as dead unless it renews its lease.")]
    lease_seconds: Annotated[Integer, Field(description="How long a renewal lasts.", ge=1)]
    expires_at: Annotated[Timestamp, Field(description="When the token ends in any case.")]


class JobDataset(ContractModel):
    """The dataset of a run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    name: Annotated[str, Field(description="Its name.")]
    format: Annotated[DatasetFormat, Field(description="Its format.")]
    size: Annotated[Integer, Field(description="Its bytes.", ge=0)]
    sha256: Annotated[Sha256, Field(description="Their digest.")]


class JobRollout(ContractModel):
    """The rollout of a run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    name: Annotated[str, Field(description="Its folder under `rollouts/`.")]
    entrypoint: Annotated[str, Field(description="The file to run.")]
    commit_sha: Annotated[str, Field(description="The commit.")]


class JobDescription(ContractModel):
    """Everything a job has to know, without secrets."""

    model_config = ConfigDict(
        extra="forbid",
    )
    run_id: Annotated[str, Field(description="The run.")]
    name: Annotated[str, Field(description="Its name.")]
    kind: Annotated[JobRunKind, Field(description="What kind of run it is.")]
    epoch: Annotated[Integer, Field(description="The job's epoch.", ge=1)]
    config: Annotated[
        dict[str, Any],
        Field(
            description="The submission, as EvalSubmitRequest, TrainingSubmitRequest or BenchmarkSubmitRequest without `secrets.provided`."
        ),
    ]
    dataset: Annotated[JobDataset | None, Field(description="The dataset.")]
    rollout: Annotated[JobRollout | None, Field(description="The rollout.")]
    env: Annotated[dict[str, str], Field(description="Environment variables by name.")]
    secret_names: Annotated[list[SecretName], Field(description="The secrets that taking them gives.")]
    acknowledged_batch: Annotated[
        Integer, Field(description="The last journal batch the platform has; 0 when it has none.", ge=0)
    ]
    rows: Annotated[
        str, Field(description="The rows of the dataset to run, such as `0-4,7`, decided at submission.", min_length=1)
    ]
    retry_through: Annotated[
        Integer,
        Field(
            description="Failed and skipped results in journal batches up to this one are tried again; 0 unless the run was retried.",
            ge=0,
        ),
    ]


class LeaseRenewRequest(ContractModel):
    """The job is alive."""

    model_config = ConfigDict(
        extra="forbid",
    )
    epoch: Annotated[Integer, Field(description="The job's epoch.", ge=1)]
    completed: Annotated[
        Maybe[Integer], Field(description="Attempts that are complete, for the progress shown to people.", ge=0)
    ] = None
    total: Annotated[Maybe[Integer], Field(description="Attempts the whole run has.", ge=0)] = None


class LeaseRenewResponse(ContractModel):
    """The lease was renewed."""

    model_config = ConfigDict(
        extra="forbid",
    )
    lease_expires_at: Annotated[Timestamp, Field(description="Until when it lasts.")]
    stop: Annotated[
        bool, Field(description="Whether the job should end: it finishes what is durable and reports `stopped`.")
    ]
    acknowledged_batch: Annotated[Integer, Field(description="The last journal batch the platform has.", ge=0)]


class JournalRecord(ContractModel):
    """A record of the run's journal: an attempt that started or ended, or a result that counts. The other members
    are those of AttemptStarted, AttemptEnded and RunEvent."""

    model_config = ConfigDict(
        extra="forbid",
    )
    kind: Annotated[
        str,
        Field(
            description="Which record it is: `attempt_started`, `attempt_ended` or `run_event`.",
            max_length=64,
            min_length=1,
        ),
    ]
    record: Annotated[dict[str, Any], Field(description="The record itself.")]


class JournalFile(ContractModel):
    """A small file of an attempt, with its content."""

    model_config = ConfigDict(
        extra="forbid",
    )
    path: Annotated[FilePath, Field(description="Where it belongs.")]
    content: Annotated[
        str,
        Field(
            description="Its bytes, at most 65536, in base64.",
            max_length=87384,
            pattern="^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
        ),
    ]


class JournalAcknowledgement(ContractModel):
    """The records are durable."""

    model_config = ConfigDict(
        extra="forbid",
    )
    acknowledged_batch: Annotated[Integer, Field(description="The last batch the platform has.", ge=0)]


class JournalStoredBatch(ContractModel):
    """A batch the platform has."""

    model_config = ConfigDict(
        extra="forbid",
    )
    batch: Annotated[Integer, Field(description="Its number.", ge=1)]
    epoch: Annotated[Integer, Field(description="The epoch that wrote it.", ge=1)]
    records: Annotated[list[JournalRecord], Field(description="Its records.")]


class JournalPage(ContractModel):
    """Batches of the journal, in order."""

    model_config = ConfigDict(
        extra="forbid",
    )
    batches: Annotated[list[JournalStoredBatch], Field(description="The batches.")]
    acknowledged_batch: Annotated[Integer, Field(description="The last batch the platform has.", ge=0)]


class JobFile(ContractModel):
    """A file of a run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    path: Annotated[FilePath, Field(description="Where it belongs.")]
    size: Annotated[Integer, Field(description="Its bytes.", ge=0, le=5368709120)]
    sha256: Annotated[Sha256, Field(description="Their digest; the platform verifies it.")]
    content: Annotated[
        Maybe[str],
        Field(
            description="The bytes themselves in base64, for a file of at most 65536: the platform keeps them with this request, and nothing is left to send.",
            max_length=87384,
            pattern="^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
        ),
    ] = None


class JobUploadsRequest(ContractModel):
    """Files the job is going to send, each before the attempt that made it counts."""

    model_config = ConfigDict(
        extra="forbid",
    )
    epoch: Annotated[Integer, Field(description="The job's epoch.", ge=1)]
    files: Annotated[list[JobFile], Field(description="1 to 100 files.", max_length=100, min_length=1)]


class JobUpload(ContractModel):
    """How to send a file of a run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    path: Annotated[FilePath, Field(description="Its path.")]
    needed: Annotated[bool, Field(description="Whether the platform lacks it; one it has need not be sent again.")]
    upload: Annotated[Maybe[UploadInfo], Field(description="How to send it, when it is needed.")] = None


class JobUploads(ContractModel):
    """How to send the files."""

    model_config = ConfigDict(
        extra="forbid",
    )
    files: Annotated[list[JobUpload], Field(description="The files, as they were asked for.")]


class JobFileComplete(ContractModel):
    """A file was sent."""

    model_config = ConfigDict(
        extra="forbid",
    )
    epoch: Annotated[Integer, Field(description="The job's epoch.", ge=1)]
    path: Annotated[FilePath, Field(description="Its path.")]
    parts: Annotated[
        Maybe[list[ImportPart]],
        Field(description="Every part, in order; for a multipart upload.", max_length=10000, min_length=1),
    ] = None


class JobDownloadsRequest(ContractModel):
    """Files of the run to get URLs for."""

    model_config = ConfigDict(
        extra="forbid",
    )
    paths: Annotated[list[FilePath], Field(description="1 to 500 paths.", max_length=500, min_length=1)]


class JobSecretsRequest(ContractModel):
    """The job takes its secrets, once an epoch."""

    model_config = ConfigDict(
        extra="forbid",
    )
    epoch: Annotated[Integer, Field(description="The job's epoch.", ge=1)]


class JobSecrets(ContractModel):
    """The values of the run's secrets. They are given once and kept in memory alone."""

    model_config = ConfigDict(
        extra="forbid",
    )
    secrets: Annotated[dict[str, str], Field(description="Values by name.")]


class JobSource(ContractModel):
    """Where to get the source of the rollout's commit."""

    model_config = ConfigDict(
        extra="forbid",
    )
    commit_sha: Annotated[str, Field(description="The commit.")]
    presigned_url: Annotated[
        str, Field(description="Where to GET a tar archive of it, without symbolic links that lead out.")
    ]
    size: Annotated[Integer, Field(description="Its bytes.", ge=0)]
    sha256: Annotated[Sha256, Field(description="Their digest.")]
    expires_in: Annotated[Integer, Field(description="Seconds for which the URL can be used.", ge=1)]


class JobLogEntry(ContractModel):
    """A line of the job's log."""

    model_config = ConfigDict(
        extra="forbid",
    )
    timestamp: Annotated[Timestamp, Field(description="When it was written.")]
    level: Annotated[str, Field(description="`debug`, `info`, `warning` or `error`.", max_length=16)]
    step: Annotated[str, Field(description="The part of the work it belongs to.", max_length=64)] = ""
    message: Annotated[str, Field(description="The line, its secrets replaced.", max_length=65536)]


class JobLogRequest(ContractModel):
    """Lines for the run's log."""

    model_config = ConfigDict(
        extra="forbid",
    )
    epoch: Annotated[Integer, Field(description="The job's epoch.", ge=1)]
    entries: Annotated[list[JobLogEntry], Field(description="1 to 500 lines.", max_length=500, min_length=1)]


class JobEnd(ContractEnum):
    """How a job ended."""

    FINISHED = "finished"
    FAILED = "failed"
    STOPPED = "stopped"


class JobFinishRequest(ContractModel):
    """The run is over. Sent again it is answered the same way."""

    model_config = ConfigDict(
        extra="forbid",
    )
    epoch: Annotated[Integer, Field(description="The job's epoch.", ge=1)]
    status: Annotated[JobEnd, Field(description="How it ended.")]
    acknowledged_batch: Annotated[
        Integer, Field(description="The last batch the job wrote; the platform must have it.", ge=0)
    ]
    reason: Annotated[Maybe[str], Field(description="Why, as a word in capitals.", max_length=64)] = None
    message: Annotated[Maybe[str], Field(description="Why, for people.", max_length=65536)] = None
    results: Annotated[
        Maybe[EvalResults],
        Field(description="The aggregate results the job computed, which the platform checks against its own."),
    ] = None


class JobFinishResponse(ContractModel):
    """The end was recorded."""

    model_config = ConfigDict(
        extra="forbid",
    )
    run_id: Annotated[str, Field(description="The run.")]
    status: Annotated[str, Field(description="Where it stands now.")]


class JournalBatch(ContractModel):
    """Records, in the order they were written. Batches are numbered from 1 over all epochs of the run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    epoch: Annotated[Integer, Field(description="The job's epoch.", ge=1)]
    batch: Annotated[
        Integer,
        Field(
            description="The number: one more than the last one acknowledged. The same number with the same records again is acknowledged again; with others it is a conflict.",
            ge=1,
        ),
    ]
    records: Annotated[list[JournalRecord], Field(description="1 to 1000 records.", max_length=1000, min_length=1)]
    files: Annotated[
        Maybe[list[JournalFile]],
        Field(
            description="Small files of the attempts in `records`: the platform keeps them before the records count. Those that are large are sent before, each to its own address.",
            max_length=1000,
            min_length=1,
        ),
    ] = None
