// Building the page. Whatever a model, a rollout or a file said goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element. Attributes that begin with "on" are listeners; children are elements or text. */
export function el(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An SVG element. */
export function svg(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

// Characters that reorder or hide the text around them. They are named, so that text looks like what it is.
const HIDDEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Text as nodes, with invisible control characters named in place. */
export function visible(text) {
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > from) nodes.push(document.createTextNode(text.slice(from, match.index)));
    const code = `U+${match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
    nodes.push(el("span", { class: "control", title: "an invisible character" }, code));
    from = match.index + 1;
  }
  nodes.push(document.createTextNode(text.slice(from)));
  return nodes;
}

const FIRST = 12_000;
const MORE = 400_000;

/** A block of text that somebody else wrote: as it is, and at first only its beginning if it is long. */
export function prose(text, kind = "text") {
  const block = el("pre", { class: kind, dir: "auto" }, visible(text.slice(0, FIRST)));
  if (text.length <= FIRST) return block;
  let shown = FIRST;
  const label = () => `Show more: ${count(shown)} of ${count(text.length)} characters are here`;
  const button = el("button", { type: "button", class: "more" }, label());
  button.addEventListener("click", () => {
    block.append(...visible(text.slice(shown, shown + MORE)));
    shown = Math.min(text.length, shown + MORE);
    if (shown >= text.length) button.remove();
    else button.textContent = label();
  });
  return el("div", {}, block, button);
}

/** A whole number with separators. */
export function count(number) {
  return number === null || number === undefined ? "" : Math.round(number).toLocaleString("en");
}

/** A number in few digits. */
export function short(number) {
  if (number === null || number === undefined) return "";
  return Number.isInteger(number) ? count(number) : String(Number(number.toPrecision(4)));
}

/** A share as a percentage. */
export function percent(share) {
  return share === null || share === undefined ? "–" : `${(share * 100).toFixed(1)} %`;
}

/** Milliseconds in the unit a person would choose. */
export function duration(ms) {
  if (ms === null || ms === undefined) return "";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(Math.round(seconds % 60)).padStart(2, "0")} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

/** When something was, in this person's time. `when` is ISO text or seconds since 1970. */
export function time(when) {
  if (!when) return "";
  const date = new Date(typeof when === "number" ? when * 1000 : when);
  return date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
}

/** As `time`, to the minute, on one line. */
export function minute(when) {
  return when ? el("span", { class: "when" }, new Date(when).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })) : "";
}

/** What an outcome is called, and the class of its colour. */
export function outcome(result) {
  if (result.passed) return ["passed", "good"];
  if (result.state === "success") return result.reward === null ? ["ungraded", "none"] : ["not passed", "bad"];
  if (result.state === "failed") return [(result.outcome ?? "failed").replaceAll("_", " "), "fault"];
  if (result.state === "skipped") return ["removed", "none"];
  if (result.state === "running") return ["running", "busy"];
  return [`pending${result.outcome ? `, ${result.outcome.replaceAll("_", " ")}` : ", lost"}`, "none"];
}

/** An outcome as a mark and a word. */
export function badge(result) {
  const [word, colour] = outcome(result);
  return el("span", { class: `badge ${colour}` }, word);
}

/** What went wrong, in place of what could not be shown. */
export function fault(error) {
  return el("div", { class: "fault", role: "alert" }, el("strong", {}, error.message), error.hint && el("p", {}, error.hint));
}

/** The tokens of a result; behind the sign for about where not all of them were counted. */
export function tokens(found) {
  return found.tokens_estimated ? `≈ ${count(found.tokens)}` : count(found.tokens);
}
