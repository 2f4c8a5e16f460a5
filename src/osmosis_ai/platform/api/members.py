"""Members of a workspace, and invitations to it."""

from __future__ import annotations

from osmosis_ai.platform.api.base import ApiPart, page_of_all, paging
from osmosis_ai.platform.api.workspaces import workspace_model
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.services import members, workspaces
from osmosis_contract import models
from osmosis_contract.servers import platform as stub

__all__ = ["MembersApi"]


class MembersApi(ApiPart):
    """Handlers of members and invitations."""

    async def list_members(self, request: stub.ListMembersRequest) -> stub.ListMembersResponse:
        async with self.platform.read() as unit:
            found = await members.listing(unit, self.member)
        items, counts = paging(page_of_all(found, request.limit, request.offset), _member)
        return stub.ListMembers200(body=models.MemberList(members=items, **counts))

    async def update_member(self, request: stub.UpdateMemberRequest) -> stub.UpdateMemberResponse:
        async with self.platform.write() as unit:
            await members.change_role(unit, self.member, request.user_id, request.body.role.value)
            found = await members.listing(unit, self.member)
        return stub.UpdateMember200(body=next(_member(each) for each in found if each.user_id == request.user_id))

    async def remove_member(self, request: stub.RemoveMemberRequest) -> stub.RemoveMemberResponse:
        async with self.platform.write() as unit:
            await members.remove(unit, self.member, request.user_id)
        return stub.RemoveMember204()

    async def list_invitations(self, request: stub.ListInvitationsRequest) -> stub.ListInvitationsResponse:
        async with self.platform.read() as unit:
            page = await members.invitations(unit, self.member, limit=request.limit, offset=request.offset)
        items, counts = paging(page, _invitation)
        return stub.ListInvitations200(body=models.InvitationList(invitations=items, **counts))

    async def create_invitation(self, request: stub.CreateInvitationRequest) -> stub.CreateInvitationResponse:
        async with self.platform.write() as unit:
            made = await members.invite(unit, self.member, email=request.body.email, role=request.body.role.value)
        shown = _invitation(made.invitation).model_copy(update={"url": self.platform.link(f"/join/{made.token}")})
        return stub.CreateInvitation201(body=shown)

    async def revoke_invitation(self, request: stub.RevokeInvitationRequest) -> stub.RevokeInvitationResponse:
        async with self.platform.write() as unit:
            await members.revoke_invitation(unit, self.member, request.invitation_id)
        return stub.RevokeInvitation204()

    async def accept_invitation(self, request: stub.AcceptInvitationRequest) -> stub.AcceptInvitationResponse:
        actor = self.actor
        async with self.platform.write() as unit:
            invited = await members.find_invitation(unit, request.body.token)
            await members.accept(unit, request.body.token, actor, actor.origin)
            member = await workspaces.resolve(unit, actor, git=None, name=invited.workspace_name)
            detail = await workspaces.detail(unit, member)
        return stub.AcceptInvitation200(body=workspace_model(self.platform.link(f"/{detail.name}"), detail))


def _member(row: members.MemberRow) -> models.Member:
    return models.Member(
        user=models.PlatformUser(id=row.user_id, email=row.email, name=row.name or None),
        role=models.WorkspaceRole(row.role),
        joined_at=wire_time(row.joined_at),
    )


def _invitation(invitation: members.OpenInvitation) -> models.Invitation:
    return models.Invitation(
        id=invitation.id,
        email=invitation.email,
        role=models.WorkspaceRole(invitation.role),
        created_at=wire_time(invitation.created_at),
        expires_at=wire_time(invitation.expires_at),
    )
