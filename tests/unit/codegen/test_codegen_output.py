"""The generated package: the same bytes every time, and a check that says which files differ."""

from __future__ import annotations

import functools
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from codegen.__main__ import main
from codegen.build import build


def test_the_same_specification_gives_the_same_bytes(toy_package: Path, spec_copy: Path) -> None:
    """Another run, in another folder, gives byte for byte the same files."""
    files = build(spec_copy, "toy_contract")
    written = {
        path.relative_to(toy_package / "toy_contract").as_posix(): path.read_text()
        for path in (toy_package / "toy_contract").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert files == written


def test_check_names_the_files_that_differ(
    spec_copy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--check` changes nothing and exits with 1 naming each file that is changed, missing or left over."""
    monkeypatch.setattr("codegen.__main__.build", functools.cache(build))  # the specification stays the same
    arguments = ["--spec", str(spec_copy), "--out", str(tmp_path)]
    assert main(arguments) == 0
    assert main([*arguments, "--check"]) == 0
    package = tmp_path / "osmosis_contract"
    (package / "base.py").write_text("x = 1\n")
    (package / "models" / "common.py").unlink()
    (package / "stale.py").write_text("")
    assert main([*arguments, "--check"]) == 1
    said = capsys.readouterr().err
    for name in ("base.py", "models/common.py", "stale.py"):
        assert str(package / name) in said
    assert "servers/shop.py" not in said
    assert (package / "stale.py").exists()
    assert main(arguments) == 0
    assert not (package / "stale.py").exists()
    assert main([*arguments, "--check"]) == 0


def test_a_faulty_specification_generates_nothing(
    edit: Callable[[str, Callable[[Any], None]], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Faults are said with their place and a hint, without a traceback, and nothing is written."""
    root = edit("schemas/common.yaml", lambda d: d["$defs"]["Name"].pop("description"))
    assert main(["--spec", str(root), "--out", str(tmp_path / "out")]) == 1
    said = capsys.readouterr().err
    assert "Error: the specification has 1 fault." in said
    assert "schemas/common.yaml#/$defs/Name: no description\n  Hint: " in said
    assert not (tmp_path / "out").exists()


def test_the_generated_package_is_typed(toy_package: Path, tmp_path: Path) -> None:
    """mypy in strict mode finds nothing in models, stubs and clients, and checks what is written against them."""
    use = tmp_path / "use.py"
    use.write_text(
        "from toy_contract import models\n"
        "from toy_contract.clients.shop.api.default import create_order\n"
        "from toy_contract.clients.shop import AuthenticatedClient\n"
        "from toy_contract.servers.shop import ShopServer, CancelOrder204\n"
        "order = models.Order(name='car', price=1, note='x')\n"
        "answer = create_order.sync(client=AuthenticatedClient(base_url='http://127.0.0.1', token='k'), body=order)\n"
        "reveal_type(answer)\n"
        "models.Order(price=1)\n"
        "CancelOrder204(body=1)\n"
        "ShopServer()\n"
    )
    config = tmp_path / "mypy.ini"
    config.write_text(f"[mypy]\nstrict = True\nplugins = pydantic.mypy\nmypy_path = {toy_package}\n")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(config), "--cache-dir", str(tmp_path / "cache"), "-p",
         "toy_contract", "-m", "use"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    lines = [line for line in done.stdout.splitlines() if "error" in line and line.startswith(("use", str(use)))]
    assert [line.rpartition("[")[2] for line in lines] == ["call-arg]", "call-arg]", "abstract]"], done.stdout
    assert "Receipt | " in done.stdout
    assert "toy_contract" not in "".join(
        line for line in done.stdout.splitlines() if line not in lines and "error:" in line
    )
