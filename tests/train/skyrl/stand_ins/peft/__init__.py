"""Stands in for peft, which SkyRL's JAX backend writes `adapter_config.json` with, and which itself needs torch."""

import json
from pathlib import Path


class LoraConfig:
    """Writes what it was made of."""

    def __init__(self, **given: object) -> None:
        self._given = given

    def save_pretrained(self, folder: Path) -> None:
        """As peft does."""
        (folder / "adapter_config.json").write_text(json.dumps({"peft_type": "LORA", **self._given}))
