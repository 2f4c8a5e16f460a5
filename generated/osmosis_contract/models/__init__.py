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
    from .cli_eval_results import EvalComparedRows as EvalComparedRows
    from .cli_eval_results import EvalCompareResult as EvalCompareResult
    from .cli_eval_results import EvalCompareSide as EvalCompareSide
    from .cli_eval_results import EvalDebugResult as EvalDebugResult
    from .cli_eval_results import EvalDifference as EvalDifference
    from .cli_eval_results import EvalFailureGroup as EvalFailureGroup
    from .cli_eval_results import EvalInfoCounts as EvalInfoCounts
    from .cli_eval_results import EvalInfoResult as EvalInfoResult
    from .cli_eval_results import EvalInfoRun as EvalInfoRun
    from .cli_eval_results import EvalMetricDifference as EvalMetricDifference
    from .cli_eval_results import EvalRewardBin as EvalRewardBin
    from .cli_eval_results import EvalRowDifference as EvalRowDifference
    from .cli_eval_results import EvalRowReference as EvalRowReference
    from .cli_eval_results import EvalRowResult as EvalRowResult
    from .cli_eval_results import EvalRowResultState as EvalRowResultState
    from .cli_eval_results import EvalSpread as EvalSpread
    from .cli_eval_results import EvalViewResult as EvalViewResult
    from .cli_results import DatasetProblem as DatasetProblem
    from .cli_results import DatasetSource as DatasetSource
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
    from .cli_results import TemplateApplyResult as TemplateApplyResult
    from .cli_results import TemplateListItem as TemplateListItem
    from .cli_results import TrajectoryFileFault as TrajectoryFileFault
    from .cli_results import TrajectoryValidateResult as TrajectoryValidateResult
    from .cli_results import UnfinishedRow as UnfinishedRow
    from .cli_results import ValidatedTrajectoryFile as ValidatedTrajectoryFile
    from .cli_results import WorkspaceMembership as WorkspaceMembership
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
    from .owner_record import OwnerRecord as OwnerRecord
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
    from .run_events import AttemptEnded as AttemptEnded
    from .run_events import AttemptErrorCategory as AttemptErrorCategory
    from .run_events import AttemptRecord as AttemptRecord
    from .run_events import AttemptStarted as AttemptStarted
    from .run_events import RolloutOutcome as RolloutOutcome
    from .run_events import RowStatus as RowStatus
    from .run_events import RunEvent as RunEvent
    from .run_events import SampleMetrics as SampleMetrics
    from .run_index import IndexRow as IndexRow
    from .run_manifest import RunDatasetInput as RunDatasetInput
    from .run_manifest import RunInputs as RunInputs
    from .run_manifest import RunManifest as RunManifest
    from .run_manifest import RunProvenance as RunProvenance
    from .run_manifest import RunRolloutInput as RunRolloutInput
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
    from .server_record import ServerRecord as ServerRecord
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
    "AdmissionState": "rollout",
    "AdvancedSection": "eval_config",
    "AtifVersion": "trajectory",
    "AttemptEnded": "run_events",
    "AttemptErrorCategory": "run_events",
    "AttemptRecord": "run_events",
    "AttemptStarted": "run_events",
    "BenchmarkAgent": "benchmark_config",
    "BenchmarkConfig": "benchmark_config",
    "BenchmarkExecutionSection": "benchmark_config",
    "BenchmarkExperimentSection": "benchmark_config",
    "BenchmarkModel": "benchmark_config",
    "BenchmarkSecretNames": "benchmark_config",
    "BenchmarkTaskSet": "benchmark_config",
    "BenchmarkTasksSection": "benchmark_config",
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
    "ConcurrencyHealth": "rollout",
    "ContentPart": "trajectory",
    "ContentPartImage": "trajectory",
    "ContentPartImageSource": "trajectory",
    "ContentPartText": "trajectory",
    "ContentParts": "trajectory",
    "DatasetProblem": "cli_results",
    "DatasetRow": "dataset_row",
    "DatasetSource": "cli_results",
    "DatasetValidateResult": "cli_results",
    "DatasetValidateResultExtension": "cli_results",
    "DetailEnvelope": "cli_envelopes",
    "DoctorResult": "cli_results",
    "EndpointModel": "benchmark_config",
    "EnvSection": "eval_config",
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
    "EvalFailureGroup": "cli_eval_results",
    "EvalInfoCounts": "cli_eval_results",
    "EvalInfoResult": "cli_eval_results",
    "EvalInfoRun": "cli_eval_results",
    "EvalMetricDifference": "cli_eval_results",
    "EvalRewardBin": "cli_eval_results",
    "EvalRowDifference": "cli_eval_results",
    "EvalRowReference": "cli_eval_results",
    "EvalRowResult": "cli_eval_results",
    "EvalRowResultState": "cli_eval_results",
    "EvalRunResult": "cli_results",
    "EvalSpread": "cli_eval_results",
    "EvalUploadResult": "cli_results",
    "EvalViewResult": "cli_eval_results",
    "EvaluationSection": "eval_config",
    "ExperimentSection": "eval_config",
    "FailedRow": "cli_results",
    "FinalMetrics": "trajectory",
    "GitContext": "cli_results",
    "GraderCompleteRequest": "rollout",
    "GraderCompleteRequestStatus": "rollout",
    "GraderStatus": "rollout",
    "HealthResponse": "rollout",
    "HostedModel": "benchmark_config",
    "ImageMediaType": "trajectory",
    "IndexRow": "run_index",
    "ListEnvelope": "cli_envelopes",
    "ListSection": "cli_envelopes",
    "LlmCallMetrics": "trajectory_report",
    "Message": "sample",
    "MetricStats": "run_metrics",
    "MetricsEvalRun": "run_metrics",
    "MetricsSummary": "run_metrics",
    "MigrationCertainty": "cli_results",
    "MigrationFinding": "cli_results",
    "NamedWorkspace": "cli_results",
    "NextStep": "cli_envelopes",
    "NormalizedRow": "dataset_row",
    "Observation": "trajectory",
    "ObservationResult": "trajectory",
    "OperationEnvelope": "cli_envelopes",
    "OsmosisExtra": "trajectory",
    "OwnerRecord": "owner_record",
    "PassAtK": "run_metrics",
    "Problem": "rollout",
    "ProviderModel": "benchmark_config",
    "ReasoningEffortNumber": "trajectory",
    "ReasoningEffortWord": "trajectory",
    "ResultSample": "sample",
    "Reward": "sample",
    "RewardFile": "sample",
    "RewardStats": "run_metrics",
    "RolloutAdmission": "rollout",
    "RolloutCompleteRequest": "rollout",
    "RolloutErrorCategory": "rollout",
    "RolloutId": "rollout",
    "RolloutInitConfigs": "cli_results",
    "RolloutInitRequest": "rollout",
    "RolloutInitResponse": "rollout",
    "RolloutInitResult": "cli_results",
    "RolloutLifecycle": "rollout",
    "RolloutOutcome": "run_events",
    "RolloutResultResponse": "rollout",
    "RolloutSample": "sample",
    "RolloutStatus": "rollout",
    "RolloutStatusResponse": "rollout",
    "RowMetadata": "dataset_row",
    "RowMetadataText": "dataset_row",
    "RowStatus": "run_events",
    "RunDatasetInput": "run_manifest",
    "RunEvent": "run_events",
    "RunInputs": "run_manifest",
    "RunManifest": "run_manifest",
    "RunMetrics": "run_metrics",
    "RunProgress": "run_progress",
    "RunProvenance": "run_manifest",
    "RunRolloutInput": "run_manifest",
    "RunRow": "run_rows",
    "RunState": "run_metrics",
    "RunTimeouts": "run_manifest",
    "RunVersions": "run_manifest",
    "SampleMetrics": "run_events",
    "SampleReport": "trajectory_report",
    "SamplingSection": "training_config",
    "SecretsSection": "eval_config",
    "SectionedListEnvelope": "cli_envelopes",
    "ServerRecord": "server_record",
    "StepMetrics": "trajectory",
    "StepSource": "trajectory",
    "SubagentRef": "trajectory",
    "TemplateApplyResult": "cli_results",
    "TemplateListItem": "cli_results",
    "TerminalStatus": "rollout",
    "TrainingConfig": "training_config",
    "TrainingSection": "training_config",
    "Trajectory": "trajectory",
    "TrajectoryAgent": "trajectory",
    "TrajectoryExtra": "trajectory",
    "TrajectoryFileFault": "cli_results",
    "TrajectoryReport": "trajectory_report",
    "TrajectoryStep": "trajectory",
    "TrajectoryText": "trajectory",
    "TrajectoryToolCall": "trajectory",
    "TrajectoryValidateResult": "cli_results",
    "UnfinishedRow": "cli_results",
    "ValidatedTrajectoryFile": "cli_results",
    "ValidationFault": "rollout",
    "ValidationProblem": "rollout",
    "WarningBody": "cli_envelopes",
    "WarningCode": "cli_envelopes",
    "WarningEnvelope": "cli_envelopes",
    "WorkspaceMembership": "cli_results",
}

__all__ = [
    "AdmissionState",
    "AdvancedSection",
    "AtifVersion",
    "AttemptEnded",
    "AttemptErrorCategory",
    "AttemptRecord",
    "AttemptStarted",
    "BenchmarkAgent",
    "BenchmarkConfig",
    "BenchmarkExecutionSection",
    "BenchmarkExperimentSection",
    "BenchmarkModel",
    "BenchmarkSecretNames",
    "BenchmarkTaskSet",
    "BenchmarkTasksSection",
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
    "ConcurrencyHealth",
    "ContentPart",
    "ContentPartImage",
    "ContentPartImageSource",
    "ContentPartText",
    "ContentParts",
    "DatasetProblem",
    "DatasetRow",
    "DatasetSource",
    "DatasetValidateResult",
    "DatasetValidateResultExtension",
    "DetailEnvelope",
    "DoctorResult",
    "EndpointModel",
    "EnvSection",
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
    "EvalFailureGroup",
    "EvalInfoCounts",
    "EvalInfoResult",
    "EvalInfoRun",
    "EvalMetricDifference",
    "EvalRewardBin",
    "EvalRowDifference",
    "EvalRowReference",
    "EvalRowResult",
    "EvalRowResultState",
    "EvalRunResult",
    "EvalSpread",
    "EvalUploadResult",
    "EvalViewResult",
    "EvaluationSection",
    "ExperimentSection",
    "FailedRow",
    "FinalMetrics",
    "GitContext",
    "GraderCompleteRequest",
    "GraderCompleteRequestStatus",
    "GraderStatus",
    "HealthResponse",
    "HostedModel",
    "ImageMediaType",
    "IndexRow",
    "ListEnvelope",
    "ListSection",
    "LlmCallMetrics",
    "Message",
    "MetricStats",
    "MetricsEvalRun",
    "MetricsSummary",
    "MigrationCertainty",
    "MigrationFinding",
    "NamedWorkspace",
    "NextStep",
    "NormalizedRow",
    "Observation",
    "ObservationResult",
    "OperationEnvelope",
    "OsmosisExtra",
    "OwnerRecord",
    "PassAtK",
    "Problem",
    "ProviderModel",
    "ReasoningEffortNumber",
    "ReasoningEffortWord",
    "ResultSample",
    "Reward",
    "RewardFile",
    "RewardStats",
    "RolloutAdmission",
    "RolloutCompleteRequest",
    "RolloutErrorCategory",
    "RolloutId",
    "RolloutInitConfigs",
    "RolloutInitRequest",
    "RolloutInitResponse",
    "RolloutInitResult",
    "RolloutLifecycle",
    "RolloutOutcome",
    "RolloutResultResponse",
    "RolloutSample",
    "RolloutStatus",
    "RolloutStatusResponse",
    "RowMetadata",
    "RowMetadataText",
    "RowStatus",
    "RunDatasetInput",
    "RunEvent",
    "RunInputs",
    "RunManifest",
    "RunMetrics",
    "RunProgress",
    "RunProvenance",
    "RunRolloutInput",
    "RunRow",
    "RunState",
    "RunTimeouts",
    "RunVersions",
    "SampleMetrics",
    "SampleReport",
    "SamplingSection",
    "SecretsSection",
    "SectionedListEnvelope",
    "ServerRecord",
    "StepMetrics",
    "StepSource",
    "SubagentRef",
    "TemplateApplyResult",
    "TemplateListItem",
    "TerminalStatus",
    "TrainingConfig",
    "TrainingSection",
    "Trajectory",
    "TrajectoryAgent",
    "TrajectoryExtra",
    "TrajectoryFileFault",
    "TrajectoryReport",
    "TrajectoryStep",
    "TrajectoryText",
    "TrajectoryToolCall",
    "TrajectoryValidateResult",
    "UnfinishedRow",
    "ValidatedTrajectoryFile",
    "ValidationFault",
    "ValidationProblem",
    "WarningBody",
    "WarningCode",
    "WarningEnvelope",
    "WorkspaceMembership",
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
