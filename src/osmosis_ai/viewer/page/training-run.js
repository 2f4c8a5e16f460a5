// One training run: its figures, curves, checkpoints, and the rollouts of a step; followed while it goes on.

import { address, get, place } from "./api.js";
import { copyButton } from "./copying.js";
import { count, duration, el, fault, short, time } from "./dom.js";
import { curve, inOrder, phases } from "./training-curves.js";
import { RolloutPanel } from "./training-rollout.js";
import { stateBadge } from "./training-runs.js";

const EVERY_MS = 1500;

export async function showTraining(part, name, parameters) {
  const path = `/api/training/${encodeURIComponent(name)}`;
  let run = await get(path);
  let timer = null;
  let shown = null; // the rollouts of the step that is looked at
  let asked = 0;
  const state = el("div", { class: "state" });
  const facts = el("section", { class: "facts", "aria-label": "Figures" });
  const curves = el("section", { class: "charts", "aria-label": "Curves" });
  const checkpoints = el("section", { "aria-label": "Checkpoints" });
  const rollouts = el("section", { "aria-label": "Rollouts", class: "results" });
  const note = el("div", {});
  const panel = new RolloutPanel({ name, step: (by) => go({ rollout: opened() + 1 + by }), close: () => go({ rollout: "" }) });

  function go(changes) {
    const target = address(name, { ...place().parameters, ...changes });
    if (target !== location.hash) location.hash = target;
  }
  const steps = () => run.steps.filter((each) => each.kept).map((each) => each.step);
  const wanted = (given) => (given.step ? Number(given.step) : steps().at(-1));
  const opened = () => Number(place().parameters.rollout) - 1;
  const choose = (step) => {
    go({ step, rollout: "" });
    rollouts.scrollIntoView({ block: "start" });
  };

  function draw() {
    state.replaceChildren(...standing(run));
    note.replaceChildren(...(run.message ? [el("p", { class: run.run.status === "failed" ? "fault" : "note-box" }, run.message)] : []));
    facts.replaceChildren(...figures(run));
    drawCurves();
    checkpoints.replaceChildren(...saved(run));
    document.getElementById("live").textContent = run.run.active ? "live" : "";
  }

  function drawCurves() {
    const chosen = wanted(place().parameters);
    curves.replaceChildren(
      ...inOrder(run.metrics).map((metric) => curve(metric.title, metric.key, [{ name, points: metric.points }], { band: metric.band, choose, chosen })),
      phases(run.phases));
  }

  async function showStep(given) {
    const step = wanted(given);
    const mine = ++asked;
    if (step === undefined) {
      rollouts.replaceChildren(el("h2", {}, "Rollouts"), el("p", { class: "quiet nothing" }, "No step is done yet."));
      return;
    }
    if (shown?.step.step !== step) {
      try {
        const found = await get(`${path}/steps/${step}`);
        if (mine !== asked) return;
        shown = found;
      } catch (error) {
        if (mine !== asked) return;
        shown = null;
        rollouts.replaceChildren(...heading(step), fault(error));
        return;
      }
    }
    rollouts.replaceChildren(...heading(step), table(name, shown, place().parameters));
  }

  function heading(step) {
    const all = steps();
    const at = all.indexOf(step);
    const box = el("select", { name: "step", "aria-label": "Step", onchange: (event) => go({ step: event.target.value, rollout: "" }) },
      (at < 0 ? [step, ...all] : all).map((each) => el("option", { value: each, selected: each === step }, `Step ${each}`)));
    return [
      el("div", { class: "title" }, el("h2", {}, "Rollouts"),
        el("div", { class: "state" },
          el("button", { type: "button", "aria-label": "Previous step", disabled: at <= 0, onclick: () => go({ step: all[at - 1], rollout: "" }) }, "‹"), box,
          el("button", { type: "button", "aria-label": "Next step", disabled: at < 0 || at >= all.length - 1, onclick: () => go({ step: all[at + 1], rollout: "" }) }, "›"))),
    ];
  }

  async function showRollout(given) {
    const at = Number(given.rollout) - 1;
    if (!(at >= 0) || !shown) {
      panel.close();
      return;
    }
    for (const row of rollouts.querySelectorAll("tr[data-item]")) row.setAttribute("aria-selected", String(Number(row.dataset.item) === at));
    rollouts.querySelector("tr[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
    await panel.open(shown.step.step, at, { at, of: shown.rollouts.length });
  }

  async function follow() {
    try {
      const now = await get(`${path}/state`);
      if (now.revision !== run.revision || now.status !== run.run.status) {
        const before = wanted(place().parameters);
        run = await get(path);
        draw();
        if (!panel.isOpen && wanted(place().parameters) !== before) await showStep(place().parameters);
      }
    } catch (error) {
      document.getElementById("live").textContent = error.message;
    }
    if (timer !== null && run.run.active) timer = setTimeout(follow, EVERY_MS);
  }

  draw();
  part.replaceChildren(
    el("div", { class: "title" }, el("h1", {}, name), state),
    el("p", { class: "quiet" }, `${run.run.rollout} · ${run.run.model} · ${run.run.dataset} · ${time(run.run.created_at)}`),
    note, facts, curves, checkpoints, rollouts, details(run, path), panel.element);
  await showStep(parameters);
  await showRollout(parameters);
  if (run.run.active) timer = setTimeout(follow, EVERY_MS);

  function key(event) {
    if (event.target.matches?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = steps();
    const at = all.indexOf(wanted(place().parameters));
    const turn = (by) => all[at + by] !== undefined && go({ step: all[at + by], rollout: "" });
    const move = (by) => {
      const next = (opened() >= 0 ? opened() : by > 0 ? -1 : 0) + by;
      if (shown && next >= 0 && next < shown.rollouts.length) go({ rollout: next + 1 });
    };
    const action = { Escape: () => go({ rollout: "" }), j: () => move(1), k: () => move(-1), n: () => turn(1), p: () => turn(-1) }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
  document.addEventListener("keydown", key);

  return {
    update(next) {
      showStep(next).then(() => showRollout(next)).then(drawCurves);
      return true;
    },
    leave() {
      clearTimeout(timer);
      timer = null;
      document.removeEventListener("keydown", key);
    },
  };
}

function standing(run) {
  const { status, current_step: step, total_steps: total, active } = run.run;
  return [
    stateBadge(status),
    el("span", { class: "quiet" }, `step ${count(step)} of ${count(total)}`),
    active && el("progress", { max: 1, value: total ? step / total : 0, "aria-label": "Steps that are done" }),
  ].filter(Boolean);
}

function figures(run) {
  const fact = (label, value, note) => el("div", { class: "fact" }, el("span", { class: "label" }, label), el("strong", {}, value), note && el("span", { class: "note" }, note));
  const points = (key) => run.metrics.find((metric) => metric.key === key)?.points ?? [];
  const mean = (some) => some.reduce((sum, point) => sum + point[1], 0) / some.length;
  const rewards = points("rollout/raw_reward");
  const held = points("eval/validation/reward");
  const difference = points("train/serving_logp_difference");
  const ends = Math.min(3, rewards.length);
  const gain = ends ? mean(rewards.slice(-ends)) - mean(rewards.slice(0, ends)) : 0;
  const scored = run.steps.reduce((sum, step) => sum + step.scored, 0);
  const of = run.steps.reduce((sum, step) => sum + step.rollouts, 0);
  const reasons = Object.entries(run.steps.reduce((sum, step) => {
    for (const [reason, many] of Object.entries(step.unscorable)) sum[reason] = (sum[reason] ?? 0) + many;
    return sum;
  }, {}));
  const seconds = run.phases.points.reduce((sum, point) => sum + point[1].reduce((total, value) => total + value, 0), 0);
  const best = rewards.reduce((found, point) => (found === null || point[1] > found[1] ? point : found), null);
  return [
    fact("Reward of the last step", rewards.length ? short(rewards.at(-1)[1]) : "–", best && `highest ${short(best[1])} at step ${count(best[0])}`),
    fact("Gain", ends ? `${gain > 0 ? "+" : gain < 0 ? "−" : ""}${short(Math.abs(gain))}` : "–", ends && `last ${ends} against first ${ends} steps`),
    fact("Held out", held.length ? short(held.at(-1)[1]) : "–", held.length > 1 && held[0][0] === 0 ? `base model ${short(held[0][1])}` : held.length > 0 && `after step ${count(held.at(-1)[0])}`),
    fact("Rollouts scored", `${count(scored)} of ${count(of)}`, reasons.length ? reasons.map(([reason, many]) => `${count(many)} ${reason.replaceAll("_", " ")}`).join(", ") : "none without a reward"),
    fact("Time", duration(seconds * 1000), run.phases.points.length > 0 && `${duration((seconds / run.phases.points.length) * 1000)} a step`),
    difference.length > 0 && fact("Server against trainer", short(difference.at(-1)[1]), "mean |Δ log p| a token, last step"),
  ].filter(Boolean);
}

function saved(run) {
  if (!run.checkpoints.length) return [el("h2", {}, "Checkpoints"), el("p", { class: "quiet" }, "None is saved yet.")];
  const best = run.checkpoints.reduce((found, each) => (each.reward !== null && (found === null || each.reward >= found.reward) ? each : found), null);
  return [
    el("h2", {}, "Checkpoints"),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Checkpoints that are kept" }, el("table", { class: "rows checkpoints" },
      el("thead", {}, el("tr", {}, ["Step", "Reward", "Held out", "In a config", "Saved", "Adapter"].map((head, at) => el("th", { scope: "col", class: ["number", "number", "number", "", "wide", "wide"][at] }, head)))),
      el("tbody", {}, run.checkpoints.map((each) => el("tr", {},
        el("th", { scope: "row", class: "number" }, el("a", { href: address(run.run.name, { step: each.step }) }, String(each.step))),
        el("td", { class: "number" }, short(each.reward), each === best && el("span", { class: "quiet" }, " best")),
        el("td", { class: "number" }, short(each.validation)),
        el("td", {}, el("code", {}, each.model_path), " ", copyButton("Copy", () => each.model_path)),
        el("td", { class: "wide" }, time(each.at)),
        el("td", { class: "wide" }, el("code", { title: each.adapter_sha256 }, each.adapter_sha256.slice(0, 12)))))))),
  ];
}

function table(name, { step, rollouts }, parameters) {
  const chosen = Number(parameters.rollout) - 1;
  const open = (index) => address(name, { ...parameters, step: step.step, rollout: index + 1 });
  const unscorable = Object.entries(step.unscorable).map(([reason, many]) => `${count(many)} ${reason.replaceAll("_", " ")}`);
  return el("div", {},
    el("p", { class: "quiet" }, `${count(step.prompts)} rows, ${count(step.scored)} of ${count(step.rollouts)} rollouts scored by policy ${step.policy_version}${unscorable.length ? `; ${unscorable.join(", ")}` : ""}${step.reward === null ? "" : `; mean reward ${short(step.reward)}`}`),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Rollouts of step ${step.step}` }, el("table", { class: "rows chosen rollouts" },
      el("thead", {}, el("tr", {}, ["Row", "Sample", "Reward", "Answer", "Tokens", "Mean log p", "Ended by"].map((head, at) => el("th", { scope: "col", class: ["number", "number", "number", "", "number wide", "number wide", "wide"][at] }, head)))),
      el("tbody", {}, rollouts.map((each) => el("tr", {
        "data-item": each.index, "aria-selected": String(each.index === chosen),
        onclick: (event) => { if (!event.target.closest("a")) location.hash = open(each.index); },
      },
        el("th", { scope: "row", class: "number" }, el("a", { href: open(each.index), "aria-label": `Row ${each.source_row_index}, sample ${each.sample_index + 1}` }, String(each.source_row_index))),
        el("td", { class: "number" }, String(each.sample_index + 1)),
        el("td", { class: "number" }, each.reason === null ? short(each.reward) : el("span", { class: "badge fault" }, "none")),
        el("td", { class: "text prompt" }, each.reason !== null && el("span", { class: "faulty" }, `${each.reason.replaceAll("_", " ")}: ${each.message} `), each.answer, each.prompt && el("span", { class: "quiet" }, ` – ${each.prompt}`)),
        el("td", { class: "number wide" }, count(each.tokens)),
        el("td", { class: "number wide" }, short(each.mean_logprob)),
        el("td", { class: "wide" }, each.finish_reason ?? "")))))));
}

function details(run, path) {
  const entries = [["Folder", run.path], ...Object.entries(run.settings)];
  return el("section", {},
    el("p", {}, el("a", { class: "button", href: `${path}/metrics.csv`, download: "" }, "Metrics as CSV")),
    el("details", { class: "about" }, el("summary", {}, "Settings"),
      el("dl", {}, entries.flatMap(([label, value]) => [el("dt", {}, label), el("dd", {}, String(value))]))));
}
