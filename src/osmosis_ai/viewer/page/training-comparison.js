// Two training runs beside each other: their curves, and in what they were set otherwise.

import { address, get } from "./api.js";
import { count, el, short } from "./dom.js";
import { curve, inOrder } from "./training-curves.js";
import { stateBadge } from "./training-runs.js";

const OF_EACH = new Set(["rollout.source_digest", "dataset.sha256"]); // long, and said in words

export async function showTrainingComparison(part, _, { a, b }) {
  const [first, second] = await Promise.all([a, b].map((name) => get(`/api/training/${encodeURIComponent(name)}`)));
  const runs = [first, second];
  const keys = [...new Set(runs.flatMap((run) => run.metrics.map((metric) => metric.key)))];
  const metrics = inOrder(keys.map((key) => runs.flatMap((run) => run.metrics).find((metric) => metric.key === key)));
  const points = (run, key) => run.metrics.find((metric) => metric.key === key)?.points ?? [];
  const ends = (some) => (some.length ? some.slice(-3).reduce((sum, point) => sum + point[1], 0) / Math.min(3, some.length) : null);
  const common = Math.min(...runs.map((run) => run.run.current_step));
  const upTo = (some) => some.filter((point) => point[0] <= common);
  const settings = [...new Set(runs.flatMap((run) => Object.keys(run.settings)))].filter((key) => first.settings[key] !== second.settings[key]);
  const setting = (run, key) => (OF_EACH.has(key) ? String(run.settings[key] ?? "–").slice(0, 12) : String(run.settings[key] ?? "–"));
  const side = (run, letter, at) => el("tr", {}, el("th", { scope: "row" }, el("span", { class: `key side-${at}` }, letter)),
    el("td", { class: "name" }, el("a", { href: address(run.run.name) }, run.run.name)), el("td", {}, stateBadge(run.run.status)),
    el("td", { class: "number" }, `${count(run.run.current_step)} of ${count(run.run.total_steps)}`), el("td", { class: "wide" }, run.run.model),
    el("td", { class: "number" }, el("a", { href: `/api/training/${encodeURIComponent(run.run.name)}/metrics.csv`, download: "" }, "CSV")));
  part.replaceChildren(
    el("h1", {}, `${b} beside ${a}`),
    el("div", { class: "scroll sides", tabindex: 0, role: "region", "aria-label": "The runs" }, el("table", { class: "rows" },
      el("thead", {}, el("tr", {}, ["", "Run", "State", "Step", "Model", "Metrics"].map((head, at) => el("th", { scope: "col", class: ["", "", "", "number", "wide", "number"][at] }, head || el("span", { class: "hidden" }, "Side"))))),
      el("tbody", {}, side(first, "A", 0), side(second, "B", 1)))),
    settings.length
      ? el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Settings that differ" }, el("table", { class: "rows differences" },
        el("thead", {}, el("tr", {}, ["Setting", "A", "B"].map((head) => el("th", { scope: "col" }, head)))),
        el("tbody", {}, settings.map((key) => el("tr", {}, el("th", { scope: "row" }, el("code", {}, key)), el("td", {}, setting(first, key)), el("td", {}, setting(second, key)))))))
      : el("p", {}, "They have the same settings."),
    el("section", { class: "charts", "aria-label": "Curves" }, metrics.map((metric) =>
      curve(metric.title, metric.key, runs.map((run, at) => ({ name: "AB"[at], points: points(run, metric.key) })), {}))),
    el("h2", {}, `Mean of the last three values up to step ${count(common)}`),
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Figures of both" }, el("table", { class: "rows differences" },
      el("thead", {}, el("tr", {}, ["Metric", "A", "B", "B − A"].map((head, at) => el("th", { scope: "col", class: at ? "number" : null }, head)))),
      el("tbody", {}, metrics.map((metric) => {
        const [of_a, of_b] = runs.map((run) => ends(upTo(points(run, metric.key))));
        const difference = of_a === null || of_b === null ? null : of_b - of_a;
        return el("tr", {}, el("th", { scope: "row" }, metric.title), el("td", { class: "number" }, short(of_a)), el("td", { class: "number" }, short(of_b)),
          el("td", { class: "number" }, difference === null ? "" : `${difference > 0 ? "+" : difference < 0 ? "−" : ""}${short(Math.abs(difference))}`));
      })))),
    el("p", { class: "quiet" }, "Two runs of one seed are alike and not equal: one run each does not say which setting is better."),
  );
  return {};
}
