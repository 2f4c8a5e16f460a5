"""`train run`: from a config to a better model, in five steps.

Plan, choose the run, agree with the person, prepare the folder, execute. A step of the training is: its rollouts, a
run of the engine; an update; the new adapter served. Its record is in the journal when all three are done. A run that
was killed goes on from its last checkpoint, and what came after that is done again.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import shutil
import time
import uuid
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from osmosis_ai import __version__
from osmosis_ai.base.cache import cache_root
from osmosis_ai.base.errors import ConflictError, OsmosisError
from osmosis_ai.base.redaction.redactor import Redactor, ambient_secrets
from osmosis_ai.eval.secret_values import read_secrets_file, secret_values
from osmosis_ai.hosting.services import hosted
from osmosis_ai.hosting.spec import HostSpec, LocalEnvironments
from osmosis_ai.models.bridge.token_capture import Sampling, TokenCapture
from osmosis_ai.models.embedded.llama_server import usable_cores
from osmosis_ai.models.embedded.local import find_weights
from osmosis_ai.models.embedded.trained import prepared_folder
from osmosis_ai.runs.lock import RunLock
from osmosis_ai.runs.log import LoggingObserver, RunLog
from osmosis_ai.runs.names import check_run_name, new_run_name
from osmosis_ai.runs.orphans import FolderProcessRecords, end_orphans
from osmosis_ai.runs.training.folder import TrainingFolder
from osmosis_ai.runs.training.journal import TrainingJournal, now, read_journal
from osmosis_ai.runs.training.state import TrainingState
from osmosis_ai.semantics.members import omit_none
from osmosis_ai.train.checkpoints import check_checkpoint
from osmosis_ai.train.display import TrainDisplay
from osmosis_ai.train.loop import TrainingLoop
from osmosis_ai.train.memory import available_bytes, check_memory
from osmosis_ai.train.plan import TrainOptions, TrainPlan, make_plan
from osmosis_ai.train.rollouts import Rollouts
from osmosis_ai.train.serving import ServedPolicy
from osmosis_ai.train.settings import TINKER_PREFIX
from osmosis_ai.train.stopping import StopSignals
from osmosis_ai.train.tinker_trainer import KEY_VARIABLE, TinkerCapture, TinkerModel, open_tinker
from osmosis_ai.train.trainer import ADAPTER, TrainedPolicy, Trainer, TrainerSettings
from osmosis_ai.train.trl_trainer import open_trl_trainer
from osmosis_contract.models.local_training import (
    LocalServingPrecision,
    LocalTrainer,
    LocalTrainingManifest,
    TrainingEnded,
    TrainingEndStatus,
    TrainingStarted,
)

__all__ = ["TrainedRun", "train"]

_MOST_SLOTS = 8
_SLACK_TOKENS = 64


@dataclass(frozen=True, slots=True)
class TrainedRun:
    """What came of an invocation."""

    plan: TrainPlan
    name: str
    local_run_id: str
    folder: TrainingFolder
    state: TrainingState
    end: TrainingEnded | None
    """How this invocation ended; None where there was nothing to do."""


@dataclass(frozen=True, slots=True)
class _Prepared:
    plan: TrainPlan
    name: str
    folder: TrainingFolder
    lock: RunLock
    manifest: LocalTrainingManifest
    state: TrainingState
    host: HostSpec
    environ: Mapping[str, str]
    secrets: Mapping[str, str]
    redact: Redactor
    observer: LoggingObserver


def train(options: TrainOptions, display: TrainDisplay, *, cwd: Path, environ: Mapping[str, str]) -> TrainedRun:
    """Trains a model, or goes on with the named run. For a command: it takes the process's signals.

    Raises OsmosisError for whatever keeps it from running.
    """
    display.status("Reading the config, the dataset and the rollout")
    plan = make_plan(options, cwd)
    name = new_run_name(plan.root) if options.name is None else check_run_name(options.name)
    folder = TrainingFolder(plan.root / name)
    lock = RunLock(plan.root, name)
    lock.refuse_if_taken()
    state = _looked_at(plan, folder)
    if state.last_step >= plan.steps and state.ended is not None:
        manifest = folder.read_manifest()
        return TrainedRun(plan, name, manifest.local_run_id if manifest else "", folder, state, None)
    check_memory(plan.memory, available_bytes())
    display.confirm(
        f"Train {plan.inputs.model_path} for {plan.steps - state.resume_step} steps?",
        summary=plan.summary(name, state.resume_step),
        notes=[] if state.resume_step == state.last_step else [_done_again(state)],
    )
    values = secret_values(
        plan.inputs.secret_names,
        given={} if options.secrets_file is None else read_secrets_file(cwd / options.secrets_file),
        environment=environ,
        ask=display.ask_secret,
    )
    with _prepare(plan, name, folder, lock, display=display, environ=environ, values=values) as prepared:
        try:
            return asyncio.run(_execute(prepared, display))
        except OsmosisError as error:
            raise error.with_text(prepared.redact) from None


def _done_again(state: TrainingState) -> str:
    return f"Steps {state.resume_step + 1} to {state.last_step} were after the last checkpoint and are done again."


def _looked_at(plan: TrainPlan, folder: TrainingFolder) -> TrainingState:
    """What earlier invocations of the run did. Raises ConflictError for a run that is another one."""
    if not folder.root.exists():
        return TrainingState()
    manifest = folder.read_manifest()
    if manifest is None:
        made = {path.name for path in (folder.rollouts, folder.checkpoints, folder.adapters, folder.trials)}
        if any(path.name not in made for path in folder.root.iterdir()):  # else a start that came no further
            raise ConflictError(f"{folder.root} is not the folder of a training run", hint="Choose another --name.")
        return TrainingState()
    mine, theirs = plan.inputs.to_wire(), manifest.inputs.to_wire()
    changed = sorted(key for key in {*mine, *theirs} if mine.get(key) != theirs.get(key))
    if changed:
        raise ConflictError(
            f"the run {folder.root.name!r} was started with other inputs. Changed: {', '.join(changed)}",
            hint="Restore them, or choose another --name for a new run.",
            details={"changed": changed},
        )
    return read_journal(folder.journal)


@contextmanager
def _prepare(
    plan: TrainPlan,
    name: str,
    folder: TrainingFolder,
    lock: RunLock,
    *,
    display: TrainDisplay,
    environ: Mapping[str, str],
    values: Mapping[str, str],
) -> Iterator[_Prepared]:
    """Takes the run and makes its folder; this process has it while the context is open."""
    with ExitStack() as stack:
        lock.acquire()
        stack.callback(lock.release)
        state = _looked_at(plan, folder)  # another process may have worked on it meanwhile
        folder.create()
        manifest = folder.read_manifest()
        if manifest is None:
            manifest = LocalTrainingManifest(
                schema_version=1,
                local_run_id=uuid.uuid4().hex,
                run_name=name,
                created_at=now(),
                inputs=plan.inputs,
                sdk_version=__version__,
            )
            folder.write_json(folder.manifest, manifest)
        lock.identify(manifest.local_run_id)
        folder.stop_request.unlink(missing_ok=True)
        token = secrets.token_hex(32)
        redact = Redactor([*values.values(), *ambient_secrets(environ), token])
        run_log = RunLog(folder.logs, redact, display.log_line)
        stack.callback(run_log.close)
        observer = LoggingObserver(run_log, display, redact)
        end_orphans(plan.root, name, lambda sentence: observer.log("warning", "run", sentence))
        for path in (*folder.trials.iterdir(), *folder.adapters.iterdir()):
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)
        host = _host_spec(plan, folder, environ, values, token)
        yield _Prepared(plan, name, folder, lock, manifest, state, host, environ, values, redact, observer)


def _host_spec(
    plan: TrainPlan, folder: TrainingFolder, environ: Mapping[str, str], values: Mapping[str, str], token: str
) -> HostSpec:
    inherited = LocalEnvironments.of(environ, plan.settings.config.env or {}, values)
    return HostSpec(
        rollout_dir=plan.rollout_dir,
        entrypoint=plan.inputs.rollout.entrypoint,
        model_path=plan.inputs.model_path,
        model_root=plan.workspace.root,
        rollout_environment=inherited.rollout,
        model_environment=inherited.model,
        tool_environment=inherited.tools,
        token=token,
        trials=folder.trials,
        environments=plan.workspace.state / "envs",
        sdk_cache=cache_root(environ) / "sdk",
        width=min(plan.rollouts_a_step, _MOST_SLOTS),
        agent_timeout_sec=plan.settings.agent_timeout_sec,
        grader_timeout_sec=plan.settings.grader_timeout_sec,
    )


async def _execute(prepared: _Prepared, display: TrainDisplay) -> TrainedRun:
    """Records how it ended, whatever ends it, unless the process itself is killed."""
    plan, folder, observer = prepared.plan, prepared.folder, prepared.observer
    journal = TrainingJournal(folder.journal)
    try:
        started = TrainingStarted(
            event="started", at=now(), from_step=journal.state.resume_step, total_steps=plan.steps
        )
        await journal.append(started)
        observer.log("info", "run", "started", name=prepared.name, from_step=started.from_step, steps=plan.steps)
        end = TrainingEnded(event="ended", at=now(), status=TrainingEndStatus.FAILED)
        try:
            async with _opened(prepared, journal, display) as loop:
                reason = await loop.run()
            status = TrainingEndStatus.FINISHED if reason is None else TrainingEndStatus.STOPPED
            end = TrainingEnded(event="ended", at=now(), status=status, **omit_none(message=reason))
        except OsmosisError as error:
            message = prepared.redact(error.message)
            end = TrainingEnded(event="ended", at=now(), status=TrainingEndStatus.FAILED, message=message)
            raise
        except asyncio.CancelledError:
            end = TrainingEnded(event="ended", at=now(), status=TrainingEndStatus.STOPPED, message="interrupted")
            raise
        finally:
            with contextlib.suppress(OsmosisError):
                await journal.append(end)
            observer.log("info", "run", str(end.status), last_step=journal.state.last_step)
            _write_metrics(folder, journal.state)
        return TrainedRun(plan, prepared.name, prepared.manifest.local_run_id, folder, journal.state, end)
    finally:
        journal.close()


def _write_metrics(folder: TrainingFolder, state: TrainingState) -> None:
    from osmosis_ai.runs.training.metrics import metrics_of

    with contextlib.suppress(OsmosisError):
        folder.write_json(folder.metrics, metrics_of(state, alive=False))


@asynccontextmanager
async def _opened(prepared: _Prepared, journal: TrainingJournal, display: TrainDisplay) -> AsyncIterator[TrainingLoop]:
    """Everything that a training needs running: the trainer, the policy's server, the rollout server."""
    plan, folder, observer, settings = prepared.plan, prepared.folder, prepared.observer, prepared.plan.settings
    saved = journal.state.checkpoints.get(journal.state.resume_step)
    resume = None if saved is None else check_checkpoint(folder, saved)
    opening = _open_trl if settings.local.trainer is LocalTrainer.TRL else _open_tinker
    async with AsyncExitStack() as stack:
        observer.status("Loading the trainer")
        trainer, policy, capture = await opening(prepared, resume, stack)
        info = trainer.info
        figures = omit_none(trained=info.trained_parameters, of=info.parameters)
        observer.log("info", "trainer", "loaded", **figures, **info.versions)
        opened = await stack.enter_async_context(
            hosted(
                prepared.host,
                observer,
                records=FolderProcessRecords(folder),
                redact=prepared.redact,
                model=policy,
                capture=capture,
            )
        )
        loop = TrainingLoop(
            plan=plan,
            folder=folder,
            journal=journal,
            trainer=trainer,
            policy=policy,
            capture=capture,
            first_adapter=None if resume is None else resume / ADAPTER,
            rollouts=Rollouts(
                opened=opened,
                capture=capture,
                inputs=plan.engine_inputs,
                name=prepared.name,
                trials=folder.trials,
                lease=prepared.lock,
                observer=observer,
                redact=prepared.redact,
                progress=display.progress,
            ),
            observer=observer,
            display=display,
            deadline=None if plan.options.max_time is None else time.monotonic() + 60 * plan.options.max_time,
        )
        with StopSignals(loop, folder.stop_request):
            yield loop


async def _open_trl(
    prepared: _Prepared, resume: Path | None, stack: AsyncExitStack
) -> tuple[Trainer, TrainedPolicy, TokenCapture]:
    """TRL on a model of this machine, which llama.cpp serves."""
    plan, observer, settings = prepared.plan, prepared.observer, prepared.plan.settings
    base = await find_weights(
        plan.inputs.model_path,
        env=prepared.environ,
        log=lambda line: observer.log("info", "model", line),
        root=plan.workspace.root,
    )
    trainer = await stack.enter_async_context(
        open_trl_trainer(
            base,
            _trainer_settings(plan),
            resume=resume,
            prepared=await asyncio.to_thread(prepared_folder, base, prepared.environ),
            environ=prepared.environ,
            log=lambda line: observer.log("info", "trainer", line),
        )
    )
    copy = trainer.info.served
    policy = await stack.enter_async_context(
        ServedPolicy(
            plan.inputs.model_path,
            copy if copy is not None and settings.local.serve is LocalServingPrecision.F16 else base,
            slots=min(plan.rollouts_a_step, settings.local.slots or _MOST_SLOTS),
            context=settings.max_prompt_length + settings.max_response_length + _SLACK_TOKENS,
            seed=settings.local.seed,
            env=prepared.environ,
            log=lambda line: observer.log("info", "model", line),
        )
    )
    return trainer, policy, TokenCapture(policy.tokenize, _sampling(plan))


async def _open_tinker(
    prepared: _Prepared, resume: Path | None, stack: AsyncExitStack
) -> tuple[Trainer, TrainedPolicy, TokenCapture]:
    """A model of a Tinker-compatible server, which samples and trains."""
    plan, observer, local = prepared.plan, prepared.observer, prepared.plan.settings.local
    root, tokenizer, base = plan.workspace.root, local.tinker_tokenizer, local.tinker_local_base
    trainer, policy = await stack.enter_async_context(
        open_tinker(
            TinkerModel(
                url=local.tinker_url or "",
                name=plan.inputs.model_path.removeprefix(TINKER_PREFIX),
                tokenizer=str(root / tokenizer) if tokenizer and (root / tokenizer).is_dir() else tokenizer,
                local_base=None
                if base is None
                else await find_weights(
                    base, env=prepared.environ, log=lambda line: observer.log("info", "model", line), root=root
                ),
            ),
            _trainer_settings(plan),
            resume=resume,
            environ=prepared.environ,
            key=prepared.secrets.get(KEY_VARIABLE) or prepared.environ.get(KEY_VARIABLE),
            log=lambda line: observer.log("info", "trainer", line),
        )
    )
    return trainer, policy, TinkerCapture(_sampling(plan))


def _sampling(plan: TrainPlan) -> Sampling:
    return Sampling(plan.settings.temperature, plan.settings.max_response_length)


def _trainer_settings(plan: TrainPlan) -> TrainerSettings:
    settings = plan.settings
    return TrainerSettings(
        prompts=settings.prompts,
        samples=settings.samples,
        lr=settings.lr,
        lora_rank=settings.local.lora_rank,
        lora_alpha=settings.local.lora_alpha,
        temperature=settings.temperature,
        max_response_length=settings.max_response_length,
        seed=settings.local.seed,
        threads=usable_cores(),
    )
