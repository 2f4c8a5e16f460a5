"""Projects of workflows and graders as wheels, and what such a wheel needs to run where nothing is installed."""

from osmosis_ai.packaging.bundle import BundleInfo, build_bundle, inspect_bundle

__all__ = ["BundleInfo", "build_bundle", "inspect_bundle"]
