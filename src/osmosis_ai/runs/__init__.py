"""A run on disk: the local implementation of the engine's ports."""
