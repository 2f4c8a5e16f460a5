// The rows of a run: filtered, sorted and paged by the server.

import { get, runPath } from "./api.js";
import { chosenColumns, columnsOf } from "./columns.js";
import { count, el, fault } from "./dom.js";

const PAGE = 50;
const OUTCOMES = {
  "": "All outcomes", passed: "Passed", not_passed: "Not passed", failed: "Failed", agent_failed: "– agent failed",
  grader_failed: "– grader failed", timed_out: "– timed out", ungraded: "Ungraded", removed: "Removed",
  pending: "Pending", running: "Running",
};
const FILTERS = ["text", "outcome", "from", "to", "retried"];

export class RowTable {
  #shown = [];
  #selected = -1;
  #asked = 0;

  constructor(name, run, parameters, go, open) {
    Object.assign(this, { name, run, parameters, go, open });
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

  #filters() {
    const changed = () => {
      const values = Object.fromEntries(new FormData(form));
      this.go({ text: "", outcome: "", from: "", to: "", retried: "", ...values, page: "" });
    };
    let waiting;
    const later = () => {
      clearTimeout(waiting);
      waiting = setTimeout(changed, 250);
    };
    const form = el("form", { class: "filters", role: "search", onsubmit: (event) => { event.preventDefault(); changed(); } },
      el("label", {}, el("span", {}, "Text"), el("input", { name: "text", type: "search", placeholder: "prompt, label, error, #row", oninput: later, autocomplete: "off" })),
      el("label", {}, el("span", {}, "Outcome"), el("select", { name: "outcome", onchange: changed }, Object.entries(OUTCOMES).map(([value, label]) => el("option", { value }, label)))),
      el("fieldset", {}, el("legend", {}, "Reward"),
        el("input", { name: "from", type: "number", step: "any", "aria-label": "Reward from", placeholder: "from", oninput: later }),
        el("input", { name: "to", type: "number", step: "any", "aria-label": "Reward to", placeholder: "to", oninput: later })),
      el("label", { class: "check" }, el("input", { name: "retried", type: "checkbox", value: "1", onchange: changed }), el("span", {}, "tried again")),
    );
    return form;
  }

  get #columns() {
    return chosenColumns(columnsOf(this.run), this.parameters.cols);
  }

  #drawHeads() {
    const { sort = "row", order = "asc" } = this.parameters;
    this.heads.replaceChildren(...this.#columns.map(({ label, key, kind, sort: sorts }) => {
      if (!sorts) return el("th", { scope: "col", class: kind }, label);
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
    const { text, outcome, from, to, retried, sort, order } = this.parameters;
    this.page = Math.max(0, Number(this.parameters.page ?? 1) - 1 || 0);
    this.element.setAttribute("aria-busy", "true");
    try {
      const found = await get(runPath(this.name, "rows"), { offset: this.page * PAGE, limit: PAGE, text, outcome, from, to, retried, sort, order });
      if (asked === this.#asked) this.#draw(found);
    } catch (error) {
      if (asked === this.#asked) this.body.replaceChildren(el("tr", {}, el("td", { colspan: 99 }, fault(error))));
    } finally {
      if (asked === this.#asked) this.element.removeAttribute("aria-busy");
    }
  }

  async reload(run) {
    this.run = run;
    await this.load();
  }

  #draw({ matching, offset, rows }) {
    const kept = this.#shown[this.#selected];
    this.#shown = rows;
    this.matching = matching;
    this.body.replaceChildren(...rows.map((row, at) => this.#row(row, at)));
    if (!rows.length) this.body.append(el("tr", {}, el("td", { colspan: 99, class: "quiet nothing" }, this.run.results.settled || this.run.results.running ? "No row is like that." : "No result yet.")));
    this.place.textContent = matching ? `${count(offset + 1)}–${count(offset + rows.length)} of ${count(matching)}` : "0 rows";
    this.before.disabled = this.page === 0;
    this.after.disabled = offset + rows.length >= matching;
    this.#selected = -1;
    this.select(this.parameters.item || (kept && id(kept)));
  }

  #row(row, at) {
    const cells = this.#columns.map((column) => column.key === "row" ? this.#head(row, at) : el("td", { class: column.kind, dir: "auto" }, column.cell(row)));
    return el("tr", { "data-item": id(row), onclick: () => { if (!String(getSelection())) { this.#choose(at); this.openSelected(); } } }, cells);
  }

  #head(row, at) {
    const open = (event) => { event.preventDefault(); event.stopPropagation(); this.#choose(at); this.openSelected(); };
    return el("th", { scope: "row", class: "number" }, el("a", { href: "#", onclick: open }, String(row.source_row_index)));
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
