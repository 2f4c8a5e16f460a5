"""Encryption of secrets, with keys that the database does not hold."""
