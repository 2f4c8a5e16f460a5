"""What `--fail-under` and `--fail-on-error` ask of an evaluation's results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from osmosis_ai.eval.options import EvalOptions
from osmosis_ai.eval.run import EvalRun
from osmosis_ai.semantics.members import omit_none
from osmosis_contract.models.run_events import RowStatus

if TYPE_CHECKING:
    from osmosis_contract.models.cli_results import EvalChecks


def eval_checks(run: EvalRun, options: EvalOptions) -> EvalChecks | None:
    """Whether it is met and why not; None when nothing was asked."""
    if options.fail_under is None and not options.fail_on_error:
        return None
    from osmosis_contract.models.cli_results import EvalChecks  # many models, of which few runs need one

    reasons = list(_reasons(run, options))
    return EvalChecks(
        passed=not reasons,
        reasons=reasons,
        **omit_none(fail_under=options.fail_under, fail_on_error=options.fail_on_error or None),
    )


def _reasons(run: EvalRun, options: EvalOptions) -> Iterator[str]:
    rate = run.metrics.summary.pass_rate
    if options.fail_under is not None and rate < options.fail_under:
        yield f"the pass rate {rate:.4g} is below {options.fail_under:g}"
    if options.fail_on_error:
        failed, unfinished = run.results.count(RowStatus.FAILED), run.results.items - len(run.results)
        if failed:
            yield "1 rollout failed" if failed == 1 else f"{failed:,} rollouts failed"
        if unfinished:
            yield "1 rollout has no result" if unfinished == 1 else f"{unfinished:,} rollouts have no result"
