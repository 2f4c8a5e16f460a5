// Pictures, drawn from the server's figures. Each has a title, a description in words, and a title on every part.
// A bar that stands for rows filters the table by them.

import { range } from "./filters.js";
import { count, duration, el, short, svg, time } from "./dom.js";

const WIDTH = 320;
const HEIGHT = 150;
const BASE = HEIGHT - 20;
const TOP = 20;
const MOST_LABELLED = 13;

function picture(title, description, axis, ...parts) {
  const id = `chart-${title.toLowerCase().replace(/\W+/g, "-")}`;
  return el("figure", {},
    el("figcaption", {}, title),
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-labelledby": id, class: "chart" },
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

/** A part of a picture that can be chosen. */
function choosable(label, choose, ...parts) {
  const key = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose();
  };
  return svg("g", choose ? { role: "button", tabindex: 0, "aria-label": `${label}. Show these rows`, onclick: choose, onkeydown: key, class: "choosable" } : {},
    svg("title", {}, label), ...parts);
}

function bars(title, bins, label, choose, threshold) {
  const most = Math.max(...bins.map((bin) => bin.count));
  const step = WIDTH / bins.length;
  const single = bins.every((bin) => bin.low === bin.high);
  const labelled = bins.length <= MOST_LABELLED && String(count(most)).length * 7.5 <= step;
  const describe = (bin) => `${bin.low === bin.high ? label(bin.low) : `${label(bin.low)} to ${label(bin.high)}`}: ${count(bin.count)}`;
  const axis = single
    ? bins.map((bin, at) => [step * (at + 0.5), label(bin.low), "middle"])
    : [[0, label(bins[0].low), "start"], [WIDTH / 2, label((bins[0].low + bins.at(-1).high) / 2), "middle"], [WIDTH, label(bins.at(-1).high), "end"]];
  return picture(title, bins.map(describe).join("; "), axis,
    !labelled && scale(most),
    bins.map((bin, at) => {
      const height = bin.count ? Math.max(2, (BASE - TOP) * (bin.count / most)) : 0;
      const width = Math.min(step - 1.5, 48);
      const passed = threshold !== undefined && bin.low >= threshold;
      const below = at < bins.length - 1 && bin.low !== bin.high;
      return choosable(describe(bin), bin.count ? () => choose(bin.low, bin.high, below) : null,
        svg("rect", { x: step * at, y: 0, width: step, height: BASE, class: "target" }),
        svg("rect", { x: step * at + (step - width) / 2, y: BASE - height, width, height, rx: 1.5, class: passed ? "bar good" : "bar" }),
        labelled && bin.count > 0 && svg("text", { x: step * (at + 0.5), y: BASE - height - 4, "text-anchor": "middle", class: "tick" }, count(bin.count)),
      );
    }),
  );
}

/** The line of the most, with its number. */
function scale(most) {
  return [svg("line", { x1: 0, x2: WIDTH, y1: TOP, y2: TOP, class: "grid" }), svg("text", { x: 0, y: TOP - 4, class: "tick" }, count(most))];
}

function overRows(groups, threshold, choose) {
  const last = groups.at(-1)[1];
  const low = Math.min(0, ...groups.map((group) => group[3]));
  const high = Math.max(1, threshold, ...groups.map((group) => group[4]));
  const wide = WIDTH / (last + 1);
  const y = (reward) => BASE - ((reward - low) / (high - low)) * (BASE - TOP);
  const several = groups.some((group) => group[1] > group[0]);
  const name = (group) => (group[1] > group[0] ? `rows ${count(group[0])} to ${count(group[1])}` : `row ${count(group[0])}`);
  const many = groups.reduce((sum, group) => sum + group[5], 0);
  const all = groups.reduce((sum, group) => sum + group[2] * group[5], 0) / many;
  const size = groups[0][1] - groups[0][0] + 1;
  const caption = several ? `Mean reward, ${count(size)} rows a bar` : "Reward of each row";
  return picture(caption, `from ${short(low)} to ${short(high)}, ${short(all)} on average, over ${count(many)} results`,
    [[0, "row 0", "start"], last >= 10 && [WIDTH / 2, `row ${count((last + 1) / 2)}`, "middle"], last > 0 && [WIDTH, `row ${count(last)}`, "end"]].filter(Boolean),
    svg("text", { x: 0, y: TOP - 4, class: "tick" }, short(high)),
    svg("line", { x1: 0, x2: WIDTH, y1: TOP, y2: TOP, class: "grid" }),
    groups.map((group) => {
      const [from, to, mean, least, greatest, results] = group;
      const label = `${name(group)}: ${several ? "mean " : ""}${short(mean)}${least < greatest ? `, from ${short(least)} to ${short(greatest)}` : ""}, ${count(results)} result${results === 1 ? "" : "s"}`;
      const width = Math.max(1, (to - from + 1) * wide - Math.min(2, wide / 2));
      const top = Math.min(y(mean), y(0));
      return choosable(label, () => choose(from, to),
        svg("rect", { x: from * wide, y: 0, width: (to - from + 1) * wide, height: BASE, class: "target" }),
        svg("rect", { x: from * wide + 0.5, y: Math.min(top, BASE - 1.5), width: Math.min(width, 48), height: Math.max(1.5, Math.abs(y(mean) - y(0))), class: mean >= threshold ? "bar good" : "bar" }));
    }),
    threshold > low && svg("line", { x1: 0, x2: WIDTH, y1: y(threshold), y2: y(threshold), class: "threshold" }),
  );
}

function inFlight(stretch) {
  const most = Math.max(...stretch.in_flight, 1);
  const step = WIDTH / stretch.in_flight.length;
  const y = (level) => BASE - (BASE - TOP) * (level / most);
  const line = stretch.in_flight.map((level, at) => `H${(step * at).toFixed(2)}V${y(level).toFixed(2)}`).join("");
  const began = new Date(stretch.began * 1000).toLocaleTimeString(undefined, { timeStyle: "short" });
  return picture(`Rollouts in flight, ${count(most)} at most`, `over ${duration(stretch.seconds * 1000)} from ${time(stretch.began)}`,
    [[0, began, "start"], [WIDTH, `+ ${duration(stretch.seconds * 1000)}`, "end"]],
    scale(most),
    svg("path", { d: `M0 ${BASE}${line}H${WIDTH}V${BASE}Z`, class: "area" }),
  );
}

/** The pictures of a run; `choose` takes a range of a column for the table. */
export function pictures(figures, threshold, choose) {
  const { rewards, rewards_over_rows: rows, durations, in_flight: flight } = figures;
  return [
    rewards.length ? bars("Rewards", rewards, short, (low, high, below) => choose(range("reward", low, high, below)), threshold) : empty("Rewards", "No result has a reward."),
    rows.length ? overRows(rows, threshold, (from, to) => choose(range("row", from, to))) : empty("Mean reward", "No result has a reward."),
    durations.length ? bars("Time a rollout", durations, (seconds) => duration(seconds * 1000), (low, high, below) => choose(range("duration", low * 1000, high * 1000, below))) : empty("Time a rollout", "No result yet."),
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
