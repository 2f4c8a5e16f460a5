"""API from before version 0.3 in a workspace's rollouts: where it is used, and what takes its place.

`names` holds what is gone, as data; `kinds` tells what a module's names stand for; `uses` walks one module; `pins`
reads one project file; `survey` goes through a workspace.
"""
