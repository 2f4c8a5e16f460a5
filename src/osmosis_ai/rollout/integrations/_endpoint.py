"""Where the policy of the rollout is that the calling code runs in."""

from __future__ import annotations

import os
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from urllib.parse import urlsplit

from osmosis_ai.base.http.network_variables import proxy_for
from osmosis_ai.rollout.context import RolloutContext, get_rollout_context
from osmosis_ai.rollout.integrations._calls import CallLog, call_log

__all__ = ["POLICY_MODEL", "PolicyEndpoint", "missing_extra", "no_cookies"]

POLICY_MODEL = "osmosis-rollout"
"""The model's name in requests; the endpoint picks the model that stands behind it."""


def no_cookies() -> CookieJar:
    """A jar that keeps nothing: rollouts that share connections must not share a session."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=[]))


@dataclass(frozen=True, slots=True)
class PolicyEndpoint:
    """The policy of one rollout: the base URL that `/chat/completions` is appended to, and the key for it."""

    context: RolloutContext
    url: str
    api_key: str | None

    @classmethod
    def of_active_rollout(cls, wanted_by: str) -> PolicyEndpoint:
        """The active rollout's policy. Raises RuntimeError where no rollout is active, or it has no policy."""
        context = get_rollout_context()
        if context is None:
            raise RuntimeError(f"{wanted_by} needs an active rollout: construct it inside AgentWorkflow.run()")
        if not context.chat_completions_url:
            raise RuntimeError(
                f"{wanted_by} needs a policy, and this rollout has none: its chat_completions_url is empty. "
                "Graders have no policy; elsewhere the controller or OSMOSIS_CHAT_COMPLETIONS_URL gives it"
            )
        return cls(context, context.chat_completions_url, context.api_key)

    @property
    def headers(self) -> dict[str, str]:
        """What a request to the policy carries."""
        return {} if self.api_key is None else {"Authorization": f"Bearer {self.api_key}"}

    @property
    def proxy(self) -> str | None:
        """The proxy that the environment names for the policy, None for a policy on this machine.

        Raises NetworkVariableError for a variable that does not hold a proxy.
        """
        return proxy_for(self.url, os.environ)

    @property
    def origin(self) -> str:
        """Scheme, host and port of the policy where it is reached by https; `http:` for every other."""
        parts = urlsplit(self.url)
        return f"https://{parts.netloc}" if parts.scheme == "https" else "http:"

    @property
    def calls(self) -> CallLog:
        """The rollout's calls to its policy."""
        return call_log(self.context)

    def check(self, wanted_by: str) -> None:
        """Raises RuntimeError unless the rollout that this policy belongs to is the active one."""
        if get_rollout_context() is not self.context:
            raise RuntimeError(
                f"{wanted_by} belongs to another rollout than the one it is used in: construct one inside each "
                "AgentWorkflow.run() and keep none between rollouts"
            )


def missing_extra(error: ModuleNotFoundError, extra: str, *packages: str) -> ModuleNotFoundError:
    """The error to raise where one of an extra's packages is not installed; any other module's stays as it is."""
    package = (error.name or "").partition(".")[0]
    if package not in packages:
        return error
    return ModuleNotFoundError(
        f"this needs the package {package!r}, which is not installed: pip install 'osmosis-ai[{extra}]', or name "
        f"osmosis-ai[{extra}] among the dependencies of the rollout's pyproject.toml",
        name=error.name,
        path=error.path,
    )
