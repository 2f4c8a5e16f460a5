"""Training with the real trainer and the real model: `nox -s train`."""
