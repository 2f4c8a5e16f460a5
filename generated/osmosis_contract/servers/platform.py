"""Osmosis platform: the server's side. Generated from the specification; do not edit.

Two families of paths. `/api/cli` is what published command lines call, kept as they expect it. `/api/v1` is
everything a platform needs beside: workspaces and members, tokens, webhooks, git, usage, audit, and the calls
of a run's job. `/healthz`, `/readyz` and `/metrics` are for those who operate it. **Who may do what** is
written at each operation as `x-osmosis-access`, and a server decides by that table alone. `scope` says what
kind of caller: `public`, `user` (any account), `workspace` (a member of the workspace that the path or the
scope headers name), `job` (a run's job), `hook` (a push hook, whose address is the credential) or `metrics`
(a client on a loopback address). `action` names the right; the same action means the same roles everywhere.
`roles` are the roles of members who may. `when` narrows them where a member of the body has a value. `self:
true` lets a member do it to themselves whatever their role. **Workspace scope** of `/api/cli`: exactly one of
`X-Osmosis-Git` and `X-Osmosis-Workspace`. None is 400 `GIT_SCOPE_HEADER_REQUIRED`, both are 400
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

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from osmosis_contract_runtime import servers as runtime
from osmosis_contract_runtime.models import adapter
from osmosis_contract_runtime.servers import (
    Call,
    IncompleteServerError,
    add_problem_handlers,
    exception_handlers,
    problem,
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
    "ListDatasets501",
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
    "CreateDataset501",
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
    "GetDataset501",
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
    "CompleteDataset501",
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
    "AbortDataset501",
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
    "DownloadDataset501",
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
    "ListDatasetLogs501",
    "ListDatasetLogs503",
    "ListEvalRunsRequest",
    "ListEvalRunsResponse",
    "ListEvalRuns200",
    "ListEvalRuns400",
    "ListEvalRuns401",
    "ListEvalRuns403",
    "ListEvalRuns404",
    "ListEvalRuns426",
    "ListEvalRuns429",
    "ListEvalRuns501",
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
    "SubmitEvalRun501",
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
    "GetEvalRun501",
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
    "GetEvalRunMetrics501",
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
    "ListEvalRunLogs501",
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
    "StopEvalRun501",
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
    "RetryEvalRun501",
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
    "ListEvalRunFiles501",
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
    "PresignEvalRunFiles501",
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
    "StartImport501",
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
    "PresignImportFiles501",
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
    "CompleteImportFile501",
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
    "FinalizeImport501",
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
    "GetWebhook501",
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
    "PutWebhook501",
    "PutWebhook503",
    "DeleteWebhookRequest",
    "DeleteWebhookResponse",
    "DeleteWebhook204",
    "DeleteWebhook400",
    "DeleteWebhook401",
    "DeleteWebhook403",
    "DeleteWebhook404",
    "DeleteWebhook429",
    "DeleteWebhook501",
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
    "RenewWebhookSecret501",
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
    "TestWebhook501",
    "TestWebhook503",
    "ListWebhookDeliveriesRequest",
    "ListWebhookDeliveriesResponse",
    "ListWebhookDeliveries200",
    "ListWebhookDeliveries400",
    "ListWebhookDeliveries401",
    "ListWebhookDeliveries403",
    "ListWebhookDeliveries404",
    "ListWebhookDeliveries429",
    "ListWebhookDeliveries501",
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
    "ListUsage501",
    "ListUsage503",
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
    "ExchangeTicket501",
    "ExchangeTicket503",
    "DescribeJobRequest",
    "DescribeJobResponse",
    "DescribeJob200",
    "DescribeJob401",
    "DescribeJob403",
    "DescribeJob409",
    "DescribeJob410",
    "DescribeJob429",
    "DescribeJob501",
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
    "RenewLease501",
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
    "ReadJournal501",
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
    "AppendJournal501",
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
    "PresignJobFiles501",
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
    "CompleteJobFile501",
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
    "PresignJobDownloads501",
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
    "DownloadJobDataset501",
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
    "DownloadJobSource501",
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
    "TakeJobSecrets501",
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
    "AppendJobLogs501",
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
    "FinishJob501",
    "FinishJob503",
]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Verify400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class Verify401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class Verify403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class Verify404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class Verify426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class Verify429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verify503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorizeDevice400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorizeDevice408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorizeDevice413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorizeDevice415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorizeDevice426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorizeDevice429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorizeDevice503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PollDevice400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PollDevice408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PollDevice413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PollDevice415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PollDevice426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class PollDevice429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PollDevice503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeCliToken400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeCliToken401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeCliToken403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeCliToken404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeCliToken426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeCliToken429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeCliToken503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCliWorkspaces400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCliWorkspaces401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCliWorkspaces403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCliWorkspaces426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCliWorkspaces429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCliWorkspaces503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class GetQuickstart400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetQuickstart401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetQuickstart403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetQuickstart404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetQuickstart426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class GetQuickstart429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetQuickstart503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteQuickstart200:
    """200: It was recorded."""

    body: models.Empty
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteQuickstart400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteQuickstart401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteQuickstart403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteQuickstart404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteQuickstart408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteQuickstart413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteQuickstart415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteQuickstart426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteQuickstart429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteQuickstart503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSecrets400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSecrets401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSecrets403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSecrets404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSecrets426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSecrets429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSecrets503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class UpsertSecret400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpsertSecret401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpsertSecret403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpsertSecret404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpsertSecret408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpsertSecret413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpsertSecret415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpsertSecret426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class UpsertSecret429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UpsertSecret503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteSecret200:
    """200: It is gone."""

    body: models.Empty
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteSecret400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteSecret401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteSecret403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteSecret404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteSecret408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteSecret413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteSecret415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteSecret426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteSecret429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteSecret503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRollouts400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRollouts401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRollouts403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRollouts404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRollouts426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRollouts429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRollouts503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDatasetsRequest:
    """What a caller of listDatasets asked (GET /api/cli/datasets), validated."""

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
class ListDatasets200:
    """200: A page of datasets."""

    body: models.PlatformDatasetList
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDatasets400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDatasets401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDatasets403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDatasets404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDatasets426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDatasets429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDatasets501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDatasets503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type ListDatasetsResponse = (
    ListDatasets200
    | ListDatasets400
    | ListDatasets401
    | ListDatasets403
    | ListDatasets404
    | ListDatasets426
    | ListDatasets429
    | ListDatasets501
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


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateDataset201:
    """201: The record, with `upload`."""

    body: models.PlatformDataset
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateDataset400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateDataset401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateDataset403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateDataset404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateDataset408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateDataset409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateDataset413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateDataset415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateDataset426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateDataset429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateDataset501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateDataset503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | CreateDataset501
    | CreateDataset503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GetDatasetRequest:
    """What a caller of getDataset asked (GET /api/cli/datasets/{name_or_id}), validated."""

    name_or_id: models.ResourceName
    """The name or the id, percent-encoded: a slash in it is sent as `%2F` and stays part of the segment."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetDataset200:
    """200: The dataset."""

    body: models.PlatformDataset
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetDataset400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetDataset401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetDataset403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetDataset404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetDataset426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class GetDataset429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetDataset501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetDataset503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type GetDatasetResponse = (
    GetDataset200
    | GetDataset400
    | GetDataset401
    | GetDataset403
    | GetDataset404
    | GetDataset426
    | GetDataset429
    | GetDataset501
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


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteDataset200:
    """200: The dataset."""

    body: models.PlatformDataset
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteDataset400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteDataset401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteDataset403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteDataset404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteDataset408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteDataset409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteDataset413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteDataset415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteDataset426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteDataset429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteDataset501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteDataset503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | CompleteDataset501
    | CompleteDataset503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AbortDatasetRequest:
    """What a caller of abortDataset asked (POST /api/cli/datasets/{id}/abort), validated."""

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
class AbortDataset200:
    """200: It is cancelled."""

    body: models.Empty
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AbortDataset400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AbortDataset401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AbortDataset403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AbortDataset404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AbortDataset408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AbortDataset409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AbortDataset413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AbortDataset415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AbortDataset426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class AbortDataset429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AbortDataset501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AbortDataset503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | AbortDataset501
    | AbortDataset503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadDatasetRequest:
    """What a caller of downloadDataset asked (GET /api/cli/datasets/{name_or_id}/download), validated."""

    name_or_id: models.ResourceName
    """The name or the id, percent-encoded: a slash in it is sent as `%2F` and stays part of the segment."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadDataset200:
    """200: The URL."""

    body: models.DatasetDownload
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadDataset400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadDataset401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadDataset403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadDataset404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadDataset409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadDataset426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadDataset429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadDataset501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadDataset503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type DownloadDatasetResponse = (
    DownloadDataset200
    | DownloadDataset400
    | DownloadDataset401
    | DownloadDataset403
    | DownloadDataset404
    | DownloadDataset409
    | DownloadDataset426
    | DownloadDataset429
    | DownloadDataset501
    | DownloadDataset503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDatasetLogsRequest:
    """What a caller of listDatasetLogs asked (GET /api/cli/datasets/{name_or_id}/logs), validated."""

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
class ListDatasetLogs200:
    """200: A page of the log."""

    body: models.LogPage
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDatasetLogs400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDatasetLogs401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDatasetLogs403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDatasetLogs404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDatasetLogs426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDatasetLogs429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDatasetLogs501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDatasetLogs503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type ListDatasetLogsResponse = (
    ListDatasetLogs200
    | ListDatasetLogs400
    | ListDatasetLogs401
    | ListDatasetLogs403
    | ListDatasetLogs404
    | ListDatasetLogs426
    | ListDatasetLogs429
    | ListDatasetLogs501
    | ListDatasetLogs503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunsRequest:
    """What a caller of listEvalRuns asked (GET /api/cli/eval-runs), validated."""

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
class ListEvalRuns200:
    """200: A page of evaluations."""

    body: models.EvalRunList
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRuns400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRuns401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRuns403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRuns404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRuns426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRuns429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRuns501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRuns503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type ListEvalRunsResponse = (
    ListEvalRuns200
    | ListEvalRuns400
    | ListEvalRuns401
    | ListEvalRuns403
    | ListEvalRuns404
    | ListEvalRuns426
    | ListEvalRuns429
    | ListEvalRuns501
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitEvalRun201:
    """201: It was accepted."""

    body: models.SubmittedRun
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitEvalRun400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitEvalRun401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitEvalRun403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitEvalRun404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitEvalRun408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitEvalRun409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitEvalRun413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitEvalRun415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitEvalRun426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitEvalRun429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitEvalRun501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitEvalRun503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | SubmitEvalRun501
    | SubmitEvalRun503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRunRequest:
    """What a caller of getEvalRun asked (GET /api/cli/eval-runs/{name_or_id}), validated."""

    name_or_id: models.ResourceName
    """The name or the id, percent-encoded: a slash in it is sent as `%2F` and stays part of the segment."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRun200:
    """200: The evaluation."""

    body: models.EvalRunResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRun400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRun401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRun403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRun404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRun426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRun429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRun501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRun503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type GetEvalRunResponse = (
    GetEvalRun200
    | GetEvalRun400
    | GetEvalRun401
    | GetEvalRun403
    | GetEvalRun404
    | GetEvalRun426
    | GetEvalRun429
    | GetEvalRun501
    | GetEvalRun503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRunMetricsRequest:
    """What a caller of getEvalRunMetrics asked (GET /api/cli/eval-runs/{id}/metrics), validated."""

    id: models.ResourceName
    """The id, as an earlier answer gave it."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRunMetrics200:
    """200: The figures."""

    body: models.EvalRunMetrics
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRunMetrics400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRunMetrics401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRunMetrics403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRunMetrics404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRunMetrics426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRunMetrics429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRunMetrics501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetEvalRunMetrics503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type GetEvalRunMetricsResponse = (
    GetEvalRunMetrics200
    | GetEvalRunMetrics400
    | GetEvalRunMetrics401
    | GetEvalRunMetrics403
    | GetEvalRunMetrics404
    | GetEvalRunMetrics426
    | GetEvalRunMetrics429
    | GetEvalRunMetrics501
    | GetEvalRunMetrics503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunLogsRequest:
    """What a caller of listEvalRunLogs asked (GET /api/cli/eval-runs/{name_or_id}/logs), validated."""

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
class ListEvalRunLogs200:
    """200: A page of the log."""

    body: models.LogPage
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunLogs400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunLogs401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunLogs403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunLogs404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunLogs426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunLogs429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunLogs501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunLogs503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type ListEvalRunLogsResponse = (
    ListEvalRunLogs200
    | ListEvalRunLogs400
    | ListEvalRunLogs401
    | ListEvalRunLogs403
    | ListEvalRunLogs404
    | ListEvalRunLogs426
    | ListEvalRunLogs429
    | ListEvalRunLogs501
    | ListEvalRunLogs503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StopEvalRunRequest:
    """What a caller of stopEvalRun asked (POST /api/cli/eval-runs/{name_or_id}/stop), validated."""

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
class StopEvalRun200:
    """200: It is stopping."""

    body: models.RunStopResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopEvalRun400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopEvalRun401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopEvalRun403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopEvalRun404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopEvalRun408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopEvalRun409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopEvalRun413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopEvalRun415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopEvalRun426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class StopEvalRun429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopEvalRun501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopEvalRun503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | StopEvalRun501
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


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryEvalRun400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryEvalRun401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryEvalRun403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryEvalRun404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryEvalRun408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryEvalRun409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryEvalRun413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryEvalRun415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryEvalRun426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryEvalRun429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryEvalRun501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryEvalRun503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | RetryEvalRun501
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
            pattern="^(metrics|trajectories|artifacts|logs)(,(metrics|trajectories|artifacts|logs))*$",
        ),
    ]
    """The kinds of files, joined by commas: `metrics`, `trajectories`, `artifacts`, `logs`."""
    rows: Annotated[str, Field(max_length=4096, pattern="^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$")] | None = None
    """Only files of these rows, such as `3,7,10-20`."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunFiles200:
    """200: The files."""

    body: models.OutputManifest
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunFiles400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunFiles401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunFiles403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunFiles404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunFiles426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunFiles429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunFiles501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListEvalRunFiles503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type ListEvalRunFilesResponse = (
    ListEvalRunFiles200
    | ListEvalRunFiles400
    | ListEvalRunFiles401
    | ListEvalRunFiles403
    | ListEvalRunFiles404
    | ListEvalRunFiles426
    | ListEvalRunFiles429
    | ListEvalRunFiles501
    | ListEvalRunFiles503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignEvalRunFilesRequest:
    """What a caller of presignEvalRunFiles asked (POST /api/cli/eval-runs/{id}/samples/download-urls), validated."""

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
class PresignEvalRunFiles200:
    """200: The URLs."""

    body: models.DownloadUrlsResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignEvalRunFiles400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignEvalRunFiles401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignEvalRunFiles403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignEvalRunFiles404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignEvalRunFiles408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignEvalRunFiles413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignEvalRunFiles415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignEvalRunFiles426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignEvalRunFiles429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignEvalRunFiles501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignEvalRunFiles503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | PresignEvalRunFiles501
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


@dataclass(frozen=True, slots=True, kw_only=True)
class StartImport200:
    """200: The import, with every file."""

    body: models.ImportSession
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartImport400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StartImport401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StartImport403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StartImport404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StartImport408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StartImport409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StartImport413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StartImport415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StartImport426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class StartImport429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartImport501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StartImport503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | StartImport501
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignImportFiles400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignImportFiles401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignImportFiles403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignImportFiles404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignImportFiles408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignImportFiles409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignImportFiles410:
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignImportFiles413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignImportFiles415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignImportFiles426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignImportFiles429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignImportFiles501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignImportFiles503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | PresignImportFiles501
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


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteImportFile200:
    """200: The file arrived whole."""

    body: models.Empty
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteImportFile400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteImportFile401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteImportFile403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteImportFile404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteImportFile408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteImportFile409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteImportFile410:
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteImportFile413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteImportFile415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteImportFile426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteImportFile429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteImportFile501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteImportFile503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | CompleteImportFile501
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


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalizeImport200:
    """200: The finished import."""

    body: models.ImportSession
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalizeImport400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalizeImport401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalizeImport403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalizeImport404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalizeImport408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalizeImport409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalizeImport410:
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalizeImport413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalizeImport415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalizeImport426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalizeImport429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalizeImport501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalizeImport503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | FinalizeImport501
    | FinalizeImport503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrainingRunsRequest:
    """What a caller of listTrainingRuns asked (GET /api/cli/training-runs), validated."""

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
class ListTrainingRuns200:
    """200: A page of trainings."""

    body: models.TrainingRunList
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrainingRuns400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrainingRuns401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrainingRuns403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrainingRuns404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrainingRuns426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrainingRuns429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrainingRuns501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrainingRuns503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitTrainingRun201:
    """201: It was accepted."""

    body: models.SubmittedRun
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitTrainingRun400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitTrainingRun401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitTrainingRun403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitTrainingRun404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitTrainingRun408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitTrainingRun409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitTrainingRun413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitTrainingRun415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitTrainingRun426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitTrainingRun429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitTrainingRun501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitTrainingRun503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRunRequest:
    """What a caller of getTrainingRun asked (GET /api/cli/training-runs/{name_or_id}), validated."""

    name_or_id: models.ResourceName
    """The name or the id, percent-encoded: a slash in it is sent as `%2F` and stays part of the segment."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRun200:
    """200: The training."""

    body: models.TrainingRunResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRun400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRun401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRun403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRun404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRun426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRun429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRun501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRun503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRunMetricsRequest:
    """What a caller of getTrainingRunMetrics asked (GET /api/cli/training-runs/{id}/metrics), validated."""

    id: models.ResourceName
    """The id, as an earlier answer gave it."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRunMetrics200:
    """200: The metrics."""

    body: models.TrainingRunMetrics
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRunMetrics400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRunMetrics401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRunMetrics403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRunMetrics404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRunMetrics426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRunMetrics429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRunMetrics501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTrainingRunMetrics503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCheckpointsRequest:
    """What a caller of listCheckpoints asked (GET /api/cli/training-runs/{name_or_id}/checkpoints), validated."""

    name_or_id: models.ResourceName
    """The name or the id, percent-encoded: a slash in it is sent as `%2F` and stays part of the segment."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCheckpoints200:
    """200: The checkpoints."""

    body: models.TrainingCheckpointList
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCheckpoints400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCheckpoints401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCheckpoints403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCheckpoints404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCheckpoints426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCheckpoints429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCheckpoints501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCheckpoints503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrainingRunLogsRequest:
    """What a caller of listTrainingRunLogs asked (GET /api/cli/training-runs/{name_or_id}/logs), validated."""

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
class ListTrainingRunLogs200:
    """200: A page of the log."""

    body: models.LogPage
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrainingRunLogs400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrainingRunLogs401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrainingRunLogs403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrainingRunLogs404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrainingRunLogs426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrainingRunLogs429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrainingRunLogs501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTrainingRunLogs503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTrainingRunRequest:
    """What a caller of stopTrainingRun asked (POST /api/cli/training-runs/{name_or_id}/stop), validated."""

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
class StopTrainingRun200:
    """200: It is stopping."""

    body: models.RunStopResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTrainingRun400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTrainingRun401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTrainingRun403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTrainingRun404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTrainingRun408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTrainingRun409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTrainingRun413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTrainingRun415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTrainingRun426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTrainingRun429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTrainingRun501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTrainingRun503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBaseModelsRequest:
    """What a caller of listBaseModels asked (GET /api/cli/models/base), validated."""

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
class ListBaseModels200:
    """200: A page of base models."""

    body: models.BaseModelList
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBaseModels400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBaseModels401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBaseModels403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBaseModels404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBaseModels426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBaseModels429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBaseModels501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBaseModels503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLoraModelsRequest:
    """What a caller of listLoraModels asked (GET /api/cli/models/lora), validated."""

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
class ListLoraModels200:
    """200: A page of LoRA models."""

    body: models.LoraModelList
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLoraModels400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLoraModels401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLoraModels403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLoraModels404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLoraModels426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLoraModels429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLoraModels501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLoraModels503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class GetLoraModel400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetLoraModel401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetLoraModel403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetLoraModel404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetLoraModel426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class GetLoraModel429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetLoraModel501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetLoraModel503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBaseModelRequest:
    """What a caller of getBaseModel asked (GET /api/cli/models/base/{name_or_id}), validated."""

    name_or_id: models.ResourceName
    """The name or the id, percent-encoded: a slash in it is sent as `%2F` and stays part of the segment."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBaseModel200:
    """200: The model."""

    body: models.BaseModelDetail
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBaseModel400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBaseModel401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBaseModel403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBaseModel404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBaseModel426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBaseModel429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBaseModel501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBaseModel503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployModelRequest:
    """What a caller of deployModel asked (POST /api/cli/models/{lora_name}/deploy), validated."""

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
class DeployModel200:
    """200: It is deployed or about to be."""

    body: models.DeploymentResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployModel400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployModel401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployModel403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployModel404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployModel408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployModel409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployModel413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployModel415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployModel426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployModel429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployModel501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployModel503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class UndeployModelRequest:
    """What a caller of undeployModel asked (POST /api/cli/models/{lora_name}/undeploy), validated."""

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
class UndeployModel200:
    """200: It is no longer deployed."""

    body: models.DeploymentResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UndeployModel400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UndeployModel401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UndeployModel403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UndeployModel404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UndeployModel408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UndeployModel409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UndeployModel413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UndeployModel415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UndeployModel426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class UndeployModel429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UndeployModel501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UndeployModel503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarksRequest:
    """What a caller of listBenchmarks asked (GET /api/cli/benchmarks), validated."""

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
class ListBenchmarks200:
    """200: A page of the catalogue."""

    body: models.BenchmarkList
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarks400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarks401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarks403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarks404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarks426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarks429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarks501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarks503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmarkRequest:
    """What a caller of getBenchmark asked (GET /api/cli/benchmarks/{name_or_id}), validated."""

    name_or_id: models.ResourceName
    """The name or the id, percent-encoded: a slash in it is sent as `%2F` and stays part of the segment."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmark200:
    """200: The benchmark."""

    body: models.BenchmarkResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmark400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmark401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmark403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmark404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmark426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmark429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmark501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmark503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRuns400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRuns401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRuns403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRuns404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRuns426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRuns429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRuns501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRuns503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitBenchmarkRun400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitBenchmarkRun401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitBenchmarkRun403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitBenchmarkRun404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitBenchmarkRun408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitBenchmarkRun409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitBenchmarkRun413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitBenchmarkRun415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitBenchmarkRun426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitBenchmarkRun429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitBenchmarkRun501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitBenchmarkRun503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmarkRunRequest:
    """What a caller of getBenchmarkRun asked (GET /api/cli/benchmark-runs/{name_or_id}), validated."""

    name_or_id: models.ResourceName
    """The name or the id, percent-encoded: a slash in it is sent as `%2F` and stays part of the segment."""
    x_osmosis_git: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its repository as `owner/name` in lower case. Exactly one of the two scope headers is sent."""
    x_osmosis_workspace: Annotated[str, Field(max_length=512)] | None = None
    """The workspace, by its name."""
    x_osmosis_cli_version: Annotated[str, Field(max_length=64)] | None = None
    """The version of the client. The platform compares it; a client that does not say its version is served."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmarkRun200:
    """200: The run."""

    body: models.BenchmarkRunResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmarkRun400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmarkRun401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmarkRun403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmarkRun404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmarkRun426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmarkRun429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmarkRun501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetBenchmarkRun503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunLogsRequest:
    """What a caller of listBenchmarkRunLogs asked (GET /api/cli/benchmark-runs/{name_or_id}/logs), validated."""

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
class ListBenchmarkRunLogs200:
    """200: A page of the log."""

    body: models.LogPage
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunLogs400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunLogs401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunLogs403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunLogs404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunLogs426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunLogs429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunLogs501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunLogs503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class StopBenchmarkRunRequest:
    """What a caller of stopBenchmarkRun asked (POST /api/cli/benchmark-runs/{id}/stop), validated."""

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
class StopBenchmarkRun200:
    """200: It is stopping."""

    body: models.RunStopResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopBenchmarkRun400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopBenchmarkRun401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopBenchmarkRun403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopBenchmarkRun404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopBenchmarkRun408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopBenchmarkRun409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopBenchmarkRun413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopBenchmarkRun415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopBenchmarkRun426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class StopBenchmarkRun429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopBenchmarkRun501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class StopBenchmarkRun503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunFiles200:
    """200: The files."""

    body: models.OutputManifest
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunFiles400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunFiles401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunFiles403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunFiles404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunFiles426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunFiles429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunFiles501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListBenchmarkRunFiles503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignBenchmarkRunFilesRequest:
    """What a caller of presignBenchmarkRunFiles asked (POST /api/cli/benchmark-runs/{id}/outputs/download-urls), validated."""

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
class PresignBenchmarkRunFiles200:
    """200: The URLs."""

    body: models.DownloadUrlsResponse
    x_osmosis_version_status: models.ClientVersionStatus | None = None
    """What the platform thinks of the client's version: `current`, `upgrade_available` or `deprecated`."""
    x_osmosis_version_message: Annotated[str, Field(max_length=512)] | None = None
    """What to tell the person about it; clients warn once when it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignBenchmarkRunFiles400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignBenchmarkRunFiles401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignBenchmarkRunFiles403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignBenchmarkRunFiles404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignBenchmarkRunFiles408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignBenchmarkRunFiles413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignBenchmarkRunFiles415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignBenchmarkRunFiles426:
    """426: The client is too old. The body's `status` is a word, as published clients read it."""

    body: models.UpgradeRequired


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignBenchmarkRunFiles429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignBenchmarkRunFiles501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignBenchmarkRunFiles503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateWorkspace201:
    """201: The workspace."""

    body: models.Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateWorkspace400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateWorkspace401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateWorkspace403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateWorkspace408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateWorkspace409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateWorkspace413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateWorkspace415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateWorkspace429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateWorkspace503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class GetWorkspaceRequest:
    """What a caller of getWorkspace asked (GET /api/v1/workspaces/{workspace}), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetWorkspace200:
    """200: The workspace."""

    body: models.Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class GetWorkspace400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetWorkspace401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetWorkspace403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetWorkspace404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetWorkspace429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetWorkspace503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type GetWorkspaceResponse = (
    GetWorkspace200
    | GetWorkspace400
    | GetWorkspace401
    | GetWorkspace403
    | GetWorkspace404
    | GetWorkspace429
    | GetWorkspace503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteWorkspaceRequest:
    """What a caller of deleteWorkspace asked (DELETE /api/v1/workspaces/{workspace}), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteWorkspace204:
    """204: It is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteWorkspace400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteWorkspace401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteWorkspace403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteWorkspace404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteWorkspace409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteWorkspace429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteWorkspace503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateWorkspace200:
    """200: The workspace."""

    body: models.Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateWorkspace400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateWorkspace401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateWorkspace403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateWorkspace404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateWorkspace408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateWorkspace409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateWorkspace413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateWorkspace415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateWorkspace429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateWorkspace503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ListMembersRequest:
    """What a caller of listMembers asked (GET /api/v1/workspaces/{workspace}/members), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    limit: Annotated[int, Field(ge=1, le=50)] = 50
    """How many items a page has, 1 to 50."""
    offset: Annotated[int, Field(ge=0, le=1000000000)] = 0
    """How many items to pass over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListMembers200:
    """200: A page of members."""

    body: models.MemberList


@dataclass(frozen=True, slots=True, kw_only=True)
class ListMembers400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListMembers401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListMembers403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListMembers404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListMembers429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListMembers503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveMember204:
    """204: They are no longer a member."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveMember400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveMember401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveMember403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveMember404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveMember409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveMember429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveMember503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateMember400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateMember401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateMember403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateMember404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateMember408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateMember409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateMember413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateMember415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateMember429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateMember503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ListInvitationsRequest:
    """What a caller of listInvitations asked (GET /api/v1/workspaces/{workspace}/invitations), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    limit: Annotated[int, Field(ge=1, le=50)] = 50
    """How many items a page has, 1 to 50."""
    offset: Annotated[int, Field(ge=0, le=1000000000)] = 0
    """How many items to pass over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListInvitations200:
    """200: A page of invitations."""

    body: models.InvitationList


@dataclass(frozen=True, slots=True, kw_only=True)
class ListInvitations400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListInvitations401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListInvitations403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListInvitations404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListInvitations429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListInvitations503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateInvitation400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateInvitation401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateInvitation403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateInvitation404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateInvitation408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateInvitation409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateInvitation413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateInvitation415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateInvitation429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateInvitation503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeInvitation204:
    """204: It no longer works."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeInvitation400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeInvitation401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeInvitation403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeInvitation404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeInvitation429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeInvitation503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptInvitation200:
    """200: The workspace, with the caller's role."""

    body: models.Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptInvitation400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptInvitation401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptInvitation403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptInvitation404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptInvitation408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptInvitation409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptInvitation413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptInvitation415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptInvitation429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptInvitation503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTokens400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTokens401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTokens403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTokens429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTokens503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type ListTokensResponse = ListTokens200 | ListTokens400 | ListTokens401 | ListTokens403 | ListTokens429 | ListTokens503


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTokenRequest:
    """What a caller of createToken asked (POST /api/v1/tokens), validated."""

    body: models.TokenCreateRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateToken201:
    """201: The token, with its text."""

    body: models.CreatedToken


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateToken400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateToken401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateToken403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateToken408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateToken409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateToken413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateToken415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateToken429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateToken503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeToken204:
    """204: It no longer works."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeToken400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeToken401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeToken403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeToken404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeToken429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RevokeToken503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type RevokeTokenResponse = (
    RevokeToken204 | RevokeToken400 | RevokeToken401 | RevokeToken403 | RevokeToken404 | RevokeToken429 | RevokeToken503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GetWebhookRequest:
    """What a caller of getWebhook asked (GET /api/v1/workspaces/{workspace}/webhook), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetWebhook200:
    """200: The webhook."""

    body: models.Webhook


@dataclass(frozen=True, slots=True, kw_only=True)
class GetWebhook400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetWebhook401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetWebhook403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetWebhook404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetWebhook429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetWebhook501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetWebhook503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type GetWebhookResponse = (
    GetWebhook200
    | GetWebhook400
    | GetWebhook401
    | GetWebhook403
    | GetWebhook404
    | GetWebhook429
    | GetWebhook501
    | GetWebhook503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PutWebhookRequest:
    """What a caller of putWebhook asked (PUT /api/v1/workspaces/{workspace}/webhook), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    body: models.WebhookRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class PutWebhook200:
    """200: The webhook."""

    body: models.Webhook


@dataclass(frozen=True, slots=True, kw_only=True)
class PutWebhook400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PutWebhook401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PutWebhook403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PutWebhook404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PutWebhook408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PutWebhook409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PutWebhook413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PutWebhook415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PutWebhook429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PutWebhook501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PutWebhook503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | PutWebhook501
    | PutWebhook503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteWebhookRequest:
    """What a caller of deleteWebhook asked (DELETE /api/v1/workspaces/{workspace}/webhook), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteWebhook204:
    """204: It is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteWebhook400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteWebhook401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteWebhook403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteWebhook404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteWebhook429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteWebhook501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteWebhook503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type DeleteWebhookResponse = (
    DeleteWebhook204
    | DeleteWebhook400
    | DeleteWebhook401
    | DeleteWebhook403
    | DeleteWebhook404
    | DeleteWebhook429
    | DeleteWebhook501
    | DeleteWebhook503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewWebhookSecretRequest:
    """What a caller of renewWebhookSecret asked (POST /api/v1/workspaces/{workspace}/webhook/secret), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    body: models.Empty | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewWebhookSecret200:
    """200: The webhook, with its secret."""

    body: models.Webhook


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewWebhookSecret400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewWebhookSecret401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewWebhookSecret403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewWebhookSecret404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewWebhookSecret408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewWebhookSecret413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewWebhookSecret415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewWebhookSecret429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewWebhookSecret501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewWebhookSecret503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | RenewWebhookSecret501
    | RenewWebhookSecret503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TestWebhookRequest:
    """What a caller of testWebhook asked (POST /api/v1/workspaces/{workspace}/webhook/test), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    body: models.Empty | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TestWebhook202:
    """202: The delivery."""

    body: models.WebhookDelivery


@dataclass(frozen=True, slots=True, kw_only=True)
class TestWebhook400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TestWebhook401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TestWebhook403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TestWebhook404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TestWebhook408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TestWebhook409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TestWebhook413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TestWebhook415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TestWebhook429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TestWebhook501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TestWebhook503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | TestWebhook501
    | TestWebhook503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListWebhookDeliveriesRequest:
    """What a caller of listWebhookDeliveries asked (GET /api/v1/workspaces/{workspace}/webhook/deliveries), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    limit: Annotated[int, Field(ge=1, le=50)] = 50
    """How many items a page has, 1 to 50."""
    offset: Annotated[int, Field(ge=0, le=1000000000)] = 0
    """How many items to pass over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListWebhookDeliveries200:
    """200: A page of deliveries."""

    body: models.WebhookDeliveryList


@dataclass(frozen=True, slots=True, kw_only=True)
class ListWebhookDeliveries400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListWebhookDeliveries401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListWebhookDeliveries403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListWebhookDeliveries404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListWebhookDeliveries429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListWebhookDeliveries501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListWebhookDeliveries503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type ListWebhookDeliveriesResponse = (
    ListWebhookDeliveries200
    | ListWebhookDeliveries400
    | ListWebhookDeliveries401
    | ListWebhookDeliveries403
    | ListWebhookDeliveries404
    | ListWebhookDeliveries429
    | ListWebhookDeliveries501
    | ListWebhookDeliveries503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GetGitConnectionRequest:
    """What a caller of getGitConnection asked (GET /api/v1/workspaces/{workspace}/git), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetGitConnection200:
    """200: The connection."""

    body: models.GitConnection


@dataclass(frozen=True, slots=True, kw_only=True)
class GetGitConnection400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetGitConnection401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetGitConnection403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetGitConnection404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetGitConnection429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetGitConnection503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectGit400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectGit401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectGit403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectGit404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectGit408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectGit409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectGit413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectGit415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectGit429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectGit503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class DisconnectGitRequest:
    """What a caller of disconnectGit asked (DELETE /api/v1/workspaces/{workspace}/git), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DisconnectGit204:
    """204: It is no longer connected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DisconnectGit400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DisconnectGit401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DisconnectGit403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DisconnectGit404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DisconnectGit429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DisconnectGit503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type DisconnectGitResponse = (
    DisconnectGit204
    | DisconnectGit400
    | DisconnectGit401
    | DisconnectGit403
    | DisconnectGit404
    | DisconnectGit429
    | DisconnectGit503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewGitHookRequest:
    """What a caller of renewGitHook asked (POST /api/v1/workspaces/{workspace}/git/hook), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    body: models.Empty | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewGitHook200:
    """200: The new address."""

    body: models.GitHook


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewGitHook400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewGitHook401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewGitHook403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewGitHook404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewGitHook408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewGitHook413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewGitHook415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewGitHook429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewGitHook503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncGitRequest:
    """What a caller of syncGit asked (POST /api/v1/workspaces/{workspace}/git/sync), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    body: models.Empty | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncGit202:
    """202: The sync is queued."""

    body: models.Empty


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncGit400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncGit401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncGit403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncGit404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncGit408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncGit413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncGit415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncGit429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncGit503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ListGitSyncs400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListGitSyncs401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListGitSyncs403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListGitSyncs404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListGitSyncs429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListGitSyncs503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type ListGitSyncsResponse = (
    ListGitSyncs200
    | ListGitSyncs400
    | ListGitSyncs401
    | ListGitSyncs403
    | ListGitSyncs404
    | ListGitSyncs429
    | ListGitSyncs503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListGitBranchesRequest:
    """What a caller of listGitBranches asked (GET /api/v1/workspaces/{workspace}/git/branches), validated."""

    workspace: models.ResourceName
    """The name or the id of a workspace."""
    limit: Annotated[int, Field(ge=1, le=50)] = 50
    """How many items a page has, 1 to 50."""
    offset: Annotated[int, Field(ge=0, le=1000000000)] = 0
    """How many items to pass over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListGitBranches200:
    """200: A page of branches."""

    body: models.GitBranchList


@dataclass(frozen=True, slots=True, kw_only=True)
class ListGitBranches400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListGitBranches401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListGitBranches403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListGitBranches404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListGitBranches429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListGitBranches503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivePush202:
    """202: The sync is queued."""

    body: models.Empty


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivePush400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivePush404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivePush408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivePush413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivePush415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivePush429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivePush503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ListUsage400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListUsage401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListUsage403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListUsage404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListUsage429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListUsage501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListUsage503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type ListUsageResponse = (
    ListUsage200
    | ListUsage400
    | ListUsage401
    | ListUsage403
    | ListUsage404
    | ListUsage429
    | ListUsage501
    | ListUsage503
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAudit400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAudit401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAudit403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAudit404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAudit429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAudit503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type ListAuditResponse = (
    ListAudit200 | ListAudit400 | ListAudit401 | ListAudit403 | ListAudit404 | ListAudit429 | ListAudit503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GetHealthzRequest:
    """What a caller of getHealthz asked (GET /healthz), validated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetHealthz200:
    """200: It answers."""

    body: models.PlatformHealth


@dataclass(frozen=True, slots=True, kw_only=True)
class GetHealthz429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetHealthz503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type GetHealthzResponse = GetHealthz200 | GetHealthz429 | GetHealthz503


@dataclass(frozen=True, slots=True, kw_only=True)
class GetReadyzRequest:
    """What a caller of getReadyz asked (GET /readyz), validated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetReadyz200:
    """200: It does."""

    body: models.Readiness


@dataclass(frozen=True, slots=True, kw_only=True)
class GetReadyz429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetReadyz503:
    """503: It does not; the checks say why."""

    body: models.Readiness


type GetReadyzResponse = GetReadyz200 | GetReadyz429 | GetReadyz503


@dataclass(frozen=True, slots=True, kw_only=True)
class GetMetricsRequest:
    """What a caller of getMetrics asked (GET /metrics), validated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetMetrics200Stream:
    """200: The metrics."""

    chunks: AsyncIterator[bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class GetMetrics403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class GetMetrics429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GetMetrics503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type GetMetricsResponse = GetMetrics200Stream | GetMetrics403 | GetMetrics429 | GetMetrics503


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeTicketRequest:
    """What a caller of exchangeTicket asked (POST /api/v1/job/exchange), validated."""

    body: models.TicketExchangeRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeTicket200:
    """200: The token."""

    body: models.TicketExchangeResponse


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeTicket400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeTicket408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeTicket410:
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeTicket413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeTicket415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeTicket429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeTicket501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeTicket503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type ExchangeTicketResponse = (
    ExchangeTicket200
    | ExchangeTicket400
    | ExchangeTicket408
    | ExchangeTicket410
    | ExchangeTicket413
    | ExchangeTicket415
    | ExchangeTicket429
    | ExchangeTicket501
    | ExchangeTicket503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeJobRequest:
    """What a caller of describeJob asked (GET /api/v1/job), validated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeJob200:
    """200: The job."""

    body: models.JobDescription


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeJob401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeJob403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeJob409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeJob410:
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeJob429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeJob501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeJob503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type DescribeJobResponse = (
    DescribeJob200
    | DescribeJob401
    | DescribeJob403
    | DescribeJob409
    | DescribeJob410
    | DescribeJob429
    | DescribeJob501
    | DescribeJob503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewLeaseRequest:
    """What a caller of renewLease asked (POST /api/v1/job/lease), validated."""

    body: models.LeaseRenewRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewLease200:
    """200: The lease was renewed."""

    body: models.LeaseRenewResponse


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewLease400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewLease401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewLease403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewLease408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewLease409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewLease410:
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewLease413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewLease415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewLease429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewLease501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewLease503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | RenewLease501
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadJournal400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadJournal401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadJournal403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadJournal409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadJournal410:
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadJournal429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadJournal501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadJournal503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type ReadJournalResponse = (
    ReadJournal200
    | ReadJournal400
    | ReadJournal401
    | ReadJournal403
    | ReadJournal409
    | ReadJournal410
    | ReadJournal429
    | ReadJournal501
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


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJournal400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJournal401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJournal403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJournal408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJournal409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJournal410:
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJournal413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJournal415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJournal429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJournal501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJournal503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | AppendJournal501
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobFiles400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobFiles401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobFiles403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobFiles408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobFiles409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobFiles410:
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobFiles413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobFiles415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobFiles429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobFiles501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobFiles503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | PresignJobFiles501
    | PresignJobFiles503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteJobFileRequest:
    """What a caller of completeJobFile asked (POST /api/v1/job/files/complete), validated."""

    body: models.JobFileComplete


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteJobFile200:
    """200: The file arrived whole."""

    body: models.Empty


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteJobFile400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteJobFile401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteJobFile403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteJobFile404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteJobFile408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteJobFile409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteJobFile410:
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteJobFile413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteJobFile415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteJobFile429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteJobFile501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteJobFile503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | CompleteJobFile501
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobDownloads400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobDownloads401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobDownloads403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobDownloads404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobDownloads408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobDownloads409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobDownloads410:
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobDownloads413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobDownloads415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobDownloads429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobDownloads501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class PresignJobDownloads503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | PresignJobDownloads501
    | PresignJobDownloads503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobDatasetRequest:
    """What a caller of downloadJobDataset asked (GET /api/v1/job/dataset), validated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobDataset200:
    """200: The URL."""

    body: models.DatasetDownload


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobDataset401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobDataset403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobDataset404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobDataset409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobDataset410:
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobDataset429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobDataset501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobDataset503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type DownloadJobDatasetResponse = (
    DownloadJobDataset200
    | DownloadJobDataset401
    | DownloadJobDataset403
    | DownloadJobDataset404
    | DownloadJobDataset409
    | DownloadJobDataset410
    | DownloadJobDataset429
    | DownloadJobDataset501
    | DownloadJobDataset503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobSourceRequest:
    """What a caller of downloadJobSource asked (GET /api/v1/job/source), validated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobSource200:
    """200: The URL."""

    body: models.JobSource


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobSource401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobSource403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobSource404:
    """404: There is nothing of this name or id in the workspace. What another workspace has is answered alike, to the byte."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobSource409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobSource410:
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobSource429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobSource501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadJobSource503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


type DownloadJobSourceResponse = (
    DownloadJobSource200
    | DownloadJobSource401
    | DownloadJobSource403
    | DownloadJobSource404
    | DownloadJobSource409
    | DownloadJobSource410
    | DownloadJobSource429
    | DownloadJobSource501
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


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeJobSecrets400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeJobSecrets401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeJobSecrets403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeJobSecrets408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeJobSecrets409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeJobSecrets410:
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeJobSecrets413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeJobSecrets415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeJobSecrets429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeJobSecrets501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeJobSecrets503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | TakeJobSecrets501
    | TakeJobSecrets503
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJobLogsRequest:
    """What a caller of appendJobLogs asked (POST /api/v1/job/logs), validated."""

    body: models.JobLogRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJobLogs200:
    """200: The lines were taken."""

    body: models.Empty


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJobLogs400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJobLogs401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJobLogs403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJobLogs408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJobLogs409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJobLogs410:
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJobLogs413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJobLogs415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJobLogs429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJobLogs501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendJobLogs503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | AppendJobLogs501
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


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishJob400:
    """400: The request does not fit: `issues` says where and why. Also a workspace scope that is missing, double or malformed."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishJob401:
    """401: No valid token. `code` is `AUTH_HEADER_MISSING`, `TOKEN_MISSING`, `TOKEN_INVALID`, `TOKEN_EXPIRED` or `TOKEN_REVOKED`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishJob403:
    """403: The caller may not do this: `FORBIDDEN`, or a workspace scope that the caller has no access to. In a workspace the caller is not a member of, everything is not found instead."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishJob408:
    """408: The body did not arrive in time."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishJob409:
    """409: The state of things does not allow it; `detail` says why, `code` which."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishJob410:
    """410: It was there and is over: a used ticket, an expired link, a run that ended."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishJob413:
    """413: The body is larger than the server takes."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishJob415:
    """415: The body is not JSON: send `Content-Type: application/json`."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishJob429:
    """429: Too many requests, or too many failed sign-ins, from this client."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)]
    """Whole seconds to wait before asking again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishJob501:
    """501: This platform does not offer the operation."""

    body: models.PlatformProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishJob503:
    """503: The server cannot answer now: it is stopping, busy past its time limit, or its database or disk does not take writes. Ask again."""

    body: models.PlatformProblem
    retry_after: Annotated[int, Field(ge=0)] | None = None
    """Whole seconds to wait before asking again, when that is known."""


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
    | FinishJob501
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
        the new dataset replaces that one when it is complete."""

    @abstractmethod
    async def get_dataset(self, request: GetDatasetRequest) -> GetDatasetResponse:
        """Show a dataset.

        With its first rows once they were read."""

    @abstractmethod
    async def complete_dataset(self, request: CompleteDatasetRequest) -> CompleteDatasetResponse:
        """Finish an upload.

        Idempotent: the same parts again are answered with the dataset as it then is. Reading the rows goes
        on afterwards; `status` says how far it is."""

    @abstractmethod
    async def abort_dataset(self, request: AbortDatasetRequest) -> AbortDatasetResponse:
        """Cancel an upload.

        Idempotent. What was sent is removed."""

    @abstractmethod
    async def download_dataset(self, request: DownloadDatasetRequest) -> DownloadDatasetResponse:
        """Get a URL for a dataset's file.

        Only of a dataset that is `uploaded`; else a conflict."""

    @abstractmethod
    async def list_dataset_logs(self, request: ListDatasetLogsRequest) -> ListDatasetLogsResponse:
        """Read the log of a dataset.

        What happened while its rows were read."""

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

        A new one gets a secret, which is shown this once."""

    @abstractmethod
    async def delete_webhook(self, request: DeleteWebhookRequest) -> DeleteWebhookResponse:
        """Remove the webhook.

        Idempotent. Deliveries that wait are dropped."""

    @abstractmethod
    async def renew_webhook_secret(self, request: RenewWebhookSecretRequest) -> RenewWebhookSecretResponse:
        """Give the webhook another secret.

        It is shown this once; the old one no longer signs anything."""

    @abstractmethod
    async def test_webhook(self, request: TestWebhookRequest) -> TestWebhookResponse:
        """Send a test.

        Queues a `webhook.test` event; its delivery says what became of it."""

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

        By day, kind and run."""

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

        Acknowledged once the records are durable. Batches come in order, none left out; the last one may be
        sent again."""

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
    return runtime.build_routes(server, OPERATIONS, PlatformServer, max_body_bytes=max_body_bytes)


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
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                Verify200,
                200,
                media="application/json",
                adapter=adapter(models.VerifyResponse),
                models=(models.VerifyResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                Verify400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                Verify401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                Verify403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                Verify404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                Verify426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                Verify429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                Verify503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.DeviceAuthorizeRequest),
            required=False,
        ),
        answers=(
            runtime.Answer(
                AuthorizeDevice200,
                200,
                media="application/json",
                adapter=adapter(models.DeviceAuthorizeResponse),
                models=(models.DeviceAuthorizeResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                AuthorizeDevice400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AuthorizeDevice408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AuthorizeDevice413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AuthorizeDevice415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AuthorizeDevice426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                AuthorizeDevice429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                AuthorizeDevice503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.DeviceTokenRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                PollDevice200,
                200,
                media="application/json",
                adapter=adapter(models.DeviceTokenResponse),
                models=(models.DeviceTokenResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                PollDevice400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PollDevice408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PollDevice413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PollDevice415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PollDevice426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                PollDevice429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                PollDevice503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
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
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                RevokeCliToken400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeCliToken401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeCliToken403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeCliToken404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeCliToken426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                RevokeCliToken429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                RevokeCliToken503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListCliWorkspaces200,
                200,
                media="application/json",
                adapter=adapter(models.WorkspaceList),
                models=(models.WorkspaceList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                ListCliWorkspaces400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListCliWorkspaces401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListCliWorkspaces403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListCliWorkspaces426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListCliWorkspaces429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListCliWorkspaces503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[str, Field(min_length=1, max_length=64)]),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetQuickstart200,
                200,
                media="application/json",
                adapter=adapter(models.QuickstartState),
                models=(models.QuickstartState,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                GetQuickstart400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetQuickstart401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetQuickstart403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetQuickstart404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetQuickstart426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetQuickstart429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                GetQuickstart503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.QuickstartRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                CompleteQuickstart200,
                200,
                media="application/json",
                adapter=adapter(models.Empty),
                models=(models.Empty,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                CompleteQuickstart400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteQuickstart401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteQuickstart403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteQuickstart404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteQuickstart408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteQuickstart413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteQuickstart415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteQuickstart426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                CompleteQuickstart429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                CompleteQuickstart503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[int, Field(ge=1, le=50)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=0, le=1000000000)]),
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="scope",
                name="scope",
                place="query",
                kind="string",
                adapter=adapter(Literal["all", "workspace", "user"]),
                required=False,
                default="all",
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListSecrets200,
                200,
                media="application/json",
                adapter=adapter(models.EnvironmentSecretList),
                models=(models.EnvironmentSecretList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                ListSecrets400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListSecrets401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListSecrets403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListSecrets404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListSecrets426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListSecrets429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListSecrets503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.SecretUpsertRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                UpsertSecret200,
                200,
                media="application/json",
                adapter=adapter(models.EnvironmentSecret),
                models=(models.EnvironmentSecret,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                UpsertSecret400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpsertSecret401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpsertSecret403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpsertSecret404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpsertSecret408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpsertSecret413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpsertSecret415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpsertSecret426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                UpsertSecret429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                UpsertSecret503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.SecretDeleteRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                DeleteSecret200,
                200,
                media="application/json",
                adapter=adapter(models.Empty),
                models=(models.Empty,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                DeleteSecret400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteSecret401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteSecret403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteSecret404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteSecret408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteSecret413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteSecret415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteSecret426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                DeleteSecret429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                DeleteSecret503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[int, Field(ge=1, le=50)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=0, le=1000000000)]),
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="branch",
                name="branch",
                place="query",
                kind="string",
                adapter=adapter(Annotated[str, Field(min_length=1, max_length=255)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListRollouts200,
                200,
                media="application/json",
                adapter=adapter(models.CatalogueRolloutList),
                models=(models.CatalogueRolloutList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                ListRollouts400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListRollouts401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListRollouts403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListRollouts404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListRollouts426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListRollouts429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListRollouts503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[int, Field(ge=1, le=50)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=0, le=1000000000)]),
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListDatasets200,
                200,
                media="application/json",
                adapter=adapter(models.PlatformDatasetList),
                models=(models.PlatformDatasetList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                ListDatasets400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListDatasets401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListDatasets403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListDatasets404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListDatasets426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListDatasets429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListDatasets501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListDatasets503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.DatasetCreateRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                CreateDataset201,
                201,
                media="application/json",
                adapter=adapter(models.PlatformDataset),
                models=(models.PlatformDataset,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                CreateDataset400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateDataset401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateDataset403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateDataset404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateDataset408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateDataset409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateDataset413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateDataset415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateDataset426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                CreateDataset429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                CreateDataset501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateDataset503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetDataset200,
                200,
                media="application/json",
                adapter=adapter(models.PlatformDataset),
                models=(models.PlatformDataset,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                GetDataset400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetDataset401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetDataset403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetDataset404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetDataset426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetDataset429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                GetDataset501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetDataset503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.DatasetCompleteRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                CompleteDataset200,
                200,
                media="application/json",
                adapter=adapter(models.PlatformDataset),
                models=(models.PlatformDataset,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                CompleteDataset400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteDataset401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteDataset403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteDataset404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteDataset408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteDataset409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteDataset413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteDataset415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteDataset426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                CompleteDataset429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                CompleteDataset501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteDataset503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.Empty),
            required=False,
        ),
        answers=(
            runtime.Answer(
                AbortDataset200,
                200,
                media="application/json",
                adapter=adapter(models.Empty),
                models=(models.Empty,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                AbortDataset400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AbortDataset401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AbortDataset403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AbortDataset404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AbortDataset408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AbortDataset409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AbortDataset413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AbortDataset415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AbortDataset426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                AbortDataset429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                AbortDataset501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AbortDataset503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                DownloadDataset200,
                200,
                media="application/json",
                adapter=adapter(models.DatasetDownload),
                models=(models.DatasetDownload,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                DownloadDataset400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadDataset401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadDataset403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadDataset404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadDataset409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadDataset426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                DownloadDataset429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                DownloadDataset501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadDataset503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=1, le=200)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="direction",
                name="direction",
                place="query",
                kind="string",
                adapter=adapter(Literal["older", "newer"]),
                required=False,
                default="older",
            ),
            runtime.Parameter(
                wire="cursor",
                name="cursor",
                place="query",
                kind="string",
                adapter=adapter(Annotated[str, Field(min_length=1, max_length=1024)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListDatasetLogs200,
                200,
                media="application/json",
                adapter=adapter(models.LogPage),
                models=(models.LogPage,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                ListDatasetLogs400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListDatasetLogs401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListDatasetLogs403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListDatasetLogs404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListDatasetLogs426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListDatasetLogs429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListDatasetLogs501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListDatasetLogs503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
            ),
        ),
        invalid=400,
        secured=True,
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
                adapter=adapter(Annotated[int, Field(ge=1, le=50)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=0, le=1000000000)]),
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListEvalRuns200,
                200,
                media="application/json",
                adapter=adapter(models.EvalRunList),
                models=(models.EvalRunList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                ListEvalRuns400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRuns401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRuns403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRuns404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRuns426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListEvalRuns429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListEvalRuns501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRuns503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.EvalSubmitRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                SubmitEvalRun201,
                201,
                media="application/json",
                adapter=adapter(models.SubmittedRun),
                models=(models.SubmittedRun,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                SubmitEvalRun400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitEvalRun401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitEvalRun403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitEvalRun404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitEvalRun408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitEvalRun409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitEvalRun413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitEvalRun415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitEvalRun426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                SubmitEvalRun429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                SubmitEvalRun501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitEvalRun503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetEvalRun200,
                200,
                media="application/json",
                adapter=adapter(models.EvalRunResponse),
                models=(models.EvalRunResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                GetEvalRun400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetEvalRun401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetEvalRun403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetEvalRun404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetEvalRun426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetEvalRun429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                GetEvalRun501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetEvalRun503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetEvalRunMetrics200,
                200,
                media="application/json",
                adapter=adapter(models.EvalRunMetrics),
                models=(models.EvalRunMetrics,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                GetEvalRunMetrics400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetEvalRunMetrics401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetEvalRunMetrics403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetEvalRunMetrics404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetEvalRunMetrics426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetEvalRunMetrics429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                GetEvalRunMetrics501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetEvalRunMetrics503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=1, le=200)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="direction",
                name="direction",
                place="query",
                kind="string",
                adapter=adapter(Literal["older", "newer"]),
                required=False,
                default="older",
            ),
            runtime.Parameter(
                wire="cursor",
                name="cursor",
                place="query",
                kind="string",
                adapter=adapter(Annotated[str, Field(min_length=1, max_length=1024)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListEvalRunLogs200,
                200,
                media="application/json",
                adapter=adapter(models.LogPage),
                models=(models.LogPage,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                ListEvalRunLogs400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRunLogs401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRunLogs403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRunLogs404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRunLogs426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListEvalRunLogs429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListEvalRunLogs501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRunLogs503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.Empty),
            required=False,
        ),
        answers=(
            runtime.Answer(
                StopEvalRun200,
                200,
                media="application/json",
                adapter=adapter(models.RunStopResponse),
                models=(models.RunStopResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                StopEvalRun400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopEvalRun401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopEvalRun403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopEvalRun404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopEvalRun408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopEvalRun409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopEvalRun413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopEvalRun415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopEvalRun426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                StopEvalRun429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                StopEvalRun501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopEvalRun503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.EvalRetryRequest),
            required=False,
        ),
        answers=(
            runtime.Answer(
                RetryEvalRun200,
                200,
                media="application/json",
                adapter=adapter(models.EvalRetryResponse),
                models=(models.EvalRetryResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                RetryEvalRun400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RetryEvalRun401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RetryEvalRun403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RetryEvalRun404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RetryEvalRun408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RetryEvalRun409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RetryEvalRun413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RetryEvalRun415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RetryEvalRun426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                RetryEvalRun429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                RetryEvalRun501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RetryEvalRun503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="types",
                name="types",
                place="query",
                kind="string",
                adapter=adapter(
                    Annotated[
                        str,
                        Field(
                            min_length=1,
                            max_length=128,
                            pattern="^(metrics|trajectories|artifacts|logs)(,(metrics|trajectories|artifacts|logs))*$",
                        ),
                    ]
                ),
                required=True,
            ),
            runtime.Parameter(
                wire="rows",
                name="rows",
                place="query",
                kind="string",
                adapter=adapter(
                    Annotated[str, Field(max_length=4096, pattern="^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$")] | None
                ),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListEvalRunFiles200,
                200,
                media="application/json",
                adapter=adapter(models.OutputManifest),
                models=(models.OutputManifest,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                ListEvalRunFiles400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRunFiles401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRunFiles403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRunFiles404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRunFiles426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListEvalRunFiles429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListEvalRunFiles501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListEvalRunFiles503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.DownloadUrlsRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                PresignEvalRunFiles200,
                200,
                media="application/json",
                adapter=adapter(models.DownloadUrlsResponse),
                models=(models.DownloadUrlsResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                PresignEvalRunFiles400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignEvalRunFiles401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignEvalRunFiles403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignEvalRunFiles404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignEvalRunFiles408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignEvalRunFiles413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignEvalRunFiles415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignEvalRunFiles426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                PresignEvalRunFiles429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                PresignEvalRunFiles501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignEvalRunFiles503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.ImportRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                StartImport200,
                200,
                media="application/json",
                adapter=adapter(models.ImportSession),
                models=(models.ImportSession,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                StartImport400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StartImport401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StartImport403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StartImport404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StartImport408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StartImport409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StartImport413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StartImport415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StartImport426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                StartImport429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                StartImport501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StartImport503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.ImportUploadsRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                PresignImportFiles200,
                200,
                media="application/json",
                adapter=adapter(models.ImportUploads),
                models=(models.ImportUploads,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                PresignImportFiles400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignImportFiles401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignImportFiles403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignImportFiles404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignImportFiles408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignImportFiles409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignImportFiles410,
                410,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignImportFiles413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignImportFiles415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignImportFiles426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                PresignImportFiles429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                PresignImportFiles501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignImportFiles503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.ImportFileComplete),
            required=True,
        ),
        answers=(
            runtime.Answer(
                CompleteImportFile200,
                200,
                media="application/json",
                adapter=adapter(models.Empty),
                models=(models.Empty,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                CompleteImportFile400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteImportFile401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteImportFile403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteImportFile404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteImportFile408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteImportFile409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteImportFile410,
                410,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteImportFile413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteImportFile415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteImportFile426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                CompleteImportFile429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                CompleteImportFile501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteImportFile503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.Empty),
            required=False,
        ),
        answers=(
            runtime.Answer(
                FinalizeImport200,
                200,
                media="application/json",
                adapter=adapter(models.ImportSession),
                models=(models.ImportSession,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                FinalizeImport400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinalizeImport401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinalizeImport403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinalizeImport404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinalizeImport408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinalizeImport409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinalizeImport410,
                410,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinalizeImport413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinalizeImport415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinalizeImport426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                FinalizeImport429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                FinalizeImport501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinalizeImport503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[int, Field(ge=1, le=50)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=0, le=1000000000)]),
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListTrainingRuns200,
                200,
                media="application/json",
                adapter=adapter(models.TrainingRunList),
                models=(models.TrainingRunList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                ListTrainingRuns400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRuns401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRuns403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRuns404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRuns426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListTrainingRuns429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListTrainingRuns501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRuns503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.TrainingSubmitRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                SubmitTrainingRun201,
                201,
                media="application/json",
                adapter=adapter(models.SubmittedRun),
                models=(models.SubmittedRun,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                SubmitTrainingRun400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitTrainingRun401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitTrainingRun403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitTrainingRun404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitTrainingRun408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitTrainingRun409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitTrainingRun413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitTrainingRun415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitTrainingRun426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                SubmitTrainingRun429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                SubmitTrainingRun501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitTrainingRun503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetTrainingRun200,
                200,
                media="application/json",
                adapter=adapter(models.TrainingRunResponse),
                models=(models.TrainingRunResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                GetTrainingRun400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRun401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRun403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRun404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRun426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetTrainingRun429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                GetTrainingRun501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRun503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetTrainingRunMetrics200,
                200,
                media="application/json",
                adapter=adapter(models.TrainingRunMetrics),
                models=(models.TrainingRunMetrics,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                GetTrainingRunMetrics400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRunMetrics401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRunMetrics403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRunMetrics404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRunMetrics426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetTrainingRunMetrics429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                GetTrainingRunMetrics501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetTrainingRunMetrics503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListCheckpoints200,
                200,
                media="application/json",
                adapter=adapter(models.TrainingCheckpointList),
                models=(models.TrainingCheckpointList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                ListCheckpoints400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListCheckpoints401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListCheckpoints403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListCheckpoints404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListCheckpoints426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListCheckpoints429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListCheckpoints501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListCheckpoints503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=1, le=200)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="direction",
                name="direction",
                place="query",
                kind="string",
                adapter=adapter(Literal["older", "newer"]),
                required=False,
                default="older",
            ),
            runtime.Parameter(
                wire="cursor",
                name="cursor",
                place="query",
                kind="string",
                adapter=adapter(Annotated[str, Field(min_length=1, max_length=1024)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListTrainingRunLogs200,
                200,
                media="application/json",
                adapter=adapter(models.LogPage),
                models=(models.LogPage,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                ListTrainingRunLogs400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRunLogs401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRunLogs403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRunLogs404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRunLogs426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListTrainingRunLogs429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListTrainingRunLogs501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTrainingRunLogs503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.Empty),
            required=False,
        ),
        answers=(
            runtime.Answer(
                StopTrainingRun200,
                200,
                media="application/json",
                adapter=adapter(models.RunStopResponse),
                models=(models.RunStopResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                StopTrainingRun400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopTrainingRun401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopTrainingRun403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopTrainingRun404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopTrainingRun408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopTrainingRun409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopTrainingRun413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopTrainingRun415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopTrainingRun426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                StopTrainingRun429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                StopTrainingRun501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopTrainingRun503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[int, Field(ge=1, le=50)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=0, le=1000000000)]),
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListBaseModels200,
                200,
                media="application/json",
                adapter=adapter(models.BaseModelList),
                models=(models.BaseModelList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                ListBaseModels400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBaseModels401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBaseModels403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBaseModels404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBaseModels426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListBaseModels429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListBaseModels501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBaseModels503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[int, Field(ge=1, le=50)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=0, le=1000000000)]),
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListLoraModels200,
                200,
                media="application/json",
                adapter=adapter(models.LoraModelList),
                models=(models.LoraModelList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                ListLoraModels400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListLoraModels401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListLoraModels403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListLoraModels404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListLoraModels426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListLoraModels429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListLoraModels501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListLoraModels503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetLoraModel200,
                200,
                media="application/json",
                adapter=adapter(models.LoraModelDetail),
                models=(models.LoraModelDetail,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                GetLoraModel400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetLoraModel401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetLoraModel403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetLoraModel404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetLoraModel426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetLoraModel429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                GetLoraModel501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetLoraModel503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetBaseModel200,
                200,
                media="application/json",
                adapter=adapter(models.BaseModelDetail),
                models=(models.BaseModelDetail,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                GetBaseModel400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBaseModel401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBaseModel403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBaseModel404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBaseModel426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetBaseModel429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                GetBaseModel501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBaseModel503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.Empty),
            required=False,
        ),
        answers=(
            runtime.Answer(
                DeployModel200,
                200,
                media="application/json",
                adapter=adapter(models.DeploymentResponse),
                models=(models.DeploymentResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                DeployModel400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeployModel401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeployModel403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeployModel404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeployModel408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeployModel409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeployModel413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeployModel415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeployModel426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                DeployModel429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                DeployModel501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeployModel503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.Empty),
            required=False,
        ),
        answers=(
            runtime.Answer(
                UndeployModel200,
                200,
                media="application/json",
                adapter=adapter(models.DeploymentResponse),
                models=(models.DeploymentResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                UndeployModel400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UndeployModel401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UndeployModel403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UndeployModel404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UndeployModel408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UndeployModel409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UndeployModel413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UndeployModel415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UndeployModel426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                UndeployModel429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                UndeployModel501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UndeployModel503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[int, Field(ge=1, le=50)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=0, le=1000000000)]),
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListBenchmarks200,
                200,
                media="application/json",
                adapter=adapter(models.BenchmarkList),
                models=(models.BenchmarkList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                ListBenchmarks400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarks401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarks403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarks404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarks426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListBenchmarks429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListBenchmarks501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarks503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetBenchmark200,
                200,
                media="application/json",
                adapter=adapter(models.BenchmarkResponse),
                models=(models.BenchmarkResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                GetBenchmark400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmark401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmark403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmark404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmark426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetBenchmark429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                GetBenchmark501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmark503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[int, Field(ge=1, le=50)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=0, le=1000000000)]),
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="benchmark",
                name="benchmark",
                place="query",
                kind="string",
                adapter=adapter(Annotated[str, Field(min_length=1, max_length=255)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListBenchmarkRuns200,
                200,
                media="application/json",
                adapter=adapter(models.BenchmarkRunList),
                models=(models.BenchmarkRunList,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                ListBenchmarkRuns400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRuns401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRuns403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRuns404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRuns426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListBenchmarkRuns429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListBenchmarkRuns501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRuns503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.BenchmarkSubmitRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                SubmitBenchmarkRun201,
                201,
                media="application/json",
                adapter=adapter(models.SubmittedBenchmarkRun),
                models=(models.SubmittedBenchmarkRun,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                SubmitBenchmarkRun400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                SubmitBenchmarkRun501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SubmitBenchmarkRun503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetBenchmarkRun200,
                200,
                media="application/json",
                adapter=adapter(models.BenchmarkRunResponse),
                models=(models.BenchmarkRunResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                GetBenchmarkRun400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmarkRun401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmarkRun403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmarkRun404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmarkRun426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                GetBenchmarkRun429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                GetBenchmarkRun501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetBenchmarkRun503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=1, le=200)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="direction",
                name="direction",
                place="query",
                kind="string",
                adapter=adapter(Literal["older", "newer"]),
                required=False,
                default="older",
            ),
            runtime.Parameter(
                wire="cursor",
                name="cursor",
                place="query",
                kind="string",
                adapter=adapter(Annotated[str, Field(min_length=1, max_length=1024)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListBenchmarkRunLogs200,
                200,
                media="application/json",
                adapter=adapter(models.LogPage),
                models=(models.LogPage,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                ListBenchmarkRunLogs400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunLogs401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunLogs403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunLogs404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunLogs426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListBenchmarkRunLogs429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListBenchmarkRunLogs501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunLogs503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.Empty),
            required=False,
        ),
        answers=(
            runtime.Answer(
                StopBenchmarkRun200,
                200,
                media="application/json",
                adapter=adapter(models.RunStopResponse),
                models=(models.RunStopResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                StopBenchmarkRun400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopBenchmarkRun401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopBenchmarkRun403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopBenchmarkRun404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopBenchmarkRun408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopBenchmarkRun409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopBenchmarkRun413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopBenchmarkRun415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopBenchmarkRun426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                StopBenchmarkRun429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                StopBenchmarkRun501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                StopBenchmarkRun503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="types",
                name="types",
                place="query",
                kind="string",
                adapter=adapter(
                    Annotated[
                        str,
                        Field(
                            min_length=1,
                            max_length=128,
                            pattern="^(summary|results|artifacts|logs)(,(summary|results|artifacts|logs))*$",
                        ),
                    ]
                ),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListBenchmarkRunFiles200,
                200,
                media="application/json",
                adapter=adapter(models.OutputManifest),
                models=(models.OutputManifest,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                ListBenchmarkRunFiles400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunFiles401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunFiles403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunFiles404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunFiles426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                ListBenchmarkRunFiles429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListBenchmarkRunFiles501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListBenchmarkRunFiles503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Git",
                name="x_osmosis_git",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Workspace",
                name="x_osmosis_workspace",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=512)] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="X-Osmosis-Cli-Version",
                name="x_osmosis_cli_version",
                place="header",
                kind="string",
                adapter=adapter(Annotated[str, Field(max_length=64)] | None),
                required=False,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.DownloadUrlsRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                PresignBenchmarkRunFiles200,
                200,
                media="application/json",
                adapter=adapter(models.DownloadUrlsResponse),
                models=(models.DownloadUrlsResponse,),
                headers=(
                    runtime.Header(
                        "X-Osmosis-Version-Status",
                        "x_osmosis_version_status",
                        adapter(models.ClientVersionStatus | None),
                        False,
                    ),
                    runtime.Header(
                        "X-Osmosis-Version-Message",
                        "x_osmosis_version_message",
                        adapter(Annotated[str, Field(max_length=512)] | None),
                        False,
                    ),
                ),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles426,
                426,
                media="application/json",
                adapter=adapter(models.UpgradeRequired),
                models=(models.UpgradeRequired,),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignBenchmarkRunFiles503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
            adapter=adapter(models.WorkspaceCreateRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                CreateWorkspace201,
                201,
                media="application/json",
                adapter=adapter(models.Workspace),
                models=(models.Workspace,),
            ),
            runtime.Answer(
                CreateWorkspace400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateWorkspace401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateWorkspace403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateWorkspace408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateWorkspace409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateWorkspace413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateWorkspace415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateWorkspace429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                CreateWorkspace503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetWorkspace200,
                200,
                media="application/json",
                adapter=adapter(models.Workspace),
                models=(models.Workspace,),
            ),
            runtime.Answer(
                GetWorkspace400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetWorkspace401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetWorkspace403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetWorkspace404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetWorkspace429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                GetWorkspace503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
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
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteWorkspace401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteWorkspace403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteWorkspace404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteWorkspace409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteWorkspace429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                DeleteWorkspace503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.WorkspaceUpdateRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                UpdateWorkspace200,
                200,
                media="application/json",
                adapter=adapter(models.Workspace),
                models=(models.Workspace,),
            ),
            runtime.Answer(
                UpdateWorkspace400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateWorkspace401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateWorkspace403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateWorkspace404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateWorkspace408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateWorkspace409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateWorkspace413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateWorkspace415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateWorkspace429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                UpdateWorkspace503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=1, le=50)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=0, le=1000000000)]),
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
                adapter=adapter(models.MemberList),
                models=(models.MemberList,),
            ),
            runtime.Answer(
                ListMembers400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListMembers401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListMembers403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListMembers404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListMembers429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListMembers503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="user_id",
                name="user_id",
                place="path",
                kind="string",
                adapter=adapter(models.ResourceName),
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
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RemoveMember401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RemoveMember403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RemoveMember404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RemoveMember409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RemoveMember429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                RemoveMember503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="user_id",
                name="user_id",
                place="path",
                kind="string",
                adapter=adapter(models.ResourceName),
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.MemberUpdateRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                UpdateMember200,
                200,
                media="application/json",
                adapter=adapter(models.Member),
                models=(models.Member,),
            ),
            runtime.Answer(
                UpdateMember400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateMember401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateMember403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateMember404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateMember408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateMember409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateMember413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateMember415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                UpdateMember429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                UpdateMember503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=1, le=50)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=0, le=1000000000)]),
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
                adapter=adapter(models.InvitationList),
                models=(models.InvitationList,),
            ),
            runtime.Answer(
                ListInvitations400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListInvitations401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListInvitations403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListInvitations404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListInvitations429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListInvitations503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.InvitationCreateRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                CreateInvitation201,
                201,
                media="application/json",
                adapter=adapter(models.Invitation),
                models=(models.Invitation,),
            ),
            runtime.Answer(
                CreateInvitation400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateInvitation401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateInvitation403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateInvitation404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateInvitation408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateInvitation409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateInvitation413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateInvitation415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateInvitation429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                CreateInvitation503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="invitation_id",
                name="invitation_id",
                place="path",
                kind="string",
                adapter=adapter(models.ResourceName),
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
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeInvitation401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeInvitation403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeInvitation404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeInvitation429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                RevokeInvitation503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
            adapter=adapter(models.InvitationAcceptRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                AcceptInvitation200,
                200,
                media="application/json",
                adapter=adapter(models.Workspace),
                models=(models.Workspace,),
            ),
            runtime.Answer(
                AcceptInvitation400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AcceptInvitation401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AcceptInvitation403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AcceptInvitation404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AcceptInvitation408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AcceptInvitation409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AcceptInvitation413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AcceptInvitation415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AcceptInvitation429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                AcceptInvitation503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[int, Field(ge=1, le=50)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=0, le=1000000000)]),
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
                adapter=adapter(models.AccessTokenList),
                models=(models.AccessTokenList,),
            ),
            runtime.Answer(
                ListTokens400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTokens401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTokens403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListTokens429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListTokens503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
            adapter=adapter(models.TokenCreateRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                CreateToken201,
                201,
                media="application/json",
                adapter=adapter(models.CreatedToken),
                models=(models.CreatedToken,),
            ),
            runtime.Answer(
                CreateToken400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateToken401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateToken403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateToken408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateToken409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateToken413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateToken415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CreateToken429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                CreateToken503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
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
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeToken401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeToken403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeToken404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RevokeToken429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                RevokeToken503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetWebhook200,
                200,
                media="application/json",
                adapter=adapter(models.Webhook),
                models=(models.Webhook,),
            ),
            runtime.Answer(
                GetWebhook400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetWebhook401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetWebhook403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetWebhook404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetWebhook429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                GetWebhook501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetWebhook503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.WebhookRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                PutWebhook200,
                200,
                media="application/json",
                adapter=adapter(models.Webhook),
                models=(models.Webhook,),
            ),
            runtime.Answer(
                PutWebhook400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutWebhook401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutWebhook403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutWebhook404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutWebhook408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutWebhook409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutWebhook413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutWebhook415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutWebhook429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                PutWebhook501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PutWebhook503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
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
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteWebhook401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteWebhook403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteWebhook404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteWebhook429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                DeleteWebhook501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DeleteWebhook503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.Empty),
            required=False,
        ),
        answers=(
            runtime.Answer(
                RenewWebhookSecret200,
                200,
                media="application/json",
                adapter=adapter(models.Webhook),
                models=(models.Webhook,),
            ),
            runtime.Answer(
                RenewWebhookSecret400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewWebhookSecret401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewWebhookSecret403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewWebhookSecret404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewWebhookSecret408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewWebhookSecret413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewWebhookSecret415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewWebhookSecret429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                RenewWebhookSecret501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewWebhookSecret503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.Empty),
            required=False,
        ),
        answers=(
            runtime.Answer(
                TestWebhook202,
                202,
                media="application/json",
                adapter=adapter(models.WebhookDelivery),
                models=(models.WebhookDelivery,),
            ),
            runtime.Answer(
                TestWebhook400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TestWebhook401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TestWebhook403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TestWebhook404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TestWebhook408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TestWebhook409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TestWebhook413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TestWebhook415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TestWebhook429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                TestWebhook501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TestWebhook503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=1, le=50)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=0, le=1000000000)]),
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
                adapter=adapter(models.WebhookDeliveryList),
                models=(models.WebhookDeliveryList,),
            ),
            runtime.Answer(
                ListWebhookDeliveries400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListWebhookDeliveries401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListWebhookDeliveries403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListWebhookDeliveries404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListWebhookDeliveries429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListWebhookDeliveries501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListWebhookDeliveries503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                GetGitConnection200,
                200,
                media="application/json",
                adapter=adapter(models.GitConnection),
                models=(models.GitConnection,),
            ),
            runtime.Answer(
                GetGitConnection400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetGitConnection401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetGitConnection403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetGitConnection404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetGitConnection429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                GetGitConnection503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.GitConnectRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                ConnectGit201,
                201,
                media="application/json",
                adapter=adapter(models.NewGitConnection),
                models=(models.NewGitConnection,),
            ),
            runtime.Answer(
                ConnectGit400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ConnectGit401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ConnectGit403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ConnectGit404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ConnectGit408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ConnectGit409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ConnectGit413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ConnectGit415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ConnectGit429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ConnectGit503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
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
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DisconnectGit401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DisconnectGit403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DisconnectGit404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DisconnectGit429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                DisconnectGit503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.Empty),
            required=False,
        ),
        answers=(
            runtime.Answer(
                RenewGitHook200,
                200,
                media="application/json",
                adapter=adapter(models.GitHook),
                models=(models.GitHook,),
            ),
            runtime.Answer(
                RenewGitHook400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewGitHook401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewGitHook403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewGitHook404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewGitHook408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewGitHook413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewGitHook415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewGitHook429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                RenewGitHook503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.Empty),
            required=False,
        ),
        answers=(
            runtime.Answer(
                SyncGit202,
                202,
                media="application/json",
                adapter=adapter(models.Empty),
                models=(models.Empty,),
            ),
            runtime.Answer(
                SyncGit400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SyncGit401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SyncGit403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SyncGit404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SyncGit408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SyncGit413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SyncGit415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                SyncGit429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                SyncGit503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=1, le=50)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=0, le=1000000000)]),
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="branch",
                name="branch",
                place="query",
                kind="string",
                adapter=adapter(Annotated[str, Field(min_length=1, max_length=255)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListGitSyncs200,
                200,
                media="application/json",
                adapter=adapter(models.GitSyncList),
                models=(models.GitSyncList,),
            ),
            runtime.Answer(
                ListGitSyncs400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListGitSyncs401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListGitSyncs403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListGitSyncs404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListGitSyncs429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListGitSyncs503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=1, le=50)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=0, le=1000000000)]),
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
                adapter=adapter(models.GitBranchList),
                models=(models.GitBranchList,),
            ),
            runtime.Answer(
                ListGitBranches400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListGitBranches401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListGitBranches403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListGitBranches404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListGitBranches429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListGitBranches503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
        ),
        body=runtime.Body(
            adapter=adapter(models.GitPush),
            required=False,
        ),
        answers=(
            runtime.Answer(
                ReceivePush202,
                202,
                media="application/json",
                adapter=adapter(models.Empty),
                models=(models.Empty,),
            ),
            runtime.Answer(
                ReceivePush400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReceivePush404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReceivePush408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReceivePush413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReceivePush415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReceivePush429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ReceivePush503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=1, le=50)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="offset",
                name="offset",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=0, le=1000000000)]),
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="since",
                name="since",
                place="query",
                kind="string",
                adapter=adapter(Annotated[str, Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] | None),
                required=False,
            ),
            runtime.Parameter(
                wire="until",
                name="until",
                place="query",
                kind="string",
                adapter=adapter(Annotated[str, Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListUsage200,
                200,
                media="application/json",
                adapter=adapter(models.UsageList),
                models=(models.UsageList,),
            ),
            runtime.Answer(
                ListUsage400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListUsage401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListUsage403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListUsage404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListUsage429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListUsage501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListUsage503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.ResourceName),
                required=True,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=1, le=50)]),
                required=False,
                default=50,
            ),
            runtime.Parameter(
                wire="cursor",
                name="cursor",
                place="query",
                kind="string",
                adapter=adapter(Annotated[str, Field(min_length=1, max_length=1024)] | None),
                required=False,
            ),
        ),
        body=None,
        answers=(
            runtime.Answer(
                ListAudit200,
                200,
                media="application/json",
                adapter=adapter(models.AuditPage),
                models=(models.AuditPage,),
            ),
            runtime.Answer(
                ListAudit400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListAudit401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListAudit403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListAudit404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ListAudit429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ListAudit503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.PlatformHealth),
                models=(models.PlatformHealth,),
            ),
            runtime.Answer(
                GetHealthz429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                GetHealthz503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.Readiness),
                models=(models.Readiness,),
            ),
            runtime.Answer(
                GetReadyz429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                GetReadyz503,
                503,
                media="application/json",
                adapter=adapter(models.Readiness),
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
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                GetMetrics429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                GetMetrics503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
            adapter=adapter(models.TicketExchangeRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                ExchangeTicket200,
                200,
                media="application/json",
                adapter=adapter(models.TicketExchangeResponse),
                models=(models.TicketExchangeResponse,),
            ),
            runtime.Answer(
                ExchangeTicket400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ExchangeTicket408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ExchangeTicket410,
                410,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ExchangeTicket413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ExchangeTicket415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ExchangeTicket429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ExchangeTicket501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ExchangeTicket503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.JobDescription),
                models=(models.JobDescription,),
            ),
            runtime.Answer(
                DescribeJob401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DescribeJob403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DescribeJob409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DescribeJob410,
                410,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DescribeJob429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                DescribeJob501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DescribeJob503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
            adapter=adapter(models.LeaseRenewRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                RenewLease200,
                200,
                media="application/json",
                adapter=adapter(models.LeaseRenewResponse),
                models=(models.LeaseRenewResponse,),
            ),
            runtime.Answer(
                RenewLease400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewLease401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewLease403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewLease408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewLease409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewLease410,
                410,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewLease413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewLease415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewLease429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                RenewLease501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                RenewLease503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(Annotated[int, Field(ge=0, le=1000000000)]),
                required=False,
                default=0,
            ),
            runtime.Parameter(
                wire="limit",
                name="limit",
                place="query",
                kind="integer",
                adapter=adapter(Annotated[int, Field(ge=1, le=100)]),
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
                adapter=adapter(models.JournalPage),
                models=(models.JournalPage,),
            ),
            runtime.Answer(
                ReadJournal400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReadJournal401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReadJournal403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReadJournal409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReadJournal410,
                410,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReadJournal429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                ReadJournal501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                ReadJournal503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
            adapter=adapter(models.JournalBatch),
            required=True,
        ),
        answers=(
            runtime.Answer(
                AppendJournal200,
                200,
                media="application/json",
                adapter=adapter(models.JournalAcknowledgement),
                models=(models.JournalAcknowledgement,),
            ),
            runtime.Answer(
                AppendJournal400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJournal401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJournal403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJournal408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJournal409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJournal410,
                410,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJournal413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJournal415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJournal429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                AppendJournal501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJournal503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
            adapter=adapter(models.JobUploadsRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                PresignJobFiles200,
                200,
                media="application/json",
                adapter=adapter(models.JobUploads),
                models=(models.JobUploads,),
            ),
            runtime.Answer(
                PresignJobFiles400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobFiles401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobFiles403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobFiles408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobFiles409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobFiles410,
                410,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobFiles413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobFiles415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobFiles429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                PresignJobFiles501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobFiles503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
            adapter=adapter(models.JobFileComplete),
            required=True,
        ),
        answers=(
            runtime.Answer(
                CompleteJobFile200,
                200,
                media="application/json",
                adapter=adapter(models.Empty),
                models=(models.Empty,),
            ),
            runtime.Answer(
                CompleteJobFile400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteJobFile401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteJobFile403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteJobFile404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteJobFile408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteJobFile409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteJobFile410,
                410,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteJobFile413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteJobFile415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteJobFile429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                CompleteJobFile501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                CompleteJobFile503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
            adapter=adapter(models.JobDownloadsRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                PresignJobDownloads200,
                200,
                media="application/json",
                adapter=adapter(models.DownloadUrlsResponse),
                models=(models.DownloadUrlsResponse,),
            ),
            runtime.Answer(
                PresignJobDownloads400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobDownloads401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobDownloads403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobDownloads404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobDownloads408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobDownloads409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobDownloads410,
                410,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobDownloads413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobDownloads415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobDownloads429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                PresignJobDownloads501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                PresignJobDownloads503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.DatasetDownload),
                models=(models.DatasetDownload,),
            ),
            runtime.Answer(
                DownloadJobDataset401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobDataset403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobDataset404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobDataset409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobDataset410,
                410,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobDataset429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                DownloadJobDataset501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobDataset503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
                adapter=adapter(models.JobSource),
                models=(models.JobSource,),
            ),
            runtime.Answer(
                DownloadJobSource401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobSource403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobSource404,
                404,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobSource409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobSource410,
                410,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobSource429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                DownloadJobSource501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                DownloadJobSource503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
            adapter=adapter(models.JobSecretsRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                TakeJobSecrets200,
                200,
                media="application/json",
                adapter=adapter(models.JobSecrets),
                models=(models.JobSecrets,),
            ),
            runtime.Answer(
                TakeJobSecrets400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeJobSecrets401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeJobSecrets403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeJobSecrets408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeJobSecrets409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeJobSecrets410,
                410,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeJobSecrets413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeJobSecrets415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeJobSecrets429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                TakeJobSecrets501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                TakeJobSecrets503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
            adapter=adapter(models.JobLogRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                AppendJobLogs200,
                200,
                media="application/json",
                adapter=adapter(models.Empty),
                models=(models.Empty,),
            ),
            runtime.Answer(
                AppendJobLogs400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJobLogs401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJobLogs403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJobLogs408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJobLogs409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJobLogs410,
                410,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJobLogs413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJobLogs415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJobLogs429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                AppendJobLogs501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                AppendJobLogs503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
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
            adapter=adapter(models.JobFinishRequest),
            required=True,
        ),
        answers=(
            runtime.Answer(
                FinishJob200,
                200,
                media="application/json",
                adapter=adapter(models.JobFinishResponse),
                models=(models.JobFinishResponse,),
            ),
            runtime.Answer(
                FinishJob400,
                400,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinishJob401,
                401,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinishJob403,
                403,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinishJob408,
                408,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinishJob409,
                409,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinishJob410,
                410,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinishJob413,
                413,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinishJob415,
                415,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinishJob429,
                429,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)]), True),),
            ),
            runtime.Answer(
                FinishJob501,
                501,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
            ),
            runtime.Answer(
                FinishJob503,
                503,
                media="application/problem+json",
                adapter=adapter(models.PlatformProblem),
                models=(models.PlatformProblem,),
                headers=(
                    runtime.Header("Retry-After", "retry_after", adapter(Annotated[int, Field(ge=0)] | None), False),
                ),
            ),
        ),
        invalid=400,
        secured=True,
    ),
)
