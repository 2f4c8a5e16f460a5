"""Environment secrets: names and dates out, values in."""

from __future__ import annotations

from osmosis_ai.platform.api.base import ApiPart, paging
from osmosis_ai.platform.services import secrets
from osmosis_contract import models
from osmosis_contract.servers import platform as stub

__all__ = ["SecretsApi"]


class SecretsApi(ApiPart):
    """Handlers of secrets."""

    def _page(self) -> str:
        return self.platform.link(f"/{self.member.workspace_name}/api-keys")

    async def list_secrets(self, request: stub.ListSecretsRequest) -> stub.ListSecretsResponse:
        async with self.platform.read() as unit:
            page = await secrets.listing(
                unit, self.member, scope=request.scope, limit=request.limit, offset=request.offset
            )
        link = self._page()
        items, counts = paging(page, lambda secret: _shown(secret, link))
        return stub.ListSecrets200(
            body=models.EnvironmentSecretList(environment_secrets=items, platform_url=link, **counts)
        )

    async def upsert_secret(self, request: stub.UpsertSecretRequest) -> stub.UpsertSecretResponse:
        given = request.body
        async with self.platform.write() as unit:
            written = await secrets.put(
                unit,
                self.member,
                self.platform.keyring,
                name=given.name,
                value=given.value,
                scope=given.scope.value,
            )
        return stub.UpsertSecret200(body=_shown(written, self._page()))

    async def delete_secret(self, request: stub.DeleteSecretRequest) -> stub.DeleteSecretResponse:
        async with self.platform.write() as unit:
            await secrets.delete(unit, self.member, name=request.body.name, scope=request.body.scope.value)
        return stub.DeleteSecret200(body=models.Empty())


def _shown(secret: secrets.Secret, link: str) -> models.EnvironmentSecret:
    """A secret as the API shows it; link is the address of the page of secrets."""
    return models.EnvironmentSecret.trusted(
        id=secret.id,
        name=secret.name,
        created_at=secret.created_at,
        updated_at=secret.updated_at,
        creator_name=secret.creator_name,
        updater_name=secret.updater_name,
        scope=secret.scope,
        platform_url=link,
    )
