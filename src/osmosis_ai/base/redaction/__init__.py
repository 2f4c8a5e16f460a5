"""Keeping secrets out of what is written."""
