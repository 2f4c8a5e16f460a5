// All training runs.

import { count, el, minute, short } from "./dom.js";
import { showRunList } from "./run-list.js";

const COLOURS = { finished: "good", running: "busy", failed: "fault", crashed: "fault" };

/** A run's state as a mark and a word. */
export function stateBadge(status) {
  return el("span", { class: `badge ${COLOURS[status] ?? "none"}` }, status);
}

const LIST = {
  path: "/api/training",
  title: "Training runs",
  none: "No training runs yet",
  command: "osmosis train run",
  columns: [
    ["State"], ["Step", "number"], ["Reward", "number"], ["Held out", "number wide"],
    ["Model", "wide"], ["Rollout", "wide"], ["Created", "wide"],
  ],
  active: (run) => run.active,
  cells: (run) => [
    stateBadge(run.status),
    `${count(run.current_step)} of ${count(run.total_steps)}`,
    short(run.reward),
    short(run.validation),
    run.model,
    run.rollout,
    minute(run.created_at),
  ],
};

export function showTrainings(part) {
  return showRunList(part, LIST);
}
