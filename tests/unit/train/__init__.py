"""Training on one machine, without torch and without a model."""
