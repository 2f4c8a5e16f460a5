// What a request must be: JSON as the contract means it, and the shapes of the bodies that this server takes.

/** @typedef {import("../types/rollout.js").components["schemas"]} Schemas */
/** @typedef {{type: string, loc: Array<string | number>, msg: string}} Fault */

const MAX_DEPTH = 200;
const MAX_FAULTS = 50;
const ROLLOUT_ID = /^(?:[^/\\\0.][^/\\\0]*|\.[^/\\\0.][^/\\\0]*|\.\.[^/\\\0]+)$/u;
const CALLBACK_URL =
  /^https?:\/\/([A-Za-z0-9._~!$&'()*+,;=:%-]*@)?([A-Za-z0-9][A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\])(:([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))?([/?#][!-~]*)?$/;

/** A request that does not fit the contract. */
export class Invalid extends Error {
  /**
   * @param {Fault[]} faults
   * @param {string} [sentence] what `detail` says instead of the list
   */
  constructor(faults, sentence) {
    super("the request does not fit the contract");
    this.faults = faults;
    this.sentence = sentence;
  }

  /** The problem document, without its instance. */
  body() {
    const title = "The request does not fit the contract";
    return { type: "about:blank", title, status: 422, detail: this.sentence ?? this.faults, errors: this.faults };
  }
}

/**
 * A JSON value from UTF-8. NaN, infinities, numbers that no double holds, lone surrogates, a byte order mark and what is
 * nested too deep are refused.
 * @param {Buffer} bytes
 * @returns {unknown}
 */
export function parseJson(bytes) {
  if (bytes.length === 0) throw new Invalid([{ type: "missing", loc: ["body"], msg: "a body is required" }]);
  let value;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new Invalid([{ type: "json_invalid", loc: ["body"], msg: "the body is not JSON in UTF-8" }]); // what V8 says quotes it
  }
  const fault = unfit(value, ["body"]);
  if (fault) throw new Invalid([fault]);
  return value;
}

/**
 * The first thing inside a parsed value that JSON of the contract does not have.
 * @param {unknown} value
 * @param {Array<string | number>} loc
 * @returns {Fault | null}
 */
function unfit(value, loc) {
  if (typeof value === "number" && !Number.isFinite(value)) return { type: "finite_number", loc, msg: "a number out of range" };
  if (typeof value === "string" && !value.isWellFormed()) return { type: "json_invalid", loc, msg: "a lone surrogate" };
  if (typeof value !== "object" || value === null) return null;
  if (loc.length > MAX_DEPTH) return { type: "json_invalid", loc: loc.slice(0, 8), msg: `nested more than ${MAX_DEPTH} deep` };
  for (const [key, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const fault = unfit(key, loc) ?? unfit(item, [...loc, key]);
    if (fault) return fault;
  }
  return null;
}

/**
 * The rollout's id in a path.
 * @param {string} text percent-encoded
 */
export function pathId(text) {
  try {
    const id = decodeURIComponent(text);
    if (ROLLOUT_ID.test(id)) return id;
  } catch {
    // an escape that is not UTF-8
  }
  throw new Invalid([{ type: "string_pattern_mismatch", loc: ["path", "rollout_id"], msg: "a rollout id is one path segment" }]);
}

/** @typedef {[what: string, check: (value: unknown) => boolean, otherwise?: unknown, item?: (value: unknown) => boolean]} Rule what is meant, who fits, the default, and which items fit */

const REQUIRED = undefined;

const isObject = (/** @type {unknown} */ value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (/** @type {unknown} */ value) => typeof value === "string";
const isUrl = (/** @type {unknown} */ value) => isText(value) && /** @type {string} */ (value).length <= 8192 && CALLBACK_URL.test(/** @type {string} */ (value));
const isId = (/** @type {unknown} */ value) => isText(value) && ROLLOUT_ID.test(/** @type {string} */ (value));
const orNull = (/** @type {(value: unknown) => boolean} */ check) => (/** @type {unknown} */ value) => value === null || check(value);

/** @type {Record<string, Rule>} */
const BOTH = {
  initial_messages: ["an array of objects", (value) => Array.isArray(value) && value.every(isObject), REQUIRED, isObject],
  label: ["a text or null", orNull(isText), null],
  metadata: ["an object or null", orNull(isObject), null],
  chat_completions_url: ["a text", isText],
  llm_api_key: ["a text that is not empty, or null", orNull((value) => isText(value) && value !== ""), null],
  agent_timeout_sec: ["a number or null", orNull((value) => typeof value === "number"), null],
  grader_timeout_sec: ["a number or null", orNull((value) => typeof value === "number"), null],
  extra_fields: ["an object or null", orNull(isObject), null],
};

/** @type {Record<string, Rule>} */
const LEASES = { ...BOTH, rollout_id: ["one path segment", isId], grade: ["a boolean", (value) => typeof value === "boolean", true] };

/** @type {Record<string, Rule>} */
const CALLBACKS = {
  ...BOTH,
  rollout_id: ["one path segment, or null", orNull(isId), null],
  completion_callback_url: ["an http or https URL", isUrl],
  grader_callback_url: ["an http or https URL, or null", orNull(isUrl), null],
  controller_api_key: ["a text or null", orNull(isText), null],
};

/** @typedef {Schemas["RolloutInitRequest"] | Schemas["CallbackRolloutInitRequest"]} Init */

/**
 * An admission with its defaults, and without the members that mean nothing: two bodies that say the same are equal.
 * @param {unknown} body
 * @returns {Init}
 */
export function parseInit(body) {
  if (!isObject(body)) throw new Invalid([{ type: "model_type", loc: ["body"], msg: "must be an object" }]);
  const given = /** @type {Record<string, unknown>} */ (body);
  const rules = isCallbacks(given) ? CALLBACKS : LEASES;
  /** @type {Fault[]} */
  const faults = [];
  /** @type {Record<string, unknown>} */
  const init = {};
  for (const [name, [what, check, otherwise, item]] of Object.entries(rules)) {
    if (Object.hasOwn(given, name)) {
      init[name] = given[name];
      if (!check(given[name])) faults.push(...misfits(given[name], ["body", name], what, item));
    } else if (otherwise === REQUIRED) {
      faults.push({ type: "missing", loc: ["body", name], msg: `is required: ${what}` });
    } else {
      init[name] = otherwise;
    }
  }
  if (faults.length > 0) throw new Invalid(faults.slice(0, MAX_FAULTS));
  return /** @type {Init} */ (/** @type {unknown} */ (init));
}

/**
 * A fault for each item of a list that does not fit, or one for the value as a whole.
 * @param {unknown} value
 * @param {Array<string | number>} loc
 * @param {string} what
 * @param {((value: unknown) => boolean) | undefined} item
 * @returns {Fault[]}
 */
function misfits(value, loc, what, item) {
  const at = item && Array.isArray(value) ? [...value.keys()].filter((index) => !item(value[index])) : [];
  const places = at.length > 0 ? at.map((index) => [...loc, index]) : [loc];
  return places.map((place) => ({ type: "value_error", loc: place, msg: `must be ${what}` }));
}

/**
 * Whether an admission asks for callbacks: the member alone decides.
 * @param {object} init
 * @returns {init is Schemas["CallbackRolloutInitRequest"]}
 */
export function isCallbacks(init) {
  return Object.hasOwn(init, "completion_callback_url");
}

const SELECTORS = "Give exactly one selector: ids (a list of texts), prefix (a text), or all (true).";

/**
 * Which rollouts a cancellation means: by their ids, or by the beginning of their ids ("" for all of them).
 * @param {Buffer} bytes
 * @returns {{ids: string[]} | {prefix: string}}
 */
export function parseCancel(bytes) {
  /** @type {Fault[]} */
  let faults = [{ type: "value_error", loc: ["body"], msg: SELECTORS }];
  try {
    const body = parseJson(bytes);
    const { ids = null, prefix = null, all = false } = /** @type {Record<string, any>} */ (isObject(body) ? body : {});
    const wrong = [
      ...(ids === null || (Array.isArray(ids) && ids.every(isText)) ? [] : misfits(ids, ["body", "ids"], "a list of texts", isText)),
      ...(prefix === null || isText(prefix) ? [] : misfits(prefix, ["body", "prefix"], "a text", undefined)),
      ...(typeof all === "boolean" ? [] : misfits(all, ["body", "all"], "a boolean", undefined)),
    ];
    if (wrong.length > 0) faults = wrong;
    else if ([ids !== null, prefix !== null, all].filter(Boolean).length === 1) {
      return ids !== null ? { ids } : { prefix: all ? "" : prefix };
    }
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    faults = error.faults;
  }
  throw new Invalid(faults, SELECTORS);
}

/**
 * A text that is the same for equal values, in whatever order their members come.
 * @param {unknown} value
 * @returns {string}
 */
export function canonical(value) {
  return JSON.stringify(value, (_, item) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  );
}
