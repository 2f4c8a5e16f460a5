"""What must happen after a commit."""
