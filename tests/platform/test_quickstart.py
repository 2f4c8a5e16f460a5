"""The README's way from an empty folder to results of a managed run, and what `platform quickstart` leaves alone."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from osmosis_contract.models import EvalManagedItem, PlatformQuickstart
from tests.platform.managed import ending_jobs, package_variables
from tests.platform.served import Person

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

README = Path(__file__).parents[2] / "README.md"
COMMANDS = re.search(r"^## Host the platform\n.*?```bash\n(.*?)```", README.read_text(), re.DOTALL | re.MULTILINE)
_LEFT_OUT = {"UV_CACHE_DIR"}
"""Jobs of the platform have a cache of their own."""


@contextmanager
def someone(folder: Path) -> Iterator[Person]:
    """A person with a home and an empty folder; the platform that they start there is stopped, with its jobs."""
    home, empty = folder / "home", folder / "demo"
    home.mkdir()
    empty.mkdir()
    command = Path(sys.executable).with_name("osmosis")
    variables = {name: value for name, value in package_variables().items() if name not in _LEFT_OUT}
    path = f"{command.parent}{os.pathsep}{os.environ['PATH']}"
    person = Person((os.fspath(command),), "", home, empty, {**variables, "PATH": path})
    with ending_jobs(empty / ".osmosis" / "platform"):
        try:
            yield person
        finally:
            person.run("platform", "stop")


def test_the_four_commands_of_the_readme_lead_to_results(tmp_path: Path):
    """Typed as they stand there, in an empty folder: a managed run of the embedded model, with a reward for each row of
    the dataset, what to type next, and a log in which the run is not lost among the lines of tools.

    Typed again after the platform was stopped, the first command starts it again, with everything that it had.
    """
    assert COMMANDS is not None
    lines = [line for line in COMMANDS[1].splitlines() if line.strip()]
    assert len(lines) == 4
    with someone(tmp_path) as person:
        said = []
        for line in lines:
            done = subprocess.run(
                ["bash", "-c", line],
                capture_output=True,
                text=True,
                cwd=person.folder,
                env=person.environment(),
                check=False,
            )
            assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
            said.append(done.stdout)
        assert re.search(r"The evaluation \S+ is finished", said[2])
        assert re.search(r"Rewards\n.*\n\s*0\s+scored", said[2].replace("─", ""), re.DOTALL) or "\tscored\t" in said[2]
        assert person.run("platform", "stop").code == 1
        again = PlatformQuickstart.read_strict(person.run("platform", "quickstart").document["resource"])
        assert (again.started, again.rollout) == (True, None)
        (listed,) = person.run("eval", "list", "--managed").document["items"]
        item = EvalManagedItem.read_strict(listed)
        rows = len((person.folder / "data" / "multiply.jsonl").read_text().splitlines())
        assert (item.status.value, item.results and item.results.graded) == ("finished", rows)
        assert re.search(rf"eval download {re.escape(item.name)} --type all", said[2])
        log = person.run("eval", "logs", item.name, "--limit", "200").document["items"]
        assert len([line for line in log if line["step"] == "deps"]) <= 6
        assert len([line for line in log if line["step"] == "result"]) == rows


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path):
    """Nothing is written into it, and the way for a workspace that exists is named; a taken port is passed by."""
    with someone(tmp_path) as person, socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(("127.0.0.1", 8765))
            taken.listen()
        except OSError:
            pass  # by another program, which is as well
        (person.folder / "notes.txt").write_text("mine")
        refused = person.run("platform", "quickstart").error
        assert refused["code"] == "CONFLICT"
        assert "platform git connect" in refused["hint"]
        assert [path.name for path in person.folder.iterdir()] == ["notes.txt"]
        (person.folder / "notes.txt").unlink()
        made = PlatformQuickstart.read_strict(person.run("platform", "quickstart").document["resource"])
        assert not made.url.endswith(":8765")
        assert person.run("auth", "whoami").document["data"]["workspace"]["name"] == "main"
        assert person.run("rollout", "list").document["items"][0]["name"] == "multiply"
