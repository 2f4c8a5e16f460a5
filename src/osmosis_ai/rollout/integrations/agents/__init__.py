"""Agent frameworks bound to the rollout, a module each. Importing one imports its framework."""
