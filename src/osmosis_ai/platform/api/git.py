"""The repository of a workspace, and the rollouts that its branches have."""

from __future__ import annotations

from osmosis_ai.platform.api.base import ApiPart, optional_time, page_of_all, paging
from osmosis_ai.platform.api.context import current
from osmosis_ai.platform.clock import wire_time
from osmosis_ai.platform.services import git, rollouts
from osmosis_contract import models
from osmosis_contract.servers import platform as stub

__all__ = ["GitApi"]


class GitApi(ApiPart):
    """Handlers of git connections and of rollouts."""

    def _hook(self, token: str) -> str:
        return self.platform.link(f"/api/v1/git/push/{token}")

    async def get_git_connection(self, request: stub.GetGitConnectionRequest) -> stub.GetGitConnectionResponse:
        async with self.platform.read() as unit:
            found = await git.get(unit, self.member)
        return stub.GetGitConnection200(body=_connection(found))

    async def connect_git(self, request: stub.ConnectGitRequest) -> stub.ConnectGitResponse:
        given = request.body
        async with self.platform.write() as unit:
            made = await git.connect(
                unit,
                self.member,
                url=given.url,
                full_name=given.repo_full_name,
                credential=given.credential,
                folders=self.platform.settings.git_folders,
            )
        return stub.ConnectGit201(
            body=models.NewGitConnection(connection=_connection(made.connection), hook_url=self._hook(made.hook_token))
        )

    async def disconnect_git(self, request: stub.DisconnectGitRequest) -> stub.DisconnectGitResponse:
        async with self.platform.write() as unit:
            await git.disconnect(unit, self.member)
        return stub.DisconnectGit204()

    async def renew_git_hook(self, request: stub.RenewGitHookRequest) -> stub.RenewGitHookResponse:
        async with self.platform.write() as unit:
            token = await git.new_hook(unit, self.member)
        return stub.RenewGitHook200(body=models.GitHook(hook_url=self._hook(token)))

    async def sync_git(self, request: stub.SyncGitRequest) -> stub.SyncGitResponse:
        async with self.platform.write() as unit:
            await git.request_sync(unit, self.member)
        return stub.SyncGit202(body=models.Empty())

    async def list_git_syncs(self, request: stub.ListGitSyncsRequest) -> stub.ListGitSyncsResponse:
        async with self.platform.read() as unit:
            page = await git.history(
                unit, self.member, branch=request.branch, limit=request.limit, offset=request.offset
            )
        items, counts = paging(page, _sync)
        return stub.ListGitSyncs200(body=models.GitSyncList(syncs=items, **counts))

    async def list_git_branches(self, request: stub.ListGitBranchesRequest) -> stub.ListGitBranchesResponse:
        async with self.platform.read() as unit:
            found = await git.branches(unit, self.member)
        items, counts = paging(page_of_all(found, request.limit, request.offset), _branch)
        return stub.ListGitBranches200(body=models.GitBranchList(branches=items, **counts))

    async def receive_push(self, request: stub.ReceivePushRequest) -> stub.ReceivePushResponse:
        async with self.platform.write() as unit:
            await git.hook(unit, request.hook_token, current().origin)
        return stub.ReceivePush202(body=models.Empty())

    async def list_rollouts(self, request: stub.ListRolloutsRequest) -> stub.ListRolloutsResponse:
        async with self.platform.read() as unit:
            page = await rollouts.listing(
                unit, self.member, branch=request.branch, limit=request.limit, offset=request.offset
            )
        items, counts = paging(page, _rollout)
        return stub.ListRollouts200(body=models.CatalogueRolloutList(rollouts=items, **counts))


def _connection(found: git.Connection) -> models.GitConnection:
    return models.GitConnection(
        id=found.id,
        url=found.url,
        repo_full_name=found.full_name,
        credential=found.credential,
        default_branch=found.default_branch,
        state=models.GitConnectionState(found.state),
        blocked_code=found.blocked_code,
        blocked_message=found.blocked_message,
        last_synced_at=optional_time(found.synced_at),
        connected_at=wire_time(found.connected_at),
    )


def _sync(found: git.Sync) -> models.GitSync:
    return models.GitSync(
        id=found.id,
        branch=found.branch,
        status=models.GitSyncStatus(found.status),
        trigger=models.GitSyncTrigger(found.trigger),
        commit_sha=found.commit_sha,
        author=found.author,
        subject=found.subject,
        rollout_count=found.rollouts_found,
        problems=list(found.problems),
        message=found.message,
        started_at=wire_time(found.started_at),
        finished_at=optional_time(found.finished_at),
    )


def _branch(found: git.Branch) -> models.GitBranch:
    return models.GitBranch(
        name=found.name,
        commit_sha=found.commit_sha,
        is_default=found.is_default,
        rollout_count=found.rollouts_found,
        last_synced_at=wire_time(found.synced_at),
        deleted_at=optional_time(found.deleted_at),
    )


def _rollout(found: rollouts.SyncedRollout) -> models.CatalogueRollout:
    return models.CatalogueRollout(
        id=found.id,
        name=found.name,
        description=found.description,
        last_synced_at=wire_time(found.last_synced_at),
        last_synced_commit_sha=found.last_synced_commit_sha,
        repo_full_name=found.repo_full_name,
        created_at=wire_time(found.created_at),
    )
