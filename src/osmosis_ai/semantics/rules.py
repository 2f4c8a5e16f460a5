"""The rules between members that a JSON Schema cannot say: the descriptions' "Also required", each written once.

Trajectories have theirs in `trajectories`. What needs more than the document is checked where that is known: that a
path stays inside a folder (`base.config`), that an attempt was started before it ended (the fold of the journal).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from osmosis_ai.semantics.outcomes import status_of
from osmosis_contract.base import ContractModel
from osmosis_contract.models.run_events import RolloutOutcome, RowStatus

if TYPE_CHECKING:  # a document brings the module of its model; the others are not worth importing
    from osmosis_contract.models.benchmark_config import (
        BenchmarkAgent,
        BenchmarkConfig,
        BenchmarkSecretNames,
        EndpointModel,
        ProviderModel,
    )
    from osmosis_contract.models.cli_envelopes import SectionedListEnvelope
    from osmosis_contract.models.cli_eval_results import EvalCompareResult, EvalInfoCounts, EvalInfoResult
    from osmosis_contract.models.cli_platform import StoredLogin
    from osmosis_contract.models.cli_results import (
        DatasetValidateResult,
        DoctorResult,
        EvalRunResult,
        TrajectoryValidateResult,
        ValidatedTrajectoryFile,
    )
    from osmosis_contract.models.dataset_row import DatasetRow
    from osmosis_contract.models.eval_config import EvalConfig, ExperimentSection, SecretsSection
    from osmosis_contract.models.local_training import TrainingEvaluation, TrainingStep
    from osmosis_contract.models.run_events import AttemptEnded, RunEvent
    from osmosis_contract.models.run_index import IndexRow
    from osmosis_contract.models.run_metrics import MetricsSummary
    from osmosis_contract.models.run_progress import RunProgress
    from osmosis_contract.models.token_trajectory import TokenSegment
    from osmosis_contract.models.training_config import TrainingConfig

__all__ = ["RULES", "BrokenRule", "BrokenRuleError", "broken_rules", "check_rules", "rules_of"]

_ENV_NAME = re.compile(r"[A-Z_][A-Z0-9_]*")
_RESERVED_PREFIX = "_OSMOSIS_"
_RUNNER_SECRETS = frozenset(
    {
        "HF_TOKEN",
        "DAYTONA_API_KEY",
        "DAYTONA_API_URL",
        "SKYPILOT_SERVICE_ACCOUNT_TOKEN",
        "SKYPILOT_API_SERVER_ENDPOINT",
    }
)
_HARNESS_SECRETS = {"cursor-cli": "CURSOR_API_KEY", "mini-swe-agent": "MSWEA_API_KEY"}
_NEEDS_CREDENTIAL = "cursor-cli"
_WITH_ERROR = frozenset(
    {
        RolloutOutcome.AGENT_FAILED,
        RolloutOutcome.GRADER_FAILED,
        RolloutOutcome.TIMED_OUT,
        RolloutOutcome.CANCELLED,
        RolloutOutcome.INFRASTRUCTURE_FAILED,
    }
)

_SCALARS = frozenset({str, int, float, bool, type(None), RowStatus, RolloutOutcome})

type Found = Iterator[tuple[str, str]]
type Rule = Callable[[Any], Found]


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A rule that a document breaks: the member (a JSON pointer) and what is required of it."""

    pointer: str
    message: str

    def __str__(self) -> str:
        return f"{self.pointer or '(document)'}: {self.message}"


class BrokenRuleError(ValueError):
    """A document breaks rules of the contract; `broken` has all of them."""

    def __init__(self, broken: list[BrokenRule]) -> None:
        self.broken = broken
        super().__init__("; ".join(map(str, broken)))


def check_rules[M: ContractModel](document: M) -> M:
    """The document itself. Raises BrokenRuleError when it breaks a rule."""
    if broken := broken_rules(document):
        raise BrokenRuleError(broken)
    return document


def broken_rules(document: ContractModel) -> list[BrokenRule]:
    """Every rule that a document, or a model inside it, breaks; empty if it keeps them all."""
    broken: list[BrokenRule] = []
    _collect(document, "", broken)
    return broken


@cache
def rules_of(model: type[ContractModel]) -> tuple[Rule, ...]:
    """The rules of a model of the contract; empty for one without."""
    return RULES.get(f"{model.__module__.rpartition('.')[2]}.{model.__name__}", ())


def _collect(value: object, at: str, broken: list[BrokenRule]) -> None:
    if isinstance(value, ContractModel):
        for rule in rules_of(type(value)):
            for pointer, message in rule(value):
                broken.append(BrokenRule(f"{at}{pointer}", message))
        for name, member in value.__dict__.items():
            if type(member) not in _SCALARS:  # journals have very many lines, and no line a model inside it
                _collect(member, f"{at}/{type(value).model_fields[name].alias or name}", broken)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _collect(item, f"{at}/{index}", broken)
    elif isinstance(value, dict):
        for key, item in value.items():
            _collect(item, f"{at}/{_escaped(key)}", broken)


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _repeated(names: Iterable[str], pointer: str) -> Found:
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name in seen:
            yield f"{pointer}/{index}", "a name is listed once"
        seen.add(name)


# Records of a run.


def reward_only_with_success(row: RunEvent | IndexRow) -> Found:
    """`reward` only with status `success`."""
    if row.reward is not None and row.status is not RowStatus.SUCCESS:
        yield "/reward", "only a row with status success has a reward"


def error_type_only_with_failed(row: RunEvent | IndexRow) -> Found:
    """`error_type` only with status `failed`."""
    if row.error_type is not None and row.status is not RowStatus.FAILED:
        yield "/error_type", "only a row with status failed has an error_type"


def scored_event_has_reward(event: RunEvent) -> Found:
    """A reward always with outcome `scored`."""
    if event.outcome is RolloutOutcome.SCORED and event.reward is None:
        yield "/reward", "a row with outcome scored has a reward"


def outcome_fits_status(event: RunEvent) -> Found:
    """`outcome`, when present, fits `status`."""
    if event.outcome is not None and status_of(event.outcome) is not event.status:
        yield "/outcome", f"the outcome {event.outcome} does not go with the status {event.status}"


def reward_exactly_with_scored(attempt: AttemptEnded) -> Found:
    """`reward` exactly when `outcome` is `scored`."""
    if (attempt.reward is not None) is not (attempt.outcome is RolloutOutcome.SCORED):
        yield "/reward", "an attempt has a reward exactly when its outcome is scored"


def error_only_with_failure(attempt: AttemptEnded) -> Found:
    """What says of an error is there only with outcomes that failed, were cancelled or lost."""
    for name in ("err_category", "err_message", "err_location", "err_traceback"):
        if getattr(attempt, name) is not None and attempt.outcome not in _WITH_ERROR:
            yield f"/{name}", f"an attempt with outcome {attempt.outcome} has no {name}"


def samples_add_up(summary: MetricsSummary) -> Found:
    """`completed_samples` is `total_samples` minus `skipped`; `passed` <= `graded` <= `completed_samples`."""
    if summary.completed_samples != summary.total_samples - summary.skipped:
        yield "/completed_samples", "it is total_samples minus skipped"
    if summary.passed > summary.graded:
        yield "/passed", "it is at most graded"
    if summary.graded > summary.completed_samples:
        yield "/graded", "it is at most completed_samples"


def sampled_within_dataset(progress: RunProgress) -> Found:
    """`sampled_rows` is at most `total_dataset_rows`, and `total_runs` a multiple of it."""
    if progress.sampled_rows > progress.total_dataset_rows:
        yield "/sampled_rows", "it is at most total_dataset_rows"
    if progress.sampled_rows == 0 != progress.total_runs or (
        progress.sampled_rows and progress.total_runs % progress.sampled_rows
    ):
        yield "/total_runs", "it is sampled_rows times n"


# Results of commands.


def results_add_up(result: EvalRunResult) -> Found:
    """Results and unfinished rows add up to `total_work_items`."""
    known = result.succeeded + result.failed + result.skipped + len(result.unfinished_rows)
    if known != result.total_work_items:
        yield "/total_work_items", "it is succeeded, failed, skipped and the unfinished rows together"


def counts_add_up(counts: EvalInfoCounts) -> Found:
    """`settled` is its three parts; with `running` and `pending` it is `total`."""
    if counts.settled != counts.success + counts.failed + counts.skipped:
        yield "/settled", "it is success, failed and skipped together"
    if counts.total != counts.settled + counts.running + counts.pending:
        yield "/total", "it is settled, running and pending together"


def info_repeats_itself(info: EvalInfoResult) -> Found:
    """`model`, `dataset` and `rollout` equal those of `eval_run`, and `metrics` equals `summary`."""
    for name in ("model", "dataset", "rollout"):
        if getattr(info, name) != getattr(info.eval_run, name):
            yield f"/{name}", f"it equals eval_run.{name}"
    if info.metrics != info.summary:
        yield "/metrics", "it equals summary"


def pairs_add_up(result: EvalCompareResult) -> Found:
    """`wins`, `ties` and `losses` are the paired rows, and `row_differences` has each of them, ascending."""
    if result.wins + result.ties + result.losses != result.rows.paired:
        yield "/rows/paired", "it is wins, ties and losses together"
    listed = [row.source_row_index for row in result.row_differences]
    if len(listed) != result.rows.paired or listed != sorted(set(listed)):
        yield "/row_differences", "it has each paired row once, ascending by source_row_index"


def doctor_valid_without_missing(result: DoctorResult) -> Found:
    """`valid` exactly when `missing` is empty."""
    if result.valid is bool(result.missing):
        yield "/valid", "it is true exactly when missing is empty"


def valid_when_every_file_is(result: TrajectoryValidateResult) -> Found:
    """`valid` exactly when it is for every file."""
    if result.valid is not all(file.valid for file in result.files):
        yield "/valid", "it is true exactly when every file is valid"


def file_valid_without_faults(file: ValidatedTrajectoryFile) -> Found:
    """`valid` exactly when `faults` is empty."""
    if file.valid is bool(file.faults):
        yield "/valid", "it is true exactly when faults is empty"


def at_least_one_section(envelope: SectionedListEnvelope) -> Found:
    """At least one section: a further member with the items of a list."""
    if not any(isinstance(value, Mapping) and "items" in value for value in (envelope.model_extra or {}).values()):
        yield "", "there is at least one section"


# Dataset rows.


def metadata_text_is_an_object(row: DatasetRow) -> Found:
    """A `metadata` string that is not blank is the JSON text of an object."""
    if isinstance(row.metadata, str) and row.metadata.strip() and _metadata(row) is None:
        yield "/metadata", "a text that is not blank is the JSON text of an object"


def row_says_something(row: DatasetRow) -> Found:
    """A row has a prompt, or metadata that is not empty."""
    prompt = row.user_prompt not in {None, ""} if isinstance(row.user_prompt, (str, type(None))) else True
    if not prompt and _metadata(row) == {}:
        yield "", "a row has a user_prompt, or metadata that is not empty"


def dataset_valid_without_errors(result: DatasetValidateResult) -> Found:
    """A file is valid exactly when it has no errors and, strictly, no warnings."""
    if result.valid != (result.error_count == 0 and not (result.strict and result.warning_count)):
        yield "/valid", "the verdict is that of the counts"


def _metadata(row: DatasetRow) -> Mapping[str, Any] | None:
    """The metadata as an object, empty when it counts as absent; None when it is not the text of an object."""
    if not isinstance(row.metadata, str):
        return row.metadata or {}
    if not row.metadata.strip():
        return {}
    try:
        value = json.loads(row.metadata)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


# Configs.


def branch_excludes_commit(section: ExperimentSection) -> Found:
    """`branch` and `commit_sha` exclude each other."""
    if section.branch is not None and section.commit_sha is not None:
        yield "/commit_sha", "it excludes branch"


def command_excludes_entrypoint(section: ExperimentSection) -> Found:
    """`command` and `entrypoint` exclude each other."""
    if section.command is not None and section.entrypoint is not None:
        yield "/command", "it excludes entrypoint"


def setup_needs_command(section: ExperimentSection) -> Found:
    """`setup` is what builds a `command`."""
    if section.setup is not None and section.command is None:
        yield "/setup", "it needs command"


def env_names(config: EvalConfig | TrainingConfig) -> Found:
    """Names of `[env]` are those of variables, and none is reserved."""
    for name in config.env or {}:
        if not _ENV_NAME.fullmatch(name):
            yield f"/env/{_escaped(name)}", "a variable's name has capital letters, digits and underscores"
        elif name.startswith(_RESERVED_PREFIX):
            yield f"/env/{name}", f"names that start with {_RESERVED_PREFIX} are reserved"


def env_and_secrets_apart(config: EvalConfig | TrainingConfig) -> Found:
    """No name is both in `[env]` and in `[secrets].required`."""
    for name in config.secrets.required if config.secrets else ():
        if name in (config.env or {}):
            yield f"/env/{_escaped(name)}", "it is in secrets.required too"


def secrets_once(section: SecretsSection | BenchmarkSecretNames) -> Found:
    """No secret twice."""
    yield from _repeated(section.required, "/required")


def model_secret_not_reserved(model: ProviderModel | EndpointModel) -> Found:
    """The model's secret is not one that is reserved for the runner."""
    if model.api_key_secret in _RUNNER_SECRETS:
        yield "/api_key_secret", "this name is reserved for the runner"


def headers_without_authorization(model: EndpointModel) -> Found:
    """`extra_headers` has no `Authorization`."""
    for name in model.extra_headers or {}:
        if name.lower() == "authorization":
            yield f"/extra_headers/{name}", "Authorization is made from api_key_secret"


def harness_secret_fits(agent: BenchmarkAgent) -> Found:
    """`harness_api_key_secret` is the one its harness reads, and there only for the harnesses that have one."""
    wanted, given = _HARNESS_SECRETS.get(agent.harness or ""), agent.harness_api_key_secret
    if given is None and agent.harness == _NEEDS_CREDENTIAL:
        yield "/harness_api_key_secret", f"the harness {agent.harness} needs {wanted}"
    elif given is not None and given != wanted:
        yield "/harness_api_key_secret", f"it is {wanted}" if wanted else "this harness has none"


def benchmark_secrets_not_literal(config: BenchmarkConfig) -> Found:
    """No secret an agent receives is a literal variable of its environment, and `HF_TOKEN` is not one anywhere."""
    shared = set(config.verifier.required if config.verifier else ())
    if config.execution is not None and config.execution.judge_api_key_secret is not None:
        shared.add(config.execution.judge_api_key_secret)
    if "HF_TOKEN" in (config.env or {}):
        yield "/env/HF_TOKEN", "HF_TOKEN is never a literal variable"
    for index, agent in enumerate(config.agents):
        if "HF_TOKEN" in (agent.env or {}):
            yield f"/agents/{index}/env/HF_TOKEN", "HF_TOKEN is never a literal variable"
        secrets = {*shared, getattr(agent.model, "api_key_secret", None), _HARNESS_SECRETS.get(agent.harness or "")}
        for name in sorted(secrets - {None, "HF_TOKEN"}, key=str):
            if name in (agent.env or {}):
                yield f"/agents/{index}/env/{name}", "it is a secret of this agent"
            elif name in (config.env or {}):
                yield f"/env/{name}", f"it is a secret of agent {index}"


def token_where_the_store_is(login: StoredLogin) -> Found:
    """A login has its token with the store `file` and its account with the keyring, and not the other way round."""
    from osmosis_contract.models.cli_platform import TokenStore

    in_file = login.token_store is TokenStore.FILE
    if (login.access_token is not None) != in_file:
        yield "/access_token", "the token is there exactly with the store `file`"
    if (login.keyring_account is not None) == in_file:
        yield "/keyring_account", "the account is there exactly with the store `keyring`"


def tokens_have_one_length(segment: TokenSegment) -> Found:
    """A segment's ids, mask and log-probabilities are of the same tokens."""
    wanted = len(segment.sampled_ids)
    for name, values in (("mask", segment.mask), ("logprobs", segment.logprobs)):
        if len(values) != wanted:
            yield f"/{name}", f"there are {len(values)} for {wanted} sampled ids"


def every_rollout_counted(step: TrainingStep) -> Found:
    """Of the rollouts of a step, each was scored or has its reason."""
    if step.scored + sum(step.unscorable.values()) != step.rollouts:
        yield "/scored", "scored and unscorable rollouts add up to `rollouts`"


def scored_within_rows(evaluation: TrainingEvaluation) -> Found:
    """Not more rows were scored than tried."""
    if evaluation.scored > evaluation.rows:
        yield "/scored", "not more than `rows`"


def reward_where_rows_scored(evaluation: TrainingEvaluation) -> Found:
    """A mean over nothing is not a number."""
    if (evaluation.reward is not None) != (evaluation.scored > 0):
        yield "/reward", "present exactly when a row was scored"


RULES: Mapping[str, tuple[Rule, ...]] = {
    "run_events.AttemptEnded": (reward_exactly_with_scored, error_only_with_failure),
    "benchmark_config.BenchmarkAgent": (harness_secret_fits,),
    "benchmark_config.BenchmarkConfig": (benchmark_secrets_not_literal,),
    "benchmark_config.BenchmarkSecretNames": (secrets_once,),
    "dataset_row.DatasetRow": (metadata_text_is_an_object, row_says_something),
    "cli_results.DatasetValidateResult": (dataset_valid_without_errors,),
    "cli_results.DoctorResult": (doctor_valid_without_missing,),
    "benchmark_config.EndpointModel": (model_secret_not_reserved, headers_without_authorization),
    "cli_eval_results.EvalCompareResult": (pairs_add_up,),
    "eval_config.EvalConfig": (env_names, env_and_secrets_apart),
    "cli_eval_results.EvalInfoCounts": (counts_add_up,),
    "cli_eval_results.EvalInfoResult": (info_repeats_itself,),
    "cli_results.EvalRunResult": (results_add_up,),
    "eval_config.ExperimentSection": (
        branch_excludes_commit,
        command_excludes_entrypoint,
        setup_needs_command,
    ),
    "run_index.IndexRow": (reward_only_with_success, error_type_only_with_failed),
    "run_metrics.MetricsSummary": (samples_add_up,),
    "benchmark_config.ProviderModel": (model_secret_not_reserved,),
    "run_events.RunEvent": (
        reward_only_with_success,
        error_type_only_with_failed,
        scored_event_has_reward,
        outcome_fits_status,
    ),
    "run_progress.RunProgress": (sampled_within_dataset,),
    "eval_config.SecretsSection": (secrets_once,),
    "cli_envelopes.SectionedListEnvelope": (at_least_one_section,),
    "token_trajectory.TokenSegment": (tokens_have_one_length,),
    "local_training.TrainingEvaluation": (scored_within_rows, reward_where_rows_scored),
    "local_training.TrainingStep": (every_rollout_counted,),
    "training_config.TrainingConfig": (env_names, env_and_secrets_apart),
    "cli_platform.StoredLogin": (token_where_the_store_is,),
    "cli_results.TrajectoryValidateResult": (valid_when_every_file_is,),
    "cli_results.ValidatedTrajectoryFile": (file_valid_without_faults,),
}
"""The rules of a model, by the last part of its module and its name."""
