"""What no source of the project contains, whatever else is in it."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3]
_MARKER = re.compile(r"^(<{7} |>{7} |={7}$|\|{7} )")
_OF_A_COMMAND = re.compile(r"(?<![\w-])--[a-z]")
_OF_A_FOLDER = re.compile(r"\.jsonl|manifest\.json|metrics\.json|progress\.json|logs\.txt|rollout_trials")
_OF_A_HOST = re.compile(r"rollout server|uvicorn|tunnel", re.IGNORECASE)


def test_no_file_holds_a_marker_of_a_merge_conflict():
    """Every committed text is merged to its end."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    left = [
        f"{name}:{number}"
        for name in filter(None, listed.split("\0"))
        for number, line in enumerate(_lines(ROOT / name), 1)
        if _MARKER.match(line)
    ]
    assert left == []


def test_engine_names_no_option_no_file_of_a_folder_and_no_way_of_hosting():
    """What the engine says is true of every kind of run, wherever it is kept and whatever runs its attempts."""
    found = [
        f"{path.name}:{line}: {text}"
        for path in sorted((ROOT / "src/osmosis_ai/engine").glob("*.py"))
        for line, text in _texts(path)
        for pattern in (_OF_A_COMMAND, _OF_A_FOLDER, _OF_A_HOST)
        if pattern.search(text)
    ]
    assert found == []


def test_the_sessions_read_what_their_caller_set_from_the_environment_itself():
    """nox's `session.env` has only what it adds to a command; a number that a caller set is not in it."""
    read = [
        node.lineno
        for node in ast.walk(ast.parse((ROOT / "noxfile.py").read_text()))
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "session.env"
    ]
    assert read == []


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, IsADirectoryError, UnicodeDecodeError):
        return []


def _texts(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
