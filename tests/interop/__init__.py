"""Ours and the published package as each other's peers; every test runs the published one as a black box."""
