// The operations of the protocol, each in a few lines over the registry and the executor.

import { randomUUID } from "node:crypto";
import { Problem } from "./http.mjs";
import { ended, Rollout } from "./registry.mjs";
import { canonical, Invalid, isCallbacks, parseCancel, parseInit } from "./validate.mjs";

/** @typedef {import("../types/rollout.js").components["schemas"]} Schemas */
/** @typedef {import("node:http").IncomingHttpHeaders} Headers */
/** @typedef {import("./http.mjs").Answer} Answer */

const RETRY_AFTER_SEC = 5;

export class Handlers {
  #processId = randomUUID();

  /**
   * @param {import("./launch.mjs").Settings} settings
   * @param {import("./registry.mjs").Registry} registry
   * @param {import("./executor.mjs").Executor} executor
   */
  constructor(settings, registry, executor) {
    this.settings = settings;
    this.registry = registry;
    this.executor = executor;
  }

  /**
   * POST /rollout. A repeat is answered before anything else is looked at: also by a server that is full or draining.
   * @param {unknown} body
   * @param {Headers} headers
   * @returns {Answer}
   */
  create(body, headers) {
    const key = idempotencyKey(headers);
    const init = parseInit(body);
    const leased = !isCallbacks(init);
    const digest = canonical(init);
    const held = init.rollout_id == null ? undefined : this.registry.get(init.rollout_id);
    const before = key !== null ? this.registry.admittedWith(key) : leased ? undefined : held;
    if (before && before.digest === digest) {
      return this.#admitted(before.id, leased ? this.registry.token(before.id, key) : null);
    }
    if (this.executor.draining) throw new Problem(503, "Draining", "The server is shutting down; ask another.");
    if (!this.executor.hasRoom) {
      const detail = `The queue is full; ask again after ${RETRY_AFTER_SEC} seconds.`;
      throw new Problem(429, "No capacity", detail, { headers: { "retry-after": String(RETRY_AFTER_SEC) } });
    }
    if (before && key !== null) throw conflict("key-reused", "This Idempotency-Key was used to admit something else.");
    if (held) throw conflict("id-taken", "A rollout of this id is registered or retained here; choose another id.");

    const rollout = new Rollout(init.rollout_id ?? randomUUID().replaceAll("-", ""), digest, key);
    const token = leased ? this.registry.token(rollout.id, key) : null;
    this.registry.add(rollout, token);
    this.executor.start(rollout, init);
    return this.#admitted(rollout.id, token);
  }

  /**
   * @param {string} id
   * @param {string | null} token
   * @returns {Answer}
   */
  #admitted(id, token) {
    if (token === null) return { status: 202, body: {} };
    /** @type {Schemas["RolloutInitResponse"]} */
    const body = {
      rollout_id: id,
      status: "queued",
      polling_lease_token: token,
      result_wait_timeout_sec: this.settings.waitSec,
      polling_lease_timeout_sec: this.settings.leaseSec,
    };
    return { status: 202, body };
  }

  /**
   * GET /rollout/{id}/result. The poll renews the lease as it arrives, and waits for a change.
   * @param {string} id
   * @param {Headers} headers
   * @param {URLSearchParams} query
   * @returns {Promise<Answer>}
   */
  async result(id, headers, query) {
    const token = headers["x-osmosis-rollout-lease"];
    const until = query.get("until") ?? "change";
    const faults = [];
    if (typeof token !== "string" || token === "") {
      faults.push({ type: "missing", loc: ["header", "X-Osmosis-Rollout-Lease"], msg: "the lease token is required" });
    }
    if (until !== "change" && until !== "terminal") {
      faults.push({ type: "enum", loc: ["query", "until"], msg: "must be change or terminal" });
    }
    if (faults.length > 0) throw new Invalid(faults);
    const rollout = this.registry.get(id);
    if (!rollout || rollout.tokenHash === null) {
      throw new Problem(404, "Unknown rollout", "No rollout of this id is under a lease here, or it is no longer kept.");
    }
    if (!this.registry.fits(rollout, String(token))) {
      throw new Problem(403, "Wrong lease", "The token is not that of this rollout's lease.");
    }
    this.registry.renew(rollout);
    await rollout.changed(this.settings.waitSec, until === "terminal");
    return { status: 200, body: rollout.result ?? ended(id, rollout.status) };
  }

  /**
   * GET /rollout/{id}/status.
   * @param {string} id
   * @returns {Answer}
   */
  status(id) {
    const rollout = this.registry.get(id);
    /** @type {Schemas["RolloutStatusResponse"]} */
    const body = {
      rollout_id: id,
      status: rollout?.status ?? "unknown",
      reward: rollout?.result?.sample?.reward ?? null,
      err_message: rollout?.result?.err_message ?? null,
    };
    return { status: 200, body };
  }

  /**
   * POST /rollout/cancel.
   * @param {Buffer} bytes
   * @returns {Answer}
   */
  cancel(bytes) {
    const selector = parseCancel(bytes);
    const ids = "ids" in selector ? selector.ids : this.registry.ids(selector.prefix);
    const dispositions = Object.fromEntries(ids.map((id) => [id, this.executor.cancel(this.registry.get(id))]));
    return { status: 200, body: { dispositions } };
  }

  /**
   * GET /health.
   * @returns {Answer}
   */
  health() {
    const accepting = !this.executor.draining;
    /** @type {Schemas["HealthResponse"]} */
    const body = {
      status: "ok",
      instance_id: this.settings.instanceId ?? this.#processId,
      process_id: this.#processId,
      lifecycle: { accepting_rollouts: accepting, active_rollouts: this.registry.active },
      admission: accepting ? { state: "accepting" } : { state: "draining", reason: "the server is shutting down" },
      concurrency: this.executor.load,
      max_queue_depth: this.settings.maxQueued,
    };
    return { status: 200, body };
  }
}

/**
 * @param {Headers} headers
 * @returns {string | null}
 */
function idempotencyKey(headers) {
  const key = headers["idempotency-key"];
  if (key === undefined) return null;
  if (typeof key === "string" && key.length >= 1 && key.length <= 255) return key;
  throw new Invalid([{ type: "string_length", loc: ["header", "Idempotency-Key"], msg: "must have 1 to 255 characters" }]);
}

/**
 * @param {string} kind
 * @param {string} detail
 */
function conflict(kind, detail) {
  return new Problem(409, "Conflict", detail, { type: `urn:osmosis:rollout:${kind}` });
}
