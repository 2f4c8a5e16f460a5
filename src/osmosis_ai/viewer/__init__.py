"""The page of `eval view`."""
