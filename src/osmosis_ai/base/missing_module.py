"""What to add where a module that code imports is not installed."""

from __future__ import annotations

__all__ = ["distribution_of"]

_DISTRIBUTIONS = {
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python",
    "dateutil": "python-dateutil",
    "dotenv": "python-dotenv",
    "PIL": "pillow",
    "sklearn": "scikit-learn",
    "yaml": "pyyaml",
}
"""Packages whose name on the index is not that of their module."""


def distribution_of(module: str) -> str:
    """The name on the package index of what holds a module, such as `pyyaml` for `yaml.nodes`."""
    package = module.partition(".")[0]
    return _DISTRIBUTIONS.get(package, package)
