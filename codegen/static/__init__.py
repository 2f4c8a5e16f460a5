"""Modules copied as they are into the generated package; checked here as ordinary code."""
