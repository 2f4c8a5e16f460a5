"""An evaluation on a terminal: a live bar, a question before it starts."""

from pathlib import Path

import pytest
from eval_workspace import EvalWorkspace
from stub_openai import StubOpenAI
from terminal import Terminal


def asking(workspace: EvalWorkspace, stub: StubOpenAI, config: Path, *words: str, yes: bool) -> Terminal:
    """An evaluation on a terminal."""
    command = workspace.command(config, *words, mode=None, yes=yes)
    return Terminal(command, cwd=workspace.root, env=workspace.environment(stub))


def test_terminal_gets_a_bar_and_a_table(workspace: EvalWorkspace, stub: StubOpenAI):
    """On a terminal a bar moves while rollouts run, and the table stands alone at the end."""
    workspace.dataset("bar", [("say yes", "yes"), ("sleep 0.5 more", "ok"), ("sleep 1 more", "ok")])
    terminal = asking(workspace, stub, workspace.config("bar"), "--name", "bar", yes=True)
    assert terminal.wait() == 0
    assert b"Rollouts" in terminal.seen
    assert b"1/3" in terminal.seen
    table = terminal.seen[terminal.seen.rindex(b"is complete") :]
    assert b"scored" in table
    assert b"3 of 3" in table


@pytest.mark.parametrize("keys", [b"n\n", b"\x1b", b"\x03", b"\n"], ids=["no", "escape", "ctrl-c", "enter"])
def test_declined_run_writes_nothing(workspace: EvalWorkspace, stub: StubOpenAI, keys: bytes):
    """No, Escape, Ctrl-C and a bare Enter decline: exit 0, and nothing is on disk."""
    workspace.dataset("declined", [("say yes", "yes")])
    terminal = asking(workspace, stub, workspace.config("declined"), "--output", "declined-runs", yes=False)
    terminal.read_until(b"[y/N]")
    terminal.type(keys)
    assert terminal.wait() == 0, terminal.seen
    assert b"Cancelled." in terminal.seen
    assert not (workspace.root / "declined-runs").exists()


def test_agreed_run_goes_ahead(workspace: EvalWorkspace, stub: StubOpenAI):
    """A yes starts it; the question says how many rollouts on which model."""
    workspace.dataset("agreed", [("say yes", "yes")])
    terminal = asking(workspace, stub, workspace.config("agreed"), "--name", "agreed", yes=False)
    terminal.read_until(b"Run 1 rollout on openai/stub?")
    terminal.read_until(b"[y/N]")
    terminal.type(b"y\n")
    assert terminal.wait() == 0, terminal.seen
    assert b"The run agreed is complete." in terminal.seen


def test_secret_is_asked_for_unseen(workspace: EvalWorkspace, stub: StubOpenAI):
    """After the yes a secret that is not set is asked for; what is typed reaches the workflow and is nowhere shown."""
    workspace.dataset("typed", [("env TYPED_KEY", "typed-unseen")])
    terminal = asking(workspace, stub, workspace.config("typed", secrets=["TYPED_KEY"]), "--name", "typed", yes=False)
    terminal.read_until(b"[y/N]")
    terminal.type(b"y\n")
    terminal.read_until(b"TYPED_KEY is not set. Its value (not shown): ")
    terminal.type(b"typed-unseen\n")
    assert terminal.wait() == 0, terminal.seen
    assert b"1 of 1" in terminal.seen
    assert b"typed-unseen" not in terminal.seen


def test_complete_run_offers_a_new_one(workspace: EvalWorkspace, stub: StubOpenAI):
    """On a terminal, a run that is complete offers to begin another; a no shows the results that are there."""
    workspace.dataset("offered", [("say yes", "yes")])
    config = workspace.config("offered")
    assert workspace.eval(config, "--name", "offered", stub=stub).code == 0
    terminal = asking(workspace, stub, config, "--name", "offered", yes=False)
    terminal.read_until(b"The run offered is complete. Start a new one with 1 rollout?")
    terminal.type(b"n\n")
    assert terminal.wait() == 0, terminal.seen
    assert b"was complete already" in terminal.seen
