# Generated from the specification by openapi-python-client; do not edit.

"""A client library for accessing Osmosis platform"""

from .client import AuthenticatedClient, Client

__all__ = (
    "AuthenticatedClient",
    "Client",
)
