"""One request to a webhook: signed by Standard Webhooks, sent to the address that was checked."""

from __future__ import annotations

import os
from datetime import UTC, datetime

import httpx
from standardwebhooks import Webhook as Signer

from osmosis_ai import __version__
from osmosis_ai.base.http.network_variables import NetworkVariableError, ssl_context_for
from osmosis_ai.platform.access.hook_addresses import HookAddress
from osmosis_ai.platform.services.webhooks import Attempt, Outcome

__all__ = ["post"]


async def post(attempt: Attempt, address: HookAddress, ip: str, *, seconds: float) -> Outcome:
    """The status of the answer, whose body is not read, or why there was none.

    The connection goes to the address that was checked, not to one that the name might have by now; the certificate has
    to be the name's all the same.
    """
    try:
        return Outcome(await _status(attempt, address, ip, seconds=seconds))
    except NetworkVariableError as error:
        return Outcome(None, str(error))
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        return Outcome(None, f"{type(error).__name__}: {error}")


async def _status(attempt: Attempt, address: HookAddress, ip: str, *, seconds: float) -> int:
    url = httpx.URL(attempt.url)
    now = datetime.now(UTC)
    signatures = " ".join(Signer(secret).sign(attempt.delivery_id, now, attempt.body) for secret in attempt.secrets)
    headers = {
        "Host": url.netloc.decode("ascii"),
        "Content-Type": "application/json",
        "User-Agent": f"osmosis-platform/{__version__}",
        "webhook-id": attempt.delivery_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": signatures,
    }
    context = ssl_context_for(attempt.url, os.environ)
    async with httpx.AsyncClient(verify=context, trust_env=False, timeout=seconds) as client:
        request = client.build_request(
            "POST",
            url.copy_with(host=ip),
            headers=headers,
            content=attempt.body.encode(),
            extensions={"sni_hostname": address.origin.host},
        )
        answer = await client.send(request, stream=True, follow_redirects=False)
        await answer.aclose()
        return answer.status_code
