"""Server stubs: a module for each API. Generated; do not edit."""
