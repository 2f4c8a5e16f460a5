"""Looking at runs: their folders read as they are on disk, finished or growing, whoever wrote them.

Nothing here writes to a run, takes its lock, or needs the program that made it.
"""
