"""What every layer uses: errors, workspace, configuration, secrets, child processes."""
