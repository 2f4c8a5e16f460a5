// The files of a rollout: <artifact root>/<rollout id>/{artifacts/, trajectory.json}.

import { lstatSync, mkdirSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** @typedef {import("../types/rollout.js").components["schemas"]} Schemas */
/** @typedef {Schemas["ResultSample"]} Sample */
/** @typedef {Record<string, any>} Json */

const SOURCES = /** @type {Record<string, string>} */ ({ system: "system", user: "user", assistant: "agent" });

/**
 * The rollout's folder for artifacts, or null, with a warning, where none can be made: the rollout runs all the same.
 * @param {string} root
 * @param {string} id
 */
export function makeArtifactsDir(root, id) {
  const dir = join(root, id, "artifacts");
  try {
    makeHome(root, id);
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return dir;
  } catch (error) {
    console.warn(`rollout ${id} has no artifacts directory: ${error}`);
    return null;
  }
}

/**
 * Makes the rollout's folder. Throws for one that is a link: nothing is written out of the artifact root.
 * @param {string} root
 * @param {string} id
 */
function makeHome(root, id) {
  const home = join(root, id);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if (lstatSync(home).isSymbolicLink()) throw new Error(`${home} is a symbolic link`);
}

/**
 * Writes trajectory.json, as a whole or not at all. Nothing is written without a sample that has messages.
 * @param {string} root
 * @param {Schemas["RolloutResultResponse"]} result
 * @param {Sample | null} sample with the reward as the grader left it
 * @param {import("./validate.mjs").Init} init
 * @param {Schemas["TrajectoryReport"] | null} report
 */
export async function saveTrajectory(root, { rollout_id: id }, sample, init, report) {
  if (sample === null || sample.messages.length === 0) return;
  const home = join(root, id);
  const part = join(home, `.trajectory.json.${process.pid}.part`);
  try {
    makeHome(root, id);
    await writeFile(part, written(trajectory(id, sample, init, report)), { mode: 0o600 });
    await rename(part, join(home, "trajectory.json"));
  } catch (error) {
    console.warn(`the trajectory of rollout ${id} is not saved: ${error}`);
  }
}

/**
 * @param {string} id
 * @param {Sample} sample
 * @param {import("./validate.mjs").Init} init
 * @param {Schemas["TrajectoryReport"] | null} report
 * @returns {Json}
 */
function trajectory(id, sample, init, report) {
  const steps = sample.messages.map(step);
  /** @type {Json} */
  const osmosis = {
    rollout_id: id,
    ...kept({
      label: sample.label,
      reward: sample.reward,
      sample_metrics: sample.metrics,
      sample_extra_fields: sample.extra_fields,
      request_metadata: init.metadata,
      request_extra_fields: init.extra_fields,
    }),
    sample_messages: sample.messages,
  };
  const samples = Object.entries(report?.samples ?? {});
  const only = samples.length === 1 ? samples[0][1] : null;
  if (samples.length > 1) osmosis.unmatched_sample_reports = report?.samples;
  if (only) layOver(steps, osmosis, only.llm_call_metrics ?? []);
  const model = only?.model_name ?? report?.model_name;
  return {
    schema_version: "ATIF-v1.7",
    session_id: id,
    trajectory_id: id,
    agent: { name: "node-rollout-server", version: "0.1.0", ...kept({ model_name: model }) },
    steps,
    final_metrics: { ...kept(only?.final_metrics ?? {}), total_steps: steps.length },
    extra: { osmosis },
  };
}

/**
 * A message as a step: a role that is none of the three sources is kept beside it.
 * @param {Json} message
 * @param {number} index
 * @returns {Json}
 */
function step({ role, content, ...rest }, index) {
  const source = Object.hasOwn(SOURCES, role) ? SOURCES[role] : "user";
  const extra = { ...(Object.hasOwn(SOURCES, role) ? {} : { original_role: String(role ?? "") }), ...rest };
  return {
    step_id: index + 1,
    source,
    message: typeof content === "string" ? content : content == null ? "" : JSON.stringify(content),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

/**
 * The metrics of the model calls over the agent's steps, where there are as many of both.
 * @param {Json[]} steps
 * @param {Json} osmosis
 * @param {Json[]} calls
 */
function layOver(steps, osmosis, calls) {
  const agent = steps.filter(({ source }) => source === "agent");
  if (calls.length !== agent.length) {
    if (calls.length > 0) osmosis.unmatched_llm_call_metrics = calls;
    return;
  }
  calls.forEach(({ model_name, ...metrics }, index) => {
    const known = kept(metrics);
    if (Object.keys(known).length > 0) agent[index].metrics = known;
    if (model_name) agent[index].model_name = model_name;
  });
}

/**
 * Without members that are null or empty.
 * @param {Json} members
 */
function kept(members) {
  const empty = (/** @type {unknown} */ value) => value == null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !empty(value)));
}

/**
 * Two spaces of indentation, arrays of numbers on one line, only ASCII.
 * @param {Json} document
 */
function written(document) {
  return JSON.stringify(document, null, 2)
    .replace(/\[\n\s+(-?[0-9][0-9eE+.,\s-]*)\]/g, (_, numbers) => `[${numbers.trim().split(/,\s*/).join(", ")}]`)
    .replace(/[\u007f-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
