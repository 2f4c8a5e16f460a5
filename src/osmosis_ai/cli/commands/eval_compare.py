"""``osmosis eval compare``: two runs over the same rows."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from osmosis_ai.cli.framework.params import FirstRunsFolder, InjectedConsole
from osmosis_ai.cli.framework.results import Column, DetailResult, Page, Section

_MOST_CHANGED = 10
_MOST_NAMED = 20


def eval_compare(
    a: Annotated[str, Parameter(metavar="A", help="The run to compare with: a name, or the path of its folder.")],
    b: Annotated[str, Parameter(metavar="B", help="The run that is compared. Differences are B's minus A's.")],
    /,
    *,
    output: FirstRunsFolder = None,
    different_datasets: Annotated[
        bool, Parameter(help="Compare although the dataset files differ: row 3 of one is row 3 of the other.")
    ] = False,
    console: InjectedConsole,
) -> DetailResult:
    """Compare two runs row by row.

    Pairs the rows of the dataset that both runs have a result for, and says how large the difference is and how
    sure: a 95 % confidence interval from Student's t over the differences of rows. Warns when more than one thing
    differs between the runs.

        osmosis eval compare before after
        osmosis eval compare before after --json
    """
    from osmosis_ai.runs.reading.compare import check_comparable, compare
    from osmosis_ai.runs.reading.places import evals_folder, find_run
    from osmosis_ai.runs.reading.run import Run

    cwd = Path.cwd()
    roots = [evals_folder(cwd, None)] if output is None else [evals_folder(cwd, output), evals_folder(cwd, None)]
    runs = [Run(find_run(text, cwd, roots)) for text in (a, b)]
    if not different_datasets:
        check_comparable(*runs)
    for run in runs:
        run.refresh()
    data = compare(*runs)
    for side in (data["a"], data["b"]):
        if side["status"] != "finished":
            console.warning(None, f"The run {side['name']} is {side['status']}: only the results it has now count.")
    if data["differing_inputs"]:
        console.warning(None, f"The runs differ in {_listed(data['differing_inputs'])}.")
    return DetailResult(
        data=data,
        title=f"{data['b']['name']} (B) against {data['a']['name']} (A)",
        fields=_fields(data),
        sections=_sections(data),
    )


def _fields(data: Mapping[str, Any]) -> list[tuple[str, object]]:
    rows, a, b = data["rows"], data["a"], data["b"]
    paired = f"{rows['paired']:,} rows paired"
    fields: list[tuple[str, object]] = [("Rows", paired + "".join(_reasons(rows)))]
    if data["reward_difference"] is not None:
        rewarded = rows["paired"] - rows["without_rewards"]
        means = f"A {a['mean_reward']:.4g}, B {b['mean_reward']:.4g} over {_over(rewarded, a, b)}"
        fields.append(("Mean reward", f"{means}, difference {_interval(data['reward_difference'])}"))
    if data["pass_rate_difference"] is not None:
        rates = f"A {a['pass_rate']:.1%}, B {b['pass_rate']:.1%} over {_over(rows['paired'], a, b)}"
        fields.append(("Pass rate", f"{rates}, difference {_interval(data['pass_rate_difference'])}"))
    for name, one in data["metric_differences"].items():
        means = f"A {one['mean_a']:.4g}, B {one['mean_b']:.4g} over {_over(one['rows'], a, b)}"
        fields.append((f"Metric {name}", f"{means}, difference {_interval(one['difference'])}"))
    fields += [
        ("B better, same, worse", f"{data['wins']:,}, {data['ties']:,}, {data['losses']:,}"),
        ("Failed", f"A {a['failed']:,}, B {b['failed']:,}"),
    ]
    for key, label in (("tokens_ratio", "Tokens a result"), ("time_ratio", "Time a result")):
        if data[key] is not None:
            fields.append((label, f"B takes {data[key]:.2f} times A's"))
    fields.append(("Method", data["method"]))
    return fields


def _over(count: int, a: Mapping[str, Any], b: Mapping[str, Any]) -> str:
    """How many rows a figure is of, and how many each run has."""
    of_a, of_b = a["rows"], b["rows"]
    return f"{count:,} of {of_a:,} rows" if of_a == of_b else f"{count:,} of A's {of_a:,} and B's {of_b:,} rows"


def _reasons(rows: Mapping[str, Any]) -> list[str]:
    sentences = [f"; {count:,} left out: {reason}" for reason, count in rows["left_out"].items()]
    if rows["without_rewards"]:
        sentences.append(
            f"; {rows['without_rewards']:,} of the paired have no reward on one side and count as passes alone"
        )
    return sentences


def _interval(found: Mapping[str, Any]) -> str:
    if found["low"] is None:
        return f"{found['mean']:+.4g} (one row has no interval)"
    sure = "" if found["low"] <= 0 <= found["high"] else ", not zero"
    return f"{found['mean']:+.4g} (95 % interval {found['low']:+.4g} to {found['high']:+.4g}{sure})"


def _sections(data: Mapping[str, Any]) -> list[Section]:
    changed = sorted(
        (row for row in data["row_differences"] if _change(row)), key=lambda row: (-abs(_change(row)), _change(row))
    )
    sections: list[Section] = []
    if changed:
        sections.append(Section(title="The rows that changed most", table=_table(changed[:_MOST_CHANGED])))
    for key, title in (("regressions", "Passed more in A"), ("improvements", "Passed more in B")):
        if data[key]:
            sections.append(Section(title=f"{title}: {len(data[key]):,} rows", lines=[_some(data[key])]))
    for key in ("a", "b"):
        if failed := data[key]["failed_rows"]:
            sections.append(Section(title=f"Failed in {key.upper()}", lines=[_some(failed)]))
    return sections


def _change(row: Mapping[str, Any]) -> float:
    difference = row["reward_difference"]
    return float(row["pass_difference"] if difference is None else difference)


def _table(rows: Sequence[Mapping[str, Any]]) -> Page:
    def number(value: float | None, form: str = "g") -> str:
        return "" if value is None else format(value, form)

    items = [
        {
            "row": row["source_row_index"],
            "a": number(row["reward_a"]),
            "b": number(row["reward_b"]),
            "difference": number(row["reward_difference"], "+.4g"),
            "passes": f"{row['pass_a']:.0%} → {row['pass_b']:.0%}",
        }
        for row in rows
    ]
    columns = [
        Column("row", "Row", numeric=True),
        Column("a", "Reward A", numeric=True),
        Column("b", "Reward B", numeric=True),
        Column("difference", "Difference", numeric=True),
        Column("passes", "Passed", numeric=True),
    ]
    return Page(items=items, columns=columns)


def _some(rows: Sequence[int]) -> str:
    more = f" and {len(rows) - _MOST_NAMED:,} more" if len(rows) > _MOST_NAMED else ""
    return ", ".join(map(str, rows[:_MOST_NAMED])) + more


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
