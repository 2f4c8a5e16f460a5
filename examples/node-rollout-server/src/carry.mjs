// What JSON cannot hold: it is replaced in messages, and left out of metrics and extra fields. Nothing else is lost for it.

/** @param {string} text */
export function carriedText(text) {
  return text.toWellFormed();
}

/**
 * Messages in which NaN and infinities are null, lone surrogates are U+FFFD, and other values that are not JSON are text.
 * @param {unknown[]} messages
 */
export function carriedMessages(messages) {
  return /** @type {Array<Record<string, unknown>>} */ (messages.map((message) => carried(message, [])));
}

/**
 * @param {unknown} value
 * @param {object[]} above what it lies in: an object inside itself is text too
 * @returns {unknown}
 */
function carried(value, above) {
  if (typeof value === "string") return carriedText(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (value === null || typeof value === "boolean") return value;
  if (value === undefined) return null;
  if (typeof value !== "object") return carriedText(String(value));
  if (above.includes(value)) return "[an object inside itself]";
  const inside = [...above, value];
  if (Array.isArray(value)) return value.map((item) => carried(item, inside));
  const { toJSON } = /** @type {{toJSON?: unknown}} */ (value);
  if (typeof toJSON === "function") return carried(toJSON.call(value), inside);
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return carriedText(String(value));
  const pairs = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(pairs.map(([key, item]) => [carriedText(key), carried(item, inside)]));
}

/**
 * The fields that JSON can hold as they are; the others are named in one warning.
 * @param {Record<string, unknown>} fields
 */
export function carriedFields(fields) {
  const pairs = Object.entries(fields);
  const fit = pairs.filter(([key, value]) => isJson(key) && isJson(value));
  if (fit.length < pairs.length) console.warn(`${pairs.length - fit.length} fields of the sample cannot be carried, and are left out`);
  return Object.fromEntries(fit);
}

/**
 * @param {unknown} value
 * @returns {boolean}
 */
function isJson(value) {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value === "number") return Number.isFinite(value);
  if (value === null || typeof value === "boolean") return true;
  if (typeof value !== "object") return false;
  if (Array.isArray(value)) return value.every(isJson);
  const prototype = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.entries(value).every(([key, item]) => isJson(key) && isJson(item));
}
