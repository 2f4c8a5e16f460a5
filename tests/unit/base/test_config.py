"""Loading configs: where they lie, what is checked in which order, and what the errors say."""

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from osmosis_ai.base.config import source as config_source
from osmosis_ai.base.config.load import load_eval_config, load_training_config
from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.base.workspace import Workspace
from osmosis_contract.models.eval_config import EvalConfig

EXPERIMENT = """\
[experiment]
rollout = "my-rollout"
entrypoint = "main.py"
model_path = "openai/gpt-5-mini"
dataset = "multiply"
"""
SECRETS = '[secrets]\nrequired = ["OPENAI_API_KEY"]\n'
GOOD = EXPERIMENT + SECRETS


@pytest.fixture
def workspace(tmp_path):
    for name in ("rollouts", "data", "configs/eval", "configs/training"):
        (tmp_path / name).mkdir(parents=True)
    return Workspace(tmp_path)


@pytest.fixture
def load(workspace):
    """Load an evaluation config with this text."""

    def load_text(text):
        path = workspace.eval_configs / "a.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load_eval_config(path, workspace)

    return load_text


@pytest.fixture
def single(load):
    """The one-message error for this text, without the path, which must lead it."""

    def fail(text):
        with pytest.raises(OsmosisError) as caught:
            load(text)
        assert caught.value.code == "VALIDATION"
        assert caught.value.details == {}
        prefix = "configs/eval/a.toml"
        assert str(caught.value).startswith(prefix)
        return str(caught.value).removeprefix(prefix).lstrip(":, ")

    return fail


@pytest.fixture
def issues(load):
    """The grouped issues for this text, as (key, message) in order."""

    def fail(text):
        with pytest.raises(OsmosisError) as caught:
            load(text)
        details = caught.value.details
        assert details["error"] == "Invalid eval config"
        header, *lines = str(caught.value).splitlines()
        assert header == "Invalid eval config: configs/eval/a.toml"
        assert lines == [f"  {issue['key']}: {issue['message']}" for issue in details["issues"]]
        return [(issue["key"], issue["message"]) for issue in details["issues"]]

    return fail


# --- what loads


def test_a_minimal_config_loads_into_the_contracts_model(load):
    """The four strings and [secrets] are enough; everything else is absent."""
    config = load(GOOD)
    assert isinstance(config, EvalConfig)
    assert config.experiment.rollout == "my-rollout"
    assert config.secrets.required == ["OPENAI_API_KEY"]
    assert (config.evaluation, config.env, config.advanced) == (None, None, None)


def test_every_section_is_taken_as_it_stands(load):
    """Values keep their types; an integer is a number where one is asked for; [advanced] takes anything."""
    config = load(
        EXPERIMENT
        + 'branch = "my/feature"\n[evaluation]\nlimit = 200\nn = 4\nbatch_size = 8\npass_threshold = 0\n'
        + "agent_workflow_timeout_s = 450\ngrader_timeout_s = 0.5\n"
        + '[env]\nLOG_LEVEL = "INFO"\n_X1 = ""\n[secrets]\nrequired = []\n'
        + "[advanced]\nanything = { at = [2026-01-01] }\n"
    )
    evaluation = config.evaluation
    assert (evaluation.limit, evaluation.n, evaluation.batch_size) == (200, 4, 8)
    assert (evaluation.pass_threshold, evaluation.agent_workflow_timeout_s) == (0, 450)
    assert config.env == {"LOG_LEVEL": "INFO", "_X1": ""}
    assert config.experiment.branch == "my/feature"
    assert "at" in config.advanced["anything"]


def test_the_defaults_are_the_contracts(load):
    """An empty [evaluation] has one attempt a row, a threshold of 1, no timeouts and all rows."""
    evaluation = load(GOOD + "[evaluation]\n").evaluation
    assert (evaluation.n, evaluation.pass_threshold) == (1, 1.0)
    assert (evaluation.limit, evaluation.batch_size, evaluation.grader_timeout_s) == (None, None, None)


@pytest.mark.parametrize("value", [0, -1])
def test_a_limit_or_batch_size_that_is_not_positive_means_unset(load, value):
    """Zero and negative numbers are read as if the key were not there."""
    evaluation = load(GOOD + f"[evaluation]\nlimit = {value}\nbatch_size = {value}\n").evaluation
    assert (evaluation.limit, evaluation.batch_size) == (None, None)


def test_a_whole_number_may_be_written_with_a_point(load):
    """`n = 2.0` is two attempts, as published command lines take it; a half is refused elsewhere."""
    config = load(GOOD + "[evaluation]\nn = 2.0\nlimit = 10.0\n")
    assert config.evaluation is not None
    assert (config.evaluation.n, config.evaluation.limit) == (2, 10)
    assert type(config.evaluation.n) is int


def test_empty_strings_are_accepted_where_no_rule_forbids_them(load):
    """Model, dataset and entrypoint may be empty: the run that needs them refuses."""
    text = GOOD.replace('"openai/gpt-5-mini"', '""').replace('"multiply"', '""').replace('"main.py"', '""')
    assert load(text).experiment.dataset == ""


def test_a_byte_order_mark_and_crlf_are_fine(load):
    """A file from a Windows editor loads."""
    assert load(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()) == load(GOOD)


def test_the_files_of_the_rollout_need_not_exist(load):
    """Whether the rollout is there is checked when it is run."""
    assert load(GOOD.replace("main.py", "sub/dir/main.py")).experiment.entrypoint == "sub/dir/main.py"


# --- where it lies


def test_a_config_outside_its_directory_is_refused(workspace, tmp_path):
    """The error names the directory it belongs in; links are followed, and are followed first."""
    outside = tmp_path / "a.toml"
    outside.write_text(GOOD)
    (workspace.eval_configs / "link.toml").symlink_to(outside)
    for path in (
        outside,
        workspace.eval_configs / "link.toml",
        workspace.eval_configs,
        workspace.eval_configs / "../x.toml",
    ):
        with pytest.raises(OsmosisError, match=r"is not under .*configs/eval, where eval configs are kept"):
            load_eval_config(path, workspace)


def test_a_config_in_a_subdirectory_or_behind_a_linked_workspace_loads(workspace, tmp_path_factory):
    """Any depth below configs/eval is under it, also through a link to the workspace."""
    (workspace.eval_configs / "math").mkdir()
    (workspace.eval_configs / "math/a.toml").write_text(GOOD)
    link = tmp_path_factory.mktemp("link") / "ws"
    link.symlink_to(workspace.root)
    assert load_eval_config(workspace.eval_configs / "math/a.toml", Workspace(link)).secrets.required


def test_another_suffix_is_refused(workspace):
    """A config's name ends in .toml."""
    (workspace.eval_configs / "a.json").write_text(GOOD)
    with pytest.raises(OsmosisError, match=r"a\.json is not a \.toml file"):
        load_eval_config(workspace.eval_configs / "a.json", workspace)


# --- the file (check 1)


def test_a_file_that_is_missing_or_no_file_is_refused(workspace):
    """No file, a directory and a pipe are errors that say so."""
    (workspace.eval_configs / "dir.toml").mkdir()
    os.mkfifo(workspace.eval_configs / "pipe.toml")
    for name, says in (("no", "there is no such file"), ("dir", "it is a directory"), ("pipe", "it is a pipe")):
        with pytest.raises(OsmosisError, match=f"configs/eval/{name}.toml: {says}"):
            load_eval_config(workspace.eval_configs / f"{name}.toml", workspace)


def test_an_unreadable_file_is_refused(single, monkeypatch):
    """What the system says is passed on."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("osmosis_ai.base.files.no_follow.open_regular", refuse)
    assert single(GOOD) == "it cannot be opened: Permission denied."


def test_an_absurdly_large_file_is_refused(single):
    """A dataset given as a config by mistake is not read."""
    assert "larger than 1 MiB" in single("#" * (config_source.MAX_CONFIG_BYTES + 1))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[experiment]\nrollout = my\n", "line 2, column 11: not valid TOML: Invalid value."),
        ("[experiment]\nrollout = 'x'\nrollout = 'y'\n", "line 3, column 14: not valid TOML"),
        ("[experiment]\n[experiment]\n", "line 2, column 12: not valid TOML"),
        ("a = " + "[" * 5000, "tables or arrays are nested too deeply."),
        ("a = " + "9" * 5000, "not valid TOML"),
        ("a = 2026-02-31\n", "not valid TOML"),
        (b"a = '\xff'\n", "byte 0xff at offset 5 is not UTF-8."),
        (GOOD.encode("utf-16"), "byte 0xff at offset 0 is not UTF-8."),
        ("a = 'x\x00'\n", "line 1, column 7: not valid TOML"),
    ],
)
def test_bad_toml_gives_line_and_column(single, text, says):
    """What the parser says is passed on with its position."""
    assert single(text).startswith(says) or says in single(text)


# --- tables and keys (checks 2 to 5)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the [experiment] table is missing."),
        ("experiment = 1\n", "line 1: experiment is not a table."),
        ("[[experiment]]\nrollout = 'x'\n", "line 1: experiment is not a table."),
        ("[experiment]\n", "line 1: [experiment] lacks rollout."),
        ("\n\n[experiment]\nrollout = 'a'\nmodel_path = 1\n", "line 3: [experiment] lacks entrypoint."),
        ("evaluation = 1\nenv = 2\n" + GOOD, "line 1: evaluation is not a table."),
        ("env = 2\nadvanced = []\n" + GOOD, "line 2: advanced is not a table."),
        ("env = 2\n" + GOOD, "line 1: env is not a table."),
        (EXPERIMENT, "the [secrets] table is missing."),
        ("secrets = []\n" + EXPERIMENT, "line 1: secrets is not a table."),
        (
            GOOD + "optional = []\n",
            "line 8: [secrets] has the unknown key optional; only required is allowed.",
        ),
        (EXPERIMENT + "[secrets]\n", "line 6: [secrets] lacks required."),
        (EXPERIMENT + "[secrets]\nrequired = 'A'\n", "line 7: secrets.required is not a list of strings."),
        (
            EXPERIMENT + "[secrets]\nrequired = ['A', 1]\n",
            "line 7: secrets.required is not a list of strings.",
        ),
    ],
)
def test_a_missing_or_misshapen_table_is_one_message(single, text, says):
    """The first such fault alone is reported, in the order of the checks, with its line."""
    assert single(text) == says


# --- the schema (check 6 and the values)


def test_unknown_keys_are_reported_together_with_suggestions(issues):
    """Every unknown section and key is listed with its line, and with what it may have been meant to be."""
    text = (
        'rollout = "x"\n[experimnet]\n'
        + EXPERIMENT
        + 'brnch = "b"\nlimit = 3\n'
        + SECRETS
        + "[evaluation]\nlimt = 1\nzzz = 2\n[wholly.other]\n"
    )
    assert issues(text) == [
        ("rollout", "unknown section or key; rollout belongs in [experiment] (line 1)"),
        ("experimnet", "unknown section or key; did you mean experiment? (line 2)"),
        ("experiment.brnch", "unknown key; did you mean branch? (line 8)"),
        ("experiment.limit", "unknown key; limit belongs in [evaluation] (line 9)"),
        ("evaluation.limt", "unknown key; did you mean limit? (line 13)"),
        (
            "evaluation.zzz",
            "unknown key; known here: agent_workflow_timeout_s, batch_size, grader_timeout_s, limit, n,"
            " pass_threshold (line 14)",
        ),
        (
            "wholly",
            "unknown section or key; known here: advanced, env, evaluation, experiment, secrets (line 15)",
        ),
    ]


@pytest.mark.parametrize(
    ("line", "key", "says"),
    [
        ("rollout = 3", "experiment.rollout", "must be a string; it is 3 (line 2)"),
        ("model_path = true", "experiment.model_path", "must be a string; it is true (line 4)"),
        ("dataset = ['a']", "experiment.dataset", 'must be a string; it is ["a"] (line 5)'),
        ("dataset = 2026-01-01", "experiment.dataset", "must be a string; it is 2026-01-01 (line 5)"),
        ("branch = 1", "experiment.branch", "must be a string; it is 1 (line 6)"),
        ("branch = ''", "experiment.branch", "must be the name of a branch"),
        ("branch = 'a b'", "experiment.branch", "must not hold white space (line 6)"),
        ("branch = 'a\u00a0b'", "experiment.branch", "must not hold white space (line 6)"),
        (
            "commit_sha = 'abc'",
            "experiment.commit_sha",
            'must be 7 to 40 hexadecimal digits; it is "abc" (line 6)',
        ),
        (f"commit_sha = '{'a' * 41}'", "experiment.commit_sha", "must be 7 to 40 hexadecimal digits"),
        ("commit_sha = 'xyz1234'", "experiment.commit_sha", "must be 7 to 40 hexadecimal digits"),
        ('commit_sha = "abcdef1\\n"', "experiment.commit_sha", "must be 7 to 40 hexadecimal digits"),
    ],
)
def test_a_wrong_value_in_experiment_is_an_issue(issues, line, key, says):
    """Types and forms of [experiment] are checked as the contract says, with the line."""
    name = line.split()[0]
    kept = [given for given in EXPERIMENT.splitlines() if not given.startswith(f"{name} ")]
    at = {"rollout": 1, "entrypoint": 2, "model_path": 3, "dataset": 4}.get(name, 5)
    [(found, message)] = issues("\n".join([*kept[:at], line, *kept[at:], SECRETS]))
    assert found == key
    assert message.startswith(says)


def test_branch_and_commit_exclude_each_other(issues):
    """Both set is an issue at the second."""
    assert issues(EXPERIMENT + "branch = 'b'\ncommit_sha = 'abcdef1'\n" + SECRETS) == [
        ("experiment.commit_sha", "excludes branch; keep one of the two (line 7)")
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("n = 0", "must be greater than or equal to 1; it is 0"),
        ("n = 1000000000000", "must be less than or equal to 1000000; it is 1000000000000"),
        ("batch_size = 1000000000000", "must be less than or equal to 1000000; it is 1000000000000"),
        ("n = true", "must be an integer; it is true"),
        ("n = 1.5", "must be an integer; it is 1.5"),
        ("n = '1'", 'must be an integer; it is "1"'),
        ("limit = 'all'", 'must be an integer; it is "all"'),
        ("limit = false", "must be an integer; it is false"),
        ("batch_size = 0.5", "must be an integer; it is 0.5"),
        ("pass_threshold = true", "must be a number; it is true"),
        ("pass_threshold = nan", "must be a finite number; it is NaN"),
        ("grader_timeout_s = inf", "must be a finite number; it is Infinity"),
        ("agent_workflow_timeout_s = '450'", 'must be a number; it is "450"'),
        ("grader_timeout_s = 00:10:00", "must be a number; it is 00:10:00"),
    ],
)
def test_a_wrong_value_in_evaluation_is_an_issue(issues, line, says):
    """Numbers are finite, a boolean is no number, n is positive."""
    assert issues(f"{GOOD}[evaluation]\n{line}\n") == [(f"evaluation.{line.split()[0]}", f"{says} (line 9)")]


@pytest.mark.parametrize("number", ["9223372036854775808", "-9223372036854775809", f"0x{'f' * 5000}"])
@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("[evaluation]\nn = {}", "evaluation.n"),
        ("[evaluation]\nlimit = {}", "evaluation.limit"),
        ("[advanced]\na = [1, {{b = {}}}]", "advanced.a.b"),
        ("[secrets]\nrequired = [{}]", "secrets.required"),
    ],
)
def test_an_integer_of_more_than_64_bits_is_one_message(single, line, key, number):
    """In any table of any config, before anything counts with it: the key and its line, and not the digits."""
    said = single(EXPERIMENT + line.format(number) + "\n")
    assert f"{key} is an integer of more than 64 bits" in said
    assert said.startswith("line ")
    assert len(said) < 100


def test_an_env_value_that_is_no_text_is_an_issue_and_is_not_shown(issues):
    """Values of [env] are strings without NUL; what stands there is not repeated, lest it be secret."""
    found = issues(GOOD + '[env]\nA = 1234567\nB = "x\\u0000y"\nC = ["hush"]\n')
    assert [key for key, _ in found] == ["env.A", "env.B", "env.C"]
    assert found[0][1] == "must be a string (line 9)"
    assert "1234567" not in str(found)
    assert "hush" not in str(found)


def test_a_number_without_json_form_is_refused_even_in_advanced(issues):
    """[advanced] is passed on as JSON, which has no NaN and no infinity."""
    assert issues(GOOD + "[advanced.deep]\nx = [1, nan]\n") == [
        ("advanced.deep.x.1", "is infinite or not a number, which JSON cannot hold")
    ]


# --- paths and names (after the schema)


@pytest.mark.parametrize("name", ["", ".", "..", "/etc", "a/b", "a\\\\b", "../x", "a\\u0000"])
def test_a_rollout_that_is_no_plain_name_is_refused(single, name):
    """A rollout is one directory in rollouts/."""
    assert single(GOOD.replace("my-rollout", name)).startswith("line 2: rollout is ")


@pytest.mark.parametrize("name", ["..a", ".a", "a b", "é"])
def test_an_unusual_rollout_name_is_fine(load, name):
    """Only names that lead elsewhere are refused."""
    assert load(GOOD.replace("my-rollout", name)).experiment.rollout == name


@pytest.mark.parametrize("entrypoint", ["../main.py", "/etc/passwd", "a/../../b.py", "a\\u0000"])
def test_an_entrypoint_outside_its_rollout_is_refused(single, entrypoint):
    """The entrypoint stays inside the rollout's directory."""
    assert single(GOOD.replace("main.py", entrypoint)).startswith("line 3: entrypoint ")


def test_links_that_lead_outside_are_refused(workspace, single):
    """A rollout or an entrypoint that is a link out of its directory is refused, and so is a loop."""
    (workspace.rollouts / "my-rollout").symlink_to("/")
    assert single(GOOD) == "line 2: rollout 'my-rollout' leads outside rollouts/."
    (workspace.rollouts / "my-rollout").unlink()
    (workspace.rollouts / "my-rollout").mkdir()
    (workspace.rollouts / "my-rollout/main.py").symlink_to("../../data/x.py")
    assert single(GOOD) == "line 3: entrypoint 'main.py' leads outside rollouts/my-rollout."


@pytest.mark.parametrize(
    ("tail", "says"),
    [
        ("[env]\nlower = 'x'\n", "line 9: [env] has 'lower', which is not a name for a variable."),
        ("[env]\n1A = 'x'\n", "line 9: [env] has '1A', which is not a name for a variable."),
        ('[env]\n"A\\n" = "x"\n', "line 9: [env] has 'A\\n', which is not a name for a variable."),
        (
            "[env]\n_OSMOSIS_X = 'x'\n",
            "line 9: [env] has _OSMOSIS_X, and names starting with _OSMOSIS_ are reserved.",
        ),
        ("[env]\nOPENAI_API_KEY = 'x'\n", "line 9: OPENAI_API_KEY is both in [env] and in secrets.required."),
    ],
)
def test_a_bad_variable_name_is_one_message(single, tail, says):
    """Names in [env] follow their rule, are not reserved, and are not secrets as well."""
    assert single(GOOD + tail) == says


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ('"A", "B", "A"', "line 7: secrets.required names the same secret twice, as item 3 again."),
        ('"A", "sk-very-secret"', "line 7: secrets.required, item 2, is not a name for a secret."),
        ('"_A"', "line 7: secrets.required, item 1, is not a name for a secret."),
        ('"A\\n"', "line 7: secrets.required, item 1, is not a name for a secret."),
    ],
)
def test_a_bad_secret_name_is_one_message_that_does_not_repeat_it(single, names, says):
    """What stands where a name belongs may be a value pasted by mistake: it is never printed."""
    assert single(f"{EXPERIMENT}[secrets]\nrequired = [{names}]\n") == says


def test_the_checks_come_in_their_order(single, issues):
    """Shape before schema, schema before paths, paths before variables, variables before secrets."""
    text = GOOD.replace("OPENAI", "openai").replace("my-rollout", "..") + "[env]\nlow = 'x'\n"
    assert issues(text + "[nope]\n")[0][0] == "nope"
    assert "rollout is '..'" in single(text)
    text = text.replace('".."', '"r"')
    assert "'low'" in single(text)
    assert "item 1" in single(text.replace("low", "LOW"))


# --- lines


@pytest.mark.parametrize(
    ("text", "keys", "line"),
    [
        ('a = """\n\n"""\nb = 1\n', ("b",), 4),
        ("[t]\n# x = 0\n  x  =  1 # x\n", ("t", "x"), 3),
        ("t.x = 1\nt.y = true\n", ("t", "y"), 2),
        ("[t]\n'quoted key' = 1\n", ("t", "quoted key"), 2),
        ("t = { a = 1, b = 2 }\n", ("t", "b"), 1),
        ("[a]\nx=1\n[b]\n[a.c]\ny=true\n", ("a", "c", "y"), 5),
        ("\r\n[t]\r\nx = 1\r\n", ("t", "x"), 3),
        ("[a.b]\nx = 1\n", ("a",), 1),
        ("[[t]]\n[[t]]\nx = true\n", ("t", "x"), 3),
        ("[t]\n", ("u",), None),
        ("[t]\n", ("t", "u"), None),
        ("x = 1\n", ("x", "y"), None),
    ],
)
def test_a_keys_line_is_found_in_every_form_of_toml(text, keys, line):
    """Comments, strings of several lines, quoted and dotted keys and inline tables do not mislead."""
    source = config_source.ConfigSource("a.toml", text, {})
    assert source.line(*keys) == line


# --- training


def test_a_training_config_loads_by_the_same_rules(workspace):
    """[secrets] may be left out; the sections are its own; the errors say training."""
    path = workspace.training_configs / "a.toml"
    path.write_text(EXPERIMENT + "[training]\nlr = 1e-6\n[sampling]\n[checkpoints]\n[advanced]\nx = 1\n")
    config = load_training_config(path, workspace)
    assert (config.training.lr, config.secrets) == (1e-6, None)
    path.write_text(EXPERIMENT + "[evaluation]\n[training]\nlr = true\n")
    with pytest.raises(OsmosisError, match=r"Invalid training config: configs/training/a\.toml") as caught:
        load_training_config(path, workspace)
    assert [issue["key"] for issue in caught.value.details["issues"]] == ["evaluation", "training.lr"]
    path.write_text(EXPERIMENT + "sampling = 1\n[training]\n")
    with pytest.raises(OsmosisError):
        load_training_config(path, workspace)


# --- properties

TOML = st.lists(
    st.sampled_from(
        [
            "[experiment]",
            "[evaluation]",
            "[env]",
            "[secrets]",
            "[advanced]",
            "[[env]]",
            "[a.b]",
            "required = []",
            'required = ["A"]',
            "rollout = 'r'",
            "entrypoint = 'm.py'",
            "model_path = 'm'",
            "dataset = 'd'",
            "n = 1",
            "n = inf",
            "A = 'x'",
            "x = 1979-05-27",
            "limit = [1, {a = nan}]",
            "env.B = true",
            '"" = 1',
            "a.b.c = 1",
        ]
    )
).map("\n".join)


@given(text=TOML | TOML.map(lambda text: EXPERIMENT + text) | TOML.map(lambda text: text + "\n" + GOOD) | st.text())
@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_is_a_config_or_a_clear_error(workspace, text):
    """No text whatever leads to an exception other than OsmosisError."""
    path = workspace.eval_configs / "fuzz.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    outcome: EvalConfig | OsmosisError
    try:
        outcome = load_eval_config(path, workspace)
    except OsmosisError as error:
        outcome = error
    assert str(outcome)


def test_a_command_takes_the_place_of_an_entrypoint(load):
    """What builds it goes with it."""
    lines = 'command = ["node", "server.mjs"]\nsetup = ["npm", "ci"]'
    experiment = load(GOOD.replace('entrypoint = "main.py"', lines)).experiment
    assert (experiment.entrypoint, experiment.command, experiment.setup) == (
        None,
        ["node", "server.mjs"],
        ["npm", "ci"],
    )


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('entrypoint = "main.py"\ncommand = ["node"]', "excludes entrypoint"),
        ('entrypoint = "main.py"\nsetup = ["npm"]', "is what builds a command"),
        ('command = "node server.mjs"', "command"),
        ("command = []", "command"),
    ],
)
def test_what_serves_is_said_once_and_as_a_list(load, lines, said):
    """One of the two, and no shell takes a text apart."""
    with pytest.raises(OsmosisError) as caught:
        load(GOOD.replace('entrypoint = "main.py"', lines))
    assert said in f"{caught.value} {caught.value.details}"
