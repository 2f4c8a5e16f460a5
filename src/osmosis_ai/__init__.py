"""Osmosis: agent rollouts, their evaluation and the protocol between them."""

__version__ = "0.3.100"
