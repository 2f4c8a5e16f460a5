"""What `osmosis doctor` says about rollouts written before version 0.3."""

import ast
import importlib
import json
import pkgutil
import textwrap
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from cli_calls import Cli

import osmosis_ai.rollout
from osmosis_ai.base.workspace import Workspace
from osmosis_ai.cli.migration import names
from osmosis_ai.cli.migration import survey as survey_module
from osmosis_ai.cli.migration.pins import find_pins
from osmosis_ai.cli.migration.survey import survey
from osmosis_ai.cli.migration.uses import find_uses
from osmosis_contract.models.cli_results import DoctorResult


def uses(code: str) -> list[tuple[int, str, str]]:
    """Line, symbol and certainty of each finding in a module."""
    found = find_uses(ast.parse(textwrap.dedent(code)), "m.py")
    return [(finding.line, finding.symbol, finding.certainty) for finding in found]


@pytest.fixture
def workspace(tmp_path: Path, cli: Cli) -> Workspace:
    cli("doctor", "--fix")
    (tmp_path / "rollouts" / "demo").mkdir()
    return Workspace(tmp_path)


def write(workspace: Workspace, name: str, text: str | bytes) -> Path:
    path = workspace.rollouts / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


class TestUses:
    def test_grader_over_many_samples_is_named_line_by_line(self):
        """The old loop of a grader: the mapping and the reward by id, certain; the sample's id, by its name."""
        assert uses("""\
            from osmosis_ai.rollout import Grader, GraderContext
            class Exact(Grader):
                async def grade(self, ctx: GraderContext) -> None:
                    for sample_id, sample in ctx.samples.items():
                        ctx.set_sample_reward(sample_id, 1.0)
                        print(sample.id)
        """) == [
            (4, "ctx.samples", "certain"),
            (5, "ctx.set_sample_reward", "certain"),
            (6, "sample.id", "likely"),
        ]  # fmt: skip

    @pytest.mark.parametrize(
        "annotation",
        [
            "GC",
            "'GC'",
            "GC | None",
            "Optional[GC]",
            "Annotated[GC, 1]",
            "r.GraderContext",
            "osmosis_ai.rollout.grader.GraderContext",
            "Mine",
        ],
    )
    def test_annotations_are_followed_through_aliases(self, annotation: str):
        """Whatever way an annotation names a grader's context, its old members are certain."""
        assert uses(f"""\
            import osmosis_ai.rollout.grader
            import osmosis_ai.rollout as r
            from osmosis_ai.rollout import GraderContext as GC
            from typing import Annotated, Optional
            class Mine(GC): ...
            def score(given: {annotation}): return given.samples
        """) == [(6, "given.samples", "certain")]

    def test_overridden_method_tells_what_its_argument_is(self):
        """`grade` of a grader and `run` of a workflow get contexts, whatever the argument is called."""
        assert uses("""\
            from osmosis_ai.rollout import Grader, AgentWorkflow
            class Base(Grader): ...
            class G(Base):
                async def grade(self, c): c.set_sample_reward("a", 1)
            class W(AgentWorkflow):
                async def run(self, c): c.environment
        """) == [(4, "c.set_sample_reward", "certain"), (6, "c.environment", "certain")]

    def test_kinds_follow_assignments(self):
        """A context kept in a variable or entered by `with` is still known; one kept in `self` is by its name."""
        assert uses("""\
            from osmosis_ai.rollout import Grader, RolloutContext, get_rollout_context
            class G(Grader):
                async def grade(self, c):
                    self.kept_ctx = c
                    one = c.sample
                    print(one.id, getattr(c, "samples"))
                def later(self): self.kept_ctx.samples
            rollout = get_rollout_context()
            rollout.register_sample_source("a", None)
            with RolloutContext() as r: r.get_samples()
        """) == [
            (6, "c.samples", "certain"),
            (6, "one.id", "certain"),
            (7, "self.kept_ctx.samples", "likely"),
            (9, "rollout.register_sample_source", "certain"),
            (10, "r.get_samples", "certain"),
        ]  # fmt: skip

    @pytest.mark.parametrize(
        ("code", "symbol"),
        [
            ("def f(ctx): ctx.samples", "ctx.samples"),
            ("def f(rollout_ctx): rollout_ctx.get_samples()", "rollout_ctx.get_samples"),
            ("self._context.samples", "self._context.samples"),
            ("thing.set_sample_reward('a', 1)", "thing.set_sample_reward"),
            ("getattr(ctx, 'samples', None)", "ctx.samples"),
            ("from osmosis_ai.rollout import *\nMultiTurnMode", "MultiTurnMode"),
            (
                "load('osmosis_ai.rollout.backend.harbor:HarborBackendV2')",
                "osmosis_ai.rollout.backend.harbor:HarborBackendV2",
            ),
            ("open('/logs/verifier/rewards.json')", "/logs/verifier/rewards.json"),
            ("f'{c.chat_completions_url}/{c.rollout_id}'", "chat_completions_url + rollout_id"),
            ("c.chat_completions_url + '/' + rollout_id", "chat_completions_url + rollout_id"),
        ],
    )
    def test_what_only_a_name_tells_is_likely(self, code: str, symbol: str):
        """A context by its name alone, a distinctive member, a path or a file in a string."""
        assert {(found, certainty) for _, found, certainty in uses(code)} == {(symbol, "likely")}

    @pytest.mark.parametrize(
        "code",
        [
            "dataset.samples; dataset.get_samples(); audio.samples",
            "import click\ndef f(ctx: click.Context): ctx.samples",
            "import ssl\ncontext = ssl.create_default_context()\ncontext.samples",
            "def f(ctx: dict): ctx.samples",
            "context = {}\ncontext.samples",
            "class Row: pass\ndef f(ctx: Row): ctx.samples",
            "from mine import MultiTurnMode\nMultiTurnMode.X",
            "from mine import HarborBackend\nHarborBackend(task_dir=1)",
            "from .driver import RolloutDriver\nRolloutDriver()",
            "def f(sample): sample.id",
            "import osmosis_ai.rollout as r\ndef f(r): r.MultiTurnMode",
            "from osmosis_ai.rollout import GraderContext\ndef f(ctx: GraderContext): ctx.set_reward(ctx.label)",
            "from osmosis_ai.rollout import GraderContext\ndef f(GraderContext): GraderContext.samples",
            "'the x-sample-id header'; 'samples.json'; 'osmosis_ai.rollout'",
            "f'{c.chat_completions_url}/chat/completions'",
            "from osmosis_ai.rollout import RolloutSample\nRolloutSample(messages=[])",
            "class GraderContext: ...\ndef f(c: GraderContext): c.samples",
        ],
    )
    def test_what_merely_looks_alike_is_not_named(self, code: str):
        """The same names of other libraries, of the rollout itself, and today's API give no finding."""
        assert uses(code) == []

    @pytest.mark.parametrize(
        ("code", "symbols"),
        [
            ("import osmosis_ai.rollout.http_driver", ["osmosis_ai.rollout.http_driver"]),
            ("from osmosis_ai.rollout import driver as d\nd.RolloutDriver()", ["driver", "d.RolloutDriver"]),
            ("from osmosis_ai.rollout.controller import Store as S\nS()", ["Store", "S"]),
            ("from osmosis_ai.rollout.controller.app import *", ["osmosis_ai.rollout.controller.app"]),
            ("import osmosis_ai.rollout as r\nr.MultiTurnMode.SINGLE", ["r.MultiTurnMode"]),
            ("from osmosis_ai.rollout.backend.harbor import HarborBackendV2 as H\nH()", ["HarborBackendV2", "H"]),
            ("from osmosis_ai.rollout import HarborBackend", ["HarborBackend"]),
            ("from osmosis_ai.x import HarborAgentWorkflowContext as C\ndef f(c: 'C'): c.environment",
             ["HarborAgentWorkflowContext", "C"]),
        ],
    )  # fmt: skip
    def test_imports_that_are_gone_are_certain_and_so_is_each_use(self, code: str, symbols: list[str]):
        """Removed modules and names are named where they are imported and wherever they are used."""
        found = uses(code)
        assert [symbol for _, symbol, _ in found][: len(symbols)] == symbols
        assert {certainty for *_, certainty in found} == {"certain"}

    def test_harbor_constructor_is_told_argument_by_argument(self):
        """Every argument that is gone is named, also through partial and in a subclass; those that stayed are not."""
        old = [*names.ARGUMENTS["HarborBackend"]]
        stayed = ["orchestrator", "workflow_config", "grader", "grader_config", "trials_dir", "environment_config"]
        call = ", ".join(f"{name}=1" for name in old + stayed)
        code = f"""\
            from functools import partial
            from osmosis_ai.rollout.backend.harbor import HarborBackend as H
            H({call})
            partial(H, task_dir=1)
            class Mine(H):
                def __init__(self): super().__init__(user_code_dir=1)
        """
        assert uses(code) == [
            *((3, f"HarborBackend({name}=)", "certain") for name in sorted(old)),
            (4, "HarborBackend(task_dir=)", "certain"),
            (6, "HarborBackend(user_code_dir=)", "certain"),
        ]

    def test_sources_of_many_samples_are_named(self):
        """A source that overrides get_samples, and samples or results built with members that are gone."""
        assert uses("""\
            from osmosis_ai.rollout import ExecutionResult, RolloutSample, SampleSource
            class Mine(SampleSource):
                async def get_samples(self): return {"a": RolloutSample(id="a")}
            ExecutionResult(status="success", samples={})
        """) == [
            (3, "RolloutSample(id=)", "certain"),
            (3, "def get_samples", "certain"),
            (4, "ExecutionResult(samples=)", "certain"),
        ]  # fmt: skip

    @pytest.mark.parametrize(
        ("body", "found"),
        [
            ("S('a')", [(4, "OsmosisMemorySession('a')", "certain")]),
            ("S(sample_id='a')", [(4, "OsmosisMemorySession(sample_id=)", "certain")]),
            ("S(); S()", [(4, "OsmosisMemorySession()", "likely")]),
            ("[S() for _ in range(2)]", [(4, "OsmosisMemorySession()", "likely")]),
            ("A(model=M()); A(model=M())", [(4, "OsmosisStrandsAgent()", "likely")]),
            ("A(model=M()); A(model=other)", []),
            ("S() if one else S()", [(4, "OsmosisMemorySession()", "likely")]),
            ("for _ in x:\n            with RolloutContext(): S()", []),
            ("if x: S()\n        else: S()", []),
            ("S()", []),
        ],
    )
    def test_second_agent_or_session_is_likely_a_fault(self, body: str, found: list[Any]):
        """Two that register in one run, or one in a loop; not branches, and not agents of other models."""
        code = (
            f"""\
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisMemorySession as S
from osmosis_ai.rollout.integrations.agents.strands import OsmosisStrandsAgent as A, OsmosisRolloutModel as M
from osmosis_ai.rollout import RolloutContext
def run():  {body}
"""
            if "\n" not in body
            else f"""\
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisMemorySession as S
from osmosis_ai.rollout import RolloutContext
def run():
        {body}
"""
        )
        assert uses(code) == found

    @pytest.mark.parametrize(
        ("code", "certainty"),
        [
            ("post(url, headers={'X-Sample-Id': 'a'})", "certain"),
            ("Client(default_headers={'X-Sample-Id': 'a'})", "certain"),
            ("headers['X-Sample-Id'] = 'a'", "certain"),
            ("extra_headers = {'X-Sample-Id': 'a'}", "certain"),
            ("NAME = 'X-Sample-Id'", "likely"),
            ("f({'X-Sample-Id': 'a'})", "certain"),
        ],
    )
    def test_routing_header_is_certain_where_it_is_a_header(self, code: str, certainty: str):
        """The header's name is a use of it as the key of a mapping, and probably one elsewhere."""
        assert uses(code) == [(1, "X-Sample-Id", certainty)]

    def test_symbol_is_told_once_a_line(self):
        """Two uses in one line are one finding, and a certain one stands for a likely one."""
        assert uses("def f(ctx): return ctx.samples, ctx.samples") == [(1, "ctx.samples", "likely")]
        code = "post(X_SAMPLE_ID, 'x-sample-id', headers={'x-sample-id': 'a'})"
        assert uses(code) == [(1, "x-sample-id", "certain")]

    def test_import_tried_before_an_older_one_counts(self):
        """Where a module tries the new name and falls back on the old, only the fallback is named."""
        assert uses("""\
            try:
                from osmosis_ai.rollout.backend.harbor import HarborBackend
            except ImportError:
                from osmosis_ai.rollout.backend.harbor import HarborBackendV2 as HarborBackend
            HarborBackend(orchestrator=1)
        """) == [(4, "HarborBackendV2", "certain")]


class TestTables:
    def test_nothing_the_package_offers_is_called_gone(self):
        """No public name of the rollout package is among the removed ones, and no removed module exists."""
        for module in pkgutil.walk_packages(osmosis_ai.rollout.__path__, "osmosis_ai.rollout."):
            assert names.change_of(module.name) is None
            if module.name.startswith("osmosis_ai.rollout.backend.harbor.") and find_spec("harbor") is None:
                continue  # the extra is not installed; `nox -s harbor` imports them
            public = getattr(importlib.import_module(module.name), "__all__", ())
            assert not [name for name in public if names.change_of(f"{module.name}.{name}")]

    @pytest.mark.parametrize(("owner", "member"), names.MEMBERS)
    def test_members_called_gone_are_gone(self, owner: str, member: str):
        """The classes of today have no member that the tables call removed."""
        known = getattr(osmosis_ai.rollout, owner, None)
        if known is not None:
            assert not hasattr(known, member)
            assert member not in getattr(known, "model_fields", {})
        else:
            assert names.NAMES.get(owner)

    def test_names_of_the_migration_guide_are_all_there(self):
        """The words the published guide tells people to search for are each found."""
        told = {
            *names.NAMES,
            *names.ROUTING_HEADERS,
            *(member for _, member in names.MEMBERS),
            *names.ARGUMENTS["HarborBackend"],
        }
        assert told >= {
            "samples", "set_sample_reward", "register_sample_source", "get_samples", "MultiTurnMode", "x-sample-id",
            "x-rollout-id", "HarborBackendV2", "HarborAgentWorkflowContext", "OsmosisInstalledAgent", "task_dir",
            "user_code_dir", "workflow", "custom_tests_dir", "prebuild_local_image", "symlink_environment",
        }  # fmt: skip


class TestPins:
    @pytest.mark.parametrize(
        ("requirement", "write"),
        [
            ("osmosis-ai<0.3", "osmosis-ai>=0.3,<0.4"),
            ("osmosis-ai==0.2.9", "osmosis-ai>=0.3,<0.4"),
            ("Osmosis_AI[strands,server]~=0.2.0", "osmosis-ai[server,strands]>=0.3,<0.4"),
            ("osmosis-ai>=0.4", "osmosis-ai>=0.3,<0.4"),
            ("osmosis-ai<0.3; python_version < '4'", "osmosis-ai>=0.3,<0.4; python_version < \"4\""),
            ("osmosis-ai >= what", "osmosis-ai>=0.3,<0.4"),
        ],
    )  # fmt: skip
    def test_requirement_that_keeps_version_03_out_is_named(self, requirement: str, write: str):
        """A requirement no 0.3 satisfies is named with its line, and its extras and marker are kept."""
        text = f"[project]\nname = 'x'\ndependencies = [\n  'httpx',\n  {json.dumps(requirement)},\n]\n"
        [finding] = find_pins(text, "p")
        assert (finding.line, finding.symbol, finding.replacement) == (5, requirement, f"write {write}")

    @pytest.mark.parametrize(
        "requirement",
        ["osmosis-ai", "osmosis-ai>=0.3,<0.4", "osmosis-ai>=0.2", "osmosis-ai==0.3.8", "osmosis-ai==0.3.0rc1",
         "osmosis-ai==0.3.*", "osmosis-ai~=0.3.5", "osmosis-ai===0.3.100", "osmosis-ai @ file:///x", "osmosis<0.3"],
    )  # fmt: skip
    def test_requirement_that_admits_a_version_03_is_not(self, requirement: str):
        """Any specifier that some 0.3 satisfies, an address, and other distributions pass."""
        assert find_pins(f"[project]\ndependencies = ['{requirement}']\n", "p") == []

    @pytest.mark.parametrize(
        ("table", "line"),
        [
            ("[project.optional-dependencies]\ndev = ['osmosis-ai<0.3']", 2),
            ("[dependency-groups]\ndev = [{include-group = 'x'}, 'osmosis-ai<0.3']", 2),
            ("[tool.poetry.dependencies]\nosmosis-ai = '^0.2.1'", 2),
            ("[tool.poetry.group.dev.dependencies]\nosmosis-ai = {version = '~0.2', extras = ['server']}", 2),
            ("[tool.poetry.dependencies]\nosmosis-ai = '<0.3'", 2),
            ("[project]\nrequires-python = '>=3.10,<3.12'", 2),
        ],
    )
    def test_every_table_of_requirements_is_read(self, table: str, line: int):
        """Extras, dependency groups, Poetry's tables in Poetry's notation, and Python's own version."""
        assert [finding.line for finding in find_pins(table, "p")] == [line]

    @pytest.mark.parametrize("version", ["^0.3", "~0.3.1", "^0", "*", ">=0.3,<0.4"])
    def test_poetry_versions_that_admit_03_pass(self, version: str):
        """Poetry's notation for 0.3 is understood."""
        assert find_pins(f"[tool.poetry.dependencies]\nosmosis-ai = '{version}'\npython = '^3.12'", "p") == []


class TestSurvey:
    def test_environments_caches_and_links_are_left_aside(self, workspace: Workspace, tmp_path: Path):
        """Only the rollouts' own sources are read."""
        old = "import osmosis_ai.rollout.driver\n"
        for name in (".venv/a.py", "demo/__pycache__/a.py", "demo/env/lib/a.py", "demo/node_modules/a.py",
                     "demo/x.egg-info/a.py", "demo/build/lib/a.py", "demo/.hidden.py", "demo/notes.txt"):  # fmt: skip
            write(workspace, name, old)
        write(workspace, "demo/env/pyvenv.cfg", "")
        write(workspace, "demo/pyproject.toml", "")
        (tmp_path / "outside").mkdir()
        (tmp_path / "outside" / "a.py").write_text(old)
        (workspace.rollouts / "linked").symlink_to(tmp_path / "outside")
        (workspace.rollouts / "demo" / "linked.py").symlink_to(tmp_path / "outside" / "a.py")
        assert survey(workspace).findings == []
        write(workspace, "demo/dist/__init__.py", old)
        write(workspace, "demo/deep/er/main.py", old)
        assert [finding.path for finding in survey(workspace).findings] == [
            "rollouts/demo/deep/er/main.py",
            "rollouts/demo/dist/__init__.py",
        ]

    @pytest.mark.parametrize(
        ("name", "content", "line"),
        [
            ("demo/main.py", "x = 1\nprint 'two'\n", 2),
            ("demo/main.py", b"x = '\xff'\n", 1),
            ("demo/main.py", b"x = 1\0\n", 1),
            ("demo/main.py", "x = " + "(" * 5000 + ")" * 5000, 1),
            ("demo/main.py", "x = " + "-" * 30000 + "1", 1),
            ("demo/pyproject.toml", "[project\n", 1),
            ("demo/pyproject.toml", b"x = '\xff'\n", 1),
        ],
        ids=["python 2", "not UTF-8", "NUL", "parentheses", "deep", "no TOML", "TOML not UTF-8"],
    )
    def test_file_that_cannot_be_parsed_is_a_finding(self, workspace: Workspace, name: str, content: str, line: int):
        """Whatever is in a file, doctor tells of it and goes on with the next."""
        write(workspace, name, content)
        write(workspace, "other/main.py", "import osmosis_ai.rollout.driver\n")
        found = survey(workspace).findings
        assert [(finding.path, finding.line) for finding in found] == [
            (f"rollouts/{name}", line),
            ("rollouts/other/main.py", 1),
        ]
        assert found[0].symbol in {"SyntaxError", "TOMLDecodeError"}

    def test_file_beyond_the_bound_is_a_finding(self, workspace: Workspace, monkeypatch: pytest.MonkeyPatch):
        """A file that is too large is not read, which is said."""
        monkeypatch.setattr(survey_module, "MOST_BYTES", 1024)
        write(workspace, "demo/main.py", "#" * 1025)
        [finding] = survey(workspace).findings
        assert finding.message == "the file is not read: it is larger than 1 KiB"

    def test_module_in_its_own_encoding_is_read(self, workspace: Workspace):
        """An encoding declared in the file, and a byte order mark, are honoured; odd escapes print no warning."""
        write(workspace, "demo/a.py", "# coding: latin-1\nx = 'é\\d'\n".encode("latin-1"))
        write(workspace, "demo/b.py", b"\xef\xbb\xbfimport osmosis_ai.rollout.driver\n")
        assert [finding.path for finding in survey(workspace).findings] == ["rollouts/demo/b.py"]


class TestDoctor:
    OLD = "import osmosis_ai.rollout.driver\ndef f(ctx): ctx.samples\n"

    def test_findings_are_in_the_result_and_do_not_fail_it(self, cli: Cli, workspace: Workspace):
        """With old API doctor still ends with 0, and its result, which fits the contract, lists every use."""
        write(workspace, "demo/main.py", self.OLD)
        outcome = cli("--json", "doctor")
        assert outcome.code == 0
        assert outcome.err == ""
        result = DoctorResult.read_strict(outcome.document["resource"])
        assert result.valid
        assert [(found.path, found.line, found.symbol, found.certainty) for found in result.migration or []] == [
            ("rollouts/demo/main.py", 1, "osmosis_ai.rollout.driver", "certain"),
            ("rollouts/demo/main.py", 2, "ctx.samples", "likely"),
        ]

    def test_people_read_a_line_a_use(self, cli: Cli, workspace: Workspace):
        """Each line begins with file and line, and ends with what to write."""
        write(workspace, "demo/main.py", self.OLD)
        lines = cli("doctor").out.splitlines()
        at = lines.index("From before version 0.3, to be changed")
        assert lines[at + 1].startswith("  rollouts/demo/main.py:1: osmosis_ai.rollout.driver: ")
        assert lines[at + 2] == (
            "  rollouts/demo/main.py:2: ctx.samples: an execution has one sample, not several by id"
            " (likely, by its name) → read the one in `sample`, which is None when there is none"
        )
        assert any(line.startswith("rollouts/demo/main.py:2: ") for line in cli("--plain", "doctor").out.splitlines())

    def test_incomplete_workspace_fails_and_its_findings_are_told_too(self, cli: Cli, workspace: Workspace):
        """Where the scaffold is at fault, the findings stand in the details and before the error."""
        write(workspace, "demo/main.py", self.OLD)
        (workspace.root / "AGENTS.md").unlink()
        outcome = cli("--json", "doctor")
        assert outcome.code == 1
        details = DoctorResult.read_strict(outcome.error["details"])
        assert [found.line for found in details.migration or []] == [1, 2]
        assert "rollouts/demo/main.py:2: ctx.samples" in cli("doctor").err

    def test_new_rollout_has_no_findings(self, cli: Cli, workspace: Workspace):
        """What `rollout init` writes is of today."""
        assert cli("rollout", "init", "fresh").code == 0
        assert cli("--json", "doctor").document["resource"]["migration"] == []
