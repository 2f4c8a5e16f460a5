"""The adapter for llama.cpp: names and shapes of its tensors, and the order of the rows of queries and keys."""

from __future__ import annotations

import numpy as np
import pytest

from osmosis_ai.train.isolated.trl_worker.adapter_gguf import Heads, gguf_name, gguf_tensors, permuted_rows

PREFIX = "base_model.model.model.layers"


def test_tensors_have_llama_cpps_names():
    assert gguf_name(f"{PREFIX}.0.self_attn.q_proj.lora_A.weight") == "blk.0.attn_q.weight.lora_a"
    assert gguf_name(f"{PREFIX}.11.mlp.down_proj.lora_B.default.weight") == "blk.11.ffn_down.weight.lora_b"


def test_a_weight_without_a_place_is_an_error():
    """Leaving it out would serve another model than the trained one."""
    with pytest.raises(ValueError, match="no place"):
        gguf_name("base_model.model.lm_head.lora_A.weight")


def test_rows_of_a_head_go_from_halves_to_pairs():
    """Of a head with rows 0 1 2 3, transformers' halves (0 1) and (2 3) become the pairs (0 2) and (1 3)."""
    b = np.arange(8, dtype=np.float32).reshape(8, 1)
    assert permuted_rows(b, 2).ravel().tolist() == [0, 2, 1, 3, 4, 6, 5, 7]


def test_rows_that_are_not_whole_heads_are_an_error():
    with pytest.raises(ValueError, match="heads"):
        permuted_rows(np.zeros((6, 1)), 2)


def test_only_b_of_queries_and_keys_is_permuted_each_by_its_own_heads():
    rows = np.arange(8, dtype=np.float32).reshape(8, 1)
    names = ["self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "mlp.up_proj"]
    weights = {f"{PREFIX}.0.{name}.lora_B.weight": rows for name in names}
    weights |= {f"{PREFIX}.0.{name}.lora_A.weight": rows.T for name in names}
    tensors = gguf_tensors(weights, Heads(queries=2, keys=1))
    assert tensors["blk.0.attn_q.weight.lora_b"].ravel().tolist() == [0, 2, 1, 3, 4, 6, 5, 7]
    assert tensors["blk.0.attn_k.weight.lora_b"].ravel().tolist() == [0, 4, 1, 5, 2, 6, 3, 7]
    for name in ("attn_v", "ffn_up"):
        assert tensors[f"blk.0.{name}.weight.lora_b"].ravel().tolist() == list(range(8))
    assert tensors["blk.0.attn_q.weight.lora_a"].ravel().tolist() == list(range(8))
    assert {tensor.dtype for tensor in tensors.values()} == {np.dtype(np.float32)}


def test_half_of_a_pair_is_an_error():
    with pytest.raises(ValueError, match="counterpart"):
        gguf_tensors({f"{PREFIX}.0.mlp.up_proj.lora_A.weight": np.zeros((2, 2))}, Heads(1, 1))
