"""The benchmark: ours and the published package beside each other, in one run."""
