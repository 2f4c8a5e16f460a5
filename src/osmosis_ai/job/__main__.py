"""`python -m osmosis_ai.job`: works on the run that its ticket is for, and ends.

The platform's address and the ticket come in the environment, so that no list of processes shows them.
"""

from __future__ import annotations

import gc
import os
import sys

from osmosis_ai.base.lean_imports import leave_out_httpx_command
from osmosis_ai.base.variables import JOB_PLATFORM_URL, JOB_TICKET

__all__ = ["main"]

_OBJECTS_BETWEEN_COLLECTIONS = 100_000
"""Until rollouts run: looking through what is being imported finds nothing, and takes a tenth of the time."""

_USAGE = 2
_FAILED = 1


def main() -> int:
    """The exit status: 0 for a run that ended and for one that another job has, 1 where this job could not go on."""
    url, ticket = os.environ.pop(JOB_PLATFORM_URL, ""), os.environ.pop(JOB_TICKET, "")
    if not url or not ticket:
        sys.stderr.write(f"{JOB_PLATFORM_URL} and {JOB_TICKET} are not set: a job is started by its platform.\n")
        return _USAGE
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    leave_out_httpx_command()
    import asyncio

    from osmosis_ai.base.errors import OsmosisError
    from osmosis_ai.job.process import run_job

    try:
        return asyncio.run(run_job(url, ticket, dict(os.environ)))
    except OsmosisError as error:
        sys.stderr.write(f"Error: {error}\n")
        return _FAILED


if __name__ == "__main__":
    sys.exit(main())
