// Two runs beside each other.

import { address, get, place } from "./api.js";
import { count, el, fault, percent, short } from "./dom.js";

export async function showComparison(part, _, parameters) {
  let found;
  try {
    found = await get("/api/compare", parameters);
  } catch (error) {
    const anyway = error.status === 409 && el("a", { class: "button", href: address("compare", { ...place().parameters, anyway: 1 }) }, "Compare them anyway");
    part.replaceChildren(fault(error), ...(anyway ? [anyway] : []));
    return {};
  }
  const { a, b, rows } = found;
  const side = (run, letter) => el("tr", {}, el("th", { scope: "row" }, letter), el("td", { class: "name" }, el("a", { href: address(run.name) }, run.name)), el("td", { class: "wide" }, run.model),
    el("td", { class: "number" }, `${count(run.coverage.with_result)} of ${count(run.coverage.rows)}`), el("td", { class: "number" }, count(run.failed)));
  const reasons = Object.entries(rows.left_out).map(([why, many]) => `${count(many)} left out: ${why}`);
  const shown = parameters.show ?? "changed";
  const changes = { changed: ["Changed", found.changed], worse: ["Worse in B", found.worse], better: ["Better in B", found.better], all: ["All common rows", rows.paired] };
  // With one attempt a row, what passed says no more than the reward does.
  const several = found.row_differences.some((row) => ![0, 1, null].includes(row.pass_a) || ![0, 1, null].includes(row.pass_b));
  const columns = [
    ["Row", "number"], ["Difference", "number"], ["Reward A", "number"], ["Reward B", "number"],
    ...(several ? [["Passed A", "number wide"], ["Passed B", "number wide"]] : []), ["Prompt", "text prompt wide"],
  ];
  const rewarded = over(rows.paired - rows.without_rewards, a, b);
  part.replaceChildren(
    el("h1", {}, `${b.name} against ${a.name}`),
    el("div", { class: "scroll sides", tabindex: 0, role: "region", "aria-label": "The runs" }, el("table", { class: "rows" },
      el("thead", {}, el("tr", {}, ["", "Run", "Model", "Rows with a result", "Failed"].map((head, at) => el("th", { scope: "col", class: ["", "", "wide"][at] ?? "number" }, head || el("span", { class: "hidden" }, "Side"))))),
      el("tbody", {}, side(a, "A"), side(b, "B")))),
    el("p", {}, `Compared on the ${count(rows.paired)} row${rows.paired === 1 ? "" : "s"} that both have a result for. `, el("span", { class: "quiet" }, reasons.join("; "))),
    found.differing_inputs.length > 0 && el("p", { class: "note-box" }, `They differ in ${found.differing_inputs.join(", ")}.`) || "",
    el("section", { class: "facts", "aria-label": "Differences" },
      fact("Mean reward", found.reward_difference, short(a.mean_reward), short(b.mean_reward), (value) => signed(value), rewarded),
      fact("Pass rate", found.pass_rate_difference, percent(a.pass_rate), percent(b.pass_rate), points, over(rows.paired, a, b)),
      Object.entries(found.metric_differences).map(([name, one]) => fact(name, one.difference, short(one.mean_a), short(one.mean_b), (value) => signed(value), over(one.rows, a, b))),
      el("div", { class: "fact" }, el("span", { class: "label" }, "B worse, same, better"), el("strong", {}, `${count(found.losses)} · ${count(found.ties)} · ${count(found.wins)}`), el("span", { class: "note" }, `${count(rows.paired)} common rows`)),
      found.time_ratio !== null && el("div", { class: "fact" }, el("span", { class: "label" }, "Time a result"), el("strong", {}, `× ${short(found.time_ratio)}`), el("span", { class: "note" }, found.tokens_ratio === null ? "" : `tokens × ${short(found.tokens_ratio)}`)),
    ),
    el("h2", {}, "Rows, regressions first"),
    el("nav", { class: "tabs", "aria-label": "Which rows" }, Object.entries(changes).map(([key, [label, many]]) =>
      el("a", { href: address("compare", { ...parameters, show: key === "changed" ? "" : key }), class: "button", "aria-current": key === shown ? "true" : null }, `${label} (${count(many)})`))),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Rows that both have" }, el("table", { class: "rows differences" },
      el("thead", {}, el("tr", {}, columns.map(([head, kind]) => el("th", { scope: "col", class: kind }, head)))),
      el("tbody", {}, found.row_differences.map((row) => line(row, a, b, several)),
        !found.row_differences.length && el("tr", {}, el("td", { colspan: columns.length, class: "quiet nothing" }, "No row is like that."))))),
    found.showing > found.row_differences.length ? el("p", { class: "quiet" }, `The first ${count(found.row_differences.length)} of ${count(found.showing)}. osmosis eval compare --json has every row.`) : "",
    el("p", { class: "quiet" }, `${found.method}.`),
  );
  return {};
}

// How many rows a figure is of, and how many each run has.
function over(many, a, b) {
  const [of_a, of_b] = [a.rows, b.rows];
  return of_a === of_b ? `over ${count(many)} of ${count(of_a)} rows` : `over ${count(many)} of A's ${count(of_a)} and B's ${count(of_b)} rows`;
}

function fact(label, interval, of_a, of_b, say, reach) {
  const sure = interval && interval.low !== null && (interval.low > 0 || interval.high < 0);
  return el("div", { class: "fact" }, el("span", { class: "label" }, label),
    el("strong", { class: sure ? (interval.mean > 0 ? "better" : "worse") : null }, interval ? say(interval.mean) : "–"),
    el("span", { class: "note" }, `${of_a || "–"} → ${of_b || "–"}`),
    el("span", { class: "note" }, reach),
    interval && interval.low !== null && el("span", { class: "note" }, `95 % from ${say(interval.low)} to ${say(interval.high)}`));
}

function line(row, a, b, several) {
  const link = (run, item, text) => item ? el("a", { href: address(run.name, { item }), "aria-label": `Row ${row.source_row_index} in ${run.name}: ${text}` }, text) : text;
  const difference = row.reward_difference ?? row.pass_difference;
  const colour = difference > 0 ? "better" : difference < 0 ? "worse" : "quiet";
  return el("tr", {},
    el("th", { scope: "row", class: "number" }, String(row.source_row_index)),
    el("td", { class: `number ${colour}` }, row.reward_difference === null ? `${points(difference)} passed` : signed(difference)),
    el("td", { class: "number" }, link(a, row.item_a, short(row.reward_a) || "no reward")), el("td", { class: "number" }, link(b, row.item_b, short(row.reward_b) || "no reward")),
    several && [el("td", { class: "number wide" }, percent(row.pass_a)), el("td", { class: "number wide" }, percent(row.pass_b))],
    el("td", { class: "text prompt wide", dir: "auto" }, row.prompt ?? ""));
}

/** A difference of shares in percentage points, as exact as a share is shown. */
function points(share) {
  return `${signed(Number((share * 100).toFixed(1)))} pp`;
}

function signed(number) {
  return `${number > 0 ? "+" : number < 0 ? "−" : ""}${short(Math.abs(number))}`;
}
