"""The merged model: each weight is W + alpha / rank * B A, and nothing that does not fit is added."""

from __future__ import annotations

import numpy as np
import pytest

from osmosis_ai.train.isolated.trl_worker.merge import merged


def test_a_weight_gets_b_times_a_at_the_adapters_scale():
    """Alpha 4 of rank 2 doubles the product."""
    a = np.array([[1, 0, 0], [0, 1, 0]], dtype=np.float32)
    b = np.array([[1, 2], [3, 4]], dtype=np.float32)
    weight = np.ones((2, 3), dtype=np.float32)
    assert merged(weight, a, b, 4.0).tolist() == [[3, 5, 1], [7, 9, 1]]
    assert merged(weight, a, b, 4.0).dtype == np.float32


@pytest.mark.parametrize(("a", "b"), [((2, 3), (2, 1)), ((2, 3), (3, 2)), ((2, 2), (2, 2))])
def test_matrices_that_do_not_fit_are_an_error(a: tuple[int, int], b: tuple[int, int]):
    """Also where numpy could stretch them."""
    with pytest.raises(ValueError, match="do not fit"):
        merged(np.zeros((2, 3), dtype=np.float32), np.zeros(a), np.zeros(b), 1.0)
