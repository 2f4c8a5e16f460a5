"""Who a bearer is, device logins, and what a command line asks first."""

from __future__ import annotations

from osmosis_ai.platform.api.access import workspace_of
from osmosis_ai.platform.api.base import ApiPart
from osmosis_ai.platform.api.context import current
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.errors import InvalidRequestError
from osmosis_ai.platform.services import devices, quickstart, tokens, workspaces
from osmosis_contract import models
from osmosis_contract.servers import platform as stub

__all__ = ["SignInApi"]

_NOT_GRANTED = {
    "authorization_pending": "The login was not agreed to yet. Poll again.",
    "slow_down": "Poll more slowly.",
    "access_denied": "The login was refused.",
    "expired_token": "The login was not agreed to in time, or was used. Start again.",
}


class _NotGrantedError(InvalidRequestError):
    """A device login that gives no token; published clients read the word of RFC 8628 in `error`."""

    def __init__(self, error: str) -> None:
        super().__init__(_NOT_GRANTED[error], code=error.upper())
        self.extra["error"] = error


class SignInApi(ApiPart):
    """Handlers of sign-in."""

    async def verify(self, request: stub.VerifyRequest) -> stub.VerifyResponse:
        actor, workspace = self.actor, None
        if request.x_osmosis_git is not None:
            async with self.platform.read() as unit:
                member = await workspaces.resolve_git(unit, actor, request.x_osmosis_git)
            workspace = models.ScopedWorkspace(
                id=member.workspace_id, name=member.workspace_name, role=models.WorkspaceRole(member.role)
            )
        return stub.Verify200(
            body=models.VerifyResponse(
                user=_user(actor.user_id, actor.email, actor.name),
                expires_at=wire_time(actor.expires_at),
                token_id=actor.credential_id,
                workspace=workspace,
            )
        )

    async def authorize_device(self, request: stub.AuthorizeDeviceRequest) -> stub.AuthorizeDeviceResponse:
        name = request.body.deviceName if request.body is not None else ""
        async with self.platform.write() as unit:
            started = await devices.authorize(unit, name, current().origin)
        page = self.platform.link("/device")
        return stub.AuthorizeDevice200(
            body=models.DeviceAuthorizeResponse(
                device_code=started.device_code,
                user_code=started.user_code,
                verification_uri=page,
                verification_uri_complete=f"{page}?user_code={started.user_code}",
                expires_in=started.expires_in,
                interval=started.interval,
            )
        )

    async def poll_device(self, request: stub.PollDeviceRequest) -> stub.PollDeviceResponse:
        days = self.platform.settings.token_days
        async with self.platform.write() as unit:
            outcome = await devices.poll(unit, request.body.device_code, current().origin, token_days=days)
        if isinstance(outcome, devices.NotGranted):
            raise _NotGrantedError(outcome.error)
        made = outcome.token
        return stub.PollDevice200(
            body=models.DeviceTokenResponse(
                token=made.text,
                token_id=made.token.id,
                expires_at=wire_time(made.token.expires_at),
                user=_user(outcome.user_id, outcome.email, outcome.name),
            )
        )

    async def revoke_cli_token(self, request: stub.RevokeCliTokenRequest) -> stub.RevokeCliTokenResponse:
        async with self.platform.write() as unit:
            await tokens.revoke(unit, self.actor, request.token_id)
        return stub.RevokeCliToken204()

    async def list_cli_workspaces(self, request: stub.ListCliWorkspacesRequest) -> stub.ListCliWorkspacesResponse:
        async with self.platform.read() as unit:
            joined = await workspaces.joined(unit, self.actor)
        listed = [
            models.WorkspaceSummary(
                id=each.id,
                name=each.name,
                connected_repo=models.ConnectedRepository(repo_full_name=each.repository) if each.repository else None,
            )
            for each in joined
        ]
        return stub.ListCliWorkspaces200(body=models.WorkspaceList(workspaces=listed))

    async def get_quickstart(self, request: stub.GetQuickstartRequest) -> stub.GetQuickstartResponse:
        async with self.platform.read() as unit:
            member = await workspace_of(unit, self.actor, request.organization_id)
            joined = await workspaces.joined(unit, self.actor)
            completed = await quickstart.is_completed(unit, member)
        repository = next((each.repository for each in joined if each.id == member.workspace_id), None)
        return stub.GetQuickstart200(
            body=models.QuickstartState(
                repo=models.QuickstartRepository(connected=repository is not None, full_name=repository),
                billing_ready=True,
                completed=completed,
            )
        )

    async def complete_quickstart(self, request: stub.CompleteQuickstartRequest) -> stub.CompleteQuickstartResponse:
        async with self.platform.write() as unit:
            member = await workspace_of(unit, self.actor, request.body.organizationId)
            await quickstart.complete(unit, member, request.body.intent.value)
        return stub.CompleteQuickstart200(body=models.Empty())


def _user(user_id: str, email: str, name: str) -> models.PlatformUser:
    return models.PlatformUser(id=user_id, email=email, name=name or None)
