"""Telemetry of a rollout server, sent where the environment asks for it."""
