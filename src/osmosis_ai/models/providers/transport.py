"""How requests travel to an endpoint: httpx's transport interface over aiohttp."""

from collections.abc import Mapping

import httpx

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.http.network_variables import proxy_for, ssl_context_for

KEEP_ALIVE_SECONDS = 4.0  # below the 5 s after which llama.cpp's and many other servers hang up


class MissingPackageError(OsmosisError):
    """Calling a model needs a package that is not installed."""

    def __init__(self, package: str | None) -> None:
        super().__init__(
            f"Calling a model needs {package}, which is not installed.",
            hint="Install it with: pip install 'osmosis-ai[eval]'",
        )
        self.package = package


def open_transport(url: str, env: Mapping[str, str]) -> httpx.AsyncBaseTransport:
    """A transport to `url`, to be closed, by the proxy and with the certificates that `env` names.

    Raises NetworkVariableError for a variable that cannot be used. aiohttp takes a fraction of the CPU of httpx's
    transport, which counts with 32 calls in flight; proxy and certificates are looked up once because that costs
    more than a request.
    """
    try:
        import aiohttp
        from httpx_aiohttp import AiohttpTransport
    except ImportError as error:
        raise MissingPackageError(error.name) from error

    proxy, context = proxy_for(url, env), ssl_context_for(url, env)

    def session() -> aiohttp.ClientSession:
        connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=KEEP_ALIVE_SECONDS, ssl=context)
        return aiohttp.ClientSession(connector=connector, proxy=proxy, cookie_jar=aiohttp.DummyCookieJar())

    return AiohttpTransport(verify=context, client=session)
