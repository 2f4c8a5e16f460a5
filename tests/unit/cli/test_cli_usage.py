"""Wrong command lines: each says what is wrong and where to look, with exit code 2."""

import pytest
from cli_calls import Cli

ECHO_HELP = "See `osmosis stub echo --help`."


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (["stub", "echo"], "Parameter CONFIG requires an argument.", ECHO_HELP),
        (["stub", "echo", "a", "b"], "Unexpected argument: b.", ECHO_HELP),
        (["stub", "echo", "a", "b", "c"], "Unexpected arguments: b c.", ECHO_HELP),
        (["stub", "echo", "a", "--", "--json"], "Unknown option: --json.", ECHO_HELP),
        (["stub", "echo", "a", "-n"], "Parameter -n requires an argument.", ECHO_HELP),
        (
            ["stub", "echo", "a", "--secrets-file", "--fresh"],
            "Parameter --secrets-file requires an argument.",
            ECHO_HELP,
        ),
        (["stub", "echo", "a", "-n", "x"], 'Invalid value for -n: unable to convert "x" into int.', ECHO_HELP),
        (["stub", "echo", "a", "--rate=x"], 'Invalid value for --rate: unable to convert "x" into float.', ECHO_HELP),
        (["stub", "echo", "a", "--limit", "99"], 'Invalid value "99" for --limit. Must be <= 50.', ECHO_HELP),
        (
            ["stub", "echo", "a", "--kind", "z"],
            'Invalid value "z" for --kind. Choose from: "fast", "slow".',
            ECHO_HELP,
        ),
        (
            ["stub", "echo", "a", "--colour", "z"],
            'Invalid value "z" for --colour. Choose from: "dark-red".',
            ECHO_HELP,
        ),
        (["stub", "echo", "a", "--fresh", "--fresh"], "Parameter --fresh specified multiple times.", ECHO_HELP),
        (
            ["stub", "echo", "a", "--fresh=maybe"],
            'Invalid value for --fresh: unable to convert "maybe" into bool.',
            ECHO_HELP,
        ),
        (["stub", "echo", "a", "--fesh"], "Unknown option: --fesh. Did you mean --fresh?", ECHO_HELP),
        (["stub", "echo", "a", "--no-fresh"], "Unknown option: --no-fresh. Did you mean --fresh?", ECHO_HELP),
        (["stub", "echo", "a", "--qqqq"], "Unknown option: --qqqq.", ECHO_HELP),
        (
            ["stub", "echo", "a", "--env-file", "x"],
            "Option --env-file belongs to the whole program and comes before the command.",
            "Write `osmosis --env-file … COMMAND`.",
        ),
        (
            ["stub", "--env-file=x", "echo", "a"],
            "Option --env-file belongs to the whole program and comes before the command.",
            "Write `osmosis --env-file … COMMAND`.",
        ),
        (["--env-fil", "x"], "Unknown option: --env-fil. Did you mean --env-file?", "See `osmosis --help`."),
        (["--env-file"], "Option --env-file needs a value.", "See `osmosis --help`."),
        (["--env-file=a", "--env-file=b"], "Option --env-file was given more than once.", None),
        (["stab"], "No such command: stab.", "Did you mean `osmosis stub`?"),
        (["stub", "ecco"], "No such command: ecco.", "Did you mean `osmosis stub echo`?"),
        (
            ["zzzzz"],
            "No such command: zzzzz.",
            "Commands here: operation, stub. `osmosis --help` explains them.",
        ),
        (
            ["help"],
            "No such command: help.",
            "Use `osmosis --help`, or `osmosis COMMAND --help` for one command.",
        ),
        ([""], "No such command: ''.", "Commands here: operation, stub. `osmosis --help` explains them."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_usage_error(stub: Cli, words: list[str], message: str, hint: str | None):
    """A wrong command line is VALIDATION with exit code 2, says what is wrong and where to look."""
    outcome = stub("--json", *words)
    assert outcome.code == 2
    assert outcome.error == {
        "code": "VALIDATION",
        "message": message,
        "details": {},
        **({"hint": hint} if hint else {}),
    }


def test_hidden_commands_are_not_suggested_but_work(stub: Cli):
    """A hidden command is in no suggestion, and can be called."""
    _, hint = stub("stub", "secret-ech").err.splitlines()
    assert "secret" not in hint
    assert stub("stub", "secret-echo", "x").code == 0


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ([], "<root>"),
        (["stab"], "<root>"),
        (["stub", "ecco"], "stub"),
        (["stub", "echo", "--bogus"], "stub echo"),
        (["--env-file=nope", "stub", "echo", "x"], "stub echo"),
    ],
)
def test_envelope_names_the_command_from_the_tree(stub: Cli, words: list[str], command: str):
    """The command in an envelope is as far as the words led in the tree, `<root>` at its top."""
    assert f'"command": "{command}"' in stub("--json", *words).err


def test_output_flags_are_accepted_anywhere_before_a_literal_dash_dash(stub: Cli):
    """--json and --plain may stand at any place; behind `--` they are plain words."""
    for words in (
        ["--json", "stub", "echo", "x"],
        ["stub", "--json", "echo", "x"],
        ["stub", "echo", "x", "--json"],
        ["--json", "--", "stub", "echo", "x"],
    ):
        assert stub(*words).document["data"]["config"] == "x"
    assert stub("stub", "echo", "--plain", "--", "--json").out.startswith("config: --json\n")


def test_two_output_modes_exclude_each_other(stub: Cli):
    """--json with --plain is VALIDATION with exit code 1, told as JSON."""
    outcome = stub("--plain", "stub", "echo", "x", "--json")
    assert outcome.code == 1
    assert outcome.error["code"] == "VALIDATION"


def test_json_without_a_command_is_an_error(stub: Cli):
    """The bare program in JSON mode has no document to print: a usage error, with exit code 2."""
    outcome = stub("--json")
    assert outcome.code == 2
    assert outcome.error["code"] == "VALIDATION"


def test_program_name_follows_the_one_used(stub: Cli):
    """Hints and help speak of the program by the name it was called with."""
    assert "`osmosis-ai stub echo --help`" in stub("stub", "echo", program="osmosis-ai").err
    assert stub("--help", program="osmosis_ai").out.startswith("Usage: osmosis_ai ")


def test_lone_dash_is_a_value(stub: Cli):
    """`-` after an option that takes a value is that value; it never swallows an option."""
    for words in (["--secrets-file", "-"], ["--secrets-file=-"]):
        assert stub("--json", "stub", "echo", "x", *words, "--fresh").document["data"]["secrets_file"] == "-"


def test_value_from_the_environment_is_named_when_it_does_not_fit(stub: Cli, monkeypatch: pytest.MonkeyPatch):
    """A bad value from a variable is told with the variable's name."""
    monkeypatch.setenv("STUB_LIMIT", "many")
    outcome = stub("--json", "stub", "echo", "x")
    assert outcome.code == 2
    assert "STUB_LIMIT" in outcome.error["message"]


@pytest.mark.parametrize("number", [2**63, -(10**40)])
@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["eval", "run", "c.toml", "--max-in-flight"], "--max-in-flight"),
        (["eval", "run", "c.toml", "--max-tokens"], "--max-tokens"),
        (["eval", "rubric", "-d", "r.jsonl", "--rubric", "r", "--model", "m", "-n"], "--number"),
        (["dataset", "preview", "d.csv", "--rows"], "--rows"),
    ],
)
def test_a_number_of_more_than_64_bits_is_a_usage_error(cli: Cli, words: list[str], option: str, number: int):
    """Of any command's option, by the option's name, before the command is called."""
    outcome = cli("--json", *words, str(number))
    assert outcome.code == 2
    assert outcome.error["message"] == f"{option}: the number has more than 64 bits."
