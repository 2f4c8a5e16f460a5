"""What every part of the platform shares. Generated from the specification; do not edit."""

from typing import Annotated, Any

from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe
from pydantic import ConfigDict, Field
from typing_extensions import TypeAliasType

type Timestamp = Annotated[
    str,
    Field(
        description="A moment as ISO 8601 text with an offset from UTC, such as `2026-07-15T22:14:05.123456+00:00`. Times without an offset are never written.",
        pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",
    ),
]


type ResourceName = Annotated[
    str,
    Field(
        description="What a person calls a resource: 1 to 255 characters, none of them a control character. Wherever a path takes a name it also takes the id.",
        max_length=255,
        min_length=1,
        pattern="^[^\\x00-\\x1f\\x7f]+$",
    ),
]


type WorkspaceName = Annotated[
    str,
    Field(
        description="The name of a workspace, which is also the first segment of the addresses of its pages: 1 to 63 lower-case ASCII letters, digits and dashes, beginning and ending with a letter or digit. ASCII because it travels in a header.",
        max_length=63,
        pattern="^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",
    ),
]


type RepositoryName = Annotated[
    str,
    Field(
        description="A repository as `owner/name` in lower case, as the remote `origin` of a clone names it and the header `X-Osmosis-Git` carries it.",
        max_length=255,
        pattern="^[a-z0-9][a-z0-9-]*/[a-z0-9._-]+$",
    ),
]


type Sha256 = Annotated[
    str, Field(description="A SHA-256 digest: 64 lower-case hexadecimal digits.", pattern="^[0-9a-f]{64}$")
]


type SecretName = Annotated[
    str,
    Field(
        description="The name of a secret or of a variable for one: capital letters, digits and underscores, beginning with a letter; at most 255 characters.",
        max_length=255,
        pattern="^[A-Z][A-Z0-9_]*$",
    ),
]


type VariableName = Annotated[
    str,
    Field(
        description="The name of an environment variable that a run's configuration sets: capital letters, digits and underscores, not beginning with a digit; at most 255 characters. Names that begin with `_OSMOSIS_` are reserved and refused with an issue.",
        max_length=255,
        pattern="^[A-Z_][A-Z0-9_]*$",
    ),
]


type FilePath = Annotated[
    str,
    Field(
        description="A relative path with `/` between its parts, at most 1024 characters, without control characters or backslashes. Empty parts, `.` and `..` are refused with an issue.",
        max_length=1024,
        min_length=1,
        pattern="^[^/\\\\\\x00-\\x1f\\x7f][^\\\\\\x00-\\x1f\\x7f]*$",
    ),
]


class Empty(ContractModel):
    """A body without members. Callers send `{}`, or no body at all."""

    model_config = ConfigDict(
        extra="forbid",
    )


class ProblemIssue(ContractModel):
    """One thing that is wrong with what was sent."""

    model_config = ConfigDict(
        extra="forbid",
    )
    key: Annotated[
        str,
        Field(
            description="Where it is: member names and list positions joined by dots, such as `training_config.lr`; a parameter after `path.`, `query.` or `header.`.",
            max_length=512,
        ),
    ]
    message: Annotated[str, Field(description="What is wrong with it.")]
    key_correction: Annotated[
        Maybe[str], Field(description="What the key should probably be called, when it looks like a misspelling.")
    ] = None


class LocalRunReference(ContractModel):
    """A run that was imported from a machine and can only be continued there."""

    model_config = ConfigDict(
        extra="forbid",
    )
    config_path: Annotated[
        Maybe[str], Field(description="The configuration to run again, relative to the workspace directory.")
    ] = None
    eval_run_name: Annotated[Maybe[str], Field(description="The name of the local run.")] = None


class PlatformProblem(ContractModel):
    """An error answer: the members of RFC 9457, and beside them the keys that published clients read."""

    model_config = ConfigDict(
        extra="forbid",
    )
    type: Annotated[
        str, Field(description="A URI naming the kind of problem; `about:blank` when the status says it all.")
    ] = "about:blank"
    title: Annotated[str, Field(description="The kind of problem in a few words, the same for every occurrence.")]
    status: Annotated[Integer, Field(description="The HTTP status again.", ge=400, le=599)]
    detail: Annotated[str, Field(description="What went wrong this time, and what to do about it.")]
    instance: Annotated[
        Maybe[str],
        Field(description="The path of the request. Left out where the answer may not say whether something exists."),
    ] = None
    message: Annotated[str, Field(description="`detail` again, under the name that published clients prefer.")]
    error: Annotated[
        Maybe[str],
        Field(
            description="A short text or word of the failing protocol: the code of RFC 8628 while a device login is polled, `Secret(s) not found: A, B` where a run needs secrets nobody stored, `deployment_conflict` for a deployment in the way."
        ),
    ] = None
    code: Annotated[
        str,
        Field(description="The kind of problem as one word in capitals, see the description of the API for the list."),
    ]
    field: Annotated[Maybe[str], Field(description="The member that is at fault, when it is one.")] = None
    issues: Annotated[
        Maybe[list[ProblemIssue]], Field(description="Everything that is wrong with the request, at most 50 entries.")
    ] = None
    existing_dataset_id: Annotated[
        Maybe[str],
        Field(description="The dataset that already has the name; send it as `overwrite_dataset_id` to replace it."),
    ] = None
    platform_url: Annotated[Maybe[str], Field(description="The page on which the problem can be solved.")] = None
    run_secret_names: Annotated[
        Maybe[list[SecretName]],
        Field(description="Secrets whose values the run was given once and that have to be given again."),
    ] = None
    local_run: Annotated[
        Maybe[LocalRunReference],
        Field(description="The local run that this run was imported from, where only that one can be continued."),
    ] = None


class ClientVersionStatus(ContractEnum):
    """What the platform thinks of a client's version: `current`, `upgrade_available`, `deprecated` (still served,
    not for long) or `unsupported` (refused with 426)."""

    CURRENT = "current"
    UPGRADE_AVAILABLE = "upgrade_available"
    DEPRECATED = "deprecated"
    UNSUPPORTED = "unsupported"


class UpgradeRequired(ContractModel):
    """The client is too old to be served. The one error whose `status` is a word: published clients read it so."""

    model_config = ConfigDict(
        extra="forbid",
    )
    type: Annotated[str, Field(description="A URI naming the kind of problem.")] = "about:blank"
    title: Annotated[str, Field(description="The kind of problem in a few words.")]
    status: Annotated[ClientVersionStatus, Field(description="What the platform thinks of the client's version.")]
    detail: Annotated[str, Field(description="What to do about it.")]
    message: Annotated[str, Field(description="`detail` again, under the name that published clients read.")]
    code: Annotated[str, Field(description="Always `UPGRADE_REQUIRED`.")]


class PlatformLogEntry(ContractModel):
    """One line of a run's or dataset's log."""

    model_config = ConfigDict(
        extra="forbid",
    )
    timestamp: Annotated[Timestamp, Field(description="When it was written.")]
    level: Annotated[str, Field(description="How serious it is: `debug`, `info`, `warning` or `error`.")] = ""
    step: Annotated[str, Field(description="The part of the work it belongs to; empty when there is none.")] = ""
    message: Annotated[str, Field(description="The line itself. Secrets are replaced.")]
    details: Annotated[dict[str, Any] | None, Field(description="More about it for programs.")] = None


class LogPage(ContractModel):
    """A page of a log, its entries from old to new."""

    model_config = ConfigDict(
        extra="forbid",
    )
    logs: Annotated[list[PlatformLogEntry], Field(description="The entries.")]
    next_cursor: Annotated[
        str | None,
        Field(
            description="Where to continue in the direction that was asked for; null when there is nothing more. It means nothing to the client."
        ),
    ] = None


class NamedReference(ContractModel):
    """Another resource, by id and name."""

    model_config = ConfigDict(
        extra="forbid",
    )
    id: Annotated[str, Field(description="Its id.")]
    name: Annotated[str, Field(description="Its name.")]


class UploadMethod(ContractEnum):
    """How a file is sent: `simple` by one PUT, `multipart` by one PUT a part."""

    SIMPLE = "simple"
    MULTIPART = "multipart"


class UploadPart(ContractModel):
    """Where one part of a multipart upload goes."""

    model_config = ConfigDict(
        extra="forbid",
    )
    part_number: Annotated[Integer, Field(description="Which part, from 1.", ge=1)]
    presigned_url: Annotated[str, Field(description="Where to PUT it. The URL alone authorises.")]
    size: Annotated[Maybe[Integer], Field(description="The bytes of this part.", ge=1)] = None


class UploadInfo(ContractModel):
    """How to send a file. With `simple`, `presigned_url` is given; with `multipart`, `part_size`, `total_parts` and
    one URL a part, from 1 to `total_parts`. Every part but the last has `part_size` bytes. A PUT answers with an
    `ETag`."""

    model_config = ConfigDict(
        extra="forbid",
    )
    method: Annotated[UploadMethod, Field(description="How the file is sent.")] = UploadMethod.SIMPLE
    presigned_url: Annotated[
        Maybe[str], Field(description="Where to PUT the whole file: `https`, or any scheme on a loopback address.")
    ] = None
    upload_headers: Annotated[
        Maybe[dict[str, str]], Field(description="Headers to send with the one PUT, unchanged.")
    ] = None
    part_size: Annotated[Maybe[Integer], Field(description="Bytes of every part but the last.", ge=1)] = None
    total_parts: Annotated[Maybe[Integer], Field(description="How many parts there are.", ge=1)] = None
    presigned_urls: Annotated[Maybe[list[UploadPart]], Field(description="One URL a part, in order.")] = None
    expires_in: Annotated[Maybe[Integer], Field(description="Seconds for which the URLs can be used.", ge=1)] = None


class OutputFile(ContractModel):
    """A file of a run."""

    model_config = ConfigDict(
        extra="forbid",
    )
    path: Annotated[
        FilePath, Field(description="Where it is, as a relative path that only names one of the kinds asked for.")
    ]
    size: Annotated[Integer, Field(description="Its bytes.", ge=0)]
    token: Annotated[
        Maybe[str], Field(description="Sent back when its URL is asked for; names the version of the file.")
    ] = None


TotalsAdditionalProperty = TypeAliasType("TotalsAdditionalProperty", Annotated[Integer, Field(ge=0)])


class OutputManifest(ContractModel):
    """The files of a run, of the kinds that were asked for."""

    model_config = ConfigDict(
        extra="forbid",
    )
    files: Annotated[list[OutputFile], Field(description="The files, ordered by path.")]
    totals: Annotated[
        dict[str, TotalsAdditionalProperty], Field(description="How many files and bytes there are.")
    ] = {}


class DownloadItem(ContractModel):
    """A file to get a URL for."""

    model_config = ConfigDict(
        extra="forbid",
    )
    path: Annotated[FilePath, Field(description="Its path in the manifest.")]
    token: Annotated[Maybe[str], Field(description="Its token in the manifest.", max_length=1024)] = None


class DownloadUrlsRequest(ContractModel):
    """The files to get URLs for."""

    model_config = ConfigDict(
        extra="forbid",
    )
    items: Annotated[list[DownloadItem], Field(description="1 to 500 files.", max_length=500, min_length=1)]


class DownloadUrl(ContractModel):
    """A file and where to get it."""

    model_config = ConfigDict(
        extra="forbid",
    )
    path: Annotated[FilePath, Field(description="Its path.")]
    url: Annotated[str, Field(description="Where to GET it. The URL alone authorises; an expired one answers 403.")]
    token: Annotated[Maybe[str], Field(description="Its token, as it was sent.")] = None


class DownloadUrlsResponse(ContractModel):
    """URLs for the files that were asked for, in the same order."""

    model_config = ConfigDict(
        extra="forbid",
    )
    items: Annotated[list[DownloadUrl], Field(description="A URL a file.")]
    expires_in: Annotated[Maybe[Integer], Field(description="Seconds for which the URLs can be used.", ge=1)] = None
