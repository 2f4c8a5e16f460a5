// One row and run: what was asked, what came of it, every attempt, and the trajectory to read.

import { get, runPath } from "./api.js";
import { copyButton } from "./copying.js";
import { badge, count, duration, el, fault, outcome, prose, short, time, tokens } from "./dom.js";
import { renderMarkdown, words } from "./markdown.js";
import { answerOf, readTrajectory } from "./trajectory.js";

const SWIPE_PX = 70;

export class ItemPanel {
  #shown = null;
  #found = null;
  #markdown = false;

  /** `show` opens a row by its name, "" none; `step` opens the one before or after; `commands` gives what to type for a row. */
  constructor({ name, n, show, step, format, commands }) {
    Object.assign(this, { name, n, show, commands });
    this.content = el("div", { class: "content" });
    this.heading = el("h2", { tabindex: -1 });
    this.position = el("span", { class: "quiet position" });
    this.previous = el("button", { type: "button", "aria-label": "Previous row", title: "Previous row (k or ←)", onclick: () => step(-1) }, "‹");
    this.next = el("button", { type: "button", "aria-label": "Next row", title: "Next row (j or →)", onclick: () => step(1) }, "›");
    this.toggle = el("button", { type: "button", "aria-pressed": "false", title: "Show what was written as Markdown, or as it is", onclick: () => format(!this.#markdown) }, "Markdown");
    this.element = el("aside", { class: "panel", "aria-label": "Row", hidden: true },
      el("header", {}, this.heading, this.position,
        el("div", { class: "actions" }, this.previous, this.next, this.toggle, el("button", { type: "button", onclick: () => show("") }, "Close"))),
      this.content,
    );
    swipes(this.content, step);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  async open(item, markdown = false) {
    if (this.isOpen && this.#shown === item && this.#markdown === markdown) return;
    const arrives = !this.isOpen;
    const stays = this.#shown === item && this.#found;
    this.#shown = item;
    this.#markdown = markdown;
    this.toggle.setAttribute("aria-pressed", String(markdown));
    this.element.hidden = false;
    this.element.parentElement.classList.add("reading");
    this.content.setAttribute("aria-busy", "true");
    try {
      const [row, run] = item.split(".");
      const found = stays ? this.#found : await get(runPath(this.name, "items", row, run));
      if (this.#shown !== item) return;
      this.#found = found;
      renderMarkdown(markdown);
      this.heading.textContent = `Row ${found.source_row_index}${this.n > 1 ? `, run ${found.run_index}` : ""}`;
      this.content.replaceChildren(...this.#parts(found));
    } catch (error) {
      if (this.#shown === item) this.content.replaceChildren(fault(error));
    }
    this.content.removeAttribute("aria-busy");
    this.content.scrollTop = 0;
    if (arrives) this.heading.focus({ preventScroll: true });
  }

  /** Says where the row is among those of the table: what `RowTable.where` gives. */
  locate(here) {
    this.position.textContent = here ? `${count(here.number)} of ${count(here.of)}` : "";
    this.previous.disabled = !here?.previous;
    this.next.disabled = !here?.next;
  }

  /** Closes it; which row was open, if one was. */
  close() {
    const shown = this.#shown;
    this.#shown = this.#found = null;
    this.element.hidden = true;
    this.element.parentElement.classList.remove("reading");
    return shown;
  }

  #parts(found) {
    const path = (...parts) => runPath(this.name, "items", found.row_index, found.run_index, ...parts);
    const reader = el("section", { "aria-label": "Trajectory" });
    const counting = found.attempt_records.find((attempt) => attempt.counts && attempt.has_trajectory)
      ?? found.attempt_records.findLast((attempt) => attempt.has_trajectory);
    const copies = this.#copies(found);
    const read = async (attempt) => {
      const answer = answerOf(await readTrajectory(reader, path("trajectory", attempt.rollout_id))) ?? found.answer;
      copies.querySelector(".answer")?.remove();
      if (answer) copies.prepend(el("span", { class: "answer" }, copyButton("Copy answer", () => answer)));
    };
    if (counting) read(counting);
    return [
      this.#summary(found),
      copies,
      found.error && el("section", {}, el("h3", {}, found.error_type ?? "Error"), prose(found.error, "text faulty"),
        found.traceback && el("h3", {}, "Where your code failed"), found.traceback && prose(found.traceback, "code")),
      found.prompt !== null && el("section", {}, el("h3", {}, "Asked"), words(found.prompt)),
      found.label !== null && el("section", {}, el("h3", {}, "Label"), words(found.label)),
      found.answer && el("section", {}, el("h3", {}, "Answer"), words(found.answer)),
      found.metrics && measures(found.metrics),
      found.other_runs.length > 0 && this.#others(found),
      found.attempt_records.length > 1 && attempts(found, read),
      found.artifacts.length > 0 && artifacts(found, path),
      el("section", {}, el("h3", {}, "Trajectory"), counting ? reader : el("p", { class: "quiet" }, found.no_trajectory ?? "None was kept.")),
      found.log.length > 0 && el("details", { class: "log" }, el("summary", {}, `Printed and logged (${count(found.log.length)} lines)`), prose(found.log.join("\n"), "code")),
    ].filter(Boolean);
  }

  #copies(found) {
    return el("div", { class: "copies" },
      found.prompt !== null && copyButton("Copy prompt", () => found.prompt),
      copyButton("Copy link", () => location.href),
      this.commands(found).map(([label, command]) => el("span", { title: command }, copyButton(label, () => command))));
  }

  #summary(found) {
    const facts = [
      ["Reward", short(found.reward)], ["Time", duration(found.duration_ms)], ["Tokens", tokens(found)],
      ["Largest call", count(found.max_context_tokens)], ["Cost", found.cost_usd === null ? "" : `$${found.cost_usd.toFixed(5)}`],
      ["Finished", time(found.finished_at)], ["Rollout", found.rollout_id ?? ""],
    ].filter(([, value]) => value !== "");
    return el("div", { class: "summary" }, badge(found),
      el("dl", {}, facts.map(([label, value]) => el("div", {}, el("dt", {}, label), el("dd", {}, value)))));
  }

  #others(found) {
    return el("section", {}, el("h3", {}, "Other runs of this row"),
      el("ul", { class: "others" }, found.other_runs.map((other) => el("li", {},
        el("button", { type: "button", class: "link", onclick: () => this.show(`${other.row_index}.${other.run_index}`) }, `run ${other.run_index}`),
        " ", badge(other), " ", short(other.reward)))));
  }
}

function attempts(found, read) {
  const row = (attempt) => {
    const result = { ...attempt, state: attempt.outcome ? "" : "running", passed: false };
    const word = attempt.outcome ? attempt.outcome.replaceAll("_", " ") : found.state === "running" ? outcome(result)[0] : "lost";
    return el("tr", {},
      el("th", { scope: "row", class: "number" }, attempt.attempt === null ? "" : String(attempt.attempt + 1)),
      el("td", {}, word, attempt.counts && el("span", { class: "quiet" }, " counts")),
      el("td", { class: "number" }, duration(attempt.duration_ms)),
      el("td", {}, attempt.err_message ?? ""),
      el("td", {}, attempt.has_trajectory && el("button", { type: "button", class: "link", onclick: () => read(attempt) }, "read")),
    );
  };
  return el("section", {}, el("h3", {}, `Attempts (${found.attempt_records.length})`), el("div", { class: "scroll" },
    el("table", {}, el("thead", {}, el("tr", {}, ["Attempt", "Outcome", "Time", "Error", "Trajectory"].map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, found.attempt_records.map(row)))));
}

function measures(metrics) {
  return el("section", {}, el("h3", {}, "Metrics"), el("dl", { class: "metrics" },
    Object.entries(metrics).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, short(value))))));
}

function artifacts(found, path) {
  return el("section", {}, el("h3", {}, "Files"), el("ul", { class: "files" }, found.artifacts.map((file) => el("li", {},
    el("a", { href: path("artifacts", ...file.path.split("/")), download: file.path.split("/").at(-1) }, file.path),
    el("span", { class: "quiet" }, ` ${count(file.size)} bytes`)))));
}

/** A swipe of one finger to the left is a step on, to the right a step back; not within what scrolls sideways itself. */
function swipes(element, step) {
  let from = null;
  element.addEventListener("touchstart", (event) => {
    const [touch, another] = event.touches;
    const sideways = event.target.closest(".scroll");
    from = another || (sideways && sideways.scrollWidth > sideways.clientWidth) ? null : { x: touch.clientX, y: touch.clientY };
  }, { passive: true });
  element.addEventListener("touchend", (event) => {
    const [touch] = event.changedTouches;
    if (from === null || !touch) return;
    const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
    from = null;
    if (Math.abs(x) >= SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) step(x < 0 ? 1 : -1);
  }, { passive: true });
}
