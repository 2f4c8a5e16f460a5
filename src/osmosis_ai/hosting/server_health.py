"""What a rollout server's `/health` says, as far as hosting acts on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from osmosis_contract.models.rollout import AdmissionState, CallbackHealthResponse, HealthResponse

if TYPE_CHECKING:  # a server's process is launched before an HTTP library is imported
    import httpx

    from osmosis_ai.rollout.control.api import Client

__all__ = ["ServerHealth", "ask_health", "health_client"]

_HEALTH_REQUEST_SEC = 3.0
_INSTANCE_HEADER = "x-osmosis-rollout-instance-id"
_SDK_VERSION_HEADER = "x-osmosis-rollout-sdk-version"


@dataclass(frozen=True, slots=True)
class ServerHealth:
    """What a server's health says, as far as hosting acts on it."""

    instance_id: str | None
    """The instance that answers; None when the server does not say."""

    speaks_leases: bool
    """False for a server that posts its results by callbacks alone."""

    requires_public_url: bool = False
    """True when the server says that its agents cannot reach a loopback address."""

    capacity: int | None = None
    """How many rollouts the server takes at once; None when it sets no limit."""

    process_id: str | None = None
    """Another one for every start of the server; None when it does not say."""

    sdk_version: str | None = None
    """The version of the SDK that serves; None when the server does not say."""

    used_up: str | None = None
    """Why the process must be replaced before it takes more work; None while it need not be."""

    @classmethod
    def of(cls, health: HealthResponse | CallbackHealthResponse, headers: Mapping[str, str]) -> Self:
        """Read from the body and the headers of an answer."""
        members = health.to_wire()
        return cls(
            instance_id=headers.get(_INSTANCE_HEADER) or members.get("instance_id"),
            process_id=members.get("process_id"),
            speaks_leases=isinstance(health, HealthResponse),
            requires_public_url=_object(members, "chat_endpoint").get("requires_public_url") is True,
            capacity=_limit(_object(members, "concurrency").get("max_concurrent"))
            or _limit(members.get("max_queue_depth")),
            sdk_version=headers.get(_SDK_VERSION_HEADER),
            used_up=_used_up(health),
        )


def health_client(http_client: httpx.AsyncClient, url: str, api_key: str | None) -> Client:
    """A client for `/health` of the server at that address, which shows the key."""
    from osmosis_ai.rollout.control.api import peer_api, with_timeout

    headers = {} if api_key is None else {"Authorization": f"Bearer {api_key}"}
    return with_timeout(peer_api(http_client, url, headers=headers), _HEALTH_REQUEST_SEC)


async def ask_health(client: Client) -> ServerHealth | None:
    """The server's health; None for an error. Raises ANSWER_ERRORS for an unreadable answer, and HTTPError."""
    import httpx

    from osmosis_contract.clients.rollout.api.health import get_health

    answer = await get_health.asyncio_detailed(client=client)
    if isinstance(answer.parsed, (HealthResponse, CallbackHealthResponse)):
        return ServerHealth.of(answer.parsed, httpx.Headers(answer.headers))
    return None


def _used_up(health: HealthResponse | CallbackHealthResponse) -> str | None:
    admission = health.admission if isinstance(health, HealthResponse) else None
    if admission is None or admission.state is not AdmissionState.USED_UP:
        return None
    return admission.reason or "it gives no reason"


def _object(members: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = members.get(name)
    return found if isinstance(found, dict) else {}


def _limit(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None
