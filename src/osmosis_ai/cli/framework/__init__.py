"""The command line's frame: words to a command, results to text."""
