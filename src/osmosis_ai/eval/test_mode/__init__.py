"""Test mode: an agent loop, or a workflow, run in this process on rows of a file: a run of the engine."""
