// What a launcher says to a server: the launch contract (spec/rollout/process), and the settings of the conformance suite.

import { homedir } from "node:os";
import { join } from "node:path";

/**
 * @typedef {object} Settings
 * @property {string} host
 * @property {number} port
 * @property {string | null} instanceId what /health answers; null: the process id of this start
 * @property {string[]} keys any of them opens the server; empty: it is open
 * @property {string} artifactRoot
 * @property {boolean} markOutput
 * @property {number} waitSec how long a poll may block
 * @property {number} leaseSec how long a lease lives after a poll; more than waitSec
 * @property {number} retentionSec how long a result can be read again
 * @property {number} maxConcurrent rollouts that run at once
 * @property {number} maxQueued admitted rollouts that may wait
 * @property {number} drainSec how long a stopping server waits for its rollouts
 * @property {number} maxBodyBytes
 * @property {number} bodySec how long a body may take to arrive
 */

/**
 * The settings of this start. Throws for a variable that does not hold what it should.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Settings}
 */
export function launch(env) {
  const waitSec = number(env, "OSMOSIS_CONFORMANCE_WAIT_SEC", 30);
  const leaseSec = number(env, "OSMOSIS_CONFORMANCE_LEASE_SEC", 120);
  if (!(waitSec > 0) || leaseSec <= waitSec) throw new Error("a lease must live longer than a poll may block");
  const capacity = number(env, "OSMOSIS_CONFORMANCE_CAPACITY", 0);
  const key = (env._OSMOSIS_ROLLOUT_API_KEY ?? "").trim();
  const port = number(env, "_OSMOSIS_ROLLOUT_PORT", 8000);
  if (!Number.isInteger(port) || port > 65535) throw new Error(`_OSMOSIS_ROLLOUT_PORT is not a port: ${port}`);
  return {
    host: "127.0.0.1",
    port,
    instanceId: env._OSMOSIS_ROLLOUT_INSTANCE_ID || null,
    keys: key ? [key] : [],
    artifactRoot: env._OSMOSIS_ROLLOUT_ARTIFACT_ROOT || join(homedir(), ".osmosis"),
    markOutput: env._OSMOSIS_ROLLOUT_MARK_OUTPUT === "1",
    waitSec,
    leaseSec,
    retentionSec: number(env, "OSMOSIS_CONFORMANCE_RETENTION_SEC", 900),
    maxConcurrent: capacity > 1 ? capacity - 1 : 256,
    maxQueued: capacity > 1 ? 1 : 1024,
    drainSec: 10,
    maxBodyBytes: 64 * 1024 ** 2,
    bodySec: 60,
  };
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name
 * @param {number} otherwise
 */
function number(env, name, otherwise) {
  const value = env[name] ? Number(env[name]) : otherwise;
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} is not a number: ${env[name]}`);
  return value;
}
