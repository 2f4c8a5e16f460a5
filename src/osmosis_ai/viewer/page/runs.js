// All runs.

import { address, get } from "./api.js";
import { count, el, percent, short, time } from "./dom.js";

const EVERY_MS = 3000;

export async function showRuns(part) {
  const { root, only, runs } = await get("/api/runs");
  if (only !== null && runs.length === 1) return { instead: address(only) };
  if (!runs.length) {
    part.replaceChildren(
      el("h1", {}, "No runs yet"),
      el("p", { class: "quiet" }, "Nothing is kept in ", el("code", {}, root), ". ", el("code", {}, "osmosis eval run"), " makes a run."),
    );
    return {};
  }
  const chosen = [];
  const body = el("tbody", {});
  const compare = el("a", { class: "button", "aria-disabled": "true" }, "Compare two runs");
  const choose = (name, box) => {
    if (box.checked) chosen.push(name);
    else chosen.splice(chosen.indexOf(name), 1);
    const ready = chosen.length === 2;
    compare.setAttribute("aria-disabled", String(!ready));
    if (ready) compare.href = address("compare", { a: chosen[0], b: chosen[1] });
    else compare.removeAttribute("href");
    compare.textContent = ready ? `Compare ${chosen[1]} with ${chosen[0]}` : "Compare two runs";
  };
  part.replaceChildren(
    el("div", { class: "title" }, el("h1", {}, "Runs"), compare),
    el("p", { class: "quiet path" }, root),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Runs" },
      el("table", { class: "rows" },
        el("thead", {}, el("tr", {}, ["", "Run", "State", "Pass rate", "Mean reward", "Results", "Model", "Rollout", "Created"].map((head, at) =>
          el("th", { scope: "col", class: ["", "", "", "number", "number wide", "number wide"][at] ?? "wide" }, head || el("span", { class: "hidden" }, "Compare"))))),
        body,
      ),
    ),
  );
  let timer = null;
  draw(runs);

  function draw(found) {
    body.replaceChildren(...found.map((run) => row(run, chosen.includes(run.name), choose)));
    if (found.some((run) => run.status === "running")) timer = setTimeout(follow, EVERY_MS);
  }
  async function follow() {
    try {
      const found = await get("/api/runs");
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

function row(run, checked, choose) {
  if (run.fault) return el("tr", {}, el("td", {}), el("th", { scope: "row" }, run.name), el("td", { colspan: 7, class: "faulty" }, run.fault));
  const box = el("input", { type: "checkbox", checked, "aria-label": `Compare ${run.name}`, onchange: (event) => choose(run.name, event.target) });
  return el("tr", {},
    el("td", {}, box),
    el("th", { scope: "row", class: "name" }, el("a", { href: address(run.name) }, run.name)),
    el("td", {}, el("span", { class: `badge ${{ finished: "good", running: "busy" }[run.status] ?? "none"}` }, run.status)),
    el("td", { class: "number" }, percent(run.pass_rate)),
    el("td", { class: "number wide" }, short(run.mean_reward), run.graded > 0 && el("span", { class: "quiet" }, ` over ${count(run.graded)} of ${count(run.total)}`)),
    el("td", { class: "number wide" }, `${count(run.settled)} of ${count(run.total)}`),
    el("td", { class: "wide" }, run.model),
    el("td", { class: "wide" }, run.rollout),
    el("td", { class: "wide" }, time(run.created_at)),
  );
}
