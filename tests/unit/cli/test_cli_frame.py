"""The frame: from words to an exit code, in three modes."""

import json
from pathlib import Path

import pytest
from cli_calls import Cli

from osmosis_ai import __version__


def test_result_is_one_json_line_with_its_envelope(stub: Cli):
    """JSON mode prints exactly one line: the envelope, non-ASCII kept, people's words left out."""
    outcome = stub("stub", "operation", "--json")
    assert (outcome.code, outcome.err) == (0, "")
    assert "façade" in outcome.out
    assert outcome.document == {
        "schema_version": 1,
        "status": "success",
        "operation": "stub.operation",
        "resource": {"name": "façade", "path": "a/b"},
        "message": "Done.",
        "next_steps_structured": [{"action": "echo"}],
        "note": "kept",
    }


def test_operation_in_words(stub: Cli):
    """People read the message, the facts and what to type next; no colour goes into a pipe."""
    assert stub("stub", "operation").out == "Done.\n  Name:  façade\n\nNext steps\n  osmosis stub echo x\n"
    assert stub("stub", "operation", "--plain").out == "Done.\nName: façade\nosmosis stub echo x\n"


def test_partial_result_exits_with_one(stub: Cli):
    """A partial result is still a result on standard output, and the exit code says it is not whole."""
    outcome = stub("--json", "stub", "operation", "partial")
    assert outcome.code == 1
    assert outcome.document["status"] == "partial"


def test_list_envelope_counts_its_items_unless_told_otherwise(stub: Cli):
    """A list carries items, total_count, has_more, next_offset and its extras."""
    whole = stub("--json", "stub", "rows").document
    assert {key: whole[key] for key in whole if key != "items"} == {
        "schema_version": 1,
        "total_count": 2,
        "has_more": False,
        "next_offset": None,
        "filter": None,
    }
    part = stub("--json", "stub", "rows", "--many").document
    assert (part["total_count"], part["has_more"], part["next_offset"]) == (9, True, 2)


def test_plain_list_is_tab_separated_without_header(stub: Cli):
    """A row is a line; tabs and line breaks in a value become spaces, control codes are escaped."""
    assert stub("--plain", "stub", "rows").out == "a b c\t3\n\\x1b[31mred\t\n"


def test_rich_list_is_a_table(stub: Cli):
    """In rich mode a list has headings, and says when there is more, and how to go on."""
    outcome = stub("stub", "rows", "--many")
    assert outcome.out.splitlines()[0].split() == ["Name", "Rows"]
    assert "Showing 2 of 9. The next ones: --offset 2\n" in outcome.out
    assert "\x1b" not in outcome.out


def test_sectioned_list(stub: Cli):
    """Several lists stand under their keys in JSON, and under titles elsewhere."""
    document = stub("--json", "stub", "sections").document
    assert document["base"]["total_count"] == 1
    assert document["lora"] == {"items": [], "total_count": 0, "has_more": False, "next_offset": None}
    assert document["max"] == 3
    assert stub("--plain", "stub", "sections").out == "Base models:\nx\t1\nlora:\n"
    assert "Nothing here." in stub("stub", "sections").out


def test_detail_in_words(stub: Cli):
    """A detail is `Label: value` lines in plain mode."""
    outcome = stub("--plain", "stub", "echo", "c.toml", "--fresh")
    assert "config: c.toml\n" in outcome.out
    assert "fresh: yes\n" in outcome.out
    assert "secrets_file: \n" in outcome.out


def test_nan_is_refused(stub: Cli):
    """A number that JSON has no word for is an internal error, with nothing on standard output."""
    outcome = stub("--json", "stub", "nan")
    assert outcome.code == 1
    assert outcome.error["code"] == "INTERNAL"


def test_extras_cannot_hide_reserved_keys(stub: Cli):
    """An extra member that has a reserved name is an internal error, whether or not the member is set."""
    outcome = stub("--json", "stub", "override")
    assert outcome.error["message"] == "A result's extra members would override message."


def test_error_envelope(stub: Cli):
    """An error in JSON mode is one envelope on standard error, even if its details are not JSON."""
    outcome = stub("--json", "stub", "conflict")
    assert (outcome.code, outcome.out) == (1, "")
    assert json.loads(outcome.err) == {
        "schema_version": 1,
        "command": "stub conflict",
        "cli_version": __version__,
        "error": {
            "code": "CONFLICT",
            "message": "Already there.",
            "details": {"path": "PosixPath('x')", "n": "inf"},
            "hint": "Remove it.",
        },
    }


@pytest.mark.parametrize("mode", [(), ("--plain",)])
def test_error_in_words(stub: Cli, mode: tuple[str, ...]):
    """People read what happened and what to do about it."""
    outcome = stub(*mode, "stub", "conflict")
    assert (outcome.code, outcome.out, outcome.err) == (1, "", "Error: Already there.\nHint: Remove it.\n")


def test_unforeseen_exception_is_internal(stub: Cli, monkeypatch: pytest.MonkeyPatch):
    """A bug is reported as INTERNAL with the exception's type; a traceback appears only when asked for."""
    outcome = stub("--json", "stub", "crash")
    assert outcome.code == 1
    assert outcome.error["code"] == "INTERNAL"
    assert outcome.error["details"] == {"exception_type": "KeyError"}
    assert "Traceback" not in stub("stub", "crash").err
    monkeypatch.setenv("OSMOSIS_DEBUG", "1")
    assert "Traceback" in stub("stub", "crash").err
    first, *_ = stub("--json", "stub", "crash").err.splitlines()
    assert json.loads(first)["error"]["code"] == "INTERNAL", "the envelope comes before the traceback"


def test_error_from_a_task_group_is_told_as_itself(stub: Cli):
    """One error wrapped by task groups keeps its words and its code."""
    assert stub("--json", "stub", "grouped").error["message"] == "From a task."


def test_interrupt(stub: Cli):
    """Ctrl-C ends with 130 and no traceback."""
    outcome = stub("stub", "interrupt")
    assert (outcome.code, outcome.out, outcome.err) == (130, "", "Interrupted.\n")
    assert stub("--json", "stub", "interrupt").err == ""


def test_exit_of_a_command_passes_through(stub: Cli):
    """A command may end the process itself."""
    with pytest.raises(SystemExit) as caught:
        stub("stub", "exits")
    assert caught.value.code == 7


@pytest.mark.parametrize(("command", "module"), [("needs-extra", "no_such_package"), ("absent", "no_such_package")])
def test_missing_optional_package_says_what_to_install(stub: Cli, command: str, module: str):
    """A module that an extra would have brought is named with that extra, at import and while running."""
    error = stub("--json", "stub", command).error
    assert error["code"] == "VALIDATION"
    assert error["details"] == {"missing_module": module, "extra": "eval"}
    assert "pip install 'osmosis-ai[eval]'" in error["hint"]


def test_coroutine_command(stub: Cli):
    """A command may be a coroutine function."""
    assert stub("--json", "stub", "later").document["message"] == "Later."


def test_warning_in_each_mode(stub: Cli):
    """A warning is an envelope in JSON, else a line; neither touches standard output."""
    outcome = stub("--json", "stub", "warn")
    assert json.loads(outcome.err) == {
        "schema_version": 1,
        "cli_version": __version__,
        "warning": {"code": "DEPRECATED", "message": "Old \x1b[31mway."},
    }
    assert outcome.document["message"] == "ok"
    for mode in ((), ("--plain",)):
        assert stub(*mode, "stub", "warn").err == "warning: Old \\x1b[31mway.\na line\n"


def test_status_is_a_line_where_nobody_watches_and_silent_in_json(stub: Cli):
    """Progress goes to standard error as plain lines when it is no terminal, and nowhere in JSON mode."""
    assert stub("stub", "echo", "x").err == "reading\n"
    assert stub("--plain", "stub", "echo", "x").err == "reading\n"
    assert stub("--json", "stub", "echo", "x").err == ""


def test_confirmation_is_skipped_with_yes(stub: Cli):
    """--yes answers beforehand, and nothing is shown."""
    outcome = stub("--json", "stub", "ask", "-y")
    assert (outcome.document["message"], outcome.err) == ("Deleted.", "")


def test_confirmation_without_a_person_json(stub: Cli):
    """In JSON mode a question is INTERACTIVE_REQUIRED, with the question and its context in the details."""
    outcome = stub("--json", "stub", "ask")
    assert outcome.code == 1
    assert outcome.error["code"] == "INTERACTIVE_REQUIRED"
    assert outcome.error["details"] == {
        "prompt": "Delete everything?",
        "summary": {"Rows": 3, "Model": "m"},
        "notes": ["It is final."],
        "warnings": ["Costly."],
    }


@pytest.mark.parametrize("mode", [(), ("--plain",)])
def test_confirmation_without_a_person_in_words(stub: Cli, mode: tuple[str, ...]):
    """Elsewhere the context is written to standard error first, then the same error."""
    outcome = stub(*mode, "stub", "ask")
    assert outcome.code == 1
    assert outcome.err.splitlines()[:5] == [
        "Rows:   3",
        "Model:  m",
        "It is final.",
        "warning: Costly.",
        "Error: This needs a confirmation, and there is no terminal to ask on: Delete everything?",
    ]


def test_env_file_fills_gaps_only(stub: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A variable of the nearest .env is used when it is unset, and loses against one that is set."""
    (tmp_path / ".env").write_text("STUB_LIMIT=7\n", encoding="utf-8")
    (tmp_path / "deep").mkdir()
    monkeypatch.chdir(tmp_path / "deep")
    monkeypatch.delenv("STUB_LIMIT", raising=False)
    assert stub("--json", "stub", "echo", "x").document["data"]["limit"] == 7
    monkeypatch.setenv("STUB_LIMIT", "9")
    assert stub("--json", "stub", "echo", "x").document["data"]["limit"] == 9


def test_named_env_file_stands_in_for_the_nearest(stub: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """--env-file, else OSMOSIS_ENV_FILE, names the file to read instead of .env; the option wins."""
    (tmp_path / ".env").write_text("STUB_LIMIT=1\n", encoding="utf-8")
    for number in (2, 3):
        (tmp_path / f"{number}.env").write_text(f"export STUB_LIMIT='{number}'\n", encoding="utf-8")
    monkeypatch.delenv("STUB_LIMIT", raising=False)
    monkeypatch.setenv("OSMOSIS_ENV_FILE", "3.env")
    assert stub("--json", "--env-file", "2.env", "stub", "echo", "x").document["data"]["limit"] == 2
    monkeypatch.delenv("STUB_LIMIT")
    assert stub("--json", "stub", "echo", "x").document["data"]["limit"] == 3


@pytest.mark.parametrize("given", ["nope", "", "."])
def test_named_env_file_must_be_there(stub: Cli, given: str):
    """A named file that is none is a usage error."""
    outcome = stub("--json", f"--env-file={given}", "stub", "echo", "x")
    assert outcome.code == 2
    assert outcome.error["code"] == "VALIDATION"
    assert outcome.error["message"].startswith("--env-file:")


def test_env_file_variable_must_name_a_file(stub: Cli, monkeypatch: pytest.MonkeyPatch):
    """So is one named by OSMOSIS_ENV_FILE; an empty variable counts as unset."""
    monkeypatch.setenv("OSMOSIS_ENV_FILE", "nope")
    assert stub("stub", "echo", "x").err.startswith("Error: OSMOSIS_ENV_FILE: nope does not exist.")
    monkeypatch.setenv("OSMOSIS_ENV_FILE", "")
    assert stub("stub", "echo", "x").code == 0


def test_env_file_that_is_no_text(stub: Cli, tmp_path: Path):
    """A file that is not UTF-8 is named, not crashed on."""
    (tmp_path / ".env").write_bytes(b"A=\xff\xfe\n")
    outcome = stub("--json", "stub", "echo", "x")
    assert outcome.code == 1
    assert "it is not UTF-8 text" in outcome.error["message"]
