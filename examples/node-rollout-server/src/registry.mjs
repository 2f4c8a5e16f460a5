// The rollouts that the server holds: their status, their result, their lease, and how long each is remembered.

import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** @typedef {import("./launch.mjs").Settings} Settings */
/** @typedef {import("../types/rollout.js").components["schemas"]} Schemas */
/** @typedef {Schemas["RolloutResultResponse"]} Result */

/** One rollout. It ends once: a terminal status never changes. */
export class Rollout {
  /**
   * @param {string} id
   * @param {string} digest what a repeat of the admission must match
   * @param {string | null} idempotencyKey
   */
  constructor(id, digest, idempotencyKey) {
    this.id = id;
    this.digest = digest;
    this.idempotencyKey = idempotencyKey;
    /** @type {Buffer | null} the hash of the lease token; null in the callback dialect */
    this.tokenHash = null;
    this.status = /** @type {Schemas["RolloutStatus"]} */ ("queued");
    /** @type {Result | null} */
    this.result = null;
    /** @type {Schemas["CancelDisposition"] | null} the answer to the first cancellation */
    this.cancelled = null;
    /** True once the outcome is there and only its delivery is left: too late to cancel. */
    this.executed = false;
    /** True while something of it runs, delivery and cleaning up included. */
    this.active = true;
    /** Ends the work; the executor sets it. */
    this.abort = () => {};
    this.leaseUntil = Infinity;
    /** @type {Set<() => void>} */
    this.waiting = new Set();
  }

  get live() {
    return this.result === null;
  }

  /** @param {"running" | "grading"} status */
  moveTo(status) {
    if (!this.live || this.status === status) return;
    this.status = status;
    this.#wake();
  }

  /** @param {Result} result */
  complete(result) {
    if (!this.live) return;
    this.result = result;
    this.status = result.status;
    this.#wake();
  }

  #wake() {
    for (const wake of [...this.waiting]) wake();
  }

  /**
   * Waits for the next change of status, or for the end alone, or for so many seconds.
   * @param {number} seconds
   * @param {boolean} untilTerminal
   * @returns {Promise<void>}
   */
  changed(seconds, untilTerminal) {
    if (!this.live) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        resolve();
      };
      const wake = () => {
        if (!untilTerminal || !this.live) done();
      };
      const timer = setTimeout(done, seconds * 1000);
      this.waiting.add(wake);
    });
  }
}

/** Every rollout the server knows, by id and by Idempotency-Key. */
export class Registry {
  #secret = randomBytes(32);
  /** @type {Map<string, Rollout>} */
  #rollouts = new Map();
  /** @type {Map<string, Rollout>} */
  #byKey = new Map();

  /** @param {Settings} settings */
  constructor(settings) {
    this.settings = settings;
  }

  /** @param {string} id */
  get(id) {
    return this.#rollouts.get(id);
  }

  /** @param {string} key */
  admittedWith(key) {
    return this.#byKey.get(key);
  }

  /**
   * Those whose id begins so.
   * @param {string} prefix
   */
  ids(prefix) {
    return [...this.#rollouts.keys()].filter((id) => id.startsWith(prefix));
  }

  get active() {
    return [...this.#rollouts.values()].filter((rollout) => rollout.active).length;
  }

  /**
   * A new lease token; the same again for the same id and key, so that none is stored.
   * @param {string} id
   * @param {string | null} idempotencyKey
   */
  token(id, idempotencyKey) {
    if (idempotencyKey === null) return randomBytes(32).toString("base64url");
    return createHmac("sha256", this.#secret).update(`${id}\0${idempotencyKey}`).digest("base64url");
  }

  /**
   * Registers a rollout. With a token it lives under a lease, which begins now.
   * @param {Rollout} rollout
   * @param {string | null} token
   */
  add(rollout, token) {
    this.#rollouts.set(rollout.id, rollout);
    if (rollout.idempotencyKey !== null) this.#byKey.set(rollout.idempotencyKey, rollout);
    if (token === null) return;
    rollout.tokenHash = sha256(token);
    rollout.leaseUntil = now() + this.settings.leaseSec;
    this.#watchLease(rollout);
  }

  /**
   * @param {Rollout} rollout
   * @param {string} token
   */
  fits(rollout, token) {
    return rollout.tokenHash !== null && timingSafeEqual(rollout.tokenHash, sha256(token));
  }

  /**
   * A poll arrived: the lease lasts its whole time again, unless it has lapsed.
   * @param {Rollout} rollout
   */
  renew(rollout) {
    if (rollout.live && !this.#lapse(rollout)) rollout.leaseUntil = now() + this.settings.leaseSec;
  }

  /** @param {Rollout} rollout */
  #watchLease(rollout) {
    if (!rollout.live || this.#lapse(rollout)) return;
    setTimeout(() => this.#watchLease(rollout), Math.max(1, (rollout.leaseUntil - now()) * 1000)).unref();
  }

  /**
   * Ends a rollout whose lease has lapsed.
   * @param {Rollout} rollout
   * @returns {boolean} whether it has
   */
  #lapse(rollout) {
    if (now() < rollout.leaseUntil) return false;
    this.complete(rollout, null);
    rollout.abort();
    return true;
  }

  /**
   * Completes a rollout, once. A result that comes after the lease lapsed is the lapse.
   * @param {Rollout} rollout
   * @param {Result | null} result null: the lease lapsed
   */
  complete(rollout, result) {
    if (!rollout.live) return;
    const lapsed = result === null || now() >= rollout.leaseUntil;
    const message = "lease expired: the controller stopped polling";
    rollout.complete(lapsed ? ended(rollout.id, "failure", message, "lease_expired") : result);
    this.#forgetLater(rollout);
  }

  /** @param {Rollout} rollout */
  #forgetLater(rollout) {
    setTimeout(() => {
      if (rollout.active) {
        this.#forgetLater(rollout); // its id is free once nothing of it runs any more
        return;
      }
      this.#rollouts.delete(rollout.id);
      if (rollout.idempotencyKey !== null) this.#byKey.delete(rollout.idempotencyKey);
    }, this.settings.retentionSec * 1000).unref();
  }
}

/**
 * A result without a sample.
 * @param {string} id
 * @param {Schemas["RolloutStatus"]} status
 * @param {string | null} message
 * @param {Schemas["RolloutErrorCategory"] | null} category
 * @returns {Result}
 */
export function ended(id, status, message = null, category = null) {
  return { rollout_id: id, status, sample: null, err_message: message, err_category: category };
}

/** @param {string} text */
function sha256(text) {
  return createHash("sha256").update(text).digest();
}

/** Seconds on a clock that only goes forward. */
export function now() {
  return performance.now() / 1000;
}
