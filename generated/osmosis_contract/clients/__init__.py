"""Clients of the API documents, a package each; the functions of a module call one operation."""
