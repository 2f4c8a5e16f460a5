// Pictures, drawn from the server's figures. Each has a title, a description in words, and a title on every part.

import { count, duration, el, short, svg, time } from "./dom.js";

const WIDTH = 320;
const HEIGHT = 120;
const BASE = HEIGHT - 18;
const TOP = 8;

function picture(title, description, axis, ...parts) {
  const id = `chart-${title.toLowerCase().replace(/\W+/g, "-")}`;
  return el("figure", {},
    el("figcaption", {}, title),
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-labelledby": id, class: "chart" },
      svg("title", { id }, `${title}: ${description}`),
      svg("line", { x1: 0, x2: WIDTH, y1: BASE, y2: BASE, class: "axis" }),
      ...parts,
      axis.map(([x, label, anchor]) => svg("text", { x, y: HEIGHT - 4, "text-anchor": anchor, class: "tick" }, label)),
    ),
  );
}

function empty(title, why) {
  return el("figure", {}, el("figcaption", {}, title), el("p", { class: "quiet nothing" }, why));
}

function bars(title, bins, label, threshold) {
  const most = Math.max(...bins.map((bin) => bin.count));
  const step = WIDTH / bins.length;
  const single = bins.every((bin) => bin.low === bin.high);
  const describe = (bin) => `${bin.low === bin.high ? label(bin.low) : `${label(bin.low)} to ${label(bin.high)}`}: ${count(bin.count)}`;
  const axis = single
    ? bins.map((bin, at) => [step * (at + 0.5), label(bin.low), "middle"])
    : [[0, label(bins[0].low), "start"], [WIDTH, label(bins.at(-1).high), "end"]];
  return picture(title, bins.map(describe).join("; "), axis,
    bins.map((bin, at) => {
      const height = bin.count ? Math.max(2, (BASE - TOP) * (bin.count / most)) : 0;
      const width = Math.min(step - 2, 48);
      const passed = threshold !== undefined && bin.low >= threshold;
      return svg("g", {},
        svg("title", {}, describe(bin)),
        svg("rect", { x: step * at, y: 0, width: step, height: BASE, class: "target" }),
        svg("rect", { x: step * at + (step - width) / 2, y: BASE - height, width, height, rx: 1.5, class: passed ? "bar good" : "bar" }),
      );
    }),
  );
}

function overRows(groups, threshold) {
  const last = groups.at(-1)[1];
  const low = Math.min(0, ...groups.map((group) => group[3]));
  const high = Math.max(1, ...groups.map((group) => group[4]));
  const x = (row) => (last ? (row / (last + 1)) * (WIDTH - 6) + 3 : WIDTH / 2);
  const y = (reward) => BASE - 3 - ((reward - low) / (high - low)) * (BASE - TOP - 6);
  const several = groups.some((group) => group[1] > group[0]);
  const name = (group) => (group[1] > group[0] ? `rows ${group[0]} to ${group[1]}` : `row ${group[0]}`);
  const all = groups.reduce((sum, group) => sum + group[2], 0) / groups.length;
  return picture("Rewards over rows", `from ${short(low)} to ${short(high)}, ${short(all)} on average, over ${count(last + 1)} rows`,
    [[0, "row 0", "start"], [WIDTH, `row ${count(last)}`, "end"]],
    threshold >= low && threshold <= high && svg("line", { x1: 0, x2: WIDTH, y1: y(threshold), y2: y(threshold), class: "threshold" }),
    groups.map((group) => svg("g", {},
      svg("title", {}, `${name(group)}: ${several ? "mean " : ""}${short(group[2])}${group[3] < group[4] ? `, from ${short(group[3])} to ${short(group[4])}` : ""}`),
      group[3] < group[4] && svg("line", { x1: x(group[0]), x2: x(group[0]), y1: y(group[3]), y2: y(group[4]), class: "range" }),
      svg("circle", { cx: x(group[0]), cy: y(group[2]), r: groups.length > 120 ? 1.4 : 2.2, class: group[2] >= threshold ? "dot good" : "dot" }),
    )),
  );
}

function inFlight(stretch) {
  const most = Math.max(...stretch.in_flight, 1);
  const step = WIDTH / stretch.in_flight.length;
  const y = (level) => BASE - (BASE - TOP) * (level / most);
  const line = stretch.in_flight.map((level, at) => `H${(step * at).toFixed(2)}V${y(level).toFixed(2)}`).join("");
  return picture(`Rollouts in flight, ${count(most)} at most`, `over ${duration(stretch.seconds * 1000)}`,
    [[0, time(stretch.began), "start"], [WIDTH, `+ ${duration(stretch.seconds * 1000)}`, "end"]],
    svg("path", { d: `M0 ${BASE}${line}H${WIDTH}V${BASE}Z`, class: "area" }),
  );
}

/** The pictures of a run. */
export function pictures(figures, threshold) {
  const { rewards, rewards_over_rows: rows, durations, in_flight: flight } = figures;
  return [
    rewards.length ? bars("Rewards", rewards, short, threshold) : empty("Rewards", "No result has a reward."),
    rows.length ? overRows(rows, threshold) : empty("Rewards over rows", "No result has a reward."),
    durations.length ? bars("Time a rollout", durations, (seconds) => duration(seconds * 1000)) : empty("Time a rollout", "No result yet."),
    flight ? inFlight(flight) : empty("Rollouts in flight", "This run did not record when rollouts began."),
  ];
}

/** The probabilities of a step's tokens, a bar a token. */
export function tokenBars(logprobs, ids) {
  const shown = logprobs.slice(0, 400);
  const step = Math.min(8, WIDTH / shown.length);
  const mean = logprobs.reduce((sum, value) => sum + value, 0) / logprobs.length;
  return el("div", {},
    el("p", { class: "quiet" }, `${count(logprobs.length)} tokens, mean log-probability ${short(mean)}`,
      shown.length < logprobs.length && `; the first ${count(shown.length)} are drawn`),
    svg("svg", { viewBox: `0 0 ${WIDTH} 40`, role: "img", class: "chart", "aria-label": "Probability of each token" },
      shown.map((value, at) => svg("g", {},
        svg("title", {}, `${ids?.[at] === undefined ? `token ${at + 1}` : `token ${at + 1}, id ${ids[at]}`}: log-probability ${short(value)}`),
        svg("rect", { x: at * step, y: 0, width: step, height: 40, class: "target" }),
        svg("rect", { x: at * step, y: 40 - 40 * Math.exp(value), width: Math.max(0.5, step - 0.5), height: 40 * Math.exp(value), class: Math.exp(value) < 0.5 ? "bar low" : "bar" }),
      )),
    ),
  );
}
