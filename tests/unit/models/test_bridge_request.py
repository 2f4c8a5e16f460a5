"""What the bridge passes on, what it refuses, and what it keeps to itself."""

import json
from typing import Any

import pytest

from osmosis_ai.models.bridge.control_fields import control_fields_in, is_control_field
from osmosis_ai.models.bridge.request import BridgeRequest, RequestRefusedError, deep_merge
from osmosis_ai.models.providers.native import import_litellm, reserved_fields

MESSAGES = [{"role": "user", "content": "2*3?"}]


def read(**body: Any) -> BridgeRequest:
    return BridgeRequest.read(json.dumps({"messages": MESSAGES, **body}).encode())


def refusal(raw: bytes) -> RequestRefusedError:
    with pytest.raises(RequestRefusedError) as caught:
        BridgeRequest.read(raw)
    return caught.value


def test_inference_parameters_are_passed_on_whatever_their_name():
    """There is no list of allowed ones: known, vendor-specific and unheard-of fields all arrive."""
    fields = {
        "temperature": 0.3,
        "tools": [{"type": "function", "function": {"name": "mul"}}],
        "reasoning": {"effort": "low"},
        "provider": {"sort": "latency"},
        "metadata": {"user": "a"},
        "foo": [None, {"bar": 1}],
        "logprobs": True,
    }
    assert read(**fields).body == {"messages": MESSAGES, **fields}


def test_model_stream_stream_options_and_n_are_the_bridges_own():
    """They decide how the bridge answers; stream_options reach the provider where a stream is asked for."""
    options = {"include_usage": True, "include_obfuscation": False}
    request = read(model="osmosis-rollout", stream=True, stream_options=options, n=1)
    body = {"messages": MESSAGES, "stream_options": options}
    assert request == BridgeRequest(body=body, stream=True, model="osmosis-rollout", include_usage=True)
    assert read(stream_options=options).body == {"messages": MESSAGES}
    assert not read(stream=True, stream_options={"include_usage": None}).include_usage
    assert read(stream=None, n=None, model=None) == BridgeRequest({"messages": MESSAGES}, stream=False, model=None)


def test_extra_body_is_merged_object_by_object_and_wins():
    """Its values replace the body's; where both hold an object the two are merged."""
    request = read(
        temperature=0.1,
        reasoning={"effort": "low", "summary": "auto"},
        extra_body={"temperature": 0.9, "reasoning": {"effort": "high"}, "new": 1, "stream": True},
    )
    assert request.body["temperature"] == 0.9
    assert request.body["reasoning"] == {"effort": "high", "summary": "auto"}
    assert request.body["new"] == 1
    assert request.stream
    assert "extra_body" not in request.body


def test_merging_changes_neither_side():
    """deep_merge makes a new object."""
    base, over = {"a": {"b": 1}}, {"a": {"c": 2}}
    assert deep_merge(base, over) == {"a": {"b": 1, "c": 2}}
    assert (base, over) == ({"a": {"b": 1}}, {"a": {"c": 2}})


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "not valid JSON"),
        (b"{", "not valid JSON"),
        (b"\xff\xfe", "not valid JSON"),
        (b'{"messages":[{"role":"user"}],"temperature":NaN}', "not valid JSON"),
        (b"[" * 100_000, "not valid JSON"),
        (b"[]", "must be a JSON object"),
        (b'"text"', "must be a JSON object"),
        (b"{}", "messages must be"),
        (b'{"messages":[]}', "messages must be"),
        (b'{"messages":["hi"]}', "messages must be"),
        (b'{"messages":[{}],"n":2}', "n must be 1"),
        (b'{"messages":[{}],"n":true}', "n must be 1"),
        (b'{"messages":[{}],"stream":"yes"}', "stream must be"),
        (b'{"messages":[{}],"stream":true,"stream_options":[]}', "stream_options must be"),
        (b'{"messages":[{}],"stream_options":{"include_usage":1}}', "include_usage must be"),
        (b'{"messages":[{}],"model":3}', "model must be"),
        (b'{"messages":[{}],"extra_body":[]}', "extra_body must be an object"),
        (b'{"messages":[{}],"extra_body":{"extra_body":{}}}', "must not hold another"),
    ],
)
def test_a_request_that_cannot_be_passed_on_is_400_and_says_why(raw: bytes, says: str):
    """Every refusal names the field at fault."""
    refused = refusal(raw)
    assert refused.status == 400
    assert says in refused.message


def test_control_fields_are_refused_and_all_of_them_named():
    """One answer names every refused field, those of extra_body included, in alphabetical order."""
    raw = {"messages": MESSAGES, "timeout": 3, "api_key": "x", "extra_body": {"base_url": "x", "aws_role": 1}}
    assert refusal(json.dumps(raw).encode()).message.endswith(": api_key, aws_role, base_url, timeout.")


CONTROL = """
    base_url extra_headers default_headers deployment_id drop_params additional_drop_params callbacks
    success_callback failure_callback ssl_verify engine config url endpoint_url api_type model_id
    account_id project_id region workspace_id method user_config user_agent models preset usage contents
    system system_instruction prompt input api_key api_base headers timeout max_retries num_retries
    fallbacks mock_response custom_llm_provider tags caching organization _internal litellm_call_id
    aws_region_name azure_ad_token vertex_project watsonx_x sagemaker_x oci_x wx_x s3_x
    input_cost_per_token output_cost_per_second cache_read_input_token_cost
"""
INFERENCE = """
    metadata temperature top_p top_k max_tokens max_completion_tokens tools tool_choice response_format
    seed stop user reasoning reasoning_effort thinking provider logprobs top_logprobs logit_bias store
    verbosity service_tier parallel_tool_calls presence_penalty repetition_penalty min_p guided_json
    chat_template_kwargs messages web_search_options prediction modalities costume cost_preference
"""


@pytest.mark.parametrize("name", CONTROL.split())
def test_routing_accounting_and_prompt_fields_are_control_fields(name: str):
    """Every name and prefix the protocol lists is refused."""
    assert is_control_field(name)


@pytest.mark.parametrize("name", INFERENCE.split())
def test_inference_parameters_are_no_control_fields(name: str):
    """Parameters of OpenAI, vLLM and OpenRouter pass."""
    assert not is_control_field(name)


def test_a_model_may_reserve_further_names():
    """Names the model's library takes for itself are refused with the rest, except metadata."""
    assert control_fields_in({"x": 1, "metadata": 2, "y": 3}, frozenset({"x", "metadata"})) == ["x"]


def test_every_runtime_parameter_of_litellm_is_a_control_field():
    """A request is refused the same way whichever path its model takes."""
    assert [name for name in sorted(reserved_fields(import_litellm())) if not is_control_field(name)] == []
