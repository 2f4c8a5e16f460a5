// The frame of a page: which view its address asks for, where that is among the others, and the theme.

import { place } from "./api.js";
import { themeSwitch } from "./choices.js";
import { el, fault } from "./dom.js";

/**
 * Shows the view that the address asks for, now and whenever it changes.
 *   all   what the view without a name is called
 *   open  (part, name, parameters) draws a view into an element and resolves with what it can do:
 *         `update(parameters)` takes other parameters, `leave()` ends it, `instead` is the address to go to in its place
 */
export function start(all, open) {
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
      const view = await open(part, name, parameters);
      if (current !== mine || place().name !== name) view.leave?.(); // what is asked for now is shown by itself
      else if (view.instead) location.replace(view.instead);
      else Object.assign(mine, view);
    } catch (error) {
      part.replaceChildren(fault(error));
    }
  }

  function crumbs(name) {
    document.title = name ? `${name} · Osmosis` : `Osmosis ${all.toLowerCase()}`;
    const parts = [el("a", { href: "#/", "aria-current": name ? null : "page" }, all)];
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
}
