"""What a rollout server tells about its rollouts while they run: telemetry and live previews, both asked for by
variables of its environment, and neither able to slow or to fail a rollout."""
