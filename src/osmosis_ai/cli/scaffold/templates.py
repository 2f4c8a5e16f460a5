"""The starter rollouts of ``template apply``: package data below ``templates/``, one folder a template.

A template is a rollout's directory and its two configs, which are its own, and a dataset that templates may share.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

from osmosis_ai.cli import scaffold

DATASET = "data/multiply.jsonl"
_USUAL = ("main.py", "pyproject.toml", "README.md")
LOG_LEVEL = '# [env]\n# LOG_LEVEL = "INFO" # plain settings for the rollout, no secrets'
NO_TRACES = (
    "[env]\n"
    'OPENAI_AGENTS_DISABLE_TRACING = "1" # else the SDK sends traces to OpenAI when it finds OPENAI_API_KEY\n'
    '# LOG_LEVEL = "INFO" # plain settings for the rollout, no secrets'
)


@dataclass(frozen=True, slots=True)
class Template:
    """A starter rollout. ``extras`` are those of osmosis-ai that its code needs, ``env`` its configs' settings.

    ``dataset`` is the path of its rows, relative to the workspace.
    """

    name: str
    description: str
    agent: str
    extras: str
    env: str = LOG_LEVEL
    dataset: str = DATASET

    def directory(self) -> dict[str, str]:
        """The files of the rollout's own directory, by their path in it: three that all have, and its own."""
        own = _files(resources.files(scaffold) / "templates" / self.name)
        others = sorted(set(own) - {*_USUAL, "eval.toml", "training.toml"})
        return {file: self._filled(file) for file in (*_USUAL, *others)}

    def configs(self) -> dict[str, str]:
        """Its two configs, by their path relative to the workspace."""
        return {f"configs/{kind}/{self.name}.toml": self._filled(f"{kind}.toml") for kind in ("eval", "training")}

    def shared(self) -> dict[str, str]:
        """Files that other templates have as well, word for word, by their path relative to the workspace."""
        rows = scaffold.multiplication_rows if self.dataset == DATASET else scaffold.product_rows
        return {self.dataset: rows()}

    def _filled(self, file: str) -> str:
        """The template's file of that name, or the one that all templates have."""
        folder = resources.files(scaffold) / "templates"
        own = folder / self.name / f"{file}.tmpl"
        text = (own if own.is_file() else folder / f"{file}.tmpl").read_text(encoding="utf-8")
        for token in ("name", "agent", "extras", "env"):
            text = text.replace(f"{{{{{token}}}}}", getattr(self, token))
        return text


def _files(folder: Traversable, prefix: str = "") -> Iterator[str]:
    """The template's own files, by their path in it, without the ending that package data has."""
    if not folder.is_dir():
        return
    for each in folder.iterdir():
        if each.is_dir():
            yield from _files(each, f"{prefix}{each.name}/")
        elif each.name.endswith(".tmpl"):
            yield f"{prefix}{each.name.removesuffix('.tmpl')}"


_ALL = (
    Template(
        "multiply-harbor-strands",
        "A Strands agent that multiplies with a tool, each row in a sandbox of this machine.",
        "a Strands agent",
        "harbor,server,strands",
    ),
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
    Template(
        "multiply-train-local",
        "A model that says a product and stops, and the configs to train it on this machine.",
        "a model",
        "server",
        dataset="data/multiply-train.jsonl",
    ),
)

TEMPLATES: Mapping[str, Template] = {template.name: template for template in _ALL}
"""Every template, by its name, in the order in which they are listed."""
