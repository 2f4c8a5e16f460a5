"""From a model_path to a model that can be called."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from osmosis_ai.models.embedded.local import LocalOptions, open_local
from osmosis_ai.models.model_path import LOCAL_PREFIX, direct_endpoint, split_model_path
from osmosis_ai.models.policy import PolicyModel, Sanitiser
from osmosis_ai.models.providers.direct import open_direct
from osmosis_ai.models.providers.limit import ProviderLimit
from osmosis_ai.models.providers.native import open_native
from osmosis_ai.models.providers.retries import RetryingModel


@asynccontextmanager
async def open_policy_model(
    model_path: str,
    *,
    env: Mapping[str, str],
    slots: int,
    log: Callable[[str], None],
    local: LocalOptions | None = None,
    width: int | None = None,
) -> AsyncIterator[PolicyModel]:
    """The model an eval config names by `experiment.model_path`, for as long as the context lasts.

    `env` holds keys and base URLs: the process's environment with [env] and secrets over it. `slots` is how many
    calls the embedded model serves at a time, `local` adjusts it otherwise. `width` is how many calls a provider gets
    at a time at first, None for no limit; the provider's rate limits lower it and success raises it again. `log` gets
    lines about what takes time (fetching, loading, rate limits) and what a model server writes. Entering raises
    OsmosisError for a name that cannot be resolved, a missing key or base URL, a proxy or certificate variable that
    cannot be used, and whatever keeps the embedded model from starting.
    """
    split_model_path(model_path)
    if model_path.startswith(LOCAL_PREFIX):
        options = local or LocalOptions()
        async with open_local(model_path, env=env, slots=slots, log=log, options=options) as embedded:
            yield embedded
        return
    async with _open_provider(model_path, env) as once:
        yield RetryingModel(once, ProviderLimit(width, log))


def _open_provider(model_path: str, env: Mapping[str, str]) -> AbstractAsyncContextManager[PolicyModel]:
    """The provider's model, which tries every call once."""
    sanitise = Sanitiser(env)
    provider, model = split_model_path(model_path)
    direct = direct_endpoint(provider, env)
    if direct is None:
        return open_native(model_path, env=env, sanitise=sanitise)
    base, key = direct.base_url(model_path, env), direct.api_key(model_path, env)
    return open_direct(model_path, model, base, api_key=key, sanitise=sanitise, env=env)
