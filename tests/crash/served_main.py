"""The entrypoint of the evaluated rollout: puts the points in where the environment asks for it, then serves.

That comes first, before anything of ours is imported. It is copied, and run as main.
"""

import os
import runpy
import sys

if __name__ == "__main__":
    for spared in ("click", "pygments"):  # the command line that httpx brings: a fifth of the time that a start takes
        sys.modules[spared] = None
    if "OSMOSIS_CRASH_SERVER" in os.environ:
        sys.path.insert(0, os.environ["OSMOSIS_CRASH_HOME"])
        from tests.crash.hook import install_in_server

        install_in_server()
    runpy.run_module("served_rollout", run_name="__main__")
