"""Whether the server is well, and its metrics."""

from __future__ import annotations

import ipaddress
import logging
import shutil
from collections.abc import AsyncIterator

from osmosis_ai import __version__
from osmosis_ai.platform.api.base import ApiPart
from osmosis_ai.platform.api.context import current
from osmosis_ai.platform.api.metrics import RequestMetrics
from osmosis_ai.platform.clock import MOST_SKEW_SEC
from osmosis_ai.platform.errors import AccessDeniedError, UnavailableError
from osmosis_contract import models
from osmosis_contract.servers import platform as stub

__all__ = ["HealthApi"]

logger = logging.getLogger(__name__)


class HealthApi(ApiPart):
    """Handlers of health and metrics."""

    metrics: RequestMetrics

    async def get_healthz(self, request: stub.GetHealthzRequest) -> stub.GetHealthzResponse:
        return stub.GetHealthz200(body=models.PlatformHealth(status="ok", version=__version__))

    async def get_readyz(self, request: stub.GetReadyzRequest) -> stub.GetReadyzResponse:
        blocking = [await self._database(), self._disk()]
        ready = all(check.ok for check in blocking)
        body = models.Readiness(ready=ready, checks=[*blocking, *self._clock()])
        return stub.GetReadyz200(body=body) if ready else stub.GetReadyz503(body=body)

    async def get_metrics(self, request: stub.GetMetricsRequest) -> stub.GetMetricsResponse:
        if not _is_loopback(current().origin.address):
            raise AccessDeniedError("Only clients on this machine may read metrics.")
        return stub.GetMetrics200Stream(chunks=_once(self.metrics.text()))

    async def _database(self) -> models.ReadinessCheck:
        try:
            await self.platform.database.ping()
        except UnavailableError as error:
            return models.ReadinessCheck(name="database", ok=False, detail=error.message)
        except Exception as error:
            logger.exception("the database does not answer")
            return models.ReadinessCheck(name="database", ok=False, detail=type(error).__name__)
        return models.ReadinessCheck(name="database", ok=True, detail=self.platform.database.dialect)

    def _clock(self) -> list[models.ReadinessCheck]:
        """Whether the object store's clock is another than this machine's; nothing for a folder. It does not block."""
        ahead = self.platform.blobs.clock_ahead_sec
        if ahead is None:
            return []
        wrong = abs(ahead) > MOST_SKEW_SEC
        detail = f"the object store's clock is {ahead:+.0f} s off" + (": set both by NTP" if wrong else "")
        return [models.ReadinessCheck(name="clock", ok=not wrong, detail=detail)]

    def _disk(self) -> models.ReadinessCheck:
        """Room on the data folder's disk. Reads go on without it, so it does not block."""
        settings = self.platform.settings
        try:
            free = shutil.disk_usage(settings.data).free
        except OSError as error:
            return models.ReadinessCheck(name="disk", ok=False, detail=error.strerror)
        low = free < settings.limits.disk_free_bytes
        detail = f"{free // (1024 * 1024)} MiB free" + (": uploads and submissions are refused" if low else "")
        return models.ReadinessCheck(name="disk", ok=True, detail=detail)


async def _once(data: bytes) -> AsyncIterator[bytes]:
    yield data


def _is_loopback(address: str | None) -> bool:
    try:
        return ipaddress.ip_address(address or "").is_loopback
    except ValueError:
        return False
