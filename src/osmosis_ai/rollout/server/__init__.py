"""The rollout server: the contract's routes over an execution backend."""

from osmosis_ai.rollout.server.app import create_rollout_server
from osmosis_ai.rollout.server.serve import serve

__all__ = ["create_rollout_server", "serve"]
