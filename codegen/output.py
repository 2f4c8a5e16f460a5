"""Generated files: formatted, compared with what is on disk, written."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

RUFF = ("--isolated", "--target-version", "py312", "--quiet")
LINE_LENGTH = ("--line-length", "120")


def format_files(files: dict[str, str]) -> dict[str, str]:
    """The same files, Python ones without unused imports, imports sorted, formatted by ruff."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "package"
        write_files(root, files)
        for arguments in (
            ("check", *RUFF, "--line-length", "120", "--select", "F401,I,UP007,UP045,UP037", "--fix"),
            ("format", *RUFF, *LINE_LENGTH),
        ):
            done = subprocess.run(
                [sys.executable, "-m", "ruff", *arguments, "--no-cache", "."],
                capture_output=True,
                text=True,
                check=False,
                cwd=root,
            )
            if done.returncode:
                raise RuntimeError(f"ruff {arguments[0]} refuses the generated code:\n{done.stdout}{done.stderr}")
        return {name: (root / name).read_text(encoding="utf-8") for name in files}


def write_files(root: Path, files: dict[str, str]) -> None:
    """Make root hold exactly files: others there are removed, unchanged ones are left alone."""
    for stale in sorted(_present(root) - set(files)):
        (root / stale).unlink()
    for name, text in sorted(files.items()):
        path = root / name
        if path.is_file() and path.read_bytes() == text.encode():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    for folder in sorted((path for path in root.rglob("*") if path.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()


def differing(root: Path, files: dict[str, str]) -> list[str]:
    """The files that root lacks, has too many of, or has with other bytes; sorted."""
    present = _present(root)
    changed = {name for name in present & set(files) if (root / name).read_bytes() != files[name].encode()}
    return sorted(changed | (present ^ set(files)))


def _present(root: Path) -> set[str]:
    return {
        path.relative_to(root).as_posix()
        for path in root.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
