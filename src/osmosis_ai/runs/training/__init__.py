"""A training run on disk: its folder, its journal, and what both say."""
