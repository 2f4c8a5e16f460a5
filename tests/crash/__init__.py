"""The crash matrix: an evaluation killed at every write and every wait of the result path, and resumed."""
