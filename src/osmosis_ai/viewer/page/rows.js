// The rows of a run: filtered, sorted and paged by the server.

import { address, get, runPath } from "./api.js";
import { choice, remember } from "./choices.js";
import { chosenColumns, columnNames, columnsOf } from "./columns.js";
import { count, el, fault, visible } from "./dom.js";
import { chips, fillForm, filterForm, FILTERS, offerMetrics } from "./filters.js";

const PAGE = 50;

export class RowTable {
  #shown = [];
  #found = null;
  #selected = -1;
  #asked = 0;

  constructor(name, run, parameters, go, open) {
    Object.assign(this, { name, run, parameters, go, open });
    this.body = el("tbody", {});
    this.heads = el("tr", {});
    this.chips = el("div", { class: "chips" });
    this.chooser = el("details", { class: "chooser" }, el("summary", { class: "button" }, "Columns"), el("fieldset", {}));
    this.place = el("span", { class: "quiet", role: "status" });
    this.before = el("button", { type: "button", onclick: () => this.turn(-1) }, "Previous");
    this.after = el("button", { type: "button", onclick: () => this.turn(1) }, "Next");
    this.form = filterForm(go, Object.keys(run.summary.metrics ?? {}));
    this.element = el("section", { class: "results", "aria-label": "Rows" },
      el("div", { class: "tools" }, this.form, this.chooser), this.chips,
      el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table of rows" },
        el("table", { class: "rows" }, el("caption", { class: "hidden" }, "Results of the run"), el("thead", {}, this.heads), this.body)),
      el("div", { class: "pager" }, this.place, this.before, this.after,
        el("span", { class: "keys quiet" }, "j k rows · o open · ← → in an open row · n p pages · / filter · Esc close")),
    );
  }

  get #columns() {
    return chosenColumns(columnsOf(this.run), this.parameters.cols ?? choice("columns"));
  }

  get #inTranscripts() {
    return this.parameters.within === "transcripts" && Boolean(this.parameters.text);
  }

  #drawHeads() {
    const { sort = "row", order = "asc" } = this.parameters;
    this.heads.replaceChildren(...this.#columns.map(({ label, key, kind, sort: sorts }) => {
      if (!sorts) return el("th", { scope: "col", class: kind, "data-col": key }, label);
      const sorted = sort === key;
      const next = sorted && order === "asc" ? "desc" : "asc";
      return el("th", { scope: "col", class: kind, "data-col": key, "aria-sort": sorted ? (order === "asc" ? "ascending" : "descending") : "none" },
        el("button", { type: "button", onclick: () => this.go({ sort: key, order: next, page: "" }) }, label,
          el("span", { "aria-hidden": "true", class: "arrow" }, sorted ? (order === "asc" ? "▲" : "▼") : "")));
    }));
    this.element.querySelector("table.rows").classList.toggle("chosen", Boolean(this.parameters.cols ?? choice("columns")));
  }

  #drawChooser() {
    const all = columnsOf(this.run);
    const shown = new Set(this.#columns.map(({ key }) => key));
    const choose = (cols) => {
      remember("columns", cols);
      this.go({ cols });
      this.#draw(this.#found); // the address may be what it was, and the choice another
    };
    const toggle = (key, on) => choose(columnNames(all.filter((column) => column.key === key ? on : shown.has(column.key))));
    this.chooser.querySelector("fieldset").replaceChildren(el("legend", { class: "hidden" }, "Columns to show"),
      ...all.filter((column) => !column.always).map((column) => el("label", { class: "check" },
        el("input", { type: "checkbox", name: `column-${column.key}`, checked: shown.has(column.key), onchange: (event) => toggle(column.key, event.target.checked) }), el("span", {}, column.label))),
      el("button", { type: "button", class: "link", onclick: () => choose("") }, "As at first"));
  }

  /** New parameters from the address. Resolves when the table shows them. */
  async apply(parameters) {
    const differs = (names) => names.some((name) => (parameters[name] ?? "") !== (this.parameters[name] ?? ""));
    const elsewhere = differs(["item"]) && parameters.item && !parameters.page && !this.#shown.some((row) => id(row) === parameters.item);
    const load = differs([...FILTERS, "sort", "order", "page"]) || elsewhere;
    const draw = differs(["cols"]);
    this.parameters = parameters;
    if (load) await this.load();
    else if (draw && this.#found) this.#draw(this.#found);
  }

  async load() {
    const asked = ++this.#asked;
    fillForm(this.form, this.parameters);
    this.element.setAttribute("aria-busy", "true");
    if (this.#inTranscripts) this.place.textContent = "Searching the transcripts…";
    try {
      const found = await this.#get(Math.max(0, Number(this.parameters.page ?? 1) - 1 || 0), this.parameters.page ? "" : this.parameters.item);
      if (asked === this.#asked) this.#draw(found);
    } catch (error) {
      if (asked === this.#asked) this.#fail(error);
    } finally {
      if (asked === this.#asked) this.element.removeAttribute("aria-busy");
    }
  }

  /** A page of rows, or the page that has the row `around`. */
  #get(page, around = "") {
    const { within, ...filters } = Object.fromEntries(FILTERS.map((name) => [name, this.parameters[name]]));
    const query = { limit: PAGE, ...filters, sort: this.parameters.sort, order: this.parameters.order };
    // Rows are searched from a place in their order on, so a page of a search begins where the last one ended.
    if (within && this.#inTranscripts) return get(runPath(this.name, "search"), { ...query, offset: page });
    return get(runPath(this.name, "rows"), { ...query, offset: page * PAGE, around });
  }

  async reload(run) {
    this.run = run;
    offerMetrics(this.form, Object.keys(run.summary.metrics ?? {}));
    await this.load();
  }

  #fail(error) {
    this.#drawHeads();
    this.body.replaceChildren(el("tr", {}, el("td", { colspan: 99 }, fault(error))));
    this.place.textContent = "";
  }

  #draw(found) {
    const { offset, rows } = found;
    const kept = this.#shown[this.#selected];
    this.#found = found;
    this.#shown = rows;
    this.#drawHeads();
    this.#drawChooser();
    this.chips.replaceChildren(...chips(this.parameters, this.go));
    this.body.replaceChildren(...rows.map((row, at) => this.#row(row, at)));
    if (!rows.length) this.body.append(el("tr", {}, el("td", { colspan: 99, class: "quiet nothing" }, this.run.results.settled || this.run.results.running ? "No row is like that." : "No result yet.")));
    this.page = this.#inTranscripts ? offset : Math.floor(offset / PAGE);
    this.place.textContent = this.#inTranscripts ? searched(found) : found.matching ? `${count(offset + 1)}–${count(offset + rows.length)} of ${count(found.matching)}` : "0 rows";
    this.before.textContent = this.#inTranscripts ? "From the first row" : "Previous";
    this.after.textContent = this.#inTranscripts ? "Search on" : "Next";
    this.before.disabled = this.page === 0;
    this.after.disabled = this.#inTranscripts ? found.next === null : offset + rows.length >= found.matching;
    this.#selected = -1;
    this.select(this.parameters.item || (kept && id(kept)));
  }

  #row(row, at) {
    const columns = this.#columns;
    const under = columns.some(({ key }) => key === "prompt") ? "prompt" : columns.at(-1).key;
    const cells = columns.map((column) => {
      const content = column.key === "row" ? this.#link(row, at) : column.cell(row);
      const matches = row.matches && column.key === under ? row.matches.map(match) : null;
      return el(column.key === "row" ? "th" : "td", { scope: column.key === "row" ? "row" : null, class: column.kind, "data-col": column.key, dir: column.kind?.includes("text") ? "auto" : null },
        matches ? [el("div", {}, content), matches] : content);
    });
    return el("tr", { "data-item": id(row), onclick: (event) => { if (!event.defaultPrevented && !String(getSelection())) { this.#choose(at); this.openSelected(); } } }, cells);
  }

  #link(row, at) {
    const open = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return event.stopPropagation();
      event.preventDefault();
      event.stopPropagation();
      this.#choose(at);
      return this.openSelected();
    };
    return el("a", { href: address(this.name, { ...this.parameters, item: id(row) }), onclick: open, "aria-label": `Row ${row.source_row_index}${this.run.config.n > 1 ? `, run ${row.run_index}` : ""}` }, String(row.source_row_index));
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
    if (this.#inTranscripts) this.go({ page: by < 0 ? "" : String(this.#found.next + 1) });
    else this.go({ page: String(this.page + by + 1) });
  }

  openSelected() {
    if (this.#shown[this.#selected]) this.open(id(this.#shown[this.#selected]));
  }

  /** Where the open row is among those that match: its number, how many there are, and whether there are neighbours. */
  where() {
    const at = this.#shown.findIndex((row) => id(row) === this.parameters.item);
    if (at < 0) return null;
    const turns = !this.#inTranscripts;
    return {
      number: turns ? this.#found.offset + at + 1 : at + 1, of: turns ? this.#found.matching : this.#shown.length,
      previous: at > 0 || (turns && !this.before.disabled), next: at < this.#shown.length - 1 || (turns && !this.after.disabled),
    };
  }

  /** Opens the row before or after the open one, on another page if need be. */
  async step(by) {
    const at = this.#shown.findIndex((row) => id(row) === this.parameters.item);
    const here = this.where();
    if (!here || !(by < 0 ? here.previous : here.next)) return;
    if (this.#shown[at + by]) return this.open(id(this.#shown[at + by]));
    const page = this.page + by;
    const { rows } = await this.#get(page);
    const row = by < 0 ? rows.at(-1) : rows[0];
    if (row) this.go({ page: String(page + 1), item: id(row) });
  }

  /** Gives the focus to the link of a row, for whoever closed it. */
  focusRow(item) {
    const row = [...this.body.rows].find((one) => one.dataset.item === item);
    row?.querySelector("th a")?.focus({ preventScroll: true });
  }

  focusFilter() {
    this.form.elements.text.focus();
    this.form.elements.text.select();
  }
}

function searched({ offset, searched: many, of, too_large: large, rows, next }) {
  const reach = next === null && offset === 0 ? `all ${count(of)} rows` : `rows ${count(offset + 1)} to ${count(offset + many)} of ${count(of)}`;
  return `${count(rows.length)} found in ${of ? reach : "0 rows"}${large ? `; ${count(large)} too large to search` : ""}`;
}

function match({ step, source, before, text, after }) {
  return el("div", { class: "match" }, el("span", { class: "quiet" }, step ? `step ${step}, ${source}: ` : ""), "…", visible(before), el("mark", {}, visible(text)), visible(after), "…");
}

function id(row) {
  return `${row.row_index}.${row.run_index}`;
}
