"""How requests travel to an endpoint: httpx's transport interface over aiohttp."""

import ssl
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx

from osmosis_ai.base.errors import OsmosisError

KEEP_ALIVE_SECONDS = 4.0  # below the 5 s after which llama.cpp's and many other servers hang up


def open_transport(url: str, *, trust_env: bool) -> httpx.AsyncBaseTransport:
    """A transport to `url`, to be closed; through the environment's proxy where that is trusted and names one.

    aiohttp takes a fraction of the CPU of httpx's own, which counts with 32 calls in flight.
    """
    try:
        import aiohttp
        from httpx_aiohttp import AiohttpTransport
    except ImportError as error:
        raise OsmosisError(
            f"Calling a model needs {error.name}, which is not installed.",
            hint="Install it with: pip install 'osmosis-ai[eval]'",
        ) from error

    proxy = _proxy_for(url) if trust_env else None
    # Reading the certificates takes tens of milliseconds: once, and only where they are used.
    secure = url.startswith("https:")
    context = httpx.create_ssl_context() if secure else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

    def session() -> aiohttp.ClientSession:
        connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=KEEP_ALIVE_SECONDS, ssl=context)
        return aiohttp.ClientSession(connector=connector, proxy=proxy, cookie_jar=aiohttp.DummyCookieJar())

    return AiohttpTransport(verify=context, client=session)


def _proxy_for(url: str) -> str | None:
    """The proxy the environment names for the URL, or None.

    Looked up once: aiohttp's own look-up costs a thread hop and a read of netrc at every call.
    """
    parts = urlsplit(url)
    if not parts.hostname or proxy_bypass(parts.hostname):
        return None
    proxies = getproxies()
    return proxies.get(parts.scheme) or proxies.get("all")
