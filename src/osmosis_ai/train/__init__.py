"""Training on one machine: the rollouts of a step are a run of the engine, a trainer turns them into a better model."""
