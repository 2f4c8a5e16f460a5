"""A run of a platform that was downloaded: graded again here, and its rows taken for a run on this machine."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from osmosis_ai.runs.reading.exported import ExportedRun
from tests.platform.managed import CODE, PROJECT, Managed, managed_platform, package_variables
from tests.platform.served import Person, workspace_folder

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

CONFIG = """\
[experiment]
rollout = "echo"
entrypoint = "main.py"
model_path = "openai/stub"
dataset = "words"
[evaluation]
limit = 4
[env]
OPENAI_BASE_URL = "{url}"
[secrets]
required = ["OPENAI_API_KEY"]
"""
_ROWS = [("say 0", "0"), ("raise", "1"), ("say 2", "2"), ("say 3", "no")]
_KIND = "class Equality(Grader):"
_STRICT = """\
class Equality(Grader):
    async def grade(self, ctx):
        notes = ctx.artifacts_dir / "notes.txt"
        ctx.set_reward(0.5 if notes.read_text() == ctx.sample.messages[-1]["content"] else 0.0)


class Before(Grader):"""
_WRITING = CODE.replace(
    "        return [*ctx.prompt",
    '        said = response.json()["choices"][0]["message"]["content"]\n'
    '        (ctx.artifacts_dir / "notes.txt").write_text(said)\n'
    "        return [*ctx.prompt",
)


@contextmanager
def platform_and_person(folder: Path) -> Iterator[tuple[Managed, Person]]:
    """A platform with a rollout that writes a file in each row, and a person with the same files in a workspace."""
    with managed_platform(folder, files=lambda _: {"main.py": _WRITING}) as managed:
        managed.dataset("words", _ROWS)
        home = folder / "person"
        connected = managed.get("/api/v1/workspaces/main/git")["repo_full_name"]
        workspace = workspace_folder(home / "workspace", origin=f"https://github.com/{connected}.git")
        rollout = workspace / "rollouts" / "echo"
        rollout.mkdir()
        (rollout / "main.py").write_text(_WRITING)
        (rollout / "pyproject.toml").write_text(PROJECT)
        (workspace / "configs" / "eval" / "echo.toml").write_text(CONFIG.format(url=managed.policy.base_url))
        (workspace / "configs" / "eval" / "other.toml").write_text("[experiment]\nrollout = 'another'\n")
        token = {"OSMOSIS_TOKEN": managed.served.token(), "OSMOSIS_TOKEN_PLATFORM_URL": managed.served.url}
        variables = {**package_variables(), **token, "OPENAI_API_KEY": managed.policy.api_key}
        yield managed, Person((sys.executable, "-m", "osmosis_ai"), managed.served.url, home, workspace, variables)


def test_a_downloaded_run_is_graded_again_and_gives_its_rows(tmp_path: Path):
    """Downloaded with what its rows wrote, `eval grade` finds the config, the platform's dataset and those files, and
    asks no model; `eval run --rows-from` takes the rows that failed, in the same dataset."""
    with platform_and_person(tmp_path) as (managed, person):
        submitted = person.run("eval", "submit", "configs/eval/echo.toml", "--yes")
        assert submitted.code == 0, submitted.err
        run = submitted.document["resource"]
        found = managed.wait(run["id"], "finished", "failed")
        assert found["eval_run"]["status"] == "finished", managed.log(run["id"])
        downloaded = person.run("eval", "download", run["name"], "--type", "all")
        assert downloaded.code == 0, downloaded.err
        main = person.folder / "rollouts" / "echo" / "main.py"
        main.write_text(_WRITING.replace(_KIND, _STRICT))
        asked = len(managed.policy.requests)
        graded = person.run("eval", "grade", run["name"], "--name", "again", "--yes")
        assert graded.code == 0, graded.out + graded.err
        assert len(managed.policy.requests) == asked
        evals = person.folder / ".osmosis" / "evals"
        assert [(str(row.outcome), row.reward) for row in ExportedRun(evals / "again")] == [
            ("scored", 0.5),
            ("agent_failed", None),
            ("scored", 0.5),
            ("scored", 0.5),
        ]
        main.write_text(_WRITING.replace('if text.startswith("raise")', "if False"))
        fixed = person.run(
            "eval", "run", "configs/eval/echo.toml", "--rows-from", f"{run['name']}:failed", "--name", "fixed", "--yes"
        )
        assert fixed.code == 0, fixed.out + fixed.err
        manifest = json.loads((evals / "fixed" / "manifest.json").read_text())
        assert manifest["inputs"]["dataset"]["selected_source_rows"] == "1"
        assert manifest["source"]["run_name"] == run["name"]
        assert [str(row.outcome) for row in ExportedRun(evals / "fixed")] == ["scored"]
