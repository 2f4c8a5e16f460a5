"""The process that holds one sandbox: it builds it, runs commands in it, and ends with whoever started it.

It runs with a bare interpreter, without site packages and without the packages above this one, so it starts in
milliseconds; only the standard library may be imported here.
"""
