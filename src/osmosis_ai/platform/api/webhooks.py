"""The webhook of a workspace."""

from __future__ import annotations

from osmosis_ai.platform.access.hook_addresses import AddressRefusedError, parse_hook_url
from osmosis_ai.platform.api.base import ApiPart, optional_time, paging
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.services import webhooks
from osmosis_contract import models
from osmosis_contract.servers import platform as stub

__all__ = ["WebhooksApi"]


class WebhooksApi(ApiPart):
    """Handlers of webhooks."""

    async def get_webhook(self, request: stub.GetWebhookRequest) -> stub.GetWebhookResponse:
        async with self.platform.read() as unit:
            found = await webhooks.get(unit, self.member)
        return stub.GetWebhook200(body=_shown(webhooks.Saved(found, None)))

    async def put_webhook(self, request: stub.PutWebhookRequest) -> stub.PutWebhookResponse:
        given = request.body
        try:
            address = parse_hook_url(given.url, self.platform.settings.webhook_origins)
            await address.target(self.platform.resolve_host)
        except AddressRefusedError as error:
            raise webhooks.refuse_address(str(error)) from None
        async with self.platform.write() as unit:
            saved = await webhooks.save(unit, self.member, self.platform.keyring, url=given.url, enabled=given.enabled)
        return stub.PutWebhook200(body=_shown(saved))

    async def delete_webhook(self, request: stub.DeleteWebhookRequest) -> stub.DeleteWebhookResponse:
        async with self.platform.write() as unit:
            await webhooks.remove(unit, self.member)
        return stub.DeleteWebhook204()

    async def renew_webhook_secret(self, request: stub.RenewWebhookSecretRequest) -> stub.RenewWebhookSecretResponse:
        async with self.platform.write() as unit:
            saved = await webhooks.renew_secret(unit, self.member, self.platform.keyring)
        return stub.RenewWebhookSecret200(body=_shown(saved))

    async def test_webhook(self, request: stub.TestWebhookRequest) -> stub.TestWebhookResponse:
        async with self.platform.write() as unit:
            delivery = await webhooks.test(unit, self.member)
        return stub.TestWebhook202(body=_delivery(delivery))

    async def list_webhook_deliveries(
        self, request: stub.ListWebhookDeliveriesRequest
    ) -> stub.ListWebhookDeliveriesResponse:
        async with self.platform.read() as unit:
            page = await webhooks.deliveries(unit, self.member, limit=request.limit, offset=request.offset)
        items, counts = paging(page, _delivery)
        return stub.ListWebhookDeliveries200(body=models.WebhookDeliveryList(deliveries=items, **counts))


def _shown(saved: webhooks.Saved) -> models.Webhook:
    hook = saved.webhook
    shown = models.Webhook(
        url=hook.url,
        enabled=hook.enabled,
        paused_reason=hook.paused_reason,
        created_at=wire_time(hook.created_at),
        updated_at=wire_time(hook.updated_at),
    )
    return shown if saved.secret is None else shown.model_copy(update={"secret": saved.secret})


def _delivery(found: webhooks.Delivery) -> models.WebhookDelivery:
    return models.WebhookDelivery(
        id=found.id,
        event=models.WebhookEventName(found.event),
        status=models.WebhookDeliveryStatus(found.status),
        attempts=found.attempts,
        created_at=wire_time(found.created_at),
        last_attempt_at=optional_time(found.last_attempt_at),
        response_status=found.response_status,
        error=found.error,
    )
