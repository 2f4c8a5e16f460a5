// Buttons that copy a text.

import { el } from "./dom.js";

const SAID_MS = 2000;

/** A button that copies what `text` gives; it says whether that worked. */
export function copyButton(label, text) {
  const button = el("button", { type: "button", class: "copy" }, label);
  const live = el("span", { class: "hidden", role: "status" });
  button.addEventListener("click", async () => {
    const copied = await copy(text());
    live.textContent = copied ? `${label}: copied` : "Copying was refused";
    button.textContent = copied ? "Copied" : "Refused";
    setTimeout(() => {
      button.textContent = label;
      live.textContent = "";
    }, SAID_MS);
  });
  return el("span", { class: "copying" }, button, live);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers refuse it without focus or permission: the older way, by selecting the text.
    const field = el("textarea", { class: "hidden", "aria-hidden": "true", tabindex: -1 });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
