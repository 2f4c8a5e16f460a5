"""The JSON documents of a run's folder."""

from __future__ import annotations

from pathlib import Path

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.semantics.faults import first_fault
from osmosis_contract.base import ContractModel

__all__ = ["read_document"]


def read_document[T: ContractModel](path: Path, model: type[T]) -> T | None:
    """A JSON document of a run; None where there is no such file. Raises OsmosisError, with the file, for another."""
    try:
        return model.read(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OsmosisError(f"{path} cannot be read: {error.strerror or error}", details={"path": str(path)}) from None
    except ValueError as error:
        raise OsmosisError(
            f"{path} is not what a run has under that name: {first_fault(error)}",
            hint="Restore the file, or take the folder away; what changed it was no evaluation.",
            details={"path": str(path)},
        ) from None
