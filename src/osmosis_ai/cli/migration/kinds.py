"""What the names of a module stand for, as far as its own text tells: imports, annotations, bases, assignments.

A kind is the name of one of the package's classes; ``SAMPLES`` for the mapping of samples by id that there was;
``OTHER`` for what is certainly something else; None where the text does not tell.
"""

import ast
from collections.abc import Iterator, Mapping

from osmosis_ai.cli.migration.names import FACTORIES, PACKAGE, change_of, class_of

SAMPLES = "samples by id"
OTHER = "something else"

type Kind = str | None
type Kinds = dict[str, Kind]
type Function = ast.FunctionDef | ast.AsyncFunctionDef

_OPEN_ANNOTATIONS = frozenset({"Any", "object"})
_WRAPPERS = frozenset({"Optional", "Union", "Annotated", "Final", "ClassVar"})
_BUILTINS = frozenset({"dict", "float", "frozenset", "int", "list", "set", "str", "tuple"})
_LITERALS = (ast.Dict, ast.List, ast.Set, ast.Tuple, ast.Constant, ast.JoinedStr, ast.Compare, ast.Lambda)


class Imports:
    """What imports bind in a module, wherever they stand in it: a name to the whole path it means."""

    def __init__(self, tree: ast.Module) -> None:
        self.paths: dict[str, str] = {}
        self.has_star = False
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    root = alias.name.partition(".")[0]
                    self.paths[alias.asname or root] = alias.name if alias.asname else root
            elif isinstance(node, ast.ImportFrom):
                self._add_from(node)

    def _add_from(self, node: ast.ImportFrom) -> None:
        source = "." * node.level + (node.module or "")
        for alias in node.names:
            if alias.name == "*":
                self.has_star |= is_ours(source)
            else:
                name, path = alias.asname or alias.name, f"{source}.{alias.name}"
                if change_of(path) is None or not is_ours(
                    self.paths.get(name, "")
                ):  # new before old, where both are tried
                    self.paths[name] = path

    def path(self, node: ast.expr, hidden: Mapping[str, Kind]) -> str | None:
        """The whole path of a dotted expression that begins with an import not ``hidden`` by a local name."""
        if isinstance(node, ast.Name):
            return None if node.id in hidden else self.paths.get(node.id)
        if isinstance(node, ast.Attribute):
            base = self.path(node.value, hidden)
            return None if base is None else f"{base}.{node.attr}"
        return None


def is_ours(module: str) -> bool:
    """Whether a module's path is the package or something in it."""
    return module == PACKAGE or module.startswith(f"{PACKAGE}.")


class Resolver:
    """Tells the kinds of a module's expressions. ``local`` are the kinds of names where an expression stands."""

    def __init__(self, tree: ast.Module) -> None:
        self.imports = Imports(tree)
        self._bases = {node.name: node.bases for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        self.attributes: dict[str, Kinds] = {}
        """The kinds of ``self.<name>``, by class."""

    def class_kind(self, node: ast.expr, local: Mapping[str, Kind], *, seen: frozenset[str] = frozenset()) -> Kind:
        """The package's class that an expression names, or that a class of this module descends from."""
        if isinstance(node, ast.Subscript):
            return self.class_kind(node.value, local, seen=seen)
        path = self.imports.path(node, local)
        if path is not None:
            if is_ours(path):
                return class_of(path)
            return None if path.startswith(".") else OTHER
        if isinstance(node, ast.Name) and node.id in self._bases and node.id not in seen | local.keys():
            kinds = [self.class_kind(base, local, seen=seen | {node.id}) for base in self._bases[node.id]]
            ours = next((kind for kind in kinds if kind not in (None, OTHER)), None)
            return ours or (None if None in kinds else OTHER)
        return None

    def annotated(self, node: ast.expr | None, local: Mapping[str, Kind]) -> Kind:
        """The kind that an annotation gives, through quotes, Optional, unions with None and Annotated."""
        match node:
            case None | ast.Constant(value=None):
                return None
            case ast.Constant(value=str(text)):
                try:
                    return self.annotated(ast.parse(text, mode="eval").body, local)
                except (SyntaxError, ValueError, RecursionError, MemoryError):
                    return None
            case ast.BinOp(left=left, right=right):
                return self.annotated(left, local) or self.annotated(right, local)
            case ast.Subscript(value=value, slice=inner) if _last(value) in _WRAPPERS:
                parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
                return next((kind for part in parts if (kind := self.annotated(part, local))), None)
            case ast.expr() if _last(node) in _OPEN_ANNOTATIONS:
                return None
            case _:
                return self.class_kind(node, local) or (OTHER if _is_builtin(node, local) else None)

    def kind(self, node: ast.expr, local: Mapping[str, Kind], owner: str | None = None) -> Kind:
        """The kind of the value of an expression. ``owner`` is the class whose ``self`` is in reach."""
        match node:
            case ast.Name(id=name):
                return local.get(name)
            case ast.Await(value=value) | ast.NamedExpr(value=value):
                return self.kind(value, local, owner)
            case ast.Attribute(value=ast.Name(id="self"), attr=name) if owner is not None:
                return self.attributes.get(owner, {}).get(name)
            case ast.Attribute(value=value, attr=name):
                return self._member(self.kind(value, local, owner), name)
            case ast.Subscript(value=value):
                return "RolloutSample" if self.kind(value, local, owner) == SAMPLES else None
            case ast.IfExp(body=first, orelse=second):
                return self.kind(first, local, owner) or self.kind(second, local, owner)
            case ast.BoolOp(values=values):
                return next((kind for value in values if (kind := self.kind(value, local, owner))), None)
            case ast.Call(func=function):
                return self._called(function, local, owner)
            case _:
                return OTHER if isinstance(node, _LITERALS) else None

    def targets(self, target: ast.expr, iterated: ast.expr, local: Mapping[str, Kind], owner: str | None) -> Kinds:
        """The names a loop binds, with their kinds."""
        names: Kinds = dict.fromkeys(bound_names(target))
        match target, iterated:
            case ast.Tuple(elts=[_, ast.Name(id=name)]), ast.Call(func=ast.Attribute(value=value, attr="items")):
                if self.kind(value, local, owner) == SAMPLES:
                    names[name] = "RolloutSample"
            case ast.Name(id=name), ast.Call(func=ast.Attribute(value=value, attr="values")):
                if self.kind(value, local, owner) == SAMPLES:
                    names[name] = "RolloutSample"
            case _:
                pass
        return names

    def _member(self, kind: Kind, name: str) -> Kind:
        if name == "sample" and kind in {"GraderContext", "ExecutionResult"}:
            return "RolloutSample"
        if name == "samples" and kind in {"GraderContext", "ExecutionResult"}:
            return SAMPLES
        return None

    def _called(self, function: ast.expr, local: Mapping[str, Kind], owner: str | None) -> Kind:
        path = self.imports.path(function, local)
        if path is not None and is_ours(path) and (made := FACTORIES.get(path.rpartition(".")[2])):
            return made
        if (made := self.class_kind(function, local)) is not None:
            return made
        if isinstance(function, ast.Attribute):
            of = self.kind(function.value, local, owner)
            if of == SAMPLES and function.attr in {"get", "pop"}:
                return "RolloutSample"
            if of in {"RolloutContext", "SampleSource"}:
                return {"get_sample": "RolloutSample", "get_samples": SAMPLES}.get(function.attr)
        return None


def bound_names(target: ast.expr) -> Iterator[str]:
    """The plain names an assignment's target binds."""
    for node in ast.walk(target):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def parameters(function: Function | ast.Lambda) -> list[ast.arg]:
    """All parameters, those by position first."""
    of = function.args
    rest = [argument for argument in (of.vararg, of.kwarg) if argument is not None]
    return [*of.posonlyargs, *of.args, *of.kwonlyargs, *rest]


def _last(node: ast.expr) -> str | None:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return None


def _is_builtin(node: ast.expr, local: Mapping[str, Kind]) -> bool:
    """Whether an annotation begins with a built-in type, such as dict[str, int]."""
    if isinstance(node, ast.Subscript):
        node = node.value
    return isinstance(node, ast.Name) and node.id not in local and node.id in _BUILTINS
