"""Models of providers with an API of their own, through LiteLLM.

Importing LiteLLM takes seconds and fetches a price list unless a variable forbids it; so it is imported late, in a
thread, with that variable set.
"""

import asyncio
import logging
import os
import warnings
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager, contextmanager
from copy import deepcopy
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.http.loopback_environment import for_loopback
from osmosis_ai.base.http.network_variables import proxy_for, proxy_variable_for, ssl_context_for
from osmosis_ai.models.model_path import MissingApiKeyError, ModelPathError, require_key
from osmosis_ai.models.policy import Completion, FaultKind, ProviderError, Sanitiser, read_completion
from osmosis_ai.models.providers.faults import fault_of_exception

if TYPE_CHECKING:
    from collections.abc import Iterator

DEFAULT_TIMEOUT = 600.0
_SOME_PROVIDER = "https://provider.invalid"
"""In place of the provider's address, which the library knows."""
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
# The keys, any of which will do, of providers that take nothing else. Every other provider's are LiteLLM's to know.
_KEYS: Mapping[str, tuple[str, ...]] = {
    "openai": ("OPENAI_API_KEY",),
    "anthropic": ("ANTHROPIC_API_KEY",),
    "gemini": ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
    "groq": ("GROQ_API_KEY",),
    "mistral": ("MISTRAL_API_KEY",),
    "deepseek": ("DEEPSEEK_API_KEY",),
}
_TAKE_METADATA = frozenset({"openai", "azure"})


class NativeModel:
    """A model called through LiteLLM. Unsupported parameters are errors, never dropped."""

    def __init__(
        self,
        name: str,
        provider: str,
        litellm: Any,
        sanitise: Sanitiser,
        reserved_fields: frozenset[str],
        *,
        proxy_variable: str | None = None,
    ) -> None:
        self.name = name
        self._provider = provider
        self.reserved_fields = reserved_fields
        self._litellm = litellm
        self._sanitise = sanitise
        self._proxy_variable = proxy_variable

    async def complete(
        self,
        body: dict[str, Any],
        *,
        timeout: float | None = None,  # noqa: ASYNC109  enforced by the library
    ) -> Completion:
        """See PolicyModel.complete."""
        try:
            response = await self._call(body, timeout)
            decoded = response.model_dump()
        except ProviderError:
            raise
        except Exception as error:
            raise self._fault(error) from error
        return read_completion(decoded, status=200)

    async def stream(
        self,
        body: dict[str, Any],
        *,
        timeout: float | None = None,  # noqa: ASYNC109  enforced by the library
    ) -> AsyncGenerator[dict[str, Any]]:
        """See PolicyModel.stream."""
        options = {**(body.get("stream_options") or {}), "include_usage": True}
        try:
            chunks = await self._call(body | {"stream": True, "stream_options": options}, timeout)
            async with aclosing(chunks):
                async for chunk in chunks:
                    yield chunk.model_dump(exclude_none=True)
        except ProviderError:
            raise
        except Exception as error:
            raise self._fault(error) from error

    def _fault(self, error: Exception) -> ProviderError:
        """With the variable of the proxy that may be on the way, where there was no connection."""
        fault = fault_of_exception(error, self._sanitise)
        if fault.kind is FaultKind.CONNECTION and self._proxy_variable is not None:
            message = self._sanitise(f"{fault.message} ({self._proxy_variable} names a proxy)")
            fault = ProviderError(message, kind=fault.kind, status=fault.status, retry_after=fault.retry_after)
        return fault

    async def _call(self, body: dict[str, Any], seconds: float | None) -> Any:
        """Once: how often is `retries` to say, and the library's clients would try three times by themselves."""
        own = deepcopy(_with_metadata(body, self._provider))  # the library writes into what it is given
        return await self._litellm.acompletion(
            **{**own, "model": self.name},
            drop_params=False,
            num_retries=0,
            timeout=seconds or DEFAULT_TIMEOUT,
        )


def _with_metadata(body: dict[str, Any], provider: str) -> dict[str, Any]:
    """The body with `metadata` where the provider takes it; left alone, the library keeps it to itself in silence."""
    if "metadata" not in body:
        return body
    rest = {key: value for key, value in body.items() if key != "metadata"}
    metadata = body["metadata"]
    if metadata is None:
        return rest
    if provider in _TAKE_METADATA:
        return rest | {"extra_body": {"metadata": metadata}}
    if provider != "anthropic":
        raise _unsupported(f"{provider} takes no metadata.")
    if not isinstance(metadata, dict) or (others := sorted(set(metadata) - {"user_id"})):
        what = ", ".join(others) if isinstance(metadata, dict) else "something else"
        raise _unsupported(f"anthropic takes user_id alone in metadata, not {what}.")
    return body


def _unsupported(message: str) -> ProviderError:
    return ProviderError(message, kind=FaultKind.UNSUPPORTED, status=400)


@asynccontextmanager
async def open_native(name: str, *, env: Mapping[str, str], sanitise: Sanitiser) -> AsyncIterator[NativeModel]:
    """The model LiteLLM knows by this name, for as long as the context lasts.

    The library takes keys from the process's environment, so `env` is exported meanwhile. Raises
    OsmosisError for a name it cannot resolve, a missing key, and a proxy or certificate variable that cannot be used;
    a missing key of a well-known provider is reported before the library is imported.
    """
    require_key(name, {**os.environ, **env})
    proxies = [proxy_for(url, env) for url in (_SOME_PROVIDER, "http://provider.invalid")]  # a wrong one is reported
    proxy_variable = None if proxies[0] is None else proxy_variable_for(_SOME_PROVIDER, env)
    ssl_context_for(_SOME_PROVIDER, env)
    _require_well_known_key(name, env)
    litellm = await asyncio.to_thread(import_litellm)
    with _exported(for_loopback(env)):
        provider = _resolve(litellm, name)
        _require_key(litellm, name, provider)
        try:
            yield NativeModel(
                name, provider, litellm, sanitise, reserved_fields(litellm), proxy_variable=proxy_variable
            )
        finally:
            await litellm.close_litellm_async_clients()
            litellm.in_memory_llm_clients_cache.flush_cache()  # or the next model gets the closed ones


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
    litellm.drop_params = litellm.modify_params = False  # whatever the environment says
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
        suggestion = f"{close[0]}/{rest}" if close else None
        raise ModelPathError(name, f"cannot be resolved. {known}", suggestion=suggestion) from error
    return str(provider)


def _require_well_known_key(name: str, env: Mapping[str, str]) -> None:
    """Raises MissingApiKeyError where that can be said without LiteLLM, whose import takes seconds."""
    keys = _KEYS.get(name.partition("/")[0], ())
    if keys and not any(env.get(key) or os.environ.get(key) for key in keys):
        raise MissingApiKeyError(name, *keys)


def _require_key(litellm: Any, name: str, provider: str) -> None:
    if provider in _AMBIENT_CREDENTIALS:
        return
    found = litellm.validate_environment(name)
    missing = [key for key in found.get("missing_keys", ()) if key.endswith(("_KEY", "_TOKEN"))]
    if found.get("keys_in_environment") or not missing:
        return
    raise MissingApiKeyError(name, *missing)


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
