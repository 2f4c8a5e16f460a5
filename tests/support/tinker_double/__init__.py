"""A double of the client of a Tinker-compatible server: put on the path of the worker, it needs no server."""
