"""API from before version 0.3 in a workspace's rollouts: where it is used, and what replaces it."""
