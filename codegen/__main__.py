"""`python -m codegen`: write generated/osmosis_contract from spec/, or say what differs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from codegen.build import build
from codegen.documents import SpecError
from codegen.output import differing, write_files


def main(arguments: Sequence[str] | None = None) -> int:
    """Generate (or with --check only compare); the exit status is 0, or 1 when something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m codegen", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare only; exit 1 naming the files that differ")
    parser.add_argument("--spec", type=Path, default=Path("spec"), help="the specification (default: spec)")
    parser.add_argument("--out", type=Path, default=Path("generated"), help="the parent of the package written")
    parser.add_argument("--package", default="osmosis_contract", help="the package's name")
    options = parser.parse_args(arguments)
    try:
        files = build(options.spec, options.package)
    except SpecError as error:
        count = len(error.faults)
        sys.stderr.write(f"Error: the specification has {count} fault{'s' if count > 1 else ''}.\n{error}\n")
        return 1
    root = options.out / options.package
    changed = differing(root, files)
    if options.check:
        if changed:
            listed = "".join(f"  {root / name}\n" for name in changed)
            sys.stderr.write(
                f"Error: generated files differ from the specification:\n{listed}Hint: run python -m codegen.\n"
            )
        return 1 if changed else 0
    write_files(root, files)
    sys.stdout.write(f"{root}: {len(files)} files, {len(changed)} changed\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
