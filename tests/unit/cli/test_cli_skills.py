"""What the workspace tells coding assistants: the skills, AGENTS.md, and every command line in them."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from cli_calls import Cli

from osmosis_ai.cli import scaffold
from osmosis_ai.cli.framework.binding import Leaf
from osmosis_ai.cli.framework.console import Console
from osmosis_ai.cli.framework.tree import TREE, Command, Group
from osmosis_ai.cli.framework.usage import Mode, Route, follow, split
from osmosis_ai.cli.scaffold.templates import TEMPLATES

SKILLS = scaffold.skill_files()
DOCUMENTS = {
    **{name: text for name, text in scaffold.workspace_files().items() if name.endswith(".md")},
    **{f"skill {name}": text for name, text in SKILLS.items()},
    "README of a rollout": scaffold.rollout_directory("demo")["README.md"],
    **{f"README of {name}": template.directory()["README.md"] for name, template in TEMPLATES.items()},
}
COMMANDS_OF_A_PLATFORM = ("submit", "upload", "deploy", "train submit", "quickstart")


def command_lines(text: str) -> Iterator[str]:
    """The lines of code blocks, and the code in sentences, that begin with the program's name."""
    blocks = re.findall(r"```.*?```", text, re.DOTALL)
    yield from re.findall(r"^ *(osmosis .+)$", "\n".join(blocks), re.MULTILINE)
    for code in re.findall(r"`(osmosis [^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        yield " ".join(code.split())


LINES = sorted({(document, line) for document, text in DOCUMENTS.items() for line in command_lines(text)})


@pytest.mark.parametrize(("document", "line"), LINES)
def test_every_command_line_is_one_of_this_version(cli: Cli, document: str, line: str):
    """Its command exists and has help, its arguments and options fit, and none of it is run."""
    _, *words = shlex.split(line, comments=True)
    assert cli(*words, "--help").code == 0
    route = Route(TREE)
    parsed = split(words)
    if parsed.wants_help:
        return
    follow(parsed.tokens, route, program="osmosis")
    assert isinstance(route.node, Command), f"{line} names a group"
    call = " ".join(("osmosis", *route.path))
    Leaf.load(route.node, call=call).bind(route.rest, Console(Mode.PLAIN, program="osmosis"))


def test_the_documents_name_commands():
    """The extraction finds command lines, in blocks and in sentences; each document that tells of running has some."""
    assert ("AGENTS.md", "osmosis template list                           # starter rollouts with tools") in LINES
    assert ("skill debug-rollouts", "osmosis --json doctor") in LINES
    assert {document for document, _ in LINES} >= {f"skill {name}" for name in SKILLS}


def test_every_command_is_mentioned():
    """An assistant learns of every command of this version from AGENTS.md, and from the skill `osmosis`."""
    for document in (DOCUMENTS["AGENTS.md"], SKILLS["osmosis"]):
        named = {tuple(follow_path(line)) for line in command_lines(document)}
        # A workspace is worked on; the server of a platform is run by whoever hosts one.
        assert {path for path in commands_of(TREE) if path[0] != "platform"} <= named


def commands_of(group: Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of every command that help shows."""
    for child in group.visible():
        here = (*path, child.name)
        if isinstance(child, Command):
            yield here
        else:
            yield from commands_of(child, here)


def follow_path(line: str) -> list[str]:
    """The command that a command line names."""
    _, *words = shlex.split(line, comments=True)
    route = Route(TREE)
    follow(split(words).tokens, route, program="osmosis")
    return list(route.path)


@pytest.mark.parametrize("name", SKILLS)
def test_front_matter_is_yaml_with_the_folders_name_and_a_description(name: str):
    """As the Agent Skills format asks: the name of the folder, and when to use it, in at most 1024 characters."""
    _, front, body = SKILLS[name].split("---\n", 2)
    document = yaml.safe_load(front)
    assert set(document) == {"name", "description"}
    assert document["name"] == name
    assert "Use " in document["description"]
    assert len(document["description"]) <= 1024
    assert body.startswith("\n# ")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_document_sends_anybody_to_a_command_that_is_not_there(document: str):
    """Nothing speaks of the platform's commands as though this version had them."""
    assert not [word for word in COMMANDS_OF_A_PLATFORM if f"osmosis {word}" in DOCUMENTS[document]]


def test_every_skill_that_is_named_exists():
    """AGENTS.md and the skill `osmosis` list the skills, and name none that is not there."""
    listed = re.findall(r"^\| `([a-z-]+)` \|", DOCUMENTS["AGENTS.md"].split("## Skills")[1], re.MULTILINE)
    assert listed == list(SKILLS)
    assert set(re.findall(r"\| `([a-z]+-[a-z]+)` \|", SKILLS["osmosis"])) == set(SKILLS) - {"osmosis"}
    for text in SKILLS.values():
        assert set(re.findall(r"`((?:plan|create|sandbox|evaluate|run|debug|submit)-[a-z]+)`", text)) <= set(SKILLS)


def test_claude_code_is_pointed_to_files_that_exist(cli: Cli, tmp_path: Path):
    """Every @file of CLAUDE.md is in the workspace."""
    cli("doctor", "--fix")
    files = re.findall(r"@([\w./-]+\.md)", DOCUMENTS["CLAUDE.md"])
    assert files
    assert all((tmp_path / file).is_file() for file in files)
