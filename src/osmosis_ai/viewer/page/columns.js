// The columns of the table of rows, as data. To add one, add an entry here.

import { badge, count, duration, el, short, time, tokens } from "./dom.js";

const MOST_METRICS = 6; // shown without a choice; the others can be chosen

/**
 * A column has
 *   key      its name in the address, and the name by which the server sorts if `sort` is true
 *   label    its heading
 *   cell     what a row shows in it: an element, text, or a list of both
 *   kind     classes of its cells: "number" aligns right, "text" cuts off what is long
 *   always   it cannot be left out
 *   shown    it is shown unless a person chose other columns
 */
export function columnsOf(run) {
  const metrics = Object.keys(run.summary.metrics ?? {});
  const several = run.config.n > 1;
  const priced = run.summary.cost_usd !== undefined;
  return [
    { key: "row", label: "Row", sort: true, kind: "number", always: true },
    several && { key: "run", label: "Run", kind: "number", shown: true, cell: (row) => String(row.run_index) },
    { key: "outcome", label: "Outcome", sort: true, shown: true, cell: badge },
    { key: "reward", label: "Reward", sort: true, kind: "number", shown: true, cell: (row) => short(row.reward) },
    ...metrics.map((name, at) => ({ key: `metric:${name}`, label: name, sort: true, kind: "number", shown: at < MOST_METRICS, cell: (row) => short(row.metrics?.[name]) })),
    { key: "prompt", label: "Prompt", kind: "text prompt", shown: true, cell: promptAndError },
    { key: "answer", label: "Answer", kind: "text", shown: true, cell: (row) => row.answer ?? "" },
    { key: "label", label: "Label", kind: "text", shown: true, cell: (row) => row.label ?? "" },
    { key: "error", label: "Error type", kind: "text", cell: (row) => row.error_type ?? "" },
    { key: "tokens", label: "Tokens", sort: true, kind: "number", shown: true, cell: tokens },
    { key: "context", label: "Largest call", sort: true, kind: "number", cell: (row) => count(row.max_context_tokens) },
    { key: "duration", label: "Time", sort: true, kind: "number", shown: true, cell: (row) => duration(row.duration_ms) },
    { key: "attempts", label: "Attempts", sort: true, kind: "number", shown: run.results.retried > 0, cell: (row) => count(row.attempts) },
    { key: "cost", label: "Cost", sort: true, kind: "number", shown: priced, cell: (row) => row.cost_usd === null ? "" : `$${row.cost_usd.toFixed(5)}` },
    { key: "finished", label: "Finished", sort: true, cell: (row) => time(row.finished_at) },
  ].filter(Boolean);
}

/** The names of columns as the address has them. */
export function columnNames(columns) {
  return columns.map(({ key }) => encodeURIComponent(key)).join(",");
}

/** The columns to show: the chosen ones, as `columnNames` has them, or those that are shown without a choice. */
export function chosenColumns(columns, chosen) {
  const keys = chosen ? new Set(chosen.split(",").map(decodeURIComponent)) : null;
  return columns.filter((column) => column.always || (keys ? keys.has(column.key) : column.shown));
}

function promptAndError(row) {
  if (!row.error) return row.prompt ?? "";
  return [el("span", { class: "faulty" }, row.error), row.prompt ? el("span", { class: "quiet" }, ` ${row.prompt}`) : ""];
}
