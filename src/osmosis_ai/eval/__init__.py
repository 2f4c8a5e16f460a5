"""Local evaluation: the engine over a rollout server in its own process."""
