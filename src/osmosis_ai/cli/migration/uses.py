"""Finding old API in the syntax tree of one module.

Certain: the name comes from an import of the package; the object's class is told by an annotation, a base class, the
signature of an overridden method, a constructor or an assignment in the same module. Likely: the object is only called
like a context, the member's name is distinctive, or a string says it. Classes are not followed into other modules, and
nothing is executed.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from osmosis_ai.cli.migration import names
from osmosis_ai.cli.migration.finding import CERTAIN, LIKELY, Certainty, Finding
from osmosis_ai.cli.migration.kinds import Function, Kind, Kinds, Resolver, bound_names, is_ours, parameters
from osmosis_ai.cli.migration.names import Change

_CONTEXT_NAME = re.compile(r"_*(?:\w+_)?(?:ctx|context)", re.ASCII)
_PATH_TEXT = re.compile(r"osmosis_ai(?:\.\w+)+(?::\w+(?:\.\w+)*)?", re.ASCII)
_LONGEST_SYMBOL = 80
_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def find_uses(tree: ast.Module, path: str) -> list[Finding]:
    """Every use of old API in a module, by line and symbol, each symbol once a line. ``path`` is what findings name."""
    visitor = _Visitor(tree, path)
    visitor.visit(tree)
    unique: dict[tuple[int, str], Finding] = {}
    for finding in sorted(visitor.findings, key=lambda finding: (finding.line, finding.certainty)):
        unique.setdefault((finding.line, finding.symbol), finding)
    return sorted(unique.values())


class _Visitor(ast.NodeVisitor):
    """Walks a module in the order of its text and keeps what is known of each name in reach."""

    def __init__(self, tree: ast.Module, path: str) -> None:
        self.findings: list[Finding] = []
        self._path = path
        self._resolver = Resolver(tree)
        self._local: Kinds = {}
        self._class: ast.ClassDef | None = None
        self._sure_headers: set[int] = set()

    def _add(self, node: ast.AST, symbol: str, change: Change, certainty: Certainty = CERTAIN) -> None:
        shown = symbol if len(symbol) <= _LONGEST_SYMBOL else f"{symbol[: _LONGEST_SYMBOL - 1]}…"
        line = getattr(node, "lineno", 1)
        self.findings.append(Finding(self._path, line, shown, change.message, change.replacement, certainty))

    def _kind(self, node: ast.expr) -> Kind:
        return self._resolver.kind(node, self._local, None if self._class is None else self._class.name)

    def _path_of(self, node: ast.expr) -> str | None:
        return self._resolver.imports.path(node, self._local)

    # Imports

    def visit_Import(self, node: ast.Import) -> None:
        """A module that is gone."""
        for alias in node.names:
            if change := names.change_of(alias.name):
                self._add(alias, alias.name, change)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """A name that is gone, or anything from a module that is."""
        if node.level or not node.module or not is_ours(node.module):
            return
        for alias in node.names:
            if alias.name == "*":
                if change := names.change_of(node.module):
                    self._add(alias, node.module, change)
            elif change := names.change_of(f"{node.module}.{alias.name}"):
                self._add(alias, alias.name, change)

    # Scopes

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """A class: what it descends from tells what its methods get, and which of them override old ones."""
        for part in (*node.decorator_list, *node.bases, *node.keywords):
            self.visit(part)
        owner = self._resolver.class_kind(ast.Name(node.name, ast.Load()), {})
        outer, self._class = self._class, node
        with self._scope({}):
            for statement in node.body:
                if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                    change = names.MEMBERS.get((owner or "", statement.name))
                    if change is not None:
                        self._add(statement, f"def {statement.name}", change)
                self.visit(statement)
        self._class = outer

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A function."""
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        """A coroutine."""
        self._function(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """A function without a name."""
        with self._scope(dict.fromkeys(argument.arg for argument in parameters(node))):
            self.generic_visit(node)

    def _function(self, node: Function) -> None:
        for part in (*node.decorator_list, *node.args.defaults, *node.args.kw_defaults, node.returns):
            if part is not None:
                self.visit(part)
        arguments = parameters(node)
        kinds: Kinds = {}
        for argument in arguments:
            kinds[argument.arg] = self._resolver.annotated(argument.annotation, self._local)
            if argument.annotation is not None:
                self._annotation(argument.annotation)
        if self._class is not None and len(arguments) > 1 and arguments[1].annotation is None:
            owner = self._resolver.class_kind(ast.Name(self._class.name, ast.Load()), {})
            kinds[arguments[1].arg] = names.METHOD_CONTEXTS.get((owner or "", node.name))
        with self._scope(kinds):
            for statement in node.body:
                self.visit(statement)
            self._sources(node)

    @contextmanager
    def _scope(self, kinds: Mapping[str, Kind]) -> Iterator[None]:
        outer = self._local
        self._local = {**outer, **kinds}
        try:
            yield
        finally:
            self._local = outer

    # What names are bound to

    def visit_Assign(self, node: ast.Assign) -> None:
        """An assignment."""
        self._mark_headers(node.value, node.targets)
        self.generic_visit(node)
        kind = self._kind(node.value)
        for target in node.targets:
            self._bind(target, kind)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """An assignment with an annotation, which counts more than the value."""
        self._annotation(node.annotation)
        if node.value is not None:
            self._mark_headers(node.value, [node.target])
            self.visit(node.value)
        self.visit(node.target)
        told = self._resolver.annotated(node.annotation, self._local)
        self._bind(node.target, told or (None if node.value is None else self._kind(node.value)))

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        """An assignment inside an expression."""
        self.generic_visit(node)
        self._bind(node.target, self._kind(node.value))

    def visit_With(self, node: ast.With | ast.AsyncWith) -> None:
        """A context manager of ours gives itself."""
        for item in node.items:
            self.visit(item.context_expr)
            if item.optional_vars is not None:
                self.visit(item.optional_vars)
                kind = self._kind(item.context_expr)
                self._bind(item.optional_vars, kind if kind == "RolloutContext" else None)
        for statement in node.body:
            self.visit(statement)

    visit_AsyncWith = visit_With  # noqa: N815 - ast's names

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        """A loop binds what it goes over."""
        self.visit(node.iter)
        owner = None if self._class is None else self._class.name
        self._local = {**self._local, **self._resolver.targets(node.target, node.iter, self._local, owner)}
        for part in (node.target, *node.body, *node.orelse):
            self.visit(part)

    visit_AsyncFor = visit_For  # noqa: N815 - ast's names

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        owner = None if self._class is None else self._class.name
        bound: Kinds = {}
        for generator in node.generators:
            bound |= self._resolver.targets(generator.target, generator.iter, {**self._local, **bound}, owner)
        with self._scope(bound):
            self.generic_visit(node)

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _comprehension  # noqa: N815 - ast's names

    def _bind(self, target: ast.expr, kind: Kind) -> None:
        match target:
            case ast.Name(id=name):
                self._local = {**self._local, name: kind}
            case ast.Attribute(value=ast.Name(id="self"), attr=name) if self._class is not None:
                known = self._resolver.attributes.setdefault(self._class.name, {})
                known[name] = kind or known.get(name)
            case _:
                self._local = {**self._local, **dict.fromkeys(bound_names(target))}

    # Uses

    def _annotation(self, node: ast.expr) -> None:
        """An annotation; a quoted one is read as the expression it is."""
        for quoted in [part for part in ast.walk(node) if isinstance(part, ast.Constant)]:
            if isinstance(quoted.value, str):
                try:
                    inner = ast.parse(quoted.value, mode="eval").body
                except (SyntaxError, ValueError, RecursionError, MemoryError):
                    continue
                for part in ast.walk(inner):
                    ast.copy_location(part, quoted)
                self.visit(inner)
        self.visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        """A name that an import brought, or, after an import of everything, may have brought."""
        if not isinstance(node.ctx, ast.Load):
            return
        if (path := self._path_of(node)) is not None:
            if change := names.change_of(path):
                self._add(node, node.id, change)
        elif self._resolver.imports.has_star and node.id not in self._local and (change := names.NAMES.get(node.id)):
            self._add(node, node.id, change, LIKELY)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """A name by its path, or a member of an object."""
        path = self._path_of(node)
        if path is not None and (change := names.change_of(path)):
            self._add(node, ast.unparse(node), change)
            return
        self._member(node, node.value, node.attr, ast.unparse(node))
        self.visit(node.value)

    def _member(self, node: ast.AST, value: ast.expr, name: str, symbol: str) -> None:
        kind = self._kind(value)
        if kind is not None:
            if change := names.MEMBERS.get((kind, name)):
                self._add(node, symbol, change)
        elif self._path_of(value) is not None:
            return  # an attribute of a module or of an imported class, not of an object
        else:
            by_name = names.CONTEXT_MEMBERS if _is_called_context(value) else {}
            if change := names.TELLING_MEMBERS.get(name) or by_name.get(name):
                self._add(node, symbol, change, LIKELY)

    def visit_Call(self, node: ast.Call) -> None:
        """Arguments that are gone, members named in text, and headers."""
        for keyword in node.keywords:
            if keyword.arg is not None and keyword.arg.endswith("headers"):
                self._mark_headers(keyword.value, [])
        called, arguments = node.func, node.args
        if _ends_with(called, "partial") and arguments:
            called, arguments = arguments[0], arguments[1:]
        constructed = self._constructed(called)
        if constructed is not None:
            for keyword in node.keywords:
                if change := names.ARGUMENTS.get(constructed, {}).get(keyword.arg or ""):
                    self._add(keyword, f"{constructed}({keyword.arg}=)", change)
            if arguments and (change := names.POSITIONAL.get(constructed)):
                self._add(arguments[0], f"{constructed}({ast.unparse(arguments[0])})", change)
        match node:
            case ast.Call(
                func=ast.Name(id="getattr" | "hasattr" | "setattr"),
                args=[value, ast.Constant(value=str(name)), *_],
            ):
                self._member(node, value, name, ast.unparse(ast.Attribute(value, name, ast.Load())))
            case _:
                pass
        self.generic_visit(node)

    def _constructed(self, called: ast.expr) -> str | None:
        """The class of ours that a call constructs, or whose constructor a subclass calls."""
        match called:
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr="__init__") if self._class is not None:
                called = ast.Name(self._class.name, ast.Load())
                return self._resolver.class_kind(called, {})
            case _:
                path = self._path_of(called)
                return None if path is None else names.class_of(path)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """A header that is set or read by its name."""
        if isinstance(node.slice, ast.Constant) and _ends_with(node.value, "headers"):
            self._sure_headers.add(id(node.slice))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Text that names a header, a file or a path of the package."""
        if not isinstance(node.value, str):
            return
        text = node.value
        if text.lower() in names.ROUTING_HEADERS:
            self._add(node, text, names.ROUTING_HEADER, CERTAIN if id(node) in self._sure_headers else LIKELY)
        elif text.startswith("/logs/") and text.rpartition("/")[2] in names.OLD_EXCHANGE_FILES:
            self._add(node, text, names.EXCHANGE_FILE, LIKELY)
        elif _PATH_TEXT.fullmatch(text) and (change := names.change_of(text.replace(":", "."))):
            self._add(node, text, change, LIKELY)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """An endpoint put together with the rollout's id."""
        self._extended_url(node)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """The same by addition."""
        if isinstance(node.op, ast.Add):
            self._extended_url(node)
        self.generic_visit(node)

    def _extended_url(self, node: ast.expr) -> None:
        parts = [_word(part) for part in ast.walk(node)]
        if "chat_completions_url" in parts and "rollout_id" in parts:
            self._add(node, "chat_completions_url + rollout_id", names.EXTENDED_URL, LIKELY)

    def _mark_headers(self, value: ast.expr, targets: Iterable[ast.expr]) -> None:
        if isinstance(value, ast.Dict) and all(_ends_with(target, "headers") for target in targets):
            self._sure_headers.update(id(key) for key in value.keys if key is not None)

    # More than one source

    def _sources(self, function: Function) -> None:
        """Agents or sessions that a function makes in a loop, or one after the other."""
        for node in _own_nodes(function):
            if isinstance(node, _LOOPS):
                repeated = list(ast.walk(node))
                if not any(self._enters_context(inner) for inner in repeated):
                    for inner in repeated:
                        self._second_source(inner)
        for block in _blocks(function):
            made = [inner for statement in block for inner in _of_statement(statement) if self._registers(inner)]
            for inner in made[1:]:
                self._second_source(inner)

    def _second_source(self, node: ast.AST) -> None:
        if isinstance(node, ast.Call) and self._registers(node):
            made = names.class_of(self._path_of(node.func) or "") or ""
            self._add(node, f"{made}()", names.SECOND_SOURCE, LIKELY)

    def _enters_context(self, node: ast.AST) -> bool:
        """Whether a node makes a rollout's context: what follows then belongs to another execution."""
        return isinstance(node, ast.Call) and names.class_of(self._path_of(node.func) or "") == "RolloutContext"

    def _registers(self, node: ast.AST) -> bool:
        """Whether a node makes a session, or an agent with the placeholder model; other agents register nothing."""
        if not isinstance(node, ast.Call):
            return False
        made = names.class_of(self._path_of(node.func) or "")
        if made not in names.REGISTERING:
            return False
        models = [keyword.value for keyword in node.keywords if keyword.arg == "model"]
        return made == "OsmosisMemorySession" or any(self._kind(model) == names.PLACEHOLDER_MODEL for model in models)


def _own_nodes(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function, those of functions inside it left aside."""
    waiting: list[ast.AST] = [statement for statement in function.body if not isinstance(statement, _SCOPES)]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(child for child in ast.iter_child_nodes(node) if not isinstance(child, _SCOPES))


def _blocks(function: Function) -> Iterator[list[ast.stmt]]:
    """The lists of statements that run one after the other."""
    for node in (function, *_own_nodes(function)):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                yield [statement for statement in block if isinstance(statement, ast.stmt)]


def _of_statement(statement: ast.stmt) -> Iterator[ast.AST]:
    """The nodes of a statement that are not in blocks of its own."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop(0)
        yield node
        waiting.extend(child for child in ast.iter_child_nodes(node) if not isinstance(child, (ast.stmt, *_SCOPES)))


def _is_called_context(node: ast.expr) -> bool:
    word = _word(node)
    return word is not None and _CONTEXT_NAME.fullmatch(word) is not None


def _ends_with(node: ast.expr, ending: str) -> bool:
    word = _word(node)
    return word is not None and word.lower().endswith(ending)


def _word(node: ast.AST) -> str | None:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return None
