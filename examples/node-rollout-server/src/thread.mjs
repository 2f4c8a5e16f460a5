// User code runs in a thread of its own: it may hold that thread, and /health answers all the same. A thread that does
// not let go of a rollout that was ended is ended itself, and the rollouts that it had with it; the next gets a new one.

import { Worker } from "node:worker_threads";

/** @typedef {import("./executor.mjs").Outcome} Outcome */

/**
 * @typedef {object} Job
 * @property {string} id
 * @property {Array<Record<string, unknown>>} prompt
 * @property {string | null} label
 * @property {Record<string, unknown> | null} metadata
 * @property {string} chatUrl
 * @property {string | null} apiKey
 * @property {boolean} grade
 * @property {string | null} artifactsDir
 */

/** @typedef {{id: string, event: "workflow" | "grading" | "ended", outcome?: Outcome, grades?: boolean}} Report */

const SUSPECT_SEC = 0.25;
const LET_GO_SEC = 3;

/** One rollout in the thread. */
class Work {
  /** @type {(outcome: Outcome) => void} */
  #workflowIs = () => {};
  /** @type {(outcome: Outcome) => void} */
  #gradingIs = () => {};
  /** @type {Promise<Outcome>} */
  workflow = new Promise((resolve) => (this.#workflowIs = resolve));
  /** @type {Promise<Outcome>} */
  grading = new Promise((resolve) => (this.#gradingIs = resolve));
  /** Whether grading follows; known once the workflow has ended. */
  grades = false;
  ended = false;
  /** Lets go of the rollout, wherever it stands. */
  end = () => {};

  /** @param {Report} report */
  hear({ event, outcome, grades = false }) {
    if (event === "ended") this.ended = true;
    if (!outcome) return;
    if (event === "workflow") {
      this.grades = grades;
      this.#workflowIs(outcome);
    } else {
      this.#gradingIs(outcome);
    }
  }

  /** The thread is gone. */
  lose() {
    this.ended = true;
    const outcome = /** @type {Outcome} */ ({ status: "failure", message: "the thread of user code ended", category: "internal_error" });
    this.#workflowIs(outcome);
    this.#gradingIs(outcome);
  }
}

export class UserThread {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<string, Work>} */
  #works = new Map();

  /**
   * @param {URL} userModule
   * @param {boolean} markOutput whether lines of output begin with the rollout's id
   */
  constructor(userModule, markOutput) {
    this.workerData = { userModule: userModule.href, markOutput };
  }

  /**
   * @param {Job} job
   * @returns {Work}
   */
  run(job) {
    const work = new Work();
    const worker = (this.#worker ??= this.#start());
    const works = this.#works;
    works.set(job.id, work);
    worker.postMessage({ run: job });
    work.end = () => {
      if (work.ended) return;
      worker.postMessage({ end: job.id });
      setTimeout(() => {
        if (!work.ended && worker === this.#worker) this.#worker = null; // what comes now goes to another thread
      }, SUSPECT_SEC * 1000).unref();
      setTimeout(() => {
        if (work.ended) return;
        console.error(`the thread of user code holds on to rollout ${job.id}, and is ended`);
        void worker.terminate();
        this.#lost(worker, works);
      }, LET_GO_SEC * 1000).unref();
    };
    return work;
  }

  #start() {
    const worker = new Worker(new URL("./worker.mjs", import.meta.url), { workerData: this.workerData });
    const works = (this.#works = new Map());
    worker.on("message", (/** @type {Report} */ report) => {
      works.get(report.id)?.hear(report);
      if (report.event === "ended") works.delete(report.id);
      if (works.size === 0 && worker !== this.#worker) void worker.terminate();
    });
    worker.on("error", (error) => console.error("user code broke its thread:", error));
    worker.on("exit", () => this.#lost(worker, works));
    return worker;
  }

  /**
   * @param {Worker} worker
   * @param {Map<string, Work>} works
   */
  #lost(worker, works) {
    if (worker === this.#worker) this.#worker = null;
    for (const work of works.values()) work.lose();
    works.clear();
  }
}
