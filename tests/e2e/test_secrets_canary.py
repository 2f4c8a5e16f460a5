"""A rollout gives its secrets away in every way there is, and nothing that an evaluation leaves behind has one."""

import base64
import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest
from eval_workspace import EvalWorkspace, Run, begun, until
from stub_openai import StubOpenAI, completion

pytestmark = pytest.mark.long

ODD = "c\"an\\a/ry +é%y'odd"
PEM = "-----BEGIN KEY-----\nMIIBVgIBADANBgkqhkiG9w0BAQEF\nAASCAUAwggE8AgEAAkEAq7ZBc8w\nxY=\n-----END KEY-----\n"
DIGITS = "31415926535"
SHORT = "zq7!x"
LONG = [ODD, PEM.strip(), DIGITS]
NAMES = ["CANARY_ODD", "CANARY_PEM", "CANARY_DIGITS", "CANARY_SHORT"]
CODE = Path(__file__).with_name("leaking_rollout.py").read_text()
WAYS = ["print", "raise", "files", "sample", "echo", "refuse", "grade", "abort"]
MARK = "[REDACTED]"
TOKEN_IDS, LOGPROBS = [int(DIGITS), 17], [-0.5, -float(DIGITS)]


def told(secret: str) -> Iterator[bytes]:
    """What of a secret would be recognised: forms, and for base64 what no neighbour changes of it."""
    data = secret.encode()
    yield from (data, data.hex().encode(), data.hex().upper().encode())
    for before in (b"", b"u", b"u:"):
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            yield encode(before + data)[4:-4]
    escaped = [json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]]
    escaped += [text.replace("/", "\\/") for text in escaped]
    escaped += [json.dumps(text)[1:-1] for text in escaped]
    escaped += [repr(secret)[1:-1], repr(data)[2:-1], quote(secret), quote(secret, safe=""), quote_plus(secret)]
    yield from (text.encode() for text in escaped)
    yield from (
        line.encode() for line in secret.splitlines() if secret == PEM.strip() and line.startswith(("MII", "AAS"))
    )


TELLTALE = {form for secret in LONG for form in told(secret)}


def leaks(data: bytes, *, numbers: bool = False) -> list[bytes]:
    """The forms of secrets that are there; `numbers` says whether the one of digits may be there as a number."""
    return [form for form in TELLTALE if form in data and not (numbers and form == DIGITS.encode())]


def contents(folder: Path) -> dict[str, bytes]:
    paths = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


class EchoingModel(StubOpenAI):
    """Says again what it is told, as an answer or as the text of an error, with token ids."""

    def body(self, status: int, content: str) -> dict[str, object]:
        if status != 200:
            return {"error": {"message": f"refused: {content}"}}
        answer = completion(content)
        answer["choices"][0]["message"] |= {"token_ids": TOKEN_IDS, "logprobs": LOGPROBS}  # type: ignore[index]
        return answer

    def answer(self, text: str) -> tuple[int, str]:
        word, _, rest = text.partition(" ")
        return (400 if word == "refuse" else 200), rest


class Canary:
    """A workspace whose rollout leaks, and what every command has printed so far."""

    def __init__(self, workspace: EvalWorkspace, outside: Path) -> None:
        self.workspace = workspace
        self.outside = outside
        outside.write_text(ODD)
        workspace.rollout("leaking", CODE)
        self.env = {
            "CANARY_ODD": ODD,
            "CANARY_PEM": PEM,
            "CANARY_DIGITS": DIGITS,
            "CANARY_SHORT": SHORT,
            "CANARY_OUTSIDE": str(outside),
        }

    def config(self, name: str, ways: list[str], rollout: str = "leaking") -> Path:
        self.workspace.dataset(name, [(way, "raise" if way == "grade" else "yes") for way in ways])
        limits = {"agent_workflow_timeout_s": 30, "grader_timeout_s": 30}
        return self.workspace.config(name, rollout=rollout, secrets=NAMES, **limits)

    def run(self, name: str, config: Path, mode: str | None) -> Run:
        with EchoingModel() as stub:
            words = ["--name", name, "--max-in-flight", "4", "--verbose"]
            return self.workspace.eval(config, *words, stub=stub, mode=mode, env=self.env)

    def files(self, name: str) -> dict[str, bytes]:
        """Everything below the run's folder, by its path."""
        return contents(self.workspace.folder(name))

    def elsewhere(self) -> dict[str, bytes]:
        """What else the command keeps in the workspace, but for the packages it has installed."""
        state = self.workspace.root / ".osmosis"
        return {
            path: data
            for top in state.iterdir()
            if top.name not in {"envs", "evals"}
            for path, data in contents(top).items()
        }


@pytest.fixture(scope="module")
def canary(workspace: EvalWorkspace, tmp_path_factory: pytest.TempPathFactory) -> Canary:
    return Canary(workspace, tmp_path_factory.mktemp("outside") / "secret.txt")


def clean(canary: Canary, name: str, *runs: Run) -> dict[str, bytes]:
    """Asserts that neither the files of a run nor what its commands printed has a secret; returns the files."""
    files = canary.files(name)
    numbers = {path for path in files if path.endswith((".json", ".jsonl"))}
    assert {path: found for path, data in files.items() if (found := leaks(data, numbers=path in numbers))} == {}
    assert {path for path in files if leaks(path.encode())} == set()
    assert not any(map(leaks, canary.elsewhere().values()))
    for run in runs:
        assert leaks(run.out.encode()) == []
        assert leaks(run.err.encode()) == []
        assert "Traceback" not in run.out
    assert SHORT.encode() not in files.get("logs.txt", b"")  # a run that never started leaves nothing
    assert canary.outside.read_text() == ODD
    return files


@pytest.fixture(scope="module", params=[None, "--plain", "--json"], ids=["rich", "plain", "json"])
def leaked(request: pytest.FixtureRequest, canary: Canary) -> tuple[str, Run]:
    """A run in which everything leaks, in one of the modes."""
    name = f"canary-{(request.param or 'rich').lstrip('-')}"
    return name, canary.run(name, canary.config(name, WAYS), request.param)


def test_nothing_that_is_left_has_a_secret(canary: Canary, leaked: tuple[str, Run]):
    """No file, no file's name and no line that was printed has any form of a secret; the places that had one say so."""
    name, run = leaked
    files = clean(canary, name, run)
    assert run.code == 1, run.err  # the row that aborts its server has no result
    assert {path.split("/")[0] for path in files} >= {"rollout_trials", "trajectories", "artifacts", "logs.txt"}
    marked = {path.rsplit("/", 1)[-1] for path, data in files.items() if MARK.encode() in data}
    assert marked >= {"logs.txt", "trajectory.json", "diagnostics.json", "text.txt", "leak.bin", "leak.json"}
    assert marked >= {"leak.jsonl", "later.txt", "run.log", "attempts.jsonl"}
    assert any(path.startswith("artifacts/") and path.endswith(f"/named {MARK}") for path in files)
    assert MARK in run.out
    if "json" not in name:
        assert MARK in run.err  # --verbose
    assert "CANARY_SHORT" in run.err
    assert SHORT not in run.err


def test_log_shows_what_was_said_around_the_secrets(canary: Canary, leaked: tuple[str, Run]):
    """The log has a line for each that was printed, and of it only the secret is gone."""
    log = (canary.workspace.folder(leaked[0]) / "logs.txt").read_text()
    assert re.search(rf"\[user\] row \d+ run 0 \| short <{re.escape(MARK)}> and", log)
    assert re.search(rf"\[user\] row \d+ run 0 \|     > {re.escape(MARK)}", log)
    assert f"{'x' * 8145}{MARK[:4]}" in log  # cut, mark included, after the secret was replaced
    assert "Fatal Python error: Aborted" in log


def test_numbers_stay_what_the_model_gave(canary: Canary, leaked: tuple[str, Run]):
    """Token ids and log-probabilities are as they were, be one of them a secret's digits; in a string those go."""
    folder = canary.workspace.folder(leaked[0])
    echoed = json.loads((folder / "trajectories" / f"row_{WAYS.index('echo')}_run_0.json").read_text())
    metrics = echoed["steps"][-1]["metrics"]
    assert metrics["completion_token_ids"] == TOKEN_IDS
    assert metrics["logprobs"] == LOGPROBS
    artifact = folder / "artifacts" / f"row_{WAYS.index('files')}_run_0" / "a" / "b" / "leak.json"
    document = json.loads(artifact.read_text())
    assert (document["token_ids"], document["at"]) == ([int(DIGITS), 7], float(DIGITS))
    assert [text.strip() for text in document["key"]] == [MARK] * 3


DIES = CODE.replace("    serve(app)\n", "    print(everything(), file=sys.stderr)\n    sys.exit(3)\n")


@pytest.mark.parametrize("mode", [None, "--json"], ids=["rich", "json"])
@pytest.mark.parametrize("fault", ["the server ends at once", "the model refuses"])
def test_errors_that_keep_a_run_from_starting_have_no_secret(canary: Canary, fault: str, mode: str | None):
    """What a server printed before it ended and what a provider said to the first request are shown without secrets."""
    name = f"canary-{fault.replace(' ', '-')}-{(mode or 'rich').lstrip('-')}"
    canary.workspace.rollout("dying", DIES)
    config = canary.config(name, ["print"], rollout="dying" if "server" in fault else "leaking")
    with EchoingModel() as stub:
        if "model" in fault:
            stub.answer = lambda _: (401, f"wrong key {ODD} {base64.b64encode(PEM.encode()).decode()}")  # type: ignore[method-assign]
        run = canary.workspace.eval(config, "--name", name, "--verbose", stub=stub, mode=mode, env=canary.env)
    assert run.code == 1
    clean(canary, name, run)
    assert MARK in run.err


def test_interrupted_and_resumed_run_has_no_secret(canary: Canary):
    """What attempts left that were cancelled, or killed with their run, is clean once the run has been resumed."""
    name = "canary-resumed"
    config = canary.config(name, ["files", "wait"])
    trials = canary.workspace.folder(name) / "rollout_trials"
    for number, of_all in ((signal.SIGINT, 2), (signal.SIGKILL, 3)):
        with EchoingModel() as stub, begun(canary.workspace, config, name, stub, **canary.env) as process:
            until(lambda of_all=of_all: len(list(trials.glob("*/logs/run.log"))) >= of_all)
            process.send_signal(number)
            out, err = process.communicate(timeout=60)
        if number == signal.SIGINT:
            clean(canary, name, Run(process.returncode, out, err))
    canary.outside.with_name("secret.txt.go").touch()
    run = canary.run(name, config, "--json")
    assert run.code == 0, run.err
    files = clean(canary, name, run)
    logs = [path for path in files if path.endswith("logs/run.log")]
    assert len(logs) == 4
    assert all(MARK.encode() in files[path] for path in logs)
