"""Planted bugs: what a person would get wrong in a rollout server, each by its clause."""
