"""Programs that run in another Python environment, and import nothing of this package but themselves."""
