# Generated from the specification by openapi-python-client; do not edit.
"""Contains endpoint functions for accessing the API"""
