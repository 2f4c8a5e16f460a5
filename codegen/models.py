"""Pydantic models out of the schemas: datamodel-code-generator with templates of ours.

The generator is given one document in which each schema is called `<module>.<Name>`, which makes a module of
each schema library. Before that the schemas are brought to the one form it reads without doubt: no formats,
inline objects and enums named after their place, optional members that are never null marked.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import tempfile
import textwrap
import tokenize
from pathlib import Path
from typing import Any

from codegen.bundle import all_schemas
from codegen.documents import Fault, Json, Spec, SpecError

TEMPLATES = Path(__file__).parent / "templates" / "models"
PREFIX = "#/components/schemas/"
ABSENT = "x-absent"


def module_name(file: str) -> str:
    """The module of a schema library: `dataset-row.yaml` becomes `dataset_row`."""
    return file.removesuffix(".yaml").replace("-", "_")


def pascal(name: str) -> str:
    """A member's name as part of a class name."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", name) if part)


class Preparation:
    """The schemas as the model generator gets them."""

    def __init__(self, spec: Spec) -> None:
        self.owner = {name: module_name(file) for file, document in spec.schemas.items() for name in document["$defs"]}
        self.file = {module_name(file): spec.schema_file(file) for file in spec.schemas}
        self.originals = all_schemas(spec)
        self.schemas: dict[str, Json] = {}
        self.refused: dict[str, list[str]] = {}
        for name, schema in self.originals.items():
            prepared = self._schema(schema, name)
            self.schemas[name] = prepared

    def document(self) -> dict[str, Any]:
        """The one document, its schemas ordered so that the output is the same every time."""
        ordered = {f"{self.owner[name]}.{name}": self.schemas[name] for name in self.schemas}
        return {
            "openapi": "3.1.0",
            "info": {"title": "models", "version": "0"},
            "paths": {},
            "components": {"schemas": ordered},
        }

    def _ref(self, name: str) -> str:
        return f"{PREFIX}{self.owner[name]}.{name}"

    def _schema(self, schema: dict[str, Any], name: str) -> dict[str, Any]:
        """A schema in the generator's form; name is what an inline object in its place would be called."""
        result = {
            key: value
            for key, value in schema.items()
            if key in {"description", "default", "type", "const", "enum", "required", "pattern"}
            or key.startswith(("min", "max", "exclusive"))
        }
        if "$ref" in schema:
            result["$ref"] = self._ref(schema["$ref"])
        if "allOf" in schema:
            result["$ref"] = self._ref(schema["allOf"][0]["$ref"])
        for form in ("oneOf", "anyOf"):
            if form in schema:
                result[form] = [self._schema(option, name) for option in schema[form]]
        tag = self._tag(schema)
        if tag:
            result["discriminator"] = {"propertyName": tag}
        if "items" in schema:
            result["items"] = self._place(schema["items"], f"{name}Item")
        if "properties" in schema:
            result["properties"] = self._members(schema, name)
        if "not" in schema:
            self.refused[name] = sorted(schema["not"]["required"])
        self._further_members(schema, result, name)
        return result

    def _further_members(self, schema: dict[str, Any], result: dict[str, Any], name: str) -> None:
        extra = schema.get("additionalProperties")
        if isinstance(extra, dict):
            result["additionalProperties"] = self._place(extra, f"{name}Value")
        elif extra is False:
            result["additionalProperties"] = False
        elif _kind(schema) == "object" and not schema.get("properties") and "not" not in schema:
            result["additionalProperties"] = {}
        elif extra is True:
            result["additionalProperties"] = True

    def _members(self, schema: dict[str, Any], name: str) -> dict[str, Any]:
        required = schema.get("required", [])
        members = {}
        for member, given in schema["properties"].items():
            prepared = self._place(given, f"{name}{pascal(member)}")
            if member not in required and "default" not in given and not self.may_be_null(given):
                prepared[ABSENT] = True
            members[member] = prepared
        return members

    def _place(self, schema: dict[str, Any], name: str) -> dict[str, Any]:
        """A schema at a place inside another; an object or enum written there gets a definition called name."""
        inline = (
            "enum" in schema or (schema.get("properties") is not None) or schema.get("additionalProperties") is False
        )
        if not inline:
            return self._schema(schema, name)
        module = self.owner[self._root_of(name)]
        if name in self.owner:
            raise SpecError(
                [
                    Fault(
                        self.file[module],
                        (),
                        f"an inline schema would be called {name}, as another is",
                        "name it",
                    )
                ]
            )
        self.owner[name] = module
        nullable = isinstance(schema.get("type"), list)
        alone = {key: value for key, value in schema.items() if key not in {"default", "examples"}}
        if nullable:
            alone["type"] = _kind(schema)
        self.schemas[name] = self._schema(alone, name)
        place: dict[str, Any] = {"$ref": self._ref(name)}
        if nullable:
            place = {"anyOf": [place, {"type": "null"}]}
        for key in ("description", "default"):
            if key in schema:
                place[key] = schema[key]
        return place

    def _root_of(self, name: str) -> str:
        return max((known for known in self.originals if name.startswith(known)), key=len)

    def may_be_null(self, schema: Json) -> bool:
        """Whether null is a value of the schema."""
        if "$ref" in schema:
            return self.may_be_null(self.originals[schema["$ref"]])
        if "allOf" in schema:
            return self.may_be_null(schema["allOf"][0])
        for form in ("oneOf", "anyOf"):
            if form in schema:
                return any(option == {"type": "null"} or self.may_be_null(option) for option in schema[form])
        if "const" in schema or "enum" in schema:
            return False
        return (
            "null" in schema["type"] if isinstance(schema.get("type"), list) else schema.get("type") in {None, "null"}
        )

    def _tag(self, schema: dict[str, Any]) -> str | None:
        """The member that tells the options of a oneOf apart: a required const, different in each."""
        options = schema.get("oneOf", [])
        targets = [self.originals[option["$ref"]] for option in options if "$ref" in option]
        if len(targets) < 2 or len(targets) != len(options):  # noqa: PLR2004 - a choice
            return None
        for member in targets[0].get("properties", {}):
            values = [
                target.get("properties", {}).get(member, {}).get("const")
                for target in targets
                if member in target.get("required", [])
            ]
            if all(isinstance(value, str) for value in values) and len(set(values)) == len(targets):
                return str(member)
        return None


def _kind(schema: dict[str, Any]) -> str | None:
    given = schema.get("type")
    return given[0] if isinstance(given, list) else given


def generate_models(spec: Spec, prepared: Preparation) -> dict[str, str]:
    """The modules of `models` by their path inside the package."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "schemas.json"
        source.write_text(json.dumps(prepared.document()), encoding="utf-8")
        refused = Path(folder) / "refused.json"
        refused.write_text(json.dumps(_template_data(prepared)), encoding="utf-8")
        out = Path(folder) / "models"
        _run(source, out, refused)
        written = {path.stem: path.read_text(encoding="utf-8") for path in sorted(out.glob("*.py"))}
    names: dict[str, list[str]] = {}
    for name, module in sorted(prepared.owner.items()):
        names.setdefault(module, []).append(name)
    if set(written) - {"__init__"} != set(names):
        raise RuntimeError(f"modules {sorted(written)} were generated for {sorted(names)}")
    files = {}
    for module, defined in names.items():
        for name in defined:
            if not re.search(rf"^(class|type) {name}\b", written[module], re.MULTILINE):
                raise RuntimeError(f"{name} was not generated in {module}")
        title = next(d["title"] for f, d in spec.schemas.items() if module_name(f) == module)
        files[f"models/{module}.py"] = _finish(written[module], str(title))
    files["models/__init__.py"] = _index(names)
    return files


def _template_data(prepared: Preparation) -> dict[str, Any]:
    return {
        f"{prepared.owner[name]}.{name}": {"refused": members} for name, members in sorted(prepared.refused.items())
    }


def _run(source: Path, out: Path, template_data: Path) -> None:
    flags = (
        "--strict-nullable --strict-refs --disable-timestamp --use-annotated --use-type-alias "
        "--use-specialized-enum --capitalise-enum-members --set-default-enum-member --use-default-kwarg "
        "--disable-future-imports --use-exact-imports --use-schema-description --no-formatters "
        "--target-python-version 3.12 --enum-field-as-literal none "
        f"--field-extra-keys {ABSENT} --input-file-type openapi --output-model-type pydantic_v2.BaseModel"
    )
    done = subprocess.run(
        [
            *(sys.executable, "-m", "datamodel_code_generator", "--input", str(source), "--output", str(out)),
            *flags.split(),
            *("--base-class", "osmosis_contract_runtime.models.ContractModel", "--custom-template-dir", str(TEMPLATES)),
            *("--extra-template-data", str(template_data), "--custom-file-header", "#"),
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=out.parent,
    )
    if done.returncode:
        raise RuntimeError(f"datamodel-code-generator failed:\n{done.stderr[-3000:]}")


def _finish(text: str, title: str) -> str:
    """A module with our base classes, our number type and a docstring that says what it holds."""
    body = re.sub(
        r"^from osmosis_contract_runtime\S* import ContractModel$", BASE_IMPORT, text.lstrip("#\n"), flags=re.MULTILINE
    )
    body = re.sub(r'(?<=^"""\n).{121,}(?=\n"""$)', _wrapped, _whole_numbers(body), flags=re.MULTILINE)
    return f'"""{title}. Generated from the specification; do not edit."""\n\n{body}'


def _wrapped(line: re.Match[str]) -> str:
    return textwrap.fill(line[0], 120, break_long_words=False, break_on_hyphens=False)


def _whole_numbers(text: str) -> str:
    """text with the type int written as Integer, wherever it is code."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return tokenize.untokenize(
        (token.type, "Integer" if token.type == tokenize.NAME and token.string == "int" else token.string)
        for token in tokens
    )


BASE_IMPORT = (
    "from osmosis_contract_runtime.models import ContractEnum, ContractModel, Integer, Maybe, Only, RefusesMembers"
)


def _index(names: dict[str, list[str]]) -> str:
    exported = sorted(name for defined in names.values() for name in defined)
    imports = "\n".join(
        f"    from .{module} import {', '.join(f'{name} as {name}' for name in defined)}"
        for module, defined in sorted(names.items())
    )
    owners = "".join(
        f'    "{name}": "{module}",\n' for name, module in sorted((n, m) for m, ns in names.items() for n in ns)
    )
    return (
        '"""Every model of the contract, imported when first used. Generated; do not edit."""\n\n'
        "from importlib import import_module\nfrom typing import TYPE_CHECKING, Any\n\n"
        f"if TYPE_CHECKING:\n{imports}\n\n"
        f"_MODULES = {{\n{owners}}}\n\n"
        f"__all__ = {json.dumps(exported)}\n\n\n"
        "def __getattr__(name: str) -> Any:\n"
        '    """The model called name, from its module. Raises AttributeError when it does not exist."""\n'
        "    module = _MODULES.get(name)\n"
        "    if module is None:\n"
        '        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")\n'
        '    value = getattr(import_module(f".{module}", __name__), name)\n'
        "    globals()[name] = value\n"
        "    return value\n\n\n"
        "def __dir__() -> list[str]:\n"
        "    return __all__\n"
    )
