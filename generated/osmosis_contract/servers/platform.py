"""Osmosis platform: the server's side. Generated from the specification; do not edit.

Two families of paths. `/api/cli` is what published command lines call, kept as they expect it. `/api/v1` is
everything a platform needs beside: workspaces and members, tokens, webhooks, git, usage, audit, and the calls
of a run's job. `/healthz`, `/readyz` and `/metrics` are for those who operate it. **Who may do what** is
written at each operation as `x-osmosis-access`, and a server decides by that table alone. `scope` says what
kind of caller: `public`, `user` (any account), `workspace` (a member of the workspace that the path or the
scope headers name), `job` (a run's job), `hook` (a push hook, whose address is the credential), `url`
(whoever has the address of a transfer, which is the credential) or `metrics` (a client on a loopback
address). `action` names the right; the same action means the same roles everywhere. `roles` are the roles of
members who may. `when` narrows them where a member of the body has a value. `self: true` lets a member do it
to themselves whatever their role. **Workspace scope** of `/api/cli`: exactly one of `X-Osmosis-Git` and
`X-Osmosis-Workspace`. None is 400 `GIT_SCOPE_HEADER_REQUIRED`, both are 400
`WORKSPACE_SCOPE_HEADER_CONFLICT`, a malformed one is 400 `GIT_SCOPE_HEADER_INVALID`; a repository or
workspace that is unknown or of others is 403 `GIT_SCOPE_HEADER_ACCESS_DENIED` or
`WORKSPACE_SCOPE_HEADER_ACCESS_DENIED`. Under `/api/v1` the path names the workspace, and one that is unknown
or of others is 404. **Codes** of problems: `VALIDATION`, `AUTH_HEADER_MISSING`, `TOKEN_MISSING`,
`TOKEN_INVALID`, `TOKEN_EXPIRED`, `TOKEN_REVOKED`, `FORBIDDEN`, `BILLING_REQUIRED`, `SUBSCRIPTION_REQUIRED`,
`NOT_FOUND`, `SECRETS_NOT_FOUND`, `CONFLICT` and more precise ones, `GONE`, `TOO_LARGE`,
`UNSUPPORTED_MEDIA_TYPE`, `REQUEST_TIMEOUT`, `UPGRADE_REQUIRED`, `RATE_LIMITED`, `NOT_SERVED`, `UNAVAILABLE`,
`AUTHORIZATION_PENDING`, `SLOW_DOWN`, `EXPIRED_TOKEN`, `ACCESS_DENIED`, and the scope codes above. Where a
request is wrong in several ways, the first of these answers: 426 (version), 413 and 415 (body), 429 (too
many), 401 (token), 400 and 403 (scope), 404 (workspace), 403 (role), 400 (the request does not fit), then the
operation itself. **Every answer** carries `X-Request-Id`. Bodies are JSON objects in UTF-8, never compressed
and never a redirect. Path segments are percent-encoded; a slash inside one is `%2F` and stays there. Times
have an offset. Lists come in pages: `limit`, `offset`, and `next_offset`, which is null on the last page. A
request's body may have 1 MiB, 16 MiB where it carries records, and has to arrive within 30 seconds.

Derive from `PlatformServer`, write every handler, and give the server to `routes`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from osmosis_contract_runtime import operations as runtime
from osmosis_contract_runtime.models import adapter
from osmosis_contract_runtime.operations import Call
from osmosis_contract_runtime.problems import problem
from osmosis_contract_runtime.servers import (
    IncompleteServerError,
    add_problem_handlers,
    build_routes,
    exception_handlers,
)
from pydantic import Field
from starlette.routing import Route

from .. import models

__all__ = [
    "Call",
    "IncompleteServerError",
    "PlatformServer",
    "add_problem_handlers",
    "exception_handlers",
    "problem",
    "routes",
    "VerifyRequest",
    "VerifyResponse",
    "Verify200",
    "Verify400",
    "Verify401",
    "Verify403",
    "Verify404",
    "Verify426",
    "Verify429",
    "Verify503",
    "AuthorizeDeviceRequest",
    "AuthorizeDeviceResponse",
    "AuthorizeDevice200",
    "AuthorizeDevice400",
    "AuthorizeDevice408",
    "AuthorizeDevice413",
    "AuthorizeDevice415",
    "AuthorizeDevice426",
    "AuthorizeDevice429",
    "AuthorizeDevice503",
    "PollDeviceRequest",
    "PollDeviceResponse",
    "PollDevice200",
    "PollDevice400",
    "PollDevice408",
    "PollDevice413",
    "PollDevice415",
    "PollDevice426",
    "PollDevice429",
    "PollDevice503",
    "RevokeCliTokenRequest",
    "RevokeCliTokenResponse",
    "RevokeCliToken204",
    "RevokeCliToken400",
    "RevokeCliToken401",
    "RevokeCliToken403",
    "RevokeCliToken404",
    "RevokeCliToken426",
    "RevokeCliToken429",
    "RevokeCliToken503",
    "ListCliWorkspacesRequest",
    "ListCliWorkspacesResponse",
    "ListCliWorkspaces200",
    "ListCliWorkspaces400",
    "ListCliWorkspaces401",
    "ListCliWorkspaces403",
    "ListCliWorkspaces426",
    "ListCliWorkspaces429",
    "ListCliWorkspaces503",
    "GetQuickstartRequest",
    "GetQuickstartResponse",
    "GetQuickstart200",
    "GetQuickstart400",
    "GetQuickstart401",
    "GetQuickstart403",
    "GetQuickstart404",
    "GetQuickstart426",
    "GetQuickstart429",
    "GetQuickstart503",
    "CompleteQuickstartRequest",
    "CompleteQuickstartResponse",
    "CompleteQuickstart200",
    "CompleteQuickstart400",
    "CompleteQuickstart401",
    "CompleteQuickstart403",
    "CompleteQuickstart404",
    "CompleteQuickstart408",
    "CompleteQuickstart413",
    "CompleteQuickstart415",
    "CompleteQuickstart426",
    "CompleteQuickstart429",
    "CompleteQuickstart503",
    "ListSecretsRequest",
    "ListSecretsResponse",
    "ListSecrets200",
    "ListSecrets400",
    "ListSecrets401",
    "ListSecrets403",
    "ListSecrets404",
    "ListSecrets426",
    "ListSecrets429",
    "ListSecrets503",
    "UpsertSecretRequest",
    "UpsertSecretResponse",
    "UpsertSecret200",
    "UpsertSecret400",
    "UpsertSecret401",
    "UpsertSecret403",
    "UpsertSecret404",
    "UpsertSecret408",
    "UpsertSecret413",
    "UpsertSecret415",
    "UpsertSecret426",
    "UpsertSecret429",
    "UpsertSecret503",
    "DeleteSecretRequest",
    "DeleteSecretResponse",
    "DeleteSecret200",
    "DeleteSecret400",
    "DeleteSecret401",
    "DeleteSecret403",
    "DeleteSecret404",
    "DeleteSecret408",
    "DeleteSecret413",
    "DeleteSecret415",
    "DeleteSecret426",
    "DeleteSecret429",
    "DeleteSecret503",
    "ListRolloutsRequest",
    "ListRolloutsResponse",
    "ListRollouts200",
    "ListRollouts400",
    "ListRollouts401",
    "ListRollouts403",
    "ListRollouts404",
    "ListRollouts426",
    "ListRollouts429",
    "ListRollouts503",
    "ListDatasetsRequest",
    "ListDatasetsResponse",
    "ListDatasets200",
    "ListDatasets400",
    "ListDatasets401",
    "ListDatasets403",
    "ListDatasets404",
    "ListDatasets426",
    "ListDatasets429",
    "ListDatasets503",
    "CreateDatasetRequest",
    "CreateDatasetResponse",
    "CreateDataset201",
    "CreateDataset400",
    "CreateDataset401",
    "CreateDataset403",
    "CreateDataset404",
    "CreateDataset408",
    "CreateDataset409",
    "CreateDataset413",
    "CreateDataset415",
    "CreateDataset426",
    "CreateDataset429",
    "CreateDataset503",
    "GetDatasetRequest",
    "GetDatasetResponse",
    "GetDataset200",
    "GetDataset400",
    "GetDataset401",
    "GetDataset403",
    "GetDataset404",
    "GetDataset426",
    "GetDataset429",
    "GetDataset503",
    "CompleteDatasetRequest",
    "CompleteDatasetResponse",
    "CompleteDataset200",
    "CompleteDataset400",
    "CompleteDataset401",
    "CompleteDataset403",
    "CompleteDataset404",
    "CompleteDataset408",
    "CompleteDataset409",
    "CompleteDataset413",
    "CompleteDataset415",
    "CompleteDataset426",
    "CompleteDataset429",
    "CompleteDataset503",
    "AbortDatasetRequest",
    "AbortDatasetResponse",
    "AbortDataset200",
    "AbortDataset400",
    "AbortDataset401",
    "AbortDataset403",
    "AbortDataset404",
    "AbortDataset408",
    "AbortDataset409",
    "AbortDataset413",
    "AbortDataset415",
    "AbortDataset426",
    "AbortDataset429",
    "AbortDataset503",
    "DownloadDatasetRequest",
    "DownloadDatasetResponse",
    "DownloadDataset200",
    "DownloadDataset400",
    "DownloadDataset401",
    "DownloadDataset403",
    "DownloadDataset404",
    "DownloadDataset409",
    "DownloadDataset426",
    "DownloadDataset429",
    "DownloadDataset503",
    "ListDatasetLogsRequest",
    "ListDatasetLogsResponse",
    "ListDatasetLogs200",
    "ListDatasetLogs400",
    "ListDatasetLogs401",
    "ListDatasetLogs403",
    "ListDatasetLogs404",
    "ListDatasetLogs426",
    "ListDatasetLogs429",
    "ListDatasetLogs503",
    "DeleteDatasetRequest",
    "DeleteDatasetResponse",
    "DeleteDataset204",
    "DeleteDataset400",
    "DeleteDataset401",
    "DeleteDataset403",
    "DeleteDataset404",
    "DeleteDataset409",
    "DeleteDataset429",
    "DeleteDataset503",
    "RenameDatasetRequest",
    "RenameDatasetResponse",
    "RenameDataset200",
    "RenameDataset400",
    "RenameDataset401",
    "RenameDataset403",
    "RenameDataset404",
    "RenameDataset408",
    "RenameDataset409",
    "RenameDataset413",
    "RenameDataset415",
    "RenameDataset429",
    "RenameDataset503",
    "TakeFileRequest",
    "TakeFileResponse",
    "TakeFile200Stream",
    "TakeFile400",
    "TakeFile403",
    "TakeFile404",
    "TakeFile429",
    "TakeFile503",
    "SendFileRequest",
    "SendFileResponse",
    "SendFile200",
    "SendFile400",
    "SendFile403",
    "SendFile404",
    "SendFile408",
    "SendFile413",
    "SendFile429",
    "SendFile503",
    "ListEvalRunsRequest",
    "ListEvalRunsResponse",
    "ListEvalRuns200",
    "ListEvalRuns400",
    "ListEvalRuns401",
    "ListEvalRuns403",
    "ListEvalRuns404",
    "ListEvalRuns426",
    "ListEvalRuns429",
    "ListEvalRuns503",
    "SubmitEvalRunRequest",
    "SubmitEvalRunResponse",
    "SubmitEvalRun201",
    "SubmitEvalRun400",
    "SubmitEvalRun401",
    "SubmitEvalRun403",
    "SubmitEvalRun404",
    "SubmitEvalRun408",
    "SubmitEvalRun409",
    "SubmitEvalRun413",
    "SubmitEvalRun415",
    "SubmitEvalRun426",
    "SubmitEvalRun429",
    "SubmitEvalRun503",
    "GetEvalRunRequest",
    "GetEvalRunResponse",
    "GetEvalRun200",
    "GetEvalRun400",
    "GetEvalRun401",
    "GetEvalRun403",
    "GetEvalRun404",
    "GetEvalRun426",
    "GetEvalRun429",
    "GetEvalRun503",
    "GetEvalRunMetricsRequest",
    "GetEvalRunMetricsResponse",
    "GetEvalRunMetrics200",
    "GetEvalRunMetrics400",
    "GetEvalRunMetrics401",
    "GetEvalRunMetrics403",
    "GetEvalRunMetrics404",
    "GetEvalRunMetrics426",
    "GetEvalRunMetrics429",
    "GetEvalRunMetrics503",
    "ListEvalRunLogsRequest",
    "ListEvalRunLogsResponse",
    "ListEvalRunLogs200",
    "ListEvalRunLogs400",
    "ListEvalRunLogs401",
    "ListEvalRunLogs403",
    "ListEvalRunLogs404",
    "ListEvalRunLogs426",
    "ListEvalRunLogs429",
    "ListEvalRunLogs503",
    "StopEvalRunRequest",
    "StopEvalRunResponse",
    "StopEvalRun200",
    "StopEvalRun400",
    "StopEvalRun401",
    "StopEvalRun403",
    "StopEvalRun404",
    "StopEvalRun408",
    "StopEvalRun409",
    "StopEvalRun413",
    "StopEvalRun415",
    "StopEvalRun426",
    "StopEvalRun429",
    "StopEvalRun503",
    "RetryEvalRunRequest",
    "RetryEvalRunResponse",
    "RetryEvalRun200",
    "RetryEvalRun400",
    "RetryEvalRun401",
    "RetryEvalRun403",
    "RetryEvalRun404",
    "RetryEvalRun408",
    "RetryEvalRun409",
    "RetryEvalRun413",
    "RetryEvalRun415",
    "RetryEvalRun426",
    "RetryEvalRun429",
    "RetryEvalRun503",
    "ListEvalRunFilesRequest",
    "ListEvalRunFilesResponse",
    "ListEvalRunFiles200",
    "ListEvalRunFiles400",
    "ListEvalRunFiles401",
    "ListEvalRunFiles403",
    "ListEvalRunFiles404",
    "ListEvalRunFiles426",
    "ListEvalRunFiles429",
    "ListEvalRunFiles503",
    "PresignEvalRunFilesRequest",
    "PresignEvalRunFilesResponse",
    "PresignEvalRunFiles200",
    "PresignEvalRunFiles400",
    "PresignEvalRunFiles401",
    "PresignEvalRunFiles403",
    "PresignEvalRunFiles404",
    "PresignEvalRunFiles408",
    "PresignEvalRunFiles413",
    "PresignEvalRunFiles415",
    "PresignEvalRunFiles426",
    "PresignEvalRunFiles429",
    "PresignEvalRunFiles503",
    "StartImportRequest",
    "StartImportResponse",
    "StartImport200",
    "StartImport400",
    "StartImport401",
    "StartImport403",
    "StartImport404",
    "StartImport408",
    "StartImport409",
    "StartImport413",
    "StartImport415",
    "StartImport426",
    "StartImport429",
    "StartImport503",
    "PresignImportFilesRequest",
    "PresignImportFilesResponse",
    "PresignImportFiles200",
    "PresignImportFiles400",
    "PresignImportFiles401",
    "PresignImportFiles403",
    "PresignImportFiles404",
    "PresignImportFiles408",
    "PresignImportFiles409",
    "PresignImportFiles410",
    "PresignImportFiles413",
    "PresignImportFiles415",
    "PresignImportFiles426",
    "PresignImportFiles429",
    "PresignImportFiles503",
    "CompleteImportFileRequest",
    "CompleteImportFileResponse",
    "CompleteImportFile200",
    "CompleteImportFile400",
    "CompleteImportFile401",
    "CompleteImportFile403",
    "CompleteImportFile404",
    "CompleteImportFile408",
    "CompleteImportFile409",
    "CompleteImportFile410",
    "CompleteImportFile413",
    "CompleteImportFile415",
    "CompleteImportFile426",
    "CompleteImportFile429",
    "CompleteImportFile503",
    "FinalizeImportRequest",
    "FinalizeImportResponse",
    "FinalizeImport200",
    "FinalizeImport400",
    "FinalizeImport401",
    "FinalizeImport403",
    "FinalizeImport404",
    "FinalizeImport408",
    "FinalizeImport409",
    "FinalizeImport410",
    "FinalizeImport413",
    "FinalizeImport415",
    "FinalizeImport426",
    "FinalizeImport429",
    "FinalizeImport503",
    "ListTrainingRunsRequest",
    "ListTrainingRunsResponse",
    "ListTrainingRuns200",
    "ListTrainingRuns400",
    "ListTrainingRuns401",
    "ListTrainingRuns403",
    "ListTrainingRuns404",
    "ListTrainingRuns426",
    "ListTrainingRuns429",
    "ListTrainingRuns501",
    "ListTrainingRuns503",
    "SubmitTrainingRunRequest",
    "SubmitTrainingRunResponse",
    "SubmitTrainingRun201",
    "SubmitTrainingRun400",
    "SubmitTrainingRun401",
    "SubmitTrainingRun403",
    "SubmitTrainingRun404",
    "SubmitTrainingRun408",
    "SubmitTrainingRun409",
    "SubmitTrainingRun413",
    "SubmitTrainingRun415",
    "SubmitTrainingRun426",
    "SubmitTrainingRun429",
    "SubmitTrainingRun501",
    "SubmitTrainingRun503",
    "GetTrainingRunRequest",
    "GetTrainingRunResponse",
    "GetTrainingRun200",
    "GetTrainingRun400",
    "GetTrainingRun401",
    "GetTrainingRun403",
    "GetTrainingRun404",
    "GetTrainingRun426",
    "GetTrainingRun429",
    "GetTrainingRun501",
    "GetTrainingRun503",
    "GetTrainingRunMetricsRequest",
    "GetTrainingRunMetricsResponse",
    "GetTrainingRunMetrics200",
    "GetTrainingRunMetrics400",
    "GetTrainingRunMetrics401",
    "GetTrainingRunMetrics403",
    "GetTrainingRunMetrics404",
    "GetTrainingRunMetrics426",
    "GetTrainingRunMetrics429",
    "GetTrainingRunMetrics501",
    "GetTrainingRunMetrics503",
    "ListCheckpointsRequest",
    "ListCheckpointsResponse",
    "ListCheckpoints200",
    "ListCheckpoints400",
    "ListCheckpoints401",
    "ListCheckpoints403",
    "ListCheckpoints404",
    "ListCheckpoints426",
    "ListCheckpoints429",
    "ListCheckpoints501",
    "ListCheckpoints503",
    "ListTrainingRunLogsRequest",
    "ListTrainingRunLogsResponse",
    "ListTrainingRunLogs200",
    "ListTrainingRunLogs400",
    "ListTrainingRunLogs401",
    "ListTrainingRunLogs403",
    "ListTrainingRunLogs404",
    "ListTrainingRunLogs426",
    "ListTrainingRunLogs429",
    "ListTrainingRunLogs501",
    "ListTrainingRunLogs503",
    "StopTrainingRunRequest",
    "StopTrainingRunResponse",
    "StopTrainingRun200",
    "StopTrainingRun400",
    "StopTrainingRun401",
    "StopTrainingRun403",
    "StopTrainingRun404",
    "StopTrainingRun408",
    "StopTrainingRun409",
    "StopTrainingRun413",
    "StopTrainingRun415",
    "StopTrainingRun426",
    "StopTrainingRun429",
    "StopTrainingRun501",
    "StopTrainingRun503",
    "ListBaseModelsRequest",
    "ListBaseModelsResponse",
    "ListBaseModels200",
    "ListBaseModels400",
    "ListBaseModels401",
    "ListBaseModels403",
    "ListBaseModels404",
    "ListBaseModels426",
    "ListBaseModels429",
    "ListBaseModels501",
    "ListBaseModels503",
    "ListLoraModelsRequest",
    "ListLoraModelsResponse",
    "ListLoraModels200",
    "ListLoraModels400",
    "ListLoraModels401",
    "ListLoraModels403",
    "ListLoraModels404",
    "ListLoraModels426",
    "ListLoraModels429",
    "ListLoraModels501",
    "ListLoraModels503",
    "GetLoraModelRequest",
    "GetLoraModelResponse",
    "GetLoraModel200",
    "GetLoraModel400",
    "GetLoraModel401",
    "GetLoraModel403",
    "GetLoraModel404",
    "GetLoraModel426",
    "GetLoraModel429",
    "GetLoraModel501",
    "GetLoraModel503",
    "GetBaseModelRequest",
    "GetBaseModelResponse",
    "GetBaseModel200",
    "GetBaseModel400",
    "GetBaseModel401",
    "GetBaseModel403",
    "GetBaseModel404",
    "GetBaseModel426",
    "GetBaseModel429",
    "GetBaseModel501",
    "GetBaseModel503",
    "DeployModelRequest",
    "DeployModelResponse",
    "DeployModel200",
    "DeployModel400",
    "DeployModel401",
    "DeployModel403",
    "DeployModel404",
    "DeployModel408",
    "DeployModel409",
    "DeployModel413",
    "DeployModel415",
    "DeployModel426",
    "DeployModel429",
    "DeployModel501",
    "DeployModel503",
    "UndeployModelRequest",
    "UndeployModelResponse",
    "UndeployModel200",
    "UndeployModel400",
    "UndeployModel401",
    "UndeployModel403",
    "UndeployModel404",
    "UndeployModel408",
    "UndeployModel409",
    "UndeployModel413",
    "UndeployModel415",
    "UndeployModel426",
    "UndeployModel429",
    "UndeployModel501",
    "UndeployModel503",
    "ListBenchmarksRequest",
    "ListBenchmarksResponse",
    "ListBenchmarks200",
    "ListBenchmarks400",
    "ListBenchmarks401",
    "ListBenchmarks403",
    "ListBenchmarks404",
    "ListBenchmarks426",
    "ListBenchmarks429",
    "ListBenchmarks501",
    "ListBenchmarks503",
    "GetBenchmarkRequest",
    "GetBenchmarkResponse",
    "GetBenchmark200",
    "GetBenchmark400",
    "GetBenchmark401",
    "GetBenchmark403",
    "GetBenchmark404",
    "GetBenchmark426",
    "GetBenchmark429",
    "GetBenchmark501",
    "GetBenchmark503",
    "ListBenchmarkRunsRequest",
    "ListBenchmarkRunsResponse",
    "ListBenchmarkRuns200",
    "ListBenchmarkRuns400",
    "ListBenchmarkRuns401",
    "ListBenchmarkRuns403",
    "ListBenchmarkRuns404",
    "ListBenchmarkRuns426",
    "ListBenchmarkRuns429",
    "ListBenchmarkRuns501",
    "ListBenchmarkRuns503",
    "SubmitBenchmarkRunRequest",
    "SubmitBenchmarkRunResponse",
    "SubmitBenchmarkRun201",
    "SubmitBenchmarkRun400",
    "SubmitBenchmarkRun401",
    "SubmitBenchmarkRun403",
    "SubmitBenchmarkRun404",
    "SubmitBenchmarkRun408",
    "SubmitBenchmarkRun409",
    "SubmitBenchmarkRun413",
    "SubmitBenchmarkRun415",
    "SubmitBenchmarkRun426",
    "SubmitBenchmarkRun429",
    "SubmitBenchmarkRun501",
    "SubmitBenchmarkRun503",
    "GetBenchmarkRunRequest",
    "GetBenchmarkRunResponse",
    "GetBenchmarkRun200",
    "GetBenchmarkRun400",
    "GetBenchmarkRun401",
    "GetBenchmarkRun403",
    "GetBenchmarkRun404",
    "GetBenchmarkRun426",
    "GetBenchmarkRun429",
    "GetBenchmarkRun501",
    "GetBenchmarkRun503",
    "ListBenchmarkRunLogsRequest",
    "ListBenchmarkRunLogsResponse",
    "ListBenchmarkRunLogs200",
    "ListBenchmarkRunLogs400",
    "ListBenchmarkRunLogs401",
    "ListBenchmarkRunLogs403",
    "ListBenchmarkRunLogs404",
    "ListBenchmarkRunLogs426",
    "ListBenchmarkRunLogs429",
    "ListBenchmarkRunLogs501",
    "ListBenchmarkRunLogs503",
    "StopBenchmarkRunRequest",
    "StopBenchmarkRunResponse",
    "StopBenchmarkRun200",
    "StopBenchmarkRun400",
    "StopBenchmarkRun401",
    "StopBenchmarkRun403",
    "StopBenchmarkRun404",
    "StopBenchmarkRun408",
    "StopBenchmarkRun409",
    "StopBenchmarkRun413",
    "StopBenchmarkRun415",
    "StopBenchmarkRun426",
    "StopBenchmarkRun429",
    "StopBenchmarkRun501",
    "StopBenchmarkRun503",
    "ListBenchmarkRunFilesRequest",
    "ListBenchmarkRunFilesResponse",
    "ListBenchmarkRunFiles200",
    "ListBenchmarkRunFiles400",
    "ListBenchmarkRunFiles401",
    "ListBenchmarkRunFiles403",
    "ListBenchmarkRunFiles404",
    "ListBenchmarkRunFiles426",
    "ListBenchmarkRunFiles429",
    "ListBenchmarkRunFiles501",
    "ListBenchmarkRunFiles503",
    "PresignBenchmarkRunFilesRequest",
    "PresignBenchmarkRunFilesResponse",
    "PresignBenchmarkRunFiles200",
    "PresignBenchmarkRunFiles400",
    "PresignBenchmarkRunFiles401",
    "PresignBenchmarkRunFiles403",
    "PresignBenchmarkRunFiles404",
    "PresignBenchmarkRunFiles408",
    "PresignBenchmarkRunFiles413",
    "PresignBenchmarkRunFiles415",
    "PresignBenchmarkRunFiles426",
    "PresignBenchmarkRunFiles429",
    "PresignBenchmarkRunFiles501",
    "PresignBenchmarkRunFiles503",
    "CreateWorkspaceRequest",
    "CreateWorkspaceResponse",
    "CreateWorkspace201",
    "CreateWorkspace400",
    "CreateWorkspace401",
    "CreateWorkspace403",
    "CreateWorkspace408",
    "CreateWorkspace409",
    "CreateWorkspace413",
    "CreateWorkspace415",
    "CreateWorkspace429",
    "CreateWorkspace503",
    "GetWorkspaceRequest",
    "GetWorkspaceResponse",
    "GetWorkspace200",
    "GetWorkspace400",
    "GetWorkspace401",
    "GetWorkspace403",
    "GetWorkspace404",
    "GetWorkspace429",
    "GetWorkspace503",
    "DeleteWorkspaceRequest",
    "DeleteWorkspaceResponse",
    "DeleteWorkspace204",
    "DeleteWorkspace400",
    "DeleteWorkspace401",
    "DeleteWorkspace403",
    "DeleteWorkspace404",
    "DeleteWorkspace409",
    "DeleteWorkspace429",
    "DeleteWorkspace503",
    "UpdateWorkspaceRequest",
    "UpdateWorkspaceResponse",
    "UpdateWorkspace200",
    "UpdateWorkspace400",
    "UpdateWorkspace401",
    "UpdateWorkspace403",
    "UpdateWorkspace404",
    "UpdateWorkspace408",
    "UpdateWorkspace409",
    "UpdateWorkspace413",
    "UpdateWorkspace415",
    "UpdateWorkspace429",
    "UpdateWorkspace503",
    "ListMembersRequest",
    "ListMembersResponse",
    "ListMembers200",
    "ListMembers400",
    "ListMembers401",
    "ListMembers403",
    "ListMembers404",
    "ListMembers429",
    "ListMembers503",
    "RemoveMemberRequest",
    "RemoveMemberResponse",
    "RemoveMember204",
    "RemoveMember400",
    "RemoveMember401",
    "RemoveMember403",
    "RemoveMember404",
    "RemoveMember409",
    "RemoveMember429",
    "RemoveMember503",
    "UpdateMemberRequest",
    "UpdateMemberResponse",
    "UpdateMember200",
    "UpdateMember400",
    "UpdateMember401",
    "UpdateMember403",
    "UpdateMember404",
    "UpdateMember408",
    "UpdateMember409",
    "UpdateMember413",
    "UpdateMember415",
    "UpdateMember429",
    "UpdateMember503",
    "ListInvitationsRequest",
    "ListInvitationsResponse",
    "ListInvitations200",
    "ListInvitations400",
    "ListInvitations401",
    "ListInvitations403",
    "ListInvitations404",
    "ListInvitations429",
    "ListInvitations503",
    "CreateInvitationRequest",
    "CreateInvitationResponse",
    "CreateInvitation201",
    "CreateInvitation400",
    "CreateInvitation401",
    "CreateInvitation403",
    "CreateInvitation404",
    "CreateInvitation408",
    "CreateInvitation409",
    "CreateInvitation413",
    "CreateInvitation415",
    "CreateInvitation429",
    "CreateInvitation503",
    "RevokeInvitationRequest",
    "RevokeInvitationResponse",
    "RevokeInvitation204",
    "RevokeInvitation400",
    "RevokeInvitation401",
    "RevokeInvitation403",
    "RevokeInvitation404",
    "RevokeInvitation429",
    "RevokeInvitation503",
    "AcceptInvitationRequest",
    "AcceptInvitationResponse",
    "AcceptInvitation200",
    "AcceptInvitation400",
    "AcceptInvitation401",
    "AcceptInvitation403",
    "AcceptInvitation404",
    "AcceptInvitation408",
    "AcceptInvitation409",
    "AcceptInvitation413",
    "AcceptInvitation415",
    "AcceptInvitation429",
    "AcceptInvitation503",
    "ListTokensRequest",
    "ListTokensResponse",
    "ListTokens200",
    "ListTokens400",
    "ListTokens401",
    "ListTokens403",
    "ListTokens429",
    "ListTokens503",
    "CreateTokenRequest",
    "CreateTokenResponse",
    "CreateToken201",
    "CreateToken400",
    "CreateToken401",
    "CreateToken403",
    "CreateToken408",
    "CreateToken409",
    "CreateToken413",
    "CreateToken415",
    "CreateToken429",
    "CreateToken503",
    "RevokeTokenRequest",
    "RevokeTokenResponse",
    "RevokeToken204",
    "RevokeToken400",
    "RevokeToken401",
    "RevokeToken403",
    "RevokeToken404",
    "RevokeToken429",
    "RevokeToken503",
    "GetWebhookRequest",
    "GetWebhookResponse",
    "GetWebhook200",
    "GetWebhook400",
    "GetWebhook401",
    "GetWebhook403",
    "GetWebhook404",
    "GetWebhook429",
    "GetWebhook503",
    "PutWebhookRequest",
    "PutWebhookResponse",
    "PutWebhook200",
    "PutWebhook400",
    "PutWebhook401",
    "PutWebhook403",
    "PutWebhook404",
    "PutWebhook408",
    "PutWebhook409",
    "PutWebhook413",
    "PutWebhook415",
    "PutWebhook429",
    "PutWebhook503",
    "DeleteWebhookRequest",
    "DeleteWebhookResponse",
    "DeleteWebhook204",
    "DeleteWebhook400",
    "DeleteWebhook401",
    "DeleteWebhook403",
    "DeleteWebhook404",
    "DeleteWebhook429",
    "DeleteWebhook503",
    "RenewWebhookSecretRequest",
    "RenewWebhookSecretResponse",
    "RenewWebhookSecret200",
    "RenewWebhookSecret400",
    "RenewWebhookSecret401",
    "RenewWebhookSecret403",
    "RenewWebhookSecret404",
    "RenewWebhookSecret408",
    "RenewWebhookSecret413",
    "RenewWebhookSecret415",
    "RenewWebhookSecret429",
    "RenewWebhookSecret503",
    "TestWebhookRequest",
    "TestWebhookResponse",
    "TestWebhook202",
    "TestWebhook400",
    "TestWebhook401",
    "TestWebhook403",
    "TestWebhook404",
    "TestWebhook408",
    "TestWebhook409",
    "TestWebhook413",
    "TestWebhook415",
    "TestWebhook429",
    "TestWebhook503",
    "ListWebhookDeliveriesRequest",
    "ListWebhookDeliveriesResponse",
    "ListWebhookDeliveries200",
    "ListWebhookDeliveries400",
    "ListWebhookDeliveries401",
    "ListWebhookDeliveries403",
    "ListWebhookDeliveries404",
    "ListWebhookDeliveries429",
    "ListWebhookDeliveries503",
    "GetGitConnectionRequest",
    "GetGitConnectionResponse",
    "GetGitConnection200",
    "GetGitConnection400",
    "GetGitConnection401",
    "GetGitConnection403",
    "GetGitConnection404",
    "GetGitConnection429",
    "GetGitConnection503",
    "ConnectGitRequest",
    "ConnectGitResponse",
    "ConnectGit201",
    "ConnectGit400",
    "ConnectGit401",
    "ConnectGit403",
    "ConnectGit404",
    "ConnectGit408",
    "ConnectGit409",
    "ConnectGit413",
    "ConnectGit415",
    "ConnectGit429",
    "ConnectGit503",
    "DisconnectGitRequest",
    "DisconnectGitResponse",
    "DisconnectGit204",
    "DisconnectGit400",
    "DisconnectGit401",
    "DisconnectGit403",
    "DisconnectGit404",
    "DisconnectGit429",
    "DisconnectGit503",
    "RenewGitHookRequest",
    "RenewGitHookResponse",
    "RenewGitHook200",
    "RenewGitHook400",
    "RenewGitHook401",
    "RenewGitHook403",
    "RenewGitHook404",
    "RenewGitHook408",
    "RenewGitHook413",
    "RenewGitHook415",
    "RenewGitHook429",
    "RenewGitHook503",
    "SyncGitRequest",
    "SyncGitResponse",
    "SyncGit202",
    "SyncGit400",
    "SyncGit401",
    "SyncGit403",
    "SyncGit404",
    "SyncGit408",
    "SyncGit413",
    "SyncGit415",
    "SyncGit429",
    "SyncGit503",
    "ListGitSyncsRequest",
    "ListGitSyncsResponse",
    "ListGitSyncs200",
    "ListGitSyncs400",
    "ListGitSyncs401",
    "ListGitSyncs403",
    "ListGitSyncs404",
    "ListGitSyncs429",
    "ListGitSyncs503",
    "ListGitBranchesRequest",
    "ListGitBranchesResponse",
    "ListGitBranches200",
    "ListGitBranches400",
    "ListGitBranches401",
    "ListGitBranches403",
    "ListGitBranches404",
    "ListGitBranches429",
    "ListGitBranches503",
    "ReceivePushRequest",
    "ReceivePushResponse",
    "ReceivePush202",
    "ReceivePush400",
    "ReceivePush404",
    "ReceivePush408",
    "ReceivePush413",
    "ReceivePush415",
    "ReceivePush429",
    "ReceivePush503",
    "ListUsageRequest",
    "ListUsageResponse",
    "ListUsage200",
    "ListUsage400",
    "ListUsage401",
    "ListUsage403",
    "ListUsage404",
    "ListUsage429",
    "ListUsage503",
    "GetBudgetRequest",
    "GetBudgetResponse",
    "GetBudget200",
    "GetBudget400",
    "GetBudget401",
    "GetBudget403",
    "GetBudget404",
    "GetBudget429",
    "GetBudget503",
    "PutBudgetRequest",
    "PutBudgetResponse",
    "PutBudget200",
    "PutBudget400",
    "PutBudget401",
    "PutBudget403",
    "PutBudget404",
    "PutBudget408",
    "PutBudget409",
    "PutBudget413",
    "PutBudget415",
    "PutBudget429",
    "PutBudget503",
    "ListAuditRequest",
    "ListAuditResponse",
    "ListAudit200",
    "ListAudit400",
    "ListAudit401",
    "ListAudit403",
    "ListAudit404",
    "ListAudit429",
    "ListAudit503",
    "GetHealthzRequest",
    "GetHealthzResponse",
    "GetHealthz200",
    "GetHealthz429",
    "GetHealthz503",
    "GetReadyzRequest",
    "GetReadyzResponse",
    "GetReadyz200",
    "GetReadyz429",
    "GetReadyz503",
    "GetMetricsRequest",
    "GetMetricsResponse",
    "GetMetrics200Stream",
    "GetMetrics403",
    "GetMetrics429",
    "GetMetrics503",
    "ExchangeTicketRequest",
    "ExchangeTicketResponse",
    "ExchangeTicket200",
    "ExchangeTicket400",
    "ExchangeTicket408",
    "ExchangeTicket410",
    "ExchangeTicket413",
    "ExchangeTicket415",
    "ExchangeTicket429",
    "ExchangeTicket503",
    "DescribeJobRequest",
    "DescribeJobResponse",
    "DescribeJob200",
    "DescribeJob401",
    "DescribeJob403",
    "DescribeJob409",
    "DescribeJob410",
    "DescribeJob429",
    "DescribeJob503",
    "RenewLeaseRequest",
    "RenewLeaseResponse",
    "RenewLease200",
    "RenewLease400",
    "RenewLease401",
    "RenewLease403",
    "RenewLease408",
    "RenewLease409",
    "RenewLease410",
    "RenewLease413",
    "RenewLease415",
    "RenewLease429",
    "RenewLease503",
    "ReadJournalRequest",
    "ReadJournalResponse",
    "ReadJournal200",
    "ReadJournal400",
    "ReadJournal401",
    "ReadJournal403",
    "ReadJournal409",
    "ReadJournal410",
    "ReadJournal429",
    "ReadJournal503",
    "AppendJournalRequest",
    "AppendJournalResponse",
    "AppendJournal200",
    "AppendJournal400",
    "AppendJournal401",
    "AppendJournal403",
    "AppendJournal408",
    "AppendJournal409",
    "AppendJournal410",
    "AppendJournal413",
    "AppendJournal415",
    "AppendJournal429",
    "AppendJournal503",
    "PresignJobFilesRequest",
    "PresignJobFilesResponse",
    "PresignJobFiles200",
    "PresignJobFiles400",
    "PresignJobFiles401",
    "PresignJobFiles403",
    "PresignJobFiles408",
    "PresignJobFiles409",
    "PresignJobFiles410",
    "PresignJobFiles413",
    "PresignJobFiles415",
    "PresignJobFiles429",
    "PresignJobFiles503",
    "CompleteJobFileRequest",
    "CompleteJobFileResponse",
    "CompleteJobFile200",
    "CompleteJobFile400",
    "CompleteJobFile401",
    "CompleteJobFile403",
    "CompleteJobFile404",
    "CompleteJobFile408",
    "CompleteJobFile409",
    "CompleteJobFile410",
    "CompleteJobFile413",
    "CompleteJobFile415",
    "CompleteJobFile429",
    "CompleteJobFile503",
    "PresignJobDownloadsRequest",
    "PresignJobDownloadsResponse",
    "PresignJobDownloads200",
    "PresignJobDownloads400",
    "PresignJobDownloads401",
    "PresignJobDownloads403",
    "PresignJobDownloads404",
    "PresignJobDownloads408",
    "PresignJobDownloads409",
    "PresignJobDownloads410",
    "PresignJobDownloads413",
    "PresignJobDownloads415",
    "PresignJobDownloads429",
    "PresignJobDownloads503",
    "DownloadJobDatasetRequest",
    "DownloadJobDatasetResponse",
    "DownloadJobDataset200",
    "DownloadJobDataset401",
    "DownloadJobDataset403",
    "DownloadJobDataset404",
    "DownloadJobDataset409",
    "DownloadJobDataset410",
    "DownloadJobDataset429",
    "DownloadJobDataset503",
    "DownloadJobSourceRequest",
    "DownloadJobSourceResponse",
    "DownloadJobSource200",
    "DownloadJobSource401",
    "DownloadJobSource403",
    "DownloadJobSource404",
    "DownloadJobSource409",
    "DownloadJobSource410",
    "DownloadJobSource429",
    "DownloadJobSource503",
    "TakeJobSecretsRequest",
    "TakeJobSecretsResponse",
    "TakeJobSecrets200",
    "TakeJobSecrets400",
    "TakeJobSecrets401",
    "TakeJobSecrets403",
    "TakeJobSecrets408",
    "TakeJobSecrets409",
    "TakeJobSecrets410",
    "TakeJobSecrets413",
    "TakeJobSecrets415",
    "TakeJobSecrets429",
    "TakeJobSecrets503",
    "AppendJobLogsRequest",
    "AppendJobLogsResponse",
    "AppendJobLogs200",
    "AppendJobLogs400",
    "AppendJobLogs401",
    "AppendJobLogs403",
    "AppendJobLogs408",
    "AppendJobLogs409",
    "AppendJobLogs410",
    "AppendJobLogs413",
    "AppendJobLogs415",
    "AppendJobLogs429",
    "AppendJobLogs503",
    "FinishJobRequest",
    "FinishJobResponse",
    "FinishJob200",
    "FinishJob400",
    "FinishJob401",
    "FinishJob403",
    "FinishJob408",
    "FinishJob409",
    "FinishJob410",
    "FinishJob413",
    "FinishJob415",
    "FinishJob429",
    "FinishJob503",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class _RequestWith:
    """What the requests of several operations hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _RequestWithIdGitWorkspaceCliVersion:
    """What the requests of several operations hold."""

    id: models.ResourceName
    """The id, as an earlier answer gave it."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _RequestWithIdGitWorkspaceCliVersionDownloadUrlsRequest:
    """What the requests of several operations hold."""

    id: models.ResourceName
    """The id, as an earlier answer gave it."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""
    body: models.DownloadUrlsRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class _RequestWithIdGitWorkspaceCliVersionEmpty:
    """What the requests of several operations hold."""

    id: models.ResourceName
    """The id, as an earlier answer gave it."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""
    body: models.Empty | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _RequestWithLimitOffsetGitWorkspaceCliVersion:
    """What the requests of several operations hold."""

    limit: Annotated[int, Field(ge=1, le=50)] = 50
    """How many items a page has, 1 to 50."""
    offset: Annotated[int, Field(ge=0, le=1000000000)] = 0
    """How many items to pass over."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _RequestWithLoraNameGitWorkspaceCliVersionEmpty:
    """What the requests of several operations hold."""

    lora_name: models.ResourceName
    """The name of a LoRA model."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""
    body: models.Empty | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _RequestWithNameOrIdGitWorkspaceCliVersion:
    """What the requests of several operations hold."""

    name_or_id: models.ResourceName
    """The name or the id, percent-encoded: a slash in it is sent as `%2F` and stays part of the segment."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _RequestWithNameOrIdGitWorkspaceCliVersionEmpty:
    """What the requests of several operations hold."""

    name_or_id: models.ResourceName
    """The name or the id, percent-encoded: a slash in it is sent as `%2F` and stays part of the segment."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""
    body: models.Empty | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _RequestWithNameOrIdLimitDirectionCursorGitWorkspaceCliVersion:
    """What the requests of several operations hold."""

    name_or_id: models.ResourceName
    """The name or the id, percent-encoded: a slash in it is sent as `%2F` and stays part of the segment."""
    limit: Annotated[int, Field(ge=1, le=200)] = 50
    """How many entries a page has, 1 to 200."""
    direction: Literal["older", "newer"] = "older"
    """Where to go from the cursor. Without a cursor, `older` begins with the newest page."""
    cursor: Annotated[str, Field(min_length=1, max_length=1024)] | None = None
    """Where to continue: `next_cursor` of the page before."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _RequestWithWorkspace:
    """What the requests of several operations hold."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _RequestWithWorkspaceEmpty:
    """What the requests of several operations hold."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    body: models.Empty | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _RequestWithWorkspaceLimitOffset:
    """What the requests of several operations hold."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    limit: Annotated[int, Field(ge=1, le=50)] = 50
    """How many items a page has, 1 to 50."""
    offset: Annotated[int, Field(ge=0, le=1000000000)] = 0
    """How many items to pass over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Budget:
    """What several answers hold."""

    body: models.Budget


@dataclass(frozen=True, slots=True, kw_only=True)
class _DeploymentResponseWithOptionalVersionStatusOptionalVersionMessage:
    """What several answers hold."""

    body: models.DeploymentResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _DownloadUrlsResponseWithOptionalVersionStatusOptionalVersionMessage:
    """What several answers hold."""

    body: models.DownloadUrlsResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Empty:
    """What several answers hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _EmptyWithOptionalVersionStatusOptionalVersionMessage:
    """What several answers hold."""

    body: models.Empty
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Empty_2:
    """What several answers hold."""

    body: models.Empty


@dataclass(frozen=True, slots=True, kw_only=True)
class _ImportSessionWithOptionalVersionStatusOptionalVersionMessage:
    """What several answers hold."""

    body: models.ImportSession
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _LogPageWithOptionalVersionStatusOptionalVersionMessage:
    """What several answers hold."""

    body: models.LogPage
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _OutputManifestWithOptionalVersionStatusOptionalVersionMessage:
    """What several answers hold."""

    body: models.OutputManifest
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlatformDatasetWithOptionalVersionStatusOptionalVersionMessage:
    """What several answers hold."""

    body: models.PlatformDataset
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlatformProblem:
    """What several answers hold."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlatformProblemWithOptionalRetryAfter:
    """What several answers hold."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlatformProblemWithRetryAfter:
    """What several answers hold."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Readiness:
    """What several answers hold."""

    body: models.Readiness


@dataclass(frozen=True, slots=True, kw_only=True)
class _RunStopResponseWithOptionalVersionStatusOptionalVersionMessage:
    """What several answers hold."""

    body: models.RunStopResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _SubmittedRunWithOptionalVersionStatusOptionalVersionMessage:
    """What several answers hold."""

    body: models.SubmittedRun
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _UpgradeRequired:
    """What several answers hold."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class _Webhook:
    """What several answers hold."""

    body: models.Webhook


@dataclass(frozen=True, slots=True, kw_only=True)
class _Workspace:
    """What several answers hold."""

    body: models.Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyRequest:
    """What a caller of verify asked (GET /api/cli/verify), validated."""

    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verify200:
    """200: The bearer is valid."""

    body: models.VerifyResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class Verify400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class Verify401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class Verify403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class Verify404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class Verify426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class Verify429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class Verify503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type VerifyResponse = Verify200 | Verify400 | Verify401 | Verify403 | Verify404 | Verify426 | Verify429 | Verify503


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorizeDeviceRequest:
    """What a caller of authorizeDevice asked (POST /api/cli/device/authorize), validated."""

    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""
    body: models.DeviceAuthorizeRequest | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorizeDevice200:
    """200: The login waits for a person."""

    body: models.DeviceAuthorizeResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class AuthorizeDevice400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class AuthorizeDevice408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class AuthorizeDevice413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class AuthorizeDevice415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class AuthorizeDevice426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class AuthorizeDevice429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class AuthorizeDevice503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type AuthorizeDeviceResponse = (
    AuthorizeDevice200
    | AuthorizeDevice400
    | AuthorizeDevice408
    | AuthorizeDevice413
    | AuthorizeDevice415
    | AuthorizeDevice426
    | AuthorizeDevice429
    | AuthorizeDevice503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PollDeviceRequest:
    """What a caller of pollDevice asked (POST /api/cli/device/token), validated."""

    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""
    body: models.DeviceTokenRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class PollDevice200:
    """200: The person agreed."""

    body: models.DeviceTokenResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class PollDevice400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class PollDevice408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class PollDevice413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class PollDevice415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class PollDevice426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class PollDevice429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class PollDevice503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type PollDeviceResponse = (
    PollDevice200
    | PollDevice400
    | PollDevice408
    | PollDevice413
    | PollDevice415
    | PollDevice426
    | PollDevice429
    | PollDevice503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeCliTokenRequest:
    """What a caller of revokeCliToken asked (DELETE /api/cli/tokens/{token_id}), validated."""

    token_id: models.ResourceName
    """The id of a token."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeCliToken204:
    """204: It no longer works."""

    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class RevokeCliToken400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class RevokeCliToken401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class RevokeCliToken403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class RevokeCliToken404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class RevokeCliToken426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class RevokeCliToken429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class RevokeCliToken503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type RevokeCliTokenResponse = (
    RevokeCliToken204
    | RevokeCliToken400
    | RevokeCliToken401
    | RevokeCliToken403
    | RevokeCliToken404
    | RevokeCliToken426
    | RevokeCliToken429
    | RevokeCliToken503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCliWorkspacesRequest:
    """What a caller of listCliWorkspaces asked (GET /api/cli/workspaces), validated."""

    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCliWorkspaces200:
    """200: The workspaces."""

    body: models.WorkspaceList
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class ListCliWorkspaces400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListCliWorkspaces401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListCliWorkspaces403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListCliWorkspaces426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class ListCliWorkspaces429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListCliWorkspaces503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListCliWorkspacesResponse = (
    ListCliWorkspaces200
    | ListCliWorkspaces400
    | ListCliWorkspaces401
    | ListCliWorkspaces403
    | ListCliWorkspaces426
    | ListCliWorkspaces429
    | ListCliWorkspaces503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GetQuickstartRequest:
    """What a caller of getQuickstart asked (GET /api/cli/quickstart), validated."""

    organization_id: Annotated[str, Field(min_length=1, max_length=64)]
    """The workspace's id."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetQuickstart200:
    """200: The state."""

    body: models.QuickstartState
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class GetQuickstart400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class GetQuickstart401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class GetQuickstart403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class GetQuickstart404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class GetQuickstart426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class GetQuickstart429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class GetQuickstart503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type GetQuickstartResponse = (
    GetQuickstart200
    | GetQuickstart400
    | GetQuickstart401
    | GetQuickstart403
    | GetQuickstart404
    | GetQuickstart426
    | GetQuickstart429
    | GetQuickstart503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteQuickstartRequest:
    """What a caller of completeQuickstart asked (POST /api/cli/quickstart), validated."""

    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""
    body: models.QuickstartRequest


class CompleteQuickstart200(_EmptyWithOptionalVersionStatusOptionalVersionMessage):
    """200: It was recorded."""

    __slots__ = ()


class CompleteQuickstart400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class CompleteQuickstart401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class CompleteQuickstart403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class CompleteQuickstart404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class CompleteQuickstart408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class CompleteQuickstart413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class CompleteQuickstart415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class CompleteQuickstart426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class CompleteQuickstart429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class CompleteQuickstart503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type CompleteQuickstartResponse = (
    CompleteQuickstart200
    | CompleteQuickstart400
    | CompleteQuickstart401
    | CompleteQuickstart403
    | CompleteQuickstart404
    | CompleteQuickstart408
    | CompleteQuickstart413
    | CompleteQuickstart415
    | CompleteQuickstart426
    | CompleteQuickstart429
    | CompleteQuickstart503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSecretsRequest:
    """What a caller of listSecrets asked (GET /api/cli/environment-secrets), validated."""

    limit: Annotated[int, Field(ge=1, le=50)] = 50
    """How many items a page has, 1 to 50."""
    offset: Annotated[int, Field(ge=0, le=1000000000)] = 0
    """How many items to pass over."""
    scope: Literal["all", "workspace", "user"] = "all"
    """Which secrets."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSecrets200:
    """200: A page of secrets."""

    body: models.EnvironmentSecretList
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class ListSecrets400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListSecrets401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListSecrets403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListSecrets404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListSecrets426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class ListSecrets429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListSecrets503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListSecretsResponse = (
    ListSecrets200
    | ListSecrets400
    | ListSecrets401
    | ListSecrets403
    | ListSecrets404
    | ListSecrets426
    | ListSecrets429
    | ListSecrets503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class UpsertSecretRequest:
    """What a caller of upsertSecret asked (POST /api/cli/environment-secrets), validated."""

    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""
    body: models.SecretUpsertRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class UpsertSecret200:
    """200: It is stored."""

    body: models.EnvironmentSecret
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class UpsertSecret400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class UpsertSecret401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class UpsertSecret403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class UpsertSecret404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class UpsertSecret408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class UpsertSecret413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class UpsertSecret415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class UpsertSecret426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class UpsertSecret429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class UpsertSecret503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type UpsertSecretResponse = (
    UpsertSecret200
    | UpsertSecret400
    | UpsertSecret401
    | UpsertSecret403
    | UpsertSecret404
    | UpsertSecret408
    | UpsertSecret413
    | UpsertSecret415
    | UpsertSecret426
    | UpsertSecret429
    | UpsertSecret503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteSecretRequest:
    """What a caller of deleteSecret asked (DELETE /api/cli/environment-secrets), validated."""

    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""
    body: models.SecretDeleteRequest


class DeleteSecret200(_EmptyWithOptionalVersionStatusOptionalVersionMessage):
    """200: It is gone."""

    __slots__ = ()


class DeleteSecret400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class DeleteSecret401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class DeleteSecret403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class DeleteSecret404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class DeleteSecret408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class DeleteSecret413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class DeleteSecret415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class DeleteSecret426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class DeleteSecret429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class DeleteSecret503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type DeleteSecretResponse = (
    DeleteSecret200
    | DeleteSecret400
    | DeleteSecret401
    | DeleteSecret403
    | DeleteSecret404
    | DeleteSecret408
    | DeleteSecret413
    | DeleteSecret415
    | DeleteSecret426
    | DeleteSecret429
    | DeleteSecret503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRolloutsRequest:
    """What a caller of listRollouts asked (GET /api/cli/rollouts), validated."""

    limit: Annotated[int, Field(ge=1, le=50)] = 50
    """How many items a page has, 1 to 50."""
    offset: Annotated[int, Field(ge=0, le=1000000000)] = 0
    """How many items to pass over."""
    branch: Annotated[str, Field(min_length=1, max_length=255)] | None = None
    """The branch; the default branch when it is left out."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRollouts200:
    """200: A page of rollouts."""

    body: models.CatalogueRolloutList
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class ListRollouts400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListRollouts401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListRollouts403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListRollouts404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListRollouts426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class ListRollouts429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListRollouts503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListRolloutsResponse = (
    ListRollouts200
    | ListRollouts400
    | ListRollouts401
    | ListRollouts403
    | ListRollouts404
    | ListRollouts426
    | ListRollouts429
    | ListRollouts503
)


class ListDatasetsRequest(_RequestWithLimitOffsetGitWorkspaceCliVersion):
    """What a caller of listDatasets asked (GET /api/cli/datasets), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDatasets200:
    """200: A page of datasets."""

    body: models.PlatformDatasetList
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class ListDatasets400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListDatasets401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListDatasets403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListDatasets404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListDatasets426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class ListDatasets429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListDatasets503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListDatasetsResponse = (
    ListDatasets200
    | ListDatasets400
    | ListDatasets401
    | ListDatasets403
    | ListDatasets404
    | ListDatasets426
    | ListDatasets429
    | ListDatasets503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateDatasetRequest:
    """What a caller of createDataset asked (POST /api/cli/datasets), validated."""

    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""
    body: models.DatasetCreateRequest


class CreateDataset201(_PlatformDatasetWithOptionalVersionStatusOptionalVersionMessage):
    """201: The record, with `upload`."""

    __slots__ = ()


class CreateDataset400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class CreateDataset401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class CreateDataset403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class CreateDataset404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class CreateDataset408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class CreateDataset409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class CreateDataset413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class CreateDataset415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class CreateDataset426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class CreateDataset429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class CreateDataset503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type CreateDatasetResponse = (
    CreateDataset201
    | CreateDataset400
    | CreateDataset401
    | CreateDataset403
    | CreateDataset404
    | CreateDataset408
    | CreateDataset409
    | CreateDataset413
    | CreateDataset415
    | CreateDataset426
    | CreateDataset429
    | CreateDataset503
)


class GetDatasetRequest(_RequestWithNameOrIdGitWorkspaceCliVersion):
    """What a caller of getDataset asked (GET /api/cli/datasets/{name_or_id}), validated."""

    __slots__ = ()


class GetDataset200(_PlatformDatasetWithOptionalVersionStatusOptionalVersionMessage):
    """200: The dataset."""

    __slots__ = ()


class GetDataset400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class GetDataset401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class GetDataset403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class GetDataset404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class GetDataset426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class GetDataset429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class GetDataset503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type GetDatasetResponse = (
    GetDataset200
    | GetDataset400
    | GetDataset401
    | GetDataset403
    | GetDataset404
    | GetDataset426
    | GetDataset429
    | GetDataset503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteDatasetRequest:
    """What a caller of completeDataset asked (POST /api/cli/datasets/{id}/complete), validated."""

    id: models.ResourceName
    """The id, as an earlier answer gave it."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""
    body: models.DatasetCompleteRequest


class CompleteDataset200(_PlatformDatasetWithOptionalVersionStatusOptionalVersionMessage):
    """200: The dataset."""

    __slots__ = ()


class CompleteDataset400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class CompleteDataset401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class CompleteDataset403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class CompleteDataset404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class CompleteDataset408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class CompleteDataset409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class CompleteDataset413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class CompleteDataset415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class CompleteDataset426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class CompleteDataset429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class CompleteDataset503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type CompleteDatasetResponse = (
    CompleteDataset200
    | CompleteDataset400
    | CompleteDataset401
    | CompleteDataset403
    | CompleteDataset404
    | CompleteDataset408
    | CompleteDataset409
    | CompleteDataset413
    | CompleteDataset415
    | CompleteDataset426
    | CompleteDataset429
    | CompleteDataset503
)


class AbortDatasetRequest(_RequestWithIdGitWorkspaceCliVersionEmpty):
    """What a caller of abortDataset asked (POST /api/cli/datasets/{id}/abort), validated."""

    __slots__ = ()


class AbortDataset200(_EmptyWithOptionalVersionStatusOptionalVersionMessage):
    """200: It is cancelled."""

    __slots__ = ()


class AbortDataset400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class AbortDataset401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class AbortDataset403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class AbortDataset404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class AbortDataset408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class AbortDataset409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class AbortDataset413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class AbortDataset415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class AbortDataset426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class AbortDataset429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class AbortDataset503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type AbortDatasetResponse = (
    AbortDataset200
    | AbortDataset400
    | AbortDataset401
    | AbortDataset403
    | AbortDataset404
    | AbortDataset408
    | AbortDataset409
    | AbortDataset413
    | AbortDataset415
    | AbortDataset426
    | AbortDataset429
    | AbortDataset503
)


class DownloadDatasetRequest(_RequestWithNameOrIdGitWorkspaceCliVersion):
    """What a caller of downloadDataset asked (GET /api/cli/datasets/{name_or_id}/download), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadDataset200:
    """200: The URL."""

    body: models.DatasetDownload
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class DownloadDataset400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class DownloadDataset401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class DownloadDataset403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class DownloadDataset404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class DownloadDataset409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class DownloadDataset426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class DownloadDataset429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class DownloadDataset503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type DownloadDatasetResponse = (
    DownloadDataset200
    | DownloadDataset400
    | DownloadDataset401
    | DownloadDataset403
    | DownloadDataset404
    | DownloadDataset409
    | DownloadDataset426
    | DownloadDataset429
    | DownloadDataset503
)


class ListDatasetLogsRequest(_RequestWithNameOrIdLimitDirectionCursorGitWorkspaceCliVersion):
    """What a caller of listDatasetLogs asked (GET /api/cli/datasets/{name_or_id}/logs), validated."""

    __slots__ = ()


class ListDatasetLogs200(_LogPageWithOptionalVersionStatusOptionalVersionMessage):
    """200: A page of the log."""

    __slots__ = ()


class ListDatasetLogs400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListDatasetLogs401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListDatasetLogs403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListDatasetLogs404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListDatasetLogs426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class ListDatasetLogs429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListDatasetLogs503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListDatasetLogsResponse = (
    ListDatasetLogs200
    | ListDatasetLogs400
    | ListDatasetLogs401
    | ListDatasetLogs403
    | ListDatasetLogs404
    | ListDatasetLogs426
    | ListDatasetLogs429
    | ListDatasetLogs503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteDatasetRequest:
    """What a caller of deleteDataset asked (DELETE /api/v1/workspaces/{workspace}/datasets/{name_or_id}), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    name_or_id: models.ResourceName
    """The name or the id, percent-encoded: a slash in it is sent as `%2F` and stays part of the segment."""


class DeleteDataset204(_Empty):
    """204: It is deleted."""

    __slots__ = ()


class DeleteDataset400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class DeleteDataset401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class DeleteDataset403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class DeleteDataset404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class DeleteDataset409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class DeleteDataset429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class DeleteDataset503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type DeleteDatasetResponse = (
    DeleteDataset204
    | DeleteDataset400
    | DeleteDataset401
    | DeleteDataset403
    | DeleteDataset404
    | DeleteDataset409
    | DeleteDataset429
    | DeleteDataset503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameDatasetRequest:
    """What a caller of renameDataset asked (PATCH /api/v1/workspaces/{workspace}/datasets/{name_or_id}), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    name_or_id: models.ResourceName
    """The name or the id, percent-encoded: a slash in it is sent as `%2F` and stays part of the segment."""
    body: models.DatasetRenameRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameDataset200:
    """200: The dataset."""

    body: models.PlatformDataset


class RenameDataset400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class RenameDataset401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class RenameDataset403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class RenameDataset404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class RenameDataset408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class RenameDataset409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class RenameDataset413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class RenameDataset415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class RenameDataset429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class RenameDataset503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type RenameDatasetResponse = (
    RenameDataset200
    | RenameDataset400
    | RenameDataset401
    | RenameDataset403
    | RenameDataset404
    | RenameDataset408
    | RenameDataset409
    | RenameDataset413
    | RenameDataset415
    | RenameDataset429
    | RenameDataset503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeFileRequest:
    """What a caller of takeFile asked (GET /api/v1/transfers), validated."""

    grant: Annotated[str, Field(max_length=4096, pattern="^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$")]
    """What the address allows, signed by the platform. It means nothing to a client."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeFile200Stream:
    """200: The bytes."""

    chunks: AsyncIterator[bytes]
    content_length: Annotated[int, Field(ge=0)]
    """The bytes of the file."""
    content_disposition: Annotated[str, Field(max_length=4096)] | None = None
    """A name for the file."""


class TakeFile400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class TakeFile403(_PlatformProblem):
    """403: The address is not one of this platform's, was changed, is for another method, or has expired (`URL_EXPIRED`): ask for another one."""

    __slots__ = ()


class TakeFile404(_PlatformProblem):
    """404: The upload was completed or cancelled, or the file was removed."""

    __slots__ = ()


class TakeFile429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class TakeFile503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type TakeFileResponse = TakeFile200Stream | TakeFile400 | TakeFile403 | TakeFile404 | TakeFile429 | TakeFile503


@dataclass(frozen=True, slots=True, kw_only=True)
class SendFileRequest:
    """What a caller of sendFile asked (PUT /api/v1/transfers), validated."""

    grant: Annotated[str, Field(max_length=4096, pattern="^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$")]
    """What the address allows, signed by the platform. It means nothing to a client."""
    body: AsyncIterator[bytes]
    """The body, piece by piece as it comes. Ends with an exception where the client goes away before its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SendFile200:
    """200: They are on the disk."""

    e_tag: Annotated[str, Field(max_length=255)]
    """Names the content that arrived, in quotes; for a part, sent back when the upload is completed."""


class SendFile400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class SendFile403(_PlatformProblem):
    """403: The address is not one of this platform's, was changed, is for another method, or has expired (`URL_EXPIRED`): ask for another one."""

    __slots__ = ()


class SendFile404(_PlatformProblem):
    """404: The upload was completed or cancelled, or the file was removed."""

    __slots__ = ()


class SendFile408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class SendFile413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class SendFile429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class SendFile503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type SendFileResponse = (
    SendFile200 | SendFile400 | SendFile403 | SendFile404 | SendFile408 | SendFile413 | SendFile429 | SendFile503
)


class ListEvalRunsRequest(_RequestWithLimitOffsetGitWorkspaceCliVersion):
    """What a caller of listEvalRuns asked (GET /api/cli/eval-runs), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRuns200:
    """200: A page of evaluations."""

    body: models.EvalRunList
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class ListEvalRuns400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListEvalRuns401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListEvalRuns403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListEvalRuns404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListEvalRuns426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class ListEvalRuns429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListEvalRuns503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListEvalRunsResponse = (
    ListEvalRuns200
    | ListEvalRuns400
    | ListEvalRuns401
    | ListEvalRuns403
    | ListEvalRuns404
    | ListEvalRuns426
    | ListEvalRuns429
    | ListEvalRuns503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitEvalRunRequest:
    """What a caller of submitEvalRun asked (POST /api/cli/eval-runs), validated."""

    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""
    body: models.EvalSubmitRequest


class SubmitEvalRun201(_SubmittedRunWithOptionalVersionStatusOptionalVersionMessage):
    """201: It was accepted."""

    __slots__ = ()


class SubmitEvalRun400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class SubmitEvalRun401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class SubmitEvalRun403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class SubmitEvalRun404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class SubmitEvalRun408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class SubmitEvalRun409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class SubmitEvalRun413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class SubmitEvalRun415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class SubmitEvalRun426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class SubmitEvalRun429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class SubmitEvalRun503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type SubmitEvalRunResponse = (
    SubmitEvalRun201
    | SubmitEvalRun400
    | SubmitEvalRun401
    | SubmitEvalRun403
    | SubmitEvalRun404
    | SubmitEvalRun408
    | SubmitEvalRun409
    | SubmitEvalRun413
    | SubmitEvalRun415
    | SubmitEvalRun426
    | SubmitEvalRun429
    | SubmitEvalRun503
)


class GetEvalRunRequest(_RequestWithNameOrIdGitWorkspaceCliVersion):
    """What a caller of getEvalRun asked (GET /api/cli/eval-runs/{name_or_id}), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRun200:
    """200: The evaluation."""

    body: models.EvalRunResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class GetEvalRun400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class GetEvalRun401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class GetEvalRun403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class GetEvalRun404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class GetEvalRun426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class GetEvalRun429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class GetEvalRun503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type GetEvalRunResponse = (
    GetEvalRun200
    | GetEvalRun400
    | GetEvalRun401
    | GetEvalRun403
    | GetEvalRun404
    | GetEvalRun426
    | GetEvalRun429
    | GetEvalRun503
)


class GetEvalRunMetricsRequest(_RequestWithIdGitWorkspaceCliVersion):
    """What a caller of getEvalRunMetrics asked (GET /api/cli/eval-runs/{id}/metrics), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRunMetrics200:
    """200: The figures."""

    body: models.EvalRunMetrics
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class GetEvalRunMetrics400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class GetEvalRunMetrics401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class GetEvalRunMetrics403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class GetEvalRunMetrics404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class GetEvalRunMetrics426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class GetEvalRunMetrics429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class GetEvalRunMetrics503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type GetEvalRunMetricsResponse = (
    GetEvalRunMetrics200
    | GetEvalRunMetrics400
    | GetEvalRunMetrics401
    | GetEvalRunMetrics403
    | GetEvalRunMetrics404
    | GetEvalRunMetrics426
    | GetEvalRunMetrics429
    | GetEvalRunMetrics503
)


class ListEvalRunLogsRequest(_RequestWithNameOrIdLimitDirectionCursorGitWorkspaceCliVersion):
    """What a caller of listEvalRunLogs asked (GET /api/cli/eval-runs/{name_or_id}/logs), validated."""

    __slots__ = ()


class ListEvalRunLogs200(_LogPageWithOptionalVersionStatusOptionalVersionMessage):
    """200: A page of the log."""

    __slots__ = ()


class ListEvalRunLogs400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListEvalRunLogs401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListEvalRunLogs403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListEvalRunLogs404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListEvalRunLogs426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class ListEvalRunLogs429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListEvalRunLogs503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListEvalRunLogsResponse = (
    ListEvalRunLogs200
    | ListEvalRunLogs400
    | ListEvalRunLogs401
    | ListEvalRunLogs403
    | ListEvalRunLogs404
    | ListEvalRunLogs426
    | ListEvalRunLogs429
    | ListEvalRunLogs503
)


class StopEvalRunRequest(_RequestWithNameOrIdGitWorkspaceCliVersionEmpty):
    """What a caller of stopEvalRun asked (POST /api/cli/eval-runs/{name_or_id}/stop), validated."""

    __slots__ = ()


class StopEvalRun200(_RunStopResponseWithOptionalVersionStatusOptionalVersionMessage):
    """200: It is stopping."""

    __slots__ = ()


class StopEvalRun400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class StopEvalRun401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class StopEvalRun403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class StopEvalRun404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class StopEvalRun408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class StopEvalRun409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class StopEvalRun413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class StopEvalRun415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class StopEvalRun426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class StopEvalRun429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class StopEvalRun503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type StopEvalRunResponse = (
    StopEvalRun200
    | StopEvalRun400
    | StopEvalRun401
    | StopEvalRun403
    | StopEvalRun404
    | StopEvalRun408
    | StopEvalRun409
    | StopEvalRun413
    | StopEvalRun415
    | StopEvalRun426
    | StopEvalRun429
    | StopEvalRun503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryEvalRunRequest:
    """What a caller of retryEvalRun asked (POST /api/cli/eval-runs/{name_or_id}/retry), validated."""

    name_or_id: models.ResourceName
    """The name or the id, percent-encoded: a slash in it is sent as `%2F` and stays part of the segment."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""
    body: models.EvalRetryRequest | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryEvalRun200:
    """200: The run continues."""

    body: models.EvalRetryResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class RetryEvalRun400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class RetryEvalRun401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class RetryEvalRun403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class RetryEvalRun404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class RetryEvalRun408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class RetryEvalRun409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class RetryEvalRun413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class RetryEvalRun415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class RetryEvalRun426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class RetryEvalRun429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class RetryEvalRun503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type RetryEvalRunResponse = (
    RetryEvalRun200
    | RetryEvalRun400
    | RetryEvalRun401
    | RetryEvalRun403
    | RetryEvalRun404
    | RetryEvalRun408
    | RetryEvalRun409
    | RetryEvalRun413
    | RetryEvalRun415
    | RetryEvalRun426
    | RetryEvalRun429
    | RetryEvalRun503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunFilesRequest:
    """What a caller of listEvalRunFiles asked (GET /api/cli/eval-runs/{id}/samples/manifest), validated."""

    id: models.ResourceName
    """The id, as an earlier answer gave it."""
    types: Annotated[
        str,
        Field(
            min_length=1,
            max_length=128,
            pattern="^(metrics|trajectories|artifacts|logs|journal)(,(metrics|trajectories|artifacts|logs|journal))*$",
        ),
    ]
    """The kinds of files, joined by commas: `metrics`, `trajectories`, `artifacts`, `logs`, and `journal`, which is what else makes a folder with these files the folder of a run: its manifest, its size and its journal."""
    rows: Annotated[str, Field(max_length=4096, pattern="^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$")] | None = None
    """Only files of these rows, such as `3,7,10-20`."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


class ListEvalRunFiles200(_OutputManifestWithOptionalVersionStatusOptionalVersionMessage):
    """200: The files."""

    __slots__ = ()


class ListEvalRunFiles400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListEvalRunFiles401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListEvalRunFiles403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListEvalRunFiles404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListEvalRunFiles426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class ListEvalRunFiles429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListEvalRunFiles503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListEvalRunFilesResponse = (
    ListEvalRunFiles200
    | ListEvalRunFiles400
    | ListEvalRunFiles401
    | ListEvalRunFiles403
    | ListEvalRunFiles404
    | ListEvalRunFiles426
    | ListEvalRunFiles429
    | ListEvalRunFiles503
)


class PresignEvalRunFilesRequest(_RequestWithIdGitWorkspaceCliVersionDownloadUrlsRequest):
    """What a caller of presignEvalRunFiles asked (POST /api/cli/eval-runs/{id}/samples/download-urls), validated."""

    __slots__ = ()


class PresignEvalRunFiles200(_DownloadUrlsResponseWithOptionalVersionStatusOptionalVersionMessage):
    """200: The URLs."""

    __slots__ = ()


class PresignEvalRunFiles400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class PresignEvalRunFiles401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class PresignEvalRunFiles403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class PresignEvalRunFiles404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class PresignEvalRunFiles408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class PresignEvalRunFiles413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class PresignEvalRunFiles415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class PresignEvalRunFiles426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class PresignEvalRunFiles429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class PresignEvalRunFiles503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type PresignEvalRunFilesResponse = (
    PresignEvalRunFiles200
    | PresignEvalRunFiles400
    | PresignEvalRunFiles401
    | PresignEvalRunFiles403
    | PresignEvalRunFiles404
    | PresignEvalRunFiles408
    | PresignEvalRunFiles413
    | PresignEvalRunFiles415
    | PresignEvalRunFiles426
    | PresignEvalRunFiles429
    | PresignEvalRunFiles503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StartImportRequest:
    """What a caller of startImport asked (POST /api/cli/eval-runs/imports), validated."""

    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""
    body: models.ImportRequest


class StartImport200(_ImportSessionWithOptionalVersionStatusOptionalVersionMessage):
    """200: The import, with every file."""

    __slots__ = ()


class StartImport400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class StartImport401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class StartImport403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class StartImport404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class StartImport408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class StartImport409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class StartImport413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class StartImport415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class StartImport426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class StartImport429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class StartImport503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type StartImportResponse = (
    StartImport200
    | StartImport400
    | StartImport401
    | StartImport403
    | StartImport404
    | StartImport408
    | StartImport409
    | StartImport413
    | StartImport415
    | StartImport426
    | StartImport429
    | StartImport503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignImportFilesRequest:
    """What a caller of presignImportFiles asked (POST /api/cli/eval-runs/imports/{session_id}/uploads), validated."""

    session_id: models.ResourceName
    """The id of an import."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""
    body: models.ImportUploadsRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignImportFiles200:
    """200: How to send them."""

    body: models.ImportUploads
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class PresignImportFiles400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class PresignImportFiles401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class PresignImportFiles403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class PresignImportFiles404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class PresignImportFiles408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class PresignImportFiles409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class PresignImportFiles410(_PlatformProblem):
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    __slots__ = ()


class PresignImportFiles413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class PresignImportFiles415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class PresignImportFiles426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class PresignImportFiles429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class PresignImportFiles503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type PresignImportFilesResponse = (
    PresignImportFiles200
    | PresignImportFiles400
    | PresignImportFiles401
    | PresignImportFiles403
    | PresignImportFiles404
    | PresignImportFiles408
    | PresignImportFiles409
    | PresignImportFiles410
    | PresignImportFiles413
    | PresignImportFiles415
    | PresignImportFiles426
    | PresignImportFiles429
    | PresignImportFiles503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteImportFileRequest:
    """What a caller of completeImportFile asked (POST /api/cli/eval-runs/imports/{session_id}/uploads/complete), validated."""

    session_id: models.ResourceName
    """The id of an import."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""
    body: models.ImportFileComplete


class CompleteImportFile200(_EmptyWithOptionalVersionStatusOptionalVersionMessage):
    """200: The file arrived whole."""

    __slots__ = ()


class CompleteImportFile400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class CompleteImportFile401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class CompleteImportFile403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class CompleteImportFile404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class CompleteImportFile408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class CompleteImportFile409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class CompleteImportFile410(_PlatformProblem):
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    __slots__ = ()


class CompleteImportFile413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class CompleteImportFile415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class CompleteImportFile426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class CompleteImportFile429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class CompleteImportFile503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type CompleteImportFileResponse = (
    CompleteImportFile200
    | CompleteImportFile400
    | CompleteImportFile401
    | CompleteImportFile403
    | CompleteImportFile404
    | CompleteImportFile408
    | CompleteImportFile409
    | CompleteImportFile410
    | CompleteImportFile413
    | CompleteImportFile415
    | CompleteImportFile426
    | CompleteImportFile429
    | CompleteImportFile503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalizeImportRequest:
    """What a caller of finalizeImport asked (POST /api/cli/eval-runs/imports/{session_id}/finalize), validated."""

    session_id: models.ResourceName
    """The id of an import."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""
    body: models.Empty | None = None


class FinalizeImport200(_ImportSessionWithOptionalVersionStatusOptionalVersionMessage):
    """200: The finished import."""

    __slots__ = ()


class FinalizeImport400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class FinalizeImport401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class FinalizeImport403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class FinalizeImport404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class FinalizeImport408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class FinalizeImport409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class FinalizeImport410(_PlatformProblem):
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    __slots__ = ()


class FinalizeImport413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class FinalizeImport415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class FinalizeImport426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class FinalizeImport429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class FinalizeImport503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type FinalizeImportResponse = (
    FinalizeImport200
    | FinalizeImport400
    | FinalizeImport401
    | FinalizeImport403
    | FinalizeImport404
    | FinalizeImport408
    | FinalizeImport409
    | FinalizeImport410
    | FinalizeImport413
    | FinalizeImport415
    | FinalizeImport426
    | FinalizeImport429
    | FinalizeImport503
)


class ListTrainingRunsRequest(_RequestWithLimitOffsetGitWorkspaceCliVersion):
    """What a caller of listTrainingRuns asked (GET /api/cli/training-runs), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrainingRuns200:
    """200: A page of trainings."""

    body: models.TrainingRunList
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class ListTrainingRuns400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListTrainingRuns401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListTrainingRuns403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListTrainingRuns404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListTrainingRuns426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class ListTrainingRuns429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListTrainingRuns501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class ListTrainingRuns503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListTrainingRunsResponse = (
    ListTrainingRuns200
    | ListTrainingRuns400
    | ListTrainingRuns401
    | ListTrainingRuns403
    | ListTrainingRuns404
    | ListTrainingRuns426
    | ListTrainingRuns429
    | ListTrainingRuns501
    | ListTrainingRuns503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitTrainingRunRequest:
    """What a caller of submitTrainingRun asked (POST /api/cli/training-runs), validated."""

    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""
    body: models.TrainingSubmitRequest


class SubmitTrainingRun201(_SubmittedRunWithOptionalVersionStatusOptionalVersionMessage):
    """201: It was accepted."""

    __slots__ = ()


class SubmitTrainingRun400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class SubmitTrainingRun401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class SubmitTrainingRun403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class SubmitTrainingRun404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class SubmitTrainingRun408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class SubmitTrainingRun409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class SubmitTrainingRun413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class SubmitTrainingRun415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class SubmitTrainingRun426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class SubmitTrainingRun429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class SubmitTrainingRun501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class SubmitTrainingRun503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type SubmitTrainingRunResponse = (
    SubmitTrainingRun201
    | SubmitTrainingRun400
    | SubmitTrainingRun401
    | SubmitTrainingRun403
    | SubmitTrainingRun404
    | SubmitTrainingRun408
    | SubmitTrainingRun409
    | SubmitTrainingRun413
    | SubmitTrainingRun415
    | SubmitTrainingRun426
    | SubmitTrainingRun429
    | SubmitTrainingRun501
    | SubmitTrainingRun503
)


class GetTrainingRunRequest(_RequestWithNameOrIdGitWorkspaceCliVersion):
    """What a caller of getTrainingRun asked (GET /api/cli/training-runs/{name_or_id}), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRun200:
    """200: The training."""

    body: models.TrainingRunResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class GetTrainingRun400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class GetTrainingRun401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class GetTrainingRun403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class GetTrainingRun404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class GetTrainingRun426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class GetTrainingRun429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class GetTrainingRun501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class GetTrainingRun503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type GetTrainingRunResponse = (
    GetTrainingRun200
    | GetTrainingRun400
    | GetTrainingRun401
    | GetTrainingRun403
    | GetTrainingRun404
    | GetTrainingRun426
    | GetTrainingRun429
    | GetTrainingRun501
    | GetTrainingRun503
)


class GetTrainingRunMetricsRequest(_RequestWithIdGitWorkspaceCliVersion):
    """What a caller of getTrainingRunMetrics asked (GET /api/cli/training-runs/{id}/metrics), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRunMetrics200:
    """200: The metrics."""

    body: models.TrainingRunMetrics
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class GetTrainingRunMetrics400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class GetTrainingRunMetrics401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class GetTrainingRunMetrics403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class GetTrainingRunMetrics404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class GetTrainingRunMetrics426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class GetTrainingRunMetrics429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class GetTrainingRunMetrics501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class GetTrainingRunMetrics503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type GetTrainingRunMetricsResponse = (
    GetTrainingRunMetrics200
    | GetTrainingRunMetrics400
    | GetTrainingRunMetrics401
    | GetTrainingRunMetrics403
    | GetTrainingRunMetrics404
    | GetTrainingRunMetrics426
    | GetTrainingRunMetrics429
    | GetTrainingRunMetrics501
    | GetTrainingRunMetrics503
)


class ListCheckpointsRequest(_RequestWithNameOrIdGitWorkspaceCliVersion):
    """What a caller of listCheckpoints asked (GET /api/cli/training-runs/{name_or_id}/checkpoints), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCheckpoints200:
    """200: The checkpoints."""

    body: models.TrainingCheckpointList
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class ListCheckpoints400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListCheckpoints401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListCheckpoints403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListCheckpoints404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListCheckpoints426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class ListCheckpoints429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListCheckpoints501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class ListCheckpoints503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListCheckpointsResponse = (
    ListCheckpoints200
    | ListCheckpoints400
    | ListCheckpoints401
    | ListCheckpoints403
    | ListCheckpoints404
    | ListCheckpoints426
    | ListCheckpoints429
    | ListCheckpoints501
    | ListCheckpoints503
)


class ListTrainingRunLogsRequest(_RequestWithNameOrIdLimitDirectionCursorGitWorkspaceCliVersion):
    """What a caller of listTrainingRunLogs asked (GET /api/cli/training-runs/{name_or_id}/logs), validated."""

    __slots__ = ()


class ListTrainingRunLogs200(_LogPageWithOptionalVersionStatusOptionalVersionMessage):
    """200: A page of the log."""

    __slots__ = ()


class ListTrainingRunLogs400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListTrainingRunLogs401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListTrainingRunLogs403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListTrainingRunLogs404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListTrainingRunLogs426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class ListTrainingRunLogs429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListTrainingRunLogs501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class ListTrainingRunLogs503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListTrainingRunLogsResponse = (
    ListTrainingRunLogs200
    | ListTrainingRunLogs400
    | ListTrainingRunLogs401
    | ListTrainingRunLogs403
    | ListTrainingRunLogs404
    | ListTrainingRunLogs426
    | ListTrainingRunLogs429
    | ListTrainingRunLogs501
    | ListTrainingRunLogs503
)


class StopTrainingRunRequest(_RequestWithNameOrIdGitWorkspaceCliVersionEmpty):
    """What a caller of stopTrainingRun asked (POST /api/cli/training-runs/{name_or_id}/stop), validated."""

    __slots__ = ()


class StopTrainingRun200(_RunStopResponseWithOptionalVersionStatusOptionalVersionMessage):
    """200: It is stopping."""

    __slots__ = ()


class StopTrainingRun400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class StopTrainingRun401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class StopTrainingRun403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class StopTrainingRun404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class StopTrainingRun408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class StopTrainingRun409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class StopTrainingRun413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class StopTrainingRun415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class StopTrainingRun426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class StopTrainingRun429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class StopTrainingRun501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class StopTrainingRun503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type StopTrainingRunResponse = (
    StopTrainingRun200
    | StopTrainingRun400
    | StopTrainingRun401
    | StopTrainingRun403
    | StopTrainingRun404
    | StopTrainingRun408
    | StopTrainingRun409
    | StopTrainingRun413
    | StopTrainingRun415
    | StopTrainingRun426
    | StopTrainingRun429
    | StopTrainingRun501
    | StopTrainingRun503
)


class ListBaseModelsRequest(_RequestWithLimitOffsetGitWorkspaceCliVersion):
    """What a caller of listBaseModels asked (GET /api/cli/models/base), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBaseModels200:
    """200: A page of base models."""

    body: models.BaseModelList
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class ListBaseModels400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListBaseModels401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListBaseModels403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListBaseModels404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListBaseModels426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class ListBaseModels429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListBaseModels501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class ListBaseModels503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListBaseModelsResponse = (
    ListBaseModels200
    | ListBaseModels400
    | ListBaseModels401
    | ListBaseModels403
    | ListBaseModels404
    | ListBaseModels426
    | ListBaseModels429
    | ListBaseModels501
    | ListBaseModels503
)


class ListLoraModelsRequest(_RequestWithLimitOffsetGitWorkspaceCliVersion):
    """What a caller of listLoraModels asked (GET /api/cli/models/lora), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLoraModels200:
    """200: A page of LoRA models."""

    body: models.LoraModelList
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class ListLoraModels400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListLoraModels401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListLoraModels403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListLoraModels404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListLoraModels426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class ListLoraModels429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListLoraModels501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class ListLoraModels503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListLoraModelsResponse = (
    ListLoraModels200
    | ListLoraModels400
    | ListLoraModels401
    | ListLoraModels403
    | ListLoraModels404
    | ListLoraModels426
    | ListLoraModels429
    | ListLoraModels501
    | ListLoraModels503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GetLoraModelRequest:
    """What a caller of getLoraModel asked (GET /api/cli/models/{lora_name}), validated."""

    lora_name: models.ResourceName
    """The name of a LoRA model."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetLoraModel200:
    """200: The model."""

    body: models.LoraModelDetail
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class GetLoraModel400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class GetLoraModel401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class GetLoraModel403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class GetLoraModel404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class GetLoraModel426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class GetLoraModel429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class GetLoraModel501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class GetLoraModel503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type GetLoraModelResponse = (
    GetLoraModel200
    | GetLoraModel400
    | GetLoraModel401
    | GetLoraModel403
    | GetLoraModel404
    | GetLoraModel426
    | GetLoraModel429
    | GetLoraModel501
    | GetLoraModel503
)


class GetBaseModelRequest(_RequestWithNameOrIdGitWorkspaceCliVersion):
    """What a caller of getBaseModel asked (GET /api/cli/models/base/{name_or_id}), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBaseModel200:
    """200: The model."""

    body: models.BaseModelDetail
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class GetBaseModel400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class GetBaseModel401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class GetBaseModel403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class GetBaseModel404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class GetBaseModel426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class GetBaseModel429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class GetBaseModel501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class GetBaseModel503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type GetBaseModelResponse = (
    GetBaseModel200
    | GetBaseModel400
    | GetBaseModel401
    | GetBaseModel403
    | GetBaseModel404
    | GetBaseModel426
    | GetBaseModel429
    | GetBaseModel501
    | GetBaseModel503
)


class DeployModelRequest(_RequestWithLoraNameGitWorkspaceCliVersionEmpty):
    """What a caller of deployModel asked (POST /api/cli/models/{lora_name}/deploy), validated."""

    __slots__ = ()


class DeployModel200(_DeploymentResponseWithOptionalVersionStatusOptionalVersionMessage):
    """200: It is deployed or about to be."""

    __slots__ = ()


class DeployModel400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class DeployModel401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class DeployModel403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class DeployModel404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class DeployModel408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class DeployModel409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class DeployModel413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class DeployModel415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class DeployModel426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class DeployModel429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class DeployModel501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class DeployModel503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type DeployModelResponse = (
    DeployModel200
    | DeployModel400
    | DeployModel401
    | DeployModel403
    | DeployModel404
    | DeployModel408
    | DeployModel409
    | DeployModel413
    | DeployModel415
    | DeployModel426
    | DeployModel429
    | DeployModel501
    | DeployModel503
)


class UndeployModelRequest(_RequestWithLoraNameGitWorkspaceCliVersionEmpty):
    """What a caller of undeployModel asked (POST /api/cli/models/{lora_name}/undeploy), validated."""

    __slots__ = ()


class UndeployModel200(_DeploymentResponseWithOptionalVersionStatusOptionalVersionMessage):
    """200: It is no longer deployed."""

    __slots__ = ()


class UndeployModel400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class UndeployModel401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class UndeployModel403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class UndeployModel404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class UndeployModel408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class UndeployModel409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class UndeployModel413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class UndeployModel415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class UndeployModel426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class UndeployModel429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class UndeployModel501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class UndeployModel503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type UndeployModelResponse = (
    UndeployModel200
    | UndeployModel400
    | UndeployModel401
    | UndeployModel403
    | UndeployModel404
    | UndeployModel408
    | UndeployModel409
    | UndeployModel413
    | UndeployModel415
    | UndeployModel426
    | UndeployModel429
    | UndeployModel501
    | UndeployModel503
)


class ListBenchmarksRequest(_RequestWithLimitOffsetGitWorkspaceCliVersion):
    """What a caller of listBenchmarks asked (GET /api/cli/benchmarks), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarks200:
    """200: A page of the catalogue."""

    body: models.BenchmarkList
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class ListBenchmarks400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListBenchmarks401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListBenchmarks403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListBenchmarks404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListBenchmarks426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class ListBenchmarks429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListBenchmarks501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class ListBenchmarks503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListBenchmarksResponse = (
    ListBenchmarks200
    | ListBenchmarks400
    | ListBenchmarks401
    | ListBenchmarks403
    | ListBenchmarks404
    | ListBenchmarks426
    | ListBenchmarks429
    | ListBenchmarks501
    | ListBenchmarks503
)


class GetBenchmarkRequest(_RequestWithNameOrIdGitWorkspaceCliVersion):
    """What a caller of getBenchmark asked (GET /api/cli/benchmarks/{name_or_id}), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmark200:
    """200: The benchmark."""

    body: models.BenchmarkResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class GetBenchmark400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class GetBenchmark401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class GetBenchmark403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class GetBenchmark404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class GetBenchmark426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class GetBenchmark429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class GetBenchmark501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class GetBenchmark503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type GetBenchmarkResponse = (
    GetBenchmark200
    | GetBenchmark400
    | GetBenchmark401
    | GetBenchmark403
    | GetBenchmark404
    | GetBenchmark426
    | GetBenchmark429
    | GetBenchmark501
    | GetBenchmark503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunsRequest:
    """What a caller of listBenchmarkRuns asked (GET /api/cli/benchmark-runs), validated."""

    limit: Annotated[int, Field(ge=1, le=50)] = 50
    """How many items a page has, 1 to 50."""
    offset: Annotated[int, Field(ge=0, le=1000000000)] = 0
    """How many items to pass over."""
    benchmark: Annotated[str, Field(min_length=1, max_length=255)] | None = None
    """Only runs of the benchmark with this id."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRuns200:
    """200: A page of runs."""

    body: models.BenchmarkRunList
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class ListBenchmarkRuns400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListBenchmarkRuns401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListBenchmarkRuns403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListBenchmarkRuns404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListBenchmarkRuns426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class ListBenchmarkRuns429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListBenchmarkRuns501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class ListBenchmarkRuns503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListBenchmarkRunsResponse = (
    ListBenchmarkRuns200
    | ListBenchmarkRuns400
    | ListBenchmarkRuns401
    | ListBenchmarkRuns403
    | ListBenchmarkRuns404
    | ListBenchmarkRuns426
    | ListBenchmarkRuns429
    | ListBenchmarkRuns501
    | ListBenchmarkRuns503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitBenchmarkRunRequest:
    """What a caller of submitBenchmarkRun asked (POST /api/cli/benchmark-runs), validated."""

    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""
    body: models.BenchmarkSubmitRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitBenchmarkRun201:
    """201: It was accepted."""

    body: models.SubmittedBenchmarkRun
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class SubmitBenchmarkRun400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class SubmitBenchmarkRun401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class SubmitBenchmarkRun403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class SubmitBenchmarkRun404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class SubmitBenchmarkRun408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class SubmitBenchmarkRun409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class SubmitBenchmarkRun413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class SubmitBenchmarkRun415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class SubmitBenchmarkRun426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class SubmitBenchmarkRun429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class SubmitBenchmarkRun501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class SubmitBenchmarkRun503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type SubmitBenchmarkRunResponse = (
    SubmitBenchmarkRun201
    | SubmitBenchmarkRun400
    | SubmitBenchmarkRun401
    | SubmitBenchmarkRun403
    | SubmitBenchmarkRun404
    | SubmitBenchmarkRun408
    | SubmitBenchmarkRun409
    | SubmitBenchmarkRun413
    | SubmitBenchmarkRun415
    | SubmitBenchmarkRun426
    | SubmitBenchmarkRun429
    | SubmitBenchmarkRun501
    | SubmitBenchmarkRun503
)


class GetBenchmarkRunRequest(_RequestWithNameOrIdGitWorkspaceCliVersion):
    """What a caller of getBenchmarkRun asked (GET /api/cli/benchmark-runs/{name_or_id}), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmarkRun200:
    """200: The run."""

    body: models.BenchmarkRunResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


class GetBenchmarkRun400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class GetBenchmarkRun401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class GetBenchmarkRun403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class GetBenchmarkRun404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class GetBenchmarkRun426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class GetBenchmarkRun429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class GetBenchmarkRun501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class GetBenchmarkRun503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type GetBenchmarkRunResponse = (
    GetBenchmarkRun200
    | GetBenchmarkRun400
    | GetBenchmarkRun401
    | GetBenchmarkRun403
    | GetBenchmarkRun404
    | GetBenchmarkRun426
    | GetBenchmarkRun429
    | GetBenchmarkRun501
    | GetBenchmarkRun503
)


class ListBenchmarkRunLogsRequest(_RequestWithNameOrIdLimitDirectionCursorGitWorkspaceCliVersion):
    """What a caller of listBenchmarkRunLogs asked (GET /api/cli/benchmark-runs/{name_or_id}/logs), validated."""

    __slots__ = ()


class ListBenchmarkRunLogs200(_LogPageWithOptionalVersionStatusOptionalVersionMessage):
    """200: A page of the log."""

    __slots__ = ()


class ListBenchmarkRunLogs400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListBenchmarkRunLogs401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListBenchmarkRunLogs403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListBenchmarkRunLogs404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListBenchmarkRunLogs426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class ListBenchmarkRunLogs429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListBenchmarkRunLogs501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class ListBenchmarkRunLogs503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListBenchmarkRunLogsResponse = (
    ListBenchmarkRunLogs200
    | ListBenchmarkRunLogs400
    | ListBenchmarkRunLogs401
    | ListBenchmarkRunLogs403
    | ListBenchmarkRunLogs404
    | ListBenchmarkRunLogs426
    | ListBenchmarkRunLogs429
    | ListBenchmarkRunLogs501
    | ListBenchmarkRunLogs503
)


class StopBenchmarkRunRequest(_RequestWithIdGitWorkspaceCliVersionEmpty):
    """What a caller of stopBenchmarkRun asked (POST /api/cli/benchmark-runs/{id}/stop), validated."""

    __slots__ = ()


class StopBenchmarkRun200(_RunStopResponseWithOptionalVersionStatusOptionalVersionMessage):
    """200: It is stopping."""

    __slots__ = ()


class StopBenchmarkRun400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class StopBenchmarkRun401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class StopBenchmarkRun403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class StopBenchmarkRun404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class StopBenchmarkRun408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class StopBenchmarkRun409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class StopBenchmarkRun413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class StopBenchmarkRun415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class StopBenchmarkRun426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class StopBenchmarkRun429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class StopBenchmarkRun501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class StopBenchmarkRun503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type StopBenchmarkRunResponse = (
    StopBenchmarkRun200
    | StopBenchmarkRun400
    | StopBenchmarkRun401
    | StopBenchmarkRun403
    | StopBenchmarkRun404
    | StopBenchmarkRun408
    | StopBenchmarkRun409
    | StopBenchmarkRun413
    | StopBenchmarkRun415
    | StopBenchmarkRun426
    | StopBenchmarkRun429
    | StopBenchmarkRun501
    | StopBenchmarkRun503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunFilesRequest:
    """What a caller of listBenchmarkRunFiles asked (GET /api/cli/benchmark-runs/{id}/outputs/manifest), validated."""

    id: models.ResourceName
    """The id, as an earlier answer gave it."""
    types: Annotated[
        str,
        Field(
            min_length=1,
            max_length=128,
            pattern="^(summary|results|artifacts|logs)(,(summary|results|artifacts|logs))*$",
        ),
    ]
    """The kinds of files, joined by commas: `summary`, `results`, `artifacts`, `logs`."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


class ListBenchmarkRunFiles200(_OutputManifestWithOptionalVersionStatusOptionalVersionMessage):
    """200: The files."""

    __slots__ = ()


class ListBenchmarkRunFiles400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListBenchmarkRunFiles401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListBenchmarkRunFiles403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListBenchmarkRunFiles404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListBenchmarkRunFiles426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class ListBenchmarkRunFiles429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListBenchmarkRunFiles501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class ListBenchmarkRunFiles503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListBenchmarkRunFilesResponse = (
    ListBenchmarkRunFiles200
    | ListBenchmarkRunFiles400
    | ListBenchmarkRunFiles401
    | ListBenchmarkRunFiles403
    | ListBenchmarkRunFiles404
    | ListBenchmarkRunFiles426
    | ListBenchmarkRunFiles429
    | ListBenchmarkRunFiles501
    | ListBenchmarkRunFiles503
)


class PresignBenchmarkRunFilesRequest(_RequestWithIdGitWorkspaceCliVersionDownloadUrlsRequest):
    """What a caller of presignBenchmarkRunFiles asked (POST /api/cli/benchmark-runs/{id}/outputs/download-urls), validated."""

    __slots__ = ()


class PresignBenchmarkRunFiles200(_DownloadUrlsResponseWithOptionalVersionStatusOptionalVersionMessage):
    """200: The URLs."""

    __slots__ = ()


class PresignBenchmarkRunFiles400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class PresignBenchmarkRunFiles401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class PresignBenchmarkRunFiles403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class PresignBenchmarkRunFiles404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class PresignBenchmarkRunFiles408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class PresignBenchmarkRunFiles413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class PresignBenchmarkRunFiles415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class PresignBenchmarkRunFiles426(_UpgradeRequired):
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    __slots__ = ()


class PresignBenchmarkRunFiles429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class PresignBenchmarkRunFiles501(_PlatformProblem):
    """501: This platform does not offer the operation."""

    __slots__ = ()


class PresignBenchmarkRunFiles503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type PresignBenchmarkRunFilesResponse = (
    PresignBenchmarkRunFiles200
    | PresignBenchmarkRunFiles400
    | PresignBenchmarkRunFiles401
    | PresignBenchmarkRunFiles403
    | PresignBenchmarkRunFiles404
    | PresignBenchmarkRunFiles408
    | PresignBenchmarkRunFiles413
    | PresignBenchmarkRunFiles415
    | PresignBenchmarkRunFiles426
    | PresignBenchmarkRunFiles429
    | PresignBenchmarkRunFiles501
    | PresignBenchmarkRunFiles503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateWorkspaceRequest:
    """What a caller of createWorkspace asked (POST /api/v1/workspaces), validated."""

    body: models.WorkspaceCreateRequest


class CreateWorkspace201(_Workspace):
    """201: The workspace."""

    __slots__ = ()


class CreateWorkspace400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class CreateWorkspace401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class CreateWorkspace403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class CreateWorkspace408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class CreateWorkspace409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class CreateWorkspace413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class CreateWorkspace415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class CreateWorkspace429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class CreateWorkspace503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type CreateWorkspaceResponse = (
    CreateWorkspace201
    | CreateWorkspace400
    | CreateWorkspace401
    | CreateWorkspace403
    | CreateWorkspace408
    | CreateWorkspace409
    | CreateWorkspace413
    | CreateWorkspace415
    | CreateWorkspace429
    | CreateWorkspace503
)


class GetWorkspaceRequest(_RequestWithWorkspace):
    """What a caller of getWorkspace asked (GET /api/v1/workspaces/{workspace}), validated."""

    __slots__ = ()


class GetWorkspace200(_Workspace):
    """200: The workspace."""

    __slots__ = ()


class GetWorkspace400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class GetWorkspace401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class GetWorkspace403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class GetWorkspace404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class GetWorkspace429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class GetWorkspace503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type GetWorkspaceResponse = (
    GetWorkspace200
    | GetWorkspace400
    | GetWorkspace401
    | GetWorkspace403
    | GetWorkspace404
    | GetWorkspace429
    | GetWorkspace503
)


class DeleteWorkspaceRequest(_RequestWithWorkspace):
    """What a caller of deleteWorkspace asked (DELETE /api/v1/workspaces/{workspace}), validated."""

    __slots__ = ()


class DeleteWorkspace204(_Empty):
    """204: It is gone."""

    __slots__ = ()


class DeleteWorkspace400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class DeleteWorkspace401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class DeleteWorkspace403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class DeleteWorkspace404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class DeleteWorkspace409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class DeleteWorkspace429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class DeleteWorkspace503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type DeleteWorkspaceResponse = (
    DeleteWorkspace204
    | DeleteWorkspace400
    | DeleteWorkspace401
    | DeleteWorkspace403
    | DeleteWorkspace404
    | DeleteWorkspace409
    | DeleteWorkspace429
    | DeleteWorkspace503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateWorkspaceRequest:
    """What a caller of updateWorkspace asked (PATCH /api/v1/workspaces/{workspace}), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    body: models.WorkspaceUpdateRequest


class UpdateWorkspace200(_Workspace):
    """200: The workspace."""

    __slots__ = ()


class UpdateWorkspace400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class UpdateWorkspace401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class UpdateWorkspace403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class UpdateWorkspace404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class UpdateWorkspace408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class UpdateWorkspace409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class UpdateWorkspace413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class UpdateWorkspace415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class UpdateWorkspace429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class UpdateWorkspace503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type UpdateWorkspaceResponse = (
    UpdateWorkspace200
    | UpdateWorkspace400
    | UpdateWorkspace401
    | UpdateWorkspace403
    | UpdateWorkspace404
    | UpdateWorkspace408
    | UpdateWorkspace409
    | UpdateWorkspace413
    | UpdateWorkspace415
    | UpdateWorkspace429
    | UpdateWorkspace503
)


class ListMembersRequest(_RequestWithWorkspaceLimitOffset):
    """What a caller of listMembers asked (GET /api/v1/workspaces/{workspace}/members), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListMembers200:
    """200: A page of members."""

    body: models.MemberList


class ListMembers400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListMembers401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListMembers403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListMembers404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListMembers429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListMembers503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListMembersResponse = (
    ListMembers200 | ListMembers400 | ListMembers401 | ListMembers403 | ListMembers404 | ListMembers429 | ListMembers503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveMemberRequest:
    """What a caller of removeMember asked (DELETE /api/v1/workspaces/{workspace}/members/{user_id}), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    user_id: models.ResourceName
    """The id of a member's account."""


class RemoveMember204(_Empty):
    """204: They are no longer a member."""

    __slots__ = ()


class RemoveMember400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class RemoveMember401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class RemoveMember403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class RemoveMember404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class RemoveMember409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class RemoveMember429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class RemoveMember503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type RemoveMemberResponse = (
    RemoveMember204
    | RemoveMember400
    | RemoveMember401
    | RemoveMember403
    | RemoveMember404
    | RemoveMember409
    | RemoveMember429
    | RemoveMember503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateMemberRequest:
    """What a caller of updateMember asked (PATCH /api/v1/workspaces/{workspace}/members/{user_id}), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    user_id: models.ResourceName
    """The id of a member's account."""
    body: models.MemberUpdateRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateMember200:
    """200: The member."""

    body: models.Member


class UpdateMember400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class UpdateMember401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class UpdateMember403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class UpdateMember404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class UpdateMember408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class UpdateMember409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class UpdateMember413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class UpdateMember415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class UpdateMember429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class UpdateMember503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type UpdateMemberResponse = (
    UpdateMember200
    | UpdateMember400
    | UpdateMember401
    | UpdateMember403
    | UpdateMember404
    | UpdateMember408
    | UpdateMember409
    | UpdateMember413
    | UpdateMember415
    | UpdateMember429
    | UpdateMember503
)


class ListInvitationsRequest(_RequestWithWorkspaceLimitOffset):
    """What a caller of listInvitations asked (GET /api/v1/workspaces/{workspace}/invitations), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListInvitations200:
    """200: A page of invitations."""

    body: models.InvitationList


class ListInvitations400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListInvitations401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListInvitations403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListInvitations404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListInvitations429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListInvitations503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListInvitationsResponse = (
    ListInvitations200
    | ListInvitations400
    | ListInvitations401
    | ListInvitations403
    | ListInvitations404
    | ListInvitations429
    | ListInvitations503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateInvitationRequest:
    """What a caller of createInvitation asked (POST /api/v1/workspaces/{workspace}/invitations), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    body: models.InvitationCreateRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateInvitation201:
    """201: The invitation, with its link."""

    body: models.Invitation


class CreateInvitation400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class CreateInvitation401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class CreateInvitation403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class CreateInvitation404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class CreateInvitation408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class CreateInvitation409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class CreateInvitation413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class CreateInvitation415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class CreateInvitation429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class CreateInvitation503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type CreateInvitationResponse = (
    CreateInvitation201
    | CreateInvitation400
    | CreateInvitation401
    | CreateInvitation403
    | CreateInvitation404
    | CreateInvitation408
    | CreateInvitation409
    | CreateInvitation413
    | CreateInvitation415
    | CreateInvitation429
    | CreateInvitation503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeInvitationRequest:
    """What a caller of revokeInvitation asked (DELETE /api/v1/workspaces/{workspace}/invitations/{invitation_id}), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    invitation_id: models.ResourceName
    """The id of an invitation."""


class RevokeInvitation204(_Empty):
    """204: It no longer works."""

    __slots__ = ()


class RevokeInvitation400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class RevokeInvitation401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class RevokeInvitation403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class RevokeInvitation404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class RevokeInvitation429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class RevokeInvitation503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type RevokeInvitationResponse = (
    RevokeInvitation204
    | RevokeInvitation400
    | RevokeInvitation401
    | RevokeInvitation403
    | RevokeInvitation404
    | RevokeInvitation429
    | RevokeInvitation503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptInvitationRequest:
    """What a caller of acceptInvitation asked (POST /api/v1/invitations/accept), validated."""

    body: models.InvitationAcceptRequest


class AcceptInvitation200(_Workspace):
    """200: The workspace, with the caller's role."""

    __slots__ = ()


class AcceptInvitation400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class AcceptInvitation401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class AcceptInvitation403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class AcceptInvitation404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class AcceptInvitation408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class AcceptInvitation409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class AcceptInvitation413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class AcceptInvitation415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class AcceptInvitation429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class AcceptInvitation503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type AcceptInvitationResponse = (
    AcceptInvitation200
    | AcceptInvitation400
    | AcceptInvitation401
    | AcceptInvitation403
    | AcceptInvitation404
    | AcceptInvitation408
    | AcceptInvitation409
    | AcceptInvitation413
    | AcceptInvitation415
    | AcceptInvitation429
    | AcceptInvitation503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTokensRequest:
    """What a caller of listTokens asked (GET /api/v1/tokens), validated."""

    limit: Annotated[int, Field(ge=1, le=50)] = 50
    """How many items a page has, 1 to 50."""
    offset: Annotated[int, Field(ge=0, le=1000000000)] = 0
    """How many items to pass over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTokens200:
    """200: A page of tokens."""

    body: models.AccessTokenList


class ListTokens400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListTokens401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListTokens403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListTokens429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListTokens503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListTokensResponse = ListTokens200 | ListTokens400 | ListTokens401 | ListTokens403 | ListTokens429 | ListTokens503


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTokenRequest:
    """What a caller of createToken asked (POST /api/v1/tokens), validated."""

    body: models.TokenCreateRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateToken201:
    """201: The token, with its text."""

    body: models.CreatedToken


class CreateToken400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class CreateToken401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class CreateToken403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class CreateToken408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class CreateToken409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class CreateToken413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class CreateToken415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class CreateToken429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class CreateToken503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type CreateTokenResponse = (
    CreateToken201
    | CreateToken400
    | CreateToken401
    | CreateToken403
    | CreateToken408
    | CreateToken409
    | CreateToken413
    | CreateToken415
    | CreateToken429
    | CreateToken503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeTokenRequest:
    """What a caller of revokeToken asked (DELETE /api/v1/tokens/{token_id}), validated."""

    token_id: models.ResourceName
    """The id of a token."""


class RevokeToken204(_Empty):
    """204: It no longer works."""

    __slots__ = ()


class RevokeToken400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class RevokeToken401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class RevokeToken403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class RevokeToken404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class RevokeToken429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class RevokeToken503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type RevokeTokenResponse = (
    RevokeToken204 | RevokeToken400 | RevokeToken401 | RevokeToken403 | RevokeToken404 | RevokeToken429 | RevokeToken503
)


class GetWebhookRequest(_RequestWithWorkspace):
    """What a caller of getWebhook asked (GET /api/v1/workspaces/{workspace}/webhook), validated."""

    __slots__ = ()


class GetWebhook200(_Webhook):
    """200: The webhook."""

    __slots__ = ()


class GetWebhook400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class GetWebhook401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class GetWebhook403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class GetWebhook404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class GetWebhook429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class GetWebhook503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type GetWebhookResponse = (
    GetWebhook200 | GetWebhook400 | GetWebhook401 | GetWebhook403 | GetWebhook404 | GetWebhook429 | GetWebhook503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PutWebhookRequest:
    """What a caller of putWebhook asked (PUT /api/v1/workspaces/{workspace}/webhook), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    body: models.WebhookRequest


class PutWebhook200(_Webhook):
    """200: The webhook."""

    __slots__ = ()


class PutWebhook400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class PutWebhook401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class PutWebhook403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class PutWebhook404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class PutWebhook408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class PutWebhook409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class PutWebhook413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class PutWebhook415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class PutWebhook429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class PutWebhook503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type PutWebhookResponse = (
    PutWebhook200
    | PutWebhook400
    | PutWebhook401
    | PutWebhook403
    | PutWebhook404
    | PutWebhook408
    | PutWebhook409
    | PutWebhook413
    | PutWebhook415
    | PutWebhook429
    | PutWebhook503
)


class DeleteWebhookRequest(_RequestWithWorkspace):
    """What a caller of deleteWebhook asked (DELETE /api/v1/workspaces/{workspace}/webhook), validated."""

    __slots__ = ()


class DeleteWebhook204(_Empty):
    """204: It is gone."""

    __slots__ = ()


class DeleteWebhook400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class DeleteWebhook401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class DeleteWebhook403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class DeleteWebhook404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class DeleteWebhook429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class DeleteWebhook503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type DeleteWebhookResponse = (
    DeleteWebhook204
    | DeleteWebhook400
    | DeleteWebhook401
    | DeleteWebhook403
    | DeleteWebhook404
    | DeleteWebhook429
    | DeleteWebhook503
)


class RenewWebhookSecretRequest(_RequestWithWorkspaceEmpty):
    """What a caller of renewWebhookSecret asked (POST /api/v1/workspaces/{workspace}/webhook/secret), validated."""

    __slots__ = ()


class RenewWebhookSecret200(_Webhook):
    """200: The webhook, with its secret."""

    __slots__ = ()


class RenewWebhookSecret400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class RenewWebhookSecret401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class RenewWebhookSecret403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class RenewWebhookSecret404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class RenewWebhookSecret408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class RenewWebhookSecret413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class RenewWebhookSecret415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class RenewWebhookSecret429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class RenewWebhookSecret503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type RenewWebhookSecretResponse = (
    RenewWebhookSecret200
    | RenewWebhookSecret400
    | RenewWebhookSecret401
    | RenewWebhookSecret403
    | RenewWebhookSecret404
    | RenewWebhookSecret408
    | RenewWebhookSecret413
    | RenewWebhookSecret415
    | RenewWebhookSecret429
    | RenewWebhookSecret503
)


class TestWebhookRequest(_RequestWithWorkspaceEmpty):
    """What a caller of testWebhook asked (POST /api/v1/workspaces/{workspace}/webhook/test), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TestWebhook202:
    """202: The delivery."""

    body: models.WebhookDelivery


class TestWebhook400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class TestWebhook401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class TestWebhook403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class TestWebhook404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class TestWebhook408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class TestWebhook409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class TestWebhook413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class TestWebhook415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class TestWebhook429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class TestWebhook503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type TestWebhookResponse = (
    TestWebhook202
    | TestWebhook400
    | TestWebhook401
    | TestWebhook403
    | TestWebhook404
    | TestWebhook408
    | TestWebhook409
    | TestWebhook413
    | TestWebhook415
    | TestWebhook429
    | TestWebhook503
)


class ListWebhookDeliveriesRequest(_RequestWithWorkspaceLimitOffset):
    """What a caller of listWebhookDeliveries asked (GET /api/v1/workspaces/{workspace}/webhook/deliveries), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListWebhookDeliveries200:
    """200: A page of deliveries."""

    body: models.WebhookDeliveryList


class ListWebhookDeliveries400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListWebhookDeliveries401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListWebhookDeliveries403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListWebhookDeliveries404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListWebhookDeliveries429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListWebhookDeliveries503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListWebhookDeliveriesResponse = (
    ListWebhookDeliveries200
    | ListWebhookDeliveries400
    | ListWebhookDeliveries401
    | ListWebhookDeliveries403
    | ListWebhookDeliveries404
    | ListWebhookDeliveries429
    | ListWebhookDeliveries503
)


class GetGitConnectionRequest(_RequestWithWorkspace):
    """What a caller of getGitConnection asked (GET /api/v1/workspaces/{workspace}/git), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GetGitConnection200:
    """200: The connection."""

    body: models.GitConnection


class GetGitConnection400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class GetGitConnection401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class GetGitConnection403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class GetGitConnection404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class GetGitConnection429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class GetGitConnection503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type GetGitConnectionResponse = (
    GetGitConnection200
    | GetGitConnection400
    | GetGitConnection401
    | GetGitConnection403
    | GetGitConnection404
    | GetGitConnection429
    | GetGitConnection503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectGitRequest:
    """What a caller of connectGit asked (POST /api/v1/workspaces/{workspace}/git), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    body: models.GitConnectRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectGit201:
    """201: The connection, with the address of its push hook."""

    body: models.NewGitConnection


class ConnectGit400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ConnectGit401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ConnectGit403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ConnectGit404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ConnectGit408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class ConnectGit409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class ConnectGit413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class ConnectGit415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class ConnectGit429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ConnectGit503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ConnectGitResponse = (
    ConnectGit201
    | ConnectGit400
    | ConnectGit401
    | ConnectGit403
    | ConnectGit404
    | ConnectGit408
    | ConnectGit409
    | ConnectGit413
    | ConnectGit415
    | ConnectGit429
    | ConnectGit503
)


class DisconnectGitRequest(_RequestWithWorkspace):
    """What a caller of disconnectGit asked (DELETE /api/v1/workspaces/{workspace}/git), validated."""

    __slots__ = ()


class DisconnectGit204(_Empty):
    """204: It is no longer connected."""

    __slots__ = ()


class DisconnectGit400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class DisconnectGit401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class DisconnectGit403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class DisconnectGit404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class DisconnectGit429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class DisconnectGit503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type DisconnectGitResponse = (
    DisconnectGit204
    | DisconnectGit400
    | DisconnectGit401
    | DisconnectGit403
    | DisconnectGit404
    | DisconnectGit429
    | DisconnectGit503
)


class RenewGitHookRequest(_RequestWithWorkspaceEmpty):
    """What a caller of renewGitHook asked (POST /api/v1/workspaces/{workspace}/git/hook), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewGitHook200:
    """200: The new address."""

    body: models.GitHook


class RenewGitHook400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class RenewGitHook401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class RenewGitHook403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class RenewGitHook404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class RenewGitHook408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class RenewGitHook413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class RenewGitHook415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class RenewGitHook429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class RenewGitHook503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type RenewGitHookResponse = (
    RenewGitHook200
    | RenewGitHook400
    | RenewGitHook401
    | RenewGitHook403
    | RenewGitHook404
    | RenewGitHook408
    | RenewGitHook413
    | RenewGitHook415
    | RenewGitHook429
    | RenewGitHook503
)


class SyncGitRequest(_RequestWithWorkspaceEmpty):
    """What a caller of syncGit asked (POST /api/v1/workspaces/{workspace}/git/sync), validated."""

    __slots__ = ()


class SyncGit202(_Empty_2):
    """202: The sync is queued."""

    __slots__ = ()


class SyncGit400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class SyncGit401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class SyncGit403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class SyncGit404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class SyncGit408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class SyncGit413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class SyncGit415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class SyncGit429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class SyncGit503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type SyncGitResponse = (
    SyncGit202
    | SyncGit400
    | SyncGit401
    | SyncGit403
    | SyncGit404
    | SyncGit408
    | SyncGit413
    | SyncGit415
    | SyncGit429
    | SyncGit503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListGitSyncsRequest:
    """What a caller of listGitSyncs asked (GET /api/v1/workspaces/{workspace}/git/syncs), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    limit: Annotated[int, Field(ge=1, le=50)] = 50
    """How many items a page has, 1 to 50."""
    offset: Annotated[int, Field(ge=0, le=1000000000)] = 0
    """How many items to pass over."""
    branch: Annotated[str, Field(min_length=1, max_length=255)] | None = None
    """Only syncs of this branch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListGitSyncs200:
    """200: A page of syncs."""

    body: models.GitSyncList


class ListGitSyncs400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListGitSyncs401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListGitSyncs403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListGitSyncs404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListGitSyncs429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListGitSyncs503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListGitSyncsResponse = (
    ListGitSyncs200
    | ListGitSyncs400
    | ListGitSyncs401
    | ListGitSyncs403
    | ListGitSyncs404
    | ListGitSyncs429
    | ListGitSyncs503
)


class ListGitBranchesRequest(_RequestWithWorkspaceLimitOffset):
    """What a caller of listGitBranches asked (GET /api/v1/workspaces/{workspace}/git/branches), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListGitBranches200:
    """200: A page of branches."""

    body: models.GitBranchList


class ListGitBranches400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListGitBranches401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListGitBranches403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListGitBranches404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListGitBranches429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListGitBranches503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListGitBranchesResponse = (
    ListGitBranches200
    | ListGitBranches400
    | ListGitBranches401
    | ListGitBranches403
    | ListGitBranches404
    | ListGitBranches429
    | ListGitBranches503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivePushRequest:
    """What a caller of receivePush asked (POST /api/v1/git/push/{hook_token}), validated."""

    hook_token: models.ResourceName
    """The token of a push hook."""
    body: bytes
    """The body as it came, not parsed and not validated."""


class ReceivePush202(_Empty_2):
    """202: The sync is queued."""

    __slots__ = ()


class ReceivePush400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ReceivePush404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ReceivePush408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class ReceivePush413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class ReceivePush415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class ReceivePush429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ReceivePush503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ReceivePushResponse = (
    ReceivePush202
    | ReceivePush400
    | ReceivePush404
    | ReceivePush408
    | ReceivePush413
    | ReceivePush415
    | ReceivePush429
    | ReceivePush503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListUsageRequest:
    """What a caller of listUsage asked (GET /api/v1/workspaces/{workspace}/usage), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    limit: Annotated[int, Field(ge=1, le=50)] = 50
    """How many items a page has, 1 to 50."""
    offset: Annotated[int, Field(ge=0, le=1000000000)] = 0
    """How many items to pass over."""
    since: Annotated[str, Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] | None = None
    """Only days from this one on (UTC, YYYY-MM-DD)."""
    until: Annotated[str, Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] | None = None
    """Only days before this one (UTC, YYYY-MM-DD)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListUsage200:
    """200: A page of usage."""

    body: models.UsageList


class ListUsage400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListUsage401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListUsage403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListUsage404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListUsage429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListUsage503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListUsageResponse = (
    ListUsage200 | ListUsage400 | ListUsage401 | ListUsage403 | ListUsage404 | ListUsage429 | ListUsage503
)


class GetBudgetRequest(_RequestWithWorkspace):
    """What a caller of getBudget asked (GET /api/v1/workspaces/{workspace}/budget), validated."""

    __slots__ = ()


class GetBudget200(_Budget):
    """200: The budget."""

    __slots__ = ()


class GetBudget400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class GetBudget401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class GetBudget403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class GetBudget404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class GetBudget429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class GetBudget503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type GetBudgetResponse = (
    GetBudget200 | GetBudget400 | GetBudget401 | GetBudget403 | GetBudget404 | GetBudget429 | GetBudget503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PutBudgetRequest:
    """What a caller of putBudget asked (PUT /api/v1/workspaces/{workspace}/budget), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    body: models.BudgetRequest


class PutBudget200(_Budget):
    """200: The budget."""

    __slots__ = ()


class PutBudget400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class PutBudget401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class PutBudget403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class PutBudget404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class PutBudget408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class PutBudget409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class PutBudget413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class PutBudget415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class PutBudget429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class PutBudget503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type PutBudgetResponse = (
    PutBudget200
    | PutBudget400
    | PutBudget401
    | PutBudget403
    | PutBudget404
    | PutBudget408
    | PutBudget409
    | PutBudget413
    | PutBudget415
    | PutBudget429
    | PutBudget503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAuditRequest:
    """What a caller of listAudit asked (GET /api/v1/workspaces/{workspace}/audit), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    limit: Annotated[int, Field(ge=1, le=50)] = 50
    """How many items a page has, 1 to 50."""
    cursor: Annotated[str, Field(min_length=1, max_length=1024)] | None = None
    """Where to continue: `next_cursor` of the page before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAudit200:
    """200: A page of entries."""

    body: models.AuditPage


class ListAudit400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ListAudit401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ListAudit403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ListAudit404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class ListAudit429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ListAudit503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ListAuditResponse = (
    ListAudit200 | ListAudit400 | ListAudit401 | ListAudit403 | ListAudit404 | ListAudit429 | ListAudit503
)


class GetHealthzRequest(_RequestWith):
    """What a caller of getHealthz asked (GET /healthz), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GetHealthz200:
    """200: It answers."""

    body: models.PlatformHealth


class GetHealthz429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class GetHealthz503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type GetHealthzResponse = GetHealthz200 | GetHealthz429 | GetHealthz503


class GetReadyzRequest(_RequestWith):
    """What a caller of getReadyz asked (GET /readyz), validated."""

    __slots__ = ()


class GetReadyz200(_Readiness):
    """200: It does."""

    __slots__ = ()


class GetReadyz429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class GetReadyz503(_Readiness):
    """503: It does not; the checks say why."""

    __slots__ = ()


type GetReadyzResponse = GetReadyz200 | GetReadyz429 | GetReadyz503


class GetMetricsRequest(_RequestWith):
    """What a caller of getMetrics asked (GET /metrics), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GetMetrics200Stream:
    """200: The metrics."""

    chunks: AsyncIterator[bytes]


class GetMetrics403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class GetMetrics429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class GetMetrics503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type GetMetricsResponse = GetMetrics200Stream | GetMetrics403 | GetMetrics429 | GetMetrics503


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeTicketRequest:
    """What a caller of exchangeTicket asked (POST /api/v1/job/exchange), validated."""

    body: models.TicketExchangeRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeTicket200:
    """200: The token."""

    body: models.TicketExchangeResponse


class ExchangeTicket400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ExchangeTicket408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class ExchangeTicket410(_PlatformProblem):
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    __slots__ = ()


class ExchangeTicket413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class ExchangeTicket415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class ExchangeTicket429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ExchangeTicket503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ExchangeTicketResponse = (
    ExchangeTicket200
    | ExchangeTicket400
    | ExchangeTicket408
    | ExchangeTicket410
    | ExchangeTicket413
    | ExchangeTicket415
    | ExchangeTicket429
    | ExchangeTicket503
)


class DescribeJobRequest(_RequestWith):
    """What a caller of describeJob asked (GET /api/v1/job), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeJob200:
    """200: The job."""

    body: models.JobDescription


class DescribeJob401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class DescribeJob403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class DescribeJob409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class DescribeJob410(_PlatformProblem):
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    __slots__ = ()


class DescribeJob429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class DescribeJob503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type DescribeJobResponse = (
    DescribeJob200 | DescribeJob401 | DescribeJob403 | DescribeJob409 | DescribeJob410 | DescribeJob429 | DescribeJob503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewLeaseRequest:
    """What a caller of renewLease asked (POST /api/v1/job/lease), validated."""

    body: models.LeaseRenewRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewLease200:
    """200: The lease was renewed."""

    body: models.LeaseRenewResponse


class RenewLease400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class RenewLease401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class RenewLease403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class RenewLease408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class RenewLease409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class RenewLease410(_PlatformProblem):
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    __slots__ = ()


class RenewLease413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class RenewLease415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class RenewLease429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class RenewLease503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type RenewLeaseResponse = (
    RenewLease200
    | RenewLease400
    | RenewLease401
    | RenewLease403
    | RenewLease408
    | RenewLease409
    | RenewLease410
    | RenewLease413
    | RenewLease415
    | RenewLease429
    | RenewLease503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadJournalRequest:
    """What a caller of readJournal asked (GET /api/v1/job/journal), validated."""

    after: Annotated[int, Field(ge=0, le=1000000000)] = 0
    """Only batches after this one."""
    limit: Annotated[int, Field(ge=1, le=100)] = 20
    """How many batches, 1 to 100."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadJournal200:
    """200: The batches."""

    body: models.JournalPage


class ReadJournal400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class ReadJournal401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class ReadJournal403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class ReadJournal409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class ReadJournal410(_PlatformProblem):
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    __slots__ = ()


class ReadJournal429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class ReadJournal503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type ReadJournalResponse = (
    ReadJournal200
    | ReadJournal400
    | ReadJournal401
    | ReadJournal403
    | ReadJournal409
    | ReadJournal410
    | ReadJournal429
    | ReadJournal503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJournalRequest:
    """What a caller of appendJournal asked (POST /api/v1/job/journal), validated."""

    body: models.JournalBatch


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJournal200:
    """200: The records are durable."""

    body: models.JournalAcknowledgement


class AppendJournal400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class AppendJournal401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class AppendJournal403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class AppendJournal408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class AppendJournal409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class AppendJournal410(_PlatformProblem):
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    __slots__ = ()


class AppendJournal413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class AppendJournal415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class AppendJournal429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class AppendJournal503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type AppendJournalResponse = (
    AppendJournal200
    | AppendJournal400
    | AppendJournal401
    | AppendJournal403
    | AppendJournal408
    | AppendJournal409
    | AppendJournal410
    | AppendJournal413
    | AppendJournal415
    | AppendJournal429
    | AppendJournal503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobFilesRequest:
    """What a caller of presignJobFiles asked (POST /api/v1/job/files), validated."""

    body: models.JobUploadsRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobFiles200:
    """200: How to send them."""

    body: models.JobUploads


class PresignJobFiles400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class PresignJobFiles401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class PresignJobFiles403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class PresignJobFiles408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class PresignJobFiles409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class PresignJobFiles410(_PlatformProblem):
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    __slots__ = ()


class PresignJobFiles413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class PresignJobFiles415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class PresignJobFiles429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class PresignJobFiles503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type PresignJobFilesResponse = (
    PresignJobFiles200
    | PresignJobFiles400
    | PresignJobFiles401
    | PresignJobFiles403
    | PresignJobFiles408
    | PresignJobFiles409
    | PresignJobFiles410
    | PresignJobFiles413
    | PresignJobFiles415
    | PresignJobFiles429
    | PresignJobFiles503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteJobFileRequest:
    """What a caller of completeJobFile asked (POST /api/v1/job/files/complete), validated."""

    body: models.JobFileComplete


class CompleteJobFile200(_Empty_2):
    """200: The file arrived whole."""

    __slots__ = ()


class CompleteJobFile400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class CompleteJobFile401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class CompleteJobFile403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class CompleteJobFile404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class CompleteJobFile408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class CompleteJobFile409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class CompleteJobFile410(_PlatformProblem):
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    __slots__ = ()


class CompleteJobFile413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class CompleteJobFile415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class CompleteJobFile429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class CompleteJobFile503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type CompleteJobFileResponse = (
    CompleteJobFile200
    | CompleteJobFile400
    | CompleteJobFile401
    | CompleteJobFile403
    | CompleteJobFile404
    | CompleteJobFile408
    | CompleteJobFile409
    | CompleteJobFile410
    | CompleteJobFile413
    | CompleteJobFile415
    | CompleteJobFile429
    | CompleteJobFile503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobDownloadsRequest:
    """What a caller of presignJobDownloads asked (POST /api/v1/job/files/download-urls), validated."""

    body: models.JobDownloadsRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobDownloads200:
    """200: The URLs."""

    body: models.DownloadUrlsResponse


class PresignJobDownloads400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class PresignJobDownloads401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class PresignJobDownloads403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class PresignJobDownloads404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class PresignJobDownloads408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class PresignJobDownloads409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class PresignJobDownloads410(_PlatformProblem):
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    __slots__ = ()


class PresignJobDownloads413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class PresignJobDownloads415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class PresignJobDownloads429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class PresignJobDownloads503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type PresignJobDownloadsResponse = (
    PresignJobDownloads200
    | PresignJobDownloads400
    | PresignJobDownloads401
    | PresignJobDownloads403
    | PresignJobDownloads404
    | PresignJobDownloads408
    | PresignJobDownloads409
    | PresignJobDownloads410
    | PresignJobDownloads413
    | PresignJobDownloads415
    | PresignJobDownloads429
    | PresignJobDownloads503
)


class DownloadJobDatasetRequest(_RequestWith):
    """What a caller of downloadJobDataset asked (GET /api/v1/job/dataset), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobDataset200:
    """200: The URL."""

    body: models.DatasetDownload


class DownloadJobDataset401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class DownloadJobDataset403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class DownloadJobDataset404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class DownloadJobDataset409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class DownloadJobDataset410(_PlatformProblem):
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    __slots__ = ()


class DownloadJobDataset429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class DownloadJobDataset503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type DownloadJobDatasetResponse = (
    DownloadJobDataset200
    | DownloadJobDataset401
    | DownloadJobDataset403
    | DownloadJobDataset404
    | DownloadJobDataset409
    | DownloadJobDataset410
    | DownloadJobDataset429
    | DownloadJobDataset503
)


class DownloadJobSourceRequest(_RequestWith):
    """What a caller of downloadJobSource asked (GET /api/v1/job/source), validated."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobSource200:
    """200: The URL."""

    body: models.JobSource


class DownloadJobSource401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class DownloadJobSource403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class DownloadJobSource404(_PlatformProblem):
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    __slots__ = ()


class DownloadJobSource409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class DownloadJobSource410(_PlatformProblem):
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    __slots__ = ()


class DownloadJobSource429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class DownloadJobSource503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type DownloadJobSourceResponse = (
    DownloadJobSource200
    | DownloadJobSource401
    | DownloadJobSource403
    | DownloadJobSource404
    | DownloadJobSource409
    | DownloadJobSource410
    | DownloadJobSource429
    | DownloadJobSource503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeJobSecretsRequest:
    """What a caller of takeJobSecrets asked (POST /api/v1/job/secrets), validated."""

    body: models.JobSecretsRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeJobSecrets200:
    """200: The values."""

    body: models.JobSecrets


class TakeJobSecrets400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class TakeJobSecrets401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class TakeJobSecrets403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class TakeJobSecrets408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class TakeJobSecrets409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class TakeJobSecrets410(_PlatformProblem):
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    __slots__ = ()


class TakeJobSecrets413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class TakeJobSecrets415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class TakeJobSecrets429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class TakeJobSecrets503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type TakeJobSecretsResponse = (
    TakeJobSecrets200
    | TakeJobSecrets400
    | TakeJobSecrets401
    | TakeJobSecrets403
    | TakeJobSecrets408
    | TakeJobSecrets409
    | TakeJobSecrets410
    | TakeJobSecrets413
    | TakeJobSecrets415
    | TakeJobSecrets429
    | TakeJobSecrets503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJobLogsRequest:
    """What a caller of appendJobLogs asked (POST /api/v1/job/logs), validated."""

    body: models.JobLogRequest


class AppendJobLogs200(_Empty_2):
    """200: The lines were taken."""

    __slots__ = ()


class AppendJobLogs400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class AppendJobLogs401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class AppendJobLogs403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class AppendJobLogs408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class AppendJobLogs409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class AppendJobLogs410(_PlatformProblem):
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    __slots__ = ()


class AppendJobLogs413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class AppendJobLogs415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class AppendJobLogs429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class AppendJobLogs503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type AppendJobLogsResponse = (
    AppendJobLogs200
    | AppendJobLogs400
    | AppendJobLogs401
    | AppendJobLogs403
    | AppendJobLogs408
    | AppendJobLogs409
    | AppendJobLogs410
    | AppendJobLogs413
    | AppendJobLogs415
    | AppendJobLogs429
    | AppendJobLogs503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishJobRequest:
    """What a caller of finishJob asked (POST /api/v1/job/finish), validated."""

    body: models.JobFinishRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishJob200:
    """200: The end was recorded."""

    body: models.JobFinishResponse


class FinishJob400(_PlatformProblem):
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    __slots__ = ()


class FinishJob401(_PlatformProblem):
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    __slots__ = ()


class FinishJob403(_PlatformProblem):
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    __slots__ = ()


class FinishJob408(_PlatformProblem):
    """408: The body did not arrive in time."""

    __slots__ = ()


class FinishJob409(_PlatformProblem):
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    __slots__ = ()


class FinishJob410(_PlatformProblem):
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    __slots__ = ()


class FinishJob413(_PlatformProblem):
    """413: The body is larger than the server takes."""

    __slots__ = ()


class FinishJob415(_PlatformProblem):
    """415: The body is not JSON: send `Content-Type: application/json`."""

    __slots__ = ()


class FinishJob429(_PlatformProblemWithRetryAfter):
    """429: Too many requests, or too many failed sign-ins, from this client."""

    __slots__ = ()


class FinishJob503(_PlatformProblemWithOptionalRetryAfter):
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    __slots__ = ()


type FinishJobResponse = (
    FinishJob200
    | FinishJob400
    | FinishJob401
    | FinishJob403
    | FinishJob408
    | FinishJob409
    | FinishJob410
    | FinishJob413
    | FinishJob415
    | FinishJob429
    | FinishJob503
)


class PlatformServer(ABC):
    """Osmosis platform: one handler for each operation.

    A handler returns one of the operation's response classes. Anything else, or a body that is not what its
    schema says, is answered with a 500 problem and logged: a wrong shape never leaves the server.
    """

    async def authorize(self, call: Call) -> Any:
        """Decide whether a caller may make this call, before the request is parsed.

        None lets it through; a response class of the operation (its 401, its 404) answers instead. Called
        only for operations that the document secures; by default it lets every call through.
        """
        return None

    async def explain_invalid(self, call: Call, faults: list[dict[str, Any]]) -> Any:
        """Choose the answer to a request that does not validate.

        None, the default, gives the 400 validation problem; a response class of the operation answers
        instead, for operations whose errors have another shape. Each fault has type, loc, msg and input.
        """
        return None

    @abstractmethod
    async def verify(self, request: VerifyRequest) -> VerifyResponse:
        """Say who the bearer is.

        Answers for any valid token. With `X-Osmosis-Git` also the workspace of that repository, when the
        caller is a member of it."""

    @abstractmethod
    async def authorize_device(self, request: AuthorizeDeviceRequest) -> AuthorizeDeviceResponse:
        """Start a device login.

        The device shows `user_code` and the address to the person, then polls with `device_code` until the
        person has agreed or refused, or the time is over (RFC 8628). A client address may have few logins
        open at once."""

    @abstractmethod
    async def poll_device(self, request: PollDeviceRequest) -> PollDeviceResponse:
        """Poll a device login.

        Once the person agreed, answers with the token, once. Until then 400 with `error`:
        `authorization_pending`, `slow_down` (poll more slowly), `access_denied` or `expired_token`. Never
        429 for being early: clients take that for the end."""

    @abstractmethod
    async def revoke_cli_token(self, request: RevokeCliTokenRequest) -> RevokeCliTokenResponse:
        """Revoke one of the caller's own tokens.

        The token no longer works once this is answered. Idempotent. The token of another person is not
        found."""

    @abstractmethod
    async def list_cli_workspaces(self, request: ListCliWorkspacesRequest) -> ListCliWorkspacesResponse:
        """List the caller's workspaces.

        All of them, ordered by name, each with the repository it is connected to."""

    @abstractmethod
    async def get_quickstart(self, request: GetQuickstartRequest) -> GetQuickstartResponse:
        """Say how far the first steps with a workspace are.

        Whether a repository is connected and whether the steps were finished before."""

    @abstractmethod
    async def complete_quickstart(self, request: CompleteQuickstartRequest) -> CompleteQuickstartResponse:
        """Record that the first steps are done.

        Idempotent."""

    @abstractmethod
    async def list_secrets(self, request: ListSecretsRequest) -> ListSecretsResponse:
        """List secrets.

        Names and dates, never values. The secrets of other people are not listed."""

    @abstractmethod
    async def upsert_secret(self, request: UpsertSecretRequest) -> UpsertSecretResponse:
        """Store a secret.

        Makes it, or replaces its value. Storing one for the whole workspace takes an owner or admin."""

    @abstractmethod
    async def delete_secret(self, request: DeleteSecretRequest) -> DeleteSecretResponse:
        """Delete a secret.

        By name and scope. Deleting one of the whole workspace takes an owner or admin."""

    @abstractmethod
    async def list_rollouts(self, request: ListRolloutsRequest) -> ListRolloutsResponse:
        """List the rollouts of a branch.

        As the branch was last synced."""

    @abstractmethod
    async def list_datasets(self, request: ListDatasetsRequest) -> ListDatasetsResponse:
        """List datasets.

        New ones first."""

    @abstractmethod
    async def create_dataset(self, request: CreateDatasetRequest) -> CreateDatasetResponse:
        """Create a dataset and plan its upload.

        Makes the record and says how to send the file; the platform chooses one PUT or several. A name that
        is taken is a conflict, with `existing_dataset_id`; sent again with it as `overwrite_dataset_id`,
        the new dataset takes the name, and the other is deleted, when the upload is completed. A dataset
        that was cancelled or whose rows could not be read gives its name up. On a full disk this is refused
        (503, `DISK_FULL`)."""

    @abstractmethod
    async def get_dataset(self, request: GetDatasetRequest) -> GetDatasetResponse:
        """Show a dataset.

        With its first rows once they were read."""

    @abstractmethod
    async def complete_dataset(self, request: CompleteDatasetRequest) -> CompleteDatasetResponse:
        """Finish an upload.

        Idempotent: the same parts again are answered with the dataset as it then is. Reading the rows goes
        on afterwards; `status` says how far it is. Where the file that arrived has another size than
        `file_size` said, or a part is missing, it is a conflict (`UPLOAD_INCOMPLETE`), and the upload can
        go on. An upload that was cancelled is a conflict too."""

    @abstractmethod
    async def abort_dataset(self, request: AbortDatasetRequest) -> AbortDatasetResponse:
        """Cancel an upload.

        Idempotent. What was sent is removed. Of a dataset whose upload was completed, nothing is changed."""

    @abstractmethod
    async def download_dataset(self, request: DownloadDatasetRequest) -> DownloadDatasetResponse:
        """Get a URL for a dataset's file.

        Only of a dataset that is `uploaded`; else a conflict (`DATASET_NOT_READY`)."""

    @abstractmethod
    async def list_dataset_logs(self, request: ListDatasetLogsRequest) -> ListDatasetLogsResponse:
        """Read the log of a dataset.

        What happened while its rows were read."""

    @abstractmethod
    async def delete_dataset(self, request: DeleteDatasetRequest) -> DeleteDatasetResponse:
        """Delete a dataset.

        It is gone from lists at once, by name and by id. Its file is kept for as many days as the operator
        set, and then removed. An upload that was under way is cancelled."""

    @abstractmethod
    async def rename_dataset(self, request: RenameDatasetRequest) -> RenameDatasetResponse:
        """Give a dataset another name.

        A name that another dataset has is a conflict. Runs refer to the id, which stays."""

    @abstractmethod
    async def take_file(self, request: TakeFileRequest) -> TakeFileResponse:
        """Get a file.

        The address is the credential: it is good for one file until it expires. Ask for another one where
        it has expired."""

    @abstractmethod
    async def send_file(self, request: SendFileRequest) -> SendFileResponse:
        """Send a file, or a part of one.

        The address is the credential: it is good for one file or part, of one size, until it expires. Sent
        again, the content replaces what was sent before. Nothing is kept of a body that is cut short or has
        another size."""

    @abstractmethod
    async def list_eval_runs(self, request: ListEvalRunsRequest) -> ListEvalRunsResponse:
        """List evaluations.

        New ones first."""

    @abstractmethod
    async def submit_eval_run(self, request: SubmitEvalRunRequest) -> SubmitEvalRunResponse:
        """Start an evaluation.

        Checked whole before anything starts: values, rollout, branch or commit, dataset, model, secrets. A
        required secret that is neither provided nor stored is 404 with the names in `error`."""

    @abstractmethod
    async def get_eval_run(self, request: GetEvalRunRequest) -> GetEvalRunResponse:
        """Show an evaluation.

        With its configuration and results so far."""

    @abstractmethod
    async def get_eval_run_metrics(self, request: GetEvalRunMetricsRequest) -> GetEvalRunMetricsResponse:
        """Show the figures of an evaluation.

        From the results so far."""

    @abstractmethod
    async def list_eval_run_logs(self, request: ListEvalRunLogsRequest) -> ListEvalRunLogsResponse:
        """Read the log of an evaluation.

        Secrets are replaced."""

    @abstractmethod
    async def stop_eval_run(self, request: StopEvalRunRequest) -> StopEvalRunResponse:
        """Stop an evaluation.

        Asks for it; the status moves once what the run held is cleaned up, which takes a bounded time. A
        run that is over is a conflict."""

    @abstractmethod
    async def retry_eval_run(self, request: RetryEvalRunRequest) -> RetryEvalRunResponse:
        """Run again what failed or was skipped.

        Secrets that were provided for the run alone have to be provided again: without them the answer is
        400 with `run_secret_names`. A run that was imported is refused with `local_run`."""

    @abstractmethod
    async def list_eval_run_files(self, request: ListEvalRunFilesRequest) -> ListEvalRunFilesResponse:
        """List the files of an evaluation.

        `metrics.json`; `summary.jsonl` and `trajectories/row_<i>_run_<j>.json`;
        `artifacts/row_<i>_run_<j>/…`; `logs.txt`."""

    @abstractmethod
    async def presign_eval_run_files(self, request: PresignEvalRunFilesRequest) -> PresignEvalRunFilesResponse:
        """Get URLs for files of an evaluation.

        For up to 500 files. Asked again for a file whose URL expired."""

    @abstractmethod
    async def start_import(self, request: StartImportRequest) -> StartImportResponse:
        """Start or resume an import.

        The same run and manifest resumes; a run that was imported before is a conflict unless `reimport` is
        true."""

    @abstractmethod
    async def presign_import_files(self, request: PresignImportFilesRequest) -> PresignImportFilesResponse:
        """Get URLs to send files to.

        Only files that are still needed are answered; a path that is no file of the import is refused."""

    @abstractmethod
    async def complete_import_file(self, request: CompleteImportFileRequest) -> CompleteImportFileResponse:
        """Say that a file was sent.

        The platform compares size and digest. Idempotent."""

    @abstractmethod
    async def finalize_import(self, request: FinalizeImportRequest) -> FinalizeImportResponse:
        """Finish an import.

        Makes the run out of the files. Idempotent."""

    @abstractmethod
    async def list_training_runs(self, request: ListTrainingRunsRequest) -> ListTrainingRunsResponse:
        """List trainings.

        New ones first."""

    @abstractmethod
    async def submit_training_run(self, request: SubmitTrainingRunRequest) -> SubmitTrainingRunResponse:
        """Start a training.

        Checked whole before anything starts, as an evaluation is."""

    @abstractmethod
    async def get_training_run(self, request: GetTrainingRunRequest) -> GetTrainingRunResponse:
        """Show a training.

        With its configuration and where it is."""

    @abstractmethod
    async def get_training_run_metrics(self, request: GetTrainingRunMetricsRequest) -> GetTrainingRunMetricsResponse:
        """Show the metrics of a training.

        Every metric by step."""

    @abstractmethod
    async def list_checkpoints(self, request: ListCheckpointsRequest) -> ListCheckpointsResponse:
        """List the checkpoints of a training.

        Those that can be deployed."""

    @abstractmethod
    async def list_training_run_logs(self, request: ListTrainingRunLogsRequest) -> ListTrainingRunLogsResponse:
        """Read the log of a training.

        Secrets are replaced."""

    @abstractmethod
    async def stop_training_run(self, request: StopTrainingRunRequest) -> StopTrainingRunResponse:
        """Stop a training.

        Asks for it. A training that is over is a conflict."""

    @abstractmethod
    async def list_base_models(self, request: ListBaseModelsRequest) -> ListBaseModelsResponse:
        """List base models.

        Ordered by name."""

    @abstractmethod
    async def list_lora_models(self, request: ListLoraModelsRequest) -> ListLoraModelsResponse:
        """List LoRA models.

        New ones first, with how many are deployed."""

    @abstractmethod
    async def get_lora_model(self, request: GetLoraModelRequest) -> GetLoraModelResponse:
        """Show a LoRA model.

        By name."""

    @abstractmethod
    async def get_base_model(self, request: GetBaseModelRequest) -> GetBaseModelResponse:
        """Show a base model.

        By name or by its path on the hub, whose slash is sent as `%2F`."""

    @abstractmethod
    async def deploy_model(self, request: DeployModelRequest) -> DeployModelResponse:
        """Deploy a LoRA model.

        Idempotent. A deployment in the way is a conflict with `error` `deployment_conflict`."""

    @abstractmethod
    async def undeploy_model(self, request: UndeployModelRequest) -> UndeployModelResponse:
        """Take a LoRA model out of service.

        Idempotent."""

    @abstractmethod
    async def list_benchmarks(self, request: ListBenchmarksRequest) -> ListBenchmarksResponse:
        """List benchmarks.

        Ordered by name."""

    @abstractmethod
    async def get_benchmark(self, request: GetBenchmarkRequest) -> GetBenchmarkResponse:
        """Show a benchmark.

        By key, exact name or id, with its tasks and leaderboard."""

    @abstractmethod
    async def list_benchmark_runs(self, request: ListBenchmarkRunsRequest) -> ListBenchmarkRunsResponse:
        """List benchmark runs.

        New ones first."""

    @abstractmethod
    async def submit_benchmark_run(self, request: SubmitBenchmarkRunRequest) -> SubmitBenchmarkRunResponse:
        """Start a benchmark run.

        Checked whole before anything starts. An unknown `task_set` is refused, never taken for the full
        benchmark."""

    @abstractmethod
    async def get_benchmark_run(self, request: GetBenchmarkRunRequest) -> GetBenchmarkRunResponse:
        """Show a benchmark run.

        With its agents and their figures."""

    @abstractmethod
    async def list_benchmark_run_logs(self, request: ListBenchmarkRunLogsRequest) -> ListBenchmarkRunLogsResponse:
        """Read the log of a benchmark run.

        Secrets are replaced."""

    @abstractmethod
    async def stop_benchmark_run(self, request: StopBenchmarkRunRequest) -> StopBenchmarkRunResponse:
        """Stop a benchmark run.

        Asks for it. A run that is over is a conflict."""

    @abstractmethod
    async def list_benchmark_run_files(self, request: ListBenchmarkRunFilesRequest) -> ListBenchmarkRunFilesResponse:
        """List the files of a benchmark run.

        `summary.csv`; `results.csv`; `artifacts/<result id>/…`; `logs.txt`."""

    @abstractmethod
    async def presign_benchmark_run_files(
        self, request: PresignBenchmarkRunFilesRequest
    ) -> PresignBenchmarkRunFilesResponse:
        """Get URLs for files of a benchmark run.

        For up to 500 files."""

    @abstractmethod
    async def create_workspace(self, request: CreateWorkspaceRequest) -> CreateWorkspaceResponse:
        """Make a workspace.

        Its maker becomes its owner. A name that is taken is a conflict."""

    @abstractmethod
    async def get_workspace(self, request: GetWorkspaceRequest) -> GetWorkspaceResponse:
        """Show a workspace.

        With the caller's role in it."""

    @abstractmethod
    async def delete_workspace(self, request: DeleteWorkspaceRequest) -> DeleteWorkspaceResponse:
        """Delete a workspace.

        With everything in it. What it stored is removed soon after."""

    @abstractmethod
    async def update_workspace(self, request: UpdateWorkspaceRequest) -> UpdateWorkspaceResponse:
        """Change a workspace.

        Its name or its time zone."""

    @abstractmethod
    async def list_members(self, request: ListMembersRequest) -> ListMembersResponse:
        """List members.

        Ordered by e-mail address."""

    @abstractmethod
    async def remove_member(self, request: RemoveMemberRequest) -> RemoveMemberResponse:
        """Remove a member.

        Members may remove themselves. Removing an owner takes an owner; the last owner stays. The person's
        own secrets in the workspace are deleted."""

    @abstractmethod
    async def update_member(self, request: UpdateMemberRequest) -> UpdateMemberResponse:
        """Change a member's role.

        Making an owner, or another role of an owner, takes an owner. The last owner keeps the role."""

    @abstractmethod
    async def list_invitations(self, request: ListInvitationsRequest) -> ListInvitationsResponse:
        """List invitations.

        Those that can be accepted, new ones first."""

    @abstractmethod
    async def create_invitation(self, request: CreateInvitationRequest) -> CreateInvitationResponse:
        """Invite someone.

        Answers with a one-time link, which ends after seven days. Inviting an owner takes an owner. Someone
        who is a member is a conflict."""

    @abstractmethod
    async def revoke_invitation(self, request: RevokeInvitationRequest) -> RevokeInvitationResponse:
        """Revoke an invitation.

        One that was accepted, revoked or has ended is not found."""

    @abstractmethod
    async def accept_invitation(self, request: AcceptInvitationRequest) -> AcceptInvitationResponse:
        """Accept an invitation.

        The caller becomes a member. The invitation has to be for the caller's e-mail address."""

    @abstractmethod
    async def list_tokens(self, request: ListTokensRequest) -> ListTokensResponse:
        """List the caller's tokens.

        Without their text, new ones first. Revoked and expired ones are left out."""

    @abstractmethod
    async def create_token(self, request: CreateTokenRequest) -> CreateTokenResponse:
        """Make a token.

        Its text is shown this once and stored only as a hash."""

    @abstractmethod
    async def revoke_token(self, request: RevokeTokenRequest) -> RevokeTokenResponse:
        """Revoke a token.

        Idempotent. The token of another person is not found."""

    @abstractmethod
    async def get_webhook(self, request: GetWebhookRequest) -> GetWebhookResponse:
        """Show the webhook.

        Without its secret. A workspace without one answers 404."""

    @abstractmethod
    async def put_webhook(self, request: PutWebhookRequest) -> PutWebhookResponse:
        """Save the webhook.

        A new one gets a secret, which is shown this once. The address is looked up and checked; saving ends
        a pause."""

    @abstractmethod
    async def delete_webhook(self, request: DeleteWebhookRequest) -> DeleteWebhookResponse:
        """Remove the webhook.

        Idempotent. Deliveries that wait are dropped, and the log of those that were made."""

    @abstractmethod
    async def renew_webhook_secret(self, request: RenewWebhookSecretRequest) -> RenewWebhookSecretResponse:
        """Give the webhook another secret.

        It is shown this once. For 24 hours the old one signs beside it, so that a receiver can be changed
        meanwhile; then it signs nothing."""

    @abstractmethod
    async def test_webhook(self, request: TestWebhookRequest) -> TestWebhookResponse:
        """Send a test.

        Queues a `webhook.test` event; its delivery says what became of it. 409 where deliveries are off."""

    @abstractmethod
    async def list_webhook_deliveries(self, request: ListWebhookDeliveriesRequest) -> ListWebhookDeliveriesResponse:
        """List deliveries.

        New ones first."""

    @abstractmethod
    async def get_git_connection(self, request: GetGitConnectionRequest) -> GetGitConnectionResponse:
        """Show the connected repository.

        With its state. A workspace without one answers 404."""

    @abstractmethod
    async def connect_git(self, request: ConnectGitRequest) -> ConnectGitResponse:
        """Connect a repository.

        Starts a first sync. A workspace that has a repository, and a repository that another workspace has,
        are conflicts."""

    @abstractmethod
    async def disconnect_git(self, request: DisconnectGitRequest) -> DisconnectGitResponse:
        """Disconnect the repository.

        Its catalogues go with it; the history of syncs and runs that used it keep what they recorded."""

    @abstractmethod
    async def renew_git_hook(self, request: RenewGitHookRequest) -> RenewGitHookResponse:
        """Give the push hook another address.

        The one before no longer works."""

    @abstractmethod
    async def sync_git(self, request: SyncGitRequest) -> SyncGitResponse:
        """Read the repository now.

        Queues a sync of every branch; the history says what became of it."""

    @abstractmethod
    async def list_git_syncs(self, request: ListGitSyncsRequest) -> ListGitSyncsResponse:
        """List syncs.

        New ones first."""

    @abstractmethod
    async def list_git_branches(self, request: ListGitBranchesRequest) -> ListGitBranchesResponse:
        """List branches.

        As they were last read, ordered by name."""

    @abstractmethod
    async def receive_push(self, request: ReceivePushRequest) -> ReceivePushResponse:
        """Take a push hook.

        The host posts what it likes; the address is the credential. Queues a sync of every branch."""

    @abstractmethod
    async def list_usage(self, request: ListUsageRequest) -> ListUsageResponse:
        """List usage.

        By day, kind, run and unit. Over the days of a run, its seconds, tokens, US dollars and stored bytes
        add up; the bytes of kind `storage` are what all files of the workspace had on that day."""

    @abstractmethod
    async def get_budget(self, request: GetBudgetRequest) -> GetBudgetResponse:
        """Show the budget.

        What the model calls of the workspace's runs may cost this month, and have cost."""

    @abstractmethod
    async def put_budget(self, request: PutBudgetRequest) -> PutBudgetResponse:
        """Set the budget.

        Once it is spent, submissions and retries are refused (`BILLING_REQUIRED`) until the next month
        (UTC), or until it is raised. Runs that are under way go on."""

    @abstractmethod
    async def list_audit(self, request: ListAuditRequest) -> ListAuditResponse:
        """Read the audit trail.

        New entries first. What happened to accounts, outside any workspace, is not in it."""

    @abstractmethod
    async def get_healthz(self, request: GetHealthzRequest) -> GetHealthzResponse:
        """Say that the process answers.

        Touches nothing: neither database nor store."""

    @abstractmethod
    async def get_readyz(self, request: GetReadyzRequest) -> GetReadyzResponse:
        """Say whether the server takes requests.

        Asks the database, its schema's version, the blob store, the key and the disk."""

    @abstractmethod
    async def get_metrics(self, request: GetMetricsRequest) -> GetMetricsResponse:
        """Show metrics for Prometheus.

        In the text format. Only clients on loopback addresses may ask: metrics name workspaces' activity."""

    @abstractmethod
    async def exchange_ticket(self, request: ExchangeTicketRequest) -> ExchangeTicketResponse:
        """Trade the ticket for a token.

        A ticket works once. Used, expired or unknown, it is gone."""

    @abstractmethod
    async def describe_job(self, request: DescribeJobRequest) -> DescribeJobResponse:
        """Say what to run.

        Everything but secrets."""

    @abstractmethod
    async def renew_lease(self, request: RenewLeaseRequest) -> RenewLeaseResponse:
        """Renew the lease.

        At least three times within a lease. The answer says whether to stop."""

    @abstractmethod
    async def read_journal(self, request: ReadJournalRequest) -> ReadJournalResponse:
        """Read the journal.

        What earlier jobs of the run wrote, to continue from."""

    @abstractmethod
    async def append_journal(self, request: AppendJournalRequest) -> AppendJournalResponse:
        """Append to the journal.

        Acknowledged once the records, and the files that come with them, are durable. Batches come in
        order, none left out; the last one may be sent again."""

    @abstractmethod
    async def presign_job_files(self, request: PresignJobFilesRequest) -> PresignJobFilesResponse:
        """Get URLs to send files to.

        Files go to the platform before the attempt that made them counts."""

    @abstractmethod
    async def complete_job_file(self, request: CompleteJobFileRequest) -> CompleteJobFileResponse:
        """Say that a file was sent.

        The platform compares size and digest. Idempotent."""

    @abstractmethod
    async def presign_job_downloads(self, request: PresignJobDownloadsRequest) -> PresignJobDownloadsResponse:
        """Get URLs for files of the run.

        To continue from what earlier jobs sent."""

    @abstractmethod
    async def download_job_dataset(self, request: DownloadJobDatasetRequest) -> DownloadJobDatasetResponse:
        """Get a URL for the run's dataset.

        The bytes are those the submission resolved."""

    @abstractmethod
    async def download_job_source(self, request: DownloadJobSourceRequest) -> DownloadJobSourceResponse:
        """Get a URL for the source of the run's commit.

        A tar archive of the tree."""

    @abstractmethod
    async def take_job_secrets(self, request: TakeJobSecretsRequest) -> TakeJobSecretsResponse:
        """Take the run's secrets.

        Once an epoch: a second time it is gone (`SECRETS_TAKEN`). Values stay in memory; they go into no
        file, argument or log."""

    @abstractmethod
    async def append_job_logs(self, request: AppendJobLogsRequest) -> AppendJobLogsResponse:
        """Append to the run's log.

        Best effort: lines may be dropped when the log is over its limit."""

    @abstractmethod
    async def finish_job(self, request: FinishJobRequest) -> FinishJobResponse:
        """Report the end of the run.

        Idempotent. The platform must have every batch and file the job wrote; else it is a conflict that
        says what is missing."""


def routes(server: PlatformServer, *, max_body_bytes: int | None = None) -> list[Route]:
    """The Starlette routes of a server.

    A body of more than max_body_bytes is answered with 413 where the operation documents it. Raises
    IncompleteServerError, naming the operations, for an object that lacks handlers.
    """
    return build_routes(server, OPERATIONS, PlatformServer, max_body_bytes=max_body_bytes)


_INT_GE_0 = adapter(Annotated[int, Field(ge=0)])
_INT_GE_0_OR_NONE = adapter(Annotated[int, Field(ge=0)] | None)
_INT_GE_0_LE_1000000000 = adapter(Annotated[int, Field(ge=0, le=1000000000)])
_INT_GE_1_LE_100 = adapter(Annotated[int, Field(ge=1, le=100)])
_INT_GE_1_LE_200 = adapter(Annotated[int, Field(ge=1, le=200)])
_INT_GE_1_LE_50 = adapter(Annotated[int, Field(ge=1, le=50)])
_STR_MAX_LENGTH_255 = adapter(Annotated[str, Field(max_length=255)])
_STR_MAX_LENGTH_4096_OR_NONE = adapter(Annotated[str, Field(max_length=4096)] | None)
_STR_MAX_LENGTH_4096_PATTERN_0_9_0_MORE = adapter(
    Annotated[str, Field(max_length=4096, pattern="^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$")] | None
)
_STR_MAX_LENGTH_4096_PATTERN_A_ZA_Z_MORE = adapter(
    Annotated[str, Field(max_length=4096, pattern="^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$")]
)
_STR_MAX_LENGTH_512_OR_NONE = adapter(Annotated[str, Field(max_length=512)] | None)
_STR_MAX_LENGTH_64_OR_NONE = adapter(Annotated[str, Field(max_length=64)] | None)
_STR_MIN_LENGTH_1_MAX_LENGTH_1024_OR_MORE = adapter(Annotated[str, Field(min_length=1, max_length=1024)] | None)
_STR_MIN_LENGTH_1_MAX_LENGTH_128_PATTERN_MORE = adapter(
    Annotated[
        str,
        Field(
            min_length=1,
            max_length=128,
            pattern="^(metrics|trajectories|artifacts|logs|journal)(,(metrics|trajectories|artifacts|logs|journal))*$",
        ),
    ]
)
_STR_MIN_LENGTH_1_MAX_LENGTH_128_PATTERN_MORE_2 = adapter(
    Annotated[
        str,
        Field(
            min_length=1,
            max_length=128,
            pattern="^(summary|results|artifacts|logs)(,(summary|results|artifacts|logs))*$",
        ),
    ]
)
_STR_MIN_LENGTH_1_MAX_LENGTH_255_OR_MORE = adapter(Annotated[str, Field(min_length=1, max_length=255)] | None)
_STR_MIN_LENGTH_1_MAX_LENGTH_64 = adapter(Annotated[str, Field(min_length=1, max_length=64)])
_STR_PATTERN_0_9_4_0_9_2_MORE = adapter(Annotated[str, Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] | None)
_LITERAL_ALL_WORKSPACE_USER = adapter(Literal["all", "workspace", "user"])
_LITERAL_OLDER_NEWER = adapter(Literal["older", "newer"])
_ACCESS_TOKEN_LIST = adapter(models.AccessTokenList)
_AUDIT_PAGE = adapter(models.AuditPage)
_BASE_MODEL_DETAIL = adapter(models.BaseModelDetail)
_BASE_MODEL_LIST = adapter(models.BaseModelList)
_BENCHMARK_LIST = adapter(models.BenchmarkList)
_BENCHMARK_RESPONSE = adapter(models.BenchmarkResponse)
_BENCHMARK_RUN_LIST = adapter(models.BenchmarkRunList)
_BENCHMARK_RUN_RESPONSE = adapter(models.BenchmarkRunResponse)
_BENCHMARK_SUBMIT_REQUEST = adapter(models.BenchmarkSubmitRequest)
_BUDGET = adapter(models.Budget)
_BUDGET_REQUEST = adapter(models.BudgetRequest)
_CATALOGUE_ROLLOUT_LIST = adapter(models.CatalogueRolloutList)
_CLIENT_VERSION_STATUS_OR_NONE = adapter(models.ClientVersionStatus | None)
_CREATED_TOKEN = adapter(models.CreatedToken)
_DATASET_COMPLETE_REQUEST = adapter(models.DatasetCompleteRequest)
_DATASET_CREATE_REQUEST = adapter(models.DatasetCreateRequest)
_DATASET_DOWNLOAD = adapter(models.DatasetDownload)
_DATASET_RENAME_REQUEST = adapter(models.DatasetRenameRequest)
_DEPLOYMENT_RESPONSE = adapter(models.DeploymentResponse)
_DEVICE_AUTHORIZE_REQUEST = adapter(models.DeviceAuthorizeRequest)
_DEVICE_AUTHORIZE_RESPONSE = adapter(models.DeviceAuthorizeResponse)
_DEVICE_TOKEN_REQUEST = adapter(models.DeviceTokenRequest)
_DEVICE_TOKEN_RESPONSE = adapter(models.DeviceTokenResponse)
_DOWNLOAD_URLS_REQUEST = adapter(models.DownloadUrlsRequest)
_DOWNLOAD_URLS_RESPONSE = adapter(models.DownloadUrlsResponse)
_EMPTY = adapter(models.Empty)
_ENVIRONMENT_SECRET = adapter(models.EnvironmentSecret)
_ENVIRONMENT_SECRET_LIST = adapter(models.EnvironmentSecretList)
_EVAL_RETRY_REQUEST = adapter(models.EvalRetryRequest)
_EVAL_RETRY_RESPONSE = adapter(models.EvalRetryResponse)
_EVAL_RUN_LIST = adapter(models.EvalRunList)
_EVAL_RUN_METRICS = adapter(models.EvalRunMetrics)
_EVAL_RUN_RESPONSE = adapter(models.EvalRunResponse)
_EVAL_SUBMIT_REQUEST = adapter(models.EvalSubmitRequest)
_GIT_BRANCH_LIST = adapter(models.GitBranchList)
_GIT_CONNECT_REQUEST = adapter(models.GitConnectRequest)
_GIT_CONNECTION = adapter(models.GitConnection)
_GIT_HOOK = adapter(models.GitHook)
_GIT_PUSH = adapter(models.GitPush)
_GIT_SYNC_LIST = adapter(models.GitSyncList)
_IMPORT_FILE_COMPLETE = adapter(models.ImportFileComplete)
_IMPORT_REQUEST = adapter(models.ImportRequest)
_IMPORT_SESSION = adapter(models.ImportSession)
_IMPORT_UPLOADS = adapter(models.ImportUploads)
_IMPORT_UPLOADS_REQUEST = adapter(models.ImportUploadsRequest)
_INVITATION = adapter(models.Invitation)
_INVITATION_ACCEPT_REQUEST = adapter(models.InvitationAcceptRequest)
_INVITATION_CREATE_REQUEST = adapter(models.InvitationCreateRequest)
_INVITATION_LIST = adapter(models.InvitationList)
_JOB_DESCRIPTION = adapter(models.JobDescription)
_JOB_DOWNLOADS_REQUEST = adapter(models.JobDownloadsRequest)
_JOB_FILE_COMPLETE = adapter(models.JobFileComplete)
_JOB_FINISH_REQUEST = adapter(models.JobFinishRequest)
_JOB_FINISH_RESPONSE = adapter(models.JobFinishResponse)
_JOB_LOG_REQUEST = adapter(models.JobLogRequest)
_JOB_SECRETS = adapter(models.JobSecrets)
_JOB_SECRETS_REQUEST = adapter(models.JobSecretsRequest)
_JOB_SOURCE = adapter(models.JobSource)
_JOB_UPLOADS = adapter(models.JobUploads)
_JOB_UPLOADS_REQUEST = adapter(models.JobUploadsRequest)
_JOURNAL_ACKNOWLEDGEMENT = adapter(models.JournalAcknowledgement)
_JOURNAL_BATCH = adapter(models.JournalBatch)
_JOURNAL_PAGE = adapter(models.JournalPage)
_LEASE_RENEW_REQUEST = adapter(models.LeaseRenewRequest)
_LEASE_RENEW_RESPONSE = adapter(models.LeaseRenewResponse)
_LOG_PAGE = adapter(models.LogPage)
_LORA_MODEL_DETAIL = adapter(models.LoraModelDetail)
_LORA_MODEL_LIST = adapter(models.LoraModelList)
_MEMBER = adapter(models.Member)
_MEMBER_LIST = adapter(models.MemberList)
_MEMBER_UPDATE_REQUEST = adapter(models.MemberUpdateRequest)
_NEW_GIT_CONNECTION = adapter(models.NewGitConnection)
_OUTPUT_MANIFEST = adapter(models.OutputManifest)
_PLATFORM_DATASET = adapter(models.PlatformDataset)
_PLATFORM_DATASET_LIST = adapter(models.PlatformDatasetList)
_PLATFORM_HEALTH = adapter(models.PlatformHealth)
_PLATFORM_PROBLEM = adapter(models.PlatformProblem)
_QUICKSTART_REQUEST = adapter(models.QuickstartRequest)
_QUICKSTART_STATE = adapter(models.QuickstartState)
_READINESS = adapter(models.Readiness)
_RESOURCE_NAME = adapter(models.ResourceName)
_RUN_STOP_RESPONSE = adapter(models.RunStopResponse)
_SECRET_DELETE_REQUEST = adapter(models.SecretDeleteRequest)
_SECRET_UPSERT_REQUEST = adapter(models.SecretUpsertRequest)
_SUBMITTED_BENCHMARK_RUN = adapter(models.SubmittedBenchmarkRun)
_SUBMITTED_RUN = adapter(models.SubmittedRun)
_TICKET_EXCHANGE_REQUEST = adapter(models.TicketExchangeRequest)
_TICKET_EXCHANGE_RESPONSE = adapter(models.TicketExchangeResponse)
_TOKEN_CREATE_REQUEST = adapter(models.TokenCreateRequest)
_TRAINING_CHECKPOINT_LIST = adapter(models.TrainingCheckpointList)
_TRAINING_RUN_LIST = adapter(models.TrainingRunList)
_TRAINING_RUN_METRICS = adapter(models.TrainingRunMetrics)
_TRAINING_RUN_RESPONSE = adapter(models.TrainingRunResponse)
_TRAINING_SUBMIT_REQUEST = adapter(models.TrainingSubmitRequest)
_UPGRADE_REQUIRED = adapter(models.UpgradeRequired)
_USAGE_LIST = adapter(models.UsageList)
_VERIFY_RESPONSE = adapter(models.VerifyResponse)
_WEBHOOK = adapter(models.Webhook)
_WEBHOOK_DELIVERY = adapter(models.WebhookDelivery)
_WEBHOOK_DELIVERY_LIST = adapter(models.WebhookDeliveryList)
_WEBHOOK_REQUEST = adapter(models.WebhookRequest)
_WORKSPACE = adapter(models.Workspace)
_WORKSPACE_CREATE_REQUEST = adapter(models.WorkspaceCreateRequest)
_WORKSPACE_LIST = adapter(models.WorkspaceList)
_WORKSPACE_UPDATE_REQUEST = adapter(models.WorkspaceUpdateRequest)

OPERATIONS = (
    runtime.Operation(
        id="verify",
        method="GET",
        path="/api/cli/verify",
        handler="verify",
        request=VerifyRequest,
        parameters=(
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                Verify200,
                200,
                media="application/json",
                adapter=_VERIFY_RESPONSE,
                models=(models.VerifyResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                Verify400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                Verify401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                Verify403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                Verify404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                Verify426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                Verify429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                Verify503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="authorizeDevice",
        method="POST",
        path="/api/cli/device/authorize",
        handler="authorize_device",
        request=AuthorizeDeviceRequest,
        parameters=(
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_DEVICE_AUTHORIZE_REQUEST,
            required=False,
        ),
        answers=(
            runtime.Answer(
                AuthorizeDevice200,
                200,
                media="application/json",
                adapter=_DEVICE_AUTHORIZE_RESPONSE,
                models=(models.DeviceAuthorizeResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                AuthorizeDevice400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AuthorizeDevice408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AuthorizeDevice413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AuthorizeDevice415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AuthorizeDevice426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                AuthorizeDevice429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                AuthorizeDevice503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
    ),
    runtime.Operation(
        id="pollDevice",
        method="POST",
        path="/api/cli/device/token",
        handler="poll_device",
        request=PollDeviceRequest,
        parameters=(
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_DEVICE_TOKEN_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                PollDevice200,
                200,
                media="application/json",
                adapter=_DEVICE_TOKEN_RESPONSE,
                models=(models.DeviceTokenResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                PollDevice400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PollDevice408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PollDevice413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PollDevice415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PollDevice426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                PollDevice429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                PollDevice503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
    ),
    runtime.Operation(
        id="revokeCliToken",
        method="DELETE",
        path="/api/cli/tokens/{token_id}",
        handler="revoke_cli_token",
        request=RevokeCliTokenRequest,
        parameters=(
            runtime.Parameter(
                wire="token_id",
                name="token_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                RevokeCliToken204,
                204,
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                RevokeCliToken400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeCliToken401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeCliToken403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeCliToken404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeCliToken426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                RevokeCliToken429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                RevokeCliToken503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listCliWorkspaces",
        method="GET",
        path="/api/cli/workspaces",
        handler="list_cli_workspaces",
        request=ListCliWorkspacesRequest,
        parameters=(
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListCliWorkspaces200,
                200,
                media="application/json",
                adapter=_WORKSPACE_LIST,
                models=(models.WorkspaceList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                ListCliWorkspaces400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListCliWorkspaces401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListCliWorkspaces403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListCliWorkspaces426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListCliWorkspaces429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListCliWorkspaces503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="getQuickstart",
        method="GET",
        path="/api/cli/quickstart",
        handler="get_quickstart",
        request=GetQuickstartRequest,
        parameters=(
            runtime.Parameter(
                wire="organizationId",
                name="organization_id",
                place="query",
                kind="string",
                adapter=_STR_MIN_LENGTH_1_MAX_LENGTH_64,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetQuickstart200,
                200,
                media="application/json",
                adapter=_QUICKSTART_STATE,
                models=(models.QuickstartState,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                GetQuickstart400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetQuickstart401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetQuickstart403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetQuickstart404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetQuickstart426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetQuickstart429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                GetQuickstart503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="completeQuickstart",
        method="POST",
        path="/api/cli/quickstart",
        handler="complete_quickstart",
        request=CompleteQuickstartRequest,
        parameters=(
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_QUICKSTART_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                CompleteQuickstart200,
                200,
                media="application/json",
                adapter=_EMPTY,
                models=(models.Empty,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                CompleteQuickstart400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteQuickstart401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteQuickstart403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteQuickstart404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteQuickstart408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteQuickstart413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteQuickstart415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteQuickstart426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                CompleteQuickstart429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                CompleteQuickstart503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listSecrets",
        method="GET",
        path="/api/cli/environment-secrets",
        handler="list_secrets",
        request=ListSecretsRequest,
        parameters=(
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_50,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=_INT_GE_0_LE_1000000000,
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="scope",
                name="scope",
                place="query",
                kind="string",
                adapter=_LITERAL_ALL_WORKSPACE_USER,
                required=False,
                default="all",
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListSecrets200,
                200,
                media="application/json",
                adapter=_ENVIRONMENT_SECRET_LIST,
                models=(models.EnvironmentSecretList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                ListSecrets400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListSecrets401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListSecrets403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListSecrets404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListSecrets426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListSecrets429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListSecrets503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="upsertSecret",
        method="POST",
        path="/api/cli/environment-secrets",
        handler="upsert_secret",
        request=UpsertSecretRequest,
        parameters=(
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_SECRET_UPSERT_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                UpsertSecret200,
                200,
                media="application/json",
                adapter=_ENVIRONMENT_SECRET,
                models=(models.EnvironmentSecret,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                UpsertSecret400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpsertSecret401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpsertSecret403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpsertSecret404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpsertSecret408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpsertSecret413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpsertSecret415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpsertSecret426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                UpsertSecret429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                UpsertSecret503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="deleteSecret",
        method="DELETE",
        path="/api/cli/environment-secrets",
        handler="delete_secret",
        request=DeleteSecretRequest,
        parameters=(
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_SECRET_DELETE_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                DeleteSecret200,
                200,
                media="application/json",
                adapter=_EMPTY,
                models=(models.Empty,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                DeleteSecret400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteSecret401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteSecret403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteSecret404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteSecret408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteSecret413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteSecret415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteSecret426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                DeleteSecret429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                DeleteSecret503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listRollouts",
        method="GET",
        path="/api/cli/rollouts",
        handler="list_rollouts",
        request=ListRolloutsRequest,
        parameters=(
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_50,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=_INT_GE_0_LE_1000000000,
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="branch",
                name="branch",
                place="query",
                kind="string",
                adapter=_STR_MIN_LENGTH_1_MAX_LENGTH_255_OR_MORE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListRollouts200,
                200,
                media="application/json",
                adapter=_CATALOGUE_ROLLOUT_LIST,
                models=(models.CatalogueRolloutList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                ListRollouts400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListRollouts401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListRollouts403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListRollouts404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListRollouts426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListRollouts429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListRollouts503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listDatasets",
        method="GET",
        path="/api/cli/datasets",
        handler="list_datasets",
        request=ListDatasetsRequest,
        parameters=(
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_50,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=_INT_GE_0_LE_1000000000,
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListDatasets200,
                200,
                media="application/json",
                adapter=_PLATFORM_DATASET_LIST,
                models=(models.PlatformDatasetList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                ListDatasets400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListDatasets401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListDatasets403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListDatasets404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListDatasets426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListDatasets429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListDatasets503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="createDataset",
        method="POST",
        path="/api/cli/datasets",
        handler="create_dataset",
        request=CreateDatasetRequest,
        parameters=(
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_DATASET_CREATE_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                CreateDataset201,
                201,
                media="application/json",
                adapter=_PLATFORM_DATASET,
                models=(models.PlatformDataset,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                CreateDataset400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateDataset401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateDataset403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateDataset404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateDataset408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateDataset409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateDataset413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateDataset415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateDataset426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                CreateDataset429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                CreateDataset503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="getDataset",
        method="GET",
        path="/api/cli/datasets/{name_or_id}",
        handler="get_dataset",
        request=GetDatasetRequest,
        parameters=(
            runtime.Parameter(
                wire="name_or_id",
                name="name_or_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetDataset200,
                200,
                media="application/json",
                adapter=_PLATFORM_DATASET,
                models=(models.PlatformDataset,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                GetDataset400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetDataset401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetDataset403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetDataset404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetDataset426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetDataset429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                GetDataset503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="completeDataset",
        method="POST",
        path="/api/cli/datasets/{id}/complete",
        handler="complete_dataset",
        request=CompleteDatasetRequest,
        parameters=(
            runtime.Parameter(
                wire="id",
                name="id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_DATASET_COMPLETE_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                CompleteDataset200,
                200,
                media="application/json",
                adapter=_PLATFORM_DATASET,
                models=(models.PlatformDataset,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                CompleteDataset400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteDataset401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteDataset403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteDataset404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteDataset408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteDataset409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteDataset413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteDataset415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteDataset426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                CompleteDataset429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                CompleteDataset503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="abortDataset",
        method="POST",
        path="/api/cli/datasets/{id}/abort",
        handler="abort_dataset",
        request=AbortDatasetRequest,
        parameters=(
            runtime.Parameter(
                wire="id",
                name="id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_EMPTY,
            required=False,
        ),
        answers=(
            runtime.Answer(
                AbortDataset200,
                200,
                media="application/json",
                adapter=_EMPTY,
                models=(models.Empty,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                AbortDataset400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AbortDataset401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AbortDataset403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AbortDataset404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AbortDataset408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AbortDataset409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AbortDataset413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AbortDataset415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AbortDataset426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                AbortDataset429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                AbortDataset503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="downloadDataset",
        method="GET",
        path="/api/cli/datasets/{name_or_id}/download",
        handler="download_dataset",
        request=DownloadDatasetRequest,
        parameters=(
            runtime.Parameter(
                wire="name_or_id",
                name="name_or_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                DownloadDataset200,
                200,
                media="application/json",
                adapter=_DATASET_DOWNLOAD,
                models=(models.DatasetDownload,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                DownloadDataset400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadDataset401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadDataset403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadDataset404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadDataset409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadDataset426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                DownloadDataset429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                DownloadDataset503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listDatasetLogs",
        method="GET",
        path="/api/cli/datasets/{name_or_id}/logs",
        handler="list_dataset_logs",
        request=ListDatasetLogsRequest,
        parameters=(
            runtime.Parameter(
                wire="name_or_id",
                name="name_or_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_200,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="direction",
                name="direction",
                place="query",
                kind="string",
                adapter=_LITERAL_OLDER_NEWER,
                required=False,
                default="older",
            ),
            runtime.Parameter(
                wire="cursor",
                name="cursor",
                place="query",
                kind="string",
                adapter=_STR_MIN_LENGTH_1_MAX_LENGTH_1024_OR_MORE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListDatasetLogs200,
                200,
                media="application/json",
                adapter=_LOG_PAGE,
                models=(models.LogPage,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                ListDatasetLogs400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListDatasetLogs401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListDatasetLogs403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListDatasetLogs404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListDatasetLogs426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListDatasetLogs429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListDatasetLogs503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="deleteDataset",
        method="DELETE",
        path="/api/v1/workspaces/{workspace}/datasets/{name_or_id}",
        handler="delete_dataset",
        request=DeleteDatasetRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="name_or_id",
                name="name_or_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                DeleteDataset204,
                204,
            ),
            runtime.Answer(
                DeleteDataset400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteDataset401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteDataset403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteDataset404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteDataset409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteDataset429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                DeleteDataset503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="renameDataset",
        method="PATCH",
        path="/api/v1/workspaces/{workspace}/datasets/{name_or_id}",
        handler="rename_dataset",
        request=RenameDatasetRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="name_or_id",
                name="name_or_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=_DATASET_RENAME_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                RenameDataset200,
                200,
                media="application/json",
                adapter=_PLATFORM_DATASET,
                models=(models.PlatformDataset,),
            ),
            runtime.Answer(
                RenameDataset400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenameDataset401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenameDataset403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenameDataset404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenameDataset408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenameDataset409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenameDataset413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenameDataset415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenameDataset429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                RenameDataset503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="takeFile",
        method="GET",
        path="/api/v1/transfers",
        handler="take_file",
        request=TakeFileRequest,
        parameters=(
            runtime.Parameter(
                wire="grant",
                name="grant",
                place="query",
                kind="string",
                adapter=_STR_MAX_LENGTH_4096_PATTERN_A_ZA_Z_MORE,
                required=True,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                TakeFile200Stream,
                200,
                media="application/octet-stream",
                headers=(
                    runtime.Header("Content-Length", "content_length", _INT_GE_0, True),
                    runtime.Header("Content-Disposition", "content_disposition", _STR_MAX_LENGTH_4096_OR_NONE, False),
                ),
                stream=True,
            ),
            runtime.Answer(
                TakeFile400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeFile403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeFile404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeFile429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                TakeFile503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
    ),
    runtime.Operation(
        id="sendFile",
        method="PUT",
        path="/api/v1/transfers",
        handler="send_file",
        request=SendFileRequest,
        parameters=(
            runtime.Parameter(
                wire="grant",
                name="grant",
                place="query",
                kind="string",
                adapter=_STR_MAX_LENGTH_4096_PATTERN_A_ZA_Z_MORE,
                required=True,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                SendFile200,
                200,
                headers=(runtime.Header("ETag", "e_tag", _STR_MAX_LENGTH_255, True),),
            ),
            runtime.Answer(
                SendFile400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SendFile403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SendFile404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SendFile408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SendFile413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SendFile429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                SendFile503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        stream_body=True,
    ),
    runtime.Operation(
        id="listEvalRuns",
        method="GET",
        path="/api/cli/eval-runs",
        handler="list_eval_runs",
        request=ListEvalRunsRequest,
        parameters=(
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_50,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=_INT_GE_0_LE_1000000000,
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListEvalRuns200,
                200,
                media="application/json",
                adapter=_EVAL_RUN_LIST,
                models=(models.EvalRunList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                ListEvalRuns400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRuns401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRuns403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRuns404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRuns426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListEvalRuns429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListEvalRuns503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="submitEvalRun",
        method="POST",
        path="/api/cli/eval-runs",
        handler="submit_eval_run",
        request=SubmitEvalRunRequest,
        parameters=(
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_EVAL_SUBMIT_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                SubmitEvalRun201,
                201,
                media="application/json",
                adapter=_SUBMITTED_RUN,
                models=(models.SubmittedRun,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                SubmitEvalRun400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitEvalRun401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitEvalRun403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitEvalRun404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitEvalRun408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitEvalRun409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitEvalRun413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitEvalRun415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitEvalRun426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                SubmitEvalRun429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                SubmitEvalRun503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="getEvalRun",
        method="GET",
        path="/api/cli/eval-runs/{name_or_id}",
        handler="get_eval_run",
        request=GetEvalRunRequest,
        parameters=(
            runtime.Parameter(
                wire="name_or_id",
                name="name_or_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetEvalRun200,
                200,
                media="application/json",
                adapter=_EVAL_RUN_RESPONSE,
                models=(models.EvalRunResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                GetEvalRun400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetEvalRun401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetEvalRun403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetEvalRun404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetEvalRun426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetEvalRun429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                GetEvalRun503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="getEvalRunMetrics",
        method="GET",
        path="/api/cli/eval-runs/{id}/metrics",
        handler="get_eval_run_metrics",
        request=GetEvalRunMetricsRequest,
        parameters=(
            runtime.Parameter(
                wire="id",
                name="id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetEvalRunMetrics200,
                200,
                media="application/json",
                adapter=_EVAL_RUN_METRICS,
                models=(models.EvalRunMetrics,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                GetEvalRunMetrics400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetEvalRunMetrics401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetEvalRunMetrics403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetEvalRunMetrics404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetEvalRunMetrics426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetEvalRunMetrics429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                GetEvalRunMetrics503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listEvalRunLogs",
        method="GET",
        path="/api/cli/eval-runs/{name_or_id}/logs",
        handler="list_eval_run_logs",
        request=ListEvalRunLogsRequest,
        parameters=(
            runtime.Parameter(
                wire="name_or_id",
                name="name_or_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_200,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="direction",
                name="direction",
                place="query",
                kind="string",
                adapter=_LITERAL_OLDER_NEWER,
                required=False,
                default="older",
            ),
            runtime.Parameter(
                wire="cursor",
                name="cursor",
                place="query",
                kind="string",
                adapter=_STR_MIN_LENGTH_1_MAX_LENGTH_1024_OR_MORE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListEvalRunLogs200,
                200,
                media="application/json",
                adapter=_LOG_PAGE,
                models=(models.LogPage,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                ListEvalRunLogs400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRunLogs401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRunLogs403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRunLogs404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRunLogs426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListEvalRunLogs429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListEvalRunLogs503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="stopEvalRun",
        method="POST",
        path="/api/cli/eval-runs/{name_or_id}/stop",
        handler="stop_eval_run",
        request=StopEvalRunRequest,
        parameters=(
            runtime.Parameter(
                wire="name_or_id",
                name="name_or_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_EMPTY,
            required=False,
        ),
        answers=(
            runtime.Answer(
                StopEvalRun200,
                200,
                media="application/json",
                adapter=_RUN_STOP_RESPONSE,
                models=(models.RunStopResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                StopEvalRun400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopEvalRun401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopEvalRun403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopEvalRun404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopEvalRun408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopEvalRun409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopEvalRun413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopEvalRun415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopEvalRun426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                StopEvalRun429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                StopEvalRun503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="retryEvalRun",
        method="POST",
        path="/api/cli/eval-runs/{name_or_id}/retry",
        handler="retry_eval_run",
        request=RetryEvalRunRequest,
        parameters=(
            runtime.Parameter(
                wire="name_or_id",
                name="name_or_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_EVAL_RETRY_REQUEST,
            required=False,
        ),
        answers=(
            runtime.Answer(
                RetryEvalRun200,
                200,
                media="application/json",
                adapter=_EVAL_RETRY_RESPONSE,
                models=(models.EvalRetryResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                RetryEvalRun400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RetryEvalRun401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RetryEvalRun403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RetryEvalRun404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RetryEvalRun408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RetryEvalRun409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RetryEvalRun413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RetryEvalRun415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RetryEvalRun426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                RetryEvalRun429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                RetryEvalRun503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listEvalRunFiles",
        method="GET",
        path="/api/cli/eval-runs/{id}/samples/manifest",
        handler="list_eval_run_files",
        request=ListEvalRunFilesRequest,
        parameters=(
            runtime.Parameter(
                wire="id",
                name="id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="types",
                name="types",
                place="query",
                kind="string",
                adapter=_STR_MIN_LENGTH_1_MAX_LENGTH_128_PATTERN_MORE,
                required=True,
            ),
            runtime.Parameter(
                wire="rows",
                name="rows",
                place="query",
                kind="string",
                adapter=_STR_MAX_LENGTH_4096_PATTERN_0_9_0_MORE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListEvalRunFiles200,
                200,
                media="application/json",
                adapter=_OUTPUT_MANIFEST,
                models=(models.OutputManifest,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                ListEvalRunFiles400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRunFiles401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRunFiles403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRunFiles404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRunFiles426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListEvalRunFiles429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListEvalRunFiles503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="presignEvalRunFiles",
        method="POST",
        path="/api/cli/eval-runs/{id}/samples/download-urls",
        handler="presign_eval_run_files",
        request=PresignEvalRunFilesRequest,
        parameters=(
            runtime.Parameter(
                wire="id",
                name="id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_DOWNLOAD_URLS_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                PresignEvalRunFiles200,
                200,
                media="application/json",
                adapter=_DOWNLOAD_URLS_RESPONSE,
                models=(models.DownloadUrlsResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                PresignEvalRunFiles400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignEvalRunFiles401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignEvalRunFiles403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignEvalRunFiles404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignEvalRunFiles408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignEvalRunFiles413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignEvalRunFiles415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignEvalRunFiles426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                PresignEvalRunFiles429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                PresignEvalRunFiles503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="startImport",
        method="POST",
        path="/api/cli/eval-runs/imports",
        handler="start_import",
        request=StartImportRequest,
        parameters=(
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_IMPORT_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                StartImport200,
                200,
                media="application/json",
                adapter=_IMPORT_SESSION,
                models=(models.ImportSession,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                StartImport400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StartImport401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StartImport403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StartImport404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StartImport408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StartImport409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StartImport413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StartImport415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StartImport426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                StartImport429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                StartImport503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="presignImportFiles",
        method="POST",
        path="/api/cli/eval-runs/imports/{session_id}/uploads",
        handler="presign_import_files",
        request=PresignImportFilesRequest,
        parameters=(
            runtime.Parameter(
                wire="session_id",
                name="session_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_IMPORT_UPLOADS_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                PresignImportFiles200,
                200,
                media="application/json",
                adapter=_IMPORT_UPLOADS,
                models=(models.ImportUploads,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                PresignImportFiles400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignImportFiles401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignImportFiles403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignImportFiles404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignImportFiles408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignImportFiles409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignImportFiles410,
                410,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignImportFiles413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignImportFiles415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignImportFiles426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                PresignImportFiles429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                PresignImportFiles503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="completeImportFile",
        method="POST",
        path="/api/cli/eval-runs/imports/{session_id}/uploads/complete",
        handler="complete_import_file",
        request=CompleteImportFileRequest,
        parameters=(
            runtime.Parameter(
                wire="session_id",
                name="session_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_IMPORT_FILE_COMPLETE,
            required=True,
        ),
        answers=(
            runtime.Answer(
                CompleteImportFile200,
                200,
                media="application/json",
                adapter=_EMPTY,
                models=(models.Empty,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                CompleteImportFile400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteImportFile401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteImportFile403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteImportFile404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteImportFile408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteImportFile409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteImportFile410,
                410,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteImportFile413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteImportFile415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteImportFile426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                CompleteImportFile429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                CompleteImportFile503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="finalizeImport",
        method="POST",
        path="/api/cli/eval-runs/imports/{session_id}/finalize",
        handler="finalize_import",
        request=FinalizeImportRequest,
        parameters=(
            runtime.Parameter(
                wire="session_id",
                name="session_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_EMPTY,
            required=False,
        ),
        answers=(
            runtime.Answer(
                FinalizeImport200,
                200,
                media="application/json",
                adapter=_IMPORT_SESSION,
                models=(models.ImportSession,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                FinalizeImport400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinalizeImport401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinalizeImport403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinalizeImport404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinalizeImport408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinalizeImport409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinalizeImport410,
                410,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinalizeImport413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinalizeImport415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinalizeImport426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                FinalizeImport429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                FinalizeImport503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listTrainingRuns",
        method="GET",
        path="/api/cli/training-runs",
        handler="list_training_runs",
        request=ListTrainingRunsRequest,
        parameters=(
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_50,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=_INT_GE_0_LE_1000000000,
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListTrainingRuns200,
                200,
                media="application/json",
                adapter=_TRAINING_RUN_LIST,
                models=(models.TrainingRunList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                ListTrainingRuns400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRuns401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRuns403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRuns404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRuns426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListTrainingRuns429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListTrainingRuns501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRuns503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="submitTrainingRun",
        method="POST",
        path="/api/cli/training-runs",
        handler="submit_training_run",
        request=SubmitTrainingRunRequest,
        parameters=(
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_TRAINING_SUBMIT_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                SubmitTrainingRun201,
                201,
                media="application/json",
                adapter=_SUBMITTED_RUN,
                models=(models.SubmittedRun,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                SubmitTrainingRun400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitTrainingRun401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitTrainingRun403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitTrainingRun404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitTrainingRun408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitTrainingRun409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitTrainingRun413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitTrainingRun415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitTrainingRun426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                SubmitTrainingRun429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                SubmitTrainingRun501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitTrainingRun503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="getTrainingRun",
        method="GET",
        path="/api/cli/training-runs/{name_or_id}",
        handler="get_training_run",
        request=GetTrainingRunRequest,
        parameters=(
            runtime.Parameter(
                wire="name_or_id",
                name="name_or_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetTrainingRun200,
                200,
                media="application/json",
                adapter=_TRAINING_RUN_RESPONSE,
                models=(models.TrainingRunResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                GetTrainingRun400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRun401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRun403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRun404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRun426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetTrainingRun429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                GetTrainingRun501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRun503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="getTrainingRunMetrics",
        method="GET",
        path="/api/cli/training-runs/{id}/metrics",
        handler="get_training_run_metrics",
        request=GetTrainingRunMetricsRequest,
        parameters=(
            runtime.Parameter(
                wire="id",
                name="id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetTrainingRunMetrics200,
                200,
                media="application/json",
                adapter=_TRAINING_RUN_METRICS,
                models=(models.TrainingRunMetrics,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                GetTrainingRunMetrics400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRunMetrics401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRunMetrics403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRunMetrics404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRunMetrics426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetTrainingRunMetrics429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                GetTrainingRunMetrics501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRunMetrics503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listCheckpoints",
        method="GET",
        path="/api/cli/training-runs/{name_or_id}/checkpoints",
        handler="list_checkpoints",
        request=ListCheckpointsRequest,
        parameters=(
            runtime.Parameter(
                wire="name_or_id",
                name="name_or_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListCheckpoints200,
                200,
                media="application/json",
                adapter=_TRAINING_CHECKPOINT_LIST,
                models=(models.TrainingCheckpointList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                ListCheckpoints400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListCheckpoints401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListCheckpoints403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListCheckpoints404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListCheckpoints426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListCheckpoints429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListCheckpoints501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListCheckpoints503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listTrainingRunLogs",
        method="GET",
        path="/api/cli/training-runs/{name_or_id}/logs",
        handler="list_training_run_logs",
        request=ListTrainingRunLogsRequest,
        parameters=(
            runtime.Parameter(
                wire="name_or_id",
                name="name_or_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_200,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="direction",
                name="direction",
                place="query",
                kind="string",
                adapter=_LITERAL_OLDER_NEWER,
                required=False,
                default="older",
            ),
            runtime.Parameter(
                wire="cursor",
                name="cursor",
                place="query",
                kind="string",
                adapter=_STR_MIN_LENGTH_1_MAX_LENGTH_1024_OR_MORE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListTrainingRunLogs200,
                200,
                media="application/json",
                adapter=_LOG_PAGE,
                models=(models.LogPage,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                ListTrainingRunLogs400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRunLogs401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRunLogs403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRunLogs404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRunLogs426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListTrainingRunLogs429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListTrainingRunLogs501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRunLogs503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="stopTrainingRun",
        method="POST",
        path="/api/cli/training-runs/{name_or_id}/stop",
        handler="stop_training_run",
        request=StopTrainingRunRequest,
        parameters=(
            runtime.Parameter(
                wire="name_or_id",
                name="name_or_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_EMPTY,
            required=False,
        ),
        answers=(
            runtime.Answer(
                StopTrainingRun200,
                200,
                media="application/json",
                adapter=_RUN_STOP_RESPONSE,
                models=(models.RunStopResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                StopTrainingRun400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopTrainingRun401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopTrainingRun403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopTrainingRun404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopTrainingRun408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopTrainingRun409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopTrainingRun413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopTrainingRun415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopTrainingRun426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                StopTrainingRun429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                StopTrainingRun501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopTrainingRun503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listBaseModels",
        method="GET",
        path="/api/cli/models/base",
        handler="list_base_models",
        request=ListBaseModelsRequest,
        parameters=(
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_50,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=_INT_GE_0_LE_1000000000,
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListBaseModels200,
                200,
                media="application/json",
                adapter=_BASE_MODEL_LIST,
                models=(models.BaseModelList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                ListBaseModels400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBaseModels401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBaseModels403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBaseModels404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBaseModels426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListBaseModels429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListBaseModels501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBaseModels503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listLoraModels",
        method="GET",
        path="/api/cli/models/lora",
        handler="list_lora_models",
        request=ListLoraModelsRequest,
        parameters=(
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_50,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=_INT_GE_0_LE_1000000000,
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListLoraModels200,
                200,
                media="application/json",
                adapter=_LORA_MODEL_LIST,
                models=(models.LoraModelList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                ListLoraModels400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListLoraModels401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListLoraModels403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListLoraModels404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListLoraModels426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListLoraModels429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListLoraModels501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListLoraModels503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="getLoraModel",
        method="GET",
        path="/api/cli/models/{lora_name}",
        handler="get_lora_model",
        request=GetLoraModelRequest,
        parameters=(
            runtime.Parameter(
                wire="lora_name",
                name="lora_name",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetLoraModel200,
                200,
                media="application/json",
                adapter=_LORA_MODEL_DETAIL,
                models=(models.LoraModelDetail,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                GetLoraModel400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetLoraModel401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetLoraModel403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetLoraModel404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetLoraModel426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetLoraModel429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                GetLoraModel501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetLoraModel503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="getBaseModel",
        method="GET",
        path="/api/cli/models/base/{name_or_id}",
        handler="get_base_model",
        request=GetBaseModelRequest,
        parameters=(
            runtime.Parameter(
                wire="name_or_id",
                name="name_or_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetBaseModel200,
                200,
                media="application/json",
                adapter=_BASE_MODEL_DETAIL,
                models=(models.BaseModelDetail,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                GetBaseModel400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBaseModel401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBaseModel403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBaseModel404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBaseModel426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetBaseModel429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                GetBaseModel501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBaseModel503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="deployModel",
        method="POST",
        path="/api/cli/models/{lora_name}/deploy",
        handler="deploy_model",
        request=DeployModelRequest,
        parameters=(
            runtime.Parameter(
                wire="lora_name",
                name="lora_name",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_EMPTY,
            required=False,
        ),
        answers=(
            runtime.Answer(
                DeployModel200,
                200,
                media="application/json",
                adapter=_DEPLOYMENT_RESPONSE,
                models=(models.DeploymentResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                DeployModel400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeployModel401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeployModel403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeployModel404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeployModel408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeployModel409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeployModel413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeployModel415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeployModel426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                DeployModel429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                DeployModel501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeployModel503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="undeployModel",
        method="POST",
        path="/api/cli/models/{lora_name}/undeploy",
        handler="undeploy_model",
        request=UndeployModelRequest,
        parameters=(
            runtime.Parameter(
                wire="lora_name",
                name="lora_name",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_EMPTY,
            required=False,
        ),
        answers=(
            runtime.Answer(
                UndeployModel200,
                200,
                media="application/json",
                adapter=_DEPLOYMENT_RESPONSE,
                models=(models.DeploymentResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                UndeployModel400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UndeployModel401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UndeployModel403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UndeployModel404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UndeployModel408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UndeployModel409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UndeployModel413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UndeployModel415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UndeployModel426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                UndeployModel429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                UndeployModel501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UndeployModel503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listBenchmarks",
        method="GET",
        path="/api/cli/benchmarks",
        handler="list_benchmarks",
        request=ListBenchmarksRequest,
        parameters=(
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_50,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=_INT_GE_0_LE_1000000000,
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListBenchmarks200,
                200,
                media="application/json",
                adapter=_BENCHMARK_LIST,
                models=(models.BenchmarkList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                ListBenchmarks400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarks401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarks403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarks404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarks426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListBenchmarks429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListBenchmarks501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarks503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="getBenchmark",
        method="GET",
        path="/api/cli/benchmarks/{name_or_id}",
        handler="get_benchmark",
        request=GetBenchmarkRequest,
        parameters=(
            runtime.Parameter(
                wire="name_or_id",
                name="name_or_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetBenchmark200,
                200,
                media="application/json",
                adapter=_BENCHMARK_RESPONSE,
                models=(models.BenchmarkResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                GetBenchmark400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmark401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmark403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmark404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmark426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetBenchmark429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                GetBenchmark501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmark503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listBenchmarkRuns",
        method="GET",
        path="/api/cli/benchmark-runs",
        handler="list_benchmark_runs",
        request=ListBenchmarkRunsRequest,
        parameters=(
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_50,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=_INT_GE_0_LE_1000000000,
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="benchmark",
                name="benchmark",
                place="query",
                kind="string",
                adapter=_STR_MIN_LENGTH_1_MAX_LENGTH_255_OR_MORE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListBenchmarkRuns200,
                200,
                media="application/json",
                adapter=_BENCHMARK_RUN_LIST,
                models=(models.BenchmarkRunList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                ListBenchmarkRuns400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRuns401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRuns403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRuns404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRuns426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListBenchmarkRuns429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListBenchmarkRuns501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRuns503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="submitBenchmarkRun",
        method="POST",
        path="/api/cli/benchmark-runs",
        handler="submit_benchmark_run",
        request=SubmitBenchmarkRunRequest,
        parameters=(
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_BENCHMARK_SUBMIT_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                SubmitBenchmarkRun201,
                201,
                media="application/json",
                adapter=_SUBMITTED_BENCHMARK_RUN,
                models=(models.SubmittedBenchmarkRun,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                SubmitBenchmarkRun400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                SubmitBenchmarkRun501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="getBenchmarkRun",
        method="GET",
        path="/api/cli/benchmark-runs/{name_or_id}",
        handler="get_benchmark_run",
        request=GetBenchmarkRunRequest,
        parameters=(
            runtime.Parameter(
                wire="name_or_id",
                name="name_or_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetBenchmarkRun200,
                200,
                media="application/json",
                adapter=_BENCHMARK_RUN_RESPONSE,
                models=(models.BenchmarkRunResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                GetBenchmarkRun400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmarkRun401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmarkRun403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmarkRun404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmarkRun426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetBenchmarkRun429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                GetBenchmarkRun501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmarkRun503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listBenchmarkRunLogs",
        method="GET",
        path="/api/cli/benchmark-runs/{name_or_id}/logs",
        handler="list_benchmark_run_logs",
        request=ListBenchmarkRunLogsRequest,
        parameters=(
            runtime.Parameter(
                wire="name_or_id",
                name="name_or_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_200,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="direction",
                name="direction",
                place="query",
                kind="string",
                adapter=_LITERAL_OLDER_NEWER,
                required=False,
                default="older",
            ),
            runtime.Parameter(
                wire="cursor",
                name="cursor",
                place="query",
                kind="string",
                adapter=_STR_MIN_LENGTH_1_MAX_LENGTH_1024_OR_MORE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListBenchmarkRunLogs200,
                200,
                media="application/json",
                adapter=_LOG_PAGE,
                models=(models.LogPage,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                ListBenchmarkRunLogs400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunLogs401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunLogs403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunLogs404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunLogs426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListBenchmarkRunLogs429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListBenchmarkRunLogs501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunLogs503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="stopBenchmarkRun",
        method="POST",
        path="/api/cli/benchmark-runs/{id}/stop",
        handler="stop_benchmark_run",
        request=StopBenchmarkRunRequest,
        parameters=(
            runtime.Parameter(
                wire="id",
                name="id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_EMPTY,
            required=False,
        ),
        answers=(
            runtime.Answer(
                StopBenchmarkRun200,
                200,
                media="application/json",
                adapter=_RUN_STOP_RESPONSE,
                models=(models.RunStopResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                StopBenchmarkRun400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopBenchmarkRun401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopBenchmarkRun403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopBenchmarkRun404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopBenchmarkRun408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopBenchmarkRun409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopBenchmarkRun413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopBenchmarkRun415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopBenchmarkRun426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                StopBenchmarkRun429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                StopBenchmarkRun501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopBenchmarkRun503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listBenchmarkRunFiles",
        method="GET",
        path="/api/cli/benchmark-runs/{id}/outputs/manifest",
        handler="list_benchmark_run_files",
        request=ListBenchmarkRunFilesRequest,
        parameters=(
            runtime.Parameter(
                wire="id",
                name="id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="types",
                name="types",
                place="query",
                kind="string",
                adapter=_STR_MIN_LENGTH_1_MAX_LENGTH_128_PATTERN_MORE_2,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListBenchmarkRunFiles200,
                200,
                media="application/json",
                adapter=_OUTPUT_MANIFEST,
                models=(models.OutputManifest,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                ListBenchmarkRunFiles400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunFiles401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunFiles403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunFiles404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunFiles426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListBenchmarkRunFiles429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListBenchmarkRunFiles501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunFiles503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="presignBenchmarkRunFiles",
        method="POST",
        path="/api/cli/benchmark-runs/{id}/outputs/download-urls",
        handler="presign_benchmark_run_files",
        request=PresignBenchmarkRunFilesRequest,
        parameters=(
            runtime.Parameter(
                wire="id",
                name="id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_512_OR_NONE,
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=_STR_MAX_LENGTH_64_OR_NONE,
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=_DOWNLOAD_URLS_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                PresignBenchmarkRunFiles200,
                200,
                media="application/json",
                adapter=_DOWNLOAD_URLS_RESPONSE,
                models=(models.DownloadUrlsResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status", "x_osmosis_version_status", _CLIENT_VERSION_STATUS_OR_NONE, False
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message", "x_osmosis_version_message", _STR_MAX_LENGTH_512_OR_NONE, False
                    ),
                ),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles426,
                426,
                media="application/json",
                adapter=_UPGRADE_REQUIRED,
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles501,
                501,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="createWorkspace",
        method="POST",
        path="/api/v1/workspaces",
        handler="create_workspace",
        request=CreateWorkspaceRequest,
        parameters=(),
        body=runtime.Body(
            adapter=_WORKSPACE_CREATE_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                CreateWorkspace201,
                201,
                media="application/json",
                adapter=_WORKSPACE,
                models=(models.Workspace,),
            ),
            runtime.Answer(
                CreateWorkspace400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateWorkspace401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateWorkspace403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateWorkspace408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateWorkspace409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateWorkspace413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateWorkspace415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateWorkspace429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                CreateWorkspace503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="getWorkspace",
        method="GET",
        path="/api/v1/workspaces/{workspace}",
        handler="get_workspace",
        request=GetWorkspaceRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetWorkspace200,
                200,
                media="application/json",
                adapter=_WORKSPACE,
                models=(models.Workspace,),
            ),
            runtime.Answer(
                GetWorkspace400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetWorkspace401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetWorkspace403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetWorkspace404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetWorkspace429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                GetWorkspace503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="deleteWorkspace",
        method="DELETE",
        path="/api/v1/workspaces/{workspace}",
        handler="delete_workspace",
        request=DeleteWorkspaceRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                DeleteWorkspace204,
                204,
            ),
            runtime.Answer(
                DeleteWorkspace400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteWorkspace401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteWorkspace403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteWorkspace404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteWorkspace409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteWorkspace429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                DeleteWorkspace503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="updateWorkspace",
        method="PATCH",
        path="/api/v1/workspaces/{workspace}",
        handler="update_workspace",
        request=UpdateWorkspaceRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=_WORKSPACE_UPDATE_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                UpdateWorkspace200,
                200,
                media="application/json",
                adapter=_WORKSPACE,
                models=(models.Workspace,),
            ),
            runtime.Answer(
                UpdateWorkspace400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateWorkspace401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateWorkspace403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateWorkspace404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateWorkspace408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateWorkspace409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateWorkspace413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateWorkspace415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateWorkspace429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                UpdateWorkspace503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listMembers",
        method="GET",
        path="/api/v1/workspaces/{workspace}/members",
        handler="list_members",
        request=ListMembersRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_50,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=_INT_GE_0_LE_1000000000,
                required=False,
                default=0,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListMembers200,
                200,
                media="application/json",
                adapter=_MEMBER_LIST,
                models=(models.MemberList,),
            ),
            runtime.Answer(
                ListMembers400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListMembers401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListMembers403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListMembers404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListMembers429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListMembers503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="removeMember",
        method="DELETE",
        path="/api/v1/workspaces/{workspace}/members/{user_id}",
        handler="remove_member",
        request=RemoveMemberRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="user_id",
                name="user_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                RemoveMember204,
                204,
            ),
            runtime.Answer(
                RemoveMember400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RemoveMember401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RemoveMember403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RemoveMember404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RemoveMember409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RemoveMember429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                RemoveMember503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="updateMember",
        method="PATCH",
        path="/api/v1/workspaces/{workspace}/members/{user_id}",
        handler="update_member",
        request=UpdateMemberRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="user_id",
                name="user_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=_MEMBER_UPDATE_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                UpdateMember200,
                200,
                media="application/json",
                adapter=_MEMBER,
                models=(models.Member,),
            ),
            runtime.Answer(
                UpdateMember400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateMember401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateMember403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateMember404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateMember408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateMember409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateMember413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateMember415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateMember429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                UpdateMember503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listInvitations",
        method="GET",
        path="/api/v1/workspaces/{workspace}/invitations",
        handler="list_invitations",
        request=ListInvitationsRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_50,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=_INT_GE_0_LE_1000000000,
                required=False,
                default=0,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListInvitations200,
                200,
                media="application/json",
                adapter=_INVITATION_LIST,
                models=(models.InvitationList,),
            ),
            runtime.Answer(
                ListInvitations400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListInvitations401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListInvitations403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListInvitations404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListInvitations429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListInvitations503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="createInvitation",
        method="POST",
        path="/api/v1/workspaces/{workspace}/invitations",
        handler="create_invitation",
        request=CreateInvitationRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=_INVITATION_CREATE_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                CreateInvitation201,
                201,
                media="application/json",
                adapter=_INVITATION,
                models=(models.Invitation,),
            ),
            runtime.Answer(
                CreateInvitation400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateInvitation401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateInvitation403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateInvitation404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateInvitation408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateInvitation409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateInvitation413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateInvitation415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateInvitation429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                CreateInvitation503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="revokeInvitation",
        method="DELETE",
        path="/api/v1/workspaces/{workspace}/invitations/{invitation_id}",
        handler="revoke_invitation",
        request=RevokeInvitationRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="invitation_id",
                name="invitation_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                RevokeInvitation204,
                204,
            ),
            runtime.Answer(
                RevokeInvitation400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeInvitation401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeInvitation403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeInvitation404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeInvitation429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                RevokeInvitation503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="acceptInvitation",
        method="POST",
        path="/api/v1/invitations/accept",
        handler="accept_invitation",
        request=AcceptInvitationRequest,
        parameters=(),
        body=runtime.Body(
            adapter=_INVITATION_ACCEPT_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                AcceptInvitation200,
                200,
                media="application/json",
                adapter=_WORKSPACE,
                models=(models.Workspace,),
            ),
            runtime.Answer(
                AcceptInvitation400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AcceptInvitation401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AcceptInvitation403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AcceptInvitation404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AcceptInvitation408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AcceptInvitation409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AcceptInvitation413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AcceptInvitation415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AcceptInvitation429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                AcceptInvitation503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listTokens",
        method="GET",
        path="/api/v1/tokens",
        handler="list_tokens",
        request=ListTokensRequest,
        parameters=(
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_50,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=_INT_GE_0_LE_1000000000,
                required=False,
                default=0,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListTokens200,
                200,
                media="application/json",
                adapter=_ACCESS_TOKEN_LIST,
                models=(models.AccessTokenList,),
            ),
            runtime.Answer(
                ListTokens400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTokens401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTokens403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTokens429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListTokens503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="createToken",
        method="POST",
        path="/api/v1/tokens",
        handler="create_token",
        request=CreateTokenRequest,
        parameters=(),
        body=runtime.Body(
            adapter=_TOKEN_CREATE_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                CreateToken201,
                201,
                media="application/json",
                adapter=_CREATED_TOKEN,
                models=(models.CreatedToken,),
            ),
            runtime.Answer(
                CreateToken400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateToken401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateToken403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateToken408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateToken409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateToken413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateToken415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateToken429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                CreateToken503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="revokeToken",
        method="DELETE",
        path="/api/v1/tokens/{token_id}",
        handler="revoke_token",
        request=RevokeTokenRequest,
        parameters=(
            runtime.Parameter(
                wire="token_id",
                name="token_id",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                RevokeToken204,
                204,
            ),
            runtime.Answer(
                RevokeToken400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeToken401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeToken403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeToken404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeToken429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                RevokeToken503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="getWebhook",
        method="GET",
        path="/api/v1/workspaces/{workspace}/webhook",
        handler="get_webhook",
        request=GetWebhookRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetWebhook200,
                200,
                media="application/json",
                adapter=_WEBHOOK,
                models=(models.Webhook,),
            ),
            runtime.Answer(
                GetWebhook400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetWebhook401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetWebhook403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetWebhook404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetWebhook429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                GetWebhook503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="putWebhook",
        method="PUT",
        path="/api/v1/workspaces/{workspace}/webhook",
        handler="put_webhook",
        request=PutWebhookRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=_WEBHOOK_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                PutWebhook200,
                200,
                media="application/json",
                adapter=_WEBHOOK,
                models=(models.Webhook,),
            ),
            runtime.Answer(
                PutWebhook400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutWebhook401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutWebhook403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutWebhook404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutWebhook408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutWebhook409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutWebhook413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutWebhook415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutWebhook429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                PutWebhook503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="deleteWebhook",
        method="DELETE",
        path="/api/v1/workspaces/{workspace}/webhook",
        handler="delete_webhook",
        request=DeleteWebhookRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                DeleteWebhook204,
                204,
            ),
            runtime.Answer(
                DeleteWebhook400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteWebhook401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteWebhook403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteWebhook404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteWebhook429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                DeleteWebhook503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="renewWebhookSecret",
        method="POST",
        path="/api/v1/workspaces/{workspace}/webhook/secret",
        handler="renew_webhook_secret",
        request=RenewWebhookSecretRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=_EMPTY,
            required=False,
        ),
        answers=(
            runtime.Answer(
                RenewWebhookSecret200,
                200,
                media="application/json",
                adapter=_WEBHOOK,
                models=(models.Webhook,),
            ),
            runtime.Answer(
                RenewWebhookSecret400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewWebhookSecret401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewWebhookSecret403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewWebhookSecret404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewWebhookSecret408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewWebhookSecret413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewWebhookSecret415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewWebhookSecret429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                RenewWebhookSecret503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="testWebhook",
        method="POST",
        path="/api/v1/workspaces/{workspace}/webhook/test",
        handler="test_webhook",
        request=TestWebhookRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=_EMPTY,
            required=False,
        ),
        answers=(
            runtime.Answer(
                TestWebhook202,
                202,
                media="application/json",
                adapter=_WEBHOOK_DELIVERY,
                models=(models.WebhookDelivery,),
            ),
            runtime.Answer(
                TestWebhook400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TestWebhook401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TestWebhook403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TestWebhook404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TestWebhook408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TestWebhook409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TestWebhook413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TestWebhook415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TestWebhook429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                TestWebhook503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listWebhookDeliveries",
        method="GET",
        path="/api/v1/workspaces/{workspace}/webhook/deliveries",
        handler="list_webhook_deliveries",
        request=ListWebhookDeliveriesRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_50,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=_INT_GE_0_LE_1000000000,
                required=False,
                default=0,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListWebhookDeliveries200,
                200,
                media="application/json",
                adapter=_WEBHOOK_DELIVERY_LIST,
                models=(models.WebhookDeliveryList,),
            ),
            runtime.Answer(
                ListWebhookDeliveries400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListWebhookDeliveries401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListWebhookDeliveries403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListWebhookDeliveries404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListWebhookDeliveries429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListWebhookDeliveries503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="getGitConnection",
        method="GET",
        path="/api/v1/workspaces/{workspace}/git",
        handler="get_git_connection",
        request=GetGitConnectionRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetGitConnection200,
                200,
                media="application/json",
                adapter=_GIT_CONNECTION,
                models=(models.GitConnection,),
            ),
            runtime.Answer(
                GetGitConnection400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetGitConnection401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetGitConnection403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetGitConnection404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetGitConnection429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                GetGitConnection503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="connectGit",
        method="POST",
        path="/api/v1/workspaces/{workspace}/git",
        handler="connect_git",
        request=ConnectGitRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=_GIT_CONNECT_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                ConnectGit201,
                201,
                media="application/json",
                adapter=_NEW_GIT_CONNECTION,
                models=(models.NewGitConnection,),
            ),
            runtime.Answer(
                ConnectGit400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ConnectGit401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ConnectGit403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ConnectGit404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ConnectGit408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ConnectGit409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ConnectGit413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ConnectGit415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ConnectGit429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ConnectGit503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="disconnectGit",
        method="DELETE",
        path="/api/v1/workspaces/{workspace}/git",
        handler="disconnect_git",
        request=DisconnectGitRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                DisconnectGit204,
                204,
            ),
            runtime.Answer(
                DisconnectGit400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DisconnectGit401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DisconnectGit403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DisconnectGit404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DisconnectGit429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                DisconnectGit503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="renewGitHook",
        method="POST",
        path="/api/v1/workspaces/{workspace}/git/hook",
        handler="renew_git_hook",
        request=RenewGitHookRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=_EMPTY,
            required=False,
        ),
        answers=(
            runtime.Answer(
                RenewGitHook200,
                200,
                media="application/json",
                adapter=_GIT_HOOK,
                models=(models.GitHook,),
            ),
            runtime.Answer(
                RenewGitHook400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewGitHook401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewGitHook403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewGitHook404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewGitHook408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewGitHook413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewGitHook415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewGitHook429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                RenewGitHook503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="syncGit",
        method="POST",
        path="/api/v1/workspaces/{workspace}/git/sync",
        handler="sync_git",
        request=SyncGitRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=_EMPTY,
            required=False,
        ),
        answers=(
            runtime.Answer(
                SyncGit202,
                202,
                media="application/json",
                adapter=_EMPTY,
                models=(models.Empty,),
            ),
            runtime.Answer(
                SyncGit400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SyncGit401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SyncGit403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SyncGit404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SyncGit408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SyncGit413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SyncGit415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SyncGit429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                SyncGit503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listGitSyncs",
        method="GET",
        path="/api/v1/workspaces/{workspace}/git/syncs",
        handler="list_git_syncs",
        request=ListGitSyncsRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_50,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=_INT_GE_0_LE_1000000000,
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="branch",
                name="branch",
                place="query",
                kind="string",
                adapter=_STR_MIN_LENGTH_1_MAX_LENGTH_255_OR_MORE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListGitSyncs200,
                200,
                media="application/json",
                adapter=_GIT_SYNC_LIST,
                models=(models.GitSyncList,),
            ),
            runtime.Answer(
                ListGitSyncs400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListGitSyncs401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListGitSyncs403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListGitSyncs404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListGitSyncs429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListGitSyncs503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listGitBranches",
        method="GET",
        path="/api/v1/workspaces/{workspace}/git/branches",
        handler="list_git_branches",
        request=ListGitBranchesRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_50,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=_INT_GE_0_LE_1000000000,
                required=False,
                default=0,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListGitBranches200,
                200,
                media="application/json",
                adapter=_GIT_BRANCH_LIST,
                models=(models.GitBranchList,),
            ),
            runtime.Answer(
                ListGitBranches400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListGitBranches401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListGitBranches403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListGitBranches404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListGitBranches429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListGitBranches503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="receivePush",
        method="POST",
        path="/api/v1/git/push/{hook_token}",
        handler="receive_push",
        request=ReceivePushRequest,
        parameters=(
            runtime.Parameter(
                wire="hook_token",
                name="hook_token",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=_GIT_PUSH,
            required=False,
        ),
        answers=(
            runtime.Answer(
                ReceivePush202,
                202,
                media="application/json",
                adapter=_EMPTY,
                models=(models.Empty,),
            ),
            runtime.Answer(
                ReceivePush400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReceivePush404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReceivePush408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReceivePush413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReceivePush415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReceivePush429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ReceivePush503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        raw_body=True,
    ),
    runtime.Operation(
        id="listUsage",
        method="GET",
        path="/api/v1/workspaces/{workspace}/usage",
        handler="list_usage",
        request=ListUsageRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_50,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=_INT_GE_0_LE_1000000000,
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="since",
                name="since",
                place="query",
                kind="string",
                adapter=_STR_PATTERN_0_9_4_0_9_2_MORE,
                required=False,
            ),
            runtime.Parameter(
                wire="until",
                name="until",
                place="query",
                kind="string",
                adapter=_STR_PATTERN_0_9_4_0_9_2_MORE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListUsage200,
                200,
                media="application/json",
                adapter=_USAGE_LIST,
                models=(models.UsageList,),
            ),
            runtime.Answer(
                ListUsage400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListUsage401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListUsage403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListUsage404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListUsage429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListUsage503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="getBudget",
        method="GET",
        path="/api/v1/workspaces/{workspace}/budget",
        handler="get_budget",
        request=GetBudgetRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetBudget200,
                200,
                media="application/json",
                adapter=_BUDGET,
                models=(models.Budget,),
            ),
            runtime.Answer(
                GetBudget400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBudget401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBudget403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBudget404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBudget429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                GetBudget503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="putBudget",
        method="PUT",
        path="/api/v1/workspaces/{workspace}/budget",
        handler="put_budget",
        request=PutBudgetRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=_BUDGET_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                PutBudget200,
                200,
                media="application/json",
                adapter=_BUDGET,
                models=(models.Budget,),
            ),
            runtime.Answer(
                PutBudget400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutBudget401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutBudget403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutBudget404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutBudget408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutBudget409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutBudget413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutBudget415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutBudget429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                PutBudget503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="listAudit",
        method="GET",
        path="/api/v1/workspaces/{workspace}/audit",
        handler="list_audit",
        request=ListAuditRequest,
        parameters=(
            runtime.Parameter(
                wire="workspace",
                name="workspace",
                place="path",
                kind="string",
                adapter=_RESOURCE_NAME,
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_50,
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="cursor",
                name="cursor",
                place="query",
                kind="string",
                adapter=_STR_MIN_LENGTH_1_MAX_LENGTH_1024_OR_MORE,
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListAudit200,
                200,
                media="application/json",
                adapter=_AUDIT_PAGE,
                models=(models.AuditPage,),
            ),
            runtime.Answer(
                ListAudit400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListAudit401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListAudit403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListAudit404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListAudit429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ListAudit503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="getHealthz",
        method="GET",
        path="/healthz",
        handler="get_healthz",
        request=GetHealthzRequest,
        parameters=(),
        body=None,
        answers=(
            runtime.Answer(
                GetHealthz200,
                200,
                media="application/json",
                adapter=_PLATFORM_HEALTH,
                models=(models.PlatformHealth,),
            ),
            runtime.Answer(
                GetHealthz429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                GetHealthz503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
    ),
    runtime.Operation(
        id="getReadyz",
        method="GET",
        path="/readyz",
        handler="get_readyz",
        request=GetReadyzRequest,
        parameters=(),
        body=None,
        answers=(
            runtime.Answer(
                GetReadyz200,
                200,
                media="application/json",
                adapter=_READINESS,
                models=(models.Readiness,),
            ),
            runtime.Answer(
                GetReadyz429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                GetReadyz503,
                503,
                media="application/json",
                adapter=_READINESS,
                models=(models.Readiness,),
            ),
        ),
        invalid=400,
    ),
    runtime.Operation(
        id="getMetrics",
        method="GET",
        path="/metrics",
        handler="get_metrics",
        request=GetMetricsRequest,
        parameters=(),
        body=None,
        answers=(
            runtime.Answer(
                GetMetrics200Stream,
                200,
                media="text/plain",
                stream=True,
            ),
            runtime.Answer(
                GetMetrics403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetMetrics429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                GetMetrics503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
    ),
    runtime.Operation(
        id="exchangeTicket",
        method="POST",
        path="/api/v1/job/exchange",
        handler="exchange_ticket",
        request=ExchangeTicketRequest,
        parameters=(),
        body=runtime.Body(
            adapter=_TICKET_EXCHANGE_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                ExchangeTicket200,
                200,
                media="application/json",
                adapter=_TICKET_EXCHANGE_RESPONSE,
                models=(models.TicketExchangeResponse,),
            ),
            runtime.Answer(
                ExchangeTicket400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ExchangeTicket408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ExchangeTicket410,
                410,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ExchangeTicket413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ExchangeTicket415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ExchangeTicket429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ExchangeTicket503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
    ),
    runtime.Operation(
        id="describeJob",
        method="GET",
        path="/api/v1/job",
        handler="describe_job",
        request=DescribeJobRequest,
        parameters=(),
        body=None,
        answers=(
            runtime.Answer(
                DescribeJob200,
                200,
                media="application/json",
                adapter=_JOB_DESCRIPTION,
                models=(models.JobDescription,),
            ),
            runtime.Answer(
                DescribeJob401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DescribeJob403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DescribeJob409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DescribeJob410,
                410,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DescribeJob429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                DescribeJob503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="renewLease",
        method="POST",
        path="/api/v1/job/lease",
        handler="renew_lease",
        request=RenewLeaseRequest,
        parameters=(),
        body=runtime.Body(
            adapter=_LEASE_RENEW_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                RenewLease200,
                200,
                media="application/json",
                adapter=_LEASE_RENEW_RESPONSE,
                models=(models.LeaseRenewResponse,),
            ),
            runtime.Answer(
                RenewLease400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewLease401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewLease403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewLease408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewLease409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewLease410,
                410,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewLease413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewLease415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewLease429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                RenewLease503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="readJournal",
        method="GET",
        path="/api/v1/job/journal",
        handler="read_journal",
        request=ReadJournalRequest,
        parameters=(
            runtime.Parameter(
                wire="after",
                name="after",
                place="query",
                kind="integer",
                adapter=_INT_GE_0_LE_1000000000,
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=_INT_GE_1_LE_100,
                required=False,
                default=20,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ReadJournal200,
                200,
                media="application/json",
                adapter=_JOURNAL_PAGE,
                models=(models.JournalPage,),
            ),
            runtime.Answer(
                ReadJournal400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReadJournal401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReadJournal403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReadJournal409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReadJournal410,
                410,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReadJournal429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                ReadJournal503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="appendJournal",
        method="POST",
        path="/api/v1/job/journal",
        handler="append_journal",
        request=AppendJournalRequest,
        parameters=(),
        body=runtime.Body(
            adapter=_JOURNAL_BATCH,
            required=True,
        ),
        answers=(
            runtime.Answer(
                AppendJournal200,
                200,
                media="application/json",
                adapter=_JOURNAL_ACKNOWLEDGEMENT,
                models=(models.JournalAcknowledgement,),
            ),
            runtime.Answer(
                AppendJournal400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJournal401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJournal403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJournal408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJournal409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJournal410,
                410,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJournal413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJournal415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJournal429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                AppendJournal503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="presignJobFiles",
        method="POST",
        path="/api/v1/job/files",
        handler="presign_job_files",
        request=PresignJobFilesRequest,
        parameters=(),
        body=runtime.Body(
            adapter=_JOB_UPLOADS_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                PresignJobFiles200,
                200,
                media="application/json",
                adapter=_JOB_UPLOADS,
                models=(models.JobUploads,),
            ),
            runtime.Answer(
                PresignJobFiles400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobFiles401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobFiles403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobFiles408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobFiles409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobFiles410,
                410,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobFiles413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobFiles415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobFiles429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                PresignJobFiles503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="completeJobFile",
        method="POST",
        path="/api/v1/job/files/complete",
        handler="complete_job_file",
        request=CompleteJobFileRequest,
        parameters=(),
        body=runtime.Body(
            adapter=_JOB_FILE_COMPLETE,
            required=True,
        ),
        answers=(
            runtime.Answer(
                CompleteJobFile200,
                200,
                media="application/json",
                adapter=_EMPTY,
                models=(models.Empty,),
            ),
            runtime.Answer(
                CompleteJobFile400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteJobFile401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteJobFile403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteJobFile404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteJobFile408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteJobFile409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteJobFile410,
                410,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteJobFile413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteJobFile415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteJobFile429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                CompleteJobFile503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="presignJobDownloads",
        method="POST",
        path="/api/v1/job/files/download-urls",
        handler="presign_job_downloads",
        request=PresignJobDownloadsRequest,
        parameters=(),
        body=runtime.Body(
            adapter=_JOB_DOWNLOADS_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                PresignJobDownloads200,
                200,
                media="application/json",
                adapter=_DOWNLOAD_URLS_RESPONSE,
                models=(models.DownloadUrlsResponse,),
            ),
            runtime.Answer(
                PresignJobDownloads400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobDownloads401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobDownloads403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobDownloads404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobDownloads408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobDownloads409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobDownloads410,
                410,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobDownloads413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobDownloads415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobDownloads429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                PresignJobDownloads503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="downloadJobDataset",
        method="GET",
        path="/api/v1/job/dataset",
        handler="download_job_dataset",
        request=DownloadJobDatasetRequest,
        parameters=(),
        body=None,
        answers=(
            runtime.Answer(
                DownloadJobDataset200,
                200,
                media="application/json",
                adapter=_DATASET_DOWNLOAD,
                models=(models.DatasetDownload,),
            ),
            runtime.Answer(
                DownloadJobDataset401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobDataset403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobDataset404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobDataset409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobDataset410,
                410,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobDataset429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                DownloadJobDataset503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="downloadJobSource",
        method="GET",
        path="/api/v1/job/source",
        handler="download_job_source",
        request=DownloadJobSourceRequest,
        parameters=(),
        body=None,
        answers=(
            runtime.Answer(
                DownloadJobSource200,
                200,
                media="application/json",
                adapter=_JOB_SOURCE,
                models=(models.JobSource,),
            ),
            runtime.Answer(
                DownloadJobSource401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobSource403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobSource404,
                404,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobSource409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobSource410,
                410,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobSource429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                DownloadJobSource503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="takeJobSecrets",
        method="POST",
        path="/api/v1/job/secrets",
        handler="take_job_secrets",
        request=TakeJobSecretsRequest,
        parameters=(),
        body=runtime.Body(
            adapter=_JOB_SECRETS_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                TakeJobSecrets200,
                200,
                media="application/json",
                adapter=_JOB_SECRETS,
                models=(models.JobSecrets,),
            ),
            runtime.Answer(
                TakeJobSecrets400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeJobSecrets401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeJobSecrets403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeJobSecrets408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeJobSecrets409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeJobSecrets410,
                410,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeJobSecrets413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeJobSecrets415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeJobSecrets429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                TakeJobSecrets503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="appendJobLogs",
        method="POST",
        path="/api/v1/job/logs",
        handler="append_job_logs",
        request=AppendJobLogsRequest,
        parameters=(),
        body=runtime.Body(
            adapter=_JOB_LOG_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                AppendJobLogs200,
                200,
                media="application/json",
                adapter=_EMPTY,
                models=(models.Empty,),
            ),
            runtime.Answer(
                AppendJobLogs400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJobLogs401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJobLogs403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJobLogs408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJobLogs409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJobLogs410,
                410,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJobLogs413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJobLogs415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJobLogs429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                AppendJobLogs503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
    runtime.Operation(
        id="finishJob",
        method="POST",
        path="/api/v1/job/finish",
        handler="finish_job",
        request=FinishJobRequest,
        parameters=(),
        body=runtime.Body(
            adapter=_JOB_FINISH_REQUEST,
            required=True,
        ),
        answers=(
            runtime.Answer(
                FinishJob200,
                200,
                media="application/json",
                adapter=_JOB_FINISH_RESPONSE,
                models=(models.JobFinishResponse,),
            ),
            runtime.Answer(
                FinishJob400,
                400,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinishJob401,
                401,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinishJob403,
                403,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinishJob408,
                408,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinishJob409,
                409,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinishJob410,
                410,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinishJob413,
                413,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinishJob415,
                415,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinishJob429,
                429,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0, True),),
            ),
            runtime.Answer(
                FinishJob503,
                503,
                media="application/problem+json",
                adapter=_PLATFORM_PROBLEM,
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", _INT_GE_0_OR_NONE, False),),
            ),
        ),
        invalid=400,
        secured=True,
    ),
)
