"""The model server's command line."""

import sys
from pathlib import Path

import pytest

from osmosis_ai.models.embedded.llama_server import LoraAdapter, ServerSettings, usable_cores


def test_settings_survive_the_command_line():
    """What one process writes the other reads, adapters with their scale and colons in paths included."""
    adapters = (LoraAdapter(Path("/a/b:c.gguf"), 0.5), LoraAdapter(Path("/d e.gguf")))
    settings = ServerSettings(Path("/m x.gguf"), slots=3, context=512, threads=1, seed=0, lora_adapters=adapters)
    assert ServerSettings.from_arguments(settings.to_arguments()) == settings


def test_a_model_is_all_that_must_be_given():
    """The rest has defaults: one slot, the usual context, every core this process may use."""
    settings = ServerSettings.from_arguments(["--model=m.gguf"])
    assert (settings.slots, settings.context, settings.threads) == (1, 2048, usable_cores())
    with pytest.raises(SystemExit):
        ServerSettings.from_arguments([])


def test_the_server_is_described_without_loading_llama_cpp():
    """Only the server's own process imports it."""
    assert "xllamacpp" not in sys.modules
