"""Clients: a package for each API. Generated; do not edit."""
