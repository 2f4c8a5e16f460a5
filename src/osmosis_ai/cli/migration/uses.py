"""Finding old API in the syntax tree of one module, by its imports and by the names of members and arguments.

Certain: the name comes from an import of the package, or is a member of a parameter or variable whose class an
annotation, an overridden method or a constructor in the same module gives. Likely: only a name or a string says it.
Values are not followed through loops, attributes or other modules, and nothing is executed.
"""

import ast
import re
from collections.abc import Iterator, Mapping

from osmosis_ai.base.text import truncate
from osmosis_ai.cli.migration import names
from osmosis_ai.cli.migration.finding import CERTAIN, LIKELY, Certainty, Finding
from osmosis_ai.cli.migration.names import Change

OTHER = "a class of something else"

_CONTEXT_NAME = re.compile(r"_*(?:\w+_)?(?:ctx|context)", re.ASCII)
_PATH_TEXT = re.compile(r"osmosis_ai(?:\.\w+)+(?::\w+(?:\.\w+)*)?", re.ASCII)
_OPEN_ANNOTATIONS = frozenset({"Any", "object"})
_LONGEST_SYMBOL = 80
_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_LITERALS = (ast.Dict, ast.List, ast.Set, ast.Tuple, ast.Constant, ast.JoinedStr)


def find_uses(tree: ast.Module, path: str) -> list[Finding]:
    """Every use of old API in a module, by line and symbol, each symbol once a line. ``path`` is what findings name."""
    visitor = _Visitor(tree, path)
    visitor.visit(tree)
    unique: dict[tuple[int, str], Finding] = {}
    for finding in sorted(visitor.findings, key=lambda finding: (finding.line, finding.certainty)):
        unique.setdefault((finding.line, finding.symbol), finding)
    return sorted(unique.values())


def _imports(tree: ast.Module) -> dict[str, str]:
    """What imports bind in a module: a name to the whole path it means; ``*`` where they bring everything of ours."""
    paths: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                root = alias.name.partition(".")[0]
                paths[alias.asname or root] = alias.name if alias.asname else root
        elif isinstance(node, ast.ImportFrom):
            source = "." * node.level + (node.module or "")
            for alias in node.names:
                name, path = alias.asname or alias.name, f"{source}.{alias.name}"
                fallback = names.change_of(path) is not None and names.is_ours(paths.get(name, ""))
                if not fallback and (name != "*" or names.is_ours(source)):
                    paths[name] = path
    return paths


class _Visitor(ast.NodeVisitor):
    """Walks a module in the order of its text, with the classes of the names in reach as far as they are known."""

    def __init__(self, tree: ast.Module, path: str) -> None:
        self.findings: list[Finding] = []
        self._path = path
        self._imports = _imports(tree)
        self._is_ours = any(map(names.is_ours, self._imports.values()))
        self._local: dict[str, str | None] = {}
        self._subclasses: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and (owner := next(filter(None, map(self._class_of, node.bases)), None)):
                self._subclasses[node.name] = owner
        self._class = ""
        self._keys: set[int] = set()

    def _add(self, node: ast.AST, symbol: str, change: Change, certainty: Certainty = CERTAIN) -> None:
        line = getattr(node, "lineno", 1)
        shown = truncate(symbol, _LONGEST_SYMBOL)
        self.findings.append(Finding(self._path, line, shown, change.message, change.replacement, certainty))

    def _path_of(self, node: ast.expr) -> str | None:
        """The whole path of a dotted expression that begins with an import which no local name hides."""
        match node:
            case ast.Name(id=name):
                return None if name in self._local else self._imports.get(name)
            case ast.Attribute(value=value, attr=name):
                base = self._path_of(value)
                return None if base is None else f"{base}.{name}"
            case _:
                return None

    def _class_of(self, node: ast.expr) -> str | None:
        """The package's class that an expression names, or that a class of this module descends from."""
        if isinstance(node, ast.Name) and node.id in self._subclasses and node.id not in self._local:
            return self._subclasses[node.id]
        path = self._path_of(node)
        return None if path is None else names.class_of(path)

    def _annotated(self, annotation: ast.expr | None) -> str | None:
        """The package's class that an annotation mentions anywhere; OTHER for one that mentions none."""
        if annotation is None or _word(annotation) in _OPEN_ANNOTATIONS:
            return None
        parts = [part for part in _unquoted(annotation) if isinstance(part, ast.expr)]
        return next(filter(None, map(self._class_of, parts)), OTHER)

    def _kind(self, value: ast.expr | None) -> str | None:
        """The package's class of a value; OTHER for what is certainly something else; None where that is not known."""
        match value:
            case ast.Await(value=inner) | ast.NamedExpr(value=inner):
                return self._kind(inner)
            case ast.Name(id=name):
                return self._local.get(name)
            case ast.Attribute(value=inner, attr="sample") if self._kind(inner) in {"GraderContext", "ExecutionResult"}:
                return "RolloutSample"
            case ast.Call(func=function):
                path = self._path_of(function) or ""
                if names.is_ours(path) or not path or path.startswith("."):
                    return self._class_of(function) or names.FACTORIES.get(path.rpartition(".")[2])
                return OTHER
            case _:
                return OTHER if isinstance(value, _LITERALS) else None

    def visit_Import(self, node: ast.Import) -> None:
        """A module that is gone."""
        for alias in node.names:
            if change := names.change_of(alias.name):
                self._add(alias, alias.name, change)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """A name that is gone, or anything from a module that is."""
        if node.level or not node.module or not names.is_ours(node.module):
            return
        for alias in node.names:
            path, symbol = (
                (node.module, node.module) if alias.name == "*" else (f"{node.module}.{alias.name}", alias.name)
            )
            if change := names.change_of(path):
                self._add(alias, symbol, change)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """A class: what it descends from says what its methods get, and which of them override old ones."""
        outer, self._class = self._class, self._subclasses.get(node.name, "")
        for method in node.body:
            name = getattr(method, "name", "")
            if change := names.MEMBERS.get((self._class, name)):
                self._add(method, f"def {name}", change)
        self.generic_visit(node)
        self._class = outer

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        """A function: its annotations say what its parameters are."""
        of = node.args
        parameters = [*of.posonlyargs, *of.args, *of.kwonlyargs, *filter(None, (of.vararg, of.kwarg))]
        kinds = {parameter.arg: self._annotated(parameter.annotation) for parameter in parameters}
        if not isinstance(node, ast.Lambda) and len(parameters) > 1 and parameters[1].annotation is None:
            kinds[parameters[1].arg] = names.METHOD_CONTEXTS.get((self._class, node.name))
        self.visit(of)
        outer, self._local = self._local, {**self._local, **kinds}
        for part in ast.iter_child_nodes(node):
            if part is not of:
                self.visit(part)
        self._find_second_sources(node)
        self._local = outer

    visit_AsyncFunctionDef = visit_Lambda = visit_FunctionDef  # noqa: N815 - ast's names

    def visit_arg(self, node: ast.arg) -> None:
        """A parameter's annotation, also a quoted one."""
        for part in _unquoted(node.annotation) if node.annotation is not None else ():
            if isinstance(part, ast.Name | ast.Attribute):
                self.visit(part)

    def visit_Assign(self, node: ast.Assign) -> None:
        """An assignment binds names to the class of its value."""
        self.generic_visit(node)
        self._bind({name: self._kind(node.value) for target in node.targets for name in _names(target)})

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """An annotation counts more than the value."""
        self.generic_visit(node)
        self._bind({name: self._annotated(node.annotation) for name in _names(node.target)})

    def visit_withitem(self, node: ast.withitem) -> None:
        """A rollout's context gives itself."""
        self.generic_visit(node)
        self._bind({name: self._kind(node.context_expr) for name in _names(node.optional_vars)})

    def _bind(self, kinds: Mapping[str, str | None]) -> None:
        self._local = {**self._local, **kinds}

    def visit_Name(self, node: ast.Name) -> None:
        """A name that an import brought, or, after an import of everything, may have brought."""
        if change := names.change_of(self._path_of(node) or ""):
            self._add(node, node.id, change)
        elif "*" in self._imports and node.id not in self._local and (change := names.NAMES.get(node.id)):
            self._add(node, node.id, change, LIKELY)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """A name by its path, or a member of an object."""
        if change := names.change_of(self._path_of(node) or ""):
            self._add(node, ast.unparse(node), change)
            return
        self._member(node, node.value, node.attr)
        self.visit(node.value)

    def _member(self, node: ast.AST, value: ast.expr, name: str) -> None:
        symbol, kind = f"{ast.unparse(value)}.{name}", self._kind(value)
        if kind is not None:
            if change := names.MEMBERS.get((kind, name)):
                self._add(node, symbol, change)
        elif self._path_of(value) is None:  # not an attribute of a module or of an imported class
            word = _word(value) or ""
            by_name = dict(names.TELLING_MEMBERS)
            by_name |= names.CONTEXT_MEMBERS if _CONTEXT_NAME.fullmatch(word) else {}
            by_name |= names.SAMPLE_MEMBERS if self._is_ours and word == "sample" else {}
            if change := by_name.get(name):
                self._add(node, symbol, change, LIKELY)

    def visit_Call(self, node: ast.Call) -> None:
        """Arguments that are gone, and members named in text."""
        called, arguments = node.func, node.args
        if _word(called) == "partial" and arguments:
            called, arguments = arguments[0], arguments[1:]
        is_super = isinstance(called, ast.Attribute) and ast.unparse(called) == "super().__init__"
        made = self._class if is_super else self._class_of(called) or ""
        for keyword in node.keywords:
            if change := names.ARGUMENTS.get(made, {}).get(keyword.arg or ""):
                self._add(keyword, f"{made}({keyword.arg}=)", change)
        if arguments and (change := names.POSITIONAL.get(made)):
            self._add(arguments[0], f"{made}({ast.unparse(arguments[0])})", change)
        match node:
            case ast.Call(func=ast.Name(id="getattr" | "hasattr"), args=[value, ast.Constant(value=str(name)), *_]):
                self._member(node, value, name)
            case _:
                pass
        self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> None:
        """A mapping's keys, of which some may be headers."""
        self._keys.update(map(id, node.keys))
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """A header that is set or read by its name."""
        self._keys.add(id(node.slice))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Text that names a header, a file or a path of the package."""
        if not isinstance(text := node.value, str):
            return
        if text.lower() in names.ROUTING_HEADERS:
            self._add(node, text, names.ROUTING_HEADER, CERTAIN if id(node) in self._keys else LIKELY)
        elif text.startswith("/logs/") and text.rpartition("/")[2] in names.OLD_EXCHANGE_FILES:
            self._add(node, text, names.EXCHANGE_FILE, LIKELY)
        elif _PATH_TEXT.fullmatch(text) and (change := names.change_of(text.replace(":", "."))):
            self._add(node, text, change, LIKELY)

    def visit_JoinedStr(self, node: ast.JoinedStr | ast.BinOp) -> None:
        """An endpoint put together with the rollout's id, in an f-string or by addition."""
        if {"chat_completions_url", "rollout_id"} <= set(map(_word, ast.walk(node))):
            self._add(node, "chat_completions_url + rollout_id", names.EXTENDED_URL, LIKELY)
        self.generic_visit(node)

    visit_BinOp = visit_JoinedStr  # noqa: N815 - ast's names

    def _find_second_sources(self, function: ast.AST) -> None:
        """Agents or sessions that a function makes in a loop, or one after the other."""
        for node in ast.walk(function):
            if isinstance(node, _LOOPS) and not any(self._made(inner) == "RolloutContext" for inner in ast.walk(node)):
                self._add_second_sources(ast.walk(node))
            for block in (getattr(node, "body", None), getattr(node, "orelse", None)):
                simple = [part for part in block if not hasattr(part, "body")] if isinstance(block, list) else []
                calls = [call for part in simple for call in ast.walk(part) if self._registers(call)]
                self._add_second_sources(iter(calls[1:]))

    def _add_second_sources(self, nodes: Iterator[ast.AST]) -> None:
        for node in nodes:
            if self._registers(node):
                self._add(node, f"{self._made(node)}()", names.SECOND_SOURCE, LIKELY)

    def _registers(self, node: ast.AST) -> bool:
        """Whether a node makes a session, or an agent with the placeholder model; other agents register nothing."""
        made = self._made(node)
        models = [keyword.value for keyword in getattr(node, "keywords", ()) if keyword.arg == "model"]
        with_placeholder = any(self._kind(model) == names.PLACEHOLDER_MODEL for model in models)
        return made == "OsmosisMemorySession" or (made == "OsmosisStrandsAgent" and with_placeholder)

    def _made(self, node: ast.AST) -> str | None:
        return self._class_of(node.func) if isinstance(node, ast.Call) else None


def _names(target: ast.expr | None) -> Iterator[str]:
    """The plain names an assignment's target binds."""
    for node in ast.walk(target) if target is not None else ():
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def _unquoted(annotation: ast.expr) -> Iterator[ast.AST]:
    """The nodes of an annotation, with the expressions that its quoted parts hold."""
    for node in ast.walk(annotation):
        yield node
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                inner = ast.parse(node.value, mode="eval").body
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            for part in ast.walk(inner):
                yield ast.copy_location(part, node)


def _word(node: ast.AST) -> str | None:
    """The name, or the last one of a dotted expression."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return None
