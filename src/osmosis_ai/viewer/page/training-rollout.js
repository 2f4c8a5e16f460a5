// One rollout of a training step: what was said, and the probability of each token. All of it is text.

import { address, get } from "./api.js";
import { copyButton } from "./copying.js";
import { count, el, fault, prose, short, visible } from "./dom.js";
import { words } from "./markdown.js";

const LEVELS = [0.9, 0.5, 0.1, 0.01]; // a token is in the first level that its probability reaches, else in the last
const MOST_TOKENS = 2000;
const MOST_TABLE = 400;

/** The panel beside the table of rollouts. `step(by)` opens the one before or after; `close()` closes it. */
export class RolloutPanel {
  #asked = 0;

  constructor({ name, step, close }) {
    this.name = name;
    this.heading = el("h2", { tabindex: -1 }, "");
    this.position = el("span", { class: "quiet position" });
    this.previous = el("button", { type: "button", "aria-label": "Previous rollout", onclick: () => step(-1) }, "‹");
    this.next = el("button", { type: "button", "aria-label": "Next rollout", onclick: () => step(1) }, "›");
    this.content = el("div", { class: "content", tabindex: 0, role: "region", "aria-label": "The rollout" });
    this.element = el("aside", { class: "panel", hidden: true, "aria-label": "Rollout" },
      el("header", {}, this.heading, this.position,
        el("span", { class: "actions" }, this.previous, this.next, el("button", { type: "button", "aria-label": "Close", onclick: close }, "✕"))),
      this.content);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** Shows a rollout; `place` is { at, of } among those of the table. */
  async open(step, index, place) {
    const mine = ++this.#asked;
    const arrives = !this.isOpen;
    this.element.hidden = false;
    this.element.parentElement.classList.add("reading");
    this.position.textContent = place ? `${count(place.at + 1)} of ${count(place.of)}` : "";
    this.previous.disabled = !place || place.at <= 0;
    this.next.disabled = !place || place.at >= place.of - 1;
    this.heading.textContent = `Step ${step}, rollout ${index + 1}`;
    try {
      const found = await get(`/api/training/${encodeURIComponent(this.name)}/steps/${step}/${index}`);
      if (mine !== this.#asked) return;
      this.heading.textContent = `Step ${step}, row ${found.source_row_index}, sample ${found.sample_index + 1}`;
      this.content.replaceChildren(...this.#parts(step, index, found));
    } catch (error) {
      if (mine === this.#asked) this.content.replaceChildren(fault(error));
    }
    this.content.scrollTop = 0;
    if (arrives) this.heading.focus({ preventScroll: true });
  }

  close() {
    this.#asked += 1;
    this.element.hidden = true;
    this.element.parentElement?.classList.remove("reading");
  }

  #parts(step, index, found) {
    const { trajectory } = found;
    const scored = trajectory.kind === "scored";
    const segments = scored ? trajectory.segments : [];
    const own = segments.flatMap((segment) => segment.logprobs.filter((_, at) => segment.mask[at]));
    const mean = own.length ? own.reduce((sum, value) => sum + value, 0) / own.length : null;
    const facts = [
      ["Reward", scored ? short(trajectory.reward) : "none"], ["Sampled", scored ? `${count(own.length)} tokens` : ""],
      ["Prompt", scored ? `${count(segments[0].prompt_ids.length)} tokens` : ""], ["Mean log-probability", short(mean)],
      ["Ended by", scored ? segments.at(-1).finish_reason : ""], ["Policy", String(found.policy_version)], ["Rollout", trajectory.rollout_id ?? ""],
    ].filter(([, value]) => value !== "");
    return [
      el("section", { class: "summary", "aria-label": "Summary" },
        el("dl", {}, facts.map(([label, value]) => el("div", {}, el("dt", {}, label), el("dd", {}, value))))),
      !scored && el("section", {}, el("h3", {}, `Not scored: ${trajectory.reason.replaceAll("_", " ")}`), prose(trajectory.message, "text faulty"),
        el("p", { class: "quiet" }, "It is outside the baseline and the loss.")),
      el("div", { class: "copies" }, copyButton("Copy link", () => new URL(address(this.name, { step, rollout: index + 1 }), location.href).href),
        copyButton("Copy as JSON", () => JSON.stringify(found))),
      scored && el("section", { "aria-label": "Tokens" }, el("h3", {}, "Tokens"), tokens(segments, found.token_texts)),
      el("section", { "aria-label": "Conversation" }, el("h3", {}, "Conversation"),
        found.messages.length ? el("ol", { class: "steps" }, found.messages.map(message)) : el("p", { class: "quiet" }, "No model call was answered.")),
    ].filter(Boolean);
  }
}

function message(one) {
  const role = String(one.role ?? "");
  const source = { assistant: "agent", system: "system", user: "user" }[role] ?? "";
  const { content } = one;
  const said = typeof content === "string" ? content : Array.isArray(content) ? content.filter((part) => part?.type === "text").map((part) => String(part.text)).join("\n") : "";
  const reasoning = typeof one.reasoning_content === "string" ? one.reasoning_content : "";
  return el("li", { class: `step ${source}` },
    el("header", {}, el("span", { class: "role" }, role), one.tool_call_id && el("span", { class: "quiet" }, `answers ${one.tool_call_id}`)),
    reasoning && el("details", {}, el("summary", {}, "Reasoning"), words(reasoning)),
    said && words(said),
    (Array.isArray(one.tool_calls) ? one.tool_calls : []).map((call) => el("div", { class: "call" },
      el("p", {}, el("span", { class: "quiet" }, "calls "), el("code", {}, String(call?.function?.name ?? ""))),
      prose(String(call?.function?.arguments ?? ""), "code"))));
}

/** The class of a token's colour, by how probable it was. */
function level(logprob) {
  const at = LEVELS.findIndex((least) => Math.exp(logprob) >= least);
  return `p${at < 0 ? LEVELS.length : at}`;
}

function tokens(segments, texts) {
  const all = segments.flatMap((segment, number) => segment.sampled_ids.map((id, at) => ({
    id, number, logprob: segment.logprobs[at], own: segment.mask[at] === 1,
  })));
  if (texts?.length === all.length) all.forEach((token, at) => (token.text = texts[at]));
  const place = (token, at) => `token ${at + 1}, id ${token.id}: ${token.own ? `log-probability ${short(token.logprob)}, probability ${(Math.exp(token.logprob) * 100).toFixed(1)} %` : "of the environment, not trained"}`;
  const said = (token) => (token.text === undefined ? `${token.id}` : token.text === "" ? "∎" : token.text.replaceAll("\n", "⏎\n"));
  const line = (some, from) => some.map((token, at) => el("span", { class: `token ${token.own ? level(token.logprob) : "env"}`, title: place(token, from + at) }, visible(said(token))));
  const numbered = [...new Set(all.map((token) => token.number))];
  const table = el("details", {}, el("summary", {}, `Log-probabilities (${count(all.length)})`));
  table.addEventListener("toggle", () => {
    if (!table.open || table.childElementCount > 1) return;
    table.append(el("div", { class: "scroll" }, el("table", { class: "logprobs" },
      el("thead", {}, el("tr", {}, ["", "Token", "Id", "Log-probability", "Probability"].map((head, at) => el("th", { scope: "col", class: at === 1 ? null : "number" }, head || el("span", { class: "hidden" }, "Place"))))),
      el("tbody", {}, all.slice(0, MOST_TABLE).map((token, at) => el("tr", {}, el("th", { scope: "row", class: "number" }, String(at + 1)),
        el("td", { class: "said" }, token.text === undefined ? "" : visible(JSON.stringify(token.text).slice(1, -1))), el("td", { class: "number" }, String(token.id)),
        el("td", { class: "number" }, token.own ? token.logprob.toFixed(4) : ""), el("td", { class: "number" }, token.own ? `${(Math.exp(token.logprob) * 100).toFixed(2)} %` : "environment"))))),
    all.length > MOST_TABLE && el("p", { class: "quiet" }, `The first ${count(MOST_TABLE)}; "Copy as JSON" has all of them.`) || ""));
  });
  return el("div", {},
    el("p", { class: "legend" }, ["≥ 90 %", "≥ 50 %", "≥ 10 %", "≥ 1 %", "< 1 %"].map((text, at) => el("span", { class: `token p${at}` }, text)),
      all.some((token) => !token.own) && el("span", { class: "token env" }, "environment")),
    numbered.map((number) => {
      const some = all.filter((token) => token.number === number);
      const from = all.indexOf(some[0]);
      return el("div", {}, numbered.length > 1 && el("p", { class: "quiet" }, `Sequence ${number + 1}, policy ${segments[number].policy_version}`),
        el("pre", { class: "tokens", dir: "auto" }, line(some.slice(0, MOST_TOKENS), from)),
        some.length > MOST_TOKENS && el("p", { class: "quiet" }, `The first ${count(MOST_TOKENS)} of ${count(some.length)}.`));
    }),
    texts?.length !== all.length && el("p", { class: "quiet" }, "The texts of the single tokens were not kept: their ids are shown."),
    table);
}
