"""From spec/ to generated/: bundle, models, clients, server stubs."""
