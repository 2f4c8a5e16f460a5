"""The server of the page of `train view`: the page, and what it asks for as JSON and CSV. It changes nothing."""

from __future__ import annotations

from urllib.parse import quote

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from osmosis_ai.runs.training.table import metrics_csv
from osmosis_ai.viewer.pages import EXCEPTION_HANDLERS, page_routes
from osmosis_ai.viewer.training_runs import TrainingRuns

__all__ = ["training_app"]


def training_app(runs: TrainingRuns) -> Starlette:
    """The application that shows training runs. Put a Guard before it."""
    answers = _Answers(runs)
    run = "/api/training/{name}"
    routes = [
        *page_routes(command="osmosis train view", title="Osmosis training runs", script="training.js"),
        Route("/api/training", answers.runs),
        Route(run, answers.run),
        Route(run + "/state", answers.state),
        Route(run + "/metrics.csv", answers.metrics),
        Route(run + "/steps/{step:int}", answers.step),
        Route(run + "/steps/{step:int}/{index:int}", answers.rollout),
    ]
    return Starlette(routes=routes, exception_handlers=EXCEPTION_HANDLERS)


class _Answers:
    """One method a route. They block, so Starlette runs each in a thread."""

    def __init__(self, runs: TrainingRuns) -> None:
        self._runs = runs

    def runs(self, _: Request) -> Response:
        return JSONResponse({"root": str(self._runs.root), "only": self._runs.only, "runs": self._runs.listed()})

    def run(self, request: Request) -> Response:
        return JSONResponse(self._runs.figures(request.path_params["name"]))

    def state(self, request: Request) -> Response:
        return JSONResponse(self._runs.state(request.path_params["name"]))

    def metrics(self, request: Request) -> Response:
        name = request.path_params["name"]
        told = f"attachment; filename*=UTF-8''{quote(name, safe='')}.csv"
        return Response(
            metrics_csv(self._runs.find(name).state), media_type="text/csv", headers={"Content-Disposition": told}
        )

    def step(self, request: Request) -> Response:
        return JSONResponse(self._runs.rollouts(request.path_params["name"], request.path_params["step"]))

    def rollout(self, request: Request) -> Response:
        asked = request.path_params
        return JSONResponse(self._runs.rollout(asked["name"], asked["step"], asked["index"]))
