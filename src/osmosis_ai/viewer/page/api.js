// Asking the server, and the address of the page: "#/run-name?filter=…".

/** The answer as a value. Throws an Error with `message` and perhaps `hint`. */
export async function get(path, parameters) {
  const query = parameters ? `?${new URLSearchParams(present(parameters))}` : "";
  let response;
  try {
    response = await fetch(path + query, { credentials: "same-origin" });
  } catch {
    throw Object.assign(new Error("The server does not answer."), { hint: `Is \`${document.documentElement.dataset.command}\` still running?` });
  }
  if (response.ok) return response.json();
  const text = await response.text();
  let told = { message: text.trim() || `The server answered ${response.status}.` };
  try {
    told = JSON.parse(text);
  } catch {
    // plain text says it itself
  }
  throw Object.assign(new Error(told.message), { hint: told.hint, status: response.status });
}

/** The path of something of a run. */
export function runPath(name, ...parts) {
  return ["/api/runs", name, ...parts].map((part, at) => (at ? encodeURIComponent(part) : part)).join("/");
}

/** Where the page is: the view's name and its parameters. */
export function place() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  return { name: decodeURIComponent(path ?? ""), parameters: Object.fromEntries(new URLSearchParams(query ?? "")) };
}

/** The address of a view. */
export function address(name, parameters) {
  const query = new URLSearchParams(present(parameters ?? {})).toString();
  return `#/${encodeURIComponent(name)}${query ? `?${query}` : ""}`;
}

function present(parameters) {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== "" && value !== null && value !== undefined));
}
