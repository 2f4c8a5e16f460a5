"""The paths of pages that answers, messages and other pages lead to; the platform's public URL goes in front."""

from __future__ import annotations

__all__ = ["dataset_page", "run_page"]


def run_page(workspace: str, run_id: str) -> str:
    """The page of an evaluation."""
    return f"/{workspace}/evals/{run_id}"


def dataset_page(workspace: str, dataset_id: str) -> str:
    """The page of a dataset."""
    return f"/{workspace}/datasets/{dataset_id}"
