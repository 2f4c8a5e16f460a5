// A trajectory, step by step. Everything in it is text, whatever it looks like.

import { tokenBars } from "./charts.js";
import { count, duration, el, prose, short, time } from "./dom.js";
import { words } from "./markdown.js";

const MOST_STEPS = 200;

/** The last words of the agent in a trajectory; null without any. */
export function answerOf(trajectory) {
  const said = (trajectory?.steps ?? []).filter((one) => one?.source === "agent" && one.message).at(-1)?.message;
  if (typeof said === "string") return said;
  return Array.isArray(said) ? said.filter((part) => part?.type === "text").map((part) => part.text).join("\n") : null;
}

/** Fetches the document at a path and shows it. Resolves with the document; null if it could not be shown. */
export async function readTrajectory(into, path) {
  into.replaceChildren(el("p", { class: "quiet" }, "Reading…"));
  const download = el("p", { class: "foot" }, el("a", { href: `${path}?download`, download: "" }, "Download the trajectory"));
  let text;
  try {
    const response = await fetch(path, { credentials: "same-origin" });
    text = await response.text();
    if (!response.ok) throw new Error(JSON.parse(text).message);
  } catch (error) {
    into.replaceChildren(el("p", { class: "fault" }, `The trajectory cannot be read: ${error.message}`));
    return null;
  }
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    into.replaceChildren(el("p", { class: "fault" }, `The file is no JSON: ${error.message}`), prose(text), download);
    return null;
  }
  try {
    into.replaceChildren(...document_(parsed), download);
    return parsed;
  } catch {
    into.replaceChildren(el("p", { class: "fault" }, "The file is not in the form of a trajectory. This is its text."), prose(text), download);
    return null;
  }
}

function document_(trajectory, depth = 0) {
  const steps = trajectory.steps ?? [];
  const list = el("ol", { class: "steps" }, steps.slice(0, MOST_STEPS).map(step));
  let shown = MOST_STEPS;
  const more = steps.length > shown && el("button", { type: "button", class: "more", onclick: () => {
    list.append(...steps.slice(shown, shown + MOST_STEPS).map(step));
    shown += MOST_STEPS;
    if (shown >= steps.length) more.remove();
    else more.textContent = `Show more of ${count(steps.length)} steps`;
  } }, `Show more of ${count(steps.length)} steps`);
  const agent = trajectory.agent ?? {};
  const tools = agent.tool_definitions ?? [];
  return [
    el("p", { class: "quiet" }, [agent.name, agent.version, agent.model_name, `${count(steps.length)} steps`].filter(Boolean).join(" · ")),
    trajectory.notes && prose(String(trajectory.notes)),
    tools.length > 0 && fold(`Tools the agent had (${tools.length})`, () => prose(pretty(tools), "code")),
    list,
    more,
    trajectory.extra && fold("Also recorded", () => prose(pretty(trajectory.extra), "code")),
    depth < 5 && (trajectory.subagent_trajectories ?? []).map((inner, at) =>
      fold(`Subagent ${inner.trajectory_id ?? at + 1}`, () => el("div", { class: "inner" }, document_(inner, depth + 1).filter(Boolean)))),
  ].flat().filter(Boolean);
}

function step(one) {
  const role = one.extra?.original_role ?? one.source;
  const calls = one.tool_calls ?? [];
  const results = one.observation?.results ?? [];
  const matched = new Set();
  return el("li", { class: `step ${["system", "user", "agent"].includes(one.source) ? one.source : ""}` },
    el("header", {}, el("span", { class: "role" }, String(role)), el("span", { class: "quiet" }, facts(one))),
    one.reasoning_content && fold("Reasoning", () => words(one.reasoning_content), true),
    content(one.message),
    calls.map((call) => {
      const answers = results.filter((result) => result.source_call_id === call.tool_call_id);
      answers.forEach((result) => matched.add(result));
      return el("div", { class: "call" },
        el("p", {}, el("span", { class: "quiet" }, "calls "), el("code", {}, String(call.function_name))),
        prose(argumentsOf(call), "code"),
        answers.map(observed));
    }),
    results.filter((result) => !matched.has(result)).map(observed),
    tokens(one.metrics),
  );
}

function facts(one) {
  const metrics = one.metrics ?? {};
  return [
    one.step_id !== undefined && `step ${one.step_id}`,
    one.model_name,
    one.timestamp && time(one.timestamp),
    metrics.prompt_tokens !== undefined && `${count(metrics.prompt_tokens)} in`,
    metrics.completion_tokens !== undefined && `${count(metrics.completion_tokens)} out`,
    metrics.cached_tokens && `${count(metrics.cached_tokens)} cached`,
    metrics.cost_usd && `$${short(metrics.cost_usd)}`,
    metrics.extra?.latency_ms && duration(metrics.extra.latency_ms),
    one.is_copied_context && "copied context",
  ].filter(Boolean).join(" · ");
}

function observed(result) {
  return el("div", { class: "observed" }, el("p", { class: "quiet" }, "gets back"), content(result.content),
    (result.subagent_trajectory_ref ?? []).map((ref) => el("p", { class: "quiet" }, `subagent ${ref.trajectory_id ?? ref.trajectory_path ?? ""}`)));
}

function content(message) {
  if (message === undefined || message === null || message === "") return null;
  if (typeof message === "string") return words(message);
  if (!Array.isArray(message)) return prose(pretty(message), "code");
  return message.map((part) => part?.type === "text" ? words(String(part.text)) : el("p", { class: "quiet" }, `[${part?.source?.media_type ?? "part"}: ${part?.source?.path ?? pretty(part)}]`));
}

function argumentsOf(call) {
  const names = Object.keys(call.arguments ?? {});
  return names.length === 1 && names[0] === "_raw" ? String(call.arguments._raw) : pretty(call.arguments ?? {});
}

function tokens(metrics) {
  const found = metrics?.logprobs;
  if (!Array.isArray(found) || !found.length) {
    const ids = metrics?.completion_token_ids;
    return Array.isArray(ids) && ids.length ? fold(`Token ids (${count(ids.length)})`, () => prose(ids.join(" "), "code")) : null;
  }
  return fold(`Log-probabilities (${count(found.length)})`, () => tokenBars(found, metrics.completion_token_ids));
}

/** A part that is made when it is first unfolded. */
function fold(title, make, open = false) {
  const details = el("details", { open }, el("summary", {}, title));
  const fill = () => { if (details.open && details.childElementCount === 1) details.append(make()); };
  details.addEventListener("toggle", fill);
  fill();
  return details;
}

function pretty(value) {
  return JSON.stringify(value, null, 2);
}
