"""Files: written whole, read without following links, JSON with its issues."""
