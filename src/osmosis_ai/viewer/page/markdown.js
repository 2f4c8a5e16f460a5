// Markdown as elements, on request. Every text goes in as text: there is no way from it to markup.
// Paragraphs, headings, lists, quotes, code, tables, rules, emphasis and links to http, https and mailto.

import { el, prose, visible } from "./dom.js";

const LONGEST = 200_000;
const DEEPEST = 8;
const LONGEST_LINE = 2_000; // longer lines, and paragraphs twice as long, are text: patterns take too long on them
const SAFE_LINK = /^(?:https?:\/\/|mailto:)[^\s\u0000-\u001f]+$/i;
const INLINE = /(`+)([^`](?:.*?[^`])?)\1(?!`)|\*\*(?=\S)(.+?\S?)\*\*|__(?=\S)(.+?\S?)__(?!\w)|(?<![\w*])\*(?=[^\s*])([^*]*[^\s*])\*(?!\*)|(?<![\w_])_(?=[^\s_])([^_]*[^\s_])_(?![\w_])|~~(?=\S)(.+?)~~|\[([^[\]]+)\]\(([^()\s]+)(?:\s+"[^"]*")?\)/s;

let rendering = false;

/** Whether `words` renders Markdown from now on. */
export function renderMarkdown(on) {
  rendering = on;
}

/** What somebody wrote, rendered as Markdown if that was asked for, else as it is. */
export function words(text) {
  return (rendering && markdown(text)) || prose(text);
}

/** An element that shows the text as Markdown; null for a text that is too long for it. */
export function markdown(text) {
  if (text.length > LONGEST) return null;
  return el("div", { class: "markdown", dir: "auto" }, blocks(text.replaceAll("\r\n", "\n").split("\n"), 0));
}

function blocks(lines, depth) {
  const made = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (line.length > LONGEST_LINE) {
      made.push(el("p", {}, visible(line)));
      at += 1;
      continue;
    }
    const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w+-]*)/.exec(line);
    const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (!line.trim()) at += 1;
    else if (fence) {
      const end = until(lines, at + 1, (other) => other.trim().startsWith(fence[1]) && !other.trim().slice(fence[1].length).trim());
      made.push(code(lines.slice(at + 1, end).join("\n")));
      at = end + 1;
    } else if (heading) {
      made.push(el(`h${Math.min(6, heading[1].length + 3)}`, {}, inline(heading[2])));
      at += 1;
    } else if (/^ {0,3}([-*_])(?:\s*\1){2,}\s*$/.test(line)) {
      made.push(el("hr", {}));
      at += 1;
    } else if (/^ {0,3}>/.test(line) && depth < DEEPEST) {
      const end = until(lines, at, (other) => !/^ {0,3}>/.test(other));
      made.push(el("blockquote", {}, blocks(lines.slice(at, end).map((other) => other.replace(/^ {0,3}> ?/, "")), depth + 1)));
      at = end;
    } else if (marker(line) && depth < DEEPEST) at = list(lines, at, depth, made);
    else if (/\|/.test(line) && /^[\s|:-]*-[\s|:-]*$/.test((lines[at + 1] ?? "").slice(0, LONGEST_LINE)) && /\|/.test(lines[at + 1])) at = table(lines, at, made);
    else if (/^(?: {4}|\t)/.test(line)) {
      const end = until(lines, at, (other) => other.trim() && !/^(?: {4}|\t)/.test(other));
      made.push(code(lines.slice(at, end).map((other) => other.replace(/^(?: {4}|\t)/, "")).join("\n").trimEnd()));
      at = end;
    } else {
      const end = Math.max(at + 1, until(lines, at, (other) => !other.trim() || /^ {0,3}(?:#{1,6}\s|>|`{3}|~{3})/.test(other) || marker(other)));
      made.push(el("p", {}, inline(lines.slice(at, end).join("\n"))));
      at = end;
    }
  }
  return made;
}

function list(lines, at, depth, made) {
  const first = marker(lines[at]);
  const items = [];
  while (at < lines.length) {
    const found = marker(lines[at]);
    if (!found || found.ordered !== first.ordered) break;
    const end = until(lines, at + 1, (other) => other.trim() && indent(other) < found.width);
    const body = lines.slice(at, end).map((other, index) => index ? other.slice(Math.min(found.width, indent(other))) : other.slice(found.width));
    const parts = blocks(body, depth + 1);
    const tight = parts[0]?.tagName === "P" ? [...parts[0].childNodes, ...parts.slice(1)] : parts;
    items.push(el("li", {}, tight));
    at = end;
  }
  made.push(el(first.ordered ? "ol" : "ul", first.ordered && first.start !== 1 ? { start: first.start } : {}, items));
  return at;
}

function table(lines, at, made) {
  const cells = (line) => line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
  const heads = cells(lines[at]);
  const end = until(lines, at + 2, (other) => !other.includes("|"));
  const rows = lines.slice(at + 2, end).map((line) => el("tr", {}, cells(line).slice(0, heads.length).map((cell) => el("td", {}, inline(cell)))));
  made.push(el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, inline(head))))), el("tbody", {}, rows))));
  return end;
}

function inline(text, depth = 0) {
  const nodes = [];
  let rest = text;
  while (rest) {
    const found = depth < DEEPEST && text.length <= 2 * LONGEST_LINE ? INLINE.exec(rest) : null;
    if (!found) break;
    nodes.push(...visible(rest.slice(0, found.index)));
    const [whole, , codeText, strong, strongToo, emphasis, emphasisToo, struck, label, target] = found;
    const inner = strong ?? strongToo ?? emphasis ?? emphasisToo ?? struck;
    if (codeText !== undefined) nodes.push(el("code", {}, visible(codeText)));
    else if (label !== undefined) nodes.push(...link(label, target, whole, depth));
    else nodes.push(el(strong ?? strongToo ? "strong" : struck ? "s" : "em", {}, inline(inner, depth + 1)));
    rest = rest.slice(found.index + whole.length);
  }
  return [...nodes, ...visible(rest)];
}

function link(label, target, whole, depth) {
  if (!SAFE_LINK.test(target)) return visible(whole);
  return [el("a", { href: target, rel: "noopener noreferrer nofollow", target: "_blank", title: target }, inline(label, depth + 1))];
}

function code(text) {
  return el("pre", { class: "code" }, visible(text));
}

function marker(line) {
  const found = /^( {0,3})(?:([-*+])|(\d{1,9})[.)])( +)(?=\S)/.exec(line);
  return found && { ordered: found[3] !== undefined, start: Number(found[3] ?? 1), width: found[0].length };
}

function indent(line) {
  return line.length - line.trimStart().length;
}

function until(lines, from, stop) {
  let at = from;
  while (at < lines.length && !stop(lines[at])) at += 1;
  return at;
}
