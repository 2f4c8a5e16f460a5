"""What runs inside the container of a trial: the workflow, and the grader that verifies it."""
