"""The device-code login (RFC 8628), from the device's side."""

from __future__ import annotations

import time
from collections.abc import Callable

from osmosis_ai.platform_client.connection import Connection
from osmosis_ai.platform_client.failures import LoginRequiredError, PlatformAnswerError
from osmosis_contract.clients.platform.api.sign_in import authorize_device, poll_device
from osmosis_contract.models import (
    DeviceAuthorizeRequest,
    DeviceAuthorizeResponse,
    DeviceTokenRequest,
    DeviceTokenResponse,
)

__all__ = ["start_device_login", "wait_for_approval"]

_LONGEST_SEC = 900.0
_SLOWER_SEC, _SLOWEST_SEC = 5, 30
_ENDED = {
    "access_denied": "The login was denied in the browser.",
    "expired_token": "The login was not approved in time.",
}
_LOGIN_AGAIN = "Start over with `osmosis auth login`."


def start_device_login(connection: Connection, device_name: str) -> DeviceAuthorizeResponse:
    """Ask for a device code and the user code that a person approves."""
    return connection.call(
        authorize_device.sync_detailed, DeviceAuthorizeResponse, body=DeviceAuthorizeRequest(deviceName=device_name)
    )


def wait_for_approval(
    connection: Connection,
    started: DeviceAuthorizeResponse,
    *,
    sleep: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> DeviceTokenResponse:
    """Poll until the person has decided: at once, then every ``interval`` seconds, more slowly where asked to.

    Raises LoginRequiredError when the login was denied or has expired, after at most 15 minutes.
    """
    ends_at = clock() + min(_LONGEST_SEC, started.expires_in)
    interval = started.interval
    while True:
        try:
            return connection.call(
                poll_device.sync_detailed, DeviceTokenResponse, body=DeviceTokenRequest(device_code=started.device_code)
            )
        except PlatformAnswerError as error:
            word = str(error.details.get("error"))
            if word == "slow_down":
                interval = min(interval + _SLOWER_SEC, _SLOWEST_SEC)
            elif word in _ENDED:
                raise LoginRequiredError(_ENDED[word], hint=_LOGIN_AGAIN) from error
            elif word != "authorization_pending":
                raise
        if clock() + interval >= ends_at:
            raise LoginRequiredError("The login was not approved in time.", hint=_LOGIN_AGAIN)
        sleep(interval)
