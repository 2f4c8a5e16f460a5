"""What the reference servers of the suite run."""
