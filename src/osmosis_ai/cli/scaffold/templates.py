"""The starter rollouts of ``template apply``: package data below ``templates/``, one folder a template.

A template is a rollout's directory and its two configs, which are its own, and a dataset that all of them share.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources

from osmosis_ai.cli import scaffold

DATASET = "data/multiply.jsonl"
LOG_LEVEL = '# [env]\n# LOG_LEVEL = "INFO" # plain settings for the rollout, no secrets'
NO_TRACES = (
    "[env]\n"
    'OPENAI_AGENTS_DISABLE_TRACING = "1" # else the SDK sends traces to OpenAI when it finds OPENAI_API_KEY\n'
    '# LOG_LEVEL = "INFO" # plain settings for the rollout, no secrets'
)


@dataclass(frozen=True, slots=True)
class Template:
    """A starter rollout. ``extras`` are those of osmosis-ai that its code needs, ``env`` its configs' settings."""

    name: str
    description: str
    agent: str
    extras: str
    env: str = LOG_LEVEL

    def directory(self) -> dict[str, str]:
        """The files of the rollout's own directory, by their name in it."""
        return {
            "main.py": self._filled(f"{self.name}/main.py"),
            "pyproject.toml": self._filled("pyproject.toml"),
            "README.md": self._filled("README.md"),
        }

    def configs(self) -> dict[str, str]:
        """Its two configs, by their path relative to the workspace."""
        return {f"configs/{kind}/{self.name}.toml": self._filled(f"{kind}.toml") for kind in ("eval", "training")}

    def shared(self) -> dict[str, str]:
        """Files that other templates have as well, word for word, by their path relative to the workspace."""
        return {DATASET: scaffold.multiplication_rows()}

    def _filled(self, file: str) -> str:
        text = (resources.files(scaffold) / "templates" / f"{file}.tmpl").read_text(encoding="utf-8")
        for token in ("name", "agent", "extras", "env"):
            text = text.replace(f"{{{{{token}}}}}", getattr(self, token))
        return text


_ALL = (
    Template(
        "multiply-local-openai",
        "An OpenAI Agents SDK agent that multiplies with a tool, in the rollout's own process.",
        "an agent of the OpenAI Agents SDK",
        "openai-agents,server",
        NO_TRACES,
    ),
    Template(
        "multiply-local-plain",
        "A plain loop of model and tool that multiplies, without an agent framework.",
        "a model in a plain loop",
        "server",
    ),
    Template(
        "multiply-local-strands",
        "A Strands agent that multiplies with a tool, in the rollout's own process.",
        "a Strands agent",
        "server,strands",
    ),
)

TEMPLATES: Mapping[str, Template] = {template.name: template for template in _ALL}
"""Every template, by its name, in the order in which they are listed."""
