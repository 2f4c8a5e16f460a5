# Generated from the specification by openapi-python-client; do not edit.
"""Contains methods for accessing the API"""
