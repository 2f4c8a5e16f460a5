"""What one run needs running: its environment, rollout server, model bridge, listener and tunnel, and the runner."""
