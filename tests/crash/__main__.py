"""`python -m tests.crash`: the crash matrix and what goes with it, with a table at the end."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

from tests.crash import listing


def main() -> int:
    """0 when nothing is broken."""
    options = _options()
    if options.list:
        added, gone = listing.renew()
        for sign, names in (("+", added), ("-", gone)):
            for name in names:
                print(sign, name)
        print(f"{listing.LIST.name}: {len(listing.listed())} points, {len(added)} new, {len(gone)} gone")
        return 0
    from tests.crash.session import session

    home = Path(tempfile.mkdtemp(prefix="osmosis-crash-"))
    began = time.monotonic()
    holes = session(home, options)
    print(f"{time.monotonic() - began:.0f} s; {holes} holes" + (f"; what they left is in {home}" if holes else ""))
    if not holes:
        shutil.rmtree(home, ignore_errors=True)
    return 1 if holes else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.crash", description=__doc__)
    parser.add_argument("--list", action="store_true", help="renew the list of points and end")
    parser.add_argument("--record", action="store_true", help="only say which points are passed, and which are not")
    parser.add_argument("--points", metavar="N..M", help="only the cases with these numbers")
    parser.add_argument("--only", metavar="TEXT", help="only cases whose point's name contains this, such as a module")
    parser.add_argument("--scenarios", metavar="NAMES", help="only these scenarios, separated by commas")
    parser.add_argument("--jobs", type=int, default=2, help="cases at a time")
    parser.add_argument("--seed", type=int, default=None, help="of the random kills")
    parser.add_argument("--parts", default="matrix,models,random,full,torn", help="what to run, separated by commas")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
