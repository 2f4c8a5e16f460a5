"""A workspace's page: its members, invitations, secrets by name, and its repository."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import Response

from osmosis_ai.platform.access.roles import ROLES, may
from osmosis_ai.platform.errors import ResourceNotFoundError, ServiceError
from osmosis_ai.platform.services import git, members, secrets
from osmosis_ai.platform.web.pages import Page, explained, status_of

__all__ = ["change_member", "change_repository", "invite", "section", "show"]

_SHOWN = 50
_SYNCS_SHOWN = 5


async def show(page: Page) -> Response:
    """The workspace."""
    return await _show(page)


async def section(page: Page) -> Response:
    """A part of the workspace's page, under the address that command lines link to."""
    name = page.request.path_params["section"].rpartition("/")[2]
    async with page.platform.read() as unit:
        member = await page.member(unit)
    return page.go(
        f"/{member.workspace_name}#{name}" if name.replace("-", "").isalnum() else f"/{member.workspace_name}"
    )


async def invite(page: Page) -> Response:
    """Makes an invitation and shows its link, this once."""
    form = await page.form()
    try:
        async with page.platform.write() as unit:
            made = await members.invite(
                unit, await page.member(unit), email=form.get("email", ""), role=form.get("role", "")
            )
    except ResourceNotFoundError:
        raise
    except ServiceError as error:
        return await _show(page, status=status_of(error), problem=explained(error))
    return await _show(page, invited=made)


async def change_member(page: Page) -> Response:
    """Gives a member another role, removes one, or takes an invitation back."""
    form = await page.form()
    try:
        async with page.platform.write() as unit:
            member = await page.member(unit)
            match form.get("action"):
                case "role":
                    await members.change_role(unit, member, form.get("user_id", ""), form.get("role", ""))
                case "remove":
                    await members.remove(unit, member, form.get("user_id", ""))
                case "revoke":
                    await members.revoke_invitation(unit, member, form.get("invitation_id", ""))
                case _:
                    pass
    except ServiceError as error:
        return await _show(page, status=status_of(error), problem=explained(error))
    return page.go("/" if form.get("user_id") == member.actor.user_id else f"/{member.workspace_name}")


async def change_repository(page: Page) -> Response:
    """Connects, syncs or disconnects the repository, or gives its push hook another address, which is shown once."""
    form = await page.form()
    hook: str | None = None
    try:
        async with page.platform.write() as unit:
            member = await page.member(unit)
            match form.get("action"):
                case "connect":
                    made = await git.connect(
                        unit,
                        member,
                        url=form.get("url", ""),
                        full_name=form.get("full_name", "").strip() or None,
                        credential=form.get("credential", "").strip() or None,
                        folders=page.platform.settings.git_folders,
                    )
                    hook = made.hook_token
                case "new-hook":
                    hook = await git.new_hook(unit, member)
                case "sync":
                    await git.request_sync(unit, member)
                case "disconnect":
                    await git.disconnect(unit, member)
                case _:
                    pass
    except ServiceError as error:
        return await _show(page, status=status_of(error), git_problem=explained(error), given=form)
    if hook is not None:
        return await _show(page, hook=page.platform.link(f"/api/v1/git/push/{hook}"))
    if form.get("action") == "sync":
        return await _show(page, sync_queued=True)
    return page.go(f"/{member.workspace_name}#git")


async def _show(
    page: Page,
    *,
    status: int = 200,
    problem: str | None = None,
    invited: members.NewInvitation | None = None,
    git_problem: str | None = None,
    given: Mapping[str, str] | None = None,
    hook: str | None = None,
    sync_queued: bool = False,
) -> Response:
    """The page. `given` is a refused form of the repository, to be corrected; `hook` is a push hook's new address."""
    async with page.platform.read() as unit:
        member = await page.member(unit)
        manages = may(member.role, "invitation.manage")
        try:
            repository = await git.get(unit, member)
        except ResourceNotFoundError:
            repository = None
        return page.show(
            "workspace.html",
            status=status,
            problem=problem,
            member=member,
            members=await members.listing(unit, member),
            manages=manages,
            roles=ROLES if member.role == "owner" else ROLES[1:],
            invitations=(await members.invitations(unit, member, limit=_SHOWN, offset=0)).items if manages else [],
            invited=None if invited is None else page.platform.link(f"/join/{invited.token}"),
            invited_email=None if invited is None else invited.invitation.email,
            secrets=(await secrets.listing(unit, member, scope="all", limit=_SHOWN, offset=0)).items,
            repository=repository,
            syncs=(await git.history(unit, member, branch=None, limit=_SYNCS_SHOWN, offset=0)).items,
            connects=may(member.role, "git.connect"),
            git_problem=git_problem,
            given=given or {},
            hook=hook,
            sync_queued=sync_queued,
        )
