"""The process of one managed run: `python -m osmosis_ai.job`. It runs the engine of `eval run` for a platform."""
