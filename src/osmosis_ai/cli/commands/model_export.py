"""``osmosis model export``: a trained model for use elsewhere."""

import os
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.cli.framework.params import InjectedConsole, Yes
from osmosis_ai.cli.framework.results import Column, OperationResult, Page


def model_export(
    name: Annotated[str, Parameter(help="A name that `model list` shows, such as local/first@16.")],
    /,
    *,
    format: Annotated[  # noqa: A002 - what people call it
        Literal["peft", "gguf", "hub"],
        Parameter(help="peft: the adapter as a folder. gguf: base and adapter as one file. hub: peft, with a card."),
    ] = "peft",
    output: Annotated[
        Path | None,
        Parameter(name=("--output", "-o"), metavar="PATH", help="Where to. Below .osmosis/exports/ if left out."),
    ] = None,
    base_model: Annotated[
        str | None, Parameter(metavar="ID", help="What the base model is called where the export is used.")
    ] = None,
    upload: Annotated[
        str | None,
        Parameter(metavar="OWNER/NAME", help="With --format hub: put it into this repository. Needs HF_TOKEN."),
    ] = None,
    public: Annotated[bool, Parameter(help="Make a repository that everyone can read.")] = False,
    yes: Yes = False,
    console: InjectedConsole,
) -> OperationResult:
    """Write a trained model for use elsewhere.

    A peft folder loads with peft and transformers, and with any server that takes LoRA adapters. A GGUF file is the
    whole model, with 16-bit weights, for llama.cpp and for `local/PATH.gguf` in a config. A hub folder is what a
    Hugging Face hub shows, with the adapter in both forms. An upload asks first, and makes a private repository.

        osmosis model export local/first@16
        osmosis model export local/first@16 --format gguf --output models/first.gguf
        osmosis model export local/first --format hub --upload someone/multiplier
    """
    from osmosis_ai.semantics.members import omit_none
    from osmosis_ai.train.export import check_repository, export_model, find_model, upload_model
    from osmosis_contract.models.cli_training_results import ModelExportFormat, ModelExportResult

    form = ModelExportFormat(format)
    if upload is not None and form is not ModelExportFormat.HUB:
        raise OsmosisError("--upload is for a folder of the form hub.", hint="Add --format hub.")
    if public and upload is None:
        raise OsmosisError("--public says who can read an upload.", hint="Add --upload OWNER/NAME, or leave it out.")
    workspace, environ = Workspace.find(Path.cwd()), dict(os.environ)
    model = find_model(name, workspace, base_model)
    if upload is not None:
        visible = "public" if public else "private"
        console.confirm(
            f"Upload {model.name} to {check_repository(upload)}?",
            summary={"Repository": f"{upload}, {visible}", "Hub": environ.get("HF_ENDPOINT") or "huggingface.co"},
            yes=yes,
        )
    suffix = ".gguf" if form is ModelExportFormat.GGUF else f"-{form}"
    target = output or workspace.state / "exports" / f"{model.trained.run}-{model.trained.step}{suffix}"
    console.status(f"Writing {target}")
    made = export_model(model, form, target, workspace=workspace, environ=environ, log=console.status)
    url = None
    if upload is not None:
        console.status(f"Uploading {target} to {upload}")
        message = f"{model.trained.run}, step {model.trained.step}"
        url = upload_model(made.path, upload, public=public, message=message, environ=environ, log=console.status)
    result = ModelExportResult(
        name=model.name,
        format=form,
        base_model=model.base_model,
        path=str(made.path),
        files=made.files,
        **omit_none(uploaded_to=url),
    )
    return OperationResult(
        operation="model.export",
        resource=result.to_wire(),
        message=f"{model.name} is in {made.path}" + ("." if url is None else f" and at {url}."),
        table=Page(
            items=[{"name": each.name, "size": each.size} for each in made.files],
            columns=[Column("name", "File"), Column("size", "Bytes", numeric=True)],
        ),
    )
