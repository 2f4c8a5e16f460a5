// Runs admitted rollouts: a bounded number at a time, each to exactly one outcome, which is saved and delivered.

import { makeArtifactsDir, saveTrajectory } from "./files.mjs";
import { Poster } from "./callbacks.mjs";
import { ended } from "./registry.mjs";
import { UserThread } from "./thread.mjs";
import { isCallbacks } from "./validate.mjs";

/** @typedef {import("../types/rollout.js").components["schemas"]} Schemas */
/** @typedef {import("./registry.mjs").Rollout} Rollout */
/** @typedef {import("./validate.mjs").Init} Init */

/**
 * How a workflow, or its grading, ended.
 * @typedef {object} Outcome
 * @property {"success" | "failure" | "cancelled"} status
 * @property {Schemas["ResultSample"] | null} [sample]
 * @property {string | null} [message]
 * @property {Schemas["RolloutErrorCategory"] | null} [category]
 */

export class Executor {
  draining = false;
  /** @type {Map<Rollout, Promise<void>>} */
  #tasks = new Map();
  /** @type {Array<() => void>} those that wait for a place, in the order they came */
  #queue = [];
  #running = 0;

  /**
   * @param {import("./launch.mjs").Settings} settings
   * @param {import("./registry.mjs").Registry} registry
   * @param {URL} userModule the rollout: a module with `workflow` and, where it grades, `grade`
   */
  constructor(settings, registry, userModule) {
    this.settings = settings;
    this.registry = registry;
    this.thread = new UserThread(userModule, settings.markOutput);
  }

  /** Whether one more rollout can be admitted. */
  get hasRoom() {
    return this.#running < this.settings.maxConcurrent || this.#queue.length < this.settings.maxQueued;
  }

  get load() {
    return { max_concurrent: this.settings.maxConcurrent, queued: this.#queue.length, running: this.#running };
  }

  /**
   * Schedules the work of a rollout that has just been registered.
   * @param {Rollout} rollout
   * @param {Init} init
   */
  start(rollout, init) {
    const task = this.#run(rollout, init)
      .catch((error) => {
        console.error(error);
        this.registry.complete(rollout, ended(rollout.id, "failure", "the rollout server failed; its log has the cause", "internal_error"));
      })
      .finally(() => {
        rollout.active = false;
        this.#tasks.delete(rollout);
      });
    this.#tasks.set(rollout, task);
  }

  /**
   * @param {Rollout} rollout
   * @param {Init} init
   */
  async #run(rollout, init) {
    const poster = isCallbacks(init) ? new Poster(rollout.id, init) : null;
    const { workflow, final } = await this.#work(rollout, init, poster);
    rollout.executed = true; // from here on no cancellation takes the outcome away
    const result = toResult(rollout.id, final);
    const save = () => saveTrajectory(this.settings.artifactRoot, result, final.sample ?? workflow.sample ?? null, init, poster?.report ?? null);
    await save();
    if (poster) {
      await poster.postOutcome(workflow, result);
      if (poster.report) await save();
    }
    this.registry.complete(rollout, result);
  }

  /**
   * The workflow's outcome and, with grading, the rollout's.
   * @param {Rollout} rollout
   * @param {Init} init
   * @param {Poster | null} poster
   * @returns {Promise<{workflow: Outcome, final: Outcome}>}
   */
  async #work(rollout, init, poster) {
    /** @type {Promise<Outcome>} */
    const cancelled = new Promise((resolve) => {
      rollout.abort = () => resolve({ status: "cancelled", message: rollout.status === "queued" ? null : "cancelled" });
    });
    const agentLimit = limit(init.agent_timeout_sec ?? null, "the agent's");
    const leave = await this.#enter(Promise.race([cancelled, agentLimit.passed]));
    if (typeof leave !== "function") return { workflow: leave, final: leave };
    rollout.moveTo("running");
    const artifactsDir = makeArtifactsDir(this.settings.artifactRoot, rollout.id);
    const grade = isCallbacks(init) ? init.grader_callback_url != null : init.grade !== false;
    const work = this.thread.run({
      id: rollout.id,
      prompt: init.initial_messages,
      label: init.label ?? null,
      metadata: init.metadata ?? null,
      chatUrl: init.chat_completions_url,
      apiKey: init.llm_api_key ?? (isCallbacks(init) ? init.controller_api_key : null) ?? null,
      grade: grade && (init.label != null || init.metadata != null),
      artifactsDir,
    });
    try {
      const workflow = await Promise.race([work.workflow, cancelled, agentLimit.passed]);
      agentLimit.end();
      if (workflow.status !== "success" || !work.grades) return { workflow, final: workflow };
      rollout.moveTo("grading");
      const posting = poster?.postCompletion(workflow);
      const graderLimit = limit(init.grader_timeout_sec ?? null, "the grader's");
      const final = await Promise.race([work.grading, cancelled, graderLimit.passed]);
      graderLimit.end();
      rollout.executed = true;
      await posting;
      return { workflow, final };
    } finally {
      agentLimit.end();
      work.end();
      leave();
    }
  }

  /**
   * Waits for a place among those that run.
   * @param {Promise<Outcome>} given up when this comes first
   * @returns {Promise<Outcome | (() => void)>} what gives the place back, or why there is none
   */
  async #enter(given) {
    const leave = () => {
      const next = this.#queue.shift();
      if (next) next();
      else this.#running -= 1;
    };
    if (this.#running < this.settings.maxConcurrent) {
      this.#running += 1;
    } else {
      /** @type {() => void} */
      let enter = () => {};
      const turn = new Promise((resolve) => this.#queue.push((enter = () => resolve(null))));
      const outcome = await Promise.race([turn, given]);
      if (outcome) {
        const at = this.#queue.indexOf(enter);
        if (at >= 0) this.#queue.splice(at, 1);
        else leave(); // the turn came in the same moment
        return outcome;
      }
    }
    const tooLate = await Promise.race([given, new Promise((resolve) => setImmediate(resolve, null))]);
    if (!tooLate) return leave;
    leave();
    return tooLate;
  }

  /**
   * Cancels a rollout.
   * @param {Rollout | undefined} rollout
   * @returns {Schemas["CancelDisposition"]}
   */
  cancel(rollout) {
    if (!rollout?.live) return "not_found";
    if (rollout.cancelled) return rollout.cancelled;
    if (rollout.executed) return "not_found"; // only its delivery is under way
    rollout.cancelled = rollout.status === "queued" ? "cancelled_queued" : "cancelled_running";
    rollout.abort();
    return rollout.cancelled;
  }

  /**
   * Admits nothing more, and returns once every rollout has ended: by itself, or cancelled after so many seconds.
   * @param {number} seconds
   */
  async drain(seconds) {
    this.draining = true;
    const idle = () => Promise.allSettled(this.#tasks.values());
    const pause = (/** @type {number} */ sec) => new Promise((resolve) => setTimeout(resolve, sec * 1000));
    await Promise.race([idle(), pause(seconds)]);
    for (const rollout of this.#tasks.keys()) this.cancel(rollout);
    await Promise.race([idle(), pause(seconds)]);
  }
}

/**
 * A time limit: `passed` comes true when it is over, at once where it is not more than zero, never where it is null.
 * @param {number | null} seconds
 * @param {string} whose
 */
function limit(seconds, whose) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Promise<Outcome>} */
  const passed = new Promise((resolve) => {
    const outcome = /** @type {Outcome} */ ({ status: "failure", message: `${whose} time of ${seconds} s is over`, category: "timeout" });
    if (seconds === null) return;
    if (seconds <= 0) resolve(outcome);
    else timer = setTimeout(resolve, Math.min(seconds * 1000, 2 ** 31 - 1), outcome);
  });
  return { passed, end: () => clearTimeout(timer) };
}

/**
 * The result as it is delivered: a reward is a number only on success, and not of a sample that was removed.
 * @param {string} id
 * @param {Outcome} outcome
 * @returns {Schemas["RolloutResultResponse"]}
 */
function toResult(id, { status, sample = null, message = null, category = null }) {
  const counts = status === "success" && sample !== null && !sample.remove_sample;
  const delivered = sample === null ? null : { ...sample, reward: counts ? sample.reward : null };
  return { ...ended(id, status, message, category), sample: delivered };
}
