// All runs.

import { count, el, minute, percent, short } from "./dom.js";
import { showRunList } from "./run-list.js";

const LIST = {
  path: "/api/runs",
  title: "Runs",
  none: "No runs yet",
  command: "osmosis eval run",
  columns: [
    ["State"], ["Pass rate", "number"], ["Mean reward", "number wide"], ["Results", "number wide"],
    ["Model", "wide"], ["Rollout", "wide"], ["Created", "wide"],
  ],
  active: (run) => run.status === "running",
  cells: (run) => run.fault ? null : [
    el("span", { class: `badge ${{ finished: "good", running: "busy" }[run.status] ?? "none"}` }, run.status),
    percent(run.pass_rate),
    [short(run.mean_reward), run.graded > 0 && el("span", { class: "quiet" }, ` over ${count(run.graded)} of ${count(run.total)}`)],
    `${count(run.settled)} of ${count(run.total)}`,
    run.model,
    run.rollout,
    minute(run.created_at),
  ],
};

export function showRuns(part) {
  return showRunList(part, LIST);
}
