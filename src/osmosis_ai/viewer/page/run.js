// One run: its figures, pictures and rows; followed while it goes on.

import { address, get, place, runPath } from "./api.js";
import { pictures } from "./charts.js";
import { copyButton } from "./copying.js";
import { count, duration, el, percent, short, time } from "./dom.js";
import { withRange } from "./filters.js";
import { ItemPanel } from "./item.js";
import { RowTable } from "./rows.js";

const EVERY_MS = 1000;
const MOST_GROUPS = 8;
const SHARE = 4; // at most a quarter of the time is spent on asking

export async function showRun(part, name, parameters) {
  let run = await get(runPath(name));
  const facts = el("section", { class: "facts", "aria-label": "Figures" });
  const charts = el("section", { class: "charts", "aria-label": "Pictures" });
  const state = el("div", { class: "state" });
  const faults = el("div", { class: "faults" });
  const show = (item) => go({ item });
  const table = new RowTable(name, run, parameters, go, show);
  const panel = new ItemPanel({
    name, n: run.config.n, show, step: (by) => table.step(by), format: (markdown) => go({ md: markdown ? "1" : "" }),
    commands: (row) => commands(run, row),
  });
  let timer = null;

  function go(changes) {
    const next = { ...place().parameters, ...changes };
    const target = address(name, next);
    if (target !== location.hash) location.hash = target;
  }

  function draw() {
    state.replaceChildren(...standing(run));
    facts.replaceChildren(...figures(run));
    charts.replaceChildren(...pictures(run.pictures, run.summary.pass_threshold, (range) => {
      go({ ranges: withRange(place().parameters.ranges, range), page: "" });
      table.element.scrollIntoView({ block: "start" });
    }));
    faults.replaceChildren(...failures(run, name, go, faults.querySelector("details")?.open ?? true));
    document.getElementById("live").textContent = run.eval_run.status === "running" ? "live" : "";
  }

  async function follow() {
    const began = performance.now();
    try {
      const now = await get(runPath(name, "state"));
      if (now.revision !== run.revision || now.status !== run.eval_run.status) {
        run = await get(runPath(name));
        draw();
        await table.reload(run);
        panel.locate(table.where());
      }
    } catch (error) {
      document.getElementById("live").textContent = error.message;
    }
    const took = performance.now() - began;
    if (timer !== null && run.eval_run.status === "running") timer = setTimeout(follow, Math.max(EVERY_MS, took * SHARE));
  }

  draw();
  part.replaceChildren(
    el("div", { class: "title" }, el("h1", {}, name), state),
    el("p", { class: "quiet" }, `${run.rollout} · ${run.model} · ${run.dataset ?? "dataset"} · ${time(run.eval_run.created_at)}`),
    facts, charts, faults, table.element, details(run), panel.element,
  );
  await Promise.all([table.load(), parameters.item && panel.open(parameters.item, parameters.md === "1")]);
  panel.locate(table.where());
  if (run.eval_run.status === "running") timer = setTimeout(follow, EVERY_MS);

  function key(event) {
    const typing = event.target.matches?.("input, select, textarea");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (typing) event.target.blur();
      else if (chooser()?.open) chooser().open = false;
      else go({ item: "" });
      return;
    }
    if (typing) return;
    const step = (by) => (panel.isOpen ? table.step(by) : table.move(by));
    const sideways = panel.isOpen && !event.target.closest?.(".scroll");
    const action = {
      j: () => step(1), k: () => step(-1), n: () => table.turn(1), p: () => table.turn(-1),
      "/": () => table.focusFilter(), o: () => table.openSelected(),
      ArrowLeft: sideways && (() => table.step(-1)), ArrowRight: sideways && (() => table.step(1)),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
  const chooser = () => part.querySelector(".chooser");
  const outside = (event) => {
    if (chooser()?.open && !event.target.closest?.(".chooser") && event.target.isConnected) chooser().open = false;
  };
  document.addEventListener("click", outside);
  document.addEventListener("keydown", key);

  return {
    update(next) {
      const loaded = table.apply(next);
      const opened = next.item ? panel.open(next.item, next.md === "1") : table.focusRow(panel.close());
      Promise.all([loaded, opened]).then(() => {
        table.select(place().parameters.item);
        panel.locate(table.where());
      });
      return true;
    },
    leave() {
      clearTimeout(timer);
      timer = null;
      document.removeEventListener("keydown", key);
      document.removeEventListener("click", outside);
    },
  };
}

function standing(run) {
  const { status, running_for_sec: since, resume_command: command } = run.eval_run;
  const { settled, total, running, pending } = run.results;
  const done = total ? settled / total : 0;
  const words = status === "running"
    ? `${count(settled)} of ${count(total)}, ${count(running)} in flight${since ? `, for ${duration(since * 1000)}` : ""}`
    : status === "finished" ? `${count(total)} results` : `${count(pending)} of ${count(total)} missing`;
  return [
    el("span", { class: `badge ${{ finished: "good", running: "busy" }[status] ?? "none"}` }, status),
    el("span", { class: "quiet" }, words),
    status !== "finished" && el("progress", { max: 1, value: done, "aria-label": "Results there are" }),
    status === "incomplete" && command && el("code", { class: "command" }, command),
    status === "incomplete" && command && copyButton("Copy", () => command),
  ].filter(Boolean);
}

function figures(run) {
  const { summary, results } = run;
  const fact = (label, value, note) => el("div", { class: "fact" }, el("span", { class: "label" }, label), el("strong", {}, value), note && el("span", { class: "note" }, note));
  const stats = summary.reward_stats;
  const last = summary.pass_at_k?.at(-1);
  return [
    fact("Pass rate", summary.completed_samples ? percent(summary.pass_rate) : "–", `${count(summary.passed)} of ${count(summary.completed_samples)} with reward ≥ ${short(summary.pass_threshold)}`),
    last && fact(`pass@${last.k}`, percent(last.value), summary.pass_at_k.map((point) => `@${point.k} ${percent(point.value)}`).join("  ")),
    fact("Mean reward", stats ? short(stats.mean) : "–", stats && `over ${count(summary.graded)} of ${count(results.total)}, median ${short(stats.median)}, σ ${short(stats.std)}`),
    ...Object.entries(summary.metrics ?? {}).map(([name, one]) => fact(name, short(one.mean), `over ${count(one.count)} of ${count(results.total)}, σ ${short(one.std)}`)),
    fact("Failed", count(summary.failed), results.retried ? `${count(results.retried)} tried again` : `${count(results.attempts)} attempts`),
    results.duration_ms && fact("Time a rollout", duration(results.duration_ms.p50), `95 % within ${duration(results.duration_ms.p95)}`),
    fact("Tokens", summary.tokens_estimated ? `≈ ${count(summary.tokens_used)}` : count(summary.tokens_used), results.max_context_tokens ? `largest call ${count(results.max_context_tokens.max)}` : results.tokens && `median ${count(results.tokens.p50)} a row`),
    summary.cost_usd !== undefined && fact("Cost", `$${summary.cost_usd.toFixed(summary.cost_usd < 1 ? 4 : 2)}`, "all attempts"),
  ].filter(Boolean);
}

function failures(run, name, go, open) {
  const groups = run.failed_groups;
  if (!groups.length) return [];
  const config = run.eval_run.config_path;
  const outcomes = [...new Set(groups.map((group) => group.outcome))];
  const sum = (some) => some.reduce((total, group) => total + group.count, 0);
  const narrow = (changes) => go({ text: "", within: "", from: "", to: "", retried: "", ranges: "", kind: "", outcome: "", ...changes, page: "" });
  const link = (group, at) => el("a", { href: address(name, { outcome: group.outcome, kind: group.kind, item: group.examples[at] }) }, String(group.example_rows[at]));
  const line = (group) => el("li", {},
    el("button", { type: "button", class: "link", onclick: () => narrow({ outcome: group.outcome, kind: group.kind }) }, group.kind),
    el("span", {}, ` × ${count(group.count)}${group.pending ? ", pending" : ""}`),
    el("span", { class: "quiet" }, group.count > 1 ? " – rows " : " – row ", group.example_rows.flatMap((_, at) => [at ? ", " : "", link(group, at)]), group.count > group.example_rows.length ? " …" : ""),
    config && [" ", copyButton("Copy command", () => `osmosis eval run ${quoted(config)} --rows ${group.rows}`)],
    group.places.map((place) => el("code", { class: "place" }, place)),
    group.message && group.message !== group.kind && el("div", { class: "message", dir: "auto" }, group.message));
  const section = (outcome) => {
    const those = groups.filter((group) => group.outcome === outcome);
    return el("section", {}, el("h3", {}, el("button", { type: "button", class: "link", onclick: () => narrow({ outcome }) }, outcome.replaceAll("_", " ")), ` (${count(sum(those))})`),
      el("ul", {}, those.slice(0, MOST_GROUPS).map(line)),
      those.length > MOST_GROUPS && el("p", { class: "quiet" }, `${count(those.length - MOST_GROUPS)} more kinds: the filter of outcomes shows their rows.`));
  };
  return [el("details", { class: "failures", open }, el("summary", {}, el("h2", {}, `What failed (${count(sum(groups))})`)), outcomes.map(section))];
}

/** What to type for one row, with a name for each. */
function commands(run, row) {
  const config = run.eval_run.config_path;
  if (!config) return [];
  return [
    ["Copy command", `osmosis eval run ${quoted(config)} --rows ${row.source_row_index}`],
    ["Copy debug command", `osmosis eval debug ${quoted(config)} --row ${row.source_row_index}`],
  ];
}

function quoted(word) {
  return /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function details(run) {
  const { config } = run;
  const facts = [
    ["Folder", run.output_path], ["Config", run.eval_run.config_path], ["Entrypoint", run.entrypoint],
    ["Rows of the dataset", config.dataset.selected_source_rows], ["Attempts a row", config.n],
    ["Workflow's time limit", config.timeouts.agent_timeout_sec && `${config.timeouts.agent_timeout_sec} s`],
    ["Grader's time limit", config.timeouts.grader_timeout_sec && `${config.timeouts.grader_timeout_sec} s`],
    ["Branch", run.branch], ["Commit", run.commit_sha], ["Dataset's SHA-256", config.dataset.sha256],
    ["Source digest", config.rollout.source_digest],
    ["Environment", Object.entries(config.env).map(([name, value]) => `${name}=${value}`).join("  ")],
  ].filter(([, value]) => value);
  return el("details", { class: "about" }, el("summary", {}, "What the run depends on"),
    el("dl", {}, facts.map(([label, value]) => [el("dt", {}, label), el("dd", {}, String(value))])));
}
