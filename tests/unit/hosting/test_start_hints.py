"""What is said of an entrypoint that ended before it served."""

from pathlib import Path

import pytest

from osmosis_ai.hosting.start_hints import hint_for_early_end


def hint(*printed: str, code: int = 1) -> str:
    return hint_for_early_end(
        printed, code, rollout_dir=Path("/w/rollouts/r"), entrypoint="main.py", command=["python", "main.py"]
    )


@pytest.mark.parametrize(
    ("module", "dependency"), [("pandas", "pandas"), ("pandas.io", "pandas"), ("yaml", "pyyaml"), ("PIL", "pillow")]
)
def test_a_missing_package_is_named_with_the_file_to_add_it_to(module, dependency):
    """The name on the index where it is another one than the module's, and the path of the pyproject.toml."""
    said = hint("Traceback", f"ModuleNotFoundError: No module named '{module}'")
    assert said.startswith(f'Add "{dependency}" to [project] dependencies in /w/rollouts/r/pyproject.toml')
    assert said.endswith("cd /w/rollouts/r && python main.py")


def test_an_entrypoint_that_just_ends_is_told_what_its_end_must_be():
    """It ran to its end without an error and never served."""
    said = hint("nothing of interest", code=0)
    assert "main.py must end in: app = create_rollout_server(backend=backend)" in said
    assert 'if __name__ == "__main__": serve(app)' in said


def test_any_other_end_says_how_to_run_it_by_hand():
    """What is wrong is in what it printed."""
    assert hint("SyntaxError: invalid syntax") == "Fix the entrypoint. By hand: cd /w/rollouts/r && python main.py"
