"""Models of providers with an API of their own, through LiteLLM.

Importing LiteLLM takes seconds and, unless told otherwise, fetches a price list; so it is imported late, in a
thread, and told.
"""

import asyncio
import logging
import os
import warnings
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.models.direct import read_retry_after
from osmosis_ai.models.policy import (
    Completion,
    FaultKind,
    ProviderError,
    Sanitiser,
    kind_of_status,
    read_completion,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

DEFAULT_TIMEOUT = 600.0
_OPENAI_PARAMETERS = """
    model messages functions function_call temperature top_p n stream stream_options stop max_tokens
    max_completion_tokens modalities prediction audio presence_penalty frequency_penalty logit_bias user
    response_format seed tools tool_choice parallel_tool_calls logprobs top_logprobs reasoning_effort
    verbosity safety_identifier service_tier store prompt_cache_key prompt_cache_retention thinking
    web_search_options metadata include_server_side_tool_invocations kwargs
"""
# These take credentials from files, roles and machine identities too: a missing variable proves nothing.
_AMBIENT_CREDENTIALS = frozenset(
    {"bedrock", "sagemaker", "vertex_ai", "vertex_ai_beta", "azure", "azure_ai", "watsonx"}
)
_KINDS: tuple[tuple[str, FaultKind], ...] = (
    ("AuthenticationError", FaultKind.AUTHENTICATION),
    ("PermissionDeniedError", FaultKind.PERMISSION),
    ("BudgetExceededError", FaultKind.BUDGET),
    ("PaymentRequiredError", FaultKind.BUDGET),
    ("NotFoundError", FaultKind.NOT_FOUND),
    ("UnsupportedParamsError", FaultKind.UNSUPPORTED),
    ("UnprocessableEntityError", FaultKind.UNPROCESSABLE),
    ("RateLimitError", FaultKind.RATE_LIMIT),
    ("Timeout", FaultKind.TIMEOUT),
    ("APIConnectionError", FaultKind.CONNECTION),
    ("APIResponseValidationError", FaultKind.INVALID_RESPONSE),
    ("BadRequestError", FaultKind.BAD_REQUEST),
)
EXAMPLES = (
    "Write provider/model, for example openai/gpt-5-mini, anthropic/<model>, openrouter/<vendor>/<model>, "
    "hosted_vllm/<model> with HOSTED_VLLM_API_BASE, or local/smollm2-135m-instruct for the embedded one."
)


class NativeModel:
    """A model called through LiteLLM. Unsupported parameters are errors, never dropped."""

    def __init__(self, name: str, litellm: Any, sanitise: Sanitiser, reserved_fields: frozenset[str]) -> None:
        self.name = name
        self.reserved_fields = reserved_fields
        self._litellm = litellm
        self._sanitise = sanitise

    async def complete(
        self,
        body: dict[str, Any],
        *,
        timeout: float | None = None,  # noqa: ASYNC109  enforced by the library
    ) -> Completion:
        """See PolicyModel.complete."""
        try:
            response = await self._litellm.acompletion(
                **{**body, "model": self.name}, drop_params=False, timeout=timeout or DEFAULT_TIMEOUT
            )
            decoded = response.model_dump()
        except Exception as error:
            raise self._fault(error) from error
        return read_completion(decoded, status=200)

    def _fault(self, error: Exception) -> ProviderError:
        names = {base.__name__ for base in type(error).__mro__}
        status = getattr(error, "status_code", None)
        status = status if isinstance(status, int) else None
        kind = next((kind for name, kind in _KINDS if name in names), None)
        if kind is None:
            kind = FaultKind.SERVER if status is None else kind_of_status(status)
        if "InternalServerError" in names and _refused_connection(error):
            kind, status = FaultKind.CONNECTION, None
        if kind is FaultKind.RATE_LIMIT and "insufficient_quota" in str(error):
            kind = FaultKind.BUDGET
        headers = getattr(getattr(error, "response", None), "headers", None) or {}
        return ProviderError(
            self._sanitise(str(error) or type(error).__name__),
            kind=kind,
            status=None if kind in {FaultKind.CONNECTION, FaultKind.TIMEOUT} else status,
            retry_after=read_retry_after(headers.get("retry-after")),
        )


def _refused_connection(error: BaseException) -> bool:
    """Whether a connection that never came about lies below: the library files it under server errors."""
    seen: BaseException | None = error
    while seen is not None:
        names = {base.__name__ for base in type(seen).__mro__}
        if names & {"ConnectError", "APIConnectionError", "ConnectionRefusedError", "ClientConnectorError"}:
            return True
        seen = seen.__cause__ or seen.__context__
    return "Connection error" in str(error)


@asynccontextmanager
async def open_native(name: str, *, env: Mapping[str, str], sanitise: Sanitiser) -> AsyncIterator[NativeModel]:
    """The model LiteLLM knows by this name, for as long as the context lasts.

    The library takes keys from the process's environment, so `env` is exported meanwhile. Raises
    OsmosisError for a name it cannot resolve and for a missing key.
    """
    litellm = await asyncio.to_thread(import_litellm)
    with _exported(env):
        provider = _resolve(litellm, name)
        _require_key(litellm, name, provider)
        try:
            yield NativeModel(name, litellm, sanitise, reserved_fields(litellm))
        finally:
            await litellm.close_litellm_async_clients()


def import_litellm() -> Any:
    """LiteLLM, quiet and with the price list it came with. Takes seconds the first time."""
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    # It declares types pydantic cannot protect, which is of no interest to who runs an evaluation.
    warnings.filterwarnings("ignore", message=r".*`ReadOnly` qualifier", category=UserWarning)
    try:
        import litellm
    except ImportError as error:
        raise OsmosisError(
            "This model needs the package litellm, which is not installed.",
            hint="Install it with: pip install 'osmosis-ai[eval]'",
        ) from error
    litellm.suppress_debug_info = True
    logging.getLogger("LiteLLM").setLevel(logging.ERROR)
    return litellm


def reserved_fields(litellm: Any) -> frozenset[str]:
    """Every name this version of the library takes for itself instead of passing it to the model."""
    import inspect

    own = set(getattr(litellm, "all_litellm_params", ())) | set(inspect.signature(litellm.acompletion).parameters)
    return frozenset(own.difference(_OPENAI_PARAMETERS.split()))


def _resolve(litellm: Any, name: str) -> str:
    try:
        _, provider, _, _ = litellm.get_llm_provider(name)
    except Exception as error:
        providers = [getattr(entry, "value", str(entry)) for entry in litellm.provider_list]
        prefix, slash, rest = name.partition("/")
        close = get_close_matches(prefix.lower(), providers, n=1, cutoff=0.7) if slash else []
        known = f"No provider is called {prefix!r}." if slash else "It names no provider."
        hint = f"Did you mean {close[0]}/{rest}? {EXAMPLES}" if close else EXAMPLES
        raise OsmosisError(f"experiment.model_path: {name!r} cannot be resolved. {known}", hint=hint) from error
    return str(provider)


def _require_key(litellm: Any, name: str, provider: str) -> None:
    if provider in _AMBIENT_CREDENTIALS:
        return
    found = litellm.validate_environment(name)
    missing = [key for key in found.get("missing_keys", ()) if key.endswith(("_KEY", "_TOKEN"))]
    if found.get("keys_in_environment") or not missing:
        return
    raise missing_key(name, *missing)


def missing_key(name: str, *variables: str) -> OsmosisError:
    """The error for a model whose API key is not set."""
    return OsmosisError(
        f"{name} needs an API key: {' or '.join(variables)} is not set.",
        hint=f'Add it to the config, [secrets] required = ["{variables[-1]}"], and set it in the environment '
        "or in the file given by --secrets-file.",
        details={"missing": list(variables)},
    )


@contextmanager
def _exported(env: Mapping[str, str]) -> "Iterator[None]":
    """`env` over the process's environment, undone afterwards."""
    before = {name: os.environ.get(name) for name, value in env.items() if os.environ.get(name) != value}
    os.environ.update({name: env[name] for name in before})
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
