"""Reads a trajectory with the published package's own models, run by its interpreter; prints what it understood.

Usage: read_trajectory.py FILE
"""

import json
import sys
from pathlib import Path

from osmosis_ai.rollout.trajectory.atif import Trajectory

if __name__ == "__main__":
    document = json.loads(Path(sys.argv[1]).read_text())
    read = Trajectory.model_validate(document)
    told = {"steps": len(read.steps), "again": json.loads(read.model_dump_json(exclude_none=True))}
    try:
        from osmosis_ai.rollout.container.trajectories import messages_from_trajectory
    except ModuleNotFoundError:
        told["messages"] = None
    else:
        told["messages"] = messages_from_trajectory(document)
    print(json.dumps(told))
