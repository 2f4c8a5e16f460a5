"""The planted bugs: each still fits the code it is for, and names a clause of the specification."""

import subprocess
from collections import Counter

import pytest
import yaml
from tests.mutants.mutants import HERE, ROOT, Mutant, read_mutants

CLAUSES = {
    clause["id"]
    for file in ("conformance/clauses.yaml", "rollout/process/clauses.yaml")
    for clause in yaml.safe_load((ROOT / "spec" / file).read_text())["clauses"]
}
MUTANTS = read_mutants()


def test_there_are_forty_and_more_of_both_servers():
    """Half of them, or nearly, are of each server, and no patch is without an entry."""
    counted = Counter(mutant.server for mutant in MUTANTS)
    assert sum(counted.values()) >= 40
    assert min(counted.values()) >= 20
    assert {mutant.patch for mutant in MUTANTS} == set(HERE.glob("*/*.patch"))


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_fits_and_names_a_clause(mutant: Mutant):
    """Whoever changes the code under a patch makes the patch again."""
    assert mutant.clause in CLAUSES
    command = ["git", "apply", "--check", "-C1", str(mutant.patch)]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
