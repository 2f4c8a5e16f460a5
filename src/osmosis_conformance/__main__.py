"""`python -m osmosis_conformance`."""

import sys

from osmosis_conformance.command import main

if __name__ == "__main__":
    sys.exit(main())
