"""`eval run`: from a config to a folder of results, in five steps.

Plan (`plan.py`), choose the run, agree with the person, prepare the folder, execute. Each step takes the value of the
one before and returns its own. Nothing of a new run is on disk before the agreement, and no file of an old one is
touched; nothing is left running after the end.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    ExitStack,
    asynccontextmanager,
    contextmanager,
    nullcontext,
)
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from osmosis_ai import __version__
from osmosis_ai.base.cache import cache_root
from osmosis_ai.base.errors import ConflictError, OsmosisError
from osmosis_ai.base.redaction.redactor import SHORTEST, Redactor, ambient_secrets, short_secrets
from osmosis_ai.base.variables import SERVER_KEY
from osmosis_ai.engine.ports import Artifacts, Ports
from osmosis_ai.engine.replay import Replay
from osmosis_ai.engine.run import RunControl, RunResult, run
from osmosis_ai.engine.spec import RunSpec
from osmosis_ai.engine.work import OpenRunner
from osmosis_ai.eval.display import Display, Prompter, counted, plan_summary, question
from osmosis_ai.eval.interrupts import Interrupts
from osmosis_ai.eval.options import EvalOptions
from osmosis_ai.eval.plan import EvalPlan, PlatformDatasets, make_plan
from osmosis_ai.eval.secret_values import read_secrets_file, read_secrets_input, secret_values
from osmosis_ai.hosting.spec import HostSpec, LocalEnvironments
from osmosis_ai.runs.local_run import LocalRun
from osmosis_ai.runs.log import LoggingObserver, RunLog, Watcher
from osmosis_ai.runs.names import check_run_name, new_run_name
from osmosis_ai.runs.orphans import FolderProcessRecords
from osmosis_ai.semantics.answerers import answerer_changes
from osmosis_contract.models.run_events import RowStatus, RunEvent
from osmosis_contract.models.run_manifest import RunAnswerer

__all__ = [
    "Agreed",
    "Chosen",
    "EvalRun",
    "Prepared",
    "agree",
    "choose",
    "execute",
    "execute_plan",
    "host_spec",
    "prepare",
    "resolve_secrets",
    "run_eval",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalRun(RunResult):
    """What came of an evaluation. `archived` is the new path of an earlier run of the name."""

    plan: EvalPlan
    name: str
    local_run_id: str
    folder: Path
    local: LocalRun
    archived: Path | None

    def events(self, *statuses: RowStatus) -> Iterator[RunEvent]:
        """The events of the results, or of those with one of the statuses, by row and run; read as they are needed."""
        return self.local.results(self.results.keys(*statuses))


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which run it is, and what earlier invocations of it did."""

    plan: EvalPlan
    local: LocalRun
    before: Replay


@dataclass(frozen=True, slots=True)
class Agreed:
    """A run to which the person has agreed, with the values of its secrets: none where nothing needs them."""

    chosen: Chosen
    secret_values: Mapping[str, str]
    answered_by: RunAnswerer | None = None
    """What is to answer the model calls, as far as that is known."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A run that this process has, its folder made and its log open."""

    plan: EvalPlan
    local: LocalRun
    before: Replay
    spec: RunSpec
    host: HostSpec
    redact: Redactor
    observer: LoggingObserver
    previous_run_crashed: bool
    archived: Path | None


class PlanRunner(Protocol):
    """What runs the attempts of a plan in place of a rollout server."""

    def open(self, prepared: Prepared) -> AbstractAsyncContextManager[OpenRunner]:
        """Opens the runner of a prepared run."""

    def artifacts(self, prepared: Prepared, artifacts: Artifacts) -> Artifacts:
        """Where the run keeps the files of attempts; `artifacts` is the usual place."""


def run_eval(
    options: EvalOptions,
    display: Display,
    *,
    cwd: Path,
    environ: Mapping[str, str],
    platform: PlatformDatasets | None = None,
    while_dispatching: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> EvalRun:
    """Runs an evaluation to its end, or resumes the named one. For a command: it takes the process's signals.

    Relative paths are relative to `cwd`; user code, providers and tools inherit `environ`. `while_dispatching` is
    entered while rollouts run. Raises OsmosisError for whatever keeps it from running; rows that fail are results,
    not errors.
    """
    display.status("Reading the config, the dataset and the rollout")
    return execute_plan(make_plan(options, cwd, platform), display, environ, while_dispatching=while_dispatching)


def execute_plan(
    plan: EvalPlan,
    display: Display,
    environ: Mapping[str, str],
    *,
    runner: PlanRunner | None = None,
    answered_by: RunAnswerer | None = None,
    while_dispatching: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> EvalRun:
    """The steps after the plan. `runner` runs the attempts, a hosted rollout server if left out.

    `answered_by` is what answered the samples of a plan that makes no model call.
    """
    for code, message in plan.warnings:
        display.warning(code, message)
    chosen = choose(plan, display)
    agreed = agree(chosen, display, display, environ)
    if plan.grades_samples:
        agreed = replace(agreed, answered_by=answered_by)
    with prepare(agreed, display, environ) as prepared:
        try:
            return asyncio.run(_execute_interruptibly(prepared, while_dispatching, runner))
        except OsmosisError as error:
            raise error.with_text(prepared.redact) from None


def choose(plan: EvalPlan, prompter: Prompter) -> Chosen:
    """The run that the plan names, or a new one; where the named one is complete, a person may choose a new one.

    Raises OsmosisError for a run that cannot be resumed, ConflictError for one that another process works on.
    """
    name = new_run_name(plan.output) if plan.name is None else check_run_name(plan.name)
    chosen = _looked_at(plan, name)
    if chosen.before.results.pending:
        return chosen
    if not prompter.ask_yes_no(
        f"The run {name} is complete. Start a new one with {counted(plan.work_items, 'rollout')}?"
    ):
        return chosen
    return _looked_at(plan, new_run_name(plan.output))


def _looked_at(plan: EvalPlan, name: str) -> Chosen:
    local = LocalRun(plan.output, name, rows=plan.scan.selected_count, inputs=plan.inputs, source=plan.source)
    return Chosen(plan, local, _before(plan, local))


def _before(plan: EvalPlan, local: LocalRun) -> Replay:
    before = local.look(sdk_version=__version__, fresh=plan.fresh)
    if plan.retry_failed:
        before.results.reopen(RowStatus.FAILED, RowStatus.SKIPPED)
    return before


def agree(chosen: Chosen, prompter: Prompter, watcher: Watcher, environ: Mapping[str, str]) -> Agreed:
    """Has the person agree to what is pending, then finds the values of secrets. Writes nothing.

    Raises what the prompter raises for a no, and OsmosisError for a budget that cannot be kept and a missing secret.
    """
    plan, local, before = chosen.plan, chosen.local, chosen.before
    if not before.results.pending:
        # What a crashed invocation left is still to be searched for the secrets.
        crashed = local.folder.previous_run_crashed()
        return Agreed(chosen, resolve_secrets(plan, prompter, environ) if crashed else {})
    _check_budget(plan, before, environ)
    if plan.config.advanced:
        watcher.warning(None, "[advanced] is recorded with the run and changes nothing in a local evaluation")
    notes = []
    if plan.fresh and local.exists():
        notes.append(f"The run {local.name} that is there is kept as {local.name}.archive-<time>.")
    prompter.confirm(question(plan, before), summary=plan_summary(plan, local.name, before), notes=notes)
    values = resolve_secrets(plan, prompter, environ)
    if plan.grades_samples:
        return Agreed(chosen, values)
    return Agreed(chosen, values, _answerer(chosen, watcher, {**environ, **(plan.config.env or {}), **values}))


def _answerer(chosen: Chosen, watcher: Watcher, environ: Mapping[str, str]) -> RunAnswerer | None:
    """What answers the run now. Raises ConflictError where it answered by something else, unless that is wanted."""
    from osmosis_ai.models.answerer import answerer_of

    plan, local = chosen.plan, chosen.local
    now = answerer_of(plan.inputs.model_path, environ, plan.workspace.root)
    changes = [] if plan.fresh else answerer_changes(local.answered_by(), now)
    if not changes:
        return now
    changed = "; ".join(changes)
    if not plan.allow_endpoint_change:
        raise ConflictError(
            f"the run {local.name!r} was answered by something else. Changed: {changed}",
            hint="Restore it, choose another --name, or add --allow-endpoint-change if it is the same model.",
            details={"changed": changes},
        )
    watcher.warning(None, f"the results of {local.name} so far were answered by something else: {changed}")
    return now


def _check_budget(plan: EvalPlan, before: Replay, environ: Mapping[str, str]) -> None:
    """Raises OsmosisError for a budget that earlier invocations spent, and for a cost limit that cannot be kept."""
    spent = plan.budget.reached(before.spent)
    if spent is not None:
        raise OsmosisError(
            f"{spent}, with {before.results.pending} of {plan.work_items} rollouts still to run",
            hint="What earlier invocations of a run spent counts. Give a higher limit, or none.",
        )
    if plan.budget.cost_usd is None:
        return
    from osmosis_ai.models.prices import price_of

    if price_of(plan.inputs.model_path, {**environ, **(plan.config.env or {})}) is None:
        raise OsmosisError(
            f"--max-cost cannot be kept to: what {plan.inputs.model_path} costs is not known",
            hint="Limit the tokens instead, with --max-tokens.",
        )


def resolve_secrets(plan: EvalPlan, prompter: Prompter, environ: Mapping[str, str]) -> Mapping[str, str]:
    """From the secrets file, the environment, or the person, in this order. Raises OsmosisError for one missing."""
    given: Mapping[str, str] = {}
    if plan.secrets.standard_input:
        given = read_secrets_input()
    elif plan.secrets.file is not None:
        given = read_secrets_file(plan.secrets.file)
    return secret_values(
        plan.inputs.secret_names,
        given=given,
        environment=environ,
        ask=(lambda _: None) if plan.secrets.standard_input else prompter.ask_secret,
    )


@contextmanager
def prepare(agreed: Agreed, watcher: Watcher, environ: Mapping[str, str]) -> Iterator[Prepared]:
    """Takes the run and makes its folder; this process has it while the context is open.

    Raises ConflictError when there is more to do by now than was agreed to, or another process has the run.
    """
    plan, local, before = agreed.chosen.plan, agreed.chosen.local, agreed.chosen.before
    values = agreed.secret_values
    agreed_to = before.results.pending
    with ExitStack() as stack:
        stack.enter_context(local.taken())
        if local.changed():  # another process has worked on it meanwhile
            before = _before(plan, local)
        if before.results.pending > agreed_to:
            raise ConflictError(
                f"the run {local.name!r} was changed by another process in the meantime",
                hint="Run the command again to see what there is to do now.",
            )
        archived = local.archive() if plan.fresh and local.exists() else None
        stack.callback(local.discard_unstarted)
        manifest = local.create(plan.provenance, agreed.answered_by)
        token = secrets.token_hex(32)
        redact = Redactor([*values.values(), *ambient_secrets(environ), environ.get(SERVER_KEY, ""), token])
        run_log = RunLog(local.folder.logs, redact, watcher.log_line)
        stack.callback(run_log.close)
        observer = LoggingObserver(run_log, watcher, redact)
        if short := short_secrets(values):
            observer.warning(None, f"shorter than {SHORTEST} characters, replaced in logs alone: {', '.join(short)}")
        if archived is not None:
            observer.log("info", "run", "archived the earlier run of this name", archived=archived.name)

        def report(sentence: str) -> None:
            observer.log("warning", "run", sentence)
            observer.warning(None, sentence)

        local.end_orphans(report)
        yield Prepared(
            plan=plan,
            local=local,
            before=before,
            spec=plan.spec(manifest),
            host=host_spec(plan, local.folder.trials, environ, values, token),
            redact=redact,
            observer=observer,
            previous_run_crashed=local.folder.previous_run_crashed(),
            archived=archived,
        )


def host_spec(
    plan: EvalPlan, trials: Path, environ: Mapping[str, str], values: Mapping[str, str], token: str
) -> HostSpec:
    """The services of an evaluation, whose processes inherit the command's environment."""
    inherited = LocalEnvironments.of(environ, plan.config.env or {}, values)
    return HostSpec(
        rollout_dir=plan.rollout_dir,
        entrypoint=plan.inputs.rollout.entrypoint,
        command=plan.inputs.rollout.command or (),
        setup=plan.inputs.rollout.setup or (),
        rollout_url=plan.inputs.rollout.url,
        rollout_key=(environ.get(SERVER_KEY) or None) if plan.inputs.rollout.url is not None else None,
        model_path=plan.inputs.model_path,
        model_root=plan.workspace.root,
        rollout_environment=inherited.rollout,
        model_environment=inherited.model,
        tool_environment=inherited.tools,
        token=token,
        trials=trials,
        environments=plan.workspace.state / "envs",
        sdk_cache=cache_root(environ) / "sdk",
        width=plan.width,
        agent_timeout_sec=plan.inputs.timeouts.agent_timeout_sec,
        grader_timeout_sec=plan.inputs.timeouts.grader_timeout_sec,
        rollout_port=plan.address.rollout_port,
        listener_port=plan.address.listener_port,
        advertise_url=plan.address.advertise_url,
        tunnel=plan.address.tunnel,
    )


async def execute(
    prepared: Prepared,
    control: RunControl | None = None,
    while_dispatching: Callable[[], AbstractContextManager[None]] = nullcontext,
    plan_runner: PlanRunner | None = None,
    adapt: Callable[[Ports], Ports] | None = None,
) -> EvalRun:
    """Dispatches what is pending and finishes the run's files. Touches nothing of the process that others share.

    `adapt` makes the ports of the run from the local ones.
    """
    local = prepared.local

    @asynccontextmanager
    async def open_runner() -> AsyncIterator[OpenRunner]:
        if plan_runner is not None:
            async with plan_runner.open(prepared) as other:
                with while_dispatching():
                    yield other
            return
        from osmosis_ai.hosting import services  # only a run with something to do pays for it

        records = FolderProcessRecords(local.folder)
        async with services.hosted(prepared.host, prepared.observer, records=records, redact=prepared.redact) as opened:
            with while_dispatching():
                yield opened

    async with local.ports(prepared.redact, prepared.observer) as local_ports:
        ports = local_ports
        if plan_runner is not None:
            ports = replace(ports, artifacts=plan_runner.artifacts(prepared, ports.artifacts))
        if adapt is not None:
            ports = adapt(ports)
        result = await run(
            prepared.spec,
            open_runner,
            ports,
            before=prepared.before,
            previous_run_crashed=prepared.previous_run_crashed,
            control=control,
        )
    return EvalRun(
        report=result.report,
        resumed=result.resumed,
        metrics=result.metrics,
        duration_ms=result.duration_ms,
        results=result.results,
        unfinished=result.unfinished,
        plan=prepared.plan,
        name=local.name,
        local_run_id=prepared.spec.run_id,
        folder=local.folder.root,
        local=local,
        archived=prepared.archived,
    )


async def _execute_interruptibly(
    prepared: Prepared,
    while_dispatching: Callable[[], AbstractContextManager[None]],
    runner: PlanRunner | None,
) -> EvalRun:
    """Raises KeyboardInterrupt for an interruption before the first dispatch, and OsmosisError for a second one."""
    control = RunControl()

    async def stop() -> None:
        prepared.observer.log("warning", "cancel", "interrupted: cancelling what is in flight")
        prepared.observer.status("Interrupted: cancelling what is in flight")
        await control.stop()

    with Interrupts(control, stop) as interrupts:
        try:
            return await execute(prepared, control, while_dispatching, runner)
        except asyncio.CancelledError:
            if not interrupts.received:
                raise
            if not control.dispatched:
                raise KeyboardInterrupt from None
            name = prepared.spec.name
            raise OsmosisError(
                f"the run {name} was interrupted before what was in flight had ended",
                hint=f"Resume it with --name {name}; results so far are kept.",
            ) from None
