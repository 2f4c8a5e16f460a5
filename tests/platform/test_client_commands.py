"""`auth`, `secret`, `rollout list` and `doctor` as processes against a platform that is served on loopback."""

from __future__ import annotations

import hashlib
import json
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from osmosis_contract.models import (
    AuthLoginResult,
    AuthLogoutResult,
    AuthWhoamiData,
    CredentialsFile,
    DoctorResult,
    GitConnection,
    ListEnvelope,
    NewGitConnection,
    RolloutRecord,
    SecretDeleteResult,
    SecretRecord,
    SecretSetResult,
    Webhook,
)
from tests.platform.served import (
    PASSWORD,
    Person,
    Served,
    connect_repository,
    send_form,
    serving_platform,
    workspace_folder,
)

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]
VALUE = "canary-value-of-a-secret"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    allowed = {"WEBHOOKS_ALLOWED_ORIGINS": "http://127.0.0.1:9"}  # where nothing listens
    with serving_platform(tmp_path_factory.mktemp("platform") / "data", **allowed) as served:
        yield served


@pytest.fixture(scope="module")
def repository(served: Served) -> str:
    """The origin of a repository with a rollout, connected to the workspace `main`; its name is `acme/rollouts`."""
    return connect_repository(served)


@pytest.fixture
def person(served: Served, tmp_path: Path) -> Person:
    (tmp_path / "home").mkdir()
    (tmp_path / "folder").mkdir()
    return Person((sys.executable, "-m", "osmosis_ai"), served.url, tmp_path / "home", tmp_path / "folder")


@pytest.fixture
def logged_in(served: Served, person: Person) -> Person:
    assert person.run("auth", "login", "--token", served.token()).code == 0
    return person


def test_login_with_a_token_whoami_and_logout(served: Served, person: Person):
    """The token is verified, stored in a file that only its owner reads, used, revoked and removed."""
    token = served.token()
    done = person.run("auth", "login", "--token", "-", stdin=f"{token}\n")
    login = AuthLoginResult.read_strict(done.document["resource"])
    assert (done.code, login.email) == (0, "owner@localhost")
    assert (login.token_store.value, login.source.value) == ("file", "token")
    path = person.home / ".config" / "osmosis" / "credentials.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert CredentialsFile.read_strict(path.read_bytes()).platforms[served.url].access_token == token
    who = AuthWhoamiData.read_strict(person.run("auth", "whoami").document["data"])
    assert (who.email, who.account.effective_source.value, who.workspace) == ("owner@localhost", "file", None)
    out = person.run("auth", "logout", "--yes")
    result = AuthLogoutResult.read_strict(out.document["resource"])
    assert (result.revoked, result.logged_in, out.document["status"]) == (True, False, "success")
    assert token not in path.read_text() + done.out + done.err + out.out
    assert httpx.get(f"{served.url}/api/cli/verify", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    assert person.run("auth", "whoami").error["code"] == "AUTH_REQUIRED"
    assert person.run("auth", "logout", "--yes").document["status"] == "noop"


def test_login_by_device_code_replaces_the_login_before(served: Served, logged_in: Person):
    """The printed address asks, the approval logs in, and the token of the login before is revoked."""
    path = logged_in.home / ".config" / "osmosis" / "credentials.json"
    before = CredentialsFile.read_strict(path.read_bytes()).platforms[served.url].access_token
    with httpx.Client(follow_redirects=True, timeout=60) as browser:
        page = browser.get(served.link)
        assert send_form(browser, page, password=PASSWORD, again=PASSWORD).status_code == 200
        with logged_in.device_login() as (process, address):
            asked = browser.get(address)
            assert send_form(browser, asked, decision="approve").status_code == 200
            out, _ = process.communicate(timeout=120)
    assert process.returncode == 0, out
    stored = CredentialsFile.read_strict(path.read_bytes()).platforms[served.url]
    assert stored.access_token not in {before, None}
    assert stored.access_token not in out
    assert logged_in.run("auth", "whoami").code == 0
    assert httpx.get(f"{served.url}/api/cli/verify", headers={"Authorization": f"Bearer {before}"}).status_code == 401


def test_secret_is_set_listed_and_deleted_and_its_value_never_shown(logged_in: Person):
    """Values come from a variable or standard input; what is printed has names, scopes and times alone."""
    named = ("--workspace", "main", "secret")
    by_variable = logged_in.run(*named, "set", "OPENAI_API_KEY", "--env", "KEY", KEY=VALUE)
    by_stdin = logged_in.run(*named, "set", "TEAM_KEY", "--scope", "workspace", "--stdin", stdin=f"{VALUE}\n")
    listed = logged_in.run(*named, "list")
    for done in (by_variable, by_stdin):
        assert done.code == 0, done.err
        SecretSetResult.read_strict(done.document["resource"])
    envelope = ListEnvelope.read(listed.document)
    assert [SecretRecord.read_strict(item).name for item in envelope.items] == ["OPENAI_API_KEY", "TEAM_KEY"]
    assert listed.document["workspace"] == {"name": "main"}
    assert listed.document["platform_url"].endswith("/main/api-keys")
    assert not any(VALUE in done.out + done.err for done in (by_variable, by_stdin, listed))
    wrong_scope = logged_in.run(*named, "delete", "TEAM_KEY", "--yes")
    assert (wrong_scope.code, wrong_scope.error["code"]) == (1, "NOT_FOUND")
    assert "--scope workspace" in wrong_scope.error["hint"]
    unasked = logged_in.run(*named, "delete", "TEAM_KEY", "--scope", "workspace")
    assert unasked.error["code"] == "INTERACTIVE_REQUIRED"
    gone = logged_in.run(*named, "delete", "TEAM_KEY", "--scope", "workspace", "--yes")
    assert SecretDeleteResult.read_strict(gone.document["resource"]).name == "TEAM_KEY"
    assert [item["name"] for item in logged_in.run(*named, "list", "--all").document["items"]] == ["OPENAI_API_KEY"]
    for words, code in (
        (("set", "bad-name", "--env", "KEY"), "VALIDATION"),
        (("set", "A", "--env", "NOT_SET"), "VALIDATION"),
        (("set", "A"), "INTERACTIVE_REQUIRED"),
    ):
        assert logged_in.run(*named, *words).error["code"] == code, words


def test_rollouts_secrets_and_the_workspace_of_a_repository(logged_in: Person, repository: str):
    """In a clone the repository names the workspace: for lists, for whoami and for doctor."""
    workspace_folder(logged_in.folder / "ws", origin=repository)
    here = Person(logged_in.osmosis, logged_in.url, logged_in.home, logged_in.folder / "ws")
    found = here.run("rollout", "list")
    assert found.code == 0, found.err
    assert [RolloutRecord.read_strict(item).name for item in found.document["items"]] == ["demo"]
    assert found.document["workspace_directory"] == str(here.folder)
    assert here.run("secret", "list").document["git"] == found.document["git"]
    assert AuthWhoamiData.read_strict(here.run("auth", "whoami").document["data"]).workspace is not None
    checked = here.run("doctor", "--fix")
    workspace = DoctorResult.read_strict(checked.document["resource"]).workspace
    assert workspace is not None
    assert (workspace.name, workspace.role) == ("main", "owner")
    away = here.run("doctor", OSMOSIS_PLATFORM_URL="http://127.0.0.1:9")
    assert (away.code, away.document["resource"]["workspace"]) == (0, None)


def test_refusals_have_the_codes_of_the_contract(served: Served, logged_in: Person):
    """No workspace, another's workspace, a wrong token, a token of another platform, a server that is away."""
    outside = logged_in.run("rollout", "list")
    assert (outside.code, outside.error["code"]) == (1, "WORKSPACE_REQUIRED")
    assert logged_in.run("--workspace", "main", "rollout", "list").error["code"] == "WORKSPACE_REQUIRED"
    denied = logged_in.run("--workspace", "not-mine", "secret", "list").error
    assert (denied["code"], denied["details"]["status_code"]) == ("PLATFORM_ERROR", 403)
    assert denied["details"]["platform_code"] == "WORKSPACE_SCOPE_HEADER_ACCESS_DENIED"
    assert logged_in.run("--workspace", " ", "secret", "list").error["code"] == "VALIDATION"
    assert logged_in.run("secret", "list", "--limit", "51").code == 2
    assert logged_in.run("secret", "list", "--limit", "3", "--all").error["code"] == "VALIDATION"
    refused = logged_in.run("auth", "login", "--token", "nonsense").error
    assert (refused["code"], refused["details"]["platform_code"]) == ("AUTH_REQUIRED", "TOKEN_INVALID")
    assert logged_in.run("auth", "login").error["code"] == "INTERACTIVE_REQUIRED"
    token = served.token()
    assert logged_in.run("auth", "login", OSMOSIS_TOKEN=token).error["code"] == "CONFLICT"
    assert logged_in.run("auth", "whoami", OSMOSIS_TOKEN=token).error["code"] == "ENV_TOKEN_PLATFORM_REQUIRED"
    elsewhere = {"OSMOSIS_TOKEN": token, "OSMOSIS_TOKEN_PLATFORM_URL": "https://osmosis.example.org"}
    assert logged_in.run("auth", "whoami", **elsewhere).error["code"] == "ENV_TOKEN_PLATFORM_MISMATCH"
    bound = {"OSMOSIS_TOKEN": token, "OSMOSIS_TOKEN_PLATFORM_URL": f"{served.url}/"}
    assert logged_in.run("auth", "whoami", **bound).document["data"]["source"] == "environment"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        away = logged_in.run("--platform", f"http://127.0.0.1:{port}", "auth", "login", "--token", token)
    assert (away.code, away.error["code"]) == (1, "PLATFORM_ERROR")
    insecure = logged_in.run("--platform", "http://osmosis.example.org", "auth", "whoami")
    assert (insecure.warnings, insecure.error["code"]) == (["INSECURE_PLATFORM_URL"], "VALIDATION")
    (logged_in.folder / ".env").write_text("OSMOSIS_PLATFORM_URL=https://other.example.org\n")
    assert logged_in.run("auth", "whoami").error["code"] == "CONFLICT"


def test_damaged_credentials_file_says_what_to_do(person: Person):
    """A file that is not JSON and one of another version have their codes; neither is overwritten by a refusal."""
    path = person.home / ".config" / "osmosis" / "credentials.json"
    path.parent.mkdir(parents=True)
    for text, code in (("{", "CREDENTIALS_PARSE_FAILED"), (json.dumps({"version": 9}), "CREDENTIALS_VERSION_CHANGED")):
        path.write_text(text)
        assert person.run("auth", "whoami").error["code"] == code
        assert path.read_text() == text


KEYRING = {"OSMOSIS_TOKEN_STORE": "keyring", "PYTHON_KEYRING_BACKEND": "keyrings.alt.file.PlaintextKeyring"}
"""A keyring that keeps its entries in a file below the home directory: a real backend, without a desktop."""
LOCKED = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
"""The backend that keyring uses where the system has none."""


def _kept(person: Person, account: str) -> str | None:
    """The password that the person's keyring has for that account of the service `osmosis-cli`."""
    program = "import keyring, sys; print(keyring.get_password('osmosis-cli', sys.argv[1]) or '')"
    done = subprocess.run(
        [sys.executable, "-c", program, account],
        capture_output=True,
        text=True,
        env=person.environment(**KEYRING),
        check=True,
    )
    return done.stdout.strip() or None


def test_token_in_the_keyring_is_in_no_file_and_goes_with_the_login(served: Served, person: Person):
    """The entry has the name that published versions give it; another login takes its place, and logout removes it."""
    path = person.home / ".config" / "osmosis" / "credentials.json"
    accounts = []
    for token in (served.token(), served.token()):
        login = AuthLoginResult.read_strict(
            person.run("auth", "login", "--token", token, **KEYRING).document["resource"]
        )
        assert login.token_store.value == "keyring"
        stored = CredentialsFile.read_strict(path.read_bytes()).platforms[served.url]
        assert stored.access_token is None
        assert token not in path.read_text()
        platform, token_id = (hashlib.sha256(text.encode()).hexdigest() for text in (served.url, stored.token_id or ""))
        assert stored.keyring_account == f"platform:{platform[:24]}:{token_id[:24]}"
        assert _kept(person, stored.keyring_account) == token
        accounts.append(stored.keyring_account)
    assert _kept(person, accounts[0]) is None, "the entry of the login before"
    who = AuthWhoamiData.read_strict(person.run("auth", "whoami", **KEYRING).document["data"])
    assert who.account.effective_source.value == "keyring"
    unreadable = person.run("auth", "whoami", **LOCKED)
    assert (unreadable.code, unreadable.error["code"]) == (1, "KEYRING_UNAVAILABLE")
    assert person.run("auth", "logout", "--yes", **KEYRING).document["resource"]["revoked"] is True
    assert _kept(person, accounts[1]) is None
    assert CredentialsFile.read_strict(path.read_bytes()).platforms == {}


def test_without_a_keyring_the_login_is_in_a_file_and_says_so(served: Served, person: Person):
    """`auto` warns and stores the token in a file of mode 600; `keyring` refuses, and leaves no login."""
    path = person.home / ".config" / "osmosis" / "credentials.json"
    token = served.token()
    refused = person.run("auth", "login", "--token", token, OSMOSIS_TOKEN_STORE="keyring", **LOCKED)
    assert (refused.code, refused.error["code"], path.exists()) == (1, "KEYRING_UNAVAILABLE", False)
    done = person.run("auth", "login", "--token", token, OSMOSIS_TOKEN_STORE="auto", **LOCKED)
    assert (done.code, done.warnings) == (0, ["KEYRING_UNAVAILABLE"])
    assert done.document["resource"]["token_store"] == "file"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    unknown = person.run("auth", "login", "--token", token, OSMOSIS_TOKEN_STORE="drawer")
    assert unknown.error["code"] == "VALIDATION"


def test_webhook_is_set_tested_renewed_and_removed(logged_in: Person):
    """A secret is shown when it is new and never again; an address inside the network is refused, with the reason."""
    named = ("--workspace", "main", "platform", "webhook")
    assert logged_in.run(*named, "show").error["code"] == "NOT_FOUND"
    refused = logged_in.run(*named, "set", "https://127.0.0.1/hook")
    assert (refused.code, refused.error["code"]) == (1, "VALIDATION")
    assert "not a public address" in refused.error["message"]
    made = logged_in.run(*named, "set", "http://127.0.0.1:9/hook").document["resource"]
    assert Webhook.read_strict(made).secret is not None
    shown = logged_in.run(*named, "show").document["data"]
    assert "secret" not in shown
    assert shown["url"] == "http://127.0.0.1:9/hook"
    renewed = logged_in.run(*named, "renew-secret").document["resource"]
    assert renewed["secret"] not in {None, made["secret"]}
    queued = logged_in.run(*named, "test").document["resource"]
    listed = logged_in.run(*named, "deliveries").document["items"]
    assert [item["id"] for item in listed] == [queued["id"]]
    assert logged_in.run(*named, "set", "http://127.0.0.1:9/hook", "--off").document["resource"]["enabled"] is False
    assert logged_in.run(*named, "test").error["code"] == "CONFLICT"
    assert logged_in.run(*named, "remove", "--yes").code == 0
    assert logged_in.run(*named, "show").error["code"] == "NOT_FOUND"


def _git(*words: str) -> None:
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *words], check=True)


def test_a_repository_is_connected_read_again_and_disconnected(tmp_path: Path):
    """The origin around a person is connected under the name that their commands use; a push is read when asked for.

    What a command says before names the one to type; a repository that cannot be read is shown with its problem.
    """
    with serving_platform(tmp_path / "platform" / "data", GIT_FOLDERS=str(tmp_path)) as served:
        home = tmp_path / "home"
        home.mkdir()
        bare, folder = tmp_path / "acme" / "agents.git", workspace_folder(tmp_path / "clone", origin=None)
        _git("init", "-q", "--bare", "-b", "main", str(bare))
        token = {"OSMOSIS_TOKEN": served.token(), "OSMOSIS_TOKEN_PLATFORM_URL": served.url}
        person = Person((sys.executable, "-m", "osmosis_ai"), served.url, home, folder, token)
        assert "git remote add origin" in person.run("platform", "git", "connect").error["hint"]
        _git("-C", str(folder), "remote", "add", "origin", str(bare))
        assert "platform git connect" in person.run("rollout", "list").error["hint"]
        assert "platform git connect" in person.run("platform", "git", "show").error["hint"]

        done = person.run("platform", "git", "connect")
        assert (done.code, done.document["status"]) == (1, "partial")
        made = NewGitConnection.read_strict(done.document["resource"])
        assert (made.connection.repo_full_name, made.connection.blocked_code) == ("acme/agents", "REPOSITORY_EMPTY")
        again = person.run("platform", "git", "connect").error
        assert (again["code"], "platform git disconnect" in again["hint"]) == ("CONFLICT", True)

        (folder / "rollouts" / "demo").mkdir()
        (folder / "rollouts" / "demo" / "main.py").write_text("print(1)\n")
        for words in ("checkout -qb main", "add .", "commit -qm one", "push -q origin main"):
            _git("-C", str(folder), *words.split())
        read = person.run("platform", "git", "sync")
        assert read.code == 0, read.err
        assert GitConnection.read_strict(read.document["resource"]).state.value == "ready"
        (branch,) = person.run("platform", "git", "branches").document["items"]
        assert (branch["name"], branch["is_default"], branch["rollout_count"]) == ("main", True, 1)
        assert person.run("rollout", "list").document["items"][0]["name"] == "demo"
        history = person.run("platform", "git", "history", "--limit", "1").document["items"]
        assert (history[0]["status"], history[0]["trigger"]) == ("success", "manual")
        assert "acme/agents" in person.run("platform", "git", "show", mode="--plain").out

        hook = person.run("platform", "git", "new-hook").document["resource"]["hook_url"]
        assert hook != made.hook_url
        assert (httpx.post(hook).status_code, httpx.post(made.hook_url).status_code) == (202, 404)
        assert person.run("platform", "git", "disconnect").error["code"] == "INTERACTIVE_REQUIRED"
        assert person.run("platform", "git", "disconnect", "--yes").code == 0
        assert person.run("rollout", "list").code == 1


def test_a_repository_that_cannot_be_connected_says_what_to_do(tmp_path: Path):
    """A bad address, a credential that is not there, a repository that does not answer: what to type."""
    with serving_platform(tmp_path / "platform" / "data") as served:
        home = tmp_path / "home"
        home.mkdir()
        token = {"OSMOSIS_TOKEN": served.token(), "OSMOSIS_TOKEN_PLATFORM_URL": served.url}
        folder = workspace_folder(tmp_path / "clone", origin=None)
        person = Person((sys.executable, "-m", "osmosis_ai"), served.url, home, folder, token)
        connect = ("platform", "git", "connect")
        bad = person.run(*connect, "ftp://host/acme/agents").error
        assert bad["code"] == "VALIDATION"
        assert "url: cannot be used: it is not an https or ssh URL" in bad["message"]
        assert "repo_full_name: is required" in person.run(*connect, "https://127.0.0.1:9/agents").error["message"]
        unknown = person.run(*connect, "https://127.0.0.1:9/acme/agents", "--credential", "NONE").error
        assert "credential: is not a secret of the workspace" in unknown["message"]

        blocked = person.run(*connect, "https://127.0.0.1:9/acme/agents", mode="--plain")
        assert blocked.code == 1
        assert "cannot be read" in blocked.out
        assert "platform git connect https://127.0.0.1:9/acme/agents --credential NAME" in blocked.out
