"""Stands in for PyTorch, which SkyRL imports and its JAX backend does not use. A CPU build cannot be had everywhere."""


class Tensor:
    """Named in annotations, never made."""
