"""Workspaces."""

from __future__ import annotations

from osmosis_ai.platform.api.base import ApiPart
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.services import workspaces
from osmosis_contract import models
from osmosis_contract.servers import platform as stub

__all__ = ["WorkspacesApi", "workspace_model"]


def workspace_model(link: str, detail: workspaces.WorkspaceDetail) -> models.Workspace:
    """A workspace as the API shows it; link is the address of its page."""
    return models.Workspace(
        id=detail.id,
        name=detail.name,
        timezone=detail.timezone,
        role=models.WorkspaceRole(detail.role),
        created_at=wire_time(detail.created_at),
        platform_url=link,
    )


class WorkspacesApi(ApiPart):
    """Handlers of workspaces."""

    def shown_workspace(self, detail: workspaces.WorkspaceDetail) -> models.Workspace:
        """A workspace as the API shows it."""
        return workspace_model(self.platform.link(f"/{detail.name}"), detail)

    async def create_workspace(self, request: stub.CreateWorkspaceRequest) -> stub.CreateWorkspaceResponse:
        async with self.platform.write() as unit:
            member = await workspaces.create(unit, self.actor, request.body.name)
            detail = await workspaces.update(unit, member, timezone=request.body.timezone)
        return stub.CreateWorkspace201(body=self.shown_workspace(detail))

    async def get_workspace(self, request: stub.GetWorkspaceRequest) -> stub.GetWorkspaceResponse:
        async with self.platform.read() as unit:
            detail = await workspaces.detail(unit, self.member)
        return stub.GetWorkspace200(body=self.shown_workspace(detail))

    async def update_workspace(self, request: stub.UpdateWorkspaceRequest) -> stub.UpdateWorkspaceResponse:
        async with self.platform.write() as unit:
            detail = await workspaces.update(unit, self.member, name=request.body.name, timezone=request.body.timezone)
        return stub.UpdateWorkspace200(body=self.shown_workspace(detail))

    async def delete_workspace(self, request: stub.DeleteWorkspaceRequest) -> stub.DeleteWorkspaceResponse:
        async with self.platform.write() as unit:
            await workspaces.delete(unit, self.member)
        return stub.DeleteWorkspace204()
