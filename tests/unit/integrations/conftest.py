"""What every test of an integration gets: no rollout around it, no traces sent anywhere."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def no_rollout_around(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OSMOSIS_CHAT_COMPLETIONS_URL", "OSMOSIS_API_KEY", "OSMOSIS_ROLLOUT_ID", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_AGENTS_DISABLE_TRACING", "1")
