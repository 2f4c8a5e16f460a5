"""What a model_path names: the provider, the endpoint it needs and the variables that say where it is and give its key.

Plain look-ups that import no provider, so that a command can refuse a config at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from osmosis_ai.base.errors import OsmosisError

__all__ = [
    "EXAMPLES",
    "LOCAL_PREFIX",
    "BaseUrlMissingError",
    "DirectEndpoint",
    "InvalidBaseUrlError",
    "MissingApiKeyError",
    "ModelPathError",
    "direct_endpoint",
    "endpoint_in_use",
    "own_openai_base",
    "require_key",
    "split_model_path",
]

LOCAL_PREFIX = "local/"
EXAMPLES = (
    "Write provider/model, for example openai/gpt-5-mini, anthropic/<model>, openrouter/<vendor>/<model>, "
    "hosted_vllm/<model> with HOSTED_VLLM_API_BASE, or local/smollm2-135m-instruct for the embedded one."
)
_OFFICIAL_OPENAI_HOST = "api.openai.com"


class ModelPathError(OsmosisError):
    """`experiment.model_path` names no model that can be opened."""

    def __init__(self, model_path: str, reason: str, *, suggestion: str | None = None) -> None:
        hint = f"Did you mean {suggestion}? {EXAMPLES}" if suggestion else EXAMPLES
        super().__init__(f"experiment.model_path: {model_path!r} {reason}", hint=hint)
        self.model_path = model_path
        self.suggestion = suggestion


def without_config(text: str) -> str:
    """What an error says of a model that an option or an argument named, and no eval config."""
    return text.replace("experiment.model_path", "model")


class MissingApiKeyError(OsmosisError):
    """The model needs an API key and none of `variables` is set."""

    def __init__(self, model_path: str, *variables: str) -> None:
        super().__init__(
            f"{model_path} needs an API key: {' or '.join(variables)} is not set.",
            hint=f'Add it to the config, [secrets] required = ["{variables[-1]}"], and set it in the environment '
            "or in the file given by --secrets-file.",
            details={"missing": list(variables)},
        )
        self.model_path = model_path
        self.variables = variables


class BaseUrlMissingError(OsmosisError):
    """The model's endpoint has no default address and `variable` is not set."""

    def __init__(self, model_path: str, variable: str) -> None:
        super().__init__(
            f"{model_path} needs the endpoint's base URL: {variable} is not set.",
            hint=f'Add it to the config, for example [env] {variable} = "http://localhost:8000/v1".',
            details={"missing": [variable]},
        )
        self.model_path = model_path
        self.variable = variable


class InvalidBaseUrlError(OsmosisError):
    """The value of `variable` is not an http or https URL."""

    def __init__(self, model_path: str, variable: str) -> None:
        super().__init__(
            f"{model_path}: {variable} is not an http or https URL.",
            hint="Write it like http://localhost:8000/v1.",
        )
        self.model_path = model_path
        self.variable = variable


@dataclass(frozen=True, slots=True)
class DirectEndpoint:
    """A provider whose endpoint takes OpenAI's request JSON."""

    base_variables: tuple[str, ...]
    """Variables that give the base URL; the first that is set counts."""
    key_variable: str
    default_base: str | None = None
    key_required: bool = False
    suffix: str = ""
    """Appended to a base URL that does not end in it."""

    def base_url(self, model_path: str, env: Mapping[str, str]) -> str:
        """The base URL, without a trailing slash. Raises BaseUrlMissingError or InvalidBaseUrlError."""
        base = _first(env, self.base_variables) or self.default_base
        if base is None:
            raise BaseUrlMissingError(model_path, self.base_variables[0])
        if _host(base) is None:
            raise InvalidBaseUrlError(model_path, self.base_variables[0])
        base = base.rstrip("/")
        return base if base.endswith(self.suffix) else base + self.suffix

    def api_key(self, model_path: str, env: Mapping[str, str]) -> str | None:
        """The key, None where it is not set and not needed. Raises MissingApiKeyError."""
        key = _first(env, (self.key_variable,))
        if key is None and self.key_required:
            raise MissingApiKeyError(model_path, self.key_variable)
        return key


_OLLAMA = DirectEndpoint(("OLLAMA_API_BASE",), "OLLAMA_API_KEY", "http://localhost:11434", suffix="/v1")
_DIRECT: dict[str, DirectEndpoint] = {
    "hosted_vllm": DirectEndpoint(("HOSTED_VLLM_API_BASE",), "HOSTED_VLLM_API_KEY"),
    "ollama": _OLLAMA,
    "ollama_chat": _OLLAMA,
    "openrouter": DirectEndpoint(
        ("OPENROUTER_API_BASE",), "OPENROUTER_API_KEY", "https://openrouter.ai/api/v1", key_required=True
    ),
    "litellm_proxy": DirectEndpoint(("LITELLM_PROXY_API_BASE",), "LITELLM_PROXY_API_KEY"),
}
_OWN_OPENAI = DirectEndpoint(("OPENAI_BASE_URL", "OPENAI_API_BASE"), "OPENAI_API_KEY")


def split_model_path(model_path: str) -> tuple[str, str]:
    """The provider and the model's name there; the name is empty where the path has no slash. Raises ModelPathError."""
    provider, slash, model = model_path.partition("/")
    if not model_path.strip() or (slash and not model):
        raise ModelPathError(model_path, "names no model.")
    return provider, model


def direct_endpoint(provider: str, env: Mapping[str, str]) -> DirectEndpoint | None:
    """The endpoint of a provider that takes OpenAI's request JSON; None where LiteLLM has to translate."""
    if provider == "openai":
        return _OWN_OPENAI if own_openai_base(env) else None
    return _DIRECT.get(provider)


def endpoint_in_use(model_path: str, env: Mapping[str, str]) -> tuple[str, str | None] | None:
    """Base URL and key of the endpoint that a variable names; None for a provider at its usual address.

    None for an endpoint that cannot be used, too: opening the model says what is wrong with it.
    """
    direct = direct_endpoint(model_path.partition("/")[0], env)
    if direct is None or _first(env, direct.base_variables) is None:
        return None
    try:
        return direct.base_url(model_path, env), direct.api_key(model_path, env)
    except OsmosisError:
        return None


# Where LiteLLM takes a key from, for providers that cannot be called without one. The last name is the usual one.
_KEY_VARIABLES: dict[str, tuple[str, ...]] = {
    "anthropic": ("ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_API_KEY"),
    "cerebras": ("CEREBRAS_API_KEY",),
    "cohere": ("CO_API_KEY", "COHERE_API_KEY"),
    "cohere_chat": ("CO_API_KEY", "COHERE_API_KEY"),
    "deepseek": ("DEEPSEEK_API_KEY",),
    "gemini": ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
    "groq": ("GROQ_API_KEY",),
    "mistral": ("MISTRAL_AZURE_API_KEY", "MISTRAL_API_KEY"),
    "openai": ("OPENAI_API_KEY",),
    "perplexity": ("PERPLEXITYAI_API_KEY", "PERPLEXITY_API_KEY"),
    "xai": ("XAI_API_KEY",),
}
_PREFIXES_OF_BARE_NAMES = {"claude-": "anthropic", "gpt-": "openai", "chatgpt-": "openai"}


def require_key(model_path: str, env: Mapping[str, str]) -> None:
    """Raises MissingApiKeyError where the key of a well-known provider is not set; others pass unchecked."""
    provider, model = split_model_path(model_path)
    if not model:
        bare = (known for prefix, known in _PREFIXES_OF_BARE_NAMES.items() if provider.startswith(prefix))
        provider = next(bare, provider)
    variables = _KEY_VARIABLES.get(provider, ())
    if variables and _first(env, variables) is None:
        raise MissingApiKeyError(model_path, *variables[-1:])


def own_openai_base(env: Mapping[str, str]) -> str | None:
    """The base URL that makes `openai/` an endpoint of the user's; None where it is OpenAI's."""
    base = _first(env, _OWN_OPENAI.base_variables)
    return base if base and _host(base) != _OFFICIAL_OPENAI_HOST else None


def _first(env: Mapping[str, str], variables: tuple[str, ...]) -> str | None:
    return next((env[name].strip() for name in variables if env.get(name, "").strip()), None)


def _host(base: str) -> str | None:
    """The host of an http or https URL; None for anything else."""
    try:
        parts = urlsplit(base)
        _ = parts.port
    except ValueError:
        return None
    return parts.hostname if parts.scheme in {"http", "https"} else None
