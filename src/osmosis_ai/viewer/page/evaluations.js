// The views of `eval view`: all runs, one run, two runs beside each other.

import { showComparison } from "./comparison.js";
import { start } from "./frame.js";
import { showRun } from "./run.js";
import { showRuns } from "./runs.js";

start("Runs", (part, name, parameters) => {
  const open = name === "" ? showRuns : name === "compare" && parameters.a ? showComparison : showRun;
  return open(part, name, parameters);
});
