"""Client of: Osmosis rollout server. A module each operation. Generated; do not edit."""
