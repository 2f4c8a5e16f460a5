// Posting results to a controller that gave URLs: each callback once, the completion before the grade.

/** @typedef {import("../types/rollout.js").components["schemas"]} Schemas */
/** @typedef {import("./executor.mjs").Outcome} Outcome */

const ATTEMPTS = 5;
const ATTEMPT_SEC = 10;
const LONGEST_WAIT_SEC = 30;
const AGAIN = new Set([429, 500, 502, 503, 504]);
const BODY_REFUSED = new Set([400, 413, 422]); // without its bulk it may pass

export class Poster {
  #posted = false;
  #failed = false;
  /** @type {Schemas["TrajectoryReport"] | null} what the controller's acknowledgements said of the model calls */
  report = null;

  /**
   * @param {string} id
   * @param {Schemas["CallbackRolloutInitRequest"]} init
   */
  constructor(id, init) {
    this.id = id;
    this.init = init;
  }

  /**
   * Says that the workflow has ended. A second call does nothing.
   * @param {Outcome} workflow
   */
  async postCompletion({ status, message = null, category = null }) {
    if (this.#posted) return;
    this.#posted = true;
    this.#failed = status !== "success";
    /** @type {Schemas["RolloutCompleteRequest"]} */
    const body = {
      status: this.#failed ? "failure" : "success",
      rollout_id: this.id,
      extra_fields: null,
      err_message: this.#failed ? message : null,
      err_category: this.#failed ? category : null,
    };
    await this.#post("completion", this.init.completion_callback_url, body);
  }

  /**
   * Says how the rollout has ended. A failure that the completion reported is not reported in full again.
   * @param {Outcome} workflow
   * @param {Schemas["RolloutResultResponse"]} result
   */
  async postOutcome(workflow, result) {
    await this.postCompletion(workflow);
    if (this.init.grader_callback_url == null) return;
    /** @type {Schemas["GraderCompleteRequest"]} */
    const body = this.#failed
      ? { status: "failure", rollout_id: this.id }
      : {
          status: result.status === "success" ? "success" : "failure",
          rollout_id: this.id,
          sample: result.sample,
          err_message: result.err_message,
          err_category: result.err_category,
        };
    const status = await this.#post("grader", this.init.grader_callback_url, body);
    if (BODY_REFUSED.has(status ?? 0) && body.sample) {
      const sample = { ...body.sample, messages: [], metrics: {}, extra_fields: {} };
      await this.#post("grader", this.init.grader_callback_url, { ...body, sample });
    }
  }

  /**
   * Posts until it is taken, refused for good, or was tried often enough. The log gets no URL: it may hold a secret.
   * @param {string} kind
   * @param {string} url
   * @param {object} body
   * @returns {Promise<number | null>} the status of the last answer, null without one
   */
  async #post(kind, url, body) {
    const text = JSON.stringify(body);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#attempt(url, text);
      if (answer !== null && answer.ok) {
        this.#acknowledged(kind, answer.text);
        return answer.status;
      }
      if (attempt === ATTEMPTS || (answer !== null && !AGAIN.has(answer.status))) {
        const why = answer === null ? "no answer" : `the controller answered ${answer.status}`;
        console.warn(`the ${kind} callback of rollout ${this.id} was not delivered: ${why}`);
        return answer?.status ?? null;
      }
      const pause = Math.min(0.5 * 2 ** (attempt - 1), 8);
      const wait = Math.min(retryAfter(answer?.retryAfter) ?? pause, LONGEST_WAIT_SEC);
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    }
  }

  /**
   * @param {string} url
   * @param {string} body
   * @returns {Promise<{ok: boolean, status: number, retryAfter: string | null, text: string} | null>} null: no answer
   */
  async #attempt(url, body) {
    const to = new URL(url);
    /** @type {Record<string, string>} */
    const headers = { "content-type": "application/json", "accept-encoding": "identity" };
    const key = this.init.controller_api_key;
    if (key) headers.authorization = `Bearer ${key}`;
    else if (to.username) headers.authorization = `Basic ${btoa(`${decodeURIComponent(to.username)}:${decodeURIComponent(to.password)}`)}`;
    to.username = to.password = "";
    try {
      const signal = AbortSignal.timeout(ATTEMPT_SEC * 1000);
      const response = await fetch(to, { method: "POST", headers, body, redirect: "manual", signal });
      const text = await response.text().catch(() => "");
      return { ok: response.ok, status: response.status, retryAfter: response.headers.get("retry-after"), text };
    } catch {
      return null;
    }
  }

  /**
   * @param {string} kind
   * @param {string} text
   */
  #acknowledged(kind, text) {
    try {
      const report = JSON.parse(text)?.trajectory ?? null;
      if (report === null) return;
      if (!isReport(report)) throw new Error("it has not the form of a report");
      this.report = report;
    } catch (error) {
      if (text.includes("trajectory")) console.warn(`${kind} callback of rollout ${this.id}: the report is ignored: ${error}`);
    }
  }
}

/**
 * Seconds to wait, from either form of Retry-After; null where it has neither.
 * @param {string | null | undefined} text
 */
function retryAfter(text) {
  if (text == null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const until = Date.parse(text);
  return Number.isNaN(until) ? null : Math.max(0, (until - Date.now()) / 1000);
}

/** @param {any} report */
function isReport(report) {
  const isObject = (/** @type {any} */ value) => typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject(report) || !isObject(report.samples ?? {})) return false;
  return Object.values(report.samples ?? {}).every(
    (sample) => isObject(sample) && Array.isArray(sample.llm_call_metrics ?? []) && (sample.llm_call_metrics ?? []).every(isObject),
  );
}
