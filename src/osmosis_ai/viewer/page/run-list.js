// A list of runs, of which two can be chosen to be compared. It follows those that are at work.

import { address, get } from "./api.js";
import { el } from "./dom.js";

const EVERY_MS = 3000;

/**
 * Draws the list into an element, and resolves with what the view can do.
 *   path     where the runs are asked for
 *   title    above the table, `none` where there are no runs, `command` what makes one
 *   columns  [heading, class] of each column behind the name
 *   cells    (run) the cells behind the name; null for a run that cannot be read
 *   active   (run) whether it is at work
 */
export async function showRunList(part, { path, title, none, command, columns, cells, active }) {
  const { root, only, runs } = await get(path);
  if (only !== null && runs.length === 1) return { instead: address(only) };
  if (!runs.length) {
    part.replaceChildren(
      el("h1", {}, none),
      el("p", { class: "quiet" }, "Nothing is kept in ", el("code", {}, root), ". ", el("code", {}, command), " makes a run."),
    );
    return {};
  }
  const chosen = [];
  const body = el("tbody", {});
  const compare = el("a", { class: "button", "aria-disabled": "true" }, "Compare two runs");
  part.replaceChildren(
    el("div", { class: "title" }, el("h1", {}, title), compare),
    el("p", { class: "quiet path" }, root),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title },
      el("table", { class: "rows" },
        el("thead", {}, el("tr", {},
          el("th", { scope: "col" }, el("span", { class: "hidden" }, "Compare")), el("th", { scope: "col" }, "Run"),
          columns.map(([head, kind]) => el("th", { scope: "col", class: kind }, head)))),
        body,
      ),
    ),
  );
  let timer = null;
  draw(runs);

  function choose(name, box) {
    if (box.checked) chosen.push(name);
    else chosen.splice(chosen.indexOf(name), 1);
    const ready = chosen.length === 2;
    compare.setAttribute("aria-disabled", String(!ready));
    if (ready) compare.href = address("compare", { a: chosen[0], b: chosen[1] });
    else compare.removeAttribute("href");
    compare.textContent = ready ? `Compare ${chosen[1]} with ${chosen[0]}` : "Compare two runs";
  }
  function row(run) {
    const found = cells(run);
    if (found === null) {
      return el("tr", {}, el("td", {}), el("th", { scope: "row" }, run.name), el("td", { colspan: columns.length, class: "faulty" }, run.fault));
    }
    const box = el("input", { type: "checkbox", checked: chosen.includes(run.name), "aria-label": `Compare ${run.name}`, onchange: (event) => choose(run.name, event.target) });
    return el("tr", {},
      el("td", {}, box),
      el("th", { scope: "row", class: "name" }, el("a", { href: address(run.name) }, run.name)),
      found.map((cell, at) => el("td", { class: columns[at][1] }, cell)),
    );
  }
  function draw(found) {
    body.replaceChildren(...found.map(row));
    if (found.some(active)) timer = setTimeout(follow, EVERY_MS);
  }
  async function follow() {
    try {
      const found = await get(path);
      if (timer !== null) draw(found.runs);
    } catch (error) {
      document.getElementById("live").textContent = error.message;
    }
  }
  return {
    leave() {
      clearTimeout(timer);
      timer = null;
    },
  };
}
