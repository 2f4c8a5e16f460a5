"""A rollout's project as users write it, whose code runs in sandboxes."""
