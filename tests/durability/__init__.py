"""Long and random lives of the protocol: nothing is lost, nothing is counted twice."""
