// The form above the table, and the filters that came from a picture or a group of failures.

import { count, duration, el, short } from "./dom.js";

const OUTCOMES = {
  "": "All outcomes", passed: "Passed", not_passed: "Not passed", failed: "Failed", agent_failed: "– agent failed",
  grader_failed: "– grader failed", timed_out: "– timed out", ungraded: "Ungraded", removed: "Removed",
  pending: "Pending", infrastructure_failed: "– infrastructure failed", cancelled: "– cancelled", lost: "– lost", running: "Running",
};
const PLACES = { "": "prompts, answers, errors", transcripts: "whole transcripts" };

/** The names of the filters in the address. */
export const FILTERS = ["text", "within", "outcome", "from", "to", "retried", "kind", "ranges", "metric", "metric_from", "metric_to"];
const LATER_MS = 250;

/** The form; `go` takes changes of the address. */
export function filterForm(go, metrics) {
  const changed = () => {
    const values = Object.fromEntries(new FormData(form));
    go({ retried: "", ...values, page: "" });
  };
  let waiting;
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(changed, LATER_MS);
  };
  const options = (known) => Object.entries(known).map(([value, label]) => el("option", { value }, label));
  const form = el("form", { class: "filters", role: "search", onsubmit: (event) => { event.preventDefault(); clearTimeout(waiting); changed(); } },
    el("label", {}, el("span", {}, "Text"), el("input", { name: "text", type: "search", placeholder: "some words, or #row", oninput: later, autocomplete: "off" })),
    el("label", {}, el("span", {}, "Search in"), el("select", { name: "within", onchange: changed }, options(PLACES))),
    el("label", {}, el("span", {}, "Outcome"), el("select", { name: "outcome", onchange: changed }, options(OUTCOMES))),
    el("fieldset", {}, el("legend", {}, "Reward"),
      el("input", { name: "from", type: "number", step: "any", "aria-label": "Reward from", placeholder: "from", oninput: later }),
      el("input", { name: "to", type: "number", step: "any", "aria-label": "Reward to", placeholder: "to", oninput: later })),
    el("fieldset", { class: "metric" }, el("legend", {}, "Metric"),
      el("select", { name: "metric", "aria-label": "Metric", onchange: changed }),
      el("input", { name: "metric_from", type: "number", step: "any", "aria-label": "Metric from", placeholder: "from", oninput: later }),
      el("input", { name: "metric_to", type: "number", step: "any", "aria-label": "Metric to", placeholder: "to", oninput: later })),
    el("label", { class: "check" }, el("input", { name: "retried", type: "checkbox", value: "1", onchange: changed }), el("span", {}, "tried again")),
  );
  offerMetrics(form, metrics);
  return form;
}

/** Which metrics the rows can be filtered by. */
export function offerMetrics(form, metrics) {
  const choice = form.elements.metric;
  choice.replaceChildren(...["", ...metrics].map((name) => el("option", { value: name, selected: name === choice.value }, name || "none")));
  form.querySelector(".metric").hidden = !metrics.length;
}

/** Puts what the address says into the form. */
export function fillForm(form, parameters) {
  for (const field of form.elements) {
    if (field.type === "checkbox") field.checked = parameters[field.name] === "1";
    else if (field.name && document.activeElement !== field) field.value = parameters[field.name] ?? "";
  }
}

/** What else is filtered by, each to be taken off. */
export function chips(parameters, go) {
  const chip = (label, changes) => el("button", { type: "button", class: "chip", onclick: () => go({ ...changes, page: "" }), "aria-label": `Remove the filter: ${label}` }, label, el("span", { "aria-hidden": "true" }, " ×"));
  const ranges = (parameters.ranges ?? "").split(";").filter(Boolean);
  const found = ranges.map((range) => chip(rangeWords(range), { ranges: ranges.filter((other) => other !== range).join(";") }));
  if (parameters.kind) found.unshift(chip(parameters.kind, { kind: "" }));
  const filtered = FILTERS.some((name) => parameters[name]);
  if (filtered) found.push(el("button", { type: "button", class: "link", onclick: () => go({ ...Object.fromEntries(FILTERS.map((name) => [name, ""])), page: "" }) }, "Show all rows"));
  return found;
}

/** A range of a column for the address. */
export function range(column, low, high, below) {
  return `${column}:${low}..${below ? "<" : ""}${high}`;
}

/** The ranges with one more, which takes the place of one of the same column. */
export function withRange(ranges, added) {
  const column = added.slice(0, added.lastIndexOf(":"));
  return [...(ranges ?? "").split(";").filter((other) => other && !other.startsWith(`${column}:`)), added].join(";");
}

function rangeWords(text) {
  const at = text.lastIndexOf(":");
  const column = text.slice(0, at);
  const [low, high] = text.slice(at + 1).split("..");
  const number = { duration, row: count }[column] ?? short;
  const below = high.startsWith("<");
  const name = { duration: "Time", row: "Place in the run" }[column] ?? column.replace(/^./, (letter) => letter.toUpperCase());
  const to = Number(high.replace("<", ""));
  return Number(low) === to ? `${name} ${number(to)}` : `${name} ${number(Number(low))} to ${below ? "below " : ""}${number(to)}`;
}
