"""The whole package out of the whole specification, in memory."""

from __future__ import annotations

from pathlib import Path

from codegen.bundle import bundle, to_text
from codegen.check import check_spec
from codegen.clients import generate_clients
from codegen.documents import load_spec
from codegen.models import Preparation, generate_models
from codegen.output import format_files
from codegen.stubs import generate_stubs

TEMPLATES = Path(__file__).parent / "templates"
BASE = '''"""Models, and how they are written and read. Generated; defined in osmosis_contract_runtime.models."""

from osmosis_contract_runtime.models import ContractEnum as ContractEnum
from osmosis_contract_runtime.models import ContractModel as ContractModel
from osmosis_contract_runtime.models import adapter as adapter
from osmosis_contract_runtime.models import find_non_finite as find_non_finite
from osmosis_contract_runtime.models import parse_json as parse_json
'''


def build(spec_root: Path, package: str = "osmosis_contract") -> dict[str, str]:
    """Every file of the package by its path inside it. Raises SpecError when the spec is outside the subset."""
    spec = load_spec(spec_root)
    check_spec(spec)
    documents = bundle(spec)
    files = {
        "__init__.py": '"""The contract: models, clients, server stubs and the spec they come from. Generated."""\n',
        "py.typed": "",
    }
    files |= {"base.py": BASE, "spec/__init__.py": (TEMPLATES / "spec.py").read_text(encoding="utf-8")}
    files |= {f"spec/{name}.json": to_text(document) for name, document in documents.items()}
    prepared = Preparation(spec)
    files |= generate_models(spec, prepared)
    apis = {name: documents[name] for name in spec.apis}
    files |= generate_stubs(apis)
    files |= generate_clients(apis, prepared.owner)
    return format_files(files)
