"""Where files are kept: a folder, or an object store named by a URL."""
