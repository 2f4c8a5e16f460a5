"""Endpoints and providers that answer model calls."""
