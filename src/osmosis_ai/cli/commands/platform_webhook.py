"""``osmosis platform webhook``: where a workspace is told of finished runs."""

from typing import Annotated

from cyclopts import Parameter

from osmosis_ai.cli.commands.named_workspace import workspace_name
from osmosis_ai.cli.commands.session import AllOption, LimitOption, Session, check_paging, page_of
from osmosis_ai.cli.framework.console import Console
from osmosis_ai.cli.framework.params import InjectedConsole, Yes
from osmosis_ai.cli.framework.results import Column, DetailResult, ListResult, OperationResult
from osmosis_ai.platform_client.connection import PAGE_LIMIT
from osmosis_contract.clients.platform.api.webhooks import (
    delete_webhook,
    get_webhook,
    list_webhook_deliveries,
    put_webhook,
    renew_webhook_secret,
    test_webhook,
)
from osmosis_contract.models import Webhook, WebhookDelivery, WebhookDeliveryList, WebhookRequest

_COLUMNS = [
    Column("created_at", "When"),
    Column("event", "Event"),
    Column("status", "Status"),
    Column("attempts", "Attempts"),
    Column("response_status", "Answer"),
    Column("error", "Error"),
    Column("id", "Id"),
]


def webhook_show(*, console: InjectedConsole) -> DetailResult:
    """Show the workspace's webhook, without its secret.

    osmosis platform webhook show
    """
    with Session(console).log_in() as connection:
        found = connection.call(get_webhook.sync_detailed, Webhook, workspace=workspace_name(connection, console))
    return DetailResult(title="Webhook", data=found.to_wire(), fields=_fields(found))


def webhook_set(
    url: Annotated[str, Parameter(metavar="URL", help="Where finished runs are told: an https address.")],
    /,
    *,
    off: Annotated[bool, Parameter(help="Keep the address, and deliver nothing.")] = False,
    console: InjectedConsole,
) -> OperationResult:
    """Set the address that is told of finished runs.

    A new webhook gets a secret, which is printed once: deliveries are signed with it by Standard Webhooks.

        osmosis platform webhook set https://example.org/osmosis
        osmosis platform webhook set https://example.org/osmosis --off
    """
    with Session(console).log_in() as connection:
        saved = connection.call(
            put_webhook.sync_detailed,
            Webhook,
            workspace=workspace_name(connection, console),
            body=WebhookRequest(url=url, enabled=not off),
        )
    message = f"Finished runs are told to {saved.url}." if saved.enabled else f"Nothing is sent to {saved.url}."
    return _with_secret("platform.webhook.set", saved, message, console)


def webhook_renew_secret(*, console: InjectedConsole) -> OperationResult:
    """Give the webhook another secret.

    It is printed once. For 24 hours deliveries are signed with the old one too.

    osmosis platform webhook renew-secret
    """
    with Session(console).log_in() as connection:
        workspace = workspace_name(connection, console)
        saved = connection.call(renew_webhook_secret.sync_detailed, Webhook, workspace=workspace)
    message = "The webhook has another secret. For 24 hours the old one signs beside it."
    return _with_secret("platform.webhook.renew_secret", saved, message, console)


def webhook_test(*, console: InjectedConsole) -> OperationResult:
    """Send a test to the webhook.

    osmosis platform webhook test
    """
    with Session(console).log_in() as connection:
        workspace = workspace_name(connection, console)
        queued = connection.call(test_webhook.sync_detailed, WebhookDelivery, workspace=workspace)
    return OperationResult(
        operation="platform.webhook.test",
        resource=queued.to_wire(),
        message=f"A test is on its way as {queued.id}.",
        next_steps=[f"See what became of it: {console.program} platform webhook deliveries"],
    )


def webhook_remove(*, yes: Yes = False, console: InjectedConsole) -> OperationResult:
    """Remove the webhook with its secret and its log.

    osmosis platform webhook remove --yes
    """
    with Session(console).log_in() as connection:
        workspace = workspace_name(connection, console)
        found = connection.call(get_webhook.sync_detailed, Webhook, workspace=workspace)
        question = "Remove the webhook, its secret and the log of its deliveries? This cannot be undone."
        console.confirm(question, summary={"URL": found.url}, yes=yes)
        connection.call(delete_webhook.sync_detailed, type(None), workspace=workspace)
    return OperationResult(
        operation="platform.webhook.remove", resource=found.to_wire(), message="The webhook is removed."
    )


def webhook_deliveries(
    *, limit: LimitOption = PAGE_LIMIT, everything: AllOption = False, console: InjectedConsole
) -> ListResult:
    """List what was sent to the webhook, the newest first.

    osmosis platform webhook deliveries --limit 10
    """
    check_paging(limit, everything=everything)
    with Session(console).log_in() as connection:
        pages = connection.listing(
            list_webhook_deliveries.sync_detailed,
            WebhookDeliveryList,
            limit=None if everything else limit,
            workspace=workspace_name(connection, console),
        )
    items = [item.to_wire() for found in pages for item in found.deliveries]
    return ListResult(page=page_of(pages, items, _COLUMNS))


def _with_secret(operation: str, saved: Webhook, message: str, console: Console) -> OperationResult:
    steps = [f"Send a test: {console.program} platform webhook test"] if saved.enabled else []
    if saved.secret is not None:
        steps.insert(0, f"Give the receiver this secret; it is not shown again: {saved.secret}")
    return OperationResult(operation=operation, resource=saved.to_wire(), message=message, next_steps=steps)


def _fields(found: Webhook) -> list[tuple[str, str]]:
    state = "on" if found.enabled else "off"
    if found.paused_reason is not None:
        state = f"off: {found.paused_reason}"
    return [("URL", found.url), ("Deliveries", state), ("Since", found.created_at), ("Changed", found.updated_at)]
