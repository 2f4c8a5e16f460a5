"""Every page, by its path."""

from __future__ import annotations

from importlib import resources

from starlette.convertors import StringConvertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from osmosis_ai.platform.operations.running import Platform
from osmosis_ai.platform.web import account, datasets, device, runs, sign_in, workspace
from osmosis_ai.platform.web.pages import PageFunction, Pages

__all__ = ["page_routes"]

_STYLE = resources.files("osmosis_ai.platform.web").joinpath("static", "site.css").read_bytes()


class _WorkspaceConvertor(StringConvertor):
    """A first segment that may be a workspace's name. `api` is not: nothing below it is ever a page."""

    regex = "(?!api(?:/|$))[a-z0-9][a-z0-9-]*"


register_url_convertor("workspace", _WorkspaceConvertor())

# A name for the log and the metrics, a method, a path, the function, and whether it is for people who are signed in.
_PAGES: tuple[tuple[str, str, str, PageFunction, bool], ...] = (
    ("login", "GET", "/login", sign_in.login, False),
    ("login", "POST", "/login", sign_in.use_password, False),
    ("logout", "POST", "/logout", sign_in.logout, False),
    ("link", "GET", "/link/{token}", sign_in.link, False),
    ("link", "POST", "/link/{token}", sign_in.use_link, False),
    ("join", "GET", "/join/{token}", sign_in.join, False),
    ("join", "POST", "/join/{token}", sign_in.use_invitation, False),
    ("device", "GET", "/device", device.ask, True),
    ("device", "POST", "/device", device.decide, True),
    ("tokens", "GET", "/tokens", account.list_tokens, True),
    ("tokens", "POST", "/tokens", account.create_token, True),
    ("tokens", "POST", "/tokens/revoke", account.revoke_token, True),
    ("first", "GET", "/", account.first, True),
    ("workspace", "GET", "/{workspace:workspace}", workspace.show, True),
    ("workspace", "POST", "/{workspace:workspace}/invitations", workspace.invite, True),
    ("workspace", "POST", "/{workspace:workspace}/members", workspace.change_member, True),
    ("workspace", "POST", "/{workspace:workspace}/git", workspace.change_repository, True),
    ("runs", "GET", "/{workspace:workspace}/evals", runs.listing, True),
    ("run", "GET", "/{workspace:workspace}/evals/{name_or_id}", runs.show, True),
    ("run", "GET", "/{workspace:workspace}/eval/{name_or_id}", runs.lead_on, True),
    ("run", "POST", "/{workspace:workspace}/evals/{name_or_id}", runs.act, True),
    ("datasets", "GET", "/{workspace:workspace}/datasets", datasets.listing, True),
    ("dataset", "GET", "/{workspace:workspace}/datasets/{name_or_id}", datasets.show, True),
    ("dataset", "GET", "/{workspace:workspace}/datasets/{name_or_id}/file", datasets.download, True),
    ("workspace", "GET", "/{workspace:workspace}/{section:path}", workspace.section, True),
)


def page_routes(platform: Platform) -> list[Route]:
    """The routes of every page. They come after those of the API: a workspace's page takes any first segment left."""
    pages = Pages(platform)
    routes = [Route("/static/site.css", _style, methods=["GET"])]
    for name, method, path, function, signed_in in _PAGES:
        routes.append(Route(path, pages.endpoint(name, function, signed_in=signed_in), methods=[method]))
    return [*_openid_routes(platform, pages), *routes]


def _openid_routes(platform: Platform, pages: Pages) -> list[Route]:
    """The addresses of the OpenID flow, where the settings name a provider."""
    settings = platform.settings.oidc
    if settings is None:
        return []
    from osmosis_ai.platform.operations.openid import CALLBACK_PATH
    from osmosis_ai.platform.web.oidc import START_PATH, OpenIdPages

    flow = OpenIdPages(platform, settings)
    return [
        Route(START_PATH, pages.endpoint("oidc", flow.start, signed_in=False), methods=["GET"]),
        Route(CALLBACK_PATH, pages.endpoint("oidc", flow.callback, signed_in=False), methods=["GET"]),
    ]


async def _style(request: Request) -> Response:
    return Response(_STYLE, media_type="text/css", headers={"cache-control": "public, max-age=3600"})
