"""The bridge between rollouts and the policy model."""
