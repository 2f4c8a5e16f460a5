"""`osmosis doctor`."""

import os
import subprocess
from pathlib import Path

import pytest
from cli_calls import Cli

from osmosis_ai.base import git
from osmosis_ai.base.config.load import load_training_config
from osmosis_ai.base.workspace import Workspace
from osmosis_contract.models import DoctorResult

ALL_MISSING = [
    "rollouts/",
    "configs/training/",
    "configs/eval/",
    "data/",
    "AGENTS.md",
    "CLAUDE.md",
    "configs/AGENTS.md",
]
SKILLS = [
    "osmosis",
    "plan-training",
    "create-rollouts",
    "sandbox-rollouts",
    "evaluate-rollouts",
    "run-evals",
    "debug-rollouts",
    "submit-training",
]
SKILL_FILES = [f".agents/skills/{name}/SKILL.md" for name in SKILLS]
SKILL_LINKS = [f".claude/skills/{name}" for name in SKILLS]


def tree(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_empty_directory_lacks_everything(cli: Cli, tmp_path: Path):
    """Outside a workspace doctor fails with VALIDATION, and the resource is in the details."""
    outcome = cli("--json", "doctor")
    assert outcome.code == 1
    assert outcome.error["code"] == "VALIDATION"
    details = dict(outcome.error["details"])
    sandbox = details.pop("sandbox")
    assert sandbox is None or set(sandbox) == {"works", "lacks"}  # None where Harbor is not installed
    assert details == {
        "workspace_directory": str(tmp_path),
        "git": None,
        "workspace": None,
        "required_paths": ["rollouts/", "configs/training/", "configs/eval/", "data/"],
        "missing": ALL_MISSING,
        "valid": False,
        "fixed": False,
        "created": [],
        "repairable": [*SKILL_FILES, *SKILL_LINKS],
        "migration": [],
    }
    words = cli("doctor").err
    assert all(f"  {name}\n" in words for name in ALL_MISSING)
    assert "`osmosis doctor --fix`" in words


def test_fix_makes_a_whole_workspace(cli: Cli, tmp_path: Path):
    """--fix turns an empty directory into a workspace, and a second look finds it complete."""
    resource = cli("--json", "doctor", "--fix").document["resource"]
    assert resource["valid"] is resource["fixed"] is True
    assert resource["missing"] == []
    assert sorted(tree(tmp_path)) == [
        *sorted(SKILL_FILES),
        ".gitignore",
        "AGENTS.md",
        "CLAUDE.md",
        "README.md",
        "configs/AGENTS.md",
        "configs/eval/.gitkeep",
        "configs/training/.gitkeep",
        "configs/training/default.toml",
        "data/.gitkeep",
        "pyproject.toml",
        "rollouts/.gitkeep",
    ]
    assert {".osmosis/", ".venv/", ".env"} <= set((tmp_path / ".gitignore").read_text().splitlines())
    config = load_training_config(tmp_path / "configs/training/default.toml", Workspace(tmp_path))
    assert config.experiment.rollout == "my-rollout"
    again = cli("--json", "doctor", "--fix").document["resource"]
    assert (again["valid"], again["fixed"], again["created"]) == (True, False, [])


def test_fix_never_overwrites(cli: Cli, tmp_path: Path):
    """What exists keeps its content; a begun scaffold gets what it lacks and nothing optional."""
    (tmp_path / "rollouts").mkdir()
    (tmp_path / "configs").mkdir()
    (tmp_path / "AGENTS.md").write_text("mine", encoding="utf-8")
    created = cli("--json", "doctor", "--fix").document["resource"]["created"]
    directories, documents = ["configs/training/", "configs/eval/", "data/"], ["CLAUDE.md", "configs/AGENTS.md"]
    assert created == [*directories, *documents, *SKILL_FILES, *SKILL_LINKS]
    assert (tmp_path / "AGENTS.md").read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "rollouts/.gitkeep").exists()


def test_new_files_get_ordinary_permissions(cli: Cli, tmp_path: Path):
    """Created files follow the umask, and no temporary file stays behind."""
    mask = os.umask(0o022)
    try:
        cli("doctor", "--fix")
    finally:
        os.umask(mask)
    assert (tmp_path / "AGENTS.md").stat().st_mode & 0o777 == 0o644


def test_workspace_is_found_upwards(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """From inside a workspace, or with a path inside it, doctor speaks of its root."""
    cli("doctor", "--fix")
    inside = tmp_path / "rollouts" / "deep"
    inside.mkdir()
    assert cli("--json", "doctor", str(inside)).document["resource"]["workspace_directory"] == str(tmp_path)
    monkeypatch.chdir(inside)
    assert cli("--json", "doctor").document["resource"]["workspace_directory"] == str(tmp_path)


def test_git_worktree_root_stands_in_for_a_missing_scaffold(cli: Cli, tmp_path: Path):
    """Where there is no scaffold yet, the root of the git worktree is the workspace."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "file").touch()
    details = cli("--json", "doctor", "sub").error["details"]
    assert details["workspace_directory"] == str(tmp_path)
    assert details["git"] == {
        "identity": None,
        "remote_url": None,
        "warning": "The repository has no origin remote.",
    }


def test_fix_makes_an_empty_or_new_directory_a_workspace_even_inside_a_repository(cli: Cli, tmp_path: Path):
    """Whoever names a fresh directory means that one, not the repository around it."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / "empty").mkdir()
    for name in ("empty", "new/deep"):
        resource = cli("--json", "doctor", name, "--fix").document["resource"]
        assert resource["workspace_directory"] == str(tmp_path / name)
        assert (tmp_path / name / "rollouts").is_dir()
    assert not (tmp_path / "rollouts").exists()


def test_git_identity_without_credentials(cli: Cli, tmp_path: Path):
    """The origin remote is told with its owner and name, and never with a token that is in its URL."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    url = "https://user:secret-token@example.com/acme/agents.git"
    subprocess.run(["git", "-C", str(tmp_path), "remote", "add", "origin", url], check=True)
    outcome = cli("--json", "doctor", "--fix")
    assert outcome.document["resource"]["git"] == {
        "identity": "acme/agents",
        "remote_url": "https://example.com/acme/agents.git",
    }
    assert "secret-token" not in outcome.out + outcome.err


@pytest.mark.parametrize(
    ("url", "owner_and_name", "shown"),
    [
        ("git@example.com:acme/agents.git", "acme/agents", "git@example.com:acme/agents.git"),
        ("ssh://git@example.com:22/acme/agents", "acme/agents", "ssh://git@example.com:22/acme/agents"),
        ("ssh://git:pw@example.com/acme/agents", "acme/agents", "ssh://example.com/acme/agents"),
        ("https://tok@example.com/acme/agents/", "acme/agents", "https://example.com/acme/agents/"),
        ("https://example.com/agents.git", None, "https://example.com/agents.git"),
        ("/srv/git/agents.git", None, "/srv/git/agents.git"),
        ("file:///srv/agents.git", None, "file:///srv/agents.git"),
    ],
)
def test_remote_urls(url: str, owner_and_name: str | None, shown: str):
    """Every form of a remote URL gives its owner and name, or None, and loses its credentials."""
    assert git.remote_identity(url) == owner_and_name
    assert git.without_credentials(url) == shown


@pytest.mark.parametrize("fix", [(), ("--fix",)])
@pytest.mark.parametrize("name", ["data", "configs", "CLAUDE.md"])
def test_symbolic_link_in_the_scaffold_is_a_conflict(cli: Cli, tmp_path: Path, name: str, fix: tuple[str, ...]):
    """A link where a scaffold path belongs is refused, and nothing is written through it."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "here" / "rollouts").mkdir(parents=True)
    (tmp_path / "here" / name).symlink_to(tmp_path / "outside", target_is_directory=True)
    outcome = cli("--json", "doctor", "here", *fix)
    assert outcome.error["code"] == "CONFLICT"
    assert str(tmp_path / "here" / name) in outcome.error["message"]
    assert tree(tmp_path / "outside") == {}


def test_file_where_a_directory_belongs_is_a_conflict(cli: Cli, tmp_path: Path):
    """A file in a directory's place is told as what it is, since --fix could not mend it."""
    (tmp_path / "data").write_text("x", encoding="utf-8")
    outcome = cli("--json", "doctor", "--fix")
    assert outcome.error["code"] == "CONFLICT"
    assert "a directory belongs there" in outcome.error["message"]


def test_path_must_exist(cli: Cli):
    """A path that is not there is NOT_FOUND."""
    assert cli("--json", "doctor", "nowhere").error["code"] == "NOT_FOUND"


def test_unwritable_place_is_told(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A refusal of the file system names the path."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("osmosis_ai.cli.framework.files.write_atomic", refuse)
    error = cli("--json", "doctor", "--fix").error
    assert error["message"] == f"{tmp_path}/.gitignore cannot be written: Permission denied."


def test_complete_workspace_in_words(cli: Cli, tmp_path: Path):
    """In words, doctor says that all is there, and what to do while there is no rollout."""
    cli("doctor", "--fix")
    outcome = cli("doctor", program="osmosis-ai")
    assert outcome.code == 0
    assert outcome.out == (
        f"The workspace {tmp_path} is complete.\n\nNext steps\n  osmosis-ai rollout init my-rollout\n"
    )


def test_each_skill_is_linked_for_claude_code(cli: Cli, tmp_path: Path):
    """.claude/skills holds one relative link a skill, which leads to its folder in .agents/skills."""
    cli("doctor", "--fix")
    for name in SKILLS:
        link = tmp_path / ".claude/skills" / name
        assert link.readlink() == Path("../../.agents/skills") / name
        assert (link / "SKILL.md").samefile(tmp_path / ".agents/skills" / name / "SKILL.md")


def test_a_missing_skill_is_no_failure_and_fix_brings_it_back(cli: Cli, tmp_path: Path):
    """Doctor names skills and links that are not there as repairable; the workspace is complete all the same."""
    cli("doctor", "--fix")
    (tmp_path / SKILL_FILES[0]).unlink()
    (tmp_path / SKILL_LINKS[1]).unlink()
    outcome = cli("--json", "doctor")
    resource = outcome.document["resource"]
    assert (outcome.code, resource["valid"], resource["missing"]) == (0, True, [])
    assert resource["repairable"] == [SKILL_FILES[0], SKILL_LINKS[1]]
    DoctorResult.read_strict(resource)
    words = cli("doctor").out
    assert "`osmosis doctor --fix`" in words
    assert SKILL_FILES[0] in words
    resource = cli("--json", "doctor", "--fix").document["resource"]
    assert (resource["created"], resource["repairable"]) == ([SKILL_FILES[0], SKILL_LINKS[1]], [])
    assert (tmp_path / SKILL_FILES[0]).is_file()


def test_a_skill_of_ones_own_stays(cli: Cli, tmp_path: Path):
    """A changed skill, further skills, and a folder where a link would be are left as they are."""
    cli("doctor", "--fix")
    (tmp_path / SKILL_FILES[0]).write_text("mine", encoding="utf-8")
    (tmp_path / SKILL_LINKS[0]).unlink()
    (tmp_path / SKILL_LINKS[0]).mkdir()
    (tmp_path / ".claude/skills/other").symlink_to(tmp_path.parent)
    resource = cli("--json", "doctor", "--fix").document["resource"]
    assert (resource["created"], resource["repairable"]) == ([], [])
    assert (tmp_path / SKILL_FILES[0]).read_text(encoding="utf-8") == "mine"
    assert list((tmp_path / SKILL_LINKS[0]).iterdir()) == []


def test_one_link_for_all_skills_is_accepted(cli: Cli, tmp_path: Path):
    """.claude/skills may itself be a link to .agents/skills; then no skill needs a link of its own."""
    (tmp_path / "rollouts").mkdir()
    (tmp_path / "configs").mkdir()
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude/skills").symlink_to("../.agents/skills")
    resource = cli("--json", "doctor", "--fix").document["resource"]
    assert resource["created"][-len(SKILLS) :] == SKILL_FILES
    assert resource["repairable"] == []


@pytest.mark.parametrize("fix", [(), ("--fix",)])
@pytest.mark.parametrize(
    "name",
    [".agents", ".agents/skills", ".agents/skills/osmosis", ".claude", ".claude/skills", ".claude/skills/osmosis"],
)
def test_any_other_link_among_the_skills_is_a_conflict(cli: Cli, tmp_path: Path, name: str, fix: tuple[str, ...]):
    """A link that leads elsewhere is refused like every link in the scaffold, and nothing is written through it."""
    (tmp_path / "outside").mkdir()
    here = tmp_path / "here"
    (here / "rollouts").mkdir(parents=True)
    (here / name).parent.mkdir(parents=True, exist_ok=True)
    (here / name).symlink_to(tmp_path / "outside", target_is_directory=True)
    outcome = cli("--json", "doctor", "here", *fix)
    assert outcome.error["code"] == "CONFLICT"
    assert str(here / name) in outcome.error["message"]
    assert tree(tmp_path / "outside") == {}


@pytest.mark.parametrize("name", [".claude", ".claude/skills"])
def test_a_file_where_the_links_belong_is_a_conflict(cli: Cli, tmp_path: Path, name: str):
    """It is told as what it is, since --fix could not mend it."""
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("x", encoding="utf-8")
    assert "a directory belongs there" in cli("--json", "doctor", ".", "--fix").error["message"]


def test_without_symbolic_links_the_skills_are_there_and_the_links_are_told(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A file system that has no symbolic links makes no failure."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "symlink_to", refuse)
    outcome = cli("doctor", "--fix")
    assert outcome.code == 0
    assert "Could not be created" in outcome.out
    assert (tmp_path / SKILL_FILES[0]).is_file()


@pytest.mark.parametrize("target", [None, ".osmosis", "nowhere/at/all"], ids=["file", "loop", "dangling"])
@pytest.mark.parametrize("words", [("doctor",), ("rollout", "init", "demo"), ("eval", "run", "configs/eval/demo.toml")])
def test_state_that_cannot_be_a_directory_is_an_error_in_words(
    cli: Cli, tmp_path: Path, target: str | None, words: tuple[str, ...]
):
    """A file in the place of `.osmosis`, or a link to itself or to nothing, is CONFLICT and named."""
    cli("doctor", "--fix")
    (tmp_path / ".osmosis").symlink_to(target) if target else (tmp_path / ".osmosis").touch()
    (tmp_path / "configs/eval/demo.toml").touch()
    error = cli("--json", *words).error
    assert error["code"] == "CONFLICT"
    assert error["message"] == f"{tmp_path}/.osmosis is in the way: a directory belongs there."
