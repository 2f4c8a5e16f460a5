"""`python -m tests.fuzz.atheris_dataset_readers FORMAT SECONDS FOLDER SEED`: Atheris on one of the dataset readers.

It begins with the committed corpus, and leaves the bytes that break a rule in the folder, with what was broken on
standard error and an exit code that is not 0.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["osmosis_ai.datasets"]):
    from .dataset_cases import CORPUS, check_file, small_blocks


def main() -> None:
    """Fuzzes until the time is over; libFuzzer ends the process."""
    extension, seconds, folder, seed = sys.argv[1:]
    small_blocks()
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch, f"case.{extension}")

        def case(data: bytes) -> None:
            path.write_bytes(data or b"\n")
            check_file(path)

        flags = (f"-max_total_time={seconds}", f"-seed={int(seed) + 1}", f"-artifact_prefix={folder}/")
        # A page header may name up to 2 GiB, and pyarrow takes that much before it reads the page and calls it damaged.
        limits = ("-max_len=4096", "-rss_limit_mb=2600", "-timeout=30", "-verbosity=1")
        atheris.Setup([sys.argv[0], *flags, *limits, folder, str(CORPUS / extension)], case)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
