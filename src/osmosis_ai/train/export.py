"""A trained model for use elsewhere: a peft folder, one merged GGUF file, or a folder for a Hugging Face hub."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osmosis_ai.base.errors import ConflictError, FileUnwritableError, NotFoundError, OsmosisError
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.models.embedded.local import find_weights
from osmosis_ai.models.embedded.trained import TrainedModel, find_trained
from osmosis_ai.models.embedded.weights import EMBEDDED
from osmosis_ai.runs.training.folder import training_root
from osmosis_ai.runs.training.listing import FoundRun, find_training_run
from osmosis_ai.train.checkpoints import check_checkpoint
from osmosis_ai.train.trainer import ADAPTER
from osmosis_ai.train.worker import call_worker
from osmosis_contract.models.cli_training_results import ModelExportFile, ModelExportFormat

__all__ = ["Exported", "ModelToExport", "check_repository", "export_model", "find_model", "upload_model"]

_PEFT = "adapter"
_CONFIG = "adapter_config.json"
_WEIGHTS = "adapter_model.safetensors"
_REPOSITORY = re.compile(r"[A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95}")
_HUB_VARIABLES = ("HF_TOKEN", "HF_ENDPOINT", "HF_HUB_DISABLE_XET", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY")
_CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")


@dataclass(frozen=True, slots=True)
class ModelToExport:
    """A checkpoint whose bytes are those that its run saved."""

    trained: TrainedModel
    run: FoundRun
    checkpoint: Path
    base_model: str
    """What the export calls the base model."""

    @property
    def name(self) -> str:
        """As a config names it."""
        return f"local/{self.trained.run}@{self.trained.step}"


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written."""

    path: Path
    files: list[ModelExportFile]


def find_model(name: str, workspace: Workspace, base_model: str | None) -> ModelToExport:
    """The trained model of that name. Raises NotFoundError, ConflictError for a checkpoint that was changed."""
    trained = find_trained(name.removeprefix("local/"), workspace.root)
    if trained is None:
        raise NotFoundError(f"There is no trained model {name!r} here.", hint="See `osmosis model list --type lora`.")
    run = find_training_run(training_root(workspace), trained.run)
    saved = run.state.checkpoints.get(trained.step)
    if saved is None:
        raise NotFoundError(
            f"The journal of {trained.run} has no checkpoint of step {trained.step}.", hint="Go on with the run."
        )
    origin = EMBEDDED.get(trained.base.removeprefix("local/"))
    called = base_model or (origin.origin if origin is not None else "") or trained.base
    return ModelToExport(trained, run, check_checkpoint(run.folder, saved), called)


def check_repository(repository: str) -> str:
    """The name of a repository of a hub. Raises OsmosisError for what is not one."""
    if not _REPOSITORY.fullmatch(repository):
        raise OsmosisError(f"{repository!r} is not a repository of a hub.", hint="Name it as OWNER/NAME.")
    return repository


def export_model(
    model: ModelToExport,
    form: ModelExportFormat,
    to: Path,
    *,
    workspace: Workspace,
    environ: Mapping[str, str],
    log: Callable[[str], None],
) -> Exported:
    """Writes the model to a path that does not exist yet, as a whole: a file for `gguf`, else a folder.

    Raises ConflictError where something is there, OsmosisError.
    """
    to = to.absolute()
    if to.exists() or to.is_symlink():
        raise ConflictError(f"{to} is there already", hint="Choose another --output, or move it away.")
    if form is ModelExportFormat.HUB and model.base_model.startswith("local/"):
        raise OsmosisError(
            f"A hub does not know the base model {model.base_model}.", hint="Say what it is called there: --base-model."
        )
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        with _unfinished(to) as part:
            if form is ModelExportFormat.GGUF:
                asyncio.run(_merge(model, part, workspace, environ, log))
            else:
                part.mkdir()
                _write_peft(model, part)
                if form is ModelExportFormat.HUB:
                    shutil.copyfile(model.checkpoint / ADAPTER, part / ADAPTER)
            part.rename(to)
    except OSError as error:
        raise FileUnwritableError(to, error) from None
    return Exported(to, [_described(path, to) for path in ([to] if to.is_file() else sorted(to.iterdir()))])


def upload_model(
    folder: Path,
    repository: str,
    *,
    public: bool,
    message: str,
    environ: Mapping[str, str],
    log: Callable[[str], None],
) -> str:
    """Puts a folder of the form `hub` into a repository, made unless it is there; its address.

    HF_TOKEN says who asks, HF_ENDPOINT which hub it is. Raises OsmosisError.
    """
    if not environ.get("HF_TOKEN"):
        raise OsmosisError("HF_TOKEN is not set.", hint="Set it to a token of the hub that may write there.")
    given = {name: environ[name] for name in (*_HUB_VARIABLES, *_CERTIFICATES) if name in environ}
    visibility = "public" if public else "private"
    said = asyncio.run(
        call_worker(
            "trl_worker.upload",
            str(folder),
            repository,
            visibility,
            message,
            name="the upload",
            environ=environ,
            secrets=given,
            log=log,
        )
    )
    return str(said["url"])


@contextmanager
def _unfinished(to: Path) -> Iterator[Path]:
    """A path beside the target, on its file system; nothing is left of it."""
    with tempfile.TemporaryDirectory(prefix=f".{to.name}.", dir=to.parent) as folder:
        yield Path(folder, to.name)


async def _merge(
    model: ModelToExport, to: Path, workspace: Workspace, environ: Mapping[str, str], log: Callable[[str], None]
) -> None:
    found = await find_weights(model.trained.base, env=environ, log=log, root=workspace.root)
    base = await asyncio.to_thread(model.trained.weights, found, environ)
    adapter = model.checkpoint / ADAPTER
    await call_worker("trl_worker.merge", str(base), str(adapter), str(to), name="the merge", environ=environ, log=log)


def _write_peft(model: ModelToExport, folder: Path) -> None:
    """peft's two files and a card; the folder that the base model was in on this machine is not in them."""
    source = model.checkpoint / _PEFT
    config = json.loads((source / _CONFIG).read_text(encoding="utf-8"))
    config["base_model_name_or_path"] = model.base_model
    (folder / _CONFIG).write_text(json.dumps(config, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    shutil.copyfile(source / _WEIGHTS, folder / _WEIGHTS)
    (folder / "README.md").write_text(_card(model, config), encoding="utf-8")


def _card(model: ModelToExport, config: Mapping[str, Any]) -> str:
    """The model card: what it is, how it was trained, and what its run measured."""
    run, step = model.run, model.trained.step
    inputs, state = run.manifest.inputs, run.state
    reward = state.checkpoints[step].reward
    evaluation = state.evaluations.get(step)
    before = state.evaluations.get(0)
    lines = [
        "---",
        f"base_model: {json.dumps(model.base_model)}",
        "library_name: peft",
        "pipeline_tag: text-generation",
        'tags: ["lora", "grpo", "osmosis"]',
        "---",
        "",
        f"# {run.name}, step {step}",
        "",
        f"A LoRA adapter (rank {config.get('r')}, alpha {config.get('lora_alpha')}) on {model.base_model}, trained "
        f"with GRPO on the rollout `{inputs.rollout.name}`.",
        "",
        f"- Dataset: `{inputs.dataset.name}`, {inputs.dataset.train_rows} rows trained on, "
        f"{inputs.dataset.held_out_rows} held out.",
        f"- {step} steps of {inputs.rollout_batch_size} rows with {inputs.n_samples_per_prompt} rollouts each, "
        f"learning rate {inputs.lr:g}, temperature {inputs.rollout_temperature:g}, seed {inputs.local.seed}.",
    ]
    if reward is not None:
        lines.append(f"- Mean reward of the rollouts of step {step}: {reward:.4g}.")
    if evaluation is not None and evaluation.reward is not None:
        base = "" if before is None or before.reward is None else f", of the base model {before.reward:.4g}"
        lines.append(
            f"- Mean reward of {evaluation.scored} held-out rows, answered greedily: {evaluation.reward:.4g}{base}."
        )
    if model.trained.base.removeprefix("local/") in EMBEDDED:
        file = EMBEDDED[model.trained.base.removeprefix("local/")].file_name
        lines += ["", f"It was trained on the weights of `{file}`, a quantised form of the base model."]
    return "\n".join([*lines, ""])


def _described(path: Path, root: Path) -> ModelExportFile:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return ModelExportFile(name=path.name, size=path.stat().st_size, sha256=digest)
