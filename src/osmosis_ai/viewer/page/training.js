// The views of `train view`: all training runs, one of them, two beside each other.

import { start } from "./frame.js";
import { showTrainingComparison } from "./training-comparison.js";
import { showTraining } from "./training-run.js";
import { showTrainings } from "./training-runs.js";

start("Training runs", (part, name, parameters) => {
  const open = name === "" ? showTrainings : name === "compare" && parameters.a ? showTrainingComparison : showTraining;
  return open(part, name, parameters);
});
