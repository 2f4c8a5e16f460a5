"""An API document in several files: path items beside it are read into their places, and nothing else is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from codegen.bundle import bundle
from codegen.check import check_spec
from codegen.documents import SpecError, load_spec


def split(root: Path, path: str, *, ref: str | None = None) -> None:
    """Moves one path item of the shop into shop/part.yaml, its components named through the document."""
    document = root / "shop" / "openapi.yaml"
    api: dict[str, Any] = yaml.safe_load(document.read_text())
    text = yaml.safe_dump({"paths": {path: api["paths"][path]}}).replace("'#/comp", "'openapi.yaml#/comp")
    (root / "shop" / "part.yaml").write_text(text.replace(" #/comp", " openapi.yaml#/comp"))
    api["paths"][path] = {"$ref": ref or f"part.yaml#/paths/{path.replace('/', '~1')}"}
    document.write_text(yaml.safe_dump(api, sort_keys=False))


def paths(root: Path) -> list[str]:
    return list(load_spec(root).apis["shop"]["paths"])


def test_a_path_item_in_another_file_is_read_as_if_it_were_written_in_place(spec_copy: Path) -> None:
    """The bundled document of a split specification is the one of the specification in one file."""
    whole = bundle(load_spec(spec_copy))["shop"]
    split(spec_copy, paths(spec_copy)[0])
    check_spec(load_spec(spec_copy))
    assert bundle(load_spec(spec_copy))["shop"] == whole


@pytest.mark.parametrize(
    ("ref", "message"),
    [
        ("missing.yaml#/paths/~1x", "not a path item beside this file"),
        ("part.yaml#/paths/~1another", "not a path item beside this file"),
        ("../shop/part.yaml#/paths/~1x", "not a path item beside this file"),
    ],
)
def test_a_path_item_that_is_not_beside_its_document_is_refused(spec_copy: Path, ref: str, message: str) -> None:
    """A reference that leads to another folder, file or path is named with its place."""
    split(spec_copy, paths(spec_copy)[0], ref=ref)
    with pytest.raises(SpecError, match=message):
        load_spec(spec_copy)


def test_a_path_that_its_file_does_not_define_is_refused(spec_copy: Path) -> None:
    """A reference to a file without the path is named with its place."""
    split(spec_copy, paths(spec_copy)[0])
    (spec_copy / "shop" / "part.yaml").write_text("paths: {}\n")
    with pytest.raises(SpecError, match=r"part\.yaml has no path"):
        load_spec(spec_copy)
