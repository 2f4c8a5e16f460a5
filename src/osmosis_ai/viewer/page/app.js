// The page's views: all runs, one run, two runs beside each other.

import { place } from "./api.js";
import { themeSwitch } from "./choices.js";
import { showComparison } from "./comparison.js";
import { el, fault } from "./dom.js";
import { showRun } from "./run.js";
import { showRuns } from "./runs.js";

const main = document.getElementById("main");
let current = null;

async function show() {
  const { name, parameters } = place();
  if (current?.name === name && current.update?.(parameters)) return;
  current?.leave?.();
  const mine = { name };
  current = mine;
  document.getElementById("live").textContent = "";
  crumbs(name);
  // A view draws into a part of its own: when another was asked for meanwhile, what it draws is not on the page.
  const part = el("div", {}, el("p", { class: "quiet" }, "Reading…"));
  main.replaceChildren(part);
  try {
    const open = name === "" ? showRuns : name === "compare" && parameters.a ? showComparison : showRun;
    const view = await open(part, name, parameters);
    if (current !== mine || place().name !== name) view.leave?.(); // what is asked for now is shown by itself
    else if (view.instead) location.replace(view.instead);
    else Object.assign(mine, view);
  } catch (error) {
    part.replaceChildren(fault(error));
  }
}

function crumbs(name) {
  document.title = name ? `${name} · Osmosis` : "Osmosis runs";
  const parts = [el("a", { href: "#/", "aria-current": name ? null : "page" }, "Runs")];
  if (name) parts.push(el("span", { "aria-hidden": "true" }, "/"), el("span", { "aria-current": "page", class: "here" }, name));
  document.getElementById("crumbs").replaceChildren(...parts);
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
document.getElementById("controls").append(themeSwitch(el));
window.addEventListener("hashchange", show);
show();
