"""The report on model calls that a callback's acknowledgement may carry."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic_core import from_json

from osmosis_contract.models.trajectory_report import LlmCallMetrics, SampleReport, TrajectoryReport

if TYPE_CHECKING:
    import httpx

__all__ = ["LlmCallMetrics", "SampleReport", "TrajectoryReport", "report_from_response"]

logger = logging.getLogger(__name__)


def report_from_response(
    response: bytes | str | Mapping[str, Any] | httpx.Response,
) -> TrajectoryReport | None:
    """The report under `trajectory` of an acknowledgement: its body, the body parsed, or the whole response.

    None where there is none. A report that breaks its schema is None too, with a warning: the callback
    counts as acknowledged all the same.
    """
    body: Any = response
    if not isinstance(body, (bytes, str, Mapping)):
        body = body.content
    if not isinstance(body, Mapping):
        try:
            body = from_json(body)
        except ValueError:
            return None
    report = body.get("trajectory") if isinstance(body, Mapping) else None
    if report is None:
        return None
    try:
        return TrajectoryReport.model_validate(report)
    except ValueError as error:
        logger.warning(
            "the trajectory report of an acknowledgement is ignored, because it breaks its schema: %s", error
        )
        return None
