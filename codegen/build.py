"""The whole package out of the whole specification, in memory."""

from __future__ import annotations

from pathlib import Path

from codegen.bundle import bundle, to_text
from codegen.documents import load_spec
from codegen.models import generate_models
from codegen.output import format_files
from codegen.subset import check_spec

STATIC = Path(__file__).parent / "static"


def build(spec_root: Path, package: str = "osmosis_contract") -> dict[str, str]:
    """Every file of the package by its path inside it. Raises SpecError when the spec is outside the subset."""
    from codegen.clients import generate_clients
    from codegen.stubs import generate_stubs

    spec = load_spec(spec_root)
    check_spec(spec)
    documents = bundle(spec)
    files = {
        "__init__.py": '"""The contract: models, clients, server stubs and the spec they come from. Generated."""\n',
        "py.typed": "",
    }
    for path in sorted(STATIC.rglob("*.py")):
        name = path.relative_to(STATIC).as_posix()
        if name != "__init__.py":
            files[name] = path.read_text(encoding="utf-8").replace("osmosis_contract", package)
    files |= {f"spec/{name}.json": to_text(document) for name, document in documents.items()}
    files |= generate_models(spec, package)
    apis = {name: documents[name] for name in spec.apis}
    files |= generate_stubs(apis)
    files |= generate_clients(apis)
    return format_files(files)
