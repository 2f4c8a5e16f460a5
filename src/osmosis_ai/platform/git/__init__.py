"""Repositories: mirrors made by the git command, and what a mirror holds."""
