"""A workflow and a grader that do what a row says."""
