"""The manifest of a run: an invocation may add results only to a run that was started with the same inputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from osmosis_ai.base.errors import ConflictError, OsmosisError
from osmosis_ai.base.files.no_follow import read_bounded
from osmosis_ai.base.text import truncate
from osmosis_ai.semantics.faults import first_fault
from osmosis_contract.models.run_manifest import RunInputs, RunManifest, RunSource, RunSourceKind

__all__ = ["check_same_inputs", "check_same_kind", "read_manifest"]

_WAYS_OUT = "Choose another --name, or pass --fresh to archive the run and start a new one."
_WORDS = {
    ("model_path",): "the model",
    ("dataset", "sha256"): "the dataset's content",
    ("dataset", "selected_source_rows"): "the selected rows",
    ("dataset", "columns"): "the mapped columns (--map)",
    ("n",): "the attempts per row (n)",
    ("rollout", "name"): "the rollout",
    ("rollout", "entrypoint"): "the entrypoint",
    ("rollout", "command"): "the command that serves the rollout",
    ("rollout", "setup"): "the command that builds the rollout server",
    ("rollout", "url"): "the rollout server's address",
    ("rollout", "source_digest"): "the rollout's code (workflow, grader or any other file of its folder)",
    ("secret_names",): "the names of secrets",
    ("timeouts", "agent_timeout_sec"): "agent_workflow_timeout_s",
    ("timeouts", "grader_timeout_sec"): "grader_timeout_s",
}
_LONGEST_VALUE = 60
_LARGEST = 64 << 20


def read_manifest(path: Path) -> RunManifest:
    """The manifest of an existing run. Raises OsmosisError when it is unreadable or of another form."""
    try:
        return RunManifest.read(read_bounded(path, at_most=_LARGEST, follow_links=False))
    except (OSError, ValueError) as error:
        raise OsmosisError(
            f"{path} is not the manifest of a run that can be resumed: {first_fault(error)}", hint=_WAYS_OUT
        ) from None


def check_same_kind(manifest: RunManifest, source: RunSource | None) -> None:
    """Raises ConflictError where rollouts would be added to graded samples, or the other way round."""
    recorded = manifest.source is not None and manifest.source.kind is RunSourceKind.SAMPLES
    wanted = source is not None and source.kind is RunSourceKind.SAMPLES
    if recorded != wanted:
        what = "the samples of another run, graded again" if recorded else "rollouts of its own"
        raise ConflictError(
            f"the run {manifest.run_name!r} holds {what}; nothing else may be added to it",
            hint="Choose another --name.",
        )


def check_same_inputs(manifest: RunManifest, inputs: RunInputs, *, sdk_version: str) -> None:
    """Raises OsmosisError, naming what changed and how, unless the run was started with the same inputs."""
    recorded, now = manifest.inputs.to_wire(), inputs.to_wire()
    differences = list(_differences(recorded, now))
    if not differences:
        return
    hint = f"Restore what changed to resume this run. {_WAYS_OUT}"
    if any(path == ("rollout", "source_digest") for path, _ in differences):
        hint += (
            f" To run its failed rows with the code of today: --rows-from {manifest.run_name}:failed without --name;"
            f" to grade its samples again: `osmosis eval grade {manifest.run_name}`."
        )
    before = manifest.provenance.sdk_version
    if before != sdk_version and any(path == ("rollout", "source_digest") for path, _ in differences):
        hint += f" The run was started with version {before}; if no file changed, that version computed another digest."
    changed = "; ".join(sentence for _, sentence in differences)
    raise OsmosisError(
        f"the run {manifest.run_name!r} was started with other inputs. Changed: {changed}",
        hint=hint,
        details={"changed": sorted({path[0] for path, _ in differences})},
    )


def _differences(
    recorded: Mapping[str, Any], now: Mapping[str, Any], above: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], str]]:
    """The path of every member that differs, and what is to be said of it."""
    for name in sorted(recorded.keys() | now.keys()):
        path, one, other = (*above, name), recorded.get(name), now.get(name)
        if one == other:
            continue
        if isinstance(one, dict) and isinstance(other, dict):
            yield from _differences(one, other, path)
        else:
            yield path, _difference(path, one, other)


def _difference(path: tuple[str, ...], one: object, other: object) -> str:
    words = _WORDS.get(path, ".".join(path))
    if path[-1] in {"sha256", "source_digest"}:
        return words
    return f"{words}, from {_shown(one)} to {_shown(other)}"


def _shown(value: object) -> str:
    if value is None:
        return "none"
    text = ", ".join(map(str, value)) or "none" if isinstance(value, list) else str(value)
    return truncate(text, _LONGEST_VALUE)
