"""What the two pages share: their files, and how an error is answered."""

from __future__ import annotations

from importlib.resources import files
from string import Template

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ExceptionHandler

from osmosis_ai.base.errors import ConflictError, NotFoundError, OsmosisError

__all__ = ["EXCEPTION_HANDLERS", "page_routes"]

_PAGE = files(__package__) / "page"
_ASSETS = {"css": "text/css", "js": "text/javascript"}


def page_routes(*, command: str, title: str, script: str) -> list[Route]:
    """The page that a command serves, with the script of page/ that draws it, and what this loads."""
    html = Template((_PAGE / "page.html").read_text()).substitute(command=command, title=title, script=script)

    def show(_: Request) -> Response:
        return Response(html, media_type="text/html")

    return [Route("/", show), Route("/assets/{name}", _asset)]


def _asset(request: Request) -> Response:
    name = request.path_params["name"]
    known = {entry.name for entry in _PAGE.iterdir()}
    kind = _ASSETS.get(name.rpartition(".")[2])
    if name not in known or kind is None:
        raise FileNotFoundError(name)
    return Response((_PAGE / name).read_bytes(), media_type=kind)


def _error_answer(_: Request, error: Exception) -> Response:
    if not isinstance(error, OsmosisError):
        raise error
    status = {NotFoundError: 404, ConflictError: 409}.get(type(error), 500)
    return JSONResponse({"message": error.message, "hint": error.hint}, status)


def _missing(_: Request, error: Exception) -> Response:
    return JSONResponse({"message": "There is no such file.", "hint": None}, 404)


def _not_understood(_: Request, error: Exception) -> Response:
    return PlainTextResponse(f"{error}\n", 400)


EXCEPTION_HANDLERS: dict[type[Exception], ExceptionHandler] = {
    OsmosisError: _error_answer,
    FileNotFoundError: _missing,
    ValueError: _not_understood,
}
