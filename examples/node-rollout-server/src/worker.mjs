// The thread of user code: runs workflows and graders, many at a time, and reports how each ended.

import { AssertionError } from "node:assert";
import { AsyncLocalStorage } from "node:async_hooks";
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { chat } from "./model.mjs";
import { carriedFields, carriedMessages, carriedText } from "./carry.mjs";

/** @typedef {import("./executor.mjs").Outcome} Outcome */
/** @typedef {import("./thread.mjs").Job} Job */
/** @typedef {Record<string, unknown>} Message */

/**
 * What a workflow is given. `signal` says that the rollout was ended.
 * @typedef {object} WorkflowContext
 * @property {Message[]} prompt
 * @property {Record<string, any> | null} metadata
 * @property {string | null} artifactsDir
 * @property {AbortSignal} signal
 * @property {(messages: Message[], options?: {stream?: boolean}) => Promise<string>} chat the model's answer as text
 */

/**
 * What a grader is given. `setReward` takes a finite number, and throws a RangeError for any other.
 * @typedef {object} GraderContext
 * @property {{messages: Message[], metrics: Record<string, unknown>, extra_fields: Record<string, unknown>, remove_sample: boolean}} sample
 * @property {string | null} label
 * @property {Record<string, any> | null} metadata
 * @property {string | null} artifactsDir
 * @property {AbortSignal} signal
 * @property {(reward: number) => void} setReward
 */

/** @typedef {{workflow: (context: WorkflowContext) => Promise<Message[]>, grade?: (context: GraderContext) => Promise<void> | void}} UserModule */

if (isMainThread || !parentPort) throw new Error("this module is the thread of user code");
const port = parentPort;
/** @type {AsyncLocalStorage<string>} the rollout whose code runs */
const current = new AsyncLocalStorage();
/** @type {Map<string, AbortController>} */
const running = new Map();
if (workerData.markOutput) markLines();

/** @type {Promise<UserModule>} */
const user = import(workerData.userModule);
user.catch((error) => {
  console.error(error);
  process.exit(1);
});

port.on("message", async (/** @type {{run?: Job, end?: string}} */ message) => {
  if (message.end !== undefined) running.get(message.end)?.abort(new Error("the rollout was ended"));
  if (message.run) await current.run(message.run.id, run, message.run);
});

/** @param {Job} job */
async function run(job) {
  const abort = new AbortController();
  running.set(job.id, abort);
  try {
    const { workflow, grade } = await user;
    const grades = job.grade && grade !== undefined;
    const sample = await ended("workflow", () => work(workflow, job, abort.signal));
    port.postMessage({ id: job.id, event: "workflow", outcome: sample.outcome, grades });
    if (sample.value && grades && !abort.signal.aborted) {
      const { value } = sample;
      const graded = await ended("grading", () => gradeSample(grade, job, value, abort.signal));
      const given = graded.value ?? { ...value, reward: null };
      port.postMessage({ id: job.id, event: "grading", outcome: { ...graded.outcome, sample: delivered(given, job) } });
    }
  } finally {
    running.delete(job.id);
    port.postMessage({ id: job.id, event: "ended" });
  }

  /**
   * @param {string} what
   * @param {() => Promise<Sample>} code
   * @returns {Promise<{outcome: Outcome, value: Sample | null}>}
   */
  async function ended(what, code) {
    try {
      const value = await interruptible(code(), abort.signal);
      return { outcome: { status: "success", sample: delivered(value, job) }, value };
    } catch (error) {
      if (!abort.signal.aborted) console.error(`the ${what} failed:`, error);
      return { outcome: failure(error), value: null };
    }
  }
}

/** @typedef {GraderContext["sample"] & {reward: number | null}} Sample */

/**
 * @param {UserModule["workflow"]} workflow
 * @param {Job} job
 * @param {AbortSignal} signal
 * @returns {Promise<Sample>}
 */
async function work(workflow, job, signal) {
  const { prompt, metadata, artifactsDir, chatUrl, apiKey } = job;
  const messages = await workflow({
    prompt: structuredClone(prompt),
    metadata,
    artifactsDir,
    signal,
    chat: (conversation, options) => chat(chatUrl, apiKey, conversation, { ...options, signal }),
  });
  if (!Array.isArray(messages) || !messages.every((message) => typeof message === "object" && message !== null)) {
    throw new TypeError("the workflow did not return an array of messages");
  }
  return { messages, metrics: {}, extra_fields: {}, remove_sample: false, reward: null };
}

/**
 * @param {NonNullable<UserModule["grade"]>} grade
 * @param {Job} job
 * @param {Sample} sample
 * @param {AbortSignal} signal
 * @returns {Promise<Sample>}
 */
async function gradeSample(grade, { label, metadata, artifactsDir }, sample, signal) {
  const setReward = (/** @type {number} */ reward) => {
    if (typeof reward !== "number" || !Number.isFinite(reward)) throw new RangeError(`a reward is a finite number, not ${reward}`);
    sample.reward = reward;
  };
  await grade({ sample, label, metadata, artifactsDir, signal, setReward });
  return sample;
}

/**
 * The sample as JSON carries it.
 * @param {Sample} sample
 * @param {Job} job
 */
function delivered(sample, job) {
  return {
    messages: carriedMessages(sample.messages),
    label: job.label,
    reward: sample.reward,
    remove_sample: sample.remove_sample,
    metrics: carriedFields(sample.metrics),
    extra_fields: carriedFields(sample.extra_fields),
  };
}

/**
 * The promise's value, or the signal's reason once it is aborted: user code that waits without end is let go of.
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal} signal
 * @returns {Promise<T>}
 */
function interruptible(promise, signal) {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

/**
 * An invalid value is told apart from every other error of user code.
 * @param {unknown} error
 * @returns {Outcome}
 */
function failure(error) {
  const invalid = error instanceof TypeError || error instanceof RangeError || error instanceof AssertionError;
  const message = error instanceof Error ? error.message || error.name : String(error);
  return { status: "failure", message: carriedText(message), category: invalid ? "validation_error" : "agent_error" };
}

/** Begins every line that user code prints with `[rollout <id>] `. */
function markLines() {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    /** @type {Map<string, string>} what was written of a line that has no end yet */
    const open = new Map();
    stream.write = (/** @type {Uint8Array | string} */ chunk, /** @type {any[]} */ ...rest) => {
      const id = current.getStore();
      if (id === undefined) return write(chunk, ...rest);
      const lines = ((open.get(id) ?? "") + (typeof chunk === "string" ? chunk : Buffer.from(chunk).toString())).split("\n");
      const last = lines.pop() ?? "";
      if (last === "") open.delete(id);
      else open.set(id, last);
      return write(lines.map((line) => `[rollout ${id}] ${line}\n`).join(""), ...rest);
    };
  }
}
