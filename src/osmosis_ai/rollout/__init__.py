"""The rollout SDK."""
