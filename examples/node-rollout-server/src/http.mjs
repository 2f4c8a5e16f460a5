// HTTP: who may ask, the body, the routes, and the shape of every error.

import { timingSafeEqual, createHash } from "node:crypto";
import { createServer } from "node:http";
import { isIPv4 } from "node:net";
import { Invalid, parseJson, pathId } from "./validate.mjs";

/** @typedef {import("./launch.mjs").Settings} Settings */
/** @typedef {import("./handlers.mjs").Handlers} Handlers */
/** @typedef {import("node:http").IncomingMessage} Request */
/** @typedef {{status: number, body: unknown, headers?: Record<string, string>}} Answer */

/** An error answer (RFC 9457). `type` names the kind of problem where the status does not say it all. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} title
   * @param {string} detail
   * @param {{type?: string, headers?: Record<string, string>}} [more]
   */
  constructor(status, title, detail, { type = "about:blank", headers = {} } = {}) {
    super(detail);
    this.status = status;
    this.headers = headers;
    this.body = { type, title, status, detail };
  }
}

/** @typedef {(handlers: Handlers, request: Request, ids: string[], settings: Settings) => Promise<Answer> | Answer} Route */

/** @type {Array<{path: RegExp, methods: Record<string, Route>}>} */
const ROUTES = [
  {
    path: /^\/rollout$/,
    methods: { POST: async (handlers, request, _, settings) => handlers.create(await readJson(request, settings), request.headers) },
  },
  {
    path: /^\/rollout\/cancel$/,
    methods: { POST: async (handlers, request, _, settings) => handlers.cancel(await readBytes(request, settings)) },
  },
  {
    path: /^\/rollout\/(.*)\/result$/,
    methods: {
      GET: (handlers, request, [id]) =>
        handlers.result(pathId(id), request.headers, new URL(request.url ?? "", "http://localhost").searchParams),
    },
  },
  { path: /^\/rollout\/(.*)\/status$/, methods: { GET: (handlers, _, [id]) => handlers.status(pathId(id)) } },
  { path: /^\/health$/, methods: { GET: (handlers) => handlers.health() } },
];

/**
 * The HTTP server of the protocol, not yet listening.
 * @param {Settings} settings
 * @param {Handlers} handlers
 */
export function httpServer(settings, handlers) {
  const server = createServer(
    { requireHostHeader: false, keepAliveTimeout: 20_000, headersTimeout: 20_000, requestTimeout: 0 },
    async (request, response) => {
      let answer = /** @type {Answer} */ ({ status: 500, body: null });
      const path = (request.url ?? "").split("?")[0];
      try {
        checkSender(request);
        checkKey(request, settings.keys);
        answer = await route(path)(handlers, request, settings);
      } catch (error) {
        answer = errorAnswer(error, path);
      }
      const text = JSON.stringify(answer.body);
      const type = answer.status < 400 ? "application/json" : "application/problem+json";
      response.writeHead(answer.status, {
        "content-type": type,
        "content-length": Buffer.byteLength(text),
        ...answer.headers,
      });
      response.end(request.method === "HEAD" ? undefined : text);
      if (!request.complete) request.resume();
    },
  );
  return server;
}

/**
 * The operation at a path, or what answers instead of one.
 * @param {string} path
 * @returns {(handlers: Handlers, request: Request, settings: Settings) => Promise<Answer> | Answer}
 */
function route(path) {
  for (const { path: pattern, methods } of ROUTES) {
    const found = pattern.exec(path);
    if (!found) continue;
    return (handlers, request, settings) => {
      const method = request.method === "HEAD" ? "GET" : (request.method ?? "");
      const operation = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (operation) return operation(handlers, request, found.slice(1), settings);
      const allow = Object.keys(methods).flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]));
      throw new Problem(405, "Method Not Allowed", "this path does not take this method", {
        headers: { allow: allow.join(", ") },
      });
    };
  }
  throw new Problem(404, "Not Found", "there is nothing at this path");
}

/**
 * @param {unknown} error
 * @param {string} path
 * @returns {Answer}
 */
function errorAnswer(error, path) {
  if (error instanceof Invalid) return { status: 422, body: { ...error.body(), instance: path } };
  if (error instanceof Problem) {
    return { status: error.status, body: { ...error.body, instance: path }, headers: error.headers };
  }
  console.error(error);
  const detail = "the server failed to answer; its log says why";
  return { status: 500, body: { type: "about:blank", title: "Internal Server Error", status: 500, detail, instance: path } };
}

/**
 * A web page is not let in: it shows an Origin, or reaches a loopback address under a name of its own.
 * @param {Request} request
 */
function checkSender(request) {
  if (request.headers.origin !== undefined) {
    throw new Problem(403, "Forbidden", "A web page sent this request (it has an Origin); this server answers programs.");
  }
  const host = request.headers.host;
  if (host !== undefined && isLoopback(request.socket.localAddress ?? "") && !isLoopback(hostName(host))) {
    throw new Problem(403, "Forbidden", "The Host is not a name of this server.");
  }
}

/** @param {string} host */
function hostName(host) {
  const text = host.trim().toLowerCase();
  return text.startsWith("[") ? text.slice(1).split("]")[0] : text.replace(/:[^:]*$/, "");
}

/** @param {string} host */
function isLoopback(host) {
  const name = host.replace(/^::ffff:/, "");
  return name === "localhost" || name.endsWith(".localhost") || name === "::1" || (isIPv4(name) && name.startsWith("127."));
}

/**
 * @param {Request} request
 * @param {string[]} keys
 */
function checkKey(request, keys) {
  const given = hash(request.headers.authorization ?? "");
  const fits = keys.filter((key) => timingSafeEqual(given, hash(`Bearer ${key}`)));
  if (keys.length > 0 && fits.length === 0) {
    throw new Problem(401, "Unauthorized", "unauthorized", { headers: { "www-authenticate": "Bearer" } });
  }
}

/** @param {string} text */
function hash(text) {
  return createHash("sha256").update(text, "latin1").digest();
}

/**
 * @param {Request} request
 * @param {Settings} settings
 */
async function readJson(request, settings) {
  return parseJson(await readBytes(request, settings));
}

/**
 * The bytes of a JSON body, within the server's bounds of size and time.
 * @param {Request} request
 * @param {Settings} settings
 * @returns {Promise<Buffer>}
 */
async function readBytes(request, { maxBodyBytes, bodySec }) {
  const media = (request.headers["content-type"] ?? "").split(";")[0].trim().toLowerCase();
  if (media !== "application/json") {
    throw new Problem(415, "Unsupported Media Type", "Send the body as application/json.");
  }
  if ((request.headers["content-encoding"] ?? "identity").trim().toLowerCase() !== "identity") {
    throw new Problem(415, "Unsupported Media Type", "Send the body without a Content-Encoding.");
  }
  const close = { headers: { connection: "close" } };
  const tooLarge = new Problem(413, "Content Too Large", `The body has more than ${maxBodyBytes} bytes.`, close);
  if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes) throw tooLarge;
  return new Promise((resolve, reject) => {
    /** @type {Buffer[]} */
    const parts = [];
    let size = 0;
    const late = new Problem(408, "Request Timeout", `The body did not arrive within ${bodySec} seconds.`, close);
    const timer = setTimeout(() => reject(late), bodySec * 1000);
    request.on("data", (part) => {
      size += part.length;
      if (size <= maxBodyBytes) parts.push(part);
      else reject(tooLarge);
    });
    request.on("end", () => resolve(Buffer.concat(parts)));
    request.on("error", reject);
    request.on("close", () => {
      clearTimeout(timer);
      if (!request.complete) reject(new Problem(400, "Bad Request", "the body broke off"));
    });
  });
}
