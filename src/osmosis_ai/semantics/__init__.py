"""Rules of the contract that a schema cannot say. Knows only the generated package."""
