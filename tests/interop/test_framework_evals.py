"""`eval run` of either package drives the same rollout on the other's SDK, written with each framework.

The policy is scripted, and the tools are called by each SDK's own integration.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from osmosis_ai.testing import ScriptedPolicy
from tests.interop.frameworks import FRAMEWORKS, assert_tool_was_called, multiplies
from tests.peers.command import run_command
from tests.peers.published import CALLBACKS, LEASES, STRANDS_NEEDS, Installation, command_environment
from tests.peers.workspace import PeerWorkspace, make_workspace

LEFT = range(2, 6)
CANNOT_IMPORT = "cannot import name 'CacheableResult' from 'mcp.types'"
WRONG = 5  # the row whose label is not its product
MEAN = 0.75
OURS = "ours"
AS_RESOLVED = f"strands-as-resolved-on-{LEASES}"
TOKENS = 2 * 14


@pytest.fixture(scope="module")
def policy() -> Iterator[ScriptedPolicy]:
    with ScriptedPolicy(multiplies) as playing:
        yield playing


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory, our_wheel: Path, their_wheel) -> PeerWorkspace:
    """Each framework's rollout three times: on our SDK and on both published ones, each from its wheel."""
    from osmosis_ai import __version__

    made = make_workspace(tmp_path_factory.mktemp("frameworks") / "workspace", 0)
    rows = [{"user_prompt": f"{left}*8", "ground_truth": "-" if left == WRONG else str(left * 8)} for left in LEFT]
    made.dataset.write_text("".join(json.dumps(row) + "\n" for row in rows))
    wheels = {OURS: our_wheel, LEASES: their_wheel(LEASES), CALLBACKS: their_wheel(CALLBACKS)}
    for sdk, wheel in wheels.items():
        for name, framework in FRAMEWORKS.items():
            made.add_rollout(
                f"{name}-on-{sdk}",
                version=__version__ if sdk == OURS else sdk,
                sources=f'\n[tool.uv.sources]\nosmosis-ai = {{ path = "{wheel}" }}\n',
                main=framework.source,
                extra=framework.extra,
                needs=[STRANDS_NEEDS] if sdk != OURS and name == "strands" else [],
            )
    made.add_rollout(
        AS_RESOLVED,
        version=LEASES,
        sources=f'\n[tool.uv.sources]\nosmosis-ai = {{ path = "{wheels[LEASES]}" }}\n',
        main=FRAMEWORKS["strands"].source,
        extra="strands",
    )
    return made


@pytest.fixture
def scores_every_row(workspace: PeerWorkspace, policy: ScriptedPolicy, request: pytest.FixtureRequest):
    """Runs an evaluation and holds that every row was scored right, its tool called, its trajectory kept."""
    env = command_environment(workspace.root.parent / "home")
    env |= {"OPENAI_BASE_URL": policy.base_url, "OPENAI_API_BASE": policy.base_url, "OPENAI_API_KEY": policy.api_key}

    def run(side: Installation, rollout: str) -> None:
        name = f"{side.name}-{side.version}-{rollout}"
        done = run_command(
            [
                side.osmosis,
                "--json",
                *("eval", "run", workspace.config(rollout)),
                *("--dataset-file", workspace.dataset, "--max-in-flight", "4"),
                *("--name", name, "--yes"),
            ],
            cwd=workspace.root,
            env=env,
            timeout=300,
        )
        folder = workspace.run_folder(name)
        request.node.add_report_section("call", f"{side.name} {side.version} on {rollout}", done.stdout + done.stderr)
        if (folder / "logs.txt").exists():
            log = (folder / "logs.txt").read_text(errors="replace")
            request.node.add_report_section("call", f"logs of {name}", log[-6000:])
        assert done.code == 0, done.stderr[-2000:]
        resource = done.envelope["resource"]
        assert resource["succeeded"] == len(LEFT)
        assert resource["metrics"]["graded"] == len(LEFT)
        assert resource["metrics"]["reward_stats"]["mean"] == MEAN
        index = [json.loads(line) for line in (folder / "index.jsonl").read_bytes().splitlines()]
        assert [row.get("trajectory_filename") for row in index] == ["trajectory.json"] * len(LEFT)
        assert [row["tokens"] for row in index] == [TOKENS] * len(LEFT)
        for row, left in enumerate(LEFT):
            document = json.loads((folder / "trajectories" / f"row_{row}_run_0.json").read_bytes())
            assert_tool_was_called(document, str(left * 8))

    return run


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize("version", [LEASES, CALLBACKS])
def test_theirs_drives_ours(
    scores_every_row, peers, cell: Callable[[str, str, str], None], version: str, framework: str
):
    """The published `eval run`, of either dialect, scores every row of a rollout on our SDK."""
    cell(f"published eval run {version}", "our SDK", FRAMEWORKS[framework].name)
    scores_every_row(peers[version], f"{framework}-on-{OURS}")


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize("version", [LEASES, CALLBACKS])
def test_ours_drives_theirs(scores_every_row, us, cell: Callable[[str, str, str], None], version: str, framework: str):
    """Our `eval run` scores every row of a rollout on the published SDK, of either dialect."""
    cell("our eval run", f"published SDK {version}", FRAMEWORKS[framework].name)
    scores_every_row(us, f"{framework}-on-{version}")


def test_strands_as_their_extra_resolves(
    scores_every_row,
    leases_peer,
    workspace: PeerWorkspace,
    cell: Callable[[str, str, str], None],
    request: pytest.FixtureRequest,
):
    """Their Strands rollout runs under their own `eval run` on what their own extra resolves to: none of it is ours."""
    cell(f"published eval run {LEASES}", f"published SDK {LEASES}", "Strands, as its extra resolves")
    try:
        scores_every_row(leases_peer, AS_RESOLVED)
    except AssertionError:
        logs = workspace.run_folder(f"{leases_peer.name}-{LEASES}-{AS_RESOLVED}") / "logs.txt"
        said = [line for line in logs.read_text(errors="replace").splitlines() if CANNOT_IMPORT in line]
        if said:
            request.node.add_report_section("call", "recorded exchange", said[-1])
            pytest.xfail("theirs: the litellm that it resolves to cannot import the mcp that it resolves to")
        raise
