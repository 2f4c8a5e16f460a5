// Curves over the steps of a training run, with bands. Each has a description in words, and each point its values.

import { count, duration, el, short, svg } from "./dom.js";

const WIDTH = 320;
const HEIGHT = 150;
const BASE = HEIGHT - 20;
const TOP = 20;
const MOST_POINTS = 160;
const FULL_RANGE = new Set(["rollout/raw_reward", "eval/validation/reward", "rollout/truncated_ratio"]);

/** The metrics that people look at first, in this order; the others follow. */
const ORDER = [
  "rollout/raw_reward", "eval/validation/reward", "train/loss", "train/entropy_loss", "rollout/response_lengths",
  "rollout/total_lengths", "rollout/truncated_ratio", "rollout/unscorable",
];

/** Metrics in the order in which they are shown. */
export function inOrder(metrics) {
  const place = (metric) => (ORDER.indexOf(metric.key) + ORDER.length + 1) % (ORDER.length + 1);
  return [...metrics].sort((one, other) => place(one) - place(other));
}

/** Steps in groups, so that there are no more points than can be seen: [first, last, mean, lowest, highest]. */
function grouped(points) {
  const size = Math.ceil(points.length / MOST_POINTS);
  const groups = [];
  for (let at = 0; at < points.length; at += size) {
    const some = points.slice(at, at + size);
    const known = (place, pick) => {
      const values = some.map((point) => point[place]).filter((value) => value !== null && value !== undefined);
      return values.length ? pick(...values) : null;
    };
    groups.push([some[0][0], some.at(-1)[0], some.reduce((sum, point) => sum + point[1], 0) / some.length, known(2, Math.min), known(3, Math.max)]);
  }
  return groups;
}

function ticks(first, last) {
  return [[0, `step ${count(first)}`, "start"], last > first && [WIDTH, count(last), "end"]].filter(Boolean)
    .map(([x, label, anchor]) => svg("text", { x, y: HEIGHT - 4, "text-anchor": anchor, class: "tick" }, label));
}

function frame(title, key, description, parts, note) {
  const id = `curve-${key.toLowerCase().replace(/\W+/g, "-")}`;
  return el("figure", { class: "curve", "data-key": key },
    el("figcaption", {}, title, note && el("span", { class: "band-note" }, note)),
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-labelledby": id, class: "chart" },
      svg("title", { id }, `${title}: ${description}`),
      svg("line", { x1: 0, x2: WIDTH, y1: BASE, y2: BASE, class: "axis" }),
      parts,
    ),
  );
}

/**
 * A metric over the steps. `series` are [{ name, points: [[step, value, low, high]] }], one or two of them;
 * `choose` is called with a step when somebody presses its place.
 */
export function curve(title, key, series, { band, choose, chosen } = {}) {
  const drawn = series.map((one) => ({ ...one, groups: grouped(one.points) }));
  const all = drawn.flatMap((one) => one.groups);
  if (!all.length) return el("figure", { class: "curve", "data-key": key }, el("figcaption", {}, title), el("p", { class: "quiet nothing" }, "No value yet."));
  const values = all.flatMap(([, , value, low, high]) => [value, low ?? value, high ?? value]);
  let [low, high] = [Math.min(...values), Math.max(...values)];
  if (FULL_RANGE.has(key)) [low, high] = [Math.min(0, low), Math.max(1, high)];
  else if (low >= 0 && low < high / 2) low = 0;
  if (low === high) [low, high] = low === 0 ? [0, 1] : [low - Math.abs(low) / 10, high + Math.abs(high) / 10];
  const first = Math.min(...all.map((group) => group[0]));
  const last = Math.max(...all.map((group) => group[1]));
  const x = (step) => (last === first ? WIDTH / 2 : 4 + ((step - first) / (last - first)) * (WIDTH - 8));
  const y = (value) => BASE - ((value - low) / (high - low)) * (BASE - TOP);
  const middle = (group) => x((group[0] + group[1]) / 2);
  const label = (one, group) => `${series.length > 1 ? `${one.name}, ` : ""}${group[0] === group[1] ? `step ${count(group[0])}` : `steps ${count(group[0])} to ${count(group[1])}, mean`}: ${short(group[2])}${group[3] === null ? "" : `, ${short(group[3])} to ${short(group[4])}`}`;
  const parts = [
    svg("line", { x1: 0, x2: WIDTH, y1: TOP, y2: TOP, class: "grid" }),
    chosen !== undefined && chosen >= first && chosen <= last && svg("line", { x1: x(chosen), x2: x(chosen), y1: TOP, y2: BASE, class: "threshold" }),
  ];
  drawn.forEach((one, at) => {
    const banded = one.groups.filter((group) => group[3] !== null);
    const side = at ? " other" : "";
    if (banded.length > 1) parts.push(svg("path", { class: `spread${side}`, d: `M${banded.map((group) => `${middle(group).toFixed(1)} ${y(group[4]).toFixed(1)}`).join("L")}L${[...banded].reverse().map((group) => `${middle(group).toFixed(1)} ${y(group[3]).toFixed(1)}`).join("L")}Z` }));
    if (one.groups.length > 1) parts.push(svg("path", { class: `line${side}`, d: `M${one.groups.map((group) => `${middle(group).toFixed(1)} ${y(group[2]).toFixed(1)}`).join("L")}` }));
    const reach = Math.max(4, (WIDTH - 8) / Math.max(1, one.groups.length - 1));
    for (const group of one.groups) {
      const pick = choose && one.groups.length === one.points.length && group[0] > 0 ? () => choose(group[0]) : null;
      parts.push(svg("g", pick ? { class: "pick", onclick: pick } : {},
        svg("title", {}, label(one, group)),
        series.length === 1 && svg("rect", { x: middle(group) - reach / 2, y: TOP, width: reach, height: BASE - TOP, class: "target" }),
        svg("circle", { cx: middle(group), cy: y(group[2]), r: one.groups.length > 60 ? 1.5 : 3, class: `point${side}` })));
    }
  });
  parts.push(svg("text", { x: 0, y: TOP - 5, class: "tick" }, short(high)), low !== 0 && svg("text", { x: 0, y: BASE - 4, class: "tick" }, short(low)));
  const told = drawn.filter((one) => one.groups.length).map((one) => `${series.length > 1 ? `${one.name} ` : ""}from ${short(one.points[0][1])} to ${short(one.points.at(-1)[1])} over ${count(one.points.length)} steps`);
  return frame(title, key, told.join("; "), [...parts, ...ticks(first, last)].filter(Boolean), band && `band: ${band}`);
}

/** Seconds of each phase, a bar a step. */
export function phases({ names, points }) {
  if (!points.length || !names.length) return el("figure", { class: "curve" }, el("figcaption", {}, "Time a step"), el("p", { class: "quiet nothing" }, "No step yet."));
  const size = Math.ceil(points.length / MOST_POINTS);
  const groups = [];
  for (let at = 0; at < points.length; at += size) {
    const some = points.slice(at, at + size);
    groups.push([some[0][0], some.at(-1)[0], names.map((_, phase) => some.reduce((sum, point) => sum + point[1][phase], 0) / some.length)]);
  }
  const sum = (seconds) => seconds.reduce((total, value) => total + value, 0);
  const most = Math.max(...groups.map((group) => sum(group[2])), 0.001);
  const step = WIDTH / groups.length;
  const width = Math.max(1, Math.min(step - 1, 40));
  const parts = [
    svg("line", { x1: 0, x2: WIDTH, y1: TOP, y2: TOP, class: "grid" }),
    svg("text", { x: 0, y: TOP - 5, class: "tick" }, duration(most * 1000)),
    groups.map(([first, last, seconds], at) => {
      let base = BASE;
      return svg("g", {},
        svg("title", {}, `${first === last ? `step ${first}` : `steps ${first} to ${last}, mean`}: ${names.map((name, phase) => `${name} ${duration(seconds[phase] * 1000)}`).join(", ")}`),
        svg("rect", { x: step * at, y: TOP, width: step, height: BASE - TOP, class: "target" }),
        seconds.map((value, phase) => {
          const height = (value / most) * (BASE - TOP);
          base -= height;
          return svg("rect", { x: step * at + (step - width) / 2, y: base, width, height, class: `phase phase-${phase % 4}` });
        }));
    }),
    ...ticks(points[0][0], points.at(-1)[0]),
  ];
  const means = names.map((name, phase) => `${name} ${duration((points.reduce((total, point) => total + point[1][phase], 0) / points.length) * 1000)}`);
  const legend = el("p", { class: "legend" }, means.map((text, phase) => el("span", { class: `key phase-${phase % 4}` }, text)));
  const figure = frame("Time a step", "seconds", `on average ${means.join(", ")}`, parts.flat(), "");
  figure.append(legend);
  return figure;
}
