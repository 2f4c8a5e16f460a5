"""From a model_path to a model that can be called."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.models.embedded.local import LocalOptions, open_local
from osmosis_ai.models.policy import PolicyModel, Sanitiser
from osmosis_ai.models.providers.direct import open_direct
from osmosis_ai.models.providers.limit import ProviderLimit
from osmosis_ai.models.providers.native import EXAMPLES, missing_key, open_native
from osmosis_ai.models.providers.retries import PatientModel

LOCAL_PREFIX = "local/"
_OFFICIAL_OPENAI_HOST = "api.openai.com"


@dataclass(frozen=True, slots=True)
class _Direct:
    """A provider whose endpoint takes OpenAI's request JSON: where it is, and which variables say so."""

    base_variables: tuple[str, ...]
    key_variable: str | None
    default_base: str | None = None
    key_required: bool = False
    suffix: str = ""


_OLLAMA = _Direct(("OLLAMA_API_BASE",), "OLLAMA_API_KEY", "http://localhost:11434", suffix="/v1")
_DIRECT: dict[str, _Direct] = {
    "hosted_vllm": _Direct(("HOSTED_VLLM_API_BASE",), "HOSTED_VLLM_API_KEY"),
    "ollama": _OLLAMA,
    "ollama_chat": _OLLAMA,
    "openrouter": _Direct(
        ("OPENROUTER_API_BASE",), "OPENROUTER_API_KEY", "https://openrouter.ai/api/v1", key_required=True
    ),
    "litellm_proxy": _Direct(("LITELLM_PROXY_API_BASE",), "LITELLM_PROXY_API_KEY"),
}
_OWN_OPENAI = _Direct(("OPENAI_BASE_URL", "OPENAI_API_BASE"), "OPENAI_API_KEY")


def open_policy_model(
    model_path: str,
    *,
    env: Mapping[str, str],
    slots: int,
    log: Callable[[str], None],
    local: LocalOptions | None = None,
    width: int | None = None,
) -> AbstractAsyncContextManager[PolicyModel]:
    """The model an eval config names by `experiment.model_path`, for as long as the context lasts.

    `env` holds keys and base URLs: the process's environment with [env] and secrets over it. `slots` is how many
    calls the embedded model serves at a time, `local` adjusts it otherwise. `width` is how many calls a provider gets
    at a time at first, None for all; it sinks and grows as the provider's rate limits want it. `log` gets lines
    about what takes time (fetching, loading, rate limits) and what a model server says. Entering raises OsmosisError
    for a name that cannot be resolved, a missing key or base URL, and whatever keeps the embedded model from starting.
    """
    return _open(model_path, env=env, slots=slots, log=log, local=local or LocalOptions(), width=width)


@asynccontextmanager
async def _open(
    model_path: str,
    *,
    env: Mapping[str, str],
    slots: int,
    log: Callable[[str], None],
    local: LocalOptions,
    width: int | None,
) -> AsyncIterator[PolicyModel]:
    prefix, _, model = model_path.partition("/")
    if not model_path.strip() or (prefix != model_path and not model):
        raise OsmosisError(f"experiment.model_path: {model_path!r} names no model.", hint=EXAMPLES)
    if model_path.startswith(LOCAL_PREFIX):
        async with open_local(model_path, env=env, slots=slots, log=log, options=local) as embedded:
            yield embedded
        return
    async with _open_provider(model_path, env) as once:
        yield PatientModel(once, ProviderLimit(width, log))


def _open_provider(model_path: str, env: Mapping[str, str]) -> AbstractAsyncContextManager[PolicyModel]:
    """The provider's model, which tries every call once."""
    sanitise = Sanitiser(env)
    prefix, _, model = model_path.partition("/")
    direct = _direct_for(prefix, env)
    if direct is None:
        return open_native(model_path, env=env, sanitise=sanitise)
    base, key = _base_url(model_path, direct, env), _key(model_path, direct, env)
    return open_direct(model_path, model, base, api_key=key, sanitise=sanitise)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where requests go straight to, and the key they carry. `base_url` has no slash at its end."""

    base_url: str
    api_key: str | None


def endpoint_of(model_path: str, env: Mapping[str, str]) -> Endpoint | None:
    """The endpoint that a variable names for a model path; None for a provider at its usual address."""
    direct = _direct_for(model_path.partition("/")[0], env)
    if direct is None or _first(env, direct.base_variables) is None:
        return None
    try:
        return Endpoint(_base_url(model_path, direct, env), _key(model_path, direct, env))
    except OsmosisError:
        return None  # opening the model says what is wrong with it


def _direct_for(prefix: str, env: Mapping[str, str]) -> _Direct | None:
    if prefix == "openai":
        return _OWN_OPENAI if own_openai_base(env) else None
    return _DIRECT.get(prefix)


def own_openai_base(env: Mapping[str, str]) -> str | None:
    """The base URL that makes `openai/` an endpoint of the user's own; None where it is OpenAI's."""
    base = _first(env, _OWN_OPENAI.base_variables)
    return base if base and _host(base) != _OFFICIAL_OPENAI_HOST else None


def _first(env: Mapping[str, str], variables: tuple[str, ...]) -> str | None:
    return next((env[name].strip() for name in variables if env.get(name, "").strip()), None)


def _base_url(model_path: str, direct: _Direct, env: Mapping[str, str]) -> str:
    base = _first(env, direct.base_variables) or direct.default_base
    variable = direct.base_variables[0]
    if base is None:
        raise OsmosisError(
            f"{model_path} needs the endpoint's base URL: {variable} is not set.",
            hint=f'Add it to the config, for example [env] {variable} = "http://localhost:8000/v1".',
            details={"missing": [variable]},
        )
    if _host(base) is None:
        raise OsmosisError(
            f"{model_path}: {variable} is not an http or https URL.",
            hint="Write it like http://localhost:8000/v1.",
        )
    base = base.rstrip("/")
    return base if base.endswith(direct.suffix) else base + direct.suffix


def _host(base: str) -> str | None:
    """The host of an http or https URL; None if it is none."""
    try:
        parts = urlsplit(base)
        _ = parts.port
    except ValueError:
        return None
    return parts.hostname if parts.scheme in {"http", "https"} else None


def _key(model_path: str, direct: _Direct, env: Mapping[str, str]) -> str | None:
    key = _first(env, (direct.key_variable,)) if direct.key_variable else None
    if key is None and direct.key_required and direct.key_variable:
        raise missing_key(model_path, direct.key_variable)
    return key
