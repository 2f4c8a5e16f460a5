"""The subset of JSON Schema the specification keeps to; anything outside it fails generation.

spec/README.md is the page for people; this module is the rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from codegen.documents import Fault, Json, Pointer, Spec

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SCALARS = frozenset({"string", "number", "integer", "boolean"})
TYPES = frozenset({"object", "array", "string", "number", "integer", "boolean"})

SCHEMA_KEYWORDS = frozenset(
    [
        "$ref",
        "additionalProperties",
        "allOf",
        "anyOf",
        "const",
        "default",
        "deprecated",
        "description",
        "enum",
        "examples",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "format",
        "items",
        "maxItems",
        "maxLength",
        "maximum",
        "minItems",
        "minLength",
        "minimum",
        "not",
        "oneOf",
        "pattern",
        "properties",
        "required",
        "title",
        "type",
        "writeOnly",
    ]
)
BESIDE_REF = frozenset({"$ref", "description", "default", "deprecated", "examples", "title", "writeOnly"})
BY_TYPE = {
    "object": frozenset({"properties", "required", "additionalProperties", "not"}),
    "array": frozenset({"items", "minItems", "maxItems"}),
    "string": frozenset({"minLength", "maxLength", "pattern", "format"}),
    "number": frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "format"}),
}
BY_TYPE["integer"] = BY_TYPE["number"]
TYPED_KEYWORDS = frozenset().union(*BY_TYPE.values())

# What the generated models' own attributes are called: a member of that name would hide them.
RESERVED = frozenset({"read", "read_strict", "to_wire", "to_json", "refused_members", "root"})

PASCAL = re.compile(r"[A-Z][A-Za-z0-9]*")
FILE_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*\.yaml")


class Reporter:
    """Collects the faults of one document."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []

    def add(self, pointer: Pointer, message: str, hint: str) -> None:
        """Record one fault."""
        self.faults.append(Fault(self.file, pointer, message, hint))


class SchemaChecker:
    """Checks schemas of one document against the subset."""

    def __init__(self, report: Reporter, resolve: Callable[[str], str | None]) -> None:
        self.report = report
        self.resolve = resolve

    def check(self, schema: Json, pointer: Pointer, *, described: bool) -> None:
        """Check one schema and everything inside it. described: it must have a description."""
        report = self.report
        if isinstance(schema, bool):
            report.add(pointer, "a boolean schema", "leave the keyword out, or describe the values it should take")
            return
        if not isinstance(schema, dict):
            report.add(pointer, "not a schema", "a schema is a mapping")
            return
        self._keywords(schema, pointer)
        if described and not _text(schema.get("description")):
            report.add(pointer, "no description", "say in your own words what this is and what it means")
        if "$ref" in schema:
            self._reference(schema, pointer)
            return
        types = self._types(schema, pointer)
        self._typed_keywords(schema, pointer, types)
        self._composition(schema, pointer)
        self._words(schema, pointer, types)
        self._object(schema, pointer)
        if "items" in schema:
            self.check(schema["items"], (*pointer, "items"), described=False)
        elif "array" in types:
            report.add(pointer, "an array without items", "say what its items are")
        if "pattern" in schema:
            check_pattern(report, schema["pattern"], (*pointer, "pattern"))

    def _keywords(self, schema: dict[str, Any], pointer: Pointer) -> None:
        for key in schema:
            if key not in SCHEMA_KEYWORDS and not key.startswith("x-"):
                self.report.add(
                    (*pointer, key),
                    f"the keyword {key} is outside the subset",
                    "express it with the keywords listed in spec/README.md",
                )

    def _reference(self, schema: dict[str, Any], pointer: Pointer) -> None:
        for key in sorted(set(schema) - BESIDE_REF):
            if not key.startswith("x-"):
                self.report.add(
                    (*pointer, key), f"{key} beside $ref", "beside a reference only annotations are allowed"
                )
        problem = self.resolve(str(schema["$ref"]))
        if problem:
            self.report.add((*pointer, "$ref"), f"$ref to {schema['$ref']}: {problem}", "name a schema that exists")

    def _types(self, schema: dict[str, Any], pointer: Pointer) -> set[str]:
        if "type" not in schema:
            return set()
        given = schema["type"]
        listed = given if isinstance(given, list) else [given]
        types = {str(name) for name in listed if name != "null"}
        ok = len(listed) == len(set(map(str, listed))) and (given == "null" or (bool(types) and types <= TYPES))
        ok = (
            ok
            and (len(types) <= 1 or types <= SCALARS)
            and (listed.index("null") == len(listed) - 1 if "null" in listed else True)
        )
        if not ok:
            self.report.add(
                (*pointer, "type"),
                f"the type {given!r}",
                'write one type, or several of text, numbers and booleans; "null" comes last where null is allowed',
            )
        return types

    def _typed_keywords(self, schema: dict[str, Any], pointer: Pointer, types: set[str]) -> None:
        allowed: set[str] = set()
        for name in types:
            allowed |= BY_TYPE.get(name, frozenset())
        for key in schema:
            if key in TYPED_KEYWORDS and key not in allowed:
                self.report.add(
                    (*pointer, key),
                    f"{key} without the type it applies to",
                    "write the type beside it, so that every validator reads it the same way",
                )

    def _composition(self, schema: dict[str, Any], pointer: Pointer) -> None:
        report = self.report
        forms = [key for key in ("oneOf", "anyOf", "allOf") if key in schema]
        if len(forms) > 1 or (forms and ({"type", "enum", "const"} & set(schema))):
            report.add(pointer, "a composition beside another form", "give a schema one form: type, $ref or oneOf")
        for form in forms:
            options = schema[form]
            if not isinstance(options, list) or not options or (form == "allOf" and len(options) != 1):
                report.add((*pointer, form), f"{form} of the wrong size", "allOf takes one $ref, the others several")
                continue
            for index, option in enumerate(options):
                here = (*pointer, form, str(index))
                if form != "allOf" and option == {"type": "null"}:
                    continue
                if not isinstance(option, dict) or "$ref" not in option:
                    report.add(here, f"{form} of something else than a $ref", "name the schema, and refer to it")
                    continue
                self.check(option, here, described=False)

    def _words(self, schema: dict[str, Any], pointer: Pointer, types: set[str]) -> None:
        if "enum" in schema:
            words = schema["enum"]
            if schema.get("type") != "string" or not isinstance(words, list) or not words:
                self.report.add(
                    (*pointer, "enum"),
                    "an enum that is not of type string",
                    'write type: string beside it; for a nullable one, anyOf of its $ref and {type: "null"}',
                )
            elif not all(isinstance(word, str) for word in words) or len(set(map(str, words))) != len(words):
                self.report.add((*pointer, "enum"), "an enum of other values than distinct strings", "quote the words")
        if "const" in schema:
            value = schema["const"]
            kind = {str: "string", bool: "boolean", int: "integer"}.get(type(value))
            if kind is None or types - {kind}:
                self.report.add(
                    (*pointer, "const"),
                    "a const that is not a string, boolean or integer of its type",
                    "use one of them",
                )

    def _object(self, schema: dict[str, Any], pointer: Pointer) -> None:
        report = self.report
        properties = schema.get("properties", {})
        if not isinstance(properties, dict):
            report.add((*pointer, "properties"), "properties is not a mapping", "write name: schema pairs")
            return
        for name, member in properties.items():
            here = (*pointer, "properties", name)
            if name in RESERVED or name.startswith(("model_config", "model_fields", "model_computed")):
                report.add(here, f"{name} is an attribute of every generated model", "choose another name")
            self.check(member, here, described=True)
        for index, name in enumerate(schema.get("required", [])):
            if name not in properties:
                report.add(
                    (*pointer, "required", str(index)),
                    f"{name} is not a property",
                    "describe it under properties",
                )
        extra = schema.get("additionalProperties")
        if isinstance(extra, dict):
            self.check(extra, (*pointer, "additionalProperties"), described=False)
            if properties:
                report.add(
                    (*pointer, "additionalProperties"),
                    "a schema for further members beside properties",
                    "use true or false beside properties; put the map into a member",
                )
        elif extra is not None and not isinstance(extra, bool):
            report.add(
                (*pointer, "additionalProperties"),
                "neither boolean nor schema",
                "use false, true or a schema",
            )
        if "not" in schema:
            self._not(schema["not"], (*pointer, "not"))

    def _not(self, schema: Json, pointer: Pointer) -> None:
        ok = isinstance(schema, dict) and set(schema) == {"required"} and len(schema["required"]) == 1
        if not ok:
            self.report.add(pointer, "a not of another form", "only not: {required: [name]} is in the subset")


def check_pattern(report: Reporter, pattern: Json, pointer: Pointer) -> None:
    """A pattern every regex engine reads the same way: no lookaround, no backreference, no locale classes."""
    if not isinstance(pattern, str):
        report.add(pointer, "a pattern that is not text", "quote it")
        return
    try:
        re.compile(pattern)
    except re.error as error:
        report.add(pointer, f"the pattern does not compile: {error}", "correct it")
        return
    bare = pattern.replace("\\\\", "")
    if re.search(r"\(\?(?!:)", bare):
        report.add(
            pointer,
            "a pattern with lookaround or another extension",
            "Go and RE2 know none; list what matches",
        )
    if re.search(r"\\[1-9]", bare):
        report.add(pointer, "a pattern with a backreference", "Go and RE2 know none; list what matches")
    if re.search(r"\\[dDwWsSbBAZpP]", bare):
        report.add(pointer, "a class that engines read differently (\\d, \\w, \\s, \\b)", "spell it, as in [0-9]")


def check_library(report: Reporter, spec: Spec, file: str, document: Json, owners: dict[str, str]) -> None:
    """Record every fault of one schema library. owners: the file of each schema met so far, which this adds to."""
    if not FILE_NAME.fullmatch(file):
        report.add((), f"the file name {file}", "lower-case words joined by dashes, then .yaml")
    for key in document:
        if key not in {"$schema", "title", "description", "$defs"} and not key.startswith("x-"):
            report.add((key,), f"{key} at the root of a schema library", "put every schema under $defs")
    if document.get("$schema") != DIALECT:
        report.add(("$schema",), "another dialect than 2020-12", f"write $schema: {DIALECT}")
    for key in ("title", "description"):
        if not _text(document.get(key)):
            report.add((key,), f"no {key}", "say what the concept is")
    definitions = document.get("$defs")
    if not isinstance(definitions, dict) or not definitions:
        report.add(("$defs",), "no schemas", "put the concept's schemas under $defs")
        return
    checker = SchemaChecker(report, lambda ref: resolve_problem(spec, ref, file))
    for name, schema in definitions.items():
        pointer = ("$defs", name)
        if not PASCAL.fullmatch(name):
            report.add(pointer, f"the schema name {name}", "use PascalCase letters and digits")
        if name in owners:
            report.add(pointer, f"{name} is also defined in {owners[name]}", "names are unique over the whole spec")
        owners.setdefault(name, spec.schema_file(file))
        checker.check(schema, pointer, described=True)


def resolve_problem(spec: Spec, ref: str, file: str | None) -> str | None:
    """Why ref, written in a schema library (or, file None, in an OpenAPI document) leads nowhere; None if it does."""
    target, name = split_ref(ref, file)
    if name is None:
        return "not of the form file.yaml#/$defs/Name"
    if target not in spec.schemas:
        return "there is no such schema file"
    if name not in spec.schemas[target].get("$defs", {}):
        return f"{target} defines no {name}"
    return None


def split_ref(ref: str, file: str | None) -> tuple[str, str | None]:
    """The schema library's file name and the schema's name that ref, written in file, points at."""
    path, mark, name = ref.partition("#/$defs/")
    if not mark or "/" in name:
        return "", None
    if file is None:
        return (path.removeprefix("../schemas/"), name) if path.startswith("../schemas/") else ("", None)
    return (path.removeprefix("./") or file), name


def cycles(spec: Spec) -> Iterable[Fault]:
    """Schema libraries that need each other: their modules could not import each other."""
    needs = {file: sorted(_needed(document, file) - {file}) for file, document in spec.schemas.items()}
    done: set[str] = set()
    faults: list[Fault] = []

    def visit(file: str, trail: tuple[str, ...]) -> None:
        if file in trail:
            ring = " -> ".join((*trail[trail.index(file) :], file))
            faults.append(
                Fault(
                    spec.schema_file(file),
                    (),
                    f"schema files in a circle: {ring}",
                    "move the shared schema out",
                )
            )
            return
        if file in done:
            return
        for other in needs.get(file, ()):
            visit(other, (*trail, file))
        done.add(file)

    for file in needs:
        visit(file, ())
    return faults


def _needed(node: Json, file: str) -> set[str]:
    if isinstance(node, dict):
        found = {split_ref(node["$ref"], file)[0]} if isinstance(node.get("$ref"), str) else set()
        return found.union(*(_needed(value, file) for value in node.values()))
    if isinstance(node, list):
        return set().union(*(_needed(value, file) for value in node))
    return set()


def _text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
