"""Agent loops by name, for programs that look them up. Test mode itself is given `module:attribute`."""

from __future__ import annotations

import threading

from osmosis_ai.rollout.test_mode.errors import AgentLoopNotFoundError
from osmosis_ai.rollout.test_mode.loop import RolloutAgentLoop

__all__ = ["get_agent_loop", "list_agent_loops", "register_agent_loop", "unregister_agent_loop"]

_loops: dict[str, RolloutAgentLoop] = {}
_lock = threading.Lock()


def register_agent_loop(loop: RolloutAgentLoop) -> None:
    """Makes the loop known under its name. Raises ValueError where the name is taken."""
    with _lock:
        if loop.name in _loops:
            raise ValueError(f"an agent loop {loop.name!r} is registered already")
        _loops[loop.name] = loop


def unregister_agent_loop(name: str) -> bool:
    """Forgets the loop of that name; whether there was one."""
    with _lock:
        return _loops.pop(name, None) is not None


def get_agent_loop(name: str) -> RolloutAgentLoop:
    """The loop of that name. Raises AgentLoopNotFoundError."""
    with _lock:
        if name not in _loops:
            raise AgentLoopNotFoundError(name, sorted(_loops))
        return _loops[name]


def list_agent_loops() -> list[str]:
    """The names, sorted."""
    with _lock:
        return sorted(_loops)
