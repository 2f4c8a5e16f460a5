"""Ways to call the policy from a workflow: agent frameworks under `agents`, none at all in `plain`."""
