// The rows of a run: filtered, sorted and paged by the server.

import { get, runPath } from "./api.js";
import { badge, count, duration, el, fault, short } from "./dom.js";

const PAGE = 50;
const OUTCOMES = {
  "": "All outcomes", passed: "Passed", not_passed: "Not passed", failed: "Failed", agent_failed: "– agent failed",
  grader_failed: "– grader failed", timed_out: "– timed out", ungraded: "Ungraded", removed: "Removed",
  pending: "Pending", running: "Running",
};
const FILTERS = ["text", "outcome", "from", "to", "retried", "metric", "metric_from", "metric_to"];
const MOST_COLUMNS = 6; // of metrics; the others are in the row's panel

export class RowTable {
  #shown = [];
  #selected = -1;
  #asked = 0;

  constructor(name, run, parameters, go, open) {
    Object.assign(this, { name, run, parameters, go, open });
    this.several = run.config.n > 1;
    this.#measure(run);
    this.body = el("tbody", {});
    this.heads = el("tr", {});
    this.place = el("span", { class: "quiet", role: "status" });
    this.before = el("button", { type: "button", onclick: () => this.turn(-1) }, "Previous");
    this.after = el("button", { type: "button", onclick: () => this.turn(1) }, "Next");
    this.form = this.#filters();
    this.element = el("section", { class: "results", "aria-label": "Rows" },
      this.form,
      el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table of rows" },
        el("table", { class: "rows" }, el("caption", { class: "hidden" }, "Results of the run"), el("thead", {}, this.heads), this.body)),
      el("div", { class: "pager" }, this.place, this.before, this.after,
        el("span", { class: "keys quiet" }, "j k rows · o open · n p pages · / filter · Esc close")),
    );
  }

  /** Which metrics and whether answers have columns. */
  #measure(run) {
    this.metrics = Object.keys(run.summary.metrics ?? {});
    this.shownMetrics = this.metrics.slice(0, MOST_COLUMNS);
    this.metricChoice?.replaceChildren(...this.#metricOptions());
    if (this.metricFields) this.metricFields.hidden = !this.metrics.length;
  }

  #metricOptions() {
    return ["", ...this.metrics].map((name) => el("option", { value: name }, name || "none"));
  }

  #filters() {
    const changed = () => {
      const values = Object.fromEntries(new FormData(form));
      this.go({ ...Object.fromEntries(FILTERS.map((filter) => [filter, ""])), ...values, page: "" });
    };
    let waiting;
    const later = () => {
      clearTimeout(waiting);
      waiting = setTimeout(changed, 250);
    };
    const form = el("form", { class: "filters", role: "search", onsubmit: (event) => { event.preventDefault(); changed(); } },
      el("label", {}, el("span", {}, "Text"), el("input", { name: "text", type: "search", placeholder: "prompt, label, answer, error, #row", oninput: later, autocomplete: "off" })),
      el("label", {}, el("span", {}, "Outcome"), el("select", { name: "outcome", onchange: changed }, Object.entries(OUTCOMES).map(([value, label]) => el("option", { value }, label)))),
      el("fieldset", {}, el("legend", {}, "Reward"),
        el("input", { name: "from", type: "number", step: "any", "aria-label": "Reward from", placeholder: "from", oninput: later }),
        el("input", { name: "to", type: "number", step: "any", "aria-label": "Reward to", placeholder: "to", oninput: later })),
      this.metricFields = el("fieldset", { hidden: !this.metrics.length }, el("legend", {}, "Metric"),
        this.metricChoice = el("select", { name: "metric", "aria-label": "Metric", onchange: changed }, this.#metricOptions()),
        el("input", { name: "metric_from", type: "number", step: "any", "aria-label": "Metric from", placeholder: "from", oninput: later }),
        el("input", { name: "metric_to", type: "number", step: "any", "aria-label": "Metric to", placeholder: "to", oninput: later })),
      el("label", { class: "check" }, el("input", { name: "retried", type: "checkbox", value: "1", onchange: changed }), el("span", {}, "tried again")),
    );
    return form;
  }

  #columns() {
    return [
      ["Row", "row", "number"], this.several && ["Run", null, "number"], ["Outcome", "outcome"], ["Reward", "reward", "number"],
      ...this.shownMetrics.map((name) => [name, `metric:${name}`, "number wide"]),
      ["Prompt", null, "prompt"], ["Answer", null, "wide"], ["Label", null, "wide"], ["Tokens", "tokens", "number wide"], ["Time", "duration", "number wide"],
      ["Tries", "attempts", "number wide"],
    ].filter(Boolean);
  }

  #drawHeads() {
    const { sort = "row", order = "asc" } = this.parameters;
    this.heads.replaceChildren(...this.#columns().map(([label, key, kind]) => {
      if (!key) return el("th", { scope: "col", class: kind }, label);
      const sorted = sort === key;
      const next = sorted && order === "asc" ? "desc" : "asc";
      return el("th", { scope: "col", class: kind, "aria-sort": sorted ? (order === "asc" ? "ascending" : "descending") : "none" },
        el("button", { type: "button", onclick: () => this.go({ sort: key, order: next, page: "" }) }, label,
          el("span", { "aria-hidden": "true", class: "arrow" }, sorted ? (order === "asc" ? "▲" : "▼") : "")));
    }));
  }

  /** New parameters from the address. */
  apply(parameters) {
    const differs = [...FILTERS, "sort", "order", "page"].some((name) => (parameters[name] ?? "") !== (this.parameters[name] ?? ""));
    this.parameters = parameters;
    return differs ? this.load() : undefined;
  }

  async load() {
    const asked = ++this.#asked;
    for (const name of FILTERS) {
      const field = this.form.elements[name];
      if (field.type === "checkbox") field.checked = this.parameters[name] === "1";
      else if (document.activeElement !== field) field.value = this.parameters[name] ?? "";
    }
    this.#drawHeads();
    const { sort, order } = this.parameters;
    const filters = Object.fromEntries(FILTERS.map((name) => [name, this.parameters[name]]));
    this.page = Math.max(0, Number(this.parameters.page ?? 1) - 1 || 0);
    this.element.setAttribute("aria-busy", "true");
    try {
      const found = await get(runPath(this.name, "rows"), { offset: this.page * PAGE, limit: PAGE, ...filters, sort, order });
      if (asked === this.#asked) this.#draw(found);
    } catch (error) {
      if (asked === this.#asked) this.body.replaceChildren(el("tr", {}, el("td", { colspan: this.#columns().length }, fault(error))));
    } finally {
      if (asked === this.#asked) this.element.removeAttribute("aria-busy");
    }
  }

  async reload(run) {
    this.run = run;
    this.#measure(run);
    await this.load();
  }

  #draw({ matching, offset, rows }) {
    const kept = this.#shown[this.#selected];
    this.#shown = rows;
    this.matching = matching;
    this.body.replaceChildren(...rows.map((row, at) => this.#row(row, at)));
    if (!rows.length) this.body.append(el("tr", {}, el("td", { colspan: this.#columns().length, class: "quiet nothing" }, this.run.results.settled || this.run.results.running ? "No row is like that." : "No result yet.")));
    this.place.textContent = matching ? `${count(offset + 1)}–${count(offset + rows.length)} of ${count(matching)}` : "0 rows";
    this.before.disabled = this.page === 0;
    this.after.disabled = offset + rows.length >= matching;
    this.#selected = -1;
    this.select(this.parameters.item || (kept && id(kept)));
  }

  #row(row, at) {
    const cells = [
      el("th", { scope: "row", class: "number" }, el("a", { href: "#", onclick: (event) => { event.preventDefault(); event.stopPropagation(); this.#choose(at); this.openSelected(); } }, String(row.source_row_index))),
      this.several && el("td", { class: "number" }, String(row.run_index)),
      el("td", {}, badge(row)),
      el("td", { class: "number" }, short(row.reward)),
      ...this.shownMetrics.map((name) => el("td", { class: "number wide" }, short(row.metrics?.[name]))),
      el("td", { class: "prompt", dir: "auto" }, row.error ? el("span", { class: "faulty" }, row.error) : row.prompt ?? "", row.error && row.prompt ? el("span", { class: "quiet" }, ` ${row.prompt}`) : ""),
      el("td", { class: "wide label", dir: "auto" }, row.answer ?? ""),
      el("td", { class: "wide label", dir: "auto" }, row.label ?? ""),
      el("td", { class: "number wide" }, count(row.tokens)),
      el("td", { class: "number wide" }, duration(row.duration_ms)),
      el("td", { class: "number wide" }, count(row.attempts)),
    ];
    return el("tr", { "data-item": id(row), onclick: () => { if (!String(getSelection())) { this.#choose(at); this.openSelected(); } } }, cells);
  }

  #choose(at) {
    this.body.rows[this.#selected]?.removeAttribute("aria-selected");
    this.#selected = at;
    const row = this.body.rows[at];
    row?.setAttribute("aria-selected", "true");
    row?.scrollIntoView({ block: "nearest" });
  }

  /** Marks a row as the chosen one, if it is on this page. */
  select(item) {
    const at = this.#shown.findIndex((row) => id(row) === item);
    if (at >= 0 && at !== this.#selected) this.#choose(at);
  }

  move(by) {
    if (this.#shown.length) this.#choose(Math.min(this.#shown.length - 1, Math.max(0, this.#selected + by)));
  }

  turn(by) {
    if (by < 0 ? this.before.disabled : this.after.disabled) return;
    this.go({ page: String(this.page + by + 1) });
  }

  openSelected() {
    if (this.#shown[this.#selected]) this.open(id(this.#shown[this.#selected]));
  }

  focusFilter() {
    this.form.elements.text.focus();
    this.form.elements.text.select();
  }
}

function id(row) {
  return `${row.row_index}.${row.run_index}`;
}
