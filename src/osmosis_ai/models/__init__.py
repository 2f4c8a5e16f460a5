"""The policy models a run calls: the embedded one, endpoints, and the bridge in front of them."""
