"""Every command of the project. `nox` runs what a change must pass; `nox -l` lists the rest."""

import os
import shutil
import sys
from pathlib import Path

import nox

nox.needs_version = ">=2025.5"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.sessions = ["lint", "types", "spec", "tests", "contract"]
nox.options.error_on_missing_interpreters = True

# Tests start hundreds of processes; where this is set, each of them compiles everything that it imports again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

ROOT = Path(__file__).parent
REPORTS = ROOT / "reports"
REDOCLY = "2.77.0"
TEMPLATES = ("tests/e2e/test_templates.py", "tests/e2e/test_framework_rollouts.py")
ANY_SERVER = "tests/e2e/test_eval_run_any_server.py"
PODMAN_COMPOSE = "1.6.0"  # Debian's is older than what Harbor asks of it
OPENID_PROVIDER = "8"  # the newest that Node 20 runs
FUZZ = (
    "tests/contract/test_rollout_server_fuzz.py",
    "tests/contract/test_controller_chat_fuzz.py",
)
TRAINER_PINS = ("torch==", "transformers==", "peft==", "trl==", "gguf==", "datasets==", "accelerate==")
UV = "0.13.9"
SKYRL = ("skyrl[jax,tinker]==0.4.0", "aiohttp")  # the server; it imports aiohttp and does not say so
TINKER_CLIENT = ("tinker==0.25.0", "jinja2", "gguf", "safetensors")  # the client that this server wants
VERIFIERS = "verifiers==0.4.0"  # the adapter leans on its interfaces
PLATFORM_FUZZ = "tests/contract/test_platform_fuzz.py"
PROJECT = nox.project.load_toml(ROOT / "pyproject.toml")

if sys.version_info < (3, 12):  # noqa: UP036 - said in words, instead of by a resolver
    sys.exit(
        "Osmosis needs Python 3.12 or later. Install nox with such an interpreter: python3.12 -m pip install 'nox[uv]'"
    )


def install(session: nox.Session, *groups: str, extras: str = "full") -> None:
    """The project, editable, with dependency groups; versions as constraints.txt pins them."""
    wanted = [requirement for group in groups for requirement in nox.project.dependency_groups(PROJECT, group)]
    session.install("-c", "constraints.txt", "-e", f".[{extras}]", *wanted)


def pytest(session: nox.Session, report: str, *arguments: str, env: dict[str, str] | None = None) -> None:
    """pytest, with its JUnit report in reports/. What stands after `--` on nox's command line goes to pytest."""
    session.run("pytest", f"--junit-xml={REPORTS / report}.xml", *arguments, *session.posargs, env=env)


@nox.session
def demo(session: nox.Session) -> None:
    """Make a workspace in demo/, write a rollout into it, and evaluate it on a real small model."""
    install(session)
    home = ROOT / "demo"
    home.mkdir(exist_ok=True)
    session.run("osmosis", "doctor", str(home), "--fix")
    with session.chdir(home):
        if not (home / "rollouts" / "multiply").exists():
            session.run("osmosis", "rollout", "init", "multiply")
        session.run("osmosis", "eval", "run", "configs/eval/multiply.toml", "--yes", *session.posargs)


def trainer_python(session: nox.Session) -> dict[str, str]:
    """The variable that names a Python with the extra `train`: the one that is set, or an environment made here.

    Made with pip and Python 3.11 where there is one: pip takes a CPU build of PyTorch from a folder that PIP_FIND_LINKS
    names, and uv does not. `nox -r` uses it again.
    """
    if given := os.environ.get("OSMOSIS_TRAIN_PYTHON"):
        return {"OSMOSIS_TRAIN_PYTHON": given}
    home = Path(session.virtualenv.location).parent / "trainer"
    python = home / "bin" / "python"
    if not python.exists():
        interpreter = shutil.which("python3.11") or sys.executable
        session.run(interpreter, "-m", "venv", str(home), external=True, env={"PYENV_VERSION": "3.11"})
    wanted = PROJECT["project"]["optional-dependencies"]["train"]
    pins = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if line.startswith(TRAINER_PINS)]
    constraints = home / "constraints.txt"
    constraints.write_text("\n".join(pins))
    session.run(str(python), "-m", "pip", "install", "-q", "-c", str(constraints), *wanted, external=True)
    return {"OSMOSIS_TRAIN_PYTHON": str(python)}


@nox.session(name="train-demo")
def train_demo(session: nox.Session) -> None:
    """Train a real small model on a rollout and compare it with the base one, in six minutes on two quiet cores."""
    install(session)
    session.run("python", "tests/train/demo.py", *session.posargs, env=trainer_python(session))


@nox.session(name="train-kills")
def train_kills(session: nox.Session) -> None:
    """kill -9 at 20 random moments of training runs of 12 steps, each resumed. `-- --share 5` does five of them."""
    install(session, "tests")  # it compares adapters with numpy
    session.run("python", "tests/train/kills.py", *session.posargs, env=trainer_python(session))


@nox.session(name="train-tinker")
def train_tinker(session: nox.Session) -> None:
    """The trainer `tinker` against SkyRL's server on its JAX CPU backend: 8 steps, one more, and an evaluation.

    Server and client have environments of their own, beside the one that `train` makes for the model's weights.
    """
    install(session)
    session.install(f"uv=={UV}")
    trainer = trainer_python(session)
    pins = ROOT / "tests" / "train" / "skyrl"
    pythons = {}
    for name, wanted in (("skyrl-server", SKYRL), ("tinker-client", TINKER_CLIENT)):
        home = Path(session.virtualenv.location).parent / name
        pythons[name] = str(home / "bin" / "python")
        session.run("uv", "venv", "-q", "--allow-existing", "--python", sys.executable, str(home))
        session.run(
            "uv", "pip", "install", "-q", "--python", pythons[name],
            "-c", str(pins / "constraints.txt"), "--overrides", str(pins / "overrides.txt"), *wanted,
        )  # fmt: skip
    env = {**trainer, "OSMOSIS_TINKER_PYTHON": pythons["tinker-client"]}
    session.run("python", "tests/train/tinker_demo.py", "--server", pythons["skyrl-server"], *session.posargs, env=env)


@nox.session
def train(session: nox.Session) -> None:
    """Training with the real trainer and the real model: parity, two steps, a run that is killed, failing rollouts."""
    install(session, "tests")
    pytest(session, "train", "--timeout", "1800", "tests/train", env=trainer_python(session))


@nox.session(name="train-adapters")
def train_adapters(session: nox.Session) -> None:
    """Rollouts for other people's trainers: any endpoint of a policy, and the real verifiers, which prime-rl trains on.

    In an environment of its own: verifiers wants another version of `openai` than the extra openai-agents does.
    """
    tests = nox.project.dependency_groups(PROJECT, "tests")
    session.install("-e", ".[eval,server,local]", VERIFIERS, *(each for each in tests if each.startswith("pytest")))
    places = ("tests/train/test_hosted_rollouts.py", "tests/train/test_verifiers.py")
    pytest(session, "train-adapters", "--timeout", "600", *places)


@nox.session
def generate(session: nox.Session) -> None:
    """Make generated/ from spec/. With `-- --check`, only compare."""
    install(session, "generate", extras="server")
    session.run("python", "-m", "codegen", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Style, the direction of imports, whether generated/ is what spec/ says, and spec/ keeps to what was released."""
    install(session, "lint", "generate")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("lint-imports")
    session.run("python", "-m", "codegen", "--check")
    session.run("python", "-m", "codegen.compatibility")


@nox.session
def types(session: nox.Session) -> None:
    """Strict type checking of src and codegen."""
    install(session, "types", "generate")
    session.run("mypy")


@nox.session
def templates(session: nox.Session) -> None:
    """The rollouts that the commands write, and those of the documents: mypy and pyright pass, and each one runs."""
    install(session, "types", "tests", extras="full,harbor")
    pytest(session, "templates", "-n", "2", "--dist", "loadgroup", "tests/types", *TEMPLATES)


@nox.session
def spec(session: nox.Session) -> None:
    """Lint the specification with redocly; Node comes from the package index, so none needs to be installed."""
    session.install("-c", "constraints.txt", *nox.project.dependency_groups(PROJECT, "spec"))
    tools = Path(session.create_tmp()) / "redocly"
    if not (tools / "node_modules" / "@redocly").exists():
        session.run(
            "npm", "install", "--silent", "--no-audit", "--no-fund", "--no-save", "--no-package-lock",
            "--prefix", str(tools), f"@redocly/cli@{REDOCLY}",
        )  # fmt: skip
    session.run(
        "node", str(tools / "node_modules/@redocly/cli/bin/cli.js"), "lint", "--config", "spec/redocly.yaml",
        env={"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"},
    )  # fmt: skip


@nox.session
def tests(session: nox.Session) -> None:
    """Unit and end-to-end tests, and whether every point of the crash matrix is listed."""
    install(session, "tests", "generate", "types")
    folders = ("tests/unit", "tests/e2e", "tests/crash", "tests/platform")
    pytest(session, "tests", "-n", "2", "--dist", "loadgroup", "-m", "not long", *folders)


@nox.session
def contract(session: nox.Session) -> None:
    """The contract: every example, every required member, both dialects, schemathesis in every phase on the protocol's
    servers; on the platform it is `nox -s platform`."""
    install(session, "tests", "generate")
    others = f"--ignore={PLATFORM_FUZZ}"  # of `nox -s platform`
    pytest(session, "contract", "-n", "2", "--dist", "loadgroup", others, "tests/contract")


@nox.session
def dist(session: nox.Session) -> None:
    """The wheels osmosis-ai, osmosis-contract and osmosis-conformance and an archive of spec/, in dist/."""
    session.install("-c", "constraints.txt", *nox.project.dependency_groups(PROJECT, "dist"))
    out = ROOT / "dist"
    shutil.rmtree(out, ignore_errors=True)
    for project in (ROOT, ROOT / "generated", ROOT / "conformance"):
        with session.chdir(project):
            session.run("python", "-m", "hatchling", "build", "-t", "wheel", "-d", str(out))
    shutil.make_archive(str(out / f"osmosis-spec-{PROJECT['project']['version']}"), "gztar", ROOT, "spec")
    session.log(f"{out}: {', '.join(sorted(path.name for path in out.iterdir()))}")


@nox.session
def changelog(session: nox.Session) -> None:
    """Collect the fragments of changelog.d/ into CHANGELOG.md, for a release."""
    session.install("-c", "constraints.txt", *nox.project.dependency_groups(PROJECT, "dist"))
    session.run("scriv", "collect", *session.posargs)


@nox.session
def fuzz(session: nox.Session) -> None:
    """schemathesis, a thousand cases an operation on the two servers of the protocol; 100,000 answers of model
    providers (OSMOSIS_FUZZ_ANSWERS says how many); the dataset readers, for OSMOSIS_FUZZ_SECONDS."""
    install(session, "tests", "generate", "fuzz")
    two, long = ("-n", "2"), ("--timeout", "3000")
    pytest(session, "fuzz", *two, *long, *FUZZ, env={"OSMOSIS_FUZZ_EXAMPLES": "1000"})
    answers = {"OSMOSIS_FUZZ_ANSWERS": os.environ.get("OSMOSIS_FUZZ_ANSWERS") or "100000"}
    pytest(session, "fuzz-answers", *two, "-s", *long, "tests/fuzz/test_provider_answers.py", env=answers)
    seconds = {"OSMOSIS_FUZZ_SECONDS": os.environ.get("OSMOSIS_FUZZ_SECONDS") or "120"}
    pytest(session, "fuzz-readers", "-s", *long, "tests/fuzz/test_dataset_readers.py", env=seconds)


@nox.session(name="platform-fuzz")
def platform_fuzz(session: nox.Session) -> None:
    """schemathesis on the platform's many operations as each role, ten cases each where `nox -s platform` has four."""
    install(session, "tests")
    pytest(session, "fuzz-platform", "-n", "2", "--timeout", "3000", PLATFORM_FUZZ, env={"OSMOSIS_FUZZ_EXAMPLES": "10"})


@nox.session
def durability(session: nox.Session) -> None:
    """Long work: what a server keeps in memory, rows that block their thread, the protocol under every fault."""
    install(session, "tests")
    pytest(session, "durability", "--timeout", "900", "tests/durability")
    others = [f"--ignore={path}" for path in (*TEMPLATES, ANY_SERVER)]  # of `nox -s templates` and `node`
    many = ("-n", "2", "--dist", "loadgroup", "--timeout", "900", "-m", "long")
    pytest(session, "durability-long", *many, *others, "tests/e2e")


@nox.session
def platform(session: nox.Session) -> None:
    """The platform on SQLite and on PostgreSQL, which has to be installed, its files in a folder and in Swift's S3; a
    private server of each is started for the tests. OSMOSIS_AFTER_TESTS=1 leaves out what `nox -s tests` has run."""
    install(session, "tests")
    places = ("tests/platform", PLATFORM_FUZZ)
    servers = {"OSMOSIS_TEST_POSTGRES": "1", "OSMOSIS_TEST_S3": "1"}
    pytest(session, "platform", "-n", "2", "--dist", "loadgroup", *places, env=servers)


@nox.session
def platform_kills(session: nox.Session) -> None:
    """200 kills of each kind, or OSMOSIS_KILLS: while a platform writes, syncs, migrates and takes uploads; on both
    databases."""
    install(session, "tests")
    env = {"OSMOSIS_KILLS": os.environ.get("OSMOSIS_KILLS", "200"), "OSMOSIS_TEST_POSTGRES": "1"}
    places = ("tests/platform/test_kills_at_random.py", "tests/platform/test_kills_during_uploads.py")
    pytest(session, "platform-kills", "-m", "", *places, env=env)


@nox.session(name="managed-kills")
def managed_kills(session: nox.Session) -> None:
    """20 evaluations of 200 rows at once, while jobs, the server, its database and what jobs run on are killed.

    OSMOSIS_MANAGED_KILLS_ENGINE is `local`, `ray` or `slurm`, _DATABASE `sqlite` or `postgresql`; _RUNS, _ROWS, _KILLS
    and _SEED are numbers. Or say it behind `--`: `nox -s managed-kills -- --engine slurm --runs 5`.
    """
    install(session, "tests")
    session.run("python", "-m", "tests.managed_kills", *session.posargs)


@nox.session
def ray(session: nox.Session) -> None:
    """Where jobs run, on a real Ray cluster of two nodes, from the package index, started on loopback."""
    install(session, "tests")
    places = ("tests/platform/compute/test_contract.py", "tests/platform/compute/test_ray_cluster.py")
    pytest(session, "ray", "--timeout", "300", *places, env={"OSMOSIS_TEST_RAY": "1"})


@nox.session
def slurm(session: nox.Session) -> None:
    """Where jobs run, on a real Slurm of one node: slurmctld, slurmd and munge have to be installed."""
    install(session, "tests")
    places = ("tests/platform/compute/test_contract.py", "tests/platform/compute/test_slurm_cluster.py")
    pytest(session, "slurm", *places, env={"OSMOSIS_TEST_SLURM": "1"})


@nox.session
def deployment(session: nox.Session) -> None:
    """The platform behind nginx and Caddy as docs/proxies configures them, with TLS of its own, beside a real OpenID
    provider and an ssh server, in Chromium. All of these and Node have to be installed; .ci/run does."""
    install(session, "tests", "browser")
    tools = Path(session.create_tmp()).resolve() / "openid"
    if not (tools / "node_modules" / "oidc-provider").exists():
        session.run(
            "npm", "install", "--silent", "--no-audit", "--no-fund", "--no-save", "--no-package-lock",
            "--prefix", str(tools), f"oidc-provider@{OPENID_PROVIDER}", external=True,
        )  # fmt: skip
    env = {"OSMOSIS_TEST_NODE_MODULES": str(tools / "node_modules")}
    pytest(session, "deployment", "-n", "2", "--dist", "loadscope", "tests/deployment", env=env)


@nox.session
def node(session: nox.Session) -> None:
    """The example in JavaScript: its types, strictly, and whole evaluations on it that are killed twice."""
    install(session, "tests", "spec")
    with session.chdir(ROOT / "examples/node-rollout-server"):
        session.run("npm", "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock", external=True)
        session.run("node", "make-types.mjs", "--check", external=True)
        session.run("node", "node_modules/typescript/bin/tsc", "--project", "tsconfig.json", external=True)
    pytest(session, "node", "--timeout", "300", "-m", "long", ANY_SERVER)


@nox.session
def mutants(session: nox.Session) -> None:
    """Planted bugs of the two rollout servers, and how many of them the conformance suite kills by their clause."""
    install(session, "tests")
    session.run("python", "-m", "tests.mutants", *session.posargs)


@nox.session
def conformance(session: nox.Session) -> None:
    """The conformance suite against our own server and controller; with `-- ARGUMENTS`, the suite's own command."""
    install(session, "tests", "generate")
    if session.posargs:
        session.run("python", "-m", "osmosis_conformance", *session.posargs)
        return
    pytest(session, "conformance", "--timeout", "600", "tests/conformance")


SANDBOXES = {"OSMOSIS_TEST_SANDBOXES": "required", "HARBOR_TELEMETRY": "0", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}


def sandboxes(session: nox.Session, report: str, *arguments: str, **env: str) -> None:
    """Tests on real sandboxes, which have to be there."""
    install(session, "tests", extras="full,harbor")
    session.install(f"podman-compose=={PODMAN_COMPOSE}")
    pytest(session, report, *arguments, env={**SANDBOXES, **env})


@nox.session
def harbor(session: nox.Session) -> None:
    """Trials of Harbor in sandboxes: bubblewrap has to be installed, podman and runc where its tests run; the rest
    comes from the package index."""
    others = [f"--ignore=tests/harbor/{name}.py" for name in ("test_kills", "test_podman", "test_protocol")]
    sandboxes(session, "harbor", "-n", "2", "--dist", "loadgroup", "--timeout", "600", *others, "tests/harbor")
    places = ("tests/harbor/test_podman.py", "tests/harbor/test_kills.py")  # of 6 trials and 3 kills
    pytest(session, "harbor-kills", "--timeout", "600", *places, env=SANDBOXES)


@nox.session(name="harbor-podman")
def harbor_podman(session: nox.Session) -> None:
    """What podman's trials make, and what is removed where one of them was killed; the template runs in `harbor`."""
    sandboxes(session, "harbor-podman", "--timeout", "600", "tests/harbor/test_podman.py")


@nox.session(name="harbor-kills")
def harbor_kills(session: nox.Session) -> None:
    """50 trials, 8 at a time, on bubblewrap and on podman, while the evaluation, its server, trials and podman are
    killed 40 times; and 50 that fail. OSMOSIS_TEST_KILLS_TRIALS, OSMOSIS_TEST_KILLS and OSMOSIS_TEST_FAILING_TRIALS
    say other numbers, OSMOSIS_TEST_KILLS_SEED which kills."""
    counts = {"OSMOSIS_TEST_KILLS_TRIALS": "50", "OSMOSIS_TEST_KILLS": "40", "OSMOSIS_TEST_FAILING_TRIALS": "50"}
    asked = {name: os.environ.get(name) or count for name, count in counts.items()}
    sandboxes(session, "harbor-kills", "-s", "tests/harbor/test_kills.py", **asked)


@nox.session(name="harbor-protocol")
def harbor_protocol(session: nox.Session) -> None:
    """The whole conformance suite on a server whose rollouts run in sandboxes, without its cases of a thousand."""
    sandboxes(session, "harbor-protocol", "tests/harbor/test_protocol.py", OSMOSIS_TEST_PROTOCOL="whole")


@nox.session
def crash(session: nox.Session) -> None:
    """A run killed at every write and every wait, at random, under a full disk and a dying model; each resumed."""
    install(session, "tests")
    session.run("python", "-m", "tests.crash", *session.posargs)


@nox.session
def interop(session: nox.Session) -> None:
    """Against the published package, in an environment of its own; Chromium approves its device login."""
    install(session, "tests", "browser")
    pytest(session, "interop", "-m", "interop", "-n", "2", "--dist", "loadfile", "tests/interop")


@nox.session
def browser(session: nox.Session) -> None:
    """The pages of `eval view` and `train view` in Chromium, which has to be installed, with chromedriver."""
    install(session, "tests", "browser")
    pytest(session, "browser", "tests/browser")


@nox.session
def bench(session: nox.Session) -> None:
    """Ratios to the published package and inspect_ai, in one run, and their bounds. With `-- --quick`, a short one;
    with `-- --only harbor`, our sandboxes beside podman, which has to be installed with runc and debootstrap."""
    if "harbor" in session.posargs:
        install(session, "tests", extras="full,harbor")
        session.install(f"podman-compose=={PODMAN_COMPOSE}")
    else:
        install(session, "tests")
    session.run("pytest", "-q", "tests/bench")
    session.run("python", "-m", "tests.bench", *session.posargs)


@nox.session(venv_backend="none", default=False)
def clean(session: nox.Session) -> None:
    """Remove what the other sessions made."""
    for made in ("reports", "demo", "dist", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis"):
        shutil.rmtree(ROOT / made, ignore_errors=True)
    session.log("removed reports, the demo workspace and caches")
