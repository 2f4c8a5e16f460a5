"""Every model of the contract, imported when first used. Generated; do not edit."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .benchmark_config import BenchmarkAgent as BenchmarkAgent
    from .benchmark_config import BenchmarkConfig as BenchmarkConfig
    from .benchmark_config import BenchmarkExecutionSection as BenchmarkExecutionSection
    from .benchmark_config import BenchmarkExperimentSection as BenchmarkExperimentSection
    from .benchmark_config import BenchmarkModel as BenchmarkModel
    from .benchmark_config import BenchmarkSecretNames as BenchmarkSecretNames
    from .benchmark_config import BenchmarkTaskSet as BenchmarkTaskSet
    from .benchmark_config import BenchmarkTasksSection as BenchmarkTasksSection
    from .benchmark_config import EndpointModel as EndpointModel
    from .benchmark_config import HostedModel as HostedModel
    from .benchmark_config import ProviderModel as ProviderModel
    from .chat import ChatChoice as ChatChoice
    from .chat import ChatChunkChoice as ChatChunkChoice
    from .chat import ChatCompletion as ChatCompletion
    from .chat import ChatCompletionChunk as ChatCompletionChunk
    from .chat import ChatCompletionRequest as ChatCompletionRequest
    from .chat import ChatError as ChatError
    from .chat import ChatErrorBody as ChatErrorBody
    from .chat import ChatStreamOptions as ChatStreamOptions
    from .chat import ChatUsage as ChatUsage
    from .cli_datasets import CachedDataset as CachedDataset
    from .cli_datasets import DatasetDownloadResult as DatasetDownloadResult
    from .cli_datasets import DatasetInContext as DatasetInContext
    from .cli_datasets import DatasetRecord as DatasetRecord
    from .cli_datasets import PlatformDatasetPreview as PlatformDatasetPreview
    from .cli_datasets import UnfinishedUpload as UnfinishedUpload
    from .cli_datasets import UploadedFile as UploadedFile
    from .cli_envelopes import DetailEnvelope as DetailEnvelope
    from .cli_envelopes import ErrorBody as ErrorBody
    from .cli_envelopes import ErrorCode as ErrorCode
    from .cli_envelopes import ErrorEnvelope as ErrorEnvelope
    from .cli_envelopes import ListEnvelope as ListEnvelope
    from .cli_envelopes import ListSection as ListSection
    from .cli_envelopes import NextStep as NextStep
    from .cli_envelopes import OperationEnvelope as OperationEnvelope
    from .cli_envelopes import SectionedListEnvelope as SectionedListEnvelope
    from .cli_envelopes import WarningBody as WarningBody
    from .cli_envelopes import WarningCode as WarningCode
    from .cli_envelopes import WarningEnvelope as WarningEnvelope
    from .cli_eval_managed import EvalDownloadFailure as EvalDownloadFailure
    from .cli_eval_managed import EvalDownloadResult as EvalDownloadResult
    from .cli_eval_managed import EvalManagedFigures as EvalManagedFigures
    from .cli_eval_managed import EvalManagedInfo as EvalManagedInfo
    from .cli_eval_managed import EvalManagedItem as EvalManagedItem
    from .cli_eval_managed import EvalManagedProgress as EvalManagedProgress
    from .cli_eval_managed import EvalManagedRun as EvalManagedRun
    from .cli_eval_managed import EvalManagedSummary as EvalManagedSummary
    from .cli_eval_managed import EvalOutputCount as EvalOutputCount
    from .cli_eval_managed import EvalOutputType as EvalOutputType
    from .cli_eval_managed import EvalRetryResult as EvalRetryResult
    from .cli_eval_managed import EvalStopResult as EvalStopResult
    from .cli_eval_managed import EvalSubmitResult as EvalSubmitResult
    from .cli_eval_managed import EvalSubmittedConfig as EvalSubmittedConfig
    from .cli_eval_managed import EvalUploadedRun as EvalUploadedRun
    from .cli_eval_results import EvalComparedRows as EvalComparedRows
    from .cli_eval_results import EvalCompareResult as EvalCompareResult
    from .cli_eval_results import EvalCompareSide as EvalCompareSide
    from .cli_eval_results import EvalDebugResult as EvalDebugResult
    from .cli_eval_results import EvalDifference as EvalDifference
    from .cli_eval_results import EvalExportResult as EvalExportResult
    from .cli_eval_results import EvalExportResultFormat as EvalExportResultFormat
    from .cli_eval_results import EvalFailureGroup as EvalFailureGroup
    from .cli_eval_results import EvalInfoCounts as EvalInfoCounts
    from .cli_eval_results import EvalInfoResult as EvalInfoResult
    from .cli_eval_results import EvalInfoRun as EvalInfoRun
    from .cli_eval_results import EvalListItem as EvalListItem
    from .cli_eval_results import EvalMetricDifference as EvalMetricDifference
    from .cli_eval_results import EvalRemoveResult as EvalRemoveResult
    from .cli_eval_results import EvalRewardBin as EvalRewardBin
    from .cli_eval_results import EvalRowDifference as EvalRowDifference
    from .cli_eval_results import EvalRowReference as EvalRowReference
    from .cli_eval_results import EvalRowResult as EvalRowResult
    from .cli_eval_results import EvalRowResultState as EvalRowResultState
    from .cli_eval_results import EvalShowResult as EvalShowResult
    from .cli_eval_results import EvalSpread as EvalSpread
    from .cli_eval_results import EvalViewResult as EvalViewResult
    from .cli_platform import AccountSource as AccountSource
    from .cli_platform import AuthAccount as AuthAccount
    from .cli_platform import AuthLoginResult as AuthLoginResult
    from .cli_platform import AuthLogoutResult as AuthLogoutResult
    from .cli_platform import AuthWhoamiData as AuthWhoamiData
    from .cli_platform import CommandSecretScope as CommandSecretScope
    from .cli_platform import CredentialsFile as CredentialsFile
    from .cli_platform import LoginSource as LoginSource
    from .cli_platform import RolloutRecord as RolloutRecord
    from .cli_platform import SecretDeleteResult as SecretDeleteResult
    from .cli_platform import SecretRecord as SecretRecord
    from .cli_platform import SecretSetResult as SecretSetResult
    from .cli_platform import StoredLogin as StoredLogin
    from .cli_platform import TokenSource as TokenSource
    from .cli_platform import TokenStore as TokenStore
    from .cli_results import DatasetConvertResult as DatasetConvertResult
    from .cli_results import DatasetConvertResultExtension as DatasetConvertResultExtension
    from .cli_results import DatasetConvertResultMetadataForm as DatasetConvertResultMetadataForm
    from .cli_results import DatasetLeak as DatasetLeak
    from .cli_results import DatasetLeakPromptColumn as DatasetLeakPromptColumn
    from .cli_results import DatasetLengths as DatasetLengths
    from .cli_results import DatasetLengthsColumn as DatasetLengthsColumn
    from .cli_results import DatasetPreviewResult as DatasetPreviewResult
    from .cli_results import DatasetPreviewResultExtension as DatasetPreviewResultExtension
    from .cli_results import DatasetPreviewRow as DatasetPreviewRow
    from .cli_results import DatasetPreviewRowPromptItem as DatasetPreviewRowPromptItem
    from .cli_results import DatasetPreviewRowPromptItemRole as DatasetPreviewRowPromptItemRole
    from .cli_results import DatasetProblem as DatasetProblem
    from .cli_results import DatasetSource as DatasetSource
    from .cli_results import DatasetStatsResult as DatasetStatsResult
    from .cli_results import DatasetStatsResultExtension as DatasetStatsResultExtension
    from .cli_results import DatasetValidateResult as DatasetValidateResult
    from .cli_results import DatasetValidateResultExtension as DatasetValidateResultExtension
    from .cli_results import DoctorResult as DoctorResult
    from .cli_results import EvalChecks as EvalChecks
    from .cli_results import EvalRunResult as EvalRunResult
    from .cli_results import EvalUploadResult as EvalUploadResult
    from .cli_results import FailedRow as FailedRow
    from .cli_results import GitContext as GitContext
    from .cli_results import MigrationCertainty as MigrationCertainty
    from .cli_results import MigrationFinding as MigrationFinding
    from .cli_results import NamedWorkspace as NamedWorkspace
    from .cli_results import RolloutInitConfigs as RolloutInitConfigs
    from .cli_results import RolloutInitResult as RolloutInitResult
    from .cli_results import SandboxFinding as SandboxFinding
    from .cli_results import TemplateApplyResult as TemplateApplyResult
    from .cli_results import TemplateListItem as TemplateListItem
    from .cli_results import TrajectoryFileFault as TrajectoryFileFault
    from .cli_results import TrajectoryValidateResult as TrajectoryValidateResult
    from .cli_results import UnfinishedRow as UnfinishedRow
    from .cli_results import ValidatedTrajectoryFile as ValidatedTrajectoryFile
    from .cli_results import WorkspaceMembership as WorkspaceMembership
    from .cli_training_results import LocalLoraModel as LocalLoraModel
    from .cli_training_results import LocalTrainingCheckpoint as LocalTrainingCheckpoint
    from .cli_training_results import LocalTrainingInfo as LocalTrainingInfo
    from .cli_training_results import LocalTrainingItem as LocalTrainingItem
    from .cli_training_results import ModelExportFile as ModelExportFile
    from .cli_training_results import ModelExportFormat as ModelExportFormat
    from .cli_training_results import ModelExportResult as ModelExportResult
    from .cli_training_results import TrainRunResult as TrainRunResult
    from .cli_training_results import TrainViewResult as TrainViewResult
    from .conformance import ConformanceAdmission as ConformanceAdmission
    from .conformance import ConformanceAdmissionAgain as ConformanceAdmissionAgain
    from .conformance import ConformanceAdmitMany as ConformanceAdmitMany
    from .conformance import ConformanceAgent as ConformanceAgent
    from .conformance import ConformanceCallbackAnswer as ConformanceCallbackAnswer
    from .conformance import ConformanceCallbackCount as ConformanceCallbackCount
    from .conformance import ConformanceCallbackCountAfter as ConformanceCallbackCountAfter
    from .conformance import ConformanceCallbackCountCallback as ConformanceCallbackCountCallback
    from .conformance import ConformanceCancel as ConformanceCancel
    from .conformance import ConformanceCase as ConformanceCase
    from .conformance import ConformanceCaseFile as ConformanceCaseFile
    from .conformance import ConformanceClause as ConformanceClause
    from .conformance import ConformanceClauses as ConformanceClauses
    from .conformance import ConformanceControllerCase as ConformanceControllerCase
    from .conformance import ConformanceControllerCaseFile as ConformanceControllerCaseFile
    from .conformance import ConformanceControllerOutcome as ConformanceControllerOutcome
    from .conformance import ConformanceControllerTask as ConformanceControllerTask
    from .conformance import ConformanceCount as ConformanceCount
    from .conformance import ConformanceDialect as ConformanceDialect
    from .conformance import ConformanceExchange as ConformanceExchange
    from .conformance import ConformanceExpectation as ConformanceExpectation
    from .conformance import ConformanceFeature as ConformanceFeature
    from .conformance import ConformanceFeatures as ConformanceFeatures
    from .conformance import ConformanceFiles as ConformanceFiles
    from .conformance import ConformanceFinish as ConformanceFinish
    from .conformance import ConformanceGrader as ConformanceGrader
    from .conformance import ConformanceHealth as ConformanceHealth
    from .conformance import ConformanceInstructions as ConformanceInstructions
    from .conformance import ConformanceKill as ConformanceKill
    from .conformance import ConformanceKillSignal as ConformanceKillSignal
    from .conformance import ConformanceKind as ConformanceKind
    from .conformance import ConformanceModel as ConformanceModel
    from .conformance import ConformanceModelAnswer as ConformanceModelAnswer
    from .conformance import ConformanceModelStep as ConformanceModelStep
    from .conformance import ConformanceNothing as ConformanceNothing
    from .conformance import ConformanceOf as ConformanceOf
    from .conformance import ConformanceOutcome as ConformanceOutcome
    from .conformance import ConformanceOutput as ConformanceOutput
    from .conformance import ConformancePoll as ConformancePoll
    from .conformance import ConformanceRaw as ConformanceRaw
    from .conformance import ConformanceRawThen as ConformanceRawThen
    from .conformance import ConformanceReport as ConformanceReport
    from .conformance import ConformanceRequest as ConformanceRequest
    from .conformance import ConformanceResult as ConformanceResult
    from .conformance import ConformanceScriptedAnswer as ConformanceScriptedAnswer
    from .conformance import ConformanceSettings as ConformanceSettings
    from .conformance import ConformanceStatusQuestion as ConformanceStatusQuestion
    from .conformance import ConformanceStep as ConformanceStep
    from .conformance import ConformanceUnencodable as ConformanceUnencodable
    from .conformance import ConformanceVariant as ConformanceVariant
    from .conformance import ConformanceVerdict as ConformanceVerdict
    from .dataset_row import DatasetRow as DatasetRow
    from .dataset_row import NormalizedRow as NormalizedRow
    from .dataset_row import RowMetadata as RowMetadata
    from .dataset_row import RowMetadataText as RowMetadataText
    from .eval_config import AdvancedSection as AdvancedSection
    from .eval_config import EnvSection as EnvSection
    from .eval_config import EvalConfig as EvalConfig
    from .eval_config import EvaluationSection as EvaluationSection
    from .eval_config import ExperimentSection as ExperimentSection
    from .eval_config import SecretsSection as SecretsSection
    from .grading import GradingAnswer as GradingAnswer
    from .grading import GradingReady as GradingReady
    from .grading import GradingTask as GradingTask
    from .harbor import HarborContainerInput as HarborContainerInput
    from .harbor import HarborContainerResult as HarborContainerResult
    from .harbor import HarborDiagnostics as HarborDiagnostics
    from .harbor import HarborEvidenceFile as HarborEvidenceFile
    from .harbor import HarborEvidenceManifest as HarborEvidenceManifest
    from .harbor import HarborFailureCode as HarborFailureCode
    from .harbor import HarborGatewayConfig as HarborGatewayConfig
    from .harbor import HarborHealthcheckConfig as HarborHealthcheckConfig
    from .harbor import HarborPhase as HarborPhase
    from .harbor import HarborTimings as HarborTimings
    from .local_training import LocalServingPrecision as LocalServingPrecision
    from .local_training import LocalTrainer as LocalTrainer
    from .local_training import LocalTrainingDataset as LocalTrainingDataset
    from .local_training import LocalTrainingInputs as LocalTrainingInputs
    from .local_training import LocalTrainingManifest as LocalTrainingManifest
    from .local_training import LocalTrainingSettings as LocalTrainingSettings
    from .local_training import TrainingCheckpointPruned as TrainingCheckpointPruned
    from .local_training import TrainingCheckpointSaved as TrainingCheckpointSaved
    from .local_training import TrainingEnded as TrainingEnded
    from .local_training import TrainingEndStatus as TrainingEndStatus
    from .local_training import TrainingEvaluation as TrainingEvaluation
    from .local_training import TrainingFigures as TrainingFigures
    from .local_training import TrainingRecord as TrainingRecord
    from .local_training import TrainingRollout as TrainingRollout
    from .local_training import TrainingStarted as TrainingStarted
    from .local_training import TrainingStep as TrainingStep
    from .owner_record import OwnerRecord as OwnerRecord
    from .platform_auth import ConnectedRepository as ConnectedRepository
    from .platform_auth import DeviceAuthorizeRequest as DeviceAuthorizeRequest
    from .platform_auth import DeviceAuthorizeResponse as DeviceAuthorizeResponse
    from .platform_auth import DeviceTokenRequest as DeviceTokenRequest
    from .platform_auth import DeviceTokenResponse as DeviceTokenResponse
    from .platform_auth import PlatformUser as PlatformUser
    from .platform_auth import QuickstartIntent as QuickstartIntent
    from .platform_auth import QuickstartRepository as QuickstartRepository
    from .platform_auth import QuickstartRequest as QuickstartRequest
    from .platform_auth import QuickstartState as QuickstartState
    from .platform_auth import ScopedWorkspace as ScopedWorkspace
    from .platform_auth import VerifyResponse as VerifyResponse
    from .platform_auth import WorkspaceList as WorkspaceList
    from .platform_auth import WorkspaceRole as WorkspaceRole
    from .platform_auth import WorkspaceSummary as WorkspaceSummary
    from .platform_benchmark_runs import AgentAggregates as AgentAggregates
    from .platform_benchmark_runs import AgentMetrics as AgentMetrics
    from .platform_benchmark_runs import BenchmarkAgentModel as BenchmarkAgentModel
    from .platform_benchmark_runs import BenchmarkRunAgent as BenchmarkRunAgent
    from .platform_benchmark_runs import BenchmarkRunConfiguration as BenchmarkRunConfiguration
    from .platform_benchmark_runs import BenchmarkRunItem as BenchmarkRunItem
    from .platform_benchmark_runs import BenchmarkRunList as BenchmarkRunList
    from .platform_benchmark_runs import BenchmarkRunProgress as BenchmarkRunProgress
    from .platform_benchmark_runs import BenchmarkRunResponse as BenchmarkRunResponse
    from .platform_benchmark_runs import BenchmarkRunStatus as BenchmarkRunStatus
    from .platform_benchmark_runs import BenchmarkRunTotals as BenchmarkRunTotals
    from .platform_benchmark_runs import BenchmarkSubmitRequest as BenchmarkSubmitRequest
    from .platform_benchmark_runs import EndpointAgentModel as EndpointAgentModel
    from .platform_benchmark_runs import HostedAgentModel as HostedAgentModel
    from .platform_benchmark_runs import ProviderAgentModel as ProviderAgentModel
    from .platform_benchmark_runs import SubmittedAgent as SubmittedAgent
    from .platform_benchmark_runs import SubmittedBenchmark as SubmittedBenchmark
    from .platform_benchmark_runs import SubmittedBenchmarkRun as SubmittedBenchmarkRun
    from .platform_benchmark_runs import SubmittedExecution as SubmittedExecution
    from .platform_benchmark_runs import SubmittedTasks as SubmittedTasks
    from .platform_benchmarks import BenchmarkCategory as BenchmarkCategory
    from .platform_benchmarks import BenchmarkDetail as BenchmarkDetail
    from .platform_benchmarks import BenchmarkDifficulty as BenchmarkDifficulty
    from .platform_benchmarks import BenchmarkItem as BenchmarkItem
    from .platform_benchmarks import BenchmarkList as BenchmarkList
    from .platform_benchmarks import BenchmarkPassAtK as BenchmarkPassAtK
    from .platform_benchmarks import BenchmarkResponse as BenchmarkResponse
    from .platform_benchmarks import BenchmarkSyncStatus as BenchmarkSyncStatus
    from .platform_benchmarks import BenchmarkTask as BenchmarkTask
    from .platform_benchmarks import BenchmarkTaskSetItem as BenchmarkTaskSetItem
    from .platform_benchmarks import ConfidenceEstimate as ConfidenceEstimate
    from .platform_benchmarks import LeaderboardEntry as LeaderboardEntry
    from .platform_benchmarks import UnavailableTasks as UnavailableTasks
    from .platform_common import ClientVersionStatus as ClientVersionStatus
    from .platform_common import DownloadItem as DownloadItem
    from .platform_common import DownloadUrl as DownloadUrl
    from .platform_common import DownloadUrlsRequest as DownloadUrlsRequest
    from .platform_common import DownloadUrlsResponse as DownloadUrlsResponse
    from .platform_common import Empty as Empty
    from .platform_common import FilePath as FilePath
    from .platform_common import LocalRunReference as LocalRunReference
    from .platform_common import LogPage as LogPage
    from .platform_common import NamedReference as NamedReference
    from .platform_common import OutputFile as OutputFile
    from .platform_common import OutputManifest as OutputManifest
    from .platform_common import PlatformLogEntry as PlatformLogEntry
    from .platform_common import PlatformProblem as PlatformProblem
    from .platform_common import ProblemIssue as ProblemIssue
    from .platform_common import RepositoryName as RepositoryName
    from .platform_common import ResourceName as ResourceName
    from .platform_common import SecretName as SecretName
    from .platform_common import Sha256 as Sha256
    from .platform_common import Timestamp as Timestamp
    from .platform_common import UpgradeRequired as UpgradeRequired
    from .platform_common import UploadInfo as UploadInfo
    from .platform_common import UploadMethod as UploadMethod
    from .platform_common import UploadPart as UploadPart
    from .platform_common import VariableName as VariableName
    from .platform_common import WorkspaceName as WorkspaceName
    from .platform_control import BackupArguments as BackupArguments
    from .platform_control import ControlError as ControlError
    from .platform_control import ControlRefusal as ControlRefusal
    from .platform_control import ControlRequest as ControlRequest
    from .platform_control import ControlResult as ControlResult
    from .platform_control import OperatorToken as OperatorToken
    from .platform_control import OperatorTokenEntry as OperatorTokenEntry
    from .platform_control import OperatorTokenList as OperatorTokenList
    from .platform_control import OperatorTokenRevoked as OperatorTokenRevoked
    from .platform_control import PlatformAccount as PlatformAccount
    from .platform_control import PlatformAccountLink as PlatformAccountLink
    from .platform_control import PlatformAccountPage as PlatformAccountPage
    from .platform_control import PlatformAccountState as PlatformAccountState
    from .platform_control import PlatformBackup as PlatformBackup
    from .platform_control import PlatformCheck as PlatformCheck
    from .platform_control import PlatformCheckStatus as PlatformCheckStatus
    from .platform_control import PlatformDoctorReport as PlatformDoctorReport
    from .platform_control import PlatformKeyRotation as PlatformKeyRotation
    from .platform_control import PlatformQuickstart as PlatformQuickstart
    from .platform_control import PlatformStatus as PlatformStatus
    from .platform_control import PlatformStopped as PlatformStopped
    from .platform_control import PlatformSweep as PlatformSweep
    from .platform_control import TokenCreateArguments as TokenCreateArguments
    from .platform_control import TokenRevokeArguments as TokenRevokeArguments
    from .platform_control import UserAddArguments as UserAddArguments
    from .platform_control import UserArguments as UserArguments
    from .platform_control import UserListArguments as UserListArguments
    from .platform_datasets import DatasetCompleteRequest as DatasetCompleteRequest
    from .platform_datasets import DatasetCreateRequest as DatasetCreateRequest
    from .platform_datasets import DatasetDownload as DatasetDownload
    from .platform_datasets import DatasetFormat as DatasetFormat
    from .platform_datasets import DatasetPart as DatasetPart
    from .platform_datasets import DatasetRenameRequest as DatasetRenameRequest
    from .platform_datasets import DatasetStatus as DatasetStatus
    from .platform_datasets import PlatformDataset as PlatformDataset
    from .platform_datasets import PlatformDatasetList as PlatformDatasetList
    from .platform_eval_runs import EvalMetricsOverview as EvalMetricsOverview
    from .platform_eval_runs import EvalResults as EvalResults
    from .platform_eval_runs import EvalRetryRequest as EvalRetryRequest
    from .platform_eval_runs import EvalRetryResponse as EvalRetryResponse
    from .platform_eval_runs import EvalRunDetail as EvalRunDetail
    from .platform_eval_runs import EvalRunItem as EvalRunItem
    from .platform_eval_runs import EvalRunList as EvalRunList
    from .platform_eval_runs import EvalRunMetrics as EvalRunMetrics
    from .platform_eval_runs import EvalRunModel as EvalRunModel
    from .platform_eval_runs import EvalRunResponse as EvalRunResponse
    from .platform_eval_runs import EvalRunStatus as EvalRunStatus
    from .platform_eval_runs import ResultRewardStats as ResultRewardStats
    from .platform_eval_runs import RewardDistribution as RewardDistribution
    from .platform_eval_runs import RunStopResponse as RunStopResponse
    from .platform_git import GitBranch as GitBranch
    from .platform_git import GitBranchList as GitBranchList
    from .platform_git import GitConnection as GitConnection
    from .platform_git import GitConnectionState as GitConnectionState
    from .platform_git import GitConnectRequest as GitConnectRequest
    from .platform_git import GitHook as GitHook
    from .platform_git import GitPush as GitPush
    from .platform_git import GitSync as GitSync
    from .platform_git import GitSyncList as GitSyncList
    from .platform_git import GitSyncStatus as GitSyncStatus
    from .platform_git import GitSyncTrigger as GitSyncTrigger
    from .platform_git import NewGitConnection as NewGitConnection
    from .platform_imports import ImportedDataset as ImportedDataset
    from .platform_imports import ImportedEvaluation as ImportedEvaluation
    from .platform_imports import ImportedExperiment as ImportedExperiment
    from .platform_imports import ImportedFile as ImportedFile
    from .platform_imports import ImportedRollout as ImportedRollout
    from .platform_imports import ImportedRun as ImportedRun
    from .platform_imports import ImportFileComplete as ImportFileComplete
    from .platform_imports import ImportFileState as ImportFileState
    from .platform_imports import ImportPart as ImportPart
    from .platform_imports import ImportProvenance as ImportProvenance
    from .platform_imports import ImportRequest as ImportRequest
    from .platform_imports import ImportSchemaVersions as ImportSchemaVersions
    from .platform_imports import ImportSession as ImportSession
    from .platform_imports import ImportSessionFile as ImportSessionFile
    from .platform_imports import ImportStatus as ImportStatus
    from .platform_imports import ImportUpload as ImportUpload
    from .platform_imports import ImportUploads as ImportUploads
    from .platform_imports import ImportUploadsRequest as ImportUploadsRequest
    from .platform_job import JobDataset as JobDataset
    from .platform_job import JobDescription as JobDescription
    from .platform_job import JobDownloadsRequest as JobDownloadsRequest
    from .platform_job import JobEnd as JobEnd
    from .platform_job import JobFile as JobFile
    from .platform_job import JobFileComplete as JobFileComplete
    from .platform_job import JobFinishRequest as JobFinishRequest
    from .platform_job import JobFinishResponse as JobFinishResponse
    from .platform_job import JobLogEntry as JobLogEntry
    from .platform_job import JobLogRequest as JobLogRequest
    from .platform_job import JobRollout as JobRollout
    from .platform_job import JobRunKind as JobRunKind
    from .platform_job import JobSecrets as JobSecrets
    from .platform_job import JobSecretsRequest as JobSecretsRequest
    from .platform_job import JobSource as JobSource
    from .platform_job import JobUpload as JobUpload
    from .platform_job import JobUploads as JobUploads
    from .platform_job import JobUploadsRequest as JobUploadsRequest
    from .platform_job import JournalAcknowledgement as JournalAcknowledgement
    from .platform_job import JournalBatch as JournalBatch
    from .platform_job import JournalFile as JournalFile
    from .platform_job import JournalPage as JournalPage
    from .platform_job import JournalRecord as JournalRecord
    from .platform_job import JournalStoredBatch as JournalStoredBatch
    from .platform_job import LeaseRenewRequest as LeaseRenewRequest
    from .platform_job import LeaseRenewResponse as LeaseRenewResponse
    from .platform_job import TicketExchangeRequest as TicketExchangeRequest
    from .platform_job import TicketExchangeResponse as TicketExchangeResponse
    from .platform_models import BaseModelDetail as BaseModelDetail
    from .platform_models import BaseModelItem as BaseModelItem
    from .platform_models import BaseModelList as BaseModelList
    from .platform_models import DeploymentResponse as DeploymentResponse
    from .platform_models import DeploymentStatus as DeploymentStatus
    from .platform_models import LoraModelDetail as LoraModelDetail
    from .platform_models import LoraModelItem as LoraModelItem
    from .platform_models import LoraModelList as LoraModelList
    from .platform_operations import AuditPage as AuditPage
    from .platform_operations import AuditRecord as AuditRecord
    from .platform_operations import Budget as Budget
    from .platform_operations import BudgetRequest as BudgetRequest
    from .platform_operations import PlatformHealth as PlatformHealth
    from .platform_operations import Readiness as Readiness
    from .platform_operations import ReadinessCheck as ReadinessCheck
    from .platform_operations import UsageEntry as UsageEntry
    from .platform_operations import UsageList as UsageList
    from .platform_operations import UsageUnit as UsageUnit
    from .platform_rollouts import CatalogueRollout as CatalogueRollout
    from .platform_rollouts import CatalogueRolloutList as CatalogueRolloutList
    from .platform_secrets import EnvironmentSecret as EnvironmentSecret
    from .platform_secrets import EnvironmentSecretList as EnvironmentSecretList
    from .platform_secrets import SecretDeleteRequest as SecretDeleteRequest
    from .platform_secrets import SecretScope as SecretScope
    from .platform_secrets import SecretUpsertRequest as SecretUpsertRequest
    from .platform_submissions import EvalSubmitRequest as EvalSubmitRequest
    from .platform_submissions import SecretResolution as SecretResolution
    from .platform_submissions import SubmittedCheckpoints as SubmittedCheckpoints
    from .platform_submissions import SubmittedEvaluation as SubmittedEvaluation
    from .platform_submissions import SubmittedExperiment as SubmittedExperiment
    from .platform_submissions import SubmittedRun as SubmittedRun
    from .platform_submissions import SubmittedSampling as SubmittedSampling
    from .platform_submissions import SubmittedSecrets as SubmittedSecrets
    from .platform_submissions import SubmittedTraining as SubmittedTraining
    from .platform_submissions import TrainingSubmitRequest as TrainingSubmitRequest
    from .platform_training_runs import MetricPoint as MetricPoint
    from .platform_training_runs import MetricSeries as MetricSeries
    from .platform_training_runs import MetricSummary as MetricSummary
    from .platform_training_runs import TrainingCheckpoint as TrainingCheckpoint
    from .platform_training_runs import TrainingCheckpointList as TrainingCheckpointList
    from .platform_training_runs import TrainingListDataset as TrainingListDataset
    from .platform_training_runs import TrainingListModel as TrainingListModel
    from .platform_training_runs import TrainingMetricsOverview as TrainingMetricsOverview
    from .platform_training_runs import TrainingRunDetail as TrainingRunDetail
    from .platform_training_runs import TrainingRunItem as TrainingRunItem
    from .platform_training_runs import TrainingRunList as TrainingRunList
    from .platform_training_runs import TrainingRunMetrics as TrainingRunMetrics
    from .platform_training_runs import TrainingRunResponse as TrainingRunResponse
    from .platform_training_runs import TrainingRunStatus as TrainingRunStatus
    from .platform_webhooks import Webhook as Webhook
    from .platform_webhooks import WebhookDelivery as WebhookDelivery
    from .platform_webhooks import WebhookDeliveryList as WebhookDeliveryList
    from .platform_webhooks import WebhookDeliveryStatus as WebhookDeliveryStatus
    from .platform_webhooks import WebhookEventName as WebhookEventName
    from .platform_webhooks import WebhookRequest as WebhookRequest
    from .platform_webhooks import WebhookRunData as WebhookRunData
    from .platform_webhooks import WebhookRunEvent as WebhookRunEvent
    from .platform_webhooks import WebhookTestData as WebhookTestData
    from .platform_webhooks import WebhookTestEvent as WebhookTestEvent
    from .platform_workspaces import AccessToken as AccessToken
    from .platform_workspaces import AccessTokenList as AccessTokenList
    from .platform_workspaces import CreatedToken as CreatedToken
    from .platform_workspaces import Invitation as Invitation
    from .platform_workspaces import InvitationAcceptRequest as InvitationAcceptRequest
    from .platform_workspaces import InvitationCreateRequest as InvitationCreateRequest
    from .platform_workspaces import InvitationList as InvitationList
    from .platform_workspaces import Member as Member
    from .platform_workspaces import MemberList as MemberList
    from .platform_workspaces import MemberUpdateRequest as MemberUpdateRequest
    from .platform_workspaces import TokenCreateRequest as TokenCreateRequest
    from .platform_workspaces import Workspace as Workspace
    from .platform_workspaces import WorkspaceCreateRequest as WorkspaceCreateRequest
    from .platform_workspaces import WorkspaceUpdateRequest as WorkspaceUpdateRequest
    from .process import RolloutDiagnostics as RolloutDiagnostics
    from .process import RolloutServerEnvironment as RolloutServerEnvironment
    from .rollout import AdmissionState as AdmissionState
    from .rollout import CallbackAcknowledgement as CallbackAcknowledgement
    from .rollout import CallbackHealthResponse as CallbackHealthResponse
    from .rollout import CallbackRolloutInitRequest as CallbackRolloutInitRequest
    from .rollout import CallbackRolloutInitResponse as CallbackRolloutInitResponse
    from .rollout import CallbackUrl as CallbackUrl
    from .rollout import CancelAll as CancelAll
    from .rollout import CancelByIds as CancelByIds
    from .rollout import CancelByPrefix as CancelByPrefix
    from .rollout import CancelDisposition as CancelDisposition
    from .rollout import CancelProblem as CancelProblem
    from .rollout import CancelRolloutsRequest as CancelRolloutsRequest
    from .rollout import CancelRolloutsResponse as CancelRolloutsResponse
    from .rollout import ConcurrencyHealth as ConcurrencyHealth
    from .rollout import ErrorLocation as ErrorLocation
    from .rollout import ErrorTraceback as ErrorTraceback
    from .rollout import GraderCompleteRequest as GraderCompleteRequest
    from .rollout import GraderCompleteRequestStatus as GraderCompleteRequestStatus
    from .rollout import GraderStatus as GraderStatus
    from .rollout import HealthResponse as HealthResponse
    from .rollout import Problem as Problem
    from .rollout import RolloutAdmission as RolloutAdmission
    from .rollout import RolloutCompleteRequest as RolloutCompleteRequest
    from .rollout import RolloutErrorCategory as RolloutErrorCategory
    from .rollout import RolloutId as RolloutId
    from .rollout import RolloutInitRequest as RolloutInitRequest
    from .rollout import RolloutInitResponse as RolloutInitResponse
    from .rollout import RolloutLifecycle as RolloutLifecycle
    from .rollout import RolloutResultResponse as RolloutResultResponse
    from .rollout import RolloutStatus as RolloutStatus
    from .rollout import RolloutStatusResponse as RolloutStatusResponse
    from .rollout import TerminalStatus as TerminalStatus
    from .rollout import ValidationFault as ValidationFault
    from .rollout import ValidationProblem as ValidationProblem
    from .rubric import EvalRubricResult as EvalRubricResult
    from .rubric import RubricAttempt as RubricAttempt
    from .rubric import RubricCost as RubricCost
    from .rubric import RubricCriteria as RubricCriteria
    from .rubric import RubricCriterion as RubricCriterion
    from .rubric import RubricCriterionType as RubricCriterionType
    from .rubric import RubricErrorCode as RubricErrorCode
    from .rubric import RubricLabel as RubricLabel
    from .rubric import RubricLabelAgreement as RubricLabelAgreement
    from .rubric import RubricMessage as RubricMessage
    from .rubric import RubricMessageRole as RubricMessageRole
    from .rubric import RubricOutputMode as RubricOutputMode
    from .rubric import RubricRecord as RubricRecord
    from .rubric import RubricReport as RubricReport
    from .rubric import RubricSample as RubricSample
    from .rubric import RubricSampleError as RubricSampleError
    from .rubric import RubricStatistics as RubricStatistics
    from .rubric import RubricValues as RubricValues
    from .run_events import AttemptEnded as AttemptEnded
    from .run_events import AttemptErrorCategory as AttemptErrorCategory
    from .run_events import AttemptRecord as AttemptRecord
    from .run_events import AttemptStarted as AttemptStarted
    from .run_events import RolloutOutcome as RolloutOutcome
    from .run_events import RowStatus as RowStatus
    from .run_events import RunEvent as RunEvent
    from .run_events import SampleMetrics as SampleMetrics
    from .run_export import ExportedRow as ExportedRow
    from .run_export import ExportedRowState as ExportedRowState
    from .run_index import IndexRow as IndexRow
    from .run_manifest import RunAnswerer as RunAnswerer
    from .run_manifest import RunDatasetInput as RunDatasetInput
    from .run_manifest import RunInputs as RunInputs
    from .run_manifest import RunManifest as RunManifest
    from .run_manifest import RunProvenance as RunProvenance
    from .run_manifest import RunRolloutInput as RunRolloutInput
    from .run_manifest import RunSource as RunSource
    from .run_manifest import RunSourceKind as RunSourceKind
    from .run_manifest import RunSourceSelection as RunSourceSelection
    from .run_manifest import RunTimeouts as RunTimeouts
    from .run_manifest import RunVersions as RunVersions
    from .run_metrics import MetricsEvalRun as MetricsEvalRun
    from .run_metrics import MetricsSummary as MetricsSummary
    from .run_metrics import MetricStats as MetricStats
    from .run_metrics import PassAtK as PassAtK
    from .run_metrics import RewardStats as RewardStats
    from .run_metrics import RunMetrics as RunMetrics
    from .run_metrics import RunState as RunState
    from .run_progress import RunProgress as RunProgress
    from .run_rows import RunRow as RunRow
    from .sample import Message as Message
    from .sample import ResultSample as ResultSample
    from .sample import Reward as Reward
    from .sample import RewardFile as RewardFile
    from .sample import RolloutSample as RolloutSample
    from .sample import SampleJudge as SampleJudge
    from .server_record import ServerRecord as ServerRecord
    from .test_report import TestConfig as TestConfig
    from .test_report import TestConfigAgentKind as TestConfigAgentKind
    from .test_report import TestReport as TestReport
    from .test_report import TestRowResult as TestRowResult
    from .test_report import TestSummary as TestSummary
    from .test_report import TestTokenUsage as TestTokenUsage
    from .token_trajectory import ScoredTokenTrajectory as ScoredTokenTrajectory
    from .token_trajectory import TokenSegment as TokenSegment
    from .token_trajectory import TokenTrajectory as TokenTrajectory
    from .token_trajectory import UnscorableReason as UnscorableReason
    from .token_trajectory import UnscorableTokenTrajectory as UnscorableTokenTrajectory
    from .training_config import CheckpointsSection as CheckpointsSection
    from .training_config import SamplingSection as SamplingSection
    from .training_config import TrainingConfig as TrainingConfig
    from .training_config import TrainingSection as TrainingSection
    from .trajectory import AtifVersion as AtifVersion
    from .trajectory import ContentPart as ContentPart
    from .trajectory import ContentPartImage as ContentPartImage
    from .trajectory import ContentPartImageSource as ContentPartImageSource
    from .trajectory import ContentParts as ContentParts
    from .trajectory import ContentPartText as ContentPartText
    from .trajectory import FinalMetrics as FinalMetrics
    from .trajectory import ImageMediaType as ImageMediaType
    from .trajectory import Observation as Observation
    from .trajectory import ObservationResult as ObservationResult
    from .trajectory import OsmosisExtra as OsmosisExtra
    from .trajectory import ReasoningEffortNumber as ReasoningEffortNumber
    from .trajectory import ReasoningEffortWord as ReasoningEffortWord
    from .trajectory import StepMetrics as StepMetrics
    from .trajectory import StepSource as StepSource
    from .trajectory import SubagentRef as SubagentRef
    from .trajectory import Trajectory as Trajectory
    from .trajectory import TrajectoryAgent as TrajectoryAgent
    from .trajectory import TrajectoryExtra as TrajectoryExtra
    from .trajectory import TrajectoryStep as TrajectoryStep
    from .trajectory import TrajectoryText as TrajectoryText
    from .trajectory import TrajectoryToolCall as TrajectoryToolCall
    from .trajectory_report import LlmCallMetrics as LlmCallMetrics
    from .trajectory_report import SampleReport as SampleReport
    from .trajectory_report import TrajectoryReport as TrajectoryReport

_MODULES = {
    "AccessToken": "platform_workspaces",
    "AccessTokenList": "platform_workspaces",
    "AccountSource": "cli_platform",
    "AdmissionState": "rollout",
    "AdvancedSection": "eval_config",
    "AgentAggregates": "platform_benchmark_runs",
    "AgentMetrics": "platform_benchmark_runs",
    "AtifVersion": "trajectory",
    "AttemptEnded": "run_events",
    "AttemptErrorCategory": "run_events",
    "AttemptRecord": "run_events",
    "AttemptStarted": "run_events",
    "AuditPage": "platform_operations",
    "AuditRecord": "platform_operations",
    "AuthAccount": "cli_platform",
    "AuthLoginResult": "cli_platform",
    "AuthLogoutResult": "cli_platform",
    "AuthWhoamiData": "cli_platform",
    "BackupArguments": "platform_control",
    "BaseModelDetail": "platform_models",
    "BaseModelItem": "platform_models",
    "BaseModelList": "platform_models",
    "BenchmarkAgent": "benchmark_config",
    "BenchmarkAgentModel": "platform_benchmark_runs",
    "BenchmarkCategory": "platform_benchmarks",
    "BenchmarkConfig": "benchmark_config",
    "BenchmarkDetail": "platform_benchmarks",
    "BenchmarkDifficulty": "platform_benchmarks",
    "BenchmarkExecutionSection": "benchmark_config",
    "BenchmarkExperimentSection": "benchmark_config",
    "BenchmarkItem": "platform_benchmarks",
    "BenchmarkList": "platform_benchmarks",
    "BenchmarkModel": "benchmark_config",
    "BenchmarkPassAtK": "platform_benchmarks",
    "BenchmarkResponse": "platform_benchmarks",
    "BenchmarkRunAgent": "platform_benchmark_runs",
    "BenchmarkRunConfiguration": "platform_benchmark_runs",
    "BenchmarkRunItem": "platform_benchmark_runs",
    "BenchmarkRunList": "platform_benchmark_runs",
    "BenchmarkRunProgress": "platform_benchmark_runs",
    "BenchmarkRunResponse": "platform_benchmark_runs",
    "BenchmarkRunStatus": "platform_benchmark_runs",
    "BenchmarkRunTotals": "platform_benchmark_runs",
    "BenchmarkSecretNames": "benchmark_config",
    "BenchmarkSubmitRequest": "platform_benchmark_runs",
    "BenchmarkSyncStatus": "platform_benchmarks",
    "BenchmarkTask": "platform_benchmarks",
    "BenchmarkTaskSet": "benchmark_config",
    "BenchmarkTaskSetItem": "platform_benchmarks",
    "BenchmarkTasksSection": "benchmark_config",
    "Budget": "platform_operations",
    "BudgetRequest": "platform_operations",
    "CachedDataset": "cli_datasets",
    "CallbackAcknowledgement": "rollout",
    "CallbackHealthResponse": "rollout",
    "CallbackRolloutInitRequest": "rollout",
    "CallbackRolloutInitResponse": "rollout",
    "CallbackUrl": "rollout",
    "CancelAll": "rollout",
    "CancelByIds": "rollout",
    "CancelByPrefix": "rollout",
    "CancelDisposition": "rollout",
    "CancelProblem": "rollout",
    "CancelRolloutsRequest": "rollout",
    "CancelRolloutsResponse": "rollout",
    "CatalogueRollout": "platform_rollouts",
    "CatalogueRolloutList": "platform_rollouts",
    "ChatChoice": "chat",
    "ChatChunkChoice": "chat",
    "ChatCompletion": "chat",
    "ChatCompletionChunk": "chat",
    "ChatCompletionRequest": "chat",
    "ChatError": "chat",
    "ChatErrorBody": "chat",
    "ChatStreamOptions": "chat",
    "ChatUsage": "chat",
    "CheckpointsSection": "training_config",
    "ClientVersionStatus": "platform_common",
    "CommandSecretScope": "cli_platform",
    "ConcurrencyHealth": "rollout",
    "ConfidenceEstimate": "platform_benchmarks",
    "ConformanceAdmission": "conformance",
    "ConformanceAdmissionAgain": "conformance",
    "ConformanceAdmitMany": "conformance",
    "ConformanceAgent": "conformance",
    "ConformanceCallbackAnswer": "conformance",
    "ConformanceCallbackCount": "conformance",
    "ConformanceCallbackCountAfter": "conformance",
    "ConformanceCallbackCountCallback": "conformance",
    "ConformanceCancel": "conformance",
    "ConformanceCase": "conformance",
    "ConformanceCaseFile": "conformance",
    "ConformanceClause": "conformance",
    "ConformanceClauses": "conformance",
    "ConformanceControllerCase": "conformance",
    "ConformanceControllerCaseFile": "conformance",
    "ConformanceControllerOutcome": "conformance",
    "ConformanceControllerTask": "conformance",
    "ConformanceCount": "conformance",
    "ConformanceDialect": "conformance",
    "ConformanceExchange": "conformance",
    "ConformanceExpectation": "conformance",
    "ConformanceFeature": "conformance",
    "ConformanceFeatures": "conformance",
    "ConformanceFiles": "conformance",
    "ConformanceFinish": "conformance",
    "ConformanceGrader": "conformance",
    "ConformanceHealth": "conformance",
    "ConformanceInstructions": "conformance",
    "ConformanceKill": "conformance",
    "ConformanceKillSignal": "conformance",
    "ConformanceKind": "conformance",
    "ConformanceModel": "conformance",
    "ConformanceModelAnswer": "conformance",
    "ConformanceModelStep": "conformance",
    "ConformanceNothing": "conformance",
    "ConformanceOf": "conformance",
    "ConformanceOutcome": "conformance",
    "ConformanceOutput": "conformance",
    "ConformancePoll": "conformance",
    "ConformanceRaw": "conformance",
    "ConformanceRawThen": "conformance",
    "ConformanceReport": "conformance",
    "ConformanceRequest": "conformance",
    "ConformanceResult": "conformance",
    "ConformanceScriptedAnswer": "conformance",
    "ConformanceSettings": "conformance",
    "ConformanceStatusQuestion": "conformance",
    "ConformanceStep": "conformance",
    "ConformanceUnencodable": "conformance",
    "ConformanceVariant": "conformance",
    "ConformanceVerdict": "conformance",
    "ConnectedRepository": "platform_auth",
    "ContentPart": "trajectory",
    "ContentPartImage": "trajectory",
    "ContentPartImageSource": "trajectory",
    "ContentPartText": "trajectory",
    "ContentParts": "trajectory",
    "ControlError": "platform_control",
    "ControlRefusal": "platform_control",
    "ControlRequest": "platform_control",
    "ControlResult": "platform_control",
    "CreatedToken": "platform_workspaces",
    "CredentialsFile": "cli_platform",
    "DatasetCompleteRequest": "platform_datasets",
    "DatasetConvertResult": "cli_results",
    "DatasetConvertResultExtension": "cli_results",
    "DatasetConvertResultMetadataForm": "cli_results",
    "DatasetCreateRequest": "platform_datasets",
    "DatasetDownload": "platform_datasets",
    "DatasetDownloadResult": "cli_datasets",
    "DatasetFormat": "platform_datasets",
    "DatasetInContext": "cli_datasets",
    "DatasetLeak": "cli_results",
    "DatasetLeakPromptColumn": "cli_results",
    "DatasetLengths": "cli_results",
    "DatasetLengthsColumn": "cli_results",
    "DatasetPart": "platform_datasets",
    "DatasetPreviewResult": "cli_results",
    "DatasetPreviewResultExtension": "cli_results",
    "DatasetPreviewRow": "cli_results",
    "DatasetPreviewRowPromptItem": "cli_results",
    "DatasetPreviewRowPromptItemRole": "cli_results",
    "DatasetProblem": "cli_results",
    "DatasetRecord": "cli_datasets",
    "DatasetRenameRequest": "platform_datasets",
    "DatasetRow": "dataset_row",
    "DatasetSource": "cli_results",
    "DatasetStatsResult": "cli_results",
    "DatasetStatsResultExtension": "cli_results",
    "DatasetStatus": "platform_datasets",
    "DatasetValidateResult": "cli_results",
    "DatasetValidateResultExtension": "cli_results",
    "DeploymentResponse": "platform_models",
    "DeploymentStatus": "platform_models",
    "DetailEnvelope": "cli_envelopes",
    "DeviceAuthorizeRequest": "platform_auth",
    "DeviceAuthorizeResponse": "platform_auth",
    "DeviceTokenRequest": "platform_auth",
    "DeviceTokenResponse": "platform_auth",
    "DoctorResult": "cli_results",
    "DownloadItem": "platform_common",
    "DownloadUrl": "platform_common",
    "DownloadUrlsRequest": "platform_common",
    "DownloadUrlsResponse": "platform_common",
    "Empty": "platform_common",
    "EndpointAgentModel": "platform_benchmark_runs",
    "EndpointModel": "benchmark_config",
    "EnvSection": "eval_config",
    "EnvironmentSecret": "platform_secrets",
    "EnvironmentSecretList": "platform_secrets",
    "ErrorBody": "cli_envelopes",
    "ErrorCode": "cli_envelopes",
    "ErrorEnvelope": "cli_envelopes",
    "ErrorLocation": "rollout",
    "ErrorTraceback": "rollout",
    "EvalChecks": "cli_results",
    "EvalCompareResult": "cli_eval_results",
    "EvalCompareSide": "cli_eval_results",
    "EvalComparedRows": "cli_eval_results",
    "EvalConfig": "eval_config",
    "EvalDebugResult": "cli_eval_results",
    "EvalDifference": "cli_eval_results",
    "EvalDownloadFailure": "cli_eval_managed",
    "EvalDownloadResult": "cli_eval_managed",
    "EvalExportResult": "cli_eval_results",
    "EvalExportResultFormat": "cli_eval_results",
    "EvalFailureGroup": "cli_eval_results",
    "EvalInfoCounts": "cli_eval_results",
    "EvalInfoResult": "cli_eval_results",
    "EvalInfoRun": "cli_eval_results",
    "EvalListItem": "cli_eval_results",
    "EvalManagedFigures": "cli_eval_managed",
    "EvalManagedInfo": "cli_eval_managed",
    "EvalManagedItem": "cli_eval_managed",
    "EvalManagedProgress": "cli_eval_managed",
    "EvalManagedRun": "cli_eval_managed",
    "EvalManagedSummary": "cli_eval_managed",
    "EvalMetricDifference": "cli_eval_results",
    "EvalMetricsOverview": "platform_eval_runs",
    "EvalOutputCount": "cli_eval_managed",
    "EvalOutputType": "cli_eval_managed",
    "EvalRemoveResult": "cli_eval_results",
    "EvalResults": "platform_eval_runs",
    "EvalRetryRequest": "platform_eval_runs",
    "EvalRetryResponse": "platform_eval_runs",
    "EvalRetryResult": "cli_eval_managed",
    "EvalRewardBin": "cli_eval_results",
    "EvalRowDifference": "cli_eval_results",
    "EvalRowReference": "cli_eval_results",
    "EvalRowResult": "cli_eval_results",
    "EvalRowResultState": "cli_eval_results",
    "EvalRubricResult": "rubric",
    "EvalRunDetail": "platform_eval_runs",
    "EvalRunItem": "platform_eval_runs",
    "EvalRunList": "platform_eval_runs",
    "EvalRunMetrics": "platform_eval_runs",
    "EvalRunModel": "platform_eval_runs",
    "EvalRunResponse": "platform_eval_runs",
    "EvalRunResult": "cli_results",
    "EvalRunStatus": "platform_eval_runs",
    "EvalShowResult": "cli_eval_results",
    "EvalSpread": "cli_eval_results",
    "EvalStopResult": "cli_eval_managed",
    "EvalSubmitRequest": "platform_submissions",
    "EvalSubmitResult": "cli_eval_managed",
    "EvalSubmittedConfig": "cli_eval_managed",
    "EvalUploadResult": "cli_results",
    "EvalUploadedRun": "cli_eval_managed",
    "EvalViewResult": "cli_eval_results",
    "EvaluationSection": "eval_config",
    "ExperimentSection": "eval_config",
    "ExportedRow": "run_export",
    "ExportedRowState": "run_export",
    "FailedRow": "cli_results",
    "FilePath": "platform_common",
    "FinalMetrics": "trajectory",
    "GitBranch": "platform_git",
    "GitBranchList": "platform_git",
    "GitConnectRequest": "platform_git",
    "GitConnection": "platform_git",
    "GitConnectionState": "platform_git",
    "GitContext": "cli_results",
    "GitHook": "platform_git",
    "GitPush": "platform_git",
    "GitSync": "platform_git",
    "GitSyncList": "platform_git",
    "GitSyncStatus": "platform_git",
    "GitSyncTrigger": "platform_git",
    "GraderCompleteRequest": "rollout",
    "GraderCompleteRequestStatus": "rollout",
    "GraderStatus": "rollout",
    "GradingAnswer": "grading",
    "GradingReady": "grading",
    "GradingTask": "grading",
    "HarborContainerInput": "harbor",
    "HarborContainerResult": "harbor",
    "HarborDiagnostics": "harbor",
    "HarborEvidenceFile": "harbor",
    "HarborEvidenceManifest": "harbor",
    "HarborFailureCode": "harbor",
    "HarborGatewayConfig": "harbor",
    "HarborHealthcheckConfig": "harbor",
    "HarborPhase": "harbor",
    "HarborTimings": "harbor",
    "HealthResponse": "rollout",
    "HostedAgentModel": "platform_benchmark_runs",
    "HostedModel": "benchmark_config",
    "ImageMediaType": "trajectory",
    "ImportFileComplete": "platform_imports",
    "ImportFileState": "platform_imports",
    "ImportPart": "platform_imports",
    "ImportProvenance": "platform_imports",
    "ImportRequest": "platform_imports",
    "ImportSchemaVersions": "platform_imports",
    "ImportSession": "platform_imports",
    "ImportSessionFile": "platform_imports",
    "ImportStatus": "platform_imports",
    "ImportUpload": "platform_imports",
    "ImportUploads": "platform_imports",
    "ImportUploadsRequest": "platform_imports",
    "ImportedDataset": "platform_imports",
    "ImportedEvaluation": "platform_imports",
    "ImportedExperiment": "platform_imports",
    "ImportedFile": "platform_imports",
    "ImportedRollout": "platform_imports",
    "ImportedRun": "platform_imports",
    "IndexRow": "run_index",
    "Invitation": "platform_workspaces",
    "InvitationAcceptRequest": "platform_workspaces",
    "InvitationCreateRequest": "platform_workspaces",
    "InvitationList": "platform_workspaces",
    "JobDataset": "platform_job",
    "JobDescription": "platform_job",
    "JobDownloadsRequest": "platform_job",
    "JobEnd": "platform_job",
    "JobFile": "platform_job",
    "JobFileComplete": "platform_job",
    "JobFinishRequest": "platform_job",
    "JobFinishResponse": "platform_job",
    "JobLogEntry": "platform_job",
    "JobLogRequest": "platform_job",
    "JobRollout": "platform_job",
    "JobRunKind": "platform_job",
    "JobSecrets": "platform_job",
    "JobSecretsRequest": "platform_job",
    "JobSource": "platform_job",
    "JobUpload": "platform_job",
    "JobUploads": "platform_job",
    "JobUploadsRequest": "platform_job",
    "JournalAcknowledgement": "platform_job",
    "JournalBatch": "platform_job",
    "JournalFile": "platform_job",
    "JournalPage": "platform_job",
    "JournalRecord": "platform_job",
    "JournalStoredBatch": "platform_job",
    "LeaderboardEntry": "platform_benchmarks",
    "LeaseRenewRequest": "platform_job",
    "LeaseRenewResponse": "platform_job",
    "ListEnvelope": "cli_envelopes",
    "ListSection": "cli_envelopes",
    "LlmCallMetrics": "trajectory_report",
    "LocalLoraModel": "cli_training_results",
    "LocalRunReference": "platform_common",
    "LocalServingPrecision": "local_training",
    "LocalTrainer": "local_training",
    "LocalTrainingCheckpoint": "cli_training_results",
    "LocalTrainingDataset": "local_training",
    "LocalTrainingInfo": "cli_training_results",
    "LocalTrainingInputs": "local_training",
    "LocalTrainingItem": "cli_training_results",
    "LocalTrainingManifest": "local_training",
    "LocalTrainingSettings": "local_training",
    "LogPage": "platform_common",
    "LoginSource": "cli_platform",
    "LoraModelDetail": "platform_models",
    "LoraModelItem": "platform_models",
    "LoraModelList": "platform_models",
    "Member": "platform_workspaces",
    "MemberList": "platform_workspaces",
    "MemberUpdateRequest": "platform_workspaces",
    "Message": "sample",
    "MetricPoint": "platform_training_runs",
    "MetricSeries": "platform_training_runs",
    "MetricStats": "run_metrics",
    "MetricSummary": "platform_training_runs",
    "MetricsEvalRun": "run_metrics",
    "MetricsSummary": "run_metrics",
    "MigrationCertainty": "cli_results",
    "MigrationFinding": "cli_results",
    "ModelExportFile": "cli_training_results",
    "ModelExportFormat": "cli_training_results",
    "ModelExportResult": "cli_training_results",
    "NamedReference": "platform_common",
    "NamedWorkspace": "cli_results",
    "NewGitConnection": "platform_git",
    "NextStep": "cli_envelopes",
    "NormalizedRow": "dataset_row",
    "Observation": "trajectory",
    "ObservationResult": "trajectory",
    "OperationEnvelope": "cli_envelopes",
    "OperatorToken": "platform_control",
    "OperatorTokenEntry": "platform_control",
    "OperatorTokenList": "platform_control",
    "OperatorTokenRevoked": "platform_control",
    "OsmosisExtra": "trajectory",
    "OutputFile": "platform_common",
    "OutputManifest": "platform_common",
    "OwnerRecord": "owner_record",
    "PassAtK": "run_metrics",
    "PlatformAccount": "platform_control",
    "PlatformAccountLink": "platform_control",
    "PlatformAccountPage": "platform_control",
    "PlatformAccountState": "platform_control",
    "PlatformBackup": "platform_control",
    "PlatformCheck": "platform_control",
    "PlatformCheckStatus": "platform_control",
    "PlatformDataset": "platform_datasets",
    "PlatformDatasetList": "platform_datasets",
    "PlatformDatasetPreview": "cli_datasets",
    "PlatformDoctorReport": "platform_control",
    "PlatformHealth": "platform_operations",
    "PlatformKeyRotation": "platform_control",
    "PlatformLogEntry": "platform_common",
    "PlatformProblem": "platform_common",
    "PlatformQuickstart": "platform_control",
    "PlatformStatus": "platform_control",
    "PlatformStopped": "platform_control",
    "PlatformSweep": "platform_control",
    "PlatformUser": "platform_auth",
    "Problem": "rollout",
    "ProblemIssue": "platform_common",
    "ProviderAgentModel": "platform_benchmark_runs",
    "ProviderModel": "benchmark_config",
    "QuickstartIntent": "platform_auth",
    "QuickstartRepository": "platform_auth",
    "QuickstartRequest": "platform_auth",
    "QuickstartState": "platform_auth",
    "Readiness": "platform_operations",
    "ReadinessCheck": "platform_operations",
    "ReasoningEffortNumber": "trajectory",
    "ReasoningEffortWord": "trajectory",
    "RepositoryName": "platform_common",
    "ResourceName": "platform_common",
    "ResultRewardStats": "platform_eval_runs",
    "ResultSample": "sample",
    "Reward": "sample",
    "RewardDistribution": "platform_eval_runs",
    "RewardFile": "sample",
    "RewardStats": "run_metrics",
    "RolloutAdmission": "rollout",
    "RolloutCompleteRequest": "rollout",
    "RolloutDiagnostics": "process",
    "RolloutErrorCategory": "rollout",
    "RolloutId": "rollout",
    "RolloutInitConfigs": "cli_results",
    "RolloutInitRequest": "rollout",
    "RolloutInitResponse": "rollout",
    "RolloutInitResult": "cli_results",
    "RolloutLifecycle": "rollout",
    "RolloutOutcome": "run_events",
    "RolloutRecord": "cli_platform",
    "RolloutResultResponse": "rollout",
    "RolloutSample": "sample",
    "RolloutServerEnvironment": "process",
    "RolloutStatus": "rollout",
    "RolloutStatusResponse": "rollout",
    "RowMetadata": "dataset_row",
    "RowMetadataText": "dataset_row",
    "RowStatus": "run_events",
    "RubricAttempt": "rubric",
    "RubricCost": "rubric",
    "RubricCriteria": "rubric",
    "RubricCriterion": "rubric",
    "RubricCriterionType": "rubric",
    "RubricErrorCode": "rubric",
    "RubricLabel": "rubric",
    "RubricLabelAgreement": "rubric",
    "RubricMessage": "rubric",
    "RubricMessageRole": "rubric",
    "RubricOutputMode": "rubric",
    "RubricRecord": "rubric",
    "RubricReport": "rubric",
    "RubricSample": "rubric",
    "RubricSampleError": "rubric",
    "RubricStatistics": "rubric",
    "RubricValues": "rubric",
    "RunAnswerer": "run_manifest",
    "RunDatasetInput": "run_manifest",
    "RunEvent": "run_events",
    "RunInputs": "run_manifest",
    "RunManifest": "run_manifest",
    "RunMetrics": "run_metrics",
    "RunProgress": "run_progress",
    "RunProvenance": "run_manifest",
    "RunRolloutInput": "run_manifest",
    "RunRow": "run_rows",
    "RunSource": "run_manifest",
    "RunSourceKind": "run_manifest",
    "RunSourceSelection": "run_manifest",
    "RunState": "run_metrics",
    "RunStopResponse": "platform_eval_runs",
    "RunTimeouts": "run_manifest",
    "RunVersions": "run_manifest",
    "SampleJudge": "sample",
    "SampleMetrics": "run_events",
    "SampleReport": "trajectory_report",
    "SamplingSection": "training_config",
    "SandboxFinding": "cli_results",
    "ScopedWorkspace": "platform_auth",
    "ScoredTokenTrajectory": "token_trajectory",
    "SecretDeleteRequest": "platform_secrets",
    "SecretDeleteResult": "cli_platform",
    "SecretName": "platform_common",
    "SecretRecord": "cli_platform",
    "SecretResolution": "platform_submissions",
    "SecretScope": "platform_secrets",
    "SecretSetResult": "cli_platform",
    "SecretUpsertRequest": "platform_secrets",
    "SecretsSection": "eval_config",
    "SectionedListEnvelope": "cli_envelopes",
    "ServerRecord": "server_record",
    "Sha256": "platform_common",
    "StepMetrics": "trajectory",
    "StepSource": "trajectory",
    "StoredLogin": "cli_platform",
    "SubagentRef": "trajectory",
    "SubmittedAgent": "platform_benchmark_runs",
    "SubmittedBenchmark": "platform_benchmark_runs",
    "SubmittedBenchmarkRun": "platform_benchmark_runs",
    "SubmittedCheckpoints": "platform_submissions",
    "SubmittedEvaluation": "platform_submissions",
    "SubmittedExecution": "platform_benchmark_runs",
    "SubmittedExperiment": "platform_submissions",
    "SubmittedRun": "platform_submissions",
    "SubmittedSampling": "platform_submissions",
    "SubmittedSecrets": "platform_submissions",
    "SubmittedTasks": "platform_benchmark_runs",
    "SubmittedTraining": "platform_submissions",
    "TemplateApplyResult": "cli_results",
    "TemplateListItem": "cli_results",
    "TerminalStatus": "rollout",
    "TestConfig": "test_report",
    "TestConfigAgentKind": "test_report",
    "TestReport": "test_report",
    "TestRowResult": "test_report",
    "TestSummary": "test_report",
    "TestTokenUsage": "test_report",
    "TicketExchangeRequest": "platform_job",
    "TicketExchangeResponse": "platform_job",
    "Timestamp": "platform_common",
    "TokenCreateArguments": "platform_control",
    "TokenCreateRequest": "platform_workspaces",
    "TokenRevokeArguments": "platform_control",
    "TokenSegment": "token_trajectory",
    "TokenSource": "cli_platform",
    "TokenStore": "cli_platform",
    "TokenTrajectory": "token_trajectory",
    "TrainRunResult": "cli_training_results",
    "TrainViewResult": "cli_training_results",
    "TrainingCheckpoint": "platform_training_runs",
    "TrainingCheckpointList": "platform_training_runs",
    "TrainingCheckpointPruned": "local_training",
    "TrainingCheckpointSaved": "local_training",
    "TrainingConfig": "training_config",
    "TrainingEndStatus": "local_training",
    "TrainingEnded": "local_training",
    "TrainingEvaluation": "local_training",
    "TrainingFigures": "local_training",
    "TrainingListDataset": "platform_training_runs",
    "TrainingListModel": "platform_training_runs",
    "TrainingMetricsOverview": "platform_training_runs",
    "TrainingRecord": "local_training",
    "TrainingRollout": "local_training",
    "TrainingRunDetail": "platform_training_runs",
    "TrainingRunItem": "platform_training_runs",
    "TrainingRunList": "platform_training_runs",
    "TrainingRunMetrics": "platform_training_runs",
    "TrainingRunResponse": "platform_training_runs",
    "TrainingRunStatus": "platform_training_runs",
    "TrainingSection": "training_config",
    "TrainingStarted": "local_training",
    "TrainingStep": "local_training",
    "TrainingSubmitRequest": "platform_submissions",
    "Trajectory": "trajectory",
    "TrajectoryAgent": "trajectory",
    "TrajectoryExtra": "trajectory",
    "TrajectoryFileFault": "cli_results",
    "TrajectoryReport": "trajectory_report",
    "TrajectoryStep": "trajectory",
    "TrajectoryText": "trajectory",
    "TrajectoryToolCall": "trajectory",
    "TrajectoryValidateResult": "cli_results",
    "UnavailableTasks": "platform_benchmarks",
    "UnfinishedRow": "cli_results",
    "UnfinishedUpload": "cli_datasets",
    "UnscorableReason": "token_trajectory",
    "UnscorableTokenTrajectory": "token_trajectory",
    "UpgradeRequired": "platform_common",
    "UploadInfo": "platform_common",
    "UploadMethod": "platform_common",
    "UploadPart": "platform_common",
    "UploadedFile": "cli_datasets",
    "UsageEntry": "platform_operations",
    "UsageList": "platform_operations",
    "UsageUnit": "platform_operations",
    "UserAddArguments": "platform_control",
    "UserArguments": "platform_control",
    "UserListArguments": "platform_control",
    "ValidatedTrajectoryFile": "cli_results",
    "ValidationFault": "rollout",
    "ValidationProblem": "rollout",
    "VariableName": "platform_common",
    "VerifyResponse": "platform_auth",
    "WarningBody": "cli_envelopes",
    "WarningCode": "cli_envelopes",
    "WarningEnvelope": "cli_envelopes",
    "Webhook": "platform_webhooks",
    "WebhookDelivery": "platform_webhooks",
    "WebhookDeliveryList": "platform_webhooks",
    "WebhookDeliveryStatus": "platform_webhooks",
    "WebhookEventName": "platform_webhooks",
    "WebhookRequest": "platform_webhooks",
    "WebhookRunData": "platform_webhooks",
    "WebhookRunEvent": "platform_webhooks",
    "WebhookTestData": "platform_webhooks",
    "WebhookTestEvent": "platform_webhooks",
    "Workspace": "platform_workspaces",
    "WorkspaceCreateRequest": "platform_workspaces",
    "WorkspaceList": "platform_auth",
    "WorkspaceMembership": "cli_results",
    "WorkspaceName": "platform_common",
    "WorkspaceRole": "platform_auth",
    "WorkspaceSummary": "platform_auth",
    "WorkspaceUpdateRequest": "platform_workspaces",
}

__all__ = [
    "AccessToken",
    "AccessTokenList",
    "AccountSource",
    "AdmissionState",
    "AdvancedSection",
    "AgentAggregates",
    "AgentMetrics",
    "AtifVersion",
    "AttemptEnded",
    "AttemptErrorCategory",
    "AttemptRecord",
    "AttemptStarted",
    "AuditPage",
    "AuditRecord",
    "AuthAccount",
    "AuthLoginResult",
    "AuthLogoutResult",
    "AuthWhoamiData",
    "BackupArguments",
    "BaseModelDetail",
    "BaseModelItem",
    "BaseModelList",
    "BenchmarkAgent",
    "BenchmarkAgentModel",
    "BenchmarkCategory",
    "BenchmarkConfig",
    "BenchmarkDetail",
    "BenchmarkDifficulty",
    "BenchmarkExecutionSection",
    "BenchmarkExperimentSection",
    "BenchmarkItem",
    "BenchmarkList",
    "BenchmarkModel",
    "BenchmarkPassAtK",
    "BenchmarkResponse",
    "BenchmarkRunAgent",
    "BenchmarkRunConfiguration",
    "BenchmarkRunItem",
    "BenchmarkRunList",
    "BenchmarkRunProgress",
    "BenchmarkRunResponse",
    "BenchmarkRunStatus",
    "BenchmarkRunTotals",
    "BenchmarkSecretNames",
    "BenchmarkSubmitRequest",
    "BenchmarkSyncStatus",
    "BenchmarkTask",
    "BenchmarkTaskSet",
    "BenchmarkTaskSetItem",
    "BenchmarkTasksSection",
    "Budget",
    "BudgetRequest",
    "CachedDataset",
    "CallbackAcknowledgement",
    "CallbackHealthResponse",
    "CallbackRolloutInitRequest",
    "CallbackRolloutInitResponse",
    "CallbackUrl",
    "CancelAll",
    "CancelByIds",
    "CancelByPrefix",
    "CancelDisposition",
    "CancelProblem",
    "CancelRolloutsRequest",
    "CancelRolloutsResponse",
    "CatalogueRollout",
    "CatalogueRolloutList",
    "ChatChoice",
    "ChatChunkChoice",
    "ChatCompletion",
    "ChatCompletionChunk",
    "ChatCompletionRequest",
    "ChatError",
    "ChatErrorBody",
    "ChatStreamOptions",
    "ChatUsage",
    "CheckpointsSection",
    "ClientVersionStatus",
    "CommandSecretScope",
    "ConcurrencyHealth",
    "ConfidenceEstimate",
    "ConformanceAdmission",
    "ConformanceAdmissionAgain",
    "ConformanceAdmitMany",
    "ConformanceAgent",
    "ConformanceCallbackAnswer",
    "ConformanceCallbackCount",
    "ConformanceCallbackCountAfter",
    "ConformanceCallbackCountCallback",
    "ConformanceCancel",
    "ConformanceCase",
    "ConformanceCaseFile",
    "ConformanceClause",
    "ConformanceClauses",
    "ConformanceControllerCase",
    "ConformanceControllerCaseFile",
    "ConformanceControllerOutcome",
    "ConformanceControllerTask",
    "ConformanceCount",
    "ConformanceDialect",
    "ConformanceExchange",
    "ConformanceExpectation",
    "ConformanceFeature",
    "ConformanceFeatures",
    "ConformanceFiles",
    "ConformanceFinish",
    "ConformanceGrader",
    "ConformanceHealth",
    "ConformanceInstructions",
    "ConformanceKill",
    "ConformanceKillSignal",
    "ConformanceKind",
    "ConformanceModel",
    "ConformanceModelAnswer",
    "ConformanceModelStep",
    "ConformanceNothing",
    "ConformanceOf",
    "ConformanceOutcome",
    "ConformanceOutput",
    "ConformancePoll",
    "ConformanceRaw",
    "ConformanceRawThen",
    "ConformanceReport",
    "ConformanceRequest",
    "ConformanceResult",
    "ConformanceScriptedAnswer",
    "ConformanceSettings",
    "ConformanceStatusQuestion",
    "ConformanceStep",
    "ConformanceUnencodable",
    "ConformanceVariant",
    "ConformanceVerdict",
    "ConnectedRepository",
    "ContentPart",
    "ContentPartImage",
    "ContentPartImageSource",
    "ContentPartText",
    "ContentParts",
    "ControlError",
    "ControlRefusal",
    "ControlRequest",
    "ControlResult",
    "CreatedToken",
    "CredentialsFile",
    "DatasetCompleteRequest",
    "DatasetConvertResult",
    "DatasetConvertResultExtension",
    "DatasetConvertResultMetadataForm",
    "DatasetCreateRequest",
    "DatasetDownload",
    "DatasetDownloadResult",
    "DatasetFormat",
    "DatasetInContext",
    "DatasetLeak",
    "DatasetLeakPromptColumn",
    "DatasetLengths",
    "DatasetLengthsColumn",
    "DatasetPart",
    "DatasetPreviewResult",
    "DatasetPreviewResultExtension",
    "DatasetPreviewRow",
    "DatasetPreviewRowPromptItem",
    "DatasetPreviewRowPromptItemRole",
    "DatasetProblem",
    "DatasetRecord",
    "DatasetRenameRequest",
    "DatasetRow",
    "DatasetSource",
    "DatasetStatsResult",
    "DatasetStatsResultExtension",
    "DatasetStatus",
    "DatasetValidateResult",
    "DatasetValidateResultExtension",
    "DeploymentResponse",
    "DeploymentStatus",
    "DetailEnvelope",
    "DeviceAuthorizeRequest",
    "DeviceAuthorizeResponse",
    "DeviceTokenRequest",
    "DeviceTokenResponse",
    "DoctorResult",
    "DownloadItem",
    "DownloadUrl",
    "DownloadUrlsRequest",
    "DownloadUrlsResponse",
    "Empty",
    "EndpointAgentModel",
    "EndpointModel",
    "EnvSection",
    "EnvironmentSecret",
    "EnvironmentSecretList",
    "ErrorBody",
    "ErrorCode",
    "ErrorEnvelope",
    "ErrorLocation",
    "ErrorTraceback",
    "EvalChecks",
    "EvalCompareResult",
    "EvalCompareSide",
    "EvalComparedRows",
    "EvalConfig",
    "EvalDebugResult",
    "EvalDifference",
    "EvalDownloadFailure",
    "EvalDownloadResult",
    "EvalExportResult",
    "EvalExportResultFormat",
    "EvalFailureGroup",
    "EvalInfoCounts",
    "EvalInfoResult",
    "EvalInfoRun",
    "EvalListItem",
    "EvalManagedFigures",
    "EvalManagedInfo",
    "EvalManagedItem",
    "EvalManagedProgress",
    "EvalManagedRun",
    "EvalManagedSummary",
    "EvalMetricDifference",
    "EvalMetricsOverview",
    "EvalOutputCount",
    "EvalOutputType",
    "EvalRemoveResult",
    "EvalResults",
    "EvalRetryRequest",
    "EvalRetryResponse",
    "EvalRetryResult",
    "EvalRewardBin",
    "EvalRowDifference",
    "EvalRowReference",
    "EvalRowResult",
    "EvalRowResultState",
    "EvalRubricResult",
    "EvalRunDetail",
    "EvalRunItem",
    "EvalRunList",
    "EvalRunMetrics",
    "EvalRunModel",
    "EvalRunResponse",
    "EvalRunResult",
    "EvalRunStatus",
    "EvalShowResult",
    "EvalSpread",
    "EvalStopResult",
    "EvalSubmitRequest",
    "EvalSubmitResult",
    "EvalSubmittedConfig",
    "EvalUploadResult",
    "EvalUploadedRun",
    "EvalViewResult",
    "EvaluationSection",
    "ExperimentSection",
    "ExportedRow",
    "ExportedRowState",
    "FailedRow",
    "FilePath",
    "FinalMetrics",
    "GitBranch",
    "GitBranchList",
    "GitConnectRequest",
    "GitConnection",
    "GitConnectionState",
    "GitContext",
    "GitHook",
    "GitPush",
    "GitSync",
    "GitSyncList",
    "GitSyncStatus",
    "GitSyncTrigger",
    "GraderCompleteRequest",
    "GraderCompleteRequestStatus",
    "GraderStatus",
    "GradingAnswer",
    "GradingReady",
    "GradingTask",
    "HarborContainerInput",
    "HarborContainerResult",
    "HarborDiagnostics",
    "HarborEvidenceFile",
    "HarborEvidenceManifest",
    "HarborFailureCode",
    "HarborGatewayConfig",
    "HarborHealthcheckConfig",
    "HarborPhase",
    "HarborTimings",
    "HealthResponse",
    "HostedAgentModel",
    "HostedModel",
    "ImageMediaType",
    "ImportFileComplete",
    "ImportFileState",
    "ImportPart",
    "ImportProvenance",
    "ImportRequest",
    "ImportSchemaVersions",
    "ImportSession",
    "ImportSessionFile",
    "ImportStatus",
    "ImportUpload",
    "ImportUploads",
    "ImportUploadsRequest",
    "ImportedDataset",
    "ImportedEvaluation",
    "ImportedExperiment",
    "ImportedFile",
    "ImportedRollout",
    "ImportedRun",
    "IndexRow",
    "Invitation",
    "InvitationAcceptRequest",
    "InvitationCreateRequest",
    "InvitationList",
    "JobDataset",
    "JobDescription",
    "JobDownloadsRequest",
    "JobEnd",
    "JobFile",
    "JobFileComplete",
    "JobFinishRequest",
    "JobFinishResponse",
    "JobLogEntry",
    "JobLogRequest",
    "JobRollout",
    "JobRunKind",
    "JobSecrets",
    "JobSecretsRequest",
    "JobSource",
    "JobUpload",
    "JobUploads",
    "JobUploadsRequest",
    "JournalAcknowledgement",
    "JournalBatch",
    "JournalFile",
    "JournalPage",
    "JournalRecord",
    "JournalStoredBatch",
    "LeaderboardEntry",
    "LeaseRenewRequest",
    "LeaseRenewResponse",
    "ListEnvelope",
    "ListSection",
    "LlmCallMetrics",
    "LocalLoraModel",
    "LocalRunReference",
    "LocalServingPrecision",
    "LocalTrainer",
    "LocalTrainingCheckpoint",
    "LocalTrainingDataset",
    "LocalTrainingInfo",
    "LocalTrainingInputs",
    "LocalTrainingItem",
    "LocalTrainingManifest",
    "LocalTrainingSettings",
    "LogPage",
    "LoginSource",
    "LoraModelDetail",
    "LoraModelItem",
    "LoraModelList",
    "Member",
    "MemberList",
    "MemberUpdateRequest",
    "Message",
    "MetricPoint",
    "MetricSeries",
    "MetricStats",
    "MetricSummary",
    "MetricsEvalRun",
    "MetricsSummary",
    "MigrationCertainty",
    "MigrationFinding",
    "ModelExportFile",
    "ModelExportFormat",
    "ModelExportResult",
    "NamedReference",
    "NamedWorkspace",
    "NewGitConnection",
    "NextStep",
    "NormalizedRow",
    "Observation",
    "ObservationResult",
    "OperationEnvelope",
    "OperatorToken",
    "OperatorTokenEntry",
    "OperatorTokenList",
    "OperatorTokenRevoked",
    "OsmosisExtra",
    "OutputFile",
    "OutputManifest",
    "OwnerRecord",
    "PassAtK",
    "PlatformAccount",
    "PlatformAccountLink",
    "PlatformAccountPage",
    "PlatformAccountState",
    "PlatformBackup",
    "PlatformCheck",
    "PlatformCheckStatus",
    "PlatformDataset",
    "PlatformDatasetList",
    "PlatformDatasetPreview",
    "PlatformDoctorReport",
    "PlatformHealth",
    "PlatformKeyRotation",
    "PlatformLogEntry",
    "PlatformProblem",
    "PlatformQuickstart",
    "PlatformStatus",
    "PlatformStopped",
    "PlatformSweep",
    "PlatformUser",
    "Problem",
    "ProblemIssue",
    "ProviderAgentModel",
    "ProviderModel",
    "QuickstartIntent",
    "QuickstartRepository",
    "QuickstartRequest",
    "QuickstartState",
    "Readiness",
    "ReadinessCheck",
    "ReasoningEffortNumber",
    "ReasoningEffortWord",
    "RepositoryName",
    "ResourceName",
    "ResultRewardStats",
    "ResultSample",
    "Reward",
    "RewardDistribution",
    "RewardFile",
    "RewardStats",
    "RolloutAdmission",
    "RolloutCompleteRequest",
    "RolloutDiagnostics",
    "RolloutErrorCategory",
    "RolloutId",
    "RolloutInitConfigs",
    "RolloutInitRequest",
    "RolloutInitResponse",
    "RolloutInitResult",
    "RolloutLifecycle",
    "RolloutOutcome",
    "RolloutRecord",
    "RolloutResultResponse",
    "RolloutSample",
    "RolloutServerEnvironment",
    "RolloutStatus",
    "RolloutStatusResponse",
    "RowMetadata",
    "RowMetadataText",
    "RowStatus",
    "RubricAttempt",
    "RubricCost",
    "RubricCriteria",
    "RubricCriterion",
    "RubricCriterionType",
    "RubricErrorCode",
    "RubricLabel",
    "RubricLabelAgreement",
    "RubricMessage",
    "RubricMessageRole",
    "RubricOutputMode",
    "RubricRecord",
    "RubricReport",
    "RubricSample",
    "RubricSampleError",
    "RubricStatistics",
    "RubricValues",
    "RunAnswerer",
    "RunDatasetInput",
    "RunEvent",
    "RunInputs",
    "RunManifest",
    "RunMetrics",
    "RunProgress",
    "RunProvenance",
    "RunRolloutInput",
    "RunRow",
    "RunSource",
    "RunSourceKind",
    "RunSourceSelection",
    "RunState",
    "RunStopResponse",
    "RunTimeouts",
    "RunVersions",
    "SampleJudge",
    "SampleMetrics",
    "SampleReport",
    "SamplingSection",
    "SandboxFinding",
    "ScopedWorkspace",
    "ScoredTokenTrajectory",
    "SecretDeleteRequest",
    "SecretDeleteResult",
    "SecretName",
    "SecretRecord",
    "SecretResolution",
    "SecretScope",
    "SecretSetResult",
    "SecretUpsertRequest",
    "SecretsSection",
    "SectionedListEnvelope",
    "ServerRecord",
    "Sha256",
    "StepMetrics",
    "StepSource",
    "StoredLogin",
    "SubagentRef",
    "SubmittedAgent",
    "SubmittedBenchmark",
    "SubmittedBenchmarkRun",
    "SubmittedCheckpoints",
    "SubmittedEvaluation",
    "SubmittedExecution",
    "SubmittedExperiment",
    "SubmittedRun",
    "SubmittedSampling",
    "SubmittedSecrets",
    "SubmittedTasks",
    "SubmittedTraining",
    "TemplateApplyResult",
    "TemplateListItem",
    "TerminalStatus",
    "TestConfig",
    "TestConfigAgentKind",
    "TestReport",
    "TestRowResult",
    "TestSummary",
    "TestTokenUsage",
    "TicketExchangeRequest",
    "TicketExchangeResponse",
    "Timestamp",
    "TokenCreateArguments",
    "TokenCreateRequest",
    "TokenRevokeArguments",
    "TokenSegment",
    "TokenSource",
    "TokenStore",
    "TokenTrajectory",
    "TrainRunResult",
    "TrainViewResult",
    "TrainingCheckpoint",
    "TrainingCheckpointList",
    "TrainingCheckpointPruned",
    "TrainingCheckpointSaved",
    "TrainingConfig",
    "TrainingEndStatus",
    "TrainingEnded",
    "TrainingEvaluation",
    "TrainingFigures",
    "TrainingListDataset",
    "TrainingListModel",
    "TrainingMetricsOverview",
    "TrainingRecord",
    "TrainingRollout",
    "TrainingRunDetail",
    "TrainingRunItem",
    "TrainingRunList",
    "TrainingRunMetrics",
    "TrainingRunResponse",
    "TrainingRunStatus",
    "TrainingSection",
    "TrainingStarted",
    "TrainingStep",
    "TrainingSubmitRequest",
    "Trajectory",
    "TrajectoryAgent",
    "TrajectoryExtra",
    "TrajectoryFileFault",
    "TrajectoryReport",
    "TrajectoryStep",
    "TrajectoryText",
    "TrajectoryToolCall",
    "TrajectoryValidateResult",
    "UnavailableTasks",
    "UnfinishedRow",
    "UnfinishedUpload",
    "UnscorableReason",
    "UnscorableTokenTrajectory",
    "UpgradeRequired",
    "UploadInfo",
    "UploadMethod",
    "UploadPart",
    "UploadedFile",
    "UsageEntry",
    "UsageList",
    "UsageUnit",
    "UserAddArguments",
    "UserArguments",
    "UserListArguments",
    "ValidatedTrajectoryFile",
    "ValidationFault",
    "ValidationProblem",
    "VariableName",
    "VerifyResponse",
    "WarningBody",
    "WarningCode",
    "WarningEnvelope",
    "Webhook",
    "WebhookDelivery",
    "WebhookDeliveryList",
    "WebhookDeliveryStatus",
    "WebhookEventName",
    "WebhookRequest",
    "WebhookRunData",
    "WebhookRunEvent",
    "WebhookTestData",
    "WebhookTestEvent",
    "Workspace",
    "WorkspaceCreateRequest",
    "WorkspaceList",
    "WorkspaceMembership",
    "WorkspaceName",
    "WorkspaceRole",
    "WorkspaceSummary",
    "WorkspaceUpdateRequest",
]


def __getattr__(name: str) -> Any:
    """The model called name, from its module. Raises AttributeError when it does not exist."""
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{module}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
