"""What every layer stands on: errors, workspace, configuration, secrets, child processes."""
