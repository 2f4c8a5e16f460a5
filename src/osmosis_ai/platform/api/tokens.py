"""A person's own access tokens."""

from __future__ import annotations

from osmosis_ai.platform.api.base import ApiPart, optional_time, paging
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.services import tokens
from osmosis_contract import models
from osmosis_contract.servers import platform as stub

__all__ = ["TokensApi"]

_DEFAULT_DAYS = 90


class TokensApi(ApiPart):
    """Handlers of access tokens."""

    async def list_tokens(self, request: stub.ListTokensRequest) -> stub.ListTokensResponse:
        async with self.platform.read() as unit:
            page = await tokens.listing(unit, self.actor, limit=request.limit, offset=request.offset)
        items, counts = paging(page, _shown)
        return stub.ListTokens200(body=models.AccessTokenList(tokens=items, **counts))

    async def create_token(self, request: stub.CreateTokenRequest) -> stub.CreateTokenResponse:
        days = request.body.expires_in_days or _DEFAULT_DAYS
        async with self.platform.write() as unit:
            made = await tokens.create(unit, self.actor, name=request.body.name, days=days)
        return stub.CreateToken201(
            body=models.CreatedToken(
                id=made.token.id,
                name=made.token.name,
                prefix=made.token.hint,
                created_at=wire_time(made.token.created_at),
                expires_at=wire_time(made.token.expires_at),
                last_used_at=None,
                token=made.text,
            )
        )

    async def revoke_token(self, request: stub.RevokeTokenRequest) -> stub.RevokeTokenResponse:
        async with self.platform.write() as unit:
            await tokens.revoke(unit, self.actor, request.token_id)
        return stub.RevokeToken204()


def _shown(token: tokens.Token) -> models.AccessToken:
    return models.AccessToken(
        id=token.id,
        name=token.name,
        prefix=token.hint,
        created_at=wire_time(token.created_at),
        expires_at=wire_time(token.expires_at),
        last_used_at=optional_time(token.last_used_at),
    )
