"""The controller's side of the rollout protocol. Its face is `osmosis_ai.rollout.client`."""
