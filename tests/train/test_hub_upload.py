"""`model export --upload` with the real client of a hub and a double of the hub."""

from __future__ import annotations

import os
from pathlib import Path

from osmosis_ai.train.export import upload_model

from .hub_double import hub_double


def test_every_file_of_the_folder_is_in_a_private_repository(tmp_path: Path):
    """As the owner of the token, at the hub that HF_ENDPOINT names, and with its bytes unchanged."""
    files = {
        "README.md": b"# a card\n",
        "adapter.gguf": b"GGUF" + bytes(5000),
        "adapter_config.json": b"{}\n",
        "adapter_model.safetensors": bytes(range(256)) * 40,
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    with hub_double() as hub:
        environ = {**os.environ, "HF_TOKEN": "hf_secret", "HF_ENDPOINT": hub.url, "HF_HUB_DISABLE_XET": "1"}
        url = upload_model(
            tmp_path, "someone/multiplier", public=False, message="first, step 8", environ=environ, log=print
        )
        assert url == f"{hub.url}/someone/multiplier"
        (created,) = hub.created
        assert (created["name"], created["organization"], created["visibility"]) == ("multiplier", "someone", "private")
        assert hub.tokens == {"Bearer hf_secret"}
        assert {name: hub.files.get(name) for name in files} == files
