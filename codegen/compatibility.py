"""Is this specification compatible with the last released one? `python -m codegen.compatibility`.

The bundled documents of the last release are in `spec/released/<version>/`. What has become incompatible since then, by
the policy in `spec/README.md`, is listed, a line each; exit status 1 unless `spec/released/accepted.yaml` has a reason.

What is **accepted** (requests, configs) may only grow: more types, words and options; no new required member. What is
**sent** (answers, callbacks, files) may not lose anything a reader was promised, nor get a type that it could not have.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import yaml

__all__ = ["Comparison", "compare_documents", "main"]

ROOT = Path(__file__).parents[1]
RELEASED = ROOT / "spec" / "released"
BUNDLED = ROOT / "generated" / "osmosis_contract" / "spec"
_METHODS = ("get", "put", "post", "delete", "patch", "head", "options")
_UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems")
_LOWER = ("minimum", "exclusiveMinimum", "minLength", "minItems")
_NOT_SERVED = "501"
_READ_ENDINGS = ("Config", "Section", "Request", "Environment", "Instructions", "Features")

type Json = Mapping[str, Any]
type Direction = Literal["accepted", "sent"]


@dataclass(slots=True)
class Comparison:
    """An old and a new document, and what is incompatible between them: `breaks`, sentences that begin with a place."""

    old: Json
    new: Json
    breaks: list[str] = field(default_factory=list)
    _seen: set[tuple[str, str, Direction]] = field(default_factory=set)

    def say(self, place: str, what: str) -> None:
        """Notes a break, once."""
        if (sentence := f"{place}: {what}") not in self.breaks:
            self.breaks.append(sentence)

    def schema(self, old: Json, new: Json, place: str, direction: Direction) -> None:
        """Compares two schemas at a place."""
        if "$ref" in old and "$ref" in new:
            pair = (old["$ref"], new["$ref"], direction)
            if pair in self._seen:
                return
            self._seen.add(pair)
            place = old["$ref"].rpartition("/")[2]
        old, new = resolved(self.old, old), resolved(self.new, new)
        self._types(old, new, place, direction)
        self._words(old, new, place, direction)
        self._bounds(old, new, place, direction)
        self._options(old, new, place, direction)
        self._members(old, new, place, direction)
        if isinstance(old.get("items"), dict) and isinstance(new.get("items"), dict):
            self.schema(old["items"], new["items"], f"{place}[]", direction)

    def _types(self, old: Json, new: Json, place: str, direction: Direction) -> None:
        before, after = _types_of(old), _types_of(new)
        if not before or not after:
            return
        if direction == "accepted" and (lost := before - after):
            self.say(place, f"does not take {', '.join(sorted(lost))} any more")
        if direction == "sent" and (more := after - before):
            self.say(place, f"may now be {', '.join(sorted(more))}")

    def _words(self, old: Json, new: Json, place: str, direction: Direction) -> None:
        if "const" in old and old["const"] != new.get("const", old["const"]):
            self.say(place, f"is {new['const']!r} and was {old['const']!r}")
        before, after = old.get("enum"), new.get("enum")
        if direction == "accepted" and after is not None:
            lost = [word for word in before or () if word not in after]
            if lost or before is None:
                self.say(place, f"does not take {', '.join(map(str, lost)) or 'any word'} any more")

    def _bounds(self, old: Json, new: Json, place: str, direction: Direction) -> None:
        if direction == "sent":
            return
        for name in (*_UPPER, *_LOWER):
            before, after = old.get(name), new.get(name)
            if after is None or before == after:
                continue
            narrower = before is None or (after < before if name in _UPPER else after > before)
            if narrower:
                self.say(place, f"{name} is {after} and was {'not there' if before is None else before}")
        if "pattern" in new and new["pattern"] != old.get("pattern"):
            self.say(place, "has another pattern; whether it takes as much cannot be told")

    def _options(self, old: Json, new: Json, place: str, direction: Direction) -> None:
        before, after = _options_of(old), _options_of(new)
        if not before or not after:
            return
        kept, other = (before, after) if direction == "accepted" else (after, before)
        for option in kept:
            name = _name_of(option)
            match = next((found for found in other if _name_of(found) == name), None)
            if match is None:
                what = "does not take" if direction == "accepted" else "may now be"
                self.say(place, f"{what} {name}{' any more' if direction == 'accepted' else ''}")
            else:
                pair = (option, match) if direction == "accepted" else (match, option)
                self.schema(*pair, f"{place}/{name}", direction)

    def _members(self, old: Json, new: Json, place: str, direction: Direction) -> None:
        before, after = old.get("properties", {}), new.get("properties", {})
        required, now = set(old.get("required", ())), set(new.get("required", ()))
        for name in before:
            if name in after:
                self.schema(before[name], after[name], f"{place}.{name}", direction)
            elif direction == "sent" or new.get("additionalProperties") is False:
                self.say(f"{place}.{name}", "is gone")
        if direction == "accepted":
            for name in sorted(now - required):
                self.say(f"{place}.{name}", "is now required")
            if new.get("additionalProperties") is False and old.get("additionalProperties") is not False and before:
                self.say(place, "does not take unknown members any more")
        else:
            for name in sorted(required - now):
                self.say(f"{place}.{name}", "may now be absent")
        old_map, new_map = old.get("additionalProperties"), new.get("additionalProperties")
        if isinstance(old_map, dict) and isinstance(new_map, dict):
            self.schema(old_map, new_map, f"{place}.*", direction)

    def operation(self, old: Json, new: Json, place: str) -> None:
        """Compares an operation: its parameters, its body, its answers and its callbacks."""
        self._all_parameters(_parameters(old, self.old), _parameters(new, self.new), place)
        self._body(old, new, place, "accepted")
        for status, answer in old.get("responses", {}).items():
            if status == _NOT_SERVED:
                continue  # nobody could use the operation; now they can
            if status not in new.get("responses", {}):
                self.say(f"{place} {status}", "is not answered any more")
                continue
            pair = resolved(self.old, answer), resolved(self.new, new["responses"][status])
            self._content(*pair, f"{place} {status}", "sent")
            for name, header in pair[0].get("headers", {}).items():
                found = resolved(self.new, pair[1].get("headers", {}).get(name, {}))
                if resolved(self.old, header).get("required") and not found.get("required"):
                    self.say(f"{place} {status} {name}", "may now be absent")
        for name, callback in old.get("callbacks", {}).items():
            for url, item in callback.items():
                other = new.get("callbacks", {}).get(name, {}).get(url)
                if other is None:
                    self.say(f"{place} callback {name}", "is gone")
                else:
                    self._body(item["post"], other["post"], f"{place} callback {name}", "sent")

    def _all_parameters(self, before: Mapping[str, Json], after: Mapping[str, Json], place: str) -> None:
        for key, parameter in after.items():
            if key not in before and parameter.get("required"):
                self.say(f"{place} {key}", "is a new required parameter")
        for key, parameter in before.items():
            if key not in after:
                self.say(f"{place} {key}", "is not taken any more")
                continue
            if after[key].get("required") and not parameter.get("required"):
                self.say(f"{place} {key}", "is now required")
            self.schema(parameter.get("schema", {}), after[key].get("schema", {}), f"{place} {key}", "accepted")

    def _body(self, old: Json, new: Json, place: str, direction: Direction) -> None:
        before, after = old.get("requestBody"), new.get("requestBody")
        if after is None or before is None:
            if after is not None and after.get("required"):
                self.say(place, "now needs a body")
            return
        if after.get("required") and not before.get("required"):
            self.say(place, "now needs a body")
        self._content(before, after, place, direction)

    def _content(self, old: Json, new: Json, place: str, direction: Direction) -> None:
        for media, content in old.get("content", {}).items():
            found = new.get("content", {}).get(media)
            if found is None:
                self.say(place, f"has no {media} any more")
            else:
                self.schema(content.get("schema", {}), found.get("schema", {}), place, direction)


def _parameters(operation: Json, document: Json) -> dict[str, Json]:
    found = [resolved(document, parameter) for parameter in operation.get("parameters", ())]
    return {f"{parameter['in']} {parameter['name']}": parameter for parameter in found}


def resolved(document: Json, node: Json) -> Json:
    """What a node means: the target of its reference, or of the one in its `allOf`; itself otherwise."""
    while True:
        reference = node.get("$ref")
        if reference is None and len(node.get("allOf", ())) == 1:
            reference = node["allOf"][0].get("$ref")
        if reference is None:
            return node
        target: Any = document
        for step in reference.removeprefix("#/").split("/"):
            target = target[step.replace("~1", "/").replace("~0", "~")]
        node = target


def compare_documents(old: Json, new: Json, name: str) -> list[str]:
    """The breaks between two bundled documents: an API's, or that of all schemas."""
    comparison = Comparison(old, new)
    for path, item in old.get("paths", {}).items():
        for method in _METHODS:
            if method not in item:
                continue
            place, other = f"{name} {method.upper()} {path}", new["paths"].get(path, {}).get(method)
            if other is None:
                comparison.say(place, "is gone")
            else:
                comparison.operation(item[method], other, place)
    for defined, schema in old.get("$defs", {}).items():
        if defined not in new["$defs"]:
            comparison.say(defined, "is gone")
            continue
        direction: Direction = "accepted" if defined.endswith(_READ_ENDINGS) else "sent"
        comparison.schema(schema, new["$defs"][defined], defined, direction)
    return comparison.breaks


def _types_of(schema: Json) -> set[str]:
    given = schema.get("type", ())
    types = {given} if isinstance(given, str) else set(given)
    return types | {"integer"} if "number" in types else types


def _options_of(schema: Json) -> list[Json]:
    return [*schema.get("oneOf", ()), *schema.get("anyOf", ())]


def _name_of(option: Json) -> str:
    return str(option.get("$ref", option.get("type", "a schema"))).rpartition("/")[2]


def breaks_since_release() -> Iterator[str]:
    """Every break since the last release."""
    last = max((folder for folder in RELEASED.iterdir() if folder.is_dir()), key=lambda folder: _version(folder.name))
    for document in sorted(last.glob("*.json")):
        old, new = json.loads(document.read_text()), json.loads((BUNDLED / document.name).read_text())
        yield from compare_documents(old, new, document.stem)


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("."))


def main() -> int:
    """Prints the breaks that have no reason, and the reasons that have no break; the exit status."""
    accepted: dict[str, str] = yaml.safe_load((RELEASED / "accepted.yaml").read_text())["accepted"] or {}
    found = list(breaks_since_release())
    new = [sentence for sentence in found if sentence not in accepted]
    unused = [sentence for sentence in accepted if sentence not in found]
    for sentence in new:
        sys.stdout.write(f"breaks the released specification: {sentence}\n")
    for sentence in unused:
        sys.stdout.write(f"accepted.yaml has a reason for what is no break: {sentence}\n")
    if new:
        sys.stdout.write("Undo it, or write the sentence and the reason into spec/released/accepted.yaml.\n")
    return 1 if new or unused else 0


if __name__ == "__main__":
    sys.exit(main())
