// The rollout: what an agent does with a row, and how it is graded. This one asks the model once and looks for the label
// in its answer; for the conformance suite it obeys `metadata.conformance` (spec/conformance/rollout.md).

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** @typedef {import("./src/worker.mjs").WorkflowContext} WorkflowContext */
/** @typedef {import("./src/worker.mjs").GraderContext} GraderContext */

/** @param {WorkflowContext} context */
export async function workflow({ prompt, metadata, artifactsDir, chat }) {
  const asked = metadata?.conformance ?? {};
  for (const line of asked.prints ?? []) console.log(line);
  for (const [name, text] of Object.entries(asked.artifacts ?? {})) {
    if (artifactsDir !== null) await writeFile(join(artifactsDir, name), String(text));
  }
  const messages = prompt;
  for (let call = 0; call < (asked.calls ?? 1); call += 1) {
    messages.push({ role: "assistant", content: await chat(messages, { stream: asked.stream ?? false }) });
  }
  await behave(asked.agent, asked.message);
  if (asked.agent === "nonsense") return /** @type {any} */ (42);
  return [...messages, ...oddMessages(asked)];
}

/** @param {GraderContext} context */
export async function grade({ sample, label, metadata, setReward }) {
  const asked = metadata?.conformance ?? {};
  Object.assign(sample.metrics, asked.metrics);
  Object.assign(sample.extra_fields, asked.extra_fields);
  const odd = new Set(asked.unencodable);
  if (odd.has("metric_nan")) sample.metrics.odd = NaN;
  if (odd.has("metric_infinity")) sample.metrics.odd = Infinity;
  if (odd.has("field_nan")) sample.extra_fields.odd = NaN;
  const how = asked.grader ?? "label";
  await behave(how, asked.message);
  if (how === "nan") setReward(NaN);
  else if (how === "infinity") setReward(Infinity);
  else if (how === "remove") {
    setReward(1);
    sample.remove_sample = true;
  } else if (how === "label") {
    const answer = sample.messages.findLast((message) => message.role === "assistant");
    if (asked.reward !== undefined) setReward(asked.reward);
    else if (label !== null) setReward(String(answer?.content ?? "").includes(label) ? 1 : 0);
  }
}

/**
 * What a workflow or a grader may be asked to do wrong.
 * @param {string | undefined} how
 * @param {string} [message]
 */
async function behave(how, message = "on purpose") {
  if (how === "raise") throw new Error(message);
  if (how === "raise_value") throw new TypeError(message);
  if (how === "block") await new Promise(() => {});
  if (how === "hold_thread") for (;;);
}

/**
 * Messages that are long, deep, or that JSON cannot carry.
 * @param {{filler_chars?: number, nesting?: number, unencodable?: string[]}} asked
 */
function oddMessages({ filler_chars, nesting, unencodable = [] }) {
  /** @type {Array<Record<string, unknown>>} */
  const messages = [];
  if (filler_chars !== undefined) messages.push({ role: "assistant", content: "x".repeat(filler_chars) });
  if (nesting !== undefined) {
    let value = /** @type {unknown[]} */ ([]);
    for (let depth = 1; depth < nesting; depth += 1) value = [value];
    messages.push({ role: "tool", content: "nested", value });
  }
  const odd = { message_nan: NaN, message_infinity: Infinity, message_object: Symbol("odd") };
  for (const word of unencodable) {
    if (word in odd) messages.push({ role: "tool", content: "odd", value: odd[/** @type {keyof typeof odd} */ (word)] });
    if (word === "message_surrogate") messages.push({ role: "tool", content: "odd \ud800" });
  }
  return messages;
}
