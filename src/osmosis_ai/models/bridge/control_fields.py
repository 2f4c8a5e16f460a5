"""Fields of a chat request that would steer the bridge's own machinery, and so are refused.

A rollout may set any inference parameter. It may not choose where the request goes, with which
credentials, how often it is tried, what it is booked on, or what happens around it: those belong to the
run. `metadata` is allowed.
"""

import re
from collections.abc import Iterable, Mapping

ROUTING = """
    account_id allowed_model_region api_base api_type api_version auto_router_config
    auto_router_config_path auto_router_default_model auto_router_embedding_model
    auto_router_max_input_chars auto_router_model_compression auto_router_routing_compression
    adaptive_router_config adaptive_router_default_model azure base_model base_url
    complexity_router_config complexity_router_default_model config custom_llm_provider data_residency
    deployment_id endpoint_url engine hf_model_name method model_alias_map model_config
    model_file_id_mapping model_id model_info model_list models order preset project_id
    provider_affinity_header quality_router_config quality_router_default_model region region_name
    routing_strategy silent_model switchyard_router_config url use_chat_completions_api
    use_in_pass_through use_litellm_proxy use_xai_oauth weight workspace_id
"""

CREDENTIALS = """
    anthropic_disable_workload_identity_federation anthropic_federation_rule_id
    anthropic_federation_workspace_id anthropic_identity_source anthropic_identity_token
    anthropic_identity_token_file anthropic_issuer_audience anthropic_issuer_signing_key_ref
    anthropic_issuer_subject anthropic_issuer_ttl_seconds anthropic_issuer_url
    anthropic_keycloak_auth_method anthropic_keycloak_client_id anthropic_keycloak_client_secret_ref
    anthropic_keycloak_scope anthropic_keycloak_token_url anthropic_organization_id
    anthropic_service_account_id api_key azure_ad_token azure_ad_token_provider bedrock_tags
    chatgpt_auth_file client_id client_secret configurable_clientside_auth_params gcs_bucket_name
    gcs_path_service_account github_copilot_auth_type github_copilot_host github_copilot_user_session
    openai_identity_provider_id openai_identity_token_file openai_service_account_id organization
    secret_fields tenant_id token_exchange_audience token_exchange_endpoint token_exchange_profile
    token_exchange_scope token token_type
"""

TRANSPORT = """
    allow_client_keepalive_override client client_side_timeout default_headers default_query extra_headers
    extra_query force_timeout headers http_client keepalive_seconds max_file_size_mb mock_timeout
    provider_specific_header proxy proxy_server_request request_timeout shared_session ssl_verify
    stream_chunk_size stream_response stream_timeout stream_timeout_by_service_tier timeout
    timeout_by_service_tier use_client user_agent
"""

RETRIES_AND_LIMITS = """
    attempted_targets budget_duration caching_groups context_window_fallback_dict cooldown_time
    daily_reset_time default_api_key_rpm_limit default_api_key_tpm_limit fallback_depth fallbacks
    fastest_response itpm max_agentic_loops max_budget max_fallbacks max_parallel_requests max_retries
    num_retries otpm retry_policy retry_strategy rpd rpm tpd tpm
"""

ACCOUNTING_AND_CACHE = """
    cache cache_key caching enable_tag_filtering fedramp_uplift_multiplier no-log preset_cache_key
    regional_endpoint_uplift_multiplier regional_processing_uplift_multiplier_eu
    regional_processing_uplift_multiplier_us tag_regex tags tiered_pricing ttl usage user_config
"""

CALLBACKS_AND_TELEMETRY = """
    arize_api_key arize_error_sampling_rate arize_otlp_protocol arize_space_id arize_space_key
    arize_success_sampling_rate callbacks complete_response completion_call_id dd_agent_host dd_agent_port
    dd_api_key dd_site failure_callback guardrails humanloop_api_key id kubernetes_pod_discovery
    langfuse_environment langfuse_host langfuse_prompt_version langfuse_public_key langfuse_secret
    langfuse_secret_key langfuse_span_scope langsmith_api_key langsmith_base_url langsmith_project
    langsmith_sampling_rate langsmith_tenant_id log_client_error_tracebacks logger_fn newrelic_api_key
    newrelic_region posthog_api_key posthog_api_url signoz_ingestion_endpoint signoz_ingestion_key
    success_callback turn_off_message_logging verbose wandb_api_key weave_project_id
"""

PROMPTS = """
    assistant_continue_message bos_token contents custom_prompt_dict
    disable_add_transform_inline_image_block ensure_alternating_roles eos_token final_prompt_value
    initial_prompt_value input prompt prompt_environment prompt_id prompt_label prompt_variables
    prompt_version roles supports_system_message system system_instruction user_continue_message
"""

LIBRARY_SWITCHES = """
    acompletion additional_drop_params aembedding aimg_generation allm_passthrough_route
    allowed_openai_params async_call atext_completion drop_params enable_json_schema_validation
    enable_prompt_caching fireworks_forward_user_id merge_reasoning_content_in_choices mock_response
    mock_tool_calls output_vector_size responses_api_version rust search_tool_name self text_completion
    thought_signature_in_tool_call_id
"""

PREFIXES = ("_", "litellm_", "aws_", "azure_", "vertex_", "watsonx_", "sagemaker_", "oci_", "wx_", "s3_")
PRICE_PREFIXES = ("input_cost_per_", "output_cost_per_", "cache_creation_input_", "cache_read_input_")
_PRICE = re.compile(r"_cost(_per_\w+)?$|^cost_per_|_cost_per_")

CONTROL_FIELDS = frozenset(
    " ".join(
        (
            ROUTING,
            CREDENTIALS,
            TRANSPORT,
            RETRIES_AND_LIMITS,
            ACCOUNTING_AND_CACHE,
            CALLBACKS_AND_TELEMETRY,
            PROMPTS,
            LIBRARY_SWITCHES,
        )
    ).split()
)
ALLOWED = frozenset({"metadata"})
_ALL_PREFIXES = PREFIXES + PRICE_PREFIXES


def is_control_field(name: str, more: frozenset[str] = frozenset()) -> bool:
    """Whether a field of this name is refused; `more` adds names that the model in use reserves."""
    if name in ALLOWED:
        return False
    return (
        name in CONTROL_FIELDS
        or name in more
        or name.startswith(_ALL_PREFIXES)
        or ("cost" in name and _PRICE.search(name) is not None)
    )


def control_fields_in(body: Mapping[str, object] | Iterable[str], more: frozenset[str] = frozenset()) -> list[str]:
    """Every refused field of a request, sorted."""
    return sorted(name for name in body if is_control_field(name, more))
