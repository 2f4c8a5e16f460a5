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
  const side = (run, letter) => el("span", {}, `${letter} `, el("a", { href: address(run.name) }, run.name), el("span", { class: "quiet" }, ` ${run.model}`));
  const reasons = Object.entries(rows.left_out).map(([why, many]) => `${count(many)} left out: ${why}`);
  part.replaceChildren(
    el("h1", {}, `${b.name} against ${a.name}`),
    el("p", {}, side(a, "A"), el("br", {}), side(b, "B")),
    found.differing_inputs.length > 0 && el("p", { class: "note-box" }, `They differ in ${found.differing_inputs.join(", ")}.`) || "",
    el("section", { class: "facts", "aria-label": "Differences" },
      fact("Mean reward", found.reward_difference, short(a.mean_reward), short(b.mean_reward), (value) => signed(value)),
      fact("Pass rate", found.pass_rate_difference, percent(a.pass_rate), percent(b.pass_rate), (value) => `${signed(value * 100)} pp`),
      ...Object.entries(found.metric_differences).map(([name, one]) => fact(name, one.difference, short(one.mean_a), short(one.mean_b), (value) => signed(value))),
      el("div", { class: "fact" }, el("span", { class: "label" }, "B better, same, worse"), el("strong", {}, `${count(found.wins)} · ${count(found.ties)} · ${count(found.losses)}`), el("span", { class: "note" }, `${count(rows.paired)} rows paired`)),
      el("div", { class: "fact" }, el("span", { class: "label" }, "Failed"), el("strong", {}, `${count(a.failed)} → ${count(b.failed)}`)),
      found.time_ratio !== null && el("div", { class: "fact" }, el("span", { class: "label" }, "Time a result"), el("strong", {}, `× ${short(found.time_ratio)}`), el("span", { class: "note" }, found.tokens_ratio === null ? "" : `tokens × ${short(found.tokens_ratio)}`)),
    ),
    el("p", { class: "quiet" }, [`${found.method}.`, ...reasons].join(" ")),
    el("h2", {}, `The rows that changed most (${count(found.row_differences.length)} of ${count(found.changed)})`),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Rows that changed" }, el("table", { class: "rows" },
      el("thead", {}, el("tr", {}, ["Row", "Reward A", "Reward B", "Difference", "Passed A", "Passed B"].map((head, at) => el("th", { scope: "col", class: at > 3 ? "number wide" : "number" }, head)))),
      el("tbody", {}, found.row_differences.map((row) => line(row, a, b))))),
  );
  return {};
}

function fact(label, interval, of_a, of_b, say) {
  const sure = interval && interval.low !== null && (interval.low > 0 || interval.high < 0);
  return el("div", { class: "fact" }, el("span", { class: "label" }, label),
    el("strong", { class: sure ? (interval.mean > 0 ? "better" : "worse") : null }, interval ? say(interval.mean) : "–"),
    el("span", { class: "note" }, `${of_a || "–"} → ${of_b || "–"}`),
    interval && interval.low !== null && el("span", { class: "note" }, `95 % from ${say(interval.low)} to ${say(interval.high)}`));
}

function line(row, a, b) {
  const link = (run, text) => el("a", { href: address(run.name, { text: `#${row.source_row_index}` }) }, text);
  return el("tr", {},
    el("th", { scope: "row", class: "number" }, String(row.source_row_index)),
    el("td", { class: "number" }, link(a, short(row.reward_a) || "–")), el("td", { class: "number" }, link(b, short(row.reward_b) || "–")),
    el("td", { class: "number" }, row.reward_difference === null ? "" : signed(row.reward_difference)),
    el("td", { class: "number wide" }, percent(row.pass_a)), el("td", { class: "number wide" }, percent(row.pass_b)));
}

function signed(number) {
  return `${number > 0 ? "+" : number < 0 ? "−" : ""}${short(Math.abs(number))}`;
}
