"""Whether a specification keeps to the subset: its schema libraries and its OpenAPI documents."""

from __future__ import annotations

from codegen.documents import Fault, Spec, SpecError
from codegen.openapi_subset import check_api
from codegen.subset import Reporter, check_library, cycles


def check_spec(spec: Spec) -> None:
    """Raise SpecError with every fault of the specification, or return."""
    owners: dict[str, str] = {}
    faults: list[Fault] = []
    for file, document in spec.schemas.items():
        report = Reporter(spec.schema_file(file))
        check_library(report, spec, file, document, owners)
        faults += report.faults
    faults += cycles(spec)
    for name, document in spec.apis.items():
        report = Reporter(f"{name}/openapi.yaml")
        check_api(report, spec, document)
        faults += report.faults
    if faults:
        raise SpecError(faults)
