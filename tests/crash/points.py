"""The points of a module: before and after everything that waits or changes the disk, found in its syntax tree.

A point keeps its name under edits elsewhere: the module, the function, the ordinal of its kind in that function, the
side, and the text of the expression.
"""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass

from tests.crash.result_path import DATABASES, DISK_CALLS, DISK_METHODS, FULL_DISK_CALLS

__all__ = ["AT", "PASSED", "STEPS", "Point", "instrumented", "points_of"]

AT, PASSED, STEPS = "__crash_at__", "__crash_passed__", "__crash_steps__"
_LONGEST_TEXT = 70
_WRITING_FLAGS = ("O_CREAT", "O_TRUNC")
_WRITING_MODES = frozenset("wax+")


@dataclass(frozen=True, slots=True)
class Point:
    """A place in the source at which the process can be ended. `fills`: it stands before what a full disk refuses."""

    module: str
    function: str
    kind: str
    ordinal: int
    side: str
    text: str
    fills: bool = False

    def __str__(self) -> str:
        return f"{self.module}:{self.function} {self.kind}#{self.ordinal} {self.side} `{self.text}`"


def points_of(source: str, module: str) -> list[Point]:
    """Every point of a module, in the order of their numbers."""
    return instrumented(source, module)[1]


def instrumented(source: str, module: str, first: int = 0) -> tuple[ast.Module, list[Point]]:
    """The module with a call at every point, numbered from `first`; and the points."""
    tree = ast.parse(source)
    rewriter = _Rewriter(module, first, _disk_names(tree))
    rewritten = ast.fix_missing_locations(rewriter.visit(tree))
    return rewritten, rewriter.points


def _disk_names(tree: ast.Module) -> tuple[frozenset[str], frozenset[str]]:
    """Module-level names bound to functions that change the disk, and those bound to flags that create files."""
    functions, flags = set(), set()
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name, value = statement.targets[0].id, statement.value
            if any(isinstance(node, ast.Attribute) and _is_function(node) for node in ast.walk(value)):
                functions.add(name)
            if any(flag in ast.unparse(value) for flag in _WRITING_FLAGS):
                flags.add(name)
    return frozenset(functions), frozenset(flags)


def _is_function(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.attr in DISK_CALLS.get(node.value.id, ())


class _Rewriter(ast.NodeTransformer):
    """Visits in the order of the source, names each point and puts its call in."""

    def __init__(self, module: str, first: int, disk_names: tuple[frozenset[str], frozenset[str]]) -> None:
        self.points: list[Point] = []
        self._module = module
        self._first = first
        self._functions, self._flags = disk_names
        self._scope: list[str] = []
        self._seen: Counter[tuple[str, str]] = Counter()

    # scopes

    def _scoped(self, node: ast.AST, name: str) -> ast.AST:
        self._scope.append(name)
        self.generic_visit(node)
        self._scope.pop()
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._scoped(node, node.name)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._scoped(node, node.name)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._scoped(node, node.name)

    # points

    def _pair(self, kind: str, *nodes: ast.expr, fills: bool = False) -> tuple[int, int]:
        """The numbers of the points before and after."""
        function = ".".join(self._scope) or "<module>"
        self._seen[function, kind] += 1
        text = ", ".join(" ".join(ast.unparse(node).split()) for node in nodes)
        text = text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"
        number = self._first + len(self.points)
        for side in ("before", "after"):
            self.points.append(
                Point(self._module, function, kind, self._seen[function, kind], side, text, fills and side == "before")
            )
        return number, number + 1

    def visit_Await(self, node: ast.Await) -> ast.AST:
        before, after = self._pair("await", node.value)
        self.generic_visit(node)
        return _passed(before, node, after)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if not (self._scope and self._changes_disk(node)):
            return self.generic_visit(node)
        before, after = self._pair("disk", node, fills=_can_be_refused(node.func))
        self.generic_visit(node)
        return _passed(before, node, after)

    def visit_AsyncWith(self, node: ast.AsyncWith) -> ast.AST:
        opened = [item.context_expr for item in node.items]
        return self._around(node, self._pair("enter", *opened), self._pair("exit", *opened))

    def visit_With(self, node: ast.With) -> ast.AST:
        """Leaving a file that was opened for writing writes what is left of its buffer."""
        files = [item.context_expr for item in node.items if self._opens_for_writing(item.context_expr)]
        if not files:
            return self.generic_visit(node)
        return self._around(node, None, self._pair("close", files[0]))

    def _around(self, node: ast.With | ast.AsyncWith, enter: tuple[int, int] | None, leave: tuple[int, int]) -> ast.AST:
        self.generic_visit(node)
        node.body = [*_at(enter and enter[1]), ast.Try(node.body, [], [], _at(leave[0]))]
        return ast.Try([*_at(enter and enter[0]), node], [], [], _at(leave[1]))

    def visit_AsyncFor(self, node: ast.AsyncFor) -> ast.AST:
        before, after = self._pair("step", node.iter)
        self.generic_visit(node)
        node.iter = _call(STEPS, ast.Constant(before), node.iter, ast.Constant(after))
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        if not node.is_async:
            return self.generic_visit(node)
        before, after = self._pair("step", node.iter)
        self.generic_visit(node)
        node.iter = _call(STEPS, ast.Constant(before), node.iter, ast.Constant(after))
        return node

    # what changes the disk

    def _changes_disk(self, call: ast.Call) -> bool:
        match call.func:
            case ast.Attribute(attr="open" | "fdopen") | ast.Name("open"):
                return self._opens_for_writing(call)
            case ast.Attribute() as function if (
                isinstance(function.value, ast.Name) and function.value.id in DISK_CALLS
            ):
                return _is_function(function)
            case ast.Attribute(attr=name, value=ast.Attribute(attr=held)) if held in DATABASES:
                return name.startswith("execute")
            case ast.Attribute(attr="replace"):
                return len(call.args) == 1 and not call.keywords
            case ast.Attribute(attr=name):
                return name in DISK_METHODS
            case ast.Name(name):
                return name in self._functions
        return False

    def _opens_for_writing(self, node: ast.expr) -> bool:
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name("os"), attr="open")):
                said = " ".join(ast.unparse(argument) for argument in node.args[1:])
                return any(flag in said for flag in (*_WRITING_FLAGS, *self._flags))
            case ast.Call(func=ast.Attribute(attr="open" | "fdopen") | ast.Name("open")):
                said = [part.value for part in (*node.args, *(word.value for word in node.keywords)) if _is_text(part)]
                return any(_WRITING_MODES & set(mode) for mode in said if len(mode) <= 3)
            case ast.Call(func=ast.Attribute(value=ast.Name("tempfile"))):
                return True
        return False


def _can_be_refused(function: ast.expr) -> bool:
    """True for a call that a full disk refuses by itself; `self._folder.write` is ours, and refused further in."""
    if isinstance(function, ast.Attribute):
        ours = function.attr == "write" and ast.unparse(function).startswith("self.")
        return function.attr in FULL_DISK_CALLS and not ours
    return isinstance(function, ast.Name) and function.id in FULL_DISK_CALLS


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _call(function: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(function, ast.Load()), list(arguments), [])


def _at(number: int | None) -> list[ast.stmt]:
    return [] if number is None else [ast.Expr(_call(AT, ast.Constant(number)))]


def _passed(before: int, node: ast.expr, after: int) -> ast.expr:
    """`__crash_passed__(__crash_at__(before), <node>, after)`: arguments are evaluated from left to right."""
    return _call(PASSED, _call(AT, ast.Constant(before)), node, ast.Constant(after))
