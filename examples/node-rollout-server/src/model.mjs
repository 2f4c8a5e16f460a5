// The policy model: an OpenAI-style endpoint whose address names the rollout.

/**
 * The text of the model's answer. One try: the controller makes the tries that a call has. Throws an Error for a status
 * other than 200, a broken connection and a stream without its end.
 * @param {string} base
 * @param {string | null} key
 * @param {Array<Record<string, unknown>>} messages
 * @param {{stream?: boolean, signal?: AbortSignal}} options
 * @returns {Promise<string>}
 */
export async function chat(base, key, messages, { stream = false, signal } = {}) {
  try {
    const response = await fetch(`${base}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model: "osmosis-rollout", messages, stream }),
      signal: signal ?? null,
    });
    if (response.status !== 200) throw new Error(`the model answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
    const text = stream ? streamed(await response.text()) : (await response.json()).choices[0].message.content;
    return text ?? "";
  } catch (error) {
    if (error instanceof Error && Object.getPrototypeOf(error) === Error.prototype) throw error;
    throw new Error(`the call to the model failed: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/**
 * The deltas of a whole stream of server-sent events, together.
 * @param {string} events
 */
function streamed(events) {
  let text = "";
  for (const event of events.split(/\r?\n\r?\n/)) {
    const lines = event.split(/\r?\n/);
    const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5).trimStart()).join("\n");
    if (lines.some((line) => /^event: ?error$/.test(line))) throw new Error(`the model's stream failed: ${data.slice(0, 200)}`);
    if (data === "[DONE]") return text;
    if (data !== "") text += JSON.parse(data).choices[0]?.delta?.content ?? "";
  }
  throw new Error("the model's stream ended without [DONE]");
}
