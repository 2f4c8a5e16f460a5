"""What the interoperability tests and the benchmark share: the published package beside ours, and a model to ask."""
